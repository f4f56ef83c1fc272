"""Hexes: what a step into one costs, what it needs a roll for, what is closed; and how many
units have room there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.aam.units import damaged, has, is_soldier, opposed
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit

GROUND = ("clear", "hill", "forest", "town", "marsh", "pond")
CROSSED = ("stream",)
CLOSED = {"vehicle": ("marsh", "pond"), "soldier": ("pond",)}
DOUBLE = ("hill", "forest")
PHASES = ("movement", "assault")


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

    def paid(self, price: int, free: bool) -> Purse:
        """After a step; a free one has used the road bonus (AAM-44)."""
        return Purse(self.allowance, self.phase, self.spent + price, self.bonus_gone or free)


def price(now: GameState, unit: Unit, stride: Stride, purse: Purse) -> int:
    """Along a road 1, into hill or forest 2 for a Vehicle, else 1; only the hex entered counts
    (AAM-27, 37, 38, 43)."""
    if free_by_road(now, unit, stride, purse):
        return 0
    if stride.road or not double(unit, stride):
        return 1
    return 1 if minimum_move(now, unit, stride, purse) else 2


def double(unit: Unit, stride: Stride) -> bool:
    """Hill and forest cost a Vehicle 2, a Soldier 1; some abilities change it (AAM-37, 46, 86)."""
    if is_soldier(unit) or (stride.into == "hill" and has(unit, "excellent_suspension")):
        return False
    return stride.into in DOUBLE or (stride.into == "pond" and has(unit, "amphibious"))


def free_by_road(now: GameState, unit: Unit, stride: Stride, purse: Purse) -> bool:
    """A Vehicle's first step along a road in a phase is free, with no points left too, but not
    at speed 0 (AAM-44, 129)."""
    onto = stride.onto and now.reading("road_bonus_entry") == "any_road_hex"
    able = purse.allowance > 0 or now.reading("road_bonus_at_speed_0") == "yes"
    return not is_soldier(unit) and (stride.road or onto) and able and not purse.bonus_gone


def minimum_move(now: GameState, unit: Unit, stride: Stride, purse: Purse) -> bool:
    """In the movement phase speed 1 is enough for one hill or forest hex, as the whole move
    (AAM-38, 137)."""
    if purse.phase != "movement" or purse.spent or stride.into not in DOUBLE:
        return False
    if now.reading("min_move_speed") == "printed":
        return unit.need("speed") == 1 and not damaged(unit)
    return purse.allowance == 1


def closed(unit: Unit, terrain: str) -> bool:
    """Vehicles may not be in marsh or pond, Soldiers not in pond (AAM-42, 46, 86)."""
    if terrain == "pond" and has(unit, "amphibious"):
        return False
    return terrain in CLOSED[unit.word("type")]


def barred(unit: Unit, stride: Stride) -> bool:
    """Off the road closed ground is not entered, and some abilities close more of it (AAM-42,
    43, 95)."""
    if stride.road:
        return False
    if stride.into == "hill" and has(unit, "poor_suspension"):
        return True
    return closed(unit, stride.into) or (
        has(unit, "thin_wheels") and ("stream" in stride.across or stride.into == "marsh")
    )


def rolls_for(unit: Unit, stride: Stride) -> tuple[str, ...]:
    """A roll for each stream crossed, and for a Vehicle entering forest; none along a road
    (AAM-39, 40, 43, 86, 95)."""
    if stride.road:
        return ()
    dry = has(unit, "trench_crossing") or has(unit, "amphibious")
    streams = () if dry else stride.across
    forest = stride.into == "forest" and not is_soldier(unit) and not has(unit, "brushcutters")
    steep = stride.into == "hill" and has(unit, "weak_suspension")
    return (*streams, *(("forest",) if forest else ()), *(("hill",) if steep else ()))


# Stacking: who may stop where, and where a unit goes that may not


OWN = 2
VEHICLES = 1


def room(now: GameState, unit: str, holds: Value) -> bool:
    """Two own units in a hex, and one Vehicle among all that are there; passengers do not count
    (AAM-28, 29, 105)."""
    here = [each for each in others(now, unit, holds) if not each.trackers.get("aboard")]
    friends = [each for each in here if each.id in own(now, unit, holds)]
    return len(friends) < OWN and sum(map(bulky, (*here, now.unit(unit)))) <= VEHICLES


def own(now: GameState, unit: str, holds: Value) -> tuple[str, ...]:
    """Of those in a hex the ones of its own army (AAM-28)."""
    return tuple(each.id for each in others(now, unit, holds) if not opposed(each, now.unit(unit)))


def others(now: GameState, unit: str, holds: Value) -> list[Unit]:
    return [now.unit(each) for each in holds if each != unit] if isinstance(holds, tuple) else []


def bulky(unit: Unit) -> bool:
    """Vehicles, and guns as large as one (AAM-28, 86)."""
    return not is_soldier(unit) or has(unit, "large")


def last_with_room(now: GameState, unit: str, steps: Sequence[Map[Value]], made: int) -> int:
    """Back along the path to a hex where it may stop; its first hex always is one (AAM-31, 125)."""
    while made and not room(now, unit, steps[made - 1].get("holds")):
        made -= 1
    return made
