"""What the hands do on the table after a deed: each change of a thing that lies there, as its game
tells it, with the rule that made it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.playing.labels import owner_name, tracker_name, value_words
from engine.playing.rules import Ruleset, Tracker
from engine.playing.tale import Tell
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Ref
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

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
        yield from (put_names(rules, after, put_unit(text, who)) for text in lines_for(tell, before, after, owner))
        return
    value = held(after, owner).get(tracker.key, tracker.default)
    if tracker.key == "where" and (place := str(value or "table")) in PLACED:
        yield put_unit(PLACED[place], who)
    else:
        yield say(
            "{unit}: {what}: {value}",
            unit=who,
            what=tracker_name(rules, tracker.key),
            value=value_words(rules, value, after.units),
        )


def lines_for(tell: Tell, before: GameState, after: GameState, owner: str) -> Iterable[Text]:
    """A seat and the table are told as if they were units."""
    if owner in after.units:
        unit = after.units[owner]
        return tell(before.units.get(owner, replace(unit, trackers=EMPTY)), unit)
    return tell(*(Unit(owner, 0, EMPTY, held(now, owner)) for now in (before, after)))


def put_unit(text: Text, name: Text | str) -> Text:
    """A sentence about a unit, with its name."""
    return replace(text, values=text.values.put("unit", name))


def put_names(rules: Ruleset, now: GameState, text: Text) -> Text:
    """Seats and other units by their names."""
    values = {key: _name(rules, now, key, value) for key, value in text.values.items()}
    return replace(text, values=Map(values))


def _name(rules: Ruleset, now: GameState, key: str, value: Value | Text) -> Value | Text:
    if key == "other" and value in now.units:
        return now.units[str(value)].name
    if key == "player" and isinstance(value, str) and value.startswith("@"):
        return rules.seat_name(now.seat_of(value))
    return value
