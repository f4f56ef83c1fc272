"""Ask: the one open question, by its kind; a sealed one hands the phone over behind a cover
first."""

from __future__ import annotations

from kivy.uix.widget import Widget

from engine.values.maps import thawed
from engine.values.model import Prompt
from engine.values.texts import say
from screens.app.page import GamePage
from screens.pages.forms import CardQuestion, ChoiceQuestion, ConfirmQuestion, FormQuestion, NumberQuestion
from screens.pages.ledger import LedgerQuestion
from screens.pages.question import DRAFT, Question
from screens.pages.rolling import RollQuestion
from screens.widgets.ground import Column, centred, margin, pane
from screens.widgets.markers import symbol
from screens.widgets.press import AppBar, BottomAction, PushButton
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
    """Finds the question and lets its kind draw it."""

    part: Question | None = None

    def build(self) -> Widget:
        prompt = self.table.prompt
        if prompt is None:
            return pane(
                AppBar(self.tell(say("Nothing is asked")), "", self.nav.back, back_name=self.tell(say("Back"))),
                Widget(),
            )
        self._recall(prompt)
        slot = next((each for each in prompt.slots if each.key not in prompt.given), None)
        if slot and prompt.sealed and self.args.get("uncovered") != slot.key:
            return self._cover(prompt, slot)
        if slot:
            self.args["uncovered"] = slot.key
        asked = slot or prompt
        self.part = KINDS[asked.kind](self.context, self.args, self.table, asked)
        page = self.part.build()
        if other := self._targets(prompt):
            page.add_widget(other, index=len(page.children) - 1)
        return page

    def _targets(self, prompt: Prompt) -> Widget | None:
        """What is seen of one target may be compared with the others before anybody rolls."""
        aim, pending = self.view.rules.aim, self.table.session.innermost
        unit = pending.args.get(aim.by) if aim and pending.procedure == aim.procedure else None
        if prompt.kind != "form" or not isinstance(unit, str):
            return None

        def compare() -> None:
            draft, told = self.args.get("draft"), {key: thawed(value) for key, value in pending.args.items()}
            seen = {**told, **(draft if isinstance(draft, dict) else {})}
            self.nav.go("targets", unit=unit, told={key: seen[key] for key in aim.told if key in seen} if aim else {})

        button = PushButton(self.tell(say("Best targets")), compare, "outline", "crosshairs", height=Touch.min)
        return centred(Column(button, pad=(margin(), 0, margin(), 8)))

    def _recall(self, prompt: Prompt) -> None:
        """A draft belongs to its question; another question starts afresh."""
        stamp = f"{prompt.key}/{len(self.table.session.log)}"
        if self.args.get("stamp") != stamp:
            for key in DRAFT:
                self.args.pop(key, None)
            self.args["stamp"] = stamp

    def _cover(self, prompt: Prompt, slot: Prompt) -> Widget:
        t, player = self.tell, self.view.seat(slot.asked_of)
        page = Question(self.context, self.args, self.table, prompt)

        def uncover() -> None:
            self.args["uncovered"] = slot.key
            self.nav.rebuild()

        body: list[Widget | None] = [
            symbol("", slot.asked_of, 72, "bg"),
            Words(t(say("Hand the phone to {player}", player=player)), "headline"),
            Words(t(say("The answer stays hidden until both are in.")), "body", "text2"),
        ]
        button = PushButton(
            t(say("I am {player}", player=player)), uncover, "primary", "arrow-right", height=Touch.primary
        )
        return page.page(body, BottomAction(button))

    def throw_all(self) -> None:
        if self.part and self.part.prompt.kind == "roll":
            self.part.throw_all()

    def leave(self) -> None:
        if self.part:
            self.part.leave()

    def key(self, key: str) -> bool:
        return bool(self.part and self.part.key(key))
