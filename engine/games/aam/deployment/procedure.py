"""Deploying one unit, on the map or aboard a transport."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from engine.games.aam import refs
from engine.games.aam.abilities import by_hand_rows
from engine.games.aam.attack.situation import Terrain
from engine.games.aam.deployment.setup import DEFENDER
from engine.games.aam.movement import terrain
from engine.games.aam.movement.terrain import Stride
from engine.games.aam.transport.refusals import LOAD
from engine.games.aam.transport.situation import Boarding
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.values.kinds import Whole, Word
from engine.values.maps import Value
from engine.values.model import Refusal
from engine.values.situation import Situation, UnitName, YesNo
from engine.values.table import GameState
from engine.values.texts import english, say


@dataclass(frozen=True, slots=True)
class Deployment(Situation):
    """A unit, and the hex or the transport that it begins in."""

    unit: UnitName
    terrain: Terrain | None = None
    road: YesNo | None = None
    row: Annotated[int, Whole(1, 99)] | None = None
    holds: tuple[Annotated[str, Word()], ...] | None = None
    transport: UnitName | None = None


def deploy(state: GameState, deployment: Deployment) -> Procedure:
    """On the map, or aboard, where it takes no room."""
    for refusal in REFUSALS:
        refusal(state, deployment)  # finds what a card does not state
    unit, transport = deployment.unit, deployment.transport
    if transport:
        return state.set(unit, "aboard", transport, refs.AAM_105).set(unit, "where", "inside", refs.AAM_105)
    return state.set(unit, "aboard", None, refs.AAM_08).set(unit, "where", None, refs.AAM_08)
    yield


@rule(refs.AAM_86)
def facts(now: GameState, deployment: Deployment) -> dict[str, Value]:
    """Abilities that deploy in their own way."""
    return {"by_hand": tuple(english(row.why) for row in by_hand_rows(now.unit(deployment.unit), "deploy"))}


# What forbids it


@rule(refs.AAM_42)
def closed_ground(now: GameState, deployment: Deployment) -> Refusal | None:
    """Difficult terrain is legal, closed terrain is not, with or without a road; by one reading a
    road opens it."""
    unit, is_open = now.unit(deployment.unit), deployment.road and now.reading("deploy_on_road") == "yes"
    if deployment.terrain is None or is_open or not terrain.is_barred(unit, Stride(deployment.terrain)):
        return None
    return Refusal("closed", say("{unit} cannot be deployed there", unit=unit.name), refs.AAM_09)


@rule(refs.AAM_115)
def too_deep(now: GameState, deployment: Deployment) -> Refusal | None:
    """Five full hexes from the own end; the defender of an assault has his whole half."""
    row, depth = deployment.row, int(now.reading("deploy_depth"))
    has_whole_half = now.scenario == "assault" and now.unit(deployment.unit).seat == DEFENDER
    if row is None or row <= depth or has_whole_half:
        return None
    text = say("row {row}: at most {depth} full hexes from the own end", row=row, depth=depth)
    return Refusal("too_deep", text, refs.AAM_08)


@rule(refs.AAM_105)
def no_room(now: GameState, deployment: Deployment) -> Refusal | None:
    """Stacking counts at set-up; a passenger takes no room."""
    unit, holds = deployment.unit, deployment.holds
    if deployment.transport is not None or not holds or terrain.has_room(now, unit, holds):
        return None
    text = say("no room for {unit}: two of one army in a hex, one Vehicle among all", unit=now.unit(unit).name)
    return Refusal("no_room", text, refs.AAM_09)


@rule(refs.AAM_102, refs.AAM_105)
def for_passenger(
    refusal: Callable[[GameState, Boarding], Refusal | None],
) -> Callable[[GameState, Deployment], Refusal | None]:
    """What a transport does not carry does not begin the game aboard."""

    def forbids(now: GameState, deployment: Deployment) -> Refusal | None:
        transport = deployment.transport
        return refusal(now, Boarding(deployment.unit, transport)) if transport else None

    return forbids


REFUSALS = (closed_ground, too_deep, no_room, *map(for_passenger, LOAD))


OPENINGS = (
    opens("deploy", say("deploy"), refs.AAM_08, Deployment, deploy, refusals=REFUSALS, tells=facts, actor="unit"),
)
