"""Questions without dice: choices, yes or no, numbers, forms, a value that a card does not
state."""

from __future__ import annotations

from kivy.uix.widget import Widget

from carddb.trouble import Trouble
from engine.playing.answers import by_default
from engine.values.events import Answered, Opened
from engine.values.kinds import Record, Whole, kind_at
from engine.values.maps import Map, Value, frozen
from engine.values.model import Impossible, Option
from engine.values.texts import say
from screens.pages.fields import Controls
from screens.pages.question import MANY, Question, Shifting
from screens.present.lines import ActionLine, capital
from screens.widgets.ground import Column, Equal, paint
from screens.widgets.longlist import Row
from screens.widgets.press import PushButton
from screens.widgets.rows import ActionRow
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Words


class ChoiceQuestion(Question):
    """One tap answers; what the rules forbid says why and can be overruled."""

    def build(self) -> Widget:
        if len(self.prompt.options) > MANY:
            head: Row = ("", 0, lambda _: Column(self.asked_of(), self.headline(), self.readings(), gap=10))
            return self.long_page(
                [head, *((each.key, each, self._row) for each in self.prompt.options)], self.undo_only()
            )
        rows = [self._row(each) for each in self.prompt.options]
        return self.page([self.asked_of(), self.headline(), Column(*rows, gap=6), self.readings()], self.undo_only())

    def _row(self, option: Option) -> Widget:
        why = self.view.refusal(option.refusal) if option.refusal else ""
        line = ActionLine(option.key, capital(self.tell(option.text)), why, allowed=option.refusal is None)
        return ActionRow(line, lambda: self.answer(option.key))


class ConfirmQuestion(Question):
    def build(self) -> Widget:
        t = self.tell
        buttons = Equal(
            PushButton(capital(t(say("yes"))), lambda: self.answer(True), "primary", height=Touch.primary),
            PushButton(capital(t(say("no"))), lambda: self.answer(False), "tonal", height=Touch.primary),
            least=Touch.primary,
        )
        told = Words(t(self.prompt.ref.title), "meta", "text2")
        return self.page([self.asked_of(), self.headline("headline"), told, self.readings()], self.bottom(buttons))


class NumberQuestion(Shifting):
    """A number within its bounds."""

    def build(self) -> Widget:
        body = [self.asked_of(), self.headline("headline"), self.live(self._control), self.readings()]
        return self.page(
            body,
            self.live(
                lambda: self.action(
                    self.tell(say("Apply {total}", total=self._value())), lambda: self.answer(self._value())
                )
            ),
        )

    def _value(self) -> int:
        draft, default = self.args.get("draft"), self.prompt.default
        return draft if isinstance(draft, int) else default if isinstance(default, int) else self.prompt.least

    def _control(self) -> Widget:
        kind = Whole(self.prompt.least, self.prompt.most)
        return Controls(self.view, quick=True).control(
            kind, self._value(), self.draft, capital(self.tell(self.prompt.text))
        )


class FormQuestion(Shifting):
    """Some fields together; the last answers for the same units are there already."""

    def build(self) -> Widget:
        self.fields = (self.prompt.fields or Record()).fields
        return self.page(
            [self.asked_of(), self.headline(), self.live(self._rows), self.readings()], self.live(self._bottom)
        )

    def _rows(self) -> Widget:
        given = self._given()
        here = [unit for unit in self.table.state.units.values() if not unit.gone]
        units = tuple((unit.id, unit.name) for unit in here)
        foes = tuple((unit.id, unit.name) for unit in here if unit.seat != self.prompt.asked_of)
        controls = Controls(self.view, units, quick=True, foes=foes)
        self.cards = {
            field.key: controls.field(
                field, given.get(field.key), lambda value, key=field.key: self.draft(self._given().put(key, value))
            )
            for field in self.fields
        }
        rows = (paint(Column(row, pad=(14, 10, 14, 12)), "surface", Radius.card) for row in self.cards.values())
        return Column(*rows, gap=10)

    def _show_open(self, key: str) -> None:
        """What is still open comes in sight."""
        if self.scroll:
            self.scroll.scroll_to(self.cards[key])

    def _bottom(self) -> Widget:
        given = self._given()
        missing = [field for field in self.fields if field.required and given.get(field.key) is None]
        if missing:
            names = ", ".join(self.view.field(field.key) for field in missing)
            return self.action(
                self.tell(say("Still open: {names}", names=names)),
                lambda: self._show_open(missing[0].key),
                "",
                "arrow-right",
                None,
                "tonal",
            )
        return self.action(self.tell(say("Go on")), lambda: self.answer(self._given()), "", "arrow-right")

    def _given(self) -> Map[Value]:
        """The draft; before that the last answer for the same units, then the defaults."""
        draft = frozen(self.args.get("draft"))
        if isinstance(draft, Map):
            return draft
        try:
            default = by_default(self.prompt)
        except Impossible:
            default = Map()
        found = dict(default) if isinstance(default, Map) else {}
        known = {field.key for field in self.fields}
        return Map({**found, **{key: value for key, value in self._last().items() if key in known}})

    def _last(self) -> Map[Value]:
        assert self.table.state.pending
        log, pending = self.table.session.log, self.table.state.pending
        for n in range(len(log) - 1, -1, -1):
            event = log[n]
            if isinstance(event, Opened) and event.procedure == pending.procedure and event.args == pending.args:
                for later in log[n + 1 :]:
                    if isinstance(later, Answered) and later.prompt == self.prompt.key and isinstance(later.value, Map):
                        return later.value
        return Map()


class CardQuestion(Shifting):
    """A value the card does not state, told by the players."""

    def build(self) -> Widget:
        told = Words(
            self.tell(say("The card does not state it. It is asked once and kept with the unit.")), "body", "text2"
        )
        return self.page([self.headline("headline"), told, self.live(self._control)], self.live(self._bottom))

    @property
    def path(self) -> tuple[str | int, ...]:
        """The place on the card."""
        return tuple(int(part) if part.isdecimal() else part for part in self.prompt.about[1:])

    def _control(self) -> Widget:
        kind = kind_at(self.view.rules.card, self.path)
        return Controls(self.view, quick=True).control(
            kind, self._value(), self.draft, capital(self.tell(self.prompt.text))
        )

    def _value(self) -> Value:
        return frozen(self.args.get("draft"))

    def _bottom(self) -> Widget:
        if self._value() is None:
            return self.action(self.tell(say("Look at the card")), lambda: None, "", "cards-outline", None, "tonal")
        return self.action(self.tell(say("Go on")), self._keep, "", "arrow-right")

    def _keep(self) -> None:
        """The game knows it now; the library may learn it too."""
        value, path, unit, nav = self._value(), self.path, self.prompt.about[0], self.nav
        self.answer(value)
        library, state = self.context.library, self.table.state
        card = library.behind(self.view.rules.key, state.unit(unit).card, path) if unit in state.units else None
        if card is None or nav.sheet_open:
            return

        def learn() -> None:
            nav.close_sheet()
            try:
                library.fill(card.id, path, value)
            except Trouble as no:
                nav.complain(no.why)

        nav.sheet(
            Words(self.tell(say("Keep it in the library too?")), "title"),
            Words(self.tell(say("The next game with {name} then knows it.", name=card.name)), "body", "text2"),
            PushButton(self.tell(say("Keep it")), learn, "primary", "check-bold"),
            PushButton(self.tell(say("Only in this game")), nav.close_sheet, "outline"),
        )
