"""Reloading a weapon."""

from __future__ import annotations

from engine.games.dust import refs, turn
from engine.games.dust.attack import spending
from engine.games.dust.units import is_destroyed, together, weapon_lines
from engine.games.dust.weapons.situation import Reload
from engine.games.dust.weapons.values import weapons_of
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, choose
from engine.values.model import Option, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say


def reload_alone(state: GameState, action: Reload) -> Procedure:
    """A Skill action told by itself."""
    return (yield from reload(turn.finish_action(state, action.unit, "reload"), action))


@rule(refs.DUST_164)
def reload(state: GameState, action: Reload) -> Procedure:
    """One Skill action makes a weapon ready, in the same activation too."""
    empty, weapon = empty_weapons(state, action.unit), action.weapon
    if weapon is None and len(empty) > 1:
        state, weapon = yield from choose(state, which_weapon, action.unit)
    weapon = weapon or next(iter(empty), "")
    for each in together(state, action.unit):
        if weapon in weapon_lines(state.unit(each)):
            return spending.set_part(state, each, "loaded", weapon, True, refs.DUST_128)
    return state


def empty_weapons(now: GameState, unit: str) -> tuple[str, ...]:
    pair = (now.unit(each) for each in together(now, unit))
    return tuple(gun.name for at in pair for gun in weapons_of(at) if gun.is_empty)


def which_weapon(now: GameState, unit: str) -> Prompt:
    at, text = now.unit(unit), say("{unit}: reload which weapon?", unit=now.unit(unit).name)
    options = tuple(Option(weapon, say("{weapon}", weapon=weapon)) for weapon in empty_weapons(now, unit))
    return Prompt("reload", "choice", at.seat, text, refs.DUST_128, (unit,), options=options)


def nothing_empty(now: GameState, action: Reload) -> Refusal | None:
    """The destroyed have nothing to load."""
    at, empty = now.unit(action.unit), empty_weapons(now, action.unit)
    if is_destroyed(at):
        return Refusal("destroyed", say("{unit} is destroyed", unit=at.name), refs.DUST_180)
    if action.weapon is None:
        text = say("{unit}: every weapon is loaded", unit=at.name)
        return None if empty else Refusal("loaded", text, refs.DUST_128)
    text = say("{weapon} need not be reloaded", weapon=action.weapon)
    return None if action.weapon in empty else Refusal("loaded", text, refs.DUST_128)


@rule(refs.DUST_08, refs.DUST_103, refs.DUST_128)
def no_action_for_reload(now: GameState, action: Reload) -> Refusal | None:
    """Reloading is a Skill action."""
    return turn.cannot_act_off_board(now, action.unit) or turn.cannot_act(now, action.unit, "reload")


RELOAD = (nothing_empty, no_action_for_reload, turn.needs_activation("unit"))
OPENINGS = (opens("reload", say("reload"), refs.DUST_128, Reload, reload_alone, refusals=RELOAD, actor="unit"),)
