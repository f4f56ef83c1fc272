"""Units under the templates. Figures worked out by hand from the book."""

from typing import Any

import pytest

from engine.values.events import Opened
from engine.values.maps import pairs
from engine.values.texts import english
from tests.games.asking import change
from tests.games.epic.table import BARE, INV, ask, dice_and_targets, do, foot, force, game, gunner, rules_against, state, tank, titan, what_is_asked

rule = pytest.mark.rule


class TestUnderTheTemplates:
    """In the battle the table counts who lies under them; a question without a count takes the
    whole formation."""

    GUN = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1}])  # read only

    @rule("EPIC-59", "EPIC-61")
    def test_the_table_says_row_by_row_who_is_under_them(self) -> None:
        """Of five and two units, the second row already lost one: two and one are hit for
        certain, and have no save."""
        target = force((5, BARE), (2, {**BARE, "name": "Others"}), (1, {**BARE, "name": "Gone"}), seat=1, state={"lost": [0, 1, 1]})
        session = do(game(a=force((3, self.GUN)), d=target), "barrage", by="a", target="d")
        assert session.prompt
        assert (session.prompt.key, session.prompt.most, session.prompt.default, session.prompt.asked_of) == ("under:0", 5, 5, 0)
        assert english(session.prompt.text) == "Force: how many of Bare Infantry are under the template?"
        session.answer(2)
        assert session.prompt
        assert (session.prompt.key, session.prompt.most) == ("under:1", 1)
        session.answer(1)
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [2, 1]
        session.answer(((6, 6), (6,)))
        assert session.state.unit("d").trackers["lost"] == (2, 2, 1)

    @rule("EPIC-59", "EPIC-60")
    def test_one_of_two_engines(self) -> None:
        engine = {"name": "Engine", "type": "WE", "dc": 2, "armour": 6}
        session = do(game(a=force((3, self.GUN)), d=force((2, engine), seat=1)), "barrage", 1, by="a", target="d")
        assert session.prompt
        assert [check.dice for check in session.prompt.checks] == [1]

    @rule("EPIC-57", "EPIC-61")
    @pytest.mark.parametrize(
        ("step", "fired", "told", "asked"),
        [
            ("action", {}, {"target": "d"}, "under:0"),
            ("strategy", {}, {"target": "d"}, "to_hit"),
            ("action", {}, {}, None),
            ("action", {"Howitzer": 1}, {"target": "d"}, None),
        ],
    )
    def test_when_the_table_is_asked(self, step: str, fired: dict[str, int], told: dict[str, str], asked: str | None) -> None:
        """Not for a question outside the battle, not without a target, not by guns that reload."""
        gun = foot(weapons=[{"name": "Howitzer", "range": 90, "bp": 1, "abilities": ["slow_firing"]}])
        session = game(step, a=force((3, gun), state={"fired": fired}), d=force((4, BARE), seat=1))
        session.overrule(Opened("barrage", pairs(by="a", **told)))
        assert (session.prompt.key if session.prompt else None) == asked

    @rule("EPIC-59", "EPIC-61")
    @pytest.mark.parametrize("told", [{"under": [{"type": "INF", "count": 1, "formation": "d", "row": 0}]}, {"by": None, "points": 3}])
    def test_what_is_told_is_not_asked(self, told: dict[str, Any]) -> None:
        situation = {"by": "a", "target": "d", **told}
        session = do(game(a=force((3, self.GUN)), d=force((4, BARE), seat=1)), "barrage", **{key: value for key, value in situation.items() if value})
        assert session.prompt
        assert session.prompt.key == "to_hit"

    @rule("EPIC-59", "EPIC-57")
    def test_nobody_under_them_is_nobody_hit(self) -> None:
        session = do(game(a=force((3, self.GUN)), d=force((4, BARE), seat=1)), "barrage", 0, by="a", target="d")
        assert (session.prompt, state(session, "d")) == (None, {})

    @rule("EPIC-57", "EPIC-62")
    def test_a_battery_on_overwatch_fires_its_barrage(self) -> None:
        """A formation moves; the battery answers: three points, 4+ on the two that are under the
        template; both die."""
        session = game(seat=1, a=force((3, self.GUN), state={"overwatch": True}), d=force((6, BARE), seat=1))
        do(session, "action", (6,), formation="d", order="advance")
        session.answer("a")
        session.answer({"able": 3})
        assert session.prompt
        assert session.prompt.key == "under:0"
        session.answer(2)
        session.answer((4, 4))
        unit = session.state.unit("a")
        assert (session.state.unit("d").trackers["lost"], session.state.unit("d").count("blast")) == ((2,), 3)
        assert (unit.count("overwatch"), unit.count("activated")) == (0, 1)


class TestRowsUnderTheTemplate:
    @rule("EPIC-61", "EPIC-72")
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
        ((_, to_hit),) = dice_and_targets(reply, "to_hit")
        (found,) = (check for check in reply["checks"] if check["what"] == "save")
        rows = sum(row["amount"] for row in found["modifiers"])
        assert (to_hit, found["target"], rows) == (needs, save, -1 if crossfire and "fortification" not in terrain.values() else 0)

    @rule("EPIC-61", "EPIC-71")
    @pytest.mark.parametrize(("cover", "needs", "save"), [(None, 4, []), (False, 4, []), (True, 5, []), (4, 5, [(1, 4)]), (1, 5, [(1, 1)])])
    def test_the_cover_of_told_units(self, cover: Any, needs: int, save: list[Any]) -> None:
        told = {"type": "INF"} if cover is None else {"type": "INF", "cover": cover}
        reply = ask("barrage", points=3, under=[told])
        assert (dice_and_targets(reply, "to_hit"), dice_and_targets(reply, "save")) == ([(1, needs)], save)

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
        assert (reply["result"]["kills"], len(dice_and_targets(reply, "save")), reply["result"]["blast"]) == (kills, 1, 1 + kills)

    @rule("EPIC-46", "EPIC-160")
    def test_who_rolls_where_no_battery_is_told(self) -> None:
        """The enemy of the target throws to hit and for damage, its owner saves, whoever's go it
        is."""
        session = game(seat=0, d=force((1, titan(abilities=[INV], dc=6)), seat=0))
        found = [what_is_asked(do(session, "barrage", points=3, target="d", abilities=["titan_killer:d3"]))]
        for answer in ((6,), (2,)):
            session.answer(answer)
            found.append(what_is_asked(session))
        assert found == [("to_hit", 1, ("d",)), ("damage", 1, ("d",)), ("save", 0, ("d",))]

    @rule("EPIC-46", "EPIC-61")
    def test_who_rolls_where_a_battery_fires(self) -> None:
        session = game(seat=1, a=force((3, gunner({"bp": 1})), seat=1), d=force((3, foot()), seat=0))
        found = [what_is_asked(do(session, "barrage", 3, by="a", target="d"))]
        session.answer((6, 1, 1))
        assert [*found, what_is_asked(session)] == [("to_hit", 1, ("a", "d")), ("save", 0, ("a", "d"))]

    @rule("EPIC-56", "EPIC-43")
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

    @rule("EPIC-61", "EPIC-43")
    def test_who_is_told_without_a_formation_is_of_the_target(self) -> None:
        on = {"d": force((4, foot()), (5, foot(armour=None)), seat=1)}
        reply = ask("barrage", on, points=3, target="d", under=[{"type": "INF", "row": 1}], roll={"to_hit": [6]})
        assert (change(reply, "d", "lost"), change(reply, "d", "blast")) == ([0, 1], 2)

    @rule("EPIC-43", "EPIC-57")
    def test_strangers_are_counted_only(self) -> None:
        """Units of no formation of the table: one dies, and somebody else's row is told with it."""
        reply = ask("barrage", {"x": force((2, foot()))}, points=3, under=[{"type": "INF", "row": 0}], roll={"to_hit": [6]})
        assert (reply["result"]["kills"], reply["result"]["blast"], reply["changes"]) == (1, 2, [])

    @rule("EPIC-43", "EPIC-52")
    @pytest.mark.parametrize(("units", "faces", "withdraws"), [(3, (6, 1, 1), True), (4, (6, 1, 1, 1), False), (1, (6,), False)])
    def test_who_withdraws(self, units: int, faces: tuple[int, ...], withdraws: bool) -> None:
        """One dies of so many: two markers break two that are left, not three; where nobody is
        left nobody withdraws."""
        session = do(game(d=force((units, foot(armour=None)), seat=1)), "barrage", faces, points=3, target="d")
        assert bool(session.prompt) == withdraws
        assert session.state.unit("d").count("broken") == withdraws

    @rule("EPIC-43", "EPIC-116")
    @pytest.mark.parametrize(
        ("critical", "faces", "gone"), [("none", {}, False), ("destroyed", {"critical:markers": [6]}, True), ("destroyed", {"critical:markers": [5]}, False)]
    )
    def test_markers_on_a_broken_engine_ask_for_criticals(self, critical: str, faces: dict[str, Any], gone: bool) -> None:
        """Missed: the one marker is a point of damage without a save or a shield, and its
        critical roll follows."""
        on = {"d": force((1, titan(dc=4, shields=1, critical=critical)), seat=1, state={"broken": True})}
        after = ask("barrage", on, points=3, target="d", roll={"to_hit": [1], **faces})["after"]["d"]
        assert (after["where"] == "destroyed", after.get("damage"), after.get("shields_down")) == (gone, None if gone else [1], None)


class TestEnginesAndOthersUnderTemplates:
    """Who is told by formation and kind stands on the table: its card says the rest, its losses
    are kept."""

    @rule("EPIC-61", "EPIC-220")
    def test_an_orbital_bombardment_of_two_formations(self) -> None:
        """Five points, macro-weapon: one of two units of the first formation dies, none of the
        second; one marker each, one for the loss."""
        on = {
            "s": force((1, {"name": "Cruiser", "type": "SC", "weapons": [{"name": "Lances", "bp": 5, "abilities": ["macro_weapon"]}]})),
            "a": force((2, tank()), (5, foot()), seat=1),
            "b": force((5, foot()), seat=1),
        }
        under = [{"type": "INF", "count": 2, "formation": "a"}, {"type": "INF", "formation": "b"}]
        reply = ask("barrage", on, by="s", under=under, roll={"to_hit": [[4, 1], [1]]})
        assert [change(reply, "a", "lost"), change(reply, "a", "blast"), change(reply, "b", "lost"), change(reply, "b", "blast")] == [[0, 1], 2, None, 1]

    @rule("EPIC-116", "EPIC-57")
    def test_a_broken_formation_loses_for_every_marker(self) -> None:
        """One of three dies; the markers for the fire and for the loss are two hits more."""
        on = {"a": force((5, foot(armour=5)), seat=1, state={"broken": True})}
        reply = ask("barrage", on, points=3, target="a", under=[{"type": "INF", "count": 3}], roll={"to_hit": [4, 4, 1], "save": [4, 5]})
        assert (change(reply, "a", "lost"), reply["result"]["kills"]) == ([3], 3)

    @rule("EPIC-173", "EPIC-178")
    @pytest.mark.parametrize(
        ("reading", "held", "dice", "after"),
        [
            ("starting", {}, 4, (4, [2], [2])),
            ("starting", {"damage": [2], "shields_down": [2]}, 4, (6, [2], [6])),
            ("remaining", {"damage": [3], "shields_down": [2]}, 3, (5, [2], [6])),
            ("remaining", {"damage": [2], "shields_down": [1]}, 3, (4, [2], [4])),
        ],
    )
    def test_an_engine_under_the_centre(self, reading: str, held: dict[str, Any], dice: int, after: tuple[Any, ...]) -> None:
        """Capacity 8: half is 4, of 5 or 6 points left 3. Eight points bring a marker for the
        fire, one more, one for each point."""
        reply = ask(
            "barrage",
            {"w": force((1, titan(dc=8, shields=2)), seat=1, state=held)},
            {"template_dc": reading},
            points=8,
            target="w",
            under=[{"type": "WE", "centre": True}],
            roll={"to_hit": [6] * dice},
        )
        found = reply["after"]["w"]
        assert (reply["result"]["dice"], found["blast"], found["shields_down"], found["damage"]) == (dice, *after)

    @rule("EPIC-61", "EPIC-171")
    def test_engines_told_one_by_one_are_different_ones(self) -> None:
        """Two of three, the first under the centre: two dice of capacity 4 on it, one on the
        next."""
        on = {"w": force((3, titan(dc=4)), seat=1)}
        reply = ask("barrage", on, points=3, target="w", under=[{"type": "WE", "centre": True}, {"type": "WE"}], roll={"to_hit": [[6, 1], [6]]})
        assert (reply["after"]["w"]["damage"], reply["after"]["w"]["hulls"]) == ([2], {"0": [1, 0, 1, 0, 0, 0]})

    @rule("EPIC-61", "EPIC-161")
    def test_a_kind_the_formation_has_not_is_counted_only(self) -> None:
        reply = ask("barrage", {"a": force((5, foot()), seat=1)}, points=3, target="a", under=[{"type": "AV"}], roll={"to_hit": [5]})
        assert (reply["result"]["kills"], change(reply, "a", "blast"), change(reply, "a", "lost")) == (1, 2, None)

    @rule("EPIC-61", "EPIC-171")
    def test_engines_of_two_formations_are_each_their_front_ones(self) -> None:
        """The front engine of the second formation has one point left of two."""
        on = {"w": force((1, titan(dc=2)), seat=1), "v": force((2, titan(dc=2)), seat=1, state={"damage": [1]})}
        under = [{"type": "WE", "formation": "w"}, {"type": "WE", "formation": "v"}]
        assert change(ask("barrage", on, points=3, under=under, roll={"to_hit": [[1], [6]]}), "v", "lost") == [1]

    @rule("EPIC-61", "EPIC-43")
    def test_a_row_that_is_gone_is_passed_over(self) -> None:
        on = {"a": force((2, foot()), (5, foot(armour=None)), seat=1, state={"lost": [2, 0]})}
        assert change(ask("barrage", on, points=3, target="a", under=[{"type": "INF"}], roll={"to_hit": [6]}), "a", "lost") == [2, 1]

    @rule("EPIC-61", "EPIC-43")
    def test_no_more_die_than_there_are(self) -> None:
        on = {"a": force((2, foot(armour=None)), (9, tank()), seat=1)}
        reply = ask("barrage", on, points=3, target="a", under=[{"type": "INF", "count": 4}], roll={"to_hit": [6] * 4})
        assert change(reply, "a", "lost") == [2, 0]

    @rule("EPIC-44", "EPIC-41")
    @pytest.mark.parametrize(
        ("reading", "told", "markers"),
        [
            ("no_attack", {"guns": [2, 2], "blast": 2}, None),
            ("bm", {"guns": [2, 2], "blast": 2}, 1),
            ("bm", {"by": "g"}, 1),
            ("no_attack", {"by": "g"}, None),
            ("bm", {"by": "n"}, None),
            ("bm", {"guns": [2, 2], "blast": 2, "target": None}, None),
            ("bm", {"guns": [2, 2], "blast": 1, "under": []}, None),
        ],
    )
    def test_guns_that_are_all_suppressed(self, reading: str, told: dict[str, Any], markers: int | None) -> None:
        """The marker needs a target; while one gun can fire, only those under its template get
        one."""
        gun = tank(weapons=[{"name": "Gun", "range": 60, "bp": 2}])
        on = {"g": force((2, gun), state={"blast": 2}), "n": force((2, foot())), "a": force((5, foot()), seat=1)}
        assert change(ask("barrage", on, {"all_suppressed": reading}, **{"target": "a", **told}), "a", "blast") == markers

    @rule("EPIC-16", "EPIC-57")
    def test_no_barrage_on_a_march(self) -> None:
        on = {"g": force((2, tank(weapons=[{"name": "Gun", "range": 60, "bp": 2}]))), "a": force((5, foot()), seat=1)}
        assert [rules_against(ask("barrage", on, target="a", by="g", order=order)) for order in ("march", "double")] == [["EPIC-16"], []]
        assert rules_against(ask("barrage", points=3, order="march")) == ["EPIC-16"]
