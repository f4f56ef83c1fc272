"""What a hand can set on a unit, as plain lines. Pure, like all of present."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.playing.things import Thing, things
from engine.values.kinds import Flag
from engine.values.table import GameState, Unit
from engine.values.texts import say
from screens.present.lines import capital
from screens.present.view import View

MOST_PIPS = 12
"""More of a thing than this are a number with a plus and a minus."""


@dataclass(frozen=True, slots=True)
class ThingLine:
    """One thing: how it is drawn (`shape`), its name, a word for how it is, both as one says them;
    its mark and look, whether it is there; of a number how many of how many."""

    key: str
    shape: str
    name: str
    word: str = ""
    said: str = ""
    mark: str = ""
    look: str = ""
    is_on: bool = False
    count: int | None = None
    most: int = 0


@dataclass(frozen=True, slots=True)
class ThingsLine:
    """Things that belong together, under one head."""

    key: str
    head: str
    fact: str
    things: tuple[ThingLine, ...]


def live(view: View, state: GameState, unit: Unit) -> tuple[ThingsLine, ...]:
    """What is true of a unit now, what matters most first: life, its parts, what lies on it, what
    it did, numbers, whom it is with."""
    found = list(things(view.rules, unit))
    worn = [each for each in found if each.worn and each.place is None]
    parts = [each for each in found if each.place is not None and not each.is_marker]
    lying = [each for each in found if each.ways and each not in parts and each.tracker.physical]
    did = [each for each in found if each.ways and each not in (*parts, *lying)]
    numbers = [each for each in found if each not in (*worn, *parts, *lying, *did)]
    return tuple(
        line
        for line in (
            *(_worn(view, state, unit, each) for each in worn),
            *_by_tracker(view, state, unit, parts),
            _group(view, state, "lying", view.tell(say("On it")), lying),
            _group(view, state, "did", view.tell(say("What it did")), did),
            _group(view, state, "numbers", "", numbers),
        )
        if line.things
    )


def find(view: View, unit: Unit, key: str) -> Thing | None:
    return next((each for each in things(view.rules, unit) if _key(each) == key), None)


def _key(thing: Thing) -> str:
    return thing.tracker.key if thing.place is None else f"{thing.tracker.key}/{thing.place}"


def _worn(view: View, state: GameState, unit: Unit, thing: Thing) -> ThingsLine:
    """Life, and what is left of it."""
    line = _line(view, state, thing)
    fact = _left(view, line) if line.shape == "pips" else ""
    return ThingsLine(line.key, _name_of_worn(view, state, unit, thing), fact, (line,))


def _name_of_worn(view: View, state: GameState, unit: Unit, thing: Thing) -> str:
    """What is worn down, by the name the card has for it."""
    values = view.rules.glance.effective(state, unit)
    names = (each.points or each.name for each in values if each.key == thing.tracker.key)
    return capital(view.tell(next(names, thing.text)))


def _left(view: View, *lines: ThingLine) -> str:
    whole, gone = sum(line.most for line in lines), sum(line.count or 0 for line in lines)
    return view.tell(say("{left} of {whole}", left=str(whole - gone), whole=str(whole)))


def _by_tracker(view: View, state: GameState, unit: Unit, parts: list[Thing]) -> Iterator[ThingsLine]:
    for key in dict.fromkeys(each.tracker.key for each in parts):
        own = [each for each in parts if each.tracker.key == key]
        line = _group(view, state, key, capital(view.tell(own[0].tracker.text)), own)
        if all(each.worn for each in own):
            line = replace(line, head=_name_of_worn(view, state, unit, own[0]), fact=_left(view, *line.things))
        yield line


def _group(view: View, state: GameState, key: str, head: str, own: list[Thing]) -> ThingsLine:
    return ThingsLine(key, head, "", tuple(_line(view, state, each) for each in own))


def _line(view: View, state: GameState, thing: Thing) -> ThingLine:
    name, key = capital(view.tell(thing.text)), _key(thing)
    if thing.ways:
        return _of_ways(view, thing, key, name)
    if thing.most:
        count = thing.value if isinstance(thing.value, int) else None
        is_drawn = (thing.worn or thing.place is not None) and not thing.plain
        shape = "pips" if 0 < thing.most <= MOST_PIPS and is_drawn else "count"
        return ThingLine(key, shape, name, look="worn" if thing.worn else "", count=count, most=thing.most)
    other = state.units.get(str(thing.value))
    return ThingLine(key, "unit", name, other.name if other else view.tell(say("nobody")), is_on=other is not None)


def _of_ways(view: View, thing: Thing, key: str, name: str) -> ThingLine:
    way, glance = thing.ways[thing.way], view.rules.glance
    place = str(thing.place) if isinstance(thing.place, str) else thing.tracker.key
    mark = glance.marks.get(place, glance.marks.get(thing.tracker.key, place))
    shape = "piece" if way.look or any(each.look for each in thing.ways) else "tile"
    if thing.place is not None and isinstance(thing.place, int):
        shape = "figure"
    is_plain = isinstance(thing.tracker.kind, Flag) and thing.place is None
    word = "" if is_plain else view.tell(way.text)
    is_down = isinstance(thing.value, tuple) and bool(thing.value) and set(thing.value) <= set(glance.face_down)
    look = "pending" if is_down else way.look
    said = view.tell(say("{name}: {value}", name=name, value=word)) if word else name
    return ThingLine(key, shape, name, word, said, mark, look, is_on=thing.way > 0)
