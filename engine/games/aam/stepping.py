"""One step of a move, in its order (AAM-121)."""

from __future__ import annotations

from engine.games.aam.defensive import defensive_shot
from engine.games.aam.offers import offered
from engine.games.aam.path import strides
from engine.games.aam.provoke import hexes, side
from engine.games.aam.rolls import attempt
from engine.maps import Map, Value
from engine.model import GameState, Impossible
from engine.procedure import Procedure, call, task
from engine.texts import say


def step(state: GameState, unit: str, told: Map[Value], start: Map[Value], key: str, led: bool = False) -> Procedure:
    """Movement rolls, shots at the hex left, enter, shots at the hex entered; a failed roll provokes nobody (AAM-41, 84, 121)."""
    if halted(state):
        return state
    state, enters = yield from attempt(state.set(unit, "moved", True), unit, strides(start, (told,))[0], key)
    if not enters:
        return state.note(failed=True)
    for moment in ("left", "entered"):
        if not halted(state):
            state = state.note(made=state.noted("made") + (moment == "entered"), moment=moment)
            shots = offered if led else fired
            state = yield from shots(state, unit, told, start, moment)
    return state


def halted(now: GameState) -> bool:
    """A failed roll or a hit ends the move (AAM-39, 82)."""
    return bool(now.noted("failed") or now.noted("stopped"))


def fired(state: GameState, unit: str, told: Map[Value], start: Map[Value], moment: str) -> Procedure:
    """The shots told for this moment, in their order; one that held its fire before may be among them (AAM-80, 84, 139)."""
    tasks = (task(shot, unit=unit, told=each, step=told, start=start) for each in shots_of(told, moment))
    return (yield from call(state, *tasks))


def shots_of(told: Map[Value], moment: str) -> tuple[Map[Value], ...]:
    shots = told.get("shots")
    named = shots if isinstance(shots, tuple) else ()
    return tuple(each for each in named if isinstance(each, Map) and each["at"] == moment)


def shot(state: GameState, unit: str, told: Map[Value], step: Map[Value], start: Map[Value]) -> Procedure:
    """A shot as told; what is left out follows from the step. Once the mover is stopped nobody wastes one.

    (AAM-78, 80, 81, 82, 139)
    """
    if state.noted("stopped"):
        return state
    shooter, at = str(told["attacker"]), str(told["at"])
    place = start if at == "left" else Map({"terrain": step["into"], "road": bool(step.get("road"))})
    ranges = _ranges(step, shooter)
    hexes_off = told.get("range")
    count = state.noted(f"shots:{shooter}")
    return (yield from defensive_shot(
        state.note(**{f"shots:{shooter}": count + 1}), shooter, unit,
        hexes_off if isinstance(hexes_off, int) else hexes(ranges)[at == "entered"],
        str(told.get("arc") or side(at, ranges)), _terrain(told, place), bool(told.get("road", place.get("road"))), count,
        others=_beside(step, at)))


def _ranges(step: Map[Value], shooter: str) -> Value:
    """Ranges to the hex left and the hex entered; next to both where nobody says otherwise (AAM-75, 80)."""
    near = step.get("near")
    return near.get(shooter, (1, 1)) if isinstance(near, Map) else (1, 1)


def _terrain(told: Map[Value], place: Map[Value]) -> str:
    """The terrain of the hex shot into (AAM-80)."""
    found = told.get("terrain") or place.get("terrain")
    if not found:
        raise Impossible(say("from.terrain: is missing"))
    return str(found)


def _beside(step: Map[Value], at: str) -> tuple[str, ...]:
    """Who else is in the hex entered, for Blast (AAM-100)."""
    holds = step.get("holds")
    return tuple(map(str, holds)) if at == "entered" and isinstance(holds, tuple) else ()
