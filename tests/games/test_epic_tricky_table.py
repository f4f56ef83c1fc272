"""Epic Armageddon: many small questions in one table, each answer worked out by hand from the
book."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.epic_field import RULES, ask, foot, force, game

rule = pytest.mark.rule
CRUISER = {"name": "Cruiser", "type": "SC"}
TITAN = {"name": "Titan", "type": "WE", "speed": 15, "armour": 4, "cc": 4, "ff": 4, "dc": 3, "critical": "none"}
BRAVE = foot(abilities=["fearless"])
SLOW, INDIRECT = ({"name": "Gun", "range": 60, "bp": 2, "abilities": [word]} for word in ("slow_firing", "indirect_fire"))


def found(question: str, on: Any, reading: Any, told: dict[str, Any], keys: tuple[str, ...]) -> tuple[Any, ...]:
    result = ask(question, on, reading, **told)["result"]
    return tuple(result.get(key) for key in keys)


@rule("EPIC-09", "EPIC-10", "EPIC-11", "EPIC-12", "EPIC-13", "EPIC-190", "EPIC-219")
@pytest.mark.parametrize(
    ("told", "then"),
    [
        ({"order": "advance", "initiative": 6, "roll": {"test": [1]}}, "hold"),
        ({"order": "advance", "initiative": 6, "roll": {"test": [6]}}, "advance"),
        ({"order": "ground_attack", "initiative": 6, "roll": {"test": [1]}}, "stand_down"),
        ({"order": "advance", "initiative": 6, "aircraft": True, "roll": {"test": [1]}}, "stand_down"),
        ({"order": "spacecraft", "initiative": 6, "roll": {"test": [1]}}, "delayed"),
    ],
)
def test_what_follows_a_test(told: dict[str, Any], then: str) -> None:
    assert found("action", None, None, told, ("then",)) == (then,)


@rule("EPIC-09", "EPIC-10", "EPIC-11")
@pytest.mark.parametrize(
    ("told", "passes"),
    [
        ({"order": "march", "road": True}, "1/1"),
        ({"order": "march"}, "1/6"),
        ({"order": "stand_down"}, "1/1"),
        ({"order": "cap_interception"}, "1/1"),
        ({"order": "cap"}, "1/6"),
        ({"order": "advance"}, "1/6"),
    ],
)
def test_what_needs_no_test(told: dict[str, Any], passes: str) -> None:
    odds = ask("action", initiative=6, **told)["odds"]["test"]
    assert odds["pass"] in (passes, passes.removesuffix("/1"))


@rule("EPIC-13", "EPIC-21", "EPIC-112")
@pytest.mark.parametrize(
    ("order", "held", "reading", "then"),
    [
        ("overwatch", {"overwatch": True}, {"failed_renewal": "kept"}, "overwatch"),
        ("overwatch", {"overwatch": True}, {}, "hold"),
        ("advance", {"overwatch": True}, {"failed_renewal": "kept"}, "hold"),
        ("overwatch", {}, {"failed_renewal": "kept"}, "hold"),
        ("overwatch", {"overwatch": True, "blast": 2}, {"failed_renewal": "kept"}, "withdraw"),
    ],
)
def test_a_renewal_that_fails(order: str, held: dict[str, Any], reading: dict[str, str], then: str) -> None:
    on = {"a": force((3, foot()), state=held)}
    assert found("action", on, reading, {"formation": "a", "order": order, "roll": {"test": [1]}}, ("then",)) == (then,)


@rule("EPIC-216", "EPIC-219", "EPIC-09", "EPIC-13")
@pytest.mark.parametrize(
    ("ours", "theirs", "turn", "told"),
    [(2, 3, 2, ("delayed", 4)), (2, 4, 2, ("delayed", 3)), (2, 2, 2, "another"), (1, 3, 2, ("delayed", 4)), (3, 0, 2, "not_due"), (2, 3, 3, "another")],
)
def test_spacecraft_that_fail(ours: int, theirs: int, turn: int, told: Any) -> None:
    on = {"s": force((1, CRUISER), state={"due": ours}), "t": force((1, CRUISER), state={"due": theirs})}
    reply = ask("action", on, formation="s", order="spacecraft", turn=turn, roll={"test": [1]})
    assert told == (reply["refused"]["key"] if "refused" in reply else (reply["result"]["then"], reply["result"]["due"]))


@rule("EPIC-112", "EPIC-113", "EPIC-143")
@pytest.mark.parametrize(
    ("reading", "told", "units"),
    [
        ({}, {"distance": 15}, [3, 0, 0]),
        ({"boundary": "strict"}, {"distance": 15}, [0, 0, 0]),
        ({"boundary": "strict"}, {"distance": 14}, [3, 0, 0]),
        ({"we_withdrawal": "destroyed"}, {"distance": 5}, [3, 2, 1]),
        ({"we_withdrawal": "destroyed"}, {"distance": 6}, [3, 0, 1]),
        ({"we_withdrawal": "destroyed"}, {"distance": 5, "moved": False}, [3, 0, 1]),
        ({"boundary": "strict"}, {"distance": 5}, [3, 2, 0]),
        ({}, {"enemies_within_15": 3}, [3, 2, 1]),
        ({}, {"enemies_within_15": 2}, [3, 2, 0]),
        ({}, {"enemies_within_15": 0}, [0, 0, 0]),
        ({}, {"distance": 16}, [0, 0, 0]),
    ],
)
def test_who_is_too_near(reading: dict[str, str], told: dict[str, Any], units: list[int]) -> None:
    on = {"a": force((3, foot()), (2, BRAVE), (1, TITAN))}
    assert found("withdraw", on, reading, {"formation": "a", **told}, ("units", "destroyed")) == (units, units == [3, 2, 1])


@rule("EPIC-242", "EPIC-248", "EPIC-251", "EPIC-282")
@pytest.mark.parametrize(
    ("reading", "turn", "goals", "points", "told"),
    [
        ({}, 3, [2, 1], [0, 0], (0, "26-6", True)),
        ({}, 3, [2, 2], [0, 900], (None, None, False)),
        ({}, 3, [1, 0], [0, 0], (None, None, False)),
        ({}, 4, [1, 0], [0, 250], ("draw", "16-16", True)),
        ({}, 4, [1, 0], [0, 251], (1, "18-14", True)),
        ({}, 4, [5, 0], [0, 0], (0, "30-2", True)),
        ({}, 4, [1, 2], [0, 0], (1, "24-8", True)),
        ({}, 2, [5, 0], [0, 0], (None, None, False)),
        ({"t4_diff1": "24-4"}, 4, [3, 2], [0, 0], (0, "24-4", True)),
        ({"t4_one_nil": "difference_row"}, 4, [1, 0], [0, 0], (0, "24-8", True)),
        ({"tiebreak_lead": "total"}, 4, [0, 0], [300, 200], (0, "18-14", True)),
        ({"tiebreak_lead": "total"}, 4, [0, 0], [300, 300], ("draw", "16-16", True)),
        ({"tiebreak_lead": "total"}, 4, [2, 2], [250, 0], ("draw", "16-16", True)),
    ],
)
def test_who_wins(reading: dict[str, str], turn: int, goals: list[int], points: list[int], told: Any) -> None:
    assert found("victory", None, reading, {"turn": turn, "goals": goals, "kill_points": points}, ("winner", "score", "over")) == told


@rule("EPIC-249", "EPIC-250")
@pytest.mark.parametrize(
    ("reading", "held", "points"),
    [
        ({}, {"damage": [3, 0], "lost": [0, 1]}, 138),
        ({"we_strength": "one_plus_dc"}, {"damage": [3, 0], "lost": [0, 1]}, 138),
        ({}, {"damage": [3, 0]}, 0),
        ({"half_points": "exact"}, {"damage": [3, 0], "lost": [0, 1]}, "275/2"),
        ({}, {"broken": True}, 138),
        ({}, {"broken": True, "lost": [1, 0]}, 275),
    ],
)
def test_kill_points_of_an_engine_and_three(reading: dict[str, str], held: dict[str, Any], points: Any) -> None:
    """Capacity 4 and three units: 7. Three points lost leave 4; a unit more 3, less than half."""
    on = {"a": force((1, {**TITAN, "dc": 4}), (3, foot()), points=275, state=held)}
    assert found("kill_points", on, reading, {"formation": "a"}, ("points",)) == (points,)


@rule("EPIC-158", "EPIC-157")
@pytest.mark.parametrize(
    ("weapon", "told", "ready"),
    [
        (SLOW, {"turn": 2, "fired": 1}, False),
        (SLOW, {"turn": 3, "fired": 1}, True),
        (SLOW, {"turn": 2, "fired": True}, False),
        (SLOW, {"fired": 1}, False),
        (SLOW, {"turn": 4, "fired": [1, 3]}, False),
        (SLOW, {"turn": 4, "fired": False}, True),
        (INDIRECT, {"order": "sustained", "indirect": True}, True),
        (INDIRECT, {"order": "advance", "indirect": True}, False),
        (SLOW, {"order": "sustained", "indirect": True}, False),
        ({**INDIRECT, "abilities": ["indirect_fire", "slow_firing"]}, {"order": "sustained", "indirect": True, "turn": 2, "fired": 1}, False),
    ],
)
def test_a_weapon_that_is_ready(weapon: dict[str, Any], told: dict[str, Any], ready: bool) -> None:
    assert found("weapon", None, None, {"weapon": weapon, **told}, ("may_fire",)) == (ready,)


@rule("EPIC-05", "EPIC-07", "EPIC-08", "EPIC-42", "EPIC-117", "EPIC-242")
@pytest.mark.parametrize(
    ("step", "opens", "offers"),
    [
        ("strategy", "strategy", {"strategy", "setup", "army", "garrison", "teleport", "schedule"}),
        (
            "action",
            "",
            {"action", "assault", "fire", "barrage", "regroup", "overwatch", "embark", "disembark", "touch_down", "air_assault", "planetfall", "drop_pods"},
        ),
        ("rally", "end_turn", {"end_turn", "rally", "victory"}),
        ("victory", "victory", set()),
    ],
)
def test_what_a_step_is_for(step: str, opens: str, offers: set[str]) -> None:
    """What each step offers beside the questions that may be put at any time."""
    every = set.intersection(*({each.procedure for each in RULES.step(key).offers} for key in ("strategy", "action", "rally")))
    assert (RULES.step(step).opens, {each.procedure for each in RULES.step(step).offers} - every) == (opens, offers)


@rule("EPIC-07", "EPIC-09", "EPIC-16", "EPIC-64", "EPIC-239", "EPIC-274", "EPIC-275", "EPIC-204", "EPIC-208")
@pytest.mark.parametrize("key", ["activated", "order", "todo", "marched", "rallied", "tried", "reroll_used", "done", "flak", "under_fire"])
def test_what_ends_with_the_turn(key: str) -> None:
    tracker = RULES.tracker(key)
    assert tracker
    assert tracker.lasts == "turn"


@rule("EPIC-167", "EPIC-211", "EPIC-168", "EPIC-214", "EPIC-215")
@pytest.mark.parametrize(
    ("question", "told", "key"),
    [
        ("embark", {"formation": "a", "transport": "t"}, ""),
        ("embark", {"formation": "b", "transport": "t"}, "full"),
        ("embark", {"formation": "a", "transport": "b"}, "full"),
        ("disembark", {"transport": "t", "formations": ["p"]}, ""),
        ("disembark", {"transport": "t", "formations": ["p", "a"]}, "not_aboard"),
        ("touch_down", {"formation": "t"}, "not_flying"),
        ("touch_down", {"formation": "h"}, ""),
        ("touch_down", {"formation": "w"}, "not_flying"),
        ("touch_down", {"formation": "i"}, "not_flying"),
        ("touch_down", {"formation": "h", "unload": ["p"]}, "not_aboard"),
        ("air_assault", {"formation": "h", "defender": "d", "unload": ["p"]}, "not_aboard"),
    ],
)
def test_who_rides_with_whom(question: str, told: dict[str, Any], key: str) -> None:
    """Room for four in the Titan, one taken: three find room, four do not; aircraft on a ground
    attack land, others not."""
    wing, flying = ({"name": "Wing", "type": "AC", "speed": "bomber", "ff": 4, "transport": 4}, {"flying": True, "order": "ground_attack"})
    on = {
        "a": force((3, foot())),
        "b": force((4, foot())),
        "p": force((1, foot()), state={"aboard": "t", "where": "inside"}),
        "t": force((1, {**TITAN, "transport": 4})),
        "h": force((1, wing), state=flying),
        "w": force((1, wing)),
        "i": force((1, wing), state={**flying, "order": "interception"}),
        "d": force((3, foot()), seat=1),
    }
    assert ask(question, on, **told).get("refused", {}).get("key", "") == key


FIGHTER = {"name": "Fighter", "type": "AC", "speed": "fighter", "armour": 6, "weapons": [{"name": "Guns", "range": 15, "ap": 4, "aa": 5}]}
FLAK = foot(weapons=[{"name": "Flak", "range": 30, "aa": 5, "shots": 2}, {"name": "Rifle", "range": 30, "ap": 5}])


@rule("EPIC-149", "EPIC-198", "EPIC-200", "EPIC-205", "EPIC-203", "EPIC-204", "EPIC-206")
@pytest.mark.parametrize(
    ("held", "told", "dice"),
    [
        ({}, {}, (4, 5)),
        ({"blast": 1}, {}, (2, 5)),
        ({"order": "double"}, {"moment": "disengagement"}, (4, 6)),
        ({"order": "double"}, {}, (4, 5)),
        ({"order": "sustained"}, {"moment": "disengagement"}, (4, 5)),
        ({"order": "double"}, {"moment": "disengagement", "moved": False}, (4, 5)),
        ({}, {"able": 1}, (2, 5)),
        ({"broken": True}, {}, "no_flak"),
        ({"marched": True}, {}, "no_flak"),
        ({"flak": ["f"]}, {}, "fired_at"),
        ({"flak": ["x"]}, {}, (4, 5)),
        ({}, {"fired_at": True}, "fired_at"),
        ({}, {"fired_at": "f"}, "fired_at"),
        ({}, {"fired_at": "x"}, (4, 5)),
        ({}, {"fired_at": ["x", "f"]}, "fired_at"),
    ],
)
def test_flak_of_two_guns(held: dict[str, Any], told: dict[str, Any], dice: Any) -> None:
    """Two units of two shots at 5+; rifles do not reach the sky; leaving aircraft are harder to
    hit for those who moved."""
    on = {"f": force((2, FIGHTER), seat=1), "g": force((2, FLAK), state=held)}
    reply = ask("flak", on, target="f", by="g", jink=False, **told)
    assert dice == (reply["refused"]["key"] if "refused" in reply else tuple(reply["checks"][0][key] for key in ("dice", "target")))


@rule("EPIC-206", "EPIC-144", "EPIC-50")
@pytest.mark.parametrize(
    ("speed", "abilities", "jink", "killed"),
    [
        ("fighter", [], False, "5/6"),
        ("fighter", [], True, "1/2"),
        ("fighter", ["invulnerable_save"], True, "5/12"),
        ("fighter", ["reinforced_armour"], True, "1/2"),
        ("fighter", ["reinforced_armour"], False, "25/36"),
        ("bomber", [], None, "5/6"),
    ],
)
def test_a_jink_stands_for_the_armour(speed: str, abilities: list[str], jink: bool | None, killed: str) -> None:
    """One certain hit but for a 1: what it leaves of 5/6."""
    on = {"f": force((1, {**FIGHTER, "speed": speed, "abilities": abilities}), seat=1)}
    odds = ask("flak", on, target="f", shots=[{"value": 2}], **({} if jink is None else {"jink": jink}))["odds"]["kills"]
    assert Fraction(odds["1"]) == Fraction(5, 6) * Fraction(killed)


@rule("EPIC-206")
@pytest.mark.parametrize(
    ("held", "told", "lost"),
    [
        ({}, {"jink": True}, True),
        ({}, {"jink": False}, False),
        ({"flying": True, "todo": ["shoot"]}, {"jink": True}, True),
        ({"flying": True}, {"jink": True}, False),
        ({"flying": True}, {"jink": True, "attacked": False}, True),
        ({}, {"jink": True, "attacked": True}, False),
    ],
)
def test_what_a_jink_costs(held: dict[str, Any], told: dict[str, Any], lost: bool) -> None:
    on = {"f": force((1, FIGHTER), seat=1, state=held)}
    assert found("flak", on, None, {"target": "f", "shots": [{"value": 6}], **told}, ("loses_attack",)) == (lost,)


@rule("EPIC-175", "EPIC-208", "EPIC-212")
@pytest.mark.parametrize(
    ("held", "told", "reading", "markers"),
    [
        ({}, {}, {}, 1),
        ({"under_fire": ["approach"]}, {}, {}, None),
        ({"under_fire": ["approach"]}, {"moment": "disengagement"}, {}, 1),
        ({"under_fire": ["approach"]}, {"interception": True}, {}, None),
        ({"under_fire": ["approach"]}, {"interception": True}, {"approach_bm": "two"}, 1),
        ({"under_fire": ["approach"]}, {}, {"approach_bm": "two"}, None),
    ],
)
def test_markers_of_fire_at_aircraft(held: dict[str, Any], told: dict[str, Any], reading: dict[str, str], markers: int | None) -> None:
    on = {"f": force((2, FIGHTER), seat=1, state=held)}
    reply = ask("flak", on, reading, target="f", shots=[{"value": 5}], jink=False, roll={"to_hit": [1]}, **told)
    assert reply["after"]["f"].get("blast") == markers


@rule("EPIC-41", "EPIC-42", "EPIC-47", "EPIC-44", "EPIC-46")
@pytest.mark.parametrize(
    ("held", "told", "target"),
    [
        ({}, {}, 5),
        ({}, {"order": "double"}, 6),
        ({"order": "marshal", "todo": ["shoot"]}, {}, 6),
        ({"order": "sustained", "todo": ["shoot"]}, {}, 4),
        ({"order": "double", "todo": ["shoot"]}, {"order": "sustained"}, 4),
        ({}, {"terrain": "wood"}, 6),
        ({"overwatch": True, "order": "double"}, {"as": "overwatch"}, 5),
        ({}, {"terrain": ["wood", "open"]}, 6),
        ({}, {"terrain": ["wood", "open"], "waived": ["ap"]}, 5),
        ({}, {"terrain": ["wood", "open"], "waived": ["at"]}, 6),
        ({}, {"terrain": ["wood", "open"], "waived": True}, 5),
    ],
)
def test_what_a_rifle_needs(held: dict[str, Any], told: dict[str, Any], target: int) -> None:
    """AP5+ by the card: the order told, else that of the table, else none; cover where it is not
    waived for that fire."""
    on = {"a": force((2, foot()), state=held), "d": force((2, foot()), (1, foot(name="Other")), seat=1)}
    assert ask("fire", on, by="a", target="d", **told)["checks"][0]["target"] == target


@rule("EPIC-07", "EPIC-16", "EPIC-38", "EPIC-62", "EPIC-221", "EPIC-258", "EPIC-199", "EPIC-220")
@pytest.mark.parametrize(
    ("firer", "held", "told", "key"),
    [
        (foot(), {}, {}, ""),
        (foot(), {"marched": True}, {}, "marched"),
        (foot(), {}, {"order": "march"}, "marched"),
        (foot(), {}, {"as": "overwatch"}, "no_overwatch"),
        (foot(), {"overwatch": True}, {"as": "overwatch"}, ""),
        (foot(), {"order": "advance", "todo": ["shoot"]}, {}, ""),
        (foot(), {"order": "advance"}, {}, "no_shooting"),
        (foot(), {"order": "advance", "overwatch": True}, {"as": "overwatch"}, ""),
        (foot(), {}, {"as": "pin_point"}, "no_war_engine"),
        (foot(), {}, {"target": "t", "as": "pin_point"}, ""),
        (foot(), {}, {"target": "a"}, "friend"),
        (foot(), {}, {"crossfire": True}, ""),
        (foot(), {}, {"crossfire": True, "as": "support"}, "no_crossfire"),
        (foot(), {}, {"crossfire_by": "b", "as": "support"}, "no_crossfire"),
        (FIGHTER, {}, {"crossfire": True}, "no_crossfire"),
        (FIGHTER, {}, {"crossfire_by": "b"}, "no_crossfire"),
        (CRUISER, {}, {"crossfire": True}, "no_crossfire"),
        (FIGHTER, {"landed": True}, {"crossfire": True}, ""),
    ],
)
def test_who_may_fire(firer: dict[str, Any], held: dict[str, Any], told: dict[str, Any], key: str) -> None:
    on = {"a": force((2, firer), state=held), "b": force((2, foot())), "d": force((2, foot()), seat=1), "t": force((1, TITAN), seat=1)}
    assert ask("fire", on, **{"by": "a", "target": "d", **told}).get("refused", {}).get("key", "") == key


@rule("EPIC-07", "EPIC-62")
@pytest.mark.parametrize(
    ("step", "seat", "told", "refused"),
    [("action", 0, {}, False), ("action", 1, {}, True), ("strategy", 1, {}, False), ("action", 1, {"as": "support"}, False)],
)
def test_whose_go_it_is(step: str, seat: int, told: dict[str, Any], refused: bool) -> None:
    here = game(step, seat=seat, a=force((2, foot())), d=force((2, foot()), seat=1)).state
    found_no = [no.key for no in (rule(here, by="a", target="d", **told) for rule in RULES.opening("fire").forbids) if no]
    assert ("not_yours" in found_no) is refused
