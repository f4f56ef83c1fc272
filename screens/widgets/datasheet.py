"""A card as a datasheet: figures above, tables of rows, the rest in words; where it can be
edited, a row opens at a tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.playing.datasheet import DASH, Datasheet, SheetRow, SheetTable, Stated
from engine.values.model import Path
from screens.present.lines import Tell, capital
from screens.widgets.ground import paint, top_line
from screens.widgets.layouts import Across, Column, Flow, fill
from screens.widgets.press import Press
from screens.widgets.running import compact, dps, stacked, text_px
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Words, section, width_of

Change: TypeAlias = Callable[[Path], object]
NAME_LEAST = 104
"""What the names of rows need beside the columns, in dp; with less each row is told in words."""
GAP, AIR = 6, 14
"""Between columns, and what is added to each where there is room."""
SHORT = 6
"""Letters of a value that stands beside its name even in large letters."""
FIGURES = 4
"""So many figures side by side."""


class DatasheetView(Column):
    """The whole of a card; `change` opens the place on the card that a row stands for."""

    def __init__(self, sheet: Datasheet, tell: Tell, change: Change | None = None) -> None:
        tables = (SheetGrid(table, tell, change) for table in sheet.tables)
        super().__init__(*figure_tiles(sheet.figures, tell), *tables, facts_card(sheet.facts, tell), gap=8)


def figure_tiles(figures: tuple[Stated, ...], tell: Tell) -> list[Widget]:
    """The first things one looks for, large; in large letters one line each."""
    if stacked():
        return [facts_card(figures, tell)] if figures else []
    lines = (figures[n : n + FIGURES] for n in range(0, len(figures), FIGURES))
    return [Across(*(_tile(figure, tell) for figure in line), gap=GAP) for line in lines]


def _tile(figure: Stated, tell: Tell) -> Widget:
    value = Words(tell(figure.value), "title", align="center")
    name = Words(tell(figure.name), "cite", "text2", align="center")
    return paint(Column(value, name, pad=(2, 6, 2, 6)), "surface", Radius.control)


class SheetGrid(Column):
    """One table. Columns as wide as what stands in them; where they leave the names too little
    room, each row is its name and its values in words."""

    def __init__(self, table: SheetTable, tell: Tell, change: Change | None = None) -> None:
        side = 10 if compact() else 12
        super().__init__(pad=(side, 6, side, 8))
        paint(self, "surface", Radius.card)
        self.table, self.tell, self.change = table, tell, change
        self.heads = [tell(head) for head in table.heads]
        self.cells = [[tell(cell) for cell in row.cells] for row in table.rows]
        self.tight = self._widths()
        self.widths = self.tight
        self.columns: bool | None = None
        self.width = 0  # nothing is laid out before its width is known
        self.bind(width=self._lay)

    def release(self) -> None:
        self.change = None

    def _widths(self) -> list[float]:
        """Each column by its widest word."""
        columns = zip(self.heads, *self.cells, strict=True) if self.cells else ()
        return [
            max(dp(22), width_of(head, "cite"), *(width_of(cell, "number") for cell in cells))
            for head, *cells in columns
        ]

    def _lay(self, *_: object) -> None:
        room = self.width - self.padding[0] - self.padding[2] - sum(self.tight) - dp(GAP) * len(self.tight)
        columns = not stacked() and (not self.tight or room >= dp(NAME_LEAST))
        spare = max(0.0, min(dp(AIR), (room - dp(NAME_LEAST) * 1.5) / max(1, len(self.tight)))) if columns else 0.0
        widths = [each + spare for each in self.tight]
        if (columns, widths) == (self.columns, self.widths):
            return
        self.columns, self.widths = columns, widths
        self.clear_widgets()
        self.add_widget(self._head(columns))
        for row, cells in zip(self.table.rows, self.cells, strict=True):
            line = self._row(row, cells, columns)
            top_line(line)
            self.add_widget(line)

    def _head(self, columns: bool) -> Widget:
        title = self.tell(self.table.title)
        if not columns or not self.heads:
            return section(title, pad=(0, 0, 0, 2))
        heads = (self._cell(head, "cite", n, "text2") for n, head in enumerate(self.heads))
        return Across(Words(title, "head", "text2"), *heads, gap=GAP, pad=(0, 4, 0, 4))

    def _row(self, row: SheetRow, cells: list[str], columns: bool) -> Widget:
        name = capital(self.tell(row.name))
        counted = f"{row.count} {name}" if row.count else name
        more = capital(self.tell(row.more)) if row.more else ""
        values = (self._cell(cell, "number", n) for n, cell in enumerate(cells)) if columns else ()
        words = Column(
            Across(Words(counted, "row"), *values, gap=GAP),
            None if columns else self._values(cells),
            Words(more, "cite", "text2") if more else None,
            gap=1,
        )
        if not (self.change and row.at):
            return Column(words, pad=(0, 6, 0, 6))
        line = Press(partial(self.change, row.at), name=counted, size_hint_y=None, padding=dps((0, 6, 0, 6)))
        words.pos_hint = {"center_y": 0.5}
        fill(line, (words,))
        line.bind(minimum_height=lambda w, v: setattr(w, "height", max(dp(Touch.min), v)))
        return line

    def _cell(self, text: str, role: str, n: int, ink: str = "text") -> Widget:
        cell = Words(text, role, ink, align="center", size_hint_x=None, width=self.widths[n])
        cell.pos_hint = {"center_y": 0.5}
        return cell

    def _values(self, cells: list[str]) -> Widget | None:
        """The values by their heads, without what is not there; a value stays with its head."""
        told = [(head, cell) for head, cell in zip(self.heads, cells, strict=True) if cell not in (DASH, "")]
        pairs = (
            Across(
                Words(head, "cite", "text2", hug=True) if head else None,
                Words(cell, "number", hug=True),
                gap=4,
                size_hint_x=None,
            )
            for head, cell in told
        )
        made = [_hugging(pair) for pair in pairs]
        return Flow(*made, gap=10) if made else None


def _hugging(pair: Across) -> Across:
    """As wide as its words."""
    pair.width = sum(child.width for child in pair.children) + pair.spacing * (len(pair.children) - 1)
    return pair


def facts_card(facts: tuple[Stated, ...], tell: Tell) -> Widget | None:
    """What a card states in words: its name, then what it is; a long one below its name."""
    if not facts:
        return None
    return paint(Column(*(_fact(fact, tell) for fact in facts), gap=2, pad=(12, 6, 12, 8)), "surface", Radius.card)


def _fact(fact: Stated, tell: Tell) -> Widget:
    name, value = capital(tell(fact.name)), capital(tell(fact.value))
    if not value:
        return Words(name, "row")
    if stacked() and len(value) <= SHORT:
        return Across(Words(name, "meta", "text2"), Words(value, "row", hug=True), gap=10)
    if stacked():
        return Column(Words(name, "meta", "text2"), Words(value, "row"), gap=1)
    wide = text_px(110)
    return Across(Words(name, "meta", "text2", size_hint_x=None, width=wide), Words(value, "body"), gap=10, least=28)
