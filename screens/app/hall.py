"""The hall that this app is in: as its organiser, as one of its phones, or in none.

Nothing of the network is imported before a hall is opened or joined.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from kivy.clock import Clock

from carddb.trouble import Trouble
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many
from screens.app.handed import Handed
from screens.app.places import Kind, is_a

if TYPE_CHECKING:
    from hall.desk import Desk
    from hall.keys import HallCode
    from hall.member import Member
    from hall.mosquitto import Mosquitto
    from hall.report import Report
    from hall.runner import HallRunner
    from link.broker import Line
    from link.reach import Club
    from screens.app.context import Context

OPEN, BROKER = "hall_open", "hall_broker"
"""Settings: whether this device's hall is open; and the broker it uses, where that is not its
own."""
LOOK, REMIND = 1.0, 15
"""Seconds between looks at the table; and looks between two reminders."""


class Hall:
    """Everything is done on the thread that draws; the network has its own. The organiser's device
    is a phone of its own hall too: it may have a table."""

    context: Context

    def __init__(self) -> None:
        self.desk: Desk | None = None
        self.member: Member | None = None
        self.code: HallCode | None = None
        self.line: Line = "calling"
        self._runner: HallRunner | None = None
        self._broker: Mosquitto | None = None
        self._handed = Handed()
        self._looks = 0
        self._seen: tuple[GameState, str] | None = None

    @property
    def is_on(self) -> bool:
        return self.member is not None

    def _hear_line(self, line: Line) -> None:
        self.line = line
        self.show()

    # The organiser

    def open(self, club: Club | None = None) -> None:
        """The hall of this device; by its own broker, or by one of the club."""
        from hall.desk import Desk
        from hall.mosquitto import open_broker, own_club

        settings = self.context.store.settings
        self.leave()
        desk = Desk(settings, self.context.rulesets, time.time)
        try:
            if club is None:
                club = own_club(desk.keys, self.context.device.addresses()[0])
                self._broker = open_broker(self.context.store.disk.root, club)
                settings.set(BROKER, [])
            else:
                settings.set(BROKER, club.plain())
            settings.set(OPEN, True)
        except Trouble as no:
            self.context.navigator.complain(no.why)
            return
        self.desk, desk.on_change = desk, self.show
        self._attend(desk.keys.code(club))

    def close_hall(self) -> None:
        """The board goes dark; tables go on, and results wait on their phones."""
        self._end()
        self._set(OPEN, False)

    # A phone

    def join(self, text: str) -> None:
        """As the code of a hall says."""
        from hall.keys import hall_code
        from hall.member import keep_hall

        try:
            code = hall_code(text)
            self.leave()
            keep_hall(self.context.store.settings, code)
        except Trouble as no:
            self.context.navigator.complain(no.why)
            return
        self._attend(code)
        self.context.navigator.replace({"screen": "home"}, {"screen": "hall"})

    def leave(self) -> None:
        """Out of the hall; tables that are open stay as they are."""
        from hall.member import keep_hall
        from link.reach import keep_club

        if self.member:
            self.member.lay_down()
            with suppress(Trouble):
                keep_club(self.context.store.settings, None)
        self._end()
        with suppress(Trouble):
            keep_hall(self.context.store.settings, None)
        self._set(OPEN, False)

    def _attend(self, code: HallCode) -> None:
        """From now on tables that are opened here go through the hall's broker."""
        from hall.member import Member
        from hall.runner import HallRunner
        from link.reach import keep_club

        settings = self.context.store.settings
        with suppress(Trouble):
            keep_club(settings, code.club)
        self.code, self.member = code, Member(code, settings, time.time)
        self.member.on_change = self.show
        self._runner, self.line = HallRunner(self._handed), "calling"
        if self.desk:
            self._runner.attend(self.desk, code.club, lambda _line: None)
        self._runner.attend(self.member, code.club, self._hear_line)
        Clock.schedule_interval(self.look, LOOK)
        self.show()

    def _end(self) -> None:
        self.close()
        self._handed.clear()
        self.show()

    def _set(self, key: str, value: object) -> None:
        with suppress(Trouble):
            self.context.store.settings.set(key, value)

    # Coming and going

    def recall(self) -> None:
        """Back in the hall where the app was when it ended by itself."""
        settings = self.context.store.settings
        if not (settings.get(OPEN) or settings.get("hall_at")):
            return
        from hall.member import kept_hall
        from link.reach import read_club

        if settings.get(OPEN):
            self.open(read_club(settings.get(BROKER)))
        elif code := kept_hall(settings):
            self._attend(code)

    def close(self) -> None:
        """The app ends; at the next start it is in this hall again."""
        Clock.unschedule(self.look)
        if self._runner:
            self._runner.stop()
        if self._broker:
            self._broker.stop()
        self._runner = self._broker = self.desk = self.member = self.code = None

    # The table of this device

    def look(self, _dt: float = 0) -> None:
        """Now and then: what the table is now, and the clock."""
        if not self.member:
            return
        self._looks += 1
        if self._looks % REMIND == 0:
            self.member.remind()
            if self.desk:
                self.desk.tell_time()
        if now := self._report():
            self.member.tell(now)
        elif self.member.mine:
            self.member.lay_down()
        self.tick()

    def _report(self) -> Report | None:
        """How the open game stands; at a table of several devices its host tells."""
        from hall.report import report_of
        from link.seals import open_slots

        table, link, member = self.context.desk.table, self.context.link, self.member
        if not table or not member or link.at.guest:
            return None
        name, players, invitation = self.table_id(), table.game.header.seats, link.invitation()
        code, before = invitation.code() if invitation else "", member.mine
        self._claim(name, players, bool(table.session.state.trackers.get("winner")))
        if before and before.id == name and self._seen == (table.session.state, code):
            return before
        is_covered = bool(open_slots(table.session)) or bool(link.at.host and link.at.host.seals.hidden)
        known = before if before and before.id == name else None
        now = report_of(table.session, name, table.game.header.name, players, known, is_covered)
        self._seen = (table.session.state, code)
        return replace(now, code=code)

    def _claim(self, table: str, players: tuple[str, ...], is_over: bool) -> None:
        """Two who are paired and sit at one table play their match."""
        member = self.member
        if member and not is_over and member.claim(table) is None and (found := member.seating(players)):
            with suppress(Trouble):
                member.play(table, *found)

    def table_id(self) -> str:
        """The open game of this device, by a name that tells nothing else."""
        table = self.context.desk.table
        key = f"{self.device_id()}/{table.game.key if table else ''}"
        return blake2b(key.encode(), digest_size=8).hexdigest()

    def device_id(self) -> str:
        """The player's name on the list: it is not what a table's host knows the device by."""
        return blake2b(f"hall {self.context.link.device()}".encode(), digest_size=8).hexdigest()

    # What is shown of it

    def tick(self) -> None:
        """The clock goes on."""
        self.context.link.at.show()
        page = self.context.navigator.page
        if page and is_a(Kind.HALL, self.context.navigator.here) and hasattr(page, "tick"):
            page.tick()

    def show(self) -> None:
        """The line above every page, and the pages of the hall."""
        nav = self.context.navigator
        self.context.link.at.show()
        if nav.page and is_a(Kind.HALL, nav.here):
            nav.page.show()

    def words(self) -> Text | None:
        """In a few words, for the line above every page."""
        if not self.member:
            return None
        if self.line != "up":
            return say("The hall does not answer: the table goes on")
        notice, left = self.member.notice, self.member.seconds_left
        if not notice.round:
            return say("In the hall")
        if left is None:
            return say("Round {round}", round=notice.round)
        if left <= 0:
            return say("Round {round}: time is up", round=notice.round)
        return say("Round {round}: {time}", round=notice.round, time=minutes_left(left))


def minutes_left(seconds: float) -> Text:
    """As one says it: the last minute has begun when it is told."""
    return say_many("one minute left", "{count} minutes left", max(1, -int(-seconds // 60)))
