"""What frames a page: the bar above, the next action below, choices side by side."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from screens.widgets.box import Box
from screens.widgets.ground import paint, top_line
from screens.widgets.layouts import Across, Column, fill
from screens.widgets.press import Do, IconButton, Press, PushButton
from screens.widgets.running import dps, huge, margin, short
from screens.widgets.theme import Radius, Size, Touch
from screens.widgets.words import Icon, Words


class AppBar(Across):
    """Way back, title with one line under it, at most three tools."""

    def __init__(
        self,
        title: str,
        sub: str = "",
        back: Do | None = None,
        tools: tuple[IconButton, ...] = (),
        lead: str = "arrow-left",
        back_name: str = "",
    ) -> None:
        self.title, self.sub = Words(title, "row" if huge() else "title"), Words(sub, "meta", "text2") if sub else None
        words = Column(self.title, self.sub, gap=1)
        lead_button = IconButton(lead, back, back_name or lead) if back else None
        super().__init__(lead_button, words, *tools, gap=4, pad=(4 if back else 18, 4, 4, 4), least=Size.app_bar)

    def reword(self, title: str, sub: str = "") -> bool:
        """Other words in the same bar."""
        if bool(sub) != bool(self.sub):
            return False
        self.title.say(title)
        if self.sub:
            self.sub.say(sub)
        return True


def retitle(bar: AppBar | BottomAction, _before: object, words: tuple[str, str]) -> bool:
    """Other words in the same bar, where they are all it shows."""
    return bar.reword(*words)


class BottomAction(Column):
    """The next thing to do, under the thumb; undo to its left, named; the last saved event
    above."""

    def __init__(
        self,
        main: Widget | None,
        undo: IconButton | None = None,
        saved: str = "",
        extra: Widget | None = None,
        sides: tuple[float, float] | None = None,
        warning: str = "",
        more: Widget | None = None,
    ) -> None:
        self.main = main
        left, right = sides or (margin(), margin())
        quiet = bool(saved) and not short() and not huge()
        icon, ink = ("alert-outline", "disrupted") if warning else ("content-save-check-outline", "text3")
        self.words = Words(warning or saved, "cite", "text" if warning else "text2") if quiet or warning else None
        line = Across(Icon(icon, 16, ink), self.words, gap=6) if self.words else None
        row = Across(undo, main, more, gap=8) if main or undo else None
        super().__init__(extra, line, row, gap=8, pad=(left, 10, right, 10 if short() else 14))
        self.bind(width=partial(self._keep_to_the_column, dp(left), dp(right)))
        paint(self, "surface")
        top_line(self)

    def reword(self, text: str, sub: str = "") -> bool:
        """Other words on the large button."""
        return isinstance(self.main, PushButton) and self.main.reword(text, sub)

    def _keep_to_the_column(self, left: float, right: float, bar: Widget, width: float) -> None:
        """On a wide window what is pressed stands under what is read."""
        spare = max(0, (width - dp(Size.widest)) / 2)
        bar.padding = (left + spare, bar.padding[1], right + spare, bar.padding[3])


class Segmented(Box):
    """Two to four exclusive choices side by side; the chosen one is raised. Where their words have
    no room beside each other, the others show their sign alone."""

    def __init__(
        self,
        items: tuple[tuple[str, str, Widget | None], ...],
        chosen: int,
        do: Callable[[int], object],
        narrow: bool = False,
    ) -> None:
        super().__init__(spacing=dp(4), padding=dp(4), least=0)
        paint(self, "surface", Radius.control)
        for n, (text, sub, lead) in enumerate(items):
            cell = self._cell(text, sub, lead, n == chosen, partial(do, n), narrow)
            self.add_widget(cell)

    @staticmethod
    def _cell(text: str, sub: str, lead: Widget | None, on: bool, do: Do, narrow: bool) -> Press:
        cell = Press(
            do, name=text, size_hint_y=None, padding=dps((10, 4, 10, 4)), spacing=dp(8), pos_hint={"center_y": 0.5}
        )
        cell.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))
        cell.height = dp(Touch.min)
        if on:
            paint(cell, "high", Radius.control - 2)
        if narrow and lead and not on:
            cell.size_hint_x, cell.width = None, dp(Touch.min)
            fill(cell, (lead,))
            return cell
        words = Column(
            Words(text, "row", "text" if on else "text2"),
            Words(sub, "cite", "text2") if sub and not short() else None,
            pos_hint={"center_y": 0.5},
        )
        fill(cell, (lead, words))
        return cell
