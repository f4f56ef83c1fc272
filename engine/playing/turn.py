"""From step to step: whose turn it is, what runs out, and what is reset."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from engine.playing.rules import Lasts, Ruleset, Step, seats_of
from engine.values.maps import Map
from engine.values.model import Impossible
from engine.values.table import GameState, changed
from engine.values.texts import say


def advanced(rules: Ruleset, state: GameState, leave: bool = False) -> GameState:
    """The table at the next step: the same step again if it repeats, otherwise the next that is not
    skipped."""
    here = rules.step(state.step)
    if repeats(here, state) and not leave:
        seat = here.next_seat(state) if here.next_seat else (state.seat + 1) % len(state.seats)
        return entered(rules, here, replace(reset(rules, state, "phase"), seat=seat, done=()))
    state, place = reset(rules, state, "phase"), rules.place(state.step)
    for _ in rules.steps:
        place += 1
        if place == len(rules.steps):
            place, state = 0, next_turn(rules, state)
        step = rules.steps[place]
        if not (step.skip_if and step.skip_if(state)):
            return entered(rules, step, replace(state, step=step.key, seat=_acting(step, state), done=()))
    raise Impossible(say("every step of the turn is skipped"))


def repeats(step: Step, state: GameState) -> bool:
    return step.repeat_until is not None and not step.repeat_until(state)


def _acting(step: Step, state: GameState) -> int:
    return state.seat if step.who in ("active", "all", "other") else seats_of(step.who, state)[0]


def next_turn(rules: Ruleset, state: GameState) -> GameState:
    state = replace(reset(rules, state, "turn"), turn=state.turn + 1)
    return rules.next_turn(state) if rules.next_turn else state


def entered(rules: Ruleset, step: Step, state: GameState) -> GameState:
    """The table after a step begins: durations end, then the step does its own bookkeeping."""
    for name, (key, seat) in state.ends.items():
        if key == step.key and seat in (-1, state.seat):
            owner, _, tracker = name.rpartition("/")
            state = state.set(owner, tracker, None, rules.rule_of_tracker(tracker))
    return step.begin(state) if step.begin else state


def reset(rules: Ruleset, state: GameState, lasts: Lasts) -> GameState:
    """Reset the trackers that last a phase or a turn."""
    state = _units_reset(state, _uses(rules, "unit", lasts))
    for seat, held in enumerate(state.seats):
        for use in _uses(rules, "seat", lasts) & held.keys():
            state = state.set(f"@{seat}", use, None, rules.rule_of_tracker(use))
    for use in _uses(rules, "table", lasts) & state.trackers.keys():
        state = state.set("", use, None, rules.rule_of_tracker(use))
    return state


def _uses(rules: Ruleset, on: str, lasts: Lasts) -> set[str]:
    return {tracker.key for tracker in rules.trackers if tracker.on == on and tracker.lasts == lasts}


def _units_reset(state: GameState, uses: set[str]) -> GameState:
    """Reset the trackers of all units at once, as one copy of the table is made instead of one for
    each unit."""
    units, ended = dict(state.units), []
    for key, unit in state.units.items():
        for use in uses & unit.trackers.keys():
            unit = unit.set(use, None)
            ended.append(f"{key}/{use}")
        units[key] = unit
    return changed(state, units=Map(units), ends=reduce(Map.without, ended, state.ends)) if ended else state
