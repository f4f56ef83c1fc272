"""Amend: an old answer on the page its question had, with what was told then; the rest of the
game is played again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from engine.playing.answers import by_check
from engine.playing.correction import LeftOut
from engine.values.events import Answered, CardFilled, Event, TrackerSet
from engine.values.kinds import kind_at
from engine.values.maps import Value, frozen, thawed
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say
from screens.app.page import Screen
from screens.pages.ask import KINDS
from screens.pages.fields import Controls
from screens.pages.question import Question
from screens.present.lines import capital
from screens.widgets.ground import Column, Scroll, centred, margin, pane
from screens.widgets.press import AppBar, BottomAction, PushButton
from screens.widgets.rows import PlainRow
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.lifecycle import AdjutantApp


class Past:
    """The app as it was before an old answer: the table and the question of then; nothing is
    done to the game."""

    def __init__(self, app: AdjutantApp, state: GameState, prompt: Prompt) -> None:
        self.whole, self.state, self.prompt = app, state, prompt

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["whole"], name)

    def enter(self, _event: Event) -> bool:
        return False


class AmendScreen(Screen):
    """What was answered, set or told before, to be told better. `index` is its place in the log."""

    part: Question | None = None

    def build(self) -> Widget:
        assert self.app.game
        session, place = self.app.game.session, int(self.args["index"]) - self.app.game.session.first
        event = session.log[place] if 0 <= place < len(session.log) else None
        if isinstance(event, Answered):
            return self._question(session.states[place], event)
        if isinstance(event, (TrackerSet, CardFilled)):
            return self._value(event)
        return pane(self._bar(""), Widget())

    def _bar(self, sub: str) -> AppBar:
        tools = (self.helping("undo"),)
        return AppBar(self.tell(say("Amend it")), sub, self.app.back, tools, "close", self.tell(say("Close")))

    # An answer

    def _question(self, state: GameState, event: Answered) -> Widget:
        assert self.app.game
        asked = self.app.game.session.fold.questions(state)[-1].prompt
        asked = next((slot for slot in asked.slots if slot.key == event.prompt), asked)
        if self.args.get("stamp") != event.prompt:
            self.args.update(stamp=event.prompt, **told(asked, event.value))
        past: Any = Past(self.app, state, asked)
        self.part = part = KINDS[asked.kind](past, self.args, asked)
        part.answer = self._give  # type: ignore[method-assign]  # the same page, but what it tells mends the log
        part.undo = part.undo_all = self.app.back  # type: ignore[assignment]
        part.undo_only = lambda: BottomAction(PushButton(self.tell(say("Leave it")), self.app.back, "outline"))  # type: ignore[method-assign]
        return part.build()

    def leave(self) -> None:
        if self.part:
            self.part.leave()

    # A value

    def _value(self, event: TrackerSet | CardFilled) -> Widget:
        assert self.app.view
        rules, name = self.app.view.rules, capital(self.tell(event.label)) if event.label else ""
        kind = kind_at(rules.card, event.path) if isinstance(event, CardFilled) else rules.tracker_kind(event.tracker)
        value = frozen(self.args.setdefault("draft", thawed(event.value)))
        body = Column(
            Words(name, "body", "text2"),
            Controls(self.app.view, quick=True).control(kind, value, self._draft, name),
            gap=10,
            pad=(margin(), 4, margin(), 16),
        )
        button = PushButton(
            self.tell(say("Amend it")), lambda: self._give(frozen(self.args.get("draft"))), "primary", "check-bold"
        )
        return pane(self._bar(""), Scroll(centred(body)), BottomAction(button))

    def _draft(self, value: Value) -> None:
        self.args["draft"] = thawed(value)
        self.app.rebuild()

    def _give(self, value: Value, _source: str = "table") -> None:
        """Back in the history with it; where it is refused, here again."""
        assert self.app.game
        game, places, index = self.app.game, self.app.places, int(self.args["index"])
        self.app.places = places[:-1]
        if self.app.act(lambda: game.amend(index, value)):
            self.app.rebuild(moved=True)
            self._tell_left_out()
        else:
            self.app.places = places

    def _tell_left_out(self) -> None:
        """What followed and does not fit any more, with the rules that say so; what they forbid
        may be kept all the same."""
        assert self.app.game
        left_out = self.app.game.session.left_out
        rows = [widget for each in left_out if each.event.label for widget in self._left_out(each)]
        if rows:
            title = self.tell(say("The correction leaves out what does not fit any more"))
            good = PushButton(self.tell(say("Good")), self.app.close_sheet, "primary")
            self.app.sheet(Words(title, "title"), *rows, good)

    def _left_out(self, each: LeftOut) -> Iterator[Widget]:
        assert self.app.view
        assert each.event.label
        yield PlainRow(capital(self.tell(each.event.label)), self.app.view.refusal(each.why[0]) if each.why else "")
        if each.why:
            yield PushButton(self.tell(say("Keep it all the same")), lambda: self._keep(each.number), "outline")

    def _keep(self, number: int) -> None:
        assert self.app.game
        session = self.app.game.session
        self.app.close_sheet()
        if self.app.act(lambda: session.keep(number)):
            self._tell_left_out()


def told(asked: Prompt, value: Value) -> dict[str, Any]:
    """An answer as its page keeps it before it is given: dice, ticks, or a value."""
    if asked.kind == "roll":
        return {"faces": dict(_dice(asked, value))}
    if asked.kind == "ledger":
        return {"skipped": list(value) if isinstance(value, tuple) else []}
    return {"draft": thawed(value)}


def _dice(asked: Prompt, value: Value) -> list[tuple[str, list[int]]]:
    """The faces of every check; dice told as a bare number are to be entered again."""
    found = []
    for n, (check, faces) in enumerate(zip(asked.checks, by_check(asked, value), strict=True)):
        words = dict(zip(check.die.words, check.die.faces, strict=True)) if check.die.words else {}
        read = [words.get(face, face) for face in faces] if isinstance(faces, tuple) else []
        found.append((str(n), [face for face in read if isinstance(face, int)]))
    return found
