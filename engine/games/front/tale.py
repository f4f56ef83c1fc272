"""How the deeds of the game are told."""

from collections.abc import Iterator

from engine.games.front import refs, units
from engine.games.front.words import WORDS
from engine.playing.citing import rule
from engine.playing.tale import CONCEDED, NOT_CONCEDED, Tale, counted, named
from engine.values.maps import Map, Value
from engine.values.table import Unit
from engine.values.texts import Text, say, say_many

HURT = say_many("{unit} receives one point of damage", "{unit} receives {count} points of damage", 1)


@rule(refs.FRONT_07, refs.FRONT_10)
def fate(before: Unit, after: Unit) -> Iterator[Text]:
    """To the junkyard, or hurt."""
    if after.where == "junkyard" != before.where:
        yield say("{unit} goes to the junkyard")
    else:
        yield from counted("damage", HURT)(before, after)


@rule(refs.FRONT_03, refs.FRONT_21)
def lock(before: Unit, after: Unit) -> Iterator[Text]:
    """Of units in play."""
    if units.is_in_play(after):
        yield say("lock {unit}", unit=after.name) if units.is_locked(after) else say("unlock {unit}", unit=after.name)


@rule(refs.FRONT_07, refs.FRONT_21)
def damage(before: Unit, after: Unit) -> Iterator[Text]:
    """Of units in play."""
    if units.is_in_play(after):
        points = after.count("damage")
        yield (
            say_many("{unit}: one point of damage", "{unit}: {count} points of damage", points, unit=after.name)
            if points
            else say("{unit}: no damage any more", unit=after.name)
        )


@rule(refs.FRONT_10, refs.FRONT_21)
def place(before: Unit, after: Unit) -> Iterator[Text]:
    yield say("{unit}: {place}", unit=after.name, place=WORDS["territory" if after.where == "table" else after.where])


@rule(refs.FRONT_22)
def conquests(before: Unit, after: Unit) -> Iterator[Text]:
    """Territories that have another owner, by their names."""
    was, now = _entries(before, "territories"), _entries(after, "territories")
    for name in dict.fromkeys((*was, *now)):
        owner = _owner(now.get(name))
        if owner == _owner(was.get(name)):
            continue
        yield (
            say("{name}: of nobody", name=name)
            if owner is None
            else say("{name} belongs to {player}", name=name, player=f"@{owner}")
        )


def _owner(card: Value) -> Value:
    return card.get("owner") if isinstance(card, Map) else None


@rule(refs.FRONT_23)
def own_counters(before: Unit, after: Unit) -> Iterator[Text]:
    """The players' own counters, by their names."""
    was, now = _entries(before, "counters"), _entries(after, "counters")
    for name in dict.fromkeys((*was, *now)):
        if was.get(name) != now.get(name):
            yield say("{name}: {value}", name=name, value=str(now.get(name) or 0))


@rule(refs.FRONT_23)
def own_toggles(before: Unit, after: Unit) -> Iterator[Text]:
    """The players' own toggles, by their names."""
    was, now = _entries(before, "toggles"), _entries(after, "toggles")
    for name in dict.fromkeys((*was, *now)):
        if bool(was.get(name)) != bool(now.get(name)):
            yield say("{name}: on", name=name) if now.get(name) else say("{name}: off", name=name)


def _entries(unit: Unit, tracker: str) -> Map[Value]:
    held = unit.trackers.get(tracker)
    return held if isinstance(held, Map) else Map()


TALE = Tale(
    deeds={
        "battle": say("battle of {attackers}"),
        "lock": say("{unit} locks for its ability, at {target}"),
        "conquer": say("{territory} is conquered"),
        "own_step": say("new step: {name}"),
        "drop_step": say("step dropped: {name}"),
        "count": say("counter {counter}"),
        "toggle": say("toggle {toggle}"),
        "concede": CONCEDED,
    },
    fate=fate,
    nothing={"battle": say("no damage on either side"), "concede": NOT_CONCEDED},
    hands={
        "locked": lock,
        "damage": damage,
        "where": place,
        "territory": named("territory", say("{unit}: to {value}"), say("{unit}: out of its territory")),
        "territories": conquests,
        "counters": own_counters,
        "toggles": own_toggles,
    },
)
