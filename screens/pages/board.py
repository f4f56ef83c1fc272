"""The board of a hall: every table at one look, as large as the window allows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.values.texts import say, say_many
from screens.app.page import Page
from screens.present.hall import BoardLine, board_lines, clock_words
from screens.widgets.bars import AppBar, retitle
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Equal, Flow, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import IconButton, Pill, Press, PushButton
from screens.widgets.rows import note
from screens.widgets.running import Running, dps, margin, stacked, wide
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Icon, Words

if TYPE_CHECKING:
    from hall.desk import Desk

NARROW, LARGE = 380, 410
"""The narrowest card, in dp: as many stand side by side as there is room for; on a projector larger
ones, as long as all are in sight."""
ABOVE, HIGH = 180, 200
"""What stands above the cards, and how high a large one is."""
SHOWS = (("running", say("Running")), ("over", say("Finished")), ("calls", say("Calling")))
SORTS = (("table", say("By table")), ("game", say("By game")), ("turn", say("By turn")))


class BoardPage(Page):
    """On the organiser's device alone: phones know their own table."""

    def build(self) -> Widget:
        self.head, self.ways = Live(lambda shown: self._bar(*shown), change=retitle), Live(self._ways)
        self.cards = LongList(gap=8, pad=(margin(), 4, margin(), 16), guess=116)
        self.show()
        return pane(self.head, self.ways, self.cards)

    @property
    def desk(self) -> Desk | None:
        return self.context.hall.desk

    def show(self) -> None:
        desk = self.desk
        if desk is None:
            self.nav.replace({"screen": "home"}, {"screen": "hall"})
            return
        shown, sort = self.args.get("shows", "all"), self.args.get("sort", "table")
        lines = board_lines(self.tell, self.context.rulesets, desk.tables.values(), desk.now(), shown, sort)
        self.head.show(self._title())
        self.ways.show((shown, sort))
        self.cards.show(self._rows(lines))

    def tick(self) -> None:
        if self.desk:
            self.head.show(self._title())

    # Above

    def _title(self) -> tuple[str, str]:
        desk, t = self.desk, self.tell
        assert desk
        left = self.context.hall.member.seconds_left if self.context.hall.member else None
        now = desk.evening.round
        count = t(say_many("one table", "{count} tables", len(desk.tables)))
        round_words = t(say("Round {number}", number=now.number)) if now else desk.name or t(say("The board"))
        clock = clock_words(left)
        return (f"{round_words}   {clock}" if clock else round_words), count

    def _bar(self, title: str, sub: str) -> AppBar:
        t = self.tell
        tools = (
            IconButton("qrcode", lambda: self.nav.go("hall"), t(say("The hall")), "text2"),
            IconButton("account-multiple-outline", lambda: self.nav.go("round"), t(say("The round")), "text2"),
            self.helping("hall"),
        )
        return AppBar(title, sub, self.nav.back, tools, back_name=t(say("Back")))

    def _ways(self, chosen: tuple[str, str]) -> Widget:
        shown, sort = chosen
        pills = [
            Pill(self.tell(text), key == shown, partial(self._put, "shows", "all" if key == shown else key))
            for key, text in SHOWS
        ]
        if wide():
            pills += [Pill(self.tell(text), key == sort, partial(self._put, "sort", key)) for key, text in SORTS]
        return Column(Flow(*pills, gap=6), pad=(margin(), 0, margin(), 6))

    def _put(self, key: str, value: str) -> None:
        self.args[key] = value
        self.show()

    # Tables

    def _rows(self, lines: tuple[BoardLine, ...]) -> list[Row]:
        if not lines:
            return [("none", True, self._nothing)]
        is_large = wide() and len(lines) <= _room(LARGE) * max(1, int((Window.height - dp(ABOVE)) / dp(HIGH)))
        columns = _room(LARGE if is_large else NARROW)
        groups = [lines[at : at + columns] for at in range(0, len(lines), columns)]
        return [(n, (group, columns, is_large), self._line) for n, group in enumerate(groups)]

    def _nothing(self, _: object) -> Widget:
        words = self.tell(say("No table yet: phones that are in the hall stand here with their games."))
        return note("account-multiple-outline", words)

    def _line(self, shown: tuple[tuple[BoardLine, ...], int, bool]) -> Widget:
        lines, columns, is_large = shown
        if columns == 1:
            return TableCard(lines[0], self._opens(lines[0]), is_large)
        cards: list[Widget] = [TableCard(line, self._opens(line), is_large) for line in lines]
        return Equal(*cards, *(Column() for _ in range(columns - len(lines))))

    def _opens(self, line: BoardLine) -> partial[None]:
        return partial(self._open, line)

    def _open(self, line: BoardLine) -> None:
        """All that is known of a table; and the way to look on, where it has one."""
        t = self.tell
        self.nav.sheet(
            Words(line.title, "title"),
            Words(f"{line.game}, {line.where}", "body", "text2"),
            *(Words(f"{name}: {words}" if words else name, "row") for name, _, words in line.sides),
            Words(line.go, "body"),
            note("history", line.last) if line.last else None,
            note("timer-sand", line.heard) if line.heard else None,
            note("exclamation-thick", t(say("They ask for you."))) if line.calls else None,
            PushButton(t(say("Watch this table")), partial(self._watch, line), "primary", "magnify")
            if line.code
            else Words(t(say("Only one phone is at this table: go there to look on.")), "meta", "text2"),
        )

    def _watch(self, line: BoardLine) -> None:
        self.nav.close_sheet()
        self.context.link.join(line.code)


def _room(narrowest: float) -> int:
    return max(1, int(Window.width / dp(narrowest * (1 + (Running.scale - 1) / 2))))


class TableCard(Press):
    """Number and game, both sides with their points, where the game is and whose go it is, the
    last outcome."""

    def __init__(self, line: BoardLine, do: partial[None], is_large: bool = False) -> None:
        super().__init__(
            do,
            name=line.title,
            corner=Radius.card,
            orientation="vertical",
            size_hint_y=None,
            padding=dps((12, 8, 12, 8)),
        )
        paint(self, "raised" if line.calls else "surface", Radius.card, "disrupted" if line.calls else None)
        sign = Icon("exclamation-thick", 18, "disrupted") if line.calls else None
        title, game = (
            Words(line.title, "title" if is_large else "head", "accent"),
            ("body" if is_large else "over", "text3"),
        )
        head = Across(sign, title, None if stacked() else Words(line.game, *game, hug=True), gap=6)
        below = Words(line.game, *game) if stacked() else None
        where = Words(
            line.go if line.is_over else f"{line.where}. {line.go}",
            "row" if is_large else "meta",
            "activated" if line.is_over else "text2",
        )
        quiet = Words(line.heard, "cite", "text3") if line.heard and not line.is_over else None
        last = Words(line.last, "body" if is_large else "meta", "text3") if line.last else None
        self.add_widget(Column(head, below, *self._sides(line, is_large), where, last, quiet, gap=6 if is_large else 2))
        self.add_widget(Widget())
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))

    @staticmethod
    def _sides(line: BoardLine, is_large: bool) -> Iterator[Widget]:
        names, numbers = ("headline", "display") if is_large else ("row", "number")
        for name, points, _words in line.sides:
            yield Across(Words(name, names), Words(points, numbers, "text", hug=True) if points else None, gap=8)
