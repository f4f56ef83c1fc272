"""Unit sheet: what is true of it now, set by a tap; what it can do; its card; what happened to
it."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.playing import drafting
from engine.playing.plan import DeedPlan
from engine.playing.queue import due_units
from engine.values.events import Opened
from engine.values.maps import Map, Value, thawed
from engine.values.table import Unit
from engine.values.texts import Text, say, say_many
from screens.app.page import GamePage
from screens.app.table import Table
from screens.pages.trackers import Trackers
from screens.present.deeds import targets_place
from screens.present.lines import TRAINING, ActionLine, ValueLine, capital
from screens.present.ranks import values
from screens.present.view import View
from screens.widgets.bars import AppBar
from screens.widgets.datasheet import DatasheetView
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Equal, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import symbol
from screens.widgets.press import PushButton
from screens.widgets.rows import ActionRow, PlainRow, Stat
from screens.widgets.running import margin, stacked
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

MOST_STORY = 8
SHEET_GAP = 10


class UnitPage(GamePage):
    """One unit on a phone; on a tablet the same sheet stands beside the force."""

    kept = True

    def build(self) -> Widget:
        self.bar = Live(self._bar)
        self.sheet = UnitSheet(self.table)
        self.list = LongList(gap=SHEET_GAP, pad=(margin(), 4, margin(), 20), spares=True)
        self.shown: object = None
        self.show()
        return pane(self.bar, centred(self.list))

    def _bar(self, title: str) -> Widget:
        return AppBar(title, "", self.nav.back, (self.helping("unit"),), back_name=self.tell(say("Back")))

    def show(self) -> None:
        self.bar.show(self.view.title(self.table.state))
        self.list.show(self.sheet.rows(str(self.args.get("unit"))))
        if self.shown is not self.args:
            self.shown = self.args
            self.list.offset = float(self.args.get("offset", 0))

    def leave(self) -> None:
        self.args["offset"] = self.list.offset

    def about(self) -> tuple[str, ...]:
        return (str(self.args.get("unit")),)


class UnitSheet:
    """Everything about a unit as rows, the most needed first. What a row shows is plain, so that
    another unit draws anew only what differs."""

    def __init__(self, table: Table) -> None:
        self.table, self.unit = table, ""
        self.trackers = Trackers(table)

    def rows(self, unit_id: str) -> list[Row]:
        unit = self.table.state.units.get(unit_id)
        if unit is None:
            return []
        self.unit = self.trackers.unit = unit.id
        return [*self._now(unit), *self._always(unit)]

    def _now(self, unit: Unit) -> list[Row]:
        """What is true of it, then what it can do."""
        view, state = self.table.view, self.table.state
        rows: list[Row] = [("head", _headed(view, unit), self._head)]
        if shown := tuple(values(view, state, unit)):
            rows.append(("values", shown, _values))
        rows += self.trackers.live_rows(unit)
        if inside := tuple((each, state.unit(each).name) for each in view.rules.glance.carries(state, unit)):
            rows += [("inside head", say("Aboard"), self._section), ("inside", inside, self._inside)]
        lines_to_do = view.deeds.actions(state, unit)
        able = [line for line in lines_to_do if line.allowed]
        if able:
            rows.append(("able", say("What it can do now"), self._section))
            rows.append(("acts", tuple(able), self._acts))
        if against := tuple(line for line in lines_to_do if not line.allowed):
            rows.append(("against", against, self._against))
        if view.rules.aim and unit.where == "table":
            rows.append(("targets", 0, self._targets))
        return rows

    def _always(self, unit: Unit) -> list[Row]:
        """Its card, its story, what tells it from others, its code."""
        rows: list[Row] = []
        if any(key != "name" for key in unit.card):
            rows += [("card head", say("The card"), self._section), ("card", unit.card, self._card)]
        if story := self._happened(unit):
            rows += [("story head", say("What happened to it"), self._section), ("story", story, self._story)]
        return [*rows, *self.trackers.rows(unit), ("code", 0, self._code)]

    def _card(self, card: Map[Value]) -> Widget:
        return DatasheetView(self.table.rules.datasheet(card), self.table.tell)

    def _section(self, text: Text) -> Widget:
        return section(self.table.tell(text))

    @staticmethod
    def _head(shown: tuple[str, int, str, str]) -> Widget:
        sign, seat, name, sub = shown
        words = Column(Words(name, "headline"), Words(sub, "meta", "text2"), gap=2)
        return Across(symbol(sign, seat, 56, "bg"), words, gap=14, pad=(0, 8, 0, 4))

    def _inside(self, units: tuple[tuple[str, str], ...]) -> Widget:
        """Who is inside; a tap leads there."""
        rows = [PlainRow(name, do=partial(self.table.nav.go, "unit", unit=unit)) for unit, name in units]
        return paint(Column(*rows), "surface", Radius.card)

    # What it can do

    def _acts(self, lines: tuple[ActionLine, ...]) -> Widget:
        return Column(*(ActionRow(line, partial(self._begin, line.key)) for line in lines), gap=6)

    def _begin(self, procedure: str) -> None:
        begin(self.table, procedure, Map({self.table.rules.opening(procedure).actor: self.unit}))

    def _against(self, lines: tuple[ActionLine, ...]) -> Widget:
        """What it cannot do now, and why: at a tap, and to be overruled."""
        text = say_many("What it cannot do now: one", "What it cannot do now: {count}", len(lines))
        return PushButton(self.table.tell(text), partial(self._show_against, lines), "quiet")

    def _show_against(self, lines: tuple[ActionLine, ...]) -> None:
        rows = [ActionRow(line, partial(self._begin, line.key)) for line in lines]
        self.table.nav.sheet(Words(self.table.tell(say("Not now")), "title"), *rows)

    def _targets(self, _: object) -> Widget:
        """Whom it had best attack, where the game compares targets."""
        return PushButton(self.table.tell(say("Best targets")), self._compare, "outline", "crosshairs")

    def _compare(self) -> None:
        place = targets_place(self.table.rules, self.unit)
        self.table.nav.go(place.pop("screen"), **place)

    # Its code and its story

    def _code(self, _: object) -> Widget:
        return PushButton(self.table.tell(say("Its code")), self._show_code, "outline", "qrcode")

    def _show_code(self) -> None:
        """The card in a code, for another phone; rare, so that the table starts without what
        draws it."""
        from carddb.cards import Card
        from carddb.qr import card_codes
        from screens.widgets.code import CodeView

        unit = self.table.state.unit(self.unit)
        source = "training" if unit.trackers.get(TRAINING) else "own"
        codes = card_codes(Card(unit.id, self.table.rules.key, unit.card, source))
        self.table.nav.sheet(Words(unit.name, "title"), *(CodeView(code) for code in codes))

    def _happened(self, unit: Unit) -> tuple[tuple[int, str], ...]:
        """The last events that name it, with their turns."""
        session, found = self.table.session, list[tuple[int, str]]()
        states = session.states
        for n in range(len(session.log) - 1, -1, -1):
            event = session.log[n]
            before, after = states[n].units.get(unit.id), states[n + 1].units.get(unit.id)
            if event.label and not event.quiet and before is not after:
                found.append((states[n].turn, capital(self.table.tell(event.label))))
            if len(found) == MOST_STORY:
                break
        return tuple(found)

    def _story(self, lines: tuple[tuple[int, str], ...]) -> Widget:
        return Column(*(self._event(*line) for line in lines), gap=4)

    def _event(self, turn: int, what: str) -> Widget:
        when = self.table.tell(self.table.rules.in_turn(turn))
        first = Words(when, "cite", "text3", size_hint_x=None, width=dp(64))
        return Across(first, Words(what, "meta", "text2"), gap=8, least=28)


def begin(table: Table, procedure: str, args: Map[Value], at_once: bool = False) -> None:
    """Open at once what needs nothing more; ask for the rest, on one page where the game has a plan
    for it."""
    opening, plan = table.rules.opening(procedure), table.rules.plan(procedure)
    if plan and at_once and plan.quick and is_plain(table, plan, args):
        table.open(procedure, **drafting.fill(table.rules, table.state, plan, args).args)
        return
    if plan and plan.queue and (due := due_units(table.rules, table.state, plan)) and args.get(plan.by, due[0]) in due:
        table.nav.go("queue", procedure=procedure, **{"with": thawed(args)})
        return
    if plan and (not plan.by or plan.by in args):
        table.nav.go("deed", procedure=procedure, **{"with": thawed(args)})
        return
    missing = table.view.deeds.missing(table.state, opening, args)
    if missing is None and not opening.asks and not opening.calculation:
        table.enter(Opened(procedure, args))
    else:
        fixed = opening.actor if opening.actor in args else ""
        table.nav.go("pick", procedure=procedure, fixed=fixed, **{"with": thawed(args)})


def is_plain(table: Table, plan: DeedPlan, args: Map[Value]) -> bool:
    """Whether the rules say nothing against a deed as it is preset, and nothing is asked of it."""
    filled = drafting.fill(table.rules, table.state, plan, args)
    return not filled.against and filled.prompt is None


def _headed(view: View, unit: Unit) -> tuple[str, int, str, str]:
    """Its sign, whose it is, its name, and what it is."""
    card = [
        view.words.stated(unit.card[key]) for key in ("nation", "type", "year", "domain", "side") if key in unit.card
    ]
    training = view.tell(say("training")) if unit.trackers.get(TRAINING) else ""
    sub = ", ".join(dict.fromkeys(part for part in (view.words.seat(unit.seat), *card, training) if part))
    return view.rules.glance.sign(unit), unit.seat, unit.name, sub


def _values(shown: tuple[ValueLine, ...]) -> Widget:
    """What counts now, the printed value below where it differs."""
    if stacked():
        lines = [Across(Words(_head(value)), Words(value.now, "number", hug=True), gap=8) for value in shown]
        return paint(Column(*lines, gap=2, pad=(14, 6, 14, 8)), "surface", Radius.card)
    tiles = [Stat(value.now, _head(value)) for value in shown]
    across = min(4, len(tiles))
    return Column(*(Equal(*tiles[n : n + across], gap=6) for n in range(0, len(tiles), across)), gap=6)


def _head(value: ValueLine) -> str:
    return f"{value.head}, {value.printed}" if value.printed else value.head
