"""The story of every deed: each change of what lies on the table is told once, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.doors.play import Game
from engine.games import RULESETS
from engine.playing.outcome import Outcome, held, last_outcome
from engine.playing.session import Session
from engine.values.maps import Value
from engine.values.texts import english
from screens.present.i18n import Language

ROOT = Path(__file__).parents[2]
GOLDEN = sorted((ROOT / "tests" / "playthroughs").glob("*.txt"))
FRENCH = Language("fr", ROOT / "locale")


def deeds(golden: Path) -> Iterator[tuple[Session, Outcome]]:
    """Every deed of a golden game, when it is done."""
    game = Game(RULESETS)
    for line in golden.read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            reply = game.do(json.loads(line[2:]))
            story = last_outcome(game.on) if "outcome" in reply else None
            if story:
                yield game.on, story


def beginning(session: Session) -> int:
    """Where the last deed began: the last event on a table without a question."""
    quiet = [n for n, state in enumerate(session.states[:-1]) if state.pending is None]
    return quiet[-1]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_each_change_on_the_table_is_told_once_and_nothing_else(golden: Path) -> None:
    count = 0
    for session, story in deeds(golden):
        rules, after = session.rules, session.state
        owners = ["", *(f"@{seat}" for seat in range(len(after.seats))), *after.units]
        told = {(each.owner, each.tracker) for each in story.hands}
        for before in (session.states[beginning(session)],):
            for owner in owners:
                old, new = held(before, owner), held(after, owner)
                gone = new.get("where") in ("destroyed", "junkyard")
                for tracker in rules.trackers:
                    same = lying(old.get(tracker.key)) == lying(new.get(tracker.key))
                    hides = gone and tracker.key != "where"
                    if same:
                        assert (owner, tracker.key) not in told or has_come_before(session, owner, tracker.key)
                    elif tracker.physical and not hides and tracker.key not in rules.glance.face_down:
                        assert (owner, tracker.key) in told, (golden.stem, english(story.what), owner, tracker.key)
        assert len({(each.owner, english(each.text)) for each in story.hands}) == len(story.hands), [english(each.text) for each in story.hands]
        count += len(story.hands)
    assert count > 5


def lying(value: Value) -> Value:
    """Markers that lie on a unit, whatever their order."""
    return tuple(sorted(value, key=str)) if isinstance(value, tuple) else value


def has_come_before(session: Session, owner: str, tracker: str) -> bool:
    """Steps gone through at once are one story: a change may lie in an earlier one of them."""
    values = [held(state, owner).get(tracker) for state in session.states]
    return len(set(map(repr, values[-12:]))) > 1


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_every_line_is_told_in_french_too(golden: Path) -> None:
    for _, story in deeds(golden):
        for text in (story.what, *story.dice, *(each.text for each in story.hands)):
            said = FRENCH.tell(text)
            assert said
            assert "{" not in said, said
