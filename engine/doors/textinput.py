"""Words typed at a keyboard, in the form that a command or a prompt wants."""

from __future__ import annotations

import json
import re
from typing import Any

from engine.dice.check import wanted
from engine.playing.answers import Stale
from engine.values.kinds import Kind, ListOf, Record, kind_at
from engine.values.maps import Value, thawed
from engine.values.model import Check, Impossible, Prompt


def named_value(word: str) -> tuple[str, Any]:
    key, _, value = word.partition("=")
    return key, value_of_word(value)


def value_of_json(words: str) -> Any:
    try:
        return json.loads(words)
    except (ValueError, RecursionError) as wrong:
        raise Impossible("that is not JSON") from wrong


def value_of_word(value: str) -> Any:
    if value[:1] in ("{", "["):
        return value_of_json(value)
    if "," in value:
        return [value_of_word(each) for each in value.split(",") if each]
    if re.fullmatch(r"-+[0-9]*", value) and not re.fullmatch(r"-?[0-9]{1,9}", value):
        raise Impossible(f"{value} is not a whole number")
    return int(value) if re.fullmatch(r"-?[0-9]{1,9}", value) else {"yes": True, "no": False}.get(value, value)


def named_values(record: Record, words: list[str]) -> dict[str, Any]:
    """Named values, each in the form that its field wants."""
    return {key: value_of_kind(kind_at(record, (key,)), value) for key, value in map(named_value, words)}


def value_of_kind(kind: Kind, value: Any) -> Any:
    """The value in the form of its kind: where a list is wanted, one word is a list of one, and no
    word an empty list."""
    return value if not isinstance(kind, ListOf) or isinstance(value, list) else [value] if value != "" else []


def value_for(prompt: Prompt, words: str) -> Any:
    """The typed words in the form that the prompt wants."""
    if not words and prompt.default is not None:
        return thawed(prompt.default)
    if prompt.kind == "roll":
        return faces_for(prompt, words)
    if prompt.kind == "choice" and words.isdecimal() and 0 < int(words) <= len(prompt.options):
        return prompt.options[int(words) - 1].key
    if prompt.kind == "ledger":
        return _declined(words.split())
    if prompt.kind == "form":
        return named_values(prompt.fields or Record(), words.split())
    return value_of_word(words)


def _declined(words: list[str]) -> list[int]:
    """The numbers of declined lines; any other word is refused, as a mistyped one must not accept
    every line."""
    wrong = [each for each in words if not each.isdecimal()]
    if wrong:
        raise Impossible(f"{wrong[0]} is no line: enter lets all of it happen, numbers name the lines that do not")
    return [int(each) - 1 for each in words]


def faces_for(prompt: Prompt, words: str) -> Any:
    """The faces of each check, one check after the other; "= 6" is a count that the players have
    read already."""
    if words.startswith("="):
        return value_of_word(words[1:].strip())
    faces: list[Any] = [value_of_word(each) for each in words.replace("/", " ").split()]
    if len(prompt.checks) == 1:
        return faces
    rolled = [_taken(check, faces) for check in prompt.checks]
    if faces:
        raise Impossible(f"more dice were rolled than are asked for: {' '.join(map(str, faces))} is left over")
    return rolled


def _taken(check: Check, faces: list[Any]) -> list[Any]:
    """As many faces as the check wants, wave by wave."""
    mine: tuple[Value, ...] = ()
    try:
        while faces and (count := wanted(check, mine)):
            mine, faces[:] = (*mine, *faces[:count]), faces[count:]
    except (Impossible, Stale):
        return list(mine)
    return list(mine)
