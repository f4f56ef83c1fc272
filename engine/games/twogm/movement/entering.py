"""Which squares a unit may enter, how far it comes by what the board knows, where its move ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.twogm import refs
from engine.games.twogm.movement.field import board_width, on_square
from engine.games.twogm.movement.path import PathSquare, path_square, spot
from engine.games.twogm.movement.situation import SquareMove
from engine.games.twogm.movement.values import can_cross, is_difficult, may_join
from engine.games.twogm.units import NATURAL, ROWS, has, is_craft, key
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

Squares = set[tuple[int, int]]


def cannot_enter(unit: Unit, here: PathSquare) -> Refusal | None:
    """Squares a unit may not enter at all."""
    square = here.ground
    if here.holds == "enemy":
        return Refusal("enemy", say("never through a square that the enemy holds"), refs.TWOGM_50)
    if square.impassable and not can_cross(unit, here):
        return Refusal("impassable", say("{terrain} is impassable", terrain=square.name), refs.TWOGM_83)
    if is_craft(unit) and square.name != "sea":
        return Refusal("at_sea", say("a landing craft stays at sea"), refs.TWOGM_83)
    if has(unit, "extra_heavy") and (is_difficult(unit, here) or square.name == "bridge"):
        text = say("{unit} is too heavy for {terrain}", unit=unit.name, terrain=square.name)
        return Refusal("extra_heavy", text, refs.TWOGM_84 if square.name == "bridge" else refs.TWOGM_133)
    if square.access and unit.stated("type") not in (None, *square.access):
        text = say("{unit} may not enter {terrain}", unit=unit.name, terrain=square.name)
        return Refusal("access", text, refs.TWOGM_86 if square.building else refs.TWOGM_179)
    return None


@rule(refs.TWOGM_46, refs.TWOGM_50, refs.TWOGM_80)
def squares_in_reach(now: GameState, unit: Unit, points: int, cards: bool = True) -> Squares:
    """Squares that a unit comes to around the enemies that the board knows, and around terrain
    cards that bar the way or end the move; none where the board does not know the unit."""
    begins = spot((unit.count("row") or None, unit.count("column") or None))
    found: Squares = {begins} if begins else set()
    edge = set(found)
    for _ in range(points):
        around = {there for here in edge for there in next_squares(now, here)} - found
        entered = {there: path_square(now, unit, there) for there in around}
        free = {there: here for there, here in entered.items() if is_open(unit, here, cards)}
        found |= set(free)
        edge = {there for there, here in free.items() if not (cards and is_difficult(unit, here))}
    return found


def next_squares(now: GameState, here: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The squares around one that are on the board."""
    for up, aside in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if 1 <= here[0] + up <= ROWS and 1 <= here[1] + aside <= board_width(now):
            yield here[0] + up, here[1] + aside


def is_open(unit: Unit, here: PathSquare, cards: bool) -> bool:
    """No enemy holds a square, and no card on it bars it; where the sea lies the board does not
    know."""
    if not cards or is_craft(unit):
        return here.holds != "enemy"
    return cannot_enter(unit, here) is None


@rule(refs.TWOGM_46, refs.TWOGM_47, refs.TWOGM_48)
def told_to_its_end(now: GameState, move: SquareMove) -> SquareMove:
    """A move with its end: where its path leads, in its own column where none is told, and onto the
    friend on that square that it joins."""
    if move.onto is not None:
        return move
    mover, last = now.unit(move.unit), move.path[-1] if move.path else None
    at = path_square(now, mover, last).at if last is not None else None
    row, column = at or (move.row, move.column or (mover.count("column") or None if move.row else None))
    ends = replace(move, row=row, column=column, terrain=move.terrain or natural(last))
    there = on_square(now, row, column, mover.seat) if isinstance(row, int) and isinstance(column, int) else ()
    others = [each for each in there if each.id != mover.id]
    if len(others) != 1 or others[0].seat != mover.seat or not may_join(now, mover, str(others[0].stated("type"))):
        return ends
    return replace(ends, onto=others[0].id, row=None, column=None)


def natural(named: Value) -> str | None:
    """The natural terrain of a square as it is told."""
    terrain = named.get("terrain") if isinstance(named, Map) else named
    return key(terrain) if isinstance(terrain, str) and key(terrain) in NATURAL else None
