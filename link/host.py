"""The host: it alone dispatches, and its log is the truth. No sockets and no threads here.

A transport calls `meet`, `hear`, `lose` and `tick`, all on one thread; what is to be sent goes out
by `pipe.send`. Local taps go to the session as ever.
"""

from __future__ import annotations

from collections.abc import Callable

from carddb.trouble import Trouble
from engine.playing import codec
from engine.playing.codec import SAVE_VERSION
from engine.values.events import Entry
from engine.values.texts import Text, say
from link import wire
from link.judge import Judge
from link.log import Doc, Epoch, Log
from link.members import BAD, LONGEST, ROLES, Member, Person, tag
from link.pipe import Pipe
from link.sending import Sending

PATIENCE, SHAKE, MEMBERS = 15.0, 5.0, 16
"""Seconds without a word from a guest; for the handshake; and how many pipes there may be."""


class Host:
    """`gathering`: just taking over, it borrows what others have and takes no taps, not its own
    either: they would be entries of the old host's time that the old host never made.

    `newer` is the epoch of another host that has taken the table over.
    """

    def __init__(
        self,
        log: Log,
        key: bytes,
        table: bytes,
        now: Callable[[], float],
        name: str = "",
        seat: int | None = None,
        app: str = "",
    ) -> None:
        self.log, self.key, self.table, self.now, self.app = log, key, table, now, app
        self.name, self.seat = name, seat
        self.session = log.game.session
        self.members: dict[Pipe, Member] = {}
        self.newer: Epoch | None = None
        self.gathering = False
        self.on_people: Callable[[], None] = lambda: None
        self.on_news: Callable[[Text], None] = lambda text: None
        self.on_epoch: Callable[[], None] = lambda: None
        if log.epoch == (0, ""):
            log.set_link(epoch=[1, "first"], table=table.hex())
        self._sending = Sending(log)
        self.seals = self._sending.seals
        self._judge = Judge(log, self.holder)
        self.session.followers.append(self._follow)

    def stop(self) -> None:
        """The table is closed: all guests are told, and the game is this device's alone again."""
        for m in list(self.members.values()):
            m.say(k="closed", why=codec.plain(say("the host has closed the table")))
            self._drop(m)
        self.session.followers.remove(self._follow)
        self.log.let_go()

    # Pipes

    def meet(self, pipe: Pipe) -> None:
        """A caller is there; callers who have not joined make room for him, first those who have
        not even shown the key; the oldest first."""
        if len(self.members) >= MEMBERS:
            strangers = [m for m in self.members.values() if not m.has_joined]
            if not strangers:
                pipe.close()
                return
            self._drop(min(strangers, key=lambda m: m.channel is not None))
        self.members[pipe] = Member(pipe, self.now(), self.now())

    def lose(self, pipe: Pipe) -> None:
        m = self.members.pop(pipe, None)
        if m and m.has_joined:
            self._tell_people()

    def _drop(self, m: Member) -> None:
        self.lose(m.pipe)
        m.pipe.close()

    def hear(self, pipe: Pipe, data: bytes) -> None:
        m = self.members.get(pipe)
        if m is None:
            return
        try:
            if m.channel is None:
                said, m.channel = wire.answer(self.key, self.table, data)
                pipe.send(said)
            elif (message := m.channel.open(data)) is not None:
                m.heard = self.now()
                self._take(m, message)
        except wire.Gap:
            self._again(m)
        except wire.Bad:  # never a reason to hang up a guest, or any client of a broker could
            m.bad += 1
            if m.channel is None or m.bad > BAD:
                self._drop(m)

    def _again(self, m: Member) -> None:
        m.say(k="again")
        self._drop(m)

    def tick(self) -> None:
        """Now and then: the silent go, what could not be saved is tried again."""
        now = self.now()
        for m in list(self.members.values()):
            if now - m.heard > PATIENCE or (not m.has_joined and now - m.since > SHAKE):
                self._drop(m)
        if self.log.game.warning and self.log.game.saver.retry():
            self._sending.publish(self._joined())

    def pause(self) -> None:
        """The device goes to sleep: the guests are told why nothing happens."""
        for m in self._joined():
            m.say(k="pause")

    # Messages

    def _take(self, m: Member, message: Doc) -> None:
        try:
            match message:
                case {"k": "hello"}:
                    self._take_hello(m, message)
                case {"k": "got", "n": int(n)} if m.has_joined:
                    self._take_got(m, n)
                case {"k": "intent", "id": str(key), "seen": int()} if m.has_joined:
                    self._judge.take(m, key, message, bool(self.newer or self.gathering or self.log.game.warning))
                case {"k": "lent", "docs": list(docs), "by": list(by)} if m.has_joined:
                    self._take_lent(m, message, docs, by)
                case {"k": "ping"}:
                    m.say(k="pong", n=self.log.on_disk)
                    self._tell(m)
                case {"k": "bye"}:
                    self._drop(m)
        except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as wrong:
            raise wire.Bad("form") from wrong

    def _take_got(self, m: Member, n: int) -> None:
        """He has saved so much; all devices hear of it when he has all for the first time."""
        m.got = max(m.got, min(n, m.sent))
        self._sending.pump(m)
        if not m.has_all and m.got == self.log.on_disk:
            m.has_all = True
            self._tell_people()
        self.on_people()

    def _take_hello(self, m: Member, said: Doc) -> None:
        rules, epoch = self.session.rules, (int(said["epoch"][0]), str(said["epoch"][1]))
        if said["save"] != SAVE_VERSION or said["rules"].get(rules.key) != rules.version:
            m.say(k="closed", why=codec.plain(other_version(str(said["app"])[:LONGEST], self.app)))
            self._drop(m)
        elif epoch > self.log.epoch:
            m.say(k="outdated")
            self._drop(m)
            self.retire(epoch)
        else:
            self._seat(m, said)
            self._welcome(m, said, epoch)
            self.log.name(m.tag, m.name)
            self._tell_people()

    def _seat(self, m: Member, said: Doc) -> None:
        """His name and his seat, if it is free; a device that comes back takes its own place."""
        m.tag, m.has_joined = tag(str(said["device"])), True
        for other in [o for o in self.members.values() if o is not m and o.tag == m.tag]:
            self._drop(other)
        m.name = self._free_name(str(said["name"])[:LONGEST], m)
        m.role = said["role"] if said["role"] in ROLES else "watch"
        seat = said["seat"]
        is_free = type(seat) is int and 0 <= seat < len(self.session.state.seats) and not self.holder(seat, m)
        m.seat = seat if is_free and m.role == "player" else None

    def _free_name(self, name: str, besides: Member) -> str:  # two spectators are told apart
        taken = {self.name, *(m.name for m in self._joined() if m is not besides)}
        return next(each for each in (name, *(f"{name} {n}" for n in range(2, MEMBERS + 2))) if each not in taken)

    def _welcome(self, m: Member, said: Doc, epoch: Epoch) -> None:
        log, have, has = self.log, int(said["have"]), bool(said["has"])
        fits = has and 0 <= have <= log.number and log.sum_at(have) == said["sum"]
        m.sent = m.got = have if fits else 0
        m.say(
            k="welcome",
            epoch=list(log.epoch),
            n=log.on_disk,
            role=m.role,
            seat=m.seat,
            fits=fits,
            last=log.last.get(m.tag, ("", 0))[0],
        )
        if has and have > log.number and epoch == log.epoch:
            m.sent = m.got = m.lends = have
            m.say(k="lend", after=log.number, sum=log.sum_at(log.number))
            return
        if not fits:
            self._sending.send_whole(m)
        self._sending.pump(m)

    # Who is here

    def _joined(self) -> list[Member]:
        return [m for m in self.members.values() if m.has_joined]

    def people(self) -> tuple[Person, ...]:
        """All devices at the table, this one first."""
        return (Person("", self.name, "host", self.seat, self.log.on_disk), *(m.person() for m in self._joined()))

    def holder(self, seat: int, besides: Member | None = None) -> str | None:
        """The name of the one who sits there with a device of his own."""
        if seat == self.seat:
            return self.name
        return next((m.name for m in self._joined() if m.seat == seat and m is not besides), None)

    def sit(self, name: str, seat: int | None) -> None:
        """This device's own place."""
        self.name, self.seat = name, seat
        self._tell_people()

    def _tell_people(self) -> None:
        for m in self._joined():
            self._tell(m)
        self.on_people()

    def _tell(self, m: Member) -> None:
        """Who is here and how far each is, where that is news to him."""
        if m.has_joined and m.people != (people := self.people()):
            m.people = people
            m.say(k="people", people=[each.plain() for each in people])

    def _follow(self, entry: Entry) -> None:
        """An entry took effect, from any device."""
        self.seals.follow(self.session, entry, self.log.number)
        self._sending.publish(self._joined())

    # Another host, another key

    def _take_lent(self, m: Member, said: Doc, docs: list[Doc], by: list[str]) -> None:
        """What a guest has and we lost, or never had: as he was asked, only right at our end."""
        if said["after"] + len(docs) > m.lends:
            raise wire.Bad("not asked for")
        if said["after"] != self.log.number:
            self._again(m)
            return
        for doc, who in zip(docs, by, strict=True):
            self.log.enter(doc, str(who))
        m.sent = m.got = max(m.got, self.log.number)
        self._sending.pump(m)

    def gather(self) -> None:
        self.gathering, self.log.game.saver.ask = True, _refuse_own

    def take_over(self, whose: str) -> None:
        """The players said so: from here on this log is the table's, and older hosts are told; also
        one that was heard of while this one gathered. Nothing is taken over that cannot be kept."""
        latest = max(self.log.epoch, self.newer or self.log.epoch)
        self.log.save_link(epoch=[latest[0] + 1, whose], table=self.table.hex())
        self.gathering, self.newer, self.log.game.saver.ask = False, None, None
        self.on_epoch()
        for m in list(self.members.values()):
            self._again(m)

    def retire(self, epoch: Epoch) -> None:
        """Another host has taken the table over."""
        if self.newer == epoch:
            return
        self.newer = epoch
        self.on_news(say("The table has gone on with another host: this device can join it."))

    def change_key(self, key: bytes, without: str) -> None:
        """One goes, the others are given another key; who is away now scans the code again."""
        for m in self._joined():
            if m.tag == without:
                m.say(k="closed", why=codec.plain(say("the host has taken this device off the table")))
            else:
                m.say(k="key", key=key.hex())
        self.key = key
        self.on_epoch()
        for m in list(self.members.values()):
            self._again(m)


def _refuse_own(_: Entry) -> None:
    raise Trouble(say("this device is just taking over: first go on as host, on the page of several devices"))


def other_version(theirs: str, ours: str) -> Text:
    return say(
        "the app of this device is of another version ({theirs}) than the host's ({ours}): please update the older one",
        theirs=theirs or "?",
        ours=ours or "?",
    )
