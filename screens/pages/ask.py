"""Ask: the one open question, by its kind; a sealed one hands the phone over behind a cover
first."""

from __future__ import annotations

from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.values.model import Prompt
from engine.values.texts import say
from screens.app.link_words import seats_asked
from screens.app.page import GamePage
from screens.pages.forms import CardQuestion, ChoiceQuestion, ConfirmQuestion, FormQuestion, NumberQuestion
from screens.pages.ledger import LedgerQuestion
from screens.pages.question import DRAFT, Question
from screens.pages.rolling import RollQuestion
from screens.present.lines import capital
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.layer import put_pictures_away, take_pictures_out
from screens.widgets.layouts import Column, Scroll, centred, pane
from screens.widgets.markers import symbol
from screens.widgets.press import PushButton
from screens.widgets.release import let_go_soon
from screens.widgets.rows import note
from screens.widgets.running import margin
from screens.widgets.theme import Touch
from screens.widgets.words import Words

KINDS: dict[str, type[Question]] = {
    "roll": RollQuestion,
    "choice": ChoiceQuestion,
    "number": NumberQuestion,
    "confirm": ConfirmQuestion,
    "form": FormQuestion,
    "ledger": LedgerQuestion,
    "card": CardQuestion,
}


class AskPage(GamePage):
    """Finds the question and lets its kind draw it; each kind is built once."""

    kept = True
    part: Question | None = None

    def build(self) -> Widget:
        self.holder = BoxLayout()
        self.parts: dict[str, tuple[Question, Widget]] = {}
        self.show()
        return self.holder

    def show(self) -> None:
        prompt, self.part = self.table.prompt, None
        if prompt is None:
            self._hold(self._nothing())
            return
        self._recall(prompt)
        slot = self.context.link.at.slot(prompt)
        if not self.context.link.at.may_answer(prompt):
            self._hold(self._elsewhere(prompt))
            return
        if (
            slot
            and prompt.sealed
            and not self.context.link.at.is_private(slot)
            and self.args.get("uncovered") != slot.key
        ):
            self._hold(self._cover(slot))
            return
        if slot:
            self.args["uncovered"] = slot.key
        self._ask(slot or prompt)

    def _ask(self, prompt: Prompt) -> None:
        if prompt.kind in self.parts:
            self.part, widget = self.parts[prompt.kind]
            self.part.args, self.part.prompt = self.args, prompt
            self.part.show()
        else:
            self.part = KINDS[prompt.kind](self.context, self.args, self.table, prompt)
            widget = self.part.build()
            self.parts[prompt.kind] = (self.part, widget)
        self._hold(widget)

    def _hold(self, widget: Widget) -> None:
        """Show this; what no kind of question has built is let go."""
        if self.holder.children == [widget]:
            return
        for other in self.holder.children[:]:
            self.holder.remove_widget(other)
            put_pictures_away(other)
            if all(other is not built for _, built in self.parts.values()):
                let_go_soon(other)
        take_pictures_out(widget)
        self.holder.add_widget(widget)

    def close(self) -> None:
        for _, widget in self.parts.values():
            if widget.parent is None:
                let_go_soon(widget)
        self.parts.clear()

    def _nothing(self) -> Widget:
        t = self.tell
        return pane(AppBar(t(say("Nothing is asked")), "", self.nav.back, back_name=t(say("Back"))), Widget())

    def _elsewhere(self, prompt: Prompt) -> Widget:
        """Another device is asked."""
        t, name = self.tell, self.view.words.seat(seats_asked(prompt)[0])
        bar = AppBar(t(say("Waiting for {player}", player=name)), "", self.nav.back, back_name=t(say("Back")))
        why = note("timer-sand", t(say("{player} is asked this on another device.", player=name)))
        return pane(bar, Column(why, pad=(margin(), 4, margin(), 16)), Widget())

    def _recall(self, prompt: Prompt) -> None:
        """A draft belongs to its question; another question starts afresh."""
        stamp = f"{prompt.key}/{len(self.table.session.log)}"
        if self.args.get("stamp") != stamp:
            for key in DRAFT:
                self.args.pop(key, None)
            self.args["stamp"] = stamp

    # Sealed

    def _cover(self, slot: Prompt) -> Widget:
        """Nothing of the question is seen before the one it is asked of has the phone."""
        t, player = self.tell, self.view.words.seat(slot.asked_of)
        several = self.table.prompt and len(self.table.prompt.slots) > 1
        body = Column(
            symbol("", slot.asked_of, 72, "bg"),
            Words(t(say("Hand the phone to {player}", player=player)), "headline"),
            Words(t(say("The answer stays hidden until both are in.")), "body", "text2") if several else None,
            gap=10,
            pad=(margin(), 2, margin(), 12),
        )
        text, uncover = t(say("I am {player}", player=player)), partial(self._uncover, slot.key)
        button = PushButton(text, uncover, "primary", "arrow-right", height=Touch.primary)
        bar = AppBar(self._title(), self.view.title(self.table.state), self.nav.back, (), "close", t(say("Close")))
        return pane(bar, Scroll(centred(body)), BottomAction(button))

    def _title(self) -> str:
        pending = self.table.session.fold.innermost(self.table.state)
        return capital(self.tell(self.view.rules.opening(pending.procedure).text))

    def _uncover(self, key: str) -> None:
        self.args["uncovered"] = key
        self.show()

    # What the page is told

    def about(self) -> tuple[str, ...]:
        """The units of the deed about which it asks."""
        if self.table.prompt is None:
            return ()
        args = self.table.session.fold.innermost(self.table.state).args
        return tuple(each for each in args.values() if isinstance(each, str) and each in self.table.state.units)

    def throw_all(self) -> None:
        if self.part and self.part.prompt.kind == "roll":
            self.part.throw_all()

    def leave(self) -> None:
        if self.part:
            self.part.leave()

    def back(self) -> bool:
        """To the table, where the large button comes back to the question; the page on which the
        deed was told would begin it once more."""
        table = next((place for place in reversed(self.nav.places) if place["screen"] == "table"), None)
        if table is None or self.table.prompt is None:
            return False
        self.nav.return_to(table)
        return True

    def key(self, key: str) -> bool:
        return bool(self.part and self.part.key(key))
