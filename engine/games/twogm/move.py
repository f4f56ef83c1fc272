"""Moves: square by square as told, or onto a transport; what forbids them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games.twogm.field import card_on, on_square
from engine.games.twogm.ground import TERRAIN, Ground, ground, under
from engine.games.twogm.markers import mounted_weapon
from engine.games.twogm.money import paid
from engine.games.twogm.refs import (
    TWOGM_23,
    TWOGM_46,
    TWOGM_47,
    TWOGM_50,
    TWOGM_51,
    TWOGM_59,
    TWOGM_61,
    TWOGM_67,
    TWOGM_80,
    TWOGM_125,
    TWOGM_150,
    TWOGM_161,
    TWOGM_166,
    TWOGM_192,
    TWOGM_198,
)
from engine.games.twogm.speed import Step, allowance, closed, covers, difficult, problems, spot, steps, takes
from engine.games.twogm.units import NATURAL, ROWS, absent, cargo_of, carrier_of, has, held, is_a, occupants
from engine.playing.procedure import Procedure, number
from engine.playing.rules import Opening
from engine.values.kinds import Either, Field, Fixed, Flag, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import Prompt, Refusal, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import say

MOVING = ("movement", "deployment")


def move(
    state: GameState,
    unit: str,
    onto: str | None = None,
    advance: bool = False,
    ride: bool = False,
    row: int | None = None,
    column: int | None = None,
    **told: Value,
) -> Procedure:
    """A unit moves once; it may end aboard a transport, or pick somebody up (2GM-46, 47, 48,
    125, 141)."""
    if state.step not in MOVING:
        allowance(state, state.unit(unit))  # finds what the card does not state
        return state
    if row is None and onto is None:
        state, row = yield from number(state, which_row, unit)
    state = paid(state, state.unit(unit).seat, 1).set(unit, "advanced", True) if advance else state
    state = state.set(unit, "rode", True) if ride else state
    state = separated(state, unit)
    if onto is not None:
        return joined(state, unit, onto)
    return placed(state, unit, row, column, told.get("terrain"), told.get("into")).set(unit, "moved", True)


def which_row(now: GameState, unit: str) -> Prompt:
    """Rows are counted from the own deployment line (2GM-46)."""
    at = now.unit(unit)
    return Prompt(
        "row",
        "number",
        at.seat,
        say("{unit}: on which of your rows does it end?", unit=at.name),
        TWOGM_46,
        (unit,),
        least=1,
        most=ROWS,
        default=max(1, at.count("row")),
    )


def placed(state: GameState, unit: str, row: int | None, column: int | None, terrain: Value, into: Value) -> GameState:
    """A unit on a square, with whatever it carries, on the card that lies there; terrain is as
    told, else plain (2GM-80, 86, 147)."""
    natural = terrain if terrain != "plain" else None
    card = card_on(state, row, column or state.unit(unit).count("column"), state.unit(unit).seat)
    into = into or (card.id if card else None)
    for each in (unit, *cargo_of(state, unit)):
        state = state.set(each, "row", row) if row else state
        state = state.set(each, "column", column) if column else state
    return state.set(unit, "terrain", natural).set(unit, "in", into)


def separated(state: GameState, unit: str) -> GameState:
    """Whoever moves alone leaves its cover, or the infantry it covered (2GM-60, 167)."""
    state = state.set(unit, "at_cover", None)
    for other in [each.id for each in state.units.values() if each.trackers.get("at_cover") == unit]:
        state = state.set(other, "at_cover", None)
    return state


def joined(state: GameState, unit: str, onto: str) -> GameState:
    """Boarding or hitching by moving onto the transport; a transport that drives onto its cargo
    picks it up and stops (2GM-47, 48, 59, 147, 148, 151, 195)."""
    one, other = state.unit(unit), state.unit(onto)
    state = placed(state, unit, other.count("row"), other.count("column"), other.trackers.get("terrain"), None)
    state = state.set(unit, "moved", True)
    if is_a(one, "transport"):
        return aboard(state, onto, unit).set(unit, "loaded_turn", state.turn)
    if not takes_aboard(one, other):
        return state
    state = aboard(state, unit, onto)
    return state.set(onto, "loaded_turn", state.turn) if other.count("moved") else state


def takes_aboard(unit: Unit, vehicle: Unit) -> bool:
    """A transport with the skill takes a unit aboard; behind any other vehicle it only stands
    (2GM-59, 166)."""
    return is_a(vehicle, "transport") and takes(vehicle, str(unit.stated("type")))


def covering(now: GameState, vehicle: Unit, unit: Unit) -> bool:
    """Another infantry unit is behind the vehicle, covered or only standing there (2GM-59)."""
    there = on_square(now, vehicle.count("row"), vehicle.count("column"), vehicle.seat)
    behind = [
        each for each in now.standing(vehicle.seat) if each.trackers.get("at_cover") == vehicle.id or each in there
    ]
    return any(is_a(each, "infantry") and each.id != unit.id for each in behind)


def aboard(state: GameState, unit: str, carrier: str) -> GameState:
    """Inside a transport, or hitched to it (2GM-147, 150, 151)."""
    return state.set(unit, "in", carrier).set(unit, "where", "inside")


# What forbids a move, and what a question tells


def refusals(
    now: GameState, unit: str, advance: bool = False, ride: bool = False, **told: Value
) -> tuple[Refusal, ...]:
    """Everything against a move as told, the card on its last square too (2GM-46, 80, 86, 161)."""
    mover, first = now.unit(unit), told.get("from")
    start = begins(now, first, mover)
    place = spot((first.get("row"), first.get("column"))) if isinstance(first, Map) else spot(first)
    path, ends = steps(now, mover, told.get("path")), whither(now, told)
    place = place or spot((mover.count("row") or None, mover.count("column") or None))
    found = problems(now, mover, path, start, place, advance=advance, ride=ride)
    points = len(path) or allowance(now, mover, advance, ride)
    card = card_on(now, *ends, mover.seat)
    return (
        *too_new(now, mover),
        *found,
        *shut(now, mover, told.get("into") or (card.id if card else None)),
        *taken(now, mover, told.get("row"), told.get("column")),
        *beyond(mover, ends, start, points),
    )


def too_new(now: GameState, mover: Unit) -> Iterator[Refusal]:
    """Who came this turn moves only with Mobility, or out of a transport (2GM-67, 138, 139)."""
    free = has(mover, "mobility") or mover.count("unloaded")
    if mover.count("deployed_turn") == now.turn and not free:
        yield Refusal("deployed_now", say("{unit} was deployed in this turn", unit=mover.name), TWOGM_67)


def whither(now: GameState, told: Mapping[str, Value]) -> tuple[Value, Value]:
    """Row and column where a move ends: as told, or those of the unit it joins."""
    other = now.units.get(str(told.get("onto")))
    return (other.count("row"), other.count("column")) if other else (told.get("row"), told.get("column"))


def beyond(mover: Unit, ends: tuple[Value, Value], start: Ground, points: int) -> Iterator[Refusal]:
    """Squares that are too far by what the board knows, whatever the way (2GM-46, 80, 140, 161)."""
    squares = apart(mover, ends) - (1 if has(mover, "motorized") and slants(mover, ends) else 0)
    if squares > points:
        text = say("{squares} squares: {unit} moves {points}", squares=squares, unit=mover.name, points=points)
        yield Refusal("too_far", text, TWOGM_46 if points else TWOGM_161)
    elif squares > 1 and difficult(mover, Step(start)):
        yield Refusal("difficult", say("difficult terrain: stop on entering, one square on leaving"), TWOGM_80)


def apart(mover: Unit, ends: tuple[Value, Value]) -> int:
    """Rows and columns between a unit and a square, each where both are known (2GM-46)."""
    begins = mover.count("row"), mover.count("column")
    return sum(
        abs(end - begin) for begin, end in zip(begins, ends, strict=True) if begin and isinstance(end, int) and end
    )


def slants(mover: Unit, ends: tuple[Value, Value]) -> bool:
    """Row and column both change (2GM-140)."""
    return all(apart(mover, each) for each in ((ends[0], None), (None, ends[1])))


def shut(now: GameState, mover: Unit, into: Value) -> Iterator[Refusal]:
    """A terrain card that does not let the unit in, or holds another (2GM-47, 86, 179)."""
    if into is None:
        return
    if (no := closed(mover, Step(ground(now, into)))) is not None:
        yield no
    if any(unit != mover.id for unit in occupants(now, str(into))):
        yield Refusal("occupied", say("a move does not end on another unit"), TWOGM_47)


def taken(now: GameState, mover: Unit, row: Value, column: Value) -> Iterator[Refusal]:
    """A square on which the board knows another unit (2GM-47, 50)."""
    if isinstance(row, int) and isinstance(column, int):
        for unit in on_square(now, row, column, mover.seat):
            ref = TWOGM_47 if unit.seat == mover.seat else TWOGM_50
            if unit.id != mover.id:
                yield Refusal("occupied", say("{unit} stands there", unit=unit.name), ref)


def begins(now: GameState, told: Value, mover: Unit) -> Ground:
    """The square a move starts from: told, or where the unit stands, in ruins too (2GM-80, 85)."""
    named = told.get("terrain") if isinstance(told, Map) else told if isinstance(told, str) else None
    return under(now, mover, named)


def illegal(now: GameState, unit: str, **told: Value) -> Refusal | None:
    """In play an illegal path is refused; a question is answered (2GM-46)."""
    return next(iter(refusals(now, unit, **told)), None) if now.step in MOVING else None  # type: ignore[arg-type]


def not_now(now: GameState, unit: str, advance: bool = False, ride: bool = False, **_: Value) -> Refusal | None:
    """Once a turn; in Deployment only what was just deployed with Mobility; Advance is paid
    (2GM-46, 67, 125, 139, 161)."""
    mover = now.unit(unit)
    fresh = mover.count("deployed_turn") == now.turn
    if now.step not in MOVING:
        return None
    if mover.count("moved"):
        return Refusal("moved", say("{unit} has moved", unit=mover.name), TWOGM_46)
    if now.step == "deployment" and not fresh:
        return Refusal("deployed_now", say("{unit} does not move in this phase", unit=mover.name), TWOGM_67)
    purse = held(now, mover.seat, "ap") + held(now, mover.seat, "ap_general")
    if advance and (mover.count("advanced") or purse < 1 or now.step != "movement"):
        return Refusal("no_advance", say("Advance costs 1 action point, once a turn, in Movement"), TWOGM_125)
    if allowance(now, mover, advance, ride) < 1:
        return Refusal("no_movement", say("{unit} has no movement left", unit=mover.name), TWOGM_161)
    return None


def cannot_join(now: GameState, unit: str, onto: str | None = None, **_: Value) -> Refusal | None:
    """One cargo at a time; no mounted heavy weapon is picked up; a transport that takes it
    (2GM-47, 48, 61, 166, 192, 198)."""
    if onto is None:
        return None
    one, other = now.unit(unit), now.unit(onto)
    if no := absent(TWOGM_47, other):
        return no
    carrier, cargo = (one, other) if is_a(one, "transport") else (other, one)
    if not (is_a(cargo, "infantry", "artillery") and covers(carrier)):
        return Refusal("occupied", say("a move does not end on another unit"), TWOGM_47)
    if cargo_of(now, carrier.id):
        return Refusal("full", say("{unit} carries a unit already", unit=carrier.name), TWOGM_192)
    if carrier is other and not takes_aboard(cargo, carrier) and covering(now, carrier, cargo):
        return Refusal("taken", say("{unit} covers another unit", unit=carrier.name), TWOGM_59)
    if mounted_weapon(now, cargo):
        return Refusal(
            "mounted", say("{unit} has a mounted weapon", unit=cargo.name), TWOGM_51 if cargo is one else TWOGM_198
        )
    if is_a(cargo, "artillery") and not takes_aboard(cargo, carrier):
        return Refusal("no_tow", say("{unit} cannot tow it", unit=carrier.name), TWOGM_61)
    if carrier is one and not takes_aboard(cargo, carrier):
        return Refusal("no_transport", say("{unit} cannot take it aboard", unit=carrier.name), TWOGM_166)
    return None


def carried(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Only who is on the board moves; cargo does not move by itself, an HQ not at all (2GM-23,
    46, 150)."""
    mover = now.unit(unit)
    if is_a(mover, "hq"):
        return Refusal("headquarters", say("{unit} does not move", unit=mover.name), TWOGM_23)
    if carrier_of(now, mover):
        return Refusal("carried", say("{unit} is carried", unit=mover.name), TWOGM_150)
    return absent(TWOGM_46, mover)


def tells(now: GameState, unit: str, **told: Value) -> dict[str, Value]:
    """Whether a path is legal, how many squares it has, how many points the unit has (2GM-46,
    161)."""
    try:
        against = refusals(now, unit, **told)  # type: ignore[arg-type]  # checked by SITUATION
        points = allowance(now, now.unit(unit), told.get("advance") is True, told.get("ride") is True)
    except Unknown:
        return {}
    path = told.get("path")
    return {
        "legal": not against,
        "squares": len(path) if isinstance(path, tuple) else 0,
        "points": points,
        "problems": tuple(no.key for no in against),
        "rules": tuple(no.ref.id for no in against),
    }


ANY = Whole(-99, 99)
SQUARE = Either(
    (
        Word(),
        Fixed((ANY, ANY)),
        Record(
            (
                Field("terrain", TERRAIN),
                *fields(holds=Word(), unit=Word(), diagonal=Flag(), sappers=Flag(), row=ANY, column=ANY),
            )
        ),
    )
)
START = Either((Word(), Fixed((ANY, ANY)), Record((Field("terrain", TERRAIN), *fields(row=ANY, column=ANY)))))
SITUATION = Record(
    (
        *required(unit=UnitId()),
        Field("from", START),
        *fields(
            path=ListOf(SQUARE),
            onto=UnitId(),
            row=Whole(1, ROWS),
            column=Whole(1, 16),
            terrain=Word(NATURAL),
            into=UnitId(),
        ),
        Field("advance", Flag(), default=False),
        Field("ride", Flag(), default=False),
    )
)
MOVE = Opening(
    "move",
    say("move"),
    TWOGM_46,
    move,
    SITUATION,
    (carried, not_now, illegal, cannot_join),
    actor="unit",
    tells=tells,
    asks=("row", "terrain", "onto", "advance", "ride"),
)
