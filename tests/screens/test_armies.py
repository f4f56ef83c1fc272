"""Armies by touches: built, judged at every tap, sent and read back; cards in and out by files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from carddb.armies import Armies

Start = Callable[..., Any]


def listening(driver: Any, folder: Path) -> Any:
    """A device that only writes down what it is to share."""
    from tests.screens.pretend import Pretend

    driver.put(device=Pretend(folder))
    return driver.app.context.device


def at_armies(start: Start) -> Any:
    driver = start(language="en")
    driver.tap("Armies")
    return driver


def built(driver: Any, *names: str) -> Any:
    """A new army of Axis & Allies cards, each found by typing and added by a tap."""
    driver.tap("New army")
    driver.tap("Axis & Allies Miniatures")
    driver.tap("Add cards")
    for name in names:
        driver.app.navigator.page.search(name)
        driver.frames(2)
        driver.tap(name)
    driver.back()
    return driver


def typed(driver: Any, text: str) -> None:
    entry = next(widget for widget in driver.widgets() if type(widget).__name__ == "Entry")
    entry.text = text


def test_an_empty_list_says_what_to_do(start: Start) -> None:
    assert at_armies(start).has("Build one card by card")


def test_points_and_problems_follow_every_tap(start: Start) -> None:
    """21 points; a German tank of 30 beside it is not allowed (AAM-02); taken out, the army is
    legal again."""
    driver = built(at_armies(start), "M4A1 Sherman")
    assert driver.has("21")
    assert driver.has("Legal")
    driver.tap("M4A1 Sherman: one more")
    assert driver.has("42")
    driver.tap("Add cards")
    driver.app.navigator.page.search("Panzer IV Ausf. G")
    driver.frames(2)
    driver.tap("Panzer IV Ausf. G")
    driver.back()
    assert driver.has("72")
    assert driver.has("Units of both sides in one army")
    driver.tap("Panzer IV Ausf. G: one less")
    assert driver.has("Legal")
    driver.app.context.store.close()  # as if the process were gone
    again = start(language="en")
    assert again.has("2 × M4A1 Sherman")


def test_a_year_nobody_agreed_on_is_a_dash(start: Start) -> None:
    """Nothing said is nothing said, not 1900; the first tap says the least."""
    driver = built(at_armies(start), "M4A1 Sherman")
    driver.tap("What the players agreed")
    assert driver.has("–")
    driver.reach("Year: one more")
    terms = Armies(driver.app.context.library).all()[0].terms
    assert terms.get("year") == 1900
    assert driver.has("1900")


def test_a_number_is_typed_where_it_stands_and_runs_while_a_key_is_held(start: Start) -> None:
    """A held key steps on the page alone; the army hears of the number when it is let go. Half a
    second, then 0.12 seconds a step: six steps in 1.3 seconds, fewer by what a list that may roll
    waits for."""
    driver = built(at_armies(start), "M4A1 Sherman")
    driver.tap("What the players agreed")

    def year() -> Any:
        return driver.app.navigator.page.army.terms.get("year")

    driver.scroll_to("Year: one more")
    driver.tap("Year")
    driver.type("1942")
    next(widget for widget in driver.widgets() if getattr(widget, "focus", False)).dispatch("on_text_validate")
    driver.frames(3)
    assert year() == 1942
    driver.hold("Year: one more", 1.3)
    assert 1945 <= year() <= 1948
    assert driver.has(str(year()))


def test_a_list_is_sent_and_read_back(start: Start, tmp_path: Path) -> None:
    driver = built(at_armies(start), "M4A1 Sherman")
    device = listening(driver, tmp_path)
    driver.tap("Share")
    driver.tap("As text")
    _, text = device.asked[-1]
    assert "1 x M4A1 Sherman" in text
    driver.back()
    driver.tap("From a text")
    typed(driver, text.replace("1 x", "3 x"))
    driver.tap("Read it")
    assert driver.has("3 × M4A1 Sherman")
    driver.back()
    driver.tap("From a text")
    typed(driver, "# Mine\ngame: aam\n2 x No Such Tank\n")
    driver.tap("Read it")
    assert driver.has("Line 3")
    assert len(Armies(driver.app.context.library).all()) == 2


def test_a_page_and_labels_are_made(start: Start, tmp_path: Path) -> None:
    driver = built(at_armies(start), "M4A1 Sherman")
    device = listening(driver, tmp_path)
    driver.tap("Share")
    driver.tap("A roster to print")
    driver.tap("Share")
    driver.tap("Labels to print")
    driver.tap("Stickers, A4, 21 labels")
    made = [what[1].read_bytes()[:5] for what in device.asked if what[0] == "share_file"]
    assert made == [b"%PDF-", b"%PDF-"]


def test_an_army_is_renamed_deleted_and_had_back(start: Start) -> None:
    driver = built(at_armies(start), "M4A1 Sherman")
    driver.tap("More")
    typed(driver, "Dawn [b]patrol")
    driver.tap("Keep it")
    assert driver.has("Dawn [b]patrol") or driver.has("Dawn &bl;b&br;patrol")
    driver.tap("More")
    driver.tap("Delete this army")
    assert not Armies(driver.app.context.library).all()
    driver.tap("Bring it back")
    assert len(Armies(driver.app.context.library).all()) == 1


def test_a_game_begins_with_an_army_of_ones_own(start: Start) -> None:
    driver = built(at_armies(start), "M4A1 Sherman")
    driver.tap("M4A1 Sherman: one more")
    driver.app.navigator.replace({"screen": "home"}, {"screen": "setup", "game": "aam"})
    driver.frames(3)
    driver.tap("New army")
    driver.reach("To the table")
    mine = [unit.name for unit in driver.app.table.state.units.values() if unit.seat == 0]
    assert mine == ["M4A1 Sherman 1", "M4A1 Sherman 2"]


def test_cards_of_a_file_are_looked_at_before_they_are_taken(start: Start, tmp_path: Path) -> None:
    """One row is sound, one is not: its reason is told, the sound one is taken."""
    from screens.pages.exchange import look_at

    driver = start(language="en")
    driver.app.navigator.go("cards", game="aam")
    file = tmp_path / "mine.csv"
    file.write_text("name,speed\nOwn Tank,3\nOther Tank,fast\n")
    look_at(driver.app.context, file, "aam")
    driver.until(lambda: driver.has("In this file"))
    assert driver.has("1 refused") or driver.has("one refused")
    assert driver.has("3: Other Tank")
    driver.tap("Take one card")
    assert any(card.name == "Own Tank" for card in driver.app.context.library.cards.values())
    file.write_bytes(b"\xff\xfe\x00nonsense")
    look_at(driver.app.context, file, "aam")
    driver.until(lambda: driver.has("That does not work"))
