"""What should lie on the table, in words: in total, unit by unit, and who is off it. Pure, like all
of present."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.playing.things import Thing, things
from engine.values.kinds import Flag
from engine.values.maps import Value
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say
from screens.present.lines import capital
from screens.present.view import View


@dataclass(frozen=True, slots=True)
class LyingLine:
    """A marker on the table, by its silhouette and word; face down told apart."""

    mark: str
    word: str
    is_face_down: bool = False


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A unit and what lies on it, each in words."""

    id: str
    sign: str
    seat: int
    name: str
    lying: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableLine:
    """Markers in total; units with something on them, without, and off the table."""

    totals: tuple[tuple[LyingLine, int], ...]
    marked: tuple[MatchLine, ...]
    bare: tuple[MatchLine, ...]
    gone: tuple[MatchLine, ...]


def match(view: View, state: GameState) -> TableLine:
    """Who waits in reserve is on no table."""
    here = [unit for unit in state.units.values() if unit.where == "table"]
    lines = [_line(view, unit, tuple(_words(view, unit))) for unit in here]
    gone = tuple(
        _line(view, unit, (capital(view.words.word(unit.where)),)) for unit in state.units.values() if unit.gone
    )
    totals: Counter[LyingLine] = Counter()
    for unit in here:
        totals.update(_markers(view, unit))
    marked, bare = (tuple(line for line in lines if bool(line.lying) is has) for has in (True, False))
    return TableLine(tuple(totals.items()), marked, bare, gone)


def _line(view: View, unit: Unit, lying: tuple[str, ...]) -> MatchLine:
    return MatchLine(unit.id, view.rules.glance.sign(unit), unit.seat, unit.name, lying)


# Markers, counted


def _markers(view: View, unit: Unit) -> Iterator[LyingLine]:
    """What is laid on it: words of lists, states, and what is counted on the row."""
    glance = view.rules.glance
    for thing in _lying(view, unit):
        key = str(thing.place) if isinstance(thing.place, str) else thing.tracker.key
        if thing.tracker.key == glance.stepped and isinstance(thing.value, int):
            yield from [LyingLine(glance.marks.get(key, key), capital(view.tell(thing.text)))] * thing.value
        elif thing.is_marker:
            for n, each in enumerate(thing.lists):
                if thing.place in unit.marks(each):
                    word = capital(_as(view, thing, thing.ways[n + 1].text))
                    yield LyingLine(glance.marks.get(key, key), word, each in glance.face_down)
        elif thing.ways and thing.way and thing.place is None:
            yield LyingLine(glance.marks.get(key, key), capital(_name_of(view, thing)))


def _lying(view: View, unit: Unit) -> Iterator[Thing]:
    return (thing for thing in things(view.rules, unit) if thing.tracker.physical)


# Unit by unit


def _words(view: View, unit: Unit) -> Iterator[str]:
    """Each thing on it that is not as it was at first; models by their names."""
    at_first = {(thing.tracker.key, thing.place): thing.value for thing in things(view.rules, _untouched(unit))}
    for thing in _lying(view, unit):
        fallen = thing.ways and isinstance(thing.place, int)
        if thing.ways and (not thing.way if fallen else _is_worth_telling(thing)):
            yield capital(_name_of(view, thing))
        elif not thing.ways and isinstance(thing.value, int) and _has_changed(thing, at_first):
            yield capital(_counted(view, thing))
        elif not thing.ways and isinstance(thing.value, str):
            yield capital(
                view.tell(say("{name}: {value}", name=view.tell(thing.text), value=view.words.value(thing.value)))
            )


def _is_worth_telling(thing: Thing) -> bool:
    """A marker of its own is told however it lies; a state where it is so."""
    return bool(thing.way) or any(way.look for way in thing.ways)


def _untouched(unit: Unit) -> Unit:
    """The unit as its card alone says it is."""
    return Unit(unit.id, unit.seat, unit.card)


def _has_changed(thing: Thing, at_first: Mapping[tuple[str, str | int | None], Value]) -> bool:
    return bool(thing.value != (at_first.get((thing.tracker.key, thing.place)) or 0))


def _name_of(view: View, thing: Thing) -> str:
    """Its name, and how it lies where there is more than one way."""
    return _as(view, thing, thing.ways[thing.way].text)


def _as(view: View, thing: Thing, state: Text | str) -> str:
    name = view.tell(thing.text)
    if thing.place is None and isinstance(thing.tracker.kind, Flag):
        return name
    return view.tell(say("{name}, {state}", name=name, state=state))


def _counted(view: View, thing: Thing) -> str:
    """What is left of how many, where that is known; else the number."""
    name, value = view.tell(thing.text), thing.value
    if thing.place is not None and not thing.worn:  # of several such things the name alone tells nothing
        name = view.tell(say("{name}: {value}", name=view.tell(thing.tracker.text), value=name))
    if (thing.worn or thing.place is not None) and isinstance(value, int):
        left = thing.most - value if thing.worn else value
        return view.tell(say("{name}: {left} of {whole}", name=name, left=str(left), whole=str(thing.most)))
    return view.tell(say("{name}: {value}", name=name, value=str(value)))
