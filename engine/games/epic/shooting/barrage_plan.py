"""A barrage on one page: its guns and points, its templates, who is under them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_airborne, is_spacecraft
from engine.games.epic.formations.riders import outside
from engine.games.epic.formations.rows import UnitRow, number, rows
from engine.games.epic.shooting.choices import rows_that_fire
from engine.games.epic.shooting.guns import points_of
from engine.games.epic.shooting.plan import Gun, arcs, arcs_told, covers, crossfires, notes_of, silenced, why_silent
from engine.games.epic.shooting.powers import power, side_by_side
from engine.games.epic.shooting.salvos import firing_rows
from engine.games.epic.shooting.situation import FIREPOWER, Barrage, Fire
from engine.games.epic.shooting.templates import row_of_table
from engine.games.epic.shooting.weapons import all_weapons, is_in_reach, order_of, weapons
from engine.games.epic.terrain.ground import OPEN, cover_of
from engine.games.epic.war_engines.hulls import is_engine
from engine.games.epic.words import NO, YES
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Foretold, Means
from engine.values.maps import Map, Value
from engine.values.situation import situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

ALSO = "also"
MOST_PILLS = 12
"""So many are told by one tap; more are counted."""


def barrage_of(now: GameState, draft: Draft) -> Barrage:
    return situation_from(Barrage, situation_of(now, draft))


# Facts


@rule(refs.EPIC_57, refs.EPIC_61)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """The distance picks the guns; then cover, crossfire, who is under the templates."""
    unit = now.unit(str(draft["by"]))
    yield from distances(now, draft, unit)
    yield from (fact for fact in covers(now, draft) if fact.key == "terrain")
    yield from crossfires(unit)
    yield from arcs(unit, ("bp",))
    yield from under_of(now, draft, str(draft["target"]))
    yield from beside(now, draft)
    is_armed = any(gun.get(kind) is not None for gun in all_weapons(unit) for kind in FIREPOWER)
    if is_armed and not is_spacecraft(unit):
        yield Fact("direct", say("other weapons fire too"), (YES, NO), True, place="last")
    if unit.count("blast") and len(firers := rows_that_fire(now, unit.id)) > 1:
        named = tuple((each, say("{unit}", unit=each)) for each in firers)
        yield Fact("rear", say("farthest firers"), named, firers[-1], place="last")
    total = sum(row.left for row in rows(unit))
    if not is_spacecraft(unit):
        yield Fact("able", say("in range and sight"), preset=total, most=total, place="last")


@rule(refs.EPIC_57, refs.EPIC_158)
def distances(now: GameState, draft: Draft, unit: Unit) -> Iterator[Fact]:
    """Ranges of the guns, twice as far by indirect fire; asked unless all reach equally far."""
    order = order_of(now, situation_from(Barrage, Map({"by": unit.id})))
    ranged = [(gun, each) for gun in all_weapons(unit) if gun.get("bp") and isinstance(each := gun.get("range"), int)]
    reach = [each for _, each in ranged]
    far = [2 * each for gun, each in ranged if is_in_reach(gun, 2 * each, order)]
    cuts = sorted({*reach, *far})
    if cuts:
        answers = tuple((cut, f"≤ {cut}") for cut in cuts)
        yield Fact("range", say("distance in cm"), answers, cuts[-1] if len({*reach}) == 1 else None, needed=True)


@rule(refs.EPIC_59, refs.EPIC_60, refs.EPIC_61, refs.EPIC_173)
def under_of(now: GameState, draft: Draft, formation: str) -> Iterator[Fact]:
    """How many of each row the templates touch, and whether a war engine lies under a centre."""
    for row in outside(now.unit(formation)):
        if row.left:
            text = say("{unit} under templates", unit=row.name)
            key, first = f"under:{formation}:{row.at}", preset_of(draft, formation, row)
            if row.left <= MOST_PILLS:
                yield Fact(key, text, tuple((n, str(n)) for n in range(row.left + 1)), first)
            else:
                yield Fact(key, text, preset=first, most=row.left)
            if is_engine(row):
                text = say("{unit}: under a centre", unit=row.name)
                yield Fact(f"centre:{formation}:{row.at}", text, (NO, YES), False)


@rule(refs.EPIC_61)
def beside(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Formations of either side that the templates touch as well."""
    if now.reading("template_victims") == "target_only":
        return
    near = [unit for unit in now.standing() if unit.id != draft["target"] and not is_airborne(unit)]
    named = tuple((unit.id, say("{unit}", unit=unit.name)) for unit in near)
    if named:
        yield Fact(ALSO, say("under templates as well"), named, several=True, place="last")
    for formation in also(draft):
        yield from under_of(now, draft, formation)


def also(draft: Draft) -> tuple[str, ...]:
    found = draft.get(ALSO)
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


# Guns


@rule(refs.EPIC_57, refs.EPIC_58)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """What the points come to, then every gun by its name."""
    barrage = barrage_of(now, draft)
    yield sum_of(now, barrage)
    target = str(draft["target"])
    fire = Fire(target, barrage.by, able=barrage.able, range=barrage.range, arcs=barrage.arcs, rear=barrage.rear)
    for n, gun in enumerate(guns(now, fire)):
        points = say_many("one barrage point each", "{count} barrage points each", number(gun.weapon.get("bp")))
        name = say("{weapon}", weapon=str(gun.weapon.get("name") or gun.row.name))
        yield Means(str(n), name, (*notes_of(gun), points, *silenced(gun)), None, "", gun.against)


@rule(refs.EPIC_58, refs.EPIC_220)
def sum_of(now: GameState, barrage: Barrage) -> Means:
    """Points, templates, what they hit on, extra markers."""
    points = points_of(now, barrage)
    line = row_of_table(now, points)
    name = say_many("one barrage point", "{count} barrage points", points)
    if line is None:
        return Means("points", name)
    notes: list[Text] = [say_many("one template", "{count} templates", line.templates)]
    if is_spacecraft(now.unit(str(barrage.by))):
        notes = [say_many("one template of 12 cm", "{count} templates of 12 cm", line.templates)]
    if line.extra:
        notes.append(say_many("one extra blast marker", "{count} extra blast markers", line.extra))
    needs = side_by_side((power("ap", line.ap), power("at", line.at)))
    return Means("points", name, tuple(notes), None, needs)


@rule(refs.EPIC_41, refs.EPIC_57)
def guns(now: GameState, fire: Fire) -> Iterator[Gun]:
    """Every gun with barrage points, how many of it fire, or why it is silent."""
    by, order = now.unit(str(fire.by)), order_of(now, fire)
    counts = firing_rows(now, by.id, fire.stand, order)
    for row, count in zip(rows(by), counts, strict=True):
        for alone, weapon in weapons(row) if row.left else ():
            if weapon.get("bp"):
                against = why_silent(now, fire, row, weapon, count)
                able = min(row.left, fire.able) if isinstance(fire.able, int) else row.left
                yield Gun(row, weapon, 1 if alone else count, 1 if alone else able, against)


# What the barrage is told


@rule(refs.EPIC_57, refs.EPIC_61)
def situation_of(now: GameState, draft: Draft) -> Map[Value]:
    """Rows of the target as they lie under the templates; war engines and other formations one by
    one."""
    keys = ("by", "target", "range", "terrain", "crossfire", "direct", "rear")
    args: dict[str, Value] = {key: draft.get(key) for key in keys}
    args["arcs"] = arcs_told(now.unit(str(draft["by"])), draft, ("bp",))
    target = str(draft["target"])
    lines = outside(now.unit(target))
    args["laid"] = tuple(0 if is_engine(row) else counted(draft, target, row) for row in lines)
    engines = tuple(row for row in lines if is_engine(row))
    others = tuple((each, row) for each in also(draft) for row in outside(now.unit(each)))
    every = (*((target, row) for row in engines), *others)
    found = tuple(stated(now, draft, each, row) for each, row in every if counted(draft, each, row))
    args["under"] = found or None
    total = sum(row.left for row in rows(now.unit(str(draft["by"]))))
    args["able"] = draft.get("able") if draft.get("able") != total else None
    return Map({key: value for key, value in args.items() if value not in (None, False)})


@rule(refs.EPIC_59, refs.EPIC_61)
def counted(draft: Draft, formation: str, row: UnitRow) -> int:
    found = draft.get(f"under:{formation}:{row.at}")
    return min(row.left, found) if isinstance(found, int) else preset_of(draft, formation, row)


@rule(refs.EPIC_59, refs.EPIC_61)
def preset_of(draft: Draft, formation: str, row: UnitRow) -> int:
    """All of the target and none of the others, until the players say otherwise."""
    return row.left if formation == draft["target"] else 0


@rule(refs.EPIC_61, refs.EPIC_173)
def stated(now: GameState, draft: Draft, formation: str, row: UnitRow) -> Map[Value]:
    """Units of a row under the templates, on the same ground as the target."""
    waits = bool(now.unit(formation).count("overwatch"))
    cover = cover_of(now, row, str(draft.get("terrain", OPEN)), False, waits)
    found: dict[str, Value] = {
        "type": row.type,
        "formation": formation,
        "row": row.at,
        "count": counted(draft, formation, row),
        "cover": cover.save or cover.hidden or None,
        "centre": bool(draft.get(f"centre:{formation}:{row.at}")) or None,
    }
    return Map({key: value for key, value in found.items() if value is not None})


@rule(refs.EPIC_57)
def draft_of(args: Map[Value]) -> Draft:
    """The pair, the distance and the ground; the templates are laid anew."""
    return Map({key: args[key] for key in ("by", "target", "range", "terrain", "crossfire") if key in args})


@rule(refs.EPIC_57)
def foretold(now: GameState, draft: Draft) -> Foretold | None:
    """What becomes of those who are aimed at."""
    return Foretold("barrage", situation_of(now, draft), (str(draft["target"]),)) if draft.get("target") else None


PLAN = DeedPlan("barrage", "by", "target", facts, means, situation=situation_of, draft=draft_of, foretold=foretold)
