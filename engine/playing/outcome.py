"""What happened, and what the hands do now: the story of a deed, from its dice and its changes.

Nothing here is worked out for one page alone: the table, the history, undo, the report, the list of
games, the text game and headless replies tell the same lines, each from a change of the table, with
the rule behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.playing.duties import duties
from engine.playing.labels import label, name_of_deed, owner_name, told, tracker_name
from engine.playing.rules import PLAYERS, Ruleset, Tracker
from engine.playing.session import Session
from engine.playing.tale import Tell
from engine.values.events import Abandoned, Advanced, Answered, Event, Opened, Ticked
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Ref, Reminder
from engine.values.table import GameState, Unit
from engine.values.texts import Text, english, joined, say

PLACED = {
    "destroyed": say("{unit}: off the table, destroyed"),
    "reserve": say("{unit}: into reserve"),
    "discarded": say("{unit}: onto the discard pile"),
    "inside": say("{unit}: off the table, aboard"),
    "table": say("{unit}: onto the table"),
}
TAKEN_OFF = ("destroyed", "discarded")
"""Where a unit goes with all that lies on it."""
WINNER = "winner"
"""The tracker that ends a game: told with what happened, no work for the hands."""


@dataclass(frozen=True, slots=True)
class Handwork:
    """One thing the hands do on the table, by which rule, and the tracker whose change it tells."""

    text: Text
    ref: Ref
    owner: str
    tracker: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A deed that is done: what happened in one sentence, how its dice fell, what the hands do on
    the table, what the rules ask for next. `first` is the place of its first event in the log,
    `done` are the lines for the hands that are ticked, `procedure` is empty where steps went on."""

    what: Text
    dice: tuple[Text, ...]
    hands: tuple[Handwork, ...]
    follows: tuple[Reminder, ...] = ()
    first: int = 0
    done: frozenset[int] = frozenset()
    procedure: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """The events of one deed: their places in the log, from the first to before the end."""

    first: int
    end: int


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
    return replace(outcome(session, found), follows=follows[:1], done=ticked(session, found))


def ticked(session: Session, deed: Deed) -> frozenset[int]:
    """The lines of a deed that the hands have done since."""
    done: set[int] = set()
    for event in session.log[deed.end :]:
        if isinstance(event, Ticked):
            done = done | {event.line} if event.done else done - {event.line}
    return frozenset(done)


def outcome(session: Session, deed: Deed) -> Outcome:
    """The story of any deed of the log."""
    lines, event = hands(session.rules, session.states[deed.first : deed.end + 1]), session.log[deed.first]
    of = event.procedure if isinstance(event, Opened) else ""
    return Outcome(headline(session, deed), tuple(throws(session, deed)), lines, first=deed.first, procedure=of)


def throws(session: Session, deed: Deed) -> Iterator[Text]:
    """Every roll of the deed with what it came to."""
    name = english(_label(session, deed.first))
    for n, event in enumerate(session.log[deed.first : deed.end], deed.first):
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


def headline(session: Session, deed: Deed) -> Text:
    """Who did what to whom, and what it came to, in one sentence."""
    rules, states = session.rules, session.states
    event, before, after = session.log[deed.first], states[deed.first], states[deed.end]
    if after.pending:
        return _label(session, deed.first)
    if isinstance(event, Opened):
        what = name_of_deed(rules, before, event.procedure, event.args)
        came_to = result(rules, before, after, event.procedure, event.args)
    else:
        what = _label(session, _last_step(session, deed))
        opened = states[deed.end - 1].pending if isinstance(event, Advanced) else None
        came_to = result(rules, before, after, opened.procedure if opened else "", EMPTY)
        return say("{first}; {second}", first=what, second=came_to) if came_to else what
    if isinstance(_loud(session, deed), Abandoned):
        came_to = joined((say("broken off"), *fates(rules, before, after)))
    return say("{deed}: {result}", deed=what, result=came_to) if came_to else what


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
    return joined(_named(rules, after, each) for each in found if each)


def fates(rules: Ruleset, before: GameState, after: GameState) -> Iterator[Text]:
    """What became of every unit that is not as it was."""
    for unit in after.units.values():
        was = before.units.get(unit.id)
        if was is not None and was is not unit and was.trackers != unit.trackers:
            yield from (_of(text, unit.name) for text in rules.tale.fate(was, unit))
    for seat in range(len(after.seats)):
        was, now = (Unit("", seat, EMPTY, table.seats[seat]) for table in (before, after))
        yield from (_of(text, rules.seat_name(seat)) for text in rules.tale.side(was, now))


def victory(rules: Ruleset, now: GameState) -> Text:
    """Who has won."""
    winner = now.trackers.get(WINNER)
    if winner not in PLAYERS:
        return say("a draw")
    return say("victory for {player}", player=rules.seat_name(PLAYERS.index(str(winner))))


def _of(text: Text, name: Text | str) -> Text:
    return replace(text, values=text.values.put("unit", name))


def _named(rules: Ruleset, now: GameState, text: Text) -> Text:
    """Seats and other units by their names."""
    values = {key: _name(rules, now, key, value) for key, value in text.values.items()}
    return replace(text, values=Map(values))


def _name(rules: Ruleset, now: GameState, key: str, value: Value | Text) -> Value | Text:
    if key == "other" and value in now.units:
        return now.units[str(value)].name
    if key == "player" and isinstance(value, str) and value.startswith("@"):
        return rules.seat_name(now.seat_of(value))
    return value


def undo_text(session: Session) -> Text | None:
    """What undo takes back, as it was told: where the last answer of a deed is the last thing done,
    what became of units by it, else the deed."""
    event = session.undoes
    if event is None or session.correcting or session.left_out or session.state.pending:
        return event.label if event else None
    deed = next(deeds(session), None)
    if deed is None or not isinstance(session.log[deed.first], Opened) or session.undoes is not _loud(session, deed):
        return event.label
    found = list(fates(session.rules, session.states[deed.first], session.state))
    return found[0] if len(found) == 1 else headline(session, deed)


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


# What the hands do


def hands(rules: Ruleset, states: Iterable[GameState]) -> tuple[Handwork, ...]:
    """What lies otherwise on the table after a row of events: each change once, with the rule that
    made it; what came and went again on the way is not told."""
    tables = list(states)
    before, after = tables[0], tables[-1]
    owners = ("", *(f"@{seat}" for seat in range(len(after.seats))), *after.units)
    return tuple(line for owner in owners for line in _lines_of(rules, before, after, owner, tables))


def _lines_of(
    rules: Ruleset, before: GameState, after: GameState, owner: str, tables: list[GameState]
) -> Iterator[Handwork]:
    old, new = held(before, owner), held(after, owner)
    if old is new or new.get("where") == old.get("where") == "destroyed":
        return
    changed = [key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key)]
    for key in changed:
        tracker = rules.tracker(key)
        if tracker is None or not tracker.physical or key == WINNER:
            continue
        if key != "where" and new.get("where") in TAKEN_OFF:
            continue  # what lay on it goes with it
        if any(other in changed for other in rules.tale.told_by.get(key, ())):
            continue
        ref = rule_of_change(tables, owner, key) or tracker.ref
        for text in told_change(rules, before, after, owner, tracker):
            yield Handwork(text, ref, owner, key)


def held(now: GameState, owner: str) -> Map[Value]:
    return now.held(owner) if not owner or owner[0] == "@" or owner in now.units else EMPTY


def rule_behind(tables: list[GameState], owner: str, tracker: str) -> Ref | None:
    """The last rule by which a tracker was set."""
    return next((ref for table in reversed(tables) if (ref := table.rule_behind(owner, tracker))), None)


def rule_of_change(tables: list[GameState], owner: str, tracker: str) -> Ref | None:
    """The rule by which a tracker came to its last value: who set it to the same once more, did
    nothing to it."""
    last = held(tables[-1], owner).get(tracker)
    since = next((n for n in range(len(tables) - 2, -1, -1) if held(tables[n], owner).get(tracker) != last), 0)
    return tables[min(since + 1, len(tables) - 1)].rule_behind(owner, tracker)


def told_change(rules: Ruleset, before: GameState, after: GameState, owner: str, tracker: Tracker) -> Iterator[Text]:
    """A change as the game tells it; a place by its word; what no game declares by its name and
    value."""
    who, tell = owner_name(rules, after, owner), rules.tale.hands.get(tracker.key)
    if tell:
        yield from (_named(rules, after, _of(text, who)) for text in _told(tell, before, after, owner))
        return
    value = held(after, owner).get(tracker.key, tracker.default)
    if tracker.key == "where" and (place := str(value or "table")) in PLACED:
        yield _of(PLACED[place], who)
    else:
        yield say(
            "{unit}: {what}: {value}",
            unit=who,
            what=tracker_name(rules, tracker.key),
            value=told(rules, value, after.units),
        )


def _told(tell: Tell, before: GameState, after: GameState, owner: str) -> Iterable[Text]:
    """A seat and the table are told as if they were units."""
    if owner in after.units:
        unit = after.units[owner]
        return tell(before.units.get(owner, replace(unit, trackers=EMPTY)), unit)
    return tell(*(Unit(owner, 0, EMPTY, held(now, owner)) for now in (before, after)))
