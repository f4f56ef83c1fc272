"""A force on the table as rows: the checklist, the sides, counters, the map, the units."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.playing.legality import offered
from engine.playing.open_turn import is_open
from engine.values.events import TrackerSet
from engine.values.maps import Map, Value
from engine.values.texts import say
from screens.app.table import Table
from screens.pages.boarding import Boarding
from screens.pages.piles import pile_sheet
from screens.pages.table_sheets import step_sheet
from screens.pages.tracker_sheets import tracker_sheet, unit_sheet
from screens.present.lines import ForceLine, GaugeLine, PileLine, SeatTab, StatLine, StepLine, StoryLine, UnitLine
from screens.present.ranks import force, size
from screens.widgets.bars import Segmented
from screens.widgets.counters import Counter
from screens.widgets.gauge import GaugeCard
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Flow
from screens.widgets.longlist import Row
from screens.widgets.markers import symbol
from screens.widgets.press import IconButton, Press, PushButton
from screens.widgets.rows import Stat, note
from screens.widgets.running import compact, huge, short, stacked
from screens.widgets.theme import Radius
from screens.widgets.turn import checklist
from screens.widgets.unitrows import Columns, SunkRow, UnitRow, fitting
from screens.widgets.words import Icon, Words, section, width_of


class Level(Flow):
    """Counters beside each other, all as high as the highest."""

    def __init__(self, *stats: Stat) -> None:
        super().__init__(*stats, gap=6)
        for stat in stats:
            stat.bind(minimum_height=self._level)
        self._level()

    def _level(self, *_: object) -> None:
        high = max((stat.minimum_height for stat in self.children), default=0)
        for stat in self.children:
            stat.height = high


class Force:
    """Makes the rows; `choose` is called with a unit that is tapped, `ring` with one whose ring
    is, `show` when the page is to be brought up to date."""

    def __init__(
        self, table: Table, choose: Callable[[str], None], ring: Callable[[str], None], show: Callable[[], None]
    ) -> None:
        self.table, self.choose, self.ring, self.show = table, choose, ring, show
        self.counted = ""
        self.map = Boarding(table, show, choose)
        self._fitted: dict[float, tuple[object, Columns]] = {}
        self._known: tuple[object, dict[object, ForceLine]] = (None, {})

    def line(self, seat: int, chosen: tuple[str, ...], only: bool) -> ForceLine:
        """Worked out once for each table: one comes back to it from many pages."""
        if self._known[0] is not self.table.state:
            self._known = (self.table.state, {})
        known, key = self._known[1], (seat, chosen, only)
        if key not in known:
            known[key] = force(self.table.view, self.table.state, seat, chosen, only)
        return known[key]

    # What stands above the units

    def story(self) -> list[Row]:
        """What was just done, and what the hands do now."""
        found = self.table.story
        return [("story", found, self._story)] if found else []

    def _story(self, line: StoryLine) -> Widget:
        """A card; a tap on its words opens the page of it, where each line has its tick, and where
        the dice are if the screen is short."""
        done = IconButton("check-bold", self.table.lay, self.table.tell(say("Done on the table")), "accent")
        dice = (Words(each, "meta", "text2") for each in line.dice if not short())
        left = tuple(each for n, each in enumerate(line.hands) if n not in line.done)
        what = self.table.tell(say("What happened"))
        words = Press(partial(self.table.nav.go, "outcome"), name=what, size_hint_y=None)
        heads = (Words(each, "name" if short() else "row") for each in line.results)
        who = Words(line.doing, "meta") if line.doing else None
        words.add_widget(Column(*heads, who, *dice, cited("arrow-right-thick", left, "text"), gap=2))
        words.bind(minimum_height=words.setter("height"))
        pad = (12, 2, 4, 4) if short() else (14, 6, 10, 10)
        return paint(Across(words, done, gap=8, pad=pad), "raised", Radius.card)

    def steps(self, length: str) -> list[Row]:
        """The checklist of the turn, if it is wished for: the step of now stands above."""
        found = self.table.view.steps(self.table.state, length) if length != "name" else ()
        return [("steps", found, self._steps)] if found else []

    def standing_row(self) -> list[Row]:
        """What both players watch; with the largest letters, and on a short screen below the card
        of what was done, it is under the name of the step."""
        lanes, hidden = self.table.rules.glance.lanes, huge() or (short() and self.table.story)
        found = () if hidden else self.table.view.watched(self.table.state)
        gauge = self.table.rules.glance.gauge(self.table.state, self.table.state.seat)
        drawn = {each.ref.id for each in (lanes, gauge) if each}  # the map and the scale say it of either side
        found = tuple(each for each in found if each[1] not in drawn)
        return [("standing", found, standing)] if found else []

    def around(self, seat: int) -> list[Row]:
        """What a side can do in the enemy's turn, the map."""
        view, state = self.table.view, self.table.state
        told = view.still(state, seat)
        return [*self.map.rows(seat), *([("still", told, self._still)] if told else [])]

    def stocks(self, seat: int, piles: tuple[PileLine, ...]) -> list[Row]:
        """The scale, then cards off the table and counters beside each other."""
        view, state = self.table.view, self.table.state
        gauge = view.gauge(state, seat)
        found = tuple(each for each in view.stocks(state, seat) if not gauge or each.key != gauge.key)
        scale: list[Row] = [("gauge", gauge, self._gauge)] if gauge else []
        return [*scale, ("stocks", (piles, found), self._stocks)] if piles or found else scale

    def columns(self, line: ForceLine, room: float) -> Columns:
        """The columns that fit, looked up once for what they hold."""
        lines = [unit for rank in line.ranks if not rank.sunk for unit in rank.lines]
        key = tuple(dict.fromkeys((value.head, value.now, value.printed) for unit in lines for value in unit.values))
        known = self._fitted.get(room)
        if known is None or known[0] != key:
            self._fitted[room] = known = (key, fitting(lines, line.heads, room))
        return known[1]

    def units(self, line: ForceLine, columns: Columns) -> list[Row]:
        """Units that can act on dense rows, all others out of the way below."""
        rows: list[Row] = []
        for rank in line.ranks:
            if rank.title and rank.lines:
                rows.append((f"head {rank.title}", (rank.title, str(size(rank.lines))), self._title))
            build = self._sunk if rank.sunk else self._unit
            rows += [
                (each.id, each if rank.sunk else (each, columns, each.id == self.counted), build) for each in rank.lines
            ]
        return rows or ([] if line.piles else [("empty", 0, self._empty)])

    def _title(self, shown: tuple[str, str]) -> Widget:
        return section(*shown, (4, 2, 4, 0))

    def _steps(self, lines: tuple[StepLine, ...]) -> Widget:
        return checklist(lines, partial(step_sheet, self.table))

    def tabs(self, tabs: tuple[SeatTab, ...], chosen: int, turn_to: Callable[[int], None], beside: float = 0) -> Widget:
        """The sides; where a word of their names is wider than its room, what stands *beside* them
        taken off, the other side shows its sign alone."""
        items = tuple(
            (tab.name, "", symbol("", tab.seat, 22, "high" if tab.seat == chosen else "surface")) for tab in tabs
        )
        words = [word for tab in tabs for word in ([tab.name] if huge() else tab.name.split())]
        room = (Window.width - beside) / len(tabs) - dp(90 if stacked() else 76)
        return Segmented(items, chosen, turn_to, max(width_of(word, "row") for word in words) > room)

    # Counters

    def _stocks(self, shown: tuple[tuple[PileLine, ...], tuple[StatLine, ...]]) -> Widget:
        piles, counters = shown
        return Level(*map(self._pile, piles), *map(self._stock, counters))

    def _pile(self, pile: PileLine) -> Stat:
        """Cards that wait or are played: a tap opens the pile."""
        return abreast(Stat(str(pile.count), pile.title, partial(pile_sheet, self.table, pile, self.choose)))

    def _gauge(self, line: GaugeLine) -> Widget:
        return GaugeCard(line, partial(self._edit, line.key.partition("/")[0], line.trackers))

    def _stock(self, line: StatLine) -> Stat:
        owner, _, key = line.key.partition("/")
        return abreast(Stat(line.value, line.name, partial(self._edit, owner, (key,))))

    def _edit(self, owner: str, keys: tuple[str, ...]) -> None:
        trackers = tuple(filter(None, map(self.table.rules.tracker, keys)))
        if trackers:
            tracker_sheet(self.table, trackers[0].text, owner, trackers)

    # The enemy's turn and the map

    def _still(self, lines: tuple[tuple[str, str], ...]) -> Widget:
        rows = [note("shield-half-full", text, cite, ground=None) for text, cite in lines]
        head = section(self.table.tell(say("In the enemy's turn")), pad=(12, 6, 12, 0))
        return paint(Column(head, *rows), "surface", Radius.card)

    # Units

    def _unit(self, shown: tuple[UnitLine, Columns, bool]) -> Widget:
        line, columns, is_open = shown
        act = (partial(self._go, self.ring, line.id), self.table.tell(say("Ring of {unit}", unit=line.name)))
        choose, hold = partial(self._go, self.choose, line.id), partial(unit_sheet, self.table, line.id)
        return UnitRow(line, choose, hold, None, self._swipe(line), columns, act, self._counter(line, is_open))

    def _go(self, do: Callable[[str], None], unit: str) -> None:
        """Something else with a unit: nothing is counted any more."""
        self.counted = ""
        do(unit)

    def _sunk(self, line: UnitLine) -> Widget:
        return SunkRow(line, partial(self.choose, line.id), partial(unit_sheet, self.table, line.id), self._swipe(line))

    def _swipe(self, line: UnitLine) -> Callable[[int], None] | None:
        return partial(self._change_row, line.id) if self.table.rules.glance.lanes else None

    def _counter(self, line: UnitLine, is_open: bool) -> Counter | None:
        """What is counted on the row."""
        glance, tracker = self.table.rules.glance, self.table.rules.tracker(self.table.rules.glance.stepped)
        if tracker is None or line.stepped is None:
            return None
        name, mark = f"{line.name}: {self.table.tell(tracker.text)}", glance.marks.get(glance.stepped, "")
        return Counter(
            glance.stepped, name, mark, partial(self._step_by, line.id), partial(self.count, line.id), is_open
        )

    def count(self, unit: str) -> None:
        """Plus and minus on the row of this unit; a second time away with them."""
        self.counted = "" if self.counted == unit else unit
        self.show()

    def _step_by(self, unit: str, by: int) -> None:
        """One marker more or less, from the row."""
        key = self.table.rules.glance.stepped
        self.table.set_by_hand(unit, key, max(0, self.table.state.unit(unit).count(key) + by))

    def _change_row(self, unit: str, by: int) -> None:
        """A swipe: a row ahead, or back; never off the board."""
        lanes = self.table.rules.glance.lanes
        assert lanes
        now = self.table.state.unit(unit).count(lanes.row)
        to = max(1, min(lanes.rows, now + by))
        if to == now or self._moved_to(unit, lanes.row, to):
            return
        self.table.enter(TrackerSet(unit, lanes.row, to))

    def _moved_to(self, unit: str, row: str, to: int) -> bool:
        """A swipe is a move where this step knows one: the unit has acted then, or the rule that
        forbids it is shown, and may be overruled."""
        state, view = self.table.state, self.table.view
        for opening in (each for each in view.rules.openings if each.actor and each.situation.field(row)):
            args: Map[Value] = Map({opening.actor: unit, row: to})
            if not (view.deeds.missing(state, opening, args) or view.deeds.against(state, opening, args)):
                return self.table.open(opening.key, **args)
        move = view.rules.glance.lanes.move if view.rules.glance.lanes else ""
        if move not in offered(view.rules, state, state.unit(unit).seat):
            return False
        told: dict[str, Value] = {view.rules.opening(move).actor: unit, row: to}
        self.table.open(move, **told)
        return True

    def _empty(self, _: object) -> Widget:
        t = self.table.tell
        cards = say("Put a card on the table from Cards or Scan, or play with counters only.")
        own = say("Add units by their names under Steps and counters, or put cards on the table.")
        told = t(own if is_open(self.table.rules) else cards)
        words = Column(Words(t(say("No unit on this side yet")), "row"), Words(told, "meta", "text2"), gap=4, pad=16)
        empty = paint(words, "surface", Radius.card)
        if not is_open(self.table.rules):
            return empty
        steps = PushButton(t(say("Steps and counters")), partial(self.table.nav.go, "own"), "tonal", "check-bold")
        return Column(empty, steps, gap=8)


def abreast(stat: Stat) -> Stat:
    """Three beside each other."""
    stat.size_hint_x, stat.width = None, dp(108 if compact() else 112)
    return stat


def standing(lines: tuple[tuple[str, str], ...]) -> Widget:
    """What both players watch, each with its rule."""
    return cited("flag-variant", lines, "text2")


def cited(icon: str, lines: tuple[tuple[str, str], ...], ink: str) -> Widget:
    """Sentences, each with its rule; with the largest letters there is no room for an icon, nor
    for the rule beside it."""
    return Column(*(_cited(icon, text, cite, ink) for text, cite in lines))


def _cited(icon: str, text: str, cite: str, ink: str) -> Widget:
    if huge():
        return Column(Words(text, "meta", ink), Words(cite, "cite", "text3"), pad=(0, 2, 0, 2))
    rule = Words(cite, "cite", "text3", hug=True)
    return Across(Icon(icon, 18, "accent"), Words(text, "meta", ink), rule, gap=8, pad=(0, 2, 0, 2), least=26)
