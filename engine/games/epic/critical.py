"""Hits on one war engine as a question: shields, saves, damage, critical rolls, markers."""

from __future__ import annotations

from dataclasses import replace

from engine.games.epic.cards import UNIT
from engine.games.epic.fire import Volley, in_macro_pass, one_pass, told_damage
from engine.games.epic.formations import number, rows
from engine.games.epic.hits import KINDS, Hit
from engine.games.epic.hulls import Hull, damage_told, engine, has_engines, hulls, unhurt, with_hulls
from engine.games.epic.markers import judged, placed
from engine.games.epic.refs import EPIC_174
from engine.games.epic.shots import Shot, kind_of
from engine.games.epic.warengines import DESTROYED
from engine.playing.procedure import Procedure, call, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say

GUEST = "engine"


def critical(state: GameState, **args: Value) -> Procedure:
    """Normal hits, then macro-weapons; markers for each point, one more in a crossfire that
    destroys it (EPIC-56, 174, 175, 176)."""
    told = Map(args)
    state, formation = seated(state, told)
    hits = tuple(hits_told(told))
    shots = tuple(Shot(count, hit.type, 0, damage=hit.damage) for hit, count in hits)
    volley = Volley(formation, shots, crossfire=bool(told.get("crossfire")))
    state, landed = unhurt(state, formation).note(owed=0), list[tuple[Hit, int]]()
    row = front_engine(state, formation)
    for n, (hit, count) in enumerate(hits):
        state, found = yield from told_damage(state, volley, hit._replace(victim=row), count, n)
        landed += found
    macro = tuple(each for each in landed if in_macro_pass(state, each[0]))
    normal = tuple(each for each in landed if each not in macro)
    state = yield from call(
        state,
        task(one_pass, fire=volley, hits=normal, wave="save"),
        task(one_pass, fire=volley, hits=macro, wave="save:macro"),
    )
    return counted(state, formation, bool(told.get("crossfire")))


def counted(state: GameState, formation: str, crossfire: bool) -> GameState:
    """What it comes to; an engine of the table takes its markers (EPIC-175)."""
    wreck = "hurt" if state.reading("crossfire_we") == "first_damage" else "wrecked"
    extra = int(crossfire and state.noted(f"{wreck}:{formation}") > 0)
    markers = state.noted(f"shock:{formation}") + state.noted("owed") + extra
    state = state.note(
        damage=state.noted(f"damage:{formation}"), wrecks=state.noted(f"wrecked:{formation}"), markers=markers
    )
    if formation == GUEST:
        return replace(state, units=state.units.without(GUEST))
    return judged(placed(state, formation, markers), formation)


def front_engine(now: GameState, formation: str) -> int:
    """The first row of war engines."""
    return next((row.at for row in rows(now.unit(formation)) if row.left and engine(row)), 0)


def seated(state: GameState, told: Map[Value]) -> tuple[GameState, str]:
    """The engine: a formation's first row, or one that is only told."""
    unit = told.get("unit")
    if isinstance(unit, str):
        if not has_engines(state.unit(unit)):
            raise Impossible(say("{unit} has no war engine", unit=state.unit(unit).name))
        return overridden(state, unit, told), unit
    if unit is None and told.get("dc") is None:
        raise Impossible(say("a war engine or its damage capacity is needed"))
    card = unit if isinstance(unit, Map) else Map[Value]({"name": "engine", "critical": DESTROYED})
    for key in ("dc", "shields", "armour", "abilities", "critical"):
        card = card if told.get(key) is None else card.put(key, told[key])
    whole: Map[Value] = Map({"name": str(card.get("name")), "units": ((1, card.put("type", "WE")),)})
    guest = Unit(GUEST, 1, whole)
    state = replace(state, units=state.units.put(GUEST, guest))
    return with_hulls(state, GUEST, 0, (Hull(damage_told(told.get("damage"), number(card.get("dc"), 1))),)), GUEST


def overridden(state: GameState, formation: str, told: Map[Value]) -> GameState:
    """Damage and shields up as told for the front engine, else as the table has them."""
    row = rows(state.unit(formation))[front_engine(state, formation)]
    found = hulls(state.unit(formation), row)
    if told.get("damage") is None and told.get("shields") is None:
        return state
    up = told.get("shields")
    down = found[0].down if up is None else max(0, number(row.card.get("shields")) - number(up))
    damage = found[0].damage if told.get("damage") is None else damage_told(told["damage"], row.weight)
    return with_hulls(state, formation, row.at, (Hull(damage, down), *found[1:]))


def hits_told(told: Map[Value]) -> tuple[tuple[Hit, int], ...]:
    """Kinds, or records with count, damage and abilities; nothing told is one point that no save
    meets."""
    found = told.get("hits")
    if not isinstance(found, tuple):
        return ((Hit("tk", victim=0), found if isinstance(found, int) else 1),)
    return tuple(hit_told(each) for each in found)


def hit_told(each: Value) -> tuple[Hit, int]:
    """A record, a kind, or points that no save meets; lances and snipers are kinds and abilities
    at once (EPIC-146, 153)."""
    points: dict[str, Value] = {"type": "tk", "damage": each} if isinstance(each, int) else {"type": each}
    told = each if isinstance(each, Map) else Map(points)
    word, words = str(told["type"]), told.get("abilities")
    known = (*(words if isinstance(words, tuple) else ()), *((word,) if word in ("lance", "sniper") else ()))
    type, known, damage = kind_of(word, known, told.get("damage"))
    return Hit(type, tuple(sorted(known)), damage=damage, victim=0), number(told.get("count"), 1)


def shows(**_: Value) -> dict[str, Show]:
    return {
        "destroyed": lambda after: "yes" if after.noted("wrecks") else "no",
        "damage": lambda after: after.noted("damage"),
        "blast": lambda after: after.noted("markers"),
    }


HIT = Record(
    (
        Field("type", Word(KINDS), default="normal"),
        Field("count", Whole(0, 99), default=1),
        Field("abilities", ListOf(Word()), default=()),
        *fields(damage=Either((Whole(1, 99), Word()))),
    )
)
CRITICAL = Opening(
    "critical",
    say("damage and critical hits"),
    EPIC_174,
    critical,
    Record(
        (
            *fields(
                unit=Either((UnitId(), UNIT)),
                dc=Whole(1, 99),
                damage=Whole(0, 99),
                shields=Whole(0, 99),
                armour=Whole(1, 7),
                abilities=ListOf(Word()),
                critical=Word(),
                hits=Either((Whole(0, 99), ListOf(Either((HIT, Word(KINDS), Whole(1, 99)))))),
            ),
            Field("crossfire", Flag(), default=False),
        )
    ),
    shows=shows,
)
