"""Movement rolls: a stream to cross, forest to enter."""

from __future__ import annotations

from engine.check import rows
from engine.games.aam.abilities import named
from engine.games.aam.path import ROLL, crossed
from engine.games.aam.refs import AAM_39, AAM_40, AAM_42, AAM_86
from engine.games.aam.terrain import Stride, barred, rolls_for
from engine.games.aam.units import has
from engine.maps import Value
from engine.model import D6, Check, GameState, Modifier, Prompt, Refusal, Unit
from engine.procedure import Asking, Procedure, roll
from engine.rules import Opening, Show
from engine.texts import say

HANDY = ("mountaineering", "robust")
SUCCESS = 4


def movement_roll(state: GameState, **told: Value) -> Procedure:
    """The rolls of one step, asked for by themselves (AAM-39)."""
    stride = stride_told(**told)
    state, enters = yield from attempt(state, str(told["unit"]), stride, "movement")
    return state.note(enters=enters)


def stride_told(into: Value, across: Value = None, road: Value = None, **_: Value) -> Stride:
    return Stride(str(into), road=bool(road), across=crossed(across))


def attempt(state: GameState, unit: str, stride: Stride, key: str) -> Asking[bool]:
    """One die for each thing in the way; all of them must succeed (AAM-39, 40)."""
    needed = rolls_for(state.unit(unit), stride)
    if not needed:
        return state, True
    state, passed = yield from roll(state, across_or_in, unit, stride, key)
    return state, passed == len(needed)


def across_or_in(now: GameState, unit: str, stride: Stride, key: str) -> Prompt:
    mover, dice = now.unit(unit), len(rolls_for(now.unit(unit), stride))
    ref = AAM_40 if dice > 1 else AAM_39
    check = Check(key, dice, D6, AAM_39, (SUCCESS,), rows(*(handy(mover, each) for each in HANDY)), needs=dice)
    return Prompt(key, "roll", mover.seat, say("{unit}: movement roll", unit=mover.name), ref, (mover.id,), (check,))


def handy(unit: Unit, ability: str) -> Modifier | None:
    """Some abilities help a movement roll (AAM-86)."""
    return Modifier(ability, 1, say("{ability}", ability=named(ability)), AAM_86) if has(unit, ability) else None


def closed_to_it(now: GameState, unit: str, **told: Value) -> Refusal | None:
    """Nobody rolls for ground that is closed to him (AAM-42)."""
    mover = now.unit(unit)
    if barred(mover, stride_told(**told)):
        return Refusal("closed", say("{unit} cannot go there off the road", unit=mover.name), AAM_42)
    return None


def enters(**_: Value) -> dict[str, Show]:
    return {"enters": lambda after: "yes" if after.noted("enters") else "no"}


MOVEMENT_ROLL = Opening("movement_roll", say("movement roll"), AAM_39, movement_roll, ROLL, (closed_to_it,), enters, actor="unit")
