"""Answers side by side: pills that keep their width, the facts of a deed, its weapons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.values.maps import Value
from screens.present.drafts import AnswerLine, FactLine, MeansLine
from screens.widgets.drawing import rgba
from screens.widgets.ground import paint, when_moved
from screens.widgets.layouts import Across, Column, Flow, fill
from screens.widgets.order import ArrowKey, Handle
from screens.widgets.pieces import TypedNumber
from screens.widgets.press import Do, Press, RepeatKey
from screens.widgets.running import c, dps, margin, page_width, stacked, text_px
from screens.widgets.theme import Radius, Size, Touch
from screens.widgets.words import Icon, Words, width_of

Give = Callable[[str, Value], object]
HEAD = 74
"""Room for the name of a fact, beside its answers."""


class Choice(Press):
    """One answer of a few; chosen it is filled, outlined and ticked in its corner, and as wide as
    before."""

    def __init__(self, line: AnswerLine, do: Do | None = None, grow: bool = False) -> None:
        super().__init__(
            do, name=line.text, size_hint=(1 if grow else None, None), height=dp(Touch.min), padding=dps((6, 3, 6, 3))
        )
        ground, edge = ("high", "accent") if line.chosen else ("surface", "edge")
        paint(self, ground, Radius.control, edge, 2 if line.chosen else 1)
        label = Words(line.text, "row" if line.chosen else "body", align="center", pos_hint={"center_y": 0.5})
        fill(self, (label,))
        self.bind(minimum_height=self._grow)
        if not grow:
            self.width = min(natural(line.text), answers_room())
        if line.chosen:
            when_moved(self, self._tick)

    def _grow(self, _pill: Widget, wanted: float) -> None:
        self.height = max(dp(Touch.min), wanted)

    def _tick(self) -> None:
        self.canvas.after.clear()
        x, y, s = self.right - dp(12), self.top - dp(11), dp(9)
        with self.canvas.after:
            Color(rgba=rgba(c("accent")))
            SmoothLine(points=[x - s * 0.45, y, x - s * 0.1, y - s * 0.35, x + s * 0.55, y + s * 0.4], width=dp(1.1))


def fact_row(give: Give, line: FactLine) -> Widget:
    """A question of the page: its name at the left, its answers beside it; above them where the
    text is large, or the name or the answers are long."""
    if line.count is not None:
        return CountedFact(give, line)
    if line.ordered:
        return OrderedFact(give, line)
    room = answers_room()
    beside = is_brief(line.name) and widest(line) <= (room - dp(HEAD + 6))
    head = Words(line.name, "head", "text2")
    row = answer_line(give, line, equal=not stacked() and widest(line) <= room)
    if stacked() or not beside:
        return Column(head, row, gap=3, pad=(0, 2, 0, 2))
    head.size_hint_x, head.width = None, dp(HEAD)
    return Across(head, row, gap=6)


def is_brief(name: str) -> bool:
    """Whether the name of a fact stands beside its answers in two lines, no word cut."""
    words = all(width_of(each, "head") <= dp(HEAD) for each in name.split())
    return words and width_of(name, "head") <= 2 * dp(HEAD)


def answers_room() -> float:
    """The width of the page between its margins."""
    return float(min(page_width(), dp(Size.widest)) - 2 * dp(margin()))


def widest(line: FactLine) -> float:
    """Room that the answers take side by side, each as wide as the widest."""
    return len(line.answers) * max((natural(each.text) + dp(6) for each in line.answers), default=0.0)


def natural(text: str) -> float:
    """The width of a pill whose words stand on one line."""
    return float(max(dp(Touch.min), width_of(text, "row") + dp(26)))


def answer_line(give: Give, line: FactLine, equal: bool) -> Widget:
    """Pills in equal parts where they fit, else each as wide as its words, on several lines."""
    answers = [Choice(each, partial(give, line.key, each.gives), equal) for each in line.answers]
    return Across(*answers, gap=6) if equal else Flow(*answers, gap=6)


class CountedFact(Across):
    """A number that is counted up and down, on and on while a key is held, or typed; what it
    becomes is shown in the same row."""

    def __init__(self, give: Give, line: FactLine) -> None:
        self.line, self.give = line, give
        self.number = TypedNumber("", self._put, line.name)
        less = RepeatKey("minus-thick", partial(self._step, -1), f"{line.name} -1")
        more = RepeatKey("plus-thick", partial(self._step, 1), f"{line.name} +1")
        head = Words(line.name, "head", "text2")
        keys = Across(less, self.number, more, gap=6)
        if stacked() or not is_brief(line.name):
            super().__init__(Column(head, keys, gap=3), pad=(0, 2, 0, 2))
        else:
            head.size_hint_x, head.width = None, dp(HEAD)
            super().__init__(head, keys, gap=6)
        self._say()

    def _say(self) -> None:
        assert self.line.count is not None
        self.number.say("{} / {}".format(*self.line.count))

    def _step(self, by: int) -> None:
        assert self.line.count is not None
        self._put(self.line.count[0] + by)

    def _put(self, value: int) -> None:
        assert self.line.count is not None
        self.give(self.line.key, min(self.line.count[1], max(0, value)))

    def becomes(self, shown: object) -> bool:
        line = shown[0] if isinstance(shown, tuple) else shown
        if (
            not isinstance(line, FactLine)
            or line.count is None
            or (line.key, line.name) != (self.line.key, self.line.name)
        ):
            return False
        self.line = line
        self._say()
        return True


class OrderedFact(Column):
    """Names in an order: each is drawn by its handle, or moved by its keys; large letters leave no
    room for handles. What the order becomes is shown in the same rows."""

    def __init__(self, give: Give, line: FactLine) -> None:
        self.line, self.give = line, give
        self.names = [Words(each.text, "row", pos_hint={"center_y": 0.5}) for each in line.answers]
        super().__init__(Words(line.name, "head", "text2"), *map(self._row, range(len(self.names))), gap=3)

    def _row(self, at: int) -> Widget:
        handle = None if stacked() else Handle(partial(self._move, at), f"{self.line.name} {at + 1}")
        keys = [ArrowKey(by, partial(self._move, at, 0, by), f"{self.line.name} {at + 1} {by:+}") for by in (-1, 1)]
        return paint(Across(handle, self.names[at], *keys, gap=4), "surface", Radius.control)

    def _move(self, at: int, drawn: int, by: int) -> None:
        """What began here and was drawn so far already goes on to there."""
        order, last = [each.gives for each in self.line.answers], len(self.names) - 1
        here, there = (min(last, max(0, at + each)) for each in (drawn, by))
        if here != there:
            order.insert(there, order.pop(here))
            self.give(self.line.key, tuple(order))

    def becomes(self, shown: object) -> bool:
        line = shown[0] if isinstance(shown, tuple) and not shown[1] else None
        if not isinstance(line, FactLine) or not line.ordered or len(line.answers) != len(self.names):
            return False
        self.line = line
        for name, answer in zip(self.names, line.answers, strict=True):
            name.text = answer.text
        return True


class MeansRow(Press):
    """A weapon of the deed: its name and what stands beside it, its own choices; at the right what
    it needs over its dice. A silent one is grey and says why."""

    def __init__(self, line: MeansLine, do: Do, give: Give) -> None:
        super().__init__(do, name=line.name, size_hint_y=None, padding=dps((12, 6, 12, 6)), spacing=dp(8))
        ink = ("text3", "text3") if line.silent or not line.chosen else ("text", "text2")
        notes = (Words(each, "meta", ink[1]) for each in line.notes)
        silent = _silent(line.silent) if line.silent else None
        own = [self._own(give, each) for each in line.facts] if not line.silent else []
        words = Column(Words(line.name, "row", ink[0]), *notes, silent, *own, gap=1)
        words.pos_hint = {"center_y": 0.5}
        mark = Icon("check-circle" if line.chosen else "circle-outline", 22, "accent" if line.chosen else "text3")
        fill(self, (None if line.silent or line.lone else mark, words, self._right(line)))
        self.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.comfortable), v)))

    @staticmethod
    def _own(give: Give, line: FactLine) -> Widget:
        return Flow(*(Choice(each, partial(give, line.key, each.gives)) for each in line.answers), gap=4)

    @staticmethod
    def _right(line: MeansLine) -> Widget | None:
        if not line.silent and not line.needs and not line.dice:
            return None
        if line.silent or not line.needs:
            return Words("–", "title", "text3", hug=True, pos_hint={"center_y": 0.5})
        needs = Words(line.needs, "title", "accent" if line.chosen else "text3", align="right")
        dice = Words(line.dice, "cite", "text2", align="right")
        wide = text_px(64)
        return Column(needs, dice, size_hint_x=None, width=wide, pos_hint={"center_y": 0.5})


def _silent(why: str) -> Widget:
    return Across(Icon("link-variant-off", 15, "text3", box=16), Words(why, "meta", "text3"), gap=4)
