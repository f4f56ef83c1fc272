"""What the players are asked in an activation, beside its attacks and skills."""

from __future__ import annotations

from fractions import Fraction

from engine.games.dust import refs
from engine.games.dust.reaction import procedure as reacting
from engine.games.dust.reaction import refusals as reactions
from engine.games.dust.reaction.situation import ReactiveFire
from engine.games.dust.units import HITS, NOBODY
from engine.playing.citing import rule
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say, say_many

MISS = Fraction(HITS.faces.count(0), len(HITS.faces))
"""One die of a reaction fails so often."""


@rule(refs.DUST_11, refs.DUST_161)
def whether_it_moves(now: GameState, unit: str) -> Prompt:
    """A Move may be one of no squares; whoever waits beside the board enters."""
    at = now.unit(unit)
    text, ref = say("{unit} moves: does it leave its square?", unit=at.name), refs.DUST_02
    if at.where == "reserve":
        text, ref = say("{unit} enters the board: done?", unit=at.name), refs.DUST_103
    return Prompt("move", "confirm", at.seat, text, ref, (unit,), default=True)


@rule(refs.DUST_65, refs.DUST_66)
def may_react(now: GameState, unit: Unit) -> Option:
    """A unit with its dice and its chance; it is activated either way."""
    dice = reacting.dice(now, ReactiveFire(unit.id))
    chance = round(100 * (1 - MISS**dice))
    text = say_many(
        "{unit}: one die, {chance} %", "{unit}: {count} dice, {chance} %", dice, unit=unit.name, chance=chance
    )
    return Option(unit.id, text)


@rule(refs.DUST_64, refs.DUST_70)
def who_reacts(now: GameState, unit: str, asked: tuple[str, ...]) -> Prompt:
    """Which enemy tries, less those asked before."""
    actor, ready = now.unit(unit), reactions.units_ready(now, unit, asked)
    return Prompt(
        "who_reacts",
        "choice",
        1 - actor.seat,
        say("reactive fire at {unit}: who tries?", unit=actor.name),
        refs.DUST_68,
        (unit,),
        options=(Option(NOBODY, say("nobody")), *(may_react(now, at) for at in ready)),
        readings=("reactionWindow", "reactionsPerActivation", "chargeReaction"),
    )
