"""A shot in the order of the book: roll, damage, destroyed."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.template import refs, staging
from engine.games.template.shooting import prompts, refusals
from engine.games.template.shooting.situation import Shot
from engine.games.template.units import life_left
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure, roll
from engine.values.table import GameState
from engine.values.texts import say


def shoot(state: GameState, shot: Shot) -> Procedure:
    """The dice that hit are points of damage; who has no life left is destroyed."""
    state, hits = yield from roll(state, prompts.to_hit, shot)
    state = state.set(shot.shooter, "shot", True, refs.TEMPLATE_03)
    return take_damage(state, shot.target, hits)


def take_damage(state: GameState, unit: str, hits: int) -> GameState:
    """Add damage; a unit with as much of it as life is destroyed."""
    taken = min(hits, life_left(state.unit(unit)))
    state = state.set(unit, "damage", state.unit(unit).count("damage") + taken, refs.TEMPLATE_07)
    return state if life_left(state.unit(unit)) else state.set(unit, "where", "destroyed", refs.TEMPLATE_07)


def outcomes(shot: Shot) -> Mapping[str, Show]:
    """How much damage the target has afterwards, and whether it is still there."""
    return {
        "damage": lambda after: after.unit(shot.target).count("damage"),
        "where": lambda after: after.unit(shot.target).where,
    }


OPENINGS = (
    opens(
        "shoot",
        say("shoot"),
        refs.TEMPLATE_03,
        Shot,
        shoot,
        refusals=refusals.SHOT,
        shows=outcomes,
        stage=staging.stage_shot,
        actor="shooter",
        asks=("cover",),
    ),
)
