"""The board under a finger: where a unit may come to, what lies on a square, what an empty one
offers."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.movement.entering import squares_in_reach
from engine.games.twogm.movement.refusals import MOVE, MOVING
from engine.games.twogm.movement.situation import SquareMove
from engine.games.twogm.movement.values import allowance
from engine.games.twogm.units import is_a, key, seat_count
from engine.playing.citing import rule
from engine.values.maps import Map, Value, pairs
from engine.values.model import Impossible, Unknown
from engine.values.situation import Untold
from engine.values.table import GameState, Unit

BUILDINGS = ("house", "wall", "bunker", "bridge")


@rule(refs.TWOGM_46)
def reach(now: GameState, unit: Unit) -> tuple[tuple[int, int], ...]:
    """Squares that a unit may move to now, by what the board knows: nothing speaks against them."""
    if now.step not in MOVING:
        return ()
    try:
        near = squares_in_reach(now, unit, allowance(now, unit))
    except Unknown:
        return ()
    own = (unit.count("row"), unit.count("column"))
    return tuple(each for each in sorted(near - {own}) if not is_refused(now, unit, each))


def is_refused(now: GameState, unit: Unit, square: tuple[int, int]) -> bool:
    move = SquareMove(unit.id, row=square[0], column=square[1])
    try:
        return any(refuse(now, move) for refuse in MOVE)
    except (Unknown, Untold, Impossible):
        return False


@rule(refs.TWOGM_80, refs.TWOGM_85)
def kind_of_ground(unit: Unit) -> str:
    """A terrain card: a building, ruins, or whatever else lies there; a unit is none."""
    if not is_a(unit, "terrain"):
        return ""
    name = key(str(unit.stated("name")))
    return "ruins" if unit.count("ruins") else next((kind for kind in BUILDINGS if kind in name), "ground")


@rule(refs.TWOGM_23, refs.TWOGM_94)
def is_base(unit: Unit) -> bool:
    """Behind the board: a headquarters, and fighters that wait with it."""
    return is_a(unit, "hq", "air")


@rule(refs.TWOGM_31, refs.TWOGM_65)
def offers_of_square(now: GameState, seat: int, row: int, column: int) -> tuple[str, Map[Value]] | None:
    """What was bought with the bid is laid; on the first row units are deployed."""
    if now.step == "start" and seat_count(now, seat, "terrain_points") and row in (2, 3):
        return "lay_terrain", pairs(seat=seat, row=row, column=column)
    if now.step == "deployment" and seat == now.seat and row == 1:
        return "deploy", pairs(column=column)
    return None
