"""A force in ranks: who can act first, then who has acted, who cannot, who waits, who is gone.
Pure, like all of present."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.playing import choices
from engine.playing.duties import duties
from engine.playing.glance import Pile
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import say
from screens.present.lines import ForceLine, KindLine, PileLine, RankLine, UnitLine, ValueLine, capital
from screens.present.roster import is_more
from screens.present.view import View

OPEN, HALF, DONE, NONE = "open", "half", "done", "none"
"""Rings: can act, has one more part to do, has acted, cannot."""
NUMBER = re.compile(r"\s+\d+$")
MOST_AWAY = 8
"""More units than this in one place off the table are a pile of their own."""


def force(view: View, state: GameState, seat: int, chosen: tuple[str, ...] = (), only: bool = False) -> ForceLine:
    """The units of one side; `only` those that can still act."""
    lines = {unit.id: _line(view, state, unit, chosen) for unit in state.units.values() if unit.seat == seat}
    half = set(_begun(view, state))
    rung = {key: _rung(line, half, _waits(lines)) for key, line in lines.items()}
    able = [line for line in rung.values() if line.ring in (OPEN, HALF)]
    told = view.rules.glance.piles(state, seat)
    piled = {unit for pile in told for unit in pile.units}
    loose = {key: line for key, line in rung.items() if key not in piled}
    ranks = (RankLine("", grouped(state, able)),) if only and able else tuple(_ranks(view, state, loose))
    big = tuple(rank for rank in ranks if rank.is_away and size(rank.lines) > MOST_AWAY)
    piles = (*(_pile(view, state, seat, each) for each in told), *(_pile_of(each, seat) for each in big))
    return ForceLine(_heads(rung.values()), tuple(each for each in ranks if each not in big), len(able), piles)


# Cards off the table


def size(lines: Iterable[UnitLine]) -> int:
    return sum(line.count for line in lines)


def _pile_of(rank: RankLine, seat: int) -> PileLine:
    """Many units in one place off the table."""
    return PileLine(rank.title, seat, rank.title, size(rank.lines), rank.lines)


def _pile(view: View, state: GameState, seat: int, pile: Pile) -> PileLine:
    """A pile that the game tells apart."""
    lines = [_without_place(_line(view, state, state.units[each], ())) for each in pile.units]
    return PileLine(
        pile.key,
        seat,
        capital(view.tell(pile.text)),
        pile.count,
        grouped(state, lines),
        pile.tracker,
        pile.secret,
        pile.names,
        tuple(_kinds(view, state, pile)) if pile.names else (),
    )


def _kinds(view: View, state: GameState, pile: Pile) -> Iterator[KindLine]:
    """Equal cards together, in the order of their names."""
    found: dict[tuple[str, Map[Value]], list[str]] = {}
    for each in sorted(pile.among, key=lambda each: each not in pile.units):
        unit = state.units[each]
        found.setdefault((NUMBER.sub("", unit.name), unit.card), []).append(each)
    for (name, _), units in sorted(found.items(), key=lambda each: each[0][0]):
        fact = view.roster.unit(state, state.units[units[0]]).fact
        yield KindLine(name, fact, tuple(units), sum(each in pile.units for each in units))


def _line(view: View, state: GameState, unit: Unit, chosen: tuple[str, ...]) -> UnitLine:
    line = view.roster.unit(state, unit, unit.id in chosen)
    return line if unit.gone else replace(line, values=tuple(values(view, state, unit)))


def values(view: View, state: GameState, unit: Unit) -> Iterator[ValueLine]:
    """What counts in this step, each under a short head, one of each head."""
    heads, seen = view.rules.glance.heads, set[str]()
    for each in view.rules.glance.effective(state, unit):
        head = capital(view.tell(heads.get(each.key, each.name)))
        if head not in seen:
            seen.add(head)
            counted = each.key == view.rules.glance.stepped
            whole = _of(view, each.value, each.printed) if each.printed and (counted or each.differs) else ""
            yield ValueLine(each.key, head, each.value, whole)


def _begun(view: View, state: GameState) -> Iterator[str]:
    """Units with a part of their deed still to do."""
    for duty in duties(view.rules, state):
        yield from (str(value) for value in duty.args.values() if isinstance(value, str) and value in state.units)


def _waits(lines: dict[str, UnitLine]) -> bool:
    """Whether this side acts unit by unit in this step."""
    return any(line.acted is not None for line in lines.values())


def _rung(line: UnitLine, half: set[str], waits: bool) -> UnitLine:
    if line.gone or not waits:
        return line
    ring = HALF if line.id in half else OPEN if line.acted is False else DONE if line.acted else NONE
    return replace(line, ring=ring)


def _ranks(view: View, state: GameState, lines: dict[str, UnitLine]) -> Iterator[RankLine]:
    """Each with its title, but for the first."""
    first = [line for line in lines.values() if line.ring in (OPEN, HALF) or (not line.ring and _is_here(state, line))]
    here = [line for line in lines.values() if line not in first and _is_here(state, line)]
    away = [line for line in lines.values() if line not in first and not _is_here(state, line)]
    yield RankLine("", grouped(state, [_without_columns(line) for line in first]))
    done = [line for line in here if line.ring == DONE]
    cannot = [replace(line, reason=why(view, state, line.id)) for line in here if line.ring == NONE]
    for title, rank in ((say("Have acted"), done), (say("Cannot act now"), cannot)):
        if rank:
            yield RankLine(view.tell(title), grouped(state, rank), True)
    at = {line.id: view.rules.glance.whereabouts(state.units[line.id]) for line in away}
    lost = {at[line.id] for line in away if line.gone}
    for place in sorted(dict.fromkeys(at.values()), key=lost.__contains__):
        there = [_without_place(line) for line in away if at[line.id] == place]
        yield RankLine(capital(view.words.word(place)), grouped(state, there), True, True)


def _is_here(state: GameState, line: UnitLine) -> bool:
    return state.units[line.id].where == "table"


def _without_columns(line: UnitLine) -> UnitLine:
    """What a column beside it tells needs no chip as well."""
    told = {value.key for value in line.values}
    return replace(line, chips=tuple(each for each in line.chips if not each.key or each.key not in told))


def _without_place(line: UnitLine) -> UnitLine:
    """Its place is the title above it."""
    return replace(line, chips=line.chips[1:])


def why(view: View, state: GameState, unit: str) -> str:
    """Why a unit cannot do what this step is for: what lies with itself before whose turn it is
    and who acts."""
    opening = view.deeds.of_the_step(state)
    if opening is None:
        return ""
    against = choices.why_not(view.rules, state, opening, Map({opening.actor: unit}))
    own = [no for no in against if no.key != "not_yours" and no.why.values.get("unit") == state.unit(unit).name]
    return capital(view.tell((own or against)[0].why)) if against else ""


# Equal units


def grouped(state: GameState, lines: list[UnitLine]) -> tuple[UnitLine, ...]:
    """Equal units on one row: the same card, as they are now the same in all but their numbers."""
    found: dict[object, list[UnitLine]] = {}
    for line in lines:
        found.setdefault(_alike(state.units[line.id], line), []).append(line)
    return tuple(_together(each) for each in found.values())


def one_of_each(state: GameState, lines: list[UnitLine]) -> tuple[UnitLine, ...]:
    """Equal units that wait off the table on one row, each unit on the table by itself."""
    there = {line.id for line in lines if state.units[line.id].where == "table"}
    away = {line.id: line for line in grouped(state, [line for line in lines if line.id not in there])}
    return tuple(away.get(line.id, line) for line in lines if line.id in away or line.id in there)


def _alike(unit: Unit, line: UnitLine) -> object:
    return unit.card, NUMBER.sub("", unit.name), unit.trackers.without("name"), line.ring, line.chosen, line.chips


def _together(lines: list[UnitLine]) -> UnitLine:
    first = lines[0]
    if len(lines) == 1:
        return first
    return replace(first, count=len(lines))


def _heads(lines: Iterable[UnitLine]) -> tuple[str, ...]:
    """The heads of the columns, in the order of the step: that of who has most of them."""
    most_first = sorted(lines, key=lambda line: -len(line.values))
    return tuple(dict.fromkeys(value.head for line in most_first for value in line.values))


def _of(view: View, now: str, printed: str) -> str:
    """What is printed below what counts; a value is never more of a smaller one."""
    more = is_more(now, printed)
    return view.tell(say("card {number}", number=printed) if more else say("of {number}", number=printed))
