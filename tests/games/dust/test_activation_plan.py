"""The page of an activation: two actions, the lines that can fire, and nothing asked twice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.doors.ranking import foretell
from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing import drafting
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import Map
from engine.values.texts import english

RULES = RULESETS["dust"]
DASH = {f"V{n}": "-" for n in range(1, 8)}
CARBINE = {"range": "4", "values": {"S1": "2/1", "S2": "1/1", "S3": "1/1", "S4": "-", **DASH}, "kinds": []}
TUBE = {"range": "3", "values": {"S1": "1/1", "S2": "1/1", "S3": "1/1", "S4": "1/1", **DASH, "V3": "2/3"}, "kinds": ["limited"], "ammo": 3}
KNIFE = {"range": "C", "values": {"S1": "2/1", "S2": "1/1", "S3": "1/1", "S4": "-", **DASH}, "kinds": ["close"]}
SQUAD = {
    "name": "Rifles",
    "side": "axis",
    "kind": "squad",
    "armor": "S2",
    "move": 1,
    "hp": 3,
    "ap": 10,
    "models": [{"weapons": ["Carbine", "Knife"]}, {"weapons": ["Carbine", "Knife"]}, {"weapons": ["Tube", "Knife"]}],
    "weapons": {"Carbine": CARBINE, "Tube": TUBE, "Knife": KNIFE},
    "skills": [],
}


UNITS = {name: {"card": {**SQUAD, "side": side}, "seat": seat, "state": {"on_board": True}} for name, side, seat in (("a", "axis", 0), ("b", "allies", 1))}
NOW = table(RULES, {"step": "activation", "units": UNITS}, "state")


def filled(**draft: Any) -> drafting.Filled:
    """Squad a activates against squad b, both on the board."""
    plan = RULES.plan("activation")
    assert plan
    return drafting.fill(RULES, NOW, plan, Map({"unit": "a", "target": "b", **draft}))


def lines(found: drafting.Filled) -> dict[str, str]:
    """Why each line is silent, by the rule; "" where it fires."""
    return {each.key.partition("/")[2]: each.against.ref.id if each.against else "" for each in found.means}


@pytest.mark.rule("DUST-02", "DUST-03")
def test_two_actions_and_no_second_attack() -> None:
    found = {fact.key: [value for value, _ in fact.answers] for fact in filled(first="attack").facts}
    assert "attack" not in found["second"]
    assert "second" not in {fact.key for fact in filled(first="sustained").facts}


@pytest.mark.rule("DUST-47", "DUST-49")
def test_lines_out_of_reach_stay_silent() -> None:
    """At 4 squares the carbines fire; a Rocket Tube reaches 3, a knife 1."""
    at_four = lines(filled(range=4))
    assert at_four["Carbine"] == ""
    assert at_four["Tube"]
    assert at_four["Knife"]
    assert lines(filled(range=1)) == {"Carbine": "", "Tube": "", "Knife": ""}


@pytest.mark.rule("DUST-160", "DUST-34")
def test_of_a_limited_weapon_one_round_is_fired_unless_more_are_told() -> None:
    found = filled(range=2)
    rows = {row["weapon"]: row for row in found.args["lines"]}
    assert rows["Tube"]["rounds"] == 1
    assert "rounds" not in rows["Carbine"]
    more = filled(range=2, **{"rounds:a/Tube": 3})
    assert {row["weapon"]: row.get("rounds") for row in more.args["lines"]}["Tube"] == 3


@pytest.mark.rule("DUST-32")
def test_how_far_it_is_has_to_be_told_and_nothing_fires_before() -> None:
    found = filled()
    assert [fact.key for fact in drafting.facts_missing(found)] == ["range"]
    plan = RULES.plan("activation")
    assert plan
    assert plan.foretold(NOW, found.draft) is None


@pytest.mark.rule("DUST-50", "DUST-51")
def test_close_combat_invites_a_blow_back_and_is_chosen_by_hand() -> None:
    assert [row["weapon"] for row in filled(range=1).args["lines"]] == ["Carbine", "Tube"]
    knife = filled(range=1, means=("a/Knife",))
    assert [row["weapon"] for row in knife.args["lines"]] == ["Knife"]


@pytest.mark.rule("DUST-29", "DUST-31", "DUST-40", "DUST-41")
def test_the_page_foretells_what_its_lines_do() -> None:
    """Two carbines against S2 are two dice, a hit on two faces of six: of three men none falls with
    (2/3)² = 4/9, and nobody destroys three with two dice. In soft cover a hit counts two times out
    of three: nothing happens with (7/9)² = 49/81. With the tube there is a third die: all three
    fall once in 27."""
    plan = RULES.plan("activation")
    assert plan

    def fate(**draft: Any) -> tuple[Fraction, ...]:
        told = plan.foretold(NOW, filled(first="attack", second="nothing", range=3, **draft).draft)
        assert told
        assert told.targets == ("b",)
        return foretell(RULES, NOW, told, "b", lambda: None).chances

    assert fate(means=("a/Carbine",)) == (0, Fraction(5, 9))
    assert fate(means=("a/Carbine",), cover="soft") == (0, Fraction(32, 81))
    assert fate() == (Fraction(1, 27), Fraction(19, 27) - Fraction(1, 27))


@pytest.mark.rule("DUST-62")
def test_a_building_is_asked_for_where_a_reading_lets_it_cover_against_artillery() -> None:
    gun = {"range": "1-6", "values": {"S2": "2/1"}, "kinds": ["artillery"]}
    units = {**UNITS, "a": {"card": {**SQUAD, "models": [{"weapons": ["Gun"]}], "weapons": {"Gun": gun}}, "seat": 0, "state": {"on_board": True}}}
    plan = RULES.plan("activation")
    assert plan
    draft = {"unit": "a", "target": "b", "first": "attack", "second": "nothing", "range": 3}

    def rows(reading: str, **more: Any) -> Any:
        now = table(RULES, {"step": "activation", "units": units, "readings": {"artilleryStructure": reading}}, "state")
        found = drafting.fill(RULES, now, plan, Map({**draft, **more}))
        return [fact.key for fact in found.facts if "inside" in fact.key], found.args["lines"][0].get("sources")

    assert rows("structureKept", **{"target:inside": True}) == (["target:inside"], ("building",))
    assert rows("ignoresAll") == ([], None)


@pytest.mark.rule("DUST-166", "DUST-193")
def test_flames_of_some_length_ask_who_else_stands_in_them() -> None:
    """A row for each; nobody else is burnt unless he is named."""
    torch = {"range": "2", "values": {"S2": "1/1"}, "kinds": ["flamethrower"]}
    card = {**SQUAD, "models": [{"weapons": ["Torch"]}], "weapons": {"Torch": torch}}
    units = {**UNITS, "a": {"card": card, "seat": 0, "state": {"on_board": True}}, "c": {**UNITS["b"]}}
    now = table(RULES, {"step": "activation", "units": units}, "state")
    plan = RULES.plan("activation")
    assert plan
    draft = {"unit": "a", "target": "b", "first": "attack", "second": "nothing", "range": 2}
    found = drafting.fill(RULES, now, plan, Map(draft))
    assert [value for value, _ in found.means[0].facts[0].answers] == ["c"]
    assert [row["target"] for row in found.args["lines"]] == ["b"]
    burning = drafting.fill(RULES, now, plan, Map({**draft, "burns:a/Torch": ("c",)}))
    assert [row["target"] for row in burning.args["lines"]] == ["b", "c"]


@pytest.mark.rule("DUST-02", "DUST-103")
def test_a_move_is_told_with_the_rest() -> None:
    assert filled(first="move", second="move").args["leaves"] is True
    assert filled(first="move", second="move", leaves=False).args["leaves"] is False
    assert "leaves" not in filled(first="attack", second="nothing", range=1).args


@pytest.mark.rule("DUST-27", "DUST-65")
def test_whoever_reacts_is_as_far_away_as_was_told() -> None:
    """Told as three squares after the move, the enemy that reacts is three squares away until
    somebody says otherwise; and it is 33 times of a hundred that one die of six hits."""
    session = Session(RULES, NOW)
    session.dispatch(Opened("activation", filled(first="move", range=3).args))
    assert session.prompt
    assert [english(each.text) for each in session.prompt.options] == ["nobody", "Rifles, 3 squares away: one die, 33 %"]
    session.answer("b")
    assert session.prompt
    assert (session.prompt.key, session.prompt.default) == ("range:a", 3)


def test_a_line_is_left_silent_by_a_tap_and_moves_need_no_target() -> None:
    found = filled(range=1, means=("a/Carbine",))
    assert [row["weapon"] for row in found.args["lines"]] == ["Carbine"]
    moving = filled(first="move", second="move")
    assert "lines" not in moving.args
    assert not moving.means
