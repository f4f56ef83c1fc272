"""Artillery Strike: an Observer calls own artillery, which fires at once."""

from __future__ import annotations

from engine.games.dust import abilities, refs, turn
from engine.games.dust.attack import aiming, spending
from engine.games.dust.attack.situation import WeaponLine
from engine.games.dust.command import procedure as commanding
from engine.games.dust.units import NOBODY, lead, together, unit_options, units_on_board
from engine.games.dust.weapons import values as weapons
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, call, choose, task
from engine.values.model import Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.DUST_57, refs.DUST_58, refs.DUST_60, refs.DUST_61, refs.DUST_114, refs.DUST_143)
def call_artillery(state: GameState, unit: str) -> Procedure:
    """The Observer calls an own artillery unit, which fires at once with both its actions."""
    is_mute = abilities.is_command_squad(state, unit) and not abilities.has_member(state, unit, "radio")
    if is_mute or not guns_to_call(state, unit):
        return state
    state, gun = yield from choose(state, which_gun, unit)
    if gun == NOBODY:
        return state
    state, target = yield from choose(state, which_mark, gun, unit)
    if target == NOBODY:
        return state
    state, others = yield from name_other_targets(state, gun)
    state, indirect = yield from lay_guns(state, gun, target, unit)
    if not indirect:
        return state
    if abilities.is_command_squad(state, unit):
        state = commanding.remember_attempt(state, lead(state, unit), "artillery_strike", success=True)
    state = turn.activate_pair(state, gun, refs.DUST_59)
    state = yield from call(state, task(aiming.fire_declared, (*indirect, *others)))
    return spending.restock_ammunition(state, together(state, gun))


@rule(refs.DUST_57, refs.DUST_61)
def lay_guns(state: GameState, gun: str, target: str, observer: str) -> Asking[tuple[WeaponLine, ...]]:
    """The artillery that reaches the target; where none does, none is called."""
    found: tuple[WeaponLine, ...] = ()
    for weapon in weapons.loaded_artillery(state.unit(gun)):
        line = WeaponLine(gun, weapon, target, as_="indirect", observer=observer)
        state, line = yield from aiming.see_target(state, line)
        found = found if aiming.is_stopped(state, line) else (*found, line)
    return state, found


@rule(refs.DUST_57)
def name_other_targets(state: GameState, gun: str) -> Asking[tuple[WeaponLine, ...]]:
    """Its other weapons may fire too, at whom they see themselves."""
    found: tuple[WeaponLine, ...] = ()
    for owner, weapon in aiming.lines_to_fire(state, gun, "indirect"):
        if weapon not in weapons.loaded_artillery(state.unit(gun)) and aiming.targets(state, gun, owner, weapon):
            state, target = yield from choose(state, aiming.which_target, owner, weapon, gun, False)
            found = (*found, WeaponLine(owner, weapon, target, as_="indirect")) if target != NOBODY else found
    return state, found


@rule(refs.DUST_58)
def guns_to_call(now: GameState, unit: str) -> tuple[Unit, ...]:
    """Own artillery on the board, loaded and not yet activated."""
    own = (at for at in units_on_board(now) if at.seat == now.unit(unit).seat)
    return tuple(at for at in own if weapons.loaded_artillery(at) and not at.count("activated"))


@rule(refs.DUST_60)
def which_gun(now: GameState, unit: str) -> Prompt:
    """The artillery that is called."""
    at, options = now.unit(unit), unit_options(guns_to_call(now, unit))
    text = say("{unit} calls which artillery?", unit=at.name)
    return Prompt("artillery", "choice", at.seat, text, refs.DUST_58, (unit,), options=options)


@rule(refs.DUST_57)
def which_mark(now: GameState, gun: str, unit: str) -> Prompt:
    """A unit the Observer sees, at least 4 squares from the artillery."""
    at, guns = now.unit(unit), weapons.loaded_artillery(now.unit(gun))
    marks = dict.fromkeys(each for weapon in guns for each in aiming.targets(now, gun, gun, weapon))
    text = say("which target does {unit} see, 4 squares or more from the artillery?", unit=at.name)
    return Prompt("mark", "choice", at.seat, text, refs.DUST_61, (unit, gun), options=unit_options(marks))
