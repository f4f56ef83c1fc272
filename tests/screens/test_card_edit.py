"""Every card of every pack in the editor: opened at a nested place, one value changed by a
control, kept; and by touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.games import RULESETS
from engine.values.kinds import Fixed, Kind, ListOf, MapOf, Record, kind_at
from engine.values.maps import Map, Value
from screens.pages.card_edit import CardEditPage
from screens.present import editing
from screens.widgets.press import Pill
from screens.widgets.release import let_go

Start = Callable[..., Any]
Path = tuple[str | int, ...]
PROGRAM = ("Map(", "{'", "True", "False", "()", "_")
"""What only a program would read."""


def places(kind: Kind, value: Value, at: Path = ()) -> Iterator[Path]:
    """Every page of a card's editor, the deepest first."""
    found = kind_at(kind, at)
    held = editing.value_at(value, at)
    inner: list[str | int] = []
    if isinstance(found, Record | MapOf) and isinstance(held, Map):
        inner = list(held)
    elif isinstance(found, ListOf | Fixed) and isinstance(held, tuple):
        inner = list(range(len(held)))
    for part in inner:
        yield from places(kind, value, (*at, part))
    if isinstance(found, Record) or (isinstance(found, MapOf) and held):
        yield at


@pytest.mark.heavy
@pytest.mark.parametrize("game", list(RULESETS))
def test_every_card_is_changed_in_one_nested_value_and_kept(start: Start, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the first control of the deepest row that moves a number or takes another word; the pages
    are built and not drawn, since there are hundreds."""
    driver = start((360, 640), language="en")
    library, nav, rules = driver.app.context.library, driver.app.navigator, RULESETS[game]
    came_to: dict[str, Any] = {}
    monkeypatch.setattr(nav, "rebuild", lambda: None)
    monkeypatch.setattr(nav, "go", lambda screen, **args: came_to.update(args, screen=screen))
    for card in [card for card in library.cards.values() if card.game == game]:
        path = max(places(rules.card, card.values), key=len)
        page = CardEditPage(driver.app.context, {"game": game, "card": card.id, "path": list(path)})
        built = page.build()
        shown = [getattr(widget, "text", "") for widget in built.walk(restrict=True)]
        assert not [text for text in shown if text != card.name and any(sign in text for sign in PROGRAM)], card.id
        first_control(built).do()
        nav.places = [{"screen": "home"}, page.args]
        page._keep()
        assert came_to["screen"] == "card"
        after = library.cards[came_to["card"]].values
        inside, was = editing.value_at(after, path), editing.value_at(card.values, path)
        assert inside != was, card.id
        assert editing.put(after, path, was) == card.values, card.id
        page.close()
        let_go(built)
    nav.places = [{"screen": "home"}]


def first_control(built: Any) -> Any:
    """A number by one more, else a word to take or to leave, else a row to be rid of."""
    named = [widget for widget in built.walk(restrict=True) if getattr(widget, "name", "")]
    numbers = [widget for widget in named if widget.name.endswith(": one more")]
    words = [widget for widget in named if isinstance(widget, Pill)]
    return (numbers or words or [widget for widget in named if widget.name.startswith("Remove ")])[0]


def test_a_weapon_is_changed_from_the_datasheet(start: Start) -> None:
    """A tap on its row, a number typed, kept: only the weapons of that unit change."""
    driver = start(language="en")
    driver.app.navigator.replace({"screen": "home"}, {"screen": "card", "card": "epic-steel-infanterie-mecanisee"})
    driver.frames(3)
    driver.tap("7 Multi-Laser")
    assert driver.has("Multi-Laser")
    driver.app.navigator.page._set(("units", 3, 1, "weapons", 0, "range"), 60)
    driver.frames(2)
    driver.tap("Keep it")
    card = driver.app.context.library.get(driver.app.navigator.here["card"])
    assert editing.value_at(card.values, ("units", 3, 1, "weapons", 0, "range")) == 60
    assert driver.has("60")


def test_rows_are_added_moved_copied_and_removed(start: Start) -> None:
    driver = start(language="en")
    library, nav = driver.app.context.library, driver.app.navigator
    nav.go("card_edit", game="epic")
    nav.page._set("name", "Patrol")
    driver.frames(2)
    driver.reach("One more")
    nav.page._set(("units", 0, 1, "name"), "Walkers")
    driver.frames(2)
    driver.reach("One more")
    nav.page._set(("units", 0, 1, "weapons", 0, "name"), "Cannon")
    driver.frames(2)
    driver.back()
    driver.reach("Make a copy")
    nav.page._set(("units", 1, 1, "name"), "Riders")
    driver.frames(2)
    driver.reach("Up")
    driver.tap("Keep it")
    values = library.get(nav.here["card"]).values
    assert [row[1]["name"] for row in values["units"]] == ["Riders", "Walkers"]
    assert [row[1]["weapons"][0]["name"] for row in values["units"]] == ["Cannon", "Cannon"]
    driver.reach("1 Riders")
    driver.reach("Remove it")
    driver.tap("Keep it")
    assert [row[1]["name"] for row in library.get(nav.here["card"]).values["units"]] == ["Walkers"]


def test_what_is_wrong_is_told_in_the_players_words(start: Start) -> None:
    driver = start(language="en")
    nav = driver.app.navigator
    nav.go("card_edit", game="epic", card="epic-steel-infanterie-mecanisee")
    nav.page._set(("units", 3, 1, "weapons", 0, "ap"), 9)
    driver.frames(2)
    driver.tap("Keep it")
    assert driver.has("Units, 7 × Chimère, weapons, Multi-Laser, anti-personnel: more than 6")
