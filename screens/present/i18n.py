"""Texts in the player's language. English needs no file: it is the key."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from gettext import c2py
from pathlib import Path

from engine.values.maps import Value
from engine.values.texts import Text, agree

ENGLISH = "en"
PLACE = re.compile(r"\{(\w+)\}")
NOBODY: Mapping[str, str] = {}
PLURAL = re.compile(r"plural\s*=\s*([^;\n]+)")
QUOTED = r'((?:"[^"\\]*(?:\\.[^"\\]*)*"\s*)+)'
UNSURE = r"(^#,.*\bfuzzy\b.*\n(?:#.*\n)*)?"
FORM = re.compile(rf"^msgstr(?:\[\d\])? {QUOTED}", re.M)
ENTRY = re.compile(rf"{UNSURE}^msgid {QUOTED}(?:^msgid_plural {QUOTED})?((?:{FORM.pattern})+)", re.M)
"""An entry as gettext writes it, and whether its translator was unsure; what is struck out
begins with another sign."""
STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"')
ESCAPE = re.compile(r"\\(.)")
SIGNS = {"n": "\n", "t": "\t"}


class Language:
    """All catalogues of one language as one; what none of them knows is told in English."""

    def __init__(self, code: str, folder: Path) -> None:
        self.code = code
        self._forms: dict[tuple[str, str], tuple[str, ...]] = {}
        self._plural: Callable[[int], int] = c2py("n != 1")
        for file in sorted((folder / code).glob("*.po")):
            self._load(file.read_text("utf-8"))

    def _load(self, catalogue: str) -> None:
        """Read anew at every start, so by one expression and not line by line."""
        for fuzzy, key, plural, said, _ in ENTRY.findall(catalogue):
            forms = tuple(joined(form) for form in FORM.findall(said))
            if key := joined(key):
                if all(forms) and not fuzzy:
                    self._forms[key, joined(plural)] = forms
            elif rule := PLURAL.search(forms[0]):
                self._plural = c2py(rule[1])

    def tell(self, text: Text | str, names: Mapping[str, str] = NOBODY) -> str:
        """A text with its places filled; a bare sentence, such as the title of a rule, has none.

        `names` are those of players, by the sentence that stands for each where no name is given.
        """
        if isinstance(text, str):
            return self._form(text, "", 1)
        if text.key in names:
            return names[text.key]
        values = {name: self._value(value, names) for name, value in text.values.items()}
        sentence = self._form(text.key, text.plural, text.count)
        return filled(agree(sentence, values) if self.code == ENGLISH else sentence, values)

    def _value(self, value: Value | Text, names: Mapping[str, str]) -> str:
        """What a place holds: another text, or the players' own words and numbers, which are not
        translates."""
        if isinstance(value, Text):
            return self.tell(value, names)
        return value if isinstance(value, str) else str(value)

    def _form(self, key: str, plural: str, count: int) -> str:
        """The sentence for so many; one that names no number, "a die", is said of one alone."""
        forms = self._forms.get((key, plural))
        if forms is None:
            return plural if plural and count != 1 else key
        form = forms[self._plural(abs(count))] if plural else forms[0]
        return forms[-1] if plural and count != 1 and "{count}" not in form else form


def joined(quoted: str) -> str:
    """The parts of a string one after the other, without their quotes."""
    if "\\" not in quoted:
        return "".join(quoted.split('"')[1::2])
    return ESCAPE.sub(lambda sign: SIGNS.get(sign[1], sign[1]), "".join(STRING.findall(quoted)))


def filled(sentence: str, values: Mapping[str, str]) -> str:
    """Places by their names; one that has no value stays as it is, since a saved sentence may be
    older than the app."""
    return PLACE.sub(lambda place: values.get(place[1], place[0]), sentence)


def languages(folder: Path) -> tuple[str, ...]:
    """English, then every language that has a catalogue."""
    return (ENGLISH, *sorted({file.parent.name for file in folder.glob("*/*.po")} - {ENGLISH}))
