"""One side strikes: its dice, its hits allocated and saved, who falls."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from engine.games.epic import refs
from engine.games.epic.assault.blows import Blow, blows_of_side
from engine.games.epic.assault.duel import Duel, models_left
from engine.games.epic.assault.memory import fallen, remember_fallen, tally
from engine.games.epic.assault.targets import Standing, marks, standing, targets
from engine.games.epic.formations.rows import rows
from engine.games.epic.shooting.hits import Group, Hit, Hits, hits_on_each, past_shields
from engine.games.epic.shooting.saves import save_check
from engine.games.epic.shooting.volley import check_names
from engine.games.epic.war_engines.damage import Wound, damage_dice, wounds
from engine.games.epic.war_engines.hulls import has_engines, has_shields, hulls, is_engine
from engine.games.epic.war_engines.shields import lower_shields
from engine.playing.citing import rule
from engine.playing.memo import same_again
from engine.playing.procedure import Procedure, decide, lastly, rolls, task
from engine.values.model import D6, Check, Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_89, refs.EPIC_91, refs.EPIC_95, refs.EPIC_266)
def strike(state: GameState, duel: Duel, side: int, first: bool, support: bool) -> Procedure:
    """One side's dice, its hits allocated and saved; the fallen lie until both have struck; nobody
    supports the dead."""
    found = blows_of_side(state, duel, side, first, support)
    if not found or not models_left(state, duel.sides[side]):
        return state
    stage = "support" if support else "first" if first else ""
    parts = [task(roll_to_hit, duel, side, first, support)]
    if any(blow.hit.damage < 1 for blow in found):
        parts.append(task(roll_damage, duel, 1 - side))
    kinds = sorted({is_macro(blow.hit) for blow in found})
    passes = (task(resolve_pass, duel, 1 - side, stage, kind) for kind in kinds)
    return (yield from lastly(state, *parts, *([task(part_hits)] if True in kinds else []), *passes))


def named(now: GameState, key: str) -> str:
    """Dice of a later round are other dice: they are asked by another name."""
    return f"{key}:again" if tally(now).is_again else key


# To hit


@rule(refs.EPIC_89)
def roll_to_hit(state: GameState, duel: Duel, side: int, first: bool, support: bool) -> Procedure:
    """The dice alone, so that equal hits of different units are one table."""
    return (yield from decide(state, to_hit, remember_hits, duel, side, first, support))


def to_hit(now: GameState, duel: Duel, side: int, first: bool, support: bool) -> Prompt:
    """Close combat or firefight, unmodified, nobody suppressed; hitting with first strikes
    before the others."""
    found = blows_of_side(now, duel, side, first, support)
    lead = now.unit((duel.supporters if support else duel.sides)[side][0].formation)
    other = now.unit(duel.sides[1 - side][0].formation)
    key = named(now, "support" if support else "first" if first else "strike") + f":{lead.id}"
    checks = tuple(
        Check(name, blow.dice, D6, refs.EPIC_90, (blow.value,))
        for name, blow in zip(check_names(key, len(found)), found, strict=True)
    )
    text = say("{attacker} strikes {defender}", attacker=lead.name, defender=other.name)
    if support:
        text = say("{attacker} supports against {defender}", attacker=lead.name, defender=other.name)
    ref = refs.EPIC_95 if support else refs.EPIC_151 if first else refs.EPIC_89
    alike = tuple(hit_of(now, duel, side, blow) for blow in found)
    return Prompt(key, "roll", lead.seat, text, ref, (lead.id, other.id), checks, summed=places_alike(alike))


def remember_hits(
    state: GameState, readings: tuple[int, ...], duel: Duel, side: int, first: bool, support: bool
) -> GameState:
    found: dict[Hit, int] = {}
    for blow, count in zip(blows_of_side(state, duel, side, first, support), readings, strict=True):
        hit = hit_of(state, duel, side, blow)
        found[hit] = found.get(hit, 0) + count
    return state.remember(tally(state)._replace(hits=tuple((hit, count) for hit, count in found.items() if count)))


@rule(refs.EPIC_179, refs.EPIC_276)
def hit_of(now: GameState, duel: Duel, side: int, blow: Blow) -> Hit:
    """Close combat passes by shields: where there are any the hit says what it is."""
    shielded = any(has_shields(now.unit(each.formation)) for each in duel.sides[1 - side])
    return blow.hit._replace(traits=(*blow.hit.traits, "cc")) if shielded and blow.close else blow.hit


@lru_cache(maxsize=256)
def places_alike(kinds_of_all: tuple[Hashable, ...]) -> tuple[tuple[int, ...], ...]:
    """Dice of which only the sum is read: those of one kind."""
    kinds: dict[Hashable, list[int]] = {}
    for n, kind in enumerate(kinds_of_all):
        kinds.setdefault(kind, []).append(n)
    return tuple(tuple(places) for places in kinds.values() if len(places) > 1)


@rule(refs.EPIC_160, refs.EPIC_171)
def roll_damage(state: GameState, duel: Duel, side: int) -> Procedure:
    """Titan Killers whose damage a die decides, where there are war engines to take it."""
    found: list[tuple[Hit, int]] = []
    for n, (hit, count) in enumerate(tally(state).hits):
        points: tuple[int, ...] = (max(1, hit.damage),) * count
        if hit.damage < 1 and any(has_engines(state.unit(each.formation)) for each in duel.sides[side]):
            target, key = duel.sides[side][0].formation, named(state, "damage" if n == 0 else f"damage:of:{n}")
            state, points = yield from rolls(state, damage_dice, target, -hit.damage, count, key)
        found += [(hit._replace(damage=each), points.count(each)) for each in sorted(set(points))]
    return state.remember(tally(state)._replace(hits=tuple(found)))


# Saves


@rule(refs.EPIC_51)
def is_macro(hit: Hit) -> bool:
    """Whether it waits for the second pass."""
    return hit.type in ("mw", "tk")


@rule(refs.EPIC_51)
def part_hits(state: GameState) -> GameState:
    """The hits of each pass by themselves, so that each rests on its own alone."""
    hits = tally(state).hits
    normal, macro = (tuple(each for each in hits if is_macro(each[0]) == kind) for kind in (False, True))
    return state.remember(tally(state)._replace(hits=normal, macro_hits=macro))


@rule(refs.EPIC_49, refs.EPIC_51, refs.EPIC_91)
def resolve_pass(state: GameState, duel: Duel, side: int, stage: str, macro: bool) -> Procedure:
    """Normal hits on one side, or macro-weapons: all allocated, then saved."""
    held = tally(state)
    hits = held.macro_hits if macro else held.hits
    state = state.remember(held._replace(macro_hits=()) if macro else held._replace(hits=()))
    if not hits or not standing(state, duel, side):
        return state
    return (yield from decide(state, saves, lay_down, duel, side, hits, stage, macro))


@rule(refs.EPIC_50, refs.EPIC_91)
def saves(now: GameState, duel: Duel, side: int, hits: Hits, stage: str, macro: bool) -> Prompt:
    """One for each hit on each unit that has a save."""
    _, groups, _, shelters = targets(now, duel, side, hits)
    unit = now.unit(duel.sides[side][0].formation)
    key = named(now, ":".join(word for word in ("save", stage, "macro" if macro else "") if word)) + f":{unit.id}"
    checks = tuple(
        save_check(now, name, count, shelters[at], taken)
        for name, (at, taken, count) in zip(check_names(key, len(groups)), groups, strict=True)
    )
    text, together = say("{unit} saves", unit=unit.name), saved_together(groups)
    return Prompt(key, "roll", unit.seat, text, refs.EPIC_49, (unit.id,), checks, summed=together)


def saved_together(groups: tuple[Group, ...]) -> tuple[tuple[int, ...], ...]:
    """Saves of which only the sum is read: those of one row, or of one war engine."""
    return places_alike(tuple((at, taken[0].on) for at, taken, _ in groups))


@rule(refs.EPIC_50, refs.EPIC_91)
def lay_down(
    state: GameState, survivors: tuple[int, ...], duel: Duel, side: int, hits: Hits, stage: str, macro: bool
) -> GameState:
    """Units whose saves failed."""
    groups, able, places, _ = targets(state, duel, side, hits)
    saved, dead = dict(zip(able, survivors, strict=True)), dict[str, list[int]]()
    if any(is_engine(row) for _, row, _ in places):
        state = drop_shields(state, duel, side, hits)
        state = wound_engines(state, places, tuple((group, saved.get(group, 0)) for group in groups))
    for group in groups:
        at, taken, count = group
        formation, row, _ = places[at]
        if taken[0].on < 0:
            lies = dead.setdefault(
                formation, list(fallen(state, formation).units) or [0] * len(rows(state.unit(formation)))
            )
            lies[row.at] += count - saved.get(group, 0)
    for formation, lies in dead.items():
        held = fallen(state, formation)._replace(units=tuple(lies) if any(lies) else ())
        state = remember_fallen(state, formation, held)
    return state


@rule(refs.EPIC_89, refs.EPIC_178, refs.EPIC_276)
@same_again
def drop_shields(state: GameState, duel: Duel, side: int, hits: Hits) -> GameState:
    """Shields that stop a hit drop at once, whatever the saves."""
    places, lines = standing(state, duel, side), marks(state, duel, side)
    for mark, taken in zip(lines, hits_on_each(lines, hits), strict=True):
        if mark.screen:
            formation, row, _ = places[mark.row]
            state = lower_shields(state, formation, row.at, mark.screen.nth, past_shields(mark, taken)[1])
    return state


@rule(refs.EPIC_89, refs.EPIC_161)
def wound_engines(state: GameState, places: tuple[Standing, ...], ended: tuple[tuple[Group, int], ...]) -> GameState:
    """Damage waits until both sides have struck; what is beyond an engine's last point is lost."""
    for at, nth, lost, _ in wounds(ended):
        formation, row, _ = places[at]
        held = fallen(state, formation)
        found = {(wound.row, wound.nth): wound.points for wound in held.wounds}
        left = row.weight - hulls(state.unit(formation), row)[nth].damage
        found[row.at, nth] = min(left, found.get((row.at, nth), 0) + lost)
        kept = tuple(Wound(*place, points) for place, points in sorted(found.items(), reverse=True) if points)
        state = remember_fallen(state, formation, held._replace(wounds=kept))
    return state
