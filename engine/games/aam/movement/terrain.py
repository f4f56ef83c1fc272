"""Hexes: what a step into one costs, what it needs a roll for, what is closed, and how many units
have room."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.aam import refs
from engine.games.aam.movement.situation import MoveStep
from engine.games.aam.units import has, is_damaged, is_opposed, is_soldier
from engine.playing.citing import rule
from engine.values.table import GameState, Unit

CLOSED = {"vehicle": ("marsh", "pond"), "soldier": ("pond",)}
DOUBLE = ("hill", "forest")
OWN_UNITS = 2
VEHICLES = 1

# Steps and their price


@dataclass(frozen=True, slots=True)
class Stride:
    """One step: out of which terrain into which, along a road, onto one, across what."""

    into: str
    left: str = ""
    road: bool = False
    onto: bool = False
    across: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Purse:
    """What a move may still spend; the road bonus is there once in a phase."""

    allowance: int
    phase: str = "movement"
    spent: int = 0
    bonus_gone: bool = False

    @property
    def left(self) -> int:
        return self.allowance - self.spent


@dataclass(frozen=True, slots=True)
class Paid:
    """A step with what it costs and what there was to pay it with."""

    stride: Stride
    purse: Purse
    price: int
    is_free: bool

    @property
    def is_short(self) -> bool:
        return self.price > self.purse.left

    @property
    @rule(refs.AAM_44)
    def purse_after(self) -> Purse:
        """A free step has used the road bonus."""
        purse = self.purse
        return Purse(purse.allowance, purse.phase, purse.spent + self.price, purse.bonus_gone or self.is_free)


@rule(refs.AAM_27, refs.AAM_38)
def pay(now: GameState, unit: Unit, stride: Stride, purse: Purse) -> Paid:
    """Along a road 1, into hill or forest 2 for a Vehicle, else 1; only the hex entered counts."""
    if is_free_by_road(now, unit, stride, purse):
        return Paid(stride, purse, 0, is_free=True)
    is_dear = not stride.road and costs_double(unit, stride) and not is_minimum_move(now, unit, stride, purse)
    return Paid(stride, purse, 2 if is_dear else 1, is_free=False)


@rule(refs.AAM_37, refs.AAM_86)
def costs_double(unit: Unit, stride: Stride) -> bool:
    """Hill and forest cost a Vehicle 2, a Soldier 1; some abilities change it."""
    if is_soldier(unit) or (stride.into == "hill" and has(unit, "excellent_suspension")):
        return False
    return stride.into in DOUBLE or (stride.into == "pond" and has(unit, "amphibious"))


@rule(refs.AAM_44, refs.AAM_129)
def is_free_by_road(now: GameState, unit: Unit, stride: Stride, purse: Purse) -> bool:
    """A Vehicle's first step along a road in a phase is free, with no points left too, but not at
    speed 0."""
    onto = stride.onto and now.reading("road_bonus_entry") == "any_road_hex"
    able = purse.allowance > 0 or now.reading("road_bonus_at_speed_0") == "yes"
    return not is_soldier(unit) and (stride.road or onto) and able and not purse.bonus_gone


@rule(refs.AAM_38, refs.AAM_137)
def is_minimum_move(now: GameState, unit: Unit, stride: Stride, purse: Purse) -> bool:
    """In the movement phase speed 1 is enough for one hill or forest hex, as the whole move."""
    if purse.phase != "movement" or purse.spent or stride.into not in DOUBLE:
        return False
    if now.reading("min_move_speed") == "printed":
        return unit.need("speed") == 1 and not is_damaged(unit)
    return purse.allowance == 1


# What is closed, what needs a roll


@rule(refs.AAM_42, refs.AAM_86)
def is_closed(unit: Unit, terrain: str) -> bool:
    """Vehicles may not be in marsh or pond, Soldiers not in pond."""
    if terrain == "pond" and has(unit, "amphibious"):
        return False
    return terrain in CLOSED[unit.word("type")]


@rule(refs.AAM_43, refs.AAM_95)
def is_barred(unit: Unit, stride: Stride) -> bool:
    """Off the road closed ground is not entered, and some abilities close more of it."""
    if stride.road:
        return False
    if stride.into == "hill" and has(unit, "poor_suspension"):
        return True
    is_wet = "stream" in stride.across or stride.into == "marsh"
    return is_closed(unit, stride.into) or (has(unit, "thin_wheels") and is_wet)


@rule(refs.AAM_39, refs.AAM_40, refs.AAM_43, refs.AAM_86)
def movement_rolls(unit: Unit, stride: Stride) -> tuple[str, ...]:
    """A roll for each stream crossed, and for a Vehicle entering forest; none along a road."""
    if stride.road:
        return ()
    stays_dry = has(unit, "trench_crossing") or has(unit, "amphibious")
    forest = stride.into == "forest" and not is_soldier(unit) and not has(unit, "brushcutters")
    steep = stride.into == "hill" and has(unit, "weak_suspension")
    return (*(() if stays_dry else stride.across), *(("forest",) if forest else ()), *(("hill",) if steep else ()))


# Stacking: who may stop where, and where a unit goes that may not


@rule(refs.AAM_28, refs.AAM_29, refs.AAM_105)
def has_room(now: GameState, unit: str, holds: Iterable[str] | None) -> bool:
    """Two own units in a hex, and one Vehicle among all that are there; passengers do not count."""
    here = [each for each in others(now, unit, holds) if not each.trackers.get("aboard")]
    bulky = sum(map(is_bulky, (*here, now.unit(unit))))
    return len(friends(now, unit, (each.id for each in here))) < OWN_UNITS and bulky <= VEHICLES


def friends(now: GameState, unit: str, holds: Iterable[str] | None) -> tuple[str, ...]:
    """Of those in a hex the ones of its own army."""
    return tuple(each.id for each in others(now, unit, holds) if not is_opposed(each, now.unit(unit)))


def others(now: GameState, unit: str, holds: Iterable[str] | None) -> list[Unit]:
    return [now.unit(each) for each in holds or () if each != unit]


@rule(refs.AAM_28, refs.AAM_86)
def is_bulky(unit: Unit) -> bool:
    """Vehicles, and guns as large as one."""
    return not is_soldier(unit) or has(unit, "large")


@rule(refs.AAM_31, refs.AAM_125)
def last_step_with_room(now: GameState, unit: str, steps: tuple[MoveStep, ...], made: int) -> int:
    """Back along the path to a hex where it may stop; its first hex always is one."""
    while made and not has_room(now, unit, steps[made - 1].holds):
        made -= 1
    return made
