"""Answers: the parts of a question that an answer depends on, and the outcome that a procedure is
sent."""

from __future__ import annotations

from typing import TypeAlias
from zlib import crc32

from engine.dice.check import foregone, read
from engine.values.events import Answered, CardFilled
from engine.values.kinds import Record, sentence, taken
from engine.values.maps import Map, Value, in_words
from engine.values.model import Check, Impossible, Path, Prompt
from engine.values.table import GameState
from engine.values.texts import Text, english, say

Outcome: TypeAlias = "tuple[int, ...] | str | int | bool | Map[Value] | tuple[Outcome, ...]"


class Stale(ValueError):
    """The answer belongs to another question than the open one."""

    def __init__(self, why: Text) -> None:
        super().__init__(english(why))
        self.why = why


def slot_of(prompt: Prompt, key: str) -> Prompt:
    """The question, or the part of it, that an answer of that key was given to."""
    return next((slot for slot in prompt.slots if slot.key == key), prompt)


def digest(prompt: Prompt, value: Value) -> str:
    """The parts of a question that an answer depends on: for faces, the dice and not the target;
    for a count, the target too; for declined lines, their ledger."""
    dice = tuple(_rest(check, faces) for check, faces in zip(prompt.checks, by_check(prompt, value), strict=True))
    lines = (
        tuple((c.unit, c.tracker, c.before, c.after) for line in prompt.lines for c in line.changes) if value else ()
    )
    return f"{crc32(repr((prompt.key, prompt.asked_of, prompt.about, dice, lines)).encode()):08x}"


def _rest(check: Check, faces: Value) -> tuple[object, ...]:
    return (check.dice, check.die.name, check.targets if isinstance(faces, int) else ())


def by_check(prompt: Prompt, value: Value) -> tuple[Value, ...]:
    """The faces of each check, from a list of lists, a table by the checks' keys, or the faces
    alone for one check."""
    if not prompt.checks:
        return ()
    keys = [check.key for check in prompt.checks]
    if isinstance(value, Map):
        if set(value) - set(keys):
            raise Impossible(
                say(
                    "{wrong} is not rolled here; {right} is",
                    wrong=", ".join(sorted(set(value) - set(keys))),
                    right=", ".join(keys),
                )
            )
        return tuple(value.get(key, ()) for key in keys)
    if len(keys) == 1 and not (isinstance(value, tuple) and len(value) == 1 and isinstance(value[0], tuple)):
        return (value,)
    if not isinstance(value, tuple) or len(value) != len(keys):
        raise Impossible(say("{number} rolls are asked for: {right}", number=len(keys), right=", ".join(keys)))
    return value


def contest(prompt: Prompt) -> bool:
    """Whether two sides roll against each other."""
    return len(prompt.checks) == 2 and (prompt.opposed or not prompt.about)


def rollers(prompt: Prompt, state: GameState) -> tuple[int, ...]:
    """The roller of each check: the units that the prompt names, or the seats in their order."""
    if not contest(prompt):
        return (prompt.asked_of,) * len(prompt.checks)
    units = [state.units[each].seat for each in prompt.about if each in state.units]
    return (units[0], units[1]) if len(units) == 2 else (0, 1)


def answering(asked: Prompt, value: Value, key: str = "") -> Answered | CardFilled:
    """The event that answers a question; *key* names a slot where each seat has its own answer."""
    if asked.kind == "card":
        return CardFilled(asked.about[0], _path(asked.about[1:]), value)
    if asked.kind == "each":
        return answer(_slot(asked, key), value)
    if key and key != asked.key:
        raise Impossible(say("{asked} is asked, not {answered}", asked=asked.key, answered=key))
    return answer(asked, value)


def _slot(asked: Prompt, key: str) -> Prompt:
    """The slot with this key, else the first slot without an answer."""
    named = [slot for slot in asked.slots if slot.key == key]
    free = [slot for slot in asked.slots if not key and slot.key not in asked.given]
    if not named and not free:
        every = ", ".join(slot.key for slot in asked.slots)
        raise Impossible(say("{asked} is asked, not {answered}", asked=every, answered=key))
    return (named or free)[0]


def _path(parts: tuple[str, ...]) -> Path:
    return tuple(int(part) if part.isdecimal() else part for part in parts)


def answer(prompt: Prompt, value: Value) -> Answered:
    return Answered(prompt.key, digest(prompt, value), value)


def accepted(prompt: Prompt, event: Answered) -> Outcome:
    if event.prompt != prompt.key or not _rests_on(prompt, event):
        raise Stale(
            say(
                "{asked} is asked; the answer was to {answered}, or to other dice",
                asked=prompt.key,
                answered=event.prompt,
            )
        )
    return outcome(prompt, event.value)


def _rests_on(prompt: Prompt, event: Answered) -> bool:
    try:
        return digest(prompt, event.value) == event.digest
    except Impossible:
        return False


def outcome(prompt: Prompt, value: Value) -> Outcome:
    """The outcome that a procedure is sent: readings, never faces."""
    match prompt.kind:
        case "roll":
            faces = by_check(prompt, value)
            return compared(prompt, [read(check, each) for check, each in zip(prompt.checks, faces, strict=True)])
        case "choice":
            return _chosen(prompt, value)
        case "number":
            return _number(prompt, value)
        case "confirm":
            return _yes_or_no(value)
        case "form":
            return _filled(prompt, value)
        case "ledger":
            return _declined(prompt, value)
        case _:
            raise Impossible(say("{asked} is not answered like this", asked=prompt.key))


def compared(prompt: Prompt, readings: list[int]) -> tuple[int, ...]:
    """All readings, or for opposed rolls the first less the second."""
    return (readings[0] - readings[1],) if prompt.opposed else tuple(readings)


def _chosen(prompt: Prompt, value: Value) -> str:
    if not isinstance(value, str) or value not in [option.key for option in prompt.options]:
        raise Impossible(
            say(
                "{value} is not offered; these are: {right}",
                value=in_words(value),
                right=", ".join(option.key for option in prompt.options),
            )
        )
    return value


def _number(prompt: Prompt, value: Value) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not prompt.least <= value <= prompt.most:
        raise Impossible(
            say(
                "{value} is not a whole number from {least} to {most}",
                value=in_words(value),
                least=prompt.least,
                most=prompt.most,
            )
        )
    return value


def _yes_or_no(value: Value) -> bool:
    if not isinstance(value, bool):
        raise Impossible(say("{value} is neither yes nor no", value=in_words(value)))
    return value


def _filled(prompt: Prompt, value: Value) -> Map[Value]:
    found, problems = taken(prompt.fields or Record(), value)
    if problems or not isinstance(found, Map):
        raise Impossible(sentence(problems))
    return found


def _declined(prompt: Prompt, value: Value) -> tuple[int, ...]:
    lines = value if isinstance(value, tuple) else (value,)
    numbers = (line for line in lines if isinstance(line, int) and not isinstance(line, bool))
    found, most = tuple(line for line in numbers if 0 <= line < len(prompt.lines)), len(prompt.lines)
    if len(found) != len(lines):
        raise Impossible(
            say("{value} names no lines of the ledger; there are {number}", value=in_words(value), number=most)
        )
    return found


def settled(prompt: Prompt) -> Outcome | None:
    """The answer of a question that needs none: no dice decide anything, or the ledger is empty."""
    if prompt.kind == "roll":
        readings = [foregone(check) for check in prompt.checks]
        known = [reading for reading in readings if reading is not None]
        return compared(prompt, known) if len(known) == len(readings) else None
    return () if prompt.kind == "ledger" and not prompt.lines else None


def only_answer(prompt: Prompt) -> Value:
    """The one answer that a question can have, if it is the only one; screens and the text game
    give it by themselves. None where there is something to say, or a rule to overrule."""
    if prompt.kind == "choice" and len(prompt.options) == 1 and prompt.options[0].refusal is None:
        return prompt.options[0].key
    return prompt.least if prompt.kind == "number" and prompt.least == prompt.most else None


def by_default(prompt: Prompt) -> Value:
    """The default answer: the one named by the prompt, else the first option, else no line
    declined."""
    if prompt.default is not None:
        return prompt.default
    match prompt.kind:
        case "choice":
            return prompt.options[0].key
        case "number":
            return prompt.least
        case "confirm":
            return False
        case "ledger":
            return ()
        case "form":
            return Map(
                {field.key: field.default for field in prompt.fields.fields if field.default is not None}
                if prompt.fields
                else {}
            )
        case _:
            raise Impossible(say("{asked} has no answer by default", asked=prompt.key))
