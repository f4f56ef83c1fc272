"""Epic Armageddon, the edges of fire and barrages: small tables, each figure worked out by hand
from the book."""

from typing import Any

import pytest

from engine.playing.session import Refused
from engine.values.maps import pairs
from tests.games.asking import change
from tests.games.epic_field import ask, asked, chance, do, foot, force, game, gunner, refused, tank, titan

rule = pytest.mark.rule
RA, INV = "reinforced_armour", "invulnerable_save"


def shot(count: int = 1, type: str = "ap", value: int = 4, **more: Any) -> dict[str, Any]:
    return {"count": count, "type": type, "value": value, **more}


def dice(reply: dict[str, Any], what: str) -> list[tuple[int, int]]:
    """Dice and targets of the checks of one kind."""
    return [(check["dice"], check["target"]) for check in reply["checks"] if check["what"].startswith(what)]


class TestBatteries:
    @rule("EPIC-41", "EPIC-57")
    @pytest.mark.parametrize(
        ("guns", "points"), [([{"bp": 2}, {"bp": 1}], 3), ([{"points": 2}, {"points": 1}], 3), ([{"bp": 2}, {"points": 3}, 1], 6), ([], 0)]
    )
    def test_the_points_of_told_guns(self, guns: list[Any], points: int) -> None:
        assert ask("barrage", guns=guns)["result"]["points"] == points

    @rule("EPIC-41", "EPIC-57")
    def test_nobody_in_particular_has_no_points(self) -> None:
        assert ask("barrage")["result"] == {"points": 0, "templates": 0, "extra_blast": 0, "ap": None, "at": None}

    @rule("EPIC-57", "EPIC-157", "EPIC-61")
    @pytest.mark.parametrize(("fired", "points"), [({}, 9), ({"Gun 0": 1}, 3)])
    def test_guns_that_reload_bring_none(self, fired: dict[str, int], points: int) -> None:
        """Three units with 2 and 1 points each; the slow one fired this very turn."""
        card = gunner({"bp": 2, "abilities": ["slow_firing"]}, {"bp": 1}, {"ap": 4})
        on = {"a": force((3, card), state={"fired": fired}), "d": force((1, foot()), seat=1)}
        assert ask("barrage", on, by="a", target="d")["result"]["points"] == points

    @rule("EPIC-57", "EPIC-61")
    @pytest.mark.parametrize(
        ("guns", "points"), [([{"bp": 2, "shots": 2}], 4), ([{"bp": 2, "shots": 2}, {"bp": 3}], 7), ([{"ap": 4, "shots": 2}, {"bp": 1}], 1)]
    )
    def test_several_guns_of_a_kind(self, guns: list[Any], points: int) -> None:
        """Twice two points are four; two units have twice as many, a character with them has his
        own once."""
        for rows, total in ((((1, gunner(*guns)),), points), (((2, gunner(*guns)),), 2 * points), (((2, foot()), (1, gunner(*guns) | {"type": "CH"})), points)):
            on = {"a": force(*rows), "d": force((1, foot()), seat=1)}
            assert ask("barrage", on, by="a", target="d")["result"]["points"] == total

    @rule("EPIC-57", "EPIC-141")
    @pytest.mark.parametrize(
        ("rows", "fires"), [(((2, foot()),), False), (((2, foot()), (1, gunner({"bp": 2}) | {"type": "CH"})), True), (((2, gunner({"bp": 2})),), True)]
    )
    def test_who_has_a_battery(self, rows: Any, fires: bool) -> None:
        session = game(a=force(*rows), d=force((1, foot()), seat=1))
        if fires:
            assert asked(do(session, "barrage", 1, by="a", target="d"))[0] == "to_hit"
        else:
            with pytest.raises(Refused, match="EPIC-57"):
                do(session, "barrage", by="a", target="d")

    @rule("EPIC-61", "EPIC-154", "EPIC-160", "EPIC-41", "EPIC-57")
    @pytest.mark.parametrize(
        ("guns", "held", "told", "saves"),
        [
            # a macro-weapon leaves a tank of 4+ no save, if all guns that fire are such
            (({"bp": 3, "abilities": ["macro_weapon"]}, {"bp": 3, "abilities": ["macro_weapon"]}), {}, {}, 0),
            (({"bp": 3, "abilities": ["macro_weapon"]}, {"bp": 3}), {}, {}, 1),
            (({"bp": 3}, {"bp": 3, "abilities": ["macro_weapon"]}), {}, {}, 1),
            (({"bp": 3, "abilities": ["titan_killer"]}, {"at": 4}), {}, {}, 0),
            # the other one is suppressed, has nobody in range, or reloads
            (({"bp": 3, "abilities": ["mw"]}, {"bp": 3}), {"blast": 1}, {}, 0),
            (({"bp": 3, "abilities": ["mw"]}, {"bp": 3}), {}, {"able": [1, 0]}, 0),
            (({"bp": 3, "abilities": ["mw"]}, {"bp": 3, "abilities": ["slow_firing"]}), {"fired": {"Gun 1": 1}}, {}, 0),
            (({"bp": 3, "abilities": ["mw"]}, {"bp": 3, "abilities": ["slow_firing"]}), {}, {}, 1),
            # what is told comes before the cards
            (({"bp": 3}, {"bp": 3}), {}, {"abilities": ["macro_weapon"]}, 0),
            (({"bp": 3, "abilities": ["mw"]}, {"bp": 3, "abilities": ["mw"]}), {}, {"guns": [3, 3]}, 1),
        ],
    )
    def test_what_all_guns_of_a_battery_have(self, guns: tuple[Any, Any], held: dict[str, Any], told: dict[str, Any], saves: int) -> None:
        rows = [(1, gunner(gun) | {"weapons": [{"name": f"Gun {n}", "range": 60, **gun}]}) for n, gun in enumerate(guns)]
        on = {"a": force(*rows, state=held), "d": force((1, tank()), seat=1)}
        assert len(dice(ask("barrage", on, by="a", target="d", **told), "save")) == saves

    @rule("EPIC-46", "EPIC-57", "EPIC-58")
    @pytest.mark.parametrize(
        ("held", "told", "needs"),
        [
            ({}, {}, 4),
            ({"order": "sustained"}, {}, 3),
            ({"order": "double"}, {}, 5),
            ({"order": "sustained"}, {"order": "double"}, 5),
            ({}, {"order": "sustained"}, 3),
        ],
    )
    def test_the_order_as_declared_or_told(self, held: dict[str, Any], told: dict[str, Any], needs: int) -> None:
        """Three points hit infantry on 4+; a question outside the battle asks for no steps left."""
        on = {"a": force((3, gunner({"bp": 1})), state=held), "d": force((1, foot()), seat=1)}
        assert dice(ask("barrage", on, by="a", target="d", **told), "to_hit") == [(1, needs)]

    @rule("EPIC-57", "EPIC-61")
    @pytest.mark.parametrize(("told", "needs"), [({"points": 0}, []), ({"points": 3}, [(2, 4)]), ({"points": 3, "guns": []}, [(2, 4)]), ({"guns": []}, [])])
    def test_without_points_nothing_is_rolled(self, told: dict[str, Any], needs: list[Any]) -> None:
        reply = ask("barrage", under=[{"type": "INF", "count": 2}], **told)
        assert (dice(reply, "to_hit"), chance(reply, "blast", 0)) == (needs, 0 if needs else 1)

    @rule("EPIC-61", "EPIC-152")
    @pytest.mark.parametrize(
        ("told", "needs"),
        [
            ({"guns": [1, 2]}, 5),
            ({"guns": [1, 2], "abilities": ["ignore_cover"]}, 4),
            ({"guns": [{"bp": 3, "abilities": ["ignore_cover"]}]}, 4),
            ({"guns": [{"bp": 3, "abilities": ["ignore_cover"]}, 1]}, 5),
        ],
    )
    def test_what_is_said_of_the_barrage_or_of_all_its_guns(self, told: dict[str, Any], needs: int) -> None:
        """Three points, 4+ on infantry, one harder in cover."""
        assert dice(ask("barrage", under=[{"type": "INF", "cover": True}], **told), "to_hit") == [(1, needs)]

    @rule("EPIC-57", "EPIC-16", "EPIC-109")
    @pytest.mark.parametrize(("held", "refs"), [({}, []), ({"marched": True}, ["EPIC-16"]), ({"broken": True}, ["EPIC-109"])])
    def test_who_fires_none(self, held: dict[str, Any], refs: list[str]) -> None:
        on = {"a": force((3, gunner({"bp": 1})), state=held), "d": force((1, foot()), seat=1)}
        assert refused(ask("barrage", on, by="a", target="d")) == refs

    @rule("EPIC-199", "EPIC-220", "EPIC-258")
    @pytest.mark.parametrize(
        ("type", "crossfire", "refs"), [("INF", True, []), ("AC", True, ["EPIC-199"]), ("SC", True, ["EPIC-220"]), ("AC", False, []), ("SC", False, [])]
    )
    def test_crossfire_is_for_guns_on_the_ground(self, type: str, crossfire: bool, refs: list[str]) -> None:
        on = {"a": force((1, gunner({"bp": 3}) | {"type": type})), "d": force((1, foot()), seat=1)}
        assert refused(ask("barrage", on, by="a", target="d", crossfire=crossfire)) == refs

    @rule("EPIC-38", "EPIC-61")
    def test_a_battery_fires_at_a_place(self) -> None:
        """Nobody is its target: those told under the template are hit all the same."""
        on = {"a": force((3, gunner({"bp": 1})))}
        assert dice(ask("barrage", on, by="a", under=[{"type": "INF", "count": 2}]), "to_hit") == [(2, 4)]

    @rule("EPIC-57", "EPIC-125", "EPIC-157")
    @pytest.mark.parametrize(("todo", "left"), [(["shoot", "regroup"], ("regroup",)), (["move", "shoot"], ()), (["regroup"], ("regroup",))])
    def test_what_is_left_of_its_action(self, todo: list[str], left: tuple[str, ...]) -> None:
        """After the shooting of a Marshal it regroups; its slow launcher reloads, its slow
        cannon has not fired."""
        slow = {"abilities": ["slow_firing"]}
        on = {
            "a": force((1, gunner({"bp": 3, **slow}, {"at": 4, **slow}, {"bp": 1})), state={"todo": todo, "popped_up": True}),
            "d": force((4, foot()), seat=1),
        }
        session = do(game(**on), "barrage", 4, (1, 1, 1, 1), by="a", target="d")
        unit = session.state.unit("a")
        assert (unit.marks("todo"), unit.trackers["fired"], unit.count("popped_up"), unit.count("activated")) == (left, pairs(**{"Gun 0": 1}), 0, 1)


class TestBarrageAndGuns:
    """A walker with a launcher of three points and a gun of two dice, both 4+ on infantry, that
    has no armour."""

    walker = titan(weapons=[{"name": "Launcher", "range": 60, "bp": 3}, {"name": "Gun", "range": 60, "shots": 2, "ap": 4}])

    @rule("EPIC-257", "EPIC-43", "EPIC-116")
    @pytest.mark.parametrize(("held", "kills", "blast"), [({}, 2, 3), ({"broken": True}, 5, 0)])
    def test_what_both_do_is_told_together(self, held: dict[str, Any], kills: int, blast: int) -> None:
        """A hit each kills two of seven: under fire 1, losses 2. On the broken these are three
        hits more, and no marker lies there."""
        on = {"a": force((1, self.walker)), "d": force((7, foot(armour=None)), seat=1, state=held)}
        result = ask("barrage", on, by="a", target="d", direct=True, roll={"to_hit": [6, 1, 1, 1, 1, 1, 1, 6, 1]})["result"]
        assert [result[key] for key in ("hits", "kills", "blast")] == [2, kills, blast]

    @rule("EPIC-257", "EPIC-160", "EPIC-171", "EPIC-50", "EPIC-45")
    @pytest.mark.parametrize(
        "roll",
        [
            {
                "to_hit": [6],
                "to_hit:guns:0": [6],
                "to_hit:guns:1": [6],
                "damage:of:1": [2],
                "save": [1],
                "save:guns": [1],
                "save:macro:guns": [1, 1],
                "critical": [1],
                "critical:guns": [1],
                "critical:macro:guns": [1, 1],
            },
            {"to_hit": [6, 6, 6], "damage": [2], "save": [1, 1, 1, 1], "critical": [1, 1, 1, 1]},
        ],
    )
    def test_their_dice_have_names_of_their_own(self, roll: dict[str, Any]) -> None:
        """An engine of nine that saves everything on a 6: a point by the launcher, one by the
        shell, two by the Titan Killer; one roll for each."""
        guns = [{"name": "Launcher", "range": 60, "bp": 3}, {"name": "Gun", "range": 60, "at": 4}, {"name": "Ray", "range": 60, "at": 4, "tk": "d3"}]
        on = {"a": force((1, titan(weapons=guns))), "d": force((1, titan(dc=9, abilities=[INV], critical="destroyed")), seat=1)}
        reply = ask("barrage", on, by="a", target="d", direct=True, roll=roll)
        assert (reply["after"]["d"]["damage"], reply["result"]["blast"], reply.get("unasked")) == ([4], 5, None)

    @rule("EPIC-257")
    @pytest.mark.parametrize(
        "told", [{"target": "d", "points": 3}, {"by": "a", "under": [{"type": "INF", "count": 7}]}, {"points": 3, "under": [{"type": "INF", "count": 7}]}]
    )
    def test_without_a_firer_or_a_target_no_gun_fires(self, told: dict[str, Any]) -> None:
        on = {"a": force((1, self.walker)), "d": force((7, foot()), seat=1)}
        assert dice(ask("barrage", on, direct=True, **told), "to_hit") == [(7, 4)]


class TestUnderTheTemplate:
    @rule("EPIC-61", "EPIC-72", "EPIC-55")
    @pytest.mark.parametrize(
        ("terrain", "crossfire", "needs", "save"),
        [
            ({}, False, 4, 5),
            ({"terrain": "jungle"}, False, 5, 4),
            ({}, True, 4, 6),
            ({"terrain": "jungle"}, True, 5, 5),
            ({"terrain": "fortification"}, False, 5, 3),
            ({"terrain": "fortification"}, True, 5, 3),
        ],
    )
    def test_the_ground_of_a_whole_formation(self, terrain: dict[str, str], crossfire: bool, needs: int, save: int) -> None:
        """Three points: 4+, 5+ in cover. Infantry of 5+, 4+ in a jungle, 3+ in a fortification,
        that crossfire does not touch."""
        reply = ask("barrage", {"d": force((3, foot()), seat=1)}, points=3, target="d", crossfire=crossfire, **terrain)
        ((_, to_hit),) = dice(reply, "to_hit")
        (found,) = (check for check in reply["checks"] if check["what"] == "save")
        rows = sum(row["amount"] for row in found["modifiers"])
        assert (to_hit, found["target"], rows) == (needs, save, -1 if crossfire and "fortification" not in terrain.values() else 0)

    @rule("EPIC-61", "EPIC-71")
    @pytest.mark.parametrize(("cover", "needs", "save"), [(None, 4, []), (False, 4, []), (True, 5, []), (4, 5, [(1, 4)]), (1, 5, [(1, 1)])])
    def test_the_cover_of_told_units(self, cover: Any, needs: int, save: list[Any]) -> None:
        told = {"type": "INF"} if cover is None else {"type": "INF", "cover": cover}
        reply = ask("barrage", points=3, under=[told])
        assert (dice(reply, "to_hit"), dice(reply, "save")) == ([(1, needs)], save)

    @rule("EPIC-50", "EPIC-61")
    @pytest.mark.parametrize(
        ("first", "hits", "save", "kills"),
        [
            ({"armour": 3}, ([1], [6]), [3], 0),
            ({"armour": 3}, ([1], [6]), [2], 1),
            ({"armour": 3}, ([6], [1]), [3], 0),
            ({}, ([6], [6]), [3], 1),
            ({}, ([6], [6]), [2], 2),
        ],
    )
    def test_only_those_save_who_are_hit_and_can(self, first: dict[str, Any], hits: tuple[list[int], list[int]], save: list[int], kills: int) -> None:
        """Two kinds of units, the second with a 3+: one save is rolled in each case, and nobody
        else's."""
        under = [{"type": "INF", **first}, {"type": "INF", "armour": 3}]
        reply = ask("barrage", points=3, under=under, roll={"to_hit": list(hits), "save": save})
        assert (reply["result"]["kills"], len(dice(reply, "save")), reply["result"]["blast"]) == (kills, 1, 1 + kills)

    @rule("EPIC-46", "EPIC-50", "EPIC-57", "EPIC-58", "EPIC-61", "EPIC-160")
    def test_who_rolls_where_no_battery_is_told(self) -> None:
        """The enemy of the target throws to hit and for damage, its owner saves, whoever's go it
        is."""
        session = game(seat=0, d=force((1, titan(abilities=[INV], dc=6)), seat=0))
        found = [asked(do(session, "barrage", points=3, target="d", abilities=["titan_killer:d3"]))]
        for answer in ((6,), (2,)):
            session.answer(answer)
            found.append(asked(session))
        assert found == [("to_hit", 1, ("d",)), ("damage", 1, ("d",)), ("save", 0, ("d",))]

    @rule("EPIC-46", "EPIC-50", "EPIC-61")
    def test_who_rolls_where_a_battery_fires(self) -> None:
        session = game(seat=1, a=force((3, gunner({"bp": 1})), seat=1), d=force((3, foot()), seat=0))
        found = [asked(do(session, "barrage", 3, by="a", target="d"))]
        session.answer((6, 1, 1))
        assert [*found, asked(session)] == [("to_hit", 1, ("a", "d")), ("save", 0, ("a", "d"))]

    @rule("EPIC-56", "EPIC-57", "EPIC-61", "EPIC-43")
    @pytest.mark.parametrize(("order", "blast"), [(("e", "d"), 1), (("d", "e"), 1)])
    def test_the_markers_shown_are_the_targets(self, order: tuple[str, str], blast: int) -> None:
        """The target is missed: one marker; the other formation loses a unit of its second row:
        two."""
        on = {"d": force((9, foot()), seat=1), "e": force((4, foot()), (5, foot(armour=None)), seat=1)}
        under = [{"type": "INF", "formation": name, "row": 1 if name == "e" else 0} for name in order]
        roll = {"to_hit": [[6] if name == "e" else [1] for name in order]}
        reply = ask("barrage", on, points=3, target="d", under=under, roll=roll)
        assert (reply["result"]["blast"], change(reply, "d", "blast"), change(reply, "e", "blast")) == (blast, 1, 2)
        assert (change(reply, "d", "lost"), change(reply, "e", "lost")) == (None, [0, 1])

    @rule("EPIC-61", "EPIC-43", "EPIC-161", "EPIC-178")
    def test_who_is_told_without_a_formation_is_of_the_target(self) -> None:
        on = {"d": force((4, foot()), (5, foot(armour=None)), seat=1)}
        reply = ask("barrage", on, points=3, target="d", under=[{"type": "INF", "row": 1}], roll={"to_hit": [6]})
        assert (change(reply, "d", "lost"), change(reply, "d", "blast")) == ([0, 1], 2)

    @rule("EPIC-43", "EPIC-52", "EPIC-116", "EPIC-57", "EPIC-61")
    def test_strangers_are_counted_only(self) -> None:
        """Units of no formation of the table: one dies, and somebody else's row is told with it."""
        reply = ask("barrage", {"x": force((2, foot()))}, points=3, under=[{"type": "INF", "row": 0}], roll={"to_hit": [6]})
        assert (reply["result"]["kills"], reply["result"]["blast"], reply["changes"]) == (1, 2, [])

    @rule("EPIC-43", "EPIC-52", "EPIC-116", "EPIC-57")
    @pytest.mark.parametrize(("units", "faces", "withdraws"), [(3, (6, 1, 1), True), (4, (6, 1, 1, 1), False), (1, (6,), False)])
    def test_who_withdraws(self, units: int, faces: tuple[int, ...], withdraws: bool) -> None:
        """One dies of so many: two markers break two that are left, not three; where nobody is
        left nobody withdraws."""
        session = do(game(d=force((units, foot(armour=None)), seat=1)), "barrage", faces, points=3, target="d")
        assert bool(session.prompt) == withdraws
        assert session.state.unit("d").count("broken") == withdraws

    @rule("EPIC-43", "EPIC-116", "EPIC-273")
    @pytest.mark.parametrize(
        ("critical", "faces", "gone"), [("none", {}, False), ("destroyed", {"critical:markers": [6]}, True), ("destroyed", {"critical:markers": [5]}, False)]
    )
    def test_markers_on_a_broken_engine_ask_for_criticals(self, critical: str, faces: dict[str, Any], gone: bool) -> None:
        """Missed: the one marker is a point of damage without a save or a shield, and its
        critical roll follows."""
        on = {"d": force((1, titan(dc=4, shields=1, critical=critical)), seat=1, state={"broken": True})}
        after = ask("barrage", on, points=3, target="d", roll={"to_hit": [1], **faces})["after"]["d"]
        assert (after["where"] == "destroyed", after.get("damage"), after.get("shields_down")) == (gone, None if gone else [1], None)


class TestEnginesUnderTheTemplate:
    @rule("EPIC-56", "EPIC-57", "EPIC-61", "EPIC-43", "EPIC-175", "EPIC-178")
    @pytest.mark.parametrize(
        ("reading", "unit", "save", "damage", "blast"),
        [
            ({}, {}, {}, [1], 2),
            ({"crossfire_we": "first_damage"}, {}, {}, [1], 3),
            ({}, {"armour": 3}, {"save": [4]}, None, 1),
            ({"crossfire_we": "first_damage"}, {"armour": 3}, {"save": [4]}, None, 1),
            ({}, {"shields": 1}, {}, None, 1),
        ],
    )
    def test_a_point_of_damage_in_crossfire(self, reading: dict[str, str], unit: dict[str, Any], save: dict[str, Any], damage: Any, blast: int) -> None:
        """Under fire 1, the point of damage 1, by one reading 1 for the first loss in a
        crossfire."""
        on = {"d": force((1, titan(dc=4, **unit)), seat=1)}
        reply = ask("barrage", on, reading, points=3, target="d", crossfire=True, roll={"to_hit": [6], **save})
        assert (change(reply, "d", "damage"), change(reply, "d", "lost"), change(reply, "d", "blast"), reply["result"]["blast"]) == (damage, None, blast, blast)

    @rule("EPIC-56", "EPIC-57", "EPIC-61", "EPIC-156")
    @pytest.mark.parametrize(
        ("unit", "faces", "blast"),
        [
            ({"armour": 3}, {"to_hit": [6], "save": [3]}, 2),
            ({"armour": 3}, {"to_hit": [6], "save": [2]}, 2),
            ({}, {"to_hit": [1]}, 1),
            ({"shields": 1}, {"to_hit": [6]}, 1),
            ({"shields": 3}, {"to_hit": [6]}, 1),
        ],
    )
    def test_disrupt_marks_hits(self, unit: dict[str, Any], faces: dict[str, Any], blast: int) -> None:
        """Under fire 1, and 1 for a hit that no shield stops, saved or not; on the table as well
        as told."""
        told = {"points": 3, "abilities": ["disrupt"], "roll": faces}
        here = ask("barrage", {"d": force((1, titan(dc=4, **unit)), seat=1)}, target="d", **told)
        away = ask("barrage", under=[{"type": "WE", "dc": 4, **unit}], **told)
        assert (change(here, "d", "blast"), here["result"]["blast"], away["result"]["blast"]) == (blast, blast, blast)

    @rule("EPIC-161", "EPIC-173", "EPIC-178", "EPIC-175", "EPIC-61", "EPIC-57", "EPIC-160")
    @pytest.mark.parametrize(
        ("told", "abilities", "kills", "blast"),
        [
            # a hit is a point: of three or of two nobody dies, of one the engine does; an aircraft
            # as
            # big as an engine is one
            ({"type": "WE", "dc": 3}, [], 0, 2),
            ({"type": "AC", "dc": 2}, [], 0, 2),
            ({"type": "WE"}, [], 1, 2),
            ({"type": "WE", "dc": 3, "damage": 2}, [], 1, 2),
            # a Titan Killer of six: markers for the points there were to lose
            ({"type": "WE", "dc": 3}, ["titan_killer:6"], 1, 4),
            ({"type": "WE", "dc": 3, "damage": 1}, ["titan_killer:6"], 1, 3),
            ({"type": "WE", "dc": 8}, ["titan_killer:6"], 0, 7),
            ({"type": "AV"}, ["titan_killer:6"], 1, 2),
            ({"type": "WE", "dc": 3, "abilities": ["living_metal"]}, ["titan_killer:6"], 0, 2),
            # without a number, or by a die without sides, one point
            ({"type": "WE", "dc": 3}, ["titan_killer"], 0, 2),
            ({"type": "WE", "dc": 3}, ["titan_killer:d0"], 0, 2),
            # shields that are told; a row without its formation is nobody's
            ({"type": "WE", "dc": 3, "shields": 1}, [], 0, 1),
            ({"type": "WE", "dc": 3, "row": 0}, [], 0, 2),
        ],
    )
    def test_told_engines(self, told: dict[str, Any], abilities: list[str], kills: int, blast: int) -> None:
        result = ask("barrage", points=3, under=[told], abilities=abilities, roll={"to_hit": [6]})["result"]
        assert (result["kills"], result["blast"]) == (kills, blast)

    @rule("EPIC-161", "EPIC-173", "EPIC-178", "EPIC-61")
    @pytest.mark.parametrize(
        ("row", "held", "unit", "after"),
        [
            ({"row": 0}, {}, {"shields": 1}, (None, [1])),
            ({"row": 0}, {"shields_down": [1]}, {"shields": 1}, ([1], [1])),
            ({"row": 0}, {"damage": [1]}, {}, ([2], None)),
            ({"row": 0}, {}, {"shields": 1, "dc": 1}, (None, [1])),
            ({}, {}, {"shields": 1}, (None, [1])),
            ({}, {"shields_down": [1]}, {"shields": 1}, ([1], [1])),
        ],
    )
    def test_told_engines_of_the_table(self, row: dict[str, int], held: dict[str, Any], unit: dict[str, Any], after: tuple[Any, Any]) -> None:
        """A hit meets the shield that is up, or the hull; told without its row it is the first
        of its kind."""
        on = {"d": force((1, titan(**unit)), seat=1, state=held)}
        told = {"type": "WE", "dc": unit.get("dc", 3), "formation": "d", **row}
        reply = ask("barrage", on, points=3, under=[told], roll={"to_hit": [6]})
        found = reply["after"]["d"]
        assert (found.get("damage"), found.get("shields_down"), reply["result"]["blast"]) == (*after, 2 if after[0] else 1)

    @rule("EPIC-161", "EPIC-178")
    @pytest.mark.parametrize(("unit", "after"), [(titan(dc=1, shields=1), (None, [1])), (titan(dc=1), ([1], None)), (foot(armour=None), ([1], None))])
    def test_small_engines_and_others_of_the_table(self, unit: dict[str, Any], after: tuple[Any, Any]) -> None:
        """One hit on one of two: a shield goes down, or one is lost, and not two."""
        found = ask("barrage", {"d": force((2, unit), seat=1)}, points=3, target="d", roll={"to_hit": [6, 1]})["after"]["d"]
        assert (found.get("lost"), found.get("shields_down")) == after

    @rule("EPIC-61", "EPIC-173")
    @pytest.mark.parametrize(
        ("told", "starting", "remaining"),
        [
            ({"type": "WE", "dc": 4}, 2, 2),
            ({"type": "WE", "dc": 5}, 3, 3),
            ({"type": "AC", "dc": 4}, 2, 2),
            ({"type": "INF", "count": 3}, 3, 3),
            ({"type": "INF", "count": 3, "damage": 2}, 3, 3),
            # two of three with three points: one has lost two and has one left, the other one
            ({"type": "WE", "dc": 3, "count": 2, "damage": 3}, 4, 2),
            ({"type": "WE", "dc": 3, "count": 2, "damage": 2}, 4, 3),
            ({"type": "WE", "dc": 3, "count": 2, "damage": 5}, 4, 2),
        ],
    )
    def test_dice_under_the_centre(self, told: dict[str, Any], starting: int, remaining: int) -> None:
        for reading, dice in (("starting", starting), ("remaining", remaining)):
            assert ask("barrage", None, {"template_dc": reading}, points=3, under=[{**told, "centre": True}])["result"]["dice"] == dice

    @rule("EPIC-161", "EPIC-173", "EPIC-178")
    def test_several_engines_are_told_apart(self) -> None:
        """Two of three with three points: missed, nobody dies; hit twice, the first one dies and
        takes no more. On the table each takes its own point."""
        under = [{"type": "WE", "dc": 3, "count": 2, "damage": 3}]
        assert [dice(ask("barrage", points=3, under=told), "to_hit") for told in (under, [{"type": "INF", "count": 2}])] == [[(1, 5), (1, 5)], [(2, 4)]]
        missed, hit = (ask("barrage", points=3, under=under, roll={"to_hit": faces})["result"] for faces in ([1, 1], [6, 6]))
        assert ([missed[key] for key in ("kills", "blast")], [hit[key] for key in ("kills", "blast")]) == ([0, 1], [1, 3])
        on = {"d": force((2, titan(shields=1)), seat=1)}
        told = {"points": 3, "target": "d", "roll": {"to_hit": [6, 6]}}
        assert ask("barrage", on, under=[{"type": "WE", "dc": 3, "count": 2, "row": 0}], **told)["after"]["d"] == {
            "where": "table",
            "blast": 1,
            "shields_down": [2],
        }
