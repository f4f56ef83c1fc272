"""Reactive fire: one roll, and whether it is worth it."""

from __future__ import annotations

from engine.games.dust import abilities, refs, turn, words
from engine.games.dust.abilities import Attempt
from engine.games.dust.reaction import refusals
from engine.games.dust.reaction.situation import ReactiveFire
from engine.games.dust.units import HITS, together
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, roll
from engine.values.maps import Value
from engine.values.model import Check, Modifier, Prompt
from engine.values.table import GameState
from engine.values.texts import say

DICE = {"superior_reactive_fire": 3, "advanced_reactive_fire": 2}


def reaction(state: GameState, fire: ReactiveFire) -> Procedure:
    """One roll; the unit is activated whatever it shows."""
    against = [problem.ref for problem in refusals.problems(state, fire)]
    if against:
        return state.cite(*against)
    if fire.reactor is not None:
        state = try_to_react(state, fire.reactor)
    state, hits = yield from roll(state, readiness, fire)
    if hits and fire.reactor is not None:
        for each in together(state, fire.reactor):
            state = state.set(each, "reacting", True, refs.DUST_65)
    return state.remember(Attempt(success=bool(hits)))


@rule(refs.DUST_66, refs.DUST_70)
def try_to_react(state: GameState, reactor: str) -> GameState:
    """The card is turned before the dice; the table keeps that a unit has tried."""
    return turn.activate_pair(state, reactor, refs.DUST_66).set("", "reacted", reactor, refs.DUST_70)


def readiness(now: GameState, fire: ReactiveFire) -> Prompt:
    """At least one hit."""
    enough = (Modifier("enough", 1, say("one hit is enough"), refs.DUST_65),)
    check = Check("reaction", dice(now, fire), HITS, refs.DUST_65, (1,), needs=1, need_rows=enough, grades=(1,))
    if fire.reactor is None:
        return Prompt("reaction", "roll", now.seat, say("reactive fire"), refs.DUST_65, (), (check,))
    unit = now.unit(fire.reactor)
    text = say("{unit} tries to react", unit=unit.name)
    return Prompt("reaction", "roll", unit.seat, text, refs.DUST_65, (unit.id,), (check,))


@rule(refs.DUST_65, refs.DUST_111, refs.DUST_136)
def dice(now: GameState, fire: ReactiveFire) -> int:
    """One die; two with Advanced, three with Superior Reactive Fire, a hero's included."""
    if fire.dice is not None:
        return fire.dice
    for skill, count in DICE.items():
        if skill in fire.skills or (fire.reactor is not None and abilities.has_skill(now, fire.reactor, skill)):
            return count
    return 1


def facts(now: GameState, fire: ReactiveFire) -> dict[str, Value]:
    return {**words.verdict("allowed", refusals.problems(now, fire)), "dice": dice(now, fire)}


OPENINGS = (
    opens(
        "reaction",
        say("reactive fire"),
        refs.DUST_65,
        ReactiveFire,
        reaction,
        refusals=(refusals.not_allowed,),
        shows=abilities.outcome_of_attempt,
        actor="reactor",
        tells=facts,
        judges=True,
    ),
)
