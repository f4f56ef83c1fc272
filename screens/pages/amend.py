"""Amend: an old answer on the page its question had, with what was told then; the rest of the
game is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from engine.playing.answers import by_check
from engine.playing.correction import LeftOut
from engine.playing.hands import hands
from engine.values.events import Answered, CardFilled, Event, TrackerSet
from engine.values.kinds import kind_at
from engine.values.maps import Value, frozen, thawed
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import Text, say
from screens.app.page import GamePage
from screens.app.table import Source, Table
from screens.pages.ask import KINDS
from screens.pages.fields import Controls
from screens.pages.question import Question
from screens.present.lines import capital
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.layouts import Column, Scroll, centred, pane
from screens.widgets.press import PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.running import margin
from screens.widgets.words import Words


class PastTable(Table):
    """The table as it was before an old answer, with the question of then: what is told there
    mends the log, nothing else is done to the game."""

    is_past = True

    def __init__(
        self, table: Table, state: GameState, prompt: Prompt, was: Text | None, give: Callable[[Value], None]
    ) -> None:
        super().__init__(table.context, table.game)
        self._state, self._prompt, self._give = state, prompt, give
        self.was = self.tell(say("Until now: {what}", what=was)) if was else ""

    @property
    def state(self) -> GameState:
        return getattr(self, "_state", self.session.state)

    @property
    def prompt(self) -> Prompt | None:
        return self._prompt

    @property
    def saved(self) -> str:
        """Nothing is saved before it is given."""
        return ""

    def enter(self, _event: Event) -> bool:
        return False

    def answer(self, value: Value, _slot: str = "", _source: Source = "table") -> bool:
        self._give(value)
        return True

    def undo(self) -> None:
        self.context.navigator.back()

    def undo_procedure(self) -> bool:
        return self.context.navigator.back()


class AmendPage(GamePage):
    """What was answered, set or told before, to be told better. `index` is its place in the log."""

    part: Question | None = None

    def build(self) -> Widget:
        session, place = self.table.session, int(self.args["index"]) - self.table.session.first
        event = session.log[place] if 0 <= place < len(session.log) else None
        if isinstance(event, Answered):
            return self._question(session.states[place], event)
        if isinstance(event, (TrackerSet, CardFilled)):
            return self._value(event)
        return pane(self._bar(""), Widget())

    def _bar(self, sub: str) -> AppBar:
        tools = (self.helping("undo"),)
        return AppBar(self.tell(say("Amend it")), sub, self.nav.back, tools, "close", self.tell(say("Close")))

    # An answer

    def _question(self, state: GameState, event: Answered) -> Widget:
        asked = self.table.session.fold.questions(state)[-1].prompt
        asked = next((slot for slot in asked.slots if slot.key == event.prompt), asked)
        if self.args.get("stamp") != event.prompt:
            self.args.update(stamp=event.prompt, **told(asked, event.value))
        past = PastTable(self.table, state, asked, event.label, self._give)
        self.part = KINDS[asked.kind](self.context, self.args, past, asked)
        return self.part.build()

    def show(self) -> None:
        """Odds have come, or something else of the question: it stays, with the finger on it."""
        if self.part:
            self.part.show()
        else:
            super().show()

    def leave(self) -> None:
        if self.part:
            self.part.leave()

    # A value

    def _value(self, event: TrackerSet | CardFilled) -> Widget:
        rules, name = self.view.rules, capital(self.tell(event.label)) if event.label else ""
        kind = kind_at(rules.card, event.path) if isinstance(event, CardFilled) else rules.tracker_kind(event.tracker)
        value = frozen(self.args.setdefault("draft", thawed(event.value)))
        body = Column(
            Words(name, "body", "text2"),
            Controls(self.view, quick=True).control(kind, value, self._draft, name),
            gap=10,
            pad=(margin(), 4, margin(), 16),
        )
        button = PushButton(
            self.tell(say("Amend it")), lambda: self._give(frozen(self.args.get("draft"))), "primary", "check-bold"
        )
        return pane(self._bar(""), Scroll(centred(body)), BottomAction(button))

    def _draft(self, value: Value) -> None:
        self.args["draft"] = thawed(value)
        self.nav.rebuild()

    def _give(self, value: Value) -> None:
        """Back in the history with it; where it is refused, here again."""
        table, places, index = self.table, self.nav.places, int(self.args["index"])
        self.nav.places, before = places[:-1], table.session.state

        def amend() -> bool:
            if table.act(lambda: table.game.amend(index, value)):
                self.nav.arrive()
                return True
            self.nav.places = places
            return False

        table.each(amend, partial(self._tell_changes, before))

    def _tell_changes(self, before: GameState) -> None:
        self.table.corrected = before
        tell_correction(self)


def tell_correction(page: GamePage) -> None:
    """What the hands change on the table, and what followed and does not fit any more, with the
    rules that say so; what they forbid may be kept all the same. Where a question is open before
    the rest can follow, all this waits."""
    table, before = page.table, page.table.corrected
    if before is None or table.session.correcting:
        return
    table.corrected, session = None, table.session
    lines = hands(session.rules, (before, session.state))
    out = [widget for each in session.left_out if each.event.label for widget in _left_out(page, each, before)]
    parts: list[Widget] = []
    if lines:
        todo = tuple((capital(page.tell(each.text)), each.ref.id) for each in lines)
        parts += [Words(page.tell(say("On the table now")), "title"), *(PlainRow(*each) for each in todo)]
    if out:
        parts += [Words(page.tell(say("The correction leaves out what does not fit any more")), "title"), *out]
    if parts:
        page.nav.sheet(*parts, PushButton(page.tell(say("Good")), page.nav.close_sheet, "primary"))


def _left_out(page: GamePage, each: LeftOut, before: GameState) -> Iterator[Widget]:
    assert each.event.label
    yield PlainRow(capital(page.tell(each.event.label)), page.view.words.refusal(each.why[0]) if each.why else "")
    if each.why:
        yield PushButton(page.tell(say("Keep it all the same")), partial(_keep, page, each.number, before), "outline")


def _keep(page: GamePage, number: int, before: GameState) -> None:
    table = page.table
    page.nav.close_sheet()
    table.corrected = before
    table.each(partial(table.act, lambda: table.session.keep(number)), partial(tell_correction, page))


def told(asked: Prompt, value: Value) -> dict[str, Any]:
    """An answer as its page keeps it before it is given: dice, ticks, or a value."""
    if asked.kind == "roll":
        return {"faces": dict(_dice(asked, value)), "totals": dict(_totals(asked, value))}
    if asked.kind == "ledger":
        return {"skipped": list(value) if isinstance(value, tuple) else []}
    return {"draft": thawed(value)}


def _totals(asked: Prompt, value: Value) -> Iterator[tuple[str, int]]:
    """The dice that were told as a bare number."""
    for n, faces in enumerate(by_check(asked, value)):
        if isinstance(faces, int) and not isinstance(faces, bool):
            yield str(n), faces


def _dice(asked: Prompt, value: Value) -> list[tuple[str, list[int]]]:
    """The faces of every check that was told by its faces."""
    found = []
    for n, (check, faces) in enumerate(zip(asked.checks, by_check(asked, value), strict=True)):
        pairs = zip(check.die.words, check.die.faces, strict=True) if check.die.words else ()
        words: dict[Value, int] = dict(pairs)
        read = [words.get(face, face) for face in faces] if isinstance(faces, tuple) else []
        found.append((str(n), [face for face in read if isinstance(face, int)]))
    return found
