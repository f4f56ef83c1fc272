"""The frozen mapping keeps its laws whatever was done to it, and plain data goes in and out
unharmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.values.maps import EMPTY, Map, frozen, pairs, thawed, tracked
from tests.engine.tables import EXACT

KEYS = st.sampled_from("abcd")
SIMPLE = st.integers(0, 3) | st.text(max_size=2) | st.tuples(st.integers(0, 2))
CHANGES = st.lists(st.tuples(KEYS, st.none() | SIMPLE, st.booleans()), max_size=12)


def changed(changes: list[tuple[str, Any, bool]]) -> tuple[Map[Any], dict[str, Any]]:
    """A map and its plain twin after changes (None takes away); now and then the hash is asked
    for in between."""
    here: Map[Any] = Map()
    twin: dict[str, Any] = {}
    for key, value, hashed in changes:
        if hashed:
            hash(here)
        here = here.without(key) if value is None else here.put(key, value)
        twin = {name: old for name, old in twin.items() if name != key} | ({} if value is None else {key: value})
    return here, twin


@pytest.mark.law
@given(CHANGES)
def test_changes_are_those_of_a_dict(changes: list[tuple[str, Any, bool]]) -> None:
    here, twin = changed(changes)
    assert dict(here) == twin
    assert len(here) == len(twin)
    assert [key in here for key in "abcd"] == [key in twin for key in "abcd"]


@pytest.mark.law
@given(CHANGES)
def test_a_hash_adjusted_on_the_way_is_the_hash_of_a_fresh_map(changes: list[tuple[str, Any, bool]]) -> None:
    here, twin = changed(changes)
    assert hash(here) == hash(Map(twin))
    assert here == Map(twin)


@pytest.mark.law
@given(st.dictionaries(KEYS, SIMPLE).flatmap(lambda held: st.tuples(st.just(held), st.permutations([*held.items()]))))
def test_the_order_of_entries_does_not_matter(both: tuple[dict[str, Any], list[tuple[str, Any]]]) -> None:
    one, other = Map(both[0]), Map(both[1])
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


@pytest.mark.law
@given(st.dictionaries(KEYS, SIMPLE), st.dictionaries(KEYS, SIMPLE))
def test_maps_are_equal_when_their_entries_are(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert (Map(one) == Map(other)) == (one == other)


@pytest.mark.law
@given(st.dictionaries(KEYS, SIMPLE), KEYS, SIMPLE)
def test_put_and_without_leave_the_old_map_alone(held: dict[str, Any], key: str, value: Any) -> None:
    old = Map(held)
    put, less = old.put(key, value), old.without(key)
    assert dict(old) == held
    assert put[key] == value
    assert key not in less
    assert put.without(key) == less


def test_a_map_reads_like_any_mapping() -> None:
    here = Map({"a": 1, "b": 2})
    assert list(here) == ["a", "b"]
    assert (here["a"], here.get("b"), here.get("c"), here.get("c", 7)) == (1, 2, None, 7)
    assert repr(here) == "Map({'a': 1, 'b': 2})"
    with pytest.raises(KeyError):
        here["c"]


def test_a_map_is_a_mapping() -> None:
    here = Map({"a": 1, "b": 2})
    assert isinstance(here, Mapping)
    assert (list(here.keys()), list(here.values()), list(here.items())) == (["a", "b"], [1, 2], [("a", 1), ("b", 2)])
    assert {**here, "c": 3} == {"a": 1, "b": 2, "c": 3}
    with pytest.raises(TypeError):
        here["a"] = 2  # type: ignore[index]


def test_setting_what_is_set_already_changes_nothing() -> None:
    here = Map({"a": 1, "b": None})
    assert here.put("a", 1) is here
    assert here.put("b", None) is here
    assert here.put("c", None) == Map({"a": 1, "b": None, "c": None})
    assert here.put("a", True)["a"] is True


def test_a_map_is_never_equal_to_something_else() -> None:
    assert Map({"a": 1}) != {"a": 1}
    assert EMPTY != ()


def test_maps_that_differ_hash_differently() -> None:
    assert len({hash(Map({key: value})) for key in "abc" for value in range(10)}) == 30


def test_taking_away_what_is_not_there_changes_nothing() -> None:
    here = Map({"a": 1})
    assert here.without("b") is here


def test_an_empty_tracker_is_absent() -> None:
    assert tracked(damage=2, broken=False, lost=(), name="", where=None) == Map({"damage": 2})
    assert pairs(damage=0) == Map({"damage": 0})


# Plain data


@pytest.mark.law
@given(EXACT)
def test_plain_data_comes_back_as_it_was(data: Any) -> None:
    assert thawed(frozen(data)) == data


@pytest.mark.law
@given(EXACT)
def test_frozen_data_can_be_a_key(data: Any) -> None:
    assert {frozen(data): 1}[frozen(data)] == 1


@pytest.mark.parametrize("data", [1.5, [1, [2.0]], {"a": {"b": 0.5}}, {1, 2}, object(), b"x"])
def test_what_is_not_exact_is_refused(data: Any) -> None:
    with pytest.raises(TypeError, match="neither a whole number, a word, a list nor a table"):
        frozen(data)


def test_tuples_and_frozen_maps_may_be_given_too() -> None:
    assert frozen((1, [2])) == (1, (2,))
    assert frozen({"a": Map({"b": 1})}) == Map({"a": Map({"b": 1})})
    assert frozen({1: "x"}) == Map({"1": "x"})
