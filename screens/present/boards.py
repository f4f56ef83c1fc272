"""A board of squares as one side sees it. Pure, like all of present."""

from __future__ import annotations

from collections.abc import Iterator

from engine.playing.glance import Lanes
from engine.playing.legality import offered
from engine.playing.rules import Ruleset
from engine.values.maps import Map, Value
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
    is_moved = picked is not None and picked.seat == state.seat
    lit = lanes.reach(state, picked) if picked and is_moved else ()
    foes = [unit.id for unit in here if picked and is_moved and unit.seat != picked.seat]
    return MapLine(
        lanes.rows,
        lanes.columns,
        joined,
        tuple(_standing(view, lanes, unit, seat) for unit in units if unit.count(lanes.row)),
        view.tell(_sentence(lanes, view.words.seat(seat), joined)),
        lanes.ref.id,
        seat,
        tuple(_ground(lanes, here, seat)),
        tuple(_standing(view, lanes, unit, seat) for unit in here if lanes.base(unit)),
        tuple((unit.id, unit.name) for unit in units if unit.seat == seat and not unit.count(lanes.row)),
        chosen if picked else "",
        square_name(lanes, picked) if picked else "",
        tuple(seen(lanes, picked.seat, seat, square) for square in lit) if picked else (),
        tuple(foe for foe in foes if picked and attack(view.rules, state, picked, foe)),
    )


def attack(rules: Ruleset, state: GameState, unit: Unit, foe: str) -> tuple[str, Map[Value]] | None:
    """What a unit may do to an enemy in this step, as far as nothing speaks against it."""
    able = offered(rules, state, unit.seat)
    for plan in (each for each in rules.plans if each.at and each.procedure in able):
        args: Map[Value] = Map({plan.by: unit.id, plan.at: foe})
        if not any(rules.opening(plan.procedure).refusals(state, args, early=True)):
            return plan.procedure, args
    return None


def seen(lanes: Lanes, of: int, seat: int, square: Square) -> Square:
    """A square that one side counts, as another one sees it; 0 stays unknown. Only rows are
    counted from one's own edge: the columns have one name for both."""
    row, column = square
    row = lanes.rows + 1 - row if row and of != seat else row
    return row, lanes.columns + 1 - column if column and seat else column


def square_as_counted(lanes: Lanes, of: int, seat: int, square: Square) -> Square:
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


def _sentence(lanes: Lanes, player: str, joined: int) -> Text:
    if joined == lanes.rows:
        return say("The line reaches all rows")
    if joined:
        row = joined + 1
        return say(
            "{player} has nobody on row {row}: the line ends after row {last}", player=player, row=row, last=joined
        )
    return say("{player} has nobody on row 1: there is no line", player=player)
