"""Losses: who of a squad falls, how a hero and his squad share, and who is gone."""

from __future__ import annotations

from engine.games.dust import refs
from engine.games.dust.attack import memory, prompts
from engine.games.dust.attack.situation import LineRoll
from engine.games.dust.units import is_hero, is_squad, living, loadouts, partner, points_left
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, choose, number
from engine.values.maps import Map
from engine.values.model import Ref
from engine.values.table import GameState


def lose_points(state: GameState, target: str, damage: int) -> Procedure:
    """A squad loses a miniature a point, its owner choosing; others lose hit points; what is too
    much is lost."""
    unit = state.unit(target)
    if not damage:
        return state
    if damage >= points_left(unit):
        return destroy_unit(state, target)
    if not is_squad(unit):
        return state.set(target, "damage", unit.count("damage") + damage, refs.DUST_180)
    for _ in range(damage):
        state, model = yield from choose_loss(state, target)
        state = remove_miniature(state, target, model)
    return state


def remove_miniature(state: GameState, target: str, model: int | None, ref: Ref = refs.DUST_38) -> GameState:
    """A squad less one miniature; without any it is destroyed."""
    alive = tuple(each for each in living(state.unit(target)) if each != model)
    return state.set(target, "alive", alive, ref) if alive else destroy_unit(state, target)


@rule(refs.DUST_38)
def choose_loss(state: GameState, target: str) -> Asking[int | None]:
    """Asked only where it matters: they do not all carry the same."""
    bands = loadouts(state.unit(target), living(state.unit(target)))
    if len(bands) > 1:
        state, key = yield from choose(state, prompts.who_falls, target)
        return state, int(key)
    return state, next((max(models) for models in bands.values()), None)


def destroy_unit(state: GameState, target: str, ref: Ref = refs.DUST_180) -> GameState:
    """Off the board; a hero or squad joined to it goes on alone."""
    unit, other = state.unit(target), partner(state, target)
    if other and activation.acting_unit(state) == target:
        state = activation.begin(state, other.id, activation.parts_left(state), refs.DUST_186)
    for each in (target, *(other.id for other in state.units.values() if other.trackers.get("joined") == target)):
        state = state.set(each, "joined", None, refs.DUST_186)
    if not is_squad(unit) and isinstance(unit.stated("hp"), int):
        state = state.set(target, "damage", unit.need("hp"), ref)
    return state.set(target, "alive", None, refs.DUST_38).set(target, "where", "destroyed", ref)


@rule(refs.DUST_97)
def share_damage(state: GameState, shot: LineRoll, target: str, damage: int) -> Asking[tuple[tuple[str, int], ...]]:
    """How many points fall on whom; the owner decides, for each line or once for all of an
    attack."""
    other = partner(state, target)
    if other is None:
        return state, ((target, damage),)
    hero, squad = (other.id, target) if is_hero(other) else (target, other.id)
    least, most = prompts.hero_share(state, hero, squad, damage)
    if shot.assign:
        on_hero = max(least, min(most, share_by_assignment(state, shot.assign, hero, squad, damage)))
        if shot.once:
            state = memory.remember_shares(state, (hero, on_hero), (squad, damage - on_hero))
    elif least == most:
        on_hero = least
    else:
        state, on_hero = yield from number(state, prompts.how_many_points, hero, squad, damage)
    return state, tuple(share for share in ((squad, damage - on_hero), (hero, on_hero)) if share[1])


@rule(refs.DUST_97)
def share_by_assignment(now: GameState, assign: Map[int], hero: str, squad: str, damage: int) -> int:
    """In the order told, each as many as told and not assigned before, the rest on the squad."""
    rest, on_hero, before = damage, 0, memory.tally(now).assigned
    for unit, points in assign.items():
        taken = min(rest, max(0, points - before.get(unit, 0)))
        rest, on_hero = rest - taken, on_hero + (taken if unit == hero else 0)
    return on_hero if squad not in assign or hero in assign else on_hero + rest
