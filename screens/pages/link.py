"""Several devices, one table: open one for the others, or sit down at theirs; who is here, and how
it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.values.texts import Text, say, say_many
from screens.app.link_words import line_of
from screens.app.page import Page
from screens.pages.link_sheets import close_sheet, club_sheet, leave_sheet, remove_sheet, spell_sheet, take_over_sheet
from screens.present.lines import capital
from screens.present.shelf import title
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.code import CodeView
from screens.widgets.layouts import Column, Flow, Scroll, centred, pane
from screens.widgets.live import Live
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import PlainRow, note
from screens.widgets.running import margin
from screens.widgets.words import Words, section

if TYPE_CHECKING:
    from link.guest import Guest
    from link.invite import Invitation
    from link.members import Person
    from link.reach import Club

Sitting: TypeAlias = tuple[str, int | None]
"""What one is at the table, and at which seat."""
Sit: TypeAlias = Callable[[str, int | None], object]
HOST = ((say("For all of us"), "host"),)
GUEST = ((say("Display for all"), "table"), (say("I watch"), "watch"))
CODE = 320
"""The code is at most so wide, in dp: as large as another phone reads it best."""


class LinkPage(Page):
    """One page for the host and for a guest; before, the way to open a table."""

    def build(self) -> Widget:
        t = self.tell
        self.parts, self.bottom = Live(lambda _now: self._body()), Live(lambda _now: self._bottom())
        self.show()
        bar = AppBar(
            t(say("Several devices")), self._name(), self.nav.back, (self.helping("devices"),), back_name=t(say("Back"))
        )
        return pane(bar, Scroll(centred(self.parts)), self.bottom)

    def show(self) -> None:
        """What is here now; only what has changed is drawn anew."""
        link = self.context.link
        invitation = link.invitation()
        end = link.at.host or link.at.guest
        now = (
            link.at.is_on and self.tell(line_of(link.at)),
            link.at.line,
            link.at.people(),
            invitation and invitation.code(),
            link.at.seat,
            end and end.log and end.log.number,
            bool(link.at.host and link.at.host.gathering),
            link.at.guest and (link.at.guest.role, link.at.guest.state),
        )
        self.parts.show(now)
        self.bottom.show(now)

    def _name(self) -> str:
        table = self.context.desk.table
        return title(self.tell, table.game.header, table.rules) if table else ""

    def _body(self) -> Widget:
        link = self.context.link
        rows = self._hosting() if link.at.host else self._visiting() if link.at.guest else self._before()
        return Column(*rows, gap=10, pad=(margin(), 4, margin(), 16))

    # Before

    def _before(self) -> Iterator[Widget]:
        t = self.tell
        yield Words(t(say("Each player with a phone of his own, a tablet as display, others who watch.")), "body")
        yield note("qrcode", t(say("This device shows a code; the others open Scan and hold it over this one.")))
        yield note(
            "eye-off-outline",
            t(say("Only the devices at the table talk to each other, in the network they share, and sealed.")),
        )
        yield note(
            "timer-sand", t(say("This device has to stay awake: a tablet or a phone on a cable does that best."))
        )
        yield from self._seats(self._place(self.args.get("seat")), self._choose, HOST)
        yield from self._ways()

    def _ways(self) -> Iterator[Widget]:
        """Without anything else, or through what a club has."""
        t, club = self.tell, self._club()
        yield section(t(say("How do the others come here?")))
        ways = Flow(gap=8)
        ways.add_widget(Pill(t(say("Directly")), club is None, partial(self._take_way, None)))
        change = partial(club_sheet, self.context, self._take_way)
        ways.add_widget(Pill(t(say("By a club's broker")), club is not None, change))
        yield ways
        if club:
            yield Words(t(say("The broker is at {place}.", place=club.host)), "meta", "text3")

    def _club(self) -> Club | None:
        from link.reach import kept_club

        return kept_club(self.context.store.settings) if self.args.get("by_club", True) else None

    def _take_way(self, club: Club | None) -> None:
        self.args["by_club"] = club is not None
        self.nav.rebuild()

    @staticmethod
    def _place(seat: int | None) -> Sitting:
        return ("host", None) if seat is None else ("player", seat)

    def _choose(self, _role: str, seat: int | None) -> None:
        self.args["seat"] = seat
        self.nav.rebuild()

    # Hosting

    def _hosting(self) -> Iterator[Widget]:
        link, t = self.context.link, self.tell
        host = link.at.host
        assert host
        if host.newer:
            yield note("alert-outline", t(say("The table has gone on with another host: this device can join it.")))
        if host.gathering:
            how = say("Let the others scan this code first: what they have and this device has not comes with them.")
            yield note("alert-outline", t(how))
            yield PushButton(t(say("Call the old host again")), link.call_again, "outline", "undo")
        yield from self._beside_the_broker()
        yield from self._code()
        yield from self._people()
        yield from self._seats(self._place(link.at.seat), lambda _role, seat: link.sit_as_host(seat), HOST)
        yield PushButton(t(say("Close the table")), partial(close_sheet, self.context), "outline", "close")

    def _code(self) -> Iterator[Widget]:
        found = self.context.link.invitation()
        assert found
        t, code = self.tell, found.code()
        side = min(Window.width / dp(1) - 2 * margin(), Window.height / dp(1) * 0.6, CODE)
        yield Words(t(say("On the other devices open Scan and hold them over this one.")), "body", "text2")
        yield CodeView(code, side)
        yield Words(t(self._where(found)), "meta", "text3")
        spell = partial(spell_sheet, self.context, code)
        yield PushButton(t(say("Without a camera")), spell, "outline", "keyboard-outline")

    @staticmethod
    def _where(found: Invitation) -> Text:
        if found.club:
            return say("The others come through the broker at {place}.", place=found.club.host)
        return say("This device is at {places}.", places=", ".join(address for address, _ in found.addresses))

    def _beside_the_broker(self) -> Iterator[Widget]:
        """What can be done where the broker fails."""
        link, t = self.context.link, self.tell
        if link.at.club and link.at.line in ("away", "refused", "far"):
            yield note("alert-outline", t(self._why_apart()))
            change = partial(club_sheet, self.context, self._move)
            yield PushButton(t(say("Another broker, or none")), change, "tonal", "cog-outline")

    def _move(self, club: Club | None) -> None:
        self.context.link.move_table(club)
        self.nav.rebuild()

    def _why_apart(self) -> Text:
        """Why nothing is heard, as far as this device knows."""
        link = self.context.link
        if link.at.club and link.at.line == "refused":
            return say("The club's broker at {place} wants another name or password.", place=link.at.club.host)
        if link.at.club and link.at.line == "far":
            return say(
                "{place} leads out of the network of this house; nothing was said there.", place=link.at.club.host
            )
        if link.at.club and link.at.line == "away":
            return say(
                "The club's broker at {place} does not answer. Is this device in the club's network?",
                place=link.at.club.host,
            )
        if link.at.club:
            return say("The club's broker answers, the host does not. Is its table open?")
        return say("Looking for the host. Are both devices in the same network?")

    # Visiting

    def _visiting(self) -> Iterator[Widget]:
        link, t = self.context.link, self.tell
        guest = link.at.guest
        assert guest
        if guest.state == "out":
            yield note("link-variant-off", capital(t(guest.why or say("Away from the table"))))
            yield PushButton(t(say("Call the host again")), link.call_again, "tonal", "undo")
        elif guest.is_paused:
            yield note("timer-sand", t(say("The host's device sleeps: wake it up, and all goes on.")))
        elif guest.state != "live":
            yield note("timer-sand", t(self._why_apart()))
        if guest.game and guest.state != "out":
            yield from self._sitting(guest)
            yield from self._people() if guest.state == "live" else ()
        if self._may_take_over():
            yield PushButton(t(say("Take over as host")), partial(take_over_sheet, self.context), "outline")
        yield PushButton(t(say("Leave the table")), partial(leave_sheet, self.context), "outline", "close")

    def _sitting(self, guest: Guest) -> Iterator[Widget]:
        if guest.role == "player" and guest.seat is None and guest.state == "live":
            yield note("alert-outline", self.tell(say("Another device sits there already: choose again.")))
        yield from self._seats((guest.role, guest.seat), self.context.link.sit, GUEST)

    # Seats and people

    def _seats(self, chosen: Sitting, sit: Sit, more: Iterable[tuple[Text, str]]) -> Iterator[Widget]:
        """The seats that are free here, with the names of the players; and what else one may be."""
        table = self.context.desk.table
        if not table:
            return
        t, link = self.tell, self.context.link
        free = [seat for seat in range(len(table.state.seats)) if not link.at.is_elsewhere(seat)]
        offers: list[tuple[str, Sitting]] = [(table.view.words.seat(seat), ("player", seat)) for seat in free]
        offers += [(t(name), (role, None)) for name, role in more]
        yield section(t(say("Where do you sit?")))
        yield Flow(*(Pill(name, place == chosen, partial(sit, *place)) for name, place in offers), gap=8)

    def _people(self) -> Iterator[Widget]:
        """All devices at the table, and how far each is."""
        t, people = self.tell, self.context.link.at.people()
        if not people:
            return
        yield section(t(say("At the table")), str(len(people)))
        newest = people[0].got
        for person in people:
            yield PlainRow(person.name, self._role(person), self._progress(person, newest), self._way_out(person))

    def _role(self, person: Person) -> str:
        words = {"host": say("Host"), "player": say("Player"), "table": say("Display for all")}
        return self.tell(words.get(person.role, say("Spectator")))

    def _progress(self, person: Person, newest: int) -> str:
        behind = newest - person.got
        if behind <= 0 or person.role == "host":
            return self.tell(say("up to date"))
        return self.tell(say_many("one tap behind", "{count} taps behind", behind))

    def _way_out(self, person: Person) -> Callable[[], None] | None:
        if not self.context.link.at.host or person.role == "host":
            return None
        return partial(remove_sheet, self.context, person)

    # What can be done

    def _bottom(self) -> Widget:
        """The next thing to do."""
        t, link = self.tell, self.context.link
        if self.context.desk.table is None:
            return Column()
        if link.at.host and link.at.host.gathering:
            return BottomAction(PushButton(t(say("Go on as host")), link.finish_take_over, "primary", "check-bold"))
        if link.at.is_on:
            return BottomAction(PushButton(t(say("To the table")), self._to_table, "primary", "arrow-right"))
        return BottomAction(PushButton(t(say("Open the table")), self._open, "primary", "account-multiple-outline"))

    def _to_table(self) -> None:
        self.nav.replace({"screen": "home"}, {"screen": "table"})
        table = self.context.desk.table
        if table and table.prompt and self.context.link.at.is_asked(table.prompt):
            self.nav.go("ask")

    def _open(self) -> None:
        self.context.link.open_table(self.args.get("seat"), self._club())
        self.nav.rebuild()

    def _may_take_over(self) -> bool:
        guest = self.context.link.at.guest
        return bool(guest and guest.log and guest.state != "live" and guest.role != "watch")
