"""A game in play and its file: every entry is on disk before its effect is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from carddb.loading import Loaded, Point, Reading, load, moment, plain, remember, rested, time
from carddb.packing import short
from carddb.storage import JournalStorage, Op
from carddb.trouble import CannotOpen, Trouble
from engine.playing import codec
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.values.events import Amended, Entry, Event
from engine.values.maps import Value
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many

Clock: TypeAlias = Callable[[], str]
"""The time now, as ISO 8601."""


@dataclass(frozen=True, slots=True)
class Header:
    """The name of a game, and the version of the rules by which it began."""

    game: str
    name: str
    rules: int
    created: str
    seats: tuple[str, ...] = ()


def header(data: Any) -> Header:
    """A header read from its saved form."""
    match data:
        case {"game": str(game), "name": str(name), "rules": int(rules), "created": str(created)}:
            seats = data.get("seats", ())
            return Header(game, name, rules, created, tuple(map(str, seats)) if isinstance(seats, list) else ())
    raise CannotOpen(say("this is no saved game"))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an entry comes from that was not made by a tap on this device: when it was made, and
    who asked for it."""

    at: str = ""
    by: str = ""


class Saver:
    """Writes each entry of a session to disk. An entry that cannot be saved waits, with a warning,
    until it can.

    A checkpoint is written with the first entry of a turn, in the same line. `undecided`: the file
    is of older rules, and the players have neither confirmed its table nor played on. `origin` is
    of the next entry, `line` is the last one as saved and `by` who asked for it. Where another
    device decides, `ask` hears of every tap of this device, and raises: it is not done here.
    """

    def __init__(self, storage: JournalStorage, clock: Clock, waiting: Iterable[Op] = ()) -> None:
        self.storage, self.clock = storage, clock
        self.warning: Text | None = None
        self.why: Text | None = None
        self.count, self.at = 0, ""
        self._waiting: list[Op] = list(waiting)
        self._due: Point | None = None
        self._checkpoint: Point
        self._session: Session
        self._behind = False
        self._rested = 0
        self.undecided = False
        self.origin: Origin | None = None
        self.line: dict[str, Any] = {}
        self.by = ""
        self.ask: Callable[[Entry], None] | None = None

    @property
    def on_disk(self) -> int:
        """How many entries are saved by now."""
        return self.count - sum(op[0] == "entries" for op in self._waiting)

    def follow(self, loaded: Loaded, count: int, at: str, rested: int = 0) -> None:
        """Save this session from now on; its file holds so many entries, and the table as it was
        after so many."""
        self._session, self._checkpoint = loaded.session, loaded.start
        self.count, self.at, self._rested = count, at, max(rested, loaded.start.entries)
        self._session.listeners.insert(0, self._settle)
        if loaded.unfit:
            self._mark(loaded.start)
            self.retry()
        self._settle_at()

    def __call__(self, entry: Entry) -> None:
        if self.ask and self.origin is None:
            self.ask(entry)
        if self._due and isinstance(entry, Event):
            self._mark(self._due)
        self._due = None
        origin, self.origin = self.origin or Origin(), None
        self.count, self.at, self.by = self.count + 1, origin.at or self.clock(), origin.by
        self.line = {**short(entry), "t": self.at}
        if self.by:
            self._waiting.append(("by", str(self.count), {"id": self.by}))
        self._waiting.append(("entries", str(self.count), self.line))
        self.retry()

    def put(self, *ops: Op) -> None:
        """Something beside the entries, now or together with what waits."""
        self._waiting += ops
        self.retry()

    def retry(self) -> bool:
        """Save all waiting entries at once; whether everything is saved now."""
        try:
            if self._waiting:
                self.storage.append(*self._waiting)
        except Trouble as no:
            self.why, self.warning = no.why, say("The game goes on, but it is not saved: {why}.", why=no.why)
            return False
        self._waiting, self.why, self.warning = [], None, None
        return True

    def rest(self) -> None:
        """Save the table as it is, if nothing waits: an app that returns with other rules shows
        this table."""
        if self._due and not self.undecided:
            self._mark(self._due)
            self._due, self._rested = None, self.count
            self.retry()
        elif self.count > self._rested and (here := self._here()) and self.retry():
            self._rested = self.count
            self._waiting.append(("rest", "1", plain(here)))
            self.retry()

    def _mark(self, point: Point) -> None:
        self._waiting.append(("checkpoints", str(point.entries + 1), plain(point)))
        self._checkpoint, self._behind, self.undecided = point, False, False

    def _settle(self) -> None:
        """Write a checkpoint after an entry, if this is the place for one."""
        last, session = self._session.journal[-1], self._session
        back = session.first + len(session.log) < self._checkpoint.events
        self._behind |= back or (isinstance(last, Amended) and last.index < self._checkpoint.events)
        self._settle_at()

    def _settle_at(self) -> None:
        old, session = self._checkpoint, self._session
        if self._behind or self.undecided or session.state.turn != old.state.turn or session.rules.version != old.rules:
            self._due = self._here()

    def _here(self) -> Point | None:
        return moment(self._session, self.count, self.at)


class Game:
    """An open game: its session, messages about its file, and older history on demand."""

    def __init__(
        self,
        key: str,
        about: Header,
        loaded: Loaded,
        saver: Saver,
        reading: Reading | None = None,
        lost: Iterable[Text] = (),
    ) -> None:
        self.key, self.header, self.session, self.saver = key, about, loaded.session, saver
        self.told: tuple[Text, ...] = (*lost, *_unfit(loaded.unfit))
        self._start, self._reading = loaded.start, reading

    @property
    def warning(self) -> Text | None:
        """Why the latest entries are not saved yet; None if they are."""
        return self.saver.warning

    @property
    def rules_changed(self) -> bool:
        """Whether the rules changed since this game was saved and the players have not decided yet
        which table is valid."""
        return self.saver.undecided

    def keep_table(self) -> None:
        """Keep the table as it was saved, whatever the rules of this version would have made of
        it."""
        self.saver.undecided = False
        self.saver.rest()

    @property
    def before(self) -> Event | None:
        """The last tap before the history that was read."""
        return self._start.last

    def remember(self) -> bool:
        """Read more of the older history; whether there was any."""
        if not self.session.first or not self._reading:
            return False
        self._start = remember(self.session, self._start, self._reading)
        return True

    def undo(self, count: int = 1) -> None:
        """Take back so many taps; older history is read if it is needed."""
        self._reach(count)
        self.session.undo(count)

    def rewind(self, count: int) -> None:
        """Take so many taps off the log, however old they are."""
        self._reach(count)
        self.session.rewind(count)

    def _reach(self, count: int) -> None:
        """Read older history until so many taps are known."""
        while sum(not event.quiet for event in self.session.log) < count and self.remember():
            pass

    def amend(self, index: int, value: Value) -> None:
        """Change an earlier answer, tracker or card value, however old it is."""
        while index < self.session.first and self.remember():
            pass
        self.session.amend(index, value)

    def stand_in(self, session: Session) -> Game:
        """The same game as others are shown it: another session in the place of its own, without
        older history."""
        return Game(self.key, self.header, Loaded(session, self._start), self.saver)

    def rest(self) -> None:
        """Save for a pause or the end of the app."""
        self.saver.rest()
        if not self.warning:
            self.saver.storage.tidy()


def begin(key: str, rules: Ruleset, start: GameState, about: Header, storage: JournalStorage, clock: Clock) -> Game:
    """A new game; its file is made at once, or as soon as that is possible."""
    opening = Point(start, rules.version, at=about.created)
    saver = Saver(storage, clock, (("game", "1", codec.plain(about)), ("start", "1", plain(opening))))
    saver.retry()
    loaded = Loaded(Session(rules, start, save=saver), opening)
    saver.follow(loaded, 0, about.created)
    return Game(key, about, loaded, saver)


def resume(key: str, rules: Ruleset, storage: JournalStorage, clock: Clock) -> Game:
    """A saved game, from its last checkpoint."""
    about, reading, saver = header(storage.last("game")), Reading(storage), Saver(storage, clock)
    rest, lost = storage.last("rest"), storage.journal.lost
    saver.undecided = reading.first().rules != rules.version
    loaded = load(rules, reading, rest, saver)
    left = rested(rest, reading)
    saver.follow(loaded, reading.count, time(reading.entries, loaded.start), left.entries if left else 0)
    return Game(key, about, loaded, saver, reading, [lost.told(say("Game “{name}”", name=about.name))] if lost else [])


def _unfit(count: int) -> tuple[Text, ...]:
    return (
        (
            say_many(
                "The last entry does not fit the rules any more and was left out; the file keeps it.",
                "The last {count} entries do not fit the rules any more and were left out; the file keeps them.",
                count,
            ),
        )
        if count
        else ()
    )
