"""Which entries are still under cover, and whose they are: a fold over the journal, as everything
is.

An answer to a sealed question is covered until its question is decided, and while it could come
back.
"""

from __future__ import annotations

from engine.playing.answers import answer, by_default
from engine.playing.procedure import Asked
from engine.playing.session import Session
from engine.values.events import Amended, Answered, Entry
from link.log import Doc, Log


def open_slots(session: Session) -> dict[str, int]:
    """The places of open sealed questions, and of which seat each is asked."""
    return _slots(session.questions)


def _slots(questions: tuple[Asked, ...]) -> dict[str, int]:
    sealed = (asked.prompt for asked in questions if asked.prompt.sealed)
    return {slot.key: slot.asked_of for prompt in sealed for slot in prompt.slots}


class Seals:
    """`hidden` are the covered entries by their numbers, with the seat that may see each."""

    def __init__(self, session: Session) -> None:
        self.hidden: dict[int, int] = {}
        self._slot: dict[int, str] = {}
        self._open = open_slots(session)

    def follow(self, session: Session, entry: Entry, number: int) -> None:
        """After an entry took effect; what was shown once stays shown."""
        event = entry.event if isinstance(entry, Amended) else entry
        if isinstance(event, Answered) and event.prompt in self._open:
            self.hidden[number], self._slot[number] = self._open[event.prompt], event.prompt
        self._open = open_slots(session)
        if self.hidden:
            self._uncover({each.prompt for each in session.recallable if isinstance(each, Answered)})

    def _uncover(self, recallable: set[str]) -> None:
        for n, slot in list(self._slot.items()):
            if slot not in self._open and slot not in recallable:
                del self.hidden[n], self._slot[n]


def seals_of(log: Log) -> Seals:
    """What is still covered, found again after a kill; the long way only where something can be."""
    session = log.game.session
    if not open_slots(session) and not session.recallable:
        return Seals(session)
    while _slots(session.fold.questions(session.states[0])) and log.game.remember():
        pass
    again = Session(session.rules, session.states[0], first=session.first)
    seals = Seals(again)
    for n, entry in enumerate(session.journal, log.number - len(session.journal) + 1):
        again.enter(entry)
        seals.follow(again, entry, n)
    return seals


def cover(doc: Doc, seat: int) -> Doc:
    """What others are sent in the place of a covered answer."""
    is_amended = doc.get("is") == "Amended"
    event = doc["event"] if is_amended else doc
    more = {"index": doc["index"], "kept": doc.get("kept", [])} if is_amended else {}
    return {"sealed": event["prompt"], "seat": seat, "t": doc.get("t", ""), **more}


def stand_in(session: Session, doc: Doc) -> Entry:
    """An answer in its place: the default of its question, so that the table behind it looks as
    it is."""
    for asked in session.questions:
        for slot in asked.prompt.slots:
            if slot.key == doc["sealed"]:
                given = answer(slot, by_default(slot))
                return Amended(doc["index"], given, tuple(doc["kept"])) if "index" in doc else given
    raise ValueError("a covered answer to a question that is not asked")
