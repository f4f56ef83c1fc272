"""The plan of a mission: what is told of it, with what the table knows of squares and ranges."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.games.twogm import refs
from engine.games.twogm.air.situation import AirMission, AirSquare, Battery, Names, names
from engine.games.twogm.movement.field import (
    Square,
    absolute_row,
    card_on,
    distance,
    on_square,
    squares_behind,
    squares_of,
)
from engine.games.twogm.shooting.weapons import guns, place_of, reach
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.situation import plain, situation_from
from engine.values.table import GameState, Unit

Spot = tuple[tuple[Square, ...], int]


@dataclass(frozen=True, slots=True)
class AirPlan:
    """A mission: the aircraft or paratroopers, what they go for, and who may meet them."""

    purpose: str
    flyers: Names
    target: str | None
    squares: tuple[AirSquare, ...]
    interceptors: Names
    escorts: Names
    batteries: tuple[Battery, ...]
    guns: tuple[int, ...]
    gun_targets: Names
    comes_at: int

    @property
    def plane(self) -> str:
        return self.flyers[0]

    def square(self, number: int) -> AirSquare:
        """A square by its number, counted from 1; one that is not told is plain."""
        return self.squares[number - 1] if number <= len(self.squares) else AirSquare()


@rule(refs.TWOGM_97, refs.TWOGM_99, refs.TWOGM_104, refs.TWOGM_180)
def plan_of(now: GameState, mission: AirMission) -> AirPlan:
    """The plan as told; interceptors come before the first square, by another reading before the
    one they name."""
    flyers, at = mission.flyers, mission.at_square
    seat = now.unit(flyers[0]).seat if flyers else now.seat
    squares = tuple(known_square(now, each, seat) for each in mission.squares)
    return AirPlan(
        mission.purpose,
        flyers,
        mission.target,
        squares,
        names(mission.interceptors),
        names(mission.escorts),
        batteries_in_range(now, mission, squares, seat) if flyers else (),
        gun_places(now, flyers, mission.hmgs) if mission.purpose == "bomb" else (),
        mission.hmg_targets or (),
        at if isinstance(at, int) and now.reading("area_interception") == "named_square" else 1,
    )


@rule(refs.TWOGM_102, refs.TWOGM_112)
def known_square(now: GameState, square: AirSquare, seat: int) -> AirSquare:
    """A square told by its row and column, with the units and the terrain card that the board knows
    there."""
    if not isinstance(square.row, int) or not isinstance(square.column, int):
        return square
    card, there = card_on(now, square.row, square.column, seat), on_square(now, square.row, square.column, seat)
    known: dict[str, Value] = {"units": tuple(unit.id for unit in there), **({"terrain": card.id} if card else {})}
    return situation_from(AirSquare, {**known, **plain(square)})


@rule(refs.TWOGM_105, refs.TWOGM_107, refs.TWOGM_109, refs.TWOGM_188)
def batteries_in_range(
    now: GameState, mission: AirMission, squares: tuple[AirSquare, ...], seat: int
) -> tuple[Battery, ...]:
    """Anti-aircraft units as told; where it is not told what they cover, the board says it if it
    knows the squares."""
    target = spot(now.unit(mission.target)) if mission.target else None
    goals, found = [spot_of_square(now, each, seat) for each in squares] or [target], []
    for battery in mission.aa if isinstance(mission.aa, tuple) else ():
        near = tuple(is_in_range(now.unit(battery.unit), battery.weapon, goal) for goal in goals)
        found.append(battery if battery.covers is not None or all(near) else replace(battery, covers=near))
    return tuple(found)


@rule(refs.TWOGM_94)
def spot_of_square(now: GameState, square: AirSquare, seat: int) -> Spot | None:
    """Where a square is: by its row and column as the attacker counts, or by who stands there."""
    if isinstance(square.row, int) and isinstance(square.column, int):
        return ((absolute_row(square.row, seat), square.column),), 0
    return next((found for unit in square.units or () if (found := spot(now.unit(unit)))), None)


@rule(refs.TWOGM_94)
def spot(unit: Unit) -> Spot | None:
    """Where a unit is, if that is known."""
    return (squares_of(unit), squares_behind(unit)) if squares_of(unit) else None


@rule(refs.TWOGM_94, refs.TWOGM_107)
def is_in_range(gun: Unit, weapon: str | None, goal: Spot | None) -> bool:
    """Whether a battery reaches a place; what is not known is in range."""
    here = spot(gun)
    return here is None or goal is None or distance(here, goal) <= reach(gun, place_of(gun, weapon))


@rule(refs.TWOGM_104)
def gun_places(now: GameState, flyers: Names, number: int | None) -> tuple[int, ...]:
    """The machine guns of the bomber, so many as told: lines beyond those of the card are like its
    last."""
    found = tuple(place for flyer in flyers[:1] for place in guns(now.unit(flyer), card=number is not None))
    return found if number is None else (*found, *found[-1:] * number)[:number]
