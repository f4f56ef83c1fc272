"""Batteries, and barrages with the other guns of their formation. Figures worked out by hand
from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.playing.session import Refused
from engine.values.maps import pairs
from tests.games.epic.table import (
    BARE,
    INV,
    ask,
    big_titan,
    chance,
    dice_and_targets,
    do,
    foot,
    force,
    game,
    gunner,
    open_prompt,
    parts_of,
    rules_against,
    state,
    tank,
    titan,
    what_is_asked,
)

rule = pytest.mark.rule
F = Fraction


ONES = (1,) * 6


WALKER = {
    "name": "Walker",
    "type": "WE",
    "dc": 3,
    "armour": 4,
    "speed": 15,
    "weapons": [
        {"name": "Launcher", "range": 60, "bp": 3, "abilities": ["slow_firing"]},
        {"name": "Gun", "range": 60, "shots": 2, "ap": 4, "abilities": ["single_shot"]},
    ],
}


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

    @rule("EPIC-57", "EPIC-157")
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
            assert what_is_asked(do(session, "barrage", 1, by="a", target="d"))[0] == "to_hit"
        else:
            with pytest.raises(Refused, match="EPIC-57"):
                do(session, "barrage", by="a", target="d")

    @rule("EPIC-41", "EPIC-61")
    @pytest.mark.parametrize(("blast", "needs"), [(0, 5), (1, 5), (2, 6)])
    def test_a_suppressed_gun_takes_no_ability_away(self, blast: int, needs: int) -> None:
        """Three guns with 1 point each, the rear one without Ignore Cover: with a marker it is
        silent, and two points hit infantry in a wood on 5+; all three need 4+, and 5+ through
        the wood; a gun alone hits on 6+."""
        guns = [{"bp": 1, "abilities": ["ignore_cover"]}, {"bp": 1, "abilities": ["ignore_cover"]}, {"bp": 1}]
        assert dice_and_targets(ask("barrage", guns=guns, blast=blast, under=[{"type": "INF", "cover": 5}]), "to_hit") == [(1, needs)]

    @rule("EPIC-61", "EPIC-154")
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
        assert len(dice_and_targets(ask("barrage", on, by="a", target="d", **told), "save")) == saves

    @rule("EPIC-46", "EPIC-57")
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
        assert dice_and_targets(ask("barrage", on, by="a", target="d", **told), "to_hit") == [(1, needs)]

    @rule("EPIC-57", "EPIC-61")
    @pytest.mark.parametrize(("told", "needs"), [({"points": 0}, []), ({"points": 3}, [(2, 4)]), ({"points": 3, "guns": []}, [(2, 4)]), ({"guns": []}, [])])
    def test_without_points_nothing_is_rolled(self, told: dict[str, Any], needs: list[Any]) -> None:
        reply = ask("barrage", under=[{"type": "INF", "count": 2}], **told)
        assert (dice_and_targets(reply, "to_hit"), chance(reply, "blast", 0)) == (needs, 0 if needs else 1)

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
        assert dice_and_targets(ask("barrage", under=[{"type": "INF", "cover": True}], **told), "to_hit") == [(1, needs)]

    @rule("EPIC-57", "EPIC-16")
    @pytest.mark.parametrize(("held", "refs"), [({}, []), ({"marched": True}, ["EPIC-16"]), ({"broken": True}, ["EPIC-109"])])
    def test_who_fires_none(self, held: dict[str, Any], refs: list[str]) -> None:
        on = {"a": force((3, gunner({"bp": 1})), state=held), "d": force((1, foot()), seat=1)}
        assert rules_against(ask("barrage", on, by="a", target="d")) == refs

    @rule("EPIC-199", "EPIC-220")
    @pytest.mark.parametrize(
        ("type", "crossfire", "refs"), [("INF", True, []), ("AC", True, ["EPIC-199"]), ("SC", True, ["EPIC-220"]), ("AC", False, []), ("SC", False, [])]
    )
    def test_crossfire_is_for_guns_on_the_ground(self, type: str, crossfire: bool, refs: list[str]) -> None:
        on = {"a": force((1, gunner({"bp": 3}) | {"type": type})), "d": force((1, foot()), seat=1)}
        assert rules_against(ask("barrage", on, by="a", target="d", crossfire=crossfire)) == refs

    @rule("EPIC-38", "EPIC-61")
    def test_a_battery_fires_at_a_place(self) -> None:
        """Nobody is its target: those told under the template are hit all the same."""
        on = {"a": force((3, gunner({"bp": 1})))}
        assert dice_and_targets(ask("barrage", on, by="a", under=[{"type": "INF", "count": 2}]), "to_hit") == [(2, 4)]

    @rule("EPIC-57", "EPIC-125")
    @pytest.mark.parametrize(("todo", "left"), [(["shoot", "regroup"], ("regroup",)), (["move", "shoot"], ())])
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
        assert (parts_of(session, unit.id), unit.trackers["fired"], unit.count("popped_up"), unit.count("activated")) == (left, pairs(**{"Gun 0": 1}), 0, 1)

    @rule("EPIC-44", "EPIC-157")
    @pytest.mark.parametrize(("blast", "under", "fired"), [(0, (0,), {"Gun 0": 1}), (1, (), {})])
    def test_a_slow_gun_reloads_only_if_it_has_fired(self, blast: int, under: tuple[int, ...], fired: dict[str, int]) -> None:
        """Nobody is under its templates; or it is suppressed, and no template is laid."""
        slow = gunner({"bp": 3, "abilities": ["slow_firing"]})
        on = {"a": force((1, slow), state={"todo": ["shoot"], "blast": blast}), "d": force((4, foot()), seat=1)}
        session = do(game(**on), "barrage", *under, by="a", target="d")
        assert (session.prompt, session.state.unit("a").trackers.get("fired", pairs())) == (None, pairs(**fired))

    @rule("EPIC-57")
    @pytest.mark.parametrize(("distance", "points"), [(30, 2), (45, 0)])
    def test_guns_beyond_their_range_bring_no_points(self, distance: int, points: int) -> None:
        """The rifle reaches 60 cm, the mortar 30."""
        both = foot(weapons=[{"name": "Rifle", "range": 60, "ap": 4}, {"name": "Mortar", "range": 30, "bp": 1}])
        on = {"a": force((2, both)), "d": force((4, foot()), seat=1)}
        assert ask("barrage", on, by="a", target="d", range=distance, under=[{"type": "INF", "count": 1}])["result"]["points"] == points

    @rule("EPIC-61", "EPIC-277")
    @pytest.mark.parametrize(("shaken", "target"), [(0, 4), (1, 5)])
    def test_points_that_are_told_are_shaken_only_by_engines_that_fire(self, shaken: int, target: int) -> None:
        gun = {"name": "Bombs", "range": 60, "bp": 3}
        on = {"a": force((1, big_titan(weapons=[gun], dc=1)), state={"blast": 1 - shaken, "shaken": [1]})}
        assert dice_and_targets(ask("barrage", on, by="a", points=3, under=[{"type": "INF", "count": 1}]), "to_hit") == [(1, target)]


class TestBarrageAndGuns:
    """A walker with a launcher of 3 barrage points (4+ on infantry) and a gun of two dice that
    hits infantry on 4+."""

    def fired(self, *answers: Any, units: int = 6, **told: Any) -> Any:
        session = game(a=force((1, WALKER), state={"order": "advance", "todo": ["shoot"]}), d=force((units, BARE), seat=1))
        return do(session, "barrage", units, *answers, by="a", target="d", direct=True, **told)

    @rule("EPIC-257", "EPIC-44")
    def test_one_attack_one_marker_for_it_and_one_count_of_losses(self) -> None:
        """One dies under the template and one by the gun: 1 + 2 markers, which four units bear;
        two attacks would be 4."""
        assert state(self.fired((6, 1, 1, 1, 1, 1), (6, 1)), "d") == {"lost": (2,), "blast": 3}

    @rule("EPIC-257")
    @pytest.mark.parametrize(("told", "target"), [({}, 4), ({"terrain": "wood"}, 5)])
    def test_the_gun_fires_into_the_same_cover(self, told: dict[str, Any], target: int) -> None:
        assert open_prompt(self.fired((1,) * 6, **told)).checks[0].targets == (target,)

    @rule("EPIC-257", "EPIC-52")
    def test_the_break_check_comes_once_at_the_end(self) -> None:
        """Four of six die under the template: 5 markers on two units would break them before the
        gun; one more dies by it."""
        session = self.fired((6, 6, 6, 6, 1, 1), (6, 1))
        assert session.state.unit("d").trackers["lost"] == (5,)
        assert session.prompt is not None
        assert session.prompt.key.startswith("withdraw")

    @rule("EPIC-257", "EPIC-56")
    @pytest.mark.parametrize(("under", "shots", "blast"), [((6, *ONES), (6, 1), 4), ((1, *ONES), (6, 1), 3), ((6, *ONES), (1, 1), 3), ((1, *ONES), (1, 1), 1)])
    def test_one_marker_more_for_the_first_loss_in_a_crossfire(self, under: tuple[int, ...], shots: tuple[int, ...], blast: int) -> None:
        assert self.fired(under, shots, units=7, crossfire=True).state.unit("d").trackers["blast"] == blast

    @rule("EPIC-257", "EPIC-157")
    @pytest.mark.parametrize(("direct", "fired"), [(True, {"Launcher", "Gun"}), (False, {"Launcher"})])
    def test_what_has_fired(self, direct: bool, fired: set[str]) -> None:
        session = game(a=force((1, WALKER), state={"order": "advance", "todo": ["shoot"]}), d=force((2, BARE), seat=1))
        do(session, "barrage", 2, (1, 1), *(((1, 1),) if direct else ()), by="a", target="d", direct=direct)
        unit = session.state.unit("a")
        assert (set(unit.trackers["fired"]), parts_of(session, unit.id)) == (fired, ())

    @rule("EPIC-257", "EPIC-159")
    def test_a_gun_alone_leaves_the_launcher_loaded(self) -> None:
        session = game(a=force((1, WALKER), state={"order": "advance", "todo": ["shoot"]}), d=force((2, BARE), seat=1))
        assert set(do(session, "fire", (1, 1), by="a", target="d").state.unit("a").trackers["fired"]) == {"Gun"}

    @rule("EPIC-257", "EPIC-43")
    def test_nobody_left_for_the_gun(self) -> None:
        session = self.fired((6, 6), units=2)
        assert (session.prompt, session.state.unit("d").where) == (None, "destroyed")

    @rule("EPIC-257", "EPIC-46")
    def test_odds_and_markers_of_both_together(self) -> None:
        """One infantry unit in the open: it lives through one die of 4+ and two of 4+ with 1/8;
        the order counts for both."""
        units = {"a": force((1, WALKER)), "d": force((1, BARE), seat=1)}
        reply = ask("barrage", units, by="a", target="d", direct=True)
        assert chance(reply, "kills", 1) == F(7, 8)
        assert chance(ask("barrage", units, by="a", target="d", direct=True, order="double"), "kills", 1) == 1 - F(2, 3) ** 3

    @rule("EPIC-257", "EPIC-116")
    def test_a_broken_target_pays_with_units(self) -> None:
        """Broken, six: one dies under the template, one by the gun, then each of the 3 markers
        kills one."""
        session = game(a=force((1, WALKER), state={"order": "advance", "todo": ["shoot"]}), d=force((6, BARE), seat=1, state={"broken": True}))
        do(session, "barrage", 6, (6, 1, 1, 1, 1, 1), (6, 1), by="a", target="d", direct=True)
        assert session.state.unit("d").trackers["lost"] == (5,)


class TestOneAttackOfAllGuns:
    """A walker with a launcher of three points and a gun of two dice, both 4+ on infantry, that
    has no armour."""

    walker = titan(weapons=[{"name": "Launcher", "range": 60, "bp": 3}, {"name": "Gun", "range": 60, "shots": 2, "ap": 4}])

    @rule("EPIC-257", "EPIC-43")
    @pytest.mark.parametrize(("held", "kills", "blast"), [({}, 2, 3), ({"broken": True}, 5, 0)])
    def test_what_both_do_is_told_together(self, held: dict[str, Any], kills: int, blast: int) -> None:
        """A hit each kills two of seven: under fire 1, losses 2. On the broken these are three
        hits more, and no marker lies there."""
        on = {"a": force((1, self.walker)), "d": force((7, foot(armour=None)), seat=1, state=held)}
        result = ask("barrage", on, by="a", target="d", direct=True, roll={"to_hit": [6, 1, 1, 1, 1, 1, 1, 6, 1]})["result"]
        assert [result[key] for key in ("hits", "kills", "blast")] == [2, kills, blast]

    @rule("EPIC-257", "EPIC-50")
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
        assert dice_and_targets(ask("barrage", on, direct=True, **told), "to_hit") == [(7, 4)]
