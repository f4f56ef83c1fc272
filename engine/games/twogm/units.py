"""What the table keeps on units, sides and itself; and short ways to look at it."""

from __future__ import annotations

import re
from typing import Annotated

from engine.games.twogm import refs
from engine.games.twogm.cards import item_at, lines
from engine.games.twogm.cards import key as key  # the same word for all who look at units
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.rules import PLAYERS, Tracker
from engine.values.kinds import Either, Field, Flag, ListOf, MapOf, Record, Whole, Word, fields
from engine.values.maps import Map
from engine.values.model import Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

GROUND = ("infantry", "artillery", "tank", "transport")
VEHICLES = ("tank", "transport")
NO_UNITS = ("hq", "terrain", "general", "support")
NATURAL = ("plain", "bushes", "forest", "mountain", "ruins", "river", "sea", "lake")
FACES = ("active", "disabled", "mounted", "dismounted")
PLACES = ("table", "destroyed", "reserve", "inside", "discarded")
ROWS, COLUMNS = 6, 8  # 2GM-28: three by four tiles of four squares

Name = Annotated[str, Word()]
Points = Annotated[int, Whole(0, 99)]

MARKER = Either((Record(fields(face=Word(FACES), tilted=Flag(), turn=Whole(0, 9999))), Flag()))
"""How a marker lies; or only whether it is ready, as a hand sets it."""
SMOKE = Either((Word(("none", "shell", "screen")), ListOf(Word(("none", "shell", "screen")))))
SUPPORT = ListOf(Record((Field("name", Word(), required=True), *fields(permanent=Flag(), by=Whole(0, 1)))))
CARDS = Record(fields(deck=Whole(0, 999), hand=Whole(0, 999), mulligans=Whole(0, 9)))


TRACKERS = (
    Tracker("damage", Whole(0, 99), say("damage"), refs.TWOGM_74),
    Tracker("suppressed", Flag(), say("suppressed"), refs.TWOGM_75),
    Tracker("shot_by", ListOf(Word()), say("shot at by"), refs.TWOGM_172, lasts="turn", physical=False),
    Tracker("smoke", SMOKE, say("smoke"), refs.TWOGM_191),
    Tracker("screen_by", Whole(0, 9), say("smoke screen of player"), refs.TWOGM_123, physical=False),
    Tracker("at_cover", Either((Flag(), Word())), say("At Cover"), refs.TWOGM_60),
    Tracker("prone", Flag(), say("Hit the Dirt"), refs.TWOGM_118),
    Tracker("row", Whole(1, ROWS), say("row"), refs.TWOGM_37),
    Tracker("column", Whole(1, 2 * COLUMNS), say("column"), refs.TWOGM_23),
    Tracker("in_hand", Flag(), say("in hand"), refs.TWOGM_34, physical=False),
    Tracker("extended", Word(("left", "right", "both")), say("extended"), refs.TWOGM_90, physical=False),
    Tracker("terrain", Word(NATURAL), say("natural terrain"), refs.TWOGM_80, default="plain", physical=False),
    Tracker("in", Word(), say("inside"), refs.TWOGM_150),
    Tracker("markers", MapOf(MARKER), say("markers"), refs.TWOGM_14),
    Tracker("all_lines", Flag(), say("has all its equipment"), refs.TWOGM_66, physical=False),
    Tracker("primary", Word(), say("exchanged for the primary weapon"), refs.TWOGM_17, physical=False),
    Tracker("role", Word(("fighter", "bomber")), say("flies as"), refs.TWOGM_92),
    Tracker("support", SUPPORT, say("support cards"), refs.TWOGM_09),
    Tracker("promotion", Word(("veteran", "elite")), say("promotion"), refs.TWOGM_09),
    Tracker("ruins", Flag(), say("ruins"), refs.TWOGM_85),
    Tracker("deployed_turn", Whole(0, 9999), say("deployed in turn"), refs.TWOGM_67, physical=False),
    Tracker("loaded_turn", Whole(0, 9999), say("picked up in turn"), refs.TWOGM_148, physical=False),
    Tracker("moved", Flag(), say("moved"), refs.TWOGM_46, lasts="turn", physical=False),
    Tracker("unloaded", Flag(), say("unloaded"), refs.TWOGM_138, lasts="turn", physical=False),
    Tracker("advanced", Flag(), say("Advance paid"), refs.TWOGM_125, lasts="turn", physical=False),
    Tracker("rode", Flag(), say("Mounted"), refs.TWOGM_141, lasts="turn"),
    Tracker("assaulting", Word(), say("assaults"), refs.TWOGM_52, lasts="turn"),
    Tracker("fired", Flag(), say("has fired"), refs.TWOGM_68, lasts="turn", physical=False),
    Tracker("fired_with", ListOf(Word()), say("weapons fired"), refs.TWOGM_68, lasts="turn", physical=False),
    Tracker("aa_fired", Flag(), say("anti-aircraft shot fired"), refs.TWOGM_107, lasts="turn", physical=False),
    Tracker("handled", ListOf(Word()), say("equipment used"), refs.TWOGM_193, lasts="turn", physical=False),
    Tracker("command", Flag(), say("Command Group"), refs.TWOGM_42, physical=False),
    Tracker("where", Word(PLACES), say("place"), refs.TWOGM_74, default="table"),
    activation.tracker(refs.TWOGM_68),
    Tracker("winner", Word((*PLAYERS, "draw")), say("winner"), refs.TWOGM_20, on="table"),
    Tracker("ap", Whole(0, 99), say("action points"), refs.TWOGM_156, on="seat"),
    Tracker("ap_general", Whole(0, 99), say("action points of the General"), refs.TWOGM_113, on="seat"),
    Tracker("terrain_points", Whole(0, 99), say("terrain to lay"), refs.TWOGM_31, on="seat", physical=False),
    Tracker("pair", Flag(), say("two players on one side"), refs.TWOGM_113, on="seat", physical=False),
    Tracker("gift", Flag(), say("action point given"), refs.TWOGM_113, lasts="turn", on="seat", physical=False),
    Tracker("cap", Whole(0, 99), say("action points the HQ can store"), refs.TWOGM_156, on="seat", physical=False),
    Tracker("cards", CARDS, say("cards"), refs.TWOGM_34, on="seat", physical=False),
    Tracker("general", Word(), say("General"), refs.TWOGM_12, on="seat"),
    Tracker("handicap", Whole(0, 9), say("handicap"), refs.TWOGM_115, on="seat", physical=False),
    Tracker("hq_lost", Flag(), say("HQ lost"), refs.TWOGM_26, on="seat", physical=False),
    Tracker("income_taken", Flag(), say("income taken"), refs.TWOGM_41, lasts="turn", on="seat", physical=False),
    Tracker("drawn", Flag(), say("cards drawn"), refs.TWOGM_45, lasts="turn", on="seat", physical=False),
    Tracker("free_line", Flag(), say("free equipment taken"), refs.TWOGM_153, lasts="turn", on="seat", physical=False),
)


@rule(refs.TWOGM_121)
def skills(unit: Unit) -> set[str]:
    """The skills of a card, and those that its equipment gives."""
    stated = unit.stated("skills")
    given = {"medic": "heal", "mechanic": "repair", "sappers": "sappers"}
    carried = {given[item] for item in map(key, items(unit)) if item in given}
    return {key(skill) for skill in stated} | carried if isinstance(stated, tuple) else carried


def has(unit: Unit, *names: str) -> bool:
    return any(name in skills(unit) for name in names)


@rule(refs.TWOGM_142)
def level(unit: Unit, skill: str) -> int:
    """The X of a skill (X): Multiple (2) is "multiple:2"."""
    return max((int(found[1]) for each in skills(unit) if (found := re.fullmatch(rf"{skill}_(\d+)", each))), default=0)


@rule(refs.TWOGM_132)
def is_craft(unit: Unit) -> bool:
    """A landing craft: it has Embark/Disembark."""
    return any(skill.startswith("embark") for skill in skills(unit))


@rule(refs.TWOGM_92, refs.TWOGM_95)
def is_fighter(unit: Unit) -> bool:
    """An aircraft that can attack, intercept and escort."""
    return is_a(unit, "air") and has(unit, "fighter") and unit.trackers.get("role") != "bomber"


def is_a(unit: Unit, *types: str) -> bool:
    """Whether a card is known to be of a type."""
    return unit.stated("type") in types


@rule(refs.TWOGM_66)
def items(unit: Unit) -> tuple[str, ...]:
    """The equipment a unit carries: what it was deployed with, or what is told of it; all that its
    card lists where a unit stands there without."""
    held = unit.trackers.get("markers")
    markers = tuple(held) if isinstance(held, Map) else ()
    by_hand = isinstance(held, Map) and any(isinstance(row, bool) for row in held.values())
    if unit.count("deployed_turn") or (markers and not unit.count("all_lines") and not by_hand):
        return markers
    listed = tuple(item_at(unit, place) for place, _ in enumerate(lines(unit)))
    return (*listed, *(item for item in markers if key(item) not in map(key, listed)))


@rule(refs.TWOGM_46, refs.TWOGM_64)
def not_on_board(ref: Ref, *units: Unit) -> Refusal | None:
    """Only units on the board act and are acted on, carried or not; no card in hand, none
    destroyed."""
    away = next((unit for unit in units if unit.where not in ("table", "inside")), None)
    return Refusal("not_on_table", say("{unit} is not on the board", unit=away.name), ref) if away else None


def assault_comes_first(now: GameState, unit: Unit) -> Refusal | None:
    """An assault was declared and is not resolved; one whose target is gone costs no fire."""
    target = now.units.get(str(unit.trackers.get("assaulting")))
    if target is None or target.gone:
        return None
    return Refusal("assaulting", say("{unit} resolves its assault first", unit=unit.name), refs.TWOGM_57)


@rule(refs.TWOGM_60)
def infantry_behind(now: GameState, vehicle: str) -> tuple[str, ...]:
    """Infantry that a vehicle covers."""
    return tuple(unit.id for unit in now.standing() if is_behind(now, unit, now.unit(vehicle)))


@rule(refs.TWOGM_59, refs.TWOGM_60)
def is_behind(now: GameState, unit: Unit, vehicle: Unit) -> bool:
    """At Cover by the name of the vehicle, or because no other can be the one."""
    covered = unit.trackers.get("at_cover")
    if covered is not True:
        return covered == vehicle.id
    able = [each for each in now.standing(unit.seat) if is_a(each, *VEHICLES) and may_share(unit, each)]
    return able == [vehicle]


@rule(refs.TWOGM_60)
def is_covered(now: GameState, unit: Unit) -> bool:
    """At Cover, unless the vehicle that is named was destroyed or stands elsewhere, by whatever
    hand."""
    covered = unit.trackers.get("at_cover")
    vehicle = now.units.get(str(covered))
    return bool(covered) and (vehicle is None or (not vehicle.gone and may_share(unit, vehicle)))


def may_share(one: Unit, other: Unit) -> bool:
    """Two units may stand on one square, by what is known of their rows and columns."""
    known = [(one.count(each), other.count(each)) for each in ("row", "column")]
    return all(mine == theirs or not (mine and theirs) for mine, theirs in known)


def inside_of(now: GameState, unit: Unit) -> Unit | None:
    """The terrain card or the carrier a unit is in."""
    held = unit.trackers.get("in")
    return now.units.get(str(held)) if held else None


@rule(refs.TWOGM_150)
def carrier_of(now: GameState, unit: Unit) -> Unit | None:
    """The transport a unit rides in or is towed by."""
    holder = inside_of(now, unit)
    return holder if holder and not is_a(holder, "terrain") else None


def no_cargo(now: GameState, unit: Unit) -> Refusal | None:
    """Cargo does nothing by itself."""
    carried = carrier_of(now, unit)
    return Refusal("carried", say("{unit} is carried", unit=unit.name), refs.TWOGM_150) if carried else None


@rule(refs.TWOGM_150, refs.TWOGM_192)
def cargo_of(now: GameState, carrier: str) -> tuple[str, ...]:
    """Units aboard a transport."""
    if is_a(now.unit(carrier), "terrain"):
        return ()
    return tuple(unit.id for unit in now.units.values() if unit.trackers.get("in") == carrier and not unit.gone)


@rule(refs.TWOGM_86)
def occupants(now: GameState, terrain: str) -> tuple[str, ...]:
    """Units on a terrain card."""
    return tuple(unit.id for unit in now.standing() if unit.trackers.get("in") == terrain)


@rule(refs.TWOGM_101)
def survivors(now: GameState, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those that are still there."""
    return tuple(unit for unit in units if now.unit(unit).where == "table")


def headquarters(now: GameState, seat: int) -> Unit | None:
    return next((unit for unit in now.units.values() if unit.seat == seat and is_a(unit, "hq")), None)


def letter(column: int) -> str:
    """A column as players call it."""
    return chr(ord("A") + column - 1)


def seat_count(now: GameState, seat: int, tracker: str) -> int:
    """A number that a side keeps."""
    value = now.seats[seat].get(tracker)
    return value if isinstance(value, int) else 0


def lose_without_cards(state: GameState, seat: int) -> GameState:
    """A player who has played his last card and has none to draw has lost, once the card is
    resolved."""
    cards = state.seats[seat].get("cards")
    left = [cards.get(each) for each in ("deck", "hand")] if isinstance(cards, Map) else [1]
    if any(left) or state.trackers.get("winner"):
        return state
    return state.set("", "winner", PLAYERS[1 - seat], refs.TWOGM_21)


@rule(refs.TWOGM_20, refs.TWOGM_22)
def is_pitched_battle(now: GameState) -> bool:
    """A Pitched Battle: no scenario of its own."""
    return now.scenario in ("", "pitched_battle")
