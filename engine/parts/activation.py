"""The activation of one unit: begun, its parts in the order of the book, ended. The table keeps
which unit is acting and which parts are left; the next step or the other side's turn ends it."""

from __future__ import annotations

from engine.playing.rules import Tracker
from engine.values.kinds import Anything, MapOf
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import say

ACTING = "acting"


def tracker(ref: Ref) -> Tracker:
    """The tracker in which a game keeps the running activation."""
    return Tracker(ACTING, MapOf(Anything()), say("acting"), ref, "phase", on="table", physical=False)


def begin(state: GameState, unit: str, parts: tuple[str, ...], ref: Ref) -> GameState:
    """Begin the activation of a unit; an earlier one that did not end is forgotten."""
    return state.set("", ACTING, Map({"unit": unit, "left": parts}), ref)


def acting_unit(now: GameState) -> str:
    """The unit that is acting; "" if none is, or it is destroyed."""
    unit = str(_held(now).get("unit") or "")
    return unit if unit in now.units and not now.units[unit].gone else ""


def parts_left(now: GameState) -> tuple[str, ...]:
    """The parts that the acting unit may still do, in order."""
    left = _held(now).get("left")
    return tuple(map(str, left)) if isinstance(left, tuple) and acting_unit(now) else ()


def finish(state: GameState, part: str, ref: Ref) -> GameState:
    """End a part and those before it; when none is left, the activation ends."""
    left = parts_left(state)
    if part not in left:
        return state
    rest = left[left.index(part) + 1 :]
    return begin(state, acting_unit(state), rest, ref) if rest else end(state, ref)


def end(state: GameState, ref: Ref) -> GameState:
    return state.set("", ACTING, None, ref)


def another_is_acting(now: GameState, unit: str, ref: Ref) -> Refusal | None:
    """Refuses a second unit during the activation of the first."""
    acting = acting_unit(now)
    if acting in ("", unit):
        return None
    return Refusal("another_is_acting", say("{unit} is still acting", unit=now.unit(acting).name), ref)


def another_is_open(now: GameState, deeds: tuple[str, ...], ref: Ref) -> Refusal | None:
    """Refuses a deed in the middle of another one of these that is not over yet."""
    if now.pending is None or now.pending.procedure not in deeds:
        return None
    return Refusal("open", say("one action at a time: another is not over yet"), ref)


def _held(now: GameState) -> Map[Value]:
    held = now.trackers.get(ACTING)
    return held if isinstance(held, Map) else EMPTY
