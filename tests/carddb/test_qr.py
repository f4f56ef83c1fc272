"""Codes: what goes in comes out, whatever else is refused with a reason, and none is larger than
a camera likes."""

import zlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from carddb.armies import Armies
from carddb.cards import Card
from carddb.fielding import put_on_table
from carddb.labels import stickers
from carddb.letters import LETTERS, Unreadable, foreign, lettered, opened, unlettered, weight, written
from carddb.qr import Collector, Sent, army_codes, card_code, card_codes, game_codes, known, matrix, read, split
from carddb.samples import ROSTERS, sample_armies
from carddb.saves import Header
from carddb.squeezing import squeezed
from carddb.starter import starter_cards
from carddb.store import Store
from carddb.trouble import Trouble
from engine.games import RULESETS
from engine.values.events import TrackerSet
from engine.values.maps import frozen
from engine.values.texts import english
from tests.carddb.libraries import opened as opened_library
from tests.carddb.play import clock
from tests.carddb.test_imports import cards
from tests.games.cases import CASES

PACKS = [card for game in RULESETS for card in starter_cards(game).values()]


def told(card: Card) -> tuple[object, ...]:
    """What a code carries of a card."""
    return card.game, card.edition, card.revision, card.training, card.values


# Letters


def test_letters_worked_out_by_hand() -> None:
    """0xFFFF is 38 * 1681 + 40 * 41 + 17; 0x01 is one letter 0 and one letter 1; 256 is 6 * 41 +
    10."""
    assert lettered(b"\xff\xff") == LETTERS[38] + LETTERS[40] + LETTERS[17] == "-/H"
    assert lettered(b"\x01") == "01"
    assert lettered(b"\x01\x00\x01") == "06A01"
    assert unlettered("-/H01") == b"\xff\xff\x01"
    assert len(LETTERS) == len(set(LETTERS)) == 41


@pytest.mark.parametrize("text", ["0", "000" + "0", "///", "//", "-/I"])
def test_letters_that_no_bytes_make(text: str) -> None:
    with pytest.raises(Unreadable, match="the code is damaged"):
        unlettered(text)


@pytest.mark.law
@given(st.binary(max_size=300))
def test_any_bytes_go_through_letters(data: bytes) -> None:
    assert unlettered(lettered(data)) == data


@pytest.mark.parametrize(("size", "bytes_"), [(0, 0), (1, 1), (16, 11), (218, 150)])
def test_what_a_text_weighs(size: int, bytes_: int) -> None:
    """Eleven bits for two letters."""
    assert weight("A" * size) == bytes_


# Cards


@pytest.mark.parametrize("game", RULESETS)
def test_every_pack_card_in_one_small_code(game: str) -> None:
    pack = list(starter_cards(game).values())
    weights = [weight(card_code(card)) for card in pack]
    assert median(weights) <= 150
    assert max(weights) <= 300
    for card in pack:
        found = read(RULESETS, [card_code(card)])
        assert isinstance(found, Card)
        assert told(found) == told(card)
        assert found.source == ("training" if card.training else "scanned")


@pytest.mark.law
@settings(max_examples=60)
@given(cards())
def test_any_card_comes_back(card: Card) -> None:
    codes = card_codes(card)
    assert max(map(weight, codes)) <= 300
    found = read(RULESETS, codes)
    assert isinstance(found, Card)
    assert told(found) == told(card)
    assert card_codes(found) == codes


def test_a_card_larger_than_any_game_prints_comes_in_parts() -> None:
    text = "".join(Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=900))
    card = Card("x", "front", frozen({"name": "X", "text": text}))  # type: ignore[arg-type]
    codes = card_codes(card)
    assert len(codes) == 3
    assert read(RULESETS, codes[::-1]) == replace(card, id="scanned", source="scanned")
    with pytest.raises(Unreadable, match="X is too large for one code"):
        card_code(card)
    assert b"%PDF" in stickers([card])


def test_a_typed_code(tmp_path: Path) -> None:
    code = card_code(PACKS[0])
    typed = " ".join(code[at : at + 4] for at in range(0, len(code), 4)).lower() + "\n"
    assert read(RULESETS, [typed]) == read(RULESETS, [code])


def test_a_scanned_card_is_the_one_in_the_library(tmp_path: Path) -> None:
    library = opened_library(tmp_path)
    card = library.get("aam-r-kv-1")
    scanned = read(RULESETS, [card_code(card)])
    assert isinstance(scanned, Card)
    assert known(library.cards, scanned) == card
    other = replace(scanned, values=scanned.values.put("cost", 33))
    assert known(library.cards, other).id == "aam-kv-1"
    library.store.close()


# Refused


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing"),
        ("https://example.org/x", "a web address"),
        ("HTTP://EXAMPLE.ORG", "a web address"),
        ("WIFI:S:net;P:secret;;", "a wifi login"),
        ("mailto:a@b", "a mail address"),
        ("tel:+33", "a phone number"),
        ("BEGIN:VCARD\nN:X", "an address card"),
        ("4006381333931", "a number"),
        ("otpauth://totp/x", "a login secret"),
        ("geo:1,2", "a place on the map"),
        ("hello", "some text"),
        ("ADJ", "some text"),
        ("ADJ1C.", "some text"),
        ("ADJ1C." + "0" * 600, "some text"),
        ("ADJ1C.ab%", "some text"),
    ],
)
def test_a_code_of_somebody_else_is_told_and_not_opened(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=f"this is no code of the app: {why}"):
        opened(text)
    assert english(foreign(text)) == why


def test_a_newer_version_says_so() -> None:
    code = card_code(PACKS[0])
    for newer in (code.replace("ADJ1", "ADJ2"), code.replace("ADJ1", "ADJ12"), written("Z", b"x" * 20)):
        with pytest.raises(Unreadable, match="newer version"):
            read(RULESETS, [newer])


@pytest.mark.law
@given(st.integers(0, len(PACKS) - 1), st.integers(6, 200), st.sampled_from(LETTERS))
def test_one_wrong_letter_is_found(which: int, at: int, letter: str) -> None:
    code = card_code(PACKS[which])
    assume(at < len(code) and code[at] != letter)
    with pytest.raises(Unreadable):
        read(RULESETS, [code[:at] + letter + code[at + 1 :]])


@pytest.mark.law
@given(
    st.text(max_size=80)
    | st.from_regex(r"ADJ1[CP]\.[0-9A-Z*+./-]{1,80}", fullmatch=True)
    | st.binary(max_size=60).map(lambda data: written("C", data))
    | st.binary(min_size=8, max_size=60).map(lambda data: written("P", data))
)
def test_any_text_is_refused_with_a_reason_or_comes_back(text: str) -> None:
    with suppress(Trouble):  # which always has its reason
        found = Collector(RULESETS).add(text)
        assert found is None or (isinstance(found, Card) and read(RULESETS, [card_code(found)]) == found)


@pytest.mark.parametrize("data", [[], {}, ["", 0, 1], ["", 2, 1, {"name": "X"}], ["", 0, "1", {"name": "X"}], ["", 0, 1, []], [1, 0, 1, {"name": "X"}]])
def test_a_sound_code_with_something_else_in_it(data: Any) -> None:
    with pytest.raises(Unreadable, match="the code is damaged"):
        read(RULESETS, [written("C", squeezed("aam", data))])


def test_a_sound_code_with_no_card_in_it() -> None:
    with pytest.raises(Trouble, match="cost: not a whole number"):
        read(RULESETS, [written("C", squeezed("aam", ["", 0, 1, {"name": "X", "cost": "1"}]))])


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(Unreadable, match="there is no game chess"):
        read(RULESETS, [written("C", squeezed("chess", []))])


def test_a_small_code_that_would_be_huge() -> None:
    """Ten million letters in a few hundred bytes: nobody unpacks them."""
    small = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = small.compress(b'"' + b"a" * 10_000_000 + b'"') + small.flush()
    with pytest.raises(Unreadable, match="the code is damaged"):
        read(RULESETS, split("A", b"\x03aam" + bomb))


def test_something_after_the_end() -> None:
    with pytest.raises(Unreadable, match="the code is damaged"):
        read(RULESETS, [written("C", squeezed("aam", ["", 0, 1, {"name": "X"}]) + b"more")])


# Armies and games over several codes


@pytest.mark.parametrize("game", ROSTERS)
def test_an_army_in_any_order(tmp_path: Path, game: str) -> None:
    library = opened_library(tmp_path)
    army = Armies(library).save(ROSTERS[game][0].army(game))
    codes = army_codes(library, army)
    assert max(map(weight, codes)) <= 150
    Random(3).shuffle(codes)
    collector = Collector(RULESETS)
    for number, code in enumerate([*codes[:-1], *codes[:-1]]):
        assert collector.add(code) is None
        assert collector.found == min(number + 1, len(codes) - 1)
    assert collector.wanted == len(codes)
    assert len(collector.missing()) == 1
    found = collector.add(codes[-1])
    assert isinstance(found, tuple)
    assert found[0] == army
    assert [(card.id, told(card)) for card in found[1]] == [(key, told(library.get(key))) for key in dict.fromkeys(row.card for row in army.rows)]
    library.store.close()


@pytest.mark.parametrize("key", CASES)
def test_a_running_game(key: str) -> None:
    about = Header(key, "Evening “2”", RULESETS[key].version, "2026-10-04T18:00:00", ("Ann", "Ben"))
    codes = game_codes(about, CASES[key].start)
    assert max(map(weight, codes)) <= 300
    assert read(RULESETS, reversed(codes)) == Sent(about, CASES[key].start)


def test_a_running_game_goes_on_on_another_phone(tmp_path: Path) -> None:
    """Units of a ready army and a marker set by hand, over codes into a fresh install, which
    saves it as its own."""
    here, there = (Store(tmp_path / name, RULESETS, clock()) for name in ("here", "there"))
    game = here.new_game("aam", RULESETS["aam"].opened(), "Evening", ("Ann", "Ben"))
    for sample in (sample_armies("aam")[0], sample_armies("aam")[-1]):
        for event in put_on_table(sample.cards, sample.seat, game.session.state):
            game.session.dispatch(event)
    game.session.dispatch(TrackerSet("u1", "face_up", ("disrupted",)))
    codes = game_codes(game.header, game.session.state)
    assert max(map(weight, codes)) <= 300
    sent = read(RULESETS, Random(2).sample(codes, len(codes)))
    assert isinstance(sent, Sent)
    other = there.new_game(sent.about.game, sent.state, sent.about.name, sent.about.seats)
    assert other.session.state == game.session.state
    there.close()
    late = Store(tmp_path / "there", RULESETS, clock())
    (line,) = late.games()
    assert late.open_game(line.key).session.state == game.session.state
    late.close()
    here.close()


def test_parts_of_two_things_do_not_mix(tmp_path: Path) -> None:
    library = opened_library(tmp_path)
    one, other = (army_codes(library, ROSTERS["aam"][n].army("aam")) for n in (0, 1))
    collector = Collector(RULESETS)
    collector.add(one[0])
    collector.add(other[0])
    assert (collector.found, collector.wanted, collector.missing()[0]) == (1, len(other), 2)
    with pytest.raises(Unreadable, match="parts are missing: 2"):
        read(RULESETS, [one[0]] if len(one) == 2 else one[:1])
    library.store.close()


@pytest.mark.parametrize("body", [b"", b"A1234", b"A1234\x00\x00x", b"A1234\x02\x02x", b"A1234\x01\x01x"])
def test_parts_that_cannot_be(body: bytes) -> None:
    with pytest.raises(Unreadable, match="the code is damaged"):
        Collector(RULESETS).add(written("P", body) if body else written("P", b"x"))


@pytest.mark.parametrize(
    ("letter", "data"),
    [
        ("A", []),
        ("A", [{"game": "front"}, []]),
        ("A", [{"game": "aam", "id": "x", "name": "X", "rows": []}, [[]]]),
        ("A", [{"game": "aam", "id": "x", "name": "X", "rows": []}, [["No Id", "", 0, 1, {"name": "X"}]]]),
        ("G", []),
        ("G", [{"game": "aam"}, {}]),
        ("G", [{"game": "aam", "name": "X", "rules": 1, "created": ""}, {"units": 3}]),
    ],
)
def test_a_whole_that_is_none(letter: str, data: Any) -> None:
    with pytest.raises(Trouble):
        read(RULESETS, split(letter, squeezed("aam", data)))


def test_too_large_for_codes() -> None:
    with pytest.raises(Unreadable, match="send it as a file"):
        split("A", bytes(130 * 256))


def test_squares() -> None:
    """A quiet zone of four, the corner marks, and as many squares as the version has."""
    squares = matrix(card_code(PACKS[0]))
    assert len({len(row) for row in squares} | {len(squares)}) == 1
    assert (len(squares) - 8 - 17) % 4 == 0
    assert not any(any(row) for row in squares[:4])
    assert squares[4][4:12] == [True] * 7 + [False]


def test_the_word_book_stays_as_it_is() -> None:
    """Codes on printed labels are read with it: version 1 never changes, a better one is version
    2."""
    assert read(RULESETS, [GOLDEN]) == Card("scanned", "front", frozen({"name": "Old Label", "side": "axis", "dv": 3}), "scanned", "first")  # type: ignore[arg-type]


GOLDEN = "ADJ1C.0XTHHLGXRL90BG06SWWPI8YC8+H8/0X1TVNBCJPB6RBG2TH-157OGA8/-04F30W36"
