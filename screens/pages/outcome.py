"""What happened: the result in the book's word with its dice, what the hands do, ticked line by
line, and what follows."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from engine.values.events import Ticked
from engine.values.texts import say
from screens.app.page import GamePage
from screens.app.telling import Form, Telling
from screens.pages.table import TablePage
from screens.present.lines import StoryLine
from screens.present.onward import Deed, next_deed
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Scroll, centred, pane
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import LedgerRow, SwitchRow
from screens.widgets.running import huge, margin
from screens.widgets.theme import MARKERS, Radius, Touch
from screens.widgets.words import Icon, Words, section


class OutcomePage(GamePage):
    """After a deed of a kind the players do not know yet, and from the card that tells one; the
    large button is the next thing to do."""

    def build(self) -> Widget:
        t, story = self.tell, self.table.told_last
        bar = AppBar(
            t(say("What happened")),
            self.view.title(self.table.state),
            self.nav.back,
            (IconButton("history", lambda: self.nav.go("history"), t(say("History")), "text2"), self.helping("ledger")),
            "close",
            t(say("Close")),
        )
        deed = next_deed(self.view, self.table.state, self.table.prompt)
        undo = IconButton("undo", self.table.undo, t(say("Undo")), "text", None, Touch.primary, "edge")
        icon, sub = (None, "") if huge() else (deed.icon, deed.sub)
        on = PushButton(deed.text, self._go_on, "primary", icon, sub, Touch.primary)
        parts = self._parts(story, deed) if story else []
        self.scroll = Scroll(centred(Column(*parts, gap=10, pad=(margin(), 4, margin(), 16))))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        return pane(bar, self.scroll, BottomAction(on, undo, self.table.saved))

    def leave(self) -> None:
        self.args["scroll"] = self.scroll.scroll_y

    def _parts(self, story: StoryLine, deed: Deed) -> list[Widget]:
        head = Column(
            Words(story.what, "title", "accent"),
            *(Words(each, "body", "text2") for each in story.dice),
            gap=6,
            pad=(14, 12, 14, 12),
        )
        parts: list[Widget] = [paint(head, "surface", Radius.card)]
        if story.hands:
            count = say("{done} of {total}", done=len(story.done), total=len(story.hands))
            parts += [section(self.tell(say("On the table now")), self.tell(count)), *self._hands(story)]
        follows = story.follows or ((deed.text, deed.sub),)
        rows = [self._follows(text, cite) for text, cite in follows]
        what = Column(section(self.tell(say("What follows"))), *rows, gap=4, pad=(14, 4, 14, 12))
        return [*parts, paint(what, "surface", Radius.card), *self._form(story)]

    def _form(self, story: StoryLine) -> list[Widget]:
        """Whether deeds of this kind have a page; not for steps that went on, which never have."""
        if not story.kind:
            return []
        on = self.telling.form(story.kind) == "page"
        text = self.tell(say("A page for: {deed}", deed=story.deed))
        about = self.tell(say("Off: a card on the table tells it"))
        row = SwitchRow(text, about, on, partial(self._wish, story.kind, "card" if on else "page"))
        return [paint(Column(row, pad=(0, 2, 0, 2)), "surface", Radius.card)]

    def _wish(self, kind: str, form: Form) -> None:
        self.telling.wish(kind, form)
        self.nav.rebuild()

    @property
    def telling(self) -> Telling:
        return Telling(self.context.preferences)

    def _hands(self, story: StoryLine) -> list[Widget]:
        found: list[Widget] = []
        for n, (text, cite) in enumerate(story.hands):
            done, mark = n in story.done, story.marks[n] if story.marks[n] in MARKERS else ""
            tick = partial(self.table.enter, Ticked(n, not done))
            found.append(LedgerRow(text, cite, mark, False, done, False, tick))
        return found

    def _follows(self, text: str, cite: str) -> Widget:
        words = Column(Words(text, "row"), Words(cite, "cite", "text3") if cite else None, gap=2)
        return Across(Icon("arrow-right-thick", 22, "accent"), words, gap=10)

    def _go_on(self) -> None:
        """To the table, and what its large button says."""
        self.nav.replace({"screen": "home"}, {"screen": "table"})
        if isinstance(self.nav.page, TablePage):
            self.nav.page.do_next()
