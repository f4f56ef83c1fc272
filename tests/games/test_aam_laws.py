"""Axis & Allies Miniatures: any attack at all, against odds counted apart from the engine."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.aam_combat import NO, Table, added, climbed, hit_odds
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
    one = st.tuples(st.integers(1, 9), st.integers(0, 8), st.sampled_from(["front", "rear"]), st.integers(-3, 3),
                    st.sampled_from(FACE_UP), st.booleans())
    return Fight(soldier, tuple(sides), draw(st.sampled_from(FACE_UP[:2] if soldier else FACE_UP)), draw(st.integers(0, 3)),
                 draw(st.sampled_from(TERRAINS)), draw(st.booleans()), tuple(draw(st.lists(one, min_size=1, max_size=3))))


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
        found = added(part for held, chance in found.items() for number, odds in hits.items() for part in (
            (climbed(fight.ladder, held, number), chance * odds * (1 - sheltered)),
            (held if not number or "disrupted" in held else (*held, "disrupted"), chance * odds * sheltered)))
    return added((after(fight, marks), chance) for marks, chance in found.items())


def after(fight: Fight, marks: Table) -> str:
    """What it is after the casualty phase: the old Disrupted is gone, Damaged stays."""
    left = (*marks, *(mark for mark in fight.face_up if mark == "damaged"))
    return next((mark for mark in ("destroyed", "damaged", "disrupted") if mark in left), "none")


@rule("AAM-51", "AAM-52", "AAM-53", "AAM-54", "AAM-55", "AAM-58", "AAM-59", "AAM-60", "AAM-68", "AAM-69", "AAM-70", "AAM-72",
      "AAM-97", "AAM-98", "AAM-126", "AAM-128")
@pytest.mark.law
@given(fight=fights())
def test_the_odds_of_any_attacks_are_those_of_the_book(fight: Fight) -> None:
    assert asked(fight)["odds"]["target"] == {word: str(chance) for word, chance in counted(fight).items()}
