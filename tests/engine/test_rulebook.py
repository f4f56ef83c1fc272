"""Where each rule of a small game is found: in its code and a test, in a reminder, or nowhere."""

import pytest

from engine.doors.rulebook import Cited, ids_in, report, summary
from engine.playing.rules import Ruleset, Step
from engine.values.kinds import Record
from engine.values.model import Ref, Reminder
from engine.values.texts import say

REFS = tuple(Ref(f"CHESS-{number:02}", "Moves", f"rule {number}") for number in range(1, 7))
CASTLE, PAWN = Reminder(say("castle once"), REFS[2]), Reminder(say("a pawn is promoted"), REFS[3])
MOVE = Step("move", say("Move"), REFS[0], reminders=(CASTLE,))
CHESS = Ruleset("chess", say("Chess"), 1, (MOVE,), (), (), Record(), REFS, reference=(PAWN,))
TESTS = {"test_moves.py": "CHESS-01, 4", "test_ends.py": "CHESS-01"}
NAMED = {"moves.py": {"CHESS-01", "CHESS-02", "CHESS-05"}, "ends.py": {"CHESS-01"}}


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ("CHESS-01", {"CHESS-01"}),
        ("(CHESS-15, 54, 5)", {"CHESS-15", "CHESS-54", "CHESS-05"}),
        ("CHESS-3 is short", {"CHESS-03"}),
        ("CHECKERS-01, GO_02, chess-03, CHESS 4", set()),
        ("", set()),
    ],
)
def test_ids_are_found_alone_and_in_rows_of_numbers(source: str, ids: set[str]) -> None:
    assert ids_in(source, "CHESS") == ids


def test_every_rule_is_listed_once_with_where_it_stands() -> None:
    assert [str(each) for each in report(CHESS, NAMED, TESTS)] == [
        "CHESS-01: modelled (moves.py, ends.py; tested in test_moves.py, test_ends.py)",
        "CHESS-02: missing (cited in moves.py)",
        "CHESS-03: left to the table (reminder in move)",
        "CHESS-04: left to the table (reference)",
        "CHESS-05: missing (cited in moves.py)",
        "CHESS-06: missing (rule 6)",
    ]


def test_the_summary_adds_up() -> None:
    assert summary(report(CHESS, NAMED, TESTS)) == "6 rules: 1 modelled, 2 left to the table, 3 missing"


@pytest.mark.parametrize(
    ("code", "tests", "reminder", "standing"),
    [
        (("a.py",), ("test_a.py",), "reference", "modelled"),
        (("a.py",), (), "reference", "left to the table"),
        (("a.py",), (), "", "missing"),
        ((), ("test_a.py",), "", "missing"),
    ],
)
def test_code_without_a_test_is_not_modelled(code: tuple[str, ...], tests: tuple[str, ...], reminder: str, standing: str) -> None:
    assert Cited("CHESS-01", "rule", code, tests, reminder).standing == standing
