"""What the host says to the taps of its guests."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from carddb.saves import Origin
from carddb.trouble import Trouble
from engine.playing import codec
from engine.playing.answers import Stale
from engine.playing.session import Refused
from engine.values.events import Answered, Event
from engine.values.model import Impossible
from engine.values.texts import Text, say
from link import intents
from link.log import Doc, Log
from link.members import Member
from link.seals import open_slots

LARGEST = 100_000
"""Letters of what a guest asks for: as an entry with its sentence it has to go into one message."""
Holder: TypeAlias = Callable[[int, Member | None], str | None]
"""The name of the one at a seat, besides a member."""


class Judge:
    """Does what a guest asks for, or says why not; what was done already is told again."""

    def __init__(self, log: Log, holder: Holder) -> None:
        self._log, self._holder = log, holder

    def take(self, m: Member, key: str, message: Doc, is_closed: bool) -> None:
        last, n = self._log.last.get(m.tag, ("", 0))
        if last == key:
            m.say(k="done", id=key, n=n)
        elif is_closed:
            _refuse(m, key, "wait", say("the host takes nothing just now"))
        else:
            self._try(m, key, message)

    def _try(self, m: Member, key: str, message: Doc) -> None:
        if len(str(message)) > LARGEST:
            _refuse(m, key, "no", say("this is too long to be sent to the other devices"))
            return
        try:
            event = intents.event_of(message)
            if why := self._why_not(m, event) or self._why_no_amending(m, message):
                _refuse(m, key, "no", why)
            elif why := intents.why_late(self._log, event, message):
                _refuse(m, key, "late", why)
            else:
                self._log.game.saver.origin = Origin(by=f"{m.tag}.{key}")
                intents.do(self._log, event, message)
        except Refused as no:
            _refuse(m, key, "rules", *(each.why for each in no.why), refs=[each.ref.id for each in no.why])
        except (Impossible, Stale, Trouble) as no:
            _refuse(m, key, "no", no.why)
        except Exception:  # whatever a guest sends, the host goes on
            _refuse(m, key, "no", say("the host can make nothing of this tap"))
        finally:
            self._log.game.saver.origin = None

    def _why_no_amending(self, m: Member, message: Doc) -> Text | None:
        """What is still under cover is changed by the player who was asked, and by no other."""
        session = self._log.game.session
        slots, index = open_slots(session), message.get("index", -1) - session.first
        if message["do"] != "amend" or not slots or not 0 <= index < len(session.log):
            return None
        event = session.log[index]
        seat = slots.get(event.prompt) if isinstance(event, Answered) else None
        if seat is None or seat == m.seat or (name := self._holder(seat, m)) is None:
            return None
        return say("this is asked of {name}", name=name)

    def _why_not(self, m: Member, event: Event | None) -> Text | None:
        """A question is answered by whom it is put to; one that is put to no player here, and any
        roll of dice on the table, by any player."""
        if m.role == "watch":
            return say("who watches does nothing")
        prompt = self._log.game.session.prompt
        if not isinstance(event, Answered) or not prompt:
            return None
        slot = next((each for each in prompt.slots if each.key == event.prompt), prompt)
        name = self._holder(slot.asked_of, m)
        if name is None or slot.asked_of == m.seat or (slot is prompt and prompt.kind == "roll"):
            return None
        return say("this is asked of {name}", name=name)


def _refuse(m: Member, key: str, kind: str, *why: Text | str, refs: list[str] | None = None) -> None:
    m.say(k="refused", id=key, kind=kind, why=[codec.plain(each) for each in why], refs=refs or [])
