"""A game that was saved before its rules were corrected: the table stays, or a second game is
made of it, by touch."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.games import front
from engine.values.model import BY_HAND
from engine.values.table import GameState
from tests.screens.small import SMALL, in_play

Start = Callable[..., Any]
WORDS = {
    "en": ("The rules were corrected", "Keep the table", "Recompute", "This is the table by the rules of today", "Ann against Bob, recomputed"),
    "fr": ("Les règles ont été corrigées", "Garder la table", "Recalculer", "Voici la table selon les règles d'aujourd'hui",
           "Ann against Bob, recalculée"),
}  # fmt: skip


def renamed(state: GameState) -> GameState:
    """The corrected rule: whoever comes first is named anew in the second step."""
    return state.set(next(iter(state.units)), "name", "Corrected", BY_HAND)


def correct(monkeypatch: pytest.MonkeyPatch, begin: Callable[[GameState], GameState] | None = renamed) -> None:
    """A new version of the app, with this in the second step of The Front."""
    first, second, *rest = front.RULES.steps
    steps = (first, replace(second, begin=begin), *rest)
    monkeypatch.setattr(front, "RULES", replace(front.RULES, version=front.RULES.version + 1, steps=steps))


def left(start: Start, language: str = "en", size: tuple[int, int] = SMALL) -> tuple[str, GameState]:
    """A game in its second step, and the app closed over it."""
    driver = start(size, language=language)
    in_play(driver, "front")
    driver.app.table.advance(leave=True)
    driver.app.remember()
    game = driver.app.table.game.key, driver.app.table.state
    driver.stop()
    return game


def name_of(state: GameState) -> str:
    return next(iter(state.units.values())).name


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [SMALL, (412, 915)])
def test_a_second_game_by_the_rules_of_today(start: Start, monkeypatch: pytest.MonkeyPatch, language: str, size: tuple[int, int]) -> None:
    title, _, recompute, done, name = WORDS[language]
    key, state = left(start, language, size)
    correct(monkeypatch)
    driver = start(size, language=language)
    assert driver.has(title)
    assert driver.app.table.state == state
    driver.tap(recompute)
    driver.until(lambda: driver.has(done))
    assert driver.app.table.game.key != key
    assert name_of(driver.app.table.state) == "Corrected" != name_of(state)
    driver.tap(driver.app.context.tell("Good"))
    assert driver.has("Corrected")
    driver.app.context.desk.leave()
    driver.frames(3)
    driver.scroll_to({"en": "Ann against Bob", "fr": "Ann contre Bob"}[language])
    assert {game.name for game in driver.app.context.store.games()} == {"Ann against Bob", name}
    driver.app.context.desk.open_game(key)
    driver.frames(3)
    assert driver.app.table.state == state
    assert not driver.app.navigator.open_sheet


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table_stays_and_nobody_is_asked_again(start: Start, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    title, keep, *_ = WORDS[language]
    key, state = left(start, language)
    correct(monkeypatch)
    driver = start(SMALL, language=language)
    assert driver.has(title)
    driver.tap(keep)
    assert not driver.app.navigator.open_sheet
    driver.stop()
    again = start(SMALL, language=language)
    assert not again.app.navigator.open_sheet
    assert (again.app.table.game.key, again.app.table.state) == (key, state)
    assert len(again.app.context.store.games()) == 1


def test_who_does_not_answer_is_asked_when_the_game_is_opened_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    left(start)
    correct(monkeypatch)
    driver = start(SMALL)
    driver.back()
    assert not driver.app.navigator.open_sheet
    driver.app.context.desk.leave()
    driver.frames(3)
    driver.tap("Resume")
    assert driver.has("The rules were corrected")


def test_who_goes_on_has_kept_the_table(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    left(start)
    correct(monkeypatch)
    driver = start(SMALL)
    driver.back()
    driver.app.table.advance(leave=True)
    state = driver.app.table.state
    driver.stop()
    again = start(SMALL)
    assert not again.app.navigator.open_sheet
    assert again.app.table.state == state


def test_the_same_table_is_said(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    key, state = left(start)
    correct(monkeypatch, front.RULES.steps[1].begin)
    driver = start(SMALL)
    driver.tap("Recompute")
    driver.until(lambda: driver.has("By the rules of today the table is the same."))
    driver.tap("Good")
    assert (driver.app.table.game.key, driver.app.table.state, driver.app.table.game.rules_changed) == (key, state, False)


def test_taps_that_fit_no_more_leave_the_table_alone(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(state: GameState) -> GameState:
        """Where the game is played again; the guide looks ahead at the same step."""
        if threading.current_thread().name == "work":
            raise ZeroDivisionError
        return state

    key, state = left(start)
    correct(monkeypatch, stumbles)
    driver = start(SMALL)
    driver.tap("Recompute")
    driver.until(lambda: driver.has("Not every tap of this game fits the rules of today"))
    driver.tap("Back")
    assert (driver.app.table.game.key, driver.app.table.state, driver.app.table.game.rules_changed) == (key, state, False)
    assert len(driver.app.context.store.games()) == 1


def test_a_tap_while_it_is_played_again_keeps_the_table(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    from carddb.recomputing import again, past
    from screens.app.recompute import decide

    left(start)
    correct(monkeypatch)
    driver = start(SMALL)
    game = driver.app.table.game
    whole = past(game)
    session = again(game.session.rules, whole)
    driver.back()
    driver.app.table.advance(leave=True)
    decide(driver.app.context, game, whole, session)
    assert driver.app.table.game is game
    assert len(driver.app.context.store.games()) == 1


def test_a_device_that_is_full_says_so(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "full")

    left(start)
    correct(monkeypatch)
    driver = start(SMALL)
    for name in ("_create", "_write"):
        monkeypatch.setattr(driver.app.context.store.disk, name, full)
    driver.tap("Recompute")
    driver.until(lambda: driver.has("The device is full"))
    monkeypatch.undo()
    assert len(driver.app.context.store.games()) == 1
    assert driver.app.table.game.rules_changed
