"""Units as rows: sign, name, chips. Pure, like all of present."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.playing.duties import who_acted
from engine.playing.glance import Effective, Lanes
from engine.playing.rules import Ruleset
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import say
from screens.present.lines import LETTERS, TAG, TAG_WORDS, TRAINING, ChipLine, Tell, UnitLine, capital
from screens.present.wording import Wording

MOST_VALUES = 2
"""Beside a name that is to be chosen."""


class Roster:
    """The units of a game as its players see them; a unit that has not changed keeps its line."""

    def __init__(self, rules: Ruleset, tell: Tell, words: Wording) -> None:
        self.rules, self.tell, self.words = rules, tell, words
        self._lines: dict[str, tuple[Unit, bool | None, tuple[str, ...], UnitLine]] = {}
        self._worn: tuple[GameState | None, dict[Unit, str]] = (None, {})

    def units(self, state: GameState, seat: int, chosen: str = "") -> tuple[UnitLine, ...]:
        """A force: who stands first, then who waits, then who is gone."""
        lines = [self.unit(state, unit, unit.id == chosen) for unit in state.units.values() if unit.seat == seat]
        return tuple(sorted(lines, key=lambda line: (line.gone, state.units[line.id].where != "table")))

    def unit(self, state: GameState, unit: Unit, chosen: bool = False) -> UnitLine:
        acted, inside = self._acted(state, unit), self.rules.glance.carries(state, unit)
        known = self._lines.get(unit.id)
        if known and known[0] is unit and known[1:3] == (acted, inside) and known[3].chosen == chosen:
            return known[3]
        fact = self.rules.glance.fact(unit)
        line = UnitLine(
            unit.id,
            self.rules.glance.sign(unit),
            unit.seat,
            unit.name,
            capital(self.tell(fact)) if fact else "",
            self.chips(unit, state),
            acted,
            unit.gone,
            chosen,
            unit.count(self.rules.glance.stepped) if self.rules.glance.stepped and unit.where == "table" else None,
            detail=capital(self.tell(detail)) if (detail := self.rules.glance.detail(unit)) else "",
            is_worn=self._is_worn(unit),
        )
        self._lines[unit.id] = (unit, acted, inside, line)
        return line

    def candidate(self, state: GameState, unit: Unit) -> UnitLine:
        """A unit as a target or an answer: with its values that differ from the printed ones."""
        return replace(self.unit(state, unit), differing=self.differing(state, unit))

    def able(self, state: GameState, unit: Unit) -> UnitLine:
        """One on the table that may act in this step: with the values that count most in it."""
        line = self.candidate(state, unit)
        every = tuple(self.rules.glance.effective(state, unit)) if unit.where == "table" else ()
        found = [self.tell(say("{name} {value}", name=each.name, value=each.value)) for each in every[:MOST_VALUES]]
        return replace(line, detail=capital(", ".join(found))) if found else line

    def differing(self, state: GameState, unit: Unit) -> str:
        """Values that count otherwise than printed, each with its reasons; a counter that stands at
        nothing is none. Looked up once for each table."""
        if self._worn[0] is not state:
            self._worn = (state, {})
        known = self._worn[1]
        if unit not in known:
            known[unit] = self._in_force(state, unit)
        return known[unit]

    def _in_force(self, state: GameState, unit: Unit) -> str:
        found = (
            each
            for each in self.rules.glance.effective(state, unit)
            if each.differs and each.printed and (each.key != self.rules.glance.stepped or unit.trackers.get(each.key))
        )
        return capital(", ".join(map(self._differs, found)))

    def _differs(self, each: Effective) -> str:
        why = ", ".join(dict.fromkeys(self.tell(reason.text) for reason in each.why))
        text = say("{name} {now} of {printed}", name=each.name, now=each.value, printed=each.printed)
        if is_more(each.value, each.printed):
            text = say("{name} {now}, on the card {printed}", name=each.name, now=each.value, printed=each.printed)
        return self.tell(say("{first} ({second})", first=text, second=why)) if why else self.tell(text)

    def _is_worn(self, unit: Unit) -> bool:
        """Whether something lies on it that its row tells in words."""
        keys = (*self.rules.glance.in_the_row, self.rules.glance.stepped)
        return any(unit.trackers.get(key) for key in keys if (known := self.rules.tracker(key)) and known.physical)

    def _acted(self, state: GameState, unit: Unit) -> bool | None:
        """Whether it has acted, as the table has it."""
        here = state.units.get(unit.id) is unit
        return who_acted(self.rules, state)[unit.id] if here else self.rules.glance.acted(state, unit)

    def chips(self, unit: Unit, state: GameState | None = None) -> tuple[ChipLine, ...]:
        """Everything that lies on a unit or that it did, other units by their names; what lay on
        one that is gone went with it."""
        units = state.units if state else {}
        look = "strong" if unit.gone else "quiet"
        place = capital(self.words.word(self.rules.glance.whereabouts(unit)))
        first = () if unit.where == "table" else (ChipLine(look, "destroyed", place),)
        if unit.gone:
            return first
        lanes = self.rules.glance.lanes
        square = (ChipLine("quiet", "circle-small", named),) if lanes and (named := self._square(lanes, unit)) else ()
        never = (
            *self.rules.glance.unseen,
            *self.rules.glance.in_the_row,
            self.rules.glance.stepped,
            TRAINING,
            *((lanes.row, lanes.column) if lanes else ()),
        )
        own = (
            each
            for key, value in unit.trackers.items()
            if key not in never
            for each in self._chip(key, self._counted(unit, key, _named(units, value)))
        )
        return (*first, *square, *own, *(self._carried(unit, state) if state else ()))

    def _square(self, lanes: Lanes, unit: Unit) -> str:
        """Its square; a row alone says that it is one."""
        name = square_name(lanes, unit)
        return self.tell(say("Row {number}", number=name)) if name.isdecimal() else name

    def _carried(self, unit: Unit, state: GameState) -> Iterator[ChipLine]:
        """Who is inside."""
        if inside := self.rules.glance.carries(state, unit):
            names = ", ".join(state.units[each].name for each in inside)
            yield ChipLine("strong", "account-multiple-outline", self.tell(say("Aboard: {units}", units=names)))

    def _counted(self, unit: Unit, key: str, value: Value) -> Value:
        """Places that are numbers mean nothing to a player: how many there are does, or, where
        each place holds a number, all of them together."""
        parts = self.rules.glance.parts(unit, key)
        if not parts or not isinstance(value, tuple) or not all(isinstance(each, int) for each in value):
            return value
        return sum(each for each in value if isinstance(each, int)) if any(part.most for part in parts) else len(value)

    def _chip(self, key: str, value: Value) -> Iterator[ChipLine]:
        if key == TAG and value in TAG_WORDS:
            yield ChipLine("tag", str(value), capital(self.tell(TAG_WORDS[str(value)])))
            return
        glance, tracker = self.rules.glance, self.rules.tracker(key)
        look = "pending" if key in glance.face_down else "strong" if tracker and tracker.physical else "quiet"
        name = self.tell(tracker.text if tracker else key)
        if isinstance(value, tuple) and all(isinstance(each, str) for each in value):
            for each in value:
                yield ChipLine(look, glance.marks.get(str(each), str(each)), capital(self.words.word(str(each))))
        elif isinstance(value, Map):
            for place, each in value.items():
                words = self.tell(say("{name}: {value}", name=self.words.word(place), value=self._brief(each)))
                yield ChipLine(look, glance.marks.get(key, "circle-small"), capital(words))
        elif value is True:
            yield ChipLine(look, glance.marks.get(key, "check-bold"), capital(name))
        else:
            words = self.tell(say("{name}: {value}", name=name, value=self.words.value(value)))
            yield ChipLine(look, glance.marks.get(key, "circle-small"), capital(words), key)

    def _brief(self, value: Value) -> str:
        """What stands out of several facts: words and what is so, not what is not."""
        if not isinstance(value, Map):
            return self.words.value(value)
        said = [self.words.word(key) if each is True else self.words.value(each) for key, each in value.items() if each]
        return ", ".join(said) or self.words.value(None)


def is_more(now: str, printed: str) -> bool:
    """Whether a value counts for more than is printed."""
    return now.isdecimal() and printed.isdecimal() and int(now) > int(printed)


def square_name(lanes: Lanes, unit: Unit) -> str:
    """Its square as players say it: a letter and its own row; a row alone where that is known."""
    row, column = unit.count(lanes.row), unit.count(lanes.column)
    return f"{LETTERS[column - 1] if 0 < column <= len(LETTERS) else ''}{row or ''}"


def _named(units: Mapping[str, Unit], value: Value) -> Value:
    """A unit that a tracker names, or several, as the players call them."""
    if isinstance(value, tuple) and value and all(isinstance(each, str) and each in units for each in value):
        return ", ".join(units[str(each)].name for each in value)
    if isinstance(value, tuple):
        return tuple(_named(units, each) for each in value)
    return units[value].name if isinstance(value, str) and value in units else value
