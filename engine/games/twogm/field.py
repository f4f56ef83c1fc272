"""The board: six rows of eight columns, a headquarters behind the middle of each long side."""

from __future__ import annotations

from engine.games.twogm.refs import TWOGM_23
from engine.games.twogm.units import COLUMNS, GROUND, ROWS, is_a
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Fixed, Record, Whole, Word, required
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say

Square = tuple[int, int]
CENTRE = (COLUMNS // 2, COLUMNS // 2 + 1)  # 2GM-23: the two central squares of a deployment line
HQS = {"hq": 1, "own_hq": 1, "hq:0": 1, "enemy_hq": ROWS, "hq:1": ROWS}


def squares(place: Value, now: GameState) -> tuple[tuple[Square, ...], int]:
    """The squares a place is measured from, and how far behind them it lies; a headquarters is 1
    behind two (2GM-23, 28)."""
    if isinstance(place, tuple):
        return ((int(str(place[0])), int(str(place[1]))),), 0
    if isinstance(place, Map) and place.get("hq") is None:
        return ((int(str(place["row"])), int(str(place["column"]))),), 0
    name = f"hq:{place['hq']}" if isinstance(place, Map) else str(place)
    if name in HQS and name not in now.units:
        return tuple((HQS[name], column) for column in CENTRE), 1
    found = standing(now.unit(name))
    if not found:
        raise Impossible(say("{unit}: its row and column are not known", unit=name))
    return found, behind(now.unit(name))


def standing(unit: Unit) -> tuple[Square, ...]:
    """Where a unit stands, rows counted from the first side's line; a fighter waits at its
    headquarters (2GM-23, 94)."""
    if is_a(unit, "hq", "air"):
        return tuple((absolute(1, unit.seat), column) for column in CENTRE)
    row, column = unit.count("row"), unit.count("column")
    return ((absolute(row, unit.seat), column),) if row and column else ()


def behind(unit: Unit) -> int:
    """A headquarters lies one square behind its line, and a waiting fighter with it (2GM-23,
    94)."""
    return 1 if is_a(unit, "hq", "air") else 0


def absolute(row: int, seat: int) -> int:
    """A row of the first side; each side counts from its own line (2GM-36)."""
    return ROWS + 1 - row if seat else row


def distance(one: tuple[tuple[Square, ...], int], other: tuple[tuple[Square, ...], int]) -> int:
    """Along rows and columns; either half of a headquarters is near enough (2GM-23, 69, 109)."""
    near = min(abs(a - c) + abs(b - d) for a, b in one[0] for c, d in other[0])
    return near + one[1] + other[1]


def between(now: GameState, one: Unit, other: Unit) -> int | None:
    """Squares between two units, where both are known (2GM-69)."""
    places = [(standing(unit), behind(unit)) for unit in (one, other)]
    return distance(places[0], places[1]) if all(found for found, _ in places) else None


def on_square(now: GameState, row: int, column: int, seat: int) -> tuple[Unit, ...]:
    """Ground units on a square, told as a side counts its rows (2GM-36, 47)."""
    here = ((absolute(row, seat), column),)
    return tuple(unit for unit in now.standing() if is_a(unit, *GROUND) and standing(unit) == here)


def card_on(now: GameState, row: Value, column: Value, seat: int) -> Unit | None:
    """The terrain card on a square, where the board knows one (2GM-86, 179)."""
    if not isinstance(row, int) or not isinstance(column, int):
        return None
    here = ((absolute(row, seat), column),)
    return next((unit for unit in now.standing() if is_a(unit, "terrain") and standing(unit) == here), None)


def tells(now: GameState, **told: Value) -> dict[str, Value]:
    """Range and movement are counted the same way (2GM-23, 69)."""
    return {"distance": distance(squares(told["from"], now), squares(told["to"], now))}


PLACE = Either(
    (
        Fixed((Whole(1, ROWS), Whole(1, 2 * COLUMNS))),
        Record((*required(row=Whole(1, ROWS), column=Whole(1, 2 * COLUMNS)),)),
        Record(required(hq=Whole(0, 1))),
        Word(),
    )
)
DISTANCE = Opening(
    "distance",
    say("distance"),
    TWOGM_23,
    nothing,
    Record((Field("from", PLACE, required=True), Field("to", PLACE, required=True))),
    tells=tells,
)
