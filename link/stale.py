"""Whether what a guest means still means that: what has happened since he looked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.playing import codec
from engine.playing.session import Session
from engine.values.events import (
    Abandoned,
    Advanced,
    Amended,
    Answered,
    CardFilled,
    Entry,
    Event,
    HouseRuled,
    Noted,
    Opened,
    OptionSet,
    Redone,
    Ticked,
    TrackerSet,
    Undone,
    UnitAdded,
    UnitMoved,
)
from engine.values.texts import Text, say

COURSE = (Opened, Answered, Abandoned, Advanced)
BACK = (Undone, Redone, Amended)
BY_HAND = (TrackerSet, UnitMoved, UnitAdded, CardFilled, OptionSet)
IN_TURN = (Answered, Abandoned, HouseRuled, Ticked, Advanced, Opened)


def basis(session: Session, event: Event) -> Any:
    """What a change by hand starts from; it is sent along and must still be so."""
    state = session.state
    match event:
        case TrackerSet(owner=owner, tracker=tracker) if "." not in tracker and _is_owner(state.units, owner):
            return codec.plain(state.held(owner).get(tracker))
        case UnitMoved(unit=unit) if unit in state.units:
            return state.units[unit].where
    return None


def _is_owner(units: Any, owner: str) -> bool:
    return owner in units or not owner or owner[1:].isdecimal()


def why_too_late(session: Session, event: Event | None, since: Sequence[Entry], before: Any) -> Text | None:
    """Why an intent means something else by now; *event* is None for undoing, redoing and
    amending, which mean exactly what was seen.

    The engine's digest is not enough: two phones that answer one roll would answer the next roll
    of the same dice too.
    """
    if not since or isinstance(event, Noted):
        return None
    if event is None:
        return say("something else has happened since: look again, then take back what you mean")
    if isinstance(event, BY_HAND):
        return say("this has changed since: look again") if basis(session, event) != before else None
    for entry in since:
        if isinstance(entry, BACK):
            return say("something was taken back since: look again")
        if isinstance(event, IN_TURN) and isinstance(entry, COURSE) and not _is_another_slot(session, event, entry):
            return say("this was answered or done already: look again")
    return None


def _is_another_slot(session: Session, event: Event, entry: Entry) -> bool:
    """Each answers for himself, in whatever order they come."""
    if not (isinstance(event, Answered) and isinstance(entry, Answered)):
        return False
    keys = [slot.key for slot in session.prompt.slots] if session.prompt else []
    return event.prompt in keys and entry.prompt in keys and event.prompt != entry.prompt
