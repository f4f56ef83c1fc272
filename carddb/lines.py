"""A card as lines of a table. Whatever a card has several of, such as units and their weapons,
stands in columns of its own, one a line: the first on the line of the card, the others below it,
where the cells of the card stay empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any, TypeAlias

from carddb.cells import cell, value_of
from engine.values.kinds import Field, Fixed, Kind, ListOf, MapOf, Mistake, Record, Whole, Word
from engine.values.maps import thawed
from engine.values.model import Path
from engine.values.texts import say

COUNT, NAME = "count", "name"
Cells: TypeAlias = dict[str, str]
"""What stands on a line, by column: "name", "units.speed", "units.weapons.range"."""
Read: TypeAlias = Callable[[Record, str, str], Any]
"""The value of a field of a record from its cell."""
Write: TypeAlias = Callable[[Record, str, Any], str]


@dataclass(frozen=True, slots=True)
class Several:
    """Rows that a record has: `record` has a column for each part of one. Rows with a number, and
    rows kept by their names, have that in the column `label`."""

    record: Record
    label: str = ""

    def parted(self, value: Any) -> list[dict[str, Any]]:
        """The rows, each as its parts by name."""
        if self.label == NAME:
            return [{NAME: name, **parts} for name, parts in value.items()]
        return [{COUNT: row[0], **row[1]} for row in value] if self.label == COUNT else list(value)

    def joined(self, rows: Iterable[dict[str, Any]]) -> Any:
        """Rows from their parts; without a number there is one."""
        if self.label == NAME:
            return {str(row.pop(NAME, "")): row for row in rows}
        return [[row.pop(COUNT, 1), row] for row in rows] if self.label == COUNT else list(rows)

    def place(self, path: Path, number: int, name: str, key: str) -> Path:
        """Where a part of a row stands, if the rows stand at `path`."""
        if self.label == NAME:
            return (*path, name) if key == NAME else (*path, name, key)
        if self.label == COUNT:
            return (*path, number, 0) if key == COUNT else (*path, number, 1, key)
        return (*path, number, key)


@lru_cache(maxsize=256)
def several_of(kind: Kind) -> Several | None:
    """The rows of a kind, where it has any."""
    match kind:
        case ListOf(kind=Record() as record):
            return Several(record)
        case ListOf(kind=Fixed(kinds=(Whole() as count, Record() as record))):
            return Several(Record((Field(COUNT, count), *record.fields)), COUNT)
        case MapOf(kind=Record() as record):
            return Several(Record((Field(NAME, Word()), *record.fields)), NAME)
    return None


def is_nested(kind: Kind) -> bool:
    return isinstance(kind, Record) or several_of(kind) is not None


def columns_of(record: Record, at: str = "") -> Iterator[str]:
    """The columns of a record, then those of its parts."""
    yield from (at + part.key for part in record.fields if not is_nested(part.kind))
    for part in record.fields:
        several = several_of(part.kind)
        inner = several.record if several else part.kind
        if isinstance(inner, Record):
            yield from columns_of(inner, f"{at}{part.key}.")


@lru_cache(maxsize=256)
def _own_columns(record: Record, at: str = "") -> frozenset[str]:
    """Columns that a record has once: a line with a cell in one of them begins the next record."""
    inner = (_own_columns(part.kind, f"{at}{part.key}.") for part in record.fields if isinstance(part.kind, Record))
    return frozenset().union((at + part.key for part in record.fields), *inner)


# Out


def lines_of(record: Record, values: Mapping[str, Any], write: Write = cell, read: Read = value_of) -> list[Cells]:
    """The lines of a card; a value that would not read back from lines stands in one cell."""
    stated = [part for part in record.fields if part.key in values and is_nested(part.kind)]
    whole = [part.key for part in stated if not _returns(part, values[part.key], write, read)]
    told = {key: cell(record, key, values[key]) for key in whole}
    first, *rest = _laid(record, {key: value for key, value in values.items() if key not in whole}, write)
    return [told | first, *rest]


def _returns(part: Field, value: Any, write: Write, read: Read) -> bool:
    """Whether the lines of a value read back as the same, with what is assumed where nothing is
    said."""
    alone, told, gathering = Record((part,)), {part.key: value}, Gathering(read)
    lines = [Line(number, cells) for number, cells in enumerate(_laid(alone, told, write))]
    back = gathering.record(alone, lines)
    return not gathering.problems and alone.take(back, (), []) == alone.take(told, (), [])


def _laid(record: Record, values: Mapping[str, Any], write: Write, at: str = "") -> list[Cells]:
    """Own cells on the first line; rows from there downwards, those of different lists side by
    side."""
    own: Cells = {}
    beside: list[list[Cells]] = []
    for part in record.fields:
        value = values.get(part.key)
        if value is None or value == thawed(part.default):
            continue
        if several := several_of(part.kind):
            rows = several.parted(value)
            beside.append([line for row in rows for line in _laid(several.record, row, write, f"{at}{part.key}.")])
        elif isinstance(part.kind, Record):
            beside.append(_laid(part.kind, value, write, f"{at}{part.key}."))
        else:
            own[at + part.key] = write(record, part.key, value)
    together = zip_longest(*beside, fillvalue=Cells())
    below = [{key: text for cells in line for key, text in cells.items()} for line in together]
    return [own | (below[0] if below else {}), *below[1:]]


# In


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: its number, and its cells that are not empty."""

    number: int
    cells: Mapping[str, str]


def begins(record: Record, line: Line, others: Iterable[str] = ()) -> bool:
    """Whether a line begins a record: it has a cell that only the first line of one has."""
    return not _own_columns(record).isdisjoint(line.cells) or any(key in line.cells for key in others)


@dataclass(slots=True)
class Gathering:
    """Values read from lines: where each of them stands, and what is wrong with the lines."""

    read: Read
    places: dict[Path, tuple[int, str]] = field(default_factory=dict)
    problems: list[Mistake] = field(default_factory=list)

    def record(self, record: Record, lines: Sequence[Line], at: str = "", path: Path = ()) -> dict[str, Any]:
        return self._parts(record, lines, at, lambda key: (*path, key))

    def _parts(self, record: Record, lines: Sequence[Line], at: str, place: Callable[[str], Path]) -> dict[str, Any]:
        found = {}
        for part in record.fields:
            value = self._part(record, part, lines, at + part.key, place(part.key))
            if value is not None:
                found[part.key] = value
        return found

    def _part(self, record: Record, part: Field, lines: Sequence[Line], column: str, path: Path) -> Any:
        """A value from its cell, or from the lines that have columns of its parts."""
        stated = next((line for line in lines if column in line.cells), None)
        self.places[path] = (stated or lines[0]).number, column
        below = [line for line in lines if any(key.startswith(f"{column}.") for key in line.cells)]
        if stated:
            if below:
                self.problems.append(Mistake(path, say("told both in one cell and in columns of its own")))
            return self.read(record, part.key, stated.cells[column])
        if below and (several := several_of(part.kind)):
            return self._rows(several, below, f"{column}.", path)
        return self.record(part.kind, below, f"{column}.", path) if below and isinstance(part.kind, Record) else None

    def _rows(self, several: Several, lines: Sequence[Line], at: str, path: Path) -> Any:
        own, groups = _own_columns(several.record, at), list[list[Line]]()
        for line in lines:
            if not groups or not own.isdisjoint(line.cells):
                groups.append([])
            groups[-1].append(line)
        names = [group[0].cells.get(at + NAME, "") for group in groups]
        if several.label == NAME and (len({*names}) < len(names) or "" in names):
            self.problems.append(Mistake(path, say("every row needs a name of its own")))
        rows = [
            self._parts(several.record, group, at, partial(several.place, path, n, names[n]))
            for n, group in enumerate(groups)
        ]
        return several.joined(rows)
