"""The one mutable object: events done, states passed, events undone, and the journal of it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Literal

from engine.playing import correction
from engine.playing.answers import answer, answering, slot_of
from engine.playing.correction import Correction, LeftOut, Withdrawn, overruling
from engine.playing.fold import Fold
from engine.playing.labels import labelled
from engine.playing.procedure import Asked
from engine.playing.rules import Ruleset
from engine.playing.timeline import Timeline, events_of_taps, last_tap
from engine.values.events import Amended, Answered, CardFilled, Entry, Event, Opened, Redone, TrackerSet, Undone
from engine.values.maps import Value
from engine.values.model import Impossible, Prompt, Refusal
from engine.values.table import GameState, Pending
from engine.values.texts import say

Save = Callable[[Entry], None]


class Refused(ValueError):
    """The rules say no; the players may go on."""

    def __init__(self, why: tuple[Refusal, ...]) -> None:
        super().__init__(*(f"{no.ref.id}: {no.why.key}" for no in why))
        self.why = why


class Session:
    """A game being played.

    *start* is the opening table or a checkpoint; *first* is the number of the first event after it.
    *save* puts a line of the journal on disk: it is called when the line is known to be sound and
    before its effect is shown, so what it cannot save is not done.
    """

    def __init__(
        self, rules: Ruleset, start: GameState, journal: Iterable[Entry] = (), first: int = 0, save: Save | None = None
    ) -> None:
        self.rules, self.first = rules, first
        self.fold = Fold(rules)
        self.journal: list[Entry] = []
        self._timeline = Timeline(self.fold, [start], [])
        self.listeners: list[Callable[[], None]] = []
        self.followers: list[Callable[[Entry], None]] = []  # hear of each entry, also while nothing is drawn
        self._undone: list[Event] = []
        self._correction: Correction | None = None  # until the next new event after it
        self._withdrawn: Withdrawn | None = None  # below what was undone since
        self.told: dict[tuple[str, int, int], tuple[tuple[object, ...], object]] = {}  # of deeds, in words
        self._save: Save | None = None
        for entry in journal:
            self.enter(entry)
        self._save = save

    def copy(self, save: Save | None = None) -> Session:
        """The same game at the same place, saved nowhere else: to come back to when something
        fails half-way."""
        new = Session(self.rules, self.states[0], first=self.first, save=save)
        new.journal, new._timeline = list(self.journal), self._timeline.copy()
        new._undone, new._correction, new._withdrawn = list(self._undone), self._correction, self._withdrawn
        new.listeners = list(self.listeners)
        return new

    # The moment: the table, and what is open on it

    @property
    def state(self) -> GameState:
        return self._timeline.state

    @property
    def states(self) -> list[GameState]:
        """The table before the first event and after each."""
        return self._timeline.states

    @property
    def log(self) -> list[Event]:
        return self._timeline.events

    @property
    def questions(self) -> tuple[Asked, ...]:
        """Open questions, the one to answer last."""
        return self._timeline.questions

    @property
    def prompt(self) -> Prompt | None:
        """The question to answer now."""
        asked = self.questions
        return asked[-1].prompt if asked else None

    @property
    def innermost(self) -> Pending:
        """The procedure whose question is to be answered now."""
        return self.fold.innermost(self.state)

    @property
    def correcting(self) -> bool:
        """Whether a correction waits for an answer before the rest can follow."""
        return bool(self._correction and self._correction.next)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """What the last correction has left out, until something new is done."""
        return self._correction.left_out if self._correction else ()

    @property
    def undoes(self) -> Event | None:
        """What undo would take back; a correction goes back as a whole."""
        return self._correction.named if self._correction else last_tap(self.log)

    @property
    def redoes(self) -> Event | None:
        """What redo would bring back; a correction comes back as a whole."""
        return last_tap(self._undone) or (self._withdrawn.correction.named if self._withdrawn else None)

    @property
    def undone(self) -> tuple[Event, ...]:
        """What was taken back and can be had again, the next one last; answers without their
        values, as one of them may have been given under cover."""
        return tuple(_cover(event) if isinstance(event, Answered) else event for event in self._undone)

    @property
    def recallable(self) -> tuple[Event, ...]:
        """What can still come back: by redoing, by the rest of a correction, or by undoing it."""
        gone = self._withdrawn
        held = (*(self._correction.held if self._correction else ()), *(gone.held if gone else ()))
        return (*self._undone, *held)

    def shown(self) -> tuple[Event, ...]:
        """The log for other eyes: sealed answers stay hidden until all are in."""
        hidden = {slot for each in self.questions if each.prompt.sealed for slot in each.given}
        return tuple(
            _cover(event) if isinstance(event, Answered) and event.prompt in hidden else event for event in self.log
        )

    # What players do

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
        if self.prompt is None:
            raise Impossible(say("nothing is asked"))
        return answering(self.prompt, value, prompt)

    def dispatch(self, event: Event) -> None:
        """The way in for a tap: legality first, then the journal."""
        if why := self.fold.refusals(self.state, event):
            raise Refused(why)
        self.enter(labelled(self.rules, self.state, event, self.questions))

    def overrule(self, event: Event) -> None:
        """The players go on all the same; the event says what they overruled."""
        self.dispatch(overruling(event, self.fold.refusals(self.state, event)))

    def undo(self, count: int = 1) -> None:
        """Take back so many taps; a correction that was just made goes back as a whole."""
        if self._correction and count == 1:
            self.enter(Undone(0, correction=True))
        else:
            self.rewind(count)

    def rewind(self, count: int) -> None:
        """Take so many taps off the log; quiet events on the way go with them."""
        self.enter(Undone(events_of_taps(self.log, count)))

    def undo_procedure(self) -> None:
        """Back to before the outermost open procedure, or the one just ended."""
        pending = self.state.pending
        if pending:
            self.enter(Undone(len(pending.since) + 1))
            return
        opened = max((n for n, event in enumerate(self.log) if isinstance(event, Opened)), default=None)
        self.enter(Undone(len(self.log) - opened)) if opened is not None else self.undo()

    def redo(self, count: int = 1) -> None:
        """Bring back so many taps; a correction that was taken back comes as a whole."""
        whole = self._withdrawn is not None and not self._undone
        self.enter(Redone(0, correction=True) if whole else Redone(events_of_taps(self._undone, count)))

    def amend(self, index: int, value: Value) -> None:
        """Change an old answer, an old tracker or an old card value, and replay the rest."""
        if not 0 <= index - self.first < len(self.log):
            raise LookupError("read older history first" if index < self.first else f"there is no event {index}")
        old, state = self.log[index - self.first], self.states[index - self.first]
        asked = self.fold.questions(state)
        if isinstance(old, Answered):
            new: Event = replace(answer(slot_of(asked[-1].prompt, old.prompt), value), overruled=old.overruled)
        elif isinstance(old, (TrackerSet, CardFilled)):
            new = replace(old, value=value)
        else:
            raise Impossible(say("only an answer, a tracker or a card value can be amended"))
        self.enter(Amended(index, labelled(self.rules, state, replace(new, label=None), asked), kept=()))

    def keep(self, number: int) -> None:
        """Do an event that the last correction left out all the same; it says what it overrules."""
        line = self._correction.line if self._correction else None
        if line is None or line.kept is None or not any(each.number == number and each.why for each in self.left_out):
            raise Impossible(say("the last correction left out no event {number} that could be kept", number=number))
        self.enter(replace(line, kept=(*line.kept, number)))

    def remember(self, start: GameState, entries: Iterable[Entry], first: int = 0) -> None:
        """Older history, read on demand: undo and amend then reach behind the checkpoint. The
        table stays as it is."""
        older = Session(self.rules, start, entries, first)
        if older.correcting or first + len(older.log) != self.first:
            raise Impossible(say("the older history does not lead to this table"))
        self.first, self.journal[:0] = first, older.journal
        self._timeline.put_before(older.states[:-1], older.log)
        if self._correction:
            self._correction = replace(self._correction, before=(*older.log, *self._correction.before))
        if self._withdrawn:
            self._withdrawn = self._withdrawn.put_behind(older.states[:-1], older.log)

    # The journal

    def enter(self, entry: Entry) -> None:
        """Do one line of the journal; what raises, or cannot be saved, is not done."""
        if self.correcting or isinstance(entry, (Undone, Redone, Amended)):
            self._rewrite(entry)
        else:
            after = self.fold.apply(self.state, entry)
            self._keep(entry)
            self._timeline.append(entry, after)
            self._forget()
            self._correction = self._correction if entry.quiet else None
        self.journal.append(entry)
        for follower in self.followers:
            follower(entry)
        for listener in self.listeners:
            listener()

    def _keep(self, entry: Entry) -> None:
        if self._save:
            self._save(entry)

    def _rewrite(self, entry: Entry) -> None:
        """A line that changes more than the end of the log: done on copies, kept only when it is
        saved."""
        before = self._timeline, self._undone, self._correction, self._withdrawn
        self._timeline, self._undone = self._timeline.copy(), list(self._undone)
        try:
            self._do(entry)
            self._keep(entry)
        except BaseException:
            self._timeline, self._undone, self._correction, self._withdrawn = before
            raise

    def _do(self, entry: Entry) -> None:
        match entry:
            case Undone(count=count, correction=whole):
                self._take_correction_back() if whole or self.correcting else self._take_back(count)
            case Redone(count=count, correction=whole):
                self._correct_again() if whole else self._bring_back(count)
            case Amended():
                self._correct(entry)
            case event:
                assert self._correction
                self._timeline.push(event)
                self._forget()
                self._correction = correction.catch_up(self._correction, self._timeline)

    def _take_back(self, count: int) -> None:
        if not 0 <= count <= len(self.log):
            raise Impossible(say("so much cannot be undone: there is less"))
        self._undone += reversed(self._timeline.cut(len(self.log) - count))
        self._correction = None

    def _bring_back(self, count: int) -> None:
        if not 0 <= count <= len(self._undone):
            raise Impossible(say("so much cannot be redone: there is less"))
        for _ in range(count):
            self._timeline.push(self._undone.pop())

    def _correct(self, line: Amended) -> None:
        """The same correction again, with more events kept, begins anew."""
        if line.kept and self._correction and self._correction.line.index == line.index:
            self._take_correction_back()
        if not 0 <= line.index - self.first < len(self.log):
            raise Impossible(say("there is no event {number} to amend", number=line.index))
        self._correction = correction.begin(line, self._timeline, self.first)
        self._forget()

    def _take_correction_back(self) -> None:
        if self._correction is None:
            raise Impossible(say("there is no correction to take back"))
        self._withdrawn = Withdrawn(self._timeline.copy(), self._correction)
        self._timeline.play_again(self._correction.before)
        self._correction = None

    def _correct_again(self) -> None:
        if self._withdrawn is None or self._undone:
            raise Impossible(say("there is no correction to bring back"))
        self._timeline, self._correction = self._withdrawn.timeline.copy(), self._withdrawn.correction
        self._withdrawn = None

    def _forget(self) -> None:
        """Something new was done: what was taken back before cannot be had again."""
        self._undone.clear()
        self._withdrawn = None


def _cover(event: Answered) -> Answered:
    return replace(event, value=None, digest="")
