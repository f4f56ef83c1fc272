"""A guest: it asks, and follows the host's log entry by entry into a file of its own. No sockets
and no threads here.

A transport calls `meet`, `hear`, `lose` and `tick`, all on one thread. A tap on this device reaches
the host by the saver of the game: it asks, and nothing is done here before the host has done it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Literal, TypeAlias

from carddb.trouble import Trouble
from engine.playing import codec
from engine.playing.codec import SAVE_VERSION
from engine.values.events import Entry
from engine.values.texts import say
from link import wire
from link.contact import Contact
from link.intents import intent
from link.log import Doc, Epoch, Log, state_sum
from link.members import LONGEST, Person, person
from link.pipe import OnTheWay
from link.place import Place
from link.sending import BATCH

Outcome: TypeAlias = Literal["done", "refused"]
LEFT_BEHIND = say("this host was left behind: the table has gone on with another one")


class Guest(Contact):
    """`intent` is the one tap on the way; it is sent again with the same id after a cut."""

    def __init__(
        self,
        place: Place,
        key: bytes,
        device: str,
        now: Callable[[], float],
        name: str = "",
        role: str = "player",
        seat: int | None = None,
        app: str = "",
    ) -> None:
        super().__init__(place, self._tap, key, now)
        self.device, self.name, self.role, self.seat, self.app = device, name, role, seat, app
        self.intent: Doc | None = None
        self.people: tuple[Person, ...] = ()
        self.may_have_two_hosts = False
        self.on_answer: Callable[[str, Outcome, Doc], None] = lambda key, what, more: None
        self.on_key: Callable[[bytes], None] = lambda key: None
        self._run, self._count = secrets.token_hex(4), 0

    def sit(self, name: str, role: str, seat: int | None) -> None:
        """Another place at the table; the host is asked for it when it is called again."""
        self.name, self.role, self.seat = name, role, seat
        self.leave()

    # Messages

    def _hello(self) -> None:
        log = self.log
        self._say(
            k="hello",
            save=SAVE_VERSION,
            app=self.app,
            rules={key: each.version for key, each in self.place.rulesets.items()},
            device=self.device,
            name=self.name[:LONGEST],
            role=self.role,
            seat=self.seat,
            has=log is not None,
            have=log.number if log else 0,
            sum=log.sum_at(log.number) if log else "",
            epoch=list(log.epoch if log else (0, "")),
        )

    def _take(self, message: Doc) -> None:
        if self.is_paused:  # it speaks, so it is awake again
            self.is_paused = False
            self.on_state()
        match message:
            case {"k": "welcome"}:
                self._take_welcome(message)
            case {"k": "game"}:
                self._filling = {**message, "docs": [], "by": []}
                self._be("filling")
                self._finish_filling()
            case {"k": "entries", "first": int(first), "docs": list(docs), "by": list(by)}:
                self._take_entries(first, docs, by, message.get("state"))
            case {"k": "reveal", "docs": dict(docs)}:
                self.reveal(docs)
            case {"k": "people", "people": list(people)}:
                self._take_people(people)
            case {"k": "refused", "id": str(key)}:
                self._settle(key, "refused", message)
            case {"k": "done", "id": str(key), "n": int(n)} if n <= self.number:
                self._settle(key, "done", message)
            case {"k": "lend", "after": int(after), "sum": str(total)}:
                self._lend(after, total)
            case {"k": "key", "key": str(key)} if len(new := bytes.fromhex(key)) == wire.KEY:
                self.key = new
                self.on_key(new)
            case {"k": "pause"}:
                self.is_paused = True
                self.on_state()
            case {"k": "again"}:
                self.leave()
            case {"k": "closed", "why": dict(why)}:
                self._out(codec.text(why))
            case {"k": "outdated"}:
                self._leave_behind()

    def _take_welcome(self, said: Doc) -> None:
        epoch: Epoch = (int(said["epoch"][0]), str(said["epoch"][1]))
        if self.log and epoch < self.log.epoch:
            self._leave_behind()
            return
        self.role, self.seat = str(said["role"]), said["seat"]
        if said["fits"] and self.log:
            if epoch != self.log.epoch:
                self.log.set_link(epoch=list(epoch), table=self.place.table.hex())
            self.begin_again()
            self._live()

    def _leave_behind(self) -> None:
        """An old host; by a broker the new one may hear the next call."""
        if self.may_have_two_hosts:
            self.leave()
        else:
            self._out(LEFT_BEHIND)

    def _live(self) -> None:
        self._be("live")
        if self.intent:  # asked before the cut: the id tells the host whether it was done
            self._say(**self.intent)

    def _take_people(self, people: list[Doc]) -> None:
        self.people = tuple(map(person, people))
        for each in self.people if self.log else ():
            assert self.log
            self.log.name(each.tag, each.name)
        self.on_state()

    # The log comes in

    def _take_entries(self, first: int, docs: list[Doc], by: list[str], total: str | None) -> None:
        if self._filling is not None:
            room = self._fill(first, docs, by)
            first, docs, by = first + room, docs[room:], by[room:]
        for n, (doc, who) in enumerate(zip(docs, by, strict=True), first):
            if n != self.number + 1:
                self.leave()
                return
            self.follow(doc, who)
            if self.intent and who.partition(".")[2] == self.intent["id"]:
                self._settle(self.intent["id"], "done", {})
        if docs:
            self._say(k="got", n=self.number_on_disk)
        if total and self.log and not self.log.held and total != state_sum(self.log.game.session.state):
            self._out(say("this device's table is another one after the same taps: its app differs from the host's"))

    def _fill(self, first: int, docs: list[Doc], by: list[str]) -> int:
        """Some more of a whole game; how many of these entries were of it."""
        assert self._filling
        if first != len(self._filling["docs"]) + 1:
            raise wire.Gap(str(first))
        room = int(self._filling["upto"]) - len(self._filling["docs"])
        self._filling["docs"] += docs[:room]
        self._filling["by"] += by[:room]
        self._say(k="got", n=len(self._filling["docs"]))
        self._finish_filling()
        return min(room, len(docs))

    def _finish_filling(self) -> None:
        """The whole game is here: it takes the place of whatever was."""
        new = self._filling
        if new is None or len(new["docs"]) < new["upto"]:
            return
        self._filling = None
        self.show(self.place.take_in(new, self.log))
        self._live()
        self._say(k="got", n=self.number_on_disk)

    # Asking

    def _tap(self, entry: Entry) -> None:
        """A tap on this device: sent on, or refused here; never done here."""
        if self.role == "watch":
            raise Trouble(say("who watches does nothing"))
        if self.state != "live":
            raise Trouble(say("the host does not answer: one can look, but change nothing"))
        if self.intent:
            raise Trouble(say("the last tap is still on its way to the host"))
        self.ask(entry)
        raise OnTheWay

    def ask(self, entry: Entry, anyway: bool = False) -> str:
        """Ask the host for what a tap would have entered here; one thing at a time."""
        assert self.game
        assert self.intent is None
        assert self.state == "live"
        self._count += 1
        key = f"{self._run}{self._count}"
        self.intent = {"k": "intent", "id": key, "seen": self.number, **intent(self.game.session, entry, anyway)}
        self._say(**self.intent)
        return key

    def _settle(self, key: str, what: Outcome, more: Doc) -> None:
        if self.intent and self.intent["id"] == key:
            asked, self.intent = self.intent, None
            self.on_answer(key, what, {**more, "asked": asked})

    def ask_anyway(self, asked: Doc) -> None:
        """The same once more, overruling what the host said against it."""
        if self.intent is None and self.state == "live":
            self._count += 1
            self.intent = {**asked, "id": f"{self._run}{self._count}", "seen": self.number, "anyway": True}
            self._say(**self.intent)

    # Standing in for the host

    def _lend(self, after: int, total: str) -> None:
        log = self.log
        if not log or after > log.number or log.sum_at(after) != total:
            self._out(say("the host has lost what this device has, and went on otherwise"))
            return
        docs, by = log.docs[after:], log.by[after:]
        while docs:
            count, size = 0, 0
            while count < len(docs) and size < BATCH:
                size += len(str(docs[count]))
                count += 1
            self._say(k="lent", after=after, docs=docs[:count], by=by[:count])
            docs, by, after = docs[count:], by[count:], after + count
        self._live()

    def release(self) -> Log:
        """This device is to be host: its log, with what was behind a cover as far as it is known
        here."""
        self._be("out")
        self.leave()
        return self.uncover()
