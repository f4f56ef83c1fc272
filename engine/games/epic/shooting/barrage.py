"""A barrage: guns that fire together at all who are under their templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from engine.games.epic import refs
from engine.games.epic.formations.rows import rows
from engine.games.epic.shooting.effects import BarrageEffect, Blows, apply_effect
from engine.games.epic.shooting.fates import fates_of
from engine.games.epic.shooting.guns import battery, damage_of, hit_of, is_shaken, points_of, shared_traits
from engine.games.epic.shooting.memory import BarrageTally, tally
from engine.games.epic.shooting.modifiers import ShotAim
from engine.games.epic.shooting.salvos import hit_check, weapons_spent
from engine.games.epic.shooting.saves import can_save, save_check
from engine.games.epic.shooting.situation import Barrage
from engine.games.epic.shooting.steps import resolve_volley
from engine.games.epic.shooting.templates import MOST, Under, dice_on, lay_templates, row_of_table, units_under
from engine.games.epic.shooting.volley import Volley, check_names
from engine.games.epic.shooting.weapons import end_shooting, order_of
from engine.games.epic.war_engines.damage import damage_dice
from engine.games.epic.war_engines.memory import harm
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.playing.procedure import Asking, Procedure, lastly, rolls, task
from engine.values.maps import Value
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import Text, say


@rule(refs.EPIC_57, refs.EPIC_61)
def barrage(state: GameState, barrage: Barrage) -> Procedure:
    """To hit, saves, markers for each formation hit."""
    guns = barrage.guns or tuple(gun for _, gun in battery(state, barrage))
    barrage = replace(barrage, points=points_of(state, barrage), guns=guns)
    line = row_of_table(state, barrage.points or 0)
    is_laid = barrage.under is not None or barrage.laid is not None
    if line and barrage.by and barrage.target and not is_laid and state.step == "action":
        state, laid = yield from lay_templates(state, barrage.target, line.templates)
        barrage = replace(barrage, laid=laid)
    if not line or not units_under(state, barrage):
        return (yield from place_marker_of_silenced_guns(state, barrage))
    state, hits = yield from rolls(state, to_hit, barrage)
    state = state.remember(tally(state)._replace(hits=sum(hits)))
    units = units_under(state, barrage)
    state, blows = yield from roll_damage(state, units, hits, barrage)
    past = hits_past_shields(state, units, blows)
    state, alive = yield from rolls(state, saves, barrage, past)
    saved = iter(alive)
    failed = tuple(
        count - (next(saved) if has_save(state, barrage, unit) else 0) if count else 0
        for unit, count in zip(units, past, strict=True)
    )
    return (yield from apply_effect(state, barrage, BarrageEffect(units, blows, failed)))


@rule(refs.EPIC_44)
def place_marker_of_silenced_guns(state: GameState, barrage: Barrage) -> Procedure:
    """No unit is under the templates, or no gun fires: the shooting is over; by one reading guns
    that are all suppressed bring their marker."""
    if barrage.by:
        order = order_of(state, barrage)
        spent = weapons_spent(state, barrage.by, barrage.stand, order, ("bp",)) if barrage.points else ()
        state = end_shooting(state, barrage.by, spent)
    unshaken = state.set(barrage.by, "blast", 0, refs.EPIC_44) if barrage.by else state
    is_meant = bool(barrage.guns or battery(unshaken, barrage))
    if not barrage.target or barrage.points or not is_meant or state.reading("all_suppressed") != "bm":
        return state
    return (yield from lastly(state, task(resolve_volley, Volley(barrage.target, ()))))


@rule(refs.EPIC_46, refs.EPIC_61)
def to_hit(now: GameState, barrage: Barrage) -> Prompt:
    """AP for infantry and light vehicles, AT for the others; cover and order as in any fire."""
    points, units, order = barrage.points or 0, units_under(now, barrage), order_of(now, barrage)
    line = row_of_table(now, points)
    assert line
    counts = "ignore_cover" not in shared_traits(barrage)
    shaken = is_shaken(now, barrage)
    aims = (
        ShotAim(line.ap if unit.type in ("INF", "LV") else line.at, order, unit.hidden and counts, shaken=shaken)
        for unit in units
    )
    checks = tuple(
        hit_check(name, dice_on(now, unit), aim)
        for name, unit, aim in zip(check_names("to_hit", len(units)), units, aims, strict=True)
    )
    seat, text = seat_of_firer(now, barrage), say("barrage")
    readings = ("bp_over_18",) if points > MOST else ()
    labels = partial(names_under, now, units)
    return Prompt("to_hit", "roll", seat, text, refs.EPIC_58, barrage.about, checks, readings=readings, labels=labels)


def names_under(now: GameState, units: tuple[Under, ...]) -> tuple[Text, ...]:
    """Who is under the templates: the models by name, else by their type."""
    return tuple(
        say("{unit}", unit=rows(now.unit(unit.formation))[unit.row].name if unit.is_on_table else unit.type)
        for unit in units
    )


def seat_of_firer(now: GameState, barrage: Barrage) -> int:
    if barrage.by:
        return now.unit(barrage.by).seat
    return 1 - now.unit(barrage.target).seat if barrage.target else now.seat


@rule(refs.EPIC_139, refs.EPIC_160)
def roll_damage(state: GameState, units: tuple[Under, ...], hits: tuple[int, ...], barrage: Barrage) -> Asking[Blows]:
    """Hits of one point each; a Titan Killer does more to war engines, not to living metal, or
    as much as a die says."""
    size = damage_of(barrage)
    is_heavy = [unit.is_engine and not unit.has("living_metal") for unit in units]
    dice = sum(hit for hit, heavy in zip(hits, is_heavy, strict=True) if heavy) if size < 1 else 0
    points: tuple[int, ...] = ()
    if dice:
        state, points = yield from rolls(state, damage_dice, barrage.target or "", -size, dice, "damage")
    rolled = iter(points)
    return state, tuple(
        tuple(next(rolled, size) if heavy else 1 for _ in range(hit)) for hit, heavy in zip(hits, is_heavy, strict=True)
    )


@rule(refs.EPIC_160, refs.EPIC_178)
def hits_past_shields(now: GameState, units: tuple[Under, ...], blows: Blows) -> tuple[int, ...]:
    """Hits, on war engines points of damage, that no shield stops; by one reading a shield stops
    a whole hit."""
    whole = now.reading("shield_stops") == "hit"
    return tuple(
        sum(each[unit.shields :]) if whole else max(0, sum(each) - unit.shields)
        for unit, each in zip(units, blows, strict=True)
    )


@rule(refs.EPIC_61)
def saves(now: GameState, barrage: Barrage, hits: tuple[int, ...]) -> Prompt:
    """An ability counts for a barrage when every weapon in it has it."""
    hit = zip(units_under(now, barrage), hits, strict=True)
    units = [(unit, count) for unit, count in hit if count and has_save(now, barrage, unit)]
    checks = tuple(
        save_check(now, name, count, unit.shelter(barrage.crossfire), (hit_of(barrage),))
        for name, (unit, count) in zip(check_names("save", len(units)), units, strict=True)
    )
    seat, text = 1 - seat_of_firer(now, barrage), say("saves against the barrage")
    labels = partial(names_under, now, tuple(unit for unit, _ in units))
    return Prompt("save", "roll", seat, text, refs.EPIC_50, barrage.about, checks, labels=labels)


def has_save(now: GameState, barrage: Barrage, unit: Under) -> bool:
    return can_save(now, unit.shelter(barrage.crossfire), (hit_of(barrage),))


# What it tells


@rule(refs.EPIC_58)
def facts(now: GameState, barrage: Barrage) -> Mapping[str, Value]:
    """The row of the table, and the dice."""
    points = points_of(now, barrage)
    line = row_of_table(now, points)
    if line is None:
        return {"points": 0, "templates": 0, "extra_blast": 0, "ap": None, "at": None}
    found: dict[str, Value] = {"points": points, "templates": line.templates, "extra_blast": line.extra}
    found |= {"ap": line.ap, "at": line.at}
    under = units_under(now, barrage)
    return {**found, "dice": sum(dice_on(now, unit) for unit in under)} if under else found


@rule(refs.EPIC_57)
def outcomes(barrage: Barrage) -> dict[str, Show]:
    if barrage.under is None and barrage.target is None:
        return {}
    found: dict[str, Show] = {
        "hits": lambda after: tally(after).hits,
        "kills": lambda after: after.recall(BarrageTally).kills,
        "blast": lambda after: tally(after).placed,
    }
    if (target := barrage.target) is None:
        return found
    return {
        **fates_of(target),
        **found,
        "hurt": lambda after: "yes" if found["kills"](after) or harm(after, target).points else "no",
    }
