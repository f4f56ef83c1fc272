"""Axis & Allies Miniatures: any attack at all, against odds counted apart from the engine."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.aam.table import NO, Table, added, climbed, hit_odds
from tests.games.asking import ask

rule = pytest.mark.rule
TERRAINS = ("clear", "hill", "forest", "town", "marsh", "pond")
FACE_UP = ((), ("disrupted",), ("damaged",), ("disrupted", "damaged"))


@dataclass(frozen=True)
class Fight:
    """A target and what stands around it; attacks on it one after another."""

    soldier: bool
    defense: tuple[int, ...]
    face_up: Table
    held: int
    terrain: str
    camouflaged: bool
    attacks: tuple[tuple[int, int, str, int, Table, bool], ...]  # dice, hexes, arc, bonus, markers face up, bombardment

    @property
    def ladder(self) -> Table:
        short = self.soldier or "damaged" in self.face_up
        return ("disrupted", "destroyed") if short else ("disrupted", "damaged", "destroyed")

    @property
    def down(self) -> Table:
        return self.ladder[: self.held]


@st.composite
def fights(draw: st.DrawFn) -> Fight:
    soldier = draw(st.booleans())
    sides = draw(st.lists(st.integers(1, 6), min_size=1, max_size=1 if soldier else 2))
    one = st.tuples(st.integers(1, 9), st.integers(0, 8), st.sampled_from(["front", "rear"]), st.integers(-3, 3), st.sampled_from(FACE_UP), st.booleans())
    return Fight(
        soldier,
        tuple(sides),
        draw(st.sampled_from(FACE_UP[:2] if soldier else FACE_UP)),
        draw(st.integers(0, 3)),
        draw(st.sampled_from(TERRAINS)),
        draw(st.booleans()),
        tuple(draw(st.lists(one, min_size=1, max_size=3))),
    )


def asked(fight: Fight) -> dict[str, Any]:
    """The engine's answer."""
    abilities = {"forest_camouflage": True} if fight.camouflaged else {}
    card = {"name": "T", "type": "soldier" if fight.soldier else "vehicle", "defense": list(fight.defense), "abilities": abilities}
    units: dict[str, Any] = {"t": {"card": card, "seat": 1, "state": {"face_up": list(fight.face_up), "face_down": list(fight.down)}}}
    told = []
    for number, (dice, hexes, arc, bonus, marks, bombards) in enumerate(fight.attacks):
        row = [dice, dice, dice]
        gun = {"name": "A", "type": "vehicle", "soldiers": row, "vehicles": row, "abilities": {"bombardment": bombards}}
        units[f"a{number}"] = {"card": gun, "seat": 0, "state": {"face_up": list(marks)}}
        told.append({"attacker": f"a{number}", "range": hexes, "arc": arc, "bonus": bonus})
    return ask("aam", "attacks", units, target="t", attacks=told, terrain=fight.terrain)


def cover(fight: Fight, hexes: int, bombards: bool) -> Fraction:
    covering = ("hill", "forest", "town", *(("marsh",) if fight.soldier else ()))
    if bombards or fight.terrain not in covering:
        return NO
    if fight.camouflaged and fight.terrain == "forest" and hexes >= 5:
        return Fraction(1)
    return Fraction(7 - (4 if fight.soldier else 5) - (hexes == 0), 6)


def counted(fight: Fight) -> dict[str, Fraction]:
    """The same by the book, attack by attack."""
    found: dict[Table, Fraction] = {fight.down: Fraction(1)}
    for dice, hexes, arc, bonus, marks, bombards in fight.attacks:
        side = fight.defense[-1] if arc == "rear" or hexes == 0 else fight.defense[0]
        hits = hit_odds(dice, 4 - bonus + bool(marks), max(1, side - bool(fight.face_up)))
        sheltered = cover(fight, hexes, bombards)
        found = added(
            part
            for held, chance in found.items()
            for number, odds in hits.items()
            for part in (
                (climbed(fight.ladder, held, number), chance * odds * (1 - sheltered)),
                (held if not number or "disrupted" in held else (*held, "disrupted"), chance * odds * sheltered),
            )
        )
    return added((after(fight, marks), chance) for marks, chance in found.items())


def after(fight: Fight, marks: Table) -> str:
    """What it is after the casualty phase: the old Disrupted is gone, Damaged stays."""
    left = (*marks, *(mark for mark in fight.face_up if mark == "damaged"))
    return next((mark for mark in ("destroyed", "damaged", "disrupted") if mark in left), "none")


@rule("AAM-51", "AAM-97")
@pytest.mark.law
@given(fight=fights())
def test_the_odds_of_any_attacks_are_those_of_the_book(fight: Fight) -> None:
    assert asked(fight)["odds"]["target"] == {word: str(chance) for word, chance in counted(fight).items()}


# Any path at all: what it costs, what forbids it, where its rolls end it


@dataclass(frozen=True)
class Path:
    """A unit and the hexes it is led through: terrain, along a road, across a stream."""

    soldier: bool
    speed: int
    damaged: bool
    phase: str
    start: str
    steps: tuple[tuple[str, bool, bool], ...]

    @property
    def allowance(self) -> int:
        return max(0, self.speed - self.damaged)


@st.composite
def paths(draw: st.DrawFn) -> Path:
    soldier = draw(st.booleans())
    steps = draw(st.lists(st.tuples(st.sampled_from(TERRAINS), st.booleans(), st.booleans()), max_size=4))
    return Path(
        soldier,
        draw(st.integers(0, 4)),
        draw(st.booleans()) and not soldier,
        draw(st.sampled_from(["movement", "assault"])),
        draw(st.sampled_from(["clear", "hill", "marsh"])),
        tuple(steps),
    )


def led(path: Path) -> dict[str, Any]:
    """The engine's answer."""
    card = {"name": "M", "type": "soldier" if path.soldier else "vehicle", "speed": path.speed, "defense": [3]}
    state = {"face_up": ["damaged"] if path.damaged else []}
    steps = [{"into": into, "road": road, "across": ["stream"] if stream else []} for into, road, stream in path.steps]
    return ask("aam", "move", {"m": {"card": card, "state": state}}, unit="m", phase=path.phase, steps=steps, **{"from": {"terrain": path.start, "road": True}})


def against(path: Path) -> set[str]:
    """Every rule that such a path breaks."""
    shut = ("pond",) if path.soldier else ("marsh", "pond")
    left = (path.start, *(into for into, _, _ in path.steps))
    closed = any(into in shut and not road for into, road, _ in path.steps)
    by_road = any(hex_left in shut and not road for hex_left, (_, road, _) in zip(left, path.steps, strict=False))
    return {key for key, so in (("closed", closed), ("by_road_only", by_road), ("too_far", price(path) is None)) if so}


def price(path: Path) -> int | None:
    """The cost of all steps, None where one cannot be paid."""
    spent, bonus = 0, not path.soldier and path.allowance > 0
    for into, road, _ in path.steps:
        hard = into in ("hill", "forest") and not path.soldier and not road
        least = path.phase == "movement" and path.allowance == 1 and not spent
        spent += 0 if road and bonus else 2 if hard and not least else 1
        bonus = bonus and not road
        if spent > path.allowance:
            return None
    return spent


def ends(path: Path) -> dict[str, str]:
    """After how many hexes: a 4 for each stream, and for a Vehicle into forest, unless along a
    road."""
    found, here = {}, Fraction(1)
    for number, (into, road, stream) in enumerate(path.steps):
        through = Fraction(1, 2 ** (0 if road else stream + (into == "forest" and not path.soldier)))
        found[number], here = here * (1 - through), here * through
    return {str(number): str(chance) for number, chance in {**found, len(path.steps): here}.items() if chance}


@rule("AAM-27", "AAM-40")
@pytest.mark.law
@given(path=paths())
def test_any_path_costs_what_the_book_says(path: Path) -> None:
    reply, broken = led(path), against(path)
    if broken:
        refused = reply["refused"]
        assert {refused["key"], *(each["key"] for each in refused.get("more", ()))} == broken
    else:
        assert (reply["result"]["allowance"], reply["result"]["cost"]) == (path.allowance, price(path))
        assert reply["odds"]["end"] == ends(path)
