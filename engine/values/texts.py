"""Sentences: what the engine says, in a form that screens can translate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.values.maps import EMPTY, Map, Value


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence: its key is the English text; screens translate and fill it."""

    key: str
    values: Map[Value | Text] = field(default_factory=lambda: EMPTY)
    plural: str = ""
    count: int = 1


def say(key: str, /, **values: Value | Text) -> Text:
    """A sentence with named places to fill, perhaps by other sentences."""
    return Text(key, Map(values))


def say_many(one: str, many: str, count: int, /, **values: Value | Text) -> Text:
    """A sentence that counts: `{count}` and the plural follow one number."""
    return Text(one, Map({**values, "count": count}), many, count)


def joined(parts: Iterable[Text | str]) -> Text | str:
    """Several sentences as one, one after another."""
    found: Text | str = ""
    for part in parts:
        found = say("{first}; {second}", first=found, second=part) if found else part
    return found


def english(text: Text | object) -> str:
    """A sentence filled with its values, which may be sentences themselves."""
    if not isinstance(text, Text):
        return str(text)
    key = text.plural if text.plural and text.count != 1 else text.key
    return key.format(**{name: english(value) for name, value in text.values.items()})
