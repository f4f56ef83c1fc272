"""How a game tells its deeds: what a procedure is called once it is done, what it came to, what
became of units, and what the hands do on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from engine.values.maps import Map, Value
from engine.values.model import Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

Outcome = TypeVar("Outcome")
Tell: TypeAlias = Callable[[Unit, Unit], Iterable[Text]]
"""A unit before and after, told in sentences; `{unit}` in them is its name and need not be filled,
`{other}` may be the id of another unit."""
Result: TypeAlias = "Callable[[GameState, GameState, Map[Value]], Text | None]"
"""What a procedure came to, from the table before, the table after, and its situation; what is
`retold` sees on the latter what the procedure remembered."""


def nothing(_: Unit, __: Unit) -> tuple[Text, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Tale:
    """`deeds` name a procedure with the units and words of its situation: "{attacker} attacks
    {target}". `results` say what it came to where that is not the `fate` of units; where neither
    says anything, a deed that can fail has come to `nothing`, by procedure. What went otherwise
    than its name says is `retold` whole. `hands` tell what to do when a tracker that lies on the
    table changes. A seat and the table are told like units. `order`
    is that of the words for outcomes in the book, the mildest first; `models` the tracker by which
    a unit loses some of its own. A tracker `told_by` another has no line where that one has.
    Answers to `choices` are told with the dice. `side` tells what became of a player. `left` is the
    outcome that counts what is left of a unit of several.
    """

    deeds: Mapping[str, Text] = field(default_factory=dict)
    results: Mapping[str, Result] = field(default_factory=dict)
    retold: Mapping[str, Result] = field(default_factory=dict)
    fate: Tell = nothing
    side: Tell = nothing
    nothing: Mapping[str, Text] = field(default_factory=dict)
    hands: Mapping[str, Tell] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    models: str = ""
    left: str = ""
    told_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def thinning(self, unit: Unit) -> tuple[Text, ...]:
        """What a unit that still stands has lost of its own, by name."""
        lost = self.hands.get(self.models)
        if lost is None or unit.gone:
            return ()
        whole = replace(unit, trackers=unit.trackers.put(self.models, None))
        with suppress(Unknown):
            return tuple(
                replace(THINNED, values=each.values.put("unit", unit.name), count=each.count)
                for each in lost(whole, unit)
            )
        return ()


def in_order(tale: Tale, outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Outcomes as the book orders them, everywhere: numbers upwards, words as the game says."""
    places = {word: n for n, word in enumerate((*tale.order, "no", "yes"))}

    def place(outcome: Outcome) -> tuple[bool, int]:
        if isinstance(outcome, int):
            return False, outcome
        return True, places.get(str(outcome), len(places))

    return sorted(outcomes, key=place)


# Ways to tell a tracker


def counted(key: str, more: Text | None, less: Text | None = None) -> Tell:
    """A counter: so many more, so many less, each if told; `{total}` is what lies there now."""

    def tell(before: Unit, after: Unit) -> Iterator[Text]:
        changed, total = after.count(key) - before.count(key), after.count(key)
        text = more if changed > 0 else less
        if changed and text:
            yield for_count(text, abs(changed), total=total)

    return tell


def flagged(key: str, on: Text, off: Text) -> Tell:
    """Something that is so or not."""

    def tell(before: Unit, after: Unit) -> Iterator[Text]:
        if bool(before.trackers.get(key)) != bool(after.trackers.get(key)):
            yield on if after.trackers.get(key) else off

    return tell


def named(key: str, on: Text, off: Text, words: Mapping[str, Text] | None = None) -> Tell:
    """One of some words, told as `{value}`, or another unit, told as `{other}`."""

    def tell(before: Unit, after: Unit) -> Iterator[Text]:
        value = after.trackers.get(key)
        if value == before.trackers.get(key):
            return
        told: Text | str = (words or {}).get(str(value), str(value))
        yield replace(on, values=Map({"value": told, "other": str(value)})) if value else off

    return tell


def for_count(text: Text, count: int, **values: Value | Text) -> Text:
    """A sentence that counts, for another number."""
    return replace(text, values=Map({**text.values, **values, "count": count}), count=count)


# Ways to tell what a procedure came to


def who_begins(text: Text) -> Result:
    """Who is the first player now, as `{player}`."""

    def tell(before: GameState, after: GameState, args: Map[Value]) -> Text:
        return replace(text, values=Map({"player": f"@{after.first}"}))

    return tell


def whether(changed: Callable[[GameState, GameState, Map[Value]], bool], yes: Text | None, no: Text) -> Result:
    """One of two things; None leaves it to what became of units."""

    def tell(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
        return yes if changed(before, after, args) else no

    return tell


def undecided(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
    """Whether victory was looked for in vain; who has won is told by itself."""
    return None if after.trackers.get("winner") else say("not decided yet")


# Sentences that games share


DESTROYED = say("{unit} is destroyed")
HURT = say_many("{unit} takes one point of damage", "{unit} takes {count} points of damage", 1)
WITHOUT_EFFECT = say("without effect")
CONCEDED = say("given up by {seat}")
NOT_CONCEDED = say("not after all, the game goes on")
DAMAGE = counted(
    "damage",
    say_many("{unit}: one damage more, {total} in all", "{unit}: {count} damage more, {total} in all", 1),
    say_many("{unit}: one damage less, {total} left", "{unit}: {count} damage less, {total} left", 1),
)
"""Points of damage, however they are marked."""


LOST = say("{unit}: off the table: {count} × {name}")
BACK = say("{unit}: back on the table: {count} × {name}")
THINNED = say("{unit}: {count} × {name}")
"""Models of a unit, equal ones counted: what the hands do, and what it has lost in the end."""


def destroyed(before: Unit, after: Unit) -> bool:
    """Whether a unit was lost by it."""
    return after.gone and not before.gone
