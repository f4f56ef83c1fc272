"""Destroying a bridge."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.aam import refs
from engine.games.aam.units import another_acts, has, leave_parts, units_of_army
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, roll
from engine.values.model import D6, Check, Prompt, Refusal
from engine.values.situation import Situation, UnitName
from engine.values.table import GameState, Unit
from engine.values.texts import say

DEMOLITIONS = ("bridge_demolition", "demolitions")


@dataclass(frozen=True, slots=True)
class Demolition(Situation):
    """A unit in a hex with a bridge."""

    unit: UnitName


class BridgeRoll(NamedTuple):
    """Whether the bridge has fallen."""

    has_fallen: bool = False


def demolish(state: GameState, demolition: Demolition) -> Procedure:
    """Instead of moving and of attacking, however often; the road is cut where the bridge was."""
    unit = demolition.unit
    state, falls = yield from roll(state, does_it_fall, unit)
    if falls:
        bridges = state.trackers.get("bridges_destroyed")
        count = bridges if isinstance(bridges, int) else 0
        state = state.set("", "bridges_destroyed", count + 1, refs.AAM_101).remember(BridgeRoll(has_fallen=True))
    state = state.set(unit, "attacked", True, refs.AAM_22).set(unit, "moved", True, refs.AAM_22)
    return leave_parts(state, unit)


def does_it_fall(now: GameState, unit: str) -> Prompt:
    """4 or more, or by one reading no roll at all."""
    by, is_sure = now.unit(unit), now.reading("bridge_roll") == "automatic"
    check = Check("bridge", 1, D6, refs.AAM_101, (4,), settled="passes" if is_sure else "")
    text = say("{unit} tries to destroy the bridge in its hex", unit=by.name)
    return Prompt("bridge", "roll", by.seat, text, refs.AAM_101, (unit,), (check,), readings=("bridge_roll",))


def nobody_demolishes(now: GameState, demolition: Demolition) -> Refusal | None:
    if demolition.is_told("unit") or any(map(is_sapper, units_of_army(now, now.seat))):
        return None
    return Refusal("no_sapper", say("no unit has Bridge Demolition"), refs.AAM_101)


def is_sapper(unit: Unit) -> bool:
    return any(has(unit, ability) for ability in DEMOLITIONS)


def no_sapper(now: GameState, demolition: Demolition) -> Refusal | None:
    by = now.unit(demolition.unit)
    if is_sapper(by):
        return None
    return Refusal("no_sapper", say("{unit} has no Bridge Demolition", unit=by.name), refs.AAM_101)


def no_unit_off_the_map(now: GameState, demolition: Demolition) -> Refusal | None:
    """The bridge is in its own hex of the map."""
    by = now.unit(demolition.unit)
    if by.where == "table" and not by.trackers.get("aboard"):
        return None
    return Refusal("off_the_map", say("{unit} is not on the map", unit=by.name), refs.AAM_101)


def already_acted(now: GameState, demolition: Demolition) -> Refusal | None:
    by = now.unit(demolition.unit)
    if by.count("moved") or by.count("attacked"):
        return Refusal("already_acted", say("{unit} has acted in this phase", unit=by.name), refs.AAM_22)
    return None


OPENINGS = (
    opens(
        "demolish",
        say("destroy a bridge"),
        refs.AAM_101,
        Demolition,
        demolish,
        refusals=(no_sapper, no_unit_off_the_map, already_acted, another_acts, nobody_demolishes),
        shows=lambda _: {"bridge": lambda after: "destroyed" if after.recall(BridgeRoll).has_fallen else "stands"},
        actor="unit",
    ),
)
