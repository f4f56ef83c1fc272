"""Before the first round: who places the first tile and the first cover element; units wait
beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.dust import refs
from engine.games.dust.initiative.procedure import DICE
from engine.games.dust.units import ELEMENTS, HITS
from engine.parts import contest
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure, choose
from engine.values.maps import Map
from engine.values.model import Check, Option, Prompt, Ref
from engine.values.situation import Situation, UnitName, YesNo
from engine.values.table import GameState
from engine.values.texts import Text, say

REFS: dict[str, Ref] = {"tile": refs.DUST_101, "element": refs.DUST_102}
TEXTS: dict[str, Text] = {
    "tile": say("who places the first tile? Most hits"),
    "element": say("who places the first cover element? Most hits"),
}


@dataclass(frozen=True, slots=True)
class BoardSetup(Situation):
    """Units that a scenario puts on the board, and whether the battlefield is the players' own."""

    on_board: tuple[UnitName, ...] = ()
    own: YesNo | None = None


class FirstPlacers(NamedTuple):
    """The seats that place the first tile and the first cover element."""

    seats: Map[int] = Map()


def setup(state: GameState, board: BoardSetup) -> Procedure:
    """A printed scenario gives its plan; on an own battlefield both roll. All others enter in
    round 1."""
    is_own = board.own
    if is_own is None:
        state, plan = yield from choose(state, which_plan)
        is_own = plan == "own"
    for what in REFS if is_own else ("element",):
        state, winner = yield from contest.contest(state, who_places_first, contest.difference, what)
        placers = FirstPlacers(state.recall(FirstPlacers).seats.put(what, winner))
        state = state.remember(contest.Contest()).remember(placers)
    for unit in state.units.values():
        if unit.where == "table" and unit.stated("kind") not in ELEMENTS:
            is_aboard = unit.id in board.on_board
            state = state.set(unit.id, "where", None if is_aboard else "reserve", refs.DUST_103)
            state = state.set(unit.id, "on_board", is_aboard, refs.DUST_103)
    return state


def which_plan(now: GameState) -> Prompt:
    options = (
        Option("scenario", say("a printed scenario: follow its plan")),
        Option("own", say("your own battlefield")),
    )
    return Prompt("plan", "choice", 0, say("which battlefield?"), refs.DUST_101, options=options)


def who_places_first(now: GameState, what: str) -> Prompt:
    """More hits on three dice; a tie is rolled again."""
    key = contest.key_of_throw(now, what)
    checks = tuple(Check(f"{key}:{seat}", DICE, HITS, REFS[what], (1,)) for seat in (0, 1))
    return Prompt(key, "roll", 0, TEXTS[what], REFS[what], checks=checks)


def outcomes(board: BoardSetup) -> dict[str, Show]:
    return {what: outcome_of(what) for what in REFS}


def outcome_of(what: str) -> Show:
    """The seat that places first; none where it is not rolled."""
    return lambda after: after.recall(FirstPlacers).seats.get(what, "none")


OPENINGS = (opens("setup", say("set-up"), refs.DUST_103, BoardSetup, setup, shows=outcomes),)
