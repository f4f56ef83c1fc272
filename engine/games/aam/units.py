"""What a unit's state holds, and what follows from it on every later prompt."""

from engine.games.aam.ability_words import ABILITY_WORDS
from engine.games.aam.readings import (
    COMBAT_READINGS,
    COMBAT_TRACKERS,
    COMBAT_WORDS,
    GROUND_READINGS,
    GROUND_TRACKERS,
    GROUND_WORDS,
)
from engine.games.aam.refs import AAM_22, AAM_58, AAM_66, AAM_78, AAM_82, AAM_102, AAM_104
from engine.playing.rules import Reading, Tracker
from engine.values.kinds import Flag, ListOf, Word
from engine.values.model import Ref
from engine.values.table import GameState, Unit
from engine.values.texts import say

MARKERS = ("disrupted", "damaged", "destroyed")
FIELDS = {"attacks": say("attacks")}
"""What is told when a procedure opens, as players call it."""
WORDS = {
    "disrupted": say("Disrupted"),
    "damaged": say("Damaged"),
    "destroyed": say("Destroyed"),
    "table": say("on the map"),
    "reserve": say("in reserve"),
    "inside": say("aboard"),
    "range": say("range"),
    "arc": say("side"),
    "terrain": say("terrain"),
    "front": say("front"),
    "rear": say("rear"),
    "clear": say("clear"),
    "hill": say("hill"),
    "forest": say("forest"),
    "town": say("town"),
    "marsh": say("marsh"),
    "pond": say("pond"),
    "first": say("first player"),
    "second": say("second player"),
    "end": say("hexes moved"),
    **COMBAT_WORDS,
    **GROUND_WORDS,
    **ABILITY_WORDS,
}
IGNORING = ("fanatic", "hero")
STEADY = ("ss_determination", "veteran_crew", "robust")
"""Abilities that let a disrupted unit move."""
BOLD = ("courage", "charge")
"""Those that let it move towards the enemy, which the table sees."""
PLACES = ("table", "destroyed", "reserve", "inside")


def why_there(now: GameState, unit: str) -> Ref:
    """Lost by itself or with its transport; else it got on one or off (AAM-66, 102, 104)."""
    under = carrier(now, now.unit(unit))
    lost = AAM_104 if under is not None and under.gone else AAM_66
    return lost if now.unit(unit).gone else AAM_102


TRACKERS = (
    Tracker("face_up", ListOf(Word(MARKERS)), say("markers face up"), AAM_82),
    Tracker("face_down", ListOf(Word(MARKERS)), say("markers face down"), AAM_58),
    Tracker("moved", Flag(), say("moved"), AAM_22, lasts="phase", physical=False),
    Tracker("attacked", Flag(), say("attacked"), AAM_22, lasts="phase", physical=False),
    Tracker("fired_defensively", Flag(), say("fired defensively"), AAM_78, lasts="phase", physical=False),
    Tracker("aboard", Word(), say("aboard"), AAM_102),
    Tracker("where", Word(PLACES), say("place"), AAM_66, default="table", cites=why_there),
    *COMBAT_TRACKERS,
    *GROUND_TRACKERS,
)

READINGS: tuple[Reading, ...] = (*COMBAT_READINGS, *GROUND_READINGS)


def has(unit: Unit, ability: str) -> bool:
    return bool(unit.stated("abilities", ability))


def disrupted(unit: Unit) -> bool:
    """Face up only: a marker face down changes nothing yet, one that is ignored is not there
    (AAM-60, 94)."""
    return "disrupted" in unit.marks("face_up") and not any(has(unit, ability) for ability in IGNORING)


def pinned(unit: Unit) -> bool:
    """Disrupted, and no ability lets it move all the same (AAM-61, 86)."""
    return disrupted(unit) and not any(has(unit, each) for each in STEADY)


def damaged(unit: Unit) -> bool:
    return "damaged" in unit.marks("face_up")


def shaken(unit: Unit) -> bool:
    return disrupted(unit) or damaged(unit)


def in_position(unit: Unit, ability: str) -> bool:
    """An ability that lasts until the unit moves, with some until it attacks (AAM-86)."""
    return has(unit, ability) and ability not in unit.marks("given_up")


def gives_up(state: GameState, unit: str, *abilities: str) -> GameState:
    """What it did ends such abilities for the rest of the game (AAM-86)."""
    lost = tuple(each for each in abilities if in_position(state.unit(unit), each))
    return state.set(unit, "given_up", (*state.unit(unit).marks("given_up"), *lost)) if lost else state


def used_up(unit: Unit, ability: str) -> bool:
    """An ability for once in a game that is spent (AAM-86)."""
    return ability in unit.marks("used_up")


def uses_up(state: GameState, unit: str, ability: str) -> GameState:
    return state.set(unit, "used_up", (*state.unit(unit).marks("used_up"), ability))


def is_soldier(unit: Unit) -> bool:
    return unit.word("type") == "soldier"


def two_sided(unit: Unit) -> bool:
    """Only a unit with two defense numbers has a front and a rear (AAM-15)."""
    sides = unit.stated("defense")
    return isinstance(sides, tuple) and len(sides) == 2


def is_a(unit: Unit, subtype: str) -> bool:
    """By a further word of its type line, however it is written (AAM-12)."""
    words = unit.stated("subtypes")
    return isinstance(words, tuple) and subtype in [str(word).lower() for word in words]


def opposed(one: Unit, other: Unit) -> bool:
    """Of different armies; where nobody told seats, of different sides (AAM-02, 120)."""
    sides = one.stated("side"), other.stated("side")
    return one.seat != other.seat or (None not in sides and sides[0] != sides[1])


def comrades(one: Unit, other: Unit) -> bool:
    """Surely of one army: seats alone may not have been told (AAM-120)."""
    return not opposed(one, other) and one.stated("side") is not None and one.stated("side") == other.stated("side")


def carrier(now: GameState, unit: Unit) -> Unit | None:
    """The transport a unit is aboard of (AAM-102)."""
    key = unit.trackers.get("aboard")
    return now.units.get(key) if isinstance(key, str) else None


def exposed(now: GameState, unit: Unit) -> bool:
    """A passenger who can be attacked all the same (AAM-86, 103)."""
    under = carrier(now, unit)
    return under is not None and has(under, "exposed_transport")


def in_army(now: GameState, seat: int) -> tuple[Unit, ...]:
    """A passenger stays a unit of the army (AAM-132)."""
    return tuple(unit for unit in now.units.values() if unit.seat == seat and unit.where in ("table", "inside"))


def in_play(now: GameState) -> bool:
    """A question tells what it needs to; a game in a movement or assault phase is asked for the
    rest, step by step."""
    return now.step.endswith(("_movement", "_assault"))
