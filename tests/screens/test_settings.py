"""Settings: each switch and choice by its tap, and what it then really does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.screens.small import SMALL, asked, hand_of, roll, sample

Start = Callable[..., Any]


def settings(driver: Any) -> None:
    driver.app.navigator.go("settings")
    driver.frames(3)


def switch(driver: Any, name: str) -> None:
    """Into Settings, one press, and back."""
    driver.app.navigator.go("settings")
    driver.frames(2)
    driver.scroll_to(name).dispatch("on_release")
    driver.app.navigator.back()


# Look


def test_the_look_changes_at_once_and_stays(start: Start) -> None:
    from screens.widgets.running import Running

    driver = start(SMALL, language="en")
    settings(driver)
    for tap in ("Light", "125 %", "Reduce motion"):
        driver.reach(tap)
        driver.frames(2)
    for _ in range(2):
        assert (Running.palette.name, Running.scale, Running.still) == ("light", 1.25, False)
        driver = restarted(driver)


def restarted(driver: Any) -> Any:
    """Another start over the same data."""
    from main import app
    from tools.driver import Driver

    driver.stop()
    again = Driver(app(driver.app.context.store.disk.root))
    again.stop()
    return again


def test_the_language_changes_on_the_page_itself(start: Start) -> None:
    driver = start(SMALL, language="en")
    settings(driver)
    driver.reach("Français")
    assert driver.has("Réglages")
    assert not driver.has("Settings")


# At the table


def test_vibration(start: Start) -> None:
    """A tap that counts is felt; switched off, none is; switching on lets it be felt at once."""
    driver = start(SMALL, language="en")
    device = sample(driver)
    driver.app.table.advance()
    felt = len(asked(device, "buzz"))
    assert felt
    switch(driver, "Vibration")
    driver.app.table.advance()
    assert len(asked(device, "buzz")) == felt
    switch(driver, "Vibration")
    assert len(asked(device, "buzz")) == felt + 1


@pytest.mark.parametrize(("language", "name", "said"), [("en", "Voice", "Movement"), ("fr", "Voix", "Déplacement")])
def test_voice(start: Start, language: str, name: str, said: str) -> None:
    """A step that begins is named in the language of the app; nothing is said of a step taken
    back."""
    driver = start(SMALL, language=language)
    device = sample(driver)
    driver.app.table.advance()
    assert asked(device, "speak") == []
    driver.app.table.game.undo()
    switch(driver, name)
    assert asked(device, "speak") == [(name, language)]
    driver.app.table.advance()
    spoken = asked(device, "speak")[1:]
    assert [code for _, code in spoken] == [language]
    assert said.lower() in spoken[0][0].lower()
    driver.app.table.game.undo()
    assert len(asked(device, "speak")) == 2


def test_a_machine_without_voice_or_vibration_says_what_to_do(start: Start) -> None:
    driver = start(SMALL, language="en", haptics=False)
    for name, word in (("Voice", "espeak-ng"), ("Vibration", "A phone can")):
        settings(driver)
        driver.reach(name)
        assert driver.has(word)
        driver.app.navigator.close_sheet()


def test_the_screen_stays_lit_only_with_a_game_and_if_wished(start: Start) -> None:
    driver = start(SMALL, language="en")
    device = sample(driver)
    assert asked(device, "keep_awake")[-1] == (True,)
    switch(driver, "Keep the screen lit")
    assert asked(device, "keep_awake")[-1] == (False,)
    switch(driver, "Keep the screen lit")
    assert asked(device, "keep_awake")[-1] == (True,)
    driver.app.context.desk.leave()
    assert asked(device, "keep_awake")[-1] == (False,)
    switch(driver, "Vibration")
    assert asked(device, "keep_awake")[-1] == (False,)


# By itself


def to_ledger(driver: Any) -> str:
    """A unit with a face-down marker, and the phase that turns it."""
    from engine.values.events import Opened, TrackerSet

    unit = next(iter(driver.app.table.state.units))
    driver.app.table.enter(TrackerSet(unit, "face_down", ("disrupted",)))
    driver.app.table.session.overrule(Opened("casualty"))
    driver.frames(2)
    return unit


def test_the_list_of_changes_is_asked_for(start: Start) -> None:
    driver = start(SMALL, language="en")
    sample(driver)
    unit = to_ledger(driver)
    assert driver.app.table.prompt.kind == "ledger"
    assert driver.app.table.state.unit(unit).marks("face_down") == ("disrupted",)


def test_the_list_of_changes_applies_itself(start: Start) -> None:
    """Undo brings the list back to be done by hand: nothing is done again that was taken back."""
    driver = start(SMALL, language="en")
    sample(driver)
    switch(driver, "Apply the list of changes")
    unit = to_ledger(driver)
    assert driver.app.table.prompt is None
    assert driver.app.navigator.here["screen"] == "table"
    assert driver.app.table.state.unit(unit).marks("face_up") == ("disrupted",)
    driver.app.table.game.undo()
    assert driver.app.table.prompt.kind == "ledger"
    assert driver.app.navigator.here["screen"] == "ask"


def moved(driver: Any) -> str:
    """A unit that has moved, in the movement phase."""
    from engine.values.events import TrackerSet

    driver.app.table.advance()
    driver.wait_lock()
    unit = next(iter(driver.app.table.state.units))
    driver.app.table.enter(TrackerSet(unit, "moved", True))
    return unit


def test_markers_reset_by_themselves(start: Start) -> None:
    driver = start(SMALL, language="en")
    sample(driver)
    unit = moved(driver)
    driver.app.table.advance()
    assert not driver.app.table.state.unit(unit).trackers.get("moved")
    assert not driver.app.navigator.open_sheet


@pytest.mark.parametrize(("tap", "kept"), [("Reset them", None), ("Keep them as they were", True)])
def test_markers_are_reset_when_the_players_say_so(start: Start, tap: str, kept: bool | None) -> None:
    driver = start(SMALL, language="en")
    sample(driver)
    switch(driver, "Reset markers")
    unit = moved(driver)
    step = driver.app.table.state.step
    driver.app.table.advance()
    driver.frames(2)
    assert driver.has(f"{driver.app.table.state.unit(unit).name}: Moved")
    driver.wait_lock()
    driver.tap(tap)
    assert driver.app.table.state.step != step
    assert driver.app.table.state.unit(unit).trackers.get("moved") == kept
    assert not driver.app.navigator.open_sheet


def test_dice_are_rolled_by_the_app(start: Start) -> None:
    """They lie there, nothing is applied; after undo they are the player's again."""
    driver = start(SMALL, language="en", rolls=False)
    sample(driver)
    switch(driver, "Roll the dice")
    driver.put(dice=lambda faces: max(faces))
    roll(driver)
    assert driver.app.table.prompt.kind == "roll"
    check = driver.app.table.prompt.checks[0]
    assert driver.app.navigator.here["faces"]["0"] == [max(check.die.faces)] * check.dice
    before = driver.app.table.prompt.key
    hand_of(driver).press(hand_of(driver).main())
    event = driver.app.table.session.log[-1]
    assert (event.prompt, event.source) == (before, "app")
    driver.app.table.game.undo()
    assert not driver.app.navigator.here.get("faces")


def test_dice_stay_with_the_players(start: Start) -> None:
    driver = start(SMALL, language="en")
    sample(driver)
    roll(driver)
    assert driver.app.table.prompt.kind == "roll"
    assert not driver.app.navigator.here.get("faces")


# Readings


def test_readings_of_a_game_are_the_start_of_a_new_one(start: Start) -> None:
    """Set once, they are chosen on New game, and the game plays by them; another game is not
    touched."""
    driver = start(SMALL, language="en")
    app = driver.app
    rules = app.context.rulesets["aam"]
    reading = next(each for each in rules.readings if each.offered)
    other = reading.values[1]
    settings(driver)
    driver.reach("Readings for new games")
    driver.reach(app.context.tell(rules.title))
    driver.reach(capital(app, rules, other))
    driver.back()
    assert driver.has("one read in another way")
    app.navigator.replace({"screen": "home"}, {"screen": "setup", "game": "aam"})
    driver.frames(2)
    driver.reach("To the table")
    assert app.table.state.reading(reading.key) == other
    app.navigator.replace({"screen": "home"}, {"screen": "setup", "game": "front"})
    driver.frames(2)
    driver.reach("To the table")
    assert dict(app.table.state.options) == dict(app.context.rulesets["front"].opened().options)


def capital(app: Any, rules: Any, value: str) -> str:
    from screens.present.lines import capital as large

    return large(app.context.tell(rules.word(value)))


def test_readings_of_one_game_stay_out_of_another(start: Start) -> None:
    """Chosen on New game, then back to the list and on to another game: only that one's readings
    are taken along."""
    driver = start(SMALL, language="en")
    app = driver.app
    reading = next(each for each in app.context.rulesets["aam"].readings if each.offered)
    app.context.store.settings.set("readings/aam", {reading.key: reading.values[1]})
    app.navigator.replace({"screen": "home"}, {"screen": "setup", "game": "aam"})
    assert app.navigator.page._readings_told("aam") == {reading.key: reading.values[1]}
    app.navigator.page._read(reading.key, reading.default)
    assert app.navigator.page._readings_told("aam") == {reading.key: reading.default}
    app.navigator.back()
    app.navigator.here["game"] = "front"
    app.navigator.rebuild()
    assert app.navigator.page._readings_told("front") == {}


def test_readings_go_back_to_what_is_proposed(start: Start) -> None:
    driver = start(SMALL, language="en")
    app = driver.app
    reading = next(each for each in app.context.rulesets["aam"].readings if each.offered)
    app.set("readings/aam", {reading.key: reading.values[1], "no such reading": "x"})
    assert app.context.preferences.readings("aam") == {reading.key: reading.values[1]}
    app.navigator.go("settings", game="aam")
    driver.frames(2)
    driver.reach("All as proposed")
    assert app.context.preferences.readings("aam") == {}


# Backups


def test_a_backup_goes_to_a_file_and_comes_back(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Downloads get the file, nothing is left beside the saves; restored, a game deleted since
    is there again."""
    from screens.app.device import Desktop

    monkeypatch.setenv("HOME", str(tmp_path))
    driver = start(SMALL, language="en")
    sample(driver, "front")
    driver.app.context.desk.leave()
    driver.put(device=Desktop())
    monkeypatch.setattr("screens.app.device.chooser", lambda: [])
    settings(driver)
    driver.reach("Back up to a file")
    driver.until(lambda: driver.app.navigator.open_sheet)
    made = list(tmp_path.glob("adjutant-*.zip"))
    assert len(made) == 1
    assert driver.has(str(made[0]))
    assert not list((tmp_path / "data").glob("*.new"))
    driver.tap("Good")
    driver.app.context.store.delete_game(driver.app.context.store.games()[0].key)
    driver.app.set("theme", "light")
    driver.frames(3)
    driver.reach("Restore from a file")
    next(widget for widget in driver.widgets() if type(widget).__name__ == "Entry").text = str(made[0])
    driver.tap("Go on")
    driver.tap("Restore")
    assert driver.has("The backup is restored")
    assert len(driver.app.context.store.games()) == 1
    assert driver.app.context.preferences.get("theme", "dark") == "dark"
    assert driver.app.navigator.here["screen"] == "home"


def test_a_file_that_is_no_backup_changes_nothing(start: Start, tmp_path: Path) -> None:
    """The game that was open stays open, on the same table."""
    driver = start(SMALL, language="en")
    device = sample(driver, "front")
    device.chosen = tmp_path / "wrong.zip"
    device.chosen.write_bytes(b"no backup")
    before = driver.app.table.state
    settings(driver)
    driver.reach("Restore from a file")
    driver.tap("Restore")
    assert driver.has("Nothing has changed")
    driver.app.navigator.close_sheet()
    driver.back()
    assert driver.app.navigator.here["screen"] == "table"
    assert driver.app.table.state is before


def test_an_automatic_backup_is_listed_by_its_time_and_restored(start: Start) -> None:
    driver = start(SMALL, language="en")
    driver.app.context.store.clock = lambda: "2026-03-04T05:06:07"
    driver.put(clock=driver.app.context.store.clock)
    driver.app.set("checklist", "full")  # on a slow machine the app has made a backup of its own by now
    driver.app.context.store.back_up_if_changed()
    driver.app.set("theme", "light")
    settings(driver)
    driver.reach("2026-03-04, 05:06")
    driver.tap("Restore")
    assert driver.app.context.preferences.get("theme", "dark") == "dark"
    assert driver.has("The backup is restored")


# The page


@pytest.mark.parametrize(("size", "text", "theme"), [((360, 640), 2.0, "dark"), ((1280, 800), 1.0, "high contrast")])
def test_the_page_is_readable_in_french(start: Start, size: tuple[int, int], text: float, theme: str) -> None:
    """Screen by screen down the page: nothing cut off, nothing over another, nothing too small."""
    from tests.screens.measuring import faults

    driver = start(size, language="fr", text=text, theme=theme)
    driver.app.context.store.back_up_if_changed()
    for place in ({}, {"page": "readings"}, {"game": "aam"}):
        driver.app.navigator.go("settings", **place)
        driver.frames(3)
        scroll, found = driver.app.navigator.page.list, []
        steps = max(1, int(scroll.children[0].height / scroll.height) + 1)
        for n in range(steps + 1):
            scroll.scroll_y = 1 - n / steps
            driver.frames(1)
            found += faults(driver)
        assert not found, "\n".join(sorted(set(found))[:10])
