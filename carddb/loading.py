"""Opening a saved game from the end of its file: the last checkpoint and the entries after it;
older history is read on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from carddb.packing import long, packed, short, unpacked
from carddb.storage import JournalStorage
from carddb.trouble import CannotOpen
from engine.playing import codec
from engine.playing.codec import Damaged
from engine.playing.rules import Ruleset
from engine.playing.session import Save, Session
from engine.values.events import Entry, Event
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say

BACK = ("Undone", "Redone", "Amended")
"""Kinds of entries that may reach back before a checkpoint."""
DIGITS = 9
"""The most digits that the number of an entry has."""


@dataclass(frozen=True, slots=True)
class Point:
    """A table at one moment: after so many entries, of which so many events were in force. *last*
    is the tap that undo would take back, *at* the time of the last entry."""

    state: GameState
    rules: int
    entries: int = 0
    events: int = 0
    last: Event | None = None
    at: str = ""


def plain(here: Point) -> dict[str, Any]:
    """A point as it is saved: its table is compressed, unless it is the opening table."""
    state = packed(here.state) if here.entries else codec.plain(here.state)
    found = {"state": state, "rules": here.rules, "entries": here.entries, "events": here.events, "at": here.at}
    return {**found, "last": short(here.last)} if here.last else found


def point(data: Any) -> Point:
    """A point read from its saved form."""
    if not isinstance(data, dict):
        raise Damaged("a checkpoint that is none")
    last = long(data["last"]) if "last" in data else None
    if not isinstance(last, Event | None):
        raise Damaged("a checkpoint after no tap")
    rules, entries, events = (_number(data.get(key, 0)) for key in ("rules", "entries", "events"))
    return Point(unpacked(data.get("state")), rules, entries, events, last, str(data.get("at", "")))


def _number(data: Any) -> int:
    if type(data) is not int or data < 0:
        raise Damaged("a checkpoint without its numbers")
    return data


def numbered(key: str) -> bool:
    """Whether a value can be the number of an entry."""
    return len(key) <= DIGITS and key.isascii() and key.isdecimal()


def entry(data: Any) -> Entry:
    """An entry read from its saved form, without its time."""
    return long({key: value for key, value in data.items() if key != "t"} if isinstance(data, dict) else data)


class Reading:
    """A game's file, read from the end as far as needed: points, and the entries after each."""

    def __init__(self, storage: JournalStorage) -> None:
        self._changes = storage.backwards()
        self._missing = say("{file} holds no game that can be read", file=storage.journal.name)
        self.count = -1  # entries in the whole file, when the last of them is known
        self.entries: list[Any] = []
        self.point: Point | None = None

    def back(self) -> Point | None:
        """The next older point; the opening table is the oldest. None if there is no older one."""
        found: list[Any] = []
        for change in self._changes:
            match change:
                case ("entries", str(key), dict(doc)) if key.isdecimal():
                    self.count = max(self.count, self._number(key))
                    found.append(doc)
                case ("checkpoints" | "start", str(), dict(doc)):
                    self.entries[:0], found = reversed(found), []
                    if here := self._fitting(doc):
                        self.point = here
                        return here
        return None

    def _number(self, key: str) -> int:
        if not numbered(key):
            raise CannotOpen(self._missing)
        return int(key)

    def _fitting(self, doc: Any) -> Point | None:
        """The next older point that can be read and whose later entries are all known."""
        try:
            here = point(doc)
        except Damaged:
            return None
        self.count = max(self.count, here.entries)
        return here if here.entries + len(self.entries) == self.count else None

    def first(self) -> Point:
        """The newest point."""
        if here := self.back():
            return here
        raise CannotOpen(self._missing)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A session, the point it starts from, and how many entries of the file before that point
    did not fit any more."""

    session: Session
    start: Point
    unfit: int = 0


def entered(
    rules: Ruleset, start: Point, entries: Sequence[Any], save: Save | None = None
) -> tuple[Session | None, int]:
    """A session with all these entries; or None, and the place of the entry that does not fit."""
    place = 0

    def read() -> Iterator[Entry]:
        nonlocal place
        for place, doc in enumerate(entries):  # noqa: B007  # the place is for those who catch what it raises
            yield entry(doc)

    try:
        return Session(rules, start.state, read(), start.events, save), len(entries)
    except Exception:  # rules that were mended since may stumble over an old entry in any way
        return None, place


def load(rules: Ruleset, reading: Reading, rest: Any, save: Save | None = None) -> Loaded:
    """A game as it was left: from the newest point that all later entries fit."""
    here = reading.point or reading.first()
    if here.rules != rules.version and (resting := rested(rest, reading)):
        session, _ = entered(rules, resting, reading.entries[resting.entries - here.entries :], save)
        if session:
            return Loaded(session, resting)
    older: Point | None = here
    while older:
        here, entries = older, list(reading.entries)
        session, fits = entered(rules, here, entries, save)
        if session:
            return Loaded(session, here)
        older = reading.back() if entries[fits].get("is") in BACK else None
    return _cut_off(rules, here, entries, fits, save)


def _cut_off(rules: Ruleset, start: Point, entries: list[Any], fits: int, save: Save | None) -> Loaded:
    """A game up to the first entry that does not fit; it goes on from there, and its file keeps all
    entries."""
    session, _ = entered(rules, start, entries[:fits])
    assert session
    events = start.events + len(session.log)
    here = Point(
        session.state, rules.version, start.entries + len(entries), events, session.undoes, time(entries, start)
    )
    return Loaded(Session(rules, here.state, (), events, save), here, len(entries) - fits)


def moment(session: Session, entries: int, at: str) -> Point | None:
    """The point of a session as it is now; None while an undone tap could be redone, or during a
    correction."""
    if session.correcting or (session.journal and not isinstance(session.journal[-1], Event)):
        return None
    return Point(session.state, session.rules.version, entries, session.first + len(session.log), session.undoes, at)


def time(entries: Sequence[Any], start: Point) -> str:
    """The time of the last entry."""
    return str(entries[-1].get("t", "")) if entries else start.at


def rested(data: Any, reading: Reading) -> Point | None:
    """The table that the app saved when it paused, unless a checkpoint is newer."""
    try:
        found = point(data) if data else None
    except Damaged:
        return None
    return found if found and reading.count - len(reading.entries) <= found.entries <= reading.count else None


def remember(session: Session, start: Point, reading: Reading) -> Point:
    """Add older history to a session that began at *start*: from the next older point that leads
    there."""
    here = reading.point if reading.point and reading.point.entries < start.entries else reading.back()
    while here:
        try:
            session.remember(here.state, map(entry, reading.entries[: start.entries - here.entries]), here.events)
        except Exception:  # as above; and an entry that reaches behind this point
            here = reading.back()
        else:
            return here
    raise Impossible(say("the older history does not lead to this table"))
