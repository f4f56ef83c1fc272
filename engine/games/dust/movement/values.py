"""The numbers of a Move: its points, and what the way costs."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.dust import abilities, refs
from engine.games.dust.activation import refusals as activations
from engine.games.dust.movement.distance import squares
from engine.games.dust.movement.situation import MoveAction
from engine.games.dust.units import together
from engine.playing.citing import rule
from engine.values.table import GameState


class SquareTerrain(NamedTuple):
    """Who may enter such a square, whether cover elements stand there, whether it cuts sight."""

    soldiers: bool
    vehicles: bool
    elements: bool
    blocks_los: bool


TERRAIN = {
    "neutral": SquareTerrain(True, True, True, False),
    "water": SquareTerrain(False, False, False, False),
    "rubble": SquareTerrain(True, False, False, False),
    "smoke": SquareTerrain(True, True, True, True),
    "block": SquareTerrain(False, False, False, True),
}


@rule(refs.DUST_103, refs.DUST_129)
def round_of(now: GameState, move: MoveAction) -> int:
    """As told, or that of the game."""
    return move.round or now.turn


@rule(refs.DUST_103)
def is_entering(now: GameState, move: MoveAction) -> bool:
    return activations.is_entering(now, move.unit, round_of(now, move), move.entering)


@rule(refs.DUST_98, refs.DUST_103, refs.DUST_115, refs.DUST_124, refs.DUST_129)
def points(now: GameState, move: MoveAction) -> tuple[int, int, int]:
    """Of one Move, of all declared, and what skills add: a pair's faster, Assault, Fast, scouts."""
    moves, unit = max(1, move.pair.acts.count("move")), move.unit
    printed = max(now.unit(each).need("move") for each in together(now, unit))
    times = 2 if "assault" in move.skills or any(now.unit(each).count("doubled") for each in together(now, unit)) else 1
    fast = 1 * all(abilities.has_skill(now, each, "fast") for each in together(now, unit))
    scout = 2 * (round_of(now, move) == 1 and abilities.has_skill(now, unit, "scout_vehicle"))
    scouts = scout * moves if now.reading("scoutBonus") == "eachMove" else scout
    plain = printed * times
    one = (printed + fast) * times if now.reading("fastAssault") == "addThenDouble" else plain + fast
    if is_entering(now, move) and now.reading("entryMove") == "oneSquare":
        rest = (one + plain * (moves - 2)) if moves > 1 else 0
        return 1 + scout, 1 + rest + scouts, scout
    return one + scout, one + plain * (moves - 1) + scouts, one + scout - plain


@rule(refs.DUST_10, refs.DUST_112, refs.DUST_124)
def cost(now: GameState, move: MoveAction, more: int) -> int:
    """Points of the way; by other readings a skill's squares are free steps, and a diagonal made
    before counts."""
    agile = abilities.has_skill(now, move.unit, "agile") or "agile" in move.skills
    across, along = abs(move.dx or 0), abs(move.dy or 0)
    free = min(more, across, along) if now.reading("bonusSquare") == "step" else 0
    across, along = across - free, along - free
    once = now.reading("diagonalCount") == "perActivation" and not agile
    return free + squares(across, along, agile) + bool(once and move.diagonals and across and along)
