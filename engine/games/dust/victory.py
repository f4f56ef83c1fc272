"""Victory points: what was destroyed, as often as it was, and the scenario's bonus; who has won
in the end, or given up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.dust import army, refs
from engine.games.dust.cards import CARD
from engine.games.dust.units import ELEMENTS, is_destroyed
from engine.parts.concede import concession
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, number
from engine.playing.rules import PLAYERS
from engine.values.kinds import Either, ListOf, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Prompt, Unknown
from engine.values.situation import SeatNumber, Situation
from engine.values.table import GameState, Unit
from engine.values.texts import say

LOST = ListOf(Either((Whole(0, 9999), CARD, Word())))


@dataclass(frozen=True, slots=True)
class VictoryPoints(Situation):
    """What was destroyed, or the seat whose points are counted; without either those of both."""

    destroyed: Annotated[tuple[int | str | Map[object], ...], LOST] | None = None
    bonus: Annotated[int, Whole(-999, 999)] = 0
    seat: SeatNumber | None = None


@dataclass(frozen=True, slots=True)
class FinalScore(Situation):
    """The points of both sides for objectives of the scenario."""

    bonus: Annotated[tuple[int, ...], ListOf(Whole(0, 999), 2, 2)] | None = None


# What a side has scored


@rule(refs.DUST_173)
def price(now: GameState, lost: int | str | Map[object]) -> int:
    """Army points of a unit, of a card, of a name in the list, or the number itself."""
    if isinstance(lost, int):
        return lost
    if isinstance(lost, Map):
        return army.cost(lost) or 0
    if lost in now.units:
        return worth(now.unit(lost))
    if lost not in army.AP:
        raise Impossible(say("there is no unit {unit}", unit=lost))
    return army.AP[lost]


@rule(refs.DUST_172)
def worth(unit: Unit) -> int:
    """Cover elements are no units of an army."""
    found = 0 if unit.stated("kind") in ELEMENTS else army.cost(unit.card)
    return unit.need("ap") if found is None else found


@rule(refs.DUST_151, refs.DUST_173, refs.DUST_186)
def points_scored(now: GameState, seat: int) -> int:
    """What a side has destroyed of the other, a revived unit each time."""
    lost = ((unit, unit.count("deaths") + is_destroyed(unit)) for unit in now.units.values() if unit.seat != seat)
    return sum(worth(unit) * times for unit, times in lost if times)


@rule(refs.DUST_173)
def points_so_far(now: GameState, seat: int) -> int | None:
    """What a side has scored, as far as the cards tell."""
    try:
        return points_scored(now, seat)
    except Unknown:
        return None


@rule(refs.DUST_151, refs.DUST_173)
def points(now: GameState, asked: VictoryPoints) -> dict[str, Value]:
    """Of a list, of one side, or of both."""
    if asked.destroyed is not None:
        return {"points": sum(price(now, each) for each in asked.destroyed) + asked.bonus}
    if asked.seat is not None:
        return {"points": points_scored(now, asked.seat) + asked.bonus}
    both = tuple(points_scored(now, seat) for seat in (0, 1))
    return {"points": both, "leader": None if both[0] == both[1] else both.index(max(both))}


# The end of the game


@rule(refs.DUST_173)
def final_score(now: GameState, score: FinalScore) -> dict[str, Value]:
    """Points of both sides and who has more; as many are a draw."""
    both = tuple(points_scored(now, seat) + (score.bonus[seat] if score.bonus else 0) for seat in (0, 1))
    return {"points": both, "winner": "draw" if both[0] == both[1] else both.index(max(both))}


def victory(state: GameState, score: FinalScore) -> Procedure:
    """The game is over: most victory points, the scenario's bonus included."""
    final_score(state, score)
    bonus = score.bonus
    if bonus is None:
        state, ours = yield from number(state, objectives, 0)
        state, theirs = yield from number(state, objectives, 1)
        bonus = (ours, theirs)
    winner = final_score(state, FinalScore(bonus))["winner"]
    for seat in (0, 1):
        state = state.set(f"@{seat}", "bonus", bonus[seat], refs.DUST_173)
    return state.set("", "winner", PLAYERS[winner] if isinstance(winner, int) else winner, refs.DUST_173)


def objectives(now: GameState, seat: int) -> Prompt:
    text = say("points for objectives of the scenario?")
    return Prompt(f"bonus:{seat}", "number", seat, text, refs.DUST_173, least=0, most=999, default=0)


OPENINGS = (
    opens("victory", say("end of the game"), refs.DUST_173, FinalScore, victory, tells=final_score),
    concession(),
)
