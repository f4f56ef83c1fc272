"""Taking the income of a turn, and the gift of a Marshal."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.economy.income import Earnings, earnings, income_at_table, sources
from engine.games.twogm.economy.purse import stores_after_income
from engine.games.twogm.economy.situation import Income
from engine.games.twogm.units import seat_count
from engine.playing.citing import rule
from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Procedure, settle_ledger
from engine.values.maps import Value
from engine.values.model import Change, Line, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many


@rule(refs.TWOGM_41)
def take_income(state: GameState, income: Income) -> Procedure:
    """In the Headquarters phase the action points are laid out."""
    earnings(state, income_at_table(state, income))  # finds what a card does not state
    if state.step != "headquarters":
        return state
    return (yield from settle_ledger(state, income_ledger, income))


def told_income(found: Earnings) -> Text:
    """The sum, where it comes from, and what of it has no room."""
    of = sources(found.items)
    if found.lost:
        return say_many(
            "gain one action point ({sources}), {lost} lost: {total} now",
            "gain {count} action points ({sources}), {lost} lost: {total} now",
            found.gained,
            sources=of,
            lost=found.lost,
            total=found.stored,
        )
    return say_many(
        "gain one action point ({sources}): {total} now",
        "gain {count} action points ({sources}): {total} now",
        found.gained,
        sources=of,
        total=found.stored,
    )


@rule(refs.TWOGM_113)
def income_ledger(now: GameState, income: Income) -> Prompt:
    """One line: the sum and where it comes from, what is lost, and who of a pair gets what."""
    found, seat = earnings(now, income_at_table(now, income)), now.seat
    text = told_income(found)
    stores = stores_after_income(now, seat, found.gained - found.lost, found.stored)
    changes = tuple(
        Change(f"@{seat}", tracker, before, after, refs.TWOGM_41)
        for tracker, after in stores.items()
        if after != (before := seat_count(now, seat, tracker))
    )
    done = (*changes, Change(f"@{seat}", "income_taken", None, True, refs.TWOGM_41))
    lines = (Line(text, refs.TWOGM_41, done),) if found.gained else ()
    return Prompt("income", "ledger", seat, say("income"), refs.TWOGM_41, lines=lines)


def income_facts(now: GameState, income: Income) -> dict[str, Value]:
    return earnings(now, income_at_table(now, income))._asdict()


def already_taken(now: GameState, income: Income) -> Refusal | None:
    """Once a turn."""
    had = now.seats[now.seat].get("income_taken")
    return Refusal("taken", say("the income of this turn is taken"), refs.TWOGM_41) if had else None


def give_point(state: GameState, _: Nothing) -> Procedure:
    """The Marshal gives the General 1 action point."""
    ours, theirs = (seat_count(state, state.seat, each) for each in ("ap", "ap_general"))
    changes = {"ap": max(0, ours - 1), "gift": True, "ap_general": theirs + 1}
    for tracker, value in changes.items():
        state = state.set(f"@{state.seat}", tracker, value, refs.TWOGM_113)
    return state
    yield


def no_gift(now: GameState, _: Nothing) -> Refusal | None:
    """Once a turn, out of what the Marshal has."""
    side = now.seats[now.seat]
    if not side.get("pair") or side.get("gift") or not side.get("ap"):
        return Refusal("no_gift", say("the Marshal of a pair gives 1 action point a turn"), refs.TWOGM_113)
    return None


OPENINGS = (
    opens("income", say("income"), refs.TWOGM_41, Income, take_income, refusals=(already_taken,), tells=income_facts),
    opens("give", say("give an action point"), refs.TWOGM_113, Nothing, give_point, refusals=(no_gift,)),
)
