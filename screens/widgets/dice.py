"""The dice pad: one key per face, as the dice lie on the table."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from screens.present.lines import FaceKey
from screens.widgets import drawing
from screens.widgets.ground import Across, Column, Drawn, c, dps, huge, paint, stacked, text_px
from screens.widgets.press import IconButton, Press, PushButton
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Words

WIDE_KEYS = 3
"""So few keys have room for words one can read across the table."""


class DieKey(Press):
    """Tap: one more. Long press: one fewer. The count is as large as the die."""

    def __init__(self, key: FaceKey, count: int, do: Callable[[int], object], wordy: bool = False) -> None:
        super().__init__(
            lambda: do(1),
            lambda: do(-1),
            key.word,
            orientation="vertical",
            size_hint_y=None,
            height=dp(46) + text_px(34),
            padding=dps((0, 8, 0, 4)),
            spacing=dp(2),
        )
        paint(self, "high" if key.succeeds else "raised", Radius.control, "accent" if key.succeeds else "line")
        self.add_widget(self._face(key, wordy))
        self.add_widget(Words(f"{count}" if count else "–", "headline", "text" if count else "text3", align="center"))

    @staticmethod
    def _face(key: FaceKey, wordy: bool) -> Widget:
        body, pip = ("accent", "on_accent") if key.succeeds else ("text3", "bg")
        if key.pips:
            die: Widget = Drawn(
                32, 32, lambda w: drawing.die_face(key.pips, w.center_x, w.center_y, dp(31), c(body), c(pip))
            )
            die.pos_hint = {"center_x": 0.5}
            return die
        role = "title" if len(key.word) < 3 else "row" if wordy else "cite"
        return Words(key.word, role, "accent" if key.succeeds else "text2", align="center")


def columns(faces: int) -> int:
    """Keys in one line, or in two where there are many."""
    most = 3 if huge() else 4 if stacked() else 6
    return faces if faces <= most else (faces + 1) // 2 if faces <= 2 * most else most


def dice_pad(
    keys: tuple[FaceKey, ...],
    counts: tuple[int, ...],
    tally: str,
    entered: str,
    press: Callable[[int, int], object],
    roll: tuple[str, Callable[[], object]] | None,
    back: tuple[str, Callable[[], object]],
) -> Column:
    """Faces that succeed are lit; the tally counts them."""
    grid = GridLayout(cols=columns(len(keys)), spacing=dp(6), size_hint_y=None)
    grid.bind(minimum_height=grid.setter("height"))
    for n, key in enumerate(keys):
        grid.add_widget(DieKey(key, counts[n], lambda change, n=n: press(n, change), len(keys) <= WIDE_KEYS))
    words = Column(Words(tally, "row") if tally else None, Words(entered, "meta", "text2") if entered else None, gap=1)
    tools = (
        PushButton(roll[0], roll[1], "outline", "dice-multiple", height=Touch.min, grow=stacked()) if roll else None,
        IconButton("backspace-outline", back[1], back[0], "text2"),
    )
    if stacked():
        return Column(words, Across(*tools, gap=6), grid, gap=8)
    return Column(Across(words, *tools, gap=6), grid, gap=8)
