"""Kinds of values: one small language for card stats, trackers, situations and forms. `take` turns
plain data into a frozen value and collects every problem as a sentence; `schema` describes a kind
to other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as slot
from typing import Any, TypeAlias

from engine.values.maps import DEEPEST, Map, Value, frozen
from engine.values.model import Path, dotted
from engine.values.texts import Text, joined, say, say_many

BIGGEST = 10**9
LONGEST = 1000
MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Mistake:
    """A problem with a value, and its place."""

    at: Path
    why: Text

    @property
    def place(self) -> str:
        return dotted(self.at)


Mistakes: TypeAlias = list[Mistake]


def sentence(problems: Iterable[Mistake]) -> Text | str:
    """The problems, each with its place; of very many only the first ones and the number of the
    others."""
    found = list(problems)
    told = [
        say("{place}: {problem}", place=each.place, problem=each.why) if each.at else each.why
        for each in found[:MOST_TOLD]
    ]
    more = len(found) - len(told)
    return joined([*told, say_many("and one more", "and {count} more", more)] if more else told)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int = 0
    most: int = BIGGEST

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if isinstance(data, bool) or not isinstance(data, int):
            problems.append(Mistake(at, say("not a whole number")))
        elif data < self.least:
            problems.append(Mistake(at, say("less than {least}", least=self.least)))
        elif data > self.most:
            problems.append(Mistake(at, say("more than {most}", most=self.most)))
        else:
            return data
        return None

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if isinstance(data, bool):
            return data
        problems.append(Mistake(at, say("neither true nor false")))
        return None

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Word:
    """One of a set of words, or any text."""

    choices: tuple[str, ...] = ()

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if not isinstance(data, str):
            problems.append(Mistake(at, say("not a word")))
        elif self.choices and data not in self.choices:
            problems.append(Mistake(at, say("none of {choices}", choices=", ".join(self.choices))))
        elif len(data) > LONGEST:
            problems.append(Mistake(at, say("longer than {most} characters", most=LONGEST)))
        else:
            return data
        return None

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.choices)} if self.choices else {"type": "string", "maxLength": LONGEST}


@dataclass(frozen=True, slots=True)
class UnitId(Word):
    """The name of a unit of the question or the game; an `enemy` stands on the other side of the
    actor."""

    enemy: bool = False


@dataclass(frozen=True, slots=True)
class ListOf:
    """Values of one kind, in order; `blanks` lets single places be empty."""

    kind: Kind
    least: int = 0
    most: int = LONGEST
    blanks: bool = False

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if isinstance(data, (str, Mapping)) or not isinstance(data, Sequence):
            problems.append(Mistake(at, say("not a list")))
            return None
        if not self.least <= len(data) <= self.most:
            problems.append(
                Mistake(
                    at,
                    say("a list of {least} to {most}, not of {size}", size=len(data), least=self.least, most=self.most),
                )
            )
            return None
        return tuple(self._one(each, (*at, n), problems) for n, each in enumerate(data))

    def _one(self, data: object, at: Path, problems: Mistakes) -> Value:
        return None if data is None and self.blanks else self.kind.take(data, at, problems)

    def schema(self) -> dict[str, Any]:
        items = self.kind.schema()
        one = {"anyOf": [items, {"type": "null"}]} if self.blanks else items
        return {"type": "array", "items": one, "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixed number of values, each of its own kind."""

    kinds: tuple[Kind, ...]

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if isinstance(data, (str, Mapping)) or not isinstance(data, Sequence) or len(data) != len(self.kinds):
            problems.append(Mistake(at, say("not a list of {size}", size=len(self.kinds))))
            return None
        return tuple(
            kind.take(each, (*at, n), problems) for n, (kind, each) in enumerate(zip(self.kinds, data, strict=True))
        )

    def schema(self) -> dict[str, Any]:
        kinds = [kind.schema() for kind in self.kinds]
        return {"type": "array", "prefixItems": kinds, "minItems": len(kinds), "maxItems": len(kinds)}


@dataclass(frozen=True, slots=True)
class MapOf:
    """Values of one kind by name."""

    kind: Kind

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if not isinstance(data, Mapping):
            problems.append(Mistake(at, say("not a table of names")))
            return None
        return Map({str(key): self.kind.take(each, (*at, str(key)), problems) for key, each in data.items()})

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.kind.schema()}


@dataclass(frozen=True, slots=True)
class Either:
    """The first kind that fits."""

    kinds: tuple[Kind, ...]

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        first: Mistakes = []
        for kind in self.kinds:
            found: Mistakes = []
            value = kind.take(data, at, found)
            if not found:
                return value
            first = first or found
        problems += first
        return None

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [kind.schema() for kind in self.kinds]}


@dataclass(frozen=True, slots=True)
class Anything:
    """Any plain data."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        try:
            return frozen(data)
        except (TypeError, RecursionError):
            broken = next(fractions(data, at), None)
            why = say("not a whole number") if broken else say("neither a whole number, a word, a list nor a table")
            problems.append(Mistake(broken or at, why))
            return None

    def schema(self) -> dict[str, Any]:
        return {}


def fractions(data: object, at: Path, depth: int = 0) -> Iterator[Path]:
    """The places in a value where numbers are not whole."""
    if isinstance(data, float):
        yield at
    if depth < DEEPEST and isinstance(data, (dict, list)):
        for key, each in data.items() if isinstance(data, dict) else enumerate(data):
            yield from fractions(each, (*at, key), depth + 1)


@dataclass(frozen=True, slots=True)
class Field:
    """A named value in a record; unless it is `required`, null and absent mean not stated."""

    key: str
    kind: Kind
    required: bool = False
    default: Value = None

    def schema(self) -> dict[str, Any]:
        return self.kind.schema() if self.required else {"anyOf": [self.kind.schema(), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class Record:
    """Named fields and no others; `form` is the class they were derived from, if there is one."""

    fields: tuple[Field, ...] = ()
    form: Any = slot(default=None, compare=False)

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        if not isinstance(data, Mapping):
            problems.append(Mistake(at, say("not a table of names")))
            return None
        known = {field.key for field in self.fields}
        problems += [Mistake((*at, str(key)), say("not known here")) for key in data if key not in known]
        found = {field.key: self._one(field, data.get(field.key), (*at, field.key), problems) for field in self.fields}
        return Map({key: value for key, value in found.items() if value is not None})

    def _one(self, field: Field, data: object, at: Path, problems: Mistakes) -> Value:
        if data is not None:
            return field.kind.take(data, at, problems)
        if field.required:
            problems.append(Mistake(at, say("is missing")))
        return field.default

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {field.key: field.schema() for field in self.fields},
            "required": [field.key for field in self.fields if field.required],
            "additionalProperties": False,
        }

    def field(self, key: str) -> Field | None:
        return next((field for field in self.fields if field.key == key), None)


Kind: TypeAlias = Whole | Flag | Word | ListOf | Fixed | MapOf | Either | Anything | Record


def fields(**kinds: Kind) -> tuple[Field, ...]:
    """Optional fields, in the order given."""
    return tuple(Field(key, kind) for key, kind in kinds.items())


def required(**kinds: Kind) -> tuple[Field, ...]:
    return tuple(Field(key, kind, required=True) for key, kind in kinds.items())


def kind_at(kind: Kind, path: Path) -> Kind:
    """The kind of a place inside a value."""
    for part in path:
        match kind:
            case Record():
                field = kind.field(str(part))
                kind = field.kind if field else Anything()
            case ListOf() | MapOf():
                kind = kind.kind
            case Fixed(kinds=kinds) if isinstance(part, int) and part < len(kinds):
                kind = kinds[part]
            case _:
                return Anything()
    return kind


def taken(kind: Kind, data: object, *at: str | int) -> tuple[Value, tuple[Mistake, ...]]:
    """The frozen value, and all problems at once."""
    problems: Mistakes = []
    value = kind.take(data, at, problems)
    return value, tuple(problems)
