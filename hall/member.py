"""A phone's side of a hall: it tells the board of its table, and hears the round. No sockets and no
threads here.

A table never waits for the hall. The last word of a finished game is kept on the disk until the
organiser's notice says that it has come in; it may be sent often, it counts once.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from carddb.trouble import Trouble
from hall import notice, report
from hall.book import Kept
from hall.keys import Bad, Doc, HallCode, hall_code, open_signed, seal_doc
from hall.notice import Entered, Notice, Seating
from hall.report import Claim, Report, is_news

AT, NOTICE, OUTBOX, CLAIMS, ENTERED = "hall_at", "hall_notice", "hall_outbox", "hall_claims", "hall_entered"
"""Settings: the code of the hall this device is in; what its organiser said; last words on their
way; which match each game plays; and under which name one has entered."""
WAITING = 50
"""Last words that are kept at most."""


class Member:
    """`notice` is the organiser's last word; `mine` what this table said last."""

    def __init__(self, hall: HallCode, settings: Kept, now: Callable[[], float]) -> None:
        self.hall, self.settings, self.now = hall, settings, now
        self.notice = self._kept_notice()
        self.mine: Report | None = None
        self.calls = False
        self.send: Callable[[str, bytes, bool], object] = lambda topic, data, retain: None
        self.on_change: Callable[[], object] = lambda: None
        self._ahead = 0.0

    @property
    def topics(self) -> tuple[str, ...]:
        return f"{self.hall.topic}/notice", f"{self.hall.topic}/now"

    # Hearing

    def hear(self, topic: str, data: bytes) -> None:
        """A message of the organiser; those of others are ignored."""
        try:
            said = open_signed(self.hall, topic, data)
            if topic.endswith("/notice"):
                self._take_notice(notice.read(said))
            elif topic.endswith("/now"):
                self._ahead = float(said["now"]) - self.now()
        except (Bad, ValueError, KeyError, TypeError):
            return

    def _take_notice(self, new: Notice) -> None:
        if new.number <= self.notice.number:
            return
        before, self.notice = self.notice, new
        if replace(before, number=0, got={}) != replace(new, number=0, got={}):
            self._set(NOTICE, {"hall": self.hall.id.hex(), "said": notice.plain(new)})
        came = [key for key, doc in self._outbox().items() if new.got.get(key, 0) >= int(doc["number"])]
        if came:
            self._put({key: doc for key, doc in self._all().items() if key not in came})
        self.on_change()

    def _kept_notice(self) -> Notice:
        """What was said before the app ended: the round is known without the hall."""
        found = self.settings.get(NOTICE)
        if not isinstance(found, dict) or found.get("hall") != self.hall.id.hex():
            return Notice()
        try:
            return notice.read(found["said"])
        except (ValueError, KeyError):
            return Notice()

    @property
    def seconds_left(self) -> float | None:
        """Of the round, by the organiser's clock; None where none runs."""
        return self.notice.ends - self.now() - self._ahead if self.notice.ends else None

    # Telling

    def tell(self, now: Report) -> None:
        """How the table stands; nothing goes out where nothing has changed."""
        now = replace(now, claim=self.claim(now.id), calls=self.calls)
        before = self.mine if self.mine and self.mine.id == now.id else None
        if not is_news(before, now):
            return
        last = before.number if before else int(self._outbox().get(now.id, {}).get("number", 0))
        self.mine = replace(now, number=max(last + 1, int(self.now() * 1000)))
        self._keep(self.mine)
        self._say(self.mine)

    def _keep(self, mine: Report) -> None:
        """A last word goes to the disk before it goes out; one that was taken back goes too, if
        the first may have gone out."""
        others = {key: doc for key, doc in self._all().items() if key != mine.id}
        if mine.is_over or mine.id in self._outbox():
            self._put({**others, mine.id: {**report.plain(mine), "hall": self.hall.id.hex()}})

    def _put(self, box: dict[str, Doc]) -> None:
        self._set(OUTBOX, dict(list(box.items())[-WAITING:]))

    def _set(self, key: str, value: object) -> None:
        with suppress(Trouble):  # a table goes on, whatever the disk says
            self.settings.set(key, value)

    def _all(self) -> dict[str, Doc]:
        """The last words of this hall and of those left before they had come in."""
        found = self.settings.get(OUTBOX)
        return dict(found) if isinstance(found, dict) else {}

    def _outbox(self) -> dict[str, Doc]:
        return {key: doc for key, doc in self._all().items() if doc.get("hall") == self.hall.id.hex()}

    @property
    def waiting(self) -> int:
        """Results that the hall does not have yet."""
        return sum(bool(doc.get("over")) for doc in self._outbox().values())

    def _say(self, said: Report) -> None:
        topic = f"{self.hall.topic}/table/{said.id}"
        self.send(topic, seal_doc(self.hall.key, topic, report.plain(said)), True)

    def greet(self) -> None:
        """The broker is here, or here again: all that may be missing there."""
        self.remind()
        if self.mine and self.mine.id not in self._outbox():
            self._say(self.mine)
        if doc := self.settings.get(ENTERED):
            self._enter(doc)

    def remind(self) -> None:
        """Now and then: last words that the organiser does not have yet."""
        for doc in self._outbox().values():
            self._say(report.read(doc))

    def call_organiser(self, calls: bool) -> None:
        self.calls = calls
        if self.mine:
            self.tell(self.mine)
        self.on_change()

    def lay_down(self) -> None:
        """The table of this device is on the board no more, unless it is finished."""
        if self.mine and not self.mine.is_over:
            self.send(f"{self.hall.topic}/table/{self.mine.id}", b"", True)
        self.mine, self.calls = None, False

    # Playing a match

    def claim(self, table: str) -> Claim | None:
        """The match that a game plays."""
        match (self.settings.get(CLAIMS) or {}).get(table):
            case [str(hall), int(number), int(at), bool(swapped)] if hall == self.hall.id.hex():
                return Claim(number, at, swapped)
        return None

    def play(self, table: str, seating: Seating, is_swapped: bool) -> None:
        """This game is that match."""
        claims = dict(self.settings.get(CLAIMS) or {})
        claims[table] = [self.hall.id.hex(), self.notice.round, seating.table, is_swapped]
        self.settings.set(CLAIMS, dict(list(claims.items())[-WAITING:]))

    def seating(self, players: tuple[str, ...]) -> tuple[Seating, bool] | None:
        """The match of this round that two players sit at, by their names; and whether the second
        of the pairing has the first seat."""
        names = [each.strip().casefold() for each in players]
        for each in self.notice.seatings:
            pair = [each.one.strip().casefold(), each.two.strip().casefold()]
            if len(names) == 2 and pair in (names, names[::-1]):
                return each, pair != names
        return None

    # Entering the list

    def enter(self, device: str, name: str, army: Doc | None) -> None:
        """On the list of players, with an army or without; again is another name or army."""
        number = int(self.now() * 1000)
        doc = {"id": device, "name": name, "list": army, "number": number, "hall": self.hall.id.hex()}
        self.settings.set(ENTERED, doc)
        self._enter(doc)

    def _enter(self, doc: Doc) -> None:
        topic = f"{self.hall.topic}/player/{doc['id']}"
        if doc.get("hall") == self.hall.id.hex():
            self.send(topic, seal_doc(self.hall.key, topic, doc), True)

    def entered(self, device: str) -> Entered | None:
        """As the organiser's list has it."""
        return next((each for each in self.notice.players if each.id == device), None)


def keep_hall(settings: Kept, hall: HallCode | None) -> None:
    """The hall this device is in, until it leaves."""
    settings.set(AT, hall.code() if hall else "")


def kept_hall(settings: Kept) -> HallCode | None:
    try:
        return hall_code(str(settings.get(AT))) if settings.get(AT) else None
    except Trouble:
        return None
