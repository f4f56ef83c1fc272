"""New game: which one, whose armies, by which readings; or a sample, ready on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from kivy.uix.widget import Widget

from carddb.armies import Armies
from carddb.cards import Card
from carddb.fielding import put_on_table
from carddb.samples import Sample, sample_armies
from carddb.search import Filters
from carddb.templates import templates
from carddb.trouble import Trouble
from engine.playing.fold import apply
from engine.playing.open_turn import by_template, is_open
from engine.playing.rules import Reading, Ruleset
from engine.values.events import OptionSet, UnitAdded
from engine.values.kinds import Whole
from engine.values.table import GameState, Unit
from engine.values.texts import Text, english, say, say_many
from screens.app.page import Page
from screens.pages.fields import Controls
from screens.present.lines import capital
from screens.present.view import View
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.entry import Entry, labelled
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, Flow, Scroll, centred, pane
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import symbol
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import PlainRow, SwitchRow
from screens.widgets.running import margin
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section


class Force(NamedTuple):
    """Units for one seat, from wherever they come; `onto` makes the events that bring them to a
    table."""

    seat: int
    name: str
    cards: tuple[Card, ...]
    onto: Callable[[GameState], tuple[UnitAdded, ...]]


class SetupPage(Page):
    """First the game, then the rest on one page, everything pre-set so that one tap starts it."""

    def build(self) -> Widget:
        if not self.args.get("game"):
            return self._games()
        return self._duel() if self.args.get("odds") else self._page()

    def back(self) -> bool:
        if self.args.pop("first", None) is not None or self.args.pop("game", None):
            self.nav.rebuild()
            return True
        return False

    # Which game

    def _games(self) -> Widget:
        t = self.tell
        title = t(
            say("Quick odds")
            if self.args.get("odds")
            else say("Try a sample")
            if self.args.get("sample")
            else say("New game")
        )
        able = {key: rules for key, rules in self.context.rulesets.items() if sample_armies(key) or not self._ready()}
        rows = [
            PlainRow(t(rules.title), self._count(rules), do=partial(self._choose, key), lead=symbol("command", 0, 38))
            for key, rules in able.items()
        ]
        body = Column(
            paint(Column(*rows, pad=(0, 2, 0, 2)), "surface", Radius.card), gap=10, pad=(margin(), 4, margin(), 16)
        )
        bar = AppBar(title, t(say("Which game?")), self.nav.back, (self.helping("setup"),), back_name=t(say("Back")))
        return pane(bar, Scroll(centred(body)))

    def _ready(self) -> bool:
        """Whether cards have to be there already."""
        return bool(self.args.get("sample") or self.args.get("odds"))

    def _count(self, rules: Ruleset) -> str:
        samples = len(sample_armies(rules.key))
        return (
            self.tell(say_many("one sample army", "{count} sample armies", samples))
            if samples
            else self.tell(say("Bring your own cards"))
        )

    def _choose(self, key: str) -> None:
        samples = sample_armies(key)
        if self.args.get("sample") and len({sample.seat for sample in samples}) > 1:
            self._start(key, {}, (), tuple(self._ready_made(_first(samples, seat)) for seat in (0, 1)), 1)
            return
        self.args["game"] = key
        self.nav.rebuild()

    # Quick odds

    def _duel(self) -> Widget:
        """Two cards, one after the other, found by typing; then the question is asked on a table
        of their own."""
        t, rules = self.tell, self.context.rulesets[self.args["game"]]
        first = self.context.library.cards.get(str(self.args.get("first", "")))
        title = t(say("Against whom?") if first else say("Who attacks?"))
        sub = first.name if first else t(rules.title)
        bar = AppBar(title, sub, self.nav.back, (self.helping("targets"),), back_name=t(say("Back")))
        entry = Entry(str(self.args.get("search", "")), hint=t(say("Search the cards")), changed=self._search)
        self.list = LongList(pad=(margin(), 4, margin(), 16), guess=64)
        self._search(entry.text)
        return pane(bar, centred(Column(entry, pad=(margin(), 0, margin(), 6))), centred(self.list))

    def _search(self, text: str) -> None:
        self.args["search"] = text
        found = self.context.library.search(text, Filters(game=str(self.args["game"])))
        none = self.tell(say("No card is called so."))
        nothing: list[Row] = [("none", none, lambda none: Words(none, "body", "text2"))]
        self.list.show([(card.id, card, self._card) for card in found] or nothing)
        self.list.offset = 0

    def _card(self, card: Card) -> Widget:
        seat = 1 if self.args.get("first") else 0
        sign = self.context.rulesets[card.game].glance.sign(Unit("", seat, card.values))
        return PlainRow(
            card.name, self.tell(card.edition_text), do=lambda: self._take(card), lead=symbol(sign, seat, 38)
        )

    def _take(self, card: Card) -> None:
        first = self.context.library.cards.get(str(self.args.get("first", "")))
        self.args.pop("search", None)
        if first is None:
            self.args["first"] = card.id
            self.nav.rebuild()
            return
        pair = tuple(
            self._ready_made(Sample(say("Quick odds"), seat, (each,))) for seat, each in enumerate((first, card))
        )
        self._start(self.args["game"], {}, (first.name, card.name), pair, 1, odds=True)

    # The page

    def _page(self) -> Widget:
        t, rules = self.tell, self.context.rulesets[self.args["game"]]
        names = Column(
            *(
                labelled(
                    t(say("Player {number}", number=seat + 1)),
                    Entry(self._name(rules, seat), changed=partial(self._rename, seat), name=f"player {seat + 1}"),
                )
                for seat in range(rules.seats)
            ),
            gap=8,
        )
        turn = Controls(View(rules, t)).control(Whole(1, 99), self.args.get("turn", 1), self._turn, t(say("turn")))
        body = Column(
            section(t(say("Players"))),
            names,
            *self._armies(rules),
            *self._templates(rules),
            *self._readings(rules),
            section(t(say("Joining in mid-course")), t(say("Trackers can be set on the table"))),
            turn,
            gap=10,
            pad=(margin(), 4, margin(), 16),
        )
        action = BottomAction(PushButton(t(say("To the table")), self._begin, "primary", "play", t(rules.title)))
        bar = AppBar(
            t(rules.title), t(say("New game")), self.nav.back, (self.helping("setup"),), back_name=t(say("Back"))
        )
        return pane(bar, Scroll(centred(body)), action)

    def _name(self, rules: Ruleset, seat: int) -> str:
        return str(self.args.get(f"name{seat}", self.tell(say("Player {number}", number=seat + 1))))

    def _rename(self, seat: int, text: str) -> None:
        self.args[f"name{seat}"] = text

    def _turn(self, turn: Any) -> None:
        self.args["turn"] = turn
        self.nav.rebuild()

    def _armies(self, rules: Ruleset) -> list[Widget]:
        """For each player: a ready sample, an army of his own, or none."""
        found: list[Widget] = []
        for seat in range(rules.seats):
            forces = self._forces(rules.key, seat)
            chosen = self._chosen(seat, forces)
            pills = [Pill(force.name, key == chosen, partial(self._army, seat, key)) for key, force in forces.items()]
            none = Pill(self.tell(say("No army yet")), not chosen, partial(self._army, seat, ""))
            found += [
                section(self.tell(say("Army of {player}", player=self._name(rules, seat)))),
                Flow(*pills, none, gap=8),
            ]
        return found

    def _templates(self, rules: Ruleset) -> list[Widget]:
        """Steps and counters of an earlier game, where players make their own."""
        if not is_open(rules):
            return []
        t, chosen = self.tell, str(self.args.get("as_model", ""))
        found = [each.name for each in templates(self.context.store, rules.key)]
        pills = [Pill(name, name == chosen, partial(self._begin_with, name)) for name in found]
        none = Pill(t(say("From nothing")), chosen not in found, partial(self._begin_with, ""))
        return [section(t(say("Steps and counters"))), Flow(*pills, none, gap=8)]

    def _begin_with(self, name: str) -> None:
        self.args["as_model"] = name
        self.nav.rebuild()

    def _forces(self, game: str, seat: int) -> dict[str, Force]:
        """All armies a seat can be given, under keys that hold: samples first."""
        samples = {
            f"sample{n}": self._ready_made(each) for n, each in enumerate(sample_armies(game)) if each.seat == seat
        }
        armies = Armies(self.context.library)
        own = {
            army.id: Force(seat, army.name, armies.units(army), partial(armies.put_on_table, army, seat))
            for army in armies.all(game)
            if army.rows
        }
        return {**samples, **own}

    def _ready_made(self, sample: Sample) -> Force:
        seat, cards = sample.seat, sample.cards
        return Force(seat, self.tell(sample.name), cards, lambda table: put_on_table(cards, seat, table))

    def _chosen(self, seat: int, forces: dict[str, Force]) -> str:
        """What was chosen, if it is still there; the first sample where nothing was."""
        wanted = self.args.get(f"army{seat}")
        first = next((key for key in forces if key.startswith("sample")), "")
        return first if wanted is None else str(wanted) if wanted in forces else ""

    def _army(self, seat: int, key: str) -> None:
        self.args[f"army{seat}"] = key
        self.nav.rebuild()

    def _readings(self, rules: Ruleset) -> list[Widget]:
        offered = [reading for reading in rules.readings if reading.offered]
        if not offered:
            return []
        t, shown = self.tell, bool(self.args.get("readings"))
        head = section(t(say("Readings")), t(say("Where the rules leave a doubt")))
        more = SwitchRow(
            t(say_many("Change one of one", "Change some of {count}", len(offered))),
            t(say("The proposed ones are set")),
            shown,
            self._show_readings,
        )
        return [
            head,
            paint(Column(more), "surface", Radius.card),
            *(self._reading(rules, each) for each in (offered if shown else ())),
        ]

    def _show_readings(self) -> None:
        self.args["readings"] = not self.args.get("readings")
        self.nav.rebuild()

    def _reading(self, rules: Ruleset, reading: Reading) -> Widget:
        t = self.tell
        chosen = self._readings_told(rules.key).get(reading.key, reading.default)
        pills = [
            Pill(capital(t(rules.word(value))), value == chosen, partial(self._read, reading.key, value))
            for value in reading.values
        ]
        return paint(
            Column(
                Words(capital(t(reading.text)), "body"),
                Words(reading.ref.id, "cite", "text3"),
                Flow(*pills, gap=8),
                gap=6,
                pad=(14, 10, 14, 10),
            ),
            "surface",
            Radius.card,
        )

    def _read(self, key: str, value: str) -> None:
        game = str(self.args["game"])
        self.args["read"] = [game, {**self._readings_told(game), key: value}]
        self.nav.rebuild()

    def _readings_told(self, game: str) -> dict[str, str]:
        """As chosen here for this game, else as this table plays it."""
        of, told = self.args.get("read") or ("", {})
        return dict(told) if of == game else self.context.preferences.readings(game)

    def _begin(self) -> None:
        rules = self.context.rulesets[self.args["game"]]
        seats = [(seat, self._forces(rules.key, seat)) for seat in range(rules.seats)]
        armies = tuple(forces[key] for seat, forces in seats if (key := self._chosen(seat, forces)))
        readings = self._readings_told(rules.key)
        names = tuple(self._name(rules, seat).strip() for seat in range(rules.seats))
        self._start(rules.key, readings, names, armies, int(self.args.get("turn", 1)))

    def _start(
        self,
        key: str,
        readings: dict[str, Any],
        names: tuple[str, ...],
        armies: tuple[Force, ...],
        turn: int,
        odds: bool = False,
    ) -> None:
        """A game with its units on the table: it begins with them, so that undo stops where the
        players begin."""
        rules = self.context.rulesets[key]
        start = replace(rules.opened(), turn=turn)
        if odds and rules.aim:
            start = replace(start, step=_step_of(rules, rules.aim.procedure))
        wanted = self.args.get("as_model")
        for template in templates(self.context.store, key) if wanted else ():
            start = by_template(rules, start, template.values) if template.name == wanted else start
        for option, value in (readings or self.context.preferences.readings(key)).items():
            start = apply(rules, start, OptionSet(option, value))
        names = names or tuple(self._side(rules, army) for army in armies)
        for army in armies:
            for event in army.onto(start):
                start = apply(rules, start, event)
        versus = english(say("{first} against {second}", first=names[0], second=names[1])) if len(names) > 1 else ""
        game = self.context.store.new_game(key, start, versus, names)
        if odds:
            self._forget_odds(game.key)
        self.context.desk.take(game)
        places = self._odds_places(rules, start) if odds else ({"screen": "table"},)
        self.nav.replace({"screen": "home"}, *places)
        self.context.app.remember()

    def _odds_places(self, rules: Ruleset, table: GameState) -> tuple[dict[str, Any], ...]:
        """Where the chances of the one against the other are; the way back leads to another card
        for the second."""
        again = {"screen": "setup", "odds": True, "game": rules.key, "first": self.args["first"]}
        return again, {"screen": "targets" if rules.aim else "unit", "unit": next(iter(table.units))}

    def _forget_odds(self, key: str) -> None:
        """The table of the last quick odds goes when the next one comes."""
        last = str(self.context.preferences.get("odds", ""))
        try:
            self.context.store.settings.set("odds", key)
            if last:
                self.context.store.delete_game(last)
        except Trouble as no:
            self.nav.said = no.why

    def _side(self, rules: Ruleset, army: Force) -> str:
        """The side an army is of, where its cards say so, else its own name."""
        found = ({card.values.get(key) for card in army.cards} - {None} for key in ("side", "army"))
        side = next((sides.pop() for sides in found if len(sides) == 1), None)
        word = rules.word(side) if isinstance(side, str) else army.name
        return word.key if isinstance(word, Text) else word


def _step_of(rules: Ruleset, procedure: str) -> str:
    """The step that is there for it."""
    return next(
        (step.key for step in rules.steps if procedure in {offer.procedure for offer in step.offers}),
        rules.steps[0].key,
    )


def _first(samples: tuple[Sample, ...], seat: int) -> Sample:
    return next(sample for sample in samples if sample.seat == seat)
