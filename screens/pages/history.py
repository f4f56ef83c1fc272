"""History: every event in a sentence; undo, redo, jump, amend, notes."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.metrics import dp
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from engine.playing.outcome import Deed, deeds, outcome
from engine.values.events import Advanced, Answered, CardFilled, Event, Opened, TrackerSet
from engine.values.texts import Text, say, say_many
from screens.app.page import GamePage
from screens.pages import pictures
from screens.present.lines import capital
from screens.widgets.bars import AppBar, BottomAction, retitle
from screens.widgets.layouts import Column, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.running import margin
from screens.widgets.words import Icon, Words, section


class HistoryPage(GamePage):
    """The newest first; a tap on a line says what can be done with it."""

    kept = True

    def build(self) -> Widget:
        self.bar = Live(self._bar, change=retitle)
        self.list = LongList(gap=2, pad=(margin(), 4, margin(), 16), guess=60)
        self.bottom = Live(self._bottom, change=_reword)
        self.shown: object = None
        self.show()
        return pane(self.bar, centred(self.list), self.bottom)

    def show(self) -> None:
        t, session = self.tell, self.table.session
        self.bar.show((t(say("History")), t(say_many("one event", "{count} events", session.first + len(session.log)))))
        self.list.show(self._rows())
        undo, redo = self.table.undo_label, self.table.redo_label
        words = t(say("Undo: {what}", what=undo)) if undo else t(say("Nothing to undo"))
        sub = t(say("Redo: {what}", what=redo)) if redo else ""
        self.bottom.show((words, sub, session.redoes is not None))
        if self.shown is not self.args:
            self.shown = self.args
            self.list.offset = float(self.args.get("offset", 0))

    def _bar(self, titles: tuple[str, str]) -> Widget:
        t = self.tell
        picture = t(say("Keep a picture of the table"))
        tools = (IconButton("image-outline", self._choose_picture, picture, "text2"), self.helping("undo"))
        return AppBar(*titles, self.nav.back, tools, back_name=t(say("Back")))

    def _choose_picture(self) -> None:
        pictures.choose(self.table)

    def _bottom(self, shown: tuple[str, str, bool]) -> Widget:
        words, sub, redoes = shown
        redo = self.tell(say("Redo"))
        again = IconButton("arrow-right", self._redo, redo, "text", None, 60, "edge") if redoes else None
        return BottomAction(PushButton(words, self._undo, "primary", "undo", sub), again)

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def _rows(self) -> list[Row]:
        session, (self.names, self.takers) = self.table.session, self.context.link.at.names()
        rows: list[Row] = [("report", 0, self._report), *self._undone()]
        turn, shown = 0, session.shown()
        for deed in deeds(session):
            if session.states[deed.end].turn != turn:
                turn = session.states[deed.end].turn
                rows.append((f"turn{turn}/{deed.first}", turn, self._turn))
            events = [(n + session.first, shown[n]) for n in range(deed.first, deed.end) if not shown[n].quiet]
            rows += self._deed(deed, events)
        return rows if not session.first else [*rows, ("older", session.first, self._older)]

    def _deed(self, deed: Deed, events: list[tuple[int, Event]]) -> Iterator[Row]:
        """One line; unfolded, its events one by one."""
        t, first, told = self.tell, events[0][0], outcome(self.table.session, deed)
        hands = tuple(capital(t(each.text)) for each in told.hands)
        if len(events) == 1:
            by_hand = not isinstance(events[0][1], (Opened, Advanced))
            yield first, (events[0], told.what, () if by_hand else hands), self._event
            return
        is_open = first in self.args.get("open", ())
        dice = tuple(capital(t(each)) for each in told.dice)
        overruled = tuple(dict.fromkeys(rule for _, event in events for rule in event.overruled))
        who = ", ".join(dict.fromkeys(filter(None, (self._who(index) for index, _ in events))))
        yield f"deed{first}", (first, capital(t(told.what)), dice, hands, overruled, who, is_open), self._story
        if is_open:
            yield from ((index, ((index, event), None, ()), self._event) for index, event in reversed(events))

    def _who(self, index: int) -> str:
        """Whose device it was done on, where several have played."""
        session = self.table.session
        return self.names.get(id(session.log[index - session.first]), "")

    def _story(self, shown: tuple[int, str, tuple[str, ...], tuple[str, ...], tuple[str, ...], str, bool]) -> Widget:
        """What happened, its dice, what the hands did, and on whose devices."""
        first, what, dice, hands, overruled, who, is_open = shown
        broken = self.tell(say("Overruled: {rules}", rules=", ".join(overruled))) if overruled else ""
        below = "\n".join(filter(None, (*dice, *hands, broken, who)))
        tail = Icon("chevron-double-down" if is_open else "chevron-right", 22, "text3")
        return PlainRow(what, below, "", lambda: self._unfold(first), tail=tail)

    def _unfold(self, first: int) -> None:
        found = set(self.args.get("open", ())) ^ {first}
        self.args["open"] = sorted(found)
        self.list.show(self._rows())

    def _report(self, _: int) -> Widget:
        text, sub = self.tell(say("Battle report")), self.tell(say("What happened, and how lucky both sides were"))
        return PushButton(text, lambda: self.nav.go("report"), "tonal", "flag-variant", sub)

    def _undone(self) -> Iterator[Row]:
        """What was taken back and can still be brought back, the latest first."""
        undone = self.table.session.undone
        takers = self.takers or ("",) * len(undone)
        loud = [(event, who) for event, who in zip(undone, takers, strict=True) if not event.quiet]
        for n, (event, who) in enumerate(loud):
            yield f"undone{n}", (len(loud) - n, event, who), self._gone

    def _gone(self, shown: tuple[int, Event, str]) -> Widget:
        count, event, who = shown
        facts = ", ".join(filter(None, (self.tell(say("Taken back")), who)))
        row = PlainRow(self._named(event), facts, "", lambda: self._bring_back(count, event))
        row.opacity = 0.75
        return row

    def _bring_back(self, count: int, event: Event) -> None:
        t, session = self.tell, self.table.session
        sub = t(say_many("Brings back one tap", "Brings back {count} taps", count))
        redo = PushButton(
            t(say("Bring back up to here")),
            lambda: self.table.act(lambda: session.redo(count)),
            "outline",
            "arrow-right",
            sub,
        )
        self.nav.sheet(Words(self._named(event), "title"), redo)

    def _named(self, event: Event) -> str:
        return capital(self.tell(event.label)) if event.label else event.__class__.__name__

    def _turn(self, turn: int) -> Widget:
        return section(self.tell(self.view.rules.in_turn(turn)))

    def _event(self, shown: tuple[tuple[int, Event], Text | None, tuple[str, ...]]) -> Widget:
        """One event; one that was a whole deed with what the hands did."""
        (index, event), told, hands = shown
        text = capital(self.tell(told)) if told else self._named(event)
        sub = self.tell(say("Overruled: {rules}", rules=", ".join(event.overruled))) if event.overruled else ""
        by_app = isinstance(event, Answered) and event.source == "app" and event.value
        rolled = self.tell(say("rolled by the app")) if by_app else ""
        facts = ", ".join(part for part in (sub, rolled, self._who(index)) if part)
        row = PlainRow(text, "\n".join(filter(None, (*hands, facts))), "", lambda: self._menu(index, event))
        path = pictures.shown(self.context, event)
        return (
            Column(row, Image(source=str(path), size_hint_y=None, height=dp(220), fit_mode="contain")) if path else row
        )

    def _older(self, count: int) -> Widget:
        return PushButton(
            self.tell(say_many("Read one older event", "Read {count} older events", count)),
            self._read,
            "tonal",
            "history",
        )

    def _read(self) -> None:
        self.table.game.remember()
        self.show()

    def _menu(self, index: int, event: Event) -> None:
        t, session = self.tell, self.table.session
        after = sum(not each.quiet for each in session.log[index - session.first :])
        amend = None
        if isinstance(event, (Answered, TrackerSet, CardFilled)):
            amend = PushButton(
                t(say("Amend it")),
                lambda: self.nav.go("amend", index=index),
                "tonal",
                "wrench",
                t(say("The rest is replayed")),
            )
        back = t(say_many("Takes back one tap", "Takes back {count} taps", after))
        self.nav.sheet(
            Words(capital(t(event.label)) if event.label else "", "title"),
            amend,
            PushButton(t(say("Go back to before this")), lambda: self._jump(after), "outline", "undo", back),
        )

    def _jump(self, count: int) -> None:
        game = self.table.game
        self.table.act(lambda: game.rewind(count))

    def _undo(self) -> None:
        game = self.table.game
        if self.table.undoes:
            self.table.act(lambda: game.undo())

    def _redo(self) -> None:
        self.table.act(self.table.session.redo)


def _reword(bottom: BottomAction, before: tuple[str, str, bool], now: tuple[str, str, bool]) -> bool:
    return before[2] == now[2] and bottom.reword(*now[:2])
