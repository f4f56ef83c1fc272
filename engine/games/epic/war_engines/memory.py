"""What a running attack has done to the war engines of each formation so far."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic import refs
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.table import GameState


class CriticalDue(NamedTuple):
    """Points of damage on one engine that no critical roll was made for yet."""

    row: int
    nth: int
    points: int


class Harm(NamedTuple):
    """Points of damage, those that bring a marker, those of them that are no expendable's, engines
    wrecked, and the critical rolls still due.
    """

    points: int = 0
    hurt: int = 0
    shock: int = 0
    wrecks: int = 0
    due: tuple[CriticalDue, ...] = ()


class EngineHarm(NamedTuple):
    """What the hits on one engine came to: points of damage, engines wrecked, markers."""

    damage: int = 0
    wrecks: int = 0
    markers: int = 0


UNHARMED = Harm()
NO_HARM: Map[Harm] = Map()


class Harms(NamedTuple):
    """The harm by formation."""

    by: Map[Harm] = NO_HARM


def harm(now: GameState, formation: str) -> Harm:
    return now.recall(Harms).by.get(formation, UNHARMED)


def remember_harm(state: GameState, formation: str, held: Harm) -> GameState:
    by = state.recall(Harms).by
    return state.remember(Harms(by.without(formation) if held == UNHARMED else by.put(formation, held)))


def criticals_due(now: GameState, formation: str) -> tuple[CriticalDue, ...]:
    """Damage that has not been rolled for."""
    return harm(now, formation).due


def remember_due(state: GameState, formation: str, due: tuple[CriticalDue, ...]) -> GameState:
    """Other critical rolls are due."""
    return remember_harm(state, formation, harm(state, formation)._replace(due=due))


def forget_harm(state: GameState, formation: str) -> GameState:
    """An attack begins: nothing is owed for damage yet; the critical rolls stay due."""
    return remember_harm(state, formation, Harm(due=harm(state, formation).due))


@rule(refs.EPIC_56)
def has_crossfire_marker(now: GameState, formation: str) -> bool:
    """Whether crossfire brings its marker for a war engine: destroyed, by one reading damaged."""
    held = harm(now, formation)
    return bool(held.hurt if now.reading("crossfire_we") == "first_damage" else held.wrecks)
