"""Any Blast, any Commanders, any hex at set-up, against what the book says, counted apart from the
engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.aam.table import NO, Table, added, climbed, hit_odds, worst
from tests.games.asking import ask

rule = pytest.mark.rule
MARKS = ((), ("disrupted",), ("damaged",), ("disrupted", "damaged"))
HEXES = (0, 1, 2, 4, 5, 8)
DRY = ("clear", "hill", "forest", "town", "marsh")


@dataclass(frozen=True)
class Neighbour:
    """A unit in the hex of a Blast: its seat, its type, its defense, its markers."""

    seat: int
    kind: str
    defense: tuple[int, ...]
    face_up: Table
    is_marked: bool

    @property
    def ladder(self) -> Table:
        is_short = self.kind == "soldier" or "damaged" in self.face_up
        return ("disrupted", "destroyed") if is_short else ("disrupted", "damaged", "destroyed")

    @property
    def down(self) -> Table:
        return ("disrupted",) if self.is_marked else ()

    def told(self) -> dict[str, Any]:
        state = {"face_up": list(self.face_up), "face_down": list(self.down)}
        return {"seat": self.seat, "card": {"name": "T", "type": self.kind, "defense": list(self.defense)}, "state": state}


@st.composite
def neighbours(draw: st.DrawFn, seat: st.SearchStrategy[int]) -> Neighbour:
    kind = draw(st.sampled_from(["soldier", "vehicle"]))
    sides = draw(st.lists(st.integers(2, 6), min_size=1, max_size=1 if kind == "soldier" else 2))
    marks = draw(st.sampled_from(MARKS[:2] if kind == "soldier" else MARKS))
    return Neighbour(draw(seat), kind, tuple(sides), marks, draw(st.booleans()))


@dataclass(frozen=True)
class Blast:
    """One attack with Blast: its dice by row and band, the hex, and who is in it, the target
    first."""

    soldiers: tuple[int | None, ...]
    vehicles: tuple[int | None, ...]
    is_disrupted: bool
    hexes: int
    arc: str
    terrain: str
    units: tuple[Neighbour, ...]

    def dice(self, unit: Neighbour) -> int | None:
        row = self.soldiers if unit.kind == "soldier" else self.vehicles
        return row[0 if self.hexes <= 1 else 1 if self.hexes <= 4 else 2]

    def cover(self, unit: Neighbour) -> Fraction:
        covering = ("hill", "forest", "town", *(("marsh",) if unit.kind == "soldier" else ()))
        if self.terrain not in covering:
            return NO
        return Fraction(7 - (4 if unit.kind == "soldier" else 5) - (self.hexes == 0), 6)

    def hits(self, unit: Neighbour) -> dict[int, Fraction]:
        front = self.arc == "front" and self.hexes > 0
        defense = unit.defense[0] if front else unit.defense[-1]
        return hit_odds(self.dice(unit) or 0, 5 if self.is_disrupted else 4, max(1, defense - bool(unit.face_up)))


@st.composite
def blasts(draw: st.DrawFn, hexes: tuple[int, ...] = HEXES) -> Blast:
    row = st.lists(st.one_of(st.none(), st.integers(1, 9)), min_size=3, max_size=3).map(tuple)
    target = draw(neighbours(st.just(1)))
    others = draw(st.lists(neighbours(st.integers(0, 1)), max_size=2))
    is_disrupted, at = draw(st.booleans()), draw(st.sampled_from(hexes))
    return Blast(draw(row), draw(row), is_disrupted, at, draw(st.sampled_from(["front", "rear"])), draw(st.sampled_from(DRY)), (target, *others))


def fired(blast: Blast, question: str) -> dict[str, Any]:
    gun = {"name": "A", "type": "soldier", "soldiers": list(blast.soldiers), "vehicles": list(blast.vehicles), "abilities": {"blast": True}}
    units = {"a": {"card": gun, "seat": 0, "state": {"face_up": ["disrupted"] * blast.is_disrupted}}}
    units |= {f"t{n}": unit.told() for n, unit in enumerate(blast.units)}
    others = [f"t{n}" for n in range(1, len(blast.units))]
    return ask("aam", question, units, attacker="a", target="t0", others=others, range=blast.hexes, arc=blast.arc, terrain=blast.terrain)


def numbers(odds: Mapping[str, str]) -> dict[str, Fraction]:
    return {outcome: Fraction(chance) for outcome, chance in odds.items()}


def fate(blast: Blast, unit: Neighbour) -> dict[str, Fraction]:
    """What it will be after the casualty phase, a damage of earlier included."""

    def word(marks: Table) -> str:
        return "destroyed" if "destroyed" in marks else worst((*marks, *(("damaged",) if "damaged" in unit.face_up else ())))

    def parts() -> Iterator[tuple[str, Fraction]]:
        for number, chance in blast.hits(unit).items():
            sheltered = unit.down if unit.is_marked or not number else ("disrupted",)
            yield word(climbed(unit.ladder, unit.down, number)), chance * (1 - blast.cover(unit))
            yield word(sheltered), chance * blast.cover(unit)

    return added(parts())


@pytest.mark.law
class TestBlast:
    @rule("AAM-100", "AAM-136")
    @given(blast=blasts())
    def test_each_unit_by_its_own_row_defense_and_cover(self, blast: Blast) -> None:
        reply = fired(blast, "attack")
        if blast.dice(blast.units[0]) is None:
            assert reply["refused"]["refs"][0] == "AAM-14"
            return
        met = {f"t{n}": unit for n, unit in enumerate(blast.units) if blast.dice(unit)}
        assert list(reply["result"]["attacked"]) == list(met)
        for key, unit in met.items():
            tag = f":{key}" if blast.units[1:] else ""
            assert numbers(reply["odds"][f"hits{tag}"]) == {str(n): chance for n, chance in blast.hits(unit).items()}
            assert numbers(reply["odds"][f"target{tag}"]) == fate(blast, unit)

    @rule("AAM-100", "AAM-73")
    @given(blast=blasts((0, 1)))
    def test_in_defensive_fire_a_hit_disrupts_and_cover_cancels(self, blast: Blast) -> None:
        reply = fired(blast, "defensive_fire")
        if blast.is_disrupted or blast.dice(blast.units[0]) is None:
            assert reply["refused"]["refs"][0] == ("AAM-85" if blast.is_disrupted else "AAM-14")
            return
        for n, unit in enumerate(blast.units):
            if blast.dice(unit):
                hit = sum((chance for hits, chance in blast.hits(unit).items() if hits), NO) * (1 - blast.cover(unit))
                told = reply["odds"][f"effect:t{n}" if blast.units[1:] else "effect"]
                assert numbers(told) == {word: chance for word, chance in (("none", 1 - hit), ("disrupted", hit)) if chance}


RIFLES: dict[str, Any] = {"name": "R", "type": "soldier", "defense": [4], "soldiers": [8, 6, 3], "vehicles": [4, 2, 1], "speed": 1}
TANK: dict[str, Any] = {"name": "T", "type": "vehicle", "defense": [5], "soldiers": [8, 6, 3], "vehicles": [9, 8, 7], "speed": 3}


@dataclass(frozen=True)
class Helper:
    """Who lends to an attack: by which ability and how much, and in which state."""

    name: str
    amount: int
    leads: bool
    bonus: int
    is_disrupted: bool
    is_gone: bool

    @property
    def helps(self) -> bool:
        return not self.is_gone and not (self.leads and self.is_disrupted)

    def told(self, seat: int = 0) -> dict[str, Any]:
        rank = {"subtypes": ["Commander"], "initiative": self.bonus} if self.leads else {}
        state = {"face_up": ["disrupted"] * self.is_disrupted, **({"where": "destroyed"} if self.is_gone else {})}
        return {"card": {**RIFLES, **rank}, "seat": seat, "state": state}


HELPERS = st.lists(
    st.builds(
        Helper, st.sampled_from(["One", "Two", "Three"]), st.sampled_from([1, 2, 3, -1, -2]), st.booleans(), st.integers(1, 3), st.booleans(), st.booleans()
    ),
    max_size=4,
)


@pytest.mark.law
class TestCommanders:
    @rule("AAM-90", "AAM-91")
    @given(helpers=HELPERS)
    def test_each_name_once_and_of_commanders_the_strongest_bonus(self, helpers: list[Helper]) -> None:
        units = {"a": {"card": RIFLES, "seat": 0}, "b": {"card": TANK, "seat": 1}} | {f"k{n}": each.told() for n, each in enumerate(helpers)}
        told = [{"name": each.name, "by": f"k{n}", "amount": each.amount} for n, each in enumerate(helpers)]
        reply = ask("aam", "attack", units, attacker="a", target="b", range=1, terrain="clear", effects=told)
        named: dict[str, Helper] = {}
        for each in helpers:
            if each.helps and (each.name not in named or abs(each.amount) > abs(named[each.name].amount)):
                named[each.name] = each
        lent = [each.amount for each in named.values() if each.leads and each.amount > 0]
        others = [each.amount for each in named.values() if not each.leads or each.amount < 0]
        assert reply["checks"][0]["total"] == sum(others) + max(lent, default=0)

    @rule("AAM-18", "AAM-19")
    @given(armies=st.tuples(HELPERS, HELPERS))
    def test_the_best_who_is_not_disrupted(self, armies: tuple[list[Helper], list[Helper]]) -> None:
        """All 1,296 throws; equal totals go to the higher bonus, and with equal ones again."""
        units = {f"u{seat}{n}": each.told(seat) for seat, army in enumerate(armies) for n, each in enumerate(army)}
        named = [[f"u{seat}{n}" for n in range(len(army))] for seat, army in enumerate(armies)]
        reply = ask("aam", "initiative", units, commanders=named)
        best = [max((each.bonus for each in army if each.leads and each.helps), default=0) for army in armies]
        ahead = [sum(two) - sum(other) + best[0] - best[1] for two in product(range(1, 7), repeat=2) for other in product(range(1, 7), repeat=2)]
        ties = ahead.count(0)
        wins = [sum(each > 0 for each in ahead), sum(each < 0 for each in ahead)]
        if best[0] != best[1]:
            wins[best[1] > best[0]] += ties
        assert list(reply["result"]["bonus"]) == best
        assert Fraction(reply["odds"]["winner"]["0"]) == Fraction(wins[0], sum(wins))


@pytest.mark.law
class TestDeployment:
    @rule("AAM-08", "AAM-09")
    @given(
        is_tank=st.booleans(),
        there=st.lists(st.tuples(st.integers(0, 1), st.booleans()), max_size=2),
        terrain=st.sampled_from((*DRY, "pond")),
        row=st.integers(1, 7),
    )
    def test_ground_depth_and_room(self, is_tank: bool, there: list[tuple[int, bool]], terrain: str, row: int) -> None:
        """Two units of an army in a hex, one Vehicle among all; five rows; no closed ground."""
        units = {"a": {"card": TANK if is_tank else RIFLES, "seat": 0, "state": {"where": "reserve"}}}
        units |= {f"h{n}": {"card": TANK if tank else RIFLES, "seat": seat} for n, (seat, tank) in enumerate(there)}
        reply = ask("aam", "deploy", units, unit="a", terrain=terrain, row=row, holds=[f"h{n}" for n in range(len(there))])
        tanks = is_tank + sum(tank for _, tank in there)
        has_room = not there or (1 + sum(seat == 0 for seat, _ in there) <= 2 and tanks <= 1)
        is_closed = terrain == "pond" or (terrain == "marsh" and is_tank)
        assert ("refused" not in reply) is (has_room and row <= 5 and not is_closed)
