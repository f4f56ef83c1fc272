"""A card: all problems at once, in sentences; where it comes from; hostile data refused before
anybody looks inside."""

from typing import Any

import pytest

from carddb.cards import Card, NotACard, examined, filled, plain, read
from carddb.cites import cited
from carddb.library import restored
from carddb.starter import starter_cards
from engine.games import RULESETS
from engine.values.maps import frozen
from engine.values.texts import Text, english

SHERMAN = {"name": "M4A1 Sherman", "side": "allies", "type": "vehicle", "cost": 21, "defense": [5, 4]}
CARD = {"id": "sherman", "game": "aam", "edition": "revised", "source": "rulebook", "revision": 3, "cites": "p. 4", "card": SHERMAN}


def wrong(data: object) -> list[str]:
    card, problems = examined(RULESETS, data)
    assert (card is None) == bool(problems)
    return sorted(f"{each.place}: {english(each.why)}" for each in problems)


def test_a_card_is_read_and_written() -> None:
    card = read(RULESETS, CARD)
    assert (card.id, card.game, card.edition, card.source, card.revision, card.cites) == ("sherman", "aam", "revised", "rulebook", 3, "p. 4")
    assert (card.name, card.values["defense"], card.training) == ("M4A1 Sherman", (5, 4), False)
    assert plain(card) == CARD
    assert restored("sherman", CARD) == card


def test_what_a_card_need_not_say() -> None:
    card = read(RULESETS, {"id": "x", "game": "front", "card": {"name": "X"}})
    assert (card.source, card.edition, card.revision, card.cites) == ("own", "", 1, "")
    assert plain(card) == {"id": "x", "game": "front", "source": "own", "revision": 1, "card": {"name": "X"}}


def test_all_problems_at_once() -> None:
    data = {
        "id": "Not an id",
        "game": "aam",
        "source": "heard",
        "revision": 0,
        "more": 1,
        "card": {"cost": "cheap", "speed": -1, "defense": [1, 2, 3], "turret": True},
    }
    assert wrong(data) == [
        "card.cost: not a whole number",
        "card.defense: a list of 1 to 2, not of 3",
        "card.name: is missing",
        "card.speed: less than 0",
        "card.turret: not known here",
        "id: not up to 64 small letters, digits, dots, dashes and underscores",
        "more: not known here",
        "revision: less than 1",
        "source: none of rulebook, published, training, own, imported, scanned",
    ]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("a text", [": not a card"]),
        ({"id": "x", "game": "chess", "card": {"name": "X"}}, ["game: there is no game chess"]),
        ({"id": "x", "game": "aam"}, ["card.name: is missing", "card: not a table of names"]),
        ({"id": "x", "game": "aam", "card": {"name": "  "}}, ["card.name: is missing"]),
        ({"id": "x", "game": "aam", "card": {"name": 7}}, ["card.name: not a word"]),
        ({"id": "x", "game": "aam", "card": {"name": "n" * 81}}, ["card.name: longer than 80 characters"]),
    ],
)
def test_what_is_no_card(data: object, told: list[str]) -> None:
    assert wrong(data) == told


def deep(levels: int) -> Any:
    data: Any = "x"
    for _ in range(levels):
        data = [data]
    return data


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (deep(30), "card: nested too deeply"),
        (deep(5000), "card: nested too deeply"),
        ("n" * 10_000_000, "card: too large for a card"),
        ([0] * 5000, "card: too large for a card"),
        ("a\x00b", "card.name: a control character (U+0000) has no place on a card"),
        ("a\x1b[31mb", "card.name: a control character (U+001B) has no place on a card"),
        ("a\u202eb", "card.name: an invisible character (U+202E) has no place on a card"),
        ("a\u200bb", "card.name: an invisible character (U+200B) has no place on a card"),
        ("a\u2028b", "card.name: a line end (U+2028) has no place on a card"),
        ("a\ud800b", "card.name: half a character (U+D800) has no place on a card"),
        ("שרמן", "card.name: text from right to left cannot be shown yet"),
        ("دبابة", "card.name: text from right to left cannot be shown yet"),
    ],
)
def test_hostile_values_are_refused(value: Any, told: str) -> None:
    data = {"id": "x", "game": "aam", "card": {"name": value}}
    assert told.partition(": ")[2] in [line.partition(": ")[2] for line in wrong(data)]


def test_a_hostile_key_is_refused_too() -> None:
    assert wrong({"id": "x", "game": "aam", "card": {"name": "X", "abilities": {"a\x07b": True}}}) == [
        "card.abilities: a control character (U+0007) has no place on a card"
    ]


@pytest.mark.parametrize("number", [10**12, 10**4000, -(10**30), 1.5, float("inf")])
def test_huge_and_broken_numbers_are_refused(number: Any) -> None:
    assert len(wrong({"id": "x", "game": "aam", "card": {"name": "X", "cost": number}})) == 1


def test_french_german_and_signs_are_welcome() -> None:
    for name in ("Légion d'Acier", "Größe", "Ho-Ro “4”", "日本", "½ Autocanon", "Ж-4"):
        assert read(RULESETS, {"id": "x", "game": "aam", "card": {"name": name}}).name == name


def test_a_refusal_is_a_sentence() -> None:
    with pytest.raises(NotACard, match=r"card\.name: is missing") as no:
        read(RULESETS, {"id": "x", "game": "aam", "card": {}})
    assert len(no.value.problems) == 1


def test_a_value_filled_in() -> None:
    values = frozen({"name": "X", "av": {"ground": 2}})
    assert filled(values, ("av", "air"), 3) == frozen({"name": "X", "av": {"ground": 2, "air": 3}})
    assert filled(values, ("defense", 1), 4) == frozen({"name": "X", "av": {"ground": 2}, "defense": [None, 4]})
    assert filled(values, ("dv",), 1) == frozen({"name": "X", "av": {"ground": 2}, "dv": 1})


def test_training_is_known() -> None:
    assert Card("x", "aam", read(RULESETS, CARD).values, source="training").training


def test_what_the_packs_cite_has_words_or_is_the_title_of_a_book() -> None:
    """A new remark in a pack needs words too, or a French player reads English."""
    for game in RULESETS:
        for card in starter_cards(game).values():
            assert english(cited(card.cites)) == card.cites
            parts = [part for part in card.cites.split("; ") if part]
            assert all(isinstance(cited(part), Text) or "REV" in part for part in parts), card.cites
