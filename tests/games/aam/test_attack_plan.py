"""The page of an attack: its answers are all that make a difference, and nothing is asked after
it."""

from __future__ import annotations

import json
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.games.aam import refs
from engine.playing import drafting
from engine.playing.plan import DeedPlan
from engine.values.maps import Map
from engine.values.table import GameState
from tests.games.asking import ask

RULES = RULESETS["aam"]
PACK = Path(__file__).resolve().parents[3] / "carddb" / "packs" / "aam.json"
CARDS = {each["card"]["name"]: each["card"] for each in json.loads(PACK.read_text("utf-8"))["cards"]}
FAR = 20


def plan() -> DeedPlan:
    found = RULES.plan("attack")
    assert found
    return found


def table(**units: tuple[int, str]) -> GameState:
    """An assault phase of the first seat with these cards."""
    game = Game(RULESETS)
    cards = {name: {"seat": seat, "card": CARDS[card]} for name, (seat, card) in units.items()}
    game.do({"do": "start", "game": "aam", "state": {"step": "first_assault", "units": cards}})
    return game.on.state


def filled(now: GameState, **draft: Any) -> drafting.Filled:
    return drafting.fill(RULES, now, plan(), Map({"attacker": "a", "target": "b", **draft}))


def answers(found: drafting.Filled, key: str) -> list[Any]:
    return [value for fact in found.facts if fact.key == key for value, _ in fact.answers]


@pytest.mark.rule("AAM-13", "AAM-96")
@pytest.mark.parametrize(
    ("by", "at", "nearest"),
    [
        ("M4A1 Sherman", "Panzer II Ausf. C", [0, 1, 2, 5]),  # the bands of the card, the same hex apart
        ("Panzer IV Ausf. G", "M4A1 Sherman", [0, 1, 2, 5, 9]),  # Extended Range 10 at a Vehicle
        ("Panzer IV Ausf. G", "Bazooka", [0, 1, 2, 5]),  # and not at a Soldier
    ],
)
def test_distances_are_those_the_card_tells_apart(by: str, at: str, nearest: list[int]) -> None:
    assert answers(filled(table(a=(0, by), b=(1, at))), "range") == nearest


@pytest.mark.rule("AAM-13", "AAM-96")
def test_distances_by_their_names() -> None:
    """Extended Range 10: the long band at a Vehicle goes to 10."""
    found = filled(table(a=(0, "Panzer IV Ausf. G"), b=(1, "M4A1 Sherman")))
    [shown] = [[text for _, text in fact.answers] for fact in found.facts if fact.key == "range"]
    assert shown == ["0", "1", "2–4", "5–8", "9–10"]


def among(**units: tuple[int, str, tuple[str, ...]]) -> GameState:
    """Units of a type with some abilities."""
    cards = {
        name: {"seat": seat, "card": {"type": kind, "defense": [4], "soldiers": [6] * 3, "vehicles": [6] * 3, "abilities": dict.fromkeys(abilities, True)}}
        for name, (seat, kind, abilities) in units.items()
    }
    game = Game(RULESETS)
    game.do({"do": "start", "game": "aam", "state": {"step": "first_assault", "units": cards}})
    return game.on.state


@pytest.mark.rule("AAM-42", "AAM-86")
@pytest.mark.parametrize(("kind", "abilities", "swims"), [("soldier", (), False), ("vehicle", (), False), ("vehicle", ("amphibious",), True)])
def test_in_a_pond_stands_what_swims(kind: str, abilities: tuple[str, ...], swims: bool) -> None:
    found = filled(among(a=(0, "soldier", ()), b=(1, kind, abilities)))
    assert answers(found, "terrain") == ["clear", "hill", "forest", "town", "marsh", *(["pond"] if swims else [])]


@pytest.mark.rule("AAM-86")
@pytest.mark.parametrize(
    ("by", "at", "friend", "foe", "asked"),
    [
        (("indirect_fire",), "soldier", ("spotter",), (), True),
        ((), "soldier", ("spotter",), (), False),
        (("indirect_fire",), "vehicle", ("spotter",), (), False),  # Indirect Fire is at Soldiers
        (("indirect_fire",), "soldier", (), (), False),
        (("indirect_fire",), "soldier", (), ("spotter",), False),  # the enemy's Spotter does not help
    ],
)
def test_a_spotter_is_asked_for_where_he_helps(by: tuple[str, ...], at: str, friend: tuple[str, ...], foe: tuple[str, ...], asked: bool) -> None:
    now = among(a=(0, "soldier", by), b=(1, at, ()), c=(0, "soldier", friend), d=(1, "soldier", foe))
    assert answers(filled(now), "spotted") == (["", 1] if asked else [])


@pytest.mark.rule("AAM-54", "AAM-46")
def test_the_side_is_asked_of_who_has_two_and_not_in_the_same_hex() -> None:
    now = table(a=(0, "M4A1 Sherman"), b=(1, "Panzer IV Ausf. G"), c=(1, "Bazooka"))
    assert answers(filled(now), "arc") == ["front", "rear"]
    assert answers(filled(now, range=0), "arc") == []
    assert answers(filled(now, target="c"), "arc") == []


@pytest.mark.rule("AAM-13", "AAM-54")
def test_presets_lead_straight_to_the_dice() -> None:
    """13 dice at medium range, a front of 5."""
    found = filled(table(a=(0, "Panzer IV Ausf. G"), b=(1, "M4A1 Sherman")))
    assert found.args == Map({"attacker": "a", "target": "b", "range": 2, "arc": "front", "terrain": "clear"})
    assert found.prompt
    assert [(check.dice, check.targets, check.needs) for check in found.prompt.checks] == [(13, (4,), 5)]
    assert not found.against


@pytest.mark.rule("AAM-14", "AAM-53")
@pytest.mark.parametrize(
    ("by", "first"),
    [
        ("M1 Garand Rifle", ["c", "b"]),  # no dice at Vehicles at medium range
        ("Mortar M2", ["c", "b"]),  # 4 dice there, against a front of 5
        ("M4A1 Sherman", ["b", "c"]),  # 11 dice at 5, 9 at 4: as they stand
    ],
)
def test_whom_the_dice_can_hurt_comes_first(by: str, first: list[str]) -> None:
    now = table(a=(0, by), b=(1, "Panzer IV Ausf. G"), c=(1, "Motorized Schutzen"))
    assert [each.unit.id for each in drafting.targets(RULES, now, plan(), "a")] == first


@pytest.mark.rule("AAM-13", "AAM-86")
def test_the_page_of_defensive_fire() -> None:
    """The same hex or the next, which is preset."""
    page = RULES.plan("defensive_fire")
    assert page
    found = drafting.fill(RULES, among(a=(1, "soldier", ()), b=(0, "vehicle", ())), page, Map({"attacker": "a", "target": "b"}))
    assert [(fact.preset, [text for _, text in fact.answers]) for fact in found.facts if fact.key == "range"] == [(1, ["0", "1"])]


@pytest.mark.rule("AAM-86", "AAM-13")
@pytest.mark.parametrize(("abilities", "asked"), [((), []), (("blast",), ["c", "d"])])
def test_others_in_the_hex_are_asked_for_with_blast(abilities: tuple[str, ...], asked: list[str]) -> None:
    """Friend and enemy alike."""
    now = among(a=(0, "soldier", abilities), b=(1, "soldier", ()), c=(0, "soldier", ()), d=(1, "vehicle", ()))
    assert answers(filled(now), "others") == asked


@pytest.mark.rule("AAM-54", "AAM-13")
def test_a_road_is_asked_for_where_it_takes_cover_away() -> None:
    game = Game(RULESETS)
    units = {name: {"seat": seat, "card": {"type": "soldier", "defense": [4], "soldiers": [6] * 3}} for name, seat in (("a", 0), ("b", 1))}
    for reading, asked in (("base_terrain", []), ("none", [False, True])):
        game.do({"do": "start", "game": "aam", "state": {"step": "first_assault", "units": units, "readings": {"road_cover": reading}}})
        assert answers(filled(game.on.state, terrain="forest"), "road") == asked


@pytest.mark.rule("AAM-86", "AAM-91")
@pytest.mark.parametrize(("terrain", "asked"), [("clear", []), ("forest", ["c"])])
def test_a_pinpointer_is_asked_for_against_cover(terrain: str, asked: list[str]) -> None:
    """He makes cover harder against Soldiers of his army."""
    now = among(a=(0, "soldier", ()), b=(1, "soldier", ()), c=(0, "soldier", ("pinpointer",)))
    assert answers(filled(now, terrain=terrain), "commanders") == asked


@pytest.mark.rule("AAM-86")
@pytest.mark.parametrize(("answer", "told"), [("", None), (1, 1)])
def test_who_sees_for_himself_tells_of_no_spotter(answer: Any, told: Any) -> None:
    now = among(a=(0, "soldier", ("indirect_fire",)), b=(1, "soldier", ()), c=(0, "soldier", ("spotter",)))
    assert filled(now, spotted=answer).args.get("spotted") == told


@pytest.mark.rule("AAM-133", "AAM-91")
def test_a_commander_is_named_on_the_page_where_he_counts() -> None:
    """The Captain's only ability takes cover from enemies: he counts against a target in it."""
    now = table(a=(0, "M4A1 Sherman"), c=(0, '"Red Devil" Captain'), b=(1, "Panzer IV Ausf. G"))
    near = {terrain: answers(filled(now, terrain=terrain), "commanders") for terrain in ("clear", "forest")}
    asked = {terrain: filled(now, terrain=terrain).prompt for terrain in near}
    assert all(prompt and prompt.kind == "roll" for prompt in asked.values()), asked
    assert near["clear"] == []


@pytest.mark.law
def test_all_distances_of_one_answer_roll_alike() -> None:
    """Every pair of cards with an ability about distances, at every distance."""
    keys = ("extended_range", "enhanced_range", "limited_range", "superior_camouflage", "camouflaged", "concealed", "flamethrower", "blast")
    special = [name for name, card in CARDS.items() if any(key in card.get("abilities", {}) for key in keys)][:12]
    shooters, marks = [*special, "M4A1 Sherman"], [*special[:4], "Bazooka", "Panzer IV Ausf. G"]
    for by, at in product(shooters, marks):
        now = table(a=(0, by), b=(1, at))
        nearest = [*answers(filled(now), "range"), FAR]
        for low, high in pairwise(nearest[: len(nearest)]):
            rolled = {_rolled(now, hexes) for hexes in range(low, min(high, low + 4) if high == FAR else high)}
            assert len(rolled) == 1 or high == FAR, (by, at, low, high, rolled)


def _rolled(now: GameState, hexes: int) -> tuple[Any, ...]:
    found = filled(now, range=hexes, arc="front", terrain="forest", commanders=(), others=())
    dice = [(check.dice, check.targets, check.needs, check.grades) for check in found.prompt.checks] if found.prompt else []
    return tuple(no.key for no in found.against), tuple(dice)


# A move as one tap


def moved(card: str, **state: Any) -> Any:
    """A unit moves in the movement phase, with nothing to tell; the reply."""
    game = Game(RULESETS)
    units = {"a": {"seat": 0, "card": CARDS[card], "state": state}, "b": {"seat": 1, "card": CARDS["Bazooka"]}}
    game.do({"do": "start", "game": "aam", "state": {"step": "first_movement", "units": units}})
    return game.do({"do": "open", "procedure": "move", "with": {"unit": "a", "plain": True}})


@pytest.mark.rule("AAM-33", "AAM-27")
def test_a_plain_move_asks_nothing_and_is_used() -> None:
    reply = moved("M4A1 Sherman")
    assert reply["prompt"] is None
    assert [(each["tracker"], each["to"]) for each in reply["changes"]] == [("moved", True)]
    assert moved("M4A1 Sherman", moved=True)["refused"]["refs"] == ["AAM-21"]


@pytest.mark.rule("AAM-27")
def test_without_speed_there_is_no_plain_move() -> None:
    """A gun is towed; by itself it turns at most."""
    assert CARDS["PaK 38 Anti-Tank Gun"]["speed"] == 0
    assert moved("PaK 38 Anti-Tank Gun")["refused"]["refs"] == ["AAM-27"]


@pytest.mark.rule("AAM-27", "AAM-129")
def test_a_vehicle_without_speed_turns_but_makes_no_plain_move() -> None:
    stuck = {"type": "vehicle", "speed": 1, "defense": [3, 2]}
    game = Game(RULESETS)
    game.do({"do": "start", "game": "aam", "state": {"step": "first_movement", "units": {"a": {"card": stuck, "state": {"face_up": ["damaged"]}}}}})
    assert game.do({"do": "open", "procedure": "move", "with": {"unit": "a", "plain": True}})["refused"]["refs"] == ["AAM-27"]
    assert "refused" not in game.do({"do": "open", "procedure": "move", "with": {"unit": "a", "steps": []}})


@pytest.mark.rule("AAM-33", "AAM-89", "AAM-21")
def test_a_plain_move_that_has_to_be_counted_is_led() -> None:
    """Aggression 1: an attack after a move of one hex, so the hexes count; told by steps they are
    known."""
    bold = {"type": "soldier", "speed": 2, "defense": [4], "soldiers": [6, 6, 6], "abilities": {"aggression": 1}}
    units = {"a": {"card": bold}, "b": {"seat": 1, "card": bold}}
    for told, hexes in (({"plain": True}, None), ({"plain": True, "steps": [{"into": "clear"}] * 2}, 2)):
        game = Game(RULESETS)
        game.do({"do": "start", "game": "aam", "state": {"step": "first_assault", "units": units}})
        reply = game.do({"do": "open", "procedure": "move", "with": {"unit": "a", **told}})
        assert (reply["prompt"] is None, game.on.state.unit("a").trackers.get("steps_made")) == (hexes is not None, hexes)
        page = RULES.plan("move")
        assert page
        now = game.on.state
    assert [fact.key for fact in drafting.fill(RULES, now, page, Map({"unit": "b"})).facts] == []


@pytest.mark.rule("AAM-21")
def test_what_a_move_met_is_led_hex_by_hex() -> None:
    page = RULES.plan("move")
    assert page
    now = table(a=(0, "M4A1 Sherman"), b=(1, "Bazooka"))
    assert drafting.fill(RULES, now, page, Map({"unit": "a", "plain": True})).args == Map({"unit": "a", "plain": True})
    assert drafting.fill(RULES, now, page, Map({"unit": "a", "plain": False})).args == Map({"unit": "a"})


@pytest.mark.rule("AAM-33", "AAM-27")
def test_hexes_that_are_told_count_however_plain() -> None:
    told = {"unit": "a", "plain": True, "steps": [{"into": "clear"}] * 2}
    assert ask("aam", "move", {"a": {"card": CARDS["M4A1 Sherman"]}}, **told)["result"]["end"] == 2


@pytest.mark.rule("AAM-14")
@pytest.mark.parametrize(
    ("by", "at", "preset"),
    [
        ("SS Haupsturmfuhrer", "Bazooka", 1),  # 6/-/- against Soldiers
        ("SS Haupsturmfuhrer", "M4A1 Sherman", 1),  # 2/-/- against Vehicles
        ("M1 Garand Rifle", "Panzer IV Ausf. G", 1),  # 2/-/-
        ("M1 Garand Rifle", "Motorized Schutzen", 2),  # 8/7/-
        ("Mortar M2", "Panzer IV Ausf. G", 2),  # -/4/4
    ],
)
def test_a_pair_is_preset_at_a_distance_at_which_there_are_dice(by: str, at: str, preset: int) -> None:
    found = filled(table(a=(0, by), b=(1, at)))
    assert (found.args["range"], found.against) == (preset, ())


@pytest.mark.rule("AAM-24", "AAM-58")
def test_who_will_be_destroyed_anyway_comes_last() -> None:
    """A Soldier with a Destroyed marker face down; behind a tank that the dice cannot hurt."""
    now = table(a=(0, "M1 Garand Rifle"), b=(1, "Motorized Schutzen"), c=(1, "Panzer IV Ausf. G"), d=(1, "Motorized Schutzen"))
    now = now.set("b", "face_down", ("disrupted", "destroyed"), refs.AAM_58)
    assert [each.unit.id for each in drafting.targets(RULES, now, plan(), "a")] == ["d", "c", "b"]
