"""The library by game, army list and points; armies from a list, a text or a file; what a scan
says and what it keeps to itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from carddb import qr
from carddb.armies import Armies
from screens.pages import exchange
from screens.widgets.entry import Entry
from tests.carddb.test_battlescribe import COMPANY, roster, selection

Start = Callable[..., Any]
MECHANISED = "epic-steel-infanterie-mecanisee"


def at(driver: Any, *places: dict[str, Any]) -> None:
    driver.app.navigator.replace({"screen": "home"}, *places)
    driver.frames(3)


def test_the_library_says_how_many_it_found_and_what_they_cost(start: Start) -> None:
    driver = start(language="en")
    at(driver, {"screen": "cards", "game": "epic", "list": "orks"})
    driver.app.navigator.page.search("gargant")
    driver.frames(2)
    assert driver.has("2 cards")
    assert driver.has("650 points")
    names = [row[1].name for row in driver.app.navigator.page.list.rows]
    assert names == ["Gargant", "Grand Gargant"]


def test_cards_for_an_army_are_those_of_its_list(start: Start) -> None:
    driver = start(language="en")
    armies = Armies(driver.app.context.library)
    army = armies.new("epic", "Mine", (), "steel-legion")
    at(driver, {"screen": "cards", "game": "epic", "army": army.id})
    ids = [row[1].id for row in driver.app.navigator.page.list.rows]
    assert ids
    assert all(key.startswith("epic-steel") for key in ids)
    driver.tap("QG Régimentaire")
    assert [row.count for row in armies.get(army.id).rows] == [1]
    assert driver.has("Mine: 450 points")


def test_rules_and_cards_open_with_the_game_played_last(start: Start) -> None:
    driver = start(language="en")
    at(driver, {"screen": "rules"})
    first = driver.app.navigator.page.key_of
    driver.app.navigator.replace({"screen": "home"}, {"screen": "setup", "sample": True})
    driver.frames(2)
    driver.tap("Epic Armageddon")
    driver.app.context.desk.leave()
    driver.frames(2)
    assert first != "epic"
    for screen in ("rules", "cards"):
        at(driver, {"screen": screen})
        assert driver.has("Epic Armageddon")
    assert all(row[1].game == "epic" for row in driver.app.navigator.page.list.rows)


def test_the_library_opens_with_all_games_after_one_without_cards(start: Start) -> None:
    driver = start(language="en")
    at(driver, {"screen": "setup", "game": "own"})
    driver.tap("To the table")
    at(driver, {"screen": "cards"})
    assert driver.has("All games")
    assert driver.app.navigator.page.list.rows[0][0] != "none"


def test_several_options_without_the_sheet_closing(start: Start) -> None:
    driver = start(language="en")
    armies = Armies(driver.app.context.library)
    army = armies.new("epic", "Mine", (driver.app.context.library.get(MECHANISED),), "steel-legion")
    at(driver, {"screen": "army", "army": army.id})
    driver.tap("1 × Infanterie Mécanisée")
    driver.tap("DCA +50")
    driver.tap("Snipers +25")
    assert driver.app.navigator.open_sheet
    assert armies.get(army.id).rows[0].options == ("flak", "snipers")


def test_a_wrong_line_is_named_and_the_text_stays(start: Start) -> None:
    driver = start(language="en")
    at(driver, {"screen": "armies"})
    driver.app.navigator.page._paste(game="epic")
    driver.frames(2)
    text = "My list, 800 pts\n2x Infanterie Mécanisée - 400 pts\n3x Unknown Things - 10 pts\n"
    next(widget for widget in driver.widgets() if isinstance(widget, Entry)).text = text
    driver.tap("Read it")
    assert driver.has("Line 3: there is no card Unknown Things")
    assert next(widget for widget in driver.widgets() if isinstance(widget, Entry)).text == text
    driver.tap("Take the 2 units that were understood")
    (army,) = Armies(driver.app.context.library).all()
    assert (army.name, [(row.card, row.count) for row in army.rows]) == ("My list", [(MECHANISED, 2)])


def test_a_roster_is_looked_at_with_what_was_not_understood_and_taken(start: Start, tmp_path: Path) -> None:
    driver = start(language="en")
    file = tmp_path / "guard.ros"
    file.write_bytes(roster(COMPANY, selection("Allegiance")))
    at(driver, {"screen": "cards", "game": "epic"})
    exchange.look_at(driver.app.context, file, "epic")
    driver.until(lambda: driver.has("In this file"))
    assert driver.has("1 card") or driver.has("one card")
    assert driver.has("Allegiance: it has no profile of a unit and is left out")
    driver.tap("Take one card")
    assert [army.name for army in Armies(driver.app.context.library).all()] == ["My Guard"]
    assert "epic-tank-company" in driver.app.context.library.cards


def test_a_table_to_fill_in_is_given_away(start: Start) -> None:
    driver = start(language="fr")
    at(driver, {"screen": "cards", "game": "aam"})
    driver.tap("Plus")
    driver.tap("Un tableau à remplir")
    (file,) = (driver.app.context.store.disk.root / "shared").glob("*.csv")
    head = file.read_text("utf-8-sig").splitlines()[0]
    assert head.split(";")[:2] == ["nom", "camp"]


def test_a_wifi_code_keeps_its_password(start: Start) -> None:
    driver = start(language="en")
    at(driver, {"screen": "scan"})
    driver.app.navigator.page.read("WIFI:T:WPA;S:home;P:secret123;;")
    driver.frames(2)
    assert driver.has("a wifi login")
    assert not driver.has("secret123")


def test_a_scanned_formation_shows_units_and_weapons_and_what_is_of_another_game_is_said(start: Start) -> None:
    driver = start(language="en")
    library = driver.app.context.library
    at(driver, {"screen": "scan"})
    tank = next(card for card in library.cards.values() if card.name == "M4A1 Sherman")
    for card in (tank, library.get(MECHANISED)):
        driver.app.navigator.page.read(qr.card_code(card))
    driver.frames(2)
    assert driver.has("Infanterie Mécanisée")
    texts = [getattr(widget, "text", "") for widget in driver.widgets()]
    assert "7 Chimère" in texts
    assert "13 Fusils Laser" in texts
    army = Armies(library).new("epic", "Mine", ())
    driver.app.navigator.page.findings._join(army)
    driver.frames(2)
    assert driver.has("Of another game, and only in the library: M4A1 Sherman")


def test_into_an_army_go_only_cards_of_its_game_and_the_others_are_named_before(start: Start) -> None:
    driver = start(language="en")
    library = driver.app.context.library
    army = Armies(library).new("epic", "Mine", ())
    at(driver, {"screen": "scan", "army": army.id})
    tank = next(card for card in library.cards.values() if card.name == "M4A1 Sherman")
    driver.app.navigator.page.read(qr.card_code(tank))
    driver.frames(2)
    assert "Add it to Mine" not in driver.names()
    driver.app.navigator.page.read(qr.card_code(library.get(MECHANISED)))
    driver.frames(2)
    driver.scroll_to("Add it to Mine")
    assert driver.has("Of another game, and only in the library: M4A1 Sherman")
    driver.reach("Add it to Mine")
    assert [row.card for row in next(iter(Armies(library).all("epic"))).rows] == [MECHANISED]
