"""The board: six rows of eight columns, a headquarters behind the middle of each long side."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.movement.ground import sides_of
from engine.games.twogm.units import COLUMNS, GROUND, ROWS, is_a
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

Square = tuple[int, int]
CENTRE = (COLUMNS // 2, COLUMNS // 2 + 1)  # 2GM-23: the two central squares of a deployment line
HQS = {"hq": 1, "own_hq": 1, "hq:0": 1, "enemy_hq": ROWS, "hq:1": ROWS}


@rule(refs.TWOGM_23, refs.TWOGM_28)
def squares(place: Value, now: GameState) -> tuple[tuple[Square, ...], int]:
    """The squares a place is measured from, and how far behind them it lies; a headquarters is 1
    behind two."""
    if isinstance(place, tuple):
        return ((int(str(place[0])), int(str(place[1]))),), 0
    if isinstance(place, Map) and place.get("hq") is None:
        return ((int(str(place["row"])), int(str(place["column"]))),), 0
    name = f"hq:{place['hq']}" if isinstance(place, Map) else str(place)
    if name in HQS and name not in now.units:
        return tuple((HQS[name], column) for column in CENTRE), 1
    found = squares_of(now.unit(name))
    if not found:
        raise Impossible(say("{unit}: its row and column are not known", unit=name))
    return found, squares_behind(now.unit(name))


@rule(refs.TWOGM_23, refs.TWOGM_94)
def squares_of(unit: Unit) -> tuple[Square, ...]:
    """Where a unit stands, rows counted from the first side's line; a fighter waits at its
    headquarters."""
    if is_a(unit, "hq", "air"):
        return tuple((absolute_row(1, unit.seat), column) for column in CENTRE)
    row, column = unit.count("row"), unit.count("column")
    return squares_in(absolute_row(row, unit.seat), column, unit.trackers.get("extended")) if row and column else ()


@rule(refs.TWOGM_90)
def squares_in(row: int, column: int, extended: Value) -> tuple[Square, ...]:
    """A square of a row, and those beside it that an extended terrain card covers too."""
    return tuple((row, column + aside) for aside in sorted((0, *sides_of(extended))))


@rule(refs.TWOGM_23, refs.TWOGM_94)
def squares_behind(unit: Unit) -> int:
    """A headquarters lies one square behind its line, and a waiting fighter with it."""
    return 1 if is_a(unit, "hq", "air") else 0


@rule(refs.TWOGM_36)
def absolute_row(row: int, seat: int) -> int:
    """A row of the first side; each side counts from its own line."""
    return ROWS + 1 - row if seat else row


@rule(refs.TWOGM_23, refs.TWOGM_69, refs.TWOGM_109)
def distance(one: tuple[tuple[Square, ...], int], other: tuple[tuple[Square, ...], int]) -> int:
    """Along rows and columns; either half of a headquarters is near enough."""
    near = min(abs(a - c) + abs(b - d) for a, b in one[0] for c, d in other[0])
    return near + one[1] + other[1]


@rule(refs.TWOGM_69)
def squares_between(now: GameState, one: Unit, other: Unit) -> int | None:
    """Squares between two units, where both are known."""
    places = [(squares_of(unit), squares_behind(unit)) for unit in (one, other)]
    return distance(places[0], places[1]) if all(found for found, _ in places) else None


@rule(refs.TWOGM_23, refs.TWOGM_69)
def fewest_squares_between(now: GameState, one: Unit, other: Unit) -> int | None:
    """Squares between two units at least: where only rows are known, the rows between them."""
    known, rows = squares_between(now, one, other), [row_of(unit) for unit in (one, other)]
    if known is not None or not all(rows):
        return known
    return abs(rows[0] - rows[1]) + squares_behind(one) + squares_behind(other)


@rule(refs.TWOGM_23, refs.TWOGM_36)
def row_of(unit: Unit) -> int:
    """The row of a unit as the first side counts, a headquarters behind its first one; 0 where it
    is not known."""
    row = 1 if is_a(unit, "hq", "air") else unit.count("row")
    return absolute_row(row, unit.seat) if row else 0


@rule(refs.TWOGM_28, refs.TWOGM_114)
def board_width(now: GameState) -> int:
    """Columns of the board: two boxes lie side by side where a unit stands beyond the first."""
    beyond = any(unit.count("column") > COLUMNS for unit in now.standing())
    return 2 * COLUMNS if beyond else COLUMNS


@rule(refs.TWOGM_36, refs.TWOGM_47)
def on_square(now: GameState, row: int, column: int, seat: int) -> tuple[Unit, ...]:
    """Ground units on a square, told as a side counts its rows."""
    here = ((absolute_row(row, seat), column),)
    return tuple(unit for unit in now.standing() if is_a(unit, *GROUND) and squares_of(unit) == here)


@rule(refs.TWOGM_86, refs.TWOGM_179)
def card_on(now: GameState, row: Value, column: Value, seat: int) -> Unit | None:
    """The terrain card on a square, where the board knows one."""
    if not isinstance(row, int) or not isinstance(column, int):
        return None
    here = (absolute_row(row, seat), column)
    return next((unit for unit in now.standing() if is_a(unit, "terrain") and here in squares_of(unit)), None)


@rule(refs.TWOGM_90, refs.TWOGM_179)
def no_room(now: GameState, row: Value, column: Value, extended: Value, seat: int) -> Refusal | None:
    """One terrain card on a square, on those beside it too; none off the board."""
    if not isinstance(row, int) or not isinstance(column, int):
        return None
    edge = COLUMNS if column <= COLUMNS else 2 * COLUMNS
    columns = [each for _, each in squares_in(row, column, extended)]
    if not all(1 <= each <= edge for each in columns):
        return Refusal("off_board", say("no terrain card beyond the edge of the board"), refs.TWOGM_90)
    if any(card_on(now, row, each, seat) for each in columns):
        return Refusal("taken", say("one terrain card on a square"), refs.TWOGM_179)
    return None
