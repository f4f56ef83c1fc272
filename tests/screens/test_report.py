"""The battle report by touches: from the history, in words and as a chart, shared; and jumps
through the history, both ways."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.doors.luck import Luck, Throw
from engine.doors.play import Game
from engine.doors.report import Report, Turn, reported
from engine.games import RULESETS
from engine.playing.answers import by_default
from engine.playing.outcome import Deed, deeds, headline
from engine.playing.session import Session
from engine.values.events import Advanced, Noted, Opened
from engine.values.maps import Map
from engine.values.texts import say
from screens.present.i18n import Language
from screens.present.lines import capital
from screens.present.view import View
from tests.screens.test_app import sample

Start = Callable[..., Any]
ROOT = Path(__file__).parents[2]
PNG = b"\x89PNG\r\n"


def fought(driver: Any) -> int:
    """One attack in a sample game, every die a success; how many dice."""
    session = driver.app.table.session
    units = session.state.units.values()
    by = next(unit for unit in units if unit.name == "Panzer IV Ausf. G")
    at = next(unit for unit in units if unit.name == "M4A1 Sherman")
    session.overrule(Opened("attack", Map({"attacker": by.id, "target": at.id, "range": 1, "arc": "front", "terrain": "clear", "road": False})))
    dice: int = session.prompt.checks[0].dice
    session.answer(dice)
    while session.prompt:
        session.answer(session.prompt.default)
    session.dispatch(Noted("a good start"))
    driver.frames(3)
    return dice


def test_the_report_is_read_and_shared(start: Start, tmp_path: Path) -> None:
    """All dice succeed, half of them to be expected: so lucky is one in two to the number of
    dice."""
    from tests.screens.pretend import Pretend

    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    dice = fought(driver)
    driver.app.navigator.go("history")
    driver.frames(2)
    driver.tap("Battle report")
    driver.until(lambda: driver.app.navigator.page.luck is not None)
    rare = f"happens 1 time in {2**dice}"
    assert driver.has(rare)
    assert driver.has("No dice")
    device = Pretend(tmp_path)
    driver.put(device=device)
    driver.tap("Share text")
    driver.tap("Share picture")
    (_, text), (_, picture) = device.asked[-2:]
    assert rare in text
    assert "a good start" in text
    assert text.startswith("Battle report\nAxis & Allies Miniatures\nAxis: Lucky")
    assert picture.read_bytes().startswith(PNG)


def played(golden: Path) -> Session:
    """The first game of a transcript as it ended, nothing taken back."""
    game, starts = Game(RULESETS), 0
    for line in golden.read_text(encoding="utf-8").splitlines():
        command = json.loads(line[2:]) if line.startswith("> ") else {"do": "state"}
        starts += command["do"] == "start"
        if starts > 1:
            break
        if command["do"] not in ("state", "undo", "redo"):
            game.do(command)
    return game.on


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("golden", sorted((ROOT / "tests" / "playthroughs").glob("*.txt")), ids=lambda path: path.stem)
def test_the_report_of_a_whole_game_names_the_winner_and_the_deeds(golden: Path, language: str) -> None:
    """Who has won and why, who is lost, and in one sentence each what was done to units."""
    from screens.pages.report import text_lines

    session, tell = played(golden), Language(language, ROOT / "locale").tell
    view, report = View(session.rules, tell, ("Anne", "Bob")), reported(session)
    assert report.ending
    lines = list(text_lines(view, report))
    assert tell(say("Victory for {player}", player="Anne")) in lines, "she wins all of them"
    assert capital(tell(report.ending.why)) in lines
    for seat, lost in enumerate(report.ending.losses):
        heads = [line for line in lines if all(unit.name in line for unit in lost) and ("Anne", "Bob")[seat] in line]
        assert heads
    done = {capital(tell(headline(session, deed))) for deed in deeds(session) if has_changed_units(session, deed)}
    assert len(done) >= 3, "The Front: its three battles"
    assert done <= set(lines)


def has_changed_units(session: Session, deed: Deed) -> bool:
    before, after = session.states[deed.first], session.states[deed.end]
    return isinstance(session.log[deed.first], Opened) and after.pending is None and before.units != after.units


def test_a_report_tells_the_whole_game_also_after_a_restart(start: Start) -> None:
    """The app opens a game from the beginning of its last turn; the dice of the first one are told
    all the same."""
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    dice, table = fought(driver), driver.app.table
    while table.state.turn == 1:
        table.session.overrule(Advanced())
        while table.session.prompt and table.state.turn == 1:
            table.session.answer(by_default(table.session.prompt))
    table.session.answer(((6, 6), (1, 1)))
    driver.stop()
    driver = start(language="en")
    if driver.app.navigator.here["screen"] == "home":
        driver.tap("Resume")
    assert driver.app.table.session.first > 0
    driver.app.navigator.go("report")
    driver.until(lambda: driver.app.navigator.page.luck is not None)
    assert driver.has(f"happens 1 time in {2**dice}")


def test_a_jump_back_and_a_jump_forward(start: Start) -> None:
    driver = start(language="en")
    sample(driver, "Axis & Allies Miniatures")
    session = driver.app.table.session
    for text in ("one", "two", "three"):
        session.dispatch(Noted(text))
    driver.app.navigator.go("history")
    driver.frames(2)
    driver.tap("Note: one")
    driver.tap("Go back to before this")
    assert [event.text for event in session.log if isinstance(event, Noted)] == []
    driver.tap("Note: two")
    driver.tap("Bring back up to here")
    assert [event.text for event in session.log if isinstance(event, Noted)] == ["one", "two"]
    assert driver.has("Taken back")


def test_the_chart_adds_up_from_turn_to_turn() -> None:
    """Two dice of which one is to be expected: both, then none."""
    from engine.dice.pools import Pool, pooled
    from screens.pages.report import LuckChart, series

    odds = pooled(Pool(2, (1, 2, 3, 4, 5, 6), (4,)))
    turns = tuple(
        Turn(n, (), ((), ()), (), (None, None), (), (Luck((Throw(0, n, got, odds),)), Luck()), (Luck(), Luck())) for n, got in ((1, 2), (2, 0), (3, 0))
    )
    lines = series(Report(turns, (), ()))
    assert lines == [[0.0, 1.0, 0.0, -1.0], [0.0, 0.0, 0.0, 0.0]]
    assert LuckChart(lines, [1, 2, 3]).most == 1
