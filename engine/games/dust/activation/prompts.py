"""What the players are asked in an activation, beside its attacks and skills."""

from __future__ import annotations

from engine.games.dust import refs
from engine.games.dust.reaction import refusals as reactions
from engine.games.dust.units import unit_options
from engine.playing.citing import rule
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.DUST_11, refs.DUST_161)
def whether_it_moves(now: GameState, unit: str) -> Prompt:
    """A Move may be one of no squares; whoever waits beside the board enters."""
    at = now.unit(unit)
    text, ref = say("{unit} moves: does it leave its square?", unit=at.name), refs.DUST_02
    if at.where == "reserve":
        text, ref = say("{unit} enters the board: done?", unit=at.name), refs.DUST_103
    return Prompt("move", "confirm", at.seat, text, ref, (unit,), default=True)


@rule(refs.DUST_64, refs.DUST_70)
def who_reacts(now: GameState, unit: str, asked: tuple[str, ...]) -> Prompt:
    """Which enemy tries, less those asked before."""
    actor = now.unit(unit)
    return Prompt(
        "who_reacts",
        "choice",
        1 - actor.seat,
        say("reactive fire at {unit}: who tries?", unit=actor.name),
        refs.DUST_68,
        (unit,),
        options=unit_options(reactions.units_ready(now, unit, asked)),
        readings=("reactionWindow", "reactionsPerActivation", "chargeReaction"),
    )
