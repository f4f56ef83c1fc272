"""The engine without a screen: `python -m engine play | ask | questions | rules`.

The only file of the engine that reads and writes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.ask import QUESTION, answered, whole_situation
from engine.cited import report, summary
from engine.games import RULESETS
from engine.kinds import BIGGEST
from engine.play import COMMANDS, Game
from engine.rules import Opening, Ruleset
from engine.textgame import TextGame
from engine.texts import english

HERE = Path(__file__).parent
LONGEST_LINE = 10_000_000


def main(argv: list[str] | None = None) -> int:
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = _parser().parse_args(argv)
    try:
        return int(given.run(given))
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Adjutant's engine without a screen.")
    verbs = parser.add_subparsers(required=True, metavar="verb")
    for name, run, text in (
        ("play", play, "a game as commands, one JSON object per line with --json, else a text game"),
        ("ask", ask, "questions, one JSON object per line in, one answer per line out"),
        ("questions", questions, "the questions of a game as JSON Schema, with examples that run"),
        ("rules", rules, "every numbered rule: modelled, left to the table, or missing"),
    ):
        verb = verbs.add_parser(name, help=text, description=text)
        verb.add_argument("game", nargs="?", default="", help="one of " + ", ".join(RULESETS))
        verb.set_defaults(run=run)
        if name == "play":
            verb.add_argument("--json", action="store_true", help="commands and replies as JSON lines")
    return parser


def ask(given: argparse.Namespace) -> int:
    """Exit status 1 when a question was malformed."""
    wrong = False
    for told in _lines(sys.stdin):
        reply = told if isinstance(told, _Bad) else answered(RULESETS, told, given.game)
        found = reply.reply if isinstance(reply, _Bad) else reply
        wrong = wrong or "error" in found
        _say(found)
    return int(wrong)


def play(given: argparse.Namespace) -> int:
    if not given.json:
        return TextGame(RULESETS, given.game, sys.stdin, sys.stdout).run()
    game, wrong = Game(RULESETS, given.game), False
    for told in _lines(sys.stdin):
        reply = told.reply if isinstance(told, _Bad) else game.do(told)
        wrong = wrong or "error" in reply
        _say(reply)
    return int(wrong)


class _Bad:
    """A line that is no JSON object."""

    def __init__(self, why: str) -> None:
        self.reply: dict[str, Any] = {"id": None, "error": why}


def _lines(stream: Iterable[str]) -> Iterator[Any]:
    for line in stream:
        if len(line) > LONGEST_LINE:
            yield _Bad("the line is longer than ten million characters")
        elif line.strip("\ufeff \t\r\n"):
            yield _parsed(line.removeprefix("\ufeff"))


def _parsed(line: str) -> Any:
    try:
        found = json.loads(line, parse_constant=_no_number, parse_float=_number)
    except json.JSONDecodeError as wrong:
        return _Bad(f"not JSON: {wrong}")
    except (RecursionError, ValueError):
        return _Bad("not JSON that can be read: nested too deeply, or a number too long")
    return found if isinstance(found, dict) else _Bad("not a JSON object")


def _number(word: str) -> int | float:
    """4.0 is a whole number, as JSON Schema has it."""
    found = float(word)
    return int(found) if found.is_integer() and abs(found) <= BIGGEST else found


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _say(reply: object) -> None:
    print(json.dumps(reply, ensure_ascii=False), flush=True)


def questions(given: argparse.Namespace) -> int:
    """One JSON document for a game, or for all of them."""
    if given.game and given.game not in RULESETS:
        return _no_game(given.game)
    chosen = [RULESETS[given.game]] if given.game else list(RULESETS.values())
    _say({"questions": {rules.key: _questions(rules) for rules in chosen},
          "ask": QUESTION.schema(), "play": {name: record.schema() for name, record in COMMANDS.items()}})
    return 0


def _questions(rules: Ruleset) -> dict[str, Any]:
    return {
        "card": rules.card.schema(),
        "state": {tracker.key: tracker.kind.schema() for tracker in rules.trackers},
        "readings": {reading.key: {"enum": list(reading.values), "default": reading.default, "about": english(reading.text),
                                   "rule": reading.ref.id} for reading in rules.readings},
        "ask": {opening.key: _question(rules, opening) for opening in rules.openings},
    }


def _question(rules: Ruleset, opening: Opening) -> dict[str, Any]:
    return {"about": english(opening.text), "rule": opening.ref.id, "situation": whole_situation(opening).schema(),
            "examples": [example.question for example in rules.examples if example.ask == opening.key]}


def rules(given: argparse.Namespace) -> int:
    if given.game and given.game not in RULESETS:
        return _no_game(given.game)
    for key in [given.game] if given.game else RULESETS:
        found = report(RULESETS[key], *_sources(RULESETS[key]))
        for each in found:
            print(each)
        print(summary(found))
    return 0


def _sources(rules: Ruleset) -> tuple[dict[str, str], dict[str, str]]:
    """The game's own files, and the tests where they are at hand."""
    module = next(opening.run.__module__.split(".")[2] for opening in rules.openings if not opening.calculation)
    code = {path.name: path.read_text("utf-8") for path in sorted((HERE / "games" / module).glob("*.py"))
            if path.name != "refs.py"}
    tests = {path.name: path.read_text("utf-8") for path in sorted((HERE.parent / "tests").rglob("test_*.py"))}
    return code, tests


def _no_game(game: str) -> int:
    print(f"there is no game {game!r}; there are {', '.join(RULESETS)}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
