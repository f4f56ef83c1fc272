"""Sheets of labels: where each stands, what it says, and codes that read back from the page."""

import re
import zlib
from pathlib import Path

import pytest

from carddb.armies import Armies, Army, Row
from carddb.cards import Card
from carddb.labels import CARDS, STICKERS, Sheet, reference_cards, roster, stickers
from carddb.pdf import MM, Page, document, shown, width, wrapped
from carddb.qr import card_code, matrix
from carddb.scan import Picture, ZxingCpp
from carddb.starter import starter_cards
from engine.games import RULESETS
from engine.values.maps import pairs
from engine.values.texts import Text, english
from tests.carddb.libraries import opened

ALL = [card for game in RULESETS for card in starter_cards(game).values()]
TANK = starter_cards("aam")["aam-r-panzer-iv-ausf-g"]


def streams(file: bytes) -> list[str]:
    """What is drawn on each page."""
    return [zlib.decompress(found).decode("latin-1") for found in re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL)]


def texts(page: str) -> list[str]:
    return [re.sub(r"\\(.)", r"\1", found) for found in re.findall(r"Td \((.*?)\) Tj", page)]


def boxes(page: str) -> list[tuple[float, ...]]:
    """Rectangles of codes: x, y, width, height in points, from the bottom left."""
    drawn = re.findall(r"0 g\n(.*?)\nf\n?", page, re.DOTALL)
    return [tuple(map(float, found.split()[:4])) for block in drawn for found in block.splitlines() if found.endswith(" re")]


@pytest.mark.parametrize("sheet", [*CARDS.values(), *STICKERS.values()])
def test_labels_lie_on_the_paper_beside_each_other(sheet: Sheet) -> None:
    places = list(sheet.places())
    assert len(set(places)) == sheet.across * sheet.down
    wide, high = sheet.label
    assert min(left for left, _ in places) >= 4
    assert max(left for left, _ in places) + wide <= sheet.wide - 4
    assert max(top for _, top in places) + high <= sheet.high - 7
    for left, top in places:
        assert not [other for other in places if other != (left, top) and abs(other[0] - left) < wide - 1e-6 and abs(other[1] - top) < high - 1e-6]


@pytest.mark.parametrize(("sheet", "size"), [("a4", (63, 88)), ("letter", (63, 88))])
def test_reference_cards_have_the_size_of_cards(sheet: str, size: tuple[float, float]) -> None:
    assert CARDS[sheet].label == size


@pytest.mark.heavy
@pytest.mark.parametrize(("count", "pages"), [(0, 1), (1, 1), (9, 1), (10, 2), (19, 3)])
def test_as_many_pages_as_there_must_be(count: int, pages: int) -> None:
    file = reference_cards(RULESETS, [TANK] * count)
    assert file.startswith(b"%PDF-1.4")
    assert file.endswith(b"%%EOF\n")
    assert len(streams(file)) == pages
    assert f"/Count {pages} ".encode() in file
    assert sum(texts(page).count("Panzer IV Ausf. G") for page in streams(file)) == count


def test_the_table_of_a_file_says_where_everything_is() -> None:
    file = stickers([TANK], "a4")
    start = int(file.split(b"startxref\n")[1].split()[0])
    assert file[start : start + 4] == b"xref"
    places = [int(row.split()[0]) for row in file[start:].split(b"\n")[3:] if row.endswith(b"n ")]
    for number, place in enumerate(places, 1):
        assert file[place:].startswith(f"{number} 0 obj\n".encode())


@pytest.mark.parametrize("sheet", STICKERS)
def test_the_squares_of_a_code_as_they_lie_on_the_page(sheet: str) -> None:
    """Every square of the code, looked up in the middle of where it must be."""
    at, card = STICKERS[sheet], ALL[-1]
    squares = matrix(card_code(card))
    (page,) = streams(stickers([card], sheet))
    left, top = next(at.places())
    size = min(at.label[1], at.label[0] * 0.7)
    step = size / len(squares)
    assert step > 0.25  # millimetres; a camera at arm's length tells them apart
    drawn = boxes(page)
    for y, row in enumerate(squares):
        py = (at.high - top - (at.label[1] - size) / 2 - (y + 0.5) * step) * MM
        here = [(bx, bx + bw) for bx, by, bw, bh in drawn if by <= py <= by + bh]
        for x, dark in enumerate(row):
            px = (left + (x + 0.5) * step) * MM
            assert dark == any(start <= px <= end for start, end in here)


def said(card: Card) -> list[str]:
    """Every line of a printed card, on all its sides."""
    return [text for page in streams(reference_cards(RULESETS, [card])) for text in texts(page)]


def test_what_a_printed_card_says() -> None:
    lines = said(TANK)
    assert lines[0] == "Panzer IV Ausf. G"
    assert {"5/3", "0\x961", "2\x964", "5\x968", "Soldiers", "Vehicles"} <= set(lines)
    assert any(line.startswith("Extended Range 10: ") for line in lines)
    assert any(line.startswith("Sideskirts: ") for line in lines)
    mortar = said(starter_cards("aam")["aam-r-mortar-m2"])
    assert mortar[mortar.index("Vehicles") :][1:4] == ["\x96", "4", "4"]


def test_a_printed_formation_has_its_units_and_weapons_in_rows() -> None:
    """Three Basilisks: armoured vehicles, 20 cm, 5+, close combat 6+, firefight 5+; their guns
    reach 120 cm with one barrage point each."""
    lines = said(starter_cards("epic")["epic-steel-batterie-basilisks"])
    at = lines.index("3 Basilisk")
    assert lines[at + 1 : at + 6] == ["AV", "20", "5+", "6+", "5+"]
    at = lines.index("3 Canon Tremble-Terre")
    assert lines[at + 1 : at + 6] == ["Indirect fire", "120", "\x96", "\x96", "1"]


@pytest.mark.heavy
def test_nothing_printed_is_shortened_or_too_small() -> None:
    """Six points are the smallest letters; what does not fit stands on another side."""
    for file in (reference_cards(RULESETS, ALL[::3]), stickers(ALL[::3], "a4-65")):
        for page in streams(file):
            assert min(float(size) for size in re.findall(r"/[RB] (\S+) Tf", page)) >= 6
            assert not [text for text in texts(page) if "\x85" in text or "..." in text]


@pytest.mark.heavy
def test_every_value_of_a_formation_is_printed() -> None:
    """On one side or on two: each unit and each weapon with all its words."""
    for card in starter_cards("epic").values():
        printed = " ".join(said(card)).replace("- ", "")
        names = [row[1]["name"] for row in card.values["units"]]  # type: ignore[index, union-attr]
        for name in names:
            assert name.split()[0].replace("-", "") in printed.replace("-", ""), card.id


def test_what_was_invented_is_marked_in_the_language_of_the_player() -> None:
    card = starter_cards("front")["front-training-bison-tank"]

    def french(text: Text | str) -> str:
        return "entraînement" if isinstance(text, Text) and text.key == "training" else english(text)

    for file in (stickers([card], "a4-21", french), reference_cards(RULESETS, [card], tell=french)):
        assert any("entra\xeenement" in text for text in texts(streams(file)[0]))


@pytest.mark.heavy
def test_every_card_finds_its_room() -> None:
    """Nothing is drawn beside its label: each line begins and ends on it."""
    sheet = CARDS["a4"]
    places = list(sheet.places())
    for card in ALL[::4]:
        (page,) = streams(reference_cards(RULESETS, [card]))
        for bold, size, x, y, text in re.findall(r"/([RB]) (\S+) Tf (\S+) (\S+) Td \((.*?)\) Tj", page):
            start, line = float(x) / MM, sheet.high - float(y) / MM
            end = start + width(re.sub(r"\\(.)", r"\1", text).encode("latin-1").decode("cp1252"), float(size), bold == "B")
            assert any(left <= start and end <= left + 63.01 and top <= line <= top + 88 for left, top in places), (card.id, text)


@pytest.mark.parametrize("sheet", STICKERS)
def test_the_name_of_a_sticker_stays_on_it(sheet: str) -> None:
    at, (left, top) = STICKERS[sheet], next(STICKERS[sheet].places())
    for card in ALL[::20]:
        (page,) = streams(stickers([card], sheet))
        for bold, size, x, y, text in re.findall(r"/([RB]) (\S+) Tf (\S+) (\S+) Td \((.*?)\) Tj", page):
            start, line = float(x) / MM, at.high - float(y) / MM
            end = start + width(re.sub(r"\\(.)", r"\1", text).encode("latin-1").decode("cp1252"), float(size), bold == "B")
            assert left <= start
            assert end <= left + at.label[0] + 0.01, (card.name, text)
            assert top <= line <= top + at.label[1]


def test_a_roster_to_play_from(tmp_path: Path) -> None:
    """Infantry 250 with anti-air of 50, twice, is 600; too dear for 500. Thirteen stands and the
    Hydra are 14 boxes for each of the two."""
    armies = Armies(opened(tmp_path))
    rows = (Row("epic-steel-infanterie", 2, ("flak",)), Row("gone"))
    (page,) = streams(roster(armies, Army("x", "epic", "My army", rows, pairs(limit=500), "steel-legion"), "letter"))
    lines = texts(page)
    assert lines[:2] == ["My army", "Epic Armageddon, 600"]
    assert "2 \xd7 Infanterie + DCA: 600" in lines
    assert "1 \xd7 gone" in lines
    assert any(line.startswith("! the card gone is not in the library") for line in lines)
    assert any(line.startswith("! 600 points: 500 at most EPIC-226") for line in lines)
    at = lines.index("1 Hydre")
    assert lines[at + 1 : at + 6] == ["AV", "30", "6+", "6+", "5+"]
    assert len(re.findall(r"0 G 0.3 w", page)) == 2 * 14
    pages = streams(roster(armies, Army("x", "front", "Y", (Row("front-training-bison-tank"),) * 60)))
    assert len(pages) > 1
    assert sum(texts(page).count("1 \xd7 Bison Tank (training): 0") for page in pages) == 60
    assert min(float(y) for page in pages for y in re.findall(r"Tf \S+ (\S+) Td", page)) > 10 * MM
    armies.library.store.close()


# Letters on paper


def test_letters_the_font_has() -> None:
    assert shown("Légion “½” œ") == "Légion “½” œ"
    assert shown("Łódź日") == "?ód" + "z" + "?"


def test_signs_of_the_format_are_harmless() -> None:
    page = Page(100, 100)
    page.text(10, 10, r"a (b) \ c", 10)
    assert texts(page.drawn().decode("latin-1")) == [r"a (b) \ c"]
    assert document([page]).count(b"endobj") == 6


def test_widths_worked_out_by_hand() -> None:
    """W is 944 and i 222 thousandths of the size; ten points are 3.5278 mm."""
    assert width("Wi", 10) == pytest.approx((0.944 + 0.222) * 10 * 25.4 / 72)
    assert width("é", 10) == width("e", 10)
    assert width("W", 10, bold=True) > width("W", 10)


def test_long_texts_are_wrapped_and_long_words_broken() -> None:
    lines = wrapped("some words that need a few lines of their own", 15, 7)
    assert len(lines) > 2
    assert all(width(line, 7) <= 15 for line in lines)
    assert " ".join(lines) == "some words that need a few lines of their own"
    parts = wrapped("Donaudampfschifffahrt", 10, 7)
    assert len(parts) > 1
    assert all(part.endswith("-") for part in parts[:-1])
    assert "".join(part.removesuffix("-") for part in parts[:-1]) + parts[-1] == "Donaudampfschifffahrt"
    assert wrapped("entraînement", width("entraîneme-", 7), 7) == ["entraîne-", "ment"]
    assert wrapped("Chassa-Bombas", width("Chassa-Bo", 7), 7) == ["Chassa-", "Bombas"]


# Read back from the page as a reader of PDF shows it


@pytest.mark.skipif(not ZxingCpp().usable(), reason="zxing-cpp is not there")
@pytest.mark.parametrize(("sheet", "kind"), [("a4", "cards"), ("letter", "cards"), ("a4", "stickers"), ("a4-65", "stickers"), ("letter-30", "stickers")])
def test_codes_read_back_from_the_rendered_page(sheet: str, kind: str) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    cards: list[Card] = [max(starter_cards(game).values(), key=lambda card: len(card_code(card))) for game in RULESETS]
    file = stickers(cards, sheet) if kind == "stickers" else reference_cards(RULESETS, cards, sheet)
    bitmap = pdfium.PdfDocument(file)[0].render(scale=200 / 72, grayscale=True)  # as a camera sees it from a hand's width
    data = bytes(bitmap.buffer)
    grey = b"".join(data[row * bitmap.stride :][: bitmap.width] for row in range(bitmap.height))
    assert sorted(ZxingCpp().read(Picture(bitmap.width, bitmap.height, grey))) == sorted(map(card_code, cards))
