"""The nine phases of one player's turn; then the other's (2GM-39)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.twogm.markers import reactivated, straightened
from engine.games.twogm.money import store_lines
from engine.games.twogm.refs import (
    TWOGM_09,
    TWOGM_36,
    TWOGM_40,
    TWOGM_41,
    TWOGM_45,
    TWOGM_46,
    TWOGM_50,
    TWOGM_62,
    TWOGM_65,
    TWOGM_68,
    TWOGM_69,
    TWOGM_75,
    TWOGM_77,
    TWOGM_78,
    TWOGM_79,
    TWOGM_81,
    TWOGM_94,
    TWOGM_160,
)
from engine.games.twogm.smoke import cleared
from engine.playing.procedure import Procedure, settle_ledger
from engine.playing.rules import Offer, Opening, Reminder, Step
from engine.values.maps import Map
from engine.values.model import Change, Line, Prompt
from engine.values.table import GameState
from engine.values.texts import say

QUESTIONS = tuple(
    Offer(key, "all")
    for key in (
        "supply",
        "share",
        "store",
        "terrain",
        "distance",
        "suppression",
        "marker",
        "smoke",
        "building",
        "reactions",
        "budget",
        "victory",
        "concede",
    )
)
EVER = (Offer("lay_smoke", "all"), Offer("care"), Offer("clear"), *QUESTIONS)

STEPS = (
    Step(
        "start",
        say("Start"),
        TWOGM_40,
        "active",
        (*(Offer(key, "all") for key in ("opening", "bid", "setup", "opening_hand", "deck")), *EVER),
        opens="begin_turn",
    ),
    Step(
        "headquarters", say("Headquarters"), TWOGM_41, "active", (Offer("income"), Offer("give"), *EVER), opens="income"
    ),
    Step("cards", say("Cards"), TWOGM_45, "active", (Offer("draw"), *EVER), opens="draw"),
    Step(
        "movement",
        say("Movement"),
        TWOGM_46,
        "active",
        (Offer("move"), Offer("cover_move"), Offer("swap"), Offer("unload"), Offer("assault"), Offer("give"), *EVER),
        (Reminder(say("Squares are entered along rows and columns, never through an enemy"), TWOGM_50),),
    ),
    Step(
        "deployment",
        say("Deployment"),
        TWOGM_65,
        "active",
        (
            Offer("deploy"),
            Offer("play_card"),
            Offer("place_terrain"),
            Offer("air"),
            Offer("move"),
            Offer("unload"),
            Offer("give"),
            *EVER,
        ),
        (
            Reminder(say("Units come on free squares of the row next to the HQ"), TWOGM_36),
            Reminder(say("Action points are spent now; in Movement for Advance only"), TWOGM_160),
        ),
    ),
    Step(
        "fire",
        say("Fire"),
        TWOGM_68,
        "active",
        (Offer("shot"), Offer("shots"), Offer("assault"), Offer("mount"), Offer("air"), *EVER),
        (
            Reminder(say("Range is counted along rows and columns; neither units nor terrain block a shot"), TWOGM_69),
            Reminder(say("Of a vehicle and the infantry behind it, you choose the target"), TWOGM_62),
            Reminder(say("Terrain never blocks the line of sight"), TWOGM_81),
            Reminder(say("An aircraft is on the square of its target, for anti-aircraft range"), TWOGM_94),
        ),
    ),
    Step("reactivation", say("Reactivation"), TWOGM_77, "active", (Offer("dismount"), *EVER), opens="reactivation"),
    Step("discard", say("Discard"), TWOGM_78, "active", EVER, opens="discard"),
    Step("end", say("End"), TWOGM_79, "active", EVER, opens="end_turn"),
)


def next_turn(state: GameState) -> GameState:
    """The other player's nine phases (2GM-39)."""
    return replace(state, seat=(state.seat + 1) % len(state.seats))


# What phases do by themselves


def begin_turn(state: GameState) -> Procedure:
    """Smoke and suppression that end now; markers used after the last End phase straightened the
    others (2GM-40, 75, 79, 122, 123)."""
    return (yield from settle_ledger(state, begin_ledger))


def begin_ledger(now: GameState) -> Prompt:
    lines = (*cleared(now, now.seat), *relieved(now, now.seat), *straightened(now, 1 - now.seat))
    return Prompt("begin_turn", "ledger", now.seat, say("effects that end"), TWOGM_40, lines=lines)


def relieved(now: GameState, seat: int) -> Iterator[Line]:
    """Suppression ends as the next turn of its causer begins, who is always the other side
    (2GM-75)."""
    for unit in now.units.values():
        if unit.count("suppressed") and unit.seat != seat:
            change = Change(unit.id, "suppressed", True, None, TWOGM_75)
            yield Line(say("{unit}: take the suppression marker away", unit=unit.name), TWOGM_75, (change,))


def reactivation(state: GameState) -> Procedure:
    """Disabled markers that are straight become active (2GM-16, 77)."""
    return (yield from settle_ledger(state, reactivation_ledger))


def reactivation_ledger(now: GameState) -> Prompt:
    return Prompt(
        "reactivation", "ledger", now.seat, say("markers to turn"), TWOGM_77, lines=tuple(reactivated(now, now.seat))
    )


def end_turn(state: GameState) -> Procedure:
    """One-turn cards go, markers are straightened, a lost HQ loses its store (2GM-09, 26, 79)."""
    return (yield from settle_ledger(state, end_ledger))


def end_ledger(now: GameState) -> Prompt:
    lines = (*expired(now, now.seat), *straightened(now, now.seat), *store_lines(now, now.seat))
    return Prompt("end_turn", "ledger", now.seat, say("end of the turn"), TWOGM_79, lines=lines)


def expired(now: GameState, seat: int) -> Iterator[Line]:
    """Support for one turn is discarded at the end of the turn of who played it; permanent
    support stays (2GM-09, 79)."""
    for unit in now.units.values():
        held = unit.trackers.get("support")
        rows = tuple(row for row in held if isinstance(row, Map)) if isinstance(held, tuple) else ()
        kept = tuple(row for row in rows if row.get("permanent") is True or row.get("by", unit.seat) != seat)
        if kept != rows:
            text = say("{unit}: discard its cards for one turn", unit=unit.name)
            yield Line(text, TWOGM_09, (Change(unit.id, "support", rows, kept, TWOGM_09),))


BEGIN = Opening("begin_turn", say("effects that end"), TWOGM_40, begin_turn)
REACTIVATION = Opening("reactivation", say("reactivation"), TWOGM_77, reactivation)
END = Opening("end_turn", say("end of the turn"), TWOGM_79, end_turn)
