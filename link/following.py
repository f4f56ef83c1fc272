"""A log that follows another one, and what is shown of it while something is under cover."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from carddb.loading import BACK
from carddb.loading import entry as read_entry
from carddb.saves import Game
from engine.values.events import Entry
from link.log import Doc, Log
from link.seals import stand_in


class Following:
    """`game` is what the screens draw: the log's own, or one with stand-ins behind a cover.

    The log and its file stop before the first covered answer; it and everything after it is held
    until it is revealed.
    """

    def __init__(self, log: Log | None, tap: Callable[[Entry], None]) -> None:
        self.log: Log | None = None
        self.game: Game | None = None
        self.on_move: Callable[[], None] = lambda: None
        self._ask, self._is_following = tap, False
        if log:
            self._dress(log)

    def _dress(self, log: Log) -> None:
        self.log = log
        log.game.saver.ask = self._ask
        self._redraw()

    @property
    def number(self) -> int:
        """The last entry seen, those behind a cover included."""
        return self.log.number + len(self.log.held) if self.log else 0

    @property
    def number_on_disk(self) -> int:
        log = self.log
        return self.number if log and log.on_disk == log.number else log.on_disk if log else 0

    def show(self, log: Log) -> None:
        """Another log in the place of this one."""
        self._dress(log)
        self.on_move()

    def begin_again(self) -> None:
        """What was covered is sent again; until then the file keeps it."""
        if self.log:
            self.log.held = []
            self._redraw()

    def follow(self, doc: Doc, by: str) -> None:
        """One more entry of the host's."""
        assert self.log
        if self.log.held or "sealed" in doc:
            self.log.set_held([*self.log.held, {"doc": doc, "by": by}])
            self._draw_next(doc)
        else:
            self.log.enter(doc, by)
        self.on_move()

    def reveal(self, docs: dict[str, Doc]) -> None:
        """Covered answers that all may see by now: what they held up is entered for good."""
        assert self.log
        if not self.log.held:
            return
        first = self.log.number + 1
        held = [{**each, "doc": docs.get(str(n), each["doc"])} for n, each in enumerate(self.log.held, first)]
        while held and "sealed" not in held[0]["doc"]:
            self.log.enter(held[0]["doc"], held[0]["by"])
            held = held[1:]
        self.log.set_held(held)
        self._redraw()
        self.on_move()

    def uncover(self) -> Log:
        """The log for itself: what is known of what was held is entered, what is not is asked
        again."""
        log = self.log
        assert log
        held, is_missing = log.held, False
        log.set_held([])
        for each in held:
            is_missing |= "sealed" in each["doc"]
            if "sealed" in each["doc"] or (is_missing and each["doc"].get("is") in BACK):
                continue  # what was taken back over a gap is not guessed at
            with suppress(ValueError):  # it rested on what is missing
                log.enter(each["doc"], each["by"])
        log.game.saver.ask = None
        self.game = log.game
        return log

    # What is shown

    def _redraw(self) -> None:
        """Older history is read where what is held reaches behind what is at hand."""
        while not self._is_redrawn():
            pass

    def _is_redrawn(self) -> bool:
        assert self.log
        self.game = self.log.game
        try:
            for each in self.log.held:
                self._draw(each["doc"])
        except ValueError:
            if not self.log.game.remember():
                raise
            return False
        return True

    def _draw_next(self, doc: Doc) -> None:
        try:
            self._draw(doc)
        except ValueError:
            self._redraw()

    def _draw(self, doc: Doc) -> None:
        """One more entry on a copy, with a stand-in for what may not be seen yet."""
        assert self.log
        assert self.game
        if self.game is self.log.game:
            session = self.log.game.session.copy(self._tap_on_copy)
            session.listeners = []
            self.game = self.log.game.stand_in(session)
        session, self._is_following = self.game.session, True
        try:
            session.enter(stand_in(session, doc) if "sealed" in doc else read_entry(doc))
        finally:
            self._is_following = False

    def _tap_on_copy(self, entry: Entry) -> None:
        if not self._is_following:
            self._ask(entry)
