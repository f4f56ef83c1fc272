"""What the table keeps of a unit, a seat and itself, and what can be read off a unit."""

from collections.abc import Iterable

from engine.games.aam import refs
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.rules import PLAYERS, Tracker
from engine.values.kinds import Flag, ListOf, Whole, Word
from engine.values.maps import Map
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

MARKER_WORDS = ("disrupted", "damaged", "destroyed")
MARKERS = ListOf(Word(MARKER_WORDS))
POSITIONS = ListOf(Word(("entrenched", "camouflaged")))
ONCE_A_GAME = ListOf(Word(("heavy_armor", "armor_piercing_rounds")))
PLACES = ("table", "destroyed", "reserve", "inside")
IGNORING = ("fanatic", "hero")
"""Abilities to which a Disrupted marker means nothing."""
STEADY = ("ss_determination", "veteran_crew", "robust")
"""Abilities that let a disrupted unit move."""
BOLD = ("courage", "charge")
"""Those that let it move towards the enemy, which the players see."""
DEEDS = ("vanguard", "move", "board", "dismount", "attack", "attacks", "demolish")
"""What units do in their phases, one after the other."""


@rule(refs.AAM_65)
def markers_of(unit: Unit) -> tuple[str, ...]:
    """The markers that a unit can have: Soldiers are never damaged."""
    return tuple(word for word in MARKER_WORDS if word != "damaged" or unit.stated("type") != "soldier")


TRACKERS = (
    Tracker("face_up", MARKERS, say("markers face up"), refs.AAM_82, words=markers_of),
    Tracker("face_down", MARKERS, say("markers face down"), refs.AAM_58, words=markers_of),
    Tracker("moved", Flag(), say("moved"), refs.AAM_22, lasts="phase", physical=False),
    Tracker("attacked", Flag(), say("attacked"), refs.AAM_22, lasts="phase", physical=False),
    Tracker("fired_defensively", Flag(), say("fired defensively"), refs.AAM_78, lasts="phase", physical=False),
    Tracker("aboard", Word(), say("aboard"), refs.AAM_102),
    Tracker("where", Word(PLACES), say("place"), refs.AAM_66, default="table"),
    Tracker("attacked_twice", Flag(), say("attacked twice"), refs.AAM_89, lasts="phase", physical=False),
    Tracker("given_up", POSITIONS, say("position given up"), refs.AAM_86, physical=False),
    Tracker("used_up", ONCE_A_GAME, say("used up for the game"), refs.AAM_86, physical=False),
    Tracker("kept_down", Flag(), say("kept down by Covering Fire"), refs.AAM_86, lasts="turn"),
    Tracker("overheated", Flag(), say("overheated"), refs.AAM_86, physical=False),
    Tracker("steps_made", Whole(0, 99), say("hexes moved in this phase"), refs.AAM_89, lasts="phase", physical=False),
    Tracker("climbed", Whole(0, 9), say("steps climbed in this phase"), refs.AAM_59, lasts="phase", physical=False),
    Tracker("covered", Flag(), say("disrupted under cover"), refs.AAM_72, lasts="turn", physical=False),
    Tracker("configuration", Whole(1, 6), say("map configuration"), refs.AAM_06, on="table", physical=False),
    Tracker("deploys_first", Word(PLAYERS), say("deploys first"), refs.AAM_07, on="table", physical=False),
    Tracker("bridges_destroyed", Whole(0, 99), say("bridges destroyed"), refs.AAM_101, on="table"),
    Tracker(
        "casualties_done", Flag(), say("casualty phase done"), refs.AAM_25, lasts="phase", on="table", physical=False
    ),
    activation.tracker(refs.AAM_89),
    Tracker("winner", Word((*PLAYERS, "draw")), say("winner"), refs.AAM_135, on="table"),
)

# Its card


def has(unit: Unit, ability: str) -> bool:
    return bool(unit.stated("abilities", ability))


def has_any(unit: Unit, abilities: Iterable[str]) -> bool:
    held = unit.stated("abilities")
    return isinstance(held, Map) and any(map(held.get, abilities))


def printed_number(unit: Unit, ability: str) -> int:
    """The number on the card behind an ability, 0 without."""
    value = unit.stated("abilities", ability)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def is_soldier(unit: Unit) -> bool:
    return unit.word("type") == "soldier"


@rule(refs.AAM_12)
def is_a(unit: Unit, subtype: str) -> bool:
    """By a further word of its type line, however it is written."""
    words = unit.stated("subtypes")
    return isinstance(words, tuple) and subtype in [str(word).lower() for word in words]


@rule(refs.AAM_15)
def has_two_sides(unit: Unit) -> bool:
    """Only a unit with two defense numbers has a front and a rear."""
    sides = unit.stated("defense")
    return isinstance(sides, tuple) and len(sides) == 2


# Its markers


@rule(refs.AAM_60, refs.AAM_94)
def is_disrupted(unit: Unit) -> bool:
    """Face up only: a marker face down changes nothing yet, one that is ignored is not there."""
    return "disrupted" in unit.marks("face_up") and not has_any(unit, IGNORING)


@rule(refs.AAM_61, refs.AAM_86)
def is_pinned(unit: Unit) -> bool:
    """Disrupted, and no ability lets it move all the same."""
    return is_disrupted(unit) and not has_any(unit, STEADY)


@rule(refs.AAM_63, refs.AAM_65)
def is_damaged(unit: Unit) -> bool:
    """Vehicles only: to a Soldier such a marker means nothing."""
    return "damaged" in unit.marks("face_up") and unit.stated("type") != "soldier"


def is_shaken(unit: Unit) -> bool:
    return is_disrupted(unit) or is_damaged(unit)


# Abilities that end


@rule(refs.AAM_86)
def is_in_position(unit: Unit, ability: str) -> bool:
    """An ability that lasts until the unit moves, with some until it attacks."""
    return has(unit, ability) and ability not in unit.marks("given_up")


def give_up_positions(state: GameState, unit: str, *abilities: str) -> GameState:
    """End abilities for the rest of the game, by what the unit did."""
    lost = tuple(each for each in abilities if is_in_position(state.unit(unit), each))
    return state.set(unit, "given_up", (*state.unit(unit).marks("given_up"), *lost), refs.AAM_86) if lost else state


def is_used_up(unit: Unit, ability: str) -> bool:
    """An ability for once in a game that is spent."""
    return ability in unit.marks("used_up")


def use_up(state: GameState, unit: str, ability: str) -> GameState:
    return state.set(unit, "used_up", (*state.unit(unit).marks("used_up"), ability), refs.AAM_86)


# Extra actions


@rule(refs.AAM_89)
def leave_parts(state: GameState, unit: str, *parts: str) -> GameState:
    """What the unit that has just acted may do more, at once; it ends what another one had left."""
    has_something = parts or state.trackers.get(activation.ACTING)
    return activation.begin(state, unit, parts, refs.AAM_89) if has_something else state


# Its army and its place


@rule(refs.AAM_02, refs.AAM_120)
def is_opposed(one: Unit, other: Unit) -> bool:
    """Of different armies; where seats are not told, of different sides."""
    sides = one.stated("side"), other.stated("side")
    return one.seat != other.seat or (None not in sides and sides[0] != sides[1])


@rule(refs.AAM_120)
def is_comrade(one: Unit, other: Unit) -> bool:
    """Surely of one army: seats alone may not have been told."""
    return not is_opposed(one, other) and one.stated("side") is not None and one.stated("side") == other.stated("side")


@rule(refs.AAM_132)
def is_on_map(unit: Unit) -> bool:
    """A passenger is on the map, and stays a unit of its army."""
    return unit.where in ("table", "inside")


def units_of_army(now: GameState, seat: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in now.units.values() if unit.seat == seat and is_on_map(unit))


@rule(refs.AAM_102)
def transport_of(now: GameState, unit: Unit) -> Unit | None:
    """The transport that a unit is aboard of."""
    key = unit.trackers.get("aboard")
    return now.units.get(key) if isinstance(key, str) else None


@rule(refs.AAM_86, refs.AAM_103)
def is_exposed_passenger(now: GameState, unit: Unit) -> bool:
    """A passenger who can be attacked all the same."""
    transport = transport_of(now, unit)
    return transport is not None and has(transport, "exposed_transport")


def another_acts(now: GameState, _deed: object) -> Refusal | None:
    """A unit finishes what it does before the next one is chosen."""
    return activation.another_is_open(now, DEEDS, refs.AAM_141)


@rule(refs.AAM_21, refs.AAM_22)
def is_action_phase(now: GameState) -> bool:
    """A movement or an assault phase: units move and attack, and others fire defensively."""
    return now.step.endswith(("_movement", "_assault"))
