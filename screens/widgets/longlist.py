"""A long list of rows: only those in sight are widgets, and a row is built again only when what
it shows has changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable
from typing import Any

from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from screens.widgets.layer import Layer
from screens.widgets.layouts import Rolls
from screens.widgets.live import becomes, typed_into
from screens.widgets.release import let_go_soon
from screens.widgets.running import Running
from screens.widgets.settle import measure

Build = Callable[[Any], Widget]
Row = tuple[Hashable, Any, Build]
"""Its key, what it shows, and what builds it."""
KEPT = 60
"""Rows out of sight that are kept for the way back."""
SPARES = 30
"""Rows kept that show what a list does not show any more."""


class LongList(Rolls):
    """Rows of any look; each has a key, a value and a builder. Heights are measured when a row
    is first built and kept.

    With `spares` a row that has shown this before is taken out again, as after undo or when the
    other side is looked at; what it does may depend on its key and its value alone.
    """

    def __init__(
        self,
        gap: float = 6,
        pad: tuple[float, float, float, float] = (0, 0, 0, 0),
        guess: float = 71,
        spares: bool = False,
        **kw: Any,
    ) -> None:
        super().__init__(**kw)
        self.spares = spares
        self._spare: list[tuple[Hashable, Any, Layer]] = []
        self.gap, self.pad, self.guess = dp(gap), [dp(x) for x in pad], dp(guess)
        self.rows: list[Row] = []
        self._built: dict[Hashable, tuple[Any, Layer]] = {}
        self._heights: dict[Hashable, float] = {}
        self._tops: list[float] = []
        self._width = 0.0
        self._wanted: float | None = None
        self.body = FloatLayout(size_hint_y=None)
        self.add_widget(self.body)
        self.bind(scroll_y=self._lay, size=self._resized)

    def show(self, rows: list[Row]) -> None:
        """These rows from now on; the place in the list stays."""
        offset = self.offset if self._wanted is None else self._wanted
        self.rows = rows
        self._measure()
        self.offset = offset
        self._lay()

    def release(self) -> None:
        for _value, widget in self._built.values():
            if widget.parent is None:
                let_go_soon(widget)
        for _key, _value, widget in self._spare:
            let_go_soon(widget)
        self.rows, self._built, self._spare = [], {}, []

    @property
    def offset(self) -> float:
        """How far down the list one looks, in pixels."""
        return float((1 - self.scroll_y) * max(0.0, self.body.height - self.height))

    @offset.setter
    def offset(self, value: float) -> None:
        self._wanted = None if self._is_laid_out else value
        room = self.body.height - self.height
        self.scroll_y = 1.0 if room <= 0 else max(0.0, min(1.0, 1 - value / room))

    @property
    def _is_laid_out(self) -> bool:
        return self._width > 1

    def _resized(self, *_: object) -> None:
        if self.width != self._width:
            self._width = self.width
            self._heights.clear()
            for _value, widget in list(self._built.values()):
                widget.width = self._inner
            self._drop_spares(0)
        self._measure()
        if self._wanted is not None and self.width > 1 and self.height > 1:
            self.offset = self._wanted
        self._lay()

    @property
    def _inner(self) -> float:
        return float(self.width - self.pad[0] - self.pad[2])

    def _measure(self) -> None:
        at, self._tops = self.pad[1], []
        for key, _value, _build in self.rows:
            self._tops.append(at)
            at += self._heights.get(key, self.guess) + self.gap
        self.body.height = max(at - self.gap + self.pad[3], self.height)

    def _lay(self, *_event: object) -> None:
        """Build and place what is in sight; measured heights may move the rest, so look again
        until nothing moves."""
        if self.width <= 1 or self.height <= 1:
            return
        for _ in range(4):
            seen = self._in_sight()
            moved = [self._settle(n) for n in seen]  # every one, not only until the first that moved
            if not any(moved):
                break
            offset = self.offset
            self._measure()
            self.offset = offset
        self._place(seen)

    def _in_sight(self) -> range:
        top = self.offset
        first = max(0, bisect_right(self._tops, top - dp(40)) - 1)
        last = bisect_right(self._tops, top + self.height + dp(40))
        return range(first, last)

    def _settle(self, n: int) -> bool:
        """The row's widget up to date; whether its height turned out another than thought."""
        key, value, build = self.rows[n]
        known = self._built.get(key)
        if known is None or (known[0] != value and not (Running.typing and typed_into(known[1]))):
            self._built[key] = (value, self._row(key, value, build, known))
        height = self._built[key][1].height
        before, self._heights[key] = self._heights.get(key, self.guess), height
        return bool(abs(before - height) > 0.5)

    def _row(self, key: Hashable, value: Any, build: Build, known: tuple[Any, Layer] | None) -> Layer:
        """One that shows this: a spare one, the one that is there if it can, or another."""
        spare = next((each for each in self._spare if each[0] == key and each[1] == value), None)
        if spare:
            self._spare.remove(spare)
        elif known and becomes(known[1].part, value):
            return known[1]
        if known:
            self._put_away(key, *known)
        return spare[2] if spare else self._build(build(value))

    def _build(self, widget: Widget) -> Layer:
        layer = Layer(widget, size_hint_x=None, width=self._inner)
        measure(widget)
        return layer

    def bring(self, key: Hashable) -> None:
        """Roll to a row."""
        keys = [row[0] for row in self.rows]
        if key in keys:
            self.offset = self._tops[keys.index(key)] - self.pad[1]

    def _place(self, seen: range) -> None:
        here = {self.rows[n][0] for n in seen}
        for key, (_value, widget) in list(self._built.items()):
            if key not in here and widget.parent:
                self.body.remove_widget(widget)
        for n in seen:
            widget = self._built[self.rows[n][0]][1]
            pos = (self.body.x + self.pad[0], self.body.top - self._tops[n] - widget.height)
            if widget.parent is None:
                self.body.add_widget(widget)
                widget.bind(height=self._grew)
            if list(widget.pos) != list(pos):
                widget.pos = pos
        self._forget(here)

    def _grew(self, widget: Widget, height: float) -> None:
        """A row that changes its height by itself moves what follows."""
        for key, (_value, known) in list(self._built.items()):
            if known is widget and abs(self._heights.get(key, 0) - height) > 0.5:
                self._heights[key] = height
                self._measure()
                self._lay()
                return

    def _forget(self, here: set[Hashable]) -> None:
        wanted = {key for key, _value, _build in self.rows}
        away = [key for key in self._built if key not in here]
        for key in away[: max(0, len(away) - KEPT)] + [key for key in away if key not in wanted]:
            if known := self._built.pop(key, None):
                self._put_away(key, *known)

    def _put_away(self, key: Hashable, value: Any, layer: Layer) -> None:
        """Kept for another time, if this list keeps any."""
        if not self.spares:
            self._drop(layer)
            return
        if layer.parent:
            self.body.remove_widget(layer)
        layer.unbind(height=self._grew)
        self._spare.append((key, value, layer))
        self._drop_spares(SPARES)

    def _drop_spares(self, most: int) -> None:
        """Down to so many, the oldest first."""
        while len(self._spare) > most:
            let_go_soon(self._spare.pop(0)[2])

    def _drop(self, widget: Layer) -> None:
        if widget.parent:
            self.body.remove_widget(widget)
        widget.unbind(height=self._grew)
        let_go_soon(widget)
