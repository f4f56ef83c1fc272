"""What a procedure has to be told before it opens: which unit, which target, how many; what
speaks against each choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kivy.uix.widget import Widget

from engine.playing.opening import Opening
from engine.values.kinds import Field, Flag, ListOf, UnitId, Word
from engine.values.maps import Map, Value, frozen, thawed
from engine.values.model import Impossible, Unknown, dotted
from engine.values.texts import Text, say, say_many
from screens.app.page import GamePage
from screens.pages.fields import Controls
from screens.pages.piles import hidden_cards, seen_elsewhere
from screens.present.lines import UnitLine, capital
from screens.present.ranks import one_of_each
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Scroll, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import PushButton
from screens.widgets.rows import PlainRow, Tick, note
from screens.widgets.running import margin
from screens.widgets.theme import Radius
from screens.widgets.unitrows import UnitRow
from screens.widgets.words import Words, section

GO_ON = say("Go on")


class PickPage(GamePage):
    """One question after another; the last answer opens the procedure."""

    def build(self) -> Widget:
        opening, args = self._opening(), self._args()
        field = self.view.deeds.missing(self.table.state, opening, args)
        if field is None:
            return self._look(opening) if self._to_look(opening) else self._ready(opening)
        if isinstance(field.kind, UnitId):
            return self._units(opening, field, args)
        if isinstance(field.kind, ListOf) and isinstance(field.kind.kind, UnitId):
            return self._several(opening, field, args)
        return self._control(opening, field, args)

    def _opening(self) -> Opening:
        return self.view.rules.opening(str(self.args["procedure"]))

    def _args(self) -> Map[Value]:
        found = frozen(self.args.get("with", {}))
        return found if isinstance(found, Map) else Map()

    def _bar(self, opening: Opening, sub: str) -> Widget:
        tools = (self.helping("dice"),)
        return AppBar(capital(self.tell(opening.text)), sub, self.nav.back, tools, "close", self.tell(say("Close")))

    def _units(self, opening: Opening, field: Field, args: Map[Value]) -> Widget:
        hidden = hidden_cards(self.table)
        every = self.view.deeds.candidates(self.table.state, opening, field, args)
        told = {line.id: against for line, against in every}
        open_to_all = [line for line, _ in every if line.id not in hidden]
        found = [(line, told[line.id]) for line in one_of_each(self.table.state, open_to_all)]
        able = [pair for pair in found if not pair[1]]
        shown = found if self.args.get("all") or not (able or hidden) else able
        rows: list[Row] = [(line.id, (line, against), partial(self._unit, field)) for line, against in shown]
        if len(shown) < len(found):
            text = say_many("Not now: one unit", "Not now: {count} units", len(found) - len(shown))
            rows.append(("all", text, lambda text: PushButton(self.tell(text), self._show_all, "quiet")))
        for seat in dict.fromkeys(hidden[line.id] for line, _ in every if line.id in hidden):
            rows.append((f"hidden {seat}", seat, partial(seen_elsewhere, self.table)))
        if not rows:
            rows.append(
                ("none", say("No unit can be named here."), lambda text: Words(self.tell(text), "body", "text2"))
            )
        return pane(self._bar(opening, self._asks(field)), self._listed(rows))

    def _listed(self, rows: list[Row]) -> Widget:
        """As long as the armies are, where it was left."""
        self.list = LongList(pad=(margin(), 4, margin(), 16))
        self.list.show(rows)
        self.list.offset = float(self.args.get("offset", 0))
        return centred(self.list)

    def _show_all(self) -> None:
        self.args["all"] = True
        self.nav.rebuild()

    def _asks(self, field: Field) -> str:
        """What is asked, and of whom as soon as that is known."""
        if asking := self._opening().asking.get(field.key):
            return self.tell(asking)
        what = capital(self.view.words.field(field.key))
        actor = self.table.state.units.get(str(self._args().get(self._opening().actor)))
        return self.tell(say("{unit}: {what}?", unit=actor.name, what=what) if actor else say("{what}?", what=what))

    def _unit(self, field: Field, shown: tuple[UnitLine, str]) -> Widget:
        line, against = shown
        row = UnitRow(line, lambda: self._give(field.key, line.id))
        return Column(row, Words(against, "meta", "text3"), gap=2) if against else row

    def _several(self, opening: Opening, field: Field, args: Map[Value]) -> Widget:
        """Some units, side by side with whom they belong to; a tap takes one in or out."""
        self.foot = Live(lambda _: self._go_on(field, self._with_so_many()))
        listed = self._listed([])
        self._show_several(opening, field, args)
        self.list.offset = float(self.args.get("offset", 0))
        return pane(self._bar(opening, self._asks(field)), listed, BottomAction(self.foot))

    def _show_several(self, opening: Opening, field: Field, args: Map[Value]) -> None:
        view, chosen, hidden = self.view, self._taken(), hidden_cards(self.table)
        every = view.deeds.candidates(self.table.state, opening, field, args.without(field.key))
        found = [pair for pair in every if pair[0].id not in hidden]
        turn = partial(self._turn, opening, field, args)
        rows: list[Row] = []
        for seat in sorted({line.seat for line, _ in found}):
            rows.append((seat, view.words.seat(seat), section))
            own = ((replace(line, chosen=line.id in chosen, acted=None), no) for line, no in found if line.seat == seat)
            rows += [(line.id, (line, no), partial(self._one_of_several, turn)) for line, no in own]
        self.list.show(rows)
        self.foot.show((len(chosen),))

    def _taken(self) -> list[str]:
        return [str(each) for each in self.args.get("draft") or ()]

    def _with_so_many(self) -> Text:
        count = len(self._taken())
        return say_many("Go on with one", "Go on with {count}", count) if count else say("Go on with none")

    @staticmethod
    def _one_of_several(turn: Callable[[str], None], shown: tuple[UnitLine, str]) -> Widget:
        line, against = shown
        row = UnitRow(line, lambda: turn(line.id), tail=Tick(line.chosen))
        return Column(row, Words(against, "meta", "text3"), gap=2) if against and not line.chosen else row

    def _turn(self, opening: Opening, field: Field, args: Map[Value], unit: str) -> None:
        chosen = self._taken()
        self.args["draft"] = [each for each in chosen if each != unit] if unit in chosen else [*chosen, unit]
        self._show_several(opening, field, args)

    def leave(self) -> None:
        if getattr(self, "list", None):
            self.args["offset"] = self.list.offset

    def _control(self, opening: Opening, field: Field, args: Map[Value]) -> Widget:
        view, draft = self.view, frozen(self.args.get("draft"))
        units = tuple((unit.id, unit.name) for unit in self.table.state.units.values() if not unit.gone)
        choices = opening.words(self.table.state, args)
        if isinstance(field.kind, Word) and (words := choices.get(field.key) or field.kind.choices):
            return self._one_of(opening, field, words)
        control = Controls(view, units, quick=True, choices=choices).field(field, draft, self._draft)
        told = self._told(field)
        so_far = self._so_far(opening, args.put(field.key, told)) if choices and told is not None else []
        body = Column(control, *so_far, gap=10, pad=(margin(), 8, margin(), 16))
        self.foot = Live(lambda _: self._go_on(field), (draft,))
        return pane(self._bar(opening, self._asks(field)), Scroll(centred(body)), BottomAction(self.foot))

    def _effect(self, word: str) -> str:
        effect = self.view.rules.effect(word)
        return self.tell(effect) if effect else ""

    def _one_of(self, opening: Opening, field: Field, words: tuple[str, ...]) -> Widget:
        """One word of a few, with what it means where the game says so: the tap on it is the
        answer."""
        rows = [
            PlainRow(capital(self.view.words.word(word)), self._effect(word), do=partial(self._give, field.key, word))
            for word in words
        ]
        body = Column(paint(Column(*rows), "surface", Radius.card), pad=(margin(), 4, margin(), 16))
        return pane(self._bar(opening, self._asks(field)), Scroll(centred(body)))

    def _so_far(self, opening: Opening, args: Map[Value]) -> list[Widget]:
        """What follows from the choice as it is now: figures such as its cost, and what speaks
        against it."""
        view, state = self.view, self.table.state
        try:
            facts = opening.facts(state, args)
        except (Impossible, Unknown):
            facts = {}
        counts = {key: value for key, value in facts.items() if isinstance(value, int) and not isinstance(value, bool)}
        words = [
            say("{name}: {value}", name=capital(view.words.word(key)), value=value) for key, value in counts.items()
        ]
        against = [note("alert-outline", view.words.refusal(no)) for no in view.deeds.against(state, opening, args)]
        return [*(Words(self.tell(each), "row") for each in words), *against]

    def _go_on(self, field: Field, text: Text = GO_ON) -> Widget:
        """As long as too little is told the button says what is open."""
        look = "primary"
        if self._told(field) is None:
            text, look = say("Still open: {names}", names=self.view.words.field(field.key)), "tonal"
        return PushButton(self.tell(text), lambda: self._give(field.key, self._told(field)), look, "arrow-right")

    def _told(self, field: Field) -> Value:
        """What is entered so far; a list may be empty if it need not hold anything."""
        draft, kind = frozen(self.args.get("draft")), field.kind
        if not isinstance(kind, ListOf):
            return draft
        have = () if draft is None else draft
        return have if not isinstance(have, tuple) or len(have) >= kind.least else None

    def _draft(self, value: Value) -> None:
        """What is typed changes the button, all else waits until the typing is done."""
        self.args["draft"] = thawed(value)
        self.foot.show((value,))
        self.nav.rebuild()

    def _give(self, key: str, value: Value) -> None:
        if value is None:
            return
        self.args["with"] = {**self.args.get("with", {}), key: thawed(value), **self._only_words(key)}
        for passing in ("draft", "offset", "all"):
            self.args.pop(passing, None)
        opening, plan = self._opening(), self.view.rules.plan(str(self.args["procedure"]))
        if plan and plan.by in self.args["with"]:
            here = self.nav.places[:-1]
            self.nav.replace(*here, {"screen": "deed", "procedure": opening.key, "with": self.args["with"]})
        elif self.view.deeds.missing(self.table.state, opening, self._args()) or self._to_look(opening):
            self.nav.rebuild()
        elif opening.calculation:
            self._calculate(opening)
        elif not self.table.open(opening.key, **self._args()):
            self._ask_again(key, value)

    def _only_words(self, key: str) -> dict[str, str]:
        """What is left with a single word to choose is not asked."""
        left = (
            each for each in self._opening().situation.fields if each.required and each.key not in (key, *self._args())
        )
        kinds = {field.key: field.kind for field in left}
        return {
            name: kind.choices[0] for name, kind in kinds.items() if isinstance(kind, Word) and len(kind.choices) == 1
        }

    # What is seen on the table

    def _to_look(self, opening: Opening) -> bool:
        return bool(self.view.deeds.looked_at(opening)) and not self.args.get("looked")

    def _look(self, opening: Opening) -> Widget:
        """Every field that needs a look, pre-set as it is known or mostly is; one tap goes on."""
        seen, known = self.args.setdefault("seen", {}), self._args()
        rows = []
        for field in self.view.deeds.looked_at(opening):
            units = self._nameable(opening, field)
            if not (units if isinstance(field.kind, UnitId) else self._open_to(opening, field)):
                continue
            held = frozen(seen[field.key]) if field.key in seen else known.get(field.key, field.default)
            control = Controls(self.view, units, quick=True).field(field, held, partial(self._see, field.key))
            rows.append(paint(Column(control, pad=(14, 10, 14, 12)), "surface", Radius.card))
        body = Column(*rows, gap=10, pad=(margin(), 8, margin(), 16))
        button = PushButton(self.tell(say("Go on")), self._looked, "primary", "arrow-right")
        return pane(
            self._bar(opening, self.tell(say("What do you see on the table?"))),
            Scroll(centred(body)),
            BottomAction(button),
        )

    def _nameable(self, opening: Opening, field: Field) -> tuple[tuple[str, str], ...]:
        """Units for a place that may stay empty: only those no rule speaks against."""
        if not isinstance(field.kind, UnitId):
            return tuple((unit.id, unit.name) for unit in self.table.state.units.values() if not unit.gone)
        found = self.view.deeds.candidates(self.table.state, opening, field, self._args())
        return tuple((line.id, line.name) for line, against in found if not against)

    def _open_to(self, opening: Opening, field: Field) -> bool:
        """Whether a switch may be turned on at all: what only some units can do is not shown for
        others."""
        if not isinstance(field.kind, Flag) or field.required or field.default:
            return True
        state, args, against = self.table.state, self._args(), self.view.deeds.against
        return len(against(state, opening, args.put(field.key, True))) <= len(against(state, opening, args))

    def _see(self, key: str, value: Value) -> None:
        """A second tap on the same takes it back."""
        seen = dict(self.args.get("seen", {}))
        again = seen.pop(key, None) == thawed(value)
        self.args["seen"] = seen if again else {**seen, key: thawed(value)}
        self.nav.rebuild()

    def _looked(self) -> None:
        """As it is seen; where that is refused it is shown again."""
        told = {key: value for key, value in self.args.get("seen", {}).items() if value is not None}
        args = {**self.args.get("with", {}), **told}
        opening = self._opening()
        if opening.calculation:
            self._calculate(opening)
        else:
            self.table.open(opening.key, **{key: frozen(value) for key, value in args.items()})

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

    def _open(self) -> None:
        opening = self._opening()
        if opening.calculation:
            self._calculate(opening)
        else:
            self.table.open(opening.key, **self._args())

    def _calculate(self, opening: Opening) -> None:
        """A question that changes nothing: its answer is shown, and that is all."""
        view, args = self.view, self._args()
        against = view.deeds.against(self.table.state, opening, args)
        try:
            told = opening.sentences(self.table.state, args)
            facts = {} if told else opening.facts(self.table.state, args)
        except (Impossible, Unknown) as no:
            self.nav.complain(
                no.why if isinstance(no, Impossible) else say("A card does not state {what}.", what=dotted(no.path))
            )
            return
        rows = [PlainRow(capital(view.words.word(key)), view.words.value(value)) for key, value in facts.items()]
        self.nav.sheet(
            Words(capital(self.tell(opening.text)), "title"),
            *(Words(view.words.refusal(no), "body", "text2") for no in against),
            *(Words(capital(self.tell(each)), "row") for each in told),
            *rows,
            PushButton(self.tell(say("Good")), self.nav.close_sheet, "primary"),
        )

    def back(self) -> bool:
        """One answer back, then out."""
        given = dict(self.args.get("with", {}))
        own = [key for key in given if key != self.args.get("fixed")]
        if not own:
            return False
        given.pop(own[-1])
        self.args["with"] = given
        self.nav.rebuild()
        return True
