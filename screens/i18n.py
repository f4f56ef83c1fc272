"""Texts in the player's language. English needs no file: it is the key."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from gettext import c2py
from pathlib import Path

import polib  # type: ignore[import-untyped]  # it has no types

from engine.maps import Value
from engine.model import Text

ENGLISH = "en"
PLACE = re.compile(r"\{(\w+)\}")
NOBODY: Mapping[str, str] = {}
PLURAL = re.compile(r"plural\s*=\s*([^;]+)")


class Language:
    """All catalogues of one language as one; what none of them knows is told in English."""

    def __init__(self, code: str, folder: Path) -> None:
        self.code = code
        self._forms: dict[tuple[str, str], tuple[str, ...]] = {}
        self._plural: Callable[[int], int] = c2py("n != 1")
        for file in sorted((folder / code).glob("*.po")):
            self._load(polib.pofile(str(file)))

    def _load(self, catalogue: polib.POFile) -> None:
        if rule := PLURAL.search(catalogue.metadata.get("Plural-Forms", "")):
            self._plural = c2py(rule[1])
        for entry in catalogue:
            if entry.translated():
                forms = tuple(form for _, form in sorted(entry.msgstr_plural.items())) or (entry.msgstr,)
                self._forms[entry.msgid, entry.msgid_plural] = forms

    def tell(self, text: Text | str, names: Mapping[str, str] = NOBODY) -> str:
        """A text with its places filled; a bare sentence, such as the title of a rule, has none.

        `names` are those of players, by the sentence that stands for each where nobody is named.
        """
        if isinstance(text, str):
            return self._form(text, "", 1)
        if text.key in names:
            return names[text.key]
        values = {name: self._value(value, names) for name, value in text.values.items()}
        return filled(self._form(text.key, text.plural, text.count), values)

    def _value(self, value: Value | Text, names: Mapping[str, str]) -> str:
        """What a place holds: another text, or the players' own words and numbers, which nobody translates."""
        return self.tell(value, names) if isinstance(value, Text) else str(value)

    def _form(self, key: str, plural: str, count: int) -> str:
        """The sentence for so many."""
        forms = self._forms.get((key, plural))
        if forms is None:
            return plural if plural and count != 1 else key
        return forms[self._plural(abs(count))] if plural else forms[0]


def filled(sentence: str, values: Mapping[str, str]) -> str:
    """Places by their names; one that has no value stays as it is, since a saved sentence may be older than the app."""
    return PLACE.sub(lambda place: values.get(place[1], place[0]), sentence)


def languages(folder: Path) -> tuple[str, ...]:
    """English, then every language that has a catalogue."""
    return (ENGLISH, *sorted({file.parent.name for file in folder.glob("*/*.po")} - {ENGLISH}))
