"""The store of a side: what is in it, how it is paid from, and how a pair shares it."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.economy.situation import PairIncome
from engine.games.twogm.units import seat_count
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.TWOGM_65, refs.TWOGM_113)
def points_of(now: GameState, seat: int) -> int:
    """Action points of a side; of a pair those of both."""
    return seat_count(now, seat, "ap") + seat_count(now, seat, "ap_general")


def too_dear(now: GameState, seat: int, cost: int) -> Refusal | None:
    """Nobody spends what he does not have."""
    purse = points_of(now, seat)
    text = say("{cost} action points; there are {purse}", cost=cost, purse=purse)
    return Refusal("too_dear", text, refs.TWOGM_65) if cost > purse else None


@rule(refs.TWOGM_160)
def pay_points(state: GameState, seat: int, cost: int) -> GameState:
    """Pay from the store; of a pair the Marshal first, then the General."""
    first = min(cost, seat_count(state, seat, "ap"))
    rest = seat_count(state, seat, "ap_general") - (cost - first)
    state = state.set(f"@{seat}", "ap", seat_count(state, seat, "ap") - first, refs.TWOGM_65)
    return state.set(f"@{seat}", "ap_general", max(0, rest), refs.TWOGM_113)


# Pairs


@rule(refs.TWOGM_113)
def halves(points: int) -> tuple[int, int]:
    """What Marshal and General get; the odd point is the Marshal's."""
    return points - points // 2, points // 2


@rule(refs.TWOGM_113, refs.TWOGM_189)
def stores_after_income(now: GameState, seat: int, gained: int, total: int) -> dict[str, int]:
    """One player holds all; a pair shares what came this turn, and the Marshal's points go first
    where the cap takes more than came."""
    if not now.seats[seat].get("pair"):
        return {"ap": total}
    ours = seat_count(now, seat, "ap")
    (marshal, general), lost = halves(max(0, gained)), min(0, gained)
    paid = max(-ours, lost)
    return {"ap": ours + marshal + paid, "ap_general": seat_count(now, seat, "ap_general") + general + lost - paid}


@rule(refs.TWOGM_113)
def share_facts(now: GameState, income: PairIncome) -> dict[str, Value]:
    """Shares after a gift of the Marshal."""
    marshal, general = halves(income.points)
    given = min(int(income.gift), marshal)
    return {"marshal": marshal - given, "general": general + given}


def gift_too_big(now: GameState, income: PairIncome) -> Refusal | None:
    """The Marshal gives 1 action point a turn at most."""
    text = say("the Marshal gives 1 action point a turn")
    return Refusal("gift", text, refs.TWOGM_113) if income.gift > 1 else None
