"""An explanation adds up: from the printed number, row by row, to the target shown and its
chance."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

from engine.dice.explain import explain, success
from engine.values.model import D6, Check, Modifier, Ref
from engine.values.texts import english, say
from tests.engine.tables import RULE, checks, thrown


def limited(check: Check, target: int) -> int:
    """A target where the highest face always succeeds, or the lowest never."""
    if check.natural in ("high", "both"):
        target = min(target, max(check.die.faces))
    return max(target, min(check.die.faces) + 1) if check.natural in ("low", "both") else target


def share(amount: int | tuple[int, ...], threshold: int) -> int:
    return amount if isinstance(amount, int) else amount[threshold]


@pytest.mark.law
@given(checks())
def test_the_rows_add_up_to_the_target_shown(check: Check) -> None:
    found, running = explain(check), list(check.bases)
    for row in found:
        running = [base - share(row.amount, n) for n, base in enumerate(running)]
        assert row.targets == tuple(limited(check, target) for target in running)
    assert found[-1].targets == check.targets


@pytest.mark.law
@given(checks())
def test_each_row_begins_with_the_chance_the_row_before_left(check: Check) -> None:
    found = explain(check)
    assert found[0].before == found[0].after
    assert all(one.after == next_one.before for one, next_one in pairwise(found))


@pytest.mark.law
@given(checks())
def test_the_last_chance_is_that_of_the_check_itself(check: Check) -> None:
    needs = 1 if check.needs is None else check.needs
    by_hand = sum(chance for reading, chance in thrown(check).items() if reading >= needs)
    assert explain(check)[-1].after == success(check) == by_hand


@pytest.mark.law
@given(checks())
def test_every_row_has_a_reason_and_a_citation(check: Check) -> None:
    found = explain(check)
    assert len(found) == 1 + len(check.modifiers)
    assert all(isinstance(row.ref, Ref) and row.ref.id and english(row.why) for row in found)
    assert [row.key for row in found[1:]] == [modifier.key for modifier in check.modifiers]


def test_a_worked_explanation() -> None:
    shaken, high = Modifier("shaken", -1, say("shaken"), RULE), Modifier("high", 2, say("high ground"), RULE)
    check = Check("attack", 2, D6, RULE, (4,), (shaken, high), needs=2)
    assert [(row.key, row.amount, row.targets, row.before, row.after) for row in explain(check)] == [
        ("base", 0, (4,), Fraction(1, 4), Fraction(1, 4)),
        ("shaken", -1, (5,), Fraction(1, 4), Fraction(1, 9)),
        ("high", 2, (3,), Fraction(1, 9), Fraction(4, 9)),
    ]


def test_grades_do_not_change_the_chance_to_reach_what_is_needed() -> None:
    check = Check("attack", 3, D6, RULE, (4,), needs=2)
    assert success(replace(check, grades=(2, 3))) == success(check) == Fraction(1, 2)


def test_a_verdict_without_dice_is_the_work_of_its_last_row() -> None:
    hidden = Modifier("hidden", 0, say("hidden"), RULE)
    check = Check("cover", 1, D6, RULE, (4,), (hidden,), settled="passes")
    assert [(row.key, row.before, row.after) for row in explain(check)] == [("base", Fraction(1, 2), Fraction(1, 2)), ("hidden", Fraction(1, 2), Fraction(1))]


def test_a_verdict_without_any_row_is_told_at_once() -> None:
    (only,) = explain(Check("shot", 3, D6, RULE, (2,), settled="forbidden"))
    assert only.before == only.after == 0


@pytest.mark.parametrize(("keep", "needs", "chance"), [(0, 12, Fraction(1, 36)), (1, 6, Fraction(11, 36)), (0, None, Fraction(1))])
def test_a_sum_is_explained_by_the_total_it_needs(keep: int, needs: int | None, chance: Fraction) -> None:
    assert success(Check("initiative", 2, D6, RULE, keep=keep, needs=needs)) == chance
