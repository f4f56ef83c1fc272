"""What a barrage does to the units under its templates: damage, losses, markers, flight."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_spacecraft
from engine.games.epic.formations.riders import riding, transports
from engine.games.epic.formations.rows import lose_units, rows
from engine.games.epic.morale.markers import break_if_due, has_broken, place_markers
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.shooting.guns import hit_of, shared_traits
from engine.games.epic.shooting.losses import markers_owed
from engine.games.epic.shooting.memory import BarrageTally, tally
from engine.games.epic.shooting.riders import leave_wrecks, markers_for_losses
from engine.games.epic.shooting.salvos import FIREPOWER_OF_CARDS, salvos_by_cards, weapons_spent
from engine.games.epic.shooting.situation import Barrage
from engine.games.epic.shooting.steps import resolve_volley
from engine.games.epic.shooting.templates import Under, models_standing, row_of_table
from engine.games.epic.shooting.volley import Volley
from engine.games.epic.shooting.weapons import end_shooting, order_of
from engine.games.epic.terrain.ground import OPEN
from engine.games.epic.war_engines.criticals import roll_criticals
from engine.games.epic.war_engines.hulls import damage_engine
from engine.games.epic.war_engines.memory import criticals_due, harm, has_crossfire_marker
from engine.games.epic.war_engines.shields import lower_shields
from engine.games.epic.war_engines.wrecks import bail_out
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, call, task
from engine.values.table import GameState

Blows = tuple[tuple[int, ...], ...]
"""The points of damage of each hit, unit by unit."""


class BarrageEffect(NamedTuple):
    """What a barrage does to the units under it: the hits on each, and those that no save
    stopped."""

    units: tuple[Under, ...]
    blows: Blows
    failed: tuple[int, ...]


@rule(refs.EPIC_56, refs.EPIC_57, refs.EPIC_61)
def apply_effect(state: GameState, barrage: Barrage, effect: BarrageEffect) -> Procedure:
    """Each formation hit takes its marker for coming under fire, the extra ones, and those for
    its losses."""
    disrupts = "disrupt" in shared_traits(barrage)
    markers = markers_by_formation(state, barrage, effect, disrupts)
    target = barrage.target or next(iter(markers))
    is_calm = target not in state.units or not state.unit(target).count("broken")
    standing = models_standing(state, markers)
    state = damage_engines(state, effect, disrupts)
    state = yield from call(state, *(task(roll_criticals, each) for each in markers if criticals_due(state, each)))
    crossed = crossed_formations(state, barrage, effect, disrupts)
    for formation in markers:
        markers[formation] += harm(state, formation).shock + (formation in crossed)
    kills = sum(
        unit.killed(lost) for unit, lost in zip(effect.units, effect.failed, strict=True) if not unit.is_on_table
    )
    state = state.remember(BarrageTally(kills, standing, crossed))
    state = state.remember(tally(state)._replace(placed=markers.get(target, 0) if is_calm else 0))
    return (yield from suffer(state, barrage, effect, markers))


@rule(refs.EPIC_57, refs.EPIC_145, refs.EPIC_156)
def markers_by_formation(now: GameState, barrage: Barrage, effect: BarrageEffect, disrupts: bool) -> dict[str, int]:
    """One for coming under fire, the extra ones of the table, one for each loss, or for each hit
    that disrupts; none for expendables. War engines count theirs by damage."""
    line, found = row_of_table(now, barrage.points or 0), dict[str, int]()
    assert line
    for unit, hits, lost in zip(*effect, strict=True):
        loud = max(0, len(hits) - unit.shields) if disrupts else unit.points(lost)
        if unit.has("expendable") or (unit.is_engine and unit.is_on_table and not disrupts):
            loud = 0
        found[unit.formation] = found.get(unit.formation, 1 + line.extra) + loud
    return found


@rule(refs.EPIC_56)
def crossed_formations(now: GameState, barrage: Barrage, effect: BarrageEffect, disrupts: bool) -> frozenset[str]:
    """Formations that take the marker of a crossfire."""
    is_quiet = disrupts and now.reading("disrupt_crossfire") == "none"
    hit = {unit.formation for unit in effect.units}
    mourning = {
        unit.formation
        for unit, lost in zip(effect.units, effect.failed, strict=True)
        if unit.killed(lost) and not unit.has("expendable") and not is_quiet
    }
    found = {each for each in hit if each in mourning or has_crossfire_marker(now, each)}
    return frozenset(found if barrage.crossfire else ())


@rule(refs.EPIC_161, refs.EPIC_178)
def damage_engines(state: GameState, effect: BarrageEffect, quiet: bool) -> GameState:
    """Shields down and damage on the engines that stand on the table, the rear first."""
    whole = state.reading("shield_stops") == "hit"
    for unit, hits, lost in reversed(tuple(zip(*effect, strict=True))):
        if unit.is_engine and unit.is_on_table:
            stopped = min(len(hits) if whole else sum(hits), unit.shields)
            state = lower_shields(state, unit.formation, unit.row, unit.nth, stopped)
            markerless = lost if quiet else 0
            state = damage_engine(state, unit.formation, unit.row, unit.nth, lost, refs.EPIC_161, markerless)
    return state


@rule(refs.EPIC_43, refs.EPIC_52, refs.EPIC_116, refs.EPIC_157)
def suffer(state: GameState, barrage: Barrage, effect: BarrageEffect, markers: dict[str, int]) -> Procedure:
    """The same on the table, for formations that stand on it; markers kill those that are
    broken."""
    spent, on_table = guns_spent(state, barrage), [each for each in markers if each in state.units]
    carriers = [(each, transports(state.unit(each))) for each in on_table if riding(state.unit(each))]
    steady = {each for each in markers if each in state.units and not state.unit(each).count("broken")}
    for unit, lost in zip(effect.units, effect.failed, strict=True):
        if unit.is_on_table and not unit.is_engine:
            lines = rows(state.unit(unit.formation))
            dead = tuple(min(lost, row.left) if row.at == unit.row else 0 for row in lines)
            state = lose_units(state, unit.formation, dead, refs.EPIC_50)
    state, more = yield from fire_other_weapons(state, barrage)
    hit = [formation for formation in markers if formation in state.units]
    for each, before in carriers:
        unit_before = state.unit(each)
        state = yield from call(state, task(leave_wrecks, each, hit_of(barrage).type, before))
        markers[each] += markers_for_losses(unit_before, state.unit(each))
    for formation in hit:
        owed = markers[formation] + (more if formation == barrage.target else 0)
        state = break_if_due(place_markers(state, formation, owed, refs.EPIC_44), formation)
    rerolled = [task(roll_criticals, each, "critical:markers") for each in hit if criticals_due(state, each)]
    state = yield from call(state, *rerolled)
    held = state.recall(BarrageTally)
    state = state.remember(held._replace(kills=held.kills + held.standing - models_standing(state, markers)))
    if barrage.by:
        state = end_shooting(state, barrage.by, spent)
    fleeing = [task(withdraw, each) for each in hit if each in steady and has_broken(state, each)]
    wrecks = [task(bail_out, each, hit_of(barrage).type, True) for each in hit]
    return (yield from call(state, *fleeing, *wrecks))


@rule(refs.EPIC_157, refs.EPIC_257)
def guns_spent(now: GameState, barrage: Barrage) -> tuple[str, ...]:
    """Guns that do not fire every turn, with other weapons that fire beside them."""
    kinds = FIREPOWER_OF_CARDS if barrage.direct else ("bp",)
    return weapons_spent(now, barrage.by, barrage.stand, order_of(now, barrage), kinds) if barrage.by else ()


@rule(refs.EPIC_218, refs.EPIC_221, refs.EPIC_257)
def fire_other_weapons(state: GameState, barrage: Barrage) -> Asking[int]:
    """The formation's other weapons at the same target are part of the same attack: one marker
    for it, one count of losses, one break check. Those of a spacecraft make pin-point attacks of
    their own."""
    by, target, before = barrage.by, barrage.target, tally(state)
    if not barrage.direct or not by or not target or is_spacecraft(state.unit(by)):
        return state, 0
    order, terrain = order_of(state, barrage), (barrage.terrain or OPEN,)
    shots = salvos_by_cards(state, by, barrage.stand, target, order)
    fire = Volley(target, shots, by, order, barrage.crossfire, terrain, markers=0, settles=False)
    state = yield from call(state, task(resolve_volley, fire))
    is_crossed = target in state.recall(BarrageTally).crossed
    more = markers_owed(state, fire._replace(crossfire=fire.crossfire and not is_crossed))
    held, placed = tally(state), 0 if state.unit(target).count("broken") else more
    return state.remember(held._replace(hits=before.hits + held.hits, placed=held.placed + placed)), more
