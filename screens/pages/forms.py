"""Questions without dice: choices, yes or no, numbers, forms, a value that a card does not
state."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from carddb.cards import Card
from carddb.trouble import Trouble
from engine.playing.answers import by_default
from engine.values.events import Answered, Opened
from engine.values.kinds import Field, Record, Whole, kind_at
from engine.values.maps import Map, Value, frozen, thawed
from engine.values.model import Impossible, Option
from engine.values.texts import say
from screens.pages.fields import Controls
from screens.pages.question import Answer, Question
from screens.present.lines import ActionLine, capital
from screens.present.onward import Deed
from screens.present.prospects import fate_text
from screens.widgets.bars import BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Equal, centred
from screens.widgets.live import Live
from screens.widgets.longlist import Row
from screens.widgets.press import PushButton
from screens.widgets.rows import ActionRow
from screens.widgets.running import margin
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Words

MANY = 30
"""Choices of which only those in sight are drawn."""


class ChoiceQuestion(Question):
    """One tap answers; what the rules forbid says why and can be overruled."""

    def rows(self) -> list[Row]:
        lines = tuple(map(self._line, self.prompt.options))
        options: list[Row] = [("options", lines, self._options)]
        if len(lines) > MANY:
            options = [(f"option {n}", line, self._row) for n, line in enumerate(lines)]
        return [self.asked_of(), self.headline(), *options, *self.then_rows(), *self.readings()]

    def leads_to(self) -> Deed | None:
        return same_deed(self.after(option.key) for option in self.prompt.options)

    def _options(self, lines: tuple[ActionLine, ...]) -> Widget:
        return Column(*map(self._row, lines), gap=6)

    def _line(self, option: Option) -> ActionLine:
        why = self.view.words.refusal(option.refusal) if option.refusal else self._beside(option)
        return ActionLine(option.key, capital(self.tell(option.text)), why, allowed=option.refusal is None)

    def _beside(self, option: Option) -> str:
        """What dice would make of it; where a unit is the answer, its values that count otherwise
        than printed."""
        if option.fates:
            return fate_text(self.view, option.fates())
        state = self.table.state
        return self.view.roster.differing(state, state.units[option.key]) if option.key in state.units else ""

    def _row(self, line: ActionLine) -> Widget:
        return ActionRow(line, partial(self.answer, line.key))


def same_deed(deeds: Iterable[Deed | None]) -> Deed | None:
    """What every answer leads to; nothing where they lead apart."""
    first, *others = deeds
    return first if first and all(each and each.text == first.text for each in others) else None


class ConfirmQuestion(Question):
    def rows(self) -> list[Row]:
        told: Row = ("told", self.tell(self.prompt.ref.title), lambda text: Words(text, "meta", "text2"))
        return [self.asked_of(), self.headline("headline"), told, *self.then_rows(), *self.readings()]

    def leads_to(self) -> Deed | None:
        return same_deed(map(self.after, (True, False)))

    def _bottom(self, _shown: object) -> Widget:
        """The usual answer is the bright one."""
        high, usual = Touch.primary, self.prompt.default is not False
        yes, no = (
            PushButton(capital(self.tell(word)), partial(self.answer, value), look, height=high)
            for word, value, look in (
                (say("yes"), True, "primary" if usual else "tonal"),
                (say("no"), False, "tonal" if usual else "primary"),
            )
        )
        return BottomAction(Equal(yes, no, least=high), self.undo_button())


class NumberQuestion(Question):
    """A number within its bounds; one that means something else than so many is a row of its
    own."""

    def rows(self) -> list[Row]:
        least, named = self.prompt.least, {option.key: option for option in self.prompt.options}
        while str(least) in named:
            least += 1
        bounds = (least, self.prompt.most, capital(self.tell(self.prompt.text)), self._value())
        others: list[Row] = [
            (f"option {key}", capital(self.tell(each.text)), partial(self._named, int(key)))
            for key, each in named.items()
        ]
        return [
            self.asked_of(),
            self.headline("headline"),
            ("number", bounds, self._control),
            *others,
            *self.readings(),
        ]

    def _named(self, number: int, text: str) -> Widget:
        return ActionRow(ActionLine(str(number), text), partial(self.answer, number))

    def answering(self) -> Answer:
        return Answer(self.tell(say("Apply {total}", total=self._value())))

    def give(self) -> None:
        self.answer(self._value())

    def _value(self) -> int:
        draft, default = self.args.get("draft"), self.prompt.default
        return draft if isinstance(draft, int) else default if isinstance(default, int) else self.prompt.least

    def _control(self, shown: tuple[int, int, str, int]) -> Widget:
        least, most, name, value = shown
        return Controls(self.view, quick=True).control(Whole(least, most), value, self.draft, name)


class FormQuestion(Question):
    """Some fields together; the last answers for the same units are there already."""

    def build(self) -> Widget:
        self.compare = Live(self._comparing)
        page = super().build()
        page.add_widget(self.compare, index=len(page.children) - 1)
        return page

    @property
    def fields(self) -> tuple[Field, ...]:
        return (self.prompt.fields or Record()).fields

    def rows(self) -> list[Row]:
        given = self._given()
        here = [unit for unit in self.table.state.units.values() if not unit.gone]
        units = tuple((unit.id, unit.name) for unit in here)
        foes = tuple((unit.id, unit.name) for unit in here if unit.seat != self.prompt.asked_of)
        fields: list[Row] = [
            (f"field {each.key}", (each, given.get(each.key), units, foes), self._field) for each in self.fields
        ]
        return [self.asked_of(), self.headline(), *fields, *self.readings()]

    def _attacker(self) -> str:
        """Who attacks, where this game compares targets: what is seen of one may be compared
        with the others before the dice."""
        aim, pending = self.view.rules.aim, self.innermost()
        unit = pending.args.get(aim.by) if aim and pending.procedure == aim.procedure else None
        return unit if isinstance(unit, str) and not self.table.is_past else ""

    def show_answer(self) -> None:
        super().show_answer()
        self.compare.show(self._attacker() or None)

    def _compare(self) -> None:
        aim, pending = self.view.rules.aim, self.innermost()
        draft, told = self.args.get("draft"), {key: thawed(value) for key, value in pending.args.items()}
        seen = {**told, **(draft if isinstance(draft, dict) else {})}
        stated = {key: seen[key] for key in aim.told if key in seen} if aim else {}
        self.nav.go("targets", unit=self._attacker(), told=stated)

    def _comparing(self, _attacker: str) -> Widget:
        button = PushButton(self.tell(say("Best targets")), self._compare, "outline", "crosshairs", height=Touch.min)
        return centred(Column(button, pad=(margin(), 0, margin(), 8)))

    def _field(self, shown: tuple[Field, Value, Any, Any]) -> Widget:
        field, value, units, foes = shown
        controls = Controls(self.view, units, quick=True, foes=foes)
        row = controls.field(field, value, partial(self._put, field.key))
        return paint(Column(row, pad=(14, 10, 14, 12)), "surface", Radius.card)

    def _put(self, key: str, value: Value) -> None:
        self.draft(self._given().put(key, value))

    def _missing(self) -> list[Field]:
        given = self._given()
        return [field for field in self.fields if field.required and given.get(field.key) is None]

    def answering(self) -> Answer:
        if missing := self._missing():
            names = ", ".join(self.view.words.field(field.key) for field in missing)
            return Answer(self.tell(say("Still open: {names}", names=names)), "", "arrow-right", "tonal")
        return Answer(self.tell(say("Go on")), "", "arrow-right")

    def give(self) -> None:
        """What is still open comes in sight; else it is answered."""
        if missing := self._missing():
            self.list.bring(f"field {missing[0].key}")
        else:
            self.answer(self._given())

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


class CardQuestion(Question):
    """A value the card does not state, told by the players."""

    def rows(self) -> list[Row]:
        text = self.tell(say("The card does not state it. It is asked once and kept with the unit."))
        told: Row = ("told", text, lambda said: Words(said, "body", "text2"))
        name = capital(self.tell(self.prompt.text))
        return [self.headline("headline"), told, ("value", (self.path, name, self._value()), self._control)]

    @property
    def path(self) -> tuple[str | int, ...]:
        """The place on the card."""
        return tuple(int(part) if part.isdecimal() else part for part in self.prompt.about[1:])

    def _control(self, shown: tuple[tuple[str | int, ...], str, Value]) -> Widget:
        path, name, value = shown
        kind = kind_at(self.view.rules.card, path)
        return Controls(self.view, quick=True).control(kind, value, self.draft, name)

    def _value(self) -> Value:
        return frozen(self.args.get("draft"))

    def answering(self) -> Answer:
        if self._value() is None:
            return Answer(self.tell(say("Look at the card")), "", "cards-outline", "tonal")
        return Answer(self.tell(say("Go on")), "", "arrow-right")

    def give(self) -> None:
        """The game knows it now; the library may learn it too."""
        value, path, unit = self._value(), self.path, self.prompt.about[0]
        if value is None:
            return
        self.answer(value)
        library, state = self.context.library, self.table.state
        card = library.behind(self.view.rules.key, state.unit(unit).card, path) if unit in state.units else None
        if card is None or self.nav.open_sheet:
            return
        self.nav.sheet(
            Words(self.tell(say("Keep it in the library too?")), "title"),
            Words(self.tell(say("The next game with {name} then knows it.", name=card.name)), "body", "text2"),
            PushButton(self.tell(say("Keep it")), partial(self._learn, card, path, value), "primary", "check-bold"),
            PushButton(self.tell(say("Only in this game")), self.nav.close_sheet, "outline"),
        )

    def _learn(self, card: Card, path: tuple[str | int, ...], value: Value) -> None:
        self.nav.close_sheet()
        try:
            self.context.library.fill(card.id, path, value)
        except Trouble as no:
            self.nav.complain(no.why)
