"""Hits, and how they are handed out: front to back, lap by lap, each kind to those it can touch."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.games.epic.refs import EPIC_49
from engine.kinds import Field, Flag, ListOf, Record, Whole, Word, fields
from engine.maps import Map, Value
from engine.model import GameState
from engine.rules import Opening, nothing
from engine.texts import say

ANY_TYPE = ("mw", "tk", "cc", "ff", "normal", "lance", "sniper", "any")
KINDS = ("ap", "at", "aa", *ANY_TYPE)


class Hit(NamedTuple):
    """A kind of hit: AP, AT, macro-weapon and so on; what its weapon adds; whom it may reach."""

    type: str
    traits: tuple[str, ...] = ()
    waived: bool = False
    damage: int = 1
    victim: int = -1
    by: str = ""

    def has(self, trait: str) -> bool:
        return trait in self.traits


class Mark(NamedTuple):
    """A unit that may be hit: its row, its type, the places it fills in a lap, whether cover hides it, whom it touches."""

    row: int
    type: str
    weight: int = 1
    hidden: bool = False
    contact: bool = False
    before: int = 0


Group = tuple[int, tuple[Hit, ...], int]
"""Row, the hits on each of its units, how many such units."""


def reaches(hit: Hit, mark: Mark) -> bool:
    """AP for infantry, AT for vehicles and war engines, both for light vehicles, the rest for all; hits that waived cover
    for the open only; a war engine's close combat for those it touches, its firefight for the others
    (EPIC-42, 47, 49, 148, 154, 169, 184, 265)."""
    if (hit.waived and mark.hidden) or hit.victim not in (-1, mark.row):
        return False
    if hit.by == "WE" and hit.type in ("cc", "ff"):
        return mark.contact == (hit.type == "cc")
    if hit.type == "ap":
        return mark.type in ("INF", "LV")
    return mark.type != "INF" if hit.type in ("at", "at_tk") else True


def places(hit: Hit) -> int:
    """A Titan Killer hit fills as many places of a lap as it does damage (EPIC-171)."""
    return hit.damage


@lru_cache(maxsize=20000)
def handed_out(marks: tuple[Mark, ...], hits: tuple[tuple[Hit, int], ...]) -> tuple[tuple[Hit, ...], ...]:
    """The hits on each unit. Nobody takes a second before all who can have one; war engines fill their capacity first;
    the kind that can go to the fewest is handed out first, so that none is wasted (EPIC-49, 146, 171, 255)."""
    found: list[list[Hit]] = [[] for _ in marks]
    filled = [mark.before for mark in marks]
    for hit, count in sorted(hits, key=lambda told: (told[0].victim < 0, sum(reaches(told[0], mark) for mark in marks))):
        able = [n for n, mark in enumerate(marks) if reaches(hit, mark)]
        for _ in range(count if able else 0):
            n = min(able, key=lambda each: (filled[each] // marks[each].weight, each))
            found[n].append(hit)
            filled[n] += places(hit)
    return tuple(tuple(each) for each in found)


def grouped(marks: tuple[Mark, ...], hits: tuple[tuple[Hit, int], ...]) -> tuple[Group, ...]:
    """The same by rows: units with the same hits are saved for together."""
    found: dict[tuple[int, tuple[Hit, ...]], int] = {}
    for mark, taken in zip(marks, handed_out(marks, hits), strict=True):
        if taken:
            key = mark.row, tuple(sorted(taken))
            found[key] = found.get(key, 0) + 1
    return tuple((row, taken, count) for (row, taken), count in found.items())


def told(now: GameState, units: tuple[Map[Value], ...], hits: tuple[Map[Value], ...]) -> dict[str, Value]:
    """How many hits each unit takes, front to back."""
    marks = tuple(Mark(n, str(unit["type"]), int(str(unit["dc"])), bool(unit.get("cover")), bool(unit.get("contact")),
                       int(str(unit["hits_before"]))) for n, unit in enumerate(units))
    counted = tuple((Hit(str(hit["type"]), (), bool(hit.get("waived")), _damage(now, hit), -1, str(hit.get("by") or "")),
                     int(str(hit["count"]))) for hit in hits)
    return {"hits": tuple(len(taken) for taken in handed_out(marks, counted))}


def _damage(now: GameState, hit: Map[Value]) -> int:
    return int(str(hit["damage"]))


UNITS = ListOf(Record((Field("type", Word(("INF", "LV", "AV", "WE", "AC")), required=True), Field("dc", Whole(1, 99), default=1),
                       Field("cover", Flag(), default=False), Field("contact", Flag(), default=False),
                       Field("hits_before", Whole(0, 99), default=0))))
HITS = ListOf(Record((Field("type", Word(KINDS), default="normal"), Field("count", Whole(0, 999), default=1),
                      Field("damage", Whole(1, 99), default=1), Field("waived", Flag(), default=False), *fields(by=Word()))))
ALLOCATE = Opening("allocate", say("allocate hits"), EPIC_49, nothing,
                   Record((Field("units", UNITS, required=True), Field("hits", HITS, required=True))), tells=told)
