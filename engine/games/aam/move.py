"""A move: told whole, or led hex by hex; what it costs, whom it provokes, where it ends."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.aam.abilities import MOVING, by_hand_here, printed
from engine.games.aam.attack import acted_so_far
from engine.games.aam.commanders import Effects, works
from engine.games.aam.defensive import effect, movement_only, provoked, watched
from engine.games.aam.lent import led_to_charge
from engine.games.aam.move_rules import MOVE_RULES
from engine.games.aam.path import (
    MOMENTS,
    MOVE,
    after,
    allowance,
    cheered,
    hex_left,
    hex_of,
    maps,
    next_one,
    phase_of,
    planned,
    speed_rows,
    strides,
    told_rows,
    word,
)
from engine.games.aam.refs import AAM_21, AAM_31, AAM_32, AAM_36, AAM_86, AAM_99, AAM_121, AAM_124
from engine.games.aam.stepping import halted, have_fired, nearby, shots_of, step
from engine.games.aam.terrain import CROSSED, GROUND, last_with_room, rolls_for
from engine.games.aam.units import gives_up, has, in_army, in_play, is_soldier
from engine.kinds import Field, Flag, ListOf, Record, UnitId, Word
from engine.maps import EMPTY, Map, Value, pairs
from engine.model import GameState, Line, Prompt, Refusal, Unit, Unknown
from engine.procedure import Asking, Procedure, Task, call, confirm, fill, number, settle_ledger, task, until
from engine.rules import Opening, Show
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
    state = yield from step(state, unit, told, start, f"movement:{made}")
    if state.noted("made") == made:
        return state
    purse = after(state, unit, paid)
    return state.note(spent=purse.spent, bonus_gone=purse.bonus_gone, here=hex_of(told),
                      off_road=bool(state.noted("off_road")) or not paid.stride.road)


def next_hex(now: GameState, unit: str, phase: str) -> Prompt:
    mover, made = now.unit(unit), now.noted("made")
    purse = next_one(now, unit, pairs(into="clear", phase=phase)).purse
    enemies = [each.id for each in in_army(now, 1 - mover.seat) if watched(now, each.id, unit)]
    asked = (Field("into", Word(GROUND)), Field("road", Flag(), default=False),
             Field("across", ListOf(Word(CROSSED)), default=()),
             *((Field("near", ListOf(UnitId(enemy=True)), default=()),) if enemies else ()))
    text = say("{unit}: {left} of {allowance} hexes left. Which hex next? No hex ends the move",
               unit=mover.name, left=purse.left, allowance=purse.allowance)
    text = with_hands(text, [row.why for row in by_hand_here(mover, MOVING)])
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
    if not cheered(mover, phase):
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
    if not made or not halted(state) or state.unit(unit).gone:
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
    if is_soldier(unit) or unit.gone:
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


# Told whole


Steps = tuple[Map[Value], ...]


def move(state: GameState, unit: str, phase: str | None = None, steps: Steps | None = None, effects: Effects = (),
         **told: Value) -> Procedure:
    """One hex after another; a move of no hex turns in place; stopped without room it goes back (AAM-21, 31, 33, 121)."""
    start = told.get("from")
    place = start if isinstance(start, Map) else EMPTY
    state = state.note(moving=unit)
    if steps is None and (in_play(state) or phase == "vanguard"):
        state = yield from led(state, unit, phase_of(state, phase), place, effects)
        state = yield from made_good(state, unit)
        return (yield from turned(done(state, unit, phase), unit))
    told_facts(state, unit, phase=phase, steps=steps, effects=effects, **told)  # finds what a card does not state
    state = yield from call(state, *tasks(state, unit, steps or (), place))
    made = state.noted("made")
    end = last_with_room(state, unit, steps or (), made) if halted(state) else made
    return done(state.note(end=end, back=made - end), unit, phase)


def tasks(now: GameState, unit: str, steps: Steps, start: Map[Value]) -> tuple[Task, ...]:
    """A task for each step told; where several need a roll, the dice carry the number of the step (AAM-39)."""
    rolling = [stride for stride in strides(start, steps) if rolls_for(now.unit(unit), stride)]
    starts = (start, *(hex_of(each) for each in steps))
    return tuple(task(step, unit=unit, told=told, start=starts[n], key=f"movement:{n}" if len(rolling) > 1 else "movement")
                 for n, told in enumerate(steps))


def done(state: GameState, unit: str, phase: str | None) -> GameState:
    """The move is used, even when cut short; by one reading not if defensive fire stopped it at once (AAM-22, 33, 86, 89)."""
    made, assault = state.noted("made"), phase_of(state, phase) == "assault"
    stuck = bool(state.noted("stopped")) and not made and assault
    state = state.set(unit, "moved", not (stuck and state.reading("stopped_may_attack") == "if_still_in_start_hex"))
    state = gives_up(state, unit, "entrenched", "camouflaged") if made else state
    mover = state.unit(unit)
    goes_on = has(mover, "aggression") or led_to_charge(state, mover)
    return moved_up(state, unit, made) if assault and goes_on else state


def moved_up(state: GameState, unit: str, made: int) -> GameState:
    """Who may attack after a short move does it at once (AAM-89)."""
    return state.set(unit, "steps_made", made).set(unit, "acted_then", acted_so_far(state, unit))


def tells(now: GameState, unit: str, **told: Value) -> dict[str, Value]:
    try:
        return told_facts(now, unit, **told)
    except Unknown:
        return {}


def told_facts(now: GameState, unit: str, **told: Value) -> dict[str, Value]:
    """What no die changes: the allowance, the cost of all steps, whom each provokes, who is to fire (AAM-27, 75, 86)."""
    steps, effects = maps(told.get("steps")), maps(told.get("effects"))
    paid, mover = planned(now, unit, **told), now.unit(unit)
    phase, by_road = phase_of(now, word(told.get("phase"))), bool(paid) and all(each.stride.road for each in paid)
    return {
        "allowance": allowance(now, mover, phase, effects, by_road), "cost": sum(each.price for each in paid),
        "provokes": tuple(() if movement_only(now, phase) else provoked(now, unit, nearby(each)) for each in steps),
        "fired": tuple(shot["attacker"] for each in steps for at in MOMENTS for shot in shots_of(each, at)),
        "rows": told_rows(speed_rows(now, mover, phase, effects, by_road)),
    }


def shows(unit: str, steps: Value = None, **_: Value) -> dict[str, Show]:
    """Where it ends, what became of it, which way it faces; of the shots told, whose fell (AAM-31, 36, 82, 84)."""
    shots = any(each.get("shots") for each in maps(steps))
    return {
        "end": lambda after: after.noted("end"),
        "effect": effect(unit, "shocked"),
        "facing": lambda after: facing(after, after.unit(unit)),
        **({"fired": have_fired} if shots else {}),
    }


def before_the_game(rule: Callable[..., Refusal | None]) -> Callable[..., Refusal | None]:
    """What forbids a move forbids the Vanguard's."""
    return lambda now, **told: rule(now, **{**told, "phase": "vanguard"})


def vanguard(state: GameState, **told: Value) -> Procedure:
    """A free move at speed 4 after deployment (AAM-86)."""
    return (yield from move(state, phase="vanguard", **told))  # type: ignore[arg-type]  # checked by FREE_MOVE


FREE_MOVE = Record(tuple(field for field in MOVE.fields if field.key not in ("phase", "effects")))
VANGUARD = Opening("vanguard", say("Vanguard: move before the first turn"), AAM_86, vanguard, FREE_MOVE,
                   tuple(before_the_game(rule) for rule in MOVE_RULES), shows, actor="unit",
                   tells=lambda now, **told: tells(now, phase="vanguard", **told))
MOVEMENT = Opening("move", say("move a unit"), AAM_21, move, MOVE, MOVE_RULES, shows, actor="unit", tells=tells)
