"""A move: told whole, or led hex by hex; what it costs, whom it provokes, where it ends."""

from __future__ import annotations

from engine.games.aam.commanders import Effects
from engine.games.aam.led import facing, led, made_good, turned
from engine.games.aam.move_rules import MOVE_RULES
from engine.games.aam.offers import nearby
from engine.games.aam.path import MOMENTS, MOVE, hex_of, maps, phase_of, planned, strides, word
from engine.games.aam.provoke import provoked
from engine.games.aam.refs import AAM_21
from engine.games.aam.speed import allowance, speed_rows, told_rows
from engine.games.aam.stacking import last_with_room
from engine.games.aam.stepping import halted, shots_of, step
from engine.games.aam.terrain import rolls_for
from engine.maps import EMPTY, Map, Value
from engine.model import GameState, Unknown
from engine.procedure import Procedure, Task, call, task
from engine.rules import Opening, Show
from engine.texts import say

Steps = tuple[Map[Value], ...]


def move(state: GameState, unit: str, phase: str | None = None, steps: Steps | None = None, effects: Effects = (),
         **told: Value) -> Procedure:
    """One hex after another; a move of no hex turns in place; stopped without room it goes back (AAM-21, 31, 33, 121)."""
    start = told.get("from")
    place = start if isinstance(start, Map) else EMPTY
    state = state.note(moving=unit)
    if steps is None and in_play(state):
        state = yield from led(state, unit, phase_of(state, phase), place, effects)
        state = yield from made_good(state, unit)
        return (yield from turned(done(state, unit, phase), unit))
    told_facts(state, unit, phase=phase, steps=steps, effects=effects, **told)  # finds what a card does not state
    state = yield from call(state, *tasks(state, unit, steps or (), place))
    made = state.noted("made")
    end = last_with_room(state, unit, steps or (), made) if halted(state) else made
    return done(state.note(end=end, back=made - end), unit, phase)


def in_play(now: GameState) -> bool:
    """A question asks about steps; a game in a movement or assault phase is led through them."""
    return now.step.endswith(("_movement", "_assault"))


def tasks(now: GameState, unit: str, steps: Steps, start: Map[Value]) -> tuple[Task, ...]:
    """A task for each step told; where several need a roll, the dice carry the number of the step (AAM-39)."""
    rolling = [stride for stride in strides(start, steps) if rolls_for(now.unit(unit), stride)]
    starts = (start, *(hex_of(each) for each in steps))
    return tuple(task(step, unit=unit, told=told, start=starts[n], key=f"movement:{n}" if len(rolling) > 1 else "movement")
                 for n, told in enumerate(steps))


def done(state: GameState, unit: str, phase: str | None) -> GameState:
    """The move is used, even when it is cut short; by one reading not if defensive fire stopped it at once (AAM-22, 33)."""
    stuck = bool(state.noted("stopped")) and not state.noted("made") and phase_of(state, phase) == "assault"
    return state.set(unit, "moved", not (stuck and state.reading("stopped_may_attack") == "if_still_in_start_hex"))


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
        "provokes": tuple(provoked(now, unit, nearby(each)) for each in steps),
        "fired": tuple(shot["attacker"] for each in steps for at in MOMENTS for shot in shots_of(each, at)),
        "rows": told_rows(speed_rows(now, mover, phase, effects, by_road)),
    }


def shows(unit: str, **_: Value) -> dict[str, Show]:
    """Where it ends, what became of it, which way it faces (AAM-31, 36, 82)."""
    return {
        "end": lambda after: after.noted("end"),
        "effect": lambda after: "disrupted" if after.noted("shocked") else "none",
        "facing": lambda after: facing(after, after.unit(unit)),
    }


MOVEMENT = Opening("move", say("move a unit"), AAM_21, move, MOVE, MOVE_RULES, shows, actor="unit", tells=tells)
