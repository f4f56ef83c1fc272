"""The events of a game, and the tables they led to."""

from __future__ import annotations

from collections.abc import Iterable

from engine.playing.fold import Fold
from engine.playing.procedure import Asked
from engine.values.events import Event
from engine.values.table import GameState


def events_of_taps(events: list[Event], count: int) -> int:
    """How many events at the end are so many taps, the quiet ones between them included."""
    for taken, event in enumerate(reversed(events), 1) if count else ():
        count -= not event.quiet
        if not count:
            return taken
    return len(events) if count else 0


def last_tap(events: list[Event]) -> Event | None:
    return next((event for event in reversed(events) if not event.quiet), None)


class Timeline:
    """Events in their order, with the table before the first and after each."""

    def __init__(self, fold: Fold, states: list[GameState], events: list[Event]) -> None:
        self.fold, self.states, self.events = fold, states, events

    def copy(self) -> Timeline:
        return Timeline(self.fold, list(self.states), list(self.events))

    @property
    def state(self) -> GameState:
        """The table as it is now."""
        return self.states[-1]

    @property
    def questions(self) -> tuple[Asked, ...]:
        """Open questions; the one to answer now is the last."""
        return self.fold.questions(self.state)

    def push(self, event: Event) -> None:
        """Apply one more event; if it raises, nothing changes."""
        self.append(event, self.fold.apply(self.state, event))

    def append(self, event: Event, after: GameState) -> None:
        self.events.append(event)
        self.states.append(after)

    def cut(self, count: int) -> list[Event]:
        """Keep so many events and return the others."""
        off = self.events[count:]
        del self.events[count:], self.states[count + 1 :]
        return off

    def play_again(self, events: Iterable[Event]) -> None:
        """Start again with other events."""
        self.cut(0)
        for event in events:
            self.push(event)

    def put_before(self, states: list[GameState], events: list[Event]) -> None:
        """Add older history that leads to the first table."""
        self.states[:0], self.events[:0] = states, events
