"""Regrouping: the better of two dice in blast markers taken away."""

from __future__ import annotations

from typing import Any

from engine.games.epic import refs
from engine.games.epic.activation.parts import end_part
from engine.games.epic.formations.rows import leaders
from engine.games.epic.morale.memory import Regrouped
from engine.games.epic.morale.situation import Regrouping
from engine.games.epic.war_engines.shields import ask_for_shields, shields_to_raise, splits
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.playing.procedure import Procedure, roll
from engine.values.model import D6, Check, Modifier, Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_108, refs.EPIC_137, refs.EPIC_181)
def regroup(state: GameState, regrouping: Regrouping) -> Procedure:
    """The higher of two dice, one more for each Leader, never below none; war engines may raise
    shields."""
    state, points = yield from roll(state, regroup_dice, regrouping)
    formation, raised = regrouping.formation, 0
    held = regrouping.blast
    if held is None:
        held = state.unit(formation).count("blast") if formation else 0
    if formation:
        state, raised = yield from ask_for_shields(state, formation, points, held)
    spare = 0 if raised and state.reading("regroup_shields") == "either" else points - raised
    state = state.remember(Regrouped(points, held, min(held, spare), raised))
    return remove_markers(state, formation) if formation else state


def remove_markers(state: GameState, formation: str) -> GameState:
    """The markers go; what it could have shot before is past."""
    unit = state.unit(formation)
    blast = max(0, unit.count("blast") - state.recall(Regrouped).removed)
    state = end_part(state, formation, "regroup", refs.EPIC_20).set(formation, "blast", blast, refs.EPIC_108)
    return state.set(formation, "activated", True, refs.EPIC_07)


def regroup_dice(now: GameState, regrouping: Regrouping) -> Prompt:
    unit, more = now.unit(regrouping.formation) if regrouping.formation else None, regrouping.leaders
    if more is None:
        more = leaders(unit) if unit else 0
    rows = (Modifier("leaders", more, say("Leaders"), refs.EPIC_137),) if more else ()
    check = Check("regroup", 2, D6, refs.EPIC_108, modifiers=rows, keep=1)
    seat, known = (unit.seat, (unit.id,)) if unit else (now.seat, ())
    return Prompt("regroup", "roll", seat, say("regroup"), refs.EPIC_108, known, (check,))


@rule(refs.EPIC_181)
def outcomes(regrouping: Regrouping) -> dict[str, Show]:
    """What goes; and every way to share the points with shields that are down."""
    formation = regrouping.formation

    def shared(after: GameState) -> Any:
        found = after.recall(Regrouped)
        down = shields_to_raise(after.unit(formation)) + found.raised if formation else regrouping.shields_down or 0
        return splits(after, found.had, down, found.points)

    return {
        "removed": lambda after: after.recall(Regrouped).removed,
        "points": lambda after: after.recall(Regrouped).points,
        **({"splits": shared} if regrouping.shields_down or formation else {}),
    }
