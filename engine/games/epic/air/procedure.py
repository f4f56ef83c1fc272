"""Flak from its dice to its markers: to hit, a jink, saves, losses."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.parts import has_part
from engine.games.epic.air import markers, prompts, refusals
from engine.games.epic.air.flak import FlakVolley, brings_marker_anyway, volley_stated
from engine.games.epic.air.jinking import aircraft_hit, lots, lots_saving
from engine.games.epic.air.reserves import bombers
from engine.games.epic.air.situation import FlakFire, Flight
from engine.games.epic.air.values import lose_attack
from engine.games.epic.formations.rows import lose_units, models, rows
from engine.games.epic.shooting.hits import Hits
from engine.games.epic.shooting.memory import tally
from engine.games.epic.shooting.volley import hit_of
from engine.games.epic.war_engines.criticals import roll_criticals
from engine.games.epic.war_engines.damage import damage_engines, wounds
from engine.games.epic.war_engines.hulls import is_engine
from engine.games.epic.war_engines.memory import forget_harm, harm
from engine.games.epic.war_engines.wrecks import aboard
from engine.playing.citing import rule
from engine.playing.opening import Show, answers, opens
from engine.playing.procedure import Asking, Procedure, call, confirm, lastly, number, rolls, task
from engine.values.maps import Value
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_44)
def fire_flak(state: GameState, fire: FlakFire) -> Procedure:
    """Flak as the players say; where no unit can fire there is none."""
    flak = volley_stated(state, fire)
    if not flak.salvos and not brings_marker_anyway(state, flak.by, fire.able, fire.arcs):
        return state.remember(tally(state)._replace(units=models(state, flak.target)))
    return (yield from lastly(state, task(resolve_flak, flak)))


@rule(refs.EPIC_198, refs.EPIC_200, refs.EPIC_209, refs.EPIC_280)
def resolve_flak(state: GameState, flak: FlakVolley) -> Procedure:
    """To hit, perhaps a jink, saves at once, then markers; never crossfire, never breaking."""
    state = forget_harm(state, flak.target)
    state = state.remember(tally(state)._replace(units=models(state, flak.target)))
    state, counts = yield from rolls(state, prompts.to_hit, flak)
    state = state.remember(tally(state)._replace(hits=sum(counts)))
    hits = tuple((hit_of(salvo, -1), count) for salvo, count in zip(flak.salvos, counts, strict=True) if count)
    if hits:
        state, jinking = yield from ask_for_jinks(state, flak, hits)
        state = yield from call(state, task(save, flak, hits, jinking), task(roll_criticals, flak.target))
    lost = tally(state).units - models(state, flak.target)
    return (yield from lose_share(end_flak(state, flak), flak.target, lost))


@rule(refs.EPIC_206)
def ask_for_jinks(state: GameState, flak: FlakVolley, hits: Hits) -> Asking[int]:
    """Fighters may jink: the whole formation, by one reading each aircraft that is hit."""
    most = aircraft_hit(state, flak.target, hits)
    if flak.jink is not None or bombers(state.unit(flak.target)):
        return state, most if flak.jink else 0
    if state.reading("jink") == "aircraft":
        return (yield from number(state, prompts.how_many_jink, flak, most))
    state, yes = yield from confirm(state, prompts.whether_to_jink, flak)
    return state, most if yes else 0


@rule(refs.EPIC_280)
def save(state: GameState, flak: FlakVolley, hits: Hits, jinking: int) -> Procedure:
    """Saves at once, before they attack; a jink costs an attack that has not been made."""
    target = flak.target
    state, readings = yield from rolls(state, prompts.saves, flak, hits, jinking)
    alive = dict(zip(lots_saving(state, flak, hits, jinking), readings, strict=True))
    ended = tuple((lot[0], alive.get(lot, 0)) for lot in lots(state, flak, hits, jinking))
    dead = tuple(
        sum(count - left for (at, _, count), left in ended if at == row.at and not is_engine(row))
        for row in rows(state.unit(target))
    )
    state = damage_engines(lose_units(state, target, dead, refs.EPIC_50), target, wounds(ended))
    return lose_attack(state, target) if jinking else state


@rule(refs.EPIC_175, refs.EPIC_204)
def end_flak(state: GameState, flak: FlakVolley) -> GameState:
    """Markers: one for coming under fire, once on the approach and once on leaving; one for each
    loss or point of damage. Passengers of an aircraft shot down are lost; whose flak has fired
    at it is remembered."""
    target, unit, hurt = flak.target, state.unit(flak.target), harm(state, flak.target)
    before = unit.marks("under_fire")
    lost = tally(state).units - models(state, target) - hurt.wrecks
    is_first = flak.moment not in before or (flak.attack and state.reading("approach_bm") == "two")
    placed = is_first + lost + hurt.shock
    state = state.remember(tally(state)._replace(placed=placed))
    if unit.gone:
        return lose_passengers(state, target)
    if flak.moment not in before:
        state = state.set(target, "under_fire", (*before, flak.moment), refs.EPIC_208)
    state = state.set(target, "blast", unit.count("blast") + placed, refs.EPIC_208)
    return state if not flak.by or flak.attack else remember_flak(state, flak.by, target)


def remember_flak(state: GameState, by: str, target: str) -> GameState:
    """Each fires once a turn at the same aircraft."""
    return state.set(by, "flak", (*state.unit(by).marks("flak"), target), refs.EPIC_204)


def lose_passengers(state: GameState, formation: str) -> GameState:
    """Troops aboard are lost without a save."""
    for unit in tuple(state.units.values()):
        if unit.trackers.get("aboard") == formation:
            state = state.set(unit.id, "where", "destroyed", refs.EPIC_212)
    return state


@rule(refs.EPIC_212)
def lose_share(state: GameState, transports: str, lost: int) -> Procedure:
    """Where some of several transports are shot down, who was in them is lost, as their owner
    knows."""
    for formation in aboard(state, transports) if lost and not state.unit(transports).gone else ():
        lines = rows(state.unit(formation))
        for at in [row.at for row in lines if row.left]:
            state, gone = yield from number(state, prompts.how_many_were_aboard, transports, formation, at, lost)
            kills = tuple(gone if row.at == at else 0 for row in lines)
            state = lose_units(state, formation, kills, refs.EPIC_212)
    return state


def outcomes(fire: FlakFire) -> dict[str, Show]:
    return {
        "kills": lambda after: tally(after).units - models(after, fire.target),
        "left": lambda after: models(after, fire.target),
        "hits": lambda after: tally(after).hits,
        "blast": lambda after: tally(after).placed,
    }


@rule(refs.EPIC_206)
def facts(now: GameState, fire: FlakFire) -> dict[str, Value]:
    """Whether the attack is lost: by jinking before it is made."""
    unit, attacked = now.unit(fire.target), fire.attacked
    if attacked is None and fire.moment:
        attacked = fire.moment != "approach"
    if attacked is None:
        attacked = bool(unit.count("activated")) and not has_part(now, unit.id, "shoot")
    return {"loses_attack": bool(fire.jink) and not attacked}


OPENINGS = (
    opens(
        "flak",
        say("flak"),
        refs.EPIC_200,
        FlakFire,
        fire_flak,
        refusals=refusals.FLAK,
        shows=outcomes,
        tells=facts,
        actor="by",
    ),
    answers("aircraft_blast", say("blast markers of aircraft"), refs.EPIC_208, Flight, markers.markers_of_flight),
)
