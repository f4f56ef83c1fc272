"""A move as the table tells it: the speed there is, and what each step costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.check import rows
from engine.games.aam.abilities import MOVING, by_hand_here, named, printed
from engine.games.aam.commanders import EFFECTS, Effects, effect_rows, plain
from engine.games.aam.refs import AAM_63, AAM_86
from engine.games.aam.terrain import CROSSED, GROUND, PHASES, Purse, Stride, free_by_road, price
from engine.games.aam.units import damaged, disrupted, has, is_a, is_soldier
from engine.kinds import Either, Field, Fixed, Flag, ListOf, MapOf, Record, UnitId, Whole, Word, fields, required
from engine.maps import EMPTY, Map, Value, pairs
from engine.model import GameState, Modifier, Unit
from engine.texts import english, say

SPEEDS = {"vanguard": 4}
"""The speed of an ability whose card prints none."""


def allowance(now: GameState, unit: Unit, phase: str, effects: Effects = (), by_road: bool = False) -> int:
    """What a move may spend in this phase; speed never falls below 0 (AAM-21, 23, 27, 63, 129)."""
    changed = sum(row.at(0) for row in speed_rows(now, unit, phase, effects, by_road))
    return max(0, unit.need("speed") + changed)


def speed_rows(now: GameState, unit: Unit, phase: str, effects: Effects = (), by_road: bool = False) -> tuple[Modifier, ...]:
    """Every reason a speed is not the printed one."""
    lent = tuple(effect for effect in effects if cheered(unit, phase) or not plain(effect["name"]).startswith("tally"))
    own = rows(other_speed(unit, phase), damage(unit), high_gear(unit, by_road))
    return (*own, *effect_rows(now, lent, "speed"), *by_hand_here(unit, MOVING))


def damage(unit: Unit) -> Modifier | None:
    """Damaged: one hex less, for the rest of the game."""
    return Modifier("damaged", -1, say("damaged"), AAM_63) if damaged(unit) else None


def other_speed(unit: Unit, phase: str) -> Modifier | None:
    """An ability that gives another speed than the printed one, in this phase or in this plight (AAM-86, 89)."""
    for key in instead(unit, phase):
        speed = printed(unit, key) or SPEEDS.get(key, 1)
        return Modifier(key, speed - unit.need("speed"), say("{ability}", ability=named(key)), AAM_86)
    return None


def instead(unit: Unit, phase: str) -> Iterator[str]:
    """Which of its abilities names the speed now (AAM-86, 89)."""
    if phase == "vanguard":
        yield "vanguard"
    if disrupted(unit) and has(unit, "robust"):
        yield "robust"
    if phase == "assault" and unit.count("attacked") and has(unit, "strike_and_fade"):
        yield "strike_and_fade"
    if phase == "assault" and has(unit, "relocate"):
        yield "relocate"


def high_gear(unit: Unit, by_road: bool) -> Modifier | None:
    """More speed as long as the whole move follows a road (AAM-86)."""
    if by_road and has(unit, "high_gear"):
        return Modifier("high_gear", max(1, printed(unit, "high_gear")), say("High Gear: the whole move follows a road"), AAM_86)
    return None


def cheered(unit: Unit, phase: str) -> bool:
    """Tally-Ho! is for Soldiers without a gun, in the movement phase (AAM-99)."""
    return phase == "movement" and is_soldier(unit) and not is_a(unit, "artillery")


def told_rows(found: tuple[Modifier, ...]) -> tuple[Map[Value], ...]:
    return tuple(pairs(key=row.key, amount=row.at(0), why=english(row.why), ref=row.ref.id) for row in found)


# Steps and their price


MOMENTS = ("left", "entered")
ACROSS = Either((ListOf(Word(CROSSED)), Word(CROSSED)))
RANGE = Whole(0, 99)
SHOT = Record((
    Field("attacker", UnitId(enemy=True), required=True), Field("at", Word(MOMENTS), default="entered"),
    *fields(range=RANGE, arc=Word(("front", "rear")), terrain=Word(GROUND), road=Flag(), effects=EFFECTS,
            others=ListOf(UnitId()), commanders=ListOf(UnitId(enemy=True))),
    Field("bonus", Whole(-9, 9), default=0),
))
STEP = Record((
    Field("into", Word(GROUND), required=True),
    *fields(across=ACROSS, road=Flag(), near=MapOf(Fixed((RANGE, RANGE))), shots=ListOf(SHOT), holds=ListOf(Word())),
))
START = Record(fields(terrain=Word(GROUND), road=Flag()))
MOVE = Record((
    *required(unit=UnitId()),
    *fields(phase=Word(PHASES), steps=ListOf(STEP), effects=EFFECTS), Field("from", START),
))
ROLL = Record((*required(unit=UnitId(), into=Word(GROUND)), *fields(across=ACROSS, road=Flag())))


@dataclass(frozen=True, slots=True)
class Paid:
    """A step with what it costs and what there was to pay it with."""

    stride: Stride
    purse: Purse
    price: int

    @property
    def short(self) -> bool:
        return self.price > self.purse.left


def phase_of(now: GameState, phase: str | None) -> str:
    """As told, or by the step of the turn; a question without either means the movement phase (AAM-38, 137)."""
    return phase or ("assault" if now.step.endswith("_assault") else "movement")


def crossed(across: Value) -> tuple[str, ...]:
    """What lies across a step, one or several (AAM-39)."""
    return tuple(map(str, across)) if isinstance(across, tuple) else (str(across),) if across else ()


def strides(start: Map[Value], steps: tuple[Map[Value], ...]) -> tuple[Stride, ...]:
    """The steps told. A first step from a hex without a road runs onto one, not along it (AAM-43, 44)."""
    left, found = str(start.get("terrain") or ""), []
    for number, step in enumerate(steps):
        onto = bool(step.get("road"))
        along = onto and not (number == 0 and start.get("road") is False)
        found.append(Stride(str(step["into"]), left, along, onto, crossed(step.get("across"))))
        left = str(step["into"])
    return tuple(found)


def paid(now: GameState, unit: str, phase: str, effects: Effects, path: tuple[Stride, ...]) -> Iterator[Paid]:
    """Every step with its price; High Gear counts as long as all steps so far follow a road (AAM-86)."""
    purse, by_road = Purse(0, phase), True
    for stride in path:
        by_road = by_road and stride.road
        purse = replace(purse, allowance=allowance(now, now.unit(unit), phase, effects, by_road))
        step = one(now, unit, stride, purse)
        yield step
        purse = after(now, unit, step)


def one(now: GameState, unit: str, stride: Stride, purse: Purse) -> Paid:
    return Paid(stride, purse, price(now, now.unit(unit), stride, purse))


def after(now: GameState, unit: str, step: Paid) -> Purse:
    return step.purse.paid(step.price, free_by_road(now, now.unit(unit), step.stride, step.purse))


def planned(now: GameState, unit: str, **told: Value) -> tuple[Paid, ...]:
    """The steps in question: all that were told, or the one being named in a move that is led (AAM-121)."""
    if told.get("into"):
        return (next_one(now, unit, Map(told)),)
    steps, start, effects = told.get("steps"), told.get("from"), told.get("effects")
    path = strides(start if isinstance(start, Map) else EMPTY, maps(steps))
    return tuple(paid(now, unit, phase_of(now, word(told.get("phase"))), maps(effects), path))


def next_one(now: GameState, unit: str, step: Map[Value]) -> Paid:
    """The next step of a move that is led, after what the ones before have spent (AAM-27, 86)."""
    stride = stride_of(now, step)
    phase, by_road = phase_of(now, word(step.get("phase"))), stride.road and not now.noted("off_road")
    lent = maps(now.scratch.get("effects"))
    purse = Purse(allowance(now, now.unit(unit), phase, lent, by_road), phase, now.noted("spent"), bool(now.noted("bonus_gone")))
    return one(now, unit, stride, purse)


def stride_of(now: GameState, step: Map[Value]) -> Stride:
    """Out of the hex that the steps before have led into (AAM-43)."""
    return strides(hex_left(now), (step,))[0]


def hex_left(now: GameState) -> Map[Value]:
    """What is known of the hex being left (AAM-43, 80)."""
    here = now.scratch.get("here")
    return here if isinstance(here, Map) else EMPTY


def hex_of(told: Map[Value]) -> Map[Value]:
    """The hex a step leads into; one entered off the road may have a road all the same (AAM-45, 80)."""
    return pairs(terrain=told["into"], road=True) if told.get("road") else pairs(terrain=told["into"])


def maps(value: Value) -> tuple[Map[Value], ...]:
    return tuple(each for each in value if isinstance(each, Map)) if isinstance(value, tuple) else ()


def word(value: Value) -> str | None:
    return value if isinstance(value, str) else None
