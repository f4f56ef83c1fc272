"""How it stands at a table of several devices: who is here, who is asked, and what is said above
every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.playing.rules import seats_of
from engine.values.model import Prompt
from screens.app.link_words import line_of, seats_asked
from screens.app.places import Kind, is_a
from screens.present.lines import capital

if TYPE_CHECKING:
    from link.broker import Line
    from link.guest import Guest
    from link.host import Host
    from link.log import Log
    from link.members import Person
    from link.place import Place
    from link.reach import Club
    from screens.app.context import Context


class AtTable:
    """This device as host, as guest, or at no table; `club` is the broker it goes through, if any,
    and `line` how it stands with it; `place` is where its game is kept here."""

    context: Context

    def __init__(self) -> None:
        self.host: Host | None = None
        self.guest: Guest | None = None
        self.club: Club | None = None
        self.line: Line = "calling"
        self.place: Place | None = None

    @property
    def is_on(self) -> bool:
        return self.host is not None or self.guest is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a tap of this device is on its way to the host."""
        return bool(self.guest and self.guest.intent)

    def people(self) -> tuple[Person, ...]:
        if self.host:
            return self.host.people()
        return self.guest.people if self.guest else ()

    @property
    def seat(self) -> int | None:
        """The seat of this device."""
        end = self.host or self.guest
        return end.seat if end else None

    def is_asked(self, prompt: Prompt | None) -> bool:
        """Whether a question is put to this device: to its seat, or on the host to a seat that has
        no device."""
        if not self.is_on or prompt is None:
            return True
        return any(self._is_mine(seat) for seat in seats_asked(prompt))

    @property
    def awaited(self) -> int | None:
        """The seat that is asked, or whose moment it is, where another device has it."""
        table = self.context.desk.table
        prompt = table.prompt if table else None
        if prompt:
            return None if self.is_asked(prompt) else seats_asked(prompt)[0]
        acting = self._acting()
        return acting if acting is not None and self.is_elsewhere(acting) else None

    def _acting(self) -> int | None:
        """The seat whose step it is, if it is one's alone."""
        table = self.context.desk.table
        who = seats_of(table.rules.step(table.state.step).who, table.state) if table else ()
        return who[0] if len(who) == 1 else None

    def is_here(self, prompt: Prompt | None) -> bool:
        """Whether anything is done or said by itself on this device: where it is asked, or where it
        is its player's moment; what concerns all happens on the host's."""
        if not self.is_on or prompt:
            return self.is_asked(prompt)
        return self.awaited is None and (self.host is not None or self.seat == self._acting())

    def _is_mine(self, seat: int) -> bool:
        return seat == self.seat or (self.host is not None and self.host.holder(seat) is None)

    def slot(self, prompt: Prompt) -> Prompt | None:
        """The open place of a question that is answered here: one's own first, none of those that
        have another device."""
        free = [slot for slot in prompt.slots if slot.key not in prompt.given]
        here = [slot for slot in free if not self.is_elsewhere(slot.asked_of)]
        return min(here, key=lambda slot: slot.asked_of != self.seat, default=None)

    def may_answer(self, prompt: Prompt) -> bool:
        """Whether an answer is taken from this device: dice from any player, all else from whom it
        is put to."""
        if prompt.slots:
            return self.slot(prompt) is not None
        if self.guest and self.guest.role == "watch":
            return False
        return not self.guest or prompt.kind == "roll" or not self.is_elsewhere(prompt.asked_of)

    def is_private(self, slot: Prompt) -> bool:
        """Whether no other player looks at this device when a secret is told to it."""
        return self.is_on and slot.asked_of == self.seat

    def is_elsewhere(self, seat: int) -> bool:
        """Whether a seat has a device of its own, and this is not it."""
        return self.is_on and seat != self.seat and any(each.seat == seat for each in self.people())

    def hides(self, seat: int) -> bool:
        """Whether what only one side may see is kept from this device: that side has another, or
        nobody plays here."""
        return self.is_on and (self.is_elsewhere(seat) or self.seat is None)

    def names(self) -> tuple[dict[int, str], tuple[str, ...]]:
        """Who did each event of the open game, and who took back those that are gone, once another
        device than the host's has done anything."""
        log, people = self._log(), self.people()
        names, takers = (log.names(), log.takers()) if log else ({}, ())
        if not log or not any((*names.values(), *takers)):
            return {}, ()
        first = people[0].name if people and log.epoch[0] == 1 else ""  # no other host is known by name
        return {event: name or first for event, name in names.items()}, tuple(name or first for name in takers)

    def _log(self) -> Log | None:
        """That of the table; of a game that was once at one, what its file says."""
        end, table = self.host or self.guest, self.context.desk.table
        if end or not table or not table.game.saver.storage.last("link"):
            return end.log if end else None
        from link.log import Log

        log = Log(table.game)
        log.let_go()
        return log

    # What is shown of it

    def show(self) -> None:
        """The line above every page, and the page of the table itself."""
        nav = self.context.navigator
        said = [line_of(self)] if self.is_on else []
        said += [words] if (words := self.context.hall.words()) else []
        nav.put_strip(capital(". ".join(map(self.context.tell, said))), self._is_well())
        if nav.page and is_a(Kind.DEVICES, nav.here):
            nav.page.show()

    def _is_well(self) -> bool:
        if self.host:
            return self.club is None or self.line == "up"
        if self.guest:
            return self.guest.state == "live" and not self.guest.is_paused
        return self.context.hall.line == "up"
