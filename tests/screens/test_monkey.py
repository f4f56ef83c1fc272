"""Random taps, swipes, keys, words, turns and pauses through the real screens: nothing raises,
sticks or grows."""

from __future__ import annotations

import gc
import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("hurried")
Start = Callable[..., Any]
SOAK = os.environ.get("ADJUTANT_SOAK") == "1"
TAPS = int(os.environ.get("ADJUTANT_MONKEY", "400" if SOAK else "60"))
SIZES = ((412, 915), (915, 412), (360, 640), (1280, 800))
KEYS = ((13, "\r"), (9, "\t"), (32, " "), (8, ""), (273, ""), (274, ""), (276, ""), (275, ""), (282, ""), *((ord(key), key) for key in "0123456789uyn+-z"))
WORDS = ("7", "-1", "99999999999999999999", "Ann", "[b]x[/b]", "é\u0301\u202eabc", "👨‍👩‍👧", "\x00\x1b", "{unit} %s", "a" * 600)
HANDLES, MEMORY = 6, 60 * 2**20
"""So many open files more than before, and in a soak so many bytes more than after its first
third."""
ROOMS = (("aam", "en"), ("dust", "fr"), ("2gm", "en"), ("epic", "fr"), ("front", "en"), ("", "fr"))
ALL_ROOMS = [(game, language) for game in ("aam", "dust", "2gm", "epic", "front", "") for language in ("en", "fr")]


class Monkey:
    """Hands without a plan, and dice that make them do the same thing again."""

    def __init__(self, driver: Any, seed: str) -> None:
        self.driver, self.dice = driver, random.Random(seed)
        driver.put(dice=self.dice.choice)
        self.done: list[str] = []

    def act(self) -> None:
        """One thing a child might do."""
        deeds = (self.tap, self.swipe, self.key, self.type, self.back, self.turn, self.pause, self.hold, self.poke, self.twice, self.both)
        deed = self.dice.choices(deeds, (52, 8, 8, 6, 8, 3, 2, 1, 6, 3, 3))[0]
        self.done.append(f"{deed.__name__} {deed() or ''}")
        self.driver.wait_lock()

    def targets(self) -> list[Any]:
        """What can be pressed: on the sheet if one is open, else anywhere."""
        sheet = self.driver.app.navigator.open_sheet
        found = [widget for widget in self.driver.widgets() if getattr(widget, "do", None) and self.driver.seen(widget)]
        on_sheet = {id(widget) for widget in sheet.walk(restrict=True)} if sheet else set()
        return [widget for widget in found if id(widget) in on_sheet] or found

    def tap(self) -> str:
        target = self.dice.choice(self.targets())
        name = str(target.name)
        self.driver.tap(target)
        return name

    def twice(self) -> str:
        """A finger that trembles: again before anything is drawn."""
        target = self.dice.choice(self.targets())
        for touch in (self.finger(target), self.finger(target)):
            touch.touch_down()
            touch.touch_up()
        self.driver.frames(3)
        return str(target.name)

    def both(self) -> str:
        """Two fingers at once, let go one after the other."""
        targets = self.dice.choices(self.targets(), k=2)
        touches = [self.finger(target) for target in targets]
        names = " and ".join(str(target.name) for target in targets)
        for touch in touches:
            touch.touch_down()
        self.driver.frames(1)
        for touch in self.dice.sample(touches, 2):
            touch.touch_up()
            self.driver.frames(self.dice.randrange(3))
        self.driver.frames(2)
        return names

    def finger(self, target: Any) -> Any:
        from tools.driver import Finger

        return Finger(*target.to_window(*target.center))

    def hold(self) -> str:
        target = self.dice.choice(self.targets())
        self.driver.hold(target)
        return str(target.name)

    def point(self) -> tuple[float, float]:
        from kivy.core.window import Window

        return self.dice.random() * Window.width, self.dice.random() * Window.height

    def poke(self) -> None:
        """Anywhere, also where nothing is."""
        self.drag(self.point())

    def swipe(self) -> None:
        self.drag(self.point(), self.point(), self.point())

    def drag(self, at: tuple[float, float], *along: tuple[float, float]) -> None:
        from tools.driver import Finger

        touch = Finger(*at)
        touch.touch_down()
        for x, y in along:
            touch.touch_move(x, y)
            self.driver.frames(1)
        touch.touch_up()
        self.driver.frames(2)

    def key(self) -> str:
        from kivy.core.window import Window

        code, text = self.dice.choice(KEYS)
        Window.dispatch("on_keyboard", code, 0, text, [])
        self.driver.frames(2)
        return repr(text)

    def type(self) -> str:
        """A word into some entry; sometimes it is left there unfinished, with the cursor in it."""
        entries = [widget for widget in self.driver.widgets() if hasattr(widget, "insert_text") and self.driver.seen(widget)]
        word = self.dice.choice(WORDS)
        if entries:
            entry = self.dice.choice(entries)
            entry.focus = True
            if self.dice.random() < 0.5:
                self.driver.type(word)
            else:
                entry.insert_text(word)
                entry.dispatch("on_text_validate")
                entry.focus = False
        self.driver.frames(2)
        return word[:20]

    def back(self) -> None:
        if len(self.driver.app.navigator.places) > 1:
            self.driver.back()

    def turn(self) -> None:
        self.driver.resize(self.dice.choice(SIZES))

    def pause(self) -> None:
        self.driver.app.dispatch("on_pause")
        self.driver.app.dispatch("on_resume")
        self.driver.frames(2)


def begun(start: Start, tmp_path: Path, game: str, language: str) -> Any:
    from tests.screens.pretend import Pretend
    from tools.club_night import put_hall

    driver = start(language=language)
    driver.put(device=Pretend(tmp_path))
    driver.app.context.hall.open = lambda club=None: put_hall(driver.app.context, "Club")  # no broker is started
    if game:
        driver.app.navigator.go("setup", sample=True)
        driver.app.navigator.page._choose(game)
        driver.frames(3)
    return driver


def handles() -> int:
    """Open files; Kivy keeps up to 64 sizes of fonts open, those do not count."""
    found = 0
    for name in os.listdir("/proc/self/fd") if Path("/proc/self/fd").exists() else ():
        with suppress(OSError):
            found += not os.readlink(f"/proc/self/fd/{name}").endswith(".ttf")
    return found


def memory() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 if Path("/proc/self/statm").exists() else 0


def home(driver: Any) -> bool:
    """Whether the back key alone leads to the first screen."""
    for _ in range(15):
        if driver.app.navigator.here["screen"] in ("home", "welcome") and not driver.app.navigator.open_sheet:
            return True
        driver.back()
    return False


@pytest.mark.law
@pytest.mark.parametrize(("game", "language"), ALL_ROOMS if SOAK else ROOMS)
def test_a_monkey_breaks_nothing(start: Start, tmp_path: Path, game: str, language: str) -> None:
    """Every state has a way on and a way back; what is done is saved, and opens again as it was."""
    driver = begun(start, tmp_path, game, language)
    monkey, files, held = Monkey(driver, f"{game}{language}"), handles(), 0
    for number in range(TAPS):
        assert monkey.targets(), monkey.done[-20:]
        monkey.act()
        held = memory() if number == TAPS // 3 else held
    driver.resize(SIZES[0])
    assert home(driver), monkey.done[-20:]
    assert handles() <= files + HANDLES
    assert not SOAK or memory() <= held + MEMORY
    if driver.app.context.desk.table:
        app_game = driver.app.table.game
        kept = driver.app.context.store.settings.get("game"), app_game.session.state
        driver.stop()
        again = start().app
        assert again.context.store.open_game(app_game.key).session.state == kept[1]
