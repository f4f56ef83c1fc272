"""Heroes join before the game and may leave later."""

from __future__ import annotations

from engine.games.dust import refs, words
from engine.games.dust.heroes import refusals
from engine.games.dust.heroes.situation import Joining, Separation
from engine.games.dust.units import together
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, confirm
from engine.values.maps import Value
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.DUST_95)
def join(state: GameState, joining: Joining) -> Procedure:
    """A hero and a squad are one from now on."""
    state = state.cite(*(problem.ref for problem in refusals.problems(state, joining)))
    return state.set(joining.hero, "joined", joining.squad, refs.DUST_94)
    yield


@rule(refs.DUST_98)
def facts(now: GameState, joining: Joining) -> dict[str, Value]:
    """The pair has the faster movement of the two."""
    one, other = (now.unit(unit).stated("move") for unit in (joining.hero, joining.squad))
    move = max(one, other) if isinstance(one, int) and isinstance(other, int) else None
    return {**words.verdict("legal", refusals.problems(now, joining)), "move": move}


def separate(state: GameState, separation: Separation) -> Procedure:
    """Before the pair is activated; nothing is shared afterwards."""
    state, is_sure = yield from confirm(state, whether_to_leave, separation)
    for each in together(state, separation.unit) if is_sure else ():
        state = state.set(each, "joined", None, refs.DUST_99)
    return state


def whether_to_leave(now: GameState, separation: Separation) -> Prompt:
    at = now.unit(separation.unit)
    text = say("{unit} separates and never joins again: sure?", unit=at.name)
    return Prompt("separate", "confirm", at.seat, text, refs.DUST_99, (at.id,), default=True)


OPENINGS = (
    opens(
        "join",
        say("join a squad"),
        refs.DUST_94,
        Joining,
        join,
        refusals=(refusals.wrong_pair,),
        tells=facts,
        judges=True,
    ),
    opens(
        "separate",
        say("separate"),
        refs.DUST_99,
        Separation,
        separate,
        refusals=(refusals.not_joined, refusals.nobody_joined),
        actor="unit",
    ),
)
