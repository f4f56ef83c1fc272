"""What the orders of a command squad do."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.dust import refs
from engine.games.dust.attack import spending
from engine.games.dust.units import description, hit_points, is_hero, is_squad, living, loadouts, together, weapon_lines
from engine.games.dust.weapons.values import BorneWeapon
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, choose
from engine.values.model import Option, Prompt, Ref
from engine.values.table import GameState, Unit
from engine.values.texts import say

FRESH = ("alive", "damage", "activated", "reactivated", "moved", "cover", "heroic", "serum")
"""What a unit that is brought back no longer carries."""


@rule(refs.DUST_191)
def reactivate_unit(state: GameState, target: str) -> GameState:
    """It acts right after the command squad, once more."""
    for each in together(state, target):
        state = state.set(each, "activated", True, refs.DUST_144).set(each, "reactivated", True, refs.DUST_191)
    return let_act_next(state, target)


def let_act_next(state: GameState, target: str) -> GameState:
    return state.set(f"@{state.unit(target).seat}", "acts_next", target, refs.DUST_144)


def give_hit_point(state: GameState, target: str, ref: Ref = refs.DUST_146) -> GameState:
    return state.set(target, "damage", max(0, state.unit(target).count("damage") - 1), ref)


@rule(refs.DUST_151, refs.DUST_152)
def bring_back(state: GameState, target: str) -> GameState:
    """Complete, and active at once from its deployment zone; its loss stays counted."""
    at, is_full = state.unit(target), state.reading("returnState") == "full"
    ref = refs.DUST_149 if is_squad(at) else refs.DUST_147
    for tracker in (*FRESH, *(("ammo", "loaded") if is_full else ())):
        state = state.set(target, tracker, None, ref)
    if not is_full and not is_squad(at):
        state = state.set(target, "damage", hit_points(state.unit(target)) - 1, ref)
    state = state.set(target, "where", "reserve", ref).set(target, "deaths", at.count("deaths") + 1, refs.DUST_151)
    return let_act_next(state, target)


# The Medic


def get_up(state: GameState, target: str) -> Procedure:
    """A hit point for a hero, a soldier for a squad, asked for where the dead differ."""
    if is_hero(state.unit(target)):
        return give_hit_point(state, target, refs.DUST_148)
    dead = dead_miniatures(state.unit(target))
    if not dead:
        return state
    model = dead[-1]
    if len(loadouts(state.unit(target), dead)) > 1:
        state, key = yield from choose(state, who_gets_up, target)
        model = int(key)
    alive = tuple(sorted((*living(state.unit(target)), model))) if len(dead) > 1 else None
    return rearm_miniature(state, target, model).set(target, "alive", alive, refs.DUST_148)


def dead_miniatures(unit: Unit) -> tuple[int, ...]:
    return tuple(model for model in range(hit_points(unit)) if model not in living(unit))


def who_gets_up(now: GameState, target: str) -> Prompt:
    """One option for each loadout, the last of the card first."""
    unit, text = now.unit(target), say("{unit}: who gets up?", unit=now.unit(target).name)
    bands = loadouts(unit, reversed(dead_miniatures(unit)))
    options = tuple(Option(str(models[0]), description(each)) for each, models in bands.items())
    return Prompt("gets_up", "choice", unit.seat, text, refs.DUST_148, (target,), options=options)


def rearm_miniature(state: GameState, target: str, model: int) -> GameState:
    """His own ammunition, the whole stock, or none."""
    reading, unit = state.reading("medicAmmo"), state.unit(target)
    carried = unit.stated("models", model, "weapons")
    for weapon in weapon_lines(unit) if reading != "none" else ():
        if unit.stated("weapons", weapon, "ammo") is None:
            continue
        full, left = unit.need("weapons", weapon, "ammo"), BorneWeapon(unit, weapon).stock
        own = carried.count(weapon) if isinstance(carried, tuple) else 0
        rounds = full if reading == "squad" else min(full, left + own)
        if rounds != left:
            state = spending.set_part(state, target, "ammo", weapon, rounds, refs.DUST_148)
    return state


EFFECTS: dict[str, Callable[[GameState, str], GameState]] = {
    "reactivate": reactivate_unit,
    "makeshift_repair": give_hit_point,
    "field_repair": bring_back,
    "come_on_guys": bring_back,
}
