"""The table beside which a page stands, where the window has room for both."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from screens.app.places import Kind, Place, is_a
from screens.app.stage import KeptPages, Shown, Stage
from screens.widgets.layer import take_pictures_out
from screens.widgets.running import Running, spread

if TYPE_CHECKING:
    from screens.app.page import Page

GROUND = "table"


class Ground:
    """On a tablet the table stays in sight, and the pages of a deed stand beside it."""

    def __init__(self, stage: Stage, kept: KeptPages) -> None:
        self._stage, self._kept = stage, kept
        self.page: Page | None = None

    def find(self, places: list[Place], make: Callable[[Place], Page], overlay: Widget | None) -> None:
        """The table on the way here, if the last page stands beside it and there is room for
        both."""
        way = [place for place in places if not is_a(Kind.BESIDE, place)]
        is_beside = is_a(Kind.BESIDE, places[-1]) and bool(way) and is_a(Kind.GROUND, way[-1]) and spread()
        self.page = self._lay(way[-1], make, overlay) if is_beside else None
        Running.beside = 0.0 if self.page is None else Running.beside

    def _lay(self, place: Place, make: Callable[[Place], Page], overlay: Widget | None) -> Page:
        shown = self._kept.look(GROUND)
        if shown is None:
            page = make(place)
            shown = Shown(page, page.build())
            self._kept.put(shown)
        shown.page.args = place
        shown.page.show()
        self._stage.put(shown.widget, overlay)
        return shown.page

    def show(self) -> None:
        if self.page:
            self.page.show()

    def take(self, widget: Widget) -> bool:
        """A page beside it; whether it lies there."""
        if not self.page:
            return False
        take_pictures_out(widget)
        self.page.put_beside(widget)
        self.page.show()
        return True

    def clear(self) -> bool:
        """Nothing beside it any more; whether it lies there."""
        if self.page:
            self.page.put_beside(None)
        return self.page is not None
