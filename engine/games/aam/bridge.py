"""Bridge Demolition: an assault action that may cut a road."""

from __future__ import annotations

from engine.games.aam.refs import AAM_22, AAM_101
from engine.games.aam.units import has
from engine.playing.procedure import Procedure, roll
from engine.playing.rules import Opening, Show
from engine.values.kinds import Record, UnitId, required
from engine.values.maps import Value
from engine.values.model import D6, Check, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

ABLE = ("bridge_demolition", "demolitions")


def demolish(state: GameState, unit: str) -> Procedure:
    """Instead of moving and of attacking, however often; the road is cut where the bridge was
    (AAM-22, 101)."""
    state, blown = yield from roll(state, charge, unit)
    if blown:
        bridges = state.trackers.get("bridges_destroyed")
        state = state.set("", "bridges_destroyed", (bridges if isinstance(bridges, int) else 0) + 1)
    return state.note(blown=blown).set(unit, "attacked", True).set(unit, "moved", True)


def charge(now: GameState, unit: str) -> Prompt:
    """4 or more, or by one reading no roll at all (AAM-101)."""
    by = now.unit(unit)
    sure = now.reading("bridge_roll") == "automatic"
    check = Check("bridge", 1, D6, AAM_101, (4,), settled="passes" if sure else "")
    text = say("{unit} tries to destroy the bridge in its hex", unit=by.name)
    return Prompt("bridge", "roll", by.seat, text, AAM_101, (by.id,), (check,), readings=("bridge_roll",))


def no_sapper(now: GameState, unit: str, **_: Value) -> Refusal | None:
    by = now.unit(unit)
    if any(has(by, ability) for ability in ABLE):
        return None
    return Refusal("no_sapper", say("{unit} has no Bridge Demolition", unit=by.name), AAM_101)


def off_the_map(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """The bridge is in its own hex of the map (AAM-101)."""
    by = now.unit(unit)
    if by.where == "table" and not by.trackers.get("aboard"):
        return None
    return Refusal("off_the_map", say("{unit} is not on the map", unit=by.name), AAM_101)


def acted(now: GameState, unit: str, **_: Value) -> Refusal | None:
    by = now.unit(unit)
    if by.count("moved") or by.count("attacked"):
        return Refusal("already_acted", say("{unit} has acted in this phase", unit=by.name), AAM_22)
    return None


def shows(**_: Value) -> dict[str, Show]:
    return {"bridge": lambda after: "destroyed" if after.noted("blown") else "stands"}


DEMOLISH = Opening(
    "demolish",
    say("destroy a bridge"),
    AAM_101,
    demolish,
    Record(required(unit=UnitId())),
    (no_sapper, off_the_map, acted),
    shows,
    actor="unit",
)
