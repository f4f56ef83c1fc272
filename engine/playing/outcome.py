"""What happened, and what the hands do now: the story of a deed, from its dice and its changes.

Nothing here is worked out for one page alone: the table, the history, undo, the report, the list of
games, the text game and headless replies tell the same lines, each from a change of the table, with
the rule behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from operator import is_
from typing import TypeVar, cast

from engine.playing.duties import duties
from engine.playing.hands import WINNER, Handwork, hands, put_names, put_unit
from engine.playing.labels import label, name_of_deed
from engine.playing.resuming import reenter
from engine.playing.rules import PLAYERS, Ruleset
from engine.playing.session import Session
from engine.values.events import Abandoned, Advanced, Answered, Event, Opened, Ticked
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Reminder
from engine.values.table import GameState, Unit
from engine.values.texts import Text, apart, english, joined, say

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A deed that is done: what happened in one sentence, how its dice fell, what the hands do on
    the table, what the rules ask for next. `first` is the place of its first event in the log,
    `done` are the lines for the hands that are ticked, `procedure` is empty where steps went on.
    What `is_news` came to something in words of its own."""

    what: Text
    dice: tuple[Text, ...]
    hands: tuple[Handwork, ...]
    follows: tuple[Reminder, ...] = ()
    first: int = 0
    done: frozenset[int] = frozenset()
    procedure: str = ""
    is_news: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """The events of one deed: their places in the log, from the first to before the end."""

    first: int
    end: int


def told_once(work: Callable[[Session, Deed], T]) -> Callable[[Session, Deed], T]:
    """What is worked out of a deed is known as long as its events and the tables at its ends are
    the same ones: a page tells the same deed in several places, and the history all of them."""

    @wraps(work)
    def asked(session: Session, deed: Deed) -> T:
        key = (work.__name__, deed.first, deed.end)
        ends = session.states[deed.first], session.states[deed.end]
        of = (*ends, *session.log[deed.first : deed.end])
        known = session.told.get(key)
        if known is None or len(known[0]) != len(of) or not all(map(is_, known[0], of)):
            session.told[key] = known = (of, work(session, deed))
        return cast("T", known[1])

    return asked


def deeds(session: Session) -> Iterator[Deed]:
    """The log deed by deed, the latest first: a procedure with its answers, steps gone on at once,
    or something set by hand."""
    end = len(session.log)
    while end:
        first = _beginning(session, end - 1)
        if not session.log[first].quiet:
            yield Deed(first, end)
        end = first


def _beginning(session: Session, at: int) -> int:
    """Where the deed of an event began; steps gone on at once are one."""
    while at and session.states[at].pending is not None:
        at -= 1
    while at and _goes_on(session, at) and _goes_on(session, at - 1):
        at -= 1
    return at


def _goes_on(session: Session, at: int) -> bool:
    return isinstance(session.log[at], Advanced) and session.states[at].pending is None


def last_outcome(session: Session) -> Outcome | None:
    """The story of the last deed, once nothing of it is open; nothing where the players only set
    something by hand."""
    if session.state.pending:
        return None
    found = next((deed for deed in deeds(session) if isinstance(session.log[deed.first], (Opened, Advanced))), None)
    if found is None:
        return None
    follows = tuple(Reminder(each.text, each.ref) for each in duties(session.rules, session.state))
    told = outcome(session, found)
    done = ticked(session, found) | lines_gone_through(session, found, told.hands)
    return replace(told, follows=follows[:1], done=done)


def lines_gone_through(session: Session, deed: Deed, lines: tuple[Handwork, ...]) -> frozenset[int]:
    """The lines that stood on the list by which the players have just ended a deed: their hands
    have done them, unless the app applied the list by itself."""
    last = session.log[deed.end - 1]
    asked = session.fold.questions(session.states[deed.end - 1]) if isinstance(last, Answered) else ()
    if not asked or not isinstance(last, Answered) or last.source == "app" or asked[-1].prompt.kind != "ledger":
        return frozenset()
    listed = {(change.unit, change.tracker) for line in asked[-1].prompt.lines for change in line.changes}
    return frozenset(n for n, line in enumerate(lines) if (line.owner, line.tracker) in listed)


def ticked(session: Session, deed: Deed) -> frozenset[int]:
    """The lines of a deed that the hands have done since."""
    done: set[int] = set()
    for event in session.log[deed.end :]:
        if isinstance(event, Ticked):
            done = done | {event.line} if event.done else done - {event.line}
    return frozenset(done)


@told_once
def outcome(session: Session, deed: Deed) -> Outcome:
    """The story of any deed of the log."""
    lines, event = hands(session.rules, session.states[deed.first : deed.end + 1]), session.log[deed.first]
    of = event.procedure if isinstance(event, Opened) else ""
    what, dice = headline(session, deed), tuple(throws(session, deed))
    return Outcome(what, dice, lines, first=deed.first, procedure=of, is_news=bool(own_words(session, deed, of)))


def own_words(session: Session, deed: Deed, procedure: str) -> Text | None:
    """What a deed came to, where its game has words for that."""
    own, event = session.rules.tale.results.get(procedure), session.log[deed.first]
    if own is None or not isinstance(event, Opened):
        return None
    return own(session.states[deed.first], session.states[deed.end], event.args)


def throws(session: Session, deed: Deed) -> Iterator[Text]:
    """Every roll of the deed with what it came to, and the choices that its game tells with
    them."""
    name = english(_label(session, deed.first))
    for n, event in enumerate(session.log[deed.first : deed.end], deed.first):
        if isinstance(event, Answered) and event.label and event.prompt.split(":")[0] in session.rules.tale.choices:
            yield event.label
            continue
        if not isinstance(event, Answered) or not event.label or isinstance(event.value, (str, bool)):
            continue  # words and a yes answer no roll: the question need not be looked up
        asked = session.fold.questions(session.states[n])
        if asked and asked[-1].prompt.kind == "roll":
            yield _without_name(event.label, name)


def _without_name(text: Text, name: str) -> Text:
    """A roll that is called like its deed says only what it came to."""
    what, came_to = text.values.get("what"), text.values.get("result")
    return came_to if english(what) == name and isinstance(came_to, Text) else text


# What happened


@told_once
def headline(session: Session, deed: Deed) -> Text:
    """Who did what to whom, and what it came to, in one sentence."""
    rules, states = session.rules, session.states
    event, before, after = session.log[deed.first], states[deed.first], states[deed.end]
    if after.pending:
        return _label(session, deed.first)
    if isinstance(event, Opened) and (whole := retold(session, deed, event)):
        return whole
    if isinstance(event, Opened):
        what = name_of_deed(rules, before, event.procedure, event.args)
        came_to = result(rules, before, after, event.procedure, event.args)
    else:
        what = _label(session, _last_step(session, deed))
        opened = states[deed.end - 1].pending if isinstance(event, Advanced) else None
        end = _remembered_end(session, deed) if opened else after
        came_to = result(rules, before, end, opened.procedure if opened else "", EMPTY)
        return say("{first}; {second}", first=what, second=came_to) if came_to else what
    if isinstance(_loud(session, deed), Abandoned):
        came_to = joined((say("broken off"), *fates(rules, before, after)))
    return say("{deed}: {result}", deed=what, result=came_to) if came_to else what


def retold(session: Session, deed: Deed, event: Opened) -> Text | None:
    """What went otherwise than the name of the deed says, in a sentence of its own."""
    tell, before = session.rules.tale.retold.get(event.procedure), session.states[deed.first]
    return tell(before, _remembered_end(session, deed), event.args) if tell else None


def _remembered_end(session: Session, deed: Deed) -> GameState:
    """The table after a deed with what its procedure remembered to the last."""
    pending, after = session.states[deed.end - 1].pending, session.states[deed.end]
    if pending is None:
        return after
    last = replace(pending, since=(*pending.since, session.log[deed.end - 1]))
    here = reenter(session.rules, last, session.fold.within)[1]
    return here if isinstance(here, GameState) else after


def _last_step(session: Session, deed: Deed) -> int:
    """Of steps gone on at once the last one; else the event itself."""
    at = deed.first
    while at + 1 < deed.end and _goes_on(session, at) and _goes_on(session, at + 1):
        at += 1
    return at


def _label(session: Session, at: int) -> Text:
    event = session.log[at]
    return event.label or label(session.rules, session.states[at], event, ())


def result(rules: Ruleset, before: GameState, after: GameState, procedure: str, args: Map[Value]) -> Text | str:
    """What a deed came to: by its own word, by what became of units, or by the word for nothing;
    and who has won by it."""
    own = rules.tale.results.get(procedure)
    said = own(before, after, args) if own else None
    found = [said] if said else list(fates(rules, before, after))
    if after.trackers.get(WINNER) and not before.trackers.get(WINNER):
        found.append(victory(rules, after))
    if not any(found) and procedure in rules.tale.nothing:
        found = [rules.tale.nothing[procedure]]
    return joined(put_names(rules, after, each) for each in found if each)


def in_parts(what: Text) -> tuple[Text | str, tuple[Text | str, ...]]:
    """What was done, and what it came to, sentence by sentence."""
    if {"deed", "result"} <= {*what.values}:
        deed, results = (apart(what.values[key]) for key in ("deed", "result"))
        return deed[0], results
    first, *rest = apart(what)
    return first, tuple(rest)


def fates(rules: Ruleset, before: GameState, after: GameState) -> Iterator[Text]:
    """What became of every unit that is not as it was."""
    for unit in after.units.values():
        was = before.units.get(unit.id)
        if was is not None and was is not unit and was.trackers != unit.trackers:
            yield from (put_unit(text, unit.name) for text in rules.tale.fate(was, unit))
    for seat in range(len(after.seats)):
        was, now = (Unit("", seat, EMPTY, table.seats[seat]) for table in (before, after))
        yield from (put_unit(text, rules.seat_name(seat)) for text in rules.tale.side(was, now))


def victory(rules: Ruleset, now: GameState) -> Text:
    """Who has won."""
    winner = now.trackers.get(WINNER)
    if winner not in PLAYERS:
        return say("a draw")
    return say("victory for {player}", player=rules.seat_name(PLAYERS.index(str(winner))))


def undo_text(session: Session) -> Text | None:
    """What undo takes back, as it was told: where the last answer of a deed is the last thing done,
    what became of units by it, else the deed."""
    event = session.undoes
    if event is None or session.correcting or session.left_out or session.state.pending:
        return event.label if event else None
    deed = next(deeds(session), None)
    if deed is None or session.undoes is not _loud(session, deed):
        return event.label
    if isinstance(session.log[deed.first], Advanced) and isinstance(event, Answered):
        came_to = headline(session, deed).values.get("second")
        return came_to if isinstance(came_to, Text) else event.label
    if not isinstance(session.log[deed.first], Opened):
        return event.label
    found = list(fates(session.rules, session.states[deed.first], session.state))
    return found[0] if len(found) == 1 else headline(session, deed)


def redo_text(session: Session) -> Text | None:
    """What redo brings back, as undo tells it then."""
    if session.redoes is None:
        return None
    ahead = session.copy()
    ahead.listeners.clear()
    ahead.redo()
    return undo_text(ahead)


def last_told(session: Session) -> Event | None:
    """The last thing that happened, for a list of games: the last finished procedure with its
    headline; before there is one, the last tap."""
    ends = (deed for deed in deeds(session) if session.states[deed.end].pending is None)
    found = next((deed for deed in ends if isinstance(session.log[deed.first], Opened)), None)
    if found is None or session.correcting:
        return session.undoes
    return replace(session.log[found.first], label=headline(session, found))


def _loud(session: Session, deed: Deed) -> Event | None:
    return next((event for event in reversed(session.log[deed.first : deed.end]) if not event.quiet), None)
