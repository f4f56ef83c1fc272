"""An evening at the table: a player with a plan and a seed, who taps what he sees.

He knows words and kinds of things on the screen, no places of theirs, so that a page may look
another way tomorrow. What he answers and picks is Autoplay's.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from typing import Any

from tools.autoplay import ROLL
from tools.evening_hand import Enough, Hand
from tools.evening_sight import Sight, Stuck

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
ONWARD = r"On to|What next"
REPORT = "Battle report"
MARKS = ("MarkerTile", "SwitchRow", "IconButton", "Pill")
"""What a unit's sheet has to set by hand."""
MOST_DICE, MOST_WAYS, MOST_ANSWERS = 4, 12, 60


class Evening(Sight):
    """Everything he does is a touch; after his last tap the driver says that it is enough."""

    def __init__(self, driver: Hand, game: str, seed: int = SEED) -> None:
        super().__init__(driver, seed)
        self.game, self.done = game, Counter[str]()
        driver.place = lambda: f"{self.place} (sheet)" if self.sheet_open else self.place

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

    # Where he is

    def set_up(self) -> None:
        """A new game with the armies that are offered; or the game that was left."""
        if self.push("Resume"):
            return
        self.push("New game")
        self.push(self.title(self.game))
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
            if self.place == "table" and not self.sheet_open and not self.asked:
                return
            self.go_back()
        raise AssertionError(f"no way to the table: there are {self.driver.names()}")

    def settle(self, most: int = MOST_ANSWERS) -> None:
        """Answers until nothing is asked; a question that no answer of his moves is broken off."""
        for _ in range(most):
            before = self.entries
            super().settle(1)
            if not self.asked and not self.sheet_open:
                return
            if self.entries == before and not self.sheet_open:
                self.open_menu("Break this off")

    def overrule(self) -> bool:
        """The rules say no: he does it anyway; any other sheet is closed."""
        if not self.sheet_open:
            return False
        if not self.push("Do it anyway"):
            self.go_back()
        return True

    def go_back(self) -> None:
        if not self.push(*(CLOSE if self.sheet_open else BACK)):
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
            self.press_some(self.units())
        else:
            self.push("What next?")
        rows = [] if self.asked else self.offers()
        kinds = dict.fromkeys(_kind(row) for row in rows)
        for kind in sorted(kinds, key=lambda kind: self.done[kind] / WEIGHTS[kind])[:1]:
            self.done[kind] += 1
            self.press_some([row for row in rows if _kind(row) == kind])
        self.pick()
        self.settle()

    def go_for_what_next(self) -> None:
        """What the step offers, sometimes one of it; then the way on."""
        if not self.push("What next?", "On to"):
            self.press(self.main())
        elif self.sheet_open and self.random.random() < 0.3:
            self.press_some(self.offers())
        elif ways := self.called("^On to"):
            self.press(ways[0])
        self.pick()
        self.settle()

    def go_for_sheets(self) -> None:
        """A unit's sheet is read, and something on it set by hand and back again."""
        if not self.press_some(self.units()):
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
        self.press_some([each for each in self.lines() if each.name != REPORT])
        self.go_back()
        if self.random.random() < 0.3 and self.push(REPORT):
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
            if self.sheet_open:
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
        if self.app.table.prompt and self.app.table.prompt.kind == "roll":  # the face of one die has answered
            super()._roll()


def _kind(row: Any) -> str:
    """What kind of deed a row is of, by its words."""
    return next((kind for kind, words in DEEDS.items() if re.search(words, str(row.name), re.IGNORECASE)), "other")
