"""Plays by real touches: answers what is asked, acts with units that can, goes on to the next
step."""

from __future__ import annotations

import random
from typing import Any

from kivy.uix.widget import Widget

from engine.playing.duties import Next
from tools.driver import Driver


class Autoplay:
    """A player with a seed; everything it does is a tap on something it sees. It has wishes for
    some choices, by their keys."""

    def __init__(self, driver: Driver, seed: int = 1, wishes: dict[str, str] | None = None) -> None:
        self.driver, self.random, self.wishes = driver, random.Random(seed), wishes or {}
        driver.put(dice=self.random.choice)

    @property
    def app(self) -> Any:
        return self.driver.app

    def of(self, kind: str) -> list[Widget]:
        """Widgets of one class, wherever on the page."""
        return [widget for widget in self.driver.widgets() if type(widget).__name__ == kind]

    def in_sheet(self, kind: str) -> list[Widget]:
        """The same on the open sheet."""
        self.driver.complete_sheet()
        return (
            [widget for widget in self.app.navigator.open_sheet.walk(restrict=True) if type(widget).__name__ == kind]
            if self.app.navigator.open_sheet
            else []
        )

    def press(self, widget: Widget) -> None:
        """A tap, rolling the page first where that is needed."""
        above = widget.parent
        while above is not None and hasattr(above, "parent") and not hasattr(above, "scroll_y"):
            above = above.parent if above.parent is not above else None
        if above is not None and hasattr(above, "scroll_to") and not self.driver.seen(widget):
            above.scroll_to(widget, animate=False)
            self.driver.frames(2)
        self.driver.tap(widget)

    def main(self) -> Widget:
        """The primary button at the bottom."""
        bars = self.of("BottomAction")
        return next(widget for widget in bars[-1].walk(restrict=True) if type(widget).__name__ == "PushButton")

    def answer(self) -> None:
        """One open question."""
        prompt = self.app.table.prompt
        kind = prompt.kind
        if kind == "each":
            slot = next(each for each in prompt.slots if each.key not in prompt.given)
            if prompt.sealed and self.app.navigator.here.get("uncovered") != slot.key:
                self.press(self.main())
            kind = slot.kind
        getattr(self, f"_{kind}")()
        self.driver.frames(2)

    def _roll(self) -> None:
        while buttons := [widget for widget in self.of("PushButton") if widget.name in ROLL]:
            self.press(buttons[0])
        self.press(self.main())

    def _choice(self) -> None:
        rows = self.of("ActionRow")
        wish = self.wishes.get(self.app.table.prompt.key)
        self.press(next((row for row in rows if row.name == wish), None) or self.random.choice(rows))

    def _confirm(self) -> None:
        buttons = [widget for widget in self.of("PushButton") if widget.name in (*YES, *NO)]
        self.press(self.random.choice(buttons))

    def _number(self) -> None:
        self.press(self.main())

    def _form(self) -> None:
        """One pill of every field that has none yet."""
        for _ in range(40):
            flows = [flow for flow in self.of("Flow") if flow.children and type(flow.children[0]).__name__ == "Pill"]
            unset = [flow for flow in flows if not any(_chosen(pill) for pill in flow.children)]
            if not unset:
                break
            before = self.app.navigator.here.get("draft")
            self.press(self.random.choice(unset[0].children))
            if self.app.navigator.here.get("draft") == before:
                break
        self.press(self.main())

    def _ledger(self) -> None:
        for row in self.of("LedgerRow")[:1]:
            self.press(row)
        self.press(self.main())

    def _card(self) -> None:
        self._form()

    def pick(self) -> None:
        """What a procedure has to be told before it opens."""
        if self.app.navigator.here["screen"] == "queue" and not self.app.navigator.open_sheet:
            self.queue()
            return
        for _ in range(8):
            if self.app.navigator.here["screen"] == "deed" and not self.app.navigator.open_sheet:
                while self.main().name.startswith(OPEN):
                    self.press(self.random.choice(self.of("Choice")))
                at_once = self.app.navigator.page.plan.at_once
                self.press(self.random.choice(self.of("MeansRow")) if at_once else self.main())
            if self.app.navigator.here["screen"] != "pick" or self.app.navigator.open_sheet:
                return
            rows = self.of("UnitRow")
            bars = self.of("BottomAction")
            if rows := rows or ([] if bars else self.of("PlainRow")):
                self.press(self.random.choice(rows))
            elif bars:
                self._form()
                continue
            if bars and self.app.navigator.here["screen"] == "pick":
                self.press(self.main())

    def queue(self) -> None:
        """One place of a queue: its die, and on; back to the table when all are done."""
        if self.app.navigator.page.filled is None:
            self.driver.back()
        else:
            Autoplay._roll(self)

    def settle(self, most: int = 60) -> None:
        """Answer until nothing is asked; the rules are overruled where they say no to a random
        choice."""
        for _ in range(most):
            if self.overrule() or self.app.table.prompt is None:
                if self.app.navigator.here["screen"] == "queue" and not self.app.navigator.open_sheet:
                    self.queue()
                elif self.app.table.prompt is None and not self.app.navigator.open_sheet:
                    return self.driver.wait_lock()  # an answer may have led on to the next step
                continue
            if self.app.navigator.here["screen"] != "ask":
                self.press(self.main())
            self.answer()

    def overrule(self) -> bool:
        """A sheet is open: go on where it offers that, else close it."""
        if not self.app.navigator.open_sheet:
            return False
        self.press(self.in_sheet("PushButton")[-1])
        return True

    def onward(self) -> None:
        """On to the next step, past who can still act and what is due."""
        self.driver.wait_lock()
        if self.app.navigator.page.deed().next is Next.ADVANCE:
            self.press(self.main())
        else:
            self.list_of_deeds()
            self.leave_step()
        self.driver.wait_lock()
        self.settle()

    def list_of_deeds(self) -> None:
        self.app.navigator.page.offers()
        self.driver.frames(2)

    def leave_step(self) -> None:
        """By the first line of the list, though something may be due; an answer may have led on
        to a step whose first moment hears no finger."""
        self.driver.wait_lock()
        self.press(self.in_sheet("OnwardRow")[0])
        if self.app.navigator.open_sheet:
            self.press(self.in_sheet("PushButton")[-1])


def _chosen(pill: Widget) -> bool:
    return any(type(child).__name__ == "Icon" for child in pill.children)


ROLL = ("Roll for me", "Lancer pour moi")
OPEN = ("Still open", "Reste à dire")
YES, NO = ("Yes", "Oui"), ("No", "Non")
