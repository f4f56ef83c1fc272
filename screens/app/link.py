"""The table of several devices that this app is at: as host, as guest, or at none.

Nothing of the network is imported before a table is opened or joined.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from carddb.trouble import Trouble
from engine.values.texts import say
from screens.app.at_table import AtTable
from screens.app.handed import Handed
from screens.app.link_news import News
from screens.app.version import version
from screens.present.shelf import title

if TYPE_CHECKING:
    from link.host import Host
    from link.invite import Invitation
    from link.place import Place
    from link.reach import Club
    from link.runner import Runner
    from screens.app.context import Context

AT_TABLE, DEVICE = "at_table", "device"
"""Settings: which table this app is at and as what; and what the host knows this device by."""


class Link:
    """Everything is done on the thread that draws; the network has its own. `at` says how it
    stands."""

    def __init__(self) -> None:
        self.at = AtTable()
        self.news = News(self.at)
        self.addresses: tuple[tuple[str, int], ...] = ()
        self._handed = Handed()
        self._runner: Runner | None = None

    @property
    def context(self) -> Context:
        return self.at.context

    def _run(self) -> Runner:
        if self._runner is None:
            from link.runner import Runner

            self._runner = Runner(self._handed)
        return self._runner

    def _find(self, table: bytes) -> Place:
        from link.place import Place

        store, tell = self.context.store, self.context.tell
        self.at.place = Place(store, table, tell, lambda game: title(tell, game, store.rulesets.get(game.game)))
        return self.at.place

    # Hosting

    def open_table(self, seat: int | None, club: Club | None = None) -> None:
        """Others may join the open game from now on: by calling this device, or by the broker of a
        club."""
        from link.log import Log

        table = self.context.desk.table
        assert table
        log = Log(table.game)
        known = log.link.get("table")
        place = self._find(bytes.fromhex(known) if known else secrets.token_bytes(8))
        try:
            place.note(game=table.game.key, club=club.plain() if club else [])
        except Trouble as no:
            self.context.navigator.complain(no.why)
            return
        self._serve(log, place, seat)

    def move_table(self, club: Club | None) -> None:
        """The same table by another way."""
        if self.at.host:
            seat = self.at.host.seat
            self.leave()
            self.open_table(seat, club)

    def _serve(self, log: Any, place: Place, seat: int | None, gathering: bool = False) -> None:
        from link.host import Host

        notes = place.notes
        key = bytes.fromhex(notes["key"]) if "key" in notes else secrets.token_bytes(32)
        host = Host(log, key, place.table, time.monotonic, self._name(seat, "host"), seat, version())
        if gathering:
            host.gather()
        host.on_people, host.on_news = self.at.show, self.news.tell
        try:
            place.note(key=key.hex(), seat=seat, role="host")
            self._listen(host, place)
        except Trouble as no:
            host.stop()
            self._end()
            self.context.navigator.complain(no.why)
            return
        self.at.host = host
        self._remember(place.table, "gathering" if gathering else "host")
        self.context.app.light()
        self.at.show()

    def _listen(self, host: Host, place: Place) -> None:
        """At the addresses of this device, or at the broker of the club."""
        from link.reach import read_club

        self.addresses, self.at.club, self.at.line = (), read_club(place.notes.get("club")), "calling"
        if self.at.club:
            self._run().host_by_broker(host, self.at.club, self.news.hear_line)
            return
        near = self.context.device.addresses()
        here = "127.0.0.1" if near == ("127.0.0.1",) else "0.0.0.0"
        port = self._run().serve(host, here, int(place.notes.get("port", 0)))
        self.addresses = tuple((address, port) for address in near)
        place.note(port=port)

    def sit_as_host(self, seat: int | None) -> None:
        if self.at.host and self.at.place:
            self.at.host.sit(self._name(seat, "host"), seat)
            self.at.place.note(seat=seat)
            self.at.show()

    def remove(self, tag: str) -> None:
        """One goes; all others are given another key."""
        if self.at.host and self.at.place:
            key = secrets.token_bytes(32)
            self.at.place.note(key=key.hex())
            self.at.host.change_key(key, tag)
            self.at.show()

    def invitation(self) -> Invitation | None:
        from link.invite import Invitation

        host = self.at.host
        return Invitation(host.table, host.key, self.addresses, self.at.club) if host else None

    # Joining

    def join(self, code: str) -> None:
        """As the code of a host says; first to look, then to choose a seat."""
        from link.invite import invitation

        try:
            found = invitation(code)
        except Trouble as no:
            self.context.navigator.complain(no.why)
            return
        self.leave()
        place = self._find(found.table)
        places = [list(each) for each in found.addresses]
        try:
            place.note(key=found.key.hex(), addresses=places, club=found.club.plain() if found.club else [])
            self._call(place)
        except Trouble as no:
            self.context.navigator.complain(no.why)
        else:
            self.context.navigator.replace({"screen": "home"}, {"screen": "link"})

    def _call(self, place: Place) -> None:
        from link.guest import Guest
        from link.reach import read_club

        notes = place.notes
        role, seat = notes.get("role", "watch"), notes.get("seat")
        if role == "host":
            role = "watch" if seat is None else "player"
        key, device = bytes.fromhex(notes["key"]), self.device()
        guest = self.at.guest = Guest(place, key, device, time.monotonic, self._name(seat, role), role, seat, version())
        guest.on_state, guest.on_move, guest.on_answer = self.at.show, self.news.follow, self.news.answer
        guest.on_key = lambda key: place.note(key=key.hex())
        self._remember(place.table, "guest")
        if guest.game:
            self.news.follow()
        self.at.club, self.at.line = read_club(notes.get("club")), "calling"
        if self.at.club:
            self._run().call_by_broker(guest, self.at.club, self.news.hear_line)
        else:
            self._run().call(guest, [(str(address), int(port)) for address, port in notes["addresses"]])

    def device(self) -> str:
        settings = self.context.store.settings
        if not settings.get(DEVICE):
            settings.set(DEVICE, secrets.token_hex(16))
        return str(settings.get(DEVICE))

    def sit(self, role: str, seat: int | None) -> None:
        """Another place at the table."""
        if self.at.guest and self.at.place:
            self.at.place.note(role=role, seat=seat)
            self.at.guest.sit(self._name(seat, role), role, seat)

    def _name(self, seat: int | None, role: str) -> str:
        table = self.context.desk.table
        if seat is not None and table:
            return table.view.words.seat(seat)
        words = {"host": say("The host"), "table": say("The display"), "player": say("A player")}
        return self.context.tell(words.get(role, say("A spectator")))

    # Coming and going

    def leave(self) -> None:
        """No table any more; the game stays here as it is."""
        if self.at.host:
            self.at.host.stop()
        if self.at.guest:
            self.at.guest.stop()
        self._end()

    def _end(self) -> None:
        self.at.host = self.at.guest = self.at.club = None
        if self._runner:
            self._runner.stop()
        self._runner = None
        self._handed.clear()
        self._remember(b"", "")
        self.context.app.light()
        self.at.show()

    def take_over(self) -> None:
        """This device is to be host; it first gathers what others have."""
        guest, place = self.at.guest, self.at.place
        if not guest or not place or not guest.log:
            return
        try:
            place.note(seat=guest.seat, role="host")  # nothing is taken over where nothing can be kept
        except Trouble as no:
            self.context.navigator.complain(no.why)
            return
        seat, log = guest.seat, guest.release()
        self.at.guest = None
        if self._runner:
            self._runner.stop()
        self._runner = None
        if (table := self.context.desk.table) and table.game is not log.game:
            table.swap(log.game)
        self._serve(log, place, seat, gathering=True)

    def finish_take_over(self) -> None:
        if not self.at.host:
            return
        try:
            self.at.host.take_over(self.device()[:8])
        except Trouble as no:
            self.context.navigator.complain(no.why)
        else:
            self._remember(self.at.host.table, "host")
            self.at.show()

    def call_again(self) -> None:
        """Nothing is taken over after all, or the host may be there again: it is called as
        before."""
        if self.at.is_on and self.at.place:
            self.leave()
            self._call(self.at.place)
            self.at.show()

    def _remember(self, table: bytes, role: str) -> None:
        with suppress(Trouble):
            self.context.store.settings.set(AT_TABLE, [table.hex(), role] if table else [])

    def recall(self) -> None:
        """Back at the table where the app was when it ended by itself."""
        at = self.context.store.settings.get(AT_TABLE) or []
        table = self.context.desk.table
        if len(at) != 2 or not table:
            return
        place = self._find(bytes.fromhex(at[0]))
        if place.notes.get("game") == table.game.key and at[1] != "guest":
            from link.log import Log

            self._serve(Log(table.game), place, place.notes.get("seat"), gathering=at[1] == "gathering")
        elif place.notes.get("game") == table.game.key and (place.notes.get("addresses") or place.notes.get("club")):
            self._call(place)

    def follow_game(self) -> None:
        """Another game is open, or none: its table is left."""
        table = self.context.desk.table
        end = self.at.host or self.at.guest
        if end and end.log and (table is None or table.game.key != end.log.game.key):
            self.leave()

    def pause(self) -> None:
        if self.at.host:
            self.at.host.pause()

    def close(self) -> None:
        """The app ends; at the next start it is at this table again."""
        if self._runner:
            self._runner.stop()
        self._runner = None
        self.at.host = self.at.guest = None
