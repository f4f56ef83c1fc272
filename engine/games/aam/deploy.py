"""Deployment of one unit: on the map, or aboard a transport."""

from __future__ import annotations

from engine.games.aam.hands import DEPLOYING, by_hand
from engine.games.aam.refs import AAM_08, AAM_09
from engine.games.aam.riding import LOADS
from engine.games.aam.setup import DEFENDER
from engine.games.aam.stacking import room
from engine.games.aam.terrain import GROUND, closed
from engine.kinds import Flag, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.maps import Value
from engine.model import GameState, Refusal
from engine.procedure import Procedure
from engine.rules import Opening
from engine.texts import english, say

SITUATION = Record((*required(unit=UnitId()), *fields(terrain=Word(GROUND), road=Flag(), row=Whole(1, 99), holds=ListOf(Word()),
                                                      transport=UnitId())))


def deploy(state: GameState, unit: str, transport: str | None = None, **_: Value) -> Procedure:
    """On the map, or aboard, where it takes no room (AAM-08, 105)."""
    if transport is not None:
        return state.set(unit, "aboard", transport).set(unit, "where", "inside")
    return state.set(unit, "aboard", None).set(unit, "where", None)
    yield


def closed_ground(now: GameState, unit: str, terrain: str | None = None, road: bool = False, **_: Value) -> Refusal | None:
    """Difficult terrain is legal, closed terrain is not, with or without a road; by one reading a road opens it (AAM-09, 42)."""
    one = now.unit(unit)
    by_road = road and now.reading("deploy_on_road") == "yes"
    if by_road or not closed(one, terrain or ""):
        return None
    return Refusal("closed", say("{unit} cannot be deployed there", unit=one.name), AAM_09)


def too_deep(now: GameState, unit: str, row: int | None = None, **_: Value) -> Refusal | None:
    """Five full hexes from the own end; the defender of an assault has his whole half (AAM-08, 115)."""
    depth = int(now.reading("deploy_depth"))
    whole_half = now.scenario == "assault" and now.unit(unit).seat == DEFENDER
    if row is None or row <= depth or whole_half:
        return None
    return Refusal("too_deep", say("row {row}: at most {depth} full hexes from the own end", row=row, depth=depth), AAM_08)


def no_room(now: GameState, unit: str, holds: Value = None, transport: str | None = None, **_: Value) -> Refusal | None:
    """Stacking counts at set-up; a passenger takes no room (AAM-09, 105)."""
    if transport is not None or room(now, unit, holds):
        return None
    return Refusal("no_room", say("no room for {unit}: two of one army in a hex, one Vehicle among all",
                                  unit=now.unit(unit).name), AAM_09)




def tells(now: GameState, unit: str, **_: Value) -> dict[str, Value]:
    """Abilities that deploy in their own way (AAM-86)."""
    return {"by_hand": tuple(english(row.why) for row in by_hand(now.unit(unit), DEPLOYING))}


DEPLOY = Opening("deploy", say("deploy"), AAM_08, deploy, SITUATION, (closed_ground, too_deep, no_room, *LOADS), actor="unit",
                 tells=tells)
