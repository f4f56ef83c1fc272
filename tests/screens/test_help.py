"""Help: the manual with its pictures, found by searching, and the chapter that fits from every
screen."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
Start = Callable[..., Any]
SAMPLE = """# A manual

Words before.

- [First](#one)
- [Second](#two)

<a id="one"></a>
## The first

A **bold** word,
on two lines.

```
make tea
```

![A pot](pot.png)

<a id="two"></a>
## The second

1. Tap [here](there.md).
2. Then there.
"""


def test_a_manual_is_read_chapter_by_chapter() -> None:
    from screens.pages.help import chapters, marked, paragraphs

    first, second = chapters(SAMPLE)
    assert (first.id, first.title, second.id, second.title) == ("one", "The first", "two", "The second")
    assert list(paragraphs(first.text)) == [("body", "A **bold** word, on two lines."), ("code", "make tea"), ("picture", "![A pot](pot.png)")]
    assert list(paragraphs(second.text)) == [("item", "1. Tap [here](there.md)."), ("item", "2. Then there.")]
    assert [role for role, _ in paragraphs(SAMPLE)] == ["headline", "body", "title", "body", "code", "picture", "title", "item", "item"]
    assert marked("A **bold** [x](y) `z`") == "A [b]bold[/b] x z"
    assert marked("1 [2] & 3") == "1 &bl;2&br; &amp; 3"


def test_searching_leaves_the_chapters_that_have_the_words(start: Start) -> None:
    driver = start(language="fr")
    driver.app.navigator.go("help")
    driver.frames(3)
    screen = driver.app.navigator.page
    everything = len(screen.list.rows)
    assert everything == len(screen.chapters) > 20
    screen.search("etiquettes IMPRIMER")
    driver.frames(2)
    assert 1 <= len(screen.list.rows) < 5
    driver.tap("Scanner et étiqueter")
    assert driver.app.navigator.here["chapter"] == "scan"
    driver.back()
    assert driver.app.navigator.page.searched == "etiquettes IMPRIMER"
    driver.app.navigator.page.search("zzzz")
    driver.frames(2)
    assert driver.has("Aucun chapitre")


def test_a_chapter_shows_its_pictures_when_the_reader_comes_to_them(start: Start) -> None:
    """Only what is in sight is loaded; a tap shows it larger; the last button leads on to the
    next chapter."""
    from screens.pages.help import Shot

    driver = start(language="en")
    driver.app.navigator.go("help", chapter="start")
    driver.frames(3)
    page = driver.app.navigator.page.page
    pictures = [value for _, value, _ in page.rows if isinstance(value, tuple) and value[0] == "picture"]
    built = [widget for widget in driver.widgets() if isinstance(widget, Shot)]
    assert len(built) < len(pictures)
    page.offset = page.body.height / 2
    driver.frames(3)
    shown = next(widget for widget in driver.widgets() if isinstance(widget, Shot) and driver.seen(widget))
    assert shown.height / shown.width == pytest.approx(915 / 412)
    driver.tap(shown)
    assert driver.app.navigator.open_sheet
    driver.back()
    page.offset = page.body.height
    driver.frames(3)
    driver.tap("Next: The table")
    assert driver.app.navigator.here["chapter"] == "table"
    assert driver.app.navigator.page.page.offset == 0


def test_a_tablet_has_the_chapters_beside_the_text(start: Start) -> None:
    driver = start((1280, 800), language="en")
    driver.app.navigator.go("help", chapter="undo")
    driver.frames(3)
    assert driver.has("Undo and amend")
    driver.tap("The table")
    assert driver.app.navigator.here["chapter"] == "table"
    assert driver.has("The table is the screen you play from.")


OTHERWISE = {"welcome", "home", "table", "ask", "both", "half", "help"}
"""Screens with another way to the manual: a button, a menu, or the screen around them."""


def test_every_screen_has_a_way_to_a_chapter_that_is_there() -> None:
    from screens.app.router import GAME_PAGES, PAGES
    from screens.pages.help import chapters

    known = {each.id for each in chapters((ROOT / "docs" / "manual.md").read_text("utf-8"))}
    for name, place in {**PAGES, **GAME_PAGES}.items():
        module, _, kind = place.partition(":")
        own = inspect.getsource(getattr(import_module(module), kind))
        assert name in OTHERWISE or "self.helping(" in own, name
    said = {name for file in (ROOT / "screens").rglob("*.py") for name in re.findall(r'(?:helping\(|chapter=|chapter = )"([\w-]+)"', file.read_text("utf-8"))}
    assert said - known == set()


def test_the_table_and_its_screens_open_their_chapters(start: Start) -> None:
    """The menu of the table: a first game of the game that is played; a settings page: its own."""
    driver = start(language="en")
    driver.tap("New game")
    driver.tap("Your own game")
    driver.tap("To the table")
    driver.tap("More")
    driver.reach("Help")
    assert driver.app.navigator.here["chapter"] == driver.app.table.view.rules.key
    assert driver.has("Your own game")
    for chapter, place in {"undo": {"screen": "history"}, "readings": {"screen": "settings", "page": "readings"}}.items():
        driver.app.navigator.replace({"screen": "home"}, place)
        driver.frames(2)
        driver.tap("Help")
        assert (driver.app.navigator.here["screen"], driver.app.navigator.here["chapter"]) == ("help", chapter)


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_no_words_are_cut_off_in_a_chapter_at_twice_the_size(start: Start, size: tuple[int, int]) -> None:
    from tests.screens.measuring import faults

    driver = start(size, language="fr", text=2.0)
    for chapter in ("start", "formats"):
        driver.app.navigator.replace({"screen": "home"}, {"screen": "help", "chapter": chapter})
        driver.frames(3)
        assert faults(driver) == []
        driver.app.navigator.page.page.offset = 1200
        driver.frames(3)
        assert faults(driver) == []


def test_f1_is_help_and_never_the_settings_of_kivy(start: Start) -> None:
    """Kivy's own would change every Kivy app of the machine: a monkey once hid our buttons
    behind a keyboard by them."""
    from kivy.core.window import Window

    driver = start(language="fr")
    for _ in range(2):  # where it is open already it stays
        Window.dispatch("on_keyboard", 282, 0, None, [])
        driver.frames(3)
        assert [place["screen"] for place in driver.app.navigator.places] == ["home", "help"]
        assert len(Window.children) == 1
    driver.back()
    assert driver.app.navigator.here == {"screen": "home"}


def test_a_keyboard_on_the_screen_covers_nothing_that_is_typed_into(start: Start) -> None:
    """On a phone the system moves the window up by this; here only that it is asked for can be
    seen."""
    from kivy.core.window import Window

    start(language="en")
    assert Window.softinput_mode == "below_target"
