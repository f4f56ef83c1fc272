"""Hits, and how they are handed out: front to back, lap by lap, each kind to those it can touch."""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heapreplace
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.shooting.situation import Allocation, HitsOfKind
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState


class Hit(NamedTuple):
    """A kind of hit: AP, AT, macro-weapon and so on; what its weapon adds; whom it may reach;
    the engine it is `on`."""

    type: str
    traits: tuple[str, ...] = ()
    waived: bool = False
    damage: int = 1
    victim: int = -1
    by: str = ""
    aim: str = ""
    on: int = -1

    def has(self, trait: str) -> bool:
        return trait in self.traits


Hits = tuple[tuple[Hit, int], ...]
"""Kinds of hits, and how many of each."""


class Screen(NamedTuple):
    """A war engine among those that may be hit: which of its row, the shields it has up, how
    they and places count."""

    nth: int = 0
    shields: int = 0
    whole_hits: bool = False
    living_metal: bool = False
    one_place: bool = False


class Mark(NamedTuple):
    """A unit that may be hit: its row, its type, the places it fills in a lap, whether cover
    hides it, whom it touches."""

    row: int
    type: str
    weight: int = 1
    hidden: bool = False
    contact: bool = False
    before: int = 0
    screen: Screen | None = None


Group = tuple[int, tuple[Hit, ...], int]
"""Row, the hits on each of its units, how many such units; or a hit on one war engine, how many
points of it."""


@rule(
    refs.EPIC_42,
    refs.EPIC_47,
    refs.EPIC_49,
    refs.EPIC_148,
    refs.EPIC_154,
    refs.EPIC_169,
    refs.EPIC_172,
    refs.EPIC_184,
    refs.EPIC_265,
)
def may_reach(hit: Hit, mark: Mark) -> bool:
    """AP for infantry, AT for vehicles and war engines, both for light vehicles, the rest for
    all; hits that waived cover for the open only; a war engine's close combat for those it
    touches, its firefight for the others; what was aimed at war engines or at the others stays
    there."""
    astray = hit.aim and (hit.aim == "engines") != (mark.type == "WE")
    if (hit.waived and mark.hidden) or hit.victim not in (-1, mark.row) or astray:
        return False
    if hit.by == "AT":
        return mark.type != "INF"
    if hit.by == "WE" and (hit.type in ("cc", "ff") or hit.has("cc") or hit.has("ff")):
        return mark.contact == (hit.type == "cc" or hit.has("cc"))
    if hit.type == "ap":
        return mark.type in ("INF", "LV")
    return mark.type != "INF" if hit.type == "at" else True


@rule(refs.EPIC_160)
def hit_by_reading(now: GameState, hit: Hit) -> Hit:
    """By one reading a Titan Killer hit is a normal one on vehicles and war engines."""
    return hit._replace(by="AT") if hit.type == "tk" and now.reading("tk_pass") == "normal" else hit


@rule(refs.EPIC_171)
def places(hit: Hit, mark: Mark) -> int:
    """A Titan Killer hit fills as many places of a war engine as it does damage, by one reading
    one."""
    return 1 if mark.weight == 1 or (mark.screen and mark.screen.one_place) else hit.damage


@rule(refs.EPIC_49, refs.EPIC_146, refs.EPIC_171, refs.EPIC_255)
@lru_cache(maxsize=20000)
def hits_on_each(marks: tuple[Mark, ...], hits: Hits) -> tuple[tuple[Hit, ...], ...]:
    """The hits on each unit. No unit takes a second before all who can have one; war engines fill
    their capacity first; the kind that can go to the fewest is handed out first, so that none is
    wasted."""
    found: list[list[Hit]] = [[] for _ in marks]
    filled = [mark.before for mark in marks]
    for hit, count in sorted(hits, key=lambda each: sum(may_reach(each[0], mark) for mark in marks)):
        able = [(filled[n] // mark.weight, n) for n, mark in enumerate(marks) if may_reach(hit, mark)]
        heapify(able)
        for _ in range(count if able else 0):
            n = able[0][1]
            found[n].append(hit)
            filled[n] += places(hit, marks[n])
            heapreplace(able, (filled[n] // marks[n].weight, n))
    return tuple(tuple(each) for each in found)


@rule(refs.EPIC_50, refs.EPIC_161)
def hit_groups(marks: tuple[Mark, ...], hits: Hits) -> tuple[Group, ...]:
    """The same by rows: units with the same hits are saved for together, a war engine for each
    point of damage."""
    found: dict[tuple[int, tuple[Hit, ...]], int] = {}
    for mark, taken in zip(marks, hits_on_each(marks, hits), strict=True):
        if taken:
            for key, count in (
                past_shields(mark, taken)[0]
                if mark.screen
                else (((mark.row, tuple(sorted(map(saved_alike, taken)))), 1),)
            ):
                found[key] = found.get(key, 0) + count
    return tuple((row, taken, count) for (row, taken), count in found.items())


@rule(refs.EPIC_50)
def saved_alike(hit: Hit) -> Hit:
    """What a save asks of a hit: once it is allocated, AP and AT are one, no matter whom it was
    meant for."""
    kind = "normal" if hit.type in ("ap", "at") else hit.type
    return hit._replace(type=kind, waived=False, victim=-1, aim="")


@rule(refs.EPIC_160, refs.EPIC_178, refs.EPIC_179, refs.EPIC_276)
def past_shields(mark: Mark, taken: tuple[Hit, ...]) -> tuple[tuple[tuple[tuple[int, tuple[Hit, ...]], int], ...], int]:
    """What gets past the shields of an engine, kind by kind, and how many shields drop: one a
    hit, one for each point of a Titan Killer by the other reading; close combat passes them by."""
    assert mark.screen
    screen, lots = mark.screen, dict[tuple[int, tuple[Hit, ...]], int]()
    up = screen.shields
    for hit in sorted(taken, key=lambda each: (each.type == "tk", each.type == "mw")):
        points = 1 if screen.living_metal else hit.damage
        stopped = 0 if hit.has("cc") or hit.type == "cc" else min(up, 1 if screen.whole_hits else points)
        up -= stopped
        rest = 0 if stopped and screen.whole_hits else points - stopped
        key = mark.row, (hit._replace(on=screen.nth, victim=-1),)
        lots[key] = lots.get(key, 0) + rest
    return tuple((key, count) for key, count in lots.items() if count), screen.shields - up


@rule(refs.EPIC_51, refs.EPIC_160)
def is_of_second_pass(hit: Hit) -> bool:
    """Macro-weapons and Titan Killers wait for the second pass, but for those read as normal
    hits."""
    return hit.type in ("mw", "tk") and hit.by != "AT"


# The question


@rule(refs.EPIC_49, refs.EPIC_51)
def allocate(now: GameState, allocation: Allocation) -> dict[str, Value]:
    """How many hits each unit takes, front to back; macro-weapon hits begin at the front again,
    or by one reading with those not hit yet."""
    one_place = Screen(one_place=now.reading("tk_allocation") == "hit")
    marks = tuple(
        Mark(n, unit.type, unit.dc, unit.cover, unit.contact, unit.hits_before, one_place)
        for n, unit in enumerate(allocation.units)
    )
    hits = tuple((hit_stated(now, each), each.count) for each in allocation.hits)
    normal = hits_on_each(marks, tuple(each for each in hits if not is_of_second_pass(each[0])))
    goes_on = now.reading("macro_pass") == "continue"
    marks = tuple(
        mark._replace(before=mark.before + sum(places(hit, mark) for hit in taken) if goes_on else 0)
        for mark, taken in zip(marks, normal, strict=True)
    )
    macro = hits_on_each(marks, tuple(each for each in hits if is_of_second_pass(each[0])))
    return {"hits": tuple(len(first) + len(then) for first, then in zip(normal, macro, strict=True))}


def hit_stated(now: GameState, hits: HitsOfKind) -> Hit:
    hit = Hit(hits.type, waived=hits.waived, damage=hits.damage, by=hits.by or "", aim=hits.aim or "")
    return hit_by_reading(now, hit)
