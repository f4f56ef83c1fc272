"""What an assault remembers between its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.games.epic.shooting.hits import Hits
from engine.games.epic.war_engines.damage import Wound
from engine.values.maps import Map
from engine.values.table import GameState


class Fallen(NamedTuple):
    """Of one formation: units of each row that fell in this exchange and still strike, wounds of
    its engines, units that fell in exchanges before."""

    units: tuple[int, ...] = ()
    wounds: tuple[Wound, ...] = ()
    buried: tuple[int, ...] = ()


class Kills(NamedTuple):
    """Of one formation: units lost in this assault, and those of them that bring a marker."""

    lost: int = 0
    mourned: int = 0


NONE_FALLEN: Map[Fallen] = Map()
NO_KILLS: Map[Kills] = Map()


class AssaultLosses(NamedTuple):
    """The losses of all formations in an assault, by name."""

    fallen: Map[Fallen] = NONE_FALLEN
    kills: Map[Kills] = NO_KILLS


class AssaultTally(NamedTuple):
    """How far an assault is: the winner, whether a round was a tie and how the next is fought,
    whether supporters have fired, the hits of the side that strikes and those of its second pass,
    who was broken from the start, both sides as the table last said who fights how."""

    winner: str = ""
    is_again: bool = False
    how: str = ""
    has_support: bool = False
    hits: Hits = ()
    macro_hits: Hits = ()
    broken_before: frozenset[str] = frozenset()
    sides: tuple[Any, ...] = ()


class ResultTally(NamedTuple):
    """The result roll alone: the winner, by how much, both totals, hits without saves, whether the
    loser flees, supporters that take a marker."""

    winner: str = ""
    gap: int = 0
    rolled: tuple[int, ...] = ()
    extra_hits: int = 0
    flees: bool = False
    supporters: tuple[str, ...] = ()


NOT_FALLEN = Fallen()
NOT_KILLED = Kills()


def tally(now: GameState) -> AssaultTally:
    return now.recall(AssaultTally)


def fallen(now: GameState, formation: str) -> Fallen:
    return now.recall(AssaultLosses).fallen.get(formation, NOT_FALLEN)


def kills(now: GameState, formation: str) -> Kills:
    return now.recall(AssaultLosses).kills.get(formation, NOT_KILLED)


def remember_fallen(state: GameState, formation: str, held: Fallen) -> GameState:
    return remember_all_fallen(state, {formation: held})


def remember_all_fallen(state: GameState, found: Mapping[str, Fallen]) -> GameState:
    losses = state.recall(AssaultLosses)
    fell = losses.fallen
    for formation, held in found.items():
        fell = fell.without(formation) if held == NOT_FALLEN else fell.put(formation, held)
    return state.remember(losses._replace(fallen=fell))


def remember_losses(state: GameState, formation: str, held: Fallen, dead: Kills) -> GameState:
    """Formations that have lost nothing are not kept."""
    fell, killed = state.recall(AssaultLosses)
    return state.remember(
        AssaultLosses(
            fell.without(formation) if held == NOT_FALLEN else fell.put(formation, held),
            killed.without(formation) if dead == NOT_KILLED else killed.put(formation, dead),
        )
    )
