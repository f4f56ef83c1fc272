"""The library: found while typing, looked at, copied, changed, taken away, and all of it undone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb import library as library_module
from carddb.cards import NotACard
from carddb.library import Library, free_id
from carddb.search import Filters, Index, facet, fits, folded, words
from carddb.starter import starter_cards
from carddb.trouble import CannotOpen, CannotSave
from engine.values.maps import frozen
from engine.values.texts import english, say
from tests.carddb.disks import Full
from tests.carddb.libraries import again, many, names, opened

SHERMAN = "aam-r-m4a1-sherman"
AAM = Filters(game="aam")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    found = opened(tmp_path / "data")
    yield found
    found.store.close()


class TestSearch:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("sherman", ["Early M4A1 Sherman", "M4A1 Sherman", "M4A1 Sherman Commander"]),
            ("SHER comm", ["M4A1 Sherman Commander"]),
            ("comm sher", ["M4A1 Sherman Commander"]),
            ("m4a1 early", ["Early M4A1 Sherman"]),
            ("t34", ["T-34/76 Model 1942"]),
            ("t-34", ["T-34/76 Model 1942"]),
            ("3476", []),
            ("red devil", ['"Red Devil" Captain']),
            ("superior camouflage", ["Wehrmacht Expert Sniper"]),
            ("zzz", []),
        ],
    )
    def test_words_and_beginnings(self, library: Library, text: str, found: list[str]) -> None:
        assert names(library.search(text, Filters(game="aam", edition="revised"))) == found

    def test_accents_count_for_nothing(self, library: Library) -> None:
        library.add("aam", {"name": "Éclaireur Ærø Łódź Größe"})
        for text in ("eclaireur", "ECLAIR", "éclaireur", "aero", "lodz", "grosse", "größe"):
            assert names(library.search(text, AAM)) == ["Éclaireur Ærø Łódź Größe"]

    def test_names_come_first(self, library: Library) -> None:
        """Commander is in one name, and a word of the type line of others."""
        found = names(library.search("commander", AAM))
        assert found[0] == "M4A1 Sherman Commander"
        assert "SNLF Captain" in found[1:]
        assert found[1:] == sorted(found[1:], key=folded)

    @pytest.mark.parametrize(
        ("filters", "count"),
        [
            (Filters(game="front"), 29),
            (Filters(game="front", side="axis"), 16),
            (Filters(game="front", kind="naval"), 4),
            (Filters(game="front", source="rulebook"), 7),
            (Filters(game="front", source="training", side="allies"), 11),
            (Filters(game="aam", edition="2005"), 13),
            (Filters(game="aam", edition="2005", cost=(7, 9)), 3),
            (Filters(game="aam", edition="2005", year=(1900, 2000)), 2),
            (Filters(game="aam", nation="Italy"), 7),
            (Filters(game="aam", nation="Italy", kind="vehicle", cost=(0, 8)), 1),
            (Filters(side="nobody"), 0),
        ],
    )
    def test_filters(self, library: Library, filters: Filters, count: int) -> None:
        assert len(library.search("", filters)) == count

    def test_choices(self, library: Library) -> None:
        assert {"allies", "axis"} <= {*library.choices("side")}
        assert [*library.choices("side")] == sorted(library.choices("side"))
        assert {"soldier", "vehicle", "ground", "air", "naval"} <= {*library.choices("kind")}
        assert {"2005", "revised"} <= {*library.choices("edition")}

    @pytest.mark.heavy
    def test_the_index_finds_what_a_look_at_every_card_finds(self) -> None:
        cards = many(400)
        index = Index(cards)
        for text in ("p", "pa", "pan", "kor n", "close_ass", "mar axis", "Infantry", "-", "ß", "veh 1"):
            for filters in (Filters(), Filters(side="axis"), Filters(cost=(3, 9), game="aam"), Filters(year=(1940, 1941))):
                by_name, others = index.search(text, filters)
                assert {card.id for card in by_name + others} == {card.id for card in cards if fits(card, text, filters)}
                assert by_name == sorted(by_name, key=lambda card: (folded(card.name), card.id))

    @pytest.mark.heavy
    def test_ten_thousand(self, library: Library) -> None:
        cards = many(10_000)
        library.write(say("{problem}", problem="many"), {card.id: card for card in cards})
        wanted = [card for card in cards if any(word.startswith("panko") for word in words(card.name))]
        assert {card.id for card in library.search("panko")} == {card.id for card in wanted}
        library.delete(wanted[0].id)
        assert {card.id for card in library.search("panko")} == {card.id for card in wanted[1:]}
        library.undo()
        assert len(library.search("panko")) == len(wanted)


class TestChanges:
    def test_view(self, library: Library) -> None:
        assert library.get(SHERMAN).values["cost"] == 21
        with pytest.raises(CannotOpen, match="there is no card nothing"):
            library.get("nothing")

    def test_duplicate(self, library: Library) -> None:
        copy = library.duplicate(SHERMAN)
        assert (copy.name, copy.source, copy.revision, copy.values["cost"]) == ("M4A1 Sherman (2)", "own", 1, 21)
        assert library.duplicate(copy.id).name == "M4A1 Sherman (3)"
        assert library.get(SHERMAN).name == "M4A1 Sherman"
        assert again(library).get(copy.id) == copy

    def test_edit(self, library: Library) -> None:
        changed = library.edit(SHERMAN, {"name": "M4A1 Sherman", "cost": 25})
        assert (changed.id, changed.source, changed.edition, changed.revision) == (SHERMAN, "own", "revised", 2)
        assert library.get(SHERMAN).values == frozen({"name": "M4A1 Sherman", "cost": 25})
        assert names(library.search("sherman", Filters(cost=(25, 25), edition="revised"))) == ["M4A1 Sherman"]
        assert again(library).get(SHERMAN) == changed

    def test_an_edit_that_is_no_card_changes_nothing(self, library: Library) -> None:
        with pytest.raises(NotACard, match=r"card\.side: none of axis, allies; card\.cost: not a whole number"):
            library.edit(SHERMAN, {"name": "X", "cost": "much", "side": "ours"})
        assert library.get(SHERMAN).values["cost"] == 21
        assert library.undoes is None

    def test_a_form_is_told_its_problems(self, library: Library) -> None:
        assert [(each.place, english(each.why)) for each in library.problems("front", {"dv": 100})] == [
            ("card.dv", "more than 99"),
            ("card.name", "is missing"),
        ]

    def test_a_value_asked_for_in_a_game_is_kept(self, library: Library) -> None:
        """The PAK's row was not printed; a prompt asked for it."""
        card = library.fill("aam-2005-pak-38", ("vehicles",), (11, 9, 7))
        assert (card.values["vehicles"], card.source, card.revision) == ((11, 9, 7), "rulebook", 2)
        assert again(library).get("aam-2005-pak-38") == card

    def test_the_card_behind_a_filled_in_unit(self, library: Library) -> None:
        before = library.get("aam-2005-pak-38")
        after = before.values.put("vehicles", (11, 9, 7))
        assert library.behind("aam", after, ("vehicles",)) == before
        assert library.behind("aam", after.put("name", "Other"), ("vehicles",)) is None
        library.fill(before.id, ("vehicles",), (11, 9, 7))
        assert library.behind("aam", after, ("vehicles",)) is None

    def test_delete_and_undo(self, library: Library) -> None:
        own = library.add("front", {"name": "Own"})
        library.delete(own.id, SHERMAN)
        assert SHERMAN not in library.cards
        assert names(library.search("m4a1 sherman", Filters(edition="revised"))) == ["Early M4A1 Sherman", "M4A1 Sherman Commander"]
        assert english(library.undoes) == "2 cards deleted"
        assert SHERMAN not in again(library).cards

    def test_undo_goes_back_through_everything(self, library: Library) -> None:
        before = dict(library.cards)
        own = library.add("front", {"name": "Own"})
        library.edit(own.id, {"name": "Own", "dv": 3})
        library.edit(SHERMAN, {"name": "Mine"})
        library.delete(own.id)
        library.delete(SHERMAN)
        labels = []
        while library.undoes:
            labels.append(english(library.undoes))
            library.undo()
        assert labels == ["card deleted: Mine", "card deleted: Own", "card changed: M4A1 Sherman", "card changed: Own", "card added: Own"]
        assert library.cards == before
        assert library.store.cards.all() == {}
        library.undo()
        assert library.cards == before

    def test_what_cannot_be_saved_is_not_shown(self, tmp_path: Path) -> None:
        library = opened(tmp_path)
        library.store.cards.storage.journal.disk = Full(tmp_path, 0)
        with pytest.raises(CannotSave):
            library.edit(SHERMAN, {"name": "Mine"})
        assert library.get(SHERMAN).name == "M4A1 Sherman"
        assert library.undoes is None

    def test_a_restored_backup_is_seen(self, library: Library, tmp_path: Path) -> None:
        own = library.add("front", {"name": "Own"})
        library.store.back_up(tmp_path / "b.zip")
        library.delete(own.id)
        library.store.restore(tmp_path / "b.zip")
        assert library.get(own.id) == own
        assert library.undoes is None

    def test_many_changes_are_found_before_and_after_the_index_is_made_again(self, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(library_module, "RECENT", 3)
        for number in range(8):
            library.add("front", {"name": f"Zebra {number}"})
            assert len(library.search("zebra")) == number + 1
        library.edit("own-front-zebra-4", {"name": "Gnu"})
        assert len(library.search("zebra")) == 7
        assert names(library.search("gnu")) == ["Gnu"]

    def test_ids(self) -> None:
        assert free_id("Éclair 4/b", ()) == "eclair-4-b"
        assert free_id("a", ("a", "a-2")) == "a-3"
        assert free_id("日本", ()) == "card"
        assert len(free_id("n" * 200, ("n" * 56,))) <= 64


@pytest.mark.law
@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("add", "edit", "delete", "undo", "search")), st.integers(0, 30), st.sampled_from(("Pan", "Panther", "Tiger é", "Pan Tiger"))
        ),
        max_size=25,
    )
)
def test_any_changes_leave_what_a_look_at_every_card_finds(tmp_path_factory: pytest.TempPathFactory, taps: list[tuple[str, int, str]]) -> None:
    library = opened(tmp_path_factory.mktemp("library"))
    for do, number, name in taps:
        keys = sorted(library.cards)
        key = keys[number * 7 % len(keys)]
        match do:
            case "add":
                library.add("front", {"name": name, "dv": number})
            case "edit":
                game = library.get(key).game
                library.edit(key, {"name": name, **({"dv": number} if game == "front" else {})})
            case "delete":
                library.delete(key)
            case "undo":
                library.undo()
            case "search":
                library.search(name)
    for text, filters in (("pan", Filters()), ("tig", Filters(game="front")), ("", Filters(side="axis"))):
        found = library.search(text, filters)
        assert {card.id for card in found} == {card.id for card in library.cards.values() if fits(card, text, filters)}
        assert len(found) == len({card.id for card in found})
    assert again(library).cards == library.cards


def test_facets_by_whatever_a_game_calls_them() -> None:
    card = starter_cards("front")["front-m4-sherman"]
    assert (facet(card, "kind"), facet(card, "side"), facet(card, "cost"), facet(card, "game")) == ("ground", "allies", None, "front")
    formation = starter_cards("epic")["epic-orks-gargant"]
    assert (facet(formation, "cost"), facet(formation, "side"), facet(formation, "year")) == (650, "orks", None)
    house = starter_cards("2gm")["2gm-house"]  # its points are those of the building
    assert facet(house, "cost") == 3
    assert facet(replace(house, values=house.values.without("cost")), "cost") is None
    assert facet(replace(house, game="chess"), "year") is None
