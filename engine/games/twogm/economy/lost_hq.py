"""The store of a lost HQ: when it goes, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.economy.situation import StoredPoints
from engine.games.twogm.turn import PHASES, is_own, phase_number, phases_between
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Change, Line
from engine.values.table import GameState
from engine.values.texts import say

END = PHASES.index("end")


@rule(refs.TWOGM_26, refs.TWOGM_156)
def store_facts(now: GameState, store: StoredPoints) -> dict[str, Value]:
    """A store goes in the End phase of the turn in which its HQ fell, or of the owner's next
    turn."""
    return {"stored": store.stored if store.hq_alive or not is_emptied(now, store) else 0}


@rule(refs.TWOGM_26)
def is_emptied(now: GameState, store: StoredPoints) -> bool:
    """Whether that End phase has come."""
    if store.fell_in is None or store.asked_in is None:
        return True
    left = END - phase_number(store.fell_in)
    if now.reading("hq_loss_end") == "own_turn" and not is_own(store.fell_in):
        left += len(PHASES)
    return phases_between(store.fell_in, store.asked_in) >= left


def lines_of_lost_hq(now: GameState, seat: int) -> Iterator[Line]:
    """At the end of a turn the store and the General of a lost HQ go; later what is left goes at
    each own End."""
    points = say("the action points of a lost HQ go")
    things = (("ap", points), ("ap_general", points), ("general", say("the General of a lost HQ goes")))
    for side, kept in enumerate(now.seats):
        due = side == seat or now.reading("hq_loss_end") == "that_turn"
        for tracker, text in things:
            if kept.get("hq_lost") and due and kept.get(tracker):
                change = Change(f"@{side}", tracker, kept.get(tracker), None, refs.TWOGM_26)
                yield Line(text, refs.TWOGM_26, (change,))
