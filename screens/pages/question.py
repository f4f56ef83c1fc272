"""What every open question has on its page: whose it is, its rule, its readings, undo, the answer
at the bottom."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from kivy.uix.widget import Widget

from engine.playing.answers import contest
from engine.playing.duties import Next
from engine.values.events import Abandoned
from engine.values.maps import Value, thawed
from engine.values.model import Prompt
from engine.values.table import Pending
from engine.values.texts import say
from screens.app.context import Context
from screens.app.page import GamePage
from screens.app.table import Source, Table
from screens.present.lines import capital
from screens.present.onward import Deed, deed_after
from screens.widgets.bars import AppBar, BottomAction, retitle
from screens.widgets.layouts import Across, Column, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import symbol
from screens.widgets.press import IconButton, PushButton
from screens.widgets.rows import note
from screens.widgets.running import huge, margin
from screens.widgets.theme import Touch
from screens.widgets.words import HELP, Words

DRAFT = ("faces", "totals", "thrown", "draft", "off", "skipped", "uncovered", "looking", "offset")
"""What belongs to one question alone."""


class Answer(NamedTuple):
    """The large button of a question: its words, one line below, its icon and look; what it does
    is asked at the tap."""

    text: str
    sub: str = ""
    icon: str = "check-bold"
    look: str = "primary"


Bottom = tuple[bool, str, bool, str]
"""What the bottom of a question shows: whether it has a large button, else what undo takes back;
whether the last tap is saved; a warning."""


class Question(GamePage):
    """One kind of question, built once: another question of its kind is shown in the same page.

    A kind says in `rows` what stands on it, in `answering` what the large button says, and in
    `give` what that does.
    """

    named_by_prompt = False
    chapter = "dice"
    gap = 10

    def __init__(self, context: Context, args: dict[str, Any], table: Table, prompt: Prompt) -> None:
        super().__init__(context, args, table)
        self.prompt = prompt
        self.stamp: object = None

    def build(self) -> Widget:
        self.bar = Live(self._bar, change=retitle)
        self.list = LongList(gap=self.gap, pad=(margin(), 2, margin(), 12))
        self.main = Live(self._main, change=_reword, pos_hint={"center_y": 0.5})
        self.bottom = Live(self._bottom)
        self.show()
        return self.lay_out()

    def lay_out(self) -> Widget:
        return pane(self.bar, centred(self.list), self.bottom)

    def rows(self) -> list[Row]:
        raise NotImplementedError

    def answering(self) -> Answer | None:
        """What the large button says; None where a row or another button answers."""
        return None

    def give(self) -> None:
        """The large button."""

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    # What is shown

    def show(self) -> None:
        self.bar.show(self._titles())
        self.list.show(self.rows())
        self.show_answer()
        if self.stamp != self.args.get("stamp"):
            self.stamp = self.args.get("stamp")
            self.list.offset = float(self.args.get("offset", 0))

    def show_answer(self) -> None:
        """The line of what is saved changes with every tap: its words alone are set anew."""
        saved, warning, answer = self.table.saved, self.table.warning, self.answering()
        self.main.show(answer)
        self.bottom.show((bool(answer), "" if answer else self._undo_text(), bool(saved), warning))
        words = self.bottom.children[0].words
        if words and not warning:
            words.text = saved

    def draft(self, value: Value) -> None:
        """Keep what is entered so far: it is no event until it is given."""
        self.args["draft"] = thawed(value)
        self.show()

    def answer(self, value: Value, source: Source = "table") -> None:
        """Where it says what it leads to, that is done with it."""
        deed = None if self.table.is_past else self.leads_to()
        with self.nav.held():
            if self.table.answer(value, str(self.args.get("uncovered", "")), source) and deed:
                self.table.go_on_with(deed)

    def leads_to(self) -> Deed | None:
        """What the answer leads on to by itself, whichever it is."""
        return None

    def after(self, value: Value) -> Deed | None:
        slot = str(self.args.get("uncovered", ""))
        return deed_after(self.view, self.table.state, self.prompt, value, slot)

    def then(self) -> str:
        deed = None if self.table.is_past else self.leads_to()
        if deed is None or deed.next is Next.ADVANCE:
            return deed.text if deed else ""
        return self.tell(say("Then: {what}", what=deed.text))

    def then_rows(self) -> list[Row]:
        """Where an answer leads on by itself, it is said before it is given."""
        then = self.then()
        return [("then", then, lambda text: note("arrow-right", text))] if then else []

    # Parts

    def innermost(self) -> Pending:
        """The procedure that asks."""
        return self.table.session.fold.innermost(self.table.state)

    def _titles(self) -> tuple[str, str]:
        """A roll is named by its question; where the question stands below in large words, by
        what is going on."""
        going_on = self.view.rules.opening(self.innermost().procedure).text
        title = self.prompt.text if self.named_by_prompt else going_on
        return capital(self.tell(title)), self.view.title(self.table.state)

    def _bar(self, titles: tuple[str, str]) -> Widget:
        tools = (IconButton("dots-vertical", self._menu, self.tell(say("More")), "text2"),)
        title, turn = titles
        return AppBar(title, "" if huge() else turn, self.nav.back, tools, "close", self.tell(say("Close")))

    def asked_of(self) -> Row:
        both, seat = contest(self.prompt), self.prompt.asked_of
        who = self.tell(say("Both roll") if both else say("{player}: your answer", player=self.view.words.seat(seat)))
        return "asked", ((0, 1) if both else (seat,), self.table.was or who, self.prompt.ref.id), asked

    def headline(self, role: str = "title") -> Row:
        return "headline", (capital(self.tell(self.prompt.text)), role), lambda shown: Words(*shown)

    def readings(self) -> list[Row]:
        """The readings this question rests on."""
        names = (
            (capital(self.view.words.word(key)), self.view.words.word(self.table.state.reading(key)))
            for key in self._read()
        )
        said = tuple(self.tell(say("{name}: {value}", name=name, value=value)) for name, value in names)
        return [("readings", said, readings)] if said else []

    def _read(self) -> tuple[str, ...]:
        return tuple(self.prompt.readings)

    def _undo_text(self) -> str:
        undoes = self.table.session.undoes
        if not undoes or not undoes.label:
            return self.tell(say("Undo"))
        return self.tell(say("Undo: {what}", what=undoes.label))

    def _main(self, answer: Answer) -> Widget:
        return PushButton(answer.text, self.give, answer.look, answer.icon, answer.sub, Touch.primary)

    def _bottom(self, shown: Bottom) -> Widget:
        has_main, undo, _, warning = shown
        return self.large(warning) if has_main else self.undo_only(undo)

    def large(self, warning: str, extra: Widget | None = None) -> BottomAction:
        """The large button, with undo beside it."""
        detach(self.main)
        return BottomAction(self.main, self.undo_button(), self.table.saved, extra, warning=warning)

    def undo_button(self) -> IconButton:
        undo, undo_all = self.table.undo, self.table.undo_procedure
        return IconButton("undo", undo, self.tell(say("Undo")), "text", None, Touch.primary, "edge", hold=undo_all)

    def undo_only(self, text: str) -> Widget:
        if self.table.is_past:
            return BottomAction(PushButton(self.tell(say("Leave it")), self.nav.back, "outline"))
        return BottomAction(PushButton(text, self.table.undo, "outline", "undo", hold=self.table.undo_procedure))

    def _menu(self) -> None:
        t, ref, go = self.tell, self.prompt.ref, self.nav.go
        look_up = partial(go, "rules", game=self.view.rules.key, search=ref.id)
        break_off = partial(self.table.enter, Abandoned())
        self.nav.sheet(
            Words(t(say("More")), "title"),
            Words(t(ref.title), "body", "text2"),
            Words(ref.id, "cite", "text3"),
            PushButton(t(say("Break this off")), break_off, "outline", "close", t(say("What is done so far stays"))),
            PushButton(t(say("Look it up")), look_up, "tonal", "book-open-page-variant-outline", ref.id),
            PushButton(t(say("Take all of it back")), self.table.undo_procedure, "outline", "undo"),
            PushButton(t(say("Help")), partial(go, "help", chapter=self.chapter), "tonal", HELP),
            PushButton(t(say("To the table")), self._to_table, "tonal", "arrow-left"),
        )

    def _to_table(self) -> None:
        self.nav.close_sheet()
        self.nav.back()


def _reword(button: PushButton, before: Answer, now: Answer) -> bool:
    """The same button with other words."""
    return before[2:] == now[2:] and button.reword(now.text, now.sub)


def detach(part: Widget) -> None:
    """From where it stood: what is built around it is another now."""
    if part.parent:
        part.parent.remove_widget(part)


def asked(shown: tuple[tuple[int, ...], str, str]) -> Widget:
    """Who is asked, and by which rule."""
    seats, who, cite = shown
    signs = (symbol("", each, 24, "bg") for each in seats)
    return Across(*signs, Words(who, "meta", "text2"), Words(cite, "cite", "text3", hug=True), gap=8, least=28)


def readings(said: tuple[str, ...]) -> Widget:
    return Column(*(note("book-open-page-variant-outline", each) for each in said), gap=4)
