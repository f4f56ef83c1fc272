"""One side strikes: its dice, its hits allocated and saved, who falls."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache, partial

from engine.games.epic import refs
from engine.games.epic.assault.blows import Blow, blows_of_side
from engine.games.epic.assault.burial import bury_between_passes
from engine.games.epic.assault.duel import Duel, models_left
from engine.games.epic.assault.memory import Fallen, remember_all_fallen, tally
from engine.games.epic.assault.targets import Targets, line_of, shelters_of_all, targets
from engine.games.epic.formations.rows import rows
from engine.games.epic.shooting.hits import Hit, Hits
from engine.games.epic.shooting.saves import save_check, without_idle_traits
from engine.games.epic.shooting.volley import check_names
from engine.games.epic.war_engines.damage import Wound, damage_dice, has_damage_die, wounds
from engine.games.epic.war_engines.hulls import has_engines, has_shields
from engine.games.epic.war_engines.shields import lower_shields
from engine.playing.citing import rule
from engine.playing.memo import same_again
from engine.playing.procedure import Procedure, decide, lastly, rolls, task
from engine.values.model import D6, Check, Prompt
from engine.values.table import GameState
from engine.values.texts import Text, say


@rule(refs.EPIC_89, refs.EPIC_91, refs.EPIC_95, refs.EPIC_266)
def strike(state: GameState, duel: Duel, side: int, first: bool, support: bool) -> Procedure:
    """One side's dice, its hits allocated and saved; the fallen lie until both have struck; the
    dead get no support, where the other side's supporters have fired before."""
    found, at_once = blows_of_side(state, duel, side, first, support), state.reading("support_order") == "simultaneous"
    if not found or not (at_once or models_left(state, duel.sides[side])):
        return state
    stage = "support" if support else "first" if first else ""
    parts = [task(roll_to_hit, duel, side, first, support)]
    if any(has_damage_die(blow.hit.damage) for blow in found):
        parts.append(task(roll_damage, duel, 1 - side))
    kinds = sorted({is_macro(blow.hit) for blow in found})
    passes = [task(resolve_pass, duel, 1 - side, stage, kind) for kind in kinds]
    if support and len(passes) > 1:
        passes.insert(1, task(bury_between_passes, duel.sides[1 - side]))
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
    """Close combat or firefight, unmodified and without suppression; hitting with first strikes
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
    labels, about = partial(names_of_blows, now, found), (lead.id, other.id)
    alike = places_alike(hits_of_side(now, duel, side, first, support))
    return Prompt(key, "roll", lead.seat, text, ref, about, checks, summed=alike, labels=labels)


def names_of_blows(now: GameState, found: tuple[Blow, ...]) -> tuple[Text, ...]:
    """Who strikes, by model, and how; with several formations whose it is."""
    several = len({blow.formation for blow in found}) > 1
    return tuple(
        in_formation(now, blow.formation, say("{unit}: {how}", unit=name_of_row(now, blow), how=way_of(blow)), several)
        for blow in found
    )


def name_of_row(now: GameState, blow: Blow) -> str:
    return rows(now.unit(blow.formation))[blow.row].name


def way_of(blow: Blow) -> Text:
    """Close combat or firefight, and what its weapon adds."""
    how = say("close combat") if blow.close else say("firefight")
    kind = {"mw": say("macro-weapon"), "tk": say("Titan Killer")}.get(blow.hit.type)
    return say("{first}, {second}", first=how, second=kind) if kind else how


def in_formation(now: GameState, formation: str, text: Text, several: bool) -> Text:
    return say("{first}, {second}", first=now.unit(formation).name, second=text) if several else text


def remember_hits(
    state: GameState, readings: tuple[int, ...], duel: Duel, side: int, first: bool, support: bool
) -> GameState:
    found: dict[Hit, int] = {}
    for hit, count in zip(hits_of_side(state, duel, side, first, support), readings, strict=True):
        found[hit] = found.get(hit, 0) + count
    return state.remember(tally(state)._replace(hits=tuple((hit, count) for hit, count in found.items() if count)))


@same_again
def hits_of_side(now: GameState, duel: Duel, side: int, first: bool, support: bool) -> tuple[Hit, ...]:
    """What each of its dice does where it hits."""
    return tuple(hit_of(now, duel, side, blow) for blow in blows_of_side(now, duel, side, first, support))


@rule(refs.EPIC_179, refs.EPIC_184, refs.EPIC_276)
def hit_of(now: GameState, duel: Duel, side: int, blow: Blow) -> Hit:
    """Close combat passes by shields: where there are any the hit says what it is. A war engine's
    hits are not tied to one target where all fight as it does; what changes no save there is left
    out."""
    enemies, how = duel.sides[1 - side], "cc" if blow.close else "ff"
    hit = without_idle_traits(now, shelters_of_all(now, enemies, use_cover=side == 0), blow.hit)
    if all(each.all == how for each in enemies):
        hit = hit._replace(by="", traits=tuple(trait for trait in hit.traits if trait != how))
    shielded = blow.close and any(has_shields(now.unit(each.formation)) for each in enemies)
    return hit._replace(traits=(*hit.traits, "cc")) if shielded else hit


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
        if has_damage_die(hit.damage) and any(has_engines(state.unit(each.formation)) for each in duel.sides[side]):
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
    if not hits or not line_of(state, duel, side).places:
        return state
    return (yield from decide(state, saves, lay_down, duel, side, hits, stage, macro))


@rule(refs.EPIC_50, refs.EPIC_91)
def saves(now: GameState, duel: Duel, side: int, hits: Hits, stage: str, macro: bool) -> Prompt:
    """One for each hit on each unit that has a save."""
    struck = targets(now, duel, side, hits)
    line, groups, unit = struck.line, struck.able, now.unit(duel.sides[side][0].formation)
    key = named(now, ":".join(word for word in ("save", stage, "macro" if macro else "") if word)) + f":{unit.id}"
    checks = tuple(
        save_check(now, name, count, line.shelters[at], taken)
        for name, (at, taken, count) in zip(check_names(key, len(groups)), groups, strict=True)
    )
    text, together = say("{unit} saves", unit=unit.name), tuple((at, taken[0].on) for at, taken, _ in groups)
    floors = saves_in_vain(struck) if line.lasting else ()
    labels, about, alike = partial(names_of_struck, now, struck), (unit.id,), places_alike(together)
    return Prompt(key, "roll", unit.seat, text, refs.EPIC_49, about, checks, summed=alike, floors=floors, labels=labels)


@rule(refs.EPIC_91)
def names_of_struck(now: GameState, struck: Targets) -> tuple[Text, ...]:
    """Who saves: the models by name."""
    several = len({formation for formation, _, _ in struck.line.places}) > 1
    found = (struck.line.places[at] for at, _, _ in struck.able)
    return tuple(in_formation(now, formation, say("{unit}", unit=row.name), several) for formation, row, _ in found)


@rule(refs.EPIC_161)
def saves_in_vain(struck: Targets) -> tuple[int, ...]:
    """For each group with a save, how many saves on a war engine change nothing: with so many it is
    destroyed all the same. The saves of one engine are read as a sum."""
    line, taken = struck.line, dict[tuple[int, int], int]()
    for at, hits, points in struck.groups:
        taken[at, hits[0].on] = taken.get((at, hits[0].on), 0) + points
    for at, (formation, row, _) in enumerate(line.places):
        for wound in line.fallen[formation].wounds:
            if wound.row == row.at and (at, wound.nth) in taken:
                taken[at, wound.nth] += wound.points
    places = ((at, hits[0].on) for at, hits, _ in struck.able)
    return tuple(max(0, taken[place] - line.lasting[place]) if place in line.lasting else 0 for place in places)


@rule(refs.EPIC_50, refs.EPIC_91)
def lay_down(
    state: GameState, survivors: tuple[int, ...], duel: Duel, side: int, hits: Hits, stage: str, macro: bool
) -> GameState:
    """Units whose saves failed."""
    struck = targets(state, duel, side, hits)
    failed = [count for _, _, count in struck.groups]
    for n, saved in zip(struck.savers, survivors, strict=True):
        failed[n] -= saved
    found = units_killed(state, struck, failed)
    if struck.line.lasting:
        state = drop_shields(state, struck)
        found |= engines_hurt(struck, failed, found)
    return remember_all_fallen(state, found)


def units_killed(now: GameState, struck: Targets, failed: list[int]) -> dict[str, Fallen]:
    """Those who are no war engines fall, formation by formation."""
    dead, line = dict[str, list[int]](), struck.line
    for (at, taken, _), count in zip(struck.groups, failed, strict=True):
        if taken[0].on < 0:
            formation, row, _ = line.places[at]
            if formation not in dead:
                dead[formation] = list(line.fallen[formation].units) or [0] * len(rows(now.unit(formation)))
            dead[formation][row.at] += count
    return {
        formation: line.fallen[formation]._replace(units=tuple(lies)) if any(lies) else line.fallen[formation]
        for formation, lies in dead.items()
    }


@rule(refs.EPIC_89, refs.EPIC_161)
def engines_hurt(struck: Targets, failed: list[int], killed: Mapping[str, Fallen]) -> dict[str, Fallen]:
    """The damage on the engines of each formation, which waits until both sides have struck, the
    rear engines first; what is beyond an engine's last point is lost."""
    found, line = dict[str, dict[tuple[int, int], int]](), struck.line
    ended = tuple([(group, group[2] - count) for group, count in zip(struck.groups, failed, strict=True)])
    for at, nth, lost, _ in wounds(ended):
        formation, row, _ = line.places[at]
        if formation not in found:
            found[formation] = {(wound.row, wound.nth): wound.points for wound in line.fallen[formation].wounds}
        mine = found[formation]
        mine[row.at, nth] = min(line.lasting[at, nth], mine.get((row.at, nth), 0) + lost)
    return {
        formation: killed.get(formation, line.fallen[formation])._replace(
            wounds=tuple([Wound(*place, points) for place, points in sorted(mine.items(), reverse=True) if points])
        )
        for formation, mine in found.items()
    }


@rule(refs.EPIC_89, refs.EPIC_178, refs.EPIC_276)
@same_again
def drop_shields(state: GameState, struck: Targets) -> GameState:
    """Shields that stop a hit drop at once, whatever the saves."""
    for formation, row, nth, stopped in struck.drops:
        state = lower_shields(state, formation, row, nth, stopped)
    return state
