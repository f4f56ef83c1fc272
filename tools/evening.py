"""An evening at the table: a player with a plan and a seed, who taps what he sees.

He knows words and kinds of things on the screen, no places of theirs, so that a page may look
another way tomorrow. What he answers and picks is Autoplay's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from tools.autoplay import ROLL, Autoplay
from tools.evening_hand import Enough, Hand

SEED = 3
SHARES = {"deeds": 44, "what next": 14, "sheets": 12, "scrolling": 9, "history": 8, "undo": 7, "settings": 6}
"""Of a hundred taps after the set-up, so many on each of these errands; the one furthest behind
comes next."""
DEEDS = {
    "reaction": r"react|defensive|overwatch|counter|interrupt|respon",
    "attack": r"attack|fire|shoot|assault|battle|fight|combat|bombard|barrage|strike|engage",
    "move": r"move|march|advance|double|withdraw|deploy|charge|retreat|embark|swap|sortie",
}
WEIGHTS = {"attack": 4, "reaction": 3, "move": 2, "other": 1}
"""How much he likes each kind of deed."""
BACK, CLOSE = ("Back", "Close"), ("Good", "Done", "Leave it", "Back", "Close", "Cancel")
ONWARD, ENDS = r"On to|What next", r"Concede|End of the game|On to"
MARKS = ("MarkerTile", "SwitchRow", "IconButton", "Pill")
"""What a unit's sheet has to set by hand."""
MOST_DICE, MOST_WAYS, MOST_ANSWERS, SAME = 4, 12, 60, 4


class Stuck(Exception):
    """The same thing again and again leads nowhere."""


class Evening(Autoplay):
    """Everything he does is a touch; after his last tap the driver says that it is enough."""

    driver: Hand

    def __init__(self, driver: Hand, game: str, seed: int = SEED) -> None:
        super().__init__(driver, seed)
        self.game, self.done = game, Counter[str]()

    def play(self) -> None:
        """Set up, or go on with what was left; then one errand after another until it is
        enough."""
        try:
            self.driver.errand = "set-up"
            self.set_up()
            while True:
                self.come_to_the_table()
                self.run_errand()
        except Enough:
            return

    def run_errand(self) -> None:
        """The kind of taps that is furthest behind its share; where it cannot be done, the next."""
        taps = self.driver.by_errand()
        for kind in sorted(SHARES, key=lambda kind: taps[kind] / SHARES[kind]):
            self.driver.errand, before = kind, len(self.driver.taps)
            with suppress(Stuck):
                getattr(self, f"go_for_{kind.replace(' ', '_')}")()
            if len(self.driver.taps) > before:
                return
        raise AssertionError(f"nothing to do: there are {self.driver.names()}")

    # What he sees

    def layer(self) -> Widget:
        """The sheet, where one is open, else the page."""
        return self.app.root_widget.children[0]

    def pressable(self, *kinds: str) -> Iterator[Widget]:
        for widget in self.layer().walk(restrict=True):
            if getattr(widget, "do", None) and (not kinds or type(widget).__name__ in kinds):
                yield widget

    def called(self, pattern: str, *kinds: str) -> list[Widget]:
        """What can be pressed and is called so."""
        return [each for each in self.pressable(*kinds) if re.search(pattern, str(each.name), re.IGNORECASE)]

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

    # Where he is

    def set_up(self) -> None:
        """A new game with the armies that are offered; or the game that was left."""
        if self.push("Resume"):
            return
        self.push("New game")
        self.push(self.app.tell(self.app.rulesets[self.game].title))
        for _ in range(2):
            self.push("Change some", "Change one")
        for army in [str(pill.name) for pill in self.pressable("Pill")][:1]:
            self.push("No army yet")
            self.push(army)
        self.push("To the table")

    def come_to_the_table(self) -> None:
        """Answers what is asked, closes what lies open, goes back to the table."""
        for _ in range(MOST_WAYS):
            if self.push("Resume"):
                continue
            try:
                self.settle()
            except Stuck:
                self.open_menu("Break this off")
            if self.app.here["screen"] == "table" and not self.app.sheet_open and self.app.prompt is None:
                return
            self.go_back()
        raise AssertionError(f"no way to the table: there are {self.driver.names()}")

    def settle(self, most: int = MOST_ANSWERS) -> None:
        """Answers until nothing is asked; a question that no answer of his moves is broken off."""
        for _ in range(most):
            before = len(self.app.game.session.journal)
            super().settle(1)
            if self.app.prompt is None and not self.app.sheet_open:
                return
            if len(self.app.game.session.journal) == before and not self.app.sheet_open:
                self.open_menu("Break this off")

    def overrule(self) -> bool:
        """The rules say no: he does it anyway; any other sheet is closed."""
        if not self.app.sheet_open:
            return False
        if not self.push("Do it anyway"):
            self.go_back()
        return True

    def go_back(self) -> None:
        if not self.push(*(CLOSE if self.app.sheet_open else BACK)):
            self.driver.back()

    def open_menu(self, name: str) -> bool:
        """Something of the page's menu."""
        return self.push("More") and self.push(name)

    # Errands

    def go_for_deeds(self) -> None:
        """What the large button names; else of what a unit or the step can do the kind that was
        done least."""
        if not re.match(ONWARD, str(self.main().name)):
            self.press(self.main())
        elif self.random.random() < 0.6:
            self.press_some(self.called("", "UnitRow"))
        else:
            self.push("What next?")
        rows = [row for row in self.called(f"^(?!{ENDS})", "ActionRow") if self.app.prompt is None]
        for kind in sorted({_kind(row) for row in rows}, key=lambda kind: self.done[kind] / WEIGHTS[kind])[:1]:
            self.done[kind] += 1
            self.press_some([row for row in rows if _kind(row) == kind])
        self.pick()
        self.settle()

    def go_for_what_next(self) -> None:
        """What the step offers, sometimes one of it; then the way on."""
        if not self.push("What next?", "On to"):
            self.press(self.main())
        elif self.app.sheet_open and self.random.random() < 0.3:
            self.press_some(self.called(f"^(?!{ENDS})", "ActionRow"))
        elif ways := self.called("^On to"):
            self.press(ways[0])
        self.pick()
        self.settle()

    def go_for_sheets(self) -> None:
        """A unit's sheet is read, and something on it set by hand and back again."""
        if not self.press_some(self.called("", "UnitRow")):
            return
        self.roll_pages(1)
        marks = [str(each.name) for each in self.pressable(*MARKS) if each.name not in (*BACK, "Help")]
        for name in [self.random.choice(marks)] * 2 if marks else ():
            self.push(name)
        if self.random.random() < 0.3 and self.push("Best targets"):
            self.roll_pages(1)
            self.go_back()
        self.go_back()

    def go_for_scrolling(self) -> None:
        """The table up and down."""
        self.roll_pages(4)

    def roll_pages(self, times: int) -> None:
        for time in range(times):
            for page in self.pages()[:1]:
                self.driver.roll(page, page.height * (0.6 if time < times / 2 or times == 1 else -0.6))

    def go_for_history(self) -> None:
        """Read, rolled, one line of it opened; now and then the report."""
        if not self.push("History"):
            self.open_menu("History")
        self.roll_pages(2)
        self.press_some(self.called("", "PlainRow"))
        self.go_back()
        if self.random.random() < 0.3 and self.push("Battle report"):
            self.roll_pages(1)
            self.go_back()
        self.go_back()

    def go_for_undo(self) -> None:
        """Some taps back, and forth again from the history."""
        for _ in range(self.random.randrange(1, 4)):
            self.push("Undo")
        if self.push("History"):
            self.push("Redo")

    def go_for_settings(self) -> None:
        """Something switched and switched back."""
        self.open_menu("Settings")
        switches = [str(each.name) for each in self.pressable("SwitchRow")]
        for name in [self.random.choice(switches)] * 2 if switches else ():
            self.push(name)
            if self.app.sheet_open:
                self.go_back()
        self.roll_pages(1)
        self.go_back()

    # Questions

    def _card(self) -> None:
        """Some value, then on."""
        self.press_some(self.called("", "Pill") or self.called("one more"))
        self.press(self.main())

    def _roll(self) -> None:
        """Few dice are tapped in one by one, some only counted; the rest is thrown by the app."""
        if self.random.random() < 0.2:
            self.press_some(self.called("", "SwitchRow"))
        if self.random.random() < 0.5 and len([each for each in self.pressable() if each.name in ROLL]) == 1:
            for _ in range(MOST_DICE):
                if self.called(f"^({'|'.join(ROLL)})"):
                    self.press_some(self.called("", "DieKey"))
        super()._roll()


def _kind(row: Any) -> str:
    """What kind of deed a row is of, by its words."""
    return next((kind for kind, words in DEEDS.items() if re.search(words, str(row.name), re.IGNORECASE)), "other")


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
