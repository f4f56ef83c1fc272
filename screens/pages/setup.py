"""New game: which one, whose armies, by which readings; or a sample, ready on the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from carddb.samples import Sample, sample_armies
from carddb.templates import templates
from engine.playing.open_turn import is_open
from engine.playing.rules import Reading, Ruleset
from engine.values.kinds import Whole
from engine.values.texts import say, say_many
from screens.app.page import Page
from screens.pages.duel import DuelPage
from screens.pages.fields import Controls
from screens.pages.lineup import LineupPage
from screens.pages.muster import Force, Muster, bare_plan
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

Pills = tuple[tuple[tuple[str, str], ...], str]
"""Keys and words to choose from, and the one chosen."""


class SetupPage(Page):
    """First the game, then the rest on one page, everything pre-set so that one tap starts it."""

    form: LongList | None = None

    def build(self) -> Widget:
        self.muster = Muster(self.context)
        if not self.args.get("game"):
            return self._games()
        if not self.args.get("odds"):
            return self._page()
        bare = bare_plan(self.context.rulesets[self.args["game"]])
        return (LineupPage if bare else DuelPage)(self.context, self.args).build()

    def show(self) -> None:
        if self.form:
            self.form.show(self._rows())
        else:
            super().show()

    def back(self) -> bool:
        if self.args.pop("first", None) is not None or self.args.pop("seat", None) or self.args.pop("game", None):
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
            PlainRow(
                t(rules.title),
                self._description(rules),
                do=partial(self._choose, key),
                lead=symbol(rules.glance.emblem, 0, 38),
            )
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

    def _description(self, rules: Ruleset) -> str:
        """Who meets in a sample; else what there is to begin with."""
        samples = sample_armies(rules.key)
        if not samples:
            own = say("Steps, counters and units of your own") if is_open(rules) else say("Bring your own cards")
            return self.tell(own)
        if self.args.get("sample"):
            armies = (self.muster.ready_made(_first(samples, seat)) for seat in (0, 1))
            first, second = (self.tell(self.muster.side(rules, army)) for army in armies)
            return self.tell(say("{first} against {second}", first=first, second=second))
        return self.tell(say_many("one sample army", "{count} sample armies", len(samples)))

    def _choose(self, key: str) -> None:
        samples = sample_armies(key)
        if self.args.get("sample") and len({sample.seat for sample in samples}) > 1:
            self.muster.start(key, {}, (), tuple(self.muster.ready_made(_first(samples, seat)) for seat in (0, 1)), 1)
            return
        self.args["game"] = key
        self.nav.rebuild()

    # The page

    def _page(self) -> Widget:
        t, rules = self.tell, self.context.rulesets[self.args["game"]]
        self.form = LongList(gap=10, pad=(margin(), 4, margin(), 16))
        self.form.show(self._rows())
        action = BottomAction(PushButton(t(say("To the table")), self._begin, "primary", "play", t(rules.title)))
        bar = AppBar(
            t(rules.title), t(say("New game")), self.nav.back, (self.helping("setup"),), back_name=t(say("Back"))
        )
        return pane(bar, centred(self.form), action)

    def _rows(self) -> list[Row]:
        t, rules = self.tell, self.context.rulesets[self.args["game"]]
        joining = t(say("Joining in mid-course")), t(say("Markers and counters can be set on the table"))
        return [
            ("players", t(say("Players")), section),
            ("names", rules.seats, partial(self._names, rules)),
            *self._armies(rules),
            *self._templates(rules),
            *self._readings(rules),
            ("joining", joining, lambda shown: section(*shown)),
            ("turn", self.args.get("turn", 1), partial(self._turns, rules)),
        ]

    def _names(self, rules: Ruleset, seats: int) -> Widget:
        return Column(*(self._entry(rules, seat) for seat in range(seats)), gap=8)

    def _entry(self, rules: Ruleset, seat: int) -> Widget:
        entry = Entry(self._name(rules, seat), changed=partial(self._rename, seat), name=f"player {seat + 1}")
        return labelled(self.tell(say("Player {number}", number=seat + 1)), entry)

    def _turns(self, rules: Ruleset, turn: int) -> Widget:
        return Controls(View(rules, self.tell)).control(Whole(1, 99), turn, self._turn, self.tell(say("turn")))

    def _name(self, rules: Ruleset, seat: int) -> str:
        return str(self.args.get(f"name{seat}", self.tell(say("Player {number}", number=seat + 1))))

    def _rename(self, seat: int, text: str) -> None:
        self.args[f"name{seat}"] = text

    def _turn(self, turn: Any) -> None:
        self._put("turn", turn)

    def _put(self, key: str, value: Any) -> None:
        self.args[key] = value
        self.show()

    def _pills(self, key: str, shown: Pills) -> Widget:
        words, chosen = shown
        return Flow(*(Pill(word, each == chosen, partial(self._put, key, each)) for each, word in words), gap=8)

    def _armies(self, rules: Ruleset) -> Iterator[Row]:
        """For each player: a ready sample, an army of his own, or none; nothing where there are no
        armies."""
        for seat in range(rules.seats):
            forces = self.muster.forces(rules.key, seat)
            if not forces:
                continue
            words = (*((key, force.name) for key, force in forces.items()), ("", self.tell(say("No army yet"))))
            yield f"head {seat}", self.tell(say("Army of {player}", player=self._name(rules, seat))), section
            yield f"army {seat}", (words, self._chosen(seat, forces)), partial(self._pills, f"army{seat}")

    def _templates(self, rules: Ruleset) -> Iterator[Row]:
        """Steps and counters of an earlier game, where players make their own."""
        if not is_open(rules):
            return
        t, chosen = self.tell, str(self.args.get("as_model", ""))
        found = [each.name for each in templates(self.context.store, rules.key)]
        words = (*((name, name) for name in found), ("", t(say("From nothing"))))
        yield "templates", t(say("Steps and counters")), section
        yield "as model", (words, chosen if chosen in found else ""), partial(self._pills, "as_model")

    def _chosen(self, seat: int, forces: dict[str, Force]) -> str:
        """What was chosen, if it is still there; the first sample where nothing was."""
        wanted = self.args.get(f"army{seat}")
        first = next((key for key in forces if key.startswith("sample")), "")
        return first if wanted is None else str(wanted) if wanted in forces else ""

    # Readings

    def _readings(self, rules: Ruleset) -> Iterator[Row]:
        offered = [reading for reading in rules.readings if reading.offered]
        if not offered:
            return
        t, is_open_list = self.tell, bool(self.args.get("readings"))
        head = t(say("Readings")), t(say("Where the rules leave a doubt"))
        yield "readings", head, lambda shown: section(*shown)
        yield "change some", (len(offered), is_open_list), self._more
        told = self._readings_told(rules.key)
        for reading in offered if is_open_list else ():
            yield f"read {reading.key}", told.get(reading.key, reading.default), partial(self._reading, rules, reading)

    def _more(self, shown: tuple[int, bool]) -> Widget:
        count, is_open_list = shown
        text = self.tell(say_many("Change one of one", "Change some of {count}", count))
        sub, put = self.tell(say("The proposed ones are set")), partial(self._put, "readings", not is_open_list)
        return paint(Column(SwitchRow(text, sub, is_open_list, put)), "surface", Radius.card)

    def _reading(self, rules: Ruleset, reading: Reading, chosen: str) -> Widget:
        t = self.tell
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
        self._put("read", [game, {**self._readings_told(game), key: value}])

    def _readings_told(self, game: str) -> dict[str, str]:
        """As chosen here for this game, else as this table plays it."""
        of, told = self.args.get("read") or ("", {})
        return dict(told) if of == game else self.context.preferences.readings(game)

    def _begin(self) -> None:
        rules = self.context.rulesets[self.args["game"]]
        seats = [(seat, self.muster.forces(rules.key, seat)) for seat in range(rules.seats)]
        armies = tuple(forces[key] for seat, forces in seats if (key := self._chosen(seat, forces)))
        names = tuple(self._name(rules, seat).strip() for seat in range(rules.seats))
        model, turn = str(self.args.get("as_model") or ""), int(self.args.get("turn", 1))
        self.muster.start(rules.key, self._readings_told(rules.key), names, armies, turn, model)


def _first(samples: tuple[Sample, ...], seat: int) -> Sample:
    return next(sample for sample in samples if sample.seat == seat)
