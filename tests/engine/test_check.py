"""A check is read on the table as it is counted over all throws; caps and house rules are rows
like any others."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.check import HOUSE, foregone, housed, numbers, odds, on_the_die, read, rows, verdict, wanted, weight
from engine.values.maps import Map
from engine.values.model import D6, D10, Check, Die, Impossible, Modifier
from engine.values.stages import Again, Chain, Then
from engine.values.texts import english, say
from tests.engine.tables import COIN, RULE, checks, thrown


def check(dice: int, *bases: int, **more: Any) -> Check:
    return Check("check", dice, more.pop("die", D6), RULE, bases, **more)


def row(amount: int | tuple[int, ...], key: str = "row") -> Modifier:
    return Modifier(key, amount, say("a reason"), RULE)


@pytest.mark.law
@given(checks())
def test_reading_every_throw_gives_the_odds(check: Check) -> None:
    assert thrown(check) == odds(check).chances()


@pytest.mark.law
@given(checks())
def test_dice_are_wanted_until_the_throw_can_be_read(check: Check) -> None:
    known = foregone(check)
    assert (wanted(check, ()) == 0) == (known is not None)
    assert len(odds(check).ways) == 1 or known is None
    if known is not None:
        assert read(check, ()) == known
    else:
        with pytest.raises(Impossible):
            read(check, ())


@pytest.mark.law
@given(checks().filter(lambda check: check.keep is None), st.lists(st.integers(0, 4), min_size=1, max_size=3))
def test_grades_read_how_many_of_them_the_successes_reach(check: Check, grades: list[int]) -> None:
    expected: dict[int, Fraction] = defaultdict(Fraction)
    for successes, chance in odds(check).chances().items():
        expected[sum(successes >= grade for grade in grades)] += chance
    graded = replace(check, grades=tuple(grades))
    assert thrown(graded) == odds(graded).chances() == expected


# Readings worked out by hand


@pytest.mark.parametrize(
    ("asked", "faces", "reading"),
    [
        (check(3, 4), (4, 3, 6), 2),
        (check(3, 4, modifiers=(row(-1),)), (4, 3, 6), 1),
        (check(2, 7), (), 0),
        (check(2, 7, natural="high"), (6, 5), 1),
        (check(2, 1, natural="low"), (1, 2), 1),
        (check(2, 9, natural="both", modifiers=(row(-3),)), (6, 1), 1),
        (check(1, 4, 9, die=D10), (8,), 1),
        (check(1, 4, 9, die=D10), (9,), 2),
        (check(1, 4, 9, die=D10, modifiers=(row((-1, 2)),)), (7,), 2),
        (check(2, 1, die=COIN), ("hit", "miss"), 1),
        (check(2, 1, die=COIN), (1, 0), 1),
        (check(3, 4), 2, 2),
        (check(2, keep=0, modifiers=(row(3),)), (2, 5), 10),
        (check(3, keep=2), (2, 5, 4), 9),
        (check(2, keep=5), (2, 5), 7),
        (check(2, keep=0, modifiers=(row(3),)), 10, 10),
        (check(0, keep=1, modifiers=(row(3),)), (), 3),
        (check(2, 4, stages=(Again(),)), (4, 3, 5), 2),
        (check(2, 4, stages=(Again((6,)),)), (4, 3, 5), 1),
        (check(2, 4, stages=(Then(2, (5,)),)), (4, 3, 5, 4), 1),
        (check(1, 4, stages=(Chain(),), most=5), (4, 6, 5, 1), 3),
        (check(1, 4, stages=(Chain(),), most=2), (4, 6, 5, 1), 2),
        (check(4, 4, most=2), (4, 4, 4, 1), 2),
        (check(4, 4, grades=(2, 3, 4)), (4, 4, 4, 1), 2),
        (check(4, 4, grades=(2, 3, 4)), 3, 2),
        (check(2, 4, settled="passes", grades=(2, 3)), (), 1),
        (check(2, 4, settled="passes"), (), 2),
        (check(2, 4, 6, settled="passes"), (), 4),
        (check(2, 1, settled="fails"), (), 0),
        (check(2, 1, settled="forbidden"), None, 0),
        (check(2, 1), 2, 2),
    ],
)
def test_faces_are_worth_the_thresholds_they_meet(asked: Check, faces: Any, reading: int) -> None:
    assert read(asked, faces) == reading


@pytest.mark.parametrize(
    ("asked", "faces", "why"),
    [
        (check(2, 4), (7, 1), "a d6 does not show 7; it shows 1, 2, 3, 4, 5, 6"),
        (check(2, 4), (True, 1), "does not show yes"),
        (check(2, 4), ("hit", 1), "does not show hit"),
        (check(2, 4), (None, 1), "does not show nothing"),
        (check(2, 4), ((1,), 1), "does not show"),
        (check(1, 1, die=COIN), ("skull",), "a coin does not show skull; it shows hit, miss"),
        (check(1, 1, die=COIN), (2,), "a coin does not show 2"),
        (check(2, 4), (1,), "one more die is to be rolled"),
        (check(2, 4), (), "2 more dice are to be rolled"),
        (check(2, 4), (1, 2, 3), "more dice were rolled than are asked for"),
        (check(2, 4, stages=(Again(),)), (4, 3), "one more die is to be rolled"),
        (check(2, keep=1), (1,), "2 dice are rolled, not 1"),
        (check(2, keep=0), 13, "13 is not a possible result of 2 dice"),
        (check(2, 4), 3, "3 is not a possible result of 2 dice"),
        (check(2, 4), "6 6", "6 6 is not a list of faces"),
        (check(2, 4), None, "nothing is not a list of faces"),
        (check(2, 4), True, "yes is not a list of faces"),
        (check(2, 7), (1, 2), "no dice are rolled here, not 1, 2"),
        (check(2, 7), 1, "no dice are rolled here, not 1"),
        (check(2, 7), Map({"a": 1}), "no dice are rolled here"),
    ],
)
def test_what_the_dice_cannot_show_is_nonsense(asked: Check, faces: Any, why: str) -> None:
    with pytest.raises(Impossible, match=why):
        read(asked, faces)


def test_words_and_numbers_may_be_mixed_on_a_die_with_words() -> None:
    assert numbers(check(3, 1, die=COIN), ("hit", 0, "miss")) == (1, 0, 0)
    assert numbers(check(2, 1), ("6", 2)) == (6, 2)


@pytest.mark.parametrize(
    ("asked", "faces", "more"),
    [
        (check(3, 4), (), 3),
        (check(3, 4), (1, 2), 1),
        (check(3, 4), (1, 2, 6), 0),
        (check(3, 7), (), 0),
        (check(0, 4), (), 0),
        (check(3, keep=2), (1,), 2),
        (check(3, keep=2), (1, 2, 3, 4), 0),
        (check(2, 4, stages=(Again(),)), (4, 3), 1),
        (check(2, 4, stages=(Again(),)), (1, 3), 2),
        (check(2, 4, stages=(Again(),)), (1, 3, 5), 1),
        (check(2, 4, stages=(Again(),)), (1, 3, 5, 1), 0),
        (check(2, 4, stages=(Then(3, (5,)),)), (4, 5), 6),
        (check(2, 4, stages=(Then(3, (5,)),)), (1, 2), 0),
        (check(1, 4, stages=(Chain(),), most=9), (4, 4), 1),
        (check(1, 4, stages=(Chain(),), most=9), (4, 4, 1), 0),
    ],
)
def test_dice_are_wanted_wave_by_wave(asked: Check, faces: tuple[int, ...], more: int) -> None:
    assert wanted(asked, faces) == more


@pytest.mark.parametrize("faces", [(7,), (1, 2, 3)])
def test_nothing_is_wanted_after_nonsense(faces: tuple[int, ...]) -> None:
    with pytest.raises(Impossible):
        wanted(check(2, 4), faces)


def test_further_dice_may_be_other_dice() -> None:
    asked = check(1, 4, stages=(Then(1, (5,), D10.faces),))
    assert read(asked, (4, 9)) == 1
    assert odds(asked).chances() == {0: Fraction(7, 10), 1: Fraction(3, 10)}


@pytest.mark.parametrize(
    ("first", "then", "faces", "sentence"),
    [
        (D6, D10, (9, 4), "a d6 does not show 9; it shows 1, 2, 3, 4, 5, 6"),
        (D6, D10, (4, 11), "a d6 does not show 11; it shows 1, 2, 3, 4, 5, 6"),
        (D10, D6, (9, 9), "a d6 does not show 9; it shows 1, 2, 3, 4, 5, 6"),
        (D6, D10, (3, 9), "more dice were rolled than are asked for"),
    ],
)
def test_each_die_shows_its_own_faces_only(first: Die, then: Die, faces: tuple[int, ...], sentence: str) -> None:
    asked = check(1, 4, die=first, stages=(Then(1, (5,), then.faces),))
    with pytest.raises(Impossible) as no:
        read(asked, faces)
    assert str(no.value) == sentence


@pytest.mark.law
@given(checks())
def test_checks_of_equal_weight_have_equal_odds(asked: Check) -> None:
    """Names, sentences and citations weigh nothing; a row that the base takes back weighs
    nothing either."""
    renamed = replace(asked, key="other", needs=3, dice_rows=(Modifier("dice", 1, say("x"), RULE),))
    row = Modifier("mud", -1, say("mud"), RULE)
    moved = replace(renamed, bases=tuple(base - 1 for base in asked.bases), modifiers=(*asked.modifiers, row))
    for same in (renamed, moved) if asked.keep is None else (renamed,):
        assert weight(same) == weight(asked)
        assert odds(same) == odds(asked)


@pytest.mark.parametrize(
    "other", [{"dice": 3}, {"die": D10}, {"bases": (5,)}, {"stages": (Again(),)}, {"most": 1}, {"settled": "fails"}, {"grades": (2,)}, {"keep": 1}, {"keep": 0}]
)
def test_whatever_changes_the_odds_weighs(other: dict[str, Any]) -> None:
    assert odds(replace(check(2, 4), **other)) != odds(check(2, 4))
    assert weight(replace(check(2, 4), **other)) != weight(check(2, 4))


# Verdicts


@pytest.mark.parametrize(
    ("asked", "found", "reading"),
    [
        (check(2, 4), "roll", None),
        (check(2, 2), "roll", None),
        (check(2, 6), "roll", None),
        (check(2, 1), "passes", 2),
        (check(2, 7), "fails", 0),
        (check(2, 7, natural="high"), "roll", None),
        (check(2, -3, natural="low"), "roll", None),
        (check(2, 4, modifiers=(row(3),)), "passes", 2),
        (check(2, 4, modifiers=(row(-3),)), "fails", 0),
        (check(2, 4, settled="passes"), "passes", 2),
        (check(2, 4, settled="fails"), "fails", 0),
        (check(2, 1, settled="forbidden"), "forbidden", 0),
        (check(1, 4, 12, die=D10), "roll", None),
        (check(2, keep=0), "roll", None),
        (check(2), "fails", 0),
    ],
)
def test_the_verdict_says_whether_dice_decide(asked: Check, found: str, reading: int | None) -> None:
    assert verdict(asked) == found
    assert foregone(asked) == reading


def test_a_die_that_always_meets_its_first_threshold_passes() -> None:
    assert foregone(check(2, 1, 7)) == 2
    assert verdict(check(2, 1, 7)) == "passes"


# Rows


def test_only_modifiers_that_speak_are_rows() -> None:
    assert rows(row(1, "a"), None, row(0, "b"), None) == (row(1, "a"), row(0, "b"))
    assert rows() == ()


def test_the_tables_own_rows_come_last() -> None:
    ruled = housed(check(1, 4, modifiers=(row(-1),)), [(1, "high ground"), (2, "")])
    assert ruled.targets == (2,)
    assert [(each.key, each.amount, english(each.why), each.ref) for each in ruled.modifiers[1:]] == [
        ("house", 1, "house rule: high ground", HOUSE),
        ("house", 2, "house rule", HOUSE),
    ]


def test_without_house_rows_a_check_is_the_same() -> None:
    asked = check(1, 4)
    assert housed(asked, ()) is asked


def test_one_amount_moves_both_thresholds_and_two_move_each_its_own() -> None:
    asked = check(1, 4, 9, die=D10)
    assert replace(asked, modifiers=(row(-1),)).targets == (5, 10)
    assert replace(asked, modifiers=(row((-1, 1)), row(1))).targets == (4, 7)
    assert replace(asked, modifiers=(row(-5),), natural="high").targets == (9, 10)
    assert replace(asked, modifiers=(row(9),), natural="both").targets == (2, 2)


@pytest.mark.parametrize(
    ("base", "wind", "said", "first", "chance"),
    [
        (6, 0, "roll", 6, Fraction(1, 6)),
        (6, -1, "roll", 6, Fraction(1, 12)),
        (7, -1, "roll", 6, Fraction(1, 18)),
        (6, -3, "roll", 6, Fraction(1, 36)),
        (6, -4, "fails", 10, Fraction(0)),
        (9, 4, "roll", 5, Fraction(1, 3)),
    ],
)
def test_a_target_past_the_die_takes_a_second_one(base: int, wind: int, said: str, first: int, chance: Fraction) -> None:
    """7+ is a 6 and then 4+, 8+ then 5+, 9+ then 6; a house row that comes later counts like any
    other."""
    hit = housed(check(1, base, past=(4, 5, 6)), [(wind, "wind")])
    assert (verdict(hit), on_the_die(hit)) == (said, first)
    assert odds(hit).chance(1) == chance
