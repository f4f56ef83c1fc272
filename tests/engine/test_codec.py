"""Events and tables survive the way through JSON; anything else is refused with a sentence,
never with a crash."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.playing import codec
from engine.playing.codec import SAVE_VERSION, Damaged, plain, upgraded
from engine.values.events import (
    Abandoned,
    Advanced,
    Amended,
    Answered,
    CardFilled,
    Entry,
    HouseRuled,
    Noted,
    Opened,
    OptionSet,
    Redone,
    Ticked,
    TrackerSet,
    Undone,
    UnitAdded,
    UnitMoved,
)
from engine.values.maps import Map, frozen, pairs
from engine.values.model import BY_HAND
from engine.values.table import GameState
from engine.values.texts import say, say_many
from tests.engine.tables import ANY_JSON, EXACT, done, mutated, started, table
from tests.games.cases import CASES, KEPT, MOMENTS

LABEL = say("{what} of {unit}", what=say_many("one marker", "{count} markers", 2), unit="Tank")
EVENTS: tuple[Entry, ...] = (
    Opened("attack", pairs(attacker="a", range=4), ((1, "high ground"), (-2, "")), label=LABEL, overruled=("RULE-1",)),
    Answered("attack", "00c0ffee", (6, 6, 1), "app", label=LABEL),
    Answered("strike", "00c0ffee", ((6, 1), (2,))),
    Answered("sight", "00c0ffee", pairs(range=4, arc="rear", seen=True, by=None)),
    Abandoned(),
    HouseRuled(-1, "mud"),
    TrackerSet("a", "face_up", ("damaged", "disrupted"), label=LABEL),
    TrackerSet("", "weather", None),
    UnitAdded("c", 1, frozen({"name": "Tank", "defense": [5, 3], "abilities": {"sure": True}}), pairs(moved=True)),  # type: ignore[arg-type]
    UnitMoved("a", "destroyed"),
    CardFilled("a", ("units", 0, 1, "ff"), 5),
    OptionSet("floor", "1"),
    Advanced(leave=True),
    Noted("d'accord"),
    Ticked(2, done=False),
    Undone(3),
    Undone(0, correction=True),
    Redone(2),
    Redone(0, correction=True),
    Amended(7, Answered("cover", "00c0ffee", 1)),
    Amended(7, Answered("cover", "00c0ffee", 1), kept=(8, 11)),
)


def through_json(value: object) -> Any:
    return json.loads(json.dumps(plain(value)))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_as_it_was(event: Entry) -> None:
    assert codec.entry(through_json(event)) == event


def test_every_kind_of_event_is_among_them() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Entry))


@pytest.mark.law
@given(EXACT)
def test_any_answer_comes_back_as_it_was(value: Any) -> None:
    event = Answered("any", "", frozen(value))
    assert codec.entry(through_json(event)) == event


def test_what_has_its_default_is_not_written() -> None:
    assert plain(Advanced()) == {"is": "Advanced"}
    assert plain(Noted("x", overruled=("RULE-1",))) == {"is": "Noted", "text": "x", "overruled": ["RULE-1"]}


# Tables


def in_the_middle(game: str, answers: int = 1) -> GameState:
    """A procedure of each game half done, with a house row, a tracker set by hand and a note on
    the way."""
    session = KEPT[game].at(answers)
    for event in (HouseRuled(1, "high ground"), TrackerSet("@1", "money", 3), Noted("a note")):
        session.dispatch(event)
    return session.state


@pytest.mark.parametrize(("game", "answers"), MOMENTS)
def test_a_table_in_the_middle_of_a_procedure_comes_back_as_it_was(game: str, answers: int) -> None:
    state = in_the_middle(game, answers)
    assert state.pending is not None
    assert len(state.pending.since) == answers + 3
    assert codec.state(through_json(state)) == state


def test_durations_ticks_and_places_are_kept() -> None:
    state = table("duel", "end", turn=3, first=1, scenario="dawn", seats=[{"money": 2}, {}], table={"weather": "mud"})
    state = state.set("a", "smoke", True, BY_HAND, until=("end", -1))
    assert codec.state(through_json(state)) == state


def test_what_version_1_noted_in_a_procedure_is_forgotten() -> None:
    """It is worked out anew when the procedure is entered again."""
    state = table("duel", "end", turn=3)
    assert codec.state({**through_json(state), "scratch": {"hits": 2}}) == state


def test_a_ledger_half_done_is_kept() -> None:
    play = started("tiny")
    done(play, do="set", unit="a", tracker="marks", value=["red"])
    done(play, do="open", procedure="tidy")
    done(play, do="tick", line=0)
    assert play.on.state.ticks == (0,)
    assert codec.state(through_json(play.on.state)) == play.on.state


# Damage


@pytest.mark.parametrize(
    "data",
    [
        None,
        1,
        "Noted",
        [],
        {},
        {"is": "Nothing"},
        {"is": "Text", "key": "x"},
        {"is": None},
        {"text": "x"},
        {"is": "Noted"},
        {"is": "Noted", "text": 1},
        {"is": "Noted", "text": None},
        {"is": "Noted", "text": "x", "more": 1},
        {"is": "Noted", "text": "x", "overruled": "RULE-1"},
        {"is": "Noted", "text": "x", "overruled": [1]},
        {"is": "Noted", "text": "x", "label": "a word"},
        {"is": "Noted", "text": "x", "label": {"is": "Text"}},
        {"is": "Ticked", "line": True},
        {"is": "Ticked", "line": 1.0},
        {"is": "Answered", "prompt": "x", "digest": "", "value": 0.5},
        {"is": "Answered", "prompt": "x", "digest": "", "value": 1, "source": "phone"},
        {"is": "Opened", "procedure": "x", "args": []},
        {"is": "Opened", "procedure": "x", "house": [[1]]},
        {"is": "Opened", "procedure": "x", "house": [["x", 1]]},
        {"is": "CardFilled", "unit": "a", "path": [None], "value": 1},
        {"is": "Amended", "index": 1, "event": {"is": "Undone", "count": 1}},
    ],
)
def test_damaged_events_are_refused(data: Any) -> None:
    with pytest.raises(Damaged, match=r"\w"):
        codec.entry(data)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"game": 1},
        {"game": "aam", "turn": "1"},
        {"game": "aam", "units": {"a": 1}},
        {"game": "aam", "ends": {"a/b": ["end"]}},
        {"game": "aam", "pending": {}},
    ],
)
def test_damaged_tables_are_refused(data: Any) -> None:
    with pytest.raises(Damaged, match=r"\w"):
        codec.state(data)


def test_a_value_nested_too_deeply_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(Damaged):
        codec.entry({"is": "TrackerSet", "owner": "a", "tracker": "x", "value": deep})


def test_a_table_inside_tables_without_end_is_refused() -> None:
    state: Any = {"game": "aam"}
    for _ in range(100):
        state = {"game": "aam", "pending": {"procedure": "x", "args": {}, "start": state}}
    with pytest.raises(Damaged):
        codec.state(state)


@pytest.mark.parametrize("tag", [1, None, "Tank", [], {}])
def test_a_tag_of_any_shape_is_refused(tag: Any) -> None:
    with pytest.raises(Damaged):
        codec.entry({"is": tag})
    with pytest.raises(Damaged):
        codec.entry({"is": "Noted", "text": "x", "label": {"is": tag}})


def test_an_event_nested_too_deeply_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(Damaged):
        codec.entry(deep)


@pytest.mark.law
@given(ANY_JSON)
def test_any_data_is_an_event_or_damaged(data: Any) -> None:
    with suppress(Damaged):
        assert isinstance(codec.entry(data), get_args(Entry))
    with suppress(Damaged):
        assert isinstance(codec.state(data), GameState)


@pytest.mark.law
@given(st.sampled_from(EVENTS).flatmap(lambda event: mutated(through_json(event))))
def test_a_changed_event_is_an_event_that_comes_back_or_damaged(data: Any) -> None:
    with suppress(Damaged):
        event = codec.entry(data)
        assert codec.entry(through_json(event)) == event


STATES = {game: through_json(in_the_middle(game)) for game in CASES}


@pytest.mark.law
@given(st.sampled_from(list(STATES)).flatmap(lambda game: mutated(STATES[game])))
def test_a_changed_table_is_a_table_that_comes_back_or_damaged(data: Any) -> None:
    with suppress(Damaged):
        state = codec.state(data)
        assert codec.state(through_json(state)) == state


# Versions


def test_an_older_save_goes_through_every_upgrade_in_order() -> None:
    steps = {old: (lambda data, old=old: {**data, "seen": [*data.get("seen", []), old]}) for old in range(1, 5)}
    assert upgraded({"version": 2, "game": "aam"}, steps, 4) == {"version": 4, "game": "aam", "seen": [2, 3]}
    assert upgraded({"version": 1}, steps, 5) == {"version": 5, "seen": [1, 2, 3, 4]}


def test_a_save_of_today_stays_as_it_is() -> None:
    assert upgraded({"version": SAVE_VERSION, "x": 1}) == {"version": SAVE_VERSION, "x": 1}


@pytest.mark.parametrize("version", [None, 0, -1, "1", 1.0, True, [1], {}])
def test_a_save_without_a_version_is_refused(version: Any) -> None:
    with pytest.raises(Damaged, match="does not say its version"):
        upgraded({"version": version})
    with pytest.raises(Damaged, match="does not say its version"):
        upgraded({})


def test_a_newer_save_is_refused_not_guessed_at() -> None:
    with pytest.raises(Damaged, match=f"version 99; this app reads up to {SAVE_VERSION}"):
        upgraded({"version": 99})


def test_every_older_version_has_its_upgrade() -> None:
    assert set(codec.UPGRADES) == set(range(1, SAVE_VERSION))


def test_no_field_of_an_event_is_forgotten() -> None:
    named = {field.name for event in EVENTS for field in fields(event)}
    written = {name for event in EVENTS for name in through_json(event)} - {"is"}
    assert written == named


def test_an_empty_map_and_a_default_are_the_same() -> None:
    assert codec.entry({"is": "Opened", "procedure": "x"}) == Opened("x", Map())
