"""Ammunition that an attack spends, and what brings it back."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.dust import abilities, refs
from engine.games.dust.attack import rolls, situation
from engine.games.dust.attack.situation import WeaponLine
from engine.playing.citing import rule
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Ref
from engine.values.table import GameState


@rule(refs.DUST_36, refs.DUST_160)
def rounds_of_line(now: GameState, line: WeaponLine) -> int | None:
    """Rounds of a limited weapon, counted once: what is fired in close combat is spent before."""
    gun = situation.weapon(now, line)
    printed = gun.value_against(now.unit(line.target))
    if printed and gun.is_limited:
        return rolls.rounds_fired(now, line, gun, printed)
    return line.rounds


@rule(refs.DUST_36)
def spend_ammunition(state: GameState, declared: tuple[WeaponLine, ...]) -> GameState:
    """Ammunition goes whatever the dice do, and what must be reloaded is empty."""
    for line in {(line.weapon, situation.weapon(state, line).unit.id): line for line in declared}.values():
        gun = situation.weapon(state, line)
        by, weapon = gun.unit.id, gun.name
        printed = gun.value_against(state.unit(line.target))
        if printed is None:
            continue
        if gun.is_limited:
            rest = max(0, gun.stock - rolls.rounds_fired(state, line, gun, printed))
            state = set_part(state, by, "ammo", weapon, rest, refs.DUST_160)
        if gun.has_to_reload:
            state = set_part(state, by, "loaded", weapon, False, refs.DUST_55)
        if state.reading("weaponReuse") == "round":
            state = state.set(by, "fired", (*state.unit(by).marks("fired"), weapon), refs.DUST_176)
    return state


def set_part(state: GameState, unit: str, tracker: str, weapon: str, value: Value, ref: Ref) -> GameState:
    """Set what a tracker holds for one weapon."""
    held = state.unit(unit).trackers.get(tracker)
    return state.set(unit, tracker, (held if isinstance(held, Map) else EMPTY).put(weapon, value), ref)


def restock_ammunition(state: GameState, units: Iterable[str]) -> GameState:
    """Bad Ass: what was spent is back when the activation ends, as long as the one who has it
    lives."""
    for each in units:
        if abilities.has_skill(state, each, "bad_ass") and not state.unit(each).gone:
            state = state.set(each, "ammo", None, refs.DUST_116)
    return state
