"""A control for every kind of value: card stats, trackers, situations and forms are entered by
the same few."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from engine.playing.labels import SEATS
from engine.values.kinds import Either, Field, Fixed, Flag, Kind, ListOf, MapOf, Record, UnitId, Whole, Word
from engine.values.maps import Map, Value
from engine.values.texts import say
from screens.present.lines import LETTERS, capital
from screens.present.view import View
from screens.widgets.entry import Entry
from screens.widgets.layouts import Column, Flow
from screens.widgets.pieces import counted, stepper
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import SwitchRow
from screens.widgets.running import Running
from screens.widgets.words import Words

Change = Callable[[Value], object]
MOST_PILLS = 11


class Controls:
    """Makes controls in the words of one game; `units` are those that can be named, `foes` those of
    the other side.

    In a form a number is mostly small and entered once: `quick` puts the first ones on pills.
    """

    def __init__(
        self,
        view: View,
        units: tuple[tuple[str, str], ...] = (),
        quick: bool = False,
        choices: Mapping[str, tuple[str, ...]] | None = None,
        foes: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.view, self.units, self.quick, self.choices, self.foes = view, units, quick, choices or {}, foes

    def field(self, field: Field, value: Value, change: Change) -> Column:
        """A named control."""
        label = capital(self.label(field.key))
        if isinstance(field.kind, Flag) and field.required:
            return Column(Words(label, "row"), self._pills((True, False), value, change, self._yes), gap=6)
        if isinstance(field.kind, Flag):
            return Column(SwitchRow(label, "", bool(value), lambda: change(not value)))
        return Column(Words(label, "row"), self._held(field, value, change, label), gap=6)

    def label(self, key: str) -> str:
        """What a field is called."""
        return self.view.words.field(key)

    def _held(self, field: Field, value: Value, change: Change, label: str) -> Widget:
        """A kind that takes any word is held to the words that make sense here; a seat is a
        player's name, a column of the board its letter."""
        lanes = self.view.rules.glance.lanes
        if lanes and field.key == lanes.column:
            return self._pills(tuple(range(1, lanes.columns + 1)), value, change, lambda n: LETTERS[n - 1])
        if field.key in SEATS and isinstance(field.kind, Whole) and field.kind.most == 1:
            return self._pills(tuple(range(field.kind.least, field.kind.most + 1)), value, change, self.view.words.seat)
        words = self.choices.get(field.key, ())
        if words and isinstance(field.kind, ListOf) and field.kind.most < len(words):
            return self._sequence(words, value, field.kind.most, change)
        if words and isinstance(field.kind, ListOf):  # with room for all of them each is taken or not
            return self._several(words, value, change, lambda key: capital(self.view.words.word(str(key))))
        return self.control(Word(words) if words else field.kind, value, change, label)

    def _sequence(self, words: tuple[str, ...], value: Value, most: int, change: Change) -> Column:
        """Some words in their order, one more than once if need be."""
        have = tuple(map(str, value)) if isinstance(value, tuple) else ()
        told = ", ".join(f"{n + 1}. {capital(self.view.words.word(word))}" for n, word in enumerate(have))
        pills = [Pill(capital(self.view.words.word(word)), False, partial(change, (*have, word))) for word in words]
        drop = PushButton(
            self.view.tell(say("Take the last one back")), lambda: change(have[:-1]), "outline", "backspace-outline"
        )
        return Column(
            Words(told, "title", "accent") if have else None,
            Flow(*pills, gap=8) if len(have) < most else None,
            drop if have else None,
            gap=8,
        )

    def control(self, kind: Kind, value: Value, change: Change, name: str = "") -> Widget:
        match kind:
            case UnitId(enemy=enemy):
                return self._pills(*self._named(enemy, value, change))
            case Word(choices=choices) if choices:
                return self._pills(choices, value, change, lambda key: capital(self.view.words.word(str(key))))
            case Whole(least=least, most=most) if most - least < MOST_PILLS:
                return self._pills(tuple(range(least, most + 1)), value, change, str)
            case Whole(least=least, most=most) if self.quick and least < MOST_PILLS:
                return self._quick(value, least, most, change, name)
            case Whole(least=least, most=most):
                return self._number(value if isinstance(value, int) else None, least, most, change, name)
            case Flag():
                return self._pills((True, False), value, change, self._yes)
            case ListOf(kind=UnitId(enemy=enemy)):
                return self._several(*self._named(enemy, value, change))
            case ListOf(kind=Word(choices=choices)) if choices:
                return self._several(choices, value, change, lambda key: capital(self.view.words.word(str(key))))
            case Record(fields=fields):
                return self._record(fields, value, change)
            case MapOf(kind=Whole() | Flag() as inner):
                return self._by_name(inner, value, change)
            case ListOf(kind=Record(fields=fields)):
                return self._records(fields, value, change)
            case Either(kinds=kinds) if self.quick and (first := next(filter(_tappable, kinds), None)):
                return self.control(first, value, change, name)
            case _:
                return self._typed(kind, value, change, name)

    def _named(
        self, enemy: bool, value: Value, change: Change
    ) -> tuple[tuple[str, ...], Value, Change, Callable[[Any], Any]]:
        """Units to choose from, of the other side where only that makes sense."""
        units = dict(self.foes if enemy and self.foes else self.units)
        return tuple(units), value, change, units.get

    def _yes(self, value: Any) -> str:
        return self.view.tell(say("yes") if value else say("no"))

    def _pills(self, choices: tuple[Any, ...], value: Value, change: Change, word: Callable[[Any], Any]) -> Flow:
        by_word: dict[str, Any] = {}
        for each in choices:  # several keys of one word are one choice
            if str(word(each)) not in by_word or each == value:
                by_word[str(word(each))] = each
        pills = (
            Pill(text, value is not None and value == each, partial(change, each)) for text, each in by_word.items()
        )
        return Flow(*pills, gap=4)

    def _several(self, choices: tuple[str, ...], value: Value, change: Change, word: Callable[[Any], Any]) -> Flow:
        have = tuple(map(str, value)) if isinstance(value, tuple) else ()

        def turn(each: str) -> None:
            change(tuple(one for one in have if one != each) if each in have else (*have, each))

        return Flow(*(Pill(str(word(each)), each in have, partial(turn, each)) for each in choices), gap=8)

    def _quick(self, value: Value, least: int, most: int, change: Change, name: str) -> Column:
        """The first numbers at a tap, those around one that is far from them, and any by typing."""
        start = max(least, min(0, most - MOST_PILLS))
        if isinstance(value, int) and value > start + MOST_PILLS:
            start = max(least, min(value - MOST_PILLS // 2, most - MOST_PILLS + 2))
        first = tuple(range(start, min(most, start + MOST_PILLS - 2) + 1))
        pills = self._pills(first, value, change, str)
        other = isinstance(value, int) and value not in first
        hint = self.view.tell(say("Another number"))
        entry = entered(
            str(value) if other else "",
            lambda text: _whole(text, least, most, change),
            hint,
            name=self.view.tell(say("{name}: {value}", name=name, value=hint)),
            input_filter="int",
        )
        return Column(pills, entry, gap=8)

    def _number(self, value: int | None, least: int, most: int, change: Change, name: str) -> Widget:
        """One more, one less, or typed; where nothing is told a dash, and the first tap
        says the least."""
        names = (self.view.tell(say("{name}: one less", name=name)), self.view.tell(say("{name}: one more", name=name)))
        return stepper(value, (least, most), change, names, name)

    def _record(self, fields: tuple[Field, ...], value: Value, change: Change) -> Column:
        have: Map[Value] = value if isinstance(value, Map) else Map()
        return Column(
            *(self.field(each, have.get(each.key), partial(_put, change, have, each.key)) for each in fields),
            gap=8,
            pad=(12, 0, 0, 0),
        )

    def _by_name(self, kind: Whole | Flag, value: Value, change: Change) -> Column:
        """Counters and toggles by their names, each with its control; one more by its name."""
        t, have = self.view.tell, value if isinstance(value, Map) else Map()
        rows: list[Widget] = []
        for name, each in have.items():
            if isinstance(kind, Flag):
                rows.append(SwitchRow(name, "", bool(each), partial(_put, change, have, name, not each)))
                continue
            count = each if isinstance(each, int) else 0
            names = (t(say("{name}: one less", name=name)), t(say("{name}: one more", name=name)))
            rows.append(counted(name, count, partial(_put, change, have, name), names))

        def add(text: str) -> None:
            if (name := text.strip()) and name not in have:
                change(have.put(name, isinstance(kind, Flag)))

        return Column(*rows, Entry("", add, t(say("Name of another one"))), gap=6)

    def _records(self, fields: tuple[Field, ...], value: Value, change: Change) -> Column:
        """Several sets of fields, one under the other; one more at a tap."""
        have = tuple(each for each in value if isinstance(each, Map)) if isinstance(value, tuple) else ()
        t = self.view.tell
        boxes: list[Widget] = []
        for n, each in enumerate(have):
            control = self._record(fields, each, partial(_replace, change, have, n))
            drop = PushButton(
                t(say("Leave out number {number}", number=n + 1)), partial(change, (*have[:n], *have[n + 1 :])), "quiet"
            )
            boxes += [Words(t(say("Number {number}", number=n + 1)), "head", "text2"), control, drop]
        return Column(
            *boxes, PushButton(t(say("One more")), lambda: change((*have, Map())), "outline", "plus-thick"), gap=8
        )

    def _typed(self, kind: Kind, value: Value, change: Change, name: str) -> Column:
        shown = "" if value is None else ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        hint = self.view.tell(say("several, with commas between")) if isinstance(kind, (ListOf, Fixed)) else ""
        return Column(entered(shown, lambda text: change(typed(kind, text)), hint, name=name))


def _put(change: Change, have: Map[Value], key: str, new: Value) -> None:
    change(have.put(key, new))


def _replace(change: Change, have: tuple[Map[Value], ...], n: int, new: Value) -> None:
    change((*have[:n], new, *have[n + 1 :]))


def _tappable(kind: Kind) -> bool:
    """Of several ways to tell something, one that needs no typing."""
    return isinstance(kind, (Whole, Flag, UnitId)) or (isinstance(kind, Word) and bool(kind.choices))


def entered(shown: str, give: Callable[[str], object], hint: str = "", **kw: Any) -> Entry:
    """What is typed counts at once; what depends on it is drawn anew when the typing is done."""

    def typing(text: str) -> None:
        Running.typing = True
        try:
            give(text)
        finally:
            Running.typing = False

    return Entry(shown, give, hint, changed=typing, **kw)


def _whole(text: str, least: int, most: int, change: Change) -> None:
    if text.removeprefix("-").isdecimal() and len(text) < 10:
        change(max(least, min(most, int(text))))


def typed(kind: Kind, text: str) -> Value:
    """What was typed, as a value of that kind; what it cannot be is refused later, in a
    sentence."""
    if isinstance(kind, (ListOf, Fixed)):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        inner = kind.kind if isinstance(kind, ListOf) else Word()
        return tuple(typed(inner, part) for part in parts)
    numeric = isinstance(kind, Whole) or (
        isinstance(kind, Either) and any(isinstance(each, Whole) for each in kind.kinds)
    )
    bare = text.strip()
    return int(bare) if numeric and bare.removeprefix("-").isdecimal() and len(bare) < 12 else bare or None
