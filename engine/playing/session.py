"""The one mutable object: events done, states passed, events undone, and the journal of it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from engine.playing.answers import Stale, answer
from engine.playing.apply import apply, questions, refusals
from engine.playing.labels import labelled
from engine.playing.rules import Ruleset
from engine.values.events import (
    Abandoned,
    Amended,
    Answered,
    CardFilled,
    Entry,
    Event,
    HouseRuled,
    Opened,
    Redone,
    Ticked,
    TrackerSet,
    Undone,
)
from engine.values.maps import Value
from engine.values.model import Impossible, Path, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

Save = Callable[[Entry], None]


class Refused(ValueError):
    """The rules say no; the players may go on."""

    def __init__(self, why: tuple[Refusal, ...]) -> None:
        super().__init__(*(f"{no.ref.id}: {no.why.key}" for no in why))
        self.why = why


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A later event that a correction has left out, and what the rules say against it now.

    Nothing is said against an answer whose question is not asked any more.
    """

    event: Event
    why: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Later:
    """An event that followed a correction: how deep in procedures it was, and the table it was
    done on."""

    event: Event
    depth: int
    before: GameState


class Session:
    """A game being played.

    *start* is the opening table or a checkpoint; *first* is the number of the first event after it.
    *save* puts a line of the journal on disk: it is called when the line is known to be sound and
    before anybody is shown its effect, so what it cannot save is not done.
    """

    def __init__(
        self, rules: Ruleset, start: GameState, journal: Iterable[Entry] = (), first: int = 0, save: Save | None = None
    ) -> None:
        self.rules, self.first = rules, first
        self.journal: list[Entry] = []
        self.log: list[Event] = []
        self.states: list[GameState] = [start]
        self.left_out: list[LeftOut] = []
        self.listeners: list[Callable[[], None]] = []
        self._undone: list[Event] = []
        self._tail: list[Later] = []  # what a correction still has to replay
        self._before: list[Event] = []
        self._save: Save | None = None
        for entry in journal:
            self.enter(entry)
        self._save = save

    @property
    def state(self) -> GameState:
        return self.states[-1]

    @property
    def dropped(self) -> tuple[Event, ...]:
        """Events that corrections have left out."""
        return tuple(each.event for each in self.left_out)

    def copy(self) -> Session:
        """The same game at the same place, saved nowhere: to come back to when something fails
        half-way."""
        new = Session(self.rules, self.states[0], first=self.first)
        new.journal, new.log, new.states = list(self.journal), list(self.log), list(self.states)
        new.left_out = list(self.left_out)
        new._undone, new._tail, new._before = list(self._undone), list(self._tail), self._before
        new.listeners = list(self.listeners)
        return new

    @property
    def prompt(self) -> Prompt | None:
        """The question to answer now."""
        asked = questions(self.rules, self.state)
        return asked[-1].prompt if asked else None

    @property
    def correcting(self) -> bool:
        """A correction waits for an answer before the rest can follow."""
        return bool(self._tail)

    @property
    def undoes(self) -> Event | None:
        """What undo would take back."""
        return next((event for event in reversed(self.log) if not event.quiet), None)

    @property
    def redoes(self) -> Event | None:
        return next((event for event in reversed(self._undone) if not event.quiet), None)

    @property
    def undone(self) -> tuple[Event, ...]:
        """What was taken back and can be had again, the next one last."""
        return tuple(self._undone)

    def answer(
        self, value: Value, prompt: str = "", source: Literal["table", "app"] = "table", overrule: bool = False
    ) -> None:
        """Answer the open question; *prompt* names a slot where each seat answers for itself."""
        event = self.answering(value, prompt)
        if isinstance(event, Answered):
            event = replace(event, source=source)
        if overrule:
            self.overrule(event)
        else:
            self.dispatch(event)

    def answering(self, value: Value, prompt: str = "") -> Answered | CardFilled:
        """The event that answers the open question."""
        asked = self.prompt
        if asked is None:
            raise Impossible(say("nothing is asked"))
        if asked.kind == "card":
            return CardFilled(asked.about[0], _path(asked.about[1:]), value)
        if asked.kind == "each":
            slots = [slot for slot in asked.slots if slot.key == prompt] or [
                slot for slot in asked.slots if not prompt and slot.key not in asked.given
            ]
            if not slots:
                raise Impossible(
                    say(
                        "{asked} is asked, not {answered}",
                        asked=", ".join(slot.key for slot in asked.slots),
                        answered=prompt,
                    )
                )
            return answer(slots[0], value)
        if prompt and prompt != asked.key:
            raise Impossible(say("{asked} is asked, not {answered}", asked=asked.key, answered=prompt))
        return answer(asked, value)

    def dispatch(self, event: Event) -> None:
        """The way in for a tap: legality first, then the journal."""
        if why := refusals(self.rules, self.state, event):
            raise Refused(why)
        self.enter(labelled(self.rules, self.state, event))

    def overrule(self, event: Event) -> None:
        """The players go on all the same; the event says what they overruled."""
        why = refusals(self.rules, self.state, event)
        self.dispatch(replace(event, overruled=tuple(dict.fromkeys((*event.overruled, *(no.ref.id for no in why))))))

    def undo(self, count: int = 1) -> None:
        """Take back so many taps; quiet events on the way go with them."""
        self.enter(Undone(_loud(self.log, count)))

    def undo_procedure(self) -> None:
        """Back to before the outermost open procedure, or the one just ended."""
        pending = self.state.pending
        if pending:
            self.enter(Undone(len(pending.since) + 1))
            return
        opened = max((n for n, event in enumerate(self.log) if isinstance(event, Opened)), default=None)
        self.enter(Undone(len(self.log) - opened)) if opened is not None else self.undo()

    def redo(self, count: int = 1) -> None:
        self.enter(Redone(_loud(self._undone, count)))

    def remember(self, start: GameState, entries: Iterable[Entry], first: int = 0) -> None:
        """Older history, read on demand: undo and amend then reach behind the checkpoint. The
        table stays as it is."""
        older = Session(self.rules, start, entries, first)
        if older.correcting or first + len(older.log) != self.first:
            raise Impossible(say("the older history does not lead to this table"))
        self.first, self.log[:0], self.journal[:0] = first, older.log, older.journal
        self.states[:0], self._before[:0] = older.states[:-1], older.log

    def amend(self, index: int, value: Value) -> None:
        """Change an old answer, an old tracker or an old card value, and replay the rest."""
        if not 0 <= index - self.first < len(self.log):
            raise LookupError("read older history first" if index < self.first else f"there is no event {index}")
        old, state = self.log[index - self.first], self.states[index - self.first]
        if isinstance(old, Answered):
            new: Event = replace(answer(_asked(self.rules, state, old.prompt), value), overruled=old.overruled)
        elif isinstance(old, (TrackerSet, CardFilled)):
            new = replace(old, value=value)
        else:
            raise Impossible(say("only an answer, a tracker or a card value can be amended"))
        self.enter(Amended(index, labelled(self.rules, state, replace(new, label=None))))

    def shown(self) -> tuple[Event, ...]:
        """The log for other eyes: sealed answers stay hidden until all are in."""
        asked = questions(self.rules, self.state)
        hidden = {slot for each in asked if each.prompt.sealed for slot in each.given}
        return tuple(
            replace(event, value=None, digest="") if isinstance(event, Answered) and event.prompt in hidden else event
            for event in self.log
        )

    def enter(self, entry: Entry) -> None:
        """Do one line of the journal; what raises, or cannot be saved, is not done."""
        if self._tail or isinstance(entry, (Undone, Redone, Amended)):
            self._rewrite(entry)
        else:
            state = apply(self.rules, self.state, entry)
            self._keep(entry)
            self._push(entry, state)
            self._undone.clear()
        self.journal.append(entry)
        for listener in self.listeners:
            listener()

    def _keep(self, entry: Entry) -> None:
        if self._save:
            self._save(entry)

    def _rewrite(self, entry: Entry) -> None:
        """A line that changes more than the end of the log: done on copies, kept only when it is
        saved."""
        before = self.log, self.states, self._undone, self._tail, self._before, self.left_out
        self.log, self.states, self._undone = list(self.log), list(self.states), list(self._undone)
        self._tail, self.left_out = list(self._tail), list(self.left_out)
        try:
            self._do(entry)
            self._keep(entry)
        except BaseException:
            self.log, self.states, self._undone, self._tail, self._before, self.left_out = before
            raise

    def _do(self, entry: Entry) -> None:
        match entry:
            case Undone(count=count):
                self._take_back(count)
            case Redone(count=count):
                self._bring_back(count)
            case Amended(index=index, event=event):
                self._correct(index - self.first, event)
            case event:
                self._push(event)
                self._undone.clear()
                self._catch_up()

    def _push(self, event: Event, state: GameState | None = None) -> None:
        self.states.append(state or apply(self.rules, self.state, event))
        self.log.append(event)

    def _take_back(self, count: int) -> None:
        if self._tail:  # in mid-correction, undo takes back the correction
            self._rebuild(self._before)
            return
        if not 0 <= count <= len(self.log):
            raise Impossible(say("so much cannot be undone: there is less"))
        left = len(self.log) - count
        self._undone += reversed(self.log[left:])
        self.log, self.states = self.log[:left], self.states[: left + 1]

    def _bring_back(self, count: int) -> None:
        if not 0 <= count <= len(self._undone):
            raise Impossible(say("so much cannot be redone: there is less"))
        for _ in range(count):
            self._push(self._undone.pop())

    def _rebuild(self, events: list[Event]) -> None:
        self._tail, self.log, self.states = [], [], self.states[:1]
        for event in events:
            self._push(event)

    def _correct(self, index: int, event: Event) -> None:
        if not 0 <= index < len(self.log):
            raise Impossible(say("there is no event {number} to amend", number=index + self.first))
        after = apply(self.rules, self.states[index], event)
        later = zip(self.log[index + 1 :], self.states[index + 1 : -1], strict=True)
        self._tail = [Later(event, len(questions(self.rules, before)), before) for event, before in later]
        self._before = list(self.log)
        self.log, self.states = [*self.log[:index], event], [*self.states[: index + 1], after]
        self._undone.clear()
        self._catch_up()

    def _catch_up(self) -> None:
        """Replay what followed a correction, as far as it still fits; the rest waits for an answer.

        What the rules forbid only because of the correction is left out: a unit that is destroyed
        by now attacks no more.
        """
        while self._tail and (here := len(questions(self.rules, self.state))) <= self._tail[0].depth:
            later = self._tail.pop(0)
            if here < later.depth and isinstance(later.event, WITHIN):
                self.left_out.append(LeftOut(later.event))  # its procedure or its question is not open any more
            elif why := self._forbidden_by_now(later):
                self.left_out.append(LeftOut(later.event, why))
                if isinstance(later.event, Answered):
                    return  # its question is open, and wants another answer
            else:
                try:
                    self._push(later.event)
                except (Stale, Impossible):
                    self.left_out.append(LeftOut(later.event))
                    return

    def _forbidden_by_now(self, later: Later) -> tuple[Refusal, ...]:
        """What the rules say against an event, and did not say when it was done."""
        try:
            known = {no.ref.id for no in refusals(self.rules, later.before, later.event)}
            return tuple(no for no in refusals(self.rules, self.state, later.event) if no.ref.id not in known)
        except (Stale, Impossible):
            return ()


WITHIN = (Answered, Abandoned, HouseRuled, Ticked)
"""Events that mean nothing outside the procedure they were part of."""


def _loud(events: list[Event], count: int) -> int:
    """How many events are so many taps, the quiet ones between them included."""
    for taken, event in enumerate(reversed(events), 1) if count else ():
        count -= not event.quiet
        if not count:
            return taken
    return len(events) if count else 0


def _asked(rules: Ruleset, state: GameState, key: str) -> Prompt:
    """The question a past answer was given to."""
    prompt = questions(rules, state)[-1].prompt
    return next((slot for slot in prompt.slots if slot.key == key), prompt)


def _path(parts: tuple[str, ...]) -> Path:
    return tuple(int(part) if part.isdecimal() else part for part in parts)
