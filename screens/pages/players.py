"""The players of a hall and their armies; and how all of them stand, to show, print and send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from carddb.trouble import Trouble
from engine.values.texts import joined, say, say_many
from screens.app.page import Page
from screens.pages.armies import told_points, verdict
from screens.pages.exchange import share, share_file
from screens.pages.hall_sheets import player_sheet
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.entry import Entry, labelled
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Scroll, centred, pane
from screens.widgets.live import Live
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import PlainRow, note
from screens.widgets.running import margin, stacked, wide
from screens.widgets.theme import Radius
from screens.widgets.words import Words

if TYPE_CHECKING:
    from hall.desk import Desk
    from hall.evening import Player
    from hall.standings import Row


class DeskPage(Page):
    """A page of the organiser; without a hall there is none."""

    def build(self) -> Widget:
        self.parts = Live(lambda _now: self._body())
        self.show()
        bar = AppBar(self._title(), "", self.nav.back, (self._help(),), back_name=self.tell(say("Back")))
        bottom = self._bottom()
        return pane(bar, Scroll(centred(self.parts)), *([bottom] if bottom else []))

    @property
    def desk(self) -> Desk | None:
        return self.context.hall.desk

    def show(self) -> None:
        if self.desk is None:
            self.nav.replace({"screen": "home"}, {"screen": "hall"})
            return
        evening = self.desk.evening
        self.parts.show(
            (evening.players, evening.rounds, tuple(evening.results.items()), evening.limit, len(self.desk.armies))
        )

    def _body(self) -> Widget:
        assert self.desk
        return Column(*self._rows(self.desk), gap=10, pad=(margin(), 4, margin(), 16))

    def _title(self) -> str:
        raise NotImplementedError

    def _help(self) -> IconButton:
        raise NotImplementedError

    def _rows(self, desk: Desk) -> Iterator[Widget]:
        raise NotImplementedError

    def _bottom(self) -> Widget | None:
        return None


class PlayersPage(DeskPage):
    """Who plays, what is found about each army, and the points that all agreed on."""

    def _title(self) -> str:
        return self.tell(say("Players"))

    def _help(self) -> IconButton:
        return self.helping("hall")

    def _rows(self, desk: Desk) -> Iterator[Widget]:
        t = self.tell
        entry = Entry(
            str(desk.evening.limit or ""), self._limit, input_filter="int", longest=5, name=t(say("Points of an army"))
        )
        yield labelled(t(say("Points of an army at most; empty is what its own list says")), entry)
        if not desk.evening.players:
            words = say("Nobody yet. Players enter the list on their phones, or you write them down.")
            yield note("account-multiple-outline", t(words))
            return
        rows = [self._player(desk, each) for each in desk.evening.players]
        yield paint(Column(*rows, pad=(0, 2, 0, 2)), "surface", Radius.card)

    def _player(self, desk: Desk, player: Player) -> Widget:
        t, found = self.tell, desk.check(player.id)
        given = desk.army(player.id)
        sub = t(say("No army given in"))
        if found and given:
            sub = ", ".join((given.army.name, told_points(t, found), verdict(t, found)))
        right = t(say("gone")) if player.is_gone else ""
        return PlainRow(player.name, sub, right, partial(player_sheet, self.context, desk, player.id))

    def _limit(self, text: str) -> None:
        desk = self.desk
        if desk is None:
            return
        try:
            desk.change(replace(desk.evening, limit=int(text or 0)))
        except Trouble as no:
            self.nav.complain(no.why)

    def _bottom(self) -> Widget:
        assert self.desk
        add = partial(player_sheet, self.context, self.desk)
        return BottomAction(PushButton(self.tell(say("Write down a player")), add, "primary", "plus-thick"))


class StandingsPage(DeskPage):
    """Place by place, with what decides among equals."""

    def _title(self) -> str:
        return self.tell(say("Standings"))

    def _help(self) -> IconButton:
        return self.helping("hall")

    def _rows(self, desk: Desk) -> Iterator[Widget]:
        from hall.standings import standings

        t, rows = self.tell, standings(desk.evening)
        if not rows:
            yield note("flag-variant", t(say("Nobody has played yet.")))
            return
        how = say("3 points for a win, 1 for a draw; then the points of all opponents, then those of the games.")
        yield Words(t(how), "meta", "text2")
        yield paint(Column(*(self._row(each) for each in rows), pad=(0, 2, 0, 2)), "surface", Radius.card)

    def _row(self, row: Row) -> Widget:
        t = self.tell
        words = say("opponents {opponents}, difference {ahead}", opponents=row.opponents, ahead=f"{row.ahead:+}")
        counts = say("{won} won, {drawn} drawn, {lost} lost", won=row.won, drawn=row.drawn, lost=row.lost)
        sub = t(joined((counts, words)))
        place = Words(f"{row.place}.", "title", "accent", hug=True, pos_hint={"center_y": 0.5})
        points = t(say_many("one point", "{count} points", row.points))
        big = Words(points, "number", hug=True, pos_hint={"center_y": 0.5}) if wide() and not stacked() else None
        return PlainRow(row.name, sub, "" if big else points, lead=place, tail=big)

    def _bottom(self) -> Widget:
        t = self.tell
        return BottomAction(PushButton(t(say("Print or send")), self._share, "primary", "content-save-check-outline"))

    def _share(self) -> None:
        from hall.exports import as_csv, as_text
        from hall.printing import as_pdf

        desk, t, context = self.desk, self.tell, self.context
        assert desk
        name, evening = desk.name or t(say("Standings")), desk.evening

        def print_it() -> None:
            share_file(context, f"{name}.pdf", as_pdf(evening, name, t))

        self.nav.sheet(
            Words(t(say("Standings")), "title"),
            PushButton(t(say("To print")), print_it, "primary", sub="PDF"),
            PushButton(
                t(say("For a spreadsheet")),
                lambda: share_file(context, f"{name}.csv", as_csv(evening, t).encode("utf-8-sig")),
                "tonal",
                sub="CSV",
            ),
            PushButton(
                t(say("As text")),
                lambda: share(context, lambda: context.device.share_text(as_text(evening, t))),
                "tonal",
                "keyboard-outline",
                t(say("For a message")),
            ),
        )
