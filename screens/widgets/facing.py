"""Two lines that face each other: those who act as columns, the others as rows, a field where two
meet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.values.maps import Map, Value
from screens.present.facing import AdviceLine, FacingHead, FacingRow, FighterLine, MeetingLine
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, fill, space
from screens.widgets.markers import symbol
from screens.widgets.press import Do, IconButton, Press, PushButton
from screens.widgets.running import compact, dps, margin, page_width, short, stacked, text_px
from screens.widgets.theme import Radius, Size, Touch
from screens.widgets.words import Icon, Words

GiveAll = Callable[[Map[Value]], object]
PAD, GAP = 8, 6
FIELD = 62
"""The least width of a field, beside the names."""


def room() -> float:
    return float(min(page_width(), dp(Size.widest)) - 2 * dp(margin() + PAD))


def names_room() -> float:
    """Room for the names of the rows; none beside the fields where the text is large."""
    return 0.0 if stacked() else float(dp(112 if compact() else 136))


def fields_in_sight(count: int) -> int:
    """So many columns fit beside the names."""
    least = text_px(FIELD) if stacked() else dp(FIELD)
    return min(count, max(1, int((room() - names_room()) / (least + dp(GAP)))))


def field_width(count: int) -> float:
    """At most twice as wide as they need be: a lone one stays near its names."""
    wide = (room() - names_room() - count * dp(GAP)) / count
    return float(wide if stacked() else min(wide, dp(2 * FIELD)))


class Field(Press):
    """Where two meet: what is dealt there, and what the one is to the other."""

    def __init__(self, line: MeetingLine, wide: float, do: Do) -> None:
        super().__init__(
            do,
            name=line.name,
            orientation="vertical",
            size_hint=(None, None),
            width=wide,
            height=dp(Touch.min),
            padding=dps((3, 4, 3, 4)),
        )
        paint(self, "high" if line.word else None, Radius.control, "accent" if line.word else "edge")
        points = Words(line.points, "row", align="center") if line.word else None
        word = Words(line.word, "cite", "text2", align="center") if line.word else None
        fill(self, (points, word))
        self.bind(minimum_height=self._grow)

    def _grow(self, _field: Widget, wanted: float) -> None:
        self.height = max(dp(Touch.min), wanted)


def fate(line: FighterLine, align: str = "left") -> Widget | None:
    """What becomes of a unit; a sign says that it falls."""
    if not line.fate:
        return None
    words = Words(line.fate, "cite", "destroyed" if line.falls else "text2", align=align)
    if not line.falls or align == "center":
        return words
    return Across(Icon("close-thick", 13, "destroyed", box=14), words, gap=3)


def facing_head(give: GiveAll, turn: Do, head: FacingHead) -> Widget:
    """Those who act, over their columns; a tap takes one out again."""
    wide = field_width(len(head.columns))
    tops = [_top(give, each, wide) for each in head.columns]
    title = Column(Words(head.title, "row"), Words(head.sub, "cite", "text3"), gap=1)
    if head.place:
        more = IconButton("chevron-right", turn, head.place, "text", "raised")
        title = Column(title, Across(Words(head.place, "cite", "text2"), more, gap=4), gap=2)
    if stacked():
        return Column(title, Across(*tops, gap=GAP), gap=4, pad=(PAD, 2, PAD, 2))
    title.size_hint_x, title.width = None, names_room()
    return Across(title, *tops, space(width=0), gap=GAP, pad=(PAD, 2, PAD, 2))


def _top(give: GiveAll, line: FighterLine, wide: float) -> Widget:
    top = Press(
        partial(give, line.gives),
        name=f"{line.name}: ×",
        orientation="vertical",
        size_hint=(None, None),
        width=wide,
        spacing=dp(1),
        padding=dps((2, 4, 2, 4)),
    )
    sign = symbol(line.sign, line.seat, 28, "bg")
    sign.pos_hint = {"center_x": 0.5}
    fill(top, (sign, Words(line.name, "cite", align="center"), Words(line.values, "row", align="center")))
    told = fate(line, "center")
    fill(top, (told,) if told else ())
    top.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))
    return top


def facing_row(give: GiveAll, row: FacingRow) -> Widget:
    """A unit of the other side with its fields."""
    line, wide = row.fighter, field_width(len(row.meetings))
    fields = [
        Field(each, wide, partial(give, each.gives)) if each else space(Touch.min, wide / dp(1))
        for each in row.meetings
    ]
    name = Column(Words(line.name, "meta"), Words(line.values, "row"), fate(line), gap=0)
    if stacked():
        line_of = Column(name, Across(*fields, gap=GAP), gap=4, pad=(PAD, 4, PAD, 4))
        return paint(line_of, "surface", Radius.card)
    sign = None if compact() else symbol(line.sign, line.seat, 26, "surface")
    left = Across(sign, name, gap=6, size_hint_x=None, width=names_room())
    return paint(Across(left, *fields, space(width=0), gap=GAP, pad=(PAD, 4, PAD, 4)), "surface", Radius.card)


def advice_card(give: GiveAll, use: str, line: AdviceLine) -> Widget:
    """What would be best, in words, with a button that does it; in a low window only what it leads
    to."""
    told = Column(
        Words(line.title, "head", "text2"),
        *(Words(each, "meta") for each in (() if short() else line.what)),
        Words(line.result, "row", "accent"),
        gap=2,
    )
    done = Icon("check-bold", 22, "activated")
    button = PushButton(use, partial(give, line.gives), "tonal", height=Touch.min, grow=False) if line.gives else done
    body = Column(told, button, gap=6, pad=12) if stacked() else Across(told, button, gap=10, pad=(12, 8, 12, 8))
    return paint(body, "surface", Radius.card)


def folded_fact(open_it: Do, name: str, chosen: str) -> Widget:
    """A fact with many answers, of which some are chosen: a tap shows the others."""
    row = Press(open_it, name=name, size_hint_y=None, padding=dps((12, 6, 12, 6)), spacing=dp(8))
    paint(row, "surface", Radius.control, "edge")
    told = Column(Words(name, "head", "text2"), Words(chosen, "body"), gap=1, pos_hint={"center_y": 0.5})
    fill(row, (told, Icon("plus-thick", 20, "text2", pos_hint={"center_y": 0.5})))
    row.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))
    return row
