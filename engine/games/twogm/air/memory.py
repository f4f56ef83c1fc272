"""What an air mission remembers: the targets that machine guns have named."""

from __future__ import annotations

from typing import NamedTuple

from engine.values.maps import Map
from engine.values.table import GameState


class GunTargets(NamedTuple):
    """Interceptors that machine guns will fire at, by the number of the gun."""

    named: Map[str] = Map()


def remember_target(state: GameState, gun: int, target: str) -> GameState:
    return state.remember(GunTargets(state.recall(GunTargets).named.put(str(gun), target)))
