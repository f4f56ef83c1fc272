"""Drawing, discarding, and the opening hand."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.hand.situation import Discards, FirstHand, NamedHand
from engine.games.twogm.hand.values import counted_cards, excess, named_hand, players, waiting
from engine.playing.citing import rule
from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Procedure, each, settle_ledger
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Change, Line, Option, Prompt, Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many

DRAWN = 2  # 2GM-45
OPENING_HAND = 5  # 2GM-33
UNNAMED = "unnamed"
"""The answer for a card that was not told by name."""


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
    had = hand_size(state)
    state = yield from settle_ledger(state, discard_ledger)
    return (yield from name_discarded(state, had)) if named_hand(state, state.seat) else state


def name_discarded(state: GameState, had: int) -> Procedure:
    """Which cards of a hand that is told by name went, as long as others can have gone too."""
    unnamed = had - len(named_hand(state, state.seat))
    for number in range(had - hand_size(state)):
        state, (card,) = yield from each(state, which_card, number, unnamed)
        unnamed -= card == UNNAMED
        state = state if card == UNNAMED else state.set(card, "where", "discarded", refs.TWOGM_78)
    return state


def hand_size(now: GameState) -> int:
    return (counted_cards(now, now.seat) or (0, 0))[1]


def which_card(now: GameState, number: int, unnamed: int) -> Prompt:
    """A card of the hand by its name, or one that was not told: the choice shows the hand, so it is
    made under cover."""
    named = reversed(named_hand(now, now.seat))
    cards = {unit.card: Option(unit.id, say("{unit}", unit=unit.name)) for unit in named}
    rest = (Option(UNNAMED, say("a card that is not named")),) if unnamed > 0 else ()
    seat, text, ref = now.seat, say("which card is discarded?"), refs.TWOGM_78
    options = (*cards.values(), *rest)
    slot = Prompt(f"discarded:{number}", "choice", seat, text, ref, options=options, default=options[0].key)
    return Prompt(f"discards:{number}", "each", seat, text, ref, slots=(slot,), sealed=True)


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
    """Five cards, five each in a pair; one mulligan draws five anew, whatever was told of the first
    five."""
    hand = min(OPENING_HAND * players(state, first.seat), first.deck)
    cards: Map[Value] = Map({"deck": first.deck - hand, "hand": hand, "mulligans": int(first.mulligan)})
    for unit in named_hand(state, first.seat):
        state = state.set(unit.id, "in_hand", None, refs.TWOGM_33)
    return state.set(f"@{first.seat}", "cards", cards, refs.TWOGM_33)
    yield


def second_mulligan(now: GameState, first: FirstHand) -> Refusal | None:
    """Only once."""
    held = now.seats[first.seat].get("cards")
    if first.mulligan and isinstance(held, Map) and held.get("mulligans"):
        return Refusal("mulligan", say("a second mulligan is not allowed"), refs.TWOGM_33)
    return None


# The hand by name


@rule(refs.TWOGM_34)
def name_hand(state: GameState, named: NamedHand) -> Procedure:
    """The cards of a hand are told; a side that keeps them to itself goes on by counts."""
    for unit in waiting(state, named.seat):
        state = state.set(unit.id, "in_hand", True if unit.id in named.cards else None, refs.TWOGM_34)
    return state
    yield


def no_such_card(now: GameState, named: NamedHand) -> Refusal | None:
    """Only cards of the own deck that were not played."""
    able = {unit.id for unit in waiting(now, named.seat)}
    wrong = next((card for card in named.cards if card not in able), None)
    if wrong is None:
        return None
    return Refusal(
        "not_waiting", say("{unit} waits neither in hand nor in the deck", unit=now.unit(wrong).name), refs.TWOGM_65
    )


def too_many_named(now: GameState, named: NamedHand) -> Refusal | None:
    """No more than the hand holds, where it is counted."""
    counted = counted_cards(now, named.seat)
    if counted is None or len(set(named.cards)) <= counted[1]:
        return None
    text = say_many("the hand holds one card", "the hand holds {count} cards", counted[1])
    return Refusal("too_many", text, refs.TWOGM_34)


OPENINGS = (
    opens("opening_hand", say("opening hand"), refs.TWOGM_33, FirstHand, deal_hand, refusals=(second_mulligan,)),
    opens("draw", say("draw cards"), refs.TWOGM_45, Nothing, draw, refusals=(already_drawn,)),
    opens(
        "name_hand",
        say("name the cards in hand"),
        refs.TWOGM_34,
        NamedHand,
        name_hand,
        refusals=(no_such_card, too_many_named),
    ),
    opens("discard", say("discard"), refs.TWOGM_78, Discards, discard, tells=discard_facts),
)
