"""Victory: the enemy HQ, an exhausted army, the clock, a scenario's objectives, giving up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from engine.games.twogm import refs
from engine.games.twogm.hand.values import counted_cards
from engine.games.twogm.shooting.damage import life
from engine.games.twogm.units import headquarters, is_pitched_battle
from engine.parts.concede import concession
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.playing.rules import PLAYERS
from engine.values.kinds import Either, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Unknown
from engine.values.situation import SeatNumber, Situation, YesNo
from engine.values.table import GameState
from engine.values.texts import say

SEATS = (0, 1)
FULL = 10
WAYS = {
    "surrender": refs.TWOGM_21,
    "objective": refs.TWOGM_22,
    "hq": refs.TWOGM_20,
    "cards": refs.TWOGM_21,
    "time": refs.TWOGM_07,
}
"""How a battle ends, and the rule of each way."""
HOW = Word(("played", "discarded"))

Winner = int | str | None
Counts = Annotated[
    tuple[int | tuple[int, ...] | None, ...],
    ListOf(Either((Whole(-99, 999), ListOf(Whole(-99, 999)))), 2, 2, blanks=True),
]
LastCard = Annotated[
    bool | str | int | Map[Any], Either((Flag(), HOW, Whole(0, 1), Record(fields(seat=Whole(0, 1), how=HOW))))
]


@dataclass(frozen=True, slots=True)
class BattleEnd(Situation):
    """What both sides have left: a number each, or one for each of a pair; None is as on the
    table."""

    hq: Counts | None = None
    deck: Counts | None = None
    hand: Counts | None = None
    last_card: LastCard | None = None
    hq_start: Counts | None = None
    timed: YesNo | None = None
    surrender: SeatNumber | None = None
    objective: SeatNumber | None = None
    scenario: YesNo | None = None


@rule(refs.TWOGM_20, refs.TWOGM_21, refs.TWOGM_114, refs.TWOGM_189)
def numbers(both: Counts | None, seat: int) -> tuple[int, ...]:
    """What a side has: one number, or one for each of a pair."""
    mine = both[seat] if both else None
    return mine if isinstance(mine, tuple) else () if mine is None else (mine,)


@rule(refs.TWOGM_20, refs.TWOGM_114)
def is_hq_lost(end: BattleEnd, seat: int) -> bool:
    """An HQ at 0 is destroyed; of two on one side, either."""
    return any(points <= 0 for points in numbers(end.hq, seat))


@rule(refs.TWOGM_21, refs.TWOGM_189)
def is_exhausted(end: BattleEnd, seat: int) -> bool:
    """No card left to draw and the last one played, not discarded; a pair only when both are
    out."""
    deck, hand, last = numbers(end.deck, seat), numbers(end.hand, seat), end.last_card
    if not deck or not hand or any((*deck, *hand)) or last is False:
        return False
    how = last.get("how") if isinstance(last, Map) else last
    whose = last.get("seat") if isinstance(last, Map) else last if isinstance(last, int) else None
    return how != "discarded" and (isinstance(whose, bool) or whose in (None, seat))


@rule(refs.TWOGM_07, refs.TWOGM_20, refs.TWOGM_21, refs.TWOGM_22)
def decision(now: GameState, end: BattleEnd) -> tuple[Winner, str]:
    """Who has won and by what; None before that."""
    if end.surrender is not None:
        return 1 - end.surrender, "surrender"
    if end.objective is not None:
        return end.objective, "objective"
    ways = [([seat for seat in SEATS if is_exhausted(end, seat)], "cards")]
    if is_pitched_battle(now) and not end.scenario:
        lost = ([seat for seat in SEATS if is_hq_lost(end, seat)], "hq")
        ways = [lost, *ways] if now.reading("last_card") == "resolved_first" else [*ways, lost]
    for losers, why in ways:
        if losers:
            return ("draw" if len(losers) == len(SEATS) else 1 - losers[0]), why
    return decision_on_time(now, end) if end.timed else (None, "")


@rule(refs.TWOGM_07)
def decision_on_time(now: GameState, end: BattleEnd) -> tuple[Winner, str]:
    """After the last turns the HQ with most damage loses, or with fewest points left; equal ones
    are a draw."""
    left = [sum(numbers(end.hq, seat)) for seat in SEATS]
    full = [sum(numbers(end.hq_start, seat)) or FULL * max(1, len(numbers(end.hq, seat))) for seat in SEATS]
    fewest = now.reading("timed_loser") == "fewest_points"
    score = left if fewest else [points - most for points, most in zip(left, full, strict=True)]
    if score[0] == score[1]:
        return (None if now.reading("timed_tie") == "play_on" else "draw"), "time"
    return score.index(max(score)), "time"


@rule(refs.TWOGM_07, refs.TWOGM_20, refs.TWOGM_21)
def end_on_table(now: GameState, end: BattleEnd) -> BattleEnd:
    """As told, else as the table stands: points of the HQs now and at first, decks and hands that
    are counted."""
    hqs = [headquarters(now, seat) if end.hq is None else None for seat in SEATS]
    cards = [counted_cards(now, seat) for seat in SEATS]
    return replace(
        end,
        hq=end.hq or tuple(None if hq is None else 0 if hq.gone else life(hq) - hq.count("damage") for hq in hqs),
        hq_start=end.hq_start or tuple(None if hq is None else life(hq) for hq in hqs),
        deck=end.deck or tuple(None if each is None else each[0] for each in cards),
        hand=end.hand or tuple(None if each is None else each[1] for each in cards),
    )


@rule(refs.TWOGM_20, refs.TWOGM_21)
def facts(now: GameState, end: BattleEnd) -> Mapping[str, Value]:
    try:
        winner, by = decision(now, end_on_table(now, end))
    except Unknown:
        return {"winner": None}
    return {"winner": winner, "by": by}


def victory(state: GameState, end: BattleEnd) -> Procedure:
    """The winner is noted on the table."""
    winner, by = decision(state, end_on_table(state, end))
    if winner is None or state.trackers.get("winner"):
        return state
    return state.set("", "winner", winner if isinstance(winner, str) else PLAYERS[winner], WAYS[by])
    yield


OPENINGS = (
    opens("victory", say("victory"), refs.TWOGM_20, BattleEnd, victory, tells=facts, asks=("timed",)),
    concession(refs.TWOGM_21),
)
