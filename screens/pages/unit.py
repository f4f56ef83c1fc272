"""Unit sheet: the card, its markers as things to tap, what it can do now, what happened to it."""

from __future__ import annotations

from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.values.events import Opened
from engine.values.maps import Map, Value, thawed
from engine.values.table import Unit
from engine.values.texts import Text, say, say_many
from screens.app.page import GamePage
from screens.app.table import Table
from screens.pages.trackers import Trackers, marker_words
from screens.present.lines import TRAINING, ActionLine, StatLine, TileLine, capital
from screens.present.view import View
from screens.widgets.bars import AppBar
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Equal, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.markers import symbol
from screens.widgets.pieces import MarkerTile
from screens.widgets.press import PushButton
from screens.widgets.rows import ActionRow, Stat
from screens.widgets.running import margin, stacked
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

MOST_STORY = 8
NUMBERS = 3
LONG = 40
"""Letters of a value that still stand beside its name."""
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
        """Its markers and what it can do."""
        view = self.table.view
        rows: list[Row] = [("head", _headed(view, unit), self._head)]
        if tiles := tuple(_tiles(view, unit)):
            rows.append(("markers", tiles, self._markers))
        if lines := first_numbers(view, unit):
            rows.append(("numbers", lines, number_tiles))
        lines_to_do = view.deeds.actions(self.table.state, unit)
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
        """Its card, what is set by hand, its story."""
        view = self.table.view
        rows: list[Row] = [("card head", say("The card"), self._section)]
        if card := view.words.card(unit):
            rows.append(("card", card, _card))
        rows += [("code", 0, self._code), *self.trackers.rows(unit)]
        if story := self._happened(unit):
            rows += [("story head", say("What happened to it"), self._section), ("story", story, self._story)]
        return rows

    def _section(self, text: Text) -> Widget:
        return section(self.table.tell(text))

    @staticmethod
    def _head(shown: tuple[str, int, str, str]) -> Widget:
        sign, seat, name, sub = shown
        words = Column(Words(name, "headline"), Words(sub, "meta", "text2"), gap=2)
        return Across(symbol(sign, seat, 56, "bg"), words, gap=14, pad=(0, 8, 0, 4))

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
        self.table.nav.go("targets", unit=self.unit)

    # Markers to turn

    def _markers(self, tiles: tuple[TileLine, ...]) -> Widget:
        """Marker words in rows of three: tap for off, face down, face up."""
        made = [
            MarkerTile(tile.mark, tile.word, tile.state, tile.face_up, tile.there, partial(self._turn, tile.key))
            for tile in tiles
        ]
        across = 1 if stacked() else 3
        return Column(*(Equal(*made[n : n + across], gap=8) for n in range(0, len(made), across)), gap=SHEET_GAP)

    def _turn(self, word: str) -> None:
        """Off, face down, face up, and off again."""
        table, unit = self.table, self.table.state.unit(self.unit)
        order = _turns(table.view, unit, word)
        at = next((n for n, key in enumerate(order) if word in unit.marks(key)), None)
        after = 0 if at is None else at + 1
        if at is not None:
            table.set_by_hand(unit.id, order[at], tuple(each for each in unit.marks(order[at]) if each != word))
        if after < len(order):
            table.set_by_hand(unit.id, order[after], (*table.state.unit(unit.id).marks(order[after]), word))

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
        when = self.table.tell(say("Turn {turn}", turn=turn))
        first = Words(when, "cite", "text3", size_hint_x=None, width=dp(64))
        return Across(first, Words(what, "meta", "text2"), gap=8, least=28)


def begin(table: Table, procedure: str, args: Map[Value]) -> None:
    """Open at once what needs nothing more; ask for the rest, on one page where the game has a plan
    for it."""
    opening, plan = table.rules.opening(procedure), table.rules.plan(procedure)
    if plan and plan.by in args:
        table.nav.go("deed", procedure=procedure, **{"with": thawed(args)})
        return
    missing = table.view.deeds.missing(table.state, opening, args)
    if missing is None and not opening.asks and not opening.calculation:
        table.enter(Opened(procedure, args))
    else:
        fixed = opening.actor if opening.actor in args else ""
        table.nav.go("pick", procedure=procedure, fixed=fixed, **{"with": thawed(args)})


def _headed(view: View, unit: Unit) -> tuple[str, int, str, str]:
    """Its sign, whose it is, its name, and what it is."""
    card = [
        view.words.stated(unit.card[key]) for key in ("nation", "type", "year", "domain", "side") if key in unit.card
    ]
    training = view.tell(say("training")) if unit.trackers.get(TRAINING) else ""
    sub = ", ".join(dict.fromkeys(part for part in (view.words.seat(unit.seat), *card, training) if part))
    return view.rules.glance.sign(unit), unit.seat, unit.name, sub


# Markers


def _turns(view: View, unit: Unit, word: str) -> list[str]:
    """The trackers a marker goes through, face down first."""
    lists = [each for each in view.rules.trackers if each.on == "unit" and word in marker_words(each, unit)]
    return [each.key for each in sorted(lists, key=lambda each: each.key not in view.rules.glance.face_down)]


def _tiles(view: View, unit: Unit) -> list[TileLine]:
    lists = [tracker for tracker in view.rules.trackers if tracker.on == "unit"]
    words = dict.fromkeys(word for tracker in lists for word in marker_words(tracker, unit))
    return [_tile(view, unit, word) for word in words]


def _tile(view: View, unit: Unit, word: str) -> TileLine:
    order, glance = _turns(view, unit, word), view.rules.glance
    at = next((key for key in order if word in unit.marks(key)), "")
    pending = at in glance.face_down
    said = say("face down") if pending else say("face up") if len(order) > 1 else say("there")
    state = view.tell(said if at else say("none"))
    return TileLine(word, glance.marks.get(word, word), capital(view.words.word(word)), state, not pending, bool(at))


# The card


def first_numbers(view: View, unit: Unit) -> tuple[StatLine, ...]:
    """The first numbers of the card: what is read across the table."""
    lines = (line for line in view.words.card(unit) if line.known and len(line.value) < 8)
    return tuple(line for line in lines if _numeric(unit.card[line.key]))[:NUMBERS]


def number_tiles(lines: tuple[StatLine, ...]) -> Widget:
    return Equal(*(Stat(line.value, line.name) for line in lines), gap=8)


def _numeric(value: Value) -> bool:
    """A number, or some of them; no word, and no list of words or of nothing."""
    parts = value if isinstance(value, tuple) else (value,)
    return bool(parts) and not any(each is None or isinstance(each, str) for each in parts)


def _card(lines: tuple[StatLine, ...]) -> Widget:
    return paint(Column(*map(stated, lines), gap=2, pad=(14, 8, 14, 8)), "surface", Radius.card)


def stated(line: StatLine) -> Widget:
    """One value of a card, or that it does not state it."""
    if line.known and ("\n" in line.value or len(line.value) > LONG):
        return Column(Words(line.name, "meta", "text2"), Words(line.value, "body"), gap=2, pad=(0, 4, 0, 4))
    value = Words(line.value, "row" if line.known else "meta", "text" if line.known else "text3")
    if stacked():
        return Column(Words(line.name, "meta", "text2"), value, gap=1)
    name = Words(line.name, "meta", "text2", size_hint_x=0.62)
    return Across(name, value, gap=10, least=30)
