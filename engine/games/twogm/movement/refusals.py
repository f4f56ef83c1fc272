"""What forbids a move: the unit, the moment, the squares of its path, where it ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.games.twogm import refs
from engine.games.twogm.economy.purse import too_dear
from engine.games.twogm.markers.equipment import mounted_weapon
from engine.games.twogm.movement.entering import cannot_enter, squares_in_reach, told_to_its_end
from engine.games.twogm.movement.field import board_width, card_on, on_square, squares_of
from engine.games.twogm.movement.ground import Ground, ground
from engine.games.twogm.movement.path import PathSquare, Spot, first_ground, path_square, spot
from engine.games.twogm.movement.situation import SquareMove
from engine.games.twogm.movement.values import (
    Ends,
    allowance,
    can_cover,
    can_take_aboard,
    is_covering_another,
    is_difficult,
    is_slanted,
    may_join,
    squares_apart,
)
from engine.games.twogm.units import GROUND, ROWS, cargo_of, has, is_a, is_craft, no_cargo, not_on_board, occupants
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

MOVING = ("movement", "deployment")
ADVANCE = ("advance", "march", "advancement")

# The unit and the moment


@rule(refs.TWOGM_46, refs.TWOGM_150)
def cannot_move(now: GameState, move: SquareMove) -> Refusal | None:
    """Only who is on the board moves; cargo does not move by itself, what is no ground unit not at
    all."""
    mover = now.unit(move.unit)
    return immovable(mover) or no_cargo(now, mover) or not_on_board(refs.TWOGM_46, mover)


def immovable(unit: Unit) -> Refusal | None:
    """A headquarters stays where it is, aircraft fly, cards lie."""
    if unit.stated("type") in (None, *GROUND):
        return None
    reasons = {"hq": ("headquarters", refs.TWOGM_23), "air": ("aircraft", refs.TWOGM_92)}
    key, ref = reasons.get(str(unit.stated("type")), ("no_unit", refs.TWOGM_46))
    return Refusal(key, say("{unit} does not move", unit=unit.name), ref)


def not_now(now: GameState, move: SquareMove) -> Refusal | None:
    """Once a turn; in Deployment only what was just deployed with Mobility; Advance is paid."""
    mover = now.unit(move.unit)
    if now.step not in MOVING:
        return None
    if mover.count("moved"):
        return Refusal("moved", say("{unit} has moved", unit=mover.name), refs.TWOGM_46)
    if now.step == "deployment" and mover.count("deployed_turn") != now.turn:
        return Refusal("deployed_now", say("{unit} does not move in this phase", unit=mover.name), refs.TWOGM_67)
    paid = not too_dear(now, mover.seat, 1)
    if move.advance and (mover.count("advanced") or not paid or now.step != "movement"):
        text = say("Advance costs 1 action point, once a turn, in Movement")
        return Refusal("no_advance", text, refs.TWOGM_125)
    if allowance(now, mover, move.advance, move.ride) < 1:
        return Refusal("no_movement", say("{unit} has no movement left", unit=mover.name), refs.TWOGM_161)
    return None


def cannot_join(now: GameState, move: SquareMove) -> Refusal | None:
    """One cargo at a time; no mounted heavy weapon is picked up; a transport that takes it."""
    move = told_to_its_end(now, move)
    if move.onto is None:
        return None
    one, other = now.unit(move.unit), now.unit(move.onto)
    if no := not_on_board(refs.TWOGM_47, other):
        return no
    carrier, cargo = (one, other) if is_a(one, "transport") else (other, one)
    takes = can_take_aboard(carrier, cargo)
    if not (is_a(cargo, "infantry", "artillery") and can_cover(carrier)):
        return Refusal("occupied", say("a move does not end on another unit"), refs.TWOGM_47)
    if cargo_of(now, carrier.id):
        return Refusal("full", say("{unit} carries a unit already", unit=carrier.name), refs.TWOGM_192)
    if carrier is other and not takes and is_covering_another(now, carrier, cargo):
        return Refusal("taken", say("{unit} covers another unit", unit=carrier.name), refs.TWOGM_59)
    if mounted_weapon(now, cargo):
        ref = refs.TWOGM_51 if cargo is one else refs.TWOGM_198
        return Refusal("mounted", say("{unit} has a mounted weapon", unit=cargo.name), ref)
    if is_craft(carrier) and not_before(carrier, cargo, carrier is one):
        text = say("{unit} is boarded from the square straight ahead of it", unit=carrier.name)
        return Refusal("not_in_front", text, refs.TWOGM_132)
    if is_a(cargo, "artillery") and not takes:
        return Refusal("no_tow", say("{unit} cannot tow it", unit=carrier.name), refs.TWOGM_61)
    if carrier is one and not takes:
        return Refusal("no_transport", say("{unit} cannot take it aboard", unit=carrier.name), refs.TWOGM_166)
    return None


@rule(refs.TWOGM_132)
def not_before(craft: Unit, cargo: Unit, drives: bool) -> bool:
    """Straight ahead is the next row of the same column, by what is known; a craft at sea does not
    drive onto the beach."""
    ahead = {"row": craft.count("row") + 1, "column": craft.count("column")}
    return drives or any(craft.count(each) and cargo.count(each) not in (0, place) for each, place in ahead.items())


# The path


@rule(refs.TWOGM_46)
def illegal_path(now: GameState, move: SquareMove) -> Refusal | None:
    """The first problem of a move, in the phases in which units move."""
    return next(iter(problems(now, move)), None) if now.step in MOVING else None


@rule(refs.TWOGM_46, refs.TWOGM_80, refs.TWOGM_86, refs.TWOGM_133, refs.TWOGM_161)
def problems(now: GameState, move: SquareMove) -> tuple[Refusal, ...]:
    """Everything against a move as told, the card on its last square too."""
    move = told_to_its_end(now, move)
    mover, other = now.unit(move.unit), now.units.get(str(move.onto))
    start = first_ground(now, mover, move.from_)
    begins = spot(move.from_) or spot((mover.count("row") or None, mover.count("column") or None))
    path = tuple(path_square(now, mover, each) for each in move.path or ())
    ends: Ends = (other.count("row"), other.count("column")) if other else (move.row, move.column)
    ends = (None, None) if path and path[-1].at else ends  # its last square is looked at as one of the path
    points = allowance(now, mover, move.advance, move.ride)
    card = card_on(now, *ends, mover.seat)
    found = (
        *just_deployed(now, mover),
        *not_able(now, mover, move),
        *path_too_long(mover, path, start, points, moves=bool(path) or squares_apart(mover, ends) > 0),
        *on_the_way(mover, path, start),
        *across(now, mover, path, begins),
        *at_the_end(now, mover, path),
        *closed_card(now, mover, move.into or (card.id if card else None), ends),
        *(() if other else taken_square(now, mover, *ends)),
        *too_far(mover, ends, start, len(path) or points),
    )
    return found if found or path else tuple(no_way_through(now, mover, ends, points, cards=other is None))


@rule(refs.TWOGM_138, refs.TWOGM_139)
def just_deployed(now: GameState, mover: Unit) -> Iterator[Refusal]:
    """Who came this turn moves only with Mobility, or out of a transport."""
    free = has(mover, "mobility") or (mover.count("unloaded") and has(mover, "mechanized"))
    if mover.count("deployed_turn") == now.turn and not free:
        yield Refusal("deployed_now", say("{unit} was deployed in this turn", unit=mover.name), refs.TWOGM_67)


def not_able(now: GameState, unit: Unit, move: SquareMove) -> Iterator[Refusal]:
    """A mounted weapon; Advance and Mounted are skills."""
    if item := mounted_weapon(now, unit):
        yield Refusal("mounted", say("{item} is mounted: the unit cannot move", item=item), refs.TWOGM_51)
    if move.advance and not has(unit, *ADVANCE):
        yield Refusal("no_advance", say("{unit} has no Advance", unit=unit.name), refs.TWOGM_125)
    if move.ride and not has(unit, "mounted"):
        yield Refusal("not_mounted", say("{unit} is not Mounted", unit=unit.name), refs.TWOGM_141)


def path_too_long(
    unit: Unit, path: tuple[PathSquare, ...], start: Ground, points: int, moves: bool
) -> Iterator[Refusal]:
    """More squares than points; any square at all for who is stuck."""
    if len(path) > points:
        yield short_of_points(unit, len(path), points)
    if start.difficult and has(unit, "extra_heavy") and moves:
        yield stuck(unit)


def short_of_points(unit: Unit, squares: int, points: int) -> Refusal:
    text = say("{squares} squares: {unit} moves {points}", squares=squares, unit=unit.name, points=points)
    return Refusal("too_far", text, refs.TWOGM_46 if points else refs.TWOGM_161)


def stuck(unit: Unit) -> Refusal:
    return Refusal("stuck", say("{unit} is stuck in difficult terrain", unit=unit.name), refs.TWOGM_133)


def no_further() -> Refusal:
    text = say("difficult terrain: stop on entering, one square on leaving")
    return Refusal("difficult", text, refs.TWOGM_80)


@rule(refs.TWOGM_80)
def on_the_way(unit: Unit, path: tuple[PathSquare, ...], start: Ground) -> Iterator[Refusal]:
    """Each square may be entered; difficult ones end the move, entering and leaving."""
    for here in path:
        if (no := cannot_enter(unit, here)) is not None:
            yield no
    if len(path) > 1 and any(is_difficult(unit, here) for here in (PathSquare(start), *path[:-1])):
        yield no_further()


def across(now: GameState, unit: Unit, path: tuple[PathSquare, ...], begins: Spot) -> Iterator[Refusal]:
    """On the board, one square after another, along rows and columns; Motorized once diagonally."""
    known = [(one, other) for one, other in pairwise((begins, *(here.at for here in path))) if other]
    slanted = sum(here.diagonal for here in path)
    for one, (row, column) in known:
        if not (1 <= row <= ROWS and 1 <= column <= board_width(now)):
            yield off_board()
        apart = (abs(one[0] - row), abs(one[1] - column)) if one else (0, 1)
        if max(apart) != 1:
            yield Refusal("not_adjacent", say("one square after another"), refs.TWOGM_46)
        slanted += apart == (1, 1)
    motorized = has(unit, "motorized")
    if slanted > (1 if motorized else 0):
        ref = refs.TWOGM_140 if motorized else refs.TWOGM_46
        yield Refusal("diagonal", say("moves go along rows and columns"), ref)


def off_board() -> Refusal:
    return Refusal("off_board", say("never off the board"), refs.TWOGM_46)


# Where it ends


def at_the_end(now: GameState, unit: Unit, path: tuple[PathSquare, ...]) -> Iterator[Refusal]:
    """A move ends on a free square, or on a unit it joins."""
    last = path[-1].holds if path else ""
    if not last or last in ("enemy", "none", "empty") or may_join(now, unit, last):
        return
    full = is_a(unit, "transport") and bool(cargo_of(now, unit.id))
    yield Refusal("occupied", say("a move does not end on another unit"), refs.TWOGM_48 if full else refs.TWOGM_47)


def closed_card(now: GameState, mover: Unit, into: str | None, ends: Ends) -> Iterator[Refusal]:
    """A terrain card that does not let the unit in, or holds another, as long as it is unknown on
    which of its squares."""
    if into is None:
        return
    if (no := cannot_enter(mover, PathSquare(ground(now, into)))) is not None:
        yield no
    known = all(ends) and all(squares_of(now.unit(unit)) for unit in occupants(now, into))
    if not known and any(unit != mover.id for unit in occupants(now, into)):
        yield Refusal("occupied", say("a move does not end on another unit"), refs.TWOGM_47)


def taken_square(now: GameState, mover: Unit, row: Value, column: Value) -> Iterator[Refusal]:
    """A square on which the board knows another unit."""
    if isinstance(row, int) and isinstance(column, int):
        for unit in on_square(now, row, column, mover.seat):
            ref = refs.TWOGM_47 if unit.seat == mover.seat else refs.TWOGM_50
            if unit.id != mover.id:
                yield Refusal("occupied", say("{unit} stands there", unit=unit.name), ref)


@rule(refs.TWOGM_46, refs.TWOGM_80, refs.TWOGM_140, refs.TWOGM_161)
def too_far(mover: Unit, ends: Ends, start: Ground, points: int) -> Iterator[Refusal]:
    """Squares that are too far by what the board knows, whatever the way."""
    squares = squares_apart(mover, ends) - (1 if has(mover, "motorized") and is_slanted(mover, ends) else 0)
    if squares > points:
        yield short_of_points(mover, squares, points)
    elif squares > 1 and is_difficult(mover, PathSquare(start)):
        yield no_further()


@rule(refs.TWOGM_50, refs.TWOGM_132)
def no_way_through(now: GameState, mover: Unit, ends: Ends, points: int, cards: bool) -> Iterator[Refusal]:
    """Every way to the last square that the unit has points for leads through enemies, or over
    cards that bar it or end the move."""
    end, known = spot((ends[0] or None, ends[1] or None)), mover.count("row") and mover.count("column")
    if end is None or not known:
        return
    if end[1] > board_width(now):
        yield off_board()
    elif has(mover, "motorized"):
        return
    elif end not in squares_in_reach(now, mover, points, cards=False):
        yield Refusal("enemy", say("never through a square that the enemy holds"), refs.TWOGM_50)
    elif cards and end not in squares_in_reach(now, mover, points):
        yield no_further()


MOVE = (cannot_move, not_now, illegal_path, cannot_join)
