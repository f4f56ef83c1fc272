"""What the table keeps on units, sides and itself; and short ways to look at it."""

from __future__ import annotations

import re

from engine.games.twogm.refs import (
    TWOGM_09,
    TWOGM_12,
    TWOGM_14,
    TWOGM_17,
    TWOGM_20,
    TWOGM_23,
    TWOGM_26,
    TWOGM_34,
    TWOGM_37,
    TWOGM_41,
    TWOGM_42,
    TWOGM_45,
    TWOGM_46,
    TWOGM_52,
    TWOGM_57,
    TWOGM_60,
    TWOGM_65,
    TWOGM_67,
    TWOGM_68,
    TWOGM_74,
    TWOGM_75,
    TWOGM_80,
    TWOGM_85,
    TWOGM_92,
    TWOGM_95,
    TWOGM_107,
    TWOGM_113,
    TWOGM_115,
    TWOGM_118,
    TWOGM_123,
    TWOGM_125,
    TWOGM_138,
    TWOGM_141,
    TWOGM_148,
    TWOGM_150,
    TWOGM_153,
    TWOGM_156,
    TWOGM_172,
    TWOGM_191,
    TWOGM_193,
)
from engine.playing.rules import PLAYERS, Tracker
from engine.values.kinds import Either, Field, Flag, ListOf, MapOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

GROUND = ("infantry", "artillery", "tank", "transport")
NATURAL = ("plain", "bushes", "forest", "mountain", "ruins", "river", "sea", "lake")
FACES = ("active", "disabled", "mounted", "dismounted")
PLACES = ("table", "destroyed", "reserve", "inside", "discarded")
ROWS, COLUMNS = 6, 8  # 2GM-28: three by four tiles of four squares

MARKER = Record(fields(face=Word(FACES), tilted=Flag(), turn=Whole(0, 9999)))
SMOKE = Either((Word(("none", "shell", "screen")), ListOf(Word(("none", "shell", "screen")))))
SUPPORT = ListOf(Record((Field("name", Word(), required=True), *fields(permanent=Flag(), by=Whole(0, 1)))))
CARDS = Record(fields(deck=Whole(0, 999), hand=Whole(0, 999), mulligans=Whole(0, 9)))


def why_there(now: GameState, unit: str) -> Ref:
    """Destroyed by damage, discarded after a mission, else played from the hand (2GM-65, 74,
    95)."""
    return {"destroyed": TWOGM_74, "discarded": TWOGM_95}.get(now.unit(unit).where, TWOGM_65)


TRACKERS = (
    Tracker("damage", Whole(0, 99), say("damage"), TWOGM_74),
    Tracker("suppressed", Flag(), say("suppressed"), TWOGM_75),
    Tracker("shot_by", ListOf(Word()), say("shot at by"), TWOGM_172, lasts="turn", physical=False),
    Tracker("smoke", SMOKE, say("smoke"), TWOGM_191),
    Tracker("screen_by", Whole(0, 9), say("smoke screen of player"), TWOGM_123, physical=False),
    Tracker("at_cover", Either((Flag(), Word())), say("At Cover"), TWOGM_60),
    Tracker("prone", Flag(), say("Hit the Dirt"), TWOGM_118),
    Tracker("row", Whole(1, ROWS), say("row"), TWOGM_37),
    Tracker("column", Whole(1, 2 * COLUMNS), say("column"), TWOGM_23),
    Tracker("terrain", Word(NATURAL), say("natural terrain"), TWOGM_80, default="plain", physical=False),
    Tracker("in", Word(), say("inside"), TWOGM_150),
    Tracker("markers", MapOf(MARKER), say("markers"), TWOGM_14),
    Tracker("primary", Word(), say("exchanged for the primary weapon"), TWOGM_17, physical=False),
    Tracker("role", Word(("fighter", "bomber")), say("flies as"), TWOGM_92),
    Tracker("support", SUPPORT, say("support cards"), TWOGM_09),
    Tracker("promotion", Word(("veteran", "elite")), say("promotion"), TWOGM_09),
    Tracker("ruins", Flag(), say("ruins"), TWOGM_85),
    Tracker("deployed_turn", Whole(0, 9999), say("deployed in turn"), TWOGM_67, physical=False),
    Tracker("loaded_turn", Whole(0, 9999), say("picked up in turn"), TWOGM_148, physical=False),
    Tracker("moved", Flag(), say("moved"), TWOGM_46, lasts="turn", physical=False),
    Tracker("unloaded", Flag(), say("unloaded"), TWOGM_138, lasts="turn", physical=False),
    Tracker("advanced", Flag(), say("Advance paid"), TWOGM_125, lasts="turn", physical=False),
    Tracker("rode", Flag(), say("Mounted"), TWOGM_141, lasts="turn"),
    Tracker("assaulting", Word(), say("assaults"), TWOGM_52, lasts="turn"),
    Tracker("fired", Flag(), say("has fired"), TWOGM_68, lasts="turn", physical=False),
    Tracker("fired_with", ListOf(Word()), say("weapons fired"), TWOGM_68, lasts="turn", physical=False),
    Tracker("aa_fired", Flag(), say("anti-aircraft shot fired"), TWOGM_107, lasts="turn", physical=False),
    Tracker("handled", ListOf(Word()), say("equipment used"), TWOGM_193, lasts="turn", physical=False),
    Tracker("command", Flag(), say("Command Group"), TWOGM_42, physical=False),
    Tracker("where", Word(PLACES), say("place"), TWOGM_74, default="table", cites=why_there),
    Tracker("firing", Word(), say("firing now"), TWOGM_68, lasts="phase", on="table", physical=False),
    Tracker("winner", Word((*PLAYERS, "draw")), say("winner"), TWOGM_20, on="table"),
    Tracker("ap", Whole(0, 99), say("action points"), TWOGM_156, on="seat"),
    Tracker("ap_general", Whole(0, 99), say("action points of the General"), TWOGM_113, on="seat"),
    Tracker("pair", Flag(), say("two players on one side"), TWOGM_113, on="seat", physical=False),
    Tracker("gift", Flag(), say("action point given"), TWOGM_113, lasts="turn", on="seat", physical=False),
    Tracker("cap", Whole(0, 99), say("action points the HQ can store"), TWOGM_156, on="seat", physical=False),
    Tracker("cards", CARDS, say("cards"), TWOGM_34, on="seat", physical=False),
    Tracker("general", Word(), say("General"), TWOGM_12, on="seat"),
    Tracker("handicap", Whole(0, 9), say("handicap"), TWOGM_115, on="seat", physical=False),
    Tracker("hq_lost", Flag(), say("HQ lost"), TWOGM_26, on="seat", physical=False),
    Tracker("income_taken", Flag(), say("income taken"), TWOGM_41, lasts="turn", on="seat", physical=False),
    Tracker("drawn", Flag(), say("cards drawn"), TWOGM_45, lasts="turn", on="seat", physical=False),
    Tracker("free_line", Flag(), say("free equipment taken"), TWOGM_153, lasts="turn", on="seat", physical=False),
)
NAME = re.compile(r"[^a-z0-9]+")


def key(name: Value) -> str:
    """A name as cards spell it, in one form: "Anti-Tank" and "anti_tank" are the same."""
    return NAME.sub("_", str(name or "").lower()).strip("_")


def skills(unit: Unit) -> set[str]:
    """The skills of a card, and those that its equipment gives (2GM-121)."""
    stated = unit.stated("skills")
    given = {"medic": "heal", "mechanic": "repair", "sappers": "sappers"}
    carried = {given[item] for item in map(key, items(unit)) if item in given}
    return {key(skill) for skill in stated} | carried if isinstance(stated, tuple) else carried


def has(unit: Unit, *names: str) -> bool:
    return any(name in skills(unit) for name in names)


def level(unit: Unit, skill: str) -> int:
    """The X of a skill (X): Multiple (2) is "multiple:2" (2GM-142)."""
    return max((int(found[1]) for each in skills(unit) if (found := re.fullmatch(rf"{skill}_(\d+)", each))), default=0)


def is_craft(unit: Unit) -> bool:
    """A landing craft: it has Embark/Disembark (2GM-132)."""
    return any(skill.startswith("embark") for skill in skills(unit))


def is_fighter(unit: Unit) -> bool:
    """An aircraft that can attack, intercept and escort (2GM-92, 95)."""
    return is_a(unit, "air") and has(unit, "fighter") and unit.trackers.get("role") != "bomber"


def is_a(unit: Unit, *types: str) -> bool:
    """Whether a card is known to be of a type."""
    return unit.stated("type") in types


def items(unit: Unit) -> tuple[str, ...]:
    """The equipment a unit carries: what it was deployed with; of a unit never deployed, what
    its card lists (2GM-66)."""
    markers = unit.trackers.get("markers")
    if unit.count("deployed_turn") or markers:
        return tuple(markers) if isinstance(markers, Map) else ()
    lines = unit.stated("equipment")
    return tuple(str(line["item"]) for line in lines if isinstance(line, Map)) if isinstance(lines, tuple) else ()


def absent(ref: Ref, *units: Unit) -> Refusal | None:
    """Only who is on the board acts and is acted on, carried or not; no card in hand, nobody
    destroyed (2GM-46, 64)."""
    away = next((unit for unit in units if unit.where not in ("table", "inside")), None)
    return Refusal("not_on_table", say("{unit} is not on the board", unit=away.name), ref) if away else None


def waiting(now: GameState, unit: Unit) -> Refusal | None:
    """An assault was declared and is not resolved; one whose target is gone costs no fire
    (2GM-54, 57, 162)."""
    target = now.units.get(str(unit.trackers.get("assaulting")))
    if target is None or target.gone:
        return None
    return Refusal("assaulting", say("{unit} resolves its assault first", unit=unit.name), TWOGM_57)


def inside_of(now: GameState, unit: Unit) -> Unit | None:
    """The terrain card or the carrier a unit is in."""
    held = unit.trackers.get("in")
    return now.units.get(str(held)) if held else None


def carrier_of(now: GameState, unit: Unit) -> Unit | None:
    """The transport a unit rides in or is towed by (2GM-150)."""
    holder = inside_of(now, unit)
    return holder if holder and not is_a(holder, "terrain") else None


def cargo_of(now: GameState, carrier: str) -> tuple[str, ...]:
    """Units aboard a transport (2GM-150, 192)."""
    if is_a(now.unit(carrier), "terrain"):
        return ()
    return tuple(unit.id for unit in now.units.values() if unit.trackers.get("in") == carrier and not unit.gone)


def occupants(now: GameState, terrain: str) -> tuple[str, ...]:
    """Units on a terrain card (2GM-86)."""
    return tuple(unit.id for unit in now.standing() if unit.trackers.get("in") == terrain)


def flying(now: GameState, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those that are still there (2GM-101)."""
    return tuple(unit for unit in units if now.unit(unit).where == "table")


def headquarters(now: GameState, seat: int) -> Unit | None:
    return next((unit for unit in now.units.values() if unit.seat == seat and is_a(unit, "hq")), None)


def held(now: GameState, seat: int, tracker: str) -> int:
    """A number that a side keeps."""
    value = now.seats[seat].get(tracker)
    return value if isinstance(value, int) else 0


def out_of_cards(state: GameState, seat: int) -> GameState:
    """Whoever has played his last card and has none to draw has lost, once the card is resolved
    (2GM-21)."""
    cards = state.seats[seat].get("cards")
    left = [cards.get(each) for each in ("deck", "hand")] if isinstance(cards, Map) else [1]
    return state if any(left) or state.trackers.get("winner") else state.set("", "winner", PLAYERS[1 - seat])


def pitched(now: GameState) -> bool:
    """A Pitched Battle: no scenario of its own (2GM-20, 22)."""
    return now.scenario in ("", "pitched_battle")
