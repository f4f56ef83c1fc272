"""A move that is led: the app asks for one hex after another, and for nothing it knows already."""

from __future__ import annotations

from engine.games.aam.abilities import printed
from engine.games.aam.commanders import Effects, works
from engine.games.aam.hands import MOVING, by_hand
from engine.games.aam.path import after, hex_left, hex_of, next_one
from engine.games.aam.provoke import watched
from engine.games.aam.refs import AAM_31, AAM_32, AAM_36, AAM_99, AAM_121, AAM_124
from engine.games.aam.stepping import halted, step
from engine.games.aam.terrain import CROSSED, GROUND
from engine.games.aam.units import has, in_army, is_soldier
from engine.kinds import Field, Flag, ListOf, Record, UnitId, Word
from engine.maps import Map, Value, pairs
from engine.model import GameState, Line, Prompt, Unit
from engine.procedure import Asking, Procedure, confirm, fill, number, settle_ledger, task, until
from engine.texts import Text, say


def led(state: GameState, unit: str, phase: str, start: Map[Value], effects: Effects) -> Procedure:
    """Hex after hex, until the move ends or is ended (AAM-21, 121)."""
    state, lent = yield from helped(state, unit, phase, effects)
    state = state.note(effects=lent, here=start)
    return (yield from until(over, state, task(next_step, unit=unit, phase=phase)))


def over(now: GameState) -> bool:
    """The move is ended or stopped (AAM-33, 82)."""
    return bool(now.noted("over")) or halted(now)


def next_step(state: GameState, unit: str, phase: str) -> Procedure:
    """The next hex, or the end of the move; what it spends and where it leads (AAM-27, 30, 33, 44, 86, 121)."""
    made = state.noted("made")
    if next_one(state, unit, pairs(into="clear", road=True, phase=phase)).short:  # no hex costs less
        return state.note(over=True)
    state, seen = yield from fill(state, next_hex, unit, phase)
    if not seen.get("into"):
        return state.note(over=True)
    told = Map(seen)
    paid, start = next_one(state, unit, told.put("phase", phase)), hex_left(state)
    state = yield from step(state, unit, told, start, f"movement:{made}", led=True)
    if state.noted("made") == made:
        return state
    purse = after(state, unit, paid)
    return state.note(spent=purse.spent, bonus_gone=purse.bonus_gone, here=hex_of(told),
                      off_road=bool(state.noted("off_road")) or not paid.stride.road)


def next_hex(now: GameState, unit: str, phase: str) -> Prompt:
    mover, made = now.unit(unit), now.noted("made")
    purse = next_one(now, unit, pairs(into="clear", phase=phase)).purse
    enemies = [each.id for each in now.standing(1 - mover.seat) if watched(now, each.id, unit)]
    asked = (Field("into", Word(GROUND)), Field("road", Flag(), default=False),
             Field("across", ListOf(Word(CROSSED)), default=()),
             *((Field("near", ListOf(UnitId(enemy=True)), default=()),) if enemies else ()))
    text = say("{unit}: {left} of {allowance} hexes left. Which hex next? No hex ends the move",
               unit=mover.name, left=purse.left, allowance=purse.allowance)
    text = with_hands(text, [row.why for row in by_hand(mover, MOVING)])
    return Prompt(f"step:{made}", "form", mover.seat, text, AAM_121, (mover.id, *enemies), fields=Record(asked),
                  readings=("min_move_speed", "road_bonus_entry", "df_trigger"))


def with_hands(text: Text, hands: list[Text]) -> Text:
    """A question with what the players apply by hand behind it."""
    for each in hands:
        text = say("{first}; {second}", first=text, second=each)
    return text


def helped(state: GameState, unit: str, phase: str, effects: Effects) -> Asking[Effects]:
    """A Commander's help to speed is asked for where it can be: one yes is enough (AAM-90, 99, 133)."""
    for leader in () if effects else leaders(state, unit, phase):
        state, near = yield from confirm(state, starts_near, unit, leader.id)
        if near:
            lent = pairs(name="Tally-Ho!", by=leader.id, commander=True, on="speed", amount=max(1, printed(leader, "tally_ho")))
            return state, (lent,)
    return state, effects


def leaders(now: GameState, unit: str, phase: str) -> tuple[Unit, ...]:
    """Commanders whose Tally-Ho! may reach this Soldier in its movement phase (AAM-93, 99)."""
    mover = now.unit(unit)
    if phase != "movement" or not is_soldier(mover) or mover.has("subtypes", "artillery"):
        return ()
    return tuple(leader for leader in in_army(now, mover.seat) if has(leader, "tally_ho")
                 and works(now, pairs(name="Tally-Ho!", by=leader.id, commander=True)))


def starts_near(now: GameState, unit: str, leader: str) -> Prompt:
    mover, by = now.unit(unit), now.unit(leader)
    text = say("Tally-Ho!: does {unit} start next to {leader}?", unit=mover.name, leader=by.name)
    return Prompt(f"tally_ho:{leader}", "confirm", mover.seat, text, AAM_99, (mover.id, by.id), default=False,
                  readings=("commander_bonus",))


def made_good(state: GameState, unit: str) -> Procedure:
    """A unit stopped where it may not stack goes back along its path (AAM-31, 125)."""
    made = state.noted("made")
    if not made or not halted(state):
        return state.note(end=made)
    state, back = yield from number(state, how_far_back, unit, made)
    return state.note(end=made - back, back=back)


def how_far_back(now: GameState, unit: str, made: int) -> Prompt:
    mover = now.unit(unit)
    text = say("{unit} is stopped: how many hexes back along its path to the last where it may stop? 0: it may stop here",
               unit=mover.name)
    return Prompt("back", "number", mover.seat, text, AAM_31, (mover.id,), most=made, default=0)


def turned(state: GameState, unit: str) -> Procedure:
    """What the hand does last: the facing of a Vehicle (AAM-32, 36, 124)."""
    return (yield from settle_ledger(state, last_thing, unit))


def last_thing(now: GameState, unit: str) -> Prompt:
    mover = now.unit(unit)
    lines = tuple(FACING[word](mover) for word in (facing(now, mover),) if word != "none")
    return Prompt("facing", "ledger", mover.seat, say("{unit}: end of the move", unit=mover.name), AAM_32, (mover.id,),
                  lines=lines, readings=("facing_after_back",))


def facing(now: GameState, unit: Unit) -> str:
    """A Vehicle turns freely, unless it was stopped: then it looks where it was going (AAM-32, 34, 36, 124)."""
    if is_soldier(unit):
        return "none"
    if not halted(now):
        return "any"
    if now.noted("back") and now.reading("facing_after_back") == "next_hex":
        return "next_hex"
    return "ahead" if now.noted("failed") or now.scratch.get("moment") == "left" else "away"


def _any(unit: Unit) -> Line:
    return Line(say("{unit}: turn it to any side of its hex", unit=unit.name), AAM_32, ())


def _next_hex(unit: Unit) -> Line:
    return Line(say("{unit}: put it back; it faces the next hex of its path", unit=unit.name), AAM_124, ())


def _ahead(unit: Unit) -> Line:
    return Line(say("{unit}: it faces the hex it tried to enter", unit=unit.name), AAM_36, ())


def _away(unit: Unit) -> Line:
    return Line(say("{unit}: its back is to the hex it left", unit=unit.name), AAM_124, ())


FACING = {"any": _any, "next_hex": _next_hex, "ahead": _ahead, "away": _away}
