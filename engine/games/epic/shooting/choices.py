"""What the players choose before a formation fires."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.rows import rows
from engine.games.epic.shooting.salvos import firing_rows
from engine.games.epic.shooting.situation import Fire
from engine.games.epic.shooting.weapons import all_weapons
from engine.playing.citing import rule
from engine.values.model import Unknown
from engine.values.situation import Untold
from engine.values.table import GameState


@rule(refs.EPIC_41, refs.EPIC_42, refs.EPIC_49, refs.EPIC_256)
def words_of_fire(now: GameState, fire: Fire) -> dict[str, tuple[str, ...]]:
    """What shooter and owner choose, where it matters: AP or AT at a mixed target, war engines or
    the rest, who stands in front, and who is farthest where markers silence units."""
    try:
        by, lines = fire.by, [row for row in rows(now.unit(fire.target)) if row.left]
    except (Untold, Unknown):
        return {}
    types = {row.type for row in lines}
    found: dict[str, tuple[str, ...]] = {}
    if by and is_mixed(types) and any(gun.get("ap") and gun.get("at") for gun in all_weapons(now.unit(by))):
        found["firepower"] = ("ap", "at")
    if "WE" in types and len(types) > 1:
        found["aim"] = ("engines", "others")
    if len(lines) > 1:
        found["front"] = tuple(row.name for row in lines)
    if by and now.unit(by).count("blast") and len(firers := rows_that_fire(now, by)) > 1:
        found["rear"] = firers
    return found


def is_mixed(types: set[str]) -> bool:
    """Whether AP and AT both have units to hit, but not the same."""
    return "INF" in types and bool(types - {"INF", "LV"})


def rows_that_fire(now: GameState, by: str) -> tuple[str, ...]:
    unshaken = now.set(by, "blast", 0, refs.EPIC_41)
    firing = zip(rows(now.unit(by)), firing_rows(unshaken, by), strict=True)
    return tuple(row.name for row, count in firing if count)
