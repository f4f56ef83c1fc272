"""What a table says of a side at one look: its supply line and action points, its cards, its HQ,
what it can do in the enemy's turn."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.air.reactions import reactions_of
from engine.games.twogm.economy.income import earnings, income_of_seat, paying, sources
from engine.games.twogm.economy.prices import budget
from engine.games.twogm.economy.purse import is_pair, points_of
from engine.games.twogm.economy.situation import AskedSide
from engine.games.twogm.economy.supply import rows_held, supply
from engine.games.twogm.hand.values import counted_cards, discarded, in_deck, named_hand, waiting
from engine.games.twogm.shooting.damage import life
from engine.games.twogm.units import ROWS, headquarters
from engine.playing.citing import rule
from engine.playing.glance import Gauge, Pile
from engine.playing.standing import SideScore
from engine.values.maps import Map
from engine.values.model import Reminder, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import say, say_many

# What both players watch


def watched(now: GameState) -> tuple[Reminder, ...]:
    """The supply line of the active side and the row that cuts it; its income while it waits, then
    what it buys."""
    if now.trackers.get("winner"):
        return (Reminder(say("The battle is decided"), refs.TWOGM_20),)
    length = supply(rows_held(now, now.seat))
    line = say_many(
        "Supply line: one row; row {cut} cuts it",
        "Supply line: {count} rows; row {cut} cuts it",
        length,
        cut=length + 1,
    )
    line = say("The supply line reaches all six rows") if length == ROWS else line
    return (Reminder(line, refs.TWOGM_37), *waiting_income(now), *waiting_cards(now))


def waiting_income(now: GameState) -> tuple[Reminder, ...]:
    """The income of the active side as a sum, until it is taken; nothing while a card says too
    little."""
    if now.step not in ("start", "headquarters") or now.seats[now.seat].get("income_taken"):
        return ()
    try:
        found = earnings(now, income_of_seat(now, now.seat))
    except Unknown:
        return ()
    gained, paid = found.gained, sources(found.items)
    text = say("Income {gained}: {sources}", gained=gained, sources=paid)
    if found.lost:
        text = say(
            "Income {gained}: {sources}; {lost} over the cap are lost", gained=gained, sources=paid, lost=found.lost
        )
    return (Reminder(text, refs.TWOGM_41),) if gained else ()


def waiting_cards(now: GameState) -> tuple[Reminder, ...]:
    """The action points of the active side while it deploys, and what of its cards they pay for;
    of a hand that is told by name the other player does not learn the cost."""
    cards, points = waiting(now, now.seat), points_of(now, now.seat)
    if now.step != "deployment" or not cards:
        return ()
    text = say_many("One action point left", "{count} action points left", points)
    if not named_hand(now, now.seat):
        able = budget(now, AskedSide())["affordable"]
        text = say_many(
            "One action point left: it pays for {able} of {cards} cards",
            "{count} action points left: they pay for {able} of {cards} cards",
            points,
            able=len(able) if isinstance(able, Map) else 0,
            cards=len(cards),
        )
    return (Reminder(text, refs.TWOGM_65),)


# A side


@rule(refs.TWOGM_24, refs.TWOGM_41)
def stored_points(now: GameState, seat: int) -> Gauge | None:
    """What a side has stored of what its HQ can keep, and its next income by source; no scale
    without a cap. A pair of players is told with it."""
    income = income_of_seat(now, seat)
    if not income.cap:
        return None
    try:
        coming = paying(earnings(now, income).items)
    except Unknown:
        coming = ()
    pair = ("pair",) if is_pair(now, seat) else ("pair", "ap_general")
    return Gauge("ap", income.stored or 0, income.cap, coming, refs.TWOGM_41, pair)


@rule(refs.TWOGM_34)
def piles(now: GameState, seat: int) -> tuple[Pile, ...]:
    """Hand, deck and discard pile, their cards by name as far as they are told; nothing before
    cards are counted or named.

    What is left in the deck tells what is in hand: it is secret as soon as a card is named."""
    counted, named = counted_cards(now, seat), names_of(named_hand(now, seat))
    if counted is None and not named:
        return ()
    undrawn, thrown = names_of(in_deck(now, seat)), names_of(discarded(now, seat))
    deck, hand = counted or (len(undrawn), len(named))
    held = Pile("hand", say("hand"), hand, named, "cards", True, "name_hand", (*named, *undrawn))
    drawn_from = Pile("deck", say("deck"), deck, undrawn, "cards", bool(named))
    return (held, drawn_from, *((Pile("discard", say("discard pile"), len(thrown), thrown),) if thrown else ()))


def names_of(units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


@rule(refs.TWOGM_07, refs.TWOGM_20)
def side(now: GameState, seat: int) -> SideScore:
    """What is left of the HQ; a side whose HQ is not on the table yet has no points."""
    hq = headquarters(now, seat)
    if hq is None:
        return SideScore()
    try:
        whole = life(hq)
    except Unknown:
        return SideScore()
    left = 0 if hq.gone else whole - hq.count("damage")
    return SideScore(left, say("HQ {left} of {whole}", left=left, whole=whole))


@rule(refs.TWOGM_37)
def rows_joined(now: GameState, seat: int) -> int:
    """Rows in the supply line of a side."""
    return supply(rows_held(now, seat))


def still(now: GameState, seat: int) -> tuple[Reminder, ...]:
    """What a side can do in the enemy's turn, counted."""
    aa, fighters, able, smoke = map(len, reactions_of(now, seat))
    counted = (
        (aa, say_many("One anti-aircraft unit can fire", "{count} anti-aircraft units can fire", aa), refs.TWOGM_107),
        (fighters, say_many("One fighter can intercept", "{count} fighters can intercept", fighters), refs.TWOGM_97),
        (able, say_many("One unit can react", "{count} units can react", able), refs.TWOGM_54),
        (smoke, say_many("One unit has smoke ready", "{count} units have smoke ready", smoke), refs.TWOGM_122),
    )
    return tuple(Reminder(text, ref) for count, text, ref in counted if count)
