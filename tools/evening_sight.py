"""What the player of an evening sees on the screen, and how he gets his finger there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from tools.autoplay import Autoplay
from tools.evening_hand import Hand

ENDS = r"Concede|End of the game"
"""What is not done in the middle of an evening."""
MOST_WAYS, SAME = 12, 4


class Stuck(Exception):
    """The same thing again and again leads nowhere."""


class Sight(Autoplay):
    """Things by their words, on the sheet where one is open, else on the page."""

    driver: Hand

    # What the app says of itself

    @property
    def place(self) -> str:
        """The name of the page."""
        return str(self.app.navigator.here["screen"])

    @property
    def sheet_open(self) -> bool:
        return bool(self.app.navigator.open_sheet)

    @property
    def asked(self) -> bool:
        return self.app.table.prompt is not None

    @property
    def entries(self) -> int:
        """How much has been done so far, and undone."""
        return len(self.app.table.session.journal)

    def title(self, game: str) -> str:
        return str(self.app.context.tell(self.app.context.rulesets[game].title))

    def unit_names(self) -> tuple[str, ...]:
        return tuple(unit.name for unit in self.app.table.state.units.values())

    def deed_names(self) -> set[str]:
        return {str(self.app.context.tell(each.text)).casefold() for each in self.app.table.rules.openings}

    # What he sees

    def layer(self) -> Widget:
        """The sheet, where one is open, else the page."""
        return Window.children[0].children[0]

    def pressable(self, *kinds: str) -> Iterator[Widget]:
        for widget in self.layer().walk(restrict=True):
            if getattr(widget, "do", None) and (not kinds or type(widget).__name__ in kinds):
                yield widget

    def called(self, pattern: str, *kinds: str) -> list[Widget]:
        """What can be pressed and is called so."""
        return [each for each in self.pressable(*kinds) if re.search(pattern, str(each.name), re.IGNORECASE)]

    def units(self) -> list[Widget]:
        """What bears the name of a unit."""
        names = self.unit_names()
        return [each for each in self.pressable() if str(each.name).startswith(names)]

    def offers(self) -> list[Widget]:
        """What bears the name of something that can be done, but for what ends the game."""
        names = self.deed_names()
        return [each for each in self.called(f"^(?!{ENDS})") if str(each.name).casefold() in names]

    def lines(self) -> list[Widget]:
        """What stands on a page that rolls."""
        return [each for each in self.pressable() if _page_of(each)]

    def push(self, *names: str) -> bool:
        """Press the first thing whose name begins so, and say whether there was one."""
        for name in names:
            if found := self.called(f"^{re.escape(name)}"):
                self.press(found[0])
                return True
        return False

    def press_some(self, widgets: list[Widget]) -> bool:
        if widgets:
            self.press(self.random.choice(widgets))
        return bool(widgets)

    def press(self, widget: Widget) -> None:
        """A tap; what is out of sight is rolled to first, by the finger."""
        last = self.driver.taps[-SAME:]
        if len(last) == SAME and all(tap.name.endswith(f": {widget.name}") for tap in last):
            raise Stuck
        page = _page_of(widget)
        for _ in range(MOST_WAYS):
            if page is None or self.driver.seen(widget) or not self.driver.roll(page, _way_to(page, widget)):
                break
        super().press(widget)

    def pages(self) -> list[ScrollView]:
        """What scrolls and has more to show."""
        pages = [each for each in self.layer().walk(restrict=True) if isinstance(each, ScrollView)]
        return [each for each in pages if each.children and each.children[0].height > each.height + 1]


def _page_of(widget: Widget) -> ScrollView | None:
    above = widget.parent
    while above is not None and not isinstance(above, ScrollView):
        above = above.parent if above.parent is not above else None
    return above


def _way_to(page: ScrollView, widget: Widget) -> float:
    """How far the finger draws the page so that a thing comes to its middle, as far as one way
    goes."""
    middle, there = page.to_window(*page.center)[1], widget.to_window(*widget.center)[1]
    return max(-0.7, min(0.7, (middle - there) / page.height)) * page.height
