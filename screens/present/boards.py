"""A board of squares as one side sees it. Pure, like all of present."""

from __future__ import annotations

from collections.abc import Iterator

from engine.playing.glance import Lanes
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say
from screens.present.lines import MapLine, Square, Standing
from screens.present.roster import square_name
from screens.present.view import View


def board(view: View, state: GameState, seat: int, chosen: str = "") -> MapLine | None:
    """Where the game has one."""
    lanes = view.rules.glance.lanes
    if not lanes:
        return None
    here = [unit for unit in state.units.values() if unit.where == "table"]
    units = [unit for unit in here if not lanes.ground(unit) and not lanes.base(unit)]
    joined, picked = lanes.joined(state, seat), state.units.get(chosen)
    lit = lanes.reach(state, picked) if picked and picked.seat == state.seat else ()
    return MapLine(
        lanes.rows,
        lanes.columns,
        joined,
        tuple(_standing(view, lanes, unit, seat) for unit in units if unit.count(lanes.row)),
        view.tell(_sentence(lanes, joined)),
        lanes.ref.id,
        seat,
        tuple(_ground(lanes, here, seat)),
        tuple(_standing(view, lanes, unit, seat) for unit in here if lanes.base(unit)),
        tuple((unit.id, unit.name) for unit in units if unit.seat == seat and not unit.count(lanes.row)),
        chosen if picked else "",
        square_name(lanes, picked) if picked else "",
        tuple(seen(lanes, picked.seat, seat, square) for square in lit) if picked else (),
    )


def seen(lanes: Lanes, of: int, seat: int, square: Square) -> Square:
    """A square that one side counts, as another one sees it; 0 stays unknown. Only rows are
    counted from one's own edge: the columns have one name for both."""
    row, column = square
    row = lanes.rows + 1 - row if row and of != seat else row
    return row, lanes.columns + 1 - column if column and seat else column


def told(lanes: Lanes, of: int, seat: int, square: Square) -> Square:
    """A square that is touched, as the owner of a unit counts it."""
    row, column = square
    row = lanes.rows + 1 - row if of != seat else row
    return row, lanes.columns + 1 - column if seat else column


def _standing(view: View, lanes: Lanes, unit: Unit, seat: int) -> Standing:
    glance = view.rules.glance
    row, column = seen(lanes, unit.seat, seat, (unit.count(lanes.row), unit.count(lanes.column)))
    marks = (glance.marks[key] for key, value in unit.trackers.items() if value and key in glance.marks)
    mark = next((each for each in marks if each in ("suppressed", "smoke", "damaged")), "")
    return Standing(unit.id, glance.sign(unit), unit.seat, row, column, mark)


def _ground(lanes: Lanes, units: list[Unit], seat: int) -> Iterator[tuple[Square, str]]:
    for unit in units:
        square = unit.count(lanes.row), unit.count(lanes.column)
        if lanes.ground(unit) and all(square):
            yield seen(lanes, unit.seat, seat, square), lanes.ground(unit)


def _sentence(lanes: Lanes, joined: int) -> Text:
    if joined == lanes.rows:
        return say("The line reaches all rows")
    if joined:
        return say("Row {row} is empty: the line ends after row {last}", row=joined + 1, last=joined)
    return say("Row 1 is empty: there is no line")
