"""The table of terrain: who is in cover by it, and what the ground does to those who enter."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow
from engine.playing.citing import rule
from engine.values.kinds import Word
from engine.values.table import GameState
from engine.values.texts import say

NONE, DANGEROUS, IMPASSABLE, SEE_RULES = "none", "dangerous", "impassable", "see_rules"
Ground = tuple[int | None, str]
OPEN = "open_ground"
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
"""Infantry, vehicles, war engines: the cover save, and what the ground does to them."""
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
TerrainName = Annotated[str, Word(TERRAINS)]
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
    others."""

    hidden: bool = False
    save: int | None = None
    fortified: bool = False


@rule(refs.EPIC_77, refs.EPIC_138, refs.EPIC_263)
def ground(kind: str, mounted: bool, terrain: str) -> Ground:
    """The column of a unit: mounted units and all vehicles read the vehicles'."""
    row = TERRAIN[ALSO.get(terrain, terrain)]
    return row[2] if kind == "WE" else row[0] if kind == "INF" and not mounted else row[1]


@rule(refs.EPIC_69, refs.EPIC_70, refs.EPIC_71, refs.EPIC_72, refs.EPIC_73, refs.EPIC_74, refs.EPIC_263, refs.EPIC_264)
def cover(now: GameState, kind: str, mounted: bool, terrain: str, touching: bool, overwatch: bool) -> Cover:
    """Cover by the terrain, by a vehicle touched, or by waiting in the open."""
    place, foot = ALSO.get(terrain, terrain), kind == "INF" and not mounted
    save, effect = ground(kind, mounted, terrain)
    if not foot and now.reading("vehicle_cover") == "infantry_only":
        save = None
    if foot and overwatch and place == "open_ground":
        return Cover(True, ON_OVERWATCH)
    hides = save is not None if foot else place in HIDING and (effect != NONE or kind != "WE")
    return Cover(hides or (touching and kind == "INF"), save, place == "fortification")


def cover_of(now: GameState, row: UnitRow, terrain: str, touching: bool, overwatch: bool) -> Cover:
    return cover(now, row.type, row.has("mounted"), terrain, touching, overwatch)
