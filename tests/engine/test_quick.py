"""Frozen values with a quick constructor are what they were."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from engine.values.quick import quickly_made


@dataclass(frozen=True, slots=True)
class Plain:
    kind: str
    self_made: int = 3
    marks: list[int] = field(default_factory=list)


@quickly_made
@dataclass(frozen=True, slots=True)
class Quick:
    kind: str
    self_made: int = 3
    marks: list[int] = field(default_factory=list)


def test_places_names_and_defaults_are_those_of_the_plain_one() -> None:
    for args, named in ((("a",), {}), (("a", 4), {}), (("a",), {"marks": [1]}), ((), {"kind": "b", "self_made": 0})):
        plain, quick = Plain(*args, **named), Quick(*args, **named)  # type: ignore[arg-type]
        assert (quick.kind, quick.self_made, quick.marks) == (plain.kind, plain.self_made, plain.marks)
        assert repr(quick) == repr(plain).replace("Plain", "Quick")


def test_what_is_made_for_each_is_made_anew() -> None:
    Quick("a").marks.append(1)
    assert Quick("a").marks == []


def test_it_is_frozen_equal_by_its_fields_and_can_be_replaced() -> None:
    one = Quick("a", marks=[2])
    with pytest.raises(FrozenInstanceError):
        one.kind = "b"  # type: ignore[misc]
    assert type(one) is Quick
    assert one == Quick("a", 3, [2])
    assert one != Quick("b", 3, [2])
    assert replace(one, self_made=5) == Quick("a", 5, [2])


def test_too_few_and_unknown_arguments_are_errors() -> None:
    with pytest.raises(TypeError, match="kind"):
        Quick()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="wrong"):
        Quick("a", wrong=1)  # type: ignore[call-arg]
