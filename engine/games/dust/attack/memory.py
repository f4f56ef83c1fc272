"""What an attack remembers while it goes on."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.dust import refs
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.table import GameState

NOTHING: Map[int] = Map()


class LineTally(NamedTuple):
    """Hits that wait in close combat; hits that feed a hero with the serum; points dealt to a
    target, taken by a unit, assigned to it; targets of more hits than a laser counts.

    A walk lays thousands of these: a named tuple is compared and copied four times as fast as a
    dataclass.
    """

    hits: Map[int] = NOTHING
    fed: Map[int] = NOTHING
    dealt: Map[int] = NOTHING
    taken: Map[int] = NOTHING
    assigned: Map[int] = NOTHING
    endless: frozenset[str] = frozenset()


class Sightings(NamedTuple):
    """How far targets are and what cover they have, as players saw it, by attacker and target."""

    squares: Map[int] = NOTHING
    covers: Map[str] = Map()


def tally(now: GameState) -> LineTally:
    return now.recall(LineTally)


def sum_up(points: Map[int], name: str, more: int) -> Map[int]:
    """One form per table: no points are not kept."""
    total = points.get(name, 0) + more
    return points.put(name, total) if total else points.without(name)


def remember_hits(state: GameState, pile: str, hits: int) -> GameState:
    held = tally(state)
    return state.remember(held._replace(hits=sum_up(held.hits, pile, hits)))


def forget_hits(state: GameState, pile: str) -> GameState:
    return state.remember(tally(state)._replace(hits=tally(state).hits.without(pile)))


@rule(refs.DUST_138)
def feed_hero(state: GameState, hero: str, hits: int) -> GameState:
    """Remember the hits until the attack is over."""
    held = tally(state)
    return state.remember(held._replace(fed=sum_up(held.fed, hero, hits)))


def remember_damage(state: GameState, target: str, unit: str, points: int) -> GameState:
    """For the target declared, and for the unit that the points fell on."""
    held = tally(state)
    return state.remember(
        held._replace(dealt=sum_up(held.dealt, target, points), taken=sum_up(held.taken, unit, points))
    )


def remember_shares(state: GameState, *shares: tuple[str, int]) -> GameState:
    held = tally(state)
    for unit, points in shares:
        held = held._replace(assigned=sum_up(held.assigned, unit, points))
    return state.remember(held)


def remember_endless(state: GameState, target: str) -> GameState:
    return state.remember(tally(state)._replace(endless=tally(state).endless | {target}))
