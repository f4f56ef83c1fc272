"""Cover from its sources to none, soft or hard."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust import refs
from engine.games.dust.attack import modifiers
from engine.games.dust.cover import sight
from engine.games.dust.cover.situation import ALSO_CALLED, CoverCheck
from engine.games.dust.units import partner, weapon_lines
from engine.games.dust.weapons.values import IGNORE_COVER, BorneWeapon
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Ref
from engine.values.table import GameState

GIVEN_BY: dict[str, Ref] = {
    "crate": refs.DUST_40,
    "trap": refs.DUST_40,
    "corner": refs.DUST_45,
    "building": refs.DUST_79,
}
"""The rule by which a source gives cover."""


@rule(refs.DUST_39, refs.DUST_42, refs.DUST_62, refs.DUST_84, refs.DUST_100)
def cover(now: GameState, check: CoverCheck) -> dict[str, Value]:
    """Squads and heroes joined to them; what ignores it leaves none, or a building's by the FAQ."""
    _ = sight.name_of(now, check.attacker)
    if not is_protected(now, check.target):
        return {"cover": "none"}
    kept = check.sources
    if is_ignored(now, check):
        kept = tuple(source for source in kept if source == "building" and is_structure_kept(now, check))
    return {"cover": combined_grade([grade for source in kept if (grade := grade_of(now, source, check))])}


def reasons(now: GameState, check: CoverCheck) -> Iterator[Ref]:
    """The rules a grade of cover rests on: who has none, what ignores it, what gives it."""
    if not is_protected(now, check.target):
        yield refs.DUST_39
    elif is_ignored(now, check):
        yield from (modifiers.AGAINST_COVER.get(kind, refs.DUST_42) for kind in kinds_named(check) or ("",))
    is_entrance = check.corner_of == "small_entrance"
    for source in check.sources:
        yield refs.DUST_82 if source == "corner" and is_entrance else GIVEN_BY[source]


# Who has it


@rule(refs.DUST_39, refs.DUST_98, refs.DUST_100)
def is_protected(now: GameState, target: str) -> bool:
    """Squads and joined heroes, never vehicles or lone heroes."""
    name = sight.name_of(now, target)
    if name == "hero" and target in now.units:
        return partner(now, target) is not None
    return name in ("squad", "joined_hero", "soldier")


# What gives it


@rule(refs.DUST_06, refs.DUST_46)
def combined_grade(grades: list[str]) -> str:
    """Two soft covers make a hard one, which is the most there is."""
    return "hard" if "hard" in grades or len(grades) > 1 else "soft" if grades else "none"


@rule(refs.DUST_06, refs.DUST_40, refs.DUST_45, refs.DUST_79)
def grade_of(now: GameState, source: str, check: CoverCheck) -> str:
    """A crate and a corner soft, a trap hard, a building by where the attacker stands."""
    if source == "building":
        return "soft" if "inside" in (check.attacker, check.attacker_place) else "hard"
    if source == "corner":
        return "soft" if is_sheltered_by_corner(now, check) else ""
    return {"crate": "soft", "trap": "hard"}[source]


@rule(refs.DUST_45, refs.DUST_82)
def is_sheltered_by_corner(now: GameState, check: CoverCheck) -> bool:
    """The corner of what blocks this attacker's sight beside the target; not of a small
    entrance; at 45 degrees."""
    corner = check.corner_of or "block"
    is_apart = check.adjacent is False and now.reading("cornerAdjacent") == "yes"
    if is_apart or (check.at_45 is False and now.reading("corner45") == "on"):
        return False
    return corner in sight.ALWAYS_BLOCK or (corner in sight.BLOCK_SOLDIERS and sight.is_on_foot(now, check.attacker))


# What ignores it


@rule(refs.DUST_42, refs.DUST_53, refs.DUST_62, refs.DUST_63)
def is_ignored(now: GameState, check: CoverCheck) -> bool:
    """By the kinds told, or by the weapon of the unit told."""
    if not IGNORE_COVER.isdisjoint(kinds_named(check)):
        return True
    by, weapon = now.units.get(check.attacker), check.weapon or ""
    if by is not None and weapon in weapon_lines(by):
        at = now.units.get(check.target)
        gun = BorneWeapon(by, weapon)
        return gun.can_ignore_cover(now, gun.value_against(at) if at is not None else None)
    return "-" in (check.range or "") and now.reading("parabolic") == "artilleryLike"


@rule(refs.DUST_42, refs.DUST_49, refs.DUST_54)
def kinds_named(check: CoverCheck) -> tuple[str, ...]:
    """Kinds as told, and as a range tells: C is close combat, A artillery."""
    by_range = {"C": ("close",), "A": ("artillery",)}.get((check.range or "").strip().upper(), ())
    return (*by_range, *(ALSO_CALLED.get(kind, kind) for kind in check.kinds or ()))


@rule(refs.DUST_42, refs.DUST_62)
def is_structure_kept(now: GameState, check: CoverCheck) -> bool:
    """By the FAQ, unless something else than artillery ignores cover too."""
    by = now.units.get(check.attacker)
    kinds = {*kinds_named(check), *(BorneWeapon(by, check.weapon or "").kinds if by is not None else ())}
    return kinds & IGNORE_COVER == {"artillery"} and now.reading("artilleryStructure") == "structureKept"
