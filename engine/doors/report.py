"""The report of a battle from its log: what happened turn by turn, and each side's luck compared
with its expectation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from engine.doors.luck import Luck, Throw, luck_of, throws_of
from engine.playing.answers import Stale
from engine.playing.hands import WINNER, rule_behind
from engine.playing.labels import name_of_deed
from engine.playing.outcome import Deed, deeds, headline, victory
from engine.playing.rules import PLAYERS, Ruleset, Tracker
from engine.playing.session import Session
from engine.values.events import Advanced, Event, Noted, Opened
from engine.values.kinds import ListOf, Word
from engine.values.model import BY_HAND, Impossible, Ref
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say


@dataclass(frozen=True, slots=True)
class Conclusion:
    """How a game ended: the seat that has won (None: a draw), what decided it and by which rule, in
    which turn, how both sides stood, what each has lost, and what those have lost that still
    stand."""

    winner: int | None
    why: Text
    ref: Ref
    turn: int
    sides: tuple[Text | None, ...]
    losses: tuple[tuple[Unit, ...], ...]
    thinned: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: units that came and went, markers by side, notes, the table at its end, and the luck
    of each side."""

    number: int
    moves: tuple[tuple[int, Text], ...]
    marks: tuple[tuple[tuple[Text | str, int], ...], ...]
    notes: tuple[str, ...]
    sides: tuple[Text | None, ...]
    watched: tuple[Text, ...]
    luck: tuple[Luck, ...]
    contests: tuple[Luck, ...]
    deeds: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """All turns, and the luck over all of them: successes, and rolls of one side against the
    other."""

    turns: tuple[Turn, ...]
    luck: tuple[Luck, ...]
    contests: tuple[Luck, ...]
    ending: Conclusion | None = None


def reported(session: Session, step: Callable[[int, int], None] = lambda _done, _total: None) -> Report:
    """The report of the log as far as it is read; `step` hears how far the work has come, and may
    raise to stop it."""
    rules, states, log = session.rules, tuple(session.states), tuple(session.log)
    throws: list[Throw] = []
    for n, event in enumerate(log):
        step(n, len(log))
        with suppress(Impossible, Stale):  # an answer that rules of today do not understand any more
            throws += list(throws_of(rules, states[n], event))
    seats = range(len(states[0].seats))
    spans = [list(span) for _, span in groupby(range(len(states)), key=lambda n: states[n].turn)]
    turns = tuple(
        _turn(rules, [states[n] for n in span], [log[n] for n in span if n < len(log)], throws) for span in spans
    )
    told = deeds_by_turn(session)
    turns = tuple(replace(turn, deeds=tuple(told.get(turn.number, ()))) for turn in turns)
    luck, contests = (tuple(luck_of(throws, seat, added) for seat in seats) for added in (False, True))
    return Report(turns, luck, contests, ending(session))


# What happened


def deeds_by_turn(session: Session) -> dict[int, list[Text]]:
    """Every procedure that changed a unit or the game, in its sentence, by the turn it began in."""
    found: dict[int, list[Text]] = {}
    for deed in reversed(list(deeds(session))):
        before, after = session.states[deed.first], session.states[deed.end]
        has_result = before.units != after.units or before.trackers.get(WINNER) != after.trackers.get(WINNER)
        if isinstance(session.log[deed.first], Opened) and after.pending is None and has_result:
            found.setdefault(before.turn, []).append(headline(session, deed))
    return found


def ending(session: Session) -> Conclusion | None:
    """How the game ended; None while it is played."""
    rules, state = session.rules, session.state
    winner = state.trackers.get(WINNER)
    if not winner:
        return None
    decided = (deed for deed in deeds(session) if not session.states[deed.first].trackers.get(WINNER))
    deed = next(decided, None)
    tracker = rules.tracker(WINNER)
    ref = rule_behind(session.states[deed.first : deed.end + 1], "", WINNER) if deed else None
    return Conclusion(
        PLAYERS.index(str(winner)) if winner in PLAYERS else None,
        _what_decided(session, deed) if deed else victory(rules, state),
        ref or (tracker.ref if tracker else BY_HAND),
        state.turn,
        tuple(side.text for side in rules.standing(state).sides),
        tuple(tuple(unit for unit in state.units.values() if unit.seat == seat and is_lost(unit)) for seat in (0, 1)),
        tuple(
            tuple(text for unit in state.units.values() if unit.seat == seat for text in rules.tale.thinning(unit))
            for seat in (0, 1)
        ),
    )


def _what_decided(session: Session, deed: Deed) -> Text:
    """The deed that ended the game; inside one that is still open, the innermost."""
    rules, states = session.rules, session.states
    if states[deed.end].pending is None:
        return _without_way(headline(session, deed), session.log[deed.first])
    before = next(states[n] for n in range(deed.end - 1, -1, -1) if not states[n].trackers.get(WINNER))
    inner = session.fold.innermost(before)
    what = name_of_deed(rules, before, inner.procedure, inner.args)
    return say("{deed}: {result}", deed=what, result=victory(rules, session.state))


def _without_way(told: Text, event: Event) -> Text:
    """Of a step that brought the end, what it came to: that it was gone on to decides nothing."""
    came_to = told.values.get("second") if isinstance(event, Advanced) else None
    return came_to if isinstance(came_to, Text) else told


def is_lost(unit: Unit) -> bool:
    """Destroyed, by whatever name a game calls the place."""
    return unit.where in ("destroyed", "junkyard")


def _turn(rules: Ruleset, states: list[GameState], events: list[Event], throws: list[Throw]) -> Turn:
    first, last = states[0], states[-1]
    seats = range(len(last.seats))
    marks, began = [Counter[str]() for _ in seats], dict(first.units)
    for before, after in pairwise(states):
        for unit in after.units.values():
            if before.units.get(unit.id) is not unit:
                marks[unit.seat] += laid(rules, unit) - laid(rules, before.units.get(unit.id))
                began.setdefault(unit.id, unit)
    notes = tuple(event.text for event in events if isinstance(event, Noted))
    luck, contests = (tuple(luck_of(throws, seat, added, first.turn) for seat in seats) for added in (False, True))
    return Turn(
        first.turn,
        tuple(moved(rules, began, last)),
        tuple(tuple((_name(rules, key), count) for key, count in found.items()) for found in marks),
        notes,
        tuple(side.text for side in rules.standing(last).sides),
        tuple(each.text for each in rules.glance.watched(last)),
        luck,
        contests,
    )


def moved(rules: Ruleset, began: Mapping[str, Unit], last: GameState) -> Iterator[tuple[int, Text]]:
    """Units whose place differs from that at the beginning of the turn, or at their own
    beginning."""
    for unit in last.units.values():
        if began[unit.id].where != unit.where:
            yield unit.seat, say("{unit}: {where}", unit=unit.name, where=_place(rules, unit))


def _place(rules: Ruleset, unit: Unit) -> Text | str:
    tracker = rules.tracker("where")
    return rules.word(str(unit.trackers.get("where") or (tracker.default if tracker else "") or "table"))


def laid(rules: Ruleset, unit: Unit | None) -> Counter[str]:
    """The markers on a unit by their words, face up or down; counters by their names, with all
    places of a list added up."""
    found: Counter[str] = Counter()
    for key, value in unit.trackers.items() if unit else ():
        tracker = rules.tracker(key)
        if tracker and _marks(rules, tracker):
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, int):
                    found[key] += int(each)
                elif each in _words(tracker):
                    found[str(each)] += 1
    return found


def _marks(rules: Ruleset, tracker: Tracker) -> bool:
    """Whether a tracker is a marker that is laid: no place on the map, and not what is left of a
    unit."""
    lanes = rules.glance.lanes
    places = (lanes.row, lanes.column) if lanes else ()
    is_laid = tracker.physical and not tracker.lasts and tracker.full is None
    return is_laid and tracker.key not in (*places, *rules.glance.unseen, *rules.glance.in_the_row)


def _words(tracker: Tracker) -> tuple[str, ...]:
    """The words of a tracker that holds several markers; names of units are not among them."""
    kind = tracker.kind
    return kind.kind.choices if isinstance(kind, ListOf) and isinstance(kind.kind, Word) else ()


def _name(rules: Ruleset, key: str) -> Text | str:
    tracker = rules.tracker(key)
    return tracker.text if tracker else rules.word(key)
