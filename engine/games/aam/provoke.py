"""Who is provoked by a step, and how the shot then meets the mover."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.aam.defensive import soldier_past_a_vehicle
from engine.maps import Value
from engine.model import GameState

NEAR = 1


def provoked(now: GameState, mover: str, near: Mapping[str, Value]) -> tuple[str, ...]:
    """Enemies that a step provokes, each judged for itself (AAM-75, 131)."""
    return tuple(enemy for enemy, ranges in near.items() if exposed(now, ranges) and watched(now, enemy, mover))


def exposed(now: GameState, ranges: Value) -> bool:
    """From a hex next to an enemy, or its own, into another such hex (AAM-75, 76, 140)."""
    before, after = hexes(ranges)
    anywhere = now.reading("df_trigger") == "any_step_ending_adjacent"
    return after <= NEAR and (anywhere or before <= NEAR)


def watched(now: GameState, enemy: str, mover: str) -> bool:
    """Soldiers provoke nothing from Vehicles; passengers take no part (AAM-77, 131)."""
    unit = now.unit(enemy)
    present = unit.where == "table" and not unit.trackers.get("aboard")
    return present and not soldier_past_a_vehicle(now, attacker=enemy, target=mover)


def hexes(ranges: Value) -> tuple[int, int]:
    """Range to the hex left, range to the hex entered; a single number is meant for both."""
    told = ranges if isinstance(ranges, tuple) else (ranges, ranges)
    before, after = (each if isinstance(each, int) else NEAR for each in told)
    return before, after


def side(at: str, ranges: Value) -> str:
    """The side a Vehicle shows on its way: a step past an enemy shows the front first, the rear after (AAM-81, 123, 140).

    It points where it goes. An enemy next to both hexes lies ahead of the hex left and behind the hex entered; one that
    the step only now came next to lies ahead. In the enemy's own hex the rear counts, whatever it shows.
    """
    return "front" if at == "left" or hexes(ranges)[0] > NEAR else "rear"
