"""A formation: rows of equal units as counts, what each of them weighs, what is left of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.games.epic.abilities import able, traits
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit, changed
from engine.values.texts import say

T = TypeVar("T")
P = ParamSpec("P")
MOST_KNOWN = 4096  # no mutant: how much is kept changes no answer


def once(work: Callable[Concatenate[Unit, P], T]) -> Callable[Concatenate[Unit, P], T]:
    """A fact of a formation, worked out once: odds ask for the same few thousands of times.

    Formations that nothing has happened to share a hash, whatever their cards: so the card is part
    of the key.
    """
    known: dict[object, T] = {}

    def told(unit: Unit, /, *args: P.args, **more: P.kwargs) -> T:
        key = unit.card, unit.trackers, unit.id, unit.seat, args
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_KNOWN:  # no mutant: how much is kept changes no answer
                known.clear()
            found = known[key] = work(unit, *args, **more)
        return found

    return told


@dataclass(frozen=True, slots=True)
class Row:
    """So many equal units: how many there were, how many are left. A character is no unit of its
    own (EPIC-01, 141)."""

    at: int
    start: int
    left: int
    card: Map[Value]
    characters: tuple[Map[Value], ...] = ()

    @property
    def type(self) -> str:
        return str(self.card.get("type") or "INF")

    @property
    def weight(self) -> int:
        """How many units one of these stands for: a war engine its starting damage capacity
        (EPIC-162)."""
        return number(self.card.get("dc"), 1)

    @property
    def name(self) -> str:
        return str(self.card.get("name") or self.type)

    @property
    def cards(self) -> tuple[Map[Value], ...]:
        """Its own card, and those of characters when there is but one unit left: theirs
        (EPIC-141)."""
        return (self.card, *self.characters) if self.left == 1 else (self.card,)

    def has(self, *abilities: str) -> bool:
        """Whether all its units have one of some abilities."""
        return any(able(card.get("abilities"), *abilities) for card in self.cards)

    @property
    def mortal(self) -> int:
        """Units that hits without a save may take: not the fearless, nor those whom a character
        makes so (EPIC-143)."""
        brave = sum(able(card.get("abilities"), "fearless") for card in self.characters)
        return 0 if able(self.card.get("abilities"), "fearless") else max(0, self.left - brave)


def number(value: Value, default: int = 0) -> int:
    return value if isinstance(value, int) else default


def rows(unit: Unit) -> tuple[Row, ...]:
    """The rows of units, front to back, characters with the row before them, or the first
    (EPIC-141)."""
    return _rows(unit.known("units"), unit.trackers.get("lost"))


@lru_cache(maxsize=4096)
def _rows(units: Any, lost: Any) -> tuple[Row, ...]:
    gone = (*(lost or ()), *(0,) * len(units))
    host = next((at for at, (_, card) in enumerate(units) if card.get("type") != "CH"), 0)
    joined: dict[int, tuple[Map[Value], ...]] = {}
    for at, (count, card) in enumerate(units):
        if card.get("type") == "CH":
            joined[host] = (*joined.get(host, ()), *(card,) * count)
        else:
            host = at
    return tuple(
        Row(
            at,
            0 if card.get("type") == "CH" else count,
            max(0, count - gone[at]) if card.get("type") != "CH" else 0,
            card,
            joined.get(at, ()),
        )
        for at, (count, card) in enumerate(units)
    )


def card_of(now: GameState, unit: Value) -> Map[Value]:
    """A unit's card as told, or the first row of a formation."""
    if isinstance(unit, Map):
        return unit
    found = now.unit(unit).known("units")
    if isinstance(found, tuple) and found and isinstance(found[0], tuple) and isinstance(found[0][1], Map):
        return found[0][1]
    raise Impossible(say("{unit} has no units", unit=now.unit(unit).name))


def row_of(unit: Unit, at: int) -> Row:
    """One row by its number."""
    lines = rows(unit)
    if at >= len(lines):
        raise Impossible(say("{unit} has no row {number}", unit=unit.name, number=at))
    return lines[at]


def rows_of(unit: Unit) -> tuple[int, ...]:
    """How many units are left in each row, front to back."""
    return tuple([row.left for row in rows(unit)])


def losses(unit: Unit) -> tuple[int, ...]:
    """How many each row has lost."""
    return tuple([row.start - row.left for row in rows(unit)])


def left(now: GameState, formation: str) -> int:
    """Units left, a war engine as its starting damage capacity (EPIC-98, 162)."""
    return sum([row.left * row.weight for row in rows(now.unit(formation))])


def models(now: GameState, formation: str) -> int:
    """Models left, each once."""
    return sum(rows_of(now.unit(formation)))


def lose(state: GameState, formation: str, kills: tuple[int, ...]) -> GameState:
    """Take so many units from each row; a formation without units is destroyed."""
    return changed(state, units=state.units.put(formation, smaller(state.unit(formation), kills)))


@once
def smaller(unit: Unit, kills: tuple[int, ...]) -> Unit:
    """A formation after some losses: odds ask for the same few thousands of times."""
    lost = tuple(gone + dead for gone, dead in zip(losses(unit), kills, strict=True))
    unit = unit.set("lost", lost if any(lost) else ())
    return unit if any(rows_of(unit)) else unit.set("where", "destroyed")


def front_to_back(counts: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """Hits that kill without a save: from the front, what is beyond the last unit is lost
    (EPIC-99)."""
    taken = []
    for count in counts:
        taken.append(min(count, hits))
        hits -= taken[-1]
    return tuple(taken)


@once
def units_with(unit: Unit, *abilities: str) -> int:
    """Units and living characters with an ability; a character lives as long as a unit of his
    row (EPIC-141)."""
    found = 0
    for row in rows(unit):
        if row.left:
            found += row.left * able(row.card.get("abilities"), *abilities)
            found += sum(able(card.get("abilities"), *abilities) for card in row.characters)
    return found


def leaders(unit: Unit) -> int:
    """Markers that Leaders take away: a supreme commander is one too, a Space Marine Leader
    counts two (EPIC-132, 137)."""
    return units_with(unit, "leader", "supreme_commander") * (2 if army(unit) == "space_marines" else 1)


@once
def army(unit: Unit) -> str:
    """The army whose own rules change numbers, by name or by an ability of all its units."""
    if all(row.has("they_shall_know_no_fear") for row in rows(unit) if row.start):
        return "space_marines"
    return str(unit.stated("army") or "")


def sum_of(card: Map[Value], ability: str) -> int:
    return traits(card.get("abilities")).get(ability, 0)


def words(card: Map[Value]) -> tuple[str, ...]:
    """The abilities of a card."""
    found = card.get("abilities")
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


NO_CARD: Map[Value] = EMPTY
