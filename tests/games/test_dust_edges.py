"""Dust Tactics: rules cited by attacks, and the other sides of rare readings. Expected values are worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.asking import ask
from tests.games.dust_cards import H, M, assault, dist, hero, refused, shot, squad, tell, walker, weapon
from tests.games.test_dust_tricky import seated

rule = pytest.mark.rule
RADIO = {"o": {"card": squad(2, skills=["artillery_strike"])}}


@rule("DUST-30", "DUST-51", "DUST-53", "DUST-56", "DUST-57", "DUST-62", "DUST-65", "DUST-121", "DUST-125", "DUST-134", "DUST-155", "DUST-157", "DUST-158",
      "DUST-159", "DUST-160", "DUST-165", "DUST-167")
@pytest.mark.parametrize(("told", "ref"), [
    ({}, "DUST-30"), ({"value": "2~3"}, "DUST-155"), ({"value": "1/1-2/1", "ammo": 3}, "DUST-157"), ({"value": "1/man"}, "DUST-158"),
    ({"value": "1/skull"}, "DUST-159"), ({"kinds": ["limited"], "ammo": 3}, "DUST-160"), ({"reach": "A", "range": 5}, "DUST-56"),
    ({"reach": "A", "range": 5, "as": "indirect", "observer": "o", "others": RADIO}, "DUST-57"), ({"reach": "A", "range": 5, "cover": "soft"}, "DUST-62"),
    ({"as": "reaction"}, "DUST-65"), ({"reach": "1", "as": "charge"}, "DUST-121"), ({"reach": "C", "as": "retaliation"}, "DUST-51"),
    ({"reach": "C", "cover": "hard"}, "DUST-53"), ({"kinds": ["flamethrower"], "cover": "hard"}, "DUST-165"), ({"kinds": ["grenade"], "cover": "soft"}, "DUST-167"),
    ({"named": 2, "skills": ["sniper"]}, "DUST-134"), ({"target": hero(skills=["heroic_attack"]), "skills": ["heroic_attack"]}, "DUST-125")])
def test_a_line_cites_what_is_special_about_it(told: dict[str, Any], ref: str) -> None:
    plain = {"DUST-28", "DUST-29", "DUST-30", "DUST-31"}
    assert ref in shot(**told)["refs"]
    assert ref == "DUST-30" or {*shot()["refs"]} == plain


@rule("DUST-162", "DUST-30")
def test_knives_are_counted_by_their_own_rule() -> None:
    reply = shot(by=squad(3, {"Knife": weapon("1/1", "C")}), weapon="Knife")
    assert [row["ref"] for row in reply["checks"][0]["dice_rows"]] == ["DUST-162"]
    assert "DUST-30" in shot(by=hero(weapons={"Knife": weapon("1/1", "C")}), weapon="Knife")["refs"]


@rule("DUST-39", "DUST-42")
@pytest.mark.parametrize("target", [squad(), hero()])
def test_no_word_about_cover_that_is_not_there(target: Any) -> None:
    """A squad in the open, and a lone hero behind a wall: neither has any."""
    cover = "hard" if target["kind"] == "hero" else "none"
    assert "DUST-167" not in shot(kinds=["grenade"], target=target, cover=cover)["refs"]


@rule("DUST-113", "DUST-115", "DUST-117", "DUST-125", "DUST-137")
@pytest.mark.parametrize(("skill", "ref"), [
    ("all_in_one", "DUST-113"), ("assault", "DUST-115"), ("berserk", "DUST-117"), ("heroic_attack", "DUST-125"), ("tank_head", "DUST-137")])
def test_what_is_used_once_a_game_cites_its_own_rule(skill: str, ref: str) -> None:
    units = {"u": seated(0, hero(skills=[skill]), used=[skill])}
    declared = ["move", "tank_head"] if skill == "tank_head" else ["move", "attack"]
    assert tell("actions", units, unit="u", declared=declared, skills=[] if skill == "tank_head" else [skill])["rules"] == [ref]


@rule("DUST-127", "DUST-168")
@pytest.mark.parametrize(("reading", "one"), [("any", Fraction(8, 27)), ("firstRoll", Fraction(10, 27))])
def test_the_medal_and_the_end_of_a_chain(reading: str, one: Fraction) -> None:
    """One die: a hit, a miss (2/9); or a miss, the medal's hit, a miss (4/27). Any die: the first way has its medal too (2/3 of it is left)."""
    by = hero(weapons={"Gun": weapon("1/1", "4", "laser")}, skills=["medal_of_honor"])
    found = dist(shot(by=by, skills=["medal_of_honor"], readings={"medalDie": reading}))
    assert (found[0], found[1]) == (Fraction(4, 9), one)


@rule("DUST-127", "DUST-168")
@pytest.mark.parametrize(("faces", "damage"), [
    ({"attack": [H, M], "chain": [H, M], "medal": [H, M]}, 3), ({"attack": [H, H], "chain": [M, H, M]}, 3)])
def test_the_medal_after_the_first_roll_of_a_laser(faces: Any, damage: int) -> None:
    """Two dice by the narrow reading: where both hit at first there is no die for the medal."""
    by = hero(weapons={"Gun": weapon("2/1", "4", "laser")}, skills=["medal_of_honor"])
    reply = shot(by=by, skills=["medal_of_honor"], readings={"medalDie": "firstRoll"}, roll=faces)
    assert (reply["result"]["damage"], "medal" in reply["after"]["a"]) == (damage, "medal" in faces)


@rule("DUST-168", "DUST-169")
def test_no_number_stands_beyond_the_last_one_counted() -> None:
    """Every die of a sustained laser once more: 26 hits and all beyond are one outcome."""
    found = shot(kinds=["laser"], sustained=True, readings={"laserSustained": "allDice"})["odds"]["damage"]
    assert [key for key in found if key.endswith("+") or int(key) > 25] == ["26+"]
    assert found["1"] == "8/27"


@rule("DUST-124", "DUST-129", "DUST-10")
@pytest.mark.parametrize(("card", "dx", "dy", "point", "step"), [
    (squad(skills=["fast"]), 2, 2, False, True), (squad(skills=["fast"]), 2, 1, True, True), (squad(skills=["fast"]), 3, 0, False, False),
    (squad(skills=["fast"]), -2, -2, False, True), (walker(skills=["scout_vehicle"]), 3, 3, False, True), (walker(skills=["scout_vehicle"]), 4, 4, False, False),
    (squad(), 1, 1, True, True), (squad(), 2, 2, False, False)])
def test_a_square_more_is_a_point_or_a_step(card: Any, dx: int, dy: int, point: bool, step: bool) -> None:
    """Diagonals cost 1, then 2: (2, 2) needs 3 points, with a free diagonal step and one point it is reached."""
    legal = [tell("move", {"u": {"card": card}}, {"bonusSquare": reading}, unit="u", declared=["move"], dx=dx, dy=dy, round=1, entering=False)["legal"]
             for reading in ("point", "step")]
    assert legal == [point, step]


@rule("DUST-124", "DUST-10")
def test_a_free_step_is_not_paid_for_twice() -> None:
    found = tell("move", {"u": {"card": squad(skills=["fast"])}}, {"bonusSquare": "step"}, unit="u", dx=1, dy=0)
    assert (found["cost"], found["points"]) == (1, 2)


@rule("DUST-43")
@pytest.mark.parametrize(("reading", "chance"), [("stays", "19/27"), ("reset", "7/27")])
def test_damage_of_an_earlier_attack_on_a_trap(reading: str, chance: str) -> None:
    """Three dice of 2 damage, 4 hit points, 2 told as damaged: one hit does it, or by the other reading two."""
    reply = shot("1/2", 3, target={"kind": "trap"}, at={"damage": 2}, readings={"elementDamage": reading})
    assert reply["odds"]["destroyed"]["yes"] == chance


@rule("DUST-43")
def test_two_lines_of_one_attack_add_up_on_a_trap() -> None:
    units = {"a": seated(0, squad(1, {"One": weapon("1/2"), "Two": weapon("1/2")})), "t": seated(1, {"kind": "trap"})}
    reply = assault(units, ("One", "t"), ("Two", "t"), readings={"elementDamage": "reset"}, roll={"attack:0": [H], "attack:1": [H]})
    assert reply["after"]["t"]["where"] == "destroyed"
    assert refused(ask("dust", "attack", {**units, "t": {**units["t"], "state": reply["after"]["t"]}}, attacker="a", weapon="One", target="t")) == ["DUST-180"]
