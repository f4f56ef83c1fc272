"""What every open question has on its screen: whose it is, its rule, its readings, undo, the
answer at the bottom."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from engine.playing.answers import contest
from engine.values.events import Abandoned
from engine.values.maps import Value, thawed
from engine.values.model import Prompt
from engine.values.table import Pending
from engine.values.texts import say
from screens.app.context import Context
from screens.app.page import GamePage
from screens.app.table import Source, Table
from screens.present.lines import capital
from screens.widgets.ground import Across, Column, Live, Scroll, centred, margin, pane
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import symbol
from screens.widgets.press import AppBar, BottomAction, IconButton, PushButton
from screens.widgets.rows import note
from screens.widgets.theme import Touch
from screens.widgets.words import HELP, Words

DRAFT = ("faces", "thrown", "draft", "off", "skipped", "uncovered", "looking", "scroll", "offset")
"""What belongs to one question alone."""
MANY = 30
"""Rows of which only those in sight are drawn."""


class Question(GamePage):
    """One kind of question; `show` redraws the parts that follow the draft."""

    named_by_prompt = False
    chapter = "dice"

    def __init__(self, context: Context, args: dict[str, Any], table: Table, prompt: Prompt) -> None:
        super().__init__(context, args, table)
        self.prompt = prompt
        self.scroll: Scroll | None = None
        self.list: LongList | None = None

    def leave(self) -> None:
        if self.list:
            self.args["offset"] = self.list.offset
        if self.scroll:
            self.args["scroll"] = self.scroll.scroll_y

    # The draft

    def draft(self, value: Value) -> None:
        """Keep what is entered so far: it is no event until it is given."""
        self.args["draft"] = thawed(value)
        self.show()

    def show(self) -> None:
        self.nav.rebuild()

    def answer(self, value: Value, source: Source = "table") -> None:
        self.table.answer(value, str(self.args.get("uncovered", "")), source)

    # Parts

    def innermost(self) -> Pending:
        """The procedure that asks."""
        return self.table.session.fold.innermost(self.table.state)

    def bar(self) -> Widget:
        """A roll is named by its question; where the question stands below in large words, by
        what is going on."""
        t = self.tell
        tools = (IconButton("dots-vertical", self._menu, t(say("More")), "text2"),)
        going_on = self.view.rules.opening(self.innermost().procedure).text
        title = self.prompt.text if self.named_by_prompt else going_on
        return AppBar(
            capital(t(title)), self.view.title(self.table.state), self.nav.back, tools, "close", t(say("Close"))
        )

    def asked_of(self) -> Widget:
        both, seat = contest(self.prompt), self.prompt.asked_of
        who = self.tell(say("Both roll") if both else say("{player}: your answer", player=self.view.seat(seat)))
        cite = Words(self.prompt.ref.id, "cite", "text3", hug=True)
        signs = (symbol("", each, 24, "bg") for each in ((0, 1) if both else (seat,)))
        return Across(*signs, Words(who, "meta", "text2"), cite, gap=8, least=28)

    def headline(self, role: str = "title") -> Widget:
        return Words(capital(self.tell(self.prompt.text)), role)

    def readings(self) -> Widget | None:
        """The readings this question rests on."""
        if not self.prompt.readings:
            return None
        rows = []
        for key in self.prompt.readings:
            name, value = capital(self.view.word(key)), self.view.word(self.table.state.reading(key))
            rows.append(
                note("book-open-page-variant-outline", self.tell(say("{name}: {value}", name=name, value=value)))
            )
        return Column(*rows, gap=4)

    def page(self, body: list[Widget | None], action: Widget) -> Widget:
        column = Column(*body, gap=10, pad=(margin(), 2, margin(), 12))
        self.scroll = Scroll(centred(column))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        return pane(self.bar(), self.scroll, action)

    def long_page(self, rows: list[Row], action: Widget) -> Widget:
        """The same with many rows: those in sight are drawn."""
        self.list = LongList(pad=(margin(), 2, margin(), 12))
        self.list.show(rows)
        self.list.offset = float(self.args.get("offset", 0))
        return pane(self.bar(), centred(self.list), action)

    def action(
        self,
        text: str,
        do: Any,
        sub: str = "",
        icon: str = "check-bold",
        extra: Widget | None = None,
        look: str = "primary",
    ) -> Widget:
        """The answer, with undo beside it."""
        main = PushButton(text, do, look, icon, sub, Touch.primary)
        return self.bottom(main, self.table.saved, extra, self.table.warning)

    def bottom(self, main: Widget, saved: str = "", extra: Widget | None = None, warning: str = "") -> Widget:
        """Whatever answers, with undo at its left."""
        undo = IconButton(
            "undo",
            self.table.undo,
            self.tell(say("Undo")),
            "text",
            None,
            Touch.primary,
            "edge",
            hold=self.table.undo_procedure,
        )
        return BottomAction(main, undo, saved, extra, warning=warning)

    def undo_only(self) -> Widget:
        if self.table.is_past:
            return BottomAction(PushButton(self.tell(say("Leave it")), self.nav.back, "outline"))
        undoes = self.table.session.undoes
        text = self.tell(say("Undo: {what}", what=undoes.label)) if undoes and undoes.label else self.tell(say("Undo"))
        return BottomAction(PushButton(text, self.table.undo, "outline", "undo", hold=self.table.undo_procedure))

    def _menu(self) -> None:
        t, ref = self.tell, self.prompt.ref
        self.nav.sheet(
            Words(t(say("More")), "title"),
            Words(t(ref.title), "body", "text2"),
            Words(ref.id, "cite", "text3"),
            PushButton(
                t(say("Break this off")),
                lambda: self.table.enter(Abandoned()),
                "outline",
                "close",
                t(say("What is done so far stays")),
            ),
            PushButton(
                t(say("Look it up")),
                lambda: self.nav.go("rules", game=self.view.rules.key, search=ref.id),
                "tonal",
                "book-open-page-variant-outline",
                ref.id,
            ),
            PushButton(t(say("Take all of it back")), self.table.undo_procedure, "outline", "undo"),
            PushButton(t(say("Help")), lambda: self.nav.go("help", chapter=self.chapter), "tonal", HELP),
            PushButton(t(say("To the table")), self._to_table, "tonal", "arrow-left"),
        )

    def _to_table(self) -> None:
        self.nav.close_sheet()
        self.nav.back()


class Shifting(Question):
    """A question whose body or answer follows the draft: only these parts are drawn anew at a
    tap."""

    def __init__(self, context: Context, args: dict[str, Any], table: Table, prompt: Prompt) -> None:
        super().__init__(context, args, table, prompt)
        self.parts: list[Live] = []

    def live(self, build: Any, **kw: Any) -> Live:
        """A part that is drawn anew whenever something is entered."""
        part = Live(lambda _: build(), 0, **kw)
        self.parts.append(part)
        return part

    def show(self) -> None:
        for part in self.parts:
            part.show(part.shown + 1)
