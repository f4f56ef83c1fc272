"""A formation: rows of equal units as counts, what each of them weighs, what is left of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias, TypeVar, TypeVarTuple, cast

from engine.games.epic import refs
from engine.games.epic.abilities import able
from engine.playing.citing import rule
from engine.playing.watched import fact, plain
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Ref
from engine.values.table import Cause, GameState, Unit, changed
from engine.values.texts import say

T = TypeVar("T")
A = TypeVarTuple("A")
Listed: TypeAlias = tuple[tuple[int, Map[Value]], ...]


def once(work: Callable[[Unit, *A], T]) -> Callable[[Unit, *A], T]:
    """A fact of a formation, worked out once: odds ask for the same few thousands of times.

    Formations that nothing has happened to share a hash, whatever their cards: so the card is part
    of the key.
    """

    @lru_cache(maxsize=4096)
    def work_out(card: Map[Value], trackers: Map[Value], id: str, seat: int, args: tuple[*A]) -> T:
        return work(Unit(id, seat, card, trackers), *args)

    def look_up(unit: Unit, *args: *A) -> T:
        unit = plain(unit)
        return work_out(unit.card, unit.trackers, unit.id, unit.seat, args)

    return look_up


@dataclass(frozen=True, slots=True)
class UnitRow:
    """So many equal units: how many there were, how many are left. A character is no unit of its
    own."""

    at: int
    start: int
    left: int
    card: Map[Value]
    characters: tuple[Map[Value], ...] = ()

    @property
    @rule(refs.EPIC_01)
    def type(self) -> str:
        """Infantry where the card says nothing else."""
        return str(self.card.get("type") or "INF")

    @property
    @rule(refs.EPIC_162)
    def weight(self) -> int:
        """How many units one of these stands for: a war engine its starting damage capacity."""
        return number(self.card.get("dc"), 1)

    @property
    @rule(refs.EPIC_01)
    def name(self) -> str:
        """As on the card, else its type."""
        return str(self.card.get("name") or self.type)

    @property
    @rule(refs.EPIC_141)
    def cards(self) -> tuple[Map[Value], ...]:
        """Its own card, and those of characters when there is but one unit left: theirs."""
        return (self.card, *self.characters) if self.left == 1 else (self.card,)

    def has(self, *abilities: str) -> bool:
        """Whether all its units have one of some abilities."""
        return any(able(card.get("abilities"), *abilities) for card in self.cards)

    @property
    @rule(refs.EPIC_143)
    def mortal(self) -> int:
        """Units that hits without a save may take: not the fearless, nor those whom a character
        makes so."""
        brave = sum(able(card.get("abilities"), "fearless") for card in self.characters)
        return 0 if able(self.card.get("abilities"), "fearless") else max(0, self.left - brave)


def number(value: Value, default: int = 0) -> int:
    return value if isinstance(value, int) else default


@rule(refs.EPIC_141)
def rows(unit: Unit) -> tuple[UnitRow, ...]:
    """The rows of units, front to back, characters with the row before them, or the first."""
    units, lost = cast(Listed, unit.known("units")), cast("tuple[int, ...] | None", unit.trackers.get("lost"))
    return _rows(units, lost or ())


@lru_cache(maxsize=4096)
def _rows(units: Listed, lost: tuple[int, ...]) -> tuple[UnitRow, ...]:
    gone = (*lost, *(0,) * len(units))
    host = next((at for at, (_, card) in enumerate(units) if card.get("type") != "CH"), 0)
    joined: dict[int, tuple[Map[Value], ...]] = {}
    for at, (count, card) in enumerate(units):
        if card.get("type") == "CH":
            joined[host] = (*joined.get(host, ()), *(card,) * count)
        else:
            host = at
    counts = [0 if card.get("type") == "CH" else count for count, card in units]
    return tuple(
        UnitRow(at, counts[at], max(0, counts[at] - gone[at]), card, joined.get(at, ()))
        for at, (_, card) in enumerate(units)
    )


@rule(refs.EPIC_141)
def rows_down_to_the_last(unit: Unit) -> tuple[UnitRow, ...]:
    """Every row as it is on the card, and with its last unit, who has what its characters have."""
    return tuple(each for row in rows(with_alone(unit)) for each in (row, replace(row, left=1)))


def with_alone(unit: Unit, *trackers: str) -> Unit:
    """Its card and some trackers: whatever else befalls it is not looked at."""
    held = {name: value for name in trackers if (value := unit.trackers.get(name))}
    return Unit(unit.id, unit.seat, unit.card, Map(held) if held else EMPTY)


def card_of(now: GameState, unit: Value) -> Map[Value]:
    """The card of a unit, or of the first row of a formation."""
    if isinstance(unit, Map):
        return unit
    found = now.unit(unit).known("units")
    if isinstance(found, tuple) and found and isinstance(found[0], tuple) and isinstance(found[0][1], Map):
        return found[0][1]
    raise Impossible(say("{unit} has no units", unit=now.unit(unit).name))


def row_of(unit: Unit, at: int) -> UnitRow:
    """One row by its number."""
    lines = rows(unit)
    if at >= len(lines):
        raise Impossible(say("{unit} has no row {number}", unit=unit.name, number=at))
    return lines[at]


def units_left(unit: Unit) -> tuple[int, ...]:
    """How many units are left in each row, front to back."""
    return tuple([row.left for row in rows(unit)])


def units_lost(unit: Unit) -> tuple[int, ...]:
    """How many each row has lost."""
    return tuple([row.start - row.left for row in rows(unit)])


@rule(refs.EPIC_98, refs.EPIC_162)
def strength(now: GameState, formation: str) -> int:
    """Units left, a war engine as its starting damage capacity."""
    return strength_of(now.unit(formation))


@fact
@once
def strength_of(unit: Unit) -> int:
    return sum([row.left * row.weight for row in rows(unit)])


def models(now: GameState, formation: str) -> int:
    """Models left, each once."""
    return models_of(now.unit(formation))


@fact
@once
def models_of(unit: Unit) -> int:
    return sum(units_left(unit))


def lose_units(state: GameState, formation: str, kills: tuple[int, ...], ref: Ref) -> GameState:
    """Take so many units from each row; a formation without units is destroyed."""
    if not any(kills):
        return state
    unit = smaller(state.unit(formation), kills)
    why: Cause = (formation, "lost", ref, state.why)
    return changed(
        state, units=state.units.put(formation, unit), why=(formation, "where", ref, why) if unit.gone else why
    )


@once
def smaller(unit: Unit, kills: tuple[int, ...]) -> Unit:
    """A formation after some losses: odds ask for the same few thousands of times."""
    lost = tuple(gone + dead for gone, dead in zip(units_lost(unit), kills, strict=True))
    unit = unit.set("lost", lost if any(lost) else ())
    return unit if any(units_left(unit)) else unit.set("where", "destroyed")


@rule(refs.EPIC_145, refs.EPIC_272)
@once
def losses_that_mark(unit: Unit, dead: tuple[int, ...]) -> int:
    """Losses that bring a marker: not those of expendables."""
    return sum(gone for row, gone in zip(rows(unit), dead, strict=True) if not row.has("expendable"))


@rule(refs.EPIC_49, refs.EPIC_91)
def in_order(lines: Iterable[UnitRow], front: tuple[str, ...]) -> list[UnitRow]:
    """Rows as their owner says, from front to back; those not named behind them as on the card."""
    return sorted(lines, key=lambda row: (*front, row.name).index(row.name))


@rule(refs.EPIC_99)
def front_to_back(counts: tuple[int, ...], hits: int) -> tuple[int, ...]:
    """Hits that kill without a save: from the front, what is beyond the last unit is lost."""
    taken = []
    for count in counts:
        taken.append(min(count, hits))
        hits -= taken[-1]
    return tuple(taken)


@rule(refs.EPIC_141)
@fact
@once
def units_with(unit: Unit, *abilities: str) -> int:
    """Units and living characters with an ability; a character lives as long as a unit of his
    row."""
    found = 0
    for row in rows(unit):
        if row.left:
            found += row.left * able(row.card.get("abilities"), *abilities)
            found += sum(able(card.get("abilities"), *abilities) for card in row.characters)
    return found


@rule(refs.EPIC_132, refs.EPIC_137)
def leaders(unit: Unit) -> int:
    """Markers that Leaders take away: a supreme commander is one too, a Space Marine Leader
    counts two."""
    return units_with(unit, "leader", "supreme_commander") * (2 if army(unit) == "space_marines" else 1)


@fact
@once
def army(unit: Unit) -> str:
    """The army whose own rules change numbers, by name or by an ability of all its units."""
    if all(row.has("they_shall_know_no_fear") for row in rows(unit) if row.start):
        return "space_marines"
    return str(unit.stated("army") or "")


def ability_words(card: Map[Value]) -> tuple[str, ...]:
    """The abilities of a card."""
    found = card.get("abilities")
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


NO_CARD: Map[Value] = EMPTY
