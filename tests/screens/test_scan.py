"""Codes by camera, by picture and by hand: shown, kept, put on the table, sent to another phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from carddb.armies import Armies
from carddb.cards import Card
from carddb.labels import stickers
from carddb.qr import army_codes, card_code, game_codes, matrix
from tests.screens.film import Film, shown

Start = Callable[..., Any]


def scanning(start: Start, **args: Any) -> Any:
    driver = start(language="en")
    driver.app.navigator.replace({"screen": "home"}, {"screen": "scan", **args})
    driver.frames(3)
    return driver


def card(driver: Any, name: str = "M4A1 Sherman") -> Card:
    return next(card for card in driver.app.context.library.cards.values() if card.name == name)


def blink(driver: Any, film: Film) -> None:
    """The card is taken away for a moment."""
    film.show([])
    driver.until(lambda: not driver.app.navigator.page.findings.batch._last)


def test_a_printed_label_before_the_camera_shows_its_stats(start: Start, film: Film) -> None:
    driver = scanning(start)
    film.page(stickers([card(driver)], "a4-21"))
    driver.until(lambda: driver.app.navigator.here["codes"] == [card_code(card(driver))])
    assert driver.has("M4A1 Sherman")
    assert driver.has("Read from the card itself, no network")
    assert driver.has("speed")


def test_each_card_counts_and_goes_into_an_army(start: Start, film: Film) -> None:
    """Two Shermans and a bazooka; the army opens with three units."""
    driver = scanning(start)
    tank, team = card_code(card(driver)), card_code(card(driver, "Bazooka"))
    for code in (tank, team):
        shown(driver, film, code)
        blink(driver, film)
    film.show(matrix(tank), scale=4)
    driver.until(lambda: len(driver.app.navigator.here["codes"]) == 3)
    assert driver.app.navigator.page.findings.batch.counts.total() == 3
    driver.tap("To an army")
    driver.tap("A new army")
    assert driver.app.navigator.here["screen"] == "army"
    army = Armies(driver.app.context.library).get(driver.app.navigator.here["army"])
    assert sorted(row.count for row in army.rows) == [1, 2]
    assert driver.has("2 × M4A1 Sherman")
    assert driver.has("46")  # 2 x 21 + 4 points as printed


def test_from_the_camera_onto_the_table_and_its_sheet(start: Start, film: Film) -> None:
    driver = start(language="en")
    driver.tap("Try a sample")
    driver.tap("Axis & Allies Miniatures")
    before = len(driver.app.table.state.units)
    driver.app.navigator.go("scan")
    driver.frames(3)
    shown(driver, film, card_code(card(driver)))
    driver.tap(next(name for name in driver.names() if name.startswith("Put on the table as")))
    assert len(driver.app.table.state.units) == before + 1
    unit = [*driver.app.table.state.units.values()][-1]
    assert driver.app.navigator.here["screen"] == "table"
    assert not film.running
    driver.app.navigator.go("unit", unit=unit.id)
    driver.frames(3)
    assert driver.has(unit.name)
    driver.reach("Its code")
    assert driver.app.navigator.open_sheet


def test_a_foreign_code_is_named_and_never_opened(start: Start, film: Film) -> None:
    driver = scanning(start)
    film.show(matrix("https://example.org/x"), scale=8)
    driver.until(lambda: bool(driver.app.navigator.page.findings.trouble))
    assert driver.has("a web address")
    assert driver.app.navigator.here["codes"] == []


def test_without_the_camera_the_other_ways_stay(start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    driver = start(language="en")
    monkeypatch.setattr(driver.app.context.device, "ask_camera", lambda done: done(False))
    driver.app.navigator.replace({"screen": "home"}, {"screen": "scan"})
    driver.frames(3)
    code = card_code(card(driver))
    driver.tap("Type a code")
    entry = next(widget for widget in driver.widgets() if type(widget).__name__ == "Entry")
    entry.text = code.lower()
    driver.tap("Read it")
    assert driver.has("M4A1 Sherman")
    driver.app.navigator.page.findings._less(card(driver).id)
    driver.frames(2)
    assert not driver.has("M4A1 Sherman")
    picture = tmp_path / "code.png"
    drawn(matrix(code), picture)
    driver.app.navigator.page.look_at(picture)
    driver.until(lambda: driver.has("M4A1 Sherman"))
    torn = tmp_path / "torn.png"
    torn.write_bytes(picture.read_bytes()[:99])
    driver.app.navigator.page.look_at(torn)
    driver.frames(2)
    assert driver.has("The picture cannot be read.")


def drawn(rows: list[list[bool]], path: Path) -> None:
    """A picture file of a code, without any library: PNG in grey."""
    import struct
    import zlib

    scale = 5
    lines = b"".join(b"\0" + bytes(0 if dark else 255 for dark in row for _ in range(scale)) for row in rows for _ in range(scale))
    side = len(rows) * scale

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


def test_a_running_game_goes_on_on_another_phone(start: Start, tmp_path: Path, film: Film) -> None:
    """By its codes alone, in any order, into an empty install; the same table, the same step."""
    from tools.tour import begin

    driver = start(language="en")
    driver.tap("Try a sample")
    driver.tap("The Front")
    driver.app.table.advance()
    state, header = driver.app.table.state, driver.app.table.game.header
    driver.app.navigator.go("codes")
    driver.frames(2)
    assert driver.has("Code 1 of")
    codes = driver.app.navigator.page.codes
    assert codes == game_codes(header, state)
    driver.stop()
    other = begin(tmp_path / "other", (412, 915), language="en")
    try:
        other.app.navigator.replace({"screen": "home"}, {"screen": "scan"})
        other.frames(3)
        for code in reversed(codes):
            shown(other, film, code)
        other.tap("Go on with this game here")
        assert other.app.navigator.here["screen"] == "table"
        assert other.app.table.state == state
        assert other.app.table.game.header.name == header.name
    finally:
        other.stop()


def test_an_army_travels_by_codes_with_its_cards(start: Start, film: Film) -> None:
    driver = scanning(start)
    armies = Armies(driver.app.context.library)
    own = driver.app.context.library.add("aam", {"name": "Own Tank", "cost": 12}, "own")
    army = armies.new("aam", "Mine", [card(driver), own])
    codes = army_codes(driver.app.context.library, army)
    armies.delete(army.id)
    driver.app.context.library.delete(own.id)
    for code in codes:
        shown(driver, film, code)
    assert driver.app.navigator.page.findings.batch.parts == (len(codes), len(codes))
    driver.tap("Keep this army")
    assert driver.has("1 × Own Tank")
    assert driver.has("1 × M4A1 Sherman")


def test_codes_read_so_far_survive_a_kill(start: Start, film: Film) -> None:
    driver = scanning(start)
    shown(driver, film, card_code(card(driver)))
    driver.app.context.store.close()  # no pause, no stop: as if the process were gone
    again = start(language="en")
    assert again.app.navigator.here["screen"] == "scan"
    assert again.has("M4A1 Sherman")
