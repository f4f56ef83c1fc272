"""The numbers of a move: the speed there is, and what each step costs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.dice.check import rows
from engine.games.aam import refs
from engine.games.aam.abilities import by_hand_rows, lent_rows, name_of
from engine.games.aam.attack.situation import DefensiveFire, Ranges
from engine.games.aam.commanders.effects import is_leading
from engine.games.aam.defensive_fire.refusals import cannot_fire
from engine.games.aam.defensive_fire.values import is_in_reach, provoked
from engine.games.aam.movement import terrain
from engine.games.aam.movement.memory import journey
from engine.games.aam.movement.situation import Hex, Move, MoveStep, Obstacles
from engine.games.aam.movement.terrain import Paid, Purse, Stride
from engine.games.aam.units import has, is_a, is_damaged, is_disrupted, is_soldier, printed_number, units_of_army
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.model import Modifier, Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

SPEEDS = {"vanguard": 4}
"""The speed of an ability whose card prints none."""


@rule(refs.AAM_38, refs.AAM_137)
def phase(now: GameState, move: Move) -> str:
    """As it is told, or by the step of the turn."""
    return move.phase or ("assault" if now.step.endswith("_assault") else "movement")


def rule_of_phase(now: GameState, move: Move) -> Ref:
    """The rule by which a unit moves once in this phase."""
    return refs.AAM_21 if phase(now, move) == "movement" else refs.AAM_22


# Speed


@rule(refs.AAM_27, refs.AAM_129)
def allowance(now: GameState, move: Move, by_road: bool = False) -> int:
    """What a move may spend in this phase; speed never falls below 0."""
    changed = sum(row.at(0) for row in speed_rows(now, move, by_road))
    return max(0, now.unit(move.unit).need("speed") + changed)


def speed_rows(now: GameState, move: Move, by_road: bool = False) -> tuple[Modifier, ...]:
    """Every reason why a speed is not the printed one."""
    unit, at = now.unit(move.unit), phase(now, move)
    own = rows(other_speed(unit, at), damage(unit), high_gear(unit, by_road))
    is_led = may_be_led(unit, at)
    lent = (each for each in move.effects or () if is_led or not each.plain_name.startswith("tally"))
    return (*own, *lent_rows(now, lent, "speed"), *by_hand_rows(unit, "move"))


def damage(unit: Unit) -> Modifier | None:
    """Damaged: one hex less, for the rest of the game."""
    return Modifier("damaged", -1, say("damaged"), refs.AAM_63) if is_damaged(unit) else None


def other_speed(unit: Unit, phase: str) -> Modifier | None:
    """An ability that gives another speed than the printed one, in this phase or in this plight."""
    for key in speed_abilities(unit, phase):
        speed = printed_number(unit, key) or SPEEDS.get(key, 1)
        return Modifier(key, speed - unit.need("speed"), say("{ability}", ability=name_of(key)), refs.AAM_86)
    return None


@rule(refs.AAM_86, refs.AAM_89)
def speed_abilities(unit: Unit, phase: str) -> Iterator[str]:
    """Which of its abilities name the speed now."""
    if phase == "vanguard":
        yield "vanguard"
    if is_disrupted(unit) and has(unit, "robust"):
        yield "robust"
    if phase == "assault" and unit.count("attacked") and has(unit, "strike_and_fade"):
        yield "strike_and_fade"
    if phase == "assault" and has(unit, "relocate"):
        yield "relocate"


def high_gear(unit: Unit, by_road: bool) -> Modifier | None:
    """More speed as long as the whole move follows a road."""
    if by_road and has(unit, "high_gear"):
        text = say("High Gear: the whole move follows a road")
        return Modifier("high_gear", max(1, printed_number(unit, "high_gear")), text, refs.AAM_86)
    return None


@rule(refs.AAM_99)
def may_be_led(unit: Unit, phase: str) -> bool:
    """Tally-Ho! is for Soldiers without a gun, in the movement phase."""
    return phase == "movement" and is_soldier(unit) and not is_a(unit, "artillery")


@rule(refs.AAM_99)
def leaders_of_move(now: GameState, move: Move) -> tuple[Unit, ...]:
    """Commanders whose Tally-Ho! may reach this Soldier in its movement phase."""
    mover = now.unit(move.unit)
    if not may_be_led(mover, phase(now, move)):
        return ()
    able = (unit for unit in units_of_army(now, mover.seat) if has(unit, "tally_ho"))
    return tuple(leader for leader in able if is_leading(now, leader))


# Steps and their price


@rule(refs.AAM_43, refs.AAM_44)
def strides(start: Hex, *steps: MoveStep) -> tuple[Stride, ...]:
    """The steps told. A first step from a hex without a road runs onto one, not along it."""
    left, found = start.terrain or "", list[Stride]()
    for step in steps:
        onto = bool(step.road)
        along = onto and (bool(found) or start.road is not False)
        found.append(Stride(step.into, left, along, onto, obstacles(step.across)))
        left = step.into
    return tuple(found)


@rule(refs.AAM_39)
def obstacles(across: Obstacles | None) -> tuple[str, ...]:
    """What lies across a step, one or several."""
    return (across,) if isinstance(across, str) else across or ()


@rule(refs.AAM_121)
def steps_with_price(now: GameState, move: Move) -> tuple[Paid, ...]:
    """The steps in question: all that are told, or the one being named in a move that is led."""
    if move.into:
        return (next_step_with_price(now, move, MoveStep(move.into, move.across, move.road)),)
    return tuple(_path_with_price(now, move))


@rule(refs.AAM_86)
def _path_with_price(now: GameState, move: Move) -> Iterator[Paid]:
    """High Gear counts as long as all steps so far follow a road."""
    unit, purse, by_road = now.unit(move.unit), Purse(0, phase(now, move)), True
    for stride in strides(move.start, *(move.steps or ())):
        by_road = by_road and stride.road
        step = terrain.pay(now, unit, stride, replace(purse, allowance=allowance(now, move, by_road)))
        yield step
        purse = step.purse_after


@rule(refs.AAM_27, refs.AAM_86)
def next_step_with_price(now: GameState, move: Move, step: MoveStep) -> Paid:
    """The next step of a move that is led, out of the hex and after what the ones before have
    spent."""
    trip = journey(now)
    stride = strides(trip.hex, step)[0]
    speed = allowance(now, replace(move, effects=trip.effects), stride.road and not trip.is_off_road)
    purse = Purse(speed, phase(now, move), trip.spent, trip.bonus_gone)
    return terrain.pay(now, now.unit(move.unit), stride, purse)


# Defensive fire at a step


@dataclass(frozen=True, slots=True)
class Moment:
    """One of the two moments of a step at which enemies may fire: in the hex left, in the hex
    entered."""

    mover: str
    step: MoveStep
    start: Hex
    at: str

    @property
    def hex(self) -> Hex:
        return self.start if self.at == "left" else self.step.hex

    def ranges(self, enemy: str) -> Ranges | None:
        return self.step.near.get(enemy) if self.step.near else None


@rule(refs.AAM_75, refs.AAM_80)
def enemies_watching(now: GameState, moment: Moment) -> tuple[str, ...]:
    """Provoked enemies next to the hex of this moment."""
    found = provoked(now, moment.mover, moment.step.near or Map())
    return tuple(each for each in found if is_in_reach(now, each, moment.mover, moment.ranges(each), moment.at))


@rule(refs.AAM_78, refs.AAM_80)
def cannot_fire_now(now: GameState, enemy: str, moment: Moment) -> Refusal | None:
    """What forbids a shot at all, and a second one at the same step."""
    again = second_shot_at_step(now.unit(enemy)) if enemy in journey(now).fired_at_step else None
    return cannot_fire(now, DefensiveFire(enemy, moment.mover)) or again


def second_shot_at_step(by: Unit) -> Refusal:
    """At the hex left or at the hex entered, never at both, however often it may fire in a
    phase."""
    text = say("{unit} fires once at a step: in the hex left or in the hex entered", unit=by.name)
    return Refusal("fired_already", text, refs.AAM_80)
