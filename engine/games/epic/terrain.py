"""Terrain: the table, who is in cover by it, and tests in dangerous ground."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic.abilities import able
from engine.games.epic.cards import TYPES, UNIT
from engine.games.epic.formations import NO_CARD, Row, card_of, row_of, rows, words
from engine.games.epic.hulls import damaged, engine, unhurt
from engine.games.epic.markers import fell, has_broken, judged, placed
from engine.games.epic.refs import EPIC_66, EPIC_67, EPIC_77, EPIC_136
from engine.games.epic.warengines import criticals
from engine.games.epic.withdraw import withdrawal
from engine.playing.procedure import Procedure, call, roll, task
from engine.playing.rules import Opening, Show, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Value
from engine.values.model import D6, Check, Prompt
from engine.values.stages import Again
from engine.values.table import GameState
from engine.values.texts import say

NONE, DANGEROUS, IMPASSABLE, SEE_RULES = "none", "dangerous", "impassable", "see_rules"
MOST_TESTS = 99
Ground = tuple[int | None, str]
TERRAIN: dict[str, tuple[Ground, Ground, Ground]] = {
    "building": ((4, NONE), (None, IMPASSABLE), (None, IMPASSABLE)),
    "ruin": ((4, NONE), (None, DANGEROUS), (None, DANGEROUS)),
    "fortification": ((3, NONE), (None, SEE_RULES), (None, IMPASSABLE)),
    "gun_emplacement": ((4, NONE), (5, NONE), (None, NONE)),
    "trench": ((4, NONE), (None, DANGEROUS), (None, NONE)),
    "razor_wire": ((None, DANGEROUS), (None, NONE), (None, NONE)),
    "road": ((None, SEE_RULES), (None, SEE_RULES), (None, SEE_RULES)),
    "jungle": ((4, NONE), (None, IMPASSABLE), (None, DANGEROUS)),
    "wood": ((5, NONE), (None, DANGEROUS), (None, DANGEROUS)),
    "scrub": ((6, NONE), (None, NONE), (None, NONE)),
    "cliff": ((None, IMPASSABLE), (None, IMPASSABLE), (None, IMPASSABLE)),
    "open_ground": ((None, NONE), (None, NONE), (None, NONE)),
    "river": ((6, DANGEROUS), (None, IMPASSABLE), (None, NONE)),
    "marsh": ((6, DANGEROUS), (None, DANGEROUS), (None, DANGEROUS)),
}
"""Infantry, vehicles, war engines: the cover save, and what the ground does to them (EPIC-77)."""
ALSO = {
    "ruins": "ruin",
    "rubble": "ruin",
    "bunker": "fortification",
    "defence_line": "trench",
    "woods": "wood",
    "hill": "open_ground",
    "open": "open_ground",
    "buildings": "building",
}
HIDING = ("building", "ruin", "fortification", "gun_emplacement", "jungle", "wood")
"""Ground high enough to hide part of a vehicle."""
ON_OVERWATCH = 5
TERRAINS = (*TERRAIN, *ALSO)
TERRAIN_WORDS = {
    "building": say("buildings"),
    "ruin": say("ruins"),
    "fortification": say("fortification"),
    "gun_emplacement": say("gun emplacement"),
    "trench": say("trenches"),
    "razor_wire": say("razor wire"),
    "road": say("road"),
    "jungle": say("jungle"),
    "wood": say("woods"),
    "scrub": say("scrub"),
    "cliff": say("cliff"),
    "open_ground": say("open ground"),
    "river": say("river"),
    "marsh": say("marsh"),
    "ruins": say("ruins"),
    "rubble": say("rubble"),
    "bunker": say("bunker"),
    "defence_line": say("defence line"),
    "woods": say("woods"),
    "hill": say("hill"),
    "open": say("in the open"),
    "buildings": say("buildings"),
    "dangerous": say("dangerous"),
    "impassable": say("impassable"),
    "see_rules": say("see the rules"),
}


class Cover(NamedTuple):
    """What shelters a unit: the -1 to be hit, a save, thick rear armour; each apart from the
    others (EPIC-264)."""

    hidden: bool = False
    save: int | None = None
    fortified: bool = False


def ground(kind: str, mounted: bool, terrain: str) -> Ground:
    """The column of a unit: mounted units and all vehicles read the vehicles' (EPIC-77, 138,
    263)."""
    row = TERRAIN[ALSO.get(terrain, terrain)]
    return row[2] if kind == "WE" else row[0] if kind == "INF" and not mounted else row[1]


def cover(
    now: GameState, kind: str, mounted: bool, terrain: str, touching: bool = False, overwatch: bool = False
) -> Cover:
    """Cover by the terrain, by a vehicle touched, or by waiting in the open (EPIC-69, 70, 71,
    72, 73, 74, 263)."""
    place, foot = ALSO.get(terrain, terrain), kind == "INF" and not mounted
    save, effect = ground(kind, mounted, terrain)
    if not foot and now.reading("vehicle_cover") == "infantry_only":
        save = None
    if foot and overwatch and place == "open_ground":
        return Cover(True, ON_OVERWATCH)
    hides = save is not None if foot else place in HIDING and (effect != NONE or kind != "WE")
    return Cover(hides or (touching and kind == "INF"), save, place == "fortification")


def cover_of(now: GameState, row: Row, terrain: str, touching: bool, overwatch: bool) -> Cover:
    return cover(now, row.type, row.has("mounted"), terrain, touching, overwatch)


def told(
    now: GameState,
    terrain: str,
    type: str | None = None,
    touching: bool | str = False,
    overwatch: bool | None = None,
    abilities: tuple[str, ...] = (),
    unit: Value = None,
) -> dict[str, Value]:
    """The row of the table for one unit: as told, or by its card and state."""
    card = NO_CARD if unit is None else card_of(now, unit)
    kind = str(type or card.get("type") or "INF")
    waits = bool(isinstance(unit, str) and now.unit(unit).count("overwatch")) if overwatch is None else overwatch
    mounted = able((*abilities, *words(card)), "mounted")
    found = cover(now, kind, mounted, terrain, touching in (True, "AV", "WE"), waits)
    return {
        "in_cover": found.hidden,
        "cover_save": found.save,
        "effect": ground(kind, mounted, terrain)[1],
        "thick_rear_armour": found.fortified,
    }


def dangerous(
    state: GameState,
    type: str = "INF",
    abilities: tuple[str, ...] = (),
    cautious: bool = False,
    tests: int = 1,
    dc: int | None = None,
    formation: str | None = None,
    row: int = 0,
) -> Procedure:
    """A die for each test; on a 1 the unit is destroyed, a war engine damaged, without a save or
    a marker (EPIC-66, 163)."""
    if formation is not None:
        line = row_of(state.unit(formation), row)
        abilities = (*abilities, "walker") if line.has("walker") else abilities
        type = line.type
    state, passed = yield from roll(state, terrain_dice, type, abilities, cautious, tests)
    state = state.note(failed=tests - passed)
    if formation is None:
        return state
    state = unhurt(state, formation)
    if engine(rows(state.unit(formation))[row]):
        return (yield from call(state, task(shaken, formation=formation, row=row, failed=state.noted("failed"))))
    state = fell(
        state,
        formation,
        tuple(state.noted("failed") if n == row else 0 for n in range(len(rows(state.unit(formation))))),
    )
    if has_broken(state, formation):
        return (yield from call(state, task(withdrawal, formation=formation)))
    return state


def shaken(state: GameState, formation: str, row: int, failed: int) -> Procedure:
    """Each war engine that fails takes a point of damage, without a save, with its critical
    roll; a marker by one reading (EPIC-163)."""
    engines = rows(state.unit(formation))[row].left
    for nth in reversed(range(min(failed, engines))):
        state = damaged(state, formation, row, nth, 1 if engines > 1 else failed)
    state = yield from call(state, task(criticals, formation=formation))
    if state.reading("we_terrain_bm") == "one":
        state = judged(placed(state, formation, state.noted(f"shock:{formation}")), formation)
    return state


def lost_in_terrain(after: GameState, formation: str, row: int) -> int:
    """Units lost: war engines by damage or by a critical, the others one a test (EPIC-66, 163)."""
    line = row_of(after.unit(formation), row)
    return after.noted(f"wrecked:{formation}") if engine(line) else after.noted("failed")


def terrain_dice(now: GameState, kind: str, abilities: tuple[str, ...], cautious: bool, tests: int) -> Prompt:
    """A failed test is rolled again once by walkers and by those who move cautiously (EPIC-67,
    136)."""
    again = (Again(),) if cautious or able(abilities, "walker") else ()
    ref = EPIC_67 if cautious else EPIC_136 if again else EPIC_66
    check = Check("terrain", tests, D6, ref, (2,), stages=again)
    return Prompt("terrain", "roll", now.seat, say("dangerous terrain"), EPIC_66, checks=(check,))


def destroyed(
    type: str = "INF", dc: int | None = None, formation: str | None = None, row: int = 0, **_: Value
) -> dict[str, Show]:
    """One failed test is enough, but for a war engine with more damage capacity, told or not
    (EPIC-66, 163)."""
    if formation is not None:
        return {"destroyed": lambda after: "yes" if lost_in_terrain(after, formation, row) else "no"}
    need = dc if type == "WE" else 1
    return {
        "destroyed": lambda after: "yes" if need and after.noted("failed") >= need else "no",
        **({"damage": lambda after: after.noted("failed")} if type == "WE" else {}),
    }


TERRAIN_TABLE = Opening(
    "terrain",
    say("terrain table"),
    EPIC_77,
    nothing,
    Record(
        (
            *required(terrain=Word(TERRAINS)),
            *fields(type=Word(TYPES), unit=Either((UnitId(), UNIT)), overwatch=Flag()),
            Field("touching", Either((Flag(), Word(TYPES))), default=False),
            Field("abilities", ListOf(Word()), default=()),
        )
    ),
    tells=told,
)
DANGEROUS_TEST = Opening(
    "dangerous",
    say("dangerous terrain"),
    EPIC_66,
    dangerous,
    Record(
        (
            Field("type", Word(TYPES), default="INF"),
            Field("abilities", ListOf(Word()), default=()),
            Field("cautious", Flag(), default=False),
            Field("tests", Whole(1, MOST_TESTS), default=1),
            *fields(dc=Whole(1, 99), formation=UnitId()),
            Field("row", Whole(0, 99), default=0),
        )
    ),
    shows=destroyed,
)
