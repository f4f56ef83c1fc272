"""Rows of a card that is edited, in words."""

from __future__ import annotations

from engine.playing.datasheet import DASH
from engine.values.maps import Map, Value
from engine.values.model import Path
from screens.pages.card_fields import CardControls
from screens.present.lines import EMPTY_VALUES
from screens.present.view import View


class RowWords:
    """By the labels that the fields of the card have."""

    def __init__(self, view: View, controls: CardControls) -> None:
        self.view, self.controls = view, controls

    def named(self, value: Value) -> str:
        """The name of a row, with its number where it has one."""
        if isinstance(value, tuple):
            count = next((each for each in value if isinstance(each, int)), 0)
            name = next((self.named(each) for each in value if isinstance(each, Map)), "")
            return f"{count} × {name}" if name else ""
        if not isinstance(value, Map):
            return ""
        return next((self.controls.told(str(value[key])) for key in ("name", "item", "role") if value.get(key)), "")

    def told(self, value: Value) -> str:
        """What a row holds, without its name."""
        if isinstance(value, tuple):
            return next((self.told(each) for each in value if isinstance(each, Map)), "")
        if not isinstance(value, Map):
            return "" if value in EMPTY_VALUES else self.view.words.stated(value)
        rest = Map(
            {key: each for key, each in value.items() if key not in ("name", "item") and each not in EMPTY_VALUES}
        )
        return self.view.words.stated(rest).replace("\n", ", ") if rest else ""

    def laid_out(self, values: Map[Value]) -> dict[Path, str]:
        """Rows as the datasheet has them: the cells by their heads."""
        t = self.view.tell
        return {
            row.at: ", ".join(
                f"{t(head)} {t(cell)}".strip()
                for head, cell in zip(table.heads, row.cells, strict=True)
                if cell not in (DASH, "")
            )
            for table in self.view.rules.datasheet(values).tables
            for row in table.rows
        }
