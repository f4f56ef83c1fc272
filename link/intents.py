"""What a guest asks for: read, held against what has happened since, and done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from carddb.packing import long, short
from engine.playing import codec
from engine.playing.codec import Damaged
from engine.playing.session import Session
from engine.values.events import Amended, Answered, CardFilled, Entry, Event, Redone, TrackerSet, Undone
from engine.values.maps import frozen, thawed
from engine.values.model import Impossible
from engine.values.texts import Text, say
from link.log import Doc, Log
from link.stale import basis, why_too_late


def intent(session: Session, entry: Entry, anyway: bool = False) -> Doc:
    """What to send for a tap that would have entered this."""
    match entry:
        case Undone(count=count, correction=correction):
            return {"do": "undo", "count": count, "correction": correction}
        case Redone(count=count, correction=correction):
            return {"do": "redo", "count": count, "correction": correction}
        case Amended(kept=(*_, int(number))):
            return {"do": "keep", "number": number}
        case Amended(index=index, event=Answered() | TrackerSet() | CardFilled() as event):
            return {"do": "amend", "index": index, "value": codec.plain(thawed(event.value))}
        case Amended():
            raise Impossible(say("only an answer, a tracker or a card value can be amended"))
    bare = replace(entry, label=None)
    return {"do": "event", "event": short(bare), "before": basis(session, bare), "anyway": anyway}


def event_of(message: Doc) -> Event | None:
    """The event that is asked for; None for undoing, redoing and amending."""
    if message["do"] != "event":
        return None
    event = long(message["event"])
    if not isinstance(event, Event):
        raise Damaged("no event")
    return replace(event, label=None)


def why_late(log: Log, event: Event | None, message: Doc) -> Text | None:
    """Why it is too late, by the entries that its sender had not seen."""
    journal, count = log.game.session.journal, log.number - int(message["seen"])
    if not 0 <= count <= len(journal):
        return say("something else has happened since: look again")
    return why_too_late(log.game.session, event, journal[len(journal) - count :], message.get("before"))


def do(log: Log, event: Event | None, message: Doc) -> None:
    """As the same tap on this device would."""
    game, session = log.game, log.game.session
    if event:
        (session.overrule if message.get("anyway") is True else session.dispatch)(event)
        return
    match message:
        case {"do": "undo", "count": int(count), "correction": bool(correction)}:
            _reach(log, lambda: session.enter(Undone(count, correction)))
        case {"do": "redo", "count": int(count)}:
            session.enter(Redone(count, message.get("correction") is True))
        case {"do": "amend", "index": int(index)}:
            game.amend(index, _value(message["value"]))
        case {"do": "keep", "number": int(number)}:
            session.keep(number)
        case _:
            raise Damaged("an intent of no kind")


def _value(data: Any) -> Any:
    try:
        return frozen(data)
    except (TypeError, RecursionError) as wrong:
        raise Damaged("no value") from wrong


def _reach(log: Log, act: Callable[[], None]) -> None:
    """Undo, with older history read as far as that needs it."""
    while True:
        try:
            return act()
        except Impossible:
            if not log.game.remember():
                raise
