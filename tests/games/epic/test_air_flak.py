"""Flak. Figures worked out by hand from the book."""

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.values.events import Opened
from engine.values.maps import pairs
from tests.games.asking import change, rows
from tests.games.epic.table import (
    ALOFT,
    ARMED_FIGHTER,
    AWAY,
    FIGHTER,
    FLAK_GUN,
    SHOTS,
    answer_all,
    ask,
    bare_wing,
    battery,
    battery_of,
    chance,
    do,
    enemy_wing,
    flak_battery,
    foot,
    force,
    game,
    key,
    open_prompt,
    prompt_and_options,
    rules_against,
    state,
    tank,
    wing,
)

rule = pytest.mark.rule
F = Fraction


FLAK = foot(weapons=[{"name": "Flak", "range": 30, "aa": 5, "shots": 2}, {"name": "Rifle", "range": 30, "ap": 5}])


class TestFlak:
    @rule("EPIC-200", "EPIC-205")
    @pytest.mark.parametrize(
        ("moment", "moved", "hit"),
        [("approach", False, F(1, 2)), ("approach", True, F(1, 2)), ("disengagement", False, F(1, 2)), ("disengagement", True, F(1, 3))],
    )
    def test_one_less_at_leaving_aircraft_after_a_move(self, moment: str, moved: bool, hit: Fraction) -> None:
        reply = ask("flak", {"f": wing(1, seat=1, armour=None)}, target="f", shots=SHOTS, moment=moment, moved=moved)
        assert chance(reply, "kills", 1) == hit

    @rule("EPIC-198", "EPIC-205")
    def test_interceptors_hit_better_and_flak_of_aircraft_never_worse(self) -> None:
        units = {"f": wing(1, seat=1, armour=None), "a": wing(1)}
        attack = ask("flak", units, target="f", by="a", interception=True)
        assert (chance(attack, "kills", 1), rows(attack, "to_hit:a")) == (F(1, 2), [("air", 1, "EPIC-198")])
        assert chance(ask("flak", units, target="f", by="a", moment="disengagement", moved=True), "kills", 1) == F(1, 3)

    @rule("EPIC-206")
    @pytest.mark.parametrize(
        ("jink", "attacked", "kills", "loses"), [(False, False, F(5, 12), False), (True, False, F(1, 4), True), (True, True, F(1, 4), False)]
    )
    def test_a_jink_saves_on_four_and_costs_the_attack(self, jink: bool, attacked: bool, kills: Fraction, loses: bool) -> None:
        """4+ to hit, then a 6+ or a 4+ save."""
        reply = ask("flak", {"f": wing(1, seat=1)}, target="f", shots=SHOTS, jink=jink, attacked=attacked)
        assert (chance(reply, "kills", 1), reply["result"]["loses_attack"]) == (kills, loses)

    @rule("EPIC-206")
    def test_bombers_never_jink(self) -> None:
        units = {"f": wing(seat=1, speed="bomber")}
        assert ask("flak", units, target="f", shots=SHOTS, jink=True)["refused"]["refs"] == ["EPIC-206"]

    @rule("EPIC-206")
    def test_by_one_reading_each_aircraft_decides(self) -> None:
        """Two hits, two aircraft, one jinks: 4+ for one, no save for the other."""
        stated = {"target": "f", "shots": [{"count": 2, "value": 4}], "roll": {"to_hit": [4, 4], "save": [4]}}
        units = {"f": wing(2, seat=1, armour=None)}
        reply = ask("flak", units, {"jink": "aircraft"}, **stated, answers={"jink": 1})
        assert reply["result"]["kills"] == 1
        both = ask("flak", units, **{**stated, "roll": {"to_hit": [4, 4], "save": [4, 3]}}, answers={"jink": True})
        assert both["result"]["kills"] == 1

    @rule("EPIC-203", "EPIC-204")
    @pytest.mark.parametrize(
        ("state_of", "stated", "refs"),
        [
            ({"broken": True}, {}, ["EPIC-203"]),
            ({"marched": True}, {}, ["EPIC-203"]),
            ({"flak": ["f"]}, {}, ["EPIC-204"]),
            ({}, {"fired_at": ["f"]}, ["EPIC-204"]),
            ({}, {"fired_at": ["g"]}, None),
            ({"overwatch": True}, {}, None),
        ],
    )
    def test_who_may_fire_it(self, state_of: dict[str, Any], stated: dict[str, Any], refs: list[str] | None) -> None:
        reply = ask("flak", {"f": wing(seat=0), "b": battery(state=state_of)}, target="f", by="b", **stated)
        assert (reply["refused"]["refs"] if "refused" in reply else None) == refs

    @rule("EPIC-200", "EPIC-210")
    def test_only_flak_reaches_aircraft_and_only_in_the_air(self) -> None:
        assert ask("flak", {"f": wing(seat=1, state={"landed": True})}, target="f", shots=SHOTS)["refused"]["refs"] == ["EPIC-200"]
        shots = [{"count": 1, "type": "at", "value": 4}]
        assert ask("fire", {"f": wing(seat=1)}, target="f", shots=shots)["refused"]["refs"] == ["EPIC-200"]
        assert "refused" not in ask("fire", {"f": wing(seat=1, state={"landed": True})}, target="f", shots=shots)

    @rule("EPIC-203", "EPIC-280")
    def test_flak_is_no_action(self) -> None:
        reply = ask("flak", {"f": wing(seat=0), "b": battery(state={"overwatch": True})}, target="f", by="b", roll={"to_hit:b": [1]})
        assert (change(reply, "b", "overwatch"), reply["after"]["b"].get("activated")) == (None, None)

    @rule("EPIC-199", "EPIC-258")
    def test_no_crossfire_from_the_air(self) -> None:
        units = {"f": wing(), "d": force((2, foot()), seat=1)}
        assert ask("fire", units, by="f", target="d", crossfire=True)["refused"]["refs"] == ["EPIC-199"]

    @rule("EPIC-209")
    def test_never_suppressed_never_broken(self) -> None:
        units = {"f": wing(state={"blast": 5}), "d": force((6, foot()), seat=1)}
        assert ask("fire", units, by="f", target="d")["checks"][0]["dice"] == 2
        reply = ask("flak", {"f": wing(2, seat=1, state={"blast": 5})}, target="f", shots=SHOTS, roll={"to_hit": [1]})
        assert (change(reply, "f", "blast"), change(reply, "f", "broken")) == (6, None)

    @rule("EPIC-161", "EPIC-208")
    def test_big_aircraft_take_damage(self) -> None:
        reply = ask("flak", {"f": wing(1, seat=1, dc=2, armour=None, critical="none")}, target="f", shots=[{"count": 1, "value": 2}], roll={"to_hit": [6]})
        assert (change(reply, "f", "damage"), change(reply, "f", "blast"), reply["result"]["kills"]) == ([1], 2, 0)


class TestFlakWhereRulesMeet:
    @rule("EPIC-41", "EPIC-44")
    @pytest.mark.parametrize(("blast", "reading", "markers"), [(0, "no_attack", 1), (1, "no_attack", 1), (2, "no_attack", None), (2, "bm", 1)])
    def test_guns_that_are_all_suppressed_bring_no_marker(self, blast: int, reading: str, markers: int | None) -> None:
        on = {"b": flak_battery(blast=blast), "f": enemy_wing()}
        reply = ask("flak", on, {"all_suppressed": reading}, by="b", target="f", roll={"to_hit": [1] * (2 - blast)})
        assert change(reply, "f", "blast") == markers

    @rule("EPIC-149", "EPIC-200")
    def test_shots_may_be_told_and_something_must_be(self) -> None:
        on = {"b": force((1, tank())), "f": enemy_wing()}
        assert chance(ask("flak", on, by="b", target="f", shots=[{"value": 4}]), "kills", 1) == F(1, 2)
        stated = answered(RULESETS, {"game": "epic", "ask": "flak", "units": on, "situation": {"target": "f"}})
        assert stated["error"] == "a formation that fires or its shots are needed"

    @rule("EPIC-44", "EPIC-200")
    @pytest.mark.parametrize("reading", ["no_attack", "bm"])
    @pytest.mark.parametrize("shots", [[], [{"count": 0, "value": 4}]])
    def test_no_shot_is_no_fire(self, shots: list[Any], reading: str) -> None:
        reply = ask("flak", {"f": enemy_wing()}, {"all_suppressed": reading}, target="f", shots=shots)
        assert (reply["changes"], chance(reply, "blast", 0)) == ([], 1)

    @rule("EPIC-44", "EPIC-204")
    @pytest.mark.parametrize(
        ("reading", "blast", "answers", "markers"), [("no_attack", 1, (), 0), ("bm", 1, ("b",), 1), ("bm", 1, ("none",), 0), ("no_attack", 0, ("b", [1]), 1)]
    )
    def test_the_same_in_a_battle(self, reading: str, blast: int, answers: tuple[Any, ...], markers: int) -> None:
        on = {"f": enemy_wing(1, seat=0, state={"where": "reserve"}), "b": {**flak_battery(1, blast=blast), "seat": 1}}
        session = do(game("action", 1, {"all_suppressed": reading}, **on), "action", [6], *answers, formation="f", order="ground_attack")
        assert (session.prompt, session.state.unit("f").count("blast")) == (None, markers)

    @rule("EPIC-149", "EPIC-38")
    @pytest.mark.parametrize(
        ("by", "target", "ref"),
        [
            (force((1, tank())), enemy_wing(), "EPIC-200"),
            (flak_battery(), enemy_wing(seat=0), "EPIC-38"),
            (flak_battery(lost=[2]), enemy_wing(), "EPIC-09"),
            (flak_battery(where="reserve"), enemy_wing(), "EPIC-187"),
            (flak_battery(), enemy_wing(state={"where": "reserve"}), "EPIC-38"),
            (flak_battery(broken=True), enemy_wing(), "EPIC-203"),
            (flak_battery(), enemy_wing(), None),
        ],
    )
    def test_who_fires_at_whom(self, by: dict[str, Any], target: dict[str, Any], ref: str | None) -> None:
        assert rules_against(ask("flak", {"b": by, "f": target}, by="b", target="f")) == ([ref] if ref else [])

    @rule("EPIC-154", "EPIC-160")
    @pytest.mark.parametrize(
        ("gun", "jink", "kills"),
        [
            ({}, False, F(1, 4)),
            ({"abilities": ["macro_weapon"]}, False, F(1, 2)),
            ({"abilities": ["titan_killer:d3"]}, False, F(1, 2)),
            ({"tk": "D3"}, False, F(1, 2)),
            ({}, True, F(1, 4)),
            ({"abilities": ["macro_weapon"]}, True, F(1, 2)),
            ({"abilities": ["lance"]}, False, F(1, 4)),
        ],
    )
    def test_weapons_that_deny_saves_do_so_in_the_air(self, gun: dict[str, Any], jink: bool, kills: Fraction) -> None:
        """4+ to hit, 4+ to save; a jink stands for that save and goes with it."""
        on = {"b": force((1, tank(weapons=[{**FLAK_GUN, **gun}]))), "f": enemy_wing(1, armour=4)}
        assert chance(ask("flak", on, by="b", target="f", jink=jink), "kills", 1) == kills
        if "tk" not in gun:
            assert chance(ask("flak", on, target="f", shots=[{"value": 4, **gun}], jink=jink), "kills", 1) == kills

    @rule("EPIC-208", "EPIC-45")
    def test_hits_and_markers_are_told(self) -> None:
        """4+ with two dice at two without a save."""
        reply = ask("flak", {"b": flak_battery(), "f": enemy_wing()}, by="b", target="f", roll={"to_hit": [4, 3]})
        assert (reply["result"]["hits"], reply["result"]["kills"], reply["result"]["blast"]) == (1, 1, 2)
        assert ask("flak", {"b": flak_battery(blast=2), "f": enemy_wing()}, by="b", target="f")["odds"]["kills"] == {"0": "1"}


class TestFlakInNumbers:
    @rule("EPIC-149", "EPIC-203")
    @pytest.mark.parametrize(
        ("gunner", "asked"),
        [
            (battery_of(), True),
            (battery_of(state={"broken": True}), False),
            (battery_of(state={"marched": True}), False),
            (battery_of(state={"flak": ["f"]}), False),
            (battery_of(state={"flak": ["g"]}), True),
            (battery_of(state={"activated": True}), True),
            (battery_of(seat=0), False),
            (battery_of(state=AWAY), False),
            (force((2, foot()), seat=1), False),
            (bare_wing(seat=1, state=ALOFT), True),
            (bare_wing(seat=1, state={"landed": True}), True),
            (bare_wing(seat=1), False),
        ],
    )
    def test_who_may_fire(self, gunner: dict[str, Any], asked: bool) -> None:
        """Landed aircraft are ground units; those that have not entered are not there."""
        session = do(game(f=bare_wing(state=AWAY), b=gunner), "action", [6], formation="f", order="ground_attack")
        assert key(session) == ("flak:approach:f:1" if asked else "")

    @rule("EPIC-201", "EPIC-200")
    def test_the_enemy_is_asked_gun_by_gun(self) -> None:
        session = do(game(f=bare_wing(state=AWAY), b=battery_of(), c=battery_of()), "action", [6], formation="f", order="ground_attack")
        prompt = open_prompt(session)
        assert (prompt.asked_of, [option.key for option in prompt.options]) == (1, ["none", "b", "c"])
        prompt = open_prompt(answer_all(session, "b"))
        assert (prompt.key, prompt.asked_of, prompt.ref.id, prompt.about) == ("to_hit:b", 1, "EPIC-200", ("b", "f"))

    @rule("EPIC-200", "EPIC-202")
    def test_no_more_flak_at_who_is_shot_down(self) -> None:
        session = do(game(f=bare_wing(1, state=AWAY, speed="bomber"), b=battery_of(), c=battery_of()), "action", [6], formation="f", order="ground_attack")
        assert answer_all(session, "b", [4]).prompt is None

    @rule("EPIC-198", "EPIC-200")
    @pytest.mark.parametrize(("blast", "dice"), [(0, [1]), (1, [])])
    def test_a_characters_gun_is_silent_with_his_unit(self, blast: int, dice: list[int]) -> None:
        missile = {"name": "Chief", "type": "CH", "weapons": [{"name": "Missile", "range": 30, "aa": 4}]}
        on = {"f": bare_wing(1, seat=1), "g": force((1, foot(weapons=[])), (1, missile), state={"blast": blast})}
        assert [check["dice"] for check in ask("flak", on, target="f", by="g", jink=False)["checks"]] == dice

    @rule("EPIC-202")
    def test_flak_that_is_held_is_not_asked_again(self) -> None:
        session = do(game(f=bare_wing(1, state=AWAY), b=battery_of(), c=battery_of()), "action", [6], formation="f", order="ground_attack")
        assert prompt_and_options(session) == ("flak:approach:f:2", 1, ["none", "b", "c"])
        assert answer_all(session, "none").prompt is None

    @rule("EPIC-149", "EPIC-198")
    @pytest.mark.parametrize(("arcs", "dice", "blast"), [([], 0, None), (["left_arc"], 1, 1), (["left_arc", "right_arc"], 2, 1)])
    def test_guns_that_do_not_bear_are_no_fire(self, arcs: list[str], dice: int, blast: int | None) -> None:
        """A gun to either side: nobody fires, no marker for coming under fire."""
        guns = [{"name": "Guns", "range": 15, "aa": 5, "abilities": [arc]} for arc in ("left_arc", "right_arc")]
        session = do(game(f=bare_wing(state=AWAY), b=bare_wing(1, seat=1, state=ALOFT, weapons=guns)), "action", [6], formation="f", order="ground_attack")
        answer_all(session, "b", {"arcs": arcs}, *([[1] * dice] if dice else []))
        assert (session.prompt, state(session, "f").get("blast")) == (None, blast)

    @rule("EPIC-149", "EPIC-200")
    @pytest.mark.parametrize(("fired", "turn", "dice"), [({}, 2, [2]), ({"Flak gun": 1}, 2, []), ({"Flak gun": 1}, 3, [2]), ({"Other": 1}, 2, [2])])
    def test_a_gun_that_reloads_fires_no_flak(self, fired: dict[str, int], turn: int, dice: list[int]) -> None:
        """Slow-firing: after turn 1 again on turn 3."""
        guns = battery_of(2, state={"fired": fired}, abilities=["slow_firing"])
        session = game(turn=turn, f=bare_wing(state=ALOFT), b=guns)
        session.dispatch(Opened("flak", pairs(target="f", by="b")))
        assert [check.dice for check in (session.prompt.checks if session.prompt else ())] == dice

    @rule("EPIC-149", "EPIC-200")
    def test_a_character_has_one_gun(self) -> None:
        """Two tanks with 4+ and their commander's own 5+ with two shots: 2 dice and 2 dice."""
        hero = {"name": "Hero", "type": "CH", "weapons": [{"name": "Missile", "range": 30, "aa": 5, "shots": 2}]}
        guns = force((2, tank(weapons=[FLAK_GUN])), (1, hero), seat=1)
        checks = ask("flak", {"f": bare_wing(), "b": guns}, target="f", by="b")["checks"]
        assert [(check["dice"], check["target"]) for check in checks if check["what"].startswith("to_hit")] == [(2, 4), (2, 5)]

    @rule("EPIC-203", "EPIC-205")
    @pytest.mark.parametrize("moment", ["approach", "disengagement"])
    def test_fire_as_told_is_nobody_s(self, moment: str) -> None:
        """Without a name nobody is broken, has marched, fired or moved: 4+ on one plane without
        a save."""
        reply = ask("flak", {"f": bare_wing(1, seat=1)}, target="f", shots=SHOTS, moment=moment, jink=False)
        assert (chance(reply, "kills", 1), [check["what"] for check in reply["checks"]]) == (F(1, 2), ["to_hit"])
        session = do(game(f=bare_wing(1)), "flak", target="f", shots=SHOTS)
        assert (open_prompt(session).asked_of, open_prompt(session).about) == (1, ("f",))

    @rule("EPIC-200", "EPIC-205")
    @pytest.mark.parametrize(("order", "needs"), [("advance", 5), ("double", 5), ("march", 5), ("engage", 5), ("sustained", 4), (None, 4)])
    def test_a_gun_that_has_moved_by_its_action(self, order: str | None, needs: int) -> None:
        guns = battery_of(state={"order": order} if order else {})
        checks = ask("flak", {"f": bare_wing(), "b": guns}, target="f", by="b", moment="disengagement")["checks"]
        assert (checks[0]["what"], checks[0]["target"]) == ("to_hit:b", needs)

    @rule("EPIC-204", "EPIC-208")
    @pytest.mark.parametrize(("reading", "blast"), [("one", 1), ("two", 2)])
    def test_flak_then_interceptors(self, reading: str, blast: int) -> None:
        """Under fire twice on the approach: one marker, by one reading two, remembered once."""
        session = do(game(readings={"approach_bm": reading}, f=bare_wing(state=ALOFT), b=battery_of()), "flak", [1], by="b", target="f")
        do(session, "flak", [1], target="f", shots=SHOTS, interception=True)
        assert state(session, "f") == {"flying": True, "blast": blast, "under_fire": ("approach",)}
        assert state(session, "b") == {"flak": ("f",)}


class TestFlakOfTitans:
    @rule("EPIC-204")
    def test_who_has_fired_at_one_may_fire_at_another_and_is_remembered_for_both(self) -> None:
        """The second time nothing bears; that does not reload it against the first."""
        gun = foot(weapons=[{"name": "Flak", "range": 30, "aa": 5, "abilities": ["left_arc"]}])
        here = {"one": force((1, FIGHTER)), "two": force((1, FIGHTER)), "d": force((1, gun), seat=1, state={"flak": ["one"]})}
        session = do(game(**here), "action", [6], "d", {"arcs": []}, formation="two", order="ground_attack")
        assert session.state.unit("d").marks("flak") == ("one", "two")


@rule("EPIC-200")
@pytest.mark.parametrize(
    ("held", "stated", "dice"),
    [
        pytest.param({}, {}, (4, 5), marks=rule("EPIC-149", "EPIC-198")),
        pytest.param({"blast": 1}, {}, (2, 5), marks=rule("EPIC-149", "EPIC-198")),
        pytest.param({"order": "double"}, {"moment": "disengagement"}, (4, 6), marks=rule("EPIC-205")),
        ({"order": "double"}, {}, (4, 5)),
        pytest.param({"order": "sustained"}, {"moment": "disengagement"}, (4, 5), marks=rule("EPIC-205")),
        pytest.param({"order": "double"}, {"moment": "disengagement", "moved": False}, (4, 5), marks=rule("EPIC-205")),
        pytest.param({}, {"able": 1}, (2, 5), marks=rule("EPIC-149", "EPIC-198")),
        pytest.param({"broken": True}, {}, "no_flak", marks=rule("EPIC-203")),
        pytest.param({"marched": True}, {}, "no_flak", marks=rule("EPIC-203")),
        pytest.param({"flak": ["f"]}, {}, "fired_at", marks=rule("EPIC-204")),
        pytest.param({"flak": ["x"]}, {}, (4, 5), marks=rule("EPIC-204")),
        pytest.param({}, {"fired_at": True}, "fired_at", marks=rule("EPIC-204")),
        pytest.param({}, {"fired_at": "f"}, "fired_at", marks=rule("EPIC-204")),
        pytest.param({}, {"fired_at": "x"}, (4, 5), marks=rule("EPIC-204")),
        pytest.param({}, {"fired_at": ["x", "f"]}, "fired_at", marks=rule("EPIC-204")),
    ],
)
def test_flak_of_two_guns(held: dict[str, Any], stated: dict[str, Any], dice: Any) -> None:
    """Two units of two shots at 5+; rifles do not reach the sky; leaving aircraft are harder to
    hit for those who moved."""
    on = {"f": force((2, ARMED_FIGHTER), seat=1), "g": force((2, FLAK), state=held)}
    reply = ask("flak", on, target="f", by="g", jink=False, **stated)
    assert dice == (reply["refused"]["key"] if "refused" in reply else tuple(reply["checks"][0][key] for key in ("dice", "target")))
