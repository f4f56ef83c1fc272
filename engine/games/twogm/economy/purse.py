"""The store of a side: what is in it, how it is paid from, and how a pair shares it."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.economy.situation import PAYERS, PairIncome
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


@rule(refs.TWOGM_113)
def purses(now: GameState, seat: int, payer: str | None = None) -> dict[str, int]:
    """The purses that may pay, and what is in them: one, or each of a pair by itself, the Marshal's
    first; the one that is told alone."""
    names = {"marshal": "ap", "general": "ap_general"}
    both = [names[payer]] if payer else names.values() if is_pair(now, seat) else ["ap"]
    return {each: seat_count(now, seat, each) for each in both}


@rule(refs.TWOGM_113)
def is_pair(now: GameState, seat: int) -> bool:
    """Two players on one side."""
    return bool(now.seats[seat].get("pair") or now.seats[seat].get("ap_general"))


def payers(now: GameState, seat: int) -> dict[str, tuple[str, ...]]:
    """Who of a pair may pay, where a side is one."""
    return {"payer": PAYERS} if is_pair(now, seat) else {}


def too_dear(now: GameState, seat: int, cost: int, payer: str | None = None) -> Refusal | None:
    """A player spends only what he has; the two of a pair do not put theirs together."""
    most = max(purses(now, seat, payer).values())
    text = say("{cost} action points; there are {purse}", cost=cost, purse=most)
    ref = refs.TWOGM_113 if cost <= points_of(now, seat) else refs.TWOGM_65
    return Refusal("too_dear", text, ref) if cost > most else None


@rule(refs.TWOGM_160)
def pay_points(state: GameState, seat: int, cost: int, payer: str | None = None) -> GameState:
    """Pay from the first purse that is full enough; from the first one where the players overrule
    that none is."""
    held = purses(state, seat, payer)
    purse = next((each for each, points in held.items() if points >= cost), next(iter(held)))
    return state.set(f"@{seat}", purse, max(0, held[purse] - cost), refs.TWOGM_65)


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
