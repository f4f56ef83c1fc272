"""What a value may be: good data is taken, bad data is told with all its problems, the schema
says the same."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.values.kinds import (
    LONGEST,
    Anything,
    Either,
    Field,
    Fixed,
    Flag,
    Kind,
    ListOf,
    MapOf,
    Record,
    UnitId,
    Whole,
    Word,
    fields,
    kind_at,
    required,
    sentence,
    taken,
)
from engine.values.maps import frozen, thawed
from engine.values.texts import english
from tests.engine.tables import ANY_JSON, nested

CARD = Record(
    (
        *required(name=Word(), life=Whole(1, 9)),
        *fields(type=Word(("tank", "gun")), row=ListOf(Whole(0, 9), 3, 3, blanks=True), shot=Fixed((Whole(1, 6), Flag()))),
        Field("skills", ListOf(Word()), default=()),
    )
)


def told(kind: Kind, data: Any, *at: str | int) -> list[str]:
    """The problems as sentences."""
    return [f"{problem.place}: {english(problem.why)}" for problem in taken(kind, data, *at)[1]]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Whole(), 0),
        (Whole(), 10**9),
        (Whole(-3, 3), -3),
        (Flag(), False),
        (Word(), ""),
        (Word(), "x" * LONGEST),
        (Word(("a", "b")), "b"),
        (UnitId(), "tank 1"),
        (ListOf(Whole()), []),
        (ListOf(Whole(), 2, 3), [1, 2]),
        (ListOf(Whole(), blanks=True), [1, None, 2]),
        (ListOf(ListOf(Flag())), [[True], []]),
        (Fixed((Whole(), Word())), [1, "a"]),
        (MapOf(Whole()), {"a": 1, "b": 2}),
        (Either((Whole(), Flag())), True),
        (Anything(), {"a": [1, None, {"b": "c"}]}),
        (Record(), {}),
        (CARD, {"name": "x", "life": 9, "type": "gun", "row": [1, None, 3], "shot": [6, True], "skills": ["a"]}),
    ],
)
def test_good_data_is_taken_as_it_is(kind: Kind, data: Any) -> None:
    value, problems = taken(kind, data)
    assert problems == ()
    assert thawed(value) == data
    assert taken(kind, value) == (value, ())


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        (Whole(), "1", "not a whole number"),
        (Whole(), 1.0, "not a whole number"),
        (Whole(), True, "not a whole number"),
        (Whole(), None, "not a whole number"),
        (Whole(), -1, "less than 0"),
        (Whole(2, 6), 7, "more than 6"),
        (Whole(), 10**9 + 1, "more than 1000000000"),
        (Flag(), 1, "neither true nor false"),
        (Flag(), None, "neither true nor false"),
        (Word(), 1, "not a word"),
        (Word(("a", "b")), "c", "none of a, b"),
        (Word(), "x" * (LONGEST + 1), "longer than 1000 characters"),
        (ListOf(Whole()), "abc", "not a list"),
        (ListOf(Whole()), {"a": 1}, "not a list"),
        (ListOf(Whole()), 1, "not a list"),
        (ListOf(Whole(), 2, 2), [1], "a list of 2 to 2, not of 1"),
        (ListOf(Whole()), [1] * (LONGEST + 1), "a list of 0 to 1000, not of 1001"),
        (Fixed((Whole(), Word())), [1], "not a list of 2"),
        (Fixed((Whole(), Word())), "ab", "not a list of 2"),
        (MapOf(Whole()), [1], "not a table of names"),
        (Either((Whole(), Flag())), "x", "not a whole number"),
        (Anything(), 1.5, "not a whole number"),
        (Anything(), object(), "neither a whole number, a word, a list nor a table"),
        (Record(), [], "not a table of names"),
    ],
)
def test_bad_data_is_told_in_a_sentence(kind: Kind, data: Any, sentence: str) -> None:
    assert told(kind, data, "here") == [f"here: {sentence}"]


def test_a_number_that_is_not_whole_is_told_with_its_place() -> None:
    assert told(Anything(), {"a": [1, 2.5]}, "here") == ["here.a.1: not a whole number"]


def test_all_problems_come_at_once_with_their_places() -> None:
    data = {"life": 10, "type": "boat", "row": [1, -1, "x"], "shot": [0, 2], "skills": [None], "speed": 4}
    assert sorted(told(CARD, data, "units", "a")) == [
        "units.a.life: more than 9",
        "units.a.name: is missing",
        "units.a.row.1: less than 0",
        "units.a.row.2: not a whole number",
        "units.a.shot.0: less than 1",
        "units.a.shot.1: neither true nor false",
        "units.a.skills.0: not a word",
        "units.a.speed: not known here",
        "units.a.type: none of tank, gun",
    ]


def test_problems_inside_tables_of_names_have_their_names() -> None:
    assert told(MapOf(ListOf(Whole())), {"a": [1], "b": ["x"], "c": 1}) == ["b.0: not a whole number", "c: not a list"]


def test_what_a_record_does_not_state_is_absent_or_has_its_default() -> None:
    stated, problems = taken(CARD, {"name": "x", "life": 1, "type": None})
    assert problems == ()
    assert thawed(stated) == {"name": "x", "life": 1, "skills": []}


def test_null_does_not_state_what_is_required() -> None:
    assert told(CARD, {"name": None, "life": 1}) == ["name: is missing"]


def test_data_nested_too_deeply_is_a_problem_too() -> None:
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    assert told(Anything(), deep, "here") == ["here: neither a whole number, a word, a list nor a table"]


def test_problems_are_told_in_one_sentence() -> None:
    assert english(sentence(taken(CARD, {"name": "x", "life": 0, "type": "boat"})[1])) == ("life: less than 1; type: none of tank, gun")
    assert english(sentence(taken(CARD, 7)[1])) == "not a table of names"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ((), CARD),
        (("life",), Whole(1, 9)),
        (("row", 2), Whole(0, 9)),
        (("shot", 1), Flag()),
        (("shot", 2), Anything()),
        (("speed",), Anything()),
        (("life", "front"), Anything()),
    ],
)
def test_the_kind_of_a_place_inside_a_card(path: tuple[str | int, ...], kind: Kind) -> None:
    assert kind_at(CARD, path) == kind
    assert kind_at(MapOf(CARD), ("tank", *path)) == kind


def test_either_tells_the_problems_of_the_first_kind() -> None:
    assert told(Either((ListOf(Whole()), Flag())), ["x", "y"]) == ["0: not a whole number", "1: not a whole number"]


def test_fields_are_found_by_their_key() -> None:
    life = CARD.field("life")
    assert life is not None
    assert (life.kind, life.required) == (Whole(1, 9), True)
    assert CARD.field("speed") is None


# The schema: a small reading of JSON Schema, enough for what we print


TYPES = {"integer": int, "boolean": bool, "string": str, "array": list, "object": dict, "null": type(None)}


def fits(schema: dict[str, Any], data: Any) -> bool:
    if "anyOf" in schema:
        return any(fits(each, data) for each in schema["anyOf"])
    if "enum" in schema:
        return data in schema["enum"]
    if "type" not in schema:
        return True
    if not isinstance(data, TYPES[schema["type"]]) or (isinstance(data, bool) and schema["type"] != "boolean"):
        return False
    match data:
        case list():
            return listed(schema, data)
        case dict():
            return named(schema, data)
        case str():
            return bool(len(data) <= schema["maxLength"])
        case bool() | None:
            return True
        case _:
            return bool(schema["minimum"] <= data <= schema["maximum"])


def listed(schema: dict[str, Any], data: list[Any]) -> bool:
    kinds = schema.get("prefixItems") or [schema.get("items", {})] * len(data)
    least, most = schema.get("minItems", 0), schema.get("maxItems", LONGEST)
    return bool(least <= len(data) <= most) and all(map(fits, kinds, data))


def named(schema: dict[str, Any], data: dict[str, Any]) -> bool:
    known, others = schema.get("properties", {}), schema["additionalProperties"]
    if set(schema.get("required", ())) - set(data) or (others is False and set(data) - set(known)):
        return False
    return all(fits(known.get(key, others), each) for key, each in data.items())


def wrapped(inner: st.SearchStrategy[Kind]) -> st.SearchStrategy[Kind]:
    return st.one_of(
        st.builds(ListOf, inner, st.integers(0, 1), st.integers(1, 4), st.booleans()),
        st.lists(inner, min_size=1, max_size=2).map(lambda kinds: Fixed(tuple(kinds))),
        st.builds(MapOf, inner),
        st.lists(inner, min_size=1, max_size=2).map(lambda kinds: Either(tuple(kinds))),
        st.lists(st.builds(Field, st.sampled_from("ab"), inner, st.booleans()), max_size=2, unique_by=attrgetter("key")).map(
            lambda found: Record(tuple(found))
        ),
    )


SIMPLE: st.SearchStrategy[Kind] = st.sampled_from((Whole(), Whole(-2, 2), Flag(), Word(), Word(("a", "b")), UnitId(enemy=True), Anything()))
KINDS: st.SearchStrategy[Kind] = st.recursive(SIMPLE, wrapped, max_leaves=5)


@st.composite
def fitting(draw: st.DrawFn, kind: Kind) -> Any:
    """Data that fits a kind."""
    match kind:
        case Whole(least=least, most=most):
            return draw(st.integers(least, most))
        case Flag():
            return draw(st.booleans())
        case Word(choices=choices):
            return draw(st.sampled_from(choices) if choices else st.text(max_size=4))
        case ListOf():
            return draw(st.lists(fitting(kind.kind), min_size=kind.least, max_size=kind.most))
        case Fixed():
            return [draw(fitting(each)) for each in kind.kinds]
        case MapOf():
            return draw(st.dictionaries(st.text(max_size=2), fitting(kind.kind), max_size=2))
        case Either():
            return draw(st.one_of(*map(fitting, kind.kinds)))
        case Record():
            return {each.key: draw(fitting(each.kind)) for each in kind.fields if each.required or draw(st.booleans())}
        case _:
            return draw(nested(st.integers() | st.text(max_size=3)))


@pytest.mark.law
@given(KINDS.flatmap(lambda kind: st.tuples(st.just(kind), fitting(kind))))
def test_fitting_data_is_taken_whole_and_fits_the_schema(both: tuple[Kind, Any]) -> None:
    kind, data = both
    assert taken(kind, data) == (frozen(data), ())
    assert fits(kind.schema(), data)


@pytest.mark.law
@given(KINDS, ANY_JSON)
def test_any_data_gives_a_value_or_problems(kind: Kind, data: Any) -> None:
    value, problems = taken(kind, data, "at")
    assert all(problem.place.startswith("at") and english(problem.why) for problem in problems)
    assert problems or value is not None or data is None


@pytest.mark.law
@given(KINDS, nested(st.booleans() | st.integers(-3, 3) | st.sampled_from("abc")))
def test_what_is_taken_is_what_the_schema_lets_through(kind: Kind, data: Any) -> None:
    assert (not taken(kind, data)[1]) == fits(kind.schema(), data)


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (Whole(1, 6), {"type": "integer", "minimum": 1, "maximum": 6}),
        (Flag(), {"type": "boolean"}),
        (Word(("a", "b")), {"enum": ["a", "b"]}),
        (Word(), {"type": "string", "maxLength": 1000}),
        (ListOf(Flag(), 1, 2), {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 2}),
        (ListOf(Flag(), blanks=True), {"type": "array", "items": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}, "minItems": 0, "maxItems": 1000}),
        (Fixed((Flag(),)), {"type": "array", "prefixItems": [{"type": "boolean"}], "minItems": 1, "maxItems": 1}),
        (MapOf(Flag()), {"type": "object", "additionalProperties": {"type": "boolean"}}),
        (Either((Flag(),)), {"anyOf": [{"type": "boolean"}]}),
        (Anything(), {}),
        (Record(required(a=Flag())), {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"], "additionalProperties": False}),
    ],
)
def test_each_kind_as_json_schema(kind: Kind, schema: dict[str, Any]) -> None:
    assert kind.schema() == schema


def test_a_schema_lets_an_optional_value_be_null() -> None:
    assert taken(CARD, {"name": "x", "life": 1, "type": None})[1] == ()
    assert fits(CARD.schema(), {"name": "x", "life": 1, "type": None})
