"""The dice pad: one key per face, as the dice lie on the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.present.lines import FaceKey, PadLine
from screens.widgets import drawing
from screens.widgets.ground import Picture, paint
from screens.widgets.layer import Layer
from screens.widgets.layouts import Across, Column, Grid
from screens.widgets.live import Live
from screens.widgets.press import IconButton, Press, PushButton
from screens.widgets.running import c, dps, huge, page_width, short, stacked, text_px
from screens.widgets.theme import Radius, Size, Touch
from screens.widgets.words import Words

WIDE_KEYS = 3
"""So few keys have room for words one can read across the table."""


class DieKey(Press):
    """Tap: one more. Long press: one fewer. The count is as large as the die."""

    def __init__(self, key: FaceKey, count: int, do: Callable[[int], object], wordy: bool = False) -> None:
        super().__init__(
            partial(do, 1),
            partial(do, -1),
            key.word,
            orientation="vertical",
            size_hint_y=None,
            height=dp(46) + text_px(34),
            padding=dps((0, 8, 0, 4)),
            spacing=dp(2),
        )
        paint(self, "high" if key.succeeds else "raised", Radius.control, "accent" if key.succeeds else "line")
        self.add_widget(self._face(key, wordy))
        self.count = Live(_number, (count,))
        self.add_widget(self.count)

    @staticmethod
    def _face(key: FaceKey, wordy: bool) -> Widget:
        body, pip = ("accent", "on_accent") if key.succeeds else ("text3", "bg")
        if key.pips:
            die = Picture(
                ("die", key.pips, body),
                32,
                "high" if key.succeeds else "raised",
                lambda w: drawing.die_face(key.pips, w.center_x, w.center_y, dp(31), c(body), c(pip)),
            )
            die.pos_hint = {"center_x": 0.5}
            return die
        role = "title" if len(key.word) < 3 else "row" if wordy else "cite"
        return Words(key.word, role, "accent" if key.succeeds else "text2", align="center")


def _number(shown: tuple[int]) -> Words:
    (count,) = shown
    return Words(f"{count}" if count else "–", "headline", "text" if count else "text3", align="center")


class TotalKey(Press):
    """A number that stands for all the dice."""

    def __init__(self, number: int, on: bool, do: Callable[[], object]) -> None:
        super().__init__(do, name=f"={number}", size_hint_y=None, height=dp(Touch.min))
        paint(self, "high" if on else "surface", Radius.control, "accent" if on else "edge", 2 if on else 1)
        ink = "accent" if on else "text"
        self.add_widget(Words(str(number), "row", ink, align="center", pos_hint={"center_y": 0.5}))


BETWEEN = 3
"""Between two numbers: seven of a finger's size stand side by side on a phone."""


def in_a_line() -> int:
    """Numbers beside each other, each of a finger's size."""
    return max(4, int((min(page_width(), dp(Size.widest)) - dp(53)) // dp(Touch.min + BETWEEN)))


def fits(numbers: tuple[int, ...], scrolls: bool = False) -> bool:
    """Whether there is room for all of them: in one line on a short screen, unless the pad scrolls
    with the page."""
    lines = 1 if huge() or (short() and not scrolls) else 2
    return 0 < len(numbers) <= in_a_line() * lines


def number_line(
    press: Callable[[int], object], shown: tuple[tuple[int, ...], int | None], scrolls: bool = False
) -> Widget | None:
    """All numbers the dice can come to, in one line or two; none where that would take more."""
    numbers, chosen = shown
    if not fits(numbers, scrolls):
        return None
    across = len(numbers) if len(numbers) <= in_a_line() else (len(numbers) + 1) // 2
    keys = (TotalKey(number, number == chosen, partial(press, number)) for number in numbers)
    return Grid(across, *keys, gap=BETWEEN)


def columns(faces: int) -> int:
    """Keys in one line, or in two where there are many."""
    most = 3 if huge() else 4 if stacked() else 6
    return faces if faces <= most else (faces + 1) // 2 if faces <= 2 * most else most


class DicePad(Column):
    """Faces that succeed are lit; the tally counts them. A tap changes a count and the words above
    alone; where `ground` says what lies behind the keys, each is a picture of its own.

    `press` is called with a face and one more or one fewer, `count` with the number alone; `names`
    are those of the key that rolls and of the key that takes back.
    """

    def __init__(
        self,
        line: PadLine,
        press: Callable[[int, int], object],
        roll: Callable[[], object],
        back: Callable[[], object],
        names: tuple[str, str],
        count: Callable[[int], object],
        ground: str = "",
    ) -> None:
        self.line, self._roll, self._names = line, roll, names
        wordy = len(line.keys) <= WIDE_KEYS
        self.keys = [
            DieKey(key, count, partial(press, key.face), wordy)
            for key, count in zip(line.keys, line.counts, strict=True)
        ]
        grid = Grid(columns(len(line.keys)), *(Layer(key, ground) if ground else key for key in self.keys))
        self.words = Live(_tally, (line.tally, line.entered))
        self.tool = Live(self._tool, (line.missing,), size_hint_x=1 if stacked() else None)
        if not stacked():
            self.tool.bind(children=_hug)
            _hug(self.tool)
        self.totals = Live(partial(number_line, count, scrolls=bool(line.name)), (line.totals, line.total))
        totals = Layer(self.totals, ground) if ground else self.totals
        tools = (self.tool, IconButton("backspace-outline", back, names[1], "text2"))
        if stacked():
            super().__init__(self.words, Across(*tools, gap=6), totals, grid, gap=8)
        else:
            super().__init__(Across(self.words, *tools, gap=6), totals, grid, gap=8)

    def _tool(self, shown: tuple[bool]) -> Widget | None:
        if not shown[0]:
            return None
        return PushButton(self._names[0], self._roll, "outline", "dice-multiple", height=Touch.min, grow=stacked())

    def becomes(self, line: PadLine) -> bool:
        if (line.keys, line.name, line.what) != (self.line.keys, self.line.name, self.line.what):
            return False
        self.line = line
        for key, count in zip(self.keys, line.counts, strict=True):
            key.count.show((count,))
        self.words.show((line.tally, line.entered))
        self.tool.show((line.missing,))
        self.totals.show((line.totals, line.total))
        return True

    def release(self) -> None:
        self._roll = _no_roll


def _no_roll() -> None:
    """A pad that is let go rolls nothing."""


def _hug(tool: Live, *_: object) -> None:
    """As wide as the key in it, or nothing."""
    tool.width = 0
    for key in tool.children:
        key.bind(width=tool.setter("width"))
        tool.width = key.width


def _tally(shown: tuple[str, str]) -> Widget:
    tally, entered = shown
    return Column(Words(tally, "row") if tally else None, Words(entered, "meta", "text2") if entered else None, gap=1)
