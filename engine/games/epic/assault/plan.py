"""An assault on one page: did the charge arrive, who is in contact and who shoots, who is drawn in,
who supports."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.assault.duel import MIXED
from engine.games.epic.formations.rows import UnitRow, rows
from engine.games.epic.shooting.plan import NO, OPEN, YES, covers
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

CONTACT, NEAR = "cc", "ff"
WAYS: tuple[tuple[Value, Text], ...] = (
    (CONTACT, say("all in contact")),
    (NEAR, say("all within 15 cm")),
    (MIXED, say("row by row")),
)
DRAWN = (("drawn_in", "attacker"), ("others", "defender"))
"""Formations beside the two: touched by a counter-charge, attacked as well. Who charges along was
declared with the action."""


def sides(draft: Draft) -> tuple[str, ...]:
    """Everybody who fights, the attackers first."""
    found = [str(draft["attacker"]), *names(draft, "drawn_in")]
    return (*found, str(draft["defender"]), *names(draft, "others"))


def names(draft: Draft, key: str) -> tuple[str, ...]:
    found = draft.get(key)
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


def lines(now: GameState, formation: str) -> list[UnitRow]:
    return [row for row in rows(now.unit(formation)) if row.left]


# Facts


@rule(refs.EPIC_86, refs.EPIC_89)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Whether it arrived, how it is fought, on what ground; then who else is in it."""
    yield Fact("reached", say("the charge arrives"), (YES, NO), True)
    if draft.get("reached") is False:
        return
    yield Fact("fought", say("fought"), WAYS, CONTACT)
    if draft.get("fought") == MIXED:
        for formation in sides(draft):
            yield from contacts(now, draft, formation)
    ground = Map({"by": draft["attacker"], "target": draft["defender"], "terrain": draft.get("terrain") or OPEN})
    yield from (fact for fact in covers(now, ground) if fact.key == "terrain")
    yield from beside(now, draft)
    yield from supporters(now, draft)


@rule(refs.EPIC_84, refs.EPIC_133)
def contacts(now: GameState, draft: Draft, formation: str) -> Iterator[Fact]:
    """For each row how many are in contact, then how many of the rest are within 15 cm."""
    for row in lines(now, formation):
        name = say("{unit} in contact", unit=row.name)
        yield Fact(f"{CONTACT}:{formation}:{row.at}", name, preset=row.left, most=row.left)
        left = row.left - counted(draft, CONTACT, formation, row, row.left)
        if left:
            near = say("{unit} within 15 cm", unit=row.name)
            yield Fact(f"{NEAR}:{formation}:{row.at}", near, preset=left, most=left)


def counted(draft: Draft, way: str, formation: str, row: UnitRow, preset: int) -> int:
    found = draft.get(f"{way}:{formation}:{row.at}")
    return found if isinstance(found, int) else preset


@rule(refs.EPIC_87, refs.EPIC_132)
def beside(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Formations of both sides that fight as well."""
    texts = {"drawn_in": say("drawn in by a counter-charge"), "others": say("attacked as well")}
    for key, side in DRAWN:
        taken = {*sides(draft)} - {*names(draft, key)}
        able = tuple(unit for unit in now.standing(now.unit(str(draft[side])).seat) if unit.id not in taken)
        if able:
            yield Fact(key, texts[key], units_named(able), several=True, place="last")


@rule(refs.EPIC_95)
def supporters(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Formations near enough to give supporting fire, of both sides."""
    texts = {"attacker": say("support for the attacker"), "defender": say("support for the defender")}
    for side, text in texts.items():
        fighting = {*sides(draft)}
        seat = now.unit(str(draft[side])).seat
        able = tuple(unit for unit in now.standing(seat) if unit.id not in fighting and not unit.count("broken"))
        if able:
            yield Fact(f"support_{side}", text, units_named(able), several=True, place="last")


def units_named(units: tuple[Unit, ...]) -> tuple[tuple[Value, Text], ...]:
    return tuple((unit.id, say("{unit}", unit=unit.name)) for unit in units)


# Who fights with what


@rule(refs.EPIC_89, refs.EPIC_184)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Every row of both sides with its close combat or firefight value."""
    if draft.get("reached") is False:
        return
    for formation in sides(draft):
        for row in lines(now, formation):
            yield means_of(now, draft, formation, row)


def fighting(draft: Draft, formation: str, row: UnitRow) -> tuple[int, int]:
    """How many of a row are in contact, and how many only shoot."""
    way = draft.get("fought")
    if way != MIXED:
        return (row.left, 0) if way == CONTACT else (0, row.left)
    close = min(row.left, counted(draft, CONTACT, formation, row, row.left))
    return close, min(row.left - close, counted(draft, NEAR, formation, row, row.left - close))


def means_of(now: GameState, draft: Draft, formation: str, row: UnitRow) -> Means:
    """Whose row it is, how many fight how, and what they need."""
    close, near = fighting(draft, formation, row)
    needs = [f"{kind.upper()} {row.card.get(kind)}+" for kind, units in ((CONTACT, close), (NEAR, near)) if units]
    notes = [say("{whose}", whose=now.unit(formation).name)]
    if close and near:
        notes.append(say("{close} in contact, {near} by firefight", close=close, near=near))
    name = say("{count} {unit}", count=close + near, unit=row.name)
    dice = (close + near) * row.weight
    return Means(f"{formation}:{row.at}", name, tuple(notes), dice, " ".join(needs))


# What the assault is told


def told(now: GameState, draft: Draft) -> Map[Value]:
    args: dict[str, Value] = {key: draft[key] for key in ("attacker", "defender")}
    if draft.get("reached") is False:
        return Map({**args, "reached": False})
    way = str(draft.get("fought") or CONTACT)
    args |= {"fought": NEAR if way == MIXED else way, "terrain": draft.get("terrain")}
    args |= {key: names(draft, key) for key, _ in DRAWN if names(draft, key)}
    if way == MIXED:
        args["engaged"] = Map({formation: engaged(now, draft, formation) for formation in sides(draft)})
    helpers = (*names(draft, "support_attacker"), *names(draft, "support_defender"))
    args["supporters"] = tuple(Map({"formation": each}) for each in helpers)
    return Map({key: value for key, value in args.items() if value is not None})


def engaged(now: GameState, draft: Draft, formation: str) -> Map[Value]:
    """Units of each row in contact, and those that only shoot."""
    found = [fighting(draft, formation, row) for row in rows(now.unit(formation))]
    return Map({CONTACT: tuple(close for close, _ in found), NEAR: tuple(near for _, near in found)})


def recalled(args: Map[Value]) -> Draft:
    """The pair and the ground; who stands where is looked at anew."""
    kept = {key: args.get(key) for key in ("attacker", "defender", "terrain")}
    return Map({key: value for key, value in kept.items() if value is not None})


PLAN = DeedPlan("assault", "attacker", "defender", facts, means, told=told, recalled=recalled)
