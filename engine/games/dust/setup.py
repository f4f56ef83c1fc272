"""Before the first round: who places the first tile and the first cover element; units wait
beside the board."""

from __future__ import annotations

from engine.games.dust.initiative import DICE
from engine.games.dust.refs import DUST_101, DUST_102, DUST_103
from engine.games.dust.units import ELEMENTS, HITS, because
from engine.playing.procedure import Procedure, choose, rolls, task, until
from engine.playing.rules import Opening, Show
from engine.values.kinds import Field, Flag, ListOf, Record, UnitId
from engine.values.model import Check, Option, Prompt, Ref
from engine.values.table import GameState
from engine.values.texts import Text, say

REFS: dict[str, Ref] = {"tile": DUST_101, "element": DUST_102}
WORDS: dict[str, Text] = {
    "tile": say("who places the first tile? Most hits"),
    "element": say("who places the first cover element? Most hits"),
}


def setup(state: GameState, on_board: tuple[str, ...] = (), own: bool | None = None) -> Procedure:
    """A printed scenario gives its plan; on an own battlefield both roll. All others enter in
    round 1 (DUST-101, 102, 103)."""
    if own is None:
        state, plan = yield from choose(state, which_plan)
        own = plan == "own"
    for what in REFS if own else ("element",):
        state = yield from until(lambda now, what=what: bool(now.noted(what)), state, task(contest, what=what))  # type: ignore[misc]
    for unit in state.units.values():
        if unit.where == "table" and unit.stated("kind") not in ELEMENTS:
            aboard = unit.id in on_board
            state = state.set(unit.id, "where", None if aboard else "reserve").set(unit.id, "on_board", aboard)
            state = because(state, DUST_103, unit.id, "where")
    return state


def contest(state: GameState, what: str) -> Procedure:
    """More hits on three dice; a tie is rolled again (DUST-101, 102)."""
    state, (ours, theirs) = yield from rolls(state, thrown, what)
    winner = 1 if ours > theirs else 2 if theirs > ours else 0
    return state.note(**{what: winner, f"{what}:again": True})


def thrown(now: GameState, what: str) -> Prompt:
    """DUST-101, 102."""
    key = f"{what}:again" if now.noted(f"{what}:again") else what
    checks = tuple(Check(f"{key}:{seat}", DICE, HITS, REFS[what], (1,)) for seat in (0, 1))
    return Prompt(key, "roll", 0, WORDS[what], REFS[what], checks=checks)


def which_plan(now: GameState) -> Prompt:
    options = (
        Option("scenario", say("a printed scenario: follow its plan")),
        Option("own", say("your own battlefield")),
    )
    return Prompt("plan", "choice", 0, say("which battlefield?"), DUST_101, options=options)


def shown(what: str) -> Show:
    """The seat that places first; nobody where it is not rolled."""
    return lambda after: after.noted(what) - 1 if after.noted(what) else "none"


SETUP = Opening(
    "setup",
    say("set-up"),
    DUST_103,
    setup,
    Record((Field("on_board", ListOf(UnitId()), default=()), Field("own", Flag()))),
    shows=lambda **_: {"tile": shown("tile"), "element": shown("element")},
)
