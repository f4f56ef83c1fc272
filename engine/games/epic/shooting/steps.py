"""The five steps of shooting: markers for coming under fire, dice to hit, hits allocated, saves,
markers for the losses."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.riders import riding, transports
from engine.games.epic.formations.rows import models, rows
from engine.games.epic.morale.markers import break_if_due, has_broken, is_all_expendable, place_markers
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.shooting.hits import Hit, Hits, hit_by_reading, may_reach
from engine.games.epic.shooting.losses import markers_owed, remove_dead, saves
from engine.games.epic.shooting.memory import FireTally, tally
from engine.games.epic.shooting.riders import leave_wrecks, markers_for_losses
from engine.games.epic.shooting.saves import without_idle_traits
from engine.games.epic.shooting.volley import Volley, hit_of, marks, shelters_of_target, to_hit, with_waiver
from engine.games.epic.war_engines.criticals import roll_criticals
from engine.games.epic.war_engines.damage import damage_dice, has_damage_die
from engine.games.epic.war_engines.hulls import has_engines
from engine.games.epic.war_engines.memory import criticals_due, forget_harm
from engine.games.epic.war_engines.wrecks import aboard, bail_out
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, Task, call, choose, decide, lastly, rolls, task
from engine.values.model import Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_43, refs.EPIC_257)
def resolve_volley(state: GameState, fire: Volley) -> Procedure:
    """The five steps of shooting; one attack, however many weapons."""
    is_broken, held = bool(state.unit(fire.target).count("broken")), tally(state)
    begun = FireTally(models(state, fire.target), is_broken, is_all_expendable(state, fire.target))
    state = state.remember(begun._replace(placed=held.placed, last_hit=held.last_hit))
    state = forget_harm(state, fire.target)
    if not is_broken or state.reading("broken_bm_timing") == "before":
        state = place_markers(state, fire.target, fire.markers, refs.EPIC_44)
    parts = [task(settle_volley, fire)]
    if not state.unit(fire.target).gone:
        parts = [task(roll_to_hit, fire), task(allocate_hits, fire), *parts]
    return (yield from lastly(state, *parts))


# To hit


@rule(refs.EPIC_45)
def roll_to_hit(state: GameState, fire: Volley) -> Procedure:
    """The dice to hit alone, so that equal hits of different weapons are one table."""
    return (yield from decide(state, to_hit, remember_hits, fire))


def remember_hits(state: GameState, hits: tuple[int, ...], fire: Volley) -> GameState:
    """Hits by shots; those of a kind with earlier ones are added there, where no more is asked
    about them."""
    counts, first, shelters = list(hits), dict[Hit, int](), shelters_of_target(state, fire)
    for n, salvo in enumerate(fire.shots):
        is_plain = not has_damage_die(salvo.damage) and "sniper" not in salvo.traits
        hit = without_idle_traits(state, shelters, hit_of(salvo, salvo.victim)) if is_plain else None
        at = first.setdefault(hit, n) if hit else n
        if at < n:
            counts[at], counts[n] = counts[at] + counts[n], 0
    return state.remember(tally(state)._replace(hits=sum(hits), hits_by_shot=tuple(counts)))


# Who is hit


@rule(refs.EPIC_43, refs.EPIC_51)
def allocate_hits(state: GameState, fire: Volley) -> Procedure:
    """All normal hits first, then macro-weapons among the survivors."""
    counts = tally(state).hits_by_shot
    state, found = state.remember(tally(state)._replace(hits_by_shot=())), list[tuple[Hit, int]]()
    for n, (salvo, count) in enumerate(zip(fire.shots, counts, strict=True)):
        victim = salvo.victim
        if count and "sniper" in salvo.traits and victim < 0:
            state, chosen = yield from choose(state, whom_the_sniper_hits, fire, n)
            victim = int(chosen)
        if count:
            hit = hit_by_reading(state, hit_of(with_waiver(state, fire, salvo), victim))
            state, weighed = yield from roll_damage(state, fire, hit, count, n)
            found += weighed
    return (yield from lastly(state, *passes(state, fire, tuple(found))))


@rule(refs.EPIC_51)
def passes(now: GameState, fire: Volley, hits: Hits) -> tuple[Task, ...]:
    macro = tuple(each for each in hits if is_macro(now, each[0]))
    normal = tuple(each for each in hits if not is_macro(now, each[0]))
    return task(resolve_pass, fire, normal, "save"), task(resolve_pass, fire, macro, "save:macro")


@rule(refs.EPIC_51, refs.EPIC_160)
def is_macro(now: GameState, hit: Hit) -> bool:
    """Titan Killers with the macro-weapons, unless the players read it otherwise."""
    return hit.type == "mw" or (hit.type == "tk" and now.reading("tk_pass") == "macro")


@rule(refs.EPIC_256)
def whom_the_sniper_hits(now: GameState, fire: Volley, n: int) -> Prompt:
    """The shooter picks a sniper's victim."""
    hit = hit_of(fire.shots[n], -1)
    able = {mark.row for mark in marks(now, fire) if may_reach(hit, mark)} or {0}
    lines = rows(now.unit(fire.target))
    options = tuple(Option(str(row), say("{unit}", unit=lines[row].name)) for row in sorted(able))
    worth = ("leader", "supreme_commander", "commander", "inspiring")
    first = next((row for row in sorted(able) if lines[row].characters or lines[row].has(*worth)), min(able))
    return Prompt(
        f"sniper:{n}",
        "choice",
        1 - now.unit(fire.target).seat,
        say("whom does the sniper hit?"),
        refs.EPIC_146,
        (fire.target,),
        options=options,
        default=str(first),
    )


@rule(refs.EPIC_160, refs.EPIC_171)
def roll_damage(state: GameState, fire: Volley, hit: Hit, count: int, n: int) -> Asking[Hits]:
    """Titan Killers whose damage a die says: it is thrown before the hits are handed out."""
    if not has_damage_die(hit.damage) or not has_engines(state.unit(fire.target)):
        return state, ((hit._replace(damage=max(1, hit.damage)), count),)
    is_first = fire.settles and not any(has_damage_die(salvo.damage) for salvo in fire.shots[:n])
    key = "damage" if is_first else f"damage:of:{n}"
    state, points = yield from rolls(state, damage_dice, fire.target, -hit.damage, count, key)
    return state, tuple((hit._replace(damage=each), points.count(each)) for each in sorted(set(points)))


# Saves


@rule(refs.EPIC_49, refs.EPIC_50, refs.EPIC_254, refs.EPIC_255)
def resolve_pass(state: GameState, fire: Volley, hits: Hits, wave: str) -> Procedure:
    """Hits of one kind: all allocated, then saved, then the dead removed, and who rode with them
    gets out."""
    if not any(count for _, count in hits) or state.unit(fire.target).gone:
        return state
    key = fire.named(wave if tally(state).saved_once else "save")
    if aboard(state, fire.target):
        state = state.remember(tally(state)._replace(last_hit=hits[0][0].type))
    parts = []
    if riding(state.unit(fire.target)):
        parts.append(task(leave_wrecks_under_fire, fire, hits[0][0].type, transports(state.unit(fire.target))))
    if has_engines(state.unit(fire.target)):
        parts.append(task(roll_criticals, fire.target, key.replace("save", "critical")))
    if not parts:
        return (yield from decide(state, saves, remove_dead, fire, hits, key))
    return (yield from lastly(state, task(roll_saves, fire, hits, key), *parts))


@rule(refs.EPIC_174)
def roll_saves(state: GameState, fire: Volley, hits: Hits, key: str) -> Procedure:
    """The saves as a part of their own: riders leave wrecks and engines roll for criticals
    after them."""
    return (yield from decide(state, saves, remove_dead, fire, hits, key))


@rule(refs.EPIC_44, refs.EPIC_254)
def leave_wrecks_under_fire(state: GameState, fire: Volley, kind: str, before: int) -> Procedure:
    """Who is lost with his transport is lost to the fire."""
    unit = state.unit(fire.target)
    state = yield from call(state, task(leave_wrecks, unit.id, kind, before))
    held, lost = tally(state), markers_for_losses(unit, state.unit(unit.id))
    return state.remember(held._replace(owed=held.owed + lost, dead=held.dead + lost))


# Markers


@rule(refs.EPIC_43, refs.EPIC_52, refs.EPIC_93, refs.EPIC_257, refs.EPIC_273)
def settle_volley(state: GameState, fire: Volley) -> Procedure:
    """Markers for the losses; then the break check, and a withdrawal; after supporting fire
    nothing before the assault's result, and beside a barrage nothing before its own."""
    if fire.manner == "support" or not fire.settles:
        return state
    target, was_broken = fire.target, tally(state).was_broken
    late = fire.markers if was_broken and state.reading("broken_bm_timing") == "after" else 0
    owed = markers_owed(state, fire)
    state = break_if_due(place_markers(state, target, owed + late, refs.EPIC_44), target)
    state = state.remember(tally(state)._replace(placed=0 if was_broken else owed + fire.markers))
    if criticals_due(state, target):
        key = "critical:markers" if tally(state).saved_once else "critical"
        state = yield from call(state, task(roll_criticals, target, key))
    if has_broken(state, target) and not was_broken:
        return (yield from withdraw(state, target))
    return (yield from bail_out(state, target, tally(state).last_hit, True))
