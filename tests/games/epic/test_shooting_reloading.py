"""Weapons that reload, markers of silenced fire, what fire leaves of an action. Figures worked
out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.epic.table import (
    against,
    ask,
    chance,
    do,
    foot,
    force,
    game,
    good_shot,
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


class TestWhoFires:
    @rule("EPIC-45")
    @pytest.mark.parametrize(("by", "found"), [({"by": "a"}, ("to_hit", 1, ("a", "d"))), ({}, ("to_hit", 1, ("d",)))])
    def test_the_enemy_of_the_target_rolls(self, by: dict[str, str], found: Any) -> None:
        session = game(seat=1, a=force((2, foot()), seat=1), d=force((2, foot()), seat=0))
        assert what_is_asked(do(session, "fire", target="d", shots=[good_shot()], **by)) == found

    @rule("EPIC-38", "EPIC-63")
    @pytest.mark.parametrize(
        "manner",
        [
            pytest.param({}, marks=rule("EPIC-07", "EPIC-16")),
            pytest.param({"as": "overwatch"}, marks=rule("EPIC-62")),
            pytest.param({"as": "support"}, marks=rule("EPIC-95")),
        ],
    )
    def test_nobody_in_particular(self, manner: dict[str, str]) -> None:
        """Dice told without a firer: nothing forbids them, and nobody has acted afterwards."""
        session = do(game(a=force((2, foot())), d=force((9, foot(armour=None)), seat=1)), "fire", (6, 1), target="d", shots=[good_shot(2)], **manner)
        assert session.prompt is None
        assert session.state.unit("d").trackers["lost"] == (1,)
        assert not any(unit.count("activated") for unit in session.state.units.values())

    @rule("EPIC-43", "EPIC-63")
    def test_supporting_fire_is_no_action(self) -> None:
        """It kills, marks nobody, and the supporter stays on overwatch, popped up, with all it
        has to do."""
        held = {"overwatch": True, "popped_up": True, "todo": ["move", "shoot"]}
        session = game(seat=1, a=force((1, gunner({"ap": 4})), state=held), d=force((2, foot(armour=None)), seat=1))
        session.overrule(Opened("fire", pairs(by="a", target="d", **{"as": "support"})))
        session.answer((6,))
        unit = session.state.unit("a")
        assert ([unit.count(each) for each in ("overwatch", "popped_up", "activated")], parts_of(session, unit.id), state(session, "d")) == (
            [1, 1, 0],
            ("move", "shoot"),
            {"lost": (1,)},
        )

    @rule("EPIC-95", "EPIC-96")
    def test_an_ability_of_extra_attacks_is_theirs_alone(self) -> None:
        """A supporter's own 5+, saved on 4+, kills one time in six; the macro-weapon's 5+ one
        time in three."""
        arm = {"name": "Blades", "abilities": ["small_arms", "extra_attacks:1", "macro_weapon"]}
        on = {"a": force((1, foot(ff=5, weapons=[arm]))), "d": force((4, tank()), seat=1)}
        reply = ask("fire", on, by="a", target="d", **{"as": "support"})
        assert [chance(reply, "kills", n) for n in range(3)] == [F(5, 9), F(7, 18), F(1, 18)]

    @rule("EPIC-63", "EPIC-64")
    @pytest.mark.parametrize(
        ("manner", "todo", "left", "watching"), [({}, ["shoot", "regroup"], ("regroup",), 0), ({}, ["move", "shoot"], (), 0), ({"as": "overwatch"}, [], (), 0)]
    )
    def test_what_is_left_of_its_action(self, manner: dict[str, str], todo: list[str], left: tuple[str, ...], watching: int) -> None:
        """After the shooting of a Marshal it regroups; slow guns reload, a slow launcher has not
        fired."""
        card = gunner({"ap": 4, "abilities": ["slow_firing"]}, {"bp": 1, "abilities": ["slow_firing"]}, {"ap": 4})
        held = {"todo": todo, "popped_up": True, **({"overwatch": True} if manner else {})}
        session = do(game(a=force((1, card), state=held), d=force((9, foot()), seat=1)), "fire", ((1,), (1,)), by="a", target="d", **manner)
        unit = session.state.unit("a")
        assert (parts_of(session, unit.id), unit.count("overwatch"), unit.count("popped_up"), unit.count("activated")) == (left, watching, 0, 1)
        assert unit.trackers["fired"] == pairs(**{"Gun 0": 1})

    @rule("EPIC-141", "EPIC-157")
    @pytest.mark.parametrize(("abilities", "fired"), [([], None), (["single_shot"], pairs(**{"Gun 0": 1})), (["slow_firing"], pairs(**{"Gun 0": 1}))])
    def test_a_characters_gun_is_spent_too(self, abilities: list[str], fired: Any) -> None:
        chief = gunner({"ap": 4, "abilities": abilities}) | {"type": "CH"}
        session = do(game(a=force((1, foot(weapons=[])), (1, chief)), d=force((9, foot()), seat=1)), "fire", (1,), by="a", target="d")
        assert session.state.unit("a").trackers.get("fired") == fired

    @rule("EPIC-157", "EPIC-159")
    @pytest.mark.parametrize("ability", ["slow_firing", "single_shot"])
    @pytest.mark.parametrize(
        ("held", "told", "fired"),
        [
            ({}, {"range": 30}, {"Missile": 3}),
            # out of its range, out of its arc, suppressed at the rear, lost, or out of sight
            ({}, {"range": 31}, {}),
            ({}, {"arcs": ["rear_arc"]}, {}),
            ({"blast": 1}, {}, {}),
            ({"lost": [0, 1]}, {}, {}),
            ({}, {"able": [2, 0]}, {}),
            # dice as the players tell them are nobody's weapon
            ({}, {"shots": [good_shot(3, "at")]}, {}),
        ],
    )
    def test_a_weapon_that_keeps_silent_stays_loaded(self, ability: str, held: dict[str, Any], told: dict[str, Any], fired: dict[str, int]) -> None:
        guns, missile = tank(weapons=[{"name": "Gun", "range": 75, "at": 4}]), {"name": "Missile", "range": 30, "at": 4, "abilities": [ability, "forward_arc"]}
        on = {"a": force((2, guns), (1, tank(name="Launcher", weapons=[missile])), state=held), "d": force((9, tank()), seat=1)}
        session = do(game(turn=3, **on), "fire", by="a", target="d", **told)
        faces = [(1,) * check.dice for check in open_prompt(session).checks]
        session.answer(tuple(faces) if len(faces) > 1 else faces[0])
        assert session.state.unit("a").trackers.get("fired", pairs()) == pairs(**fired)

    @rule("EPIC-157")
    def test_a_weapon_reloads_while_others_fire(self) -> None:
        """Fired on turn 1, silent on turn 2 beside a gun that fires, it is ready on turn 3."""
        on = {"a": force((1, gunner({"at": 4}, {"at": 5, "abilities": ["slow_firing"]})), state={"fired": {"Gun 1": 1}}), "d": force((9, tank()), seat=1)}
        session = do(game(turn=2, **on), "fire", (1,), by="a", target="d")
        assert session.state.unit("a").trackers["fired"] == pairs(**{"Gun 1": 1})
        assert len(open_prompt(do(game(turn=3, **on), "fire", by="a", target="d")).checks) == 2

    @rule("EPIC-57", "EPIC-157")
    @pytest.mark.parametrize(("told", "fired"), [({"range": 45}, {"Gun 0": 1, "Gun 1": 1}), ({"range": 60}, {"Gun 1": 1})])
    def test_a_gun_too_far_for_the_barrage_stays_loaded(self, told: dict[str, Any], fired: dict[str, int]) -> None:
        guns = gunner({"bp": 2, "range": 45, "abilities": ["slow_firing"]}, {"bp": 2, "range": 60, "abilities": ["slow_firing"]})
        on = {"a": force((1, guns)), "d": force((9, foot()), seat=1)}
        after = ask("barrage", on, by="a", target="d", under=[{"type": "INF", "formation": "d", "row": 0}], roll={"to_hit": [1]}, **told)["after"]
        assert after["a"]["fired"] == fired

    @rule("EPIC-41", "EPIC-42")
    @pytest.mark.parametrize(("held", "told", "needs"), [({}, {}, 4), ({"order": "double"}, {}, 5), ({"order": "double"}, {"order": "sustained"}, 3)])
    def test_the_order_as_declared_or_told(self, held: dict[str, Any], told: dict[str, Any], needs: int) -> None:
        on = {"a": force((1, gunner({"ap": 4})), state=held), "d": force((9, foot()), seat=1)}
        assert ask("fire", on, by="a", target="d", **told)["checks"][0]["target"] == needs

    @rule("EPIC-47")
    @pytest.mark.parametrize(
        ("waived", "each", "needs"), [(["at"], True, [4, 4]), (["at"], False, [5, 4]), (["ap"], False, [4, 5]), (True, False, [4, 4]), (False, True, [4, 5])]
    )
    def test_cover_waived_by_shot_or_by_type(self, waived: Any, each: bool, needs: list[int]) -> None:
        """Half of the light vehicles stand in a wood: AP and AT at 4+, one harder where the
        cover is not waived."""
        on = {"d": force((1, tank(type="LV")), (1, tank(type="LV")), seat=1)}
        reply = ask("fire", on, target="d", terrain=["wood", "open_ground"], waived=waived, shots=[good_shot(waived=each), good_shot(type="at")])
        assert [check["target"] for check in reply["checks"][:2]] == needs

    @rule("EPIC-44", "EPIC-57")
    @pytest.mark.parametrize(
        ("guns", "held", "told", "markers"),
        [
            # no attack without a shot, by the letter; range and sight alone, by the other reading
            ([{"ap": 4}], {"blast": 1}, {}, (0, 1)),
            ([{"ap": 4}], {}, {"able": [0]}, (0, 0)),
            ([{"ap": 4}], {}, {"able": 0}, (0, 0)),
            ([], {}, {}, (0, 0)),
            ([{"ap": 4, "abilities": ["slow_firing"]}], {"fired": {"Gun 0": 1}}, {}, (0, 1)),
            ([{"ap": 4, "abilities": ["slow_firing"]}, {"aa": 5}], {"fired": {"Gun 0": 1}}, {}, (0, 1)),
            # a battery can shoot, though a barrage has its own dice; not when it is suppressed or
            # reloads
            ([{"bp": 1}], {}, {}, (1, 1)),
            ([{"bp": 1}], {"blast": 1}, {}, (0, 1)),
            ([{"bp": 1, "abilities": ["slow_firing"]}], {"fired": {"Gun 0": 1}}, {}, (0, 1)),
            # nobody shoots where no shots are told
            ([{"ap": 4}], {}, {"shots": []}, (0, 0)),
            ([{"ap": 4}], {"blast": 1}, {"shots": []}, (0, 0)),
            ([{"bp": 1}], {}, {"shots": [good_shot(0)]}, (0, 0)),
        ],
    )
    def test_the_marker_for_coming_under_fire(self, guns: list[Any], held: dict[str, Any], told: dict[str, Any], markers: tuple[int, int]) -> None:
        on = {"a": force((1, gunner(*guns)), state=held), "d": force((9, foot()), seat=1)}
        for reading, blast in zip(("no_attack", "bm"), markers, strict=True):
            assert chance(ask("fire", on, {"all_suppressed": reading}, by="a", target="d", **told), "blast", blast) == 1

    @rule("EPIC-44", "EPIC-93")
    @pytest.mark.parametrize("reading", ["no_attack", "bm"])
    @pytest.mark.parametrize("told", [{"shots": []}, {"pods": 2}])
    def test_no_marker_by_nobody(self, reading: str, told: dict[str, Any]) -> None:
        """Neither a firer nor a shot; pods bring markers only where they are what fires."""
        assert chance(ask("fire", {"d": force((9, foot()), seat=1)}, {"all_suppressed": reading}, target="d", **told), "blast", 0) == 1

    @rule("EPIC-221", "EPIC-258")
    @pytest.mark.parametrize(
        ("held", "told", "refs"),
        [
            ({}, {}, []),
            ({"lost": [0, 1]}, {}, ["EPIC-221"]),
            ({"lost": [0, 1]}, {"crossfire": True}, ["EPIC-258", "EPIC-221"]),
            ({}, {"crossfire": True}, ["EPIC-258"]),
        ],
    )
    def test_pin_point_attacks_need_an_engine_that_stands(self, held: dict[str, Any], told: dict[str, Any], refs: list[str]) -> None:
        on = {"d": force((2, foot()), (1, titan()), seat=1, state=held)}
        assert rules_against(ask("fire", on, target="d", shots=[good_shot(type="mw")], **{"as": "pin_point"}, **told)) == refs


class TestOutcomesInWords:
    @rule("EPIC-43", "EPIC-52")
    @pytest.mark.parametrize(
        ("units", "held", "told"),
        [
            # 4+ hits, no save: a dead unit of three leaves two with two markers, which break; one
            # of
            # four leaves three, which hold
            (3, {}, {"breaks": F(1, 2), "holds_out": F(1, 2)}),
            (4, {}, {"holds_out": F(1)}),
            (1, {}, {"destroyed": F(1, 2), "breaks": F(1, 2)}),
            # broken already: the marker of coming under fire kills one anyway
            (2, {"broken": True}, {"destroyed": F(1, 2), "holds_out": F(1, 2)}),
        ],
    )
    def test_fire(self, units: int, held: dict[str, Any], told: dict[str, Fraction]) -> None:
        on = {"d": force((units, foot(armour=None)), seat=1, state=held)}
        reply = ask("fire", on, target="d", shots=[{"count": 1, "type": "ap", "value": 4}])
        assert {key: F(value) for key, value in reply["odds"]["fate"].items()} == told

    @rule("EPIC-187", "EPIC-253")
    def test_a_barrage_that_nobody_in_particular_fires(self) -> None:
        assert against(game(d=force((3, foot()), seat=1)), "barrage", points=3) == ""
