"""Units on one square: unloading from a transport, moving behind a vehicle, swapping squares."""

from __future__ import annotations

from engine.games.twogm.field import between, card_on, on_square
from engine.games.twogm.ground import ground, square, under
from engine.games.twogm.markers import mounted_weapon
from engine.games.twogm.move import SQUARE, apart, covering, placed, refusals, separated, which_row
from engine.games.twogm.refs import (
    TWOGM_23,
    TWOGM_46,
    TWOGM_49,
    TWOGM_59,
    TWOGM_61,
    TWOGM_133,
    TWOGM_147,
    TWOGM_148,
    TWOGM_149,
    TWOGM_150,
    TWOGM_161,
    TWOGM_167,
)
from engine.games.twogm.speed import Step, allowance, closed, covers
from engine.games.twogm.units import NATURAL, ROWS, absent, carrier_of, has, is_a, is_craft
from engine.playing.procedure import Procedure, number
from engine.playing.rules import Opening
from engine.values.kinds import Field, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Value
from engine.values.model import Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say


def unload(
    state: GameState,
    unit: str,
    column: int | None = None,
    terrain: str | None = None,
    row: int | None = None,
    into: str | None = None,
) -> Procedure:
    """On the square left or right of the transport, whose move it ends; it takes all movement of
    the cargo, unless it is Mechanized (2GM-138, 147, 151, 194, 197)."""
    carrier = carrier_of(state, state.unit(unit))
    state = state.set(unit, "where", None).set(unit, "in", None)
    state = state.set(carrier.id, "moved", True) if carrier else state
    if carrier and not is_craft(carrier):
        state = state.set(unit, "column", None)  # left or right: nobody said
    state = placed(state, unit, row or beside(carrier or state.unit(unit)), column, terrain, into)
    mechanized = has(state.unit(unit), "mechanized")
    return state.set(unit, "moved", not mechanized).set(unit, "unloaded", mechanized)
    yield


def beside(carrier: Unit) -> int:
    """The row where cargo is set down: the transport's, the next one of a landing craft
    (2GM-132, 147)."""
    return carrier.count("row") + 1 if is_craft(carrier) and carrier.count("row") else carrier.count("row")


def not_unloadable(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Not in the turn it was picked up, or boarded a transport that had moved; in Deployment
    only if deployed together, and with Mobility (2GM-148, 149, 195)."""
    cargo = now.unit(unit)
    carrier = carrier_of(now, cargo)
    if carrier is None:
        return Refusal("not_aboard", say("{unit} is not aboard a transport", unit=cargo.name), TWOGM_150)
    fresh = carrier.count("deployed_turn") == now.turn
    if now.step == "deployment" and not fresh:
        return Refusal("not_now", say("{unit} does not move in this phase", unit=carrier.name), TWOGM_149)
    if carrier.count("loaded_turn") == now.turn:
        return Refusal("picked_up", say("{unit} was picked up in this turn", unit=cargo.name), TWOGM_148)
    if fresh and not has(carrier, "mobility"):
        return Refusal("deployed_now", say("{unit} was deployed in this turn", unit=carrier.name), TWOGM_149)
    return None


def not_beside(
    now: GameState, unit: str, column: int | None = None, row: int | None = None, **_: Value
) -> Refusal | None:
    """Left or right of the transport in its row, never in front or behind; a landing craft only
    in front (2GM-132, 147, 195)."""
    carrier = carrier_of(now, now.unit(unit))
    if carrier is None or not carrier.count("column"):
        return None
    ahead, aside = (1, 0) if is_craft(carrier) else (0, 1)
    wrong_row = row is not None and row - carrier.count("row") != ahead
    if wrong_row or (column is not None and abs(column - carrier.count("column")) != aside):
        return Refusal(
            "not_beside", say("unload left or right of the transport, in front of a landing craft"), TWOGM_147
        )
    return None


def blocked(
    now: GameState,
    unit: str,
    terrain: str | None = None,
    into: str | None = None,
    column: int | None = None,
    row: int | None = None,
    **_: Value,
) -> Refusal | None:
    """Rough squares and terrain cards are fine, impassable and taken ones are not (2GM-147, 179,
    195)."""
    cargo = now.unit(unit)
    goes = row or beside(carrier_of(now, cargo) or cargo)
    card = card_on(now, goes, column, cargo.seat)
    here = ground(now, into or (card.id if card else None) or square(terrain or "plain").name)
    full = on_square(now, goes, column or 0, cargo.seat)
    if full or here.impassable or (here.access and cargo.stated("type") not in (None, *here.access)):
        return Refusal("blocked", say("{unit} may not be set down there", unit=cargo.name), TWOGM_147)
    return None


UNLOAD = Opening(
    "unload",
    say("unload"),
    TWOGM_148,
    unload,
    Record(
        (
            *required(unit=UnitId()),
            *fields(row=Whole(1, ROWS), column=Whole(1, 16), terrain=Word(NATURAL), into=UnitId()),
        )
    ),
    (not_unloadable, not_beside, blocked),
    actor="unit",
)


# Behind a vehicle


def cover_move(
    state: GameState,
    unit: str,
    vehicle: str,
    row: int | None = None,
    column: int | None = None,
    terrain: str | None = None,
    **_: Value,
) -> Procedure:
    """Infantry and vehicle move together one square or more at the slower speed: At Cover
    (2GM-59, 60)."""
    if row is None:
        state, row = yield from number(state, which_row, vehicle)
    for each in (unit, vehicle):
        state = placed(state, each, row, column, terrain, None).set(each, "moved", True)
    return state.set(unit, "at_cover", vehicle)


def no_cover(now: GameState, vehicle: str, **_: Value) -> Refusal | None:
    """The vehicle alone: armour or a transport that can still move (2GM-46, 59, 167)."""
    other = now.unit(vehicle)
    if no := absent(TWOGM_59, other):
        return no
    if not covers(other):
        return Refusal("no_pair", say("infantry takes cover behind armour or a transport"), TWOGM_59)
    return spent(now, other, TWOGM_46, TWOGM_167)


def spent(now: GameState, unit: Unit, moved: Ref, short: Ref) -> Refusal | None:
    """Who has moved, or cannot move a single square."""
    if unit.count("moved"):
        return Refusal("moved", say("{unit} has moved", unit=unit.name), moved)
    if mounted_weapon(now, unit) or allowance(now, unit) < 1:
        return Refusal("cannot_move", say("{unit} cannot move that far", unit=unit.name), short)
    return None


def no_pair(now: GameState, unit: str, vehicle: str, **_: Value) -> Refusal | None:
    """One infantry unit behind armour or a transport; artillery is towed instead (2GM-59, 61)."""
    one, other = now.unit(unit), now.unit(vehicle)
    if no_cover(now, vehicle):
        return None  # it is said already
    if no := absent(TWOGM_59, one):
        return no
    if carrier_of(now, one):
        return Refusal("carried", say("{unit} is carried", unit=one.name), TWOGM_150)
    if is_a(one, "artillery"):
        return Refusal("artillery", say("artillery cannot take cover behind a vehicle"), TWOGM_61)
    if one.stated("type") not in (None, "infantry"):
        return Refusal("no_pair", say("infantry takes cover behind armour or a transport"), TWOGM_59)
    taken = covering(now, other, one)
    return Refusal("taken", say("{unit} covers another unit", unit=other.name), TWOGM_59) if taken else None


def pair_cannot(
    now: GameState,
    unit: str,
    vehicle: str,
    squares: int = 1,
    path: tuple[Value, ...] | None = None,
    row: int | None = None,
    column: int | None = None,
    **_: Value,
) -> Refusal | None:
    """Both begin on one square and must be able to move that far and that way, one square at
    least (2GM-59, 80, 167)."""
    if no_cover(now, vehicle):
        return None  # it is said already
    squares = max(squares, apart(now.unit(vehicle), (row, column))) if path is None else len(path)
    if squares < 1:
        return Refusal("no_move", say("both must move together at least one square"), TWOGM_59)
    if between(now, now.unit(unit), now.unit(vehicle)) not in (None, 0):
        return Refusal("apart", say("both must begin on the same square"), TWOGM_59)
    if no := spent(now, now.unit(unit), TWOGM_46, TWOGM_167):
        return no
    for each in (now.unit(unit), now.unit(vehicle)):
        if allowance(now, each) < squares:
            return Refusal("cannot_move", say("{unit} cannot move that far", unit=each.name), TWOGM_167)
        if forbidden := refusals(now, each.id, path=path or ("plain",) * squares, row=row, column=column):
            return forbidden[0]
    return None


COVER_MOVE = Opening(
    "cover_move",
    say("covered movement"),
    TWOGM_59,
    cover_move,
    Record(
        (
            *required(unit=UnitId(), vehicle=UnitId()),
            *fields(row=Whole(1, ROWS), column=Whole(1, 16)),
            *fields(path=ListOf(SQUARE), terrain=Word(NATURAL)),
            Field("squares", Whole(0, 9), default=1),
        )
    ),
    (no_cover, no_pair, pair_cannot),
    actor="vehicle",
)


# Two units change places


def swap(state: GameState, unit: str, other: str) -> Procedure:
    """Two units on neighbouring squares change places for 1 point each, with their cargo, out of
    their cover (2GM-49, 60)."""
    for each, seen in ((unit, state.unit(other)), (other, state.unit(unit))):
        held = seen.trackers
        state = placed(
            separated(state, each), each, seen.count("row"), seen.count("column"), held.get("terrain"), held.get("in")
        )
        state = state.set(each, "moved", True)
    return state
    yield


def stays(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """The unit alone: no HQ, not carried, one that can still move (2GM-23, 49, 150, 161)."""
    one = now.unit(unit)
    if no := absent(TWOGM_49, one):
        return no
    if is_a(one, "hq"):
        return Refusal("headquarters", say("{unit} does not move", unit=one.name), TWOGM_23)
    if carrier_of(now, one):
        return Refusal("carried", say("{unit} is carried", unit=one.name), TWOGM_150)
    return spent(now, one, TWOGM_49, TWOGM_161)


def no_swap(now: GameState, unit: str, other: str) -> Refusal | None:
    """Neighbours of one side, both able to move, each into the other's square (2GM-49, 51, 133)."""
    one, two = now.unit(unit), now.unit(other)
    if stays(now, unit):
        return None  # it is said already
    if one.seat != two.seat:
        return Refusal("enemy", say("only units of one side swap squares"), TWOGM_49)
    if no := stays(now, other):
        return no
    if unit == other or between(now, one, two) not in (None, 1):
        return Refusal("not_adjacent", say("only neighbours swap squares"), TWOGM_49)
    for each, seen in ((one, two), (two, one)):
        if (no := closed(each, Step(under(now, seen)))) is not None:
            return no
        if has(each, "extra_heavy") and under(now, each).difficult:
            return Refusal("stuck", say("{unit} is stuck in difficult terrain", unit=each.name), TWOGM_133)
    return None


SWAP = Opening(
    "swap",
    say("swap squares"),
    TWOGM_49,
    swap,
    Record(required(unit=UnitId(), other=UnitId())),
    (stays, no_swap),
    actor="unit",
)
