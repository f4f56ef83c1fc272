"""The organiser's side of a hall: it hears the tables, keeps the evening, and tells all devices the
round. No sockets and no threads here.

A transport calls `hear` and `greet`, on one thread; what is to be sent goes out by `send`. Nothing
is taken twice: a table's report counts by its number, a result by its round and table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from carddb.legality import Checked
from carddb.trouble import Trouble
from engine.playing.rules import Ruleset
from hall import lists, notice, report
from hall.book import Kept, kept_evening, save_evening
from hall.evening import Evening, Player, Result, Round, add_player, change_round, take_result
from hall.keys import Bad, Doc, HallKeys, new_keys, open_doc, seal
from hall.notice import Entered, Notice, Seating
from hall.report import LONGEST, Report

OWN, LISTS, GOT = "hall_own", "hall_lists", 400
"""Settings: the keys of the hall, and the armies of its players; and the last words of how many
tables are told to have come in."""
TABLES, PLAYERS = 1000, 1000
"""More than these are not taken in."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A report, and when it came, by the organiser's clock."""

    report: Report
    at: float


class Desk:
    """`evening` is what is kept, `tables` what is heard now.

    `on_change` is told whenever either has changed.
    """

    def __init__(self, settings: Kept, rulesets: Mapping[str, Ruleset], now: Callable[[], float]) -> None:
        self.settings, self.rulesets, self.now = settings, rulesets, now
        self.keys, self.name = _kept_keys(settings)
        self.evening = kept_evening(settings)
        self.tables: dict[str, Heard] = {}
        self.armies: dict[str, Doc] = dict(settings.get(LISTS) or {})
        self.send: Callable[[str, bytes, bool], object] = lambda topic, data, retain: None
        self.on_change: Callable[[], object] = lambda: None
        self._said, self._checked = 0, dict[tuple[str, int], Checked | None]()

    @property
    def topic(self) -> str:
        return f"adjutant/1/hall/{self.keys.id.hex()}"

    @property
    def topics(self) -> tuple[str, ...]:
        """What is listened to."""
        return f"{self.topic}/table/+", f"{self.topic}/player/+"

    # Hearing

    def hear(self, topic: str, data: bytes) -> None:
        """A message from any device; one that is not of this hall is ignored."""
        kind, _, name = topic.removeprefix(f"{self.topic}/").partition("/")
        try:
            if kind == "table" and not data:
                self._forget(name)
            elif kind == "table":
                self._take_report(name, report.read(open_doc(self.keys.key, topic, data)))
            elif kind == "player":
                self._take_player(name, open_doc(self.keys.key, topic, data))
        except (Bad, ValueError):
            return
        except Trouble:  # the disk is full: it is sent again, and then taken
            self.tables.pop(name, None)

    def _take_report(self, name: str, new: Report) -> None:
        old = self.tables.get(name)
        is_late = old is not None and new.number <= old.report.number
        if new.id != name or is_late or (old is None and len(self.tables) >= TABLES):
            return
        self.tables[name] = Heard(new, self.now())
        evening = self._with_result(new)
        if evening is not self.evening:
            self.change(evening)
        elif new.is_over:
            self.tell()
        self.on_change()

    def _with_result(self, new: Report) -> Evening:
        claim = new.claim
        if claim is None:
            return self.evening
        key = (claim.round, claim.table)
        if new.is_over:
            return take_result(self.evening, key, _result(new))
        before = self.evening.results.get(key)
        return take_result(self.evening, key, None) if before and before.by == new.id else self.evening

    def _forget(self, name: str) -> None:
        """A device has left the hall; what its table came to stays."""
        if self.tables.pop(name, None):
            self.on_change()

    def _take_player(self, name: str, doc: Doc) -> None:
        if doc.get("id") != name or not str(doc.get("name", "")).strip():
            return
        number, before = int(doc.get("number", 0)), self.armies.get(name, {})
        known = self.evening.player(name)
        if number <= int(before.get("number", 0)) or (known is None and len(self.evening.players) >= PLAYERS):
            return
        given = {**self.armies, name: {"number": number, "list": doc.get("list")}}
        self.settings.set(LISTS, given)
        self.armies = given
        called = str(doc["name"]).strip()[:LONGEST]
        new = replace(known, name=called) if known else Player(name, called)
        self.change(add_player(self.evening, new))

    # Armies

    def army(self, player: str) -> lists.GivenIn | None:
        """What a player has given in."""
        found = self.armies.get(player, {}).get("list")
        return lists.read(self.rulesets, found) if found else None

    def check(self, player: str) -> Checked | None:
        """What the rules say of his army; None where there is none."""
        key = (player, int(self.armies.get(player, {}).get("number", 0)) * 100_000 + self.evening.limit)
        if key not in self._checked:
            given = self.army(player)
            self._checked[key] = lists.check(self.rulesets, given, self.evening.limit) if given else None
        return self._checked[key]

    # Telling

    def change(self, evening: Evening) -> None:
        """The evening is another now: kept first, then told."""
        save_evening(self.settings, evening)
        self.evening = evening
        self.tell()
        self.on_change()

    def tell(self) -> None:
        """The notice to all devices."""
        self._said = max(self._said + 1, int(self.now() * 1000))
        self._speak("notice", notice.plain(self._notice()), True)

    def tell_time(self) -> None:
        """Clocks of phones differ; this is the one that counts."""
        self._speak("now", {"now": self.now()}, False)

    def _speak(self, kind: str, doc: Doc, retain: bool) -> None:
        topic = f"{self.topic}/{kind}"
        self.send(topic, seal(self.keys.key, topic, self.keys.sign(doc)), retain)

    def greet(self) -> None:
        """The broker is here, or here again."""
        self.tell()
        self.tell_time()

    def _notice(self) -> Notice:
        evening, now = self.evening, self.evening.round
        seatings = [Seating(p.table, evening.name(p.one), evening.name(p.two) if p.two else "") for p in _pairings(now)]
        players = [Entered(p.id, p.name, self._problems(p.id)) for p in evening.players if not p.is_gone]
        over = [each.report for each in self.tables.values() if each.report.is_over][-GOT:]
        return Notice(
            self._said,
            self.name,
            now.number if now else 0,
            now.minutes if now else 0,
            now.ends if now else 0.0,
            tuple(seatings),
            tuple(players),
            {each.id: each.number for each in over},
        )

    def _problems(self, player: str) -> int | None:
        found = self.check(player)
        return len(found.problems) if found else None

    # The clock

    def start_clock(self, minutes: int) -> None:
        """From now on, so many minutes."""
        if now := self.evening.round:
            self.change(change_round(self.evening, replace(now, minutes=minutes, ends=self.now() + 60 * minutes)))

    def stop_clock(self) -> None:
        if now := self.evening.round:
            self.change(change_round(self.evening, replace(now, ends=0.0)))

    # Another evening

    def begin_anew(self) -> None:
        """Another hall, with other keys: those of the last one scan the new code."""
        self.settings.set(OWN, _plain_keys(new_keys(), self.name))
        self.settings.set(LISTS, {})
        self.keys, self.name = _kept_keys(self.settings)
        self.tables, self.armies = {}, {}
        self.change(Evening())

    def rename(self, name: str) -> None:
        self.settings.set(OWN, _plain_keys(self.keys, name[:LONGEST]))
        self.name = name[:LONGEST]
        self.tell()
        self.on_change()


def _pairings(now: Round | None) -> tuple[Any, ...]:
    return now.pairings if now else ()


def _result(new: Report) -> Result:
    """In the order of the pairing."""
    swapped = bool(new.claim and new.claim.is_swapped)
    points = [each or 0 for each in (*new.points, 0, 0)[:2]]
    winner = new.winner if new.winner in (0, 1) else None
    if swapped:
        points, winner = points[::-1], None if winner is None else 1 - winner
    return Result(winner, (points[0], points[1]), "table", new.id)


def _plain_keys(keys: HallKeys, name: str) -> list[str]:
    return [keys.seed.hex(), keys.key.hex(), name]


def _kept_keys(settings: Kept) -> tuple[HallKeys, str]:
    """The hall of this device; the same as last time, so that codes keep."""
    match settings.get(OWN):
        case [str(seed), str(key), str(name)]:
            return HallKeys(bytes.fromhex(seed), bytes.fromhex(key)), name
    keys = new_keys()
    settings.set(OWN, _plain_keys(keys, ""))
    return keys, ""
