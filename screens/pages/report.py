"""Battle report: each side's luck against expectation, as a chart and in words, and what
happened turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from math import ceil
from typing import Any, ClassVar

from kivy.graphics import Color, Line, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.doors.luck import Luck, luck_in_figures, luck_in_words
from engine.doors.report import Conclusion, Report, Turn, reported
from engine.values.model import Impossible
from engine.values.texts import say
from screens.app.page import GamePage
from screens.app.table import Table
from screens.pages.exchange import share
from screens.pages.pictures import MARK, exported
from screens.present.lines import capital
from screens.present.view import View
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.drawing import fill, placed, rgba
from screens.widgets.ground import paint, when_moved
from screens.widgets.layouts import Across, Column, Equal, Scroll, centred, pane
from screens.widgets.markers import symbol
from screens.widgets.press import PushButton
from screens.widgets.rows import note
from screens.widgets.running import c, margin, seat_ink, text_px
from screens.widgets.theme import SEATS, Radius
from screens.widgets.words import Words, section


class ReportPage(GamePage):
    """The luck of both sides first, the turns below; shared as text or as a picture."""

    last: ClassVar[tuple[Any, int, Report] | None] = None
    """The report made last, of which game, after how many lines of its journal."""

    def build(self) -> Widget:
        t, game = self.tell, self.table.game
        self.luck: Widget | None = None
        self.scroll: Scroll | None = None
        bar = AppBar(t(say("Battle report")), "", self.nav.back, back_name=t(say("Back")))
        if not game or not self.view:
            return pane(bar, Widget())
        report = known(self.table)
        if report:
            return self._shown(report)
        self._read()
        return pane(bar, Widget(), BottomAction(PushButton(t(say("Read the battle")), self._read, "tonal", "history")))

    def leave(self) -> None:
        if self.scroll:
            self.args["scroll"] = self.scroll.scroll_y

    # Reading the log

    def _read(self) -> None:
        read(self, self.table)

    def _older(self) -> None:
        self.table.game.remember()
        self.nav.rebuild()

    # What it says

    def _shown(self, report: Report) -> Widget:
        t, first = self.tell, self.table.session.first
        self.luck = paint(Column(*self._luck(report), gap=10, pad=12), "bg")
        older = PushButton(t(say("Read what was before")), self._older, "tonal", "history") if first else None
        turns = [self._turn(turn) for turn in reversed(report.turns) if told_of(self.view, turn)]
        ending = self._ending(report.ending) if report.ending else None
        body = Column(ending, self.luck, older, *turns, gap=10, pad=(margin() - 12, 0, margin() - 12, 16))
        self.scroll = Scroll(centred(body))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        bar = AppBar(
            t(say("Battle report")),
            t(self.view.rules.title),
            self.nav.back,
            (self.helping("report"),),
            back_name=t(say("Back")),
        )
        buttons = Equal(
            PushButton(t(say("Share text")), lambda: self.share_text(report), "tonal", "keyboard-outline"),
            PushButton(t(say("Share picture")), self.share_picture, "tonal", "image-outline"),
            least=56,
        )
        return pane(bar, self.scroll, BottomAction(buttons))

    def _ending(self, ending: Conclusion) -> Widget:
        """Who has won and why, and what each side has lost."""
        lines = (Words(each, "body", "text2") for each in lost_words(self.view, ending))
        head = Words(self.view.result(self.table.state), "title", "accent")
        why = Words(capital(self.tell(ending.why)), "body")
        card = Column(head, why, Words(ending.ref.id, "cite", "text3"), *lines, gap=4, pad=12)
        return Column(paint(card, "surface", Radius.card), pad=(12, 4, 12, 0))

    def _luck(self, report: Report) -> Iterator[Widget]:
        t = self.tell
        yield Words(t(say("Luck: successes beyond what was to be expected")), "row")
        if any(luck.throws for luck in report.luck):
            chart = LuckChart(series(report), [turn.number for turn in report.turns])
            yield paint(Column(chart, pad=12), "surface", Radius.card)
        for seat, luck in enumerate(report.luck):
            contest = report.contests[seat]
            rows = (*luck_words(self.view, luck), *((contest_words(self.view, contest),) if contest.throws else ()))
            yield paint(Column(self._seat(seat, rows), pad=12), "surface", Radius.card)

    def _seat(self, seat: int, rows: tuple[str, ...]) -> Widget:
        first, *rest = rows
        lines = Column(
            Words(self.view.words.seat(seat), "row"),
            Words(first, "body"),
            *(Words(each, "meta", "text2") for each in rest),
            gap=3,
        )
        return Across(symbol("", seat, 32, "surface"), lines, gap=12)

    def _turn(self, turn: Turn) -> Widget:
        sides = [
            self._seat(seat, rows) for seat in range(len(turn.luck)) if (rows := side_words(self.view, turn, seat))
        ]
        notes = [note("keyboard-outline", each, ground=None) for each in turn.notes if not each.startswith(MARK)]
        stands = [note("flag-variant", self.tell(each), ground=None) for each in turn.watched]
        title = section(self.tell(self.view.rules.in_turn(turn.number)))
        deeds = [Words(capital(self.view.tell(each)), "body") for each in turn.deeds]
        told = Column(*deeds, gap=6) if deeds else None
        card = paint(Column(title, told, *sides, *notes, *stands, gap=10, pad=(12, 4, 12, 12)), "surface", Radius.card)
        return Column(card, pad=(12, 0, 12, 0))

    # Sharing it

    def share_text(self, report: Report) -> None:
        share(self.context, lambda: self.context.device.share_text("\n".join(text_lines(self.view, report))))

    def share_picture(self) -> None:
        """The luck as it is on the screen."""
        if self.luck and (path := exported(self.context, self.luck, "battle-report")):
            share(self.context, lambda: self.context.device.share_file(path))


# Reading a battle


def known(table: Table) -> Report | None:
    """The report of a game as it stands, if it was read."""
    session, last = table.session, ReportPage.last
    return last[2] if last and last[0] is session and last[1] == len(session.journal) else None


def read(page: GamePage, table: Table) -> None:
    """The history piece by piece, then every roll is put to its question again: beside the
    drawing; then the page is built anew."""
    args = page.args
    if _reads_more(table):
        page.context.work(lambda: None, lambda _: read(page, table) if page.nav.here is args else None)
        return
    session = table.session.copy()
    of, length = table.session, len(session.journal)

    def done(report: Report) -> None:
        ReportPage.last = of, length, report
        if page.nav.here is args:
            page.nav.rebuild()

    page.context.work(lambda progress: reported(session, progress), done, say("Reading the battle"))


def _reads_more(table: Table) -> bool:
    """Another piece of the older history, where there is one that leads here."""
    with suppress(Impossible):
        return bool(table.game.remember())
    return False


# In words


def luck_words(view: View, luck: Luck) -> tuple[str, ...]:
    """The luck of a side, then the numbers behind it."""
    first = capital(view.tell(luck_in_words(luck)))
    return (first, capital(view.tell(luck_in_figures(luck)))) if luck.throws else (first,)


def contest_words(view: View, luck: Luck) -> str:
    """Dice rolled against the other side's."""
    return view.tell(say("Rolls against each other: {luck}", luck=luck_in_words(luck)))


def side_words(view: View, turn: Turn, seat: int) -> tuple[str, ...]:
    """What one side did in a turn: its luck, who came and went, what was laid on it, how it
    stood."""
    rows = [capital(view.tell(luck_in_words(turn.luck[seat])))] if turn.luck[seat].throws else []
    rows += [view.tell(text) for of, text in turn.moves if of == seat]
    laid = [say("{name}: {value}", name=capital(view.tell(name)), value=count) for name, count in turn.marks[seat]]
    marks = [view.tell(each) for each in laid]
    rows += [view.tell(say("Markers laid: {marks}", marks=", ".join(marks)))] if marks else []
    stands = turn.sides[seat]
    return (*rows, capital(view.tell(stands))) if stands else tuple(rows)


def told_of(view: View, turn: Turn) -> bool:
    """Whether there is anything to say about a turn."""
    return bool(
        turn.deeds or turn.notes or turn.watched or any(side_words(view, turn, seat) for seat in range(len(turn.luck)))
    )


def victor(view: View, ending: Conclusion) -> str:
    """Who has won."""
    if ending.winner is None:
        return view.tell(say("A draw"))
    return capital(view.tell(say("Victory for {player}", player=view.words.seat(ending.winner))))


def lost_words(view: View, ending: Conclusion) -> Iterator[str]:
    """What each side has lost: units by name, and models of those that still stand."""
    for seat, lost in enumerate(ending.losses):
        parts = (view.tell(each) for each in ending.thinned[seat])
        names = ", ".join((*(unit.name for unit in lost), *parts)) or view.tell(say("nothing"))
        yield view.tell(say("{player} has lost: {units}", player=view.words.seat(seat), units=names))


def text_lines(view: View, report: Report) -> Iterator[str]:
    """The whole report as plain text."""
    yield view.tell(say("Battle report"))
    yield view.tell(view.rules.title)
    if report.ending:
        yield victor(view, report.ending)
        yield capital(view.tell(report.ending.why))
        yield from lost_words(view, report.ending)
    for seat, luck in enumerate(report.luck):
        yield view.tell(say("{name}: {value}", name=view.words.seat(seat), value=". ".join(luck_words(view, luck))))
    for turn in (each for each in report.turns if told_of(view, each)):
        yield ""
        yield view.tell(view.rules.in_turn(turn.number))
        yield from (capital(view.tell(each)) for each in turn.deeds)
        for seat in range(len(turn.luck)):
            if rows := side_words(view, turn, seat):
                yield view.tell(say("{name}: {value}", name=view.words.seat(seat), value=". ".join(rows)))
        yield from (each for each in turn.notes if not each.startswith(MARK))
        yield from (view.tell(each) for each in turn.watched)


# As a chart


def series(report: Report) -> list[list[float]]:
    """For each side what it made beyond expectation, from turn to turn."""
    sides = zip(*(turn.luck for turn in report.turns), strict=True)
    return [[0.0, *accumulate(float(luck.more) for luck in side)] for side in sides]


class LuckChart(Widget):
    """Both sides over the turns: above the line luck, below it none; each side's frame marks its
    points."""

    def __init__(self, lines: list[list[float]], turns: list[int]) -> None:
        super().__init__(size_hint_y=None, height=dp(150) + text_px(40))
        self.lines = lines
        self.most = max(1, *(ceil(abs(value)) for line in lines for value in line))
        self.scale = [Words(text, "cite", "text2", hug=True) for text in (f"+{self.most}", "0", f"−{self.most}")]
        self.under = [Words(str(turn), "cite", "text3", hug=True) for turn in turns]
        for label in (*self.scale, *self.under):
            self.add_widget(label)
        when_moved(self, self.lay)

    def lay(self) -> None:
        left, low = self.x + max(label.width for label in self.scale) + dp(10), self.y + text_px(24)
        wide, high = self.right - dp(8) - left, self.top - dp(8) - low
        step = wide / max(1, len(self.lines[0]) - 1)
        self.canvas.before.clear()
        with self.canvas.before:
            for n, label in enumerate(self.scale):
                at = low + high * (1 - n / 2)
                Color(rgba=rgba(c("edge" if n == 1 else "line")))
                Line(points=[left, at, self.right, at], width=1)
                label.pos = (self.x, at - label.height / 2)
            for seat, line in enumerate(self.lines):
                self._line(
                    seat, [(left + n * step, low + high * (1 + value / self.most) / 2) for n, value in enumerate(line)]
                )
        every = max(1, -(-int(text_px(22)) // max(1, int(step))))
        for n, label in enumerate(self.under, 1):
            label.opacity = 1 if (len(self.under) - n) % every == 0 else 0
            label.pos = (left + n * step - label.width / 2, self.y)

    def _line(self, seat: int, points: list[tuple[float, float]]) -> None:
        Color(rgba=rgba(seat_ink(seat)))
        SmoothLine(points=[part for point in points for part in point], width=dp(1.2))
        for x, y in points[1:]:
            fill(placed(SEATS[seat % len(SEATS)], x, y, dp(5)), x, y)
