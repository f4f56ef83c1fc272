"""Controls of a card: words as the players call them with those of other cards to choose from,
numbers side by side, a second tap takes a value out."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from engine.values.kinds import Anything, Either, Field, Fixed, Kind, ListOf, Whole, Word
from engine.values.maps import Value
from engine.values.texts import say
from screens.pages.fields import Change, Controls, entered, typed
from screens.present.lines import capital
from screens.present.view import View
from screens.present.wording import COMMON
from screens.widgets.entry import Entry
from screens.widgets.layouts import Across, Column, Flow
from screens.widgets.press import IconButton, Pill
from screens.widgets.words import Words

SIDE_BY_SIDE = 4
"""So many numbers of one thing are entered beside each other."""
NUMBERED = re.compile(r"(.+):([dD]?[0-9]+)")
FREE = ("name", "text")
"""What every card says in words of its own."""


class CardControls(Controls):
    """`suggested` gives the words that other cards have in a field; `place` is where the fields
    stand on the card, "units" for those of a unit."""

    def __init__(self, view: View, suggested: Callable[[str], tuple[str, ...]], place: str = "") -> None:
        super().__init__(view, quick=True)
        self.suggested, self.place = suggested, place

    def field(self, field: Field, value: Value, change: Change) -> Column:
        label = capital(self.label(field.key))
        match field.kind:
            case ListOf(kind=Word(choices=())):
                return Column(Words(label, "row"), self._words(field.key, value, change, label), gap=6)
            case Word(choices=()) | Anything() if field.key not in FREE:
                return Column(Words(label, "row"), self._word(field.key, value, change, label), gap=6)
            case ListOf(kind=Whole(), most=most) as kind if most <= SIDE_BY_SIDE:
                return Column(Words(label, "row"), self._numbers(kind, value, change, label), gap=6)
            case Either(kinds=kinds):
                return Column(Words(label, "row"), self._either(kinds, value, change, label), gap=6)
            case Whole() as kind if type(kind) is not Whole:  # a number, or a word that the card has for it
                return Column(Words(label, "row"), self._typed(kind, value, change, label), gap=6)
        return super().field(field, value, change)

    def label(self, key: str) -> str:
        """What a card calls a field; a game may ask for something else under the same key."""
        return self.label_at(f"{self.place}.{key}" if self.place else key)

    def label_at(self, place: str) -> str:
        """What a card calls the field at a place: "units.speed"."""
        key = place.rpartition(".")[2]
        found = self.view.rules.glance.stats.get(place) or COMMON.get(key)
        return self.view.tell(found) if found else self.view.words.word(key)

    def told(self, word: str) -> str:
        """A word of a card with the number behind it: "extra attacks 1"."""
        name, number = found.groups() if (found := NUMBERED.fullmatch(word)) else (word, "")
        return capital(f"{self.view.words.printed(name)} {number}".strip())

    def _pills(self, choices: tuple[Any, ...], value: Value, change: Change, word: Callable[[Any], Any]) -> Flow:
        return super()._pills(choices, value, lambda new: change(None if new == value else new), word)

    def _words(self, key: str, value: Value, change: Change, label: str) -> Column:
        """Those the card has, then those of other cards, then any other."""
        have = tuple(map(str, value)) if isinstance(value, tuple) else ()
        others = [word for word in self.suggested(key) if word not in have]
        taken = [Pill(self.told(word), True, partial(change, have[:n] + have[n + 1 :])) for n, word in enumerate(have)]
        offered = [Pill(self.told(word), False, partial(change, (*have, word))) for word in others]
        other = self._other(key, lambda word: change((*have, word)), label)
        return Column(Flow(*taken, *offered, gap=8) if taken or offered else None, other, gap=8)

    def _word(self, key: str, value: Value, change: Change, label: str) -> Column:
        words = dict.fromkeys(self.suggested(key))
        if isinstance(value, str) and value:
            words = {value: None, **words}
        pills = self._pills(tuple(words), value, change, lambda word: self.told(str(word))) if words else None
        return Column(pills, self._other(key, change, label), gap=8)

    def _other(self, key: str, give: Change, label: str) -> Widget:
        return self._another(self.suggested(key), give, label)

    def new_word(self, offered: tuple[str, ...], give: Change, label: str) -> Column:
        """One of the words offered, or any other."""
        pills = Flow(*(Pill(self.told(word), False, partial(give, word)) for word in offered), gap=8)
        return Column(pills if offered else None, self._another(offered, give, label), gap=8)

    def _another(self, offered: tuple[str, ...], give: Change, label: str) -> Widget:
        """A word that no pill has; one that is typed in the player's language is the card's own."""
        hint = self.view.tell(say("Another word"))
        known = {self.told(word).casefold(): word for word in offered}

        def done(text: str) -> None:
            if bare := text.strip():
                give(known.get(bare.casefold(), bare))

        return Entry("", done, hint, name=f"{label}: {hint}")

    def control_of(self, kind: Kind, value: Value, change: Change, name: str) -> Widget:
        """The control of a value without a name of its own."""
        return (
            self._either(kind.kinds, value, change, name)
            if isinstance(kind, Either)
            else self.control(kind, value, change, name)
        )

    def _quick(self, value: Value, least: int, most: int, change: Change, name: str) -> Column:
        """A number typed, or moved by one; a card has too many of them for pills."""
        have = value if isinstance(value, int) else None
        less, more = (least, least) if have is None else (max(least, have - 1), min(most, have + 1))
        words = (say("{name}: one less", name=name), say("{name}: one more", name=name))
        minus, plus = (
            IconButton(icon, partial(change, to), self.view.tell(word), edge="edge")
            for icon, to, word in zip(("minus-thick", "plus-thick"), (less, more), words, strict=True)
        )
        shown = "" if have is None else str(have)
        entry = entered(shown, lambda text: _whole(text, least, most, change), name=name, input_filter="int")
        entry.halign = "center"
        return Column(Across(minus, entry, plus, gap=8))

    def _number(self, value: int | None, least: int, most: int, change: Change, name: str) -> Column:
        return self._quick(value, least, most, change, name)

    def _numbers(self, kind: ListOf, value: Value, change: Change, label: str) -> Across:
        """A place for each number; an empty one is a dash on the card."""
        have = list(value) if isinstance(value, tuple) else []
        have += [None] * (kind.most - len(have))

        def give(n: int, text: str) -> None:
            new = typed(kind.kind, text)
            row = (*have[:n], new, *have[n + 1 :])
            have[n] = new
            while len(row) > kind.least and row[-1] is None:
                row = row[:-1]
            change(row if any(each is not None for each in row) else None)

        entries = (
            entered("" if each is None else str(each), partial(give, n), name=f"{label} {n + 1}", input_filter="int")
            for n, each in enumerate(have)
        )
        return Across(*entries, gap=8)

    def _either(self, kinds: tuple[Kind, ...], value: Value, change: Change, label: str) -> Column:
        """A number or a word, typed; the words that there are as pills."""
        words = tuple(word for kind in kinds if isinstance(kind, Word) for word in kind.choices)
        pills = self._pills(words, value, change, lambda word: self.told(str(word))) if words else None
        shown = "" if value is None or isinstance(value, bool) or value in words else str(value)
        hint = "" if words else self.view.tell(say("A number or a word"))
        entry = entered(shown, lambda text: change(typed(Either(kinds), text)), hint, name=label)
        return Column(pills, entry, gap=8)

    def _typed(self, kind: Kind, value: Value, change: Change, name: str) -> Column:
        """Never what only a program would read."""
        plain = value if value is None or isinstance(value, int | str) else self.view.words.stated(value)
        return super()._typed(kind, plain if not isinstance(kind, Fixed) else None, change, name)


def _whole(text: str, least: int, most: int, change: Change) -> None:
    """What is typed, within its bounds; nothing typed is nothing stated."""
    if not text.strip():
        change(None)
    elif text.removeprefix("-").isdecimal() and len(text) < 10:
        change(max(least, min(most, int(text))))
