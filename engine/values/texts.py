"""Sentences: what the engine says, in a form that screens can translate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.values.maps import EMPTY, Map, Value
from engine.values.quick import quickly_made

NAMES = "unit|attacker|assaulter|shooter|reactor|by|target|defender|other|formation|hero|transport|player"
VERB = re.compile(rf"(?:^|(?<=[:;] ))\{{({NAMES})\}} (\w+s)\b|\b(does|is|has|was) \{{({NAMES})\}}")
"""A verb whose subject is a name."""
PLURALS = {"is": "are", "has": "have", "was": "were", "as": "as"}


class PersonName(str):
    """What a player is called: Agnes is one, whatever letter she ends with."""

    __slots__ = ()


@quickly_made
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


def apart(text: Text | object) -> tuple[Text | str, ...]:
    """The sentences that `joined` has made one of."""
    if isinstance(text, Text) and text.key == "{first}; {second}":
        return (*apart(text.values["first"]), *apart(text.values["second"]))
    return (text if isinstance(text, Text) else str(text),)


def english(text: Text | object) -> str:
    """A sentence filled with its values, which may be sentences themselves."""
    if not isinstance(text, Text):
        return text if isinstance(text, str) else str(text)
    key = text.plural if text.plural and text.count != 1 else text.key
    values = {name: english(value) for name, value in text.values.items()}
    return agree(key, values).format(**values)


def agree(sentence: str, values: Mapping[str, str]) -> str:
    """An English sentence whose verbs follow the names that are put into it."""
    if not any(map(is_plural, values.values())):
        return sentence

    def verb(found: re.Match[str]) -> str:
        name, after, before, of = found.groups()
        if not is_plural(values.get(name or of, "")):
            return found[0]
        return f"{{{name}}} {_plural(after)}" if name else f"{_plural(before)} {{{of}}}"

    return VERB.sub(verb, sentence)


def is_plural(name: str) -> bool:
    """Whether a name is a plural, by its last word before a number or brackets: Choppers, Boyz and
    Riflemen are, The Boss and Axis are not, nor is a player."""
    word = "" if isinstance(name, PersonName) else name.split(" (")[0].rstrip(" 0123456789")
    return word.endswith(("s", "yz", "men")) and not word.endswith(("ss", "us", "is", "'s"))


def _plural(verb: str) -> str:
    """The verb of several: they carry, march, go, move."""
    if verb in PLURALS:
        return PLURALS[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("ches", "shes", "sses", "xes", "oes")) else verb[:-1]
