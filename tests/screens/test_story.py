"""The story on the screens: what happened, what the hands do, history, undo, the end, Home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.values.events import Advanced, Opened, Ticked, TrackerSet, UnitMoved
from engine.values.maps import pairs
from tests.screens.small import in_play

pytestmark = pytest.mark.usefixtures("restless")
Start = Callable[..., Any]


def attacked(driver: Any, hits: int = 6) -> Any:
    """The first unit of the first side has attacked one of the second: so many sixes."""
    in_play(driver, "aam", "first_assault")
    session = driver.app.table.session
    by, at = (next(unit for unit in session.state.units.values() if unit.seat == seat) for seat in (session.state.seat, 1 - session.state.seat))
    session.overrule(Opened("attack", pairs(attacker=by.id, target=at.id, range=1, arc="front", terrain="clear", road=False)))
    driver.frames(2)
    dice = session.prompt.checks[0].dice
    session.answer((6,) * hits + (1,) * (dice - hits))
    driver.frames(3)
    return session


def rows(driver: Any, kind: str) -> list[Any]:
    return [widget for widget in driver.widgets() if type(widget).__name__ == kind]


def test_an_outcome_on_its_own_page_is_ticked_quietly(start: Start) -> None:
    """One tick is saved and undo passes over it; the page goes on to the next thing."""
    driver = start(language="en", outcome="page")
    session = attacked(driver)
    assert driver.app.navigator.here["screen"] == "outcome"
    lines = rows(driver, "LedgerRow")
    assert lines
    assert driver.has("On the table now")
    target = next(unit.name for unit in session.state.units.values() if unit.seat != session.state.seat)
    assert f"{target} will be disrupted and damaged" in driver.texts(), "the result stands by itself"
    signs = [(token.marker.icon, token.face_down) for token in rows(driver, "Token") if driver.seen(token)]
    assert signs == [("exclamation-thick", True), ("wrench", True)], "as the markers lie on the table"
    driver.tap(lines[0])
    driver.frames(2)
    assert session.log[-1] == Ticked(0, label=session.log[-1].label)
    assert driver.has(f"1 of {len(lines)}")
    driver.tap("Undo")
    driver.frames(2)
    assert session.prompt is not None
    assert not any(isinstance(event, Ticked) for event in session.log)
    assert driver.app.navigator.here["screen"] == "ask"


def test_a_kind_of_deed_has_a_page_until_it_is_known(start: Start) -> None:
    """Three pages of attacks, then cards, of which a tap still opens the page; its switch brings
    pages back, and so do the settings."""
    driver = start(language="en", outcome="learn")
    shown = []
    for _ in range(4):
        attacked(driver)
        shown.append(driver.app.navigator.here["screen"])
    assert shown == ["outcome"] * 3 + ["table"]
    driver.tap("What happened")
    driver.frames(2)
    assert driver.app.navigator.here["screen"] == "outcome"
    driver.reach("A page for: Attack")
    attacked(driver)
    assert driver.app.navigator.here["screen"] == "outcome"
    driver.reach("A page for: Attack")
    driver.app.navigator.go("settings")
    driver.frames(2)
    driver.reach("Show their pages again")
    attacked(driver)
    assert driver.app.navigator.here["screen"] == "outcome"


def test_nothing_for_the_hands_is_told_by_the_card(start: Start) -> None:
    driver = start(language="en", outcome="page")
    attacked(driver, hits=0)
    assert driver.app.navigator.here["screen"] == "table"
    assert "without effect" in driver.app.table.story.what


def test_the_card_on_the_table_goes_when_all_is_laid(start: Start) -> None:
    driver = start(language="en")
    session = attacked(driver)
    assert driver.app.navigator.here["screen"] == "table"
    assert driver.app.table.story
    driver.tap("Done on the table")
    driver.frames(2)
    assert driver.app.table.story is None
    assert all(isinstance(event, Ticked) for event in session.log[4:])
    assert driver.app.table.told_last.is_laid


def test_the_history_has_one_line_a_deed_that_unfolds(start: Start) -> None:
    driver = start(language="en")
    session = attacked(driver)
    driver.app.navigator.go("history")
    driver.frames(3)
    line, *added = rows(driver, "PlainRow")
    assert len(added) == 2, "each unit that was added is a line too"
    units = [unit.name for unit in session.state.units.values()]
    assert line.name.startswith(f"{units[0]} attacks {units[1]}: ")
    driver.tap(line)
    driver.frames(2)
    assert len(rows(driver, "PlainRow")) == 5
    driver.tap(next(row for row in rows(driver, "PlainRow") if "succeed" in row.name))
    driver.frames(2)
    assert driver.has("Amend it")


def test_a_deed_of_one_tap_tells_what_the_hands_did(start: Start) -> None:
    """A marker set by hand says so itself."""
    driver = start(language="en")
    in_play(driver, "2gm", "movement", units=2)
    session = driver.app.table.session
    unit = next(unit for unit in session.state.units.values() if unit.seat == session.state.seat and unit.card.get("type") != "hq")
    session.overrule(UnitMoved(unit.id, "table"))
    session.overrule(TrackerSet(unit.id, "row", 1))
    session.overrule(Opened("move", pairs(unit=unit.id, row=2, path=("plain",))))
    driver.app.navigator.go("history")
    driver.frames(3)
    texts = driver.texts()
    assert texts[texts.index(f"{unit.name} move") + 1] == f"{unit.name}: to row 2"
    assert f"{unit.name}: to row 1" not in texts


def test_amending_tells_what_the_hands_change(start: Start) -> None:
    """Six hits become none: what was laid is taken off again."""
    driver = start(language="en")
    session = attacked(driver)
    laid = len(driver.app.table.story.hands)
    driver.app.navigator.go("history")
    driver.app.navigator.go("amend", index=3)
    driver.frames(3)
    driver.app.navigator.page.part.answer((1,) * session.fold.questions(session.states[3])[-1].prompt.checks[0].dice)
    driver.frames(3)
    assert driver.has("On the table now")
    assert sum("take" in row.name for row in rows(driver, "PlainRow")) == laid


def test_what_a_correction_changes_is_told_when_the_rest_has_followed(start: Start) -> None:
    """No hit becomes hits on a unit in a town: first its cover is asked, and nothing is told;
    once that is answered and the step on has followed, the hands lay what the attack laid."""
    driver = start(language="en")
    in_play(driver, "aam", "first_assault")
    session = driver.app.table.session
    by, at = (next(unit for unit in session.state.units.values() if unit.seat == seat) for seat in (session.state.seat, 1 - session.state.seat))
    session.overrule(Opened("attack", pairs(attacker=by.id, target=at.id, range=1, arc="front", terrain="town", road=False)))
    dice = session.prompt.checks[0].dice
    session.answer((1,) * dice)
    session.dispatch(Advanced())
    driver.app.navigator.go("amend", index=3)
    driver.frames(3)
    driver.app.navigator.page.part.answer((6,) * dice)
    driver.frames(3)
    assert (session.prompt.key, session.correcting, driver.has("On the table now")) == ("cover", True, False)
    driver.app.navigator.replace({"screen": "home"}, {"screen": "table"}, {"screen": "ask"})
    driver.frames(3)
    driver.tap("1")
    driver.frames(4)
    assert (session.correcting, driver.has("On the table now")) == (False, True)
    assert [row.name for row in rows(driver, "PlainRow") if "lay" in row.name] == [
        f"{at.name}: lay {mark.capitalize()} face down" for mark in session.state.unit(at.id).marks("face_down")
    ]


def test_an_old_roll_is_amended_by_touch(start: Start) -> None:
    """The odds come in beside it, and the dice stay under the finger: they are the same ones frame
    after frame."""
    driver = start(language="en")
    session = attacked(driver)
    driver.app.navigator.go("history")
    driver.app.navigator.go("amend", index=3)
    driver.frames(8)
    die = rows(driver, "DieKey")[0]
    driver.frames(4)
    assert rows(driver, "DieKey")[0] is die
    driver.tap("Take one back")
    driver.tap(next(key for key in rows(driver, "DieKey") if key.name == "6"))
    driver.tap(next(name for name in driver.names() if name.startswith("Apply")))
    assert (session.log[3].value[-2:], session.log[3].value.count(6)) == ((1, 6), 7)


def test_who_gives_up_is_asked_and_the_game_has_an_end(start: Start) -> None:
    """Winner, reason, rule; it stands apart on Home and is never resumed; a rematch begins with
    the same units."""
    driver = start(language="en")
    session = attacked(driver)
    driver.app.navigator.go("pick", procedure="concede")
    driver.frames(3)
    assert driver.has("Who gives up?")
    session.dispatch(Opened("concede", pairs(seat=1)))
    session.answer(True)
    driver.frames(6)
    assert driver.app.navigator.here["screen"] == "ending"
    assert any(text.startswith("Victory for") for text in driver.texts())
    assert driver.has("TABLE-5")
    before = {unit.id: unit.card for unit in session.state.units.values()}
    driver.tap("Done")
    driver.frames(3)
    assert driver.has("Finished")
    assert "Resume" not in driver.names()
    driver.tap(rows(driver, "PlainRow")[0])
    driver.frames(6)
    assert driver.app.navigator.here["screen"] == "ending"
    driver.tap("Rematch")
    driver.frames(4)
    table = driver.app.table
    assert driver.app.navigator.here["screen"] == "table"
    assert {unit.id: unit.card for unit in table.state.units.values()} == before
    assert (table.state.turn, table.state.trackers.get("winner")) == (1, None)
    assert not any(unit.trackers.get("face_down") for unit in table.state.units.values())
    driver.app.navigator.replace({"screen": "home"})
    driver.frames(3)
    assert {"Resume"} <= set(driver.names())


def test_home_tells_what_happened_last_and_in_the_language_of_today(start: Start) -> None:
    driver = start(language="en")
    attacked(driver)
    driver.app.table.session.overrule(Advanced(leave=True))
    driver.app.navigator.replace({"screen": "home"})
    driver.frames(3)
    assert any(" attacks " in text for text in driver.texts())
    assert not any(text.startswith("On to") for text in driver.texts())
    driver.app.context.store.settings.set("language", "fr")
    driver.app.context.preferences.dress()
    driver.app.navigator.rebuild()
    driver.frames(3)
    assert any(" attaque " in text for text in driver.texts())
