"""A player who wants the game to end: he reads the screen, prefers to attack, and taps what he
sees."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from engine.playing.drafting import facts_missing
from engine.playing.duties import Next
from engine.playing.plan import Fact
from engine.values.maps import Value
from screens.present import dicing
from tools.autoplay import ROLL, Autoplay, _chosen


@dataclass(frozen=True)
class Plan:
    """By words of the page: which row he taps, which number; what he says no to; whose dice
    fail."""

    answers: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    declines: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()


class General(Autoplay):
    """Everything he does is a touch on something that stands on the screen; what stops him is a
    failure."""

    def __init__(self, driver: Any, plan: Plan, seed: int = 5) -> None:
        super().__init__(driver, seed)
        self.plan = plan

    def says(self, *patterns: str) -> bool:
        """Whether the page says something of this kind."""
        return any(re.search(pattern, text, re.IGNORECASE) for pattern in patterns for text in self.words())

    def words(self) -> list[str]:
        """All that stands on the page, also where one has to roll to it."""
        return [widget.text for widget in self.driver.widgets() if getattr(widget, "text", "")]

    def best(self, rows: list[Any], *likes: str) -> Any:
        """Of some rows or pills the one he likes best, else the first that is somebody or
        something."""
        some = [row for row in rows if not re.match(r"(Nobody|None)\b", row.name)] or rows
        return next((row for like in likes for row in rows if re.search(like, row.name)), some[0])

    def push(self, name: str) -> None:
        """Press what begins with these words; it has to be there."""
        found = [widget for widget in self.driver.widgets() if str(getattr(widget, "name", "")).startswith(name)]
        assert found, (name, self.driver.names())
        self.press(found[0])

    # At the table

    def on_the_button(self) -> str:
        return str(self.main().name)

    def begin(self, *procedures: str) -> None:
        """What the large button begins with, as long as it is one of these."""
        while self.on_the_button().startswith(procedures):
            self.press(self.main())
            self.pick()
            self.settle()

    def deed(self, name: str, *likes: str) -> None:
        """Something of the list of what can be done; whatever it has to be told is picked by
        what he likes."""
        self.push("What next?")
        rows = [row for row in self.in_sheet("ActionRow") if row.name == name]
        assert rows, (name, [row.name for row in self.in_sheet("ActionRow")])
        self.press(rows[0])
        self.pick(*likes)
        self.settle()

    def acts(self, unit: str, name: str, *likes: str) -> None:
        """A unit by its row, then something on its sheet."""
        self.press(next(row for row in self.of("UnitRow") if row.name == unit))
        self.press(next(row for row in self.of("ActionRow") if row.name == name))
        self.pick(*likes)
        self.settle()

    def onward(self, leave: bool = False) -> None:
        """The way on, past those who have not acted; or out of a step that repeats for good,
        whatever the rules say."""
        self.driver.wait_lock()
        if self.app.navigator.here["screen"] == "ending":  # the last answer has led to it
            return
        if leave:
            self.push("What next?")
            self.push("Leave this step for good")
            for name in ("Go on all the same", "Do it anyway"):
                if name in self.driver.names():
                    self.push(name)
        elif self.app.navigator.page.deed().next is Next.ADVANCE:
            self.press(self.main())
        else:
            self.push("What next?")
            self.press(self.in_sheet("OnwardRow")[0])
            if self.app.navigator.open_sheet:
                self.push("Go on all the same")
        self.driver.wait_lock()
        self.settle()

    def settle(self, most: int = 80) -> None:
        """Answer until nothing is asked. The rules never say no to what he does, and nothing is
        asked for ever."""
        for _ in range(most):
            assert not self.app.navigator.open_sheet, self.driver.texts()
            if self.app.table.prompt is None and self.app.navigator.here["screen"] == "queue":
                self.queue()
                continue
            if self.app.table.prompt is None:
                assert self.app.navigator.here["screen"] in ("table", "ending"), (self.app.navigator.here, self.driver.texts())
                return
            self.answer()
        raise AssertionError(self.driver.texts())

    # What is told before a procedure opens

    def pick(self, *likes: str) -> None:
        """Units and words one after another, each by what he likes, in their order."""
        for _ in range(9):
            if self.app.navigator.here["screen"] == "deed":
                self._plan(*likes)
                return
            if self.app.navigator.here["screen"] == "queue":
                self.queue()
                return
            if self.app.navigator.here["screen"] != "pick" or self.app.navigator.open_sheet:
                return
            self._scroll_to(*likes)
            rows, several = self.of("UnitRow"), bool(self.of("BottomAction"))
            if rows:
                self.press(self.best(rows, *likes))
            else:
                self._words(*likes)
            if rows and several:
                self.press(self.main())

    def _plan(self, *likes: str) -> None:
        """A deed on one page: the target he likes, then on."""
        page = self.app.navigator.page
        if page.plan.at_once:
            self.press(self.best(self.of("MeansRow"), *likes))
            return
        lines = [value[0] for _, value, _ in page.list.rows if isinstance(value, tuple) and hasattr(value[0], "seat")]
        liked = next((line.id for like in likes for line in lines if re.search(like, line.name)), None)
        if liked is not None:
            page.aim(liked)
            self.driver.frames(3)
        while missing := facts_missing(page.filled):
            page.give(missing[0].key, self._fact(missing[0]))
            self.driver.frames(3)
        self.press(self.main())

    def _fact(self, fact: Fact) -> Value:
        """The number he keeps to, else the first answer."""
        known = {*self.plan.numbers.values()}
        first = next((value for value, _ in fact.answers if value in known), fact.answers[0][0])
        return (first,) if fact.several else first

    def _scroll_to(self, *likes: str) -> None:
        """To the first unit he likes, if it is further down."""
        page = getattr(self.app.navigator.page, "list", None)
        lines = [value[0] for _, value, _ in page.rows if isinstance(value, tuple) and hasattr(value[0], "seat")] if page else []
        liked = next((line.id for like in likes for line in lines if re.search(like, line.name)), None)
        if liked is not None:
            page.offset = page._tops[[key for key, _, _ in page.rows].index(liked)]
            self.driver.frames(3)

    def _words(self, *likes: str) -> None:
        """Pills he likes, in order; then on."""
        if rows := self.of("PlainRow"):
            self.press(self.best(rows, *likes))
            return
        for like in likes:
            pills = [pill for pill in self.of("Pill") if re.search(like, pill.name) and not _chosen(pill)]
            if pills:
                self.press(pills[0])
        self.press(self.main())

    # Questions

    def _roll(self) -> None:
        """By the number where one may: the most, or the least of dice that shall fail; several
        pads are rolled by the app."""
        rolls = [widget for widget in self.of("PushButton") if widget.name in ROLL]
        fails = self.says(*self.plan.fails)
        if len(rolls) == 1 and self.on_the_button().startswith("Enter"):
            self.press(self.main())
            pills = self.in_sheet("Pill")
            self.press(pills[0] if fails else pills[-1])
            return
        if len(rolls) == 1 and self.app.table.prompt is None:  # one of a queue, whose page has its die
            self.press(self.of("DieKey")[0 if fails else -1])
            self.press(self.main())
            return
        if len(rolls) == 1:
            worth = {each.word: (each.succeeds, each.face) for each in dicing.keys(self.app.table.view, self.app.table.prompt.checks[0])}
            faces = sorted(self.of("DieKey"), key=lambda key: worth[key.name])
            asked = self.app.table.prompt
            self.press(faces[0] if fails else faces[-1])
            if self.app.table.prompt is asked:  # more dice follow
                self.press(self.main())
            return
        for _ in rolls:
            self.press(next(widget for widget in self.of("PushButton") if widget.name in ROLL))
        self.press(self.main())

    def _choice(self) -> None:
        self.press(self.best(self.of("ActionRow"), *(row for page, row in self.plan.answers.items() if self.says(page))))

    def _confirm(self) -> None:
        self.push("No" if self.says(*self.plan.declines) else "Yes")

    def _number(self) -> None:
        wanted = next((number for pattern, number in self.plan.numbers.items() if self.says(pattern)), None)
        pill = [each for each in self.of("Pill") if each.name == str(wanted)]
        if pill:
            self.press(pill[0])
        self.press(self.main())

    def _ledger(self) -> None:
        self.press(self.main())

    def _form(self) -> None:
        """The pills he likes wherever they stand; of every field that has none yet, one."""
        liked = [row for page, row in self.plan.answers.items() if self.says(page)]
        rolls = next(each for each in self.driver.widgets() if hasattr(each, "rows") and hasattr(each, "bring"))
        for key, _, _ in tuple(rolls.rows) if liked else ():
            rolls.bring(key)
            self.driver.frames(2)
            for pill in [each for each in self.of("Pill") if each.name in liked and not _chosen(each)]:
                if self.driver.seen(pill):
                    self.press(pill)
        for _ in range(20):
            if not self.on_the_button().startswith("Still open"):
                break
            flows = [flow for flow in self.of("Flow") if flow.children and type(flow.children[0]).__name__ == "Pill"]
            unset = [flow for flow in flows if not any(_chosen(pill) for pill in flow.children)]
            self.press(self.best(unset[0].children[::-1]))
        self.press(self.main())
