"""The initiative phase: the bonus of each side, the dice, and who is first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from engine.games.aam import refs
from engine.games.aam.abilities import by_hand_row
from engine.games.aam.commanders.effects import is_silent_aboard
from engine.games.aam.units import has, is_disrupted, units_of_army
from engine.games.aam.words import WORDS
from engine.parts import contest
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Asking, Procedure, confirm
from engine.playing.rules import PLAYERS
from engine.values.kinds import Flag, ListOf, UnitId, Whole
from engine.values.maps import Value
from engine.values.model import D6, Check, Die, Modifier, Prompt, Ref
from engine.values.situation import Situation
from engine.values.table import GameState, Unit
from engine.values.texts import say


@dataclass(frozen=True, slots=True)
class Initiative(Situation):
    """The bonus of both sides, or the Commanders it comes from, and whether their Recon sees an
    enemy.

    A bonus that is told is the whole bonus of a side.
    """

    bonus: Annotated[tuple[int, int], ListOf(Whole(-9, 9), 2, 2)] | None = None
    commanders: Annotated[tuple[tuple[str, ...], ...], ListOf(ListOf(UnitId()), 2, 2)] | None = None
    recon: Annotated[tuple[bool, bool], ListOf(Flag(), 2, 2)] | None = None


@rule(refs.AAM_19, refs.AAM_20)
def roll_initiative(state: GameState, initiative: Initiative) -> Procedure:
    """Roll until one side wins; then the winner chooses, or is first by the other reading."""
    state, initiative = yield from scout(state, initiative)
    state, winner = yield from contest.contest(state, dice, lead, initiative)
    if state.reading("initiative") == "winner_first":
        return contest.begin(state, winner)
    return (yield from contest.let_winner_choose(state, who_begins, winner))


@rule(refs.AAM_86)
def scout(state: GameState, initiative: Initiative) -> Asking[Initiative]:
    """Recon helps as long as it sees an enemy; the players are asked, unless they told a bonus."""
    if initiative.recon or initiative.bonus:
        return state, initiative
    seen = [False, False]
    for seat in (0, 1):
        if scouts(state, seat):
            state, seen[seat] = yield from confirm(state, whether_recon_sees, seat)
    return state, replace(initiative, recon=(seen[0], seen[1]))


@rule(refs.AAM_18, refs.AAM_19)
def lead(now: GameState, totals: tuple[int, ...], initiative: Initiative) -> int:
    """Higher total; on equal totals the higher bonus; on equal bonuses neither side yet."""
    ours, theirs = (bonus(now, seat, initiative) for seat in (0, 1))
    return totals[0] - totals[1] or ours - theirs


def facts(now: GameState, initiative: Initiative) -> dict[str, Value]:
    return {"bonus": tuple(bonus(now, seat, initiative) for seat in (0, 1))}


# The bonus of each side


ORGANIZATION = "organization"


@rule(refs.AAM_18, refs.AAM_93)
def bonus_of_leader(now: GameState, seat: int, initiative: Initiative) -> int:
    """The single best bonus of the Commanders who are not disrupted, told or found in the army."""
    if initiative.bonus is not None:
        return initiative.bonus[seat]
    named = initiative.commanders
    army = units_of_army(now, seat) if named is None else tuple(map(now.unit, named[seat]))
    able = (unit for unit in army if not unit.gone and not is_disrupted(unit) and not is_silent_aboard(now, unit))
    return max((value for unit in able if isinstance(value := unit.stated("initiative"), int)), default=0)


@rule(refs.AAM_86, refs.AAM_90)
def bonus(now: GameState, seat: int, initiative: Initiative) -> int:
    """With Recon that sees an enemy; two of them are no better."""
    return bonus_of_leader(now, seat, initiative) + bool(initiative.recon and initiative.recon[seat])


def bonus_rows(now: GameState, seat: int, initiative: Initiative) -> tuple[Modifier, ...]:
    """The bonus, and abilities that the players apply by hand."""
    amount, text = bonus_of_leader(now, seat, initiative), say("best commander who is not disrupted")
    best = (Modifier("commander", amount, text, refs.AAM_18),) if amount else ()
    sees = initiative.recon and initiative.recon[seat]
    seen = (Modifier("recon", 1, say("Recon: it sees an enemy"), refs.AAM_86),) if sees else ()
    organized = (unit for unit in units_of_army(now, seat) if has(unit, ORGANIZATION))
    return (*best, *seen, *(by_hand_row(unit, ORGANIZATION) for unit in organized))


def scouts(now: GameState, seat: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in units_of_army(now, seat) if has(unit, "recon"))


# What the players are asked


def whether_recon_sees(now: GameState, seat: int) -> Prompt:
    units = scouts(now, seat)
    text = say("Recon: does {units} see an enemy?", units=", ".join(unit.name for unit in units))
    return Prompt(f"recon:{seat}", "confirm", seat, text, refs.AAM_86, tuple(unit.id for unit in units), default=False)


def dice(now: GameState, initiative: Initiative) -> Prompt:
    key = contest.key_of_throw(now, "initiative")
    rows = (bonus_rows(now, seat, initiative) for seat in (0, 1))
    checks = tuple(sum_of_dice(f"{key}:{seat}", 2, D6, refs.AAM_18, each) for seat, each in enumerate(rows))
    text, readings, ahead = say("initiative"), ("commander_aboard",), contest.leader(lead(now, (0, 0), initiative))
    ties = None if ahead == contest.NOBODY else ahead
    return Prompt(key, "roll", 0, text, refs.AAM_18, checks=checks, readings=readings, ties=ties, tie_rule=refs.AAM_19)


@rule(refs.AAM_18)
def sum_of_dice(key: str, dice: int, die: Die, ref: Ref, modifiers: tuple[Modifier, ...] = ()) -> Check:
    """Dice that are added up, with what is added to them."""
    return Check(key, dice, die, ref, keep=0, modifiers=modifiers)


@rule(refs.AAM_19)
def who_begins(now: GameState, winner: int) -> Prompt:
    """By name, and after equal totals with the reason."""
    first, second = say("first player"), say("second player")
    text = say("{player} has the initiative: first or second player?", player=WORDS[PLAYERS[winner]])
    if now.recall(contest.Contest).was_level:
        text = say(
            "equal totals, and {player} has the higher bonus: first or second player?", player=WORDS[PLAYERS[winner]]
        )
    return contest.first_or_second(now, winner, text, refs.AAM_20, first, second, ("initiative",))


OPENINGS = (
    opens(
        "initiative", say("initiative"), refs.AAM_18, Initiative, roll_initiative, shows=contest.outcomes, tells=facts
    ),
)
