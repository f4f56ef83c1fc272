"""Tests in dangerous ground, and the table of terrain as a question."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.abilities import able
from engine.games.epic.formations.riders import riding, transports
from engine.games.epic.formations.rows import NO_CARD, ability_words, card_of, row_of, rows
from engine.games.epic.morale.markers import break_if_due, has_broken, kill, place_markers
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.shooting.riders import leave_wrecks
from engine.games.epic.terrain.ground import cover, ground
from engine.games.epic.terrain.situation import DangerousGround, UnitInTerrain
from engine.games.epic.war_engines.criticals import roll_criticals
from engine.games.epic.war_engines.hulls import damage_engine, is_engine
from engine.games.epic.war_engines.memory import forget_harm, harm
from engine.playing.citing import rule
from engine.playing.opening import Show, answers, opens
from engine.playing.procedure import Procedure, call, roll, task
from engine.values.maps import Value
from engine.values.model import D6, Check, Prompt
from engine.values.stages import Again
from engine.values.table import GameState
from engine.values.texts import say


class TerrainTests(NamedTuple):
    """How many tests of dangerous ground failed."""

    failed: int = 0


@rule(refs.EPIC_163, refs.EPIC_254)
def cross_dangerous_ground(state: GameState, crossing: DangerousGround) -> Procedure:
    """A die for each test; on a 1 the unit is destroyed, a war engine damaged, without a save or
    a marker; its passengers save, or are lost with it."""
    formation, at = crossing.formation, crossing.row
    if formation is not None:
        row = row_of(state.unit(formation), at)
        walks = (*crossing.abilities, "walker") if row.has("walker") else crossing.abilities
        crossing = replace(crossing, type=row.type, abilities=walks)
    state, passed = yield from roll(state, terrain_dice, crossing)
    failed = crossing.tests - passed
    state = state.remember(TerrainTests(failed))
    if formation is None:
        return state
    state = forget_harm(state, formation)
    if is_engine(rows(state.unit(formation))[at]):
        return (yield from call(state, task(damage_engines_in_terrain, formation, at, failed)))
    kills, before = tuple(failed if row.at == at else 0 for row in rows(state.unit(formation))), state.unit(formation)
    state = kill(state, formation, kills, refs.EPIC_66)
    if riding(before):
        state = yield from call(state, task(leave_wrecks, formation, "any", transports(before)))
    if has_broken(state, formation):
        return (yield from call(state, task(withdraw, formation)))
    return state


def damage_engines_in_terrain(state: GameState, formation: str, at: int, failed: int) -> Procedure:
    """Each war engine that fails takes a point of damage, without a save, with its critical
    roll; a marker by one reading."""
    engines = rows(state.unit(formation))[at].left
    for nth in reversed(range(min(failed, engines))):
        state = damage_engine(state, formation, at, nth, 1 if engines > 1 else failed, refs.EPIC_163)
    state = yield from call(state, task(roll_criticals, formation))
    if state.reading("we_terrain_bm") == "one":
        state = break_if_due(place_markers(state, formation, harm(state, formation).shock, refs.EPIC_163), formation)
    return state


def terrain_dice(now: GameState, crossing: DangerousGround) -> Prompt:
    """A failed test is rolled again once by walkers and by those who move cautiously."""
    again = (Again(),) if crossing.cautious or able(crossing.abilities, "walker") else ()
    ref = refs.EPIC_67 if crossing.cautious else refs.EPIC_136 if again else refs.EPIC_66
    check = Check("terrain", crossing.tests, D6, ref, (2,), stages=again)
    return Prompt("terrain", "roll", now.seat, say("dangerous terrain"), refs.EPIC_66, checks=(check,))


@rule(refs.EPIC_66, refs.EPIC_163)
def outcomes(crossing: DangerousGround) -> dict[str, Show]:
    """One failed test is enough, but for a war engine with more damage capacity, known or not."""
    formation = crossing.formation
    if formation is not None:
        return {"destroyed": lambda after: "yes" if lost_in_terrain(after, formation, crossing.row) else "no"}
    need = crossing.dc if crossing.type == "WE" else 1
    damage: dict[str, Show] = {"damage": tests_failed} if crossing.type == "WE" else {}
    return {"destroyed": lambda after: "yes" if need and tests_failed(after) >= need else "no", **damage}


@rule(refs.EPIC_66, refs.EPIC_163)
def lost_in_terrain(after: GameState, formation: str, at: int) -> int:
    """Units lost: war engines by damage or by a critical, the others one a test."""
    return harm(after, formation).wrecks if is_engine(row_of(after.unit(formation), at)) else tests_failed(after)


def tests_failed(after: GameState) -> int:
    return after.recall(TerrainTests).failed


def row_of_the_table(now: GameState, place: UnitInTerrain) -> dict[str, Value]:
    """The row of the table for one unit: as described, or by its card and state."""
    card = NO_CARD if place.unit is None else card_of(now, place.unit)
    kind = str(place.type or card.get("type") or "INF")
    waits = place.overwatch
    if waits is None:
        waits = isinstance(place.unit, str) and bool(now.unit(place.unit).count("overwatch"))
    mounted = able((*place.abilities, *ability_words(card)), "mounted")
    found = cover(now, kind, mounted, place.terrain, place.touching in (True, "AV", "WE"), waits)
    return {
        "in_cover": found.hidden,
        "cover_save": found.save,
        "effect": ground(kind, mounted, place.terrain)[1],
        "thick_rear_armour": found.fortified,
    }


OPENINGS = (
    opens(
        "dangerous",
        say("dangerous terrain"),
        refs.EPIC_66,
        DangerousGround,
        cross_dangerous_ground,
        shows=outcomes,
        actor="formation",
    ),
    answers("terrain", say("terrain table"), refs.EPIC_77, UnitInTerrain, row_of_the_table),
)
