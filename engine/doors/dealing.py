"""Faces that are stated in one row, dealt out to the checks that want them."""

from __future__ import annotations

from typing import TypeAlias

from engine.dice.check import wanted
from engine.values.maps import Map, Value
from engine.values.model import Check, Impossible, Prompt

Faces: TypeAlias = tuple[Value, ...]


def faces_of_prompt(prompt: Prompt, rolls: dict[str, Value]) -> Value:
    """The stated faces of a prompt, by its key or by its checks; they are removed from `rolls`."""
    told = rolls.get(prompt.key)
    if told is not None and (len(prompt.checks) < 2 or not is_one_row(told)):
        return rolls.pop(prompt.key)
    if not prompt.checks or not all(check.key in rolls or _kind(check) in rolls for check in prompt.checks):
        return None
    return Map(
        {check.key: rolls.pop(check.key) if check.key in rolls else _row(check, rolls) for check in prompt.checks}
    )


def _kind(check: Check) -> str:
    return check.key.partition(":")[0]


def is_one_row(told: Value) -> bool:
    """Whether these are faces in one row, and not a list of rows."""
    return isinstance(told, tuple) and not any(isinstance(each, tuple) for each in told)


def _row(check: Check, rolls: dict[str, Value]) -> Value:
    """The faces of a check, from a row for all checks of its kind or a list for each."""
    row = rolls.pop(_kind(check), ())
    if not isinstance(row, tuple):
        return row
    mine, left = take_faces(check, row) if is_one_row(row) else (row[0], row[1:])
    if left:
        rolls[_kind(check)] = left
    return mine


def faces_by_check(checks: tuple[Check, ...], row: Faces) -> Value:
    """One row of faces, dealt to the checks of a prompt in their order."""
    found: dict[str, Value] = {}
    for check in checks:
        found[check.key], row = take_faces(check, row)
    if row:
        raise Impossible("more dice were rolled than are asked for")
    return Map(found)


def take_faces(check: Check, row: Faces) -> tuple[Faces, Faces]:
    """The faces that a check wants, wave by wave, and those behind them."""
    mine: Faces = ()
    while row and (count := wanted(check, mine)):
        mine, row = (*mine, *row[:count]), row[count:]
    return mine, row
