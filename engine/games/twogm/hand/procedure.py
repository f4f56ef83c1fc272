"""Drawing, discarding, and the opening hand."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.hand.situation import Discards, FirstHand
from engine.games.twogm.hand.values import counted_cards, excess, players
from engine.playing.citing import rule
from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Procedure, settle_ledger
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Change, Line, Prompt, Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many

DRAWN = 2  # 2GM-45
OPENING_HAND = 5  # 2GM-33


def line_of_cards(now: GameState, deck: int, hand: int, text: Text, ref: Ref, *done: str) -> tuple[Line, ...]:
    """A line of the ledger that moves cards of the active side, and notes that it was done."""
    before, seat = now.seats[now.seat].get("cards"), f"@{now.seat}"
    after = (before if isinstance(before, Map) else EMPTY).put("deck", deck).put("hand", hand)
    notes = tuple(Change(seat, each, None, True, ref) for each in done)
    return (Line(text, ref, (Change(seat, "cards", before, after, ref), *notes)),)


# The Cards phase


@rule(refs.TWOGM_45)
def draw(state: GameState, _: Nothing) -> Procedure:
    """Two cards must be drawn, the last one too; nothing from an empty deck."""
    return (yield from settle_ledger(state, draw_ledger))


@rule(refs.TWOGM_113)
def draw_ledger(now: GameState) -> Prompt:
    """A pair draws one card each: two in all."""
    deck, hand = counted_cards(now, now.seat) or (0, 0)
    drawn = min(DRAWN, deck)
    text = say_many("draw one card", "draw {count} cards", drawn)
    lines = line_of_cards(now, deck - drawn, hand + drawn, text, refs.TWOGM_45, "drawn") if drawn else ()
    return Prompt("draw", "ledger", now.seat, say("draw cards"), refs.TWOGM_45, lines=lines)


def already_drawn(now: GameState, _: Nothing) -> Refusal | None:
    """Once a turn."""
    drawn = now.seats[now.seat].get("drawn")
    return Refusal("drawn", say("the cards of this turn are drawn"), refs.TWOGM_45) if drawn else None


# The Discard phase


@rule(refs.TWOGM_34, refs.TWOGM_78)
def discard(state: GameState, discards: Discards) -> Procedure:
    """In the Discard phase the hand is cut down to 7; a hand that is told is only counted."""
    if discards.hand is not None:
        return state
    return (yield from settle_ledger(state, discard_ledger))


@rule(refs.TWOGM_189)
def discard_ledger(now: GameState) -> Prompt:
    """A pair keeps seven cards each: fourteen in all."""
    deck, hand = counted_cards(now, now.seat) or (0, 0)
    over = excess(hand, players(now, now.seat))
    text = say_many("discard one card", "discard {count} cards", over)
    lines = line_of_cards(now, deck, hand - over, text, refs.TWOGM_78) if over else ()
    return Prompt("discard", "ledger", now.seat, say("discard"), refs.TWOGM_78, lines=lines)


@rule(refs.TWOGM_34, refs.TWOGM_78)
def discard_facts(now: GameState, discards: Discards) -> dict[str, Value]:
    """What is discarded, and what is kept."""
    known = discards.hand is None
    hand = discards.hand if discards.hand is not None else (counted_cards(now, now.seat) or (0, 0))[1]
    left = max(0, hand + discards.drawn - discards.played)
    over = excess(left, players(now, now.seat) if known else 1)
    return {"discard": over, "hand": left - over}


# The opening hand


@rule(refs.TWOGM_189)
def deal_hand(state: GameState, first: FirstHand) -> Procedure:
    """Five cards, five each in a pair; one mulligan draws five anew."""
    hand = min(OPENING_HAND * players(state, first.seat), first.deck)
    cards: Map[Value] = Map({"deck": first.deck - hand, "hand": hand, "mulligans": int(first.mulligan)})
    return state.set(f"@{first.seat}", "cards", cards, refs.TWOGM_33)
    yield


def second_mulligan(now: GameState, first: FirstHand) -> Refusal | None:
    """Only once."""
    held = now.seats[first.seat].get("cards")
    if first.mulligan and isinstance(held, Map) and held.get("mulligans"):
        return Refusal("mulligan", say("a second mulligan is not allowed"), refs.TWOGM_33)
    return None


OPENINGS = (
    opens("opening_hand", say("opening hand"), refs.TWOGM_33, FirstHand, deal_hand, refusals=(second_mulligan,)),
    opens("draw", say("draw cards"), refs.TWOGM_45, Nothing, draw, refusals=(already_drawn,)),
    opens("discard", say("discard"), refs.TWOGM_78, Discards, discard, tells=discard_facts),
)
