"""The hall: open one for a club night, or be in one; its code, the round, one's own match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from carddb.trouble import Trouble
from engine.values.texts import Text, say, say_many
from screens.app.page import Page
from screens.pages.hall_sheets import army_sheet, evening_sheet, match_sheet, name_sheet
from screens.pages.link import CODE
from screens.pages.link_sheets import club_sheet, confirm_sheet, spell_sheet
from screens.present.hall import clock_words
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.code import CodeView
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Equal, Scroll, centred, pane
from screens.widgets.live import Live
from screens.widgets.press import PushButton
from screens.widgets.rows import PlainRow, Tile, note
from screens.widgets.running import margin
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

if TYPE_CHECKING:
    from hall.desk import Desk
    from hall.member import Member
    from hall.notice import Seating


class HallPage(Page):
    """One page for the organiser and for a phone; before, the way into a hall."""

    def build(self) -> Widget:
        t = self.tell
        self.clock = Live(self._clock)
        self.parts, self.bottom = Live(lambda _now: self._body()), Live(lambda _now: self._bottom())
        self.show()
        bar = AppBar(t(say("Club night")), "", self.nav.back, (self.helping("hall"),), back_name=t(say("Back")))
        body = Column(self.clock, self.parts, gap=0)
        return pane(bar, Scroll(centred(body)), self.bottom)

    def show(self) -> None:
        now = self._now()
        self.parts.show(now)
        self.bottom.show(now)
        self.tick()

    def tick(self) -> None:
        member = self.context.hall.member
        self.clock.show(clock_words(member.seconds_left) if member else "")

    def _now(self) -> tuple[Any, ...]:
        hall = self.context.hall
        desk, member = hall.desk, hall.member
        heard = (len(desk.tables), len(desk.evening.missing()), len(desk.evening.players), desk.name) if desk else ()
        mine = (member.notice, member.calls, member.waiting, member.mine and member.mine.claim) if member else ()
        return hall.is_on, hall.line, hall.code, heard, mine, self.context.desk.table is not None

    def _body(self) -> Widget:
        hall = self.context.hall
        if hall.desk:
            rows = self._organising(hall.desk)
        else:
            rows = self._visiting(hall.member) if hall.member else self._before()
        return Column(*rows, gap=10, pad=(margin(), 4, margin(), 16))

    def _clock(self, words: str) -> Widget | None:
        return Column(Words(words, "display", "accent", align="center"), pad=(0, 4, 0, 4)) if words else None

    # Before

    def _before(self) -> Iterator[Widget]:
        t = self.tell
        yield Words(t(say("Many tables in one hall: a board of all of them, rounds, results and standings.")), "body")
        yield note("qrcode-scan", t(say("On your phone: scan the code that the organiser shows.")))
        yield note("flag-variant", t(say("On a computer or a tablet: open the hall, and the others scan its code.")))
        yield note(
            "eye-off-outline",
            t(say("The board sees what a spectator beside your table sees, by the names you chose; it stays here.")),
        )
        yield PushButton(t(say("Open a hall on this device")), self._open, "tonal", "flag-variant")
        use = partial(club_sheet, self.context, self._open_by)
        yield PushButton(t(say("By a broker that runs already")), use, "outline", "cog-outline")

    def _open(self) -> None:
        self.context.hall.open()
        self.nav.rebuild()

    def _open_by(self, club: Any) -> None:
        if club:
            self.context.hall.open(club)
            self.nav.rebuild()

    # The organiser

    def _organising(self, desk: Desk) -> Iterator[Widget]:
        t, evening = self.tell, desk.evening
        yield from self._line()
        if missing := len(evening.missing()):
            yield note("timer-sand", t(say_many("One result is missing", "{count} results are missing", missing)))
        yield Equal(
            Tile("magnify", t(say("Board")), self._count(desk), lambda: self.nav.go("board")),
            Tile("account-multiple-outline", t(say("Round")), self._round(desk), lambda: self.nav.go("round")),
        )
        players = t(say_many("one player", "{count} players", len(evening.players)))
        rounds = t(say_many("one round so far", "{count} rounds so far", len(evening.rounds)))
        yield Equal(
            Tile("cards-outline", t(say("Players")), players, lambda: self.nav.go("players")),
            Tile("flag-variant", t(say("Standings")), rounds, lambda: self.nav.go("standings")),
        )
        yield from self._code()
        yield PushButton(
            t(say("Name of the evening")), partial(name_sheet, self.context, desk), "outline", sub=desk.name
        )
        yield PushButton(t(say("Another evening")), partial(evening_sheet, self.context, desk), "outline", "history")
        yield PushButton(t(say("Close the hall")), self._ask_to_close, "outline", "close")

    def _count(self, desk: Desk) -> str:
        return self.tell(say_many("one table", "{count} tables", len(desk.tables)))

    def _round(self, desk: Desk) -> str:
        now = desk.evening.round
        return self.tell(say("Round {number}", number=now.number)) if now else self.tell(say("None yet"))

    def _code(self) -> Iterator[Widget]:
        found, t = self.context.hall.code, self.tell
        if not found:
            return
        side = min(Window.width / dp(1) - 2 * margin(), Window.height / dp(1) * 0.6, CODE)
        yield section(t(say("The code of the hall")))
        yield CodeView(found.code(), side)
        yield Words(t(say("The hall is at {place}.", place=found.club.host)), "meta", "text3")
        show = partial(spell_sheet, self.context, found.code())
        yield PushButton(t(say("Without a camera")), show, "outline", "keyboard-outline")

    def _line(self) -> Iterator[Widget]:
        """Why nothing is heard, as far as this device knows."""
        hall, t = self.context.hall, self.tell
        if hall.line == "refused":
            words = say(
                "Another broker is there and wants another name or password: close the hall and name the club's."
            )
            yield note("alert-outline", t(words))
        elif hall.line == "far" and hall.code:
            where = hall.code.club.host
            words = say("{place} leads out of the network of this house; nothing was said there.", place=where)
            yield note("alert-outline", t(words))
        elif hall.line == "away":
            words = say("The hall's broker does not answer. Tables go on; what they come to arrives when it is back.")
            yield note("alert-outline", t(words))

    # A phone

    def _visiting(self, member: Member) -> Iterator[Widget]:
        t, said = self.tell, member.notice
        yield Words(said.name or t(say("In the hall")), "title")
        yield from self._line()
        if member.waiting:
            words = say_many("One result waits for the hall", "{count} results wait for the hall", member.waiting)
            yield note("content-save-check-outline", t(words))
        yield from self._entered(member)
        yield from self._matches(member)
        yield PushButton(t(say("Leave the hall")), self._ask_to_leave, "outline", "close")

    def _entered(self, member: Member) -> Iterator[Widget]:
        """On the list of players, and what the organiser's device found about the army."""
        t, found = self.tell, member.entered(self.context.hall.device_id())
        change = partial(army_sheet, self.context, member)
        if found is None:
            yield PushButton(t(say("Enter the list of players")), change, "tonal", "plus-thick")
            return
        words: Text = say("Your army: none given in")
        if found.problems == 0:
            words = say("Your army is legal")
        elif found.problems:
            words = say_many("Your army has one problem", "Your army has {count} problems", found.problems)
        yield paint(Column(PlainRow(found.name, t(words), do=change)), "surface", Radius.card)

    def _matches(self, member: Member) -> Iterator[Widget]:
        said, t = member.notice, self.tell
        if not said.seatings:
            return
        yield section(t(say("Round {number}", number=said.round)))
        claim = member.mine.claim if member.mine else None
        rows = [self._match(each, bool(claim and claim.table == each.table)) for each in self._own_first(member)]
        yield paint(Column(*rows, pad=(0, 2, 0, 2)), "surface", Radius.card)

    def _own_first(self, member: Member) -> list[Seating]:
        found = member.entered(self.context.hall.device_id())
        mine = found.name if found else None
        return sorted(member.notice.seatings, key=lambda each: (mine not in (each.one, each.two), each.table))

    def _match(self, each: Seating, is_mine: bool) -> Widget:
        t = self.tell
        words = (
            say("{one} against {two}", one=each.one, two=each.two)
            if each.two
            else say("{name} has a bye", name=each.one)
        )
        sub = t(say("This table plays it")) if is_mine else ""
        do = partial(match_sheet, self.context, each) if each.two else None
        return PlainRow(t(words), sub, t(say("Table {number}", number=each.table)) if each.two else "", do)

    # What can be done

    def _bottom(self) -> Widget:
        t, hall = self.tell, self.context.hall
        if hall.desk:
            return BottomAction(PushButton(t(say("To the board")), lambda: self.nav.go("board"), "primary", "magnify"))
        if hall.member is None:
            return BottomAction(
                PushButton(t(say("Scan the code")), lambda: self.nav.go("scan"), "primary", "qrcode-scan")
            )
        if self.context.desk.table is None:
            return BottomAction(PushButton(t(say("New game")), lambda: self.nav.go("setup"), "primary", "plus-thick"))
        calls = hall.member.calls
        text = say("The organiser is not needed any more") if calls else say("Call the organiser")
        call = PushButton(t(text), self._call, "tonal" if calls else "outline", "exclamation-thick")
        to_table = PushButton(t(say("To the table")), self._to_table, "primary", "arrow-right")
        return BottomAction(to_table, extra=call)

    def _call(self) -> None:
        member = self.context.hall.member
        if member:
            member.call_organiser(not member.calls)

    def _to_table(self) -> None:
        self.nav.replace({"screen": "home"}, {"screen": "table"})

    def _ask_to_close(self) -> None:
        confirm_sheet(
            self.context,
            say("Close the hall?"),
            say("Tables go on. Players, rounds and results are kept here, and the code stays the same."),
            say("Close the hall"),
            self.context.hall.close_hall,
        )

    def _ask_to_leave(self) -> None:
        confirm_sheet(
            self.context,
            say("Leave the hall?"),
            say("The board does not see this device any more."),
            say("Leave the hall"),
            self._leave,
        )

    def _leave(self) -> None:
        try:
            self.context.hall.leave()
        except Trouble as no:
            self.nav.complain(no.why)
