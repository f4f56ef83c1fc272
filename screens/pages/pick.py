"""What a procedure has to be told before it opens: which unit, which target, how many; what
speaks against each choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.playing.opening import Opening
from engine.values.kinds import Field, ListOf, UnitId, Word
from engine.values.maps import EMPTY, Map, Value, frozen, thawed
from engine.values.texts import Text, say, say_many
from screens.app.page import GamePage
from screens.pages import pick_parts as parts
from screens.pages.fields import Controls
from screens.pages.piles import hidden_cards, seen_elsewhere
from screens.present.lines import UnitLine, capital
from screens.present.ranks import one_of_each
from screens.widgets.bars import BottomAction
from screens.widgets.layer import put_pictures_away, take_pictures_out
from screens.widgets.layouts import Column, Scroll, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import PushButton
from screens.widgets.release import let_go_soon
from screens.widgets.running import margin
from screens.widgets.unitrows import UnitRow
from screens.widgets.words import Words, section

GO_ON = say("Go on")


class PickPage(GamePage):
    """One question after another; the last answer opens the procedure. The list of units is
    kept for the next time."""

    kept = True

    def build(self) -> Widget:
        self.holder = BoxLayout()
        self.bar = Live(lambda titles: self._titled(*titles), change=parts.retitle_question)
        self.units = LongList(pad=(margin(), 4, margin(), 16), spares=True)
        self.page_of_units = pane(self.bar, centred(self.units))
        self.list: LongList | None = None
        self.shown: object = None
        self.show()
        return self.holder

    def show(self) -> None:
        opening, args = self._opening(), self._args()
        field = self.view.deeds.missing(self.table.state, opening, args)
        if field and isinstance(field.kind, UnitId):
            self._show_units(opening, field, args)
            self._hold(self.page_of_units)
        else:
            self.list = None
            self._hold(self._form(opening, field, args))

    def _form(self, opening: Opening, field: Field | None, args: Map[Value]) -> Widget:
        """A question of another kind, built for it."""
        if field is None:
            return self._look(opening) if self._to_look(opening) else self._ready(opening)
        if isinstance(field.kind, ListOf) and isinstance(field.kind.kind, UnitId):
            return self._several(opening, field, args)
        return self._control(opening, field, args)

    def _hold(self, widget: Widget) -> None:
        """Show this; what was built for one question is let go."""
        for other in self.holder.children[:]:
            if other is widget:
                return
            self.holder.remove_widget(other)
            self._let_go(other)
        take_pictures_out(widget)
        self.holder.add_widget(widget)

    def _let_go(self, widget: Widget) -> None:
        if widget is self.page_of_units:
            put_pictures_away(widget)
        else:
            let_go_soon(widget)

    def close(self) -> None:
        if self.page_of_units.parent is None:
            let_go_soon(self.page_of_units)

    def _opening(self) -> Opening:
        return self.view.rules.opening(str(self.args["procedure"]))

    def _args(self) -> Map[Value]:
        found = frozen(self.args.get("with", {}))
        return found if isinstance(found, Map) else Map()

    def _bar(self, opening: Opening, sub: str) -> Widget:
        return self._titled(capital(self.tell(opening.text)), sub, not self._own_answers())

    def _titled(self, title: str, sub: str, is_first: bool) -> Widget:
        return parts.question_bar(self.nav, title, sub, self.helping("dice"), is_first)

    def _own_answers(self) -> list[str]:
        """What was answered on this page."""
        return [key for key in self.args.get("with", {}) if key != self.args.get("fixed")]

    def _show_units(self, opening: Opening, field: Field, args: Map[Value]) -> None:
        hidden = hidden_cards(self.table)
        every = self.view.deeds.candidates(self.table.state, opening, field, args)
        told = {line.id: against for line, against in every}
        open_to_all = [line for line, _ in every if line.id not in hidden]
        found = [(line, told[line.id]) for line in one_of_each(self.table.state, open_to_all)]
        able = [pair for pair in found if not pair[1]]
        shown = found if self.args.get("all") or not (able or hidden) else able
        rows: list[Row] = [(line.id, (field.key, line, against), self._unit) for line, against in shown]
        if len(shown) < len(found):
            text = say_many("Not now: one unit", "Not now: {count} units", len(found) - len(shown))
            rows.append(("all", self.tell(text), lambda text: PushButton(text, self._show_all, "quiet")))
        for seat in dict.fromkeys(hidden[line.id] for line, _ in every if line.id in hidden):
            rows.append((f"hidden {seat}", seat, partial(seen_elsewhere, self.table)))
        if not rows:
            rows.append(("none", self.tell(say("No unit can be named here.")), parts.nobody))
        self.bar.show((capital(self.tell(opening.text)), self._asks(field), not self._own_answers()))
        self.list = self.units
        self.list.show(rows)
        if self.shown is not self.args:
            self.shown = self.args
            self.list.offset = float(self.args.get("offset", 0))

    def takes(self, unit: str) -> bool:
        """A unit of the list that is tapped on the table is the answer."""
        shown = next((value for key, value, _ in self.units.rows if key == unit), None)
        if self.list is not self.units or shown is None or shown[2]:
            return False
        self._give(shown[0], unit)
        return True

    def _show_all(self) -> None:
        self.args["all"] = True
        self.show()

    def _asks(self, field: Field) -> str:
        """What is asked, and of whom as soon as that is known."""
        if asking := self._opening().asking.get(field.key):
            return self.tell(asking)
        what = capital(self.view.words.field(field.key))
        actor = self.table.state.units.get(str(self._args().get(self._opening().actor)))
        return self.tell(say("{unit}: {what}?", unit=actor.name, what=what) if actor else say("{what}?", what=what))

    def _unit(self, shown: tuple[str, UnitLine, str]) -> Widget:
        key, line, against = shown
        row = UnitRow(line, partial(self._give, key, line.id))
        return Column(row, Words(against, "meta", "text3"), gap=2) if against else row

    def _several(self, opening: Opening, field: Field, args: Map[Value]) -> Widget:
        """Some units, side by side with whom they belong to; a tap takes one in or out."""
        self.foot = Live(lambda _: self._go_on(field, parts.with_so_many(len(self._taken()))))
        self.list = LongList(pad=(margin(), 4, margin(), 16))
        self._show_several(self.list, opening, field, args)
        self.list.offset = float(self.args.get("offset", 0))
        return pane(self._bar(opening, self._asks(field)), centred(self.list), BottomAction(self.foot))

    def _show_several(self, into: LongList, opening: Opening, field: Field, args: Map[Value]) -> None:
        view, chosen, hidden = self.view, self._taken(), hidden_cards(self.table)
        every = view.deeds.candidates(self.table.state, opening, field, args.without(field.key))
        found = [pair for pair in every if pair[0].id not in hidden]
        turn = partial(self._turn, into, opening, field, args)
        rows: list[Row] = []
        for seat in sorted({line.seat for line, _ in found}):
            rows.append((seat, view.words.seat(seat), section))
            own = ((replace(line, chosen=line.id in chosen, acted=None), no) for line, no in found if line.seat == seat)
            rows += [(line.id, (line, no), partial(parts.one_of_several, turn)) for line, no in own]
        into.show(rows)
        self.foot.show((len(chosen),))

    def _taken(self) -> list[str]:
        return [str(each) for each in self.args.get("draft") or ()]

    def _turn(self, into: LongList, opening: Opening, field: Field, args: Map[Value], unit: str) -> None:
        chosen = self._taken()
        self.args["draft"] = [each for each in chosen if each != unit] if unit in chosen else [*chosen, unit]
        self._show_several(into, opening, field, args)

    def leave(self) -> None:
        if self.list:
            self.args["offset"] = self.list.offset

    def _control(self, opening: Opening, field: Field, args: Map[Value]) -> Widget:
        view, draft = self.view, frozen(self.args.get("draft"))
        units = tuple((unit.id, unit.name) for unit in self.table.state.units.values() if not unit.gone)
        choices = opening.words(self.table.state, args)
        if isinstance(field.kind, Word) and (words := choices.get(field.key) or field.kind.choices):
            return self._one_of(opening, field, words)
        control = Controls(view, units, quick=True, choices=choices).field(field, draft, self._draft)
        told, so_far = self._value_of(field), list[Widget]()
        if choices and told is not None:
            so_far = parts.figures_so_far(view, self.table.state, opening, args.put(field.key, told))
        body = Column(control, *so_far, gap=10, pad=(margin(), 8, margin(), 16))
        self.foot = Live(lambda _: self._go_on(field), (draft,))
        return pane(self._bar(opening, self._asks(field)), Scroll(centred(body)), BottomAction(self.foot))

    def _one_of(self, opening: Opening, field: Field, words: tuple[str, ...]) -> Widget:
        """One word of a few, with what it means where the game says so: the tap on it is the
        answer."""
        body = Column(
            parts.word_rows(self.view, words, partial(self._give, field.key)), pad=(margin(), 4, margin(), 16)
        )
        return pane(self._bar(opening, self._asks(field)), Scroll(centred(body)))

    def _go_on(self, field: Field, text: Text = GO_ON) -> Widget:
        """As long as too little is told the button says what is open; to go on with none is no
        bright answer."""
        look = "primary" if self.args.get("draft") or text is GO_ON else "tonal"
        if self._value_of(field) is None:
            text, look = say("Still open: {names}", names=self.view.words.field(field.key)), "tonal"
        return PushButton(self.tell(text), lambda: self._give(field.key, self._value_of(field)), look, "arrow-right")

    def _value_of(self, field: Field) -> Value:
        return parts.told_so_far(field, frozen(self.args.get("draft")))

    def _draft(self, value: Value) -> None:
        """What is typed changes the button, all else waits until the typing is done."""
        self.args["draft"] = thawed(value)
        self.foot.show((value,))
        self.nav.rebuild()

    def _give(self, key: str, value: Value) -> None:
        if value is None:
            return
        self.args["with"] = {
            **self.args.get("with", {}),
            key: thawed(value),
            **parts.only_words(self._opening(), (key, *self._args())),
        }
        for passing in ("draft", "offset", "all"):
            self.args.pop(passing, None)
        opening, plan = self._opening(), self.view.rules.plan(str(self.args["procedure"]))
        if plan and plan.by in self.args["with"]:
            here = self.nav.places[:-1]
            self.nav.replace(*here, {"screen": "deed", "procedure": opening.key, "with": self.args["with"]})
        elif self.view.deeds.missing(self.table.state, opening, self._args()) or self._to_look(opening):
            self.nav.rebuild()
        elif not self._open():
            self._ask_again(key, value)

    # What is seen on the table

    def _to_look(self, opening: Opening) -> bool:
        return bool(self.view.deeds.looked_at(opening)) and not self.args.get("looked")

    def _look(self, opening: Opening) -> Widget:
        """Every field that needs a look, pre-set as it is known or mostly is; one tap goes on."""
        seen = self.args.setdefault("seen", {})
        rows = parts.look_rows(self.view, self.table.state, opening, self._args(), seen, self._see)
        body = Column(*rows, gap=10, pad=(margin(), 8, margin(), 16))
        button = PushButton(self.tell(say("Go on")), self._looked, "primary", "arrow-right")
        bar = self._bar(opening, self.tell(say("What do you see on the table?")))
        return pane(bar, Scroll(centred(body)), BottomAction(button))

    def _see(self, key: str, value: Value) -> None:
        """A second tap on the same takes it back."""
        seen = dict(self.args.get("seen", {}))
        again = seen.pop(key, None) == thawed(value)
        self.args["seen"] = seen if again else {**seen, key: thawed(value)}
        self.nav.rebuild()

    def _looked(self) -> None:
        """As it is seen; where that is refused it is shown again."""
        seen = self.args.get("seen", {}).items()
        self._open({key: frozen(value) for key, value in seen if value is not None})

    def _ask_again(self, key: str, value: Value) -> None:
        """What was refused is asked once more, as it was told; the reason stays above it."""
        told = dict(self.args.get("with", {}))
        told.pop(key, None)
        self.args["with"], self.args["draft"] = told, thawed(value)
        self.nav.rebuild()

    def _ready(self, opening: Opening) -> Widget:
        body = Column(Words(self.tell(opening.ref.title), "body", "text2"), gap=10, pad=(margin(), 8, margin(), 16))
        button = PushButton(capital(self.tell(opening.text)), self._open, "primary", "arrow-right")
        return pane(self._bar(opening, ""), Scroll(centred(body)), BottomAction(button))

    def _open(self, seen: Mapping[str, Value] = EMPTY) -> bool:
        """With what is told and seen; False where it is refused."""
        opening, args = self._opening(), self._args()
        if not opening.calculation:
            return self.table.open(opening.key, **{**args, **seen})
        parts.show_answer(self.nav, self.view, self.table.state, opening, args)
        return True

    def back(self) -> bool:
        """One answer back, then out."""
        given, own = dict(self.args.get("with", {})), self._own_answers()
        if not own:
            return False
        self.args["with"] = {key: value for key, value in given.items() if key != own[-1]}
        self.nav.rebuild()
        return True
