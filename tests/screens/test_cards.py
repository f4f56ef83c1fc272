"""The library by touches: found as one types, copied, changed, deleted and had back, sent as a
code, put on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Start = Callable[..., Any]


def library(start: Start) -> Any:
    driver = start(language="en")
    driver.app.navigator.replace({"screen": "home"}, {"screen": "cards", "game": "aam"})
    driver.frames(3)
    return driver


def test_cards_are_found_as_one_types(start: Start) -> None:
    driver = library(start)
    driver.app.navigator.page.search("sherm")
    driver.frames(2)
    names = [row[1].name for row in driver.app.navigator.page.list.rows]
    assert "M4A1 Sherman" in names
    assert all("sherm" in name.lower() for name in names[:2])
    driver.app.navigator.page.search("zzzz")
    driver.frames(2)
    assert driver.has("No card has these words")


def test_a_card_is_copied_deleted_and_had_back(start: Start) -> None:
    driver = library(start)
    before = len(driver.app.context.library.cards)
    driver.app.navigator.page.search("M4A1 Sherman")
    driver.frames(2)
    driver.tap("M4A1 Sherman")
    driver.reach("Make a copy")
    assert len(driver.app.context.library.cards) == before + 1
    driver.reach("Delete it")
    assert len(driver.app.context.library.cards) == before
    driver.tap("Undo: card deleted")
    assert len(driver.app.context.library.cards) == before + 1


def test_a_card_of_ones_own_needs_what_the_schema_needs(start: Start) -> None:
    """A side that is none is refused in a sentence; a name alone is enough, the rest is not
    stated."""
    driver = library(start)
    driver.app.navigator.go("card_edit", game="aam")
    driver.app.navigator.page._set("name", "Own Tank")
    driver.app.navigator.page._set("speed", 4)
    driver.frames(2)
    driver.tap("Keep it")
    assert driver.app.navigator.here["screen"] == "card"
    card = driver.app.context.library.get(driver.app.navigator.here["card"])
    assert (card.name, card.values["speed"], card.source) == ("Own Tank", 4, "own")
    driver.app.navigator.go("card_edit", game="aam", card=card.id)
    driver.app.navigator.page._set("speed", 999)
    driver.frames(2)
    driver.tap("Keep it")
    assert driver.has("That does not work")
    assert driver.app.context.library.get(card.id).values["speed"] == 4


def test_a_card_goes_onto_the_table(start: Start) -> None:
    driver = start(language="en")
    driver.tap("Try a sample")
    driver.tap("Axis & Allies Miniatures")
    before = len(driver.app.table.state.units)
    card = next(card for card in driver.app.context.library.cards.values() if card.name == "M4A1 Sherman")
    driver.app.navigator.go("card", card=card.id)
    driver.frames(3)
    driver.tap("Onto the table: Axis")
    assert driver.app.navigator.here["screen"] == "table"
    assert len(driver.app.table.state.units) == before + 1


@pytest.mark.parametrize("screen", ["cards", "rules"])
def test_with_large_text_the_list_stays_in_sight(start: Start, screen: str) -> None:
    """On a small phone at 200 % the games are one button; a tap on it shows the others, however
    often."""
    driver = start((360, 640), language="fr", text=2.0)
    driver.app.navigator.replace({"screen": "home"}, {"screen": screen})
    driver.frames(3)
    assert driver.app.navigator.page.list.height > driver.app.navigator.root_widget.height / 3
    button = "Tous les jeux" if screen == "cards" else "Axis & Allies Miniatures"
    driver.tap(button)
    driver.app.navigator.close_sheet()
    driver.frames(2)
    driver.tap(button)
    driver.reach("Epic Armageddon")
    assert driver.app.navigator.here["game"] == "epic"
    assert driver.app.navigator.open_sheet is None


def test_editions_are_said_in_the_language(start: Start) -> None:
    driver = start(language="fr")
    driver.app.navigator.replace({"screen": "home"}, {"screen": "cards", "search": "Bazooka"})
    driver.frames(3)
    assert driver.has("Axis & Allies Miniatures, édition révisée, ")
    assert not driver.has("revised")
