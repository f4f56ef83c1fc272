"""What can be asked and changes nothing: two actions, ammunition, flames, cover, sight, distance,
terrain and victory points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from engine.games.dust import refs, victory, words
from engine.games.dust.activation import refusals as activations
from engine.games.dust.activation.situation import ActionPair
from engine.games.dust.attack.situation import Offset
from engine.games.dust.cover import sight
from engine.games.dust.cover import values as covers
from engine.games.dust.cover.situation import CoverCheck, LineOfSight
from engine.games.dust.movement.distance import squares
from engine.games.dust.movement.values import TERRAIN
from engine.games.dust.victory import VictoryPoints
from engine.games.dust.weapons import ammunition, flame
from engine.games.dust.weapons.situation import AmmoCheck, FlamePath
from engine.playing.citing import rule
from engine.playing.opening import answers, opens
from engine.playing.procedure import Procedure
from engine.values.kinds import Word
from engine.values.maps import Value
from engine.values.model import Problem, Ref
from engine.values.situation import S, Situation, YesNo
from engine.values.table import GameState
from engine.values.texts import say


@dataclass(frozen=True, slots=True)
class SquareDistance(Situation):
    """Squares across and along, for a Move or for a range."""

    dx: Offset
    dy: Offset
    agile: YesNo = False
    for_: Annotated[str, Word(("move", "range"))] = "move"


@dataclass(frozen=True, slots=True)
class TerrainCheck(Situation):
    """A type of terrain."""

    type: Annotated[str, Word(tuple(TERRAIN))]


@rule(refs.DUST_10, refs.DUST_32, refs.DUST_112)
def distance(now: GameState, way: SquareDistance) -> dict[str, Value]:
    """Agile counts when moving, never for a range."""
    return {"distance": squares(way.dx, way.dy, way.agile and way.for_ == "move")}


@rule(refs.DUST_09, refs.DUST_25)
def terrain(now: GameState, check: TerrainCheck) -> dict[str, Value]:
    """Who may enter it, and whether it blocks sight."""
    return TERRAIN[check.type]._asdict()


def two_actions(now: GameState, pair: ActionPair) -> dict[str, Value]:
    return words.verdict("legal", activations.problems(now, pair))


def consider(
    tells: Callable[[GameState, S], Mapping[str, Value]], reasons: Callable[[GameState, S], Iterable[Ref | Problem]]
) -> Callable[[GameState, S], Procedure]:
    """A procedure that asks for what a card does not state, and cites what its answer rests on."""

    def cite(state: GameState, situation: S) -> Procedure:
        tells(state, situation)
        found = reasons(state, situation)
        return state.cite(*(each.ref if isinstance(each, Problem) else each for each in found))
        yield

    return cite


def no_reasons(now: GameState, situation: object) -> tuple[Ref, ...]:
    return ()


QUESTIONS = (
    opens(
        "actions",
        say("check two actions"),
        refs.DUST_03,
        ActionPair,
        consider(two_actions, activations.problems),
        tells=two_actions,
    ),
    opens(
        "ammo",
        say("ammunition"),
        refs.DUST_160,
        AmmoCheck,
        consider(ammunition.rounds, ammunition.reasons),
        tells=ammunition.rounds,
    ),
    opens(
        "flame",
        say("flamethrower"),
        refs.DUST_166,
        FlamePath,
        consider(flame.flames, flame.problems),
        tells=flame.flames,
    ),
    opens(
        "cover",
        say("cover check"),
        refs.DUST_46,
        CoverCheck,
        consider(covers.cover, covers.reasons),
        tells=covers.cover,
    ),
    opens(
        "sight",
        say("line of sight"),
        refs.DUST_179,
        LineOfSight,
        consider(sight.clearness, sight.reasons),
        tells=sight.clearness,
    ),
    answers("distance", say("distance"), refs.DUST_10, SquareDistance, distance),
    answers("terrain", say("terrain"), refs.DUST_09, TerrainCheck, terrain),
    opens(
        "points",
        say("victory points"),
        refs.DUST_173,
        VictoryPoints,
        consider(victory.points, no_reasons),
        tells=victory.points,
    ),
)
