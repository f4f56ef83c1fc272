"""The round of a hall: pairings made by lot, by score or by hand; its clock, and its results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from carddb.trouble import Trouble
from engine.values.texts import say, say_many
from screens.app.page import Page
from screens.pages.hall_sheets import result_sheet
from screens.pages.link_sheets import confirm_sheet
from screens.present.hall import clock_words
from screens.present.lines import capital
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Equal, Flow, Scroll, centred, pane
from screens.widgets.live import Live
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import PlainRow, note
from screens.widgets.running import margin, stacked, wide
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Words, section

if TYPE_CHECKING:
    from hall.desk import Desk
    from hall.evening import Pairing, Round

MINUTES = (45, 60, 90, 120, 180)
MORE = 5
"""Minutes that are added at a tap."""


class RoundPage(Page):
    """The round that is played, or the next one while it is paired."""

    def build(self) -> Widget:
        t = self.tell
        self.clock = Live(self._clock)
        self.parts, self.bottom = Live(lambda _now: self._body()), Live(lambda _now: self._bottom())
        self.show()
        bar = AppBar(t(say("The round")), "", self.nav.back, (self.helping("hall"),), back_name=t(say("Back")))
        return pane(bar, Scroll(centred(Column(self.clock, self.parts))), self.bottom)

    @property
    def desk(self) -> Desk | None:
        return self.context.hall.desk

    def show(self) -> None:
        if self.desk is None:
            self.nav.replace({"screen": "home"}, {"screen": "hall"})
            return
        evening, draft = self.desk.evening, self.args.get("draft")
        results = tuple(evening.results.items())
        now = (evening.rounds, results, evening.players, repr(draft), self.args.get("taken"))
        self.parts.show(now)
        self.bottom.show(now)
        self.tick()

    def tick(self) -> None:
        member = self.context.hall.member
        self.clock.show(clock_words(member.seconds_left) if member and "draft" not in self.args else "")

    def _clock(self, words: str) -> Widget | None:
        return Column(Words(words, "display", "accent", align="center"), pad=(0, 4, 0, 4)) if words else None

    def _body(self) -> Widget:
        desk = self.desk
        assert desk
        rows = self._pairing(desk) if self._is_pairing(desk) else self._playing(desk)
        return Column(*rows, gap=10, pad=(margin(), 4, margin(), 16))

    def _is_pairing(self, desk: Desk) -> bool:
        return "draft" in self.args or not desk.evening.rounds

    # The round that is played

    def _playing(self, desk: Desk) -> Iterator[Widget]:
        t, now = self.tell, desk.evening.round
        assert now
        yield section(t(say("Round {number}", number=now.number)), t(say("The clock")))
        yield from self._clocks(desk, now)
        if missing := len(desk.evening.missing()):
            yield note("timer-sand", t(say_many("One result is missing", "{count} results are missing", missing)))
        rows = [self._match(desk, now, each) for each in now.pairings]
        yield paint(Column(*rows, pad=(0, 2, 0, 2)), "surface", Radius.card)
        yield PushButton(t(say("This round never was")), self._ask_to_drop, "outline", "close")

    def _clocks(self, desk: Desk, now: Round) -> Iterator[Widget]:
        t = self.tell
        if not now.ends:
            pills = [Pill(t(say("{minutes} min", minutes=each)), False, partial(self._start, each)) for each in MINUTES]
            yield Words(t(say("Start it with so many minutes:")), "meta", "text2")
            yield Flow(*pills, gap=8)
            return
        yield Equal(
            PushButton(t(say("{minutes} minutes more", minutes=MORE)), partial(self._lengthen, desk, now), "tonal"),
            PushButton(t(say("Stop the clock")), lambda: self._try(desk.stop_clock), "outline", "close"),
            least=Touch.comfortable,
        )

    def _start(self, minutes: int) -> None:
        if desk := self.desk:
            self._try(lambda: desk.start_clock(minutes))

    def _lengthen(self, desk: Desk, now: Round) -> None:
        from dataclasses import replace

        from hall.evening import change_round

        later = replace(now, ends=max(now.ends, desk.now()) + 60 * MORE)
        self._try(lambda: desk.change(change_round(desk.evening, later)))

    def _match(self, desk: Desk, now: Round, each: Pairing) -> Widget:
        from hall.exports import match_words

        key = (now.number, each.table)
        result, t = desk.evening.results.get(key), self.tell
        sub = ""
        if result and result.disputed:
            sub = t(say("Two tables say different things about this match: what is right?"))
        elif result:
            sub = t(say("As you wrote it") if result.source == "organiser" else say("As its table said it"))
        do = None if each.is_bye else partial(result_sheet, self.context, desk, key)
        number = "" if each.is_bye else t(say("Table {number}", number=each.table))
        return PlainRow(match_words(desk.evening, each, result, t), sub, number, do)

    def _ask_to_drop(self) -> None:
        confirm_sheet(
            self.context,
            say("Take this round back?"),
            say("Its pairings and its results go."),
            say("This round never was"),
            self._drop,
        )

    def _drop(self) -> None:
        from hall.evening import drop_round

        if desk := self.desk:
            self._try(lambda: desk.change(drop_round(desk.evening)))

    # The next round

    def _pairing(self, desk: Desk) -> Iterator[Widget]:
        from hall.pairing import doubts, draw_pairings, pair_by_score

        t, evening, draft = self.tell, desk.evening, self._draft()
        here = sum(not player.is_gone for player in evening.players)
        yield section(
            t(say("Round {number}", number=len(evening.rounds) + 1)), t(say_many("one player", "{count} players", here))
        )
        yield Flow(
            Pill(t(say("By lot")), False, partial(self._make, draw_pairings)),
            Pill(t(say("By score")), False, partial(self._make, pair_by_score)),
            Pill(t(say("By hand")), False, self._by_hand),
            gap=8,
        )
        if not draft:
            words = say("Choose how the players are paired. By score nobody meets again, and nobody has two byes.")
            yield note("account-multiple-outline", t(words))
            yield PushButton(t(say("Players")), lambda: self.nav.go("players"), "outline", "account-multiple-outline")
            return
        yield Words(t(say("Tap two players to exchange their places.")), "meta", "text2")
        yield from (note("alert-outline", capital(t(each))) for each in doubts(evening, draft))
        yield paint(Column(*(self._seats(desk, each) for each in draft), gap=6, pad=8), "surface", Radius.card)

    def _draft(self) -> tuple[Pairing, ...]:
        from hall.evening import Pairing

        return tuple(Pairing(int(n), str(one), str(two)) for n, one, two in self.args.get("draft") or ())

    def _make(self, way: Callable[..., tuple[Pairing, ...]]) -> None:
        desk = self.desk
        assert desk
        try:
            self._put(way(desk.evening, random.SystemRandom()))
        except Trouble as no:
            self.nav.complain(no.why)

    def _by_hand(self) -> None:
        """In the order of the list, to be changed."""
        from hall.evening import Pairing

        assert self.desk
        ids = [player.id for player in self.desk.evening.players if not player.is_gone]
        pairs = [(ids[n], ids[n + 1] if n + 1 < len(ids) else "") for n in range(0, len(ids), 2)]
        self._put(tuple(Pairing(n, one, two) for n, (one, two) in enumerate(pairs, 1)))

    def _put(self, draft: tuple[Pairing, ...]) -> None:
        self.args["draft"] = [[each.table, each.one, each.two] for each in draft]
        self.args.pop("taken", None)
        self.show()

    def _seats(self, desk: Desk, each: Pairing) -> Widget:
        """A pairing: its table, and both players to tap."""
        t = self.tell
        taken = self.args.get("taken")
        pills = [
            PushButton(
                desk.evening.name(key) if key else t(say("Bye")),
                partial(self._tap, key),
                "primary" if key == taken and key else "tonal",
            )
            for key in (each.one, each.two)
        ]
        number = Words(t(say("Table {number}", number=each.table)), "head", "text2", hug=True)
        pair = Equal(*pills, gap=6, least=Touch.min)
        return Across(number, pair, gap=8) if wide() and not stacked() else Column(number, pair, gap=2)

    def _tap(self, key: str) -> None:
        taken = self.args.pop("taken", None)
        if taken is None:
            self.args["taken"] = key
        elif taken != key:
            other = {taken: key, key: taken}
            self.args["draft"] = [[n, *(other.get(p, p) for p in pair)] for n, *pair in self.args["draft"]]
            self._byes_last()
        self.show()

    def _byes_last(self) -> None:
        """A bye is the second of its pair."""
        self.args["draft"] = [[n, one or two, two if one else ""] for n, one, two in self.args["draft"]]

    # What can be done

    def _bottom(self) -> Widget:
        t, desk = self.tell, self.desk
        assert desk
        if not self._is_pairing(desk):
            return BottomAction(PushButton(t(say("Pair the next round")), self._next, "primary", "arrow-right"))
        if not self._draft():
            return Column()
        return BottomAction(PushButton(t(say("Begin the round")), self._begin, "primary", "play"))

    def _next(self) -> None:
        self.args["draft"] = []
        self.show()

    def _begin(self) -> None:
        from hall.evening import begin_round
        from hall.pairing import why_not

        desk, draft = self.desk, self._draft()
        assert desk
        if why := why_not(desk.evening, draft):
            self.nav.complain(why)
            return
        if self._try(lambda: desk.change(begin_round(desk.evening, draft))):
            self.args.pop("draft", None)
            self.show()

    def back(self) -> bool:
        """Out of the pairing, to the round that is played."""
        if self.desk and self.desk.evening.rounds and self.args.pop("draft", None) is not None:
            self.show()
            return True
        return False

    def _try(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except Trouble as no:
            self.nav.complain(no.why)
            return False
        return True
