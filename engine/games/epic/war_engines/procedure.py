"""Hits on one war engine: shields, saves, damage, critical rolls, markers."""

from __future__ import annotations

from dataclasses import replace

from engine.games.epic import refs
from engine.games.epic.formations.rows import number, rows
from engine.games.epic.morale.markers import break_if_due, place_markers
from engine.games.epic.shooting.hits import Hit, Hits
from engine.games.epic.shooting.memory import FireTally, tally
from engine.games.epic.shooting.salvos import Salvo, kind_of
from engine.games.epic.shooting.steps import passes, roll_damage
from engine.games.epic.shooting.volley import Volley
from engine.games.epic.war_engines.criticals import DESTROYED
from engine.games.epic.war_engines.hulls import Hull, damage_stated, has_engines, hulls, is_engine, set_hulls
from engine.games.epic.war_engines.memory import EngineHarm, forget_harm, harm, has_crossfire_marker
from engine.games.epic.war_engines.situation import HitsOnEngine, HitStated
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure, call
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.situation import plain, situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import say

GUEST = "engine"


@rule(refs.EPIC_56, refs.EPIC_174, refs.EPIC_175, refs.EPIC_176)
def hit_engine(state: GameState, attack: HitsOnEngine) -> Procedure:
    """Normal hits, then macro-weapons; markers for each point, one more in a crossfire that
    destroys it."""
    state, formation = seat_engine(state, attack)
    hits = hits_stated(attack)
    salvos = tuple(Salvo(count, hit.type, 0, damage=hit.damage) for hit, count in hits)
    volley = Volley(formation, salvos, crossfire=attack.crossfire)
    state, found = forget_harm(state, formation).remember(FireTally()), list[tuple[Hit, int]]()
    row = front_engine(state, formation)
    for n, (hit, count) in enumerate(hits):
        state, weighed = yield from roll_damage(state, volley, hit._replace(victim=row), count, n)
        found += weighed
    state = yield from call(state, *passes(state, volley, tuple(found)))
    return settle_harm(state, formation, attack.crossfire)


def settle_harm(state: GameState, formation: str, crossfire: bool) -> GameState:
    """What it comes to; an engine of the table takes its markers."""
    held = harm(state, formation)
    markers = held.shock + tally(state).owed + (crossfire and has_crossfire_marker(state, formation))
    state = state.remember(EngineHarm(held.points, held.wrecks, markers))
    if formation == GUEST:
        return replace(state, units=state.units.without(GUEST))
    return break_if_due(place_markers(state, formation, markers, refs.EPIC_175), formation)


def front_engine(now: GameState, formation: str) -> int:
    """The first row of war engines."""
    return next((row.at for row in rows(now.unit(formation)) if row.left and is_engine(row)), 0)


# The engine


def seat_engine(state: GameState, attack: HitsOnEngine) -> tuple[GameState, str]:
    """The engine: a formation's first row, or a guest of the table that is only described."""
    unit = attack.unit
    if isinstance(unit, str):
        if not has_engines(state.unit(unit)):
            raise Impossible(say("{unit} has no war engine", unit=state.unit(unit).name))
        return set_front_engine(state, unit, attack), unit
    if unit is None and attack.dc is None:
        raise Impossible(say("a war engine or its damage capacity is needed"))
    card = card_of_guest(attack, unit or Map({"name": "engine", "critical": DESTROYED}))
    guest = Unit(GUEST, 1, Map({"name": str(card.get("name")), "units": ((1, card),)}))
    hull = Hull(damage_stated(attack.damage or 0, number(card.get("dc"), 1)))
    state = replace(state, units=state.units.put(GUEST, guest))
    return set_hulls(state, GUEST, 0, (hull,), refs.EPIC_161), GUEST


def card_of_guest(attack: HitsOnEngine, card: Map[Value]) -> Map[Value]:
    """The card of an engine with what the players say besides."""
    stated = plain(attack)
    for key in ("dc", "shields", "armour", "abilities", "critical"):
        card = card.put(key, stated[key]) if key in stated else card
    return card.put("type", "WE")


def set_front_engine(state: GameState, formation: str, attack: HitsOnEngine) -> GameState:
    """Damage and shields up as stated for the front engine, else as the table has them."""
    row = rows(state.unit(formation))[front_engine(state, formation)]
    front, *others = hulls(state.unit(formation), row)
    down, damage = front.down, front.damage
    if attack.shields is not None:
        down = max(0, number(row.card.get("shields")) - attack.shields)
    if attack.damage is not None:
        damage = damage_stated(attack.damage, row.weight)
    if (damage, down) == front:
        return state
    return set_hulls(state, formation, row.at, (Hull(damage, down), *others), refs.EPIC_161)


# The hits


def hits_stated(attack: HitsOnEngine) -> Hits:
    """Kinds, or records with count, damage and abilities; nothing stated is one point that no
    save meets."""
    if isinstance(attack.hits, tuple):
        return tuple(hits_of(each) for each in attack.hits)
    return ((Hit("tk", victim=0), 1 if attack.hits is None else attack.hits),)


@rule(refs.EPIC_146, refs.EPIC_153)
def hits_of(stated: Value) -> tuple[Hit, int]:
    """A record, a kind, or points that no save meets; lances and snipers are kinds and abilities
    at once."""
    if isinstance(stated, int):
        hit = HitStated("tk", damage=stated)
    else:
        hit = situation_from(HitStated, stated) if isinstance(stated, Map) else HitStated(str(stated))
    words = (*hit.abilities, hit.type) if hit.type in ("lance", "sniper") else hit.abilities
    type, known, damage = kind_of(hit.type, words, hit.damage)
    return Hit(type, tuple(sorted(known)), damage=damage, victim=0), hit.count


def outcomes(attack: HitsOnEngine) -> dict[str, Show]:
    return {
        "destroyed": lambda after: "yes" if after.recall(EngineHarm).wrecks else "no",
        "damage": lambda after: after.recall(EngineHarm).damage,
        "blast": lambda after: after.recall(EngineHarm).markers,
    }


OPENINGS = (
    opens("critical", say("damage and critical hits"), refs.EPIC_174, HitsOnEngine, hit_engine, shows=outcomes),
)
