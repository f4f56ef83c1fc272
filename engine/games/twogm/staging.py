"""How a question without a game becomes a table: with what the question speaks of on it."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm import refs
from engine.games.twogm.shooting.situation import BuildingFire
from engine.playing.citing import rule
from engine.values.maps import EMPTY, Map, Value
from engine.values.table import GameState, Unit

HOUSE = "building"
"""The name of the building that a question speaks of."""


@rule(refs.TWOGM_86)
def stage_building(state: GameState, fire: BuildingFire) -> GameState:
    """Such a building; a name brings its own cover and armour."""
    plain: dict[str, Value] = {} if fire.name else {"armor": 0, "impact": (0, 0)}
    named: dict[str, Value] = {each: getattr(fire, each) for each in ("name", "points", "armor", "impact")}
    stated = {each: value for each, value in named.items() if value is not None}
    house = Map({"type": "terrain", "skills": ("building",), **plain, **stated})
    return replace(state, units=state.units.put(HOUSE, Unit(HOUSE, 1, house, EMPTY)))
