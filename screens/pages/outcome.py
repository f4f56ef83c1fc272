"""What happened: the result in the book's word with its dice, what the hands do, ticked line by
line, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kivy.uix.widget import Widget

from engine.values.events import Ticked
from engine.values.texts import say
from screens.app.page import GamePage
from screens.app.telling import Form, Telling
from screens.pages.table import TablePage
from screens.present.lines import StoryLine
from screens.present.onward import Deed, next_deed
from screens.widgets.bars import AppBar, BottomAction, retitle
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import LedgerRow, SwitchRow
from screens.widgets.running import huge, margin
from screens.widgets.theme import MARKERS, Radius, Touch
from screens.widgets.words import Icon, Words, section


class OutcomePage(GamePage):
    """After a deed of a kind the players do not know yet, and from the card that tells one; the
    large button is the next thing to do."""

    kept = True

    def build(self) -> Widget:
        self.bar = Live(self._bar, change=retitle)
        self.list = LongList(gap=10, pad=(margin(), 4, margin(), 16))
        self.bottom = Live(self._bottom)
        self.shown: object = None
        self.show()
        return pane(self.bar, centred(self.list), self.bottom)

    def show(self) -> None:
        story, deed = self.table.told_last, next_deed(self.view, self.table.state, self.table.prompt)
        self.bar.show((self.tell(say("What happened")), self.view.title(self.table.state)))
        self.list.show(self._rows(story, deed) if story else [])
        self.bottom.show((deed, self.table.saved))
        if self.shown is not self.args:
            self.shown = self.args
            self.list.offset = float(self.args.get("offset", 0))

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def _bar(self, titles: tuple[str, str]) -> Widget:
        t = self.tell
        history = IconButton("history", partial(self.nav.go, "history"), t(say("History")), "text2")
        return AppBar(*titles, self.nav.back, (history, self.helping("ledger")), "close", t(say("Close")))

    def _bottom(self, shown: tuple[Deed, str]) -> Widget:
        deed, saved = shown
        undo = IconButton("undo", self.table.undo, self.tell(say("Undo")), "text", None, Touch.primary, "edge")
        icon, sub = (None, "") if huge() else (deed.icon, deed.sub)
        return BottomAction(PushButton(deed.text, self._go_on, "primary", icon, sub, Touch.primary), undo, saved)

    def _rows(self, story: StoryLine, deed: Deed) -> list[Row]:
        rows: list[Row] = [("what", (story.results, story.doing, story.dice), _headline)]
        if story.hands:
            count = say("{done} of {total}", done=len(story.done), total=len(story.hands))
            rows.append(("hands", (self.tell(say("On the table now")), self.tell(count)), _head))
            rows += [(n, (n, *hand, *mark, n in story.done), self._hand) for n, hand, mark in _marked(story)]
        rows.append(("follows", story.follows or ((deed.text, deed.sub),), self._follow))
        if story.kind:  # steps that went on never have a page
            form = self.telling.form(story.kind)
            rows.append(("form", (story.kind, story.deed, form), self._form))
        return rows

    def _follow(self, follows: tuple[tuple[str, str], ...]) -> Widget:
        rows = [_follows(text, cite) for text, cite in follows]
        what = Column(section(self.tell(say("What follows"))), *rows, gap=4, pad=(14, 4, 14, 12))
        return paint(what, "surface", Radius.card)

    def _form(self, shown: tuple[str, str, Form]) -> Widget:
        """Whether deeds of this kind have a page."""
        kind, deed, form = shown
        on = form == "page"
        text, about = (
            self.tell(say("A page for: {deed}", deed=deed)),
            self.tell(say("Off: a card on the table tells it")),
        )
        row = SwitchRow(text, about, on, partial(self._wish, kind, "card" if on else "page"))
        return paint(Column(row, pad=(0, 2, 0, 2)), "surface", Radius.card)

    def _wish(self, kind: str, form: Form) -> None:
        self.telling.wish(kind, form)
        self.show()

    def _hand(self, shown: tuple[int, str, str, str, bool, bool]) -> Widget:
        n, text, cite, mark, is_down, done = shown
        return LedgerRow(text, cite, mark, is_down, done, False, partial(self.table.enter, Ticked(n, not done)))

    @property
    def telling(self) -> Telling:
        return Telling(self.context.preferences)

    def _go_on(self) -> None:
        """To the table, and what its large button says."""
        self.nav.replace({"screen": "home"}, {"screen": "table"})
        if isinstance(self.nav.page, TablePage):
            self.nav.page.do_next()


def _marked(story: StoryLine) -> Iterator[tuple[int, tuple[str, str], tuple[str, bool]]]:
    """What the hands do, line by line, with the marker it is about, and whether it lies face
    down."""
    for n, (hand, (mark, is_down)) in enumerate(zip(story.hands, story.marks, strict=True)):
        yield n, hand, (mark if mark in MARKERS else "", is_down)


def _headline(shown: tuple[tuple[str, ...], str, tuple[str, ...]]) -> Widget:
    """What it came to in large letters, who did it to whom, and the dice."""
    results, doing, dice = shown
    heads = (Words(each, "title" if n == 0 else "row", "accent") for n, each in enumerate(results))
    who = Words(doing, "body") if doing else None
    lines = (Words(each, "body", "text2") for each in dice)
    return paint(Column(*heads, who, *lines, gap=6, pad=(14, 12, 14, 12)), "surface", Radius.card)


def _head(shown: tuple[str, str]) -> Widget:
    return section(*shown)


def _follows(text: str, cite: str) -> Widget:
    words = Column(Words(text, "row"), Words(cite, "cite", "text3") if cite else None, gap=2)
    return Across(Icon("arrow-right-thick", 22, "accent"), words, gap=10)
