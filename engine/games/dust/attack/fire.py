"""One weapon line from the dice to the losses: hits, cover, resilience, and who falls."""

from __future__ import annotations

from engine.games.dust import abilities, refs
from engine.games.dust.attack import losses, memory, prompts
from engine.games.dust.attack.situation import LineRoll
from engine.games.dust.units import is_soldier, is_squad, living, points_left, survivor, together
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, call, confirm, lastly, roll, rolls, task
from engine.values.table import GameState

# The hits


@rule(refs.DUST_28, refs.DUST_35, refs.DUST_138)
def fire_line(state: GameState, shot: LineRoll) -> Procedure:
    """Roll, cover, damage; a target that is gone takes nothing more, but the serum feels each
    hit."""
    if not survivor(state, shot.others) and not hero_fed(state, shot):
        return state
    state, hits = yield from roll_hits(state, shot)
    return (yield from lastly(state, task(resolve_hits, shot, hits)))


@rule(refs.DUST_28, refs.DUST_35)
def fire_in_one_throw(state: GameState, shots: tuple[LineRoll, ...]) -> Procedure:
    """Several lines at once, as all attacks are: first the dice of all, then what they do; hits
    that do the same are counted together, so their cover is one roll."""
    state, hits = yield from rolls(state, prompts.to_hit_with_all, shots, places_alike(state, shots))
    piles: dict[tuple[object, ...], tuple[LineRoll, int]] = {}
    for shot, made in zip(shots, hits, strict=True):
        hero = hero_fed(state, shot)
        state = memory.feed_hero(state, hero, made) if hero else state
        first, before = piles.get(shot.pile, (shot, 0))
        piles[shot.pile] = first, before + made
    return (yield from lastly(state, *(task(resolve_hits, shot, made) for shot, made in piles.values())))


@rule(refs.DUST_35, refs.DUST_138)
def places_alike(now: GameState, shots: tuple[LineRoll, ...]) -> tuple[tuple[int, ...], ...]:
    """Lines of which only the sum of their hits is read: of one pile, and for the same serum."""
    found: dict[tuple[object, ...], tuple[int, ...]] = {}
    for place, shot in enumerate(shots):
        kind = (*shot.pile, hero_fed(now, shot))
        found[kind] = (*found.get(kind, ()), place)
    return tuple(places for places in found.values() if len(places) > 1)


@rule(refs.DUST_127, refs.DUST_138, refs.DUST_155, refs.DUST_156, refs.DUST_168, refs.DUST_169)
def roll_hits(state: GameState, shot: LineRoll) -> Asking[int]:
    """The hits of a line, a hero's re-rolled die and a phaser's second roll included."""
    state, hits = yield from roll(state, prompts.to_hit, shot)
    is_apart = prompts.has_first_dice_apart(state, shot)
    may_reroll = shot.medal and (hits < shot.dice or (shot.laser and not is_apart))
    if is_apart:
        state, more = yield from roll(state, prompts.hits_again, shot, hits)
        hits = capped_hits(shot, hits + more)
    if shot.laser and shot.sustained and state.reading("laserSustained") == "allDice":
        state, more = yield from roll(state, prompts.every_die_again, shot)
        hits = capped_hits(shot, hits + more)
    if may_reroll and not state.unit(shot.by).count("medal"):
        state, more = yield from reroll_for_medal(state, shot)
        hits = capped_hits(shot, hits + more)
    if shot.is_split:
        state, hits = yield from roll(state, prompts.second_roll, shot, hits)
    hero = hero_fed(state, shot)
    return (memory.feed_hero(state, hero, hits) if hero else state), hits


def reroll_for_medal(state: GameState, shot: LineRoll) -> Asking[int]:
    """One die of the whole attack, if this is the line for it."""
    state, is_wanted = yield from confirm(state, prompts.whether_to_use_medal, shot)
    if not is_wanted:
        return state, 0
    return (yield from roll(state.set(shot.by, "medal", True, refs.DUST_127), prompts.medal_of_honor, shot))


@rule(refs.DUST_127, refs.DUST_168, refs.DUST_169)
def capped_hits(shot: LineRoll, hits: int) -> int:
    """Of a laser no more hits are counted than are told apart."""
    return min(hits, prompts.most_hits(shot) or hits)


@rule(refs.DUST_138)
def hero_fed(now: GameState, shot: LineRoll) -> str:
    """The hero with the serum whom hits on enemy soldiers heal: his own, or by one reading his
    squad's too."""
    able = together(now, shot.by) if now.reading("serumHits") == "unit" else (shot.by,)
    at = now.unit(shot.target)
    if shot.roll != "attack" or not is_soldier(at) or at.seat == now.unit(shot.by).seat:
        return ""
    return next((unit for unit in able if abilities.is_skilled(now.unit(unit), "wiederbelebungsserum")), "")


# What they do


@rule(refs.DUST_38, refs.DUST_41, refs.DUST_125, refs.DUST_159, refs.DUST_192)
def resolve_hits(state: GameState, shot: LineRoll, hits: int) -> Procedure:
    """What the hits do: cover for each, then an elimination or points of damage."""
    target = survivor(state, shot.others)
    if not target or any(state.unit(unit).count("heroic") for unit in together(state, target)):
        return state
    if hits == prompts.most_hits(shot) and shot.cover == "none":
        state = memory.remember_endless(state, shot.target)
    by_damage = state.reading("coverDice") == "perDamage"
    points = hits * shot.each if by_damage else hits
    if shot.cover != "none":
        state, saved = yield from roll(state, prompts.cover, shot, points)
        points -= saved
    if shot.special == "skull":
        return eliminate_unit(state, shot, target) if points else state
    return (yield from lastly(state, task(wound_target, shot, target, points if by_damage else points * shot.each)))


@rule(refs.DUST_192)
def eliminate_unit(state: GameState, shot: LineRoll, target: str) -> GameState:
    """The whole unit, and the hero with his squad."""
    pair = together(state, target)
    squads = tuple(unit for unit in pair if is_squad(state.unit(unit)))
    for unit in squads if squads and state.reading("apHero") == "squadOnly" else pair:
        state = memory.remember_damage(state, shot.target, unit, points_left(state.unit(unit)))
        state = losses.destroy_unit(state, unit, refs.DUST_159)
    return state


@rule(refs.DUST_97, refs.DUST_123, refs.DUST_134)
def wound_target(state: GameState, shot: LineRoll, target: str, damage: int) -> Procedure:
    """A sniper's man takes it all; else hero and squad share as their owner says; each resists
    alone."""
    if shot.named is not None:
        if unit := unit_named(state, shot, target):
            return (yield from snipe_man(state, shot, unit, damage))
        if state.reading("sniperExcess") == "lost":
            return state
    tough = next((unit for unit in together(state, target) if is_resilient(state, unit)), "")
    if not tough or state.reading("resilientOrder") == "assignFirst":
        return (yield from deal_out(state, shot, target, damage, True))
    state, damage = yield from resist_damage(state, shot, tough, damage)
    return (yield from deal_out(state, shot, target, damage, False))


@rule(refs.DUST_97)
def deal_out(state: GameState, shot: LineRoll, target: str, damage: int, resisting: bool) -> Procedure:
    """Points as the owner shares them."""
    state, shares = yield from losses.share_damage(state, shot, target, damage)
    return (yield from lastly(state, *(task(hurt_unit, shot, unit, points, resisting) for unit, points in shares)))


@rule(refs.DUST_123, refs.DUST_180)
def hurt_unit(state: GameState, shot: LineRoll, unit: str, points: int, resisting: bool) -> Procedure:
    """One unit's share: what it does not resist is lost."""
    if resisting:
        state, points = yield from resist_damage(state, shot, unit, points)
    state = memory.remember_damage(state, shot.target, unit, points)
    return (yield from lastly(state, task(losses.lose_points, unit, points)))


def is_resilient(now: GameState, unit: str) -> bool:
    return abilities.is_skilled(now.unit(unit), "damage_resilient")


@rule(refs.DUST_123)
def resist_damage(state: GameState, shot: LineRoll, unit: str, points: int) -> Asking[int]:
    """What is left after Damage Resilient."""
    if not (shot.resilient or is_resilient(state, unit)):
        return state, points
    state, ignored = yield from roll(state, prompts.resilience, shot, unit, points)
    return state, points - ignored


# A sniper's man


@rule(refs.DUST_134)
def unit_named(now: GameState, shot: LineRoll, target: str) -> str:
    """The hero named, or the squad of the soldier named; none where he has fallen before."""
    for each in map(now.unit, together(now, target)):
        if each.id == shot.named or (is_squad(each) and shot.named in living(each)):
            return each.id
    return ""


def snipe_man(state: GameState, shot: LineRoll, unit: str, damage: int) -> Procedure:
    """All damage on the soldier or hero named; what is too much is lost, or by one reading the
    owner's."""
    state, kept = yield from resist_damage(state, shot, unit, damage)
    taken = min(kept, 1 if is_squad(state.unit(unit)) else points_left(state.unit(unit)))
    state = memory.remember_damage(state, shot.target, unit, taken)
    if not isinstance(shot.named, int):
        state = yield from call(state, task(losses.lose_points, unit, taken))
    elif taken:
        state = losses.remove_miniature(state, unit, shot.named, refs.DUST_134)
    heir = survivor(state, shot.others)
    if not heir or state.reading("sniperExcess") == "lost":
        return state
    return (yield from deal_out(state, shot, heir, kept - taken, False))
