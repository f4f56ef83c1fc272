"""Golden transcripts: turns of each game through the headless engine, read against the book before
they were committed.

A line that begins with > is a command; the lines under it are what the engine said. To write them
anew after a change that was meant: ADJUTANT_GOLDEN=write, then read every line of the difference.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.doors.play import Game
from engine.games import RULESETS

GOLDEN = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def told(reply: Mapping[str, Any]) -> Iterator[str]:
    """A reply in lines a person can read aloud."""
    if "error" in reply:
        yield f"error: {reply['error']}"
        return
    if "refused" in reply:
        yield f"refused: {reply['refused']['text']} [{', '.join(reply['refused']['refs'])}]"
        return
    for change in reply["changes"]:
        yield f"{change['unit'] or 'table'}.{change['tracker']}: {_short(change['from'])} -> {_short(change['to'])} [{change['ref']}]"
    if "outcome" in reply:
        yield f"= {'; '.join((reply['outcome']['text'], *reply['outcome']['dice']))}"
        yield from (f"  * {line['text']} [{line['ref']}]" for line in reply["outcome"]["hands"])
        yield from (f"  > {line['text']} [{line['ref']}]" for line in reply["outcome"]["follows"])
    yield f"turn {reply['turn']}, {reply['step']}, seat {reply['seat']}" + _overruled(reply)
    if reply["prompt"]:
        yield from asked(reply["prompt"])


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _overruled(reply: Mapping[str, Any]) -> str:
    return f", overruled {', '.join(reply['overruled'])}" if "overruled" in reply else ""


def asked(prompt: Mapping[str, Any]) -> Iterator[str]:
    yield f"? {prompt['key']} (seat {prompt['asked_of']}): {prompt['text']} [{prompt['ref']}]"
    for check in prompt.get("checks", ()):
        needs = f", needs {check['needs']}" if check["needs"] is not None else ""
        yield f"    {check['what']}: {check['dice']} {check['die']}, target {check['target']}{needs} [{check['ref']}]"
        yield from (f"      {row['amount']:+} {row['why']} [{row['ref']}]" for row in check["modifiers"])
    for option in prompt.get("options", ()):
        yield f"    - {option['key']}: {option['text']}"
    for line in prompt.get("ledger", ()):
        yield f"    - {line['text']} [{line['ref']}]"


def transcript(commands: list[str]) -> str:
    game, lines = Game(RULESETS), []
    for command in commands:
        lines += [f"> {command}", *(f"  {line}" for line in told(game.do(json.loads(command))))]
    return "\n".join(lines) + "\n"


def test_every_game_has_one() -> None:
    assert {path.stem for path in GOLDEN} >= set(RULESETS)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_playthrough(path: Path) -> None:
    golden = path.read_text("utf-8")
    played = transcript([line[2:] for line in golden.splitlines() if line.startswith("> ")])
    if os.environ.get("ADJUTANT_GOLDEN") == "write":
        path.write_text(played, "utf-8")
    assert played == golden
