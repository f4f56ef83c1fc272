"""Fire and assault on one page: weapons by their range, who is in contact row by row."""

from __future__ import annotations

from typing import Any

import pytest

from engine.doors.tables import table
from engine.playing import drafting
from engine.values.maps import Map, thawed
from engine.values.texts import english
from tests.games.epic.table import RULES

CANNON = {"name": "Cannon", "range": 75, "ap": 4, "at": 4}
LASER = {"name": "Laser", "range": 45, "at": 5}
BOLTER = {"name": "Bolter", "range": 30, "ap": 5, "shots": 2}
RUSS = {"name": "Russ", "type": "AV", "speed": 20, "armour": 4, "cc": 6, "ff": 4, "weapons": [CANNON, LASER, BOLTER]}
BOYZ = {"name": "Boyz", "type": "INF", "speed": 15, "armour": 6, "cc": 4, "ff": 6, "weapons": []}
TRUK = {"name": "Truk", "type": "AV", "speed": 30, "armour": 5, "cc": 6, "ff": 5, "weapons": []}


def card(*units: tuple[int, dict[str, Any]]) -> dict[str, Any]:
    return {"name": "A formation", "points": 300, "initiative": 2, "army": "orks", "units": [list(unit) for unit in units]}


def filled(procedure: str, blast: int = 0, tank: dict[str, Any] | None = None, **draft: Any) -> drafting.Filled:
    """Six tanks, with some markers, against ten Boyz and two Truks."""
    order = "engage" if procedure == "assault" else "advance"
    units = {
        "a": {"card": card((6, tank or RUSS)), "seat": 0, "state": {"blast": blast, "order": order}},
        "b": {"card": card((10, BOYZ), (2, TRUK)), "seat": 1},
        "c": {"card": card((4, BOYZ)), "seat": 1},
        "d": {"card": card((2, RUSS)), "seat": 0},
    }
    now = table(RULES, {"step": "action", "units": units}, "state")
    plan = RULES.plan(procedure)
    assert plan
    pair = {plan.by: "a", plan.at: "b"}
    return drafting.fill(RULES, now, plan, Map({**pair, **draft}))


def answers(found: drafting.Filled, key: str) -> list[Any]:
    return [value for fact in found.facts if fact.key == key for value, _ in fact.answers]


@pytest.mark.rule("EPIC-41")
def test_the_distance_picks_the_weapons() -> None:
    assert answers(filled("fire"), "range") == [30, 45, 75]
    silent = {cut: [english(each.text) for each in filled("fire", range=cut).means if each.against] for cut in (30, 45, 75)}
    assert silent == {30: [], 45: ["Bolter"], 75: ["Laser", "Bolter"]}


@pytest.mark.rule("EPIC-41")
@pytest.mark.parametrize(("weapons", "told"), [([CANNON, LASER], None), ([CANNON], 75), ([LASER, {**LASER, "name": "Lance"}], 45)])
def test_the_distance_is_asked_where_it_makes_a_difference(weapons: list[Any], told: int | None) -> None:
    found = filled("fire", tank={**RUSS, "weapons": weapons})
    assert (found.draft.get("range"), [fact.key for fact in drafting.facts_missing(found)]) == (told, [] if told else ["range"])


@pytest.mark.rule("EPIC-41", "EPIC-45")
def test_suppressed_tanks_roll_no_dice() -> None:
    """One marker silences one of six: five dice of the cannon, ten of the bolters."""
    found = {english(each.text): (each.dice, english(each.needs)) for each in filled("fire", blast=1, range=30).means}
    assert found == {"Cannon": (5, "AP 4+"), "Laser": (5, "AT 5+"), "Bolter": (10, "AP 5+")}


@pytest.mark.rule("EPIC-42")
def test_ap_or_at_is_the_shooters_choice() -> None:
    """More of the target can be hit by AP, so that is preset."""
    assert answers(filled("fire"), "firepower") == ["ap", "at"]
    assert filled("fire").draft["firepower"] == "ap"
    chosen = filled("fire", firepower="at", range=75)
    assert [english(each.needs) for each in chosen.means if not each.against] == ["AT 4+"]
    assert chosen.args["firepower"] == "at"


@pytest.mark.rule("EPIC-46", "EPIC-47")
def test_cover_of_some_is_told_row_by_row() -> None:
    """Boyz in woods are hidden, the Truks beside them in the open: AP dice, which hit no Truk, need
    5; the shooter may not waive what all his targets have."""
    found = filled("fire", range=75, terrain="wood", in_cover=("0",))
    assert thawed(found.args["terrain"]) == ["wood", "open_ground"]
    assert [english(each.needs) for each in found.means if not each.against] == ["AP 5+"]


@pytest.mark.rule("EPIC-69")
@pytest.mark.parametrize("rows", [["wood", "open_ground"], ["open_ground", "wood"]])
def test_the_next_page_begins_with_the_wood_that_hid_some(rows: list[str]) -> None:
    """Whether Boyz or Truks stood in it: the wood is still there, and who could shoot is new."""
    plan = RULES.plan("fire")
    assert plan
    told = Map({"by": "a", "target": "b", "range": 75, "terrain": tuple(rows), "able": 3})
    assert thawed(plan.draft(told)) == {"by": "a", "target": "b", "range": 75, "terrain": "wood"}


@pytest.mark.rule("EPIC-45")
def test_dice_are_called_by_their_weapons() -> None:
    prompt = filled("fire", range=45).prompt
    assert prompt
    assert prompt.labels
    assert [english(each) for each in prompt.labels()] == ["Cannon: AP", "Laser: AT"]


@pytest.mark.rule("EPIC-42", "EPIC-160")
@pytest.mark.parametrize(("kind", "word"), [({"mw": 2, "tk": "D3"}, "TK"), ({"mw": 3}, "MW")])
def test_a_weapon_of_its_own_kind_beside_one_with_ap_and_at(kind: dict[str, Any], word: str) -> None:
    """At a Titan the cannon uses AT; the other weapon, neither AP nor AT, has its own dice."""
    titan = {"name": "Titan", "type": "WE", "dc": 8, "armour": 4, "weapons": [CANNON, {"name": "Volcano", "range": 90, **kind}]}
    units = {"a": {"card": card((1, titan)), "seat": 0, "state": {"order": "advance"}}, "b": {"card": card((1, titan)), "seat": 1}}
    plan = RULES.plan("fire")
    assert plan
    found = drafting.fill(RULES, table(RULES, {"step": "action", "units": units}, "state"), plan, Map({"by": "a", "target": "b", "range": 75}))
    assert found.prompt
    assert found.prompt.labels
    assert [english(each) for each in found.prompt.labels()] == ["Cannon: AT", f"Volcano: {word}"]


@pytest.mark.rule("EPIC-84", "EPIC-89")
def test_an_assault_is_told_row_by_row() -> None:
    """Four of six tanks touch, the rest shoot; of the Boyz six are in contact and three near."""
    found = filled("assault", fought="mixed", **{"cc:a:0": 4, "cc:b:0": 6, "ff:b:0": 3, "cc:b:1": 0, "ff:b:1": 2})
    assert thawed(found.args["engaged"]) == {"a": {"cc": [4], "ff": [2]}, "b": {"cc": [6, 0], "ff": [3, 2]}}
    assert [(each.dice, english(each.needs)) for each in found.means] == [(6, "CC 6+ FF 4+"), (9, "CC 4+ FF 6+"), (2, "FF 5+")]
    assert found.prompt
    assert found.prompt.kind == "roll"


@pytest.mark.rule("EPIC-95", "EPIC-86")
def test_supporters_of_both_sides_are_named_and_a_charge_may_fall_short() -> None:
    found = filled("assault", support_attacker=("d",), support_defender=("c",))
    assert thawed(found.args["supporters"]) == [{"formation": "d"}, {"formation": "c"}]
    assert filled("assault", reached=False).args == Map({"attacker": "a", "defender": "b", "reached": False})


HOWITZER = {"name": "Howitzer", "range": 120, "bp": 1, "abilities": ["indirect_fire"]}
GUN = {"name": "Gun", "type": "AV", "speed": 20, "armour": 5, "cc": 6, "ff": 5, "weapons": [HOWITZER]}


def shelling(order: str = "advance", **draft: Any) -> drafting.Filled:
    """Three guns of a point each, one of them suppressed, at ten Boyz and two Truks."""
    units = {
        "a": {"card": card((3, GUN)), "seat": 0, "state": {"blast": 1, "order": order}},
        "b": {"card": card((10, BOYZ), (2, TRUK)), "seat": 1},
        "c": {"card": card((4, BOYZ)), "seat": 1},
    }
    plan = RULES.plan("barrage")
    assert plan
    return drafting.fill(RULES, table(RULES, {"step": "action", "units": units}, "state"), plan, Map({"by": "a", "target": "b", **draft}))


@pytest.mark.rule("EPIC-57", "EPIC-58")
def test_a_barrage_says_its_points_and_who_is_silent() -> None:
    """Two points: one template, AP 5+ and AT 6+, no more markers."""
    points, gun = shelling().means
    assert (english(points.text), [english(note) for note in points.notes], english(points.needs)) == ("2 barrage points", ["one template"], "AP 5+ AT 6+")
    assert english(gun.notes[-1]) == "one of 3 suppressed"


@pytest.mark.rule("EPIC-158")
def test_indirect_fire_reaches_twice_as_far() -> None:
    assert answers(shelling(), "range") == [120]
    assert answers(shelling("sustained"), "range") == [120, 240]


@pytest.mark.rule("EPIC-59", "EPIC-61")
def test_a_die_for_everybody_under_the_templates() -> None:
    """Four Boyz of the target and one Truk, two Boyz beside them: 5+ at foot, 6+ at a Truk."""
    told = {"under:b:0": 4, "under:b:1": 1, "also": ("c",), "under:c:0": 2}
    found = shelling(**told)
    assert found.prompt
    assert [(check.dice, check.targets) for check in found.prompt.checks] == [(4, (5,)), (1, (6,)), (2, (5,))]
    assert [english(text) for text in found.prompt.labels()] == ["Boyz", "Truk", "Boyz"]
    assert found.args["laid"] == (4, 1)


ORDERS = ("advance", "double", "march", "engage", "sustained", "overwatch", "marshal", "hold")


def declaring(
    state: dict[str, Any] | None = None,
    unit: dict[str, Any] | None = None,
    whole: dict[str, Any] | None = None,
    beside: dict[str, Any] | None = None,
    initiative: int = 2,
    **draft: Any,
) -> drafting.Filled:
    """Six tanks, or other units, against a mob; a formation beside them may still have to act."""
    tanks = {**(whole or card((6, {**RUSS, **(unit or {})}))), "initiative": initiative}
    units = {"a": {"card": tanks, "seat": 0, "state": state or {}}, "b": {"card": card((10, BOYZ)), "seat": 1}}
    if beside is not None:
        units["c"] = {"card": card((2, RUSS)), "seat": 0, "state": beside}
    plan = RULES.plan("action")
    assert plan
    return drafting.fill(RULES, table(RULES, {"step": "action", "units": units}, "state"), plan, Map({"formation": "a", **draft}))


@pytest.mark.rule("EPIC-10", "EPIC-11", "EPIC-25")
def test_actions_say_how_far_and_what_they_need() -> None:
    """Tanks of 20 cm, initiative 2+; a marker makes it 3+, but Orks charge and double at +2."""
    found = {each.key: (english(each.notes[0]), each.needs) for each in declaring({"blast": 1}).means}
    assert tuple(found) == ORDERS
    assert found["advance"] == ("one move up to 20 cm, then shoot", "3+")
    assert found["march"] == ("three moves up to 20 cm each, no shooting", "3+")
    assert found["double"][0] == "two moves up to 20 cm each, then shoot at -1"


@pytest.mark.rule("EPIC-18", "EPIC-19", "EPIC-76")
def test_what_is_seen_of_a_formation_bears_on_its_actions() -> None:
    """Out of coherency it has to move; a March by road needs no die."""
    found = {each.key: each for each in declaring(seen=("out_of_coherency", "road")).means}
    assert [key for key, each in found.items() if each.against] == ["sustained", "overwatch"]
    assert english(found["march"].needs) == "auto"
    assert declaring(seen=("road",), means="march").args == Map({"formation": "a", "order": "march", "road": True})
    assert "road" not in declaring(seen=("road",), means="advance").args


@pytest.mark.rule("EPIC-30", "EPIC-125")
@pytest.mark.parametrize(
    ("unit", "seen"),
    [
        ({}, ["road", "out_of_coherency", "in_zoc"]),
        ({"abilities": ["skimmer"]}, ["road", "out_of_coherency", "in_zoc", "pop_up"]),
        ({"type": "AC", "speed": "fighter"}, []),
        ({"type": "SC"}, []),
    ],
)
def test_only_skimmers_pop_up_and_nothing_is_seen_of_craft(unit: dict[str, Any], seen: list[str]) -> None:
    assert answers(declaring(unit=unit), "seen") == seen


@pytest.mark.rule("EPIC-125")
def test_skimmers_that_are_lost_pop_up_no_more() -> None:
    both = card((1, {**RUSS, "abilities": ["skimmer"]}), (2, RUSS))
    assert "pop_up" in answers(declaring(whole=both), "seen")
    assert "pop_up" not in answers(declaring({"lost": [1, 0]}, whole=both), "seen")


@pytest.mark.rule("EPIC-09", "EPIC-65")
def test_all_the_rest_may_stay_on_overwatch() -> None:
    """Only who is on overwatch, and only where nobody else has still to act."""
    assert "stay" not in {each.key for each in declaring().means}
    assert "stay" in {each.key for each in declaring({"overwatch": True}).means}
    assert "stay" not in {each.key for each in declaring({"overwatch": True}, beside={}).means}
    staying = declaring({"overwatch": True}, means="stay")
    assert staying.args == Map({"formation": "a", "order": "overwatch", "stay": True})
    assert declaring().args == Map({"formation": "a"})


@pytest.mark.rule("EPIC-09", "EPIC-10")
def test_an_action_that_is_forbidden_needs_nothing_and_says_why() -> None:
    found = {each.key: each for each in declaring({"broken": True}).means}
    assert {(each.needs, bool(each.against)) for each in found.values()} == {("", True)}
    free = {each.key: (english(each.needs), bool(each.against)) for each in declaring().means}
    assert free == {order: ("auto" if order in ("double", "engage") else "2+", False) for order in ORDERS}  # where Orks have +2 no die is needed
    assert english(found["sustained"].notes[0]) == "no move, shoot at +1"


@pytest.mark.rule("EPIC-10", "EPIC-76")
def test_what_cannot_fail_needs_no_die() -> None:
    sure = {each.key: english(each.needs) for each in declaring(initiative=1).means}
    assert set(sure.values()) == {"auto"}


@pytest.mark.rule("EPIC-133")
@pytest.mark.parametrize(("order", "along", "told"), [("engage", ("c",), ("c",)), ("engage", (), None), ("advance", ("c",), None)])
def test_others_go_along_in_an_engage_alone(order: str, along: tuple[str, ...], told: Any) -> None:
    assert declaring(means=order, along=along).args.get("along") == told


CHOPPA = {"name": "Choppa", "range": "contact", "abilities": ["extra_attacks:1", "first_strike"]}
NOB = {"name": "Nob", "type": "INF", "speed": 15, "armour": 4, "cc": 4, "ff": 5, "weapons": [CHOPPA]}
SPEEDER = {"name": "Speeder", "type": "LV", "speed": 35, "armour": 4, "cc": 6, "ff": 5, "abilities": ["skimmer"], "weapons": []}


def charging(**draft: Any) -> drafting.Filled:
    """Two Nobs and two Speeders charge four Boyz; two more Boyz stand by them."""
    units = {
        "a": {"card": card((2, NOB), (2, SPEEDER)), "seat": 0, "state": {"order": "engage"}},
        "b": {"card": card((4, BOYZ)), "seat": 1},
        "c": {"card": card((2, BOYZ)), "seat": 1},
    }
    plan = RULES.plan("assault")
    assert plan
    return drafting.fill(RULES, table(RULES, {"step": "action", "units": units}, "state"), plan, Map({"attacker": "a", "defender": "b", **draft}))


@pytest.mark.rule("EPIC-89", "EPIC-150", "EPIC-151")
def test_first_strikes_and_extra_attacks_are_among_the_dice() -> None:
    """Two Nobs in contact: a die each, and one more each that strikes first."""
    nobs = charging().means[0]
    assert (nobs.dice, nobs.needs, [english(note) for note in nobs.notes[1:]]) == (4, "CC 4+", ["first strike"])


@pytest.mark.rule("EPIC-84", "EPIC-128")
def test_skimmers_may_shoot_in_contact() -> None:
    found = charging(fought="mixed", **{"cc:a:0": 1, "ff:a:0": 0, "skim:a:1": 2})
    assert found.args["engaged"]["a"] == Map({"cc": (1, 0), "ff": (0, 0), "ff_in_contact": (0, 2)})
    assert [(english(each.text), each.needs) for each in found.means[:2]] == [("1 Nob", "CC 4+"), ("2 Speeder", "FF 5+")]


@pytest.mark.rule("EPIC-95")
def test_of_supporters_only_those_near_enough_fire() -> None:
    found = charging(support_defender=("c",), **{"near:c": 1})
    assert found.args["supporters"] == (Map({"formation": "c", "units": (1,)}),)
    assert (found.means[-1].dice, found.means[-1].needs) == (1, "FF 6+")
    assert found.prompt
    assert [english(text) for text in found.prompt.labels()] == ["Nob: close combat"]
