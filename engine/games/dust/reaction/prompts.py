"""Who may react: each unit with its dice, its chance, and what its fire would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from engine.games.dust import refs
from engine.games.dust.attack import aiming, memory, procedure
from engine.games.dust.attack.situation import WeaponLine
from engine.games.dust.reaction import procedure as reacting
from engine.games.dust.reaction import refusals
from engine.games.dust.reaction.situation import ReactiveFire
from engine.games.dust.units import HITS, NOBODY, lead, together
from engine.games.dust.weapons.values import weapons_of
from engine.playing.citing import rule
from engine.playing.foresight import Foresight
from engine.playing.procedure import task
from engine.values.model import Option, Prompt, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

MISS = Fraction(HITS.faces.count(0), len(HITS.faces))
"""One die of a reaction fails so often."""


@rule(refs.DUST_64, refs.DUST_70)
def who_reacts(now: GameState, unit: str, asked: tuple[str, ...]) -> Prompt:
    """Which enemy tries, less those asked before."""
    actor, ready = now.unit(unit), refusals.units_ready(now, unit, asked)
    return Prompt(
        "who_reacts",
        "choice",
        1 - actor.seat,
        say("reactive fire at {unit}: who tries?", unit=actor.name),
        refs.DUST_68,
        (unit,),
        options=(Option(NOBODY, say("nobody")), *(may_react(now, at, unit) for at in ready)),
        readings=("reactionWindow", "reactionsPerActivation", "chargeReaction"),
    )


@rule(refs.DUST_65, refs.DUST_66)
def may_react(now: GameState, unit: Unit, actor: str) -> Option:
    """A unit with its dice and its chance; it is activated either way."""
    dice = reacting.dice(now, ReactiveFire(unit.id))
    text = say_many(
        "{unit}: one die, {chance} %",
        "{unit}: {count} dice, {chance} %",
        dice,
        unit=where_it_stands(now, unit, actor),
        chance=round(100 * chance(dice)),
    )
    return Option(unit.id, text, fates=lambda: fates_of_trying(now, unit.id, actor, dice))


@rule(refs.DUST_65)
def chance(dice: int) -> Fraction:
    return 1 - MISS**dice


def where_it_stands(now: GameState, unit: Unit, actor: str) -> Text | str:
    squares = aiming.squares_seen(now, lead(now, unit.id), lead(now, actor))
    if not squares:
        return unit.name
    return say_many("{unit}, one square away", "{unit}, {count} squares away", squares, unit=unit.name)


# What it would do


@rule(refs.DUST_65, refs.DUST_180)
def fates_of_trying(now: GameState, reactor: str, actor: str, dice: int) -> Mapping[str, Fraction]:
    """What becomes of the active unit, the roll to react included: with one round of each weapon,
    in the cover last told, and it does not strike back."""
    try:
        lines = tuple(lines_foretold(now, reactor, lead(now, actor)))
        shows = {"fate": fate_of(together(now, actor))}
        found = Foresight(now, task(procedure.attack_with_lines, lines), shows).first().chances["fate"]
    except Unknown:
        return {}
    fates = {outcome: share * chance(dice) for outcome, share in found.items()}
    felt = sum((share for outcome, share in fates.items() if outcome != "none"), Fraction(0))
    return {**fates, "none": 1 - felt}


@rule(refs.DUST_64, refs.DUST_65)
def lines_foretold(now: GameState, reactor: str, actor: str) -> tuple[WeaponLine, ...]:
    """Its lines at the distance that was told; where none was, at the one that most of those for
    shooting reach."""
    squares = aiming.squares_seen(now, lead(now, reactor), actor) or likely_distance(now, reactor, actor)
    lines = aiming.lines_of_reaction(now, reactor, actor, squares)
    return tuple(replace(line, rounds=1, retaliation=(), tag=f":{n}") for n, line in enumerate(lines))


@rule(refs.DUST_64)
def likely_distance(now: GameState, reactor: str, actor: str) -> int:
    guns = [
        gun
        for each in together(now, reactor)
        for gun in weapons_of(now.unit(each))
        if gun.is_usable(now, now.unit(actor))
    ]
    shooting = [gun for gun in guns if not gun.is_close] or guns
    return max((gun.bounds[1] for gun in shooting), key=lambda squares: sum(gun.can_reach(squares) for gun in shooting))


def fate_of(units: tuple[str, ...]) -> Callable[[GameState], str]:
    """Destroyed, hurt or neither; of a pair both are gone, or one of them takes damage."""

    def fate(after: GameState) -> str:
        if all(after.unit(unit).gone for unit in units):
            return "destroyed"
        return "hurt" if any(memory.tally(after).taken.get(unit) for unit in units) else "none"

    return fate
