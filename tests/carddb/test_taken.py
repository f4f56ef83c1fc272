"""What strangers send and files bring: refused with a reason or taken whole, and nothing of ours
gives way to it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from carddb.armies import Armies
from carddb.cards import NotACard
from carddb.imports import from_json
from carddb.library import Library, free_id
from carddb.qr import Sent, Unreadable, game_codes, read
from carddb.saves import Header
from carddb.tables import from_csv
from carddb.trouble import CannotOpen
from engine.games import RULESETS
from engine.values.kinds import Mistake, sentence
from engine.values.maps import pairs
from engine.values.table import GameState, Unit
from engine.values.texts import Text, english, say
from tests.carddb.libraries import opened

ARMY = {"id": "front-new-army", "game": "front", "name": "Theirs", "rows": [], "terms": {}}


@pytest.fixture
def armies(tmp_path: Path) -> Iterator[Armies]:
    library: Library = opened(tmp_path / "data")
    yield Armies(library)
    library.store.close()


def file(**more: Any) -> bytes:
    return json.dumps({"adjutant": "cards", "version": 1, "cards": [], **more}).encode()


def test_an_army_of_a_file_stands_beside_ours_of_the_same_id(armies: Armies) -> None:
    armies.new("front", "New army")
    taken = armies.take([ARMY])
    assert [(army.id, army.name) for army in taken] == [("front-new-army-2", "Theirs")]
    assert sorted(army.name for army in armies.all()) == ["New army", "Theirs"]
    assert [army.id for army in armies.take([{**ARMY, "id": "front-new-army-2"}])] == ["front-new-army-2"], "the same once more"


def test_armies_of_a_file_are_looked_at_before_anything_is_taken() -> None:
    wrong = {**ARMY, "rows": [{"card": "x", "count": 500}]}
    found = from_json(RULESETS, file(armies=[ARMY, wrong, 7, {"id": 3}]))
    assert [army["name"] for army in found.armies] == ["Theirs"]
    assert [(each.row, each.name) for each in found.refused] == [(2, "Theirs"), (3, ""), (4, "")]
    assert english(found.refused[0].why) == "rows.0.count: more than 99"


@pytest.mark.parametrize("armies", ["x", 5, {"a": 1}, None])
def test_what_is_no_list_of_armies_is_refused(armies: Any) -> None:
    assert len(from_json(RULESETS, file(armies=armies)).refused) == 1


def test_a_shared_part_that_is_no_card(armies: Armies) -> None:
    found = from_json(RULESETS, file(cards=[{"use": "a"}], shared={"a": [1]}))
    assert (found.cards, len(found.refused)) == ((), 1)


def test_a_table_has_at_most_so_many_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carddb.found.MOST_CARDS", 3)
    rows = [f"Tank {n}" for n in range(4)]
    assert len(from_csv(RULESETS, "\n".join(["name", *rows[:3]]).encode(), "front").cards) == 3
    with pytest.raises(CannotOpen, match="at most 3"):
        from_csv(RULESETS, "\n".join(["name", *rows]).encode(), "front")


def test_thousands_of_one_name_get_ids_without_counting_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first fifty are numbered as one would; the rest find a number near how many there are."""
    asked: list[str] = []

    class Counted(set[str]):
        def __contains__(self, key: object) -> bool:
            asked.append(str(key))
            return super().__contains__(key)

    known = Counted()
    for _ in range(400):
        known.add(free_id("tank", known))
    assert len(known) == 400
    assert {"tank", "tank-2", "tank-50"} < known
    assert len(asked) < 400 * 60


def test_a_copy_of_an_army_whose_name_is_as_long_as_can_be(armies: Armies) -> None:
    army = armies.new("front", "n" * 80)
    copy = armies.copy(army, army.name + " (copy)")
    assert (copy.name, copy.id != army.id) == ("n" * 80, True)
    assert len(armies.all()) == 2


def test_of_very_many_problems_the_first_are_told() -> None:
    """A thousand sentences in each other are deeper than the language can tell."""
    problems = [Mistake((n,), say("no")) for n in range(1000)]
    told = english(sentence(problems))
    assert told.startswith("0: no; 1: no; ")
    assert told.endswith("; 19: no; and 980 more")
    assert english(sentence(problems[:21])).endswith("19: no; and one more")
    assert english(sentence(problems[:20])).endswith("19: no")


def test_an_army_of_five_hundred_bad_rows(armies: Armies) -> None:
    with pytest.raises(NotACard, match="and 480 more"):
        armies.take([{**ARMY, "rows": [{"card": "x", "count": 500}] * 500}])


# Games of others


def table(game: str) -> GameState:
    start = RULESETS[game].opened()
    unit = Unit("u1", 1, pairs(name="Tank"))
    return replace(start, units=start.units.put("u1", unit))


def through_codes(game: str, state: GameState) -> Sent:
    sent = read(RULESETS, game_codes(Header(game, "Evening", 1, "2026-01-01T00:00:00", ("Ann", "Ben")), state))
    assert isinstance(sent, Sent)
    return sent


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_as_it_began_comes_through(game: str) -> None:
    assert through_codes(game, table(game)).state == table(game)


def test_half_a_letter_in_a_name_comes_through() -> None:
    state = table("dust")
    unit = replace(state.units["u1"], card=pairs(name="a\ud800b"))
    assert through_codes("dust", replace(state, units=state.units.put("u1", unit))).state.units["u1"].name == "a\ud800b"


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize(
    "strange", [{"step": "nowhere"}, {"turn": 20_000_000}, {"turn": 0}, {"turn": -3}, {"seat": 9}, {"first": 9}, {"seat": -1}, {"seats": ()}]
)
def test_a_table_that_is_none_of_this_game_is_refused(game: str, strange: dict[str, Any]) -> None:
    """Any of these would stop the screens at every later start."""
    with pytest.raises(Unreadable, match="damaged"):
        through_codes(game, replace(table(game), **strange))


@pytest.mark.parametrize("unit", [Unit("other", 0, pairs(name="Tank")), Unit("u1", 9, pairs(name="Tank"))])
def test_a_unit_under_a_wrong_key_or_of_no_seat_is_refused(unit: Unit) -> None:
    state = table("aam")
    with pytest.raises(Unreadable, match="damaged"):
        through_codes("aam", replace(state, units=state.units.put("u1", unit)))


@pytest.mark.parametrize("options", [{"zzz": "1"}, {}])
def test_readings_of_another_game_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(Unreadable, match="damaged"):
        through_codes("dust", replace(table("dust"), options=pairs(**options)))


def test_a_reading_that_nobody_knows_is_refused() -> None:
    state = table("dust")
    key = next(iter(state.options))
    with pytest.raises(Unreadable, match="damaged"):
        through_codes("dust", replace(state, options=state.options.put(key, "sideways")))


def test_a_refusal_is_a_text() -> None:
    with pytest.raises(Unreadable) as no:
        through_codes("aam", replace(table("aam"), step="x"))
    assert isinstance(no.value.why, Text)
