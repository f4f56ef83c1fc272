"""Cards as tables: what stands where, worked out from the printed cards, and nothing of a card
left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from carddb.cards import Card
from carddb.starter import starter_cards
from engine.games import RULESETS
from engine.playing.datasheet import Datasheet, SheetTable
from engine.values.kinds import kind_at
from engine.values.maps import Map, Value, frozen
from engine.values.texts import english

PACKS = [(game, card) for game in RULESETS for card in starter_cards(game).values()]
EACH = pytest.mark.parametrize("card", [card for _, card in PACKS], ids=[card.id for _, card in PACKS])


def laid_out(card: Card) -> Datasheet:
    return RULESETS[card.game].datasheet(card.values)


def told(table: SheetTable) -> list[tuple[Any, ...]]:
    return [(row.count, english(row.name), *map(english, row.cells)) for row in table.rows]


def words_of(sheet: Datasheet) -> str:
    parts = [each for stated in (*sheet.figures, *sheet.facts) for each in (stated.name, stated.value)]
    for table in sheet.tables:
        parts += [table.title, *table.heads]
        parts += [each for row in table.rows for each in (str(row.count), row.name, row.more, *row.cells)]
    return " | ".join(english(part) for part in parts).casefold()


def leaves(value: Value) -> Iterator[int | str]:
    """Every number and word of a card; a no, a dash and an empty list say nothing."""
    if isinstance(value, Map):
        for key, each in value.items():
            if each is True:
                yield key
            yield from leaves(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from leaves(each)
    elif not isinstance(value, bool) and value not in (None, "-", "none", ""):
        yield value


HIDDEN = {"transport", "contact", "unlimited", "fighter", "bomber", "fighter_bomber", "permanent"}
"""Words that stand as a sign: a transport by its number, a range by a dash, a flyer by a letter."""


@EACH
def test_a_datasheet_leaves_nothing_of_a_card_out(card: Card) -> None:
    said, rules = words_of(laid_out(card)), RULESETS[card.game]
    numbers = set(re.findall(r"\d+", said))
    lost = []
    for leaf in leaves(card.values.without("name")):
        if isinstance(leaf, int):
            lost += [leaf] if leaf != 1 and str(leaf) not in numbers else []
        elif leaf not in HIDDEN:
            plain = leaf.split(":")[0].lower()
            known = rules.words.get(leaf) or rules.words.get(plain) or rules.words.get(plain.replace("_", " "))
            ways = (plain, plain.replace("_", " "), english(known).casefold() if known else plain)
            lost += [leaf] if not any(way in said or way in said.replace("-", " ") for way in ways) else []
    assert not lost
    assert "map(" not in said


@EACH
def test_every_row_names_its_place_on_the_card(card: Card) -> None:
    """So a tap on a row opens what it shows."""
    sheet = laid_out(card)
    for at in [stated.at for stated in (*sheet.figures, *sheet.facts)] + [row.at for each in sheet.tables for row in each.rows]:
        assert at
        assert type(kind_at(RULESETS[card.game].card, at)).__name__ != "Anything", at


def test_a_formation_has_its_units_and_its_weapons_counted() -> None:
    """Infanterie Mécanisée: 13 men carry lasguns; each of 7 Chimeras and 6 squads their own gun."""
    sheet = laid_out(starter_cards("epic")["epic-steel-infanterie-mecanisee"])
    assert [english(each.value) for each in sheet.figures] == ["400", "2+", "2", "20"]
    units, weapons = sheet.tables
    assert [english(head) for head in units.heads] == ["type", "cm", "arm.", "CC", "FF"]
    assert told(units) == [
        (1, "Commandement", "INF", "15", "6+", "5+", "5+"),
        (6, "Gardes Impériaux (autocanon)", "INF", "15", "–", "6+", "5+"),
        (6, "Gardes Impériaux", "INF", "15", "–", "6+", "5+"),
        (7, "Chimère", "AV", "30", "5+", "6+", "5+"),
    ]
    assert [english(head) for head in weapons.heads] == ["cm", "AP", "AT", ""]
    assert set(told(weapons)) == {
        (7, "Autocanon", "45", "5+", "6+", "–"),
        (13, "Fusils Laser", "15", "–", "–", "FF"),
        (1, "Épée tronçonneuse", "–", "–", "–", "CC"),
        (7, "Multi-Laser", "30", "5+", "6+", "–"),
        (7, "Bolter Lourd", "30", "5+", "–", "–"),
    }
    assert sheet.boxes == 20


def test_a_character_is_no_unit_to_lose() -> None:
    card = frozen({"name": "Led", "units": [[2, {"name": "Men", "type": "INF"}], [1, {"name": "Captain", "type": "CH"}]]})
    assert isinstance(card, Map)
    assert RULESETS["epic"].datasheet(card).boxes == 2


def test_dice_stand_by_range_and_defense_by_side() -> None:
    sheet = laid_out(starter_cards("aam")["aam-2005-m4a1-sherman"])
    assert [english(each.value) for each in sheet.figures] == ["21", "4", "5/4"]
    (dice,) = sheet.tables
    assert dice.heads == ("0–1", "2–4", "5–8")
    assert told(dice) == [(0, "Soldiers", "9", "9", "7"), (0, "Vehicles", "13", "11", "9")]


def test_what_a_card_does_not_state_is_a_question() -> None:
    sheet = RULESETS["aam"].datasheet(Map({"name": "Unknown", "cost": 4}))
    assert [english(each.value) for each in sheet.figures] == ["4", "?", "?"]
    assert not sheet.tables


def test_weapons_stand_against_armour_classes() -> None:
    """A column against which no weapon of the card does anything is left out."""
    sheet = laid_out(starter_cards("dust")["dust-training-schist-marksmen"])
    weapons, men = sheet.tables
    assert [english(head) for head in weapons.heads] == ["range", "S1", "S2", "S3"]
    assert told(weapons) == [(2, "Rifle", "6", "2/1", "2/1", "1/1"), (2, "Knife", "C", "2/1", "1/1", "1/1")]
    assert len(men.rows) == 2


def test_equipment_stands_below_the_weapons() -> None:
    sheet = laid_out(starter_cards("2gm")["2gm-training-blue-light-tank"])
    (lines,) = sheet.tables
    assert [english(head) for head in lines.heads] == ["cost", "impact", "pen.", "dmg", "range"]
    assert told(lines) == [(0, "Primary weapon", "–", "5/9", "5", "2", "3"), (0, "MG", "0", "5/9", "3", "1", "2"), (0, "Smoke Shell", "1", "–", "–", "–", "–")]


def test_attack_values_by_domain() -> None:
    sheet = laid_out(starter_cards("front")["front-training-ironwood-battleship"])
    assert [(english(each.name), english(each.value)) for each in sheet.figures] == [("attack, ground", "2"), ("attack, naval", "5"), ("defense", "6")]
