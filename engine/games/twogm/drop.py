"""Paratroopers: who shoots at them, who lands, and how hard."""

from __future__ import annotations

from engine.games.twogm.aiming import HOLD, aim_flak, flak_shot
from engine.games.twogm.damage import hurt
from engine.games.twogm.fire import fired
from engine.games.twogm.ground import ground
from engine.games.twogm.raid import Plan, covered, planned
from engine.games.twogm.units import flying
from engine.playing.procedure import Procedure, choose
from engine.values.maps import EMPTY, Map, Value
from engine.values.table import GameState


def flak_drop(state: GameState, told: Map[Value], battery: Map[Value]) -> Procedure:
    """A battery fires at one paratrooper in its range; the others land (2GM-107, 188)."""
    plan, shooter = planned(state, told), str(battery["unit"])
    prey = flying(state, tuple(unit for n, unit in enumerate(plan.flyers, 1) if covered(battery, n, unit)))
    gun = state.unit(shooter)
    if gun.where != "table" or gun.count("aa_fired") or not prey:
        return state
    state, target = yield from choose(state, aim_flak, battery, (), *prey)
    return (
        (yield from fired(state, flak_shot(state, battery, target, below(plan, target)))) if target != HOLD else state
    )


def below(plan: Plan, unit: str) -> Value:
    """The terrain of the square where a paratrooper is to land (2GM-185)."""
    return dict(zip(plan.flyers, plan.squares, strict=False)).get(unit, EMPTY).get("terrain")


def landing(state: GameState, told: Map[Value]) -> Procedure:
    """Who is alive lands; rough ground or a terrain card costs 1 damage, and is occupied
    (2GM-111, 112)."""
    plan = planned(state, told)
    for number, unit in enumerate(plan.flyers):
        if state.unit(unit).where == "table":
            state = landed(state, unit, plan.squares[number] if number < len(plan.squares) else EMPTY)
    return state
    yield


def landed(state: GameState, unit: str, square: Map[Value]) -> GameState:
    """On its square since this turn; the terrain itself takes no damage (2GM-112)."""
    state = state.set(unit, "deployed_turn", state.turn)
    for tracker in ("row", "column"):
        state = state.set(unit, tracker, square[tracker]) if tracker in square else state
    terrain = square.get("terrain")
    if terrain is None:
        return state
    if isinstance(terrain, str) and terrain in state.units:
        state = state.set(unit, "in", terrain)
    elif isinstance(terrain, str) and not ground(state, terrain).card:
        state = state.set(unit, "terrain", terrain if terrain != "plain" else None)
    return hurt(state, unit, 1) if ground(state, terrain).rough else state
