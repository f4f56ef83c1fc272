"""The engine from a shell: four verbs, JSON lines or sentences, and exit codes; no line breaks
it."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest

from engine import __main__ as shell
from engine.doors.play import COMMANDS
from engine.games import RULESETS
from engine.parts.concede import GIVEN_UP
from engine.values.kinds import Kind, taken
from tests.engine.tables import SHOT, UNITS, Plain, setup
from tests.engine.test_kinds import fits

ATTACK: Plain = {"id": 7, "game": "aam", "ask": "attack", "units": UNITS["aam"], "situation": SHOT}
START: Plain = {"do": "start", "state": setup("aam")}
Run = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a verb with some lines on its input; the exit code and the lines of its output."""

    def ran(*argv: str, lines: list[Any] | None = None, text: str = "") -> tuple[int, list[str]]:
        heard = text + "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines or [])
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(heard))
        monkeypatch.setattr(sys, "stdout", out)
        return shell.main(list(argv)), out.getvalue().splitlines()

    return ran


# ask


def test_questions_are_answered_line_by_line(run: Run) -> None:
    code, said = run("ask", lines=[ATTACK, "", {**ATTACK, "id": "b", "situation": {**SHOT, "range": 9}}])
    first, second = map(json.loads, said)
    assert (code, first["id"], first["odds"]["hits"]["0"]) == (0, 7, "281/1024")
    assert (second["id"], second["refused"]["key"]) == ("b", "out_of_range")


def test_the_game_may_be_named_once_for_all(run: Run) -> None:
    unnamed = {key: value for key, value in ATTACK.items() if key != "game"}
    code, said = run("ask", "aam", lines=[unnamed])
    assert (code, "odds" in json.loads(said[0])) == (0, True)


def test_a_malformed_question_is_told_by_the_exit_code(run: Run) -> None:
    code, said = run("ask", lines=[{"id": 1, "ask": "castle"}, ATTACK])
    assert code == 1
    assert [set(json.loads(line)) >= {"id", "error"} for line in said] == [True, False]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{", "not JSON: "),
        ("attack!", "not JSON: "),
        ("\ufeff[]", "not a JSON object"),
        ("\x00\x01\ufffd", "not JSON: "),
        ("[1, 2]", "not a JSON object"),
        ("7", "not a JSON object"),
        ("null", "not a JSON object"),
        ("[" * 100_000, "not JSON that can be read"),
        ('{"id": ' + "9" * 5_000 + "}", "not JSON that can be read"),
        ('{"ask": "attack", "game": "aam", "situation": {"range": 1e999}}', "situation.range: "),
        ('{"ask": "\\ud800", "game": "aam"}', "there is no procedure"),
    ],
)
def test_a_bad_line_is_an_error_and_the_next_is_read(run: Run, line: str, error: str) -> None:
    for verb in (["ask"], ["play", "--json"]):
        code, said = run(*verb, lines=[line, ATTACK if verb == ["ask"] else START])
        bad, good = map(json.loads, said)
        assert code == 1
        assert "error" not in good
        assert error in bad["error"] or verb != ["ask"]


def test_a_line_without_end_is_not_even_parsed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "LONGEST_LINE", 50)
    code, said = run("ask", lines=["[" * 60, {}])
    assert code == 1
    assert "longer" in json.loads(said[0])["error"]
    assert "ask: is missing" in json.loads(said[1])["error"]


def test_empty_input_is_no_error(run: Run) -> None:
    assert run("ask") == (0, [])
    assert run("play", "--json", text="\n  \n\t\n") == (0, [])


def test_bytes_that_are_no_text_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = io.BytesIO(b"\xff\xfe\x00\n" + json.dumps(ATTACK).encode() + b"\n")
    out = io.BytesIO()
    said: TextIO = io.TextIOWrapper(out, encoding="ascii")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(heard, encoding="ascii"))
    monkeypatch.setattr(sys, "stdout", said)
    assert shell.main(["ask"]) == 1
    bad, good = map(json.loads, out.getvalue().decode().splitlines())
    assert "not JSON" in bad["error"]
    assert good["id"] == 7


def test_what_is_printed_is_always_json(run: Run) -> None:
    for number in ("NaN", "Infinity", "-Infinity"):
        _, said = run("ask", lines=[f'{{"id": {number}, "ask": "attack"}}'])
        json.loads(said[0], parse_constant=pytest.fail)


def test_a_value_nested_deeply_is_an_error(run: Run) -> None:
    deep = '{"do": "set", "unit": "", "tracker": "x", "value": ' + "[" * 600 + "]" * 600 + "}"
    code, said = run("play", "--json", lines=[START, deep])
    assert code == 1
    assert "error" in json.loads(said[1])


# play


def test_a_game_by_json_lines(run: Run) -> None:
    aim = {"do": "open", "procedure": "attack", "with": SHOT}
    code, said = run("play", "--json", lines=[START, aim, {"do": "answer", "value": [6] * 6 + [1] * 5}, {"do": "state"}])
    _, opened, answered, state = map(json.loads, said)
    assert code == 0
    assert opened["prompt"]["key"] == "attack"
    assert answered["prompt"] is None
    assert state["state"]["units"]["b"]["state"]["face_down"] == ["disrupted", "damaged"]


def test_the_game_named_in_the_shell_is_the_one_that_starts(run: Run) -> None:
    code, said = run("play", "aam", "--json", lines=[{"do": "start"}])
    assert (code, json.loads(said[0])["step"]) == (0, "initiative")


def test_an_error_is_told_by_the_exit_code_a_refusal_is_not(run: Run) -> None:
    far = {"do": "open", "procedure": "attack", "with": {**SHOT, "range": 9}}
    assert run("play", "--json", lines=[START, far])[0] == 0
    assert run("play", "--json", lines=[START, {"do": "dance"}, far])[0] == 1


def test_a_game_by_typed_lines(run: Run) -> None:
    aim = "open attack attacker=a target=b range=4 arc=front terrain=clear"
    code, said = run("play", "aam", lines=[START, aim, "= 7", "quit"])
    assert code == 0
    assert any("Tank attacks Gun" in line for line in said)
    assert any("face_down nothing -> disrupted, damaged" in line for line in said)


# questions


@pytest.mark.parametrize("game", ["", *RULESETS])
def test_the_questions_are_one_json_document(run: Run, game: str) -> None:
    code, said = run("questions", *([game] if game else []))
    assert code == 0
    document = json.loads("\n".join(said))
    assert list(document["questions"]) == ([game] if game else list(RULESETS))
    assert set(document["play"]) == set(COMMANDS)
    assert "ask" in document["ask"]["required"]


@pytest.mark.parametrize("game", RULESETS)
def test_every_question_has_its_schema_and_its_rule(run: Run, game: str) -> None:
    document = json.loads(run("questions", game)[1][0])["questions"][game]
    rules = RULESETS[game]
    assert set(document["ask"]) == {opening.key for opening in rules.openings}
    assert set(document["state"]) == {tracker.key for tracker in rules.trackers}
    assert document["card"]["type"] == "object"
    ids = {ref.id for ref in rules.refs}
    for key, question in document["ask"].items():
        assert {example["ask"] for example in question["examples"]} <= {key}
        assert question["situation"]["type"] == "object"
        assert question["rule"] in ids | {GIVEN_UP.id}
        assert question["about"]
    for key, reading in document["readings"].items():
        assert reading["default"] == reading["enum"][0] == rules.defaults()[key]


@pytest.mark.parametrize("game", RULESETS)
def test_the_examples_run(run: Run, game: str) -> None:
    document = json.loads(run("questions", game)[1][0])["questions"][game]
    examples = [example for question in document["ask"].values() for example in question["examples"]]
    code, said = run("ask", game, lines=examples)
    assert code == 0
    assert len(said) == len(examples)
    for example, line in zip(examples, map(json.loads, said), strict=True):
        assert line["id"] == example.get("id")
        assert "error" not in line


@pytest.mark.parametrize("game", RULESETS)
def test_the_examples_fit_the_schema(game: str) -> None:
    rules = RULESETS[game]
    for example in rules.examples:
        units = example.question.get("units", {})
        assert isinstance(units, dict)
        for key, unit in units.items():
            assert problems(rules.card, unit["card"]) == [], key


@pytest.mark.parametrize("game", RULESETS)
def test_the_examples_fit_the_schema_that_is_printed(run: Run, game: str) -> None:
    document = json.loads(run("questions", game)[1][0])
    for question in document["questions"][game]["ask"].values():
        for example in question["examples"]:
            assert fits(document["ask"], example), example["id"]
            assert fits(question["situation"], example.get("situation", {})), example["id"]


def test_a_whole_number_may_have_a_point(run: Run) -> None:
    told = json.dumps({**ATTACK, "situation": {**ATTACK["situation"], "range": "R"}})
    whole, broken = map(json.loads, run("ask", lines=[told.replace('"R"', far) for far in ("4.0", "4.5")])[1])
    assert whole["checks"][0]["dice"] == 11
    assert broken["error"] == "situation.range: not a whole number"


def problems(kind: Kind, data: object) -> list[str]:
    return [problem.place for problem in taken(kind, data)[1]]


# rules


@pytest.mark.parametrize(("game", "count"), [("aam", 141)])
def test_every_numbered_rule_is_listed(run: Run, game: str, count: int) -> None:
    code, said = run("rules", game)
    *lines, last = said
    assert code == 0
    assert [line.partition(":")[0] for line in lines] == [f"AAM-{number:02}" for number in range(1, count + 1)]
    total, *parts = map(int, re.findall(r"\d+", last))
    assert re.fullmatch(r"\d+ rules: \d+ modelled, \d+ left to the table, \d+ missing", last)
    assert total == sum(parts) == count
    assert parts[0] > 0
    assert not any("refs.py" in line for line in lines)
    for standing, number in zip(("modelled", "left to the table", "missing"), parts, strict=True):
        assert sum(f": {standing} (" in line for line in lines) == number


def test_all_games_are_listed_one_after_another(run: Run) -> None:
    code, said = run("rules")
    assert code == 0
    assert sum(" rules: " in line for line in said) == len(RULESETS)
    assert len(said) == len(RULESETS) + sum(len(rules.refs) for rules in RULESETS.values())


def test_without_the_tests_no_rule_is_called_missing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(shell, "TESTS", tmp_path / "tests")
    assert run("rules", "aam") == (2, [])
    assert "a clone" in capsys.readouterr().err


# The shell itself


@pytest.mark.parametrize("verb", ["questions", "rules"])
def test_a_game_that_does_not_exist_is_said_on_the_side(run: Run, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(verb, "chess") == (2, [])
    assert "there is no game 'chess'; there are aam" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [[], ["dance"], ["ask", "--fast"]])
def test_a_verb_that_does_not_exist_is_a_usage_error(run: Run, argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run(*argv)
    assert left.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


class Closed(io.StringIO):
    """An output whose reader has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def interrupted() -> Iterator[str]:
    """An input at which somebody presses Ctrl-C."""
    yield json.dumps(ATTACK)
    raise KeyboardInterrupt


def test_a_reader_that_has_gone_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(ATTACK)))
    monkeypatch.setattr(sys, "stdout", Closed())
    assert shell.main(["ask"]) == 0


def test_an_interruption_is_told_by_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", interrupted())
    monkeypatch.setattr(sys, "stdout", out)
    assert shell.main(["ask"]) == 130
    assert json.loads(out.getvalue())["id"] == 7
