"""Victory: the enemy HQ, an exhausted army, the clock, a scenario's objectives, giving up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.twogm.damage import life
from engine.games.twogm.decks import counted
from engine.games.twogm.refs import TWOGM_20, TWOGM_21
from engine.games.twogm.units import headquarters, pitched
from engine.playing.procedure import Procedure, confirm
from engine.playing.rules import PLAYERS, Opening
from engine.values.kinds import Either, Flag, ListOf, Record, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import Prompt, Unknown
from engine.values.table import GameState
from engine.values.texts import say

SEATS = (0, 1)
FULL = 10  # 2GM-24
Winner = int | str | None


def numbers(told: Value, seat: int) -> tuple[int, ...]:
    """What a side has: one number, or one for each of a pair (2GM-114, 189)."""
    mine = told[seat] if isinstance(told, tuple) else None
    return (
        tuple(int(str(each)) for each in mine) if isinstance(mine, tuple) else () if mine is None else (int(str(mine)),)
    )


def hq_lost(told: Value, seat: int) -> bool:
    """An HQ at 0 is destroyed; of two on one side, either (2GM-20, 114)."""
    return any(points <= 0 for points in numbers(told, seat))


def exhausted(seat: int, deck: Value, hand: Value, last_card: Value) -> bool:
    """No card left to draw and the last one played, not discarded; a pair only when both are out
    (2GM-21, 189)."""
    left = (*numbers(deck, seat), *numbers(hand, seat))
    if not numbers(deck, seat) or not numbers(hand, seat) or any(left) or last_card is False:
        return False
    how = last_card.get("how") if isinstance(last_card, Map) else last_card
    whose = last_card.get("seat") if isinstance(last_card, Map) else last_card if isinstance(last_card, int) else None
    return how != "discarded" and (isinstance(whose, bool) or whose in (None, seat))


def decided(
    now: GameState,
    hq: Value = None,
    deck: Value = None,
    hand: Value = None,
    last_card: Value = None,
    hq_start: Value = None,
    timed: bool = False,
    surrender: int | None = None,
    objective: int | None = None,
    scenario: bool = False,
) -> tuple[Winner, str]:
    """Who has won and by what; nobody yet is None (2GM-07, 20, 21, 22)."""
    if surrender is not None:
        return 1 - surrender, "surrender"
    if objective is not None:
        return objective, "objective"
    lost = [] if scenario or not pitched(now) else [seat for seat in SEATS if hq_lost(hq, seat)]
    out = [seat for seat in SEATS if exhausted(seat, deck, hand, last_card)]
    ways = [(lost, "hq"), (out, "cards")]
    for losers, why in ways if now.reading("last_card") == "resolved_first" else reversed(ways):
        if losers:
            return ("draw" if len(losers) == len(SEATS) else 1 - losers[0]), why
    return on_time(now, hq, hq_start) if timed else (None, "")


def on_time(now: GameState, hq: Value, start: Value) -> tuple[Winner, str]:
    """After the last turns the HQ with most damage loses, or with fewest points left; equal ones
    are a draw (2GM-07)."""
    left = [sum(numbers(hq, seat)) for seat in SEATS]
    full = [sum(numbers(start, seat)) or FULL * max(1, len(numbers(hq, seat))) for seat in SEATS]
    fewest = now.reading("timed_loser") == "fewest_points"
    score = left if fewest else [points - most for points, most in zip(left, full, strict=True)]
    if score[0] == score[1]:
        return (None if now.reading("timed_tie") == "play_on" else "draw"), "time"
    return score.index(max(score)), "time"


def known(now: GameState, told: Mapping[str, Value]) -> dict[str, Any]:
    """As told, else as the table stands: points of the HQs now and at first, decks and hands
    that are counted (2GM-07, 20, 21)."""
    hqs = [None if "hq" in told else headquarters(now, seat) for seat in SEATS]
    cards = [counted(now, seat) for seat in SEATS]
    return {
        "hq": tuple(None if hq is None else 0 if hq.gone else life(hq) - hq.count("damage") for hq in hqs),
        "hq_start": tuple(None if hq is None else life(hq) for hq in hqs),
        "deck": tuple(None if each is None else each[0] for each in cards),
        "hand": tuple(None if each is None else each[1] for each in cards),
        **told,
    }


def tells(now: GameState, **told: Value) -> dict[str, Value]:
    """As told; else as the table stands (2GM-20, 21)."""
    try:
        winner, by = decided(now, **known(now, told))
    except Unknown:
        return {"winner": None}
    return {"winner": winner, "by": by}


def victory(state: GameState, **told: Value) -> Procedure:
    """The winner is noted on the table (2GM-20)."""
    winner, _ = decided(state, **known(state, told))
    if winner is None or state.trackers.get("winner"):
        return state
    return state.set("", "winner", winner if isinstance(winner, str) else PLAYERS[winner])
    yield


COUNTS = ListOf(Either((Whole(-99, 999), ListOf(Whole(-99, 999)))), 2, 2, blanks=True)
LAST = Either(
    (
        Flag(),
        Word(("played", "discarded")),
        Whole(0, 1),
        Record(fields(seat=Whole(0, 1), how=Word(("played", "discarded")))),
    )
)
SITUATION = Record(
    (
        *fields(
            hq=COUNTS,
            deck=COUNTS,
            hand=COUNTS,
            last_card=LAST,
            hq_start=COUNTS,
            timed=Flag(),
            surrender=Whole(0, 1),
            objective=Whole(0, 1),
            scenario=Flag(),
        ),
    )
)
VICTORY = Opening("victory", say("victory"), TWOGM_20, victory, SITUATION, tells=tells, asks=("timed",))


def concede(state: GameState, seat: int) -> Procedure:
    """Whoever gives up has lost (2GM-21)."""
    state, sure = yield from confirm(state, give_up, seat)
    return state.set("", "winner", PLAYERS[1 - seat]) if sure else state


def give_up(now: GameState, seat: int) -> Prompt:
    return Prompt("concede", "confirm", seat, say("give up the game?"), TWOGM_21, default=False)


CONCEDE = Opening("concede", say("concede"), TWOGM_21, concede, Record(required(seat=Whole(0, 1))))
