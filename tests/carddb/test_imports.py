"""Cards in and out: what is exported imports again, what is refused says why, and a file is
taken whole or not at all."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb.cards import KEY, SOURCES, Card, examined, plain
from carddb.cells import cell, value_of
from carddb.found import Cancelled, Found
from carddb.imports import from_json, take, to_json
from carddb.library import Library
from carddb.starter import starter_cards
from carddb.tables import examples, from_csv, headers, starting_table, to_csv
from carddb.trouble import CannotOpen, Trouble
from engine.games import RULESETS
from engine.values.kinds import Anything, Either, Fixed, Flag, Kind, ListOf, MapOf, Record, Whole, Word
from engine.values.maps import thawed
from engine.values.texts import Text, english
from screens.present.i18n import Language
from tests.carddb.libraries import again, many, opened

PACKS = [card for game in RULESETS for card in starter_cards(game).values()]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    found = opened(tmp_path / "data")
    yield found
    found.store.close()


def refused(found: Found) -> list[tuple[int, str, str]]:
    return [(each.row, each.name, english(each.why)) for each in found.refused]


def file(*cards: Any, **more: Any) -> bytes:
    return json.dumps({"adjutant": "cards", "version": 1, "cards": cards, **more}).encode()


# Random valid cards, from the definitions of a game


TEXTS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"), max_codepoint=0x58F), min_size=1, max_size=12)


def values_of(kind: Kind) -> st.SearchStrategy[Any]:
    match kind:
        case Whole(least=least, most=most):
            return st.integers(least, most)
        case Flag():
            return st.booleans()
        case Word(choices=choices):
            return st.sampled_from(choices) if choices else TEXTS
        case ListOf(kind=inner, least=least, most=most, blanks=blanks):
            return st.lists(values_of(inner) | st.none() if blanks else values_of(inner), min_size=least, max_size=min(most, 3))
        case Fixed(kinds=kinds):
            return st.tuples(*map(values_of, kinds)).map(list)
        case MapOf(kind=inner):
            return st.dictionaries(TEXTS, values_of(inner), max_size=3)
        case Either(kinds=kinds):
            return st.one_of(*map(values_of, kinds))
        case Record(fields=fields):
            optional = {field.key: values_of(field.kind) for field in fields if not field.required}
            return st.fixed_dictionaries({field.key: values_of(field.kind) for field in fields if field.required}, optional=optional)
        case Anything():
            return st.integers(0, 9) | TEXTS | st.dictionaries(TEXTS, st.integers(0, 9), max_size=2)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    game = draw(st.sampled_from(list(RULESETS)))
    data = {
        "id": draw(st.from_regex(KEY, fullmatch=True)),
        "game": game,
        "source": draw(st.sampled_from(SOURCES)),
        "revision": draw(st.integers(1, 9999)),
        "edition": draw(TEXTS).strip(),
        "cites": draw(TEXTS).strip(),
        "card": {**draw(values_of(RULESETS[game].card)), "name": draw(TEXTS.filter(str.strip))},
    }
    card, problems = examined(RULESETS, data)
    assert card, problems
    return card


def unlike(found: list[Card]) -> list[Card]:
    return list({card.id: card for card in found}.values())


@pytest.mark.law
@settings(max_examples=40)
@given(st.lists(cards(), max_size=4).map(unlike))
def test_what_is_exported_as_json_imports_again(found: list[Card]) -> None:
    assert from_json(RULESETS, to_json(found).encode()) == Found(tuple(found))


@pytest.mark.law
@settings(max_examples=40)
@given(st.lists(cards(), min_size=1, max_size=4).map(unlike))
def test_what_is_exported_as_a_table_imports_again(found: list[Card]) -> None:
    assert from_csv(RULESETS, to_csv(RULESETS, found).encode()) == Found(tuple(found))


@pytest.mark.law
@given(st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_refused_in_a_sentence_or_read(data: bytes) -> None:
    for found in (lambda: from_json(RULESETS, data), lambda: from_csv(RULESETS, data)):
        with suppress(Trouble):
            assert found().cards == ()


def test_every_pack_card_goes_out_and_comes_back() -> None:
    assert from_json(RULESETS, to_json(PACKS).encode()) == Found(tuple(PACKS))
    assert from_csv(RULESETS, to_csv(RULESETS, PACKS).encode()) == Found(tuple(PACKS))


# Our own JSON


def test_what_is_said_once_is_said_for_all() -> None:
    data = file(
        {"id": "a", "card": {"name": "A", "av": {"use": "guns"}}},
        {"id": "b", "edition": "second", "card": {"name": "B"}},
        game="front",
        edition="first",
        shared={"guns": {"ground": 3}},
    )
    found = from_json(RULESETS, data)
    assert [(card.id, card.game, card.edition, card.source) for card in found.cards] == [
        ("a", "front", "first", "imported"),
        ("b", "front", "second", "imported"),
    ]
    assert thawed(found.cards[0].values) == {"name": "A", "av": {"ground": 3}}


def test_every_refused_card_says_why() -> None:
    found = from_json(
        RULESETS,
        file(
            {"id": "a", "game": "front", "card": {"name": "A", "dv": -1, "luck": 1}},
            {"id": "b", "game": "front", "card": {"name": "B"}},
            {"id": "b", "game": "front", "card": {"name": "C"}},
            "card",
            {"id": "d", "game": "front", "card": {"use": "nothing"}},
        ),
    )
    assert [card.id for card in found.cards] == ["b"]
    assert refused(found) == [
        (1, "A", "card.luck: not known here; card.dv: less than 0"),
        (3, "C", "another card of this file has the id b"),
        (4, "", "not a card"),
        (5, "", "card.use: not known here; card.name: is missing"),
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "this is no file of cards, or it is torn"),
        (b"{", "this is no file of cards, or it is torn"),
        (b"[]", "this is not a file of cards"),
        (b'{"adjutant": "backup", "version": 1}', "this is not a file of cards"),
        (b'{"adjutant": "cards", "version": true}', "this is not a file of cards"),
        (b'{"adjutant": "cards", "version": 2, "cards": []}', "made by a newer version"),
        (b'{"adjutant": "cards", "version": 1, "cards": {}}', "this is not a file of cards"),
        (b"[" * 100_000, "or it is torn"),
        (b'{"a":' * 100_000, "or it is torn"),
        (b'{"adjutant": "cards", "version": 1' + b"0" * 5000 + b"}", "or it is torn"),
        (b'{"adjutant": "cards", "version": NaN}', "this is no file of cards, or it is torn"),
        (b"\xff\xfe\x00", "this is no text"),
        (b"PK\x03\x04 a workbook", "save the table as CSV first"),
        (b" " * (32 * 2**20 + 1), "too large: at most 32 MB"),
    ],
)
def test_a_file_that_is_none(data: bytes, why: str) -> None:
    with pytest.raises(CannotOpen, match=why):
        from_json(RULESETS, data)


def test_a_card_within_the_recursion_of_json_but_too_deep_for_a_card() -> None:
    nested = b"[" * 900 + b"]" * 900
    data = b'{"adjutant": "cards", "version": 1, "cards": [{"id": "a", "game": "aam", "card": {"name": %s}}]}' % nested
    assert refused(from_json(RULESETS, data)) == [(1, "", "nested too deeply")]


# Tables


def test_a_table_as_a_person_writes_it() -> None:
    table = "name;side;type;cost;defense;soldiers;abilities;subtypes\nJäger;axis;soldier;4;4;8; 6; -;close_assault: 6; double_shot;\n"
    found = from_csv(
        RULESETS,
        b"\xef\xbb\xbf" + table.replace("8; 6; -", '"8; 6; -"').replace("close_assault: 6; double_shot", '"close_assault: 6; double_shot"').encode(),
        game="aam",
    )
    assert found.refused == ()
    assert plain(found.cards[0]) == {
        "id": "aam-jager",
        "game": "aam",
        "source": "imported",
        "revision": 1,
        "card": {
            "name": "Jäger",
            "side": "axis",
            "type": "soldier",
            "cost": 4,
            "defense": [4],
            "soldiers": [8, 6, None],
            "abilities": {"close_assault": 6, "double_shot": True},
        },
    }


def test_a_dry_run_lists_every_refused_row() -> None:
    table = "game,name,cost,side,revision\naam,One,1,axis,1\naam,,2,axis,\nchess,Two,2,axis,\naam,Three,dear,ours,x\naam,Four,4,axis,1,5\n\n"
    found = from_csv(RULESETS, table.encode())
    assert [card.id for card in found.cards] == ["aam-one"]
    assert refused(found) == [
        (3, "", "name: is missing"),
        (4, "Two", "game: there is no game chess"),
        (5, "Three", "revision: not a whole number; side: none of axis, allies; cost: not a whole number"),
        (6, "Four", "there are more cells than columns"),
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no column"),
        (b"id,game\nx,aam\n", "no column"),
        (b'name\n"open', "the table is damaged"),
        (b"name\n" + b"n" * 200_000, "a cell is too long"),
        (b"\x81name", "this is no text"),
    ],
)
def test_a_table_that_is_none(data: bytes, why: str) -> None:
    with pytest.raises(CannotOpen, match=why):
        from_csv(RULESETS, data, game="aam")


def test_control_characters_in_a_table() -> None:
    assert refused(from_csv(RULESETS, "name\na\x00b\n‮x\n".encode(), game="aam")) == [
        (2, "ab", "name: a control character (U+0000) has no place on a card"),
        (3, "x", "name: an invisible character (U+202E) has no place on a card"),
    ]


def test_rows_of_one_name_get_ids_of_their_own() -> None:
    found = from_csv(RULESETS, b"name\nTank\nTank\nTank\n", game="front", taken=("front-tank",))
    assert [card.id for card in found.cards] == ["front-tank-2", "front-tank-3", "front-tank-4"]


def test_columns_are_those_of_the_game() -> None:
    about = ["id", "game", "edition", "source", "revision", "cites"]
    assert headers(RULESETS, ["aam"]) == [*about, *(field.key for field in RULESETS["aam"].card.fields)]
    once = ["name", "points", "initiative", "strategy", "army"]
    unit = ["count", "name", "type", "speed", "armour", "cc", "ff", "dc", "shields", "abilities", "critical", "transport"]
    weapon = ["name", "range", "shots", "ap", "at", "aa", "mw", "tk", "bp", "abilities"]
    inner = [*(f"units.{key}" for key in unit), *(f"units.weapons.{key}" for key in weapon)]
    assert headers(RULESETS, ["epic"]) == [*about, *once, *inner]


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("name", "Tank", "Tank"),
        ("name", "[x]", "[x]"),
        ("name", "[1]", '"[1]"'),
        ("name", '"q"', '"\\"q\\""'),
        ("subtypes", ["-"], '["-"]'),
        ("cost", 12, "12"),
        ("defense", [5, 4], "5; 4"),
        ("soldiers", [None, 4, 0], "-; 4; 0"),
        ("subtypes", [], "-"),
        ("subtypes", ["a;b"], '["a;b"]'),
        ("subtypes", ["a", "b c"], "a; b c"),
        ("abilities", {"a": 1, "b": True, "c": False, "d": "e"}, "a: 1; b; c: no; d: e"),
        ("abilities", {}, "-"),
        ("abilities", {"a": "yes"}, '{"a": "yes"}'),
        ("abilities", {"a:b": 1}, '{"a:b": 1}'),
    ],
)
def test_cells(key: str, value: Any, text: str) -> None:
    card = RULESETS["aam"].card
    assert cell(card, key, value) == text
    assert value_of(card, key, text) == value


# Into the library


def test_all_of_a_file_and_undone_in_one(library: Library) -> None:
    before = dict(library.cards)
    label = take(library, from_json(RULESETS, to_json(many(30)).encode()))
    assert english(label) == english(library.undoes) == "30 cards taken"
    assert len(library.cards) == len(before) + 30
    library.undo()
    assert library.cards == before
    assert again(library).cards == before


def test_nothing_of_a_file_with_a_refused_card_unless_told(library: Library) -> None:
    before = dict(library.cards)
    found = from_csv(RULESETS, b"name,cost\nA,1\nB,x\nC,3\n", game="aam")
    with pytest.raises(CannotOpen, match="nothing was taken: one card is refused"):
        take(library, found)
    assert library.cards == before
    assert english(take(library, found, skip=True)) == "2 cards taken"
    assert len(library.cards) == len(before) + 2


def test_an_empty_file_is_said_to_be_so(library: Library) -> None:
    with pytest.raises(CannotOpen, match="there are no cards to take"):
        take(library, from_json(RULESETS, file()))


@pytest.mark.heavy
@pytest.mark.parametrize("form", ["json", "csv"])
def test_ten_thousand_rows_stopped_half_way_change_nothing(library: Library, form: str) -> None:
    cards, before, told = many(10_000), dict(library.cards), list[tuple[int, int]]()

    def half(done: int, total: int) -> bool:
        told.append((done, total))
        return done < total / 2

    data = (to_json(cards) if form == "json" else to_csv(RULESETS, cards)).encode()
    rows = 10_000 if form == "json" else data.count(b"\n")
    with pytest.raises(Cancelled, match="stopped: nothing was changed"):
        (from_json if form == "json" else from_csv)(RULESETS, data, progress=half)
    assert told[0] == (0 if form == "json" else 1, rows)
    assert rows / 2 <= told[-1][0] < rows * 0.52
    assert told[-1][1] == rows
    assert library.cards == before
    assert library.store.cards.all() == {}
    assert library.undoes is None


# Tables as people have them


def french(text: Text | str) -> str:
    words = {
        "name": "nom",
        "cost": "coût",
        "speed": "vitesse",
        "belongs to": "camp",
        "Allies": "Alliés",
        "type": "type",
        "Vehicle": "Véhicule",
        "year": "année",
    }
    return words.get(text.key, english(text)) if isinstance(text, Text) else text


def test_a_table_of_a_french_spreadsheet() -> None:
    """Semicolons, French heads and words, decimal commas, the letters of Western Europe; a column
    of the owner's own is left out and said."""
    table = "Nom;Coût;Vitesse;Camp;Type;Année;Étagère\r\nChar léger;12,0;4;alliés;véhicule;1 942;B3\r\n"
    found = from_csv(RULESETS, table.encode("cp1252"), game="aam", tells=(english, french))
    assert found.refused == ()
    assert thawed(found.cards[0].values) == {"name": "Char léger", "cost": 12, "speed": 4, "side": "allies", "type": "vehicle", "year": 1942}
    assert [english(note) for note in found.notes] == ["the column Étagère is not understood and is left out"]


def test_two_columns_of_one_meaning_are_not_mixed() -> None:
    """The first counts; that the second does not is said."""
    found = from_csv(RULESETS, "Nom;Coût;Points\nChar;12;9\n".encode(), game="aam", tells=(english, french))
    assert thawed(found.cards[0].values) == {"name": "Char", "cost": 12}
    assert [english(note) for note in found.notes] == ["the column Points means the same as Coût and is left out"]


def test_heads_may_be_english_words_of_the_game() -> None:
    found = from_csv(RULESETS, b"Name,Points,Speed,Belongs to\nTank,9,3,Axis\n", game="aam")
    assert found.refused == ()
    assert thawed(found.cards[0].values) == {"name": "Tank", "cost": 9, "speed": 3, "side": "axis"}


def test_a_problem_is_placed_in_the_column_as_it_is_called() -> None:
    """By whoever wrote the table, not by the name of the field."""
    found = from_csv(RULESETS, "Nom;Coût\nChar;cher\n".encode(), game="aam", tells=(english, french))
    assert refused(found) == [(2, "Char", "Coût: not a whole number")]


def test_a_half_is_no_whole_number() -> None:
    assert [english(each.why) for each in from_csv(RULESETS, b"name;cost\nTank;4,5\n", game="aam").refused] == ["cost: not a whole number"]


LOCALE = Path(__file__).resolve().parents[2] / "locale"
TELLS = {"en": english, "fr": Language("fr", LOCALE).tell}


@pytest.mark.parametrize("game", list(RULESETS))
@pytest.mark.parametrize("told", TELLS)
@pytest.mark.parametrize("read", TELLS)
def test_the_table_to_start_from_reads_back_in_either_language(game: str, told: str, read: str) -> None:
    """Every card of the packs in the words of one language, read by an app in the other: the same
    cards, nothing left out."""
    cards = list(starter_cards(game).values())
    made = starting_table(RULESETS[game], cards, TELLS[told])
    found = from_csv(RULESETS, made.encode(), game=game, tells=(english, TELLS["fr"], TELLS[read]))
    assert (found.refused, found.notes) == ((), ())
    assert [card.values for card in found.cards] == [card.values for card in cards]


@pytest.mark.parametrize("game", list(RULESETS))
def test_no_cell_of_a_pack_card_is_for_programs(game: str) -> None:
    """Neither as it is exported nor in the table to start from."""
    cards = list(starter_cards(game).values())
    tables = [to_csv(RULESETS, cards), *(starting_table(RULESETS[game], cards, tell) for tell in TELLS.values())]
    assert not [table for table in tables if "{" in table or "[" in table]


def test_examples_show_as_many_columns_as_two_cards_can() -> None:
    """Of three: the one with most columns, then the one that adds most to it."""
    made = from_csv(RULESETS, b"name;cost;year\nA;1;\nB;1;1942\nC;;\n", game="aam").cards
    other = from_csv(RULESETS, b"name;speed\nD;3\n", game="aam").cards
    assert [card.name for card in examples(RULESETS["aam"], (*made, *other))] == ["B", "D"]
    assert examples(RULESETS["aam"], ()) == []


# Units and weapons on lines of their own


EPIC = """\
Nom;Points;Unités : nombre;Unités : nom;Unités : type;Unités : vitesse;Unités : blindage;Unités : capacités;Armes : nom;Armes : portée;Armes : antichar
Peloton;300;3;Char;véhicule blindé;20 cm;4+;Blindage renforcé;Canon;75 cm;4+
;;;;;;;;Bolter;30;
;;;Camion;VL;30;;-;;;
Seul;50;;Motos;infanterie;35;;;;;
"""
TANK = {"name": "Char", "type": "AV", "speed": 20, "armour": 4, "abilities": ["reinforced_armour"]}


def test_units_and_weapons_stand_on_lines_below_their_card() -> None:
    found = from_csv(RULESETS, EPIC.replace("VL", "véhicule léger").encode("cp1252"), game="epic", tells=(english, TELLS["fr"]))
    assert (refused(found), found.notes) == ([], ())
    weapons = [{"name": "Canon", "range": 75, "at": 4}, {"name": "Bolter", "range": 30}]
    units = [[3, {**TANK, "weapons": weapons}], [1, {"name": "Camion", "type": "LV", "speed": 30, "abilities": []}]]
    assert [thawed(card.values) for card in found.cards] == [
        {"name": "Peloton", "points": 300, "units": units},
        {"name": "Seul", "points": 50, "units": [[1, {"name": "Motos", "type": "INF", "speed": 35}]]},
    ]


def test_a_problem_below_a_card_names_its_line_and_column() -> None:
    """The truck stands on line 4, its card begins on line 2; empty lines are counted."""
    wrong = EPIC.replace(";VL;30", ";charrette;vite").replace("\nSeul;50", "\n;;;;;;;;;;\nSeul;cher")
    found = from_csv(RULESETS, wrong.encode(), game="epic", tells=(english, TELLS["fr"]))
    assert refused(found) == [
        (2, "Peloton", "line 4, Unités : type: none of INF, LV, AV, WE, AC, SC, CH; line 4, Unités : vitesse: not a whole number"),
        (6, "Seul", "Points: not a whole number"),
    ]


def test_units_as_json_in_one_cell_are_read_as_before() -> None:
    table = 'name,units\nTanks,"[[3, {""name"": ""Char"", ""type"": ""AV""}]]"\n'
    found = from_csv(RULESETS, table.encode(), game="epic")
    assert [thawed(card.values) for card in found.cards] == [{"name": "Tanks", "units": [[3, {"name": "Char", "type": "AV"}]]}]


def test_units_told_twice_are_refused() -> None:
    table = 'name,units,units.name\nTanks,"[[3, {""name"": ""Char""}]]",Char\n'
    assert refused(from_csv(RULESETS, table.encode(), game="epic")) == [(2, "Tanks", "units: told both in one cell and in columns of its own")]


@pytest.mark.parametrize("names", ["Gun\n;;Gun", ";4\n;;Gun"])
def test_rows_that_are_kept_by_name_need_one_each(names: str) -> None:
    """Two of one name would be one."""
    table = f"name;move;weapons.name;weapons.range\nSquad;1;{names};\n"
    found = from_csv(RULESETS, table.encode(), game="dust")
    assert [english(each.why) for each in found.refused] == ["weapons: every row needs a name of its own"]


def test_lists_of_one_card_stand_side_by_side() -> None:
    table = "name;models.role;models.weapons;weapons.name;weapons.range\nSquad;officer;Rifle;Rifle;6\n;medic;-;Knife;C\n;radio;;;\n"
    found = from_csv(RULESETS, table.encode(), game="dust")
    assert found.refused == ()
    assert thawed(found.cards[0].values) == {
        "name": "Squad",
        "models": [{"role": "officer", "weapons": ["Rifle"]}, {"role": "medic", "weapons": []}, {"role": "radio", "weapons": []}],
        "weapons": {"Rifle": {"range": "6", "kinds": []}, "Knife": {"range": "C", "kinds": []}},
    }


def test_a_first_line_of_parts_alone_is_a_card_without_a_name() -> None:
    found = from_csv(RULESETS, b"name;units.name\n;Char\nTanks;Char\n", game="epic")
    assert (refused(found), [card.name for card in found.cards]) == ([(2, "", "name: is missing")], ["Tanks"])
