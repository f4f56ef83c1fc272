"""Who may not rally, and who may not regroup."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.parts import another_deed_is_open, not_declared
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.formations import refusals
from engine.games.epic.morale.rally import is_broken, markers_before, no_reroll_left
from engine.games.epic.morale.rally_phase import has_tried, seat_to_rally
from engine.games.epic.morale.situation import Rallying, Regrouping, Withdrawing
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_09)
def no_destroyed(now: GameState, deed: Rallying | Regrouping | Withdrawing) -> Refusal | None:
    return refusals.no_destroyed(now, deed.formation)


@rule(refs.EPIC_232)
def no_absent(now: GameState, regrouping: Regrouping) -> Refusal | None:
    return refusals.no_absent(now, regrouping.formation)


@rule(refs.EPIC_118)
def nothing_to_rally(now: GameState, rallying: Rallying) -> Refusal | None:
    """Neither broken nor with markers."""
    if rallying.formation and not is_broken(now, rallying) and not markers_before(now, rallying):
        text = say("{unit} is neither broken nor has blast markers", unit=now.unit(rallying.formation).name)
        return Refusal("nothing_to_rally", text, refs.EPIC_274)
    return None


def already_tried(now: GameState, rallying: Rallying) -> Refusal | None:
    unit = now.unit(rallying.formation) if rallying.formation else None
    if unit and has_tried(unit):
        return Refusal("tried", say("{unit} has tried to rally this turn", unit=unit.name), refs.EPIC_274)
    return None


def no_flying(now: GameState, rallying: Rallying) -> Refusal | None:
    """Aircraft that have not landed do not rally."""
    unit = now.unit(rallying.formation) if rallying.formation else None
    if unit and is_airborne(unit):
        return Refusal("flying", say("{unit}: aircraft do not rally", unit=unit.name), refs.EPIC_209)
    return None


@rule(refs.EPIC_109)
def no_broken(now: GameState, regrouping: Regrouping) -> Refusal | None:
    """A broken formation has no markers to lose and takes no action."""
    return refusals.no_broken(now, regrouping.formation, refs.EPIC_108)


@rule(refs.EPIC_20, refs.EPIC_21)
def not_in_this_action(now: GameState, regrouping: Regrouping) -> Refusal | None:
    """The action that was declared has no regrouping in it."""
    if not regrouping.formation:
        return None
    text = say("{unit}: no regrouping in this action", unit=now.unit(regrouping.formation).name)
    return not_declared(now, regrouping.formation, "regroup", Refusal("no_regroup", text, refs.EPIC_108))


@rule(refs.EPIC_07)
def no_regrouping_inside_another_deed(now: GameState, regrouping: Regrouping) -> Refusal | None:
    return another_deed_is_open(now)


def not_its_turn_to_rally(now: GameState, rallying: Rallying) -> Refusal | None:
    """In the end phase the sides rally in turns."""
    unit = now.unit(rallying.formation) if rallying.formation else None
    if unit and now.step == "rally" and unit.seat != seat_to_rally(now):
        return Refusal("not_its_turn", say("{unit}: the other side rallies first", unit=unit.name), refs.EPIC_118)
    return None


@rule(refs.EPIC_132)
def no_free_reroll(now: GameState, rallying: Rallying) -> Refusal | None:
    return no_reroll_left(now, rallying.formation, rallying.reroll)


def not_broken(now: GameState, withdrawing: Withdrawing) -> Refusal | None:
    """Only a broken formation withdraws."""
    unit = now.unit(withdrawing.formation)
    if not unit.count("broken"):
        return Refusal("not_broken", say("{unit} is not broken", unit=unit.name), refs.EPIC_112)
    return None


RALLY = (no_destroyed, nothing_to_rally, already_tried, no_flying, not_its_turn_to_rally, no_free_reroll)
WITHDRAW = (no_destroyed, not_broken)
REGROUP = (no_regrouping_inside_another_deed, no_destroyed, no_absent, no_broken, not_in_this_action)
