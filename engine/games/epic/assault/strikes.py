"""One side strikes: its dice, its hits allocated and saved, who falls."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.assault.blows import Blow, blows_of_side
from engine.games.epic.assault.duel import Duel, models_left
from engine.games.epic.assault.memory import fallen, remember_fallen, tally
from engine.games.epic.assault.targets import marks, sheltered, standing, targets
from engine.games.epic.formations.rows import rows
from engine.games.epic.shooting.hits import Group, Hit, Hits, hits_on_each, past_shields
from engine.games.epic.shooting.saves import save_check
from engine.games.epic.shooting.volley import check_names
from engine.games.epic.war_engines.damage import Wound, damage_dice, wounds
from engine.games.epic.war_engines.hulls import has_engines, is_engine, shields
from engine.games.epic.war_engines.shields import lower_shields
from engine.playing.citing import rule
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
    parts += [task(resolve_pass, duel, 1 - side, stage, kind, kind == kinds[-1]) for kind in kinds]
    return (yield from lastly(state, *parts))


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
    return Prompt(key, "roll", lead.seat, text, ref, (lead.id, other.id), checks)


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
    shielded = any(shields(row) for each in duel.sides[1 - side] for row in rows(now.unit(each.formation)))
    return blow.hit._replace(traits=(*blow.hit.traits, "cc")) if shielded and blow.close else blow.hit


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


@rule(refs.EPIC_49, refs.EPIC_51, refs.EPIC_91)
def resolve_pass(state: GameState, duel: Duel, side: int, stage: str, macro: bool, last: bool) -> Procedure:
    """Normal hits on one side, or macro-weapons: all allocated, then saved."""
    hits = tuple(each for each in tally(state).hits if is_macro(each[0]) == macro)
    state = state.remember(tally(state)._replace(hits=())) if last else state
    if not hits or not standing(state, duel, side):
        return state
    return (yield from decide(state, saves, lay_down, duel, side, hits, stage, macro))


@rule(refs.EPIC_50, refs.EPIC_91)
def saves(now: GameState, duel: Duel, side: int, hits: Hits, stage: str, macro: bool) -> Prompt:
    """One for each hit on each unit that has a save."""
    groups = targets(now, duel, side, hits)[1]
    unit = now.unit(duel.sides[side][0].formation)
    key = named(now, ":".join(word for word in ("save", stage, "macro" if macro else "") if word)) + f":{unit.id}"
    checks = tuple(
        save_check(now, name, count, sheltered(now, duel, side, at), taken)
        for name, (at, taken, count) in zip(check_names(key, len(groups)), groups, strict=True)
    )
    return Prompt(key, "roll", unit.seat, say("{unit} saves", unit=unit.name), refs.EPIC_49, (unit.id,), checks)


@rule(refs.EPIC_50, refs.EPIC_91)
def lay_down(
    state: GameState, survivors: tuple[int, ...], duel: Duel, side: int, hits: Hits, stage: str, macro: bool
) -> GameState:
    """Units whose saves failed."""
    groups, able, places = targets(state, duel, side, hits)
    saved, dead = dict(zip(able, survivors, strict=True)), dict[str, list[int]]()
    if any(is_engine(row) for _, row, _ in places):
        state = wound_engines(state, duel, side, hits, tuple((group, saved.get(group, 0)) for group in groups))
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
def wound_engines(
    state: GameState, duel: Duel, side: int, hits: Hits, ended: tuple[tuple[Group, int], ...]
) -> GameState:
    """Shields drop at once; damage waits until both sides have struck."""
    places, lines = standing(state, duel, side), marks(state, duel, side)
    for mark, taken in zip(lines, hits_on_each(lines, hits), strict=True):
        if mark.screen:
            formation, row, _ = places[mark.row]
            state = lower_shields(state, formation, row.at, mark.screen.nth, past_shields(mark, taken)[1])
    for at, nth, lost, _ in wounds(ended):
        formation, row, _ = places[at]
        held = fallen(state, formation)
        found = {(wound.row, wound.nth): wound.points for wound in held.wounds}
        found[row.at, nth] = found.get((row.at, nth), 0) + lost
        kept = tuple(Wound(*place, points) for place, points in sorted(found.items(), reverse=True) if points)
        state = remember_fallen(state, formation, held._replace(wounds=kept))
    return state
