"""The board: how far squares lie, what may be entered and crossed, how many points a Move has,
what blocks a line of sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.dust.actions import enters, not_able, pair
from engine.games.dust.heroes import has_skill, partner, together
from engine.games.dust.problems import Problem, knowing, refusal, verdict
from engine.games.dust.refs import (
    DUST_09,
    DUST_10,
    DUST_11,
    DUST_12,
    DUST_13,
    DUST_14,
    DUST_15,
    DUST_16,
    DUST_17,
    DUST_75,
    DUST_78,
    DUST_91,
    DUST_103,
    DUST_126,
    DUST_180,
)
from engine.games.dust.told import squares
from engine.games.dust.units import because, fallen, is_element, is_hero, is_soldier, kind
from engine.games.dust.words import named
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, required
from engine.values.maps import Value
from engine.values.model import Impossible, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

TERRAIN = {
    "neutral": (True, True, True, False),
    "water": (False, False, False, False),
    "rubble": (True, False, False, False),
    "smoke": (True, True, True, True),
    "block": (False, False, False, True),
}
"""Soldiers may enter, vehicles may enter, cover elements may be placed, sight is blocked
(DUST-09, 25)."""
THINGS_MET = (*TERRAIN, "crate", "trap", "corner", "wall", "small_entrance", "large_entrance", "building")
SCOUT, FAST = 2, 1
"""Movement points more (DUST-124, 129)."""
THINGS = Either((ListOf(Word()), Word()))


def distance(now: GameState, dx: int, dy: int, agile: bool = False, **told: Value) -> dict[str, Value]:
    """Agile counts when moving, never for a range (DUST-10, 32, 112)."""
    return {"distance": squares(dx, dy, agile and told.get("for") == "move")}


def ground(now: GameState, type: str) -> dict[str, Value]:
    """DUST-09, 25."""
    return dict(zip(("soldiers", "vehicles", "elements", "blocks_los"), TERRAIN[type], strict=True))


def move(state: GameState, unit: str, destroys: tuple[str, ...] = (), **told: Any) -> Procedure:
    """A legal Move: whoever leaves its square or enters has moved, its cover stays; vehicles
    crush crates (DUST-12, 103, 161)."""
    for crate in destroys if not is_soldier(state.unit(unit)) else ():
        if kind(state.unit(crate)) == "crate":
            state = because(state.set(crate, "where", "destroyed"), DUST_12, crate, "where")
    entering = enters(state, unit, round_of(state, told), _flag(told, "entering"))
    return moved(state, unit, entering or (told.get("dx"), told.get("dy")) != (0, 0))
    yield


def moved(state: GameState, unit: str, leaves: bool = True) -> GameState:
    """A pair moves together; a unit in reserve is on the board then; by one reading staying is a
    Move too (DUST-98, 103, 161)."""
    for each in together(state, unit):
        if not leaves:
            state = state.set(each, "moved", True) if state.reading("burstMoved") == "moveAction" else state
            continue
        state = state.set(each, "moved", True).set(each, "cover", None)
        if state.unit(each).where == "reserve":
            state = because(state.set(each, "where", None).set(each, "on_board", True), DUST_103, each, "where")
    return state


def points(
    now: GameState, unit: str, declared: tuple[str, ...], skills: tuple[str, ...], round: int | None, entering: bool
) -> tuple[int, int, int]:
    """Of one Move, of all declared, and what skills add: a pair's faster, Assault, Fast, scouts
    (DUST-98, 103, 115, 124, 129)."""
    moves = max(1, pair(declared).count("move"))
    printed = max(now.unit(each).need("move") for each in together(now, unit))
    times = 2 if "assault" in skills else 1
    fast = FAST * all(has_skill(now, each, "fast") for each in together(now, unit))
    scout = SCOUT * (round == 1 and has_skill(now, unit, "scout_vehicle"))
    again = now.reading("scoutBonus") == "eachMove"
    plain = printed * times
    one = (printed + fast) * times if now.reading("fastAssault") == "addThenDouble" else plain + fast
    if entering and now.reading("entryMove") == "oneSquare":
        rest = (one + plain * (moves - 2)) if moves > 1 else 0
        return 1 + scout, 1 + rest + scout * (moves if again else 1), scout
    return one + scout, one + plain * (moves - 1) + scout * (moves if again else 1), one + scout - plain


def cost(now: GameState, dx: int, dy: int, agile: bool, more: int, before: int) -> int:
    """Points of the way; by other readings a skill's squares are free steps, and a diagonal made
    before counts (DUST-10, 124)."""
    free = min(more, abs(dx), abs(dy)) if now.reading("bonusSquare") == "step" else 0
    across, along = abs(dx) - free, abs(dy) - free
    again = bool(before and across and along and not agile and now.reading("diagonalCount") == "perActivation")
    return free + squares(across, along, agile) + again


def hindrances(now: GameState, unit: str, things: tuple[str, ...], stops: bool) -> Iterator[Problem]:
    """What stands against crossing, or stopping in, squares with these things (DUST-09, 13, 91)."""
    at = now.unit(unit)
    for thing in things:
        if thing in now.units:
            yield from by_unit(now, at, now.unit(thing), stops)
        elif thing not in THINGS_MET:
            raise Impossible(say("{thing} is neither a unit nor terrain", thing=thing))
        else:
            yield from by_thing(at, jumps(now, unit) and not stops, thing)
    if stops and len(friends(now, at, things)) > 1 and now.reading("heroStack") == "two":
        yield Problem(say("at most two units share a square"), DUST_91)


def cut_corners(now: GameState, unit: str, beside: tuple[str, ...]) -> Iterator[Problem]:
    """What stands beside diagonal steps: vehicles pass no block or wall, by one reading nothing
    they may not enter (DUST-17)."""
    solid = [thing for thing in beside if thing in ("block", "wall", "building", "corner")]
    if is_soldier(now.unit(unit)):
        if len(solid) > 1 and now.reading("soldierSqueeze") == "no":
            yield Problem(say("nobody squeezes between two blocks"), DUST_17)
    elif solid or (now.reading("vehicleCorners") == "noEntry" and any(hindrances(now, unit, beside, False))):
        yield Problem(say("vehicles may not cut a corner"), DUST_17)


def friends(now: GameState, at: Unit, things: tuple[str, ...]) -> set[str]:
    """Own units that stand there, a joined hero beside his squad; no cover elements (DUST-91)."""
    there = {each for thing in things if thing in now.units for each in together(now, thing)} - {*together(now, at.id)}
    return {
        each for each in there if not (now.unit(each).gone or is_element(now.unit(each)) or enemies(at, now.unit(each)))
    }


def by_thing(at: Unit, over: bool, thing: str) -> Iterator[Problem]:
    """Terrain, cover elements, walls and entrances (DUST-09, 12, 13, 17, 75, 78)."""
    soldier = is_soldier(at)
    if thing in TERRAIN and not TERRAIN[thing][0 if soldier else 1]:  # no mutant: elements stand where vehicles may go
        yield Problem(say("{unit} may not enter {terrain}", unit=at.name, terrain=named(thing)), DUST_09)
    elif thing == "trap" and not soldier and not over:
        yield Problem(say("vehicles may not enter the square of an anti-tank trap"), DUST_13)
    elif thing == "corner" and not soldier:
        yield Problem(say("vehicles may not cut a corner"), DUST_17)
    elif thing == "small_entrance" and not soldier:
        yield Problem(say("vehicles use large entrances only"), DUST_75)
    elif thing in ("wall", "building") and not (over and soldier):
        yield Problem(say("walls stop movement"), DUST_78 if over or thing == "building" else DUST_75)


def by_unit(now: GameState, at: Unit, other: Unit, stops: bool) -> Iterator[Problem]:
    """Enemies, friends, and whom a Jump may cross (DUST-14, 15, 16, 91, 93, 126)."""
    over = jumps(now, at.id) and not stops
    if other.gone or other.id in together(now, at.id):
        return
    if kind(other) in ("crate", "trap"):
        yield from by_thing(at, over, kind(other))
    elif enemies(at, other):
        if not (over and is_soldier(other)):
            yield Problem(
                say("{unit} is an enemy: its square is closed", unit=other.name), DUST_126 if over else DUST_14
            )
    elif stops and (not is_hero(at) or partner(now, at.id)):
        yield Problem(say("only a hero shares the square of {unit}", unit=other.name), DUST_16)
    elif not is_soldier(at) and not (over and is_soldier(other)):
        yield Problem(say("a vehicle does not pass through {unit}", unit=other.name), DUST_15)


def jumps(now: GameState, unit: str) -> bool:
    """Both of a pair need it (DUST-126, 185)."""
    return all(now.unit(each).has("skills", "jump") for each in together(now, unit))


def enemies(one: Unit, other: Unit) -> bool:
    """By their seats, or by the sides printed on their cards."""
    sides = one.stated("side"), other.stated("side")
    return one.seat != other.seat or (None not in sides and sides[0] != sides[1])


def move_told(now: GameState, **told: Any) -> dict[str, Value]:
    """Whether a Move is legal, the points of one Move, and of all (DUST-10, 11)."""
    found, one, total, needed = judged(now, **told)
    return {**verdict("legal", found), "points": one, "total": total, "cost": needed}


def illegal(now: GameState, **told: Any) -> Refusal | None:
    """DUST-09, 11, 13, 14, 15, 16, 17, 75, 91."""
    return refusal("illegal", judged(now, **told)[0])


def judged(
    now: GameState, unit: str, declared: tuple[str, ...] = (), skills: tuple[str, ...] = (), **told: Value
) -> tuple[list[Problem], int, int, int]:
    """Everything against a Move, its points, those of all Moves, and what it costs (DUST-10, 11,
    112)."""
    round = round_of(now, told)
    entering = enters(now, unit, round, _flag(told, "entering"))
    one, total, more = points(now, unit, declared, skills, round, entering)
    agile = has_skill(now, unit, "agile") or "agile" in skills
    needed = cost(now, _number(told, "dx") or 0, _number(told, "dy") or 0, agile, more, _number(told, "diagonals") or 0)
    found = [
        *unable(now, unit, skills),
        *hindrances(now, unit, things(told.get("through")), False),
        *hindrances(now, unit, things(told.get("onto")), True),
        *cut_corners(now, unit, things(told.get("corners"))),
    ]
    if needed > one:
        found.append(Problem(say("{cost} points are needed, there are {points}", cost=needed, points=one), DUST_11))
    return found, one, total, needed


def unable(now: GameState, unit: str, skills: tuple[str, ...]) -> Iterator[Problem]:
    """The destroyed stay where they are; a skill told is one it has and has not used up
    (DUST-176, 180)."""
    if fallen(now.unit(unit)):
        yield Problem(say("{unit} is destroyed", unit=now.unit(unit).name), DUST_180)
    yield from not_able(now, (), skills, unit)


def things(told: Value) -> tuple[str, ...]:
    if told is None:
        return ()
    return tuple(map(str, told)) if isinstance(told, tuple) else (str(told),)


def round_of(now: GameState, told: dict[str, Value]) -> int | None:
    """As told, or that of the game under way (DUST-103, 129)."""
    return now.turn if now.step == "activation" and told.get("round") is None else _number(told, "round")


def _number(told: dict[str, Value], key: str) -> int | None:
    value = told.get(key)
    return value if isinstance(value, int) else None


def _flag(told: dict[str, Value], key: str) -> bool | None:
    value = told.get(key)
    return value if isinstance(value, bool) else None


DISTANCE = Opening(
    "distance",
    say("distance"),
    DUST_10,
    nothing,
    Record(
        (
            *required(dx=Whole(-99, 99), dy=Whole(-99, 99)),
            Field("agile", Flag(), default=False),
            Field("for", Word(("move", "range")), default="move"),
        )
    ),
    tells=distance,
)
GROUND = Opening("terrain", say("terrain"), DUST_09, nothing, Record(required(type=Word(tuple(TERRAIN)))), tells=ground)
MOVE = Opening(
    "move",
    say("move"),
    DUST_11,
    knowing(move_told, move),
    Record(
        (
            Field("unit", UnitId(), required=True),
            Field("declared", ListOf(Word(), 0, 3), default=()),
            Field("through", THINGS),
            Field("onto", THINGS),
            Field("corners", THINGS),
            Field("diagonals", Whole(0, 99)),
            Field("dx", Whole(-99, 99)),
            Field("dy", Whole(-99, 99)),
            Field("destroys", ListOf(UnitId()), default=()),
            Field("entering", Flag()),
            Field("round", Whole(1, 99)),
            Field("skills", ListOf(Word()), default=()),
        )
    ),
    (illegal,),
    actor="unit",
    tells=move_told,
    judges=True,
)
