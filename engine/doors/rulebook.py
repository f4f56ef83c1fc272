"""The state of each numbered rule: modelled (in which file, by which test), left to the players, or
missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.playing.rules import Ruleset

ROW = re.compile(r"\b([A-Z0-9]+)-(\d+)((?:, \d+)*)")
"""A rule id, AAM-15, or several: AAM-15, 54, 55."""


@dataclass(frozen=True, slots=True)
class Cited:
    """One rule, the modules that cite it and the tests that name it."""

    id: str
    title: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    reminder: str

    @property
    def standing(self) -> str:
        if self.code and self.tests:
            return "modelled"
        return "left to the table" if self.reminder else "missing"

    def __str__(self) -> str:
        where = {
            "modelled": f"{', '.join(self.code)}; tested in {', '.join(self.tests)}",
            "left to the table": self.reminder,
        }
        short = "cited in " + ", ".join((*self.code, *self.tests)) if self.code or self.tests else self.title
        return f"{self.id}: {self.standing} ({where.get(self.standing, short)})"


def ids_in(source: str, prefix: str) -> set[str]:
    """The rule ids in a text, also those of a row of numbers."""
    return {
        f"{prefix}-{number.zfill(2)}"
        for found in ROW.finditer(source)
        if found[1] == prefix
        for number in (found[2], *re.findall(r"\d+", found[3]))
    }


def report(rules: Ruleset, named: Mapping[str, set[str]], tests: Mapping[str, str]) -> tuple[Cited, ...]:
    """Every rule of a game, in the order of its numbers: the modules that cite it, the tests
    that name it."""
    prefix = rules.refs[0].id.rpartition("-")[0]
    tested = {name: ids_in(source, prefix) for name, source in tests.items()}
    reminders = dict(_reminders(rules))
    return tuple(
        Cited(ref.id, ref.title, _naming(named, ref.id), _naming(tested, ref.id), reminders.get(ref.id, ""))
        for ref in rules.refs
    )


def _naming(named: Mapping[str, set[str]], rule: str) -> tuple[str, ...]:
    return tuple(name for name, ids in named.items() if rule in ids)


def _reminders(rules: Ruleset) -> Iterator[tuple[str, str]]:
    for entry in rules.reference:
        yield entry.ref.id, "reference"
    for step in rules.steps:
        for reminder in step.reminders:
            yield reminder.ref.id, f"reminder in {step.key}"


def summary(found: tuple[Cited, ...]) -> str:
    count = {
        standing: sum(each.standing == standing for each in found)
        for standing in ("modelled", "left to the table", "missing")
    }
    return f"{len(found)} rules: " + ", ".join(f"{number} {standing}" for standing, number in count.items())
