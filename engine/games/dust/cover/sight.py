"""What blocks a line of sight."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust import refs
from engine.games.dust.cover.situation import LineOfSight, WallOpenings
from engine.games.dust.movement.situation import thing_list
from engine.games.dust.units import is_on_board, kind, partner
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Impossible, Ref
from engine.values.table import GameState
from engine.values.texts import say

ALWAYS_BLOCK = ("block", "smoke", "wall", "vehicle", "walker", "building")
BLOCK_SOLDIERS = ("squad", "hero", "soldier", "trap")
NEVER_BLOCK = ("crate", "water", "rubble", "neutral", "small_entrance", "large_entrance")
"""What cuts every line, what only one from soldiers to soldiers, and what none."""
CUT_BY: dict[str, Ref] = {
    "crate": refs.DUST_19,
    "trap": refs.DUST_20,
    "squad": refs.DUST_21,
    "hero": refs.DUST_21,
    "soldier": refs.DUST_21,
    "vehicle": refs.DUST_24,
    "walker": refs.DUST_24,
    "wall": refs.DUST_77,
    "building": refs.DUST_77,
}
"""The rule that says whether something cuts a line; terrain has a table of its own."""
PARTIES = (
    *("soldier", "squad", "hero", "joined_hero", "vehicle", "walker"),
    *("element", "crate", "trap", "inside", "outside"),
)
"""Whom a question may call attacker or target."""


@rule(refs.DUST_18, refs.DUST_26, refs.DUST_179)
def clearness(now: GameState, line: LineOfSight) -> dict[str, Value]:
    """What lies on the line, its ends, and corners that it touches: two on both sides squeeze it
    shut."""
    between = (thing for thing in thing_list(line.between) if can_block(now, thing, line.attacker, line.target))
    blocking = (*between, *smoke_at_the_ends(now, line), *wall_around(now, line))
    touched = (corner for corner in line.corners if can_block(now, corner.of, line.attacker, line.target))
    is_squeezed = len({corner.side for corner in touched}) > 1
    return {"clear": not blocking and not is_squeezed, "blocked_by": blocking}


def reasons(now: GameState, line: LineOfSight) -> Iterator[Ref]:
    """The rules about what lies on the line, its ends, and corners."""
    for thing in thing_list(line.between):
        yield CUT_BY.get(kind(now.unit(thing)) if thing in now.units else thing, refs.DUST_25)
    parts = ((line.corners, refs.DUST_26), (line.smoke, refs.DUST_178), (line.openings, refs.DUST_80))
    yield from (ref for part, ref in parts if part)


@rule(refs.DUST_178)
def smoke_at_the_ends(now: GameState, line: LineOfSight) -> tuple[str, ...]:
    """By one reading who stands in smoke sees and is seen next to it only."""
    is_shut = line.smoke and now.reading("smokeEnds") == "closed" and line.range not in (0, 1)
    return ("smoke",) if is_shut else ()


@rule(refs.DUST_80)
def wall_around(now: GameState, line: LineOfSight) -> tuple[str, ...]:
    """Who is inside stands at an opening towards the other; by one reading a target at any."""
    openings = line.openings or WallOpenings()
    enough = ("towards", "elsewhere") if now.reading("openingDirection") == "shooterOnly" else ("towards",)
    is_shut = (openings.attacker or "towards") != "towards" or (openings.target or "towards") not in enough
    return ("wall",) if is_shut else ()


@rule(refs.DUST_19, refs.DUST_20, refs.DUST_21, refs.DUST_22, refs.DUST_23, refs.DUST_24, refs.DUST_25, refs.DUST_77)
def can_block(now: GameState, thing: str, attacker: str, target: str) -> bool:
    """Traps and soldiers only between soldiers; crates, water and rubble never."""
    unit = now.units.get(thing)
    if unit is None and thing not in (*ALWAYS_BLOCK, *BLOCK_SOLDIERS, *NEVER_BLOCK):
        raise Impossible(say("{thing} is neither a unit nor terrain", thing=thing))
    name = thing if unit is None else kind(unit)
    if unit is not None and not is_on_board(unit):
        return False
    if name == "hero" and now.reading("loneHeroBlocks") == "no" and not (unit and partner(now, thing)):
        return False
    if name in BLOCK_SOLDIERS:
        return is_on_foot(now, attacker) and is_on_foot(now, target)
    return name in ALWAYS_BLOCK


@rule(refs.DUST_92, refs.DUST_179)
def is_on_foot(now: GameState, who: str) -> bool:
    """A soldier by word or by its card; a cover element by its reading."""
    name = name_of(now, who)
    if name in ("element", "crate", "trap"):
        return now.reading("elementLos") == "soldier"
    return name not in ("vehicle", "walker")


def name_of(now: GameState, who: str) -> str:
    """What a unit is, by its card or by the word told."""
    name = kind(now.unit(who)) if who in now.units else who
    if name not in PARTIES:
        raise Impossible(say("{thing} is neither a unit nor one of {words}", thing=who, words=", ".join(PARTIES)))
    return name
