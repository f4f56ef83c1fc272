"""A table as a row of small numbers, one for each part of it: the trackers of a unit, what is
remembered of a unit, the trackers of the table, whatever else is remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import itemgetter
from typing import Any, TypeAlias

from engine.playing.watched import Owner, Unfit, Watched, WatchedMemory, fields_of, keyed_fields
from engine.values.maps import Map
from engine.values.table import GameState, Unit, changed

Row: TypeAlias = tuple[int, ...]
Read: TypeAlias = Any
"""What was looked at: a part (its number), a slot (part and place), or a fact (what works it out,
of which unit, with which arguments)."""
Slot: TypeAlias = "tuple[TablePart, int, tuple[int, int]]"
Puts: TypeAlias = "dict[tuple[Owner, str], Any]"
TABLE, ENDS = "", "\0ends"
NO_UNITS: Map[Unit] = Map()
REST = "\0rest"
"""What a memory holds by names that are no unit's: all of it is one slot."""


class TablePart:
    """Slots that are mostly read together: each different content has a number."""

    __slots__ = ("at", "contents", "known", "maps", "names")

    def __init__(self, at: int) -> None:
        self.at, self.names = at, list[str]()
        self.contents: list[tuple[Any, ...]] = [()]
        self.known: dict[tuple[Any, ...], int] = {(): 0}
        self.maps: dict[int, Map[Any]] = {}

    def add(self, name: str, value: Any) -> Slot:
        """A new slot; all contents so far have its first value."""
        self.names.append(name)
        self.contents[:] = [(*content, value) for content in self.contents]
        self.known = {content: number for number, content in enumerate(self.contents)}
        self.maps.clear()
        place = len(self.names) - 1
        return self, place, (self.at, place)

    def number(self, content: tuple[Any, ...]) -> int:
        found = self.known.get(content)
        if found is None:
            found = self.known[content] = len(self.contents)
            self.contents.append(content)
        return found

    def held(self, number: int) -> Map[Any]:
        """A content by the names of its slots."""
        found = self.maps.get(number)
        if found is None:
            pairs = zip(self.names, self.contents[number], strict=True)
            found = self.maps[number] = Map({name: value for name, value in pairs if value is not None})
        return found


class Write:
    """Slots of one part that are written, and what that makes of each content met."""

    __slots__ = ("at", "made", "part", "puts")

    def __init__(self, part: TablePart, puts: tuple[tuple[int, Any], ...]) -> None:
        self.part, self.at, self.puts, self.made = part, part.at, puts, dict[int, int]()

    def on(self, number: int) -> int:
        content = list(self.part.contents[number])
        for place, value in self.puts:
            content[place] = value
        found = self.made[number] = self.part.number(tuple(content))
        return found


class Slots:
    """The parts of all tables that a procedure may make of one."""

    def __init__(self, start: GameState, wide: bool = False) -> None:
        """A *wide* one has parts for what hardly any procedure changes too: trackers of the seats,
        and what runs out when."""
        self.start, self.wide, self.parts = start, wide, list[TablePart]()
        self.slots: dict[Owner, dict[str, Slot]] = {}
        self.facts: dict[Read, dict[int, Any]] = {}
        self.writes: dict[Any, Write] = {}
        self.common_writes: dict[Any, tuple[Write, ...]] = {}
        self.table, self.common = self._part(), self._part()
        self.units = {key: self._part() for key in start.units}
        self.remembered = {key: self._part() for key in start.units}
        self.holders: dict[Owner, TablePart] = {TABLE: self.table, **self.units}
        self._adopt_trackers(TABLE, start.trackers)
        for key, unit in start.units.items():
            self._adopt_trackers(key, unit.trackers)
        for owner, held in self._others():
            self.holders[owner] = self._part()
            self._adopt_trackers(owner, held)
        for held in start.memory:
            self.owned(type(held))
        self.first: Row = (0,) * len(self.parts)

    def _others(self) -> list[tuple[str, Map[Any]]]:
        seats = [(f"@{seat}", held) for seat, held in enumerate(self.start.seats)]
        return [*seats, (ENDS, self.start.ends)] if self.wide else []

    def _part(self) -> TablePart:
        self.parts.append(TablePart(len(self.parts)))
        return self.parts[-1]

    # Slots

    def _adopt_trackers(self, owner: str, held: Map[Any]) -> None:
        part = self.holders[owner]
        self.slots[owner] = {key: part.add(key, value) for key, value in held.items()}

    def owned(self, owner: Owner) -> dict[str, Slot]:
        """The slots of an owner; those of a memory all at once, when it is first met."""
        found = self.slots.get(owner)
        if found is not None:
            return found
        found = self.slots[owner] = {}
        if isinstance(owner, tuple):
            held: Map[Any] = getattr(self.start.recall(owner[0]), owner[1])
            for key, part in self.remembered.items():
                found[key] = part.add(key, held.get(key))
            rest = Map({key: value for key, value in held.items() if key not in self.remembered})
            found[REST] = self.common.add(REST, rest)
            return found
        blank = self.start.recall(owner)
        for name in fields_of(owner):
            if name in keyed_fields(owner):
                self.owned((owner, name))
            else:
                found[name] = self.common.add(name, getattr(blank, name))
        return found

    def slot(self, owner: Owner, key: str) -> Slot:
        known = self.owned(owner)
        found = known.get(key)
        if found is None:  # a tracker that the first table does not have
            part = self.holders[owner]
            found = known[key] = part.add(key, None)
        return found

    # Reads

    def getter(self, read: Read) -> Callable[[Row], Hashable]:
        if type(read) is int:
            return itemgetter(read)
        if len(read) == 2:
            at, place = read
            contents = self.parts[at].contents
            return lambda row: contents[row[at]][place]
        return lambda row: self.fact_on_row(read, row)

    def part_of(self, read: Read) -> int:
        """The part that a read looks into."""
        if type(read) is int:
            return read
        part: int = read[0] if len(read) == 2 else self.units[read[1]].at
        return part

    def fact_on_row(self, read: Read, row: Row) -> Any:
        """A fact of a unit as it is on a row."""
        return self.fact(read, row[self.units[read[1]].at])

    def fact(self, read: Read, number: int) -> Any:
        """A fact of a unit, worked out once for each look of it."""
        known = self.facts.get(read)
        if known is None:
            known = self.facts[read] = {}
        if number not in known:
            work, owner, args = read
            unit = self.start.units[owner]
            known[number] = work(Unit(owner, unit.seat, unit.card, self.units[owner].held(number)), *args)
        return known[number]

    # Writes

    def writes_again(self, puts: frozenset[tuple[tuple[Owner, str], Any]]) -> tuple[Write, ...]:
        """The same for writes that many tables have in common."""
        found = self.common_writes.get(puts)
        if found is None:
            found = self.common_writes[puts] = self.writes_of(dict(puts))
        return found

    def writes_of(self, puts: Puts) -> tuple[Write, ...]:
        """Writes by parts, each known again."""
        by_part: dict[int, list[tuple[int, Any]]] = {}
        for (owner, key), value in puts.items():
            part, place, _ = self.slot(owner, key)
            by_part.setdefault(part.at, []).append((place, value))
        return tuple(self._write(at, tuple(sorted(each, key=itemgetter(0)))) for at, each in sorted(by_part.items()))

    def _write(self, at: int, puts: tuple[tuple[int, Any], ...]) -> Write:
        found = self.writes.get((at, puts))
        if found is None:
            found = self.writes[at, puts] = Write(self.parts[at], puts)
        return found

    def row_after(self, row: Row, writes: tuple[Write, ...]) -> Row:
        new = list(row)
        for write in writes:
            made = write.made.get(new[write.at])
            new[write.at] = write.on(new[write.at]) if made is None else made
        return tuple(new)

    def difference(self, before: Row, after: Row) -> Puts:
        """The slots in which two rows differ."""
        found: Puts = {}
        for owner, known in self.slots.items():
            for key, (part, place, _) in known.items():
                if before[part.at] != after[part.at]:
                    value = part.contents[after[part.at]][place]
                    if value != part.contents[before[part.at]][place]:
                        found[owner, key] = value
        return found

    def state(self, row: Row) -> GameState:
        """A row as a plain table."""
        units = Map({key: self._unit(key, part, row) for key, part in self.units.items()})
        found = changed(self.start, units=units, trackers=self.table.held(row[self.table.at]), memory=())
        if self.wide:
            *seats, ends = (self.holders[owner].held(row[self.holders[owner].at]) for owner, _ in self._others())
            found = changed(found, seats=tuple(seats), ends=ends)
        for kind in (owner for owner in self.slots if isinstance(owner, type)):
            found = found.remember(kind(**{name: self._field(kind, name, row) for name in fields_of(kind)}))
        return found

    def _unit(self, key: str, part: TablePart, row: Row) -> Unit:
        unit = self.start.units[key]
        return Unit(key, unit.seat, unit.card, part.held(row[part.at]))

    def _field(self, kind: type, name: str, row: Row) -> Any:
        if name in keyed_fields(kind):
            return self.by_name((kind, name), row)
        part, place, _ = self.slots[kind][name]
        return part.contents[row[part.at]][place]

    def by_name(self, owner: Owner, row: Row) -> Map[Any]:
        """What a field of a memory holds by name."""
        values = {key: part.contents[row[part.at]][place] for key, (part, place, _) in self.owned(owner).items()}
        rest: Map[Any] = values.pop(REST)
        return Map({**{key: value for key, value in values.items() if value is not None}, **rest})


class RowLog:
    """What one run of a piece reads of the row it runs on."""

    __slots__ = ("reads", "row", "slots", "units")

    def __init__(self, slots: Slots, row: Row) -> None:
        self.slots, self.row, self.reads = slots, row, dict[Read, None]()
        self.units = Map({key: self._watched(unit, {}) for key, unit in slots.start.units.items()})

    def close(self) -> None:
        """Nothing more is run on it: it lets go of its units, which hold on to it."""
        self.units = NO_UNITS

    def _watched(self, unit: Unit, own: dict[str, Any]) -> Unit:
        return Unit(unit.id, unit.seat, unit.card, Watched(self, unit.id, own))

    def one(self, owner: Owner, key: str) -> Any:
        known = self.slots.slots.get(owner)
        found = known.get(key) if known else None
        if found is None:
            if type(owner) is tuple and key not in self.slots.owned(owner):
                rest: Map[Any] = self.one(owner, REST)
                return rest.get(key)
            found = self.slots.slot(owner, key)
        part, place, read = found
        self.reads[read] = None
        return part.contents[self.row[part.at]][place]

    def every(self, owner: Owner) -> Map[Any]:
        if isinstance(owner, tuple):
            for _, _, read in self.slots.owned(owner).values():
                self.reads[read] = None
            return self.slots.by_name(owner, self.row)
        part = self.slots.holders[owner]
        self.reads[part.at] = None
        return part.held(self.row[part.at])

    def fact(self, unit: Unit, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        read = work, unit.id, args
        self.reads[read] = None
        return self.slots.fact_on_row(read, self.row)

    # The table and what becomes of it

    def state(self, puts: Puts) -> GameState:
        """The row as a table that notes what is read; some slots are written already."""
        mine: dict[Owner, dict[str, Any]] = {}
        for (owner, key), value in puts.items():
            mine.setdefault(owner, {})[key] = value
        units = self.units
        for key, own in mine.items():
            if isinstance(key, str) and key in units:
                units = units.put(key, self._watched(units[key], own))
        memory: Any = WatchedMemory(self, self._own_memory(mine))
        table = Watched(self, TABLE, mine.get(TABLE, {}))
        state = changed(self.slots.start, units=units, trackers=table, memory=memory)
        if not self.slots.wide:
            return state
        seats = tuple(Watched(self, f"@{n}", mine.get(f"@{n}", {})) for n in range(len(state.seats)))
        return changed(state, seats=seats, ends=Watched(self, ENDS, mine.get(ENDS, {})))

    def _own_memory(self, mine: dict[Owner, dict[str, Any]]) -> dict[type, dict[str, Any]]:
        found: dict[type, dict[str, Any]] = {}
        for owner, own in mine.items():
            if isinstance(owner, type):
                found.setdefault(owner, {}).update(own)
            elif isinstance(owner, tuple):
                found.setdefault(owner[0], {})[owner[1]] = Watched(self, owner, self._by_names(owner, own))
        return found

    def _by_names(self, owner: Owner, own: dict[str, Any]) -> dict[str, Any]:
        """Writes with the rest by its own names again."""
        if REST not in own:
            return own
        gone = dict.fromkeys(self.one(owner, REST))
        return {**{key: value for key, value in own.items() if key != REST}, **gone, **own[REST]}

    def written(self, end: GameState) -> Puts:
        """The slots a table of this run has written."""
        start, found = self.slots.start, dict[tuple[Owner, str], Any]()
        if self.slots.wide:
            for seat, held in enumerate(end.seats):
                self._trackers_written(f"@{seat}", held, found)
            self._trackers_written(ENDS, end.ends, found)
        elif end.seats is not start.seats or end.ends is not start.ends:
            raise Unfit
        if len(end.units) != len(start.units):
            raise Unfit
        self._trackers_written(TABLE, end.trackers, found)
        if end.units is not self.units:
            for key, unit in end.units.items():
                if unit is not self.units._items[key]:
                    self._trackers_written(key, unit.trackers, found)
        memory: Any = end.memory
        if type(memory) is not WatchedMemory or memory.log is not self:
            raise Unfit
        for kind, own in memory.own.items():
            keyed = keyed_fields(kind)
            for name, value in own.items():
                if name in keyed:
                    self._names_written((kind, name), value, found)
                else:
                    found[kind, name] = value
        return found

    def _trackers_written(self, owner: str, held: Map[Any], found: Puts) -> None:
        if type(held) is Watched and held.log is self:
            for key, value in held.own.items():
                found[owner, key] = value
            return
        for key in {**self.slots.slots[owner], **held._items}:  # a table of its own, made of all that was there
            found[owner, key] = held.get(key)

    def _names_written(self, owner: Owner, held: Map[Any], found: Puts) -> None:
        slots, rest = self.slots.owned(owner), None
        own = type(held) is Watched and held.log is self and held.owner == owner
        pairs = held.own if own and type(held) is Watched else {**dict.fromkeys(slots), **held._items}
        for key, value in pairs.items():
            if key in slots and key != REST:
                found[owner, key] = value
            elif key != REST:
                before = rest if rest is not None else self.one(owner, REST) if own else Map()
                rest = before.without(key) if value is None else before.put(key, value)
            elif own:
                rest = value if rest is None else rest
            else:
                rest = Map() if rest is None else rest
        if rest is not None:
            found[owner, REST] = rest
