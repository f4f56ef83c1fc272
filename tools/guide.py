"""A newcomer with a manual: plays by touches what the manual says, in any language the app
speaks; for its pictures."""

from __future__ import annotations

from typing import Any

from engine.playing.duties import Next
from screens.present.lines import capital
from tools.autoplay import Autoplay
from tools.driver import Driver


class Guide:
    """Taps what the app calls by its English names, whatever language it speaks."""

    def __init__(self, driver: Driver) -> None:
        self.driver, self.app, self.player = driver, driver.app, Autoplay(driver, 11)

    def word(self, key: str) -> str:
        """A button by its English name, or a choice by the key its game has for it."""
        table = self.app.context.desk.table
        return self.told(table.rules.words.get(key, key) if table else key)

    def told(self, text: Any) -> str:
        return capital(self.app.context.tell(text))

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.driver.wait_lock()
            self.driver.reach(self.word(key))

    def main(self) -> None:
        """The large button."""
        self.driver.wait_lock()
        self.player.press(self.player.main())

    def go(self, screen: str, **args: Any) -> None:
        self.app.navigator.go(screen, **args)
        self.driver.frames(3)

    def home(self) -> None:
        self.app.navigator.replace({"screen": "home"})
        self.driver.frames(3)

    def table(self) -> None:
        self.app.navigator.replace({"screen": "home"}, {"screen": "table"})
        self.driver.frames(3)

    def top(self) -> None:
        """The list from its beginning."""
        self.app.navigator.page.list.offset = 0
        self.driver.frames(3)

    def bottom(self) -> None:
        """The list to its end; how long it is shows only on the way there."""
        rows, before = self.app.navigator.page.list, -1.0
        while rows.offset > before:
            before = rows.offset
            rows.offset = rows.body.height
            self.driver.frames(3)

    def sample(self, game: str) -> None:
        """Home, Try a sample, the game."""
        self.home()
        self.tap("Try a sample", self.app.context.rulesets[game].title.key)

    def unit(self, name: str) -> None:
        """A unit of the force that is shown, wherever in the list."""
        screen = self.app.navigator.page
        found = next(unit for unit in self.app.table.state.units.values() if unit.name == name)
        place = [key for key, _, _ in screen.list.rows].index(found.id)
        screen.list.offset = max(0, screen.list._tops[place] - 200)
        self.driver.frames(3)
        self.driver.wait_lock()
        self.driver.tap(name)

    def do(self, procedure: str) -> None:
        """A line of what can be done, on the unit sheet or in the list of the step."""
        name = self.told(self.app.table.view.rules.opening(procedure).text)
        if not self.player.in_sheet("ActionRow"):
            self._roll_to(name)
        rows = self.player.in_sheet("ActionRow") or self.player.of("ActionRow")
        self.player.press(next(row for row in rows if row.name == name))

    def _roll_to(self, name: str) -> None:
        """A list builds what is in sight alone: down it from its beginning, until there is such a
        line."""
        self.top()
        rows = self.app.navigator.page.list
        while not any(row.name == name and self.driver.seen(row) for row in self.player.of("ActionRow")):
            before = rows.offset
            rows.offset += rows.height / 2
            self.driver.frames(2)
            if rows.offset == before:
                return

    def offered(self, procedure: str) -> None:
        """Something the step offers beside what the large button says."""
        self.driver.wait_lock()
        self.tap("What next?") if self.word("What next?") in self.driver.names() else self.tap("More", "What next?")
        self.do(procedure)

    def choose(self, number: int = 0) -> None:
        self.player.press(self.player.of("ActionRow")[number])

    def odds(self) -> None:
        self.driver.until(lambda: "looking" not in self.app.navigator.here)

    def answer(self, *keys: str) -> None:
        """Whatever is asked, until one of these is."""
        while self.app.table.prompt and self.app.table.prompt.key.partition(":")[0] not in keys:
            if self.app.navigator.here["screen"] != "ask":
                self.main()
            prompt = self.app.table.prompt
            self.choose() if prompt.kind == "choice" else self.player.answer()

    def onward(self, step: str) -> None:
        """What the large button says, until a step has come."""
        while self.app.table.state.step != step:
            if self.app.navigator.page.deed().next is Next.OPEN:
                self.main()
                self.answer()
            else:
                self.player.onward()
