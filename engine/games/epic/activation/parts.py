"""What the formation that acts may still do; troops that got out do theirs beside it."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.orders import CHOICES, GROUND_ORDERS, steps_of
from engine.parts import activation
from engine.playing.citing import rule
from engine.values.model import Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

IN_THE_PROCEDURE = ("move", "overwatch")
"""What an action itself does: it leaves nothing to open afterwards."""
ALONG, OUT = "along", "out"
"""Formations that fight an assault with the one that acts: taken along by a commander, or got out
of it."""


def begin_parts(state: GameState, formation: str, steps: tuple[str, ...], ref: Ref) -> GameState:
    """The go of a formation begins with what is left to open; without any it is over."""
    parts = tuple(step for step in steps if step not in IN_THE_PROCEDURE)
    return activation.begin(state, formation, parts, ref) if parts else activation.end(state, ref)


def part_of(now: GameState, formation: str, part: str) -> str:
    """A part of the formation that acts, or one that another has beside it."""
    return part if formation == activation.acting_unit(now) else f"{part}:{formation}"


@rule(refs.EPIC_12)
def has_part(now: GameState, formation: str, part: str) -> bool:
    return part_of(now, formation, part) in activation.parts_left(now)


@rule(refs.EPIC_168)
def join_assault(state: GameState, formation: str, ref: Ref) -> GameState:
    """Who got out of the formation that acts fights in the assault that it has still to fight."""
    left = activation.parts_left(state)
    if "assault" not in left:
        return state
    return activation.begin(state, activation.acting_unit(state), (*left, f"{OUT}:{formation}"), ref)


@rule(refs.EPIC_168)
def join_part(state: GameState, formation: str, part: str, ref: Ref) -> GameState:
    """Another formation may do the same as the one that acts, where that is still to do."""
    left = activation.parts_left(state)
    if part not in left:
        return state
    return activation.begin(state, activation.acting_unit(state), (*left, f"{part}:{formation}"), ref)


@rule(refs.EPIC_12, refs.EPIC_20)
def end_part(state: GameState, formation: str, part: str, ref: Ref) -> GameState:
    """A part is over, and what the same formation had to do before it."""
    name, left = part_of(state, formation, part), activation.parts_left(state)
    if name not in left:
        return state
    before, after = left[: left.index(name)], left[left.index(name) + 1 :]
    rest = (*(each for each in before if owner_of(each) != owner_of(name)), *after)
    return begin_parts(state, activation.acting_unit(state), rest, ref)


def owner_of(part: str) -> str:
    """The formation beside the acting one whose part it is, "" for its own."""
    return part.partition(":")[2]


@rule(refs.EPIC_112)
def forfeit_parts(state: GameState, formation: str, ref: Ref) -> GameState:
    """All that a formation had still to do is lost."""
    acting = activation.acting_unit(state)
    if formation == acting:
        return activation.end(state, ref)
    left = activation.parts_left(state)
    rest = tuple(part for part in left if owner_of(part) != formation)
    return state if rest == left else begin_parts(state, acting, rest, ref)


@rule(refs.EPIC_133, refs.EPIC_168)
def companions(now: GameState, formation: str, kinds: tuple[str, ...] = (ALONG, OUT)) -> tuple[str, ...]:
    """Formations that were taken along when the assault was declared, or got out of the one that
    charges."""
    if formation != activation.acting_unit(now):
        return ()
    return tuple(owner_of(part) for part in activation.parts_left(now) if part.partition(":")[0] in kinds)


def not_declared(now: GameState, formation: str, part: str, why: Refusal) -> Refusal | None:
    """In the action phase a formation does what it has declared and tested for: without an action
    it is told so, in another one `why` not. A question is only refused where its action never has
    that part."""
    if has_part(now, formation, part):
        return None
    unit = now.unit(formation)
    order = str(unit.trackers.get("order") or "")
    if now.step != "action":
        return None if may_hold(order, part) else why
    if order or unit.count("activated"):
        return why
    return no_action(unit)


def no_move_made(now: GameState, formation: str, ref: Ref) -> Refusal | None:
    """In the action phase units get in or out only in the move of an action."""
    unit = now.unit(formation)
    order = str(unit.trackers.get("order") or "")
    if now.step != "action" or (order and (order == "engage" or may_hold(order, "move"))):
        return None
    if not order:
        return no_action(unit)
    return Refusal("no_move", say("{unit} makes no move in this action", unit=unit.name), ref)


def no_action(unit: Unit) -> Refusal:
    return Refusal("no_action", say("{unit} has declared no action yet", unit=unit.name), refs.EPIC_09)


@rule(refs.EPIC_16, refs.EPIC_17, refs.EPIC_18, refs.EPIC_19)
def may_hold(order: str, part: str) -> bool:
    """Whether an action can have a part; where none is stated, it can."""
    return order not in GROUND_ORDERS or any(part in steps_of(order, choice) for choice in CHOICES)


def another_deed_is_open(now: GameState) -> Refusal | None:
    """No to a second deed in the middle of the first."""
    return activation.another_is_open(now, DEEDS, refs.EPIC_07)


DEEDS = (
    "action",
    "assault",
    "fire",
    "barrage",
    "regroup",
    "embark",
    "disembark",
    "touch_down",
    "air_assault",
    "planetfall",
    "drop_pods",
)
"""What is done in the action phase, one after the other."""
