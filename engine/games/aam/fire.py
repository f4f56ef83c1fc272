"""One shot at one unit: the dice, the defense, the cover roll, and what it leaves."""

from __future__ import annotations

from itertools import count
from typing import Literal

from engine.games.aam.abilities import ability_rows, printed
from engine.games.aam.dice import dice_rows
from engine.games.aam.markers import hits_for, struck
from engine.games.aam.modifiers import camouflage, cover_rows, ignores_cover, tall, to_hit_rows
from engine.games.aam.refs import AAM_51, AAM_68, AAM_69, AAM_85
from engine.games.aam.shots import Shot
from engine.games.aam.units import has, is_soldier, shaken
from engine.maps import Value
from engine.model import D6, Check, GameState, Prompt, Unit
from engine.procedure import Procedure, decide, roll
from engine.texts import say

COVERING = {"hill": ("soldier", "vehicle"), "forest": ("soldier", "vehicle"), "town": ("soldier", "vehicle"),
            "marsh": ("soldier",)}


def fire(state: GameState, **told: Value) -> Procedure:
    """Roll to hit, roll for cover where it can matter, put down what follows (AAM-68, 71)."""
    shot = Shot(**told)  # type: ignore[arg-type]  # made by Shot.told
    early = state.reading("cover_roll") == "always_before" and may_take_cover(state, shot)
    covered = 0
    if early:
        state, covered = yield from roll(state, cover, shot)
    state, hits = yield from roll(state, to_hit, shot)
    if hits and not early and may_take_cover(state, shot):
        return (yield from decide(state, cover, sheltered_or_not, shot, hits))
    return struck(state, shot, hits, bool(covered))


def sheltered_or_not(state: GameState, covered: tuple[int, ...], shot: Shot, hits: int) -> GameState:
    return struck(state, shot, hits, bool(covered[0]))


def to_hit(now: GameState, shot: Shot) -> Prompt:
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    dice = dice_rows(now, shot)
    key, ref = f"{shot.roll}{shot.tag}", AAM_85 if shot.defensive else AAM_51
    check = Check(key, sum(row.at(0) for row in dice), D6, AAM_51, (4,), to_hit_rows(now, shot), needs=defense(now, shot),
                  dice_rows=dice, grades=grades(now, shot))
    text = (say("{attacker} fires defensively at {target}", attacker=by.name, target=at.name) if shot.defensive
            else say("{attacker} attacks {target}", attacker=by.name, target=at.name))
    return Prompt(key, "roll", by.seat, text, ref, (by.id, at.id), (check,), readings=doubts(now, shot))


def grades(now: GameState, shot: Shot) -> tuple[int, ...]:
    """The fewest successes that make one hit, two, three (AAM-53)."""
    need, second = defense(now, shot), second_hit(now, shot)
    return tuple(next(n for n in count() if hits_for(counted(now, shot, n), need, second) >= hits) for hits in (1, 2, 3))


def cover(now: GameState, shot: Shot, hits: int = 0) -> Prompt:
    """Soldiers 4 or more, Vehicles 5 (AAM-69); low ones have a 6 in the open."""
    at = now.unit(shot.target)
    key, base = f"cover{shot.tag}", 4 if is_soldier(at) else 5
    check = Check(key, 1, D6, AAM_69, (base if in_cover(at, shot.terrain) else 6,), cover_rows(now, shot),
                  settled=cover_settled(now, shot))
    text = say("{unit} takes cover", unit=at.name)
    return Prompt(key, "roll", at.seat, text, AAM_68, (at.id,), (check,), readings=("cover_roll", "covered_step"))


def cover_settled(now: GameState, shot: Shot) -> Literal["", "passes", "fails"]:
    """Abilities that need no die; "cannot" beats "can" (AAM-87, 98)."""
    if tall(now, shot):
        return "fails"
    return "passes" if camouflage(now, shot) else ""


def counted(now: GameState, shot: Shot, successes: int) -> int:
    """Shrapnel doubles each success against a Soldier (AAM-86)."""
    times = printed(now.unit(shot.attacker), "shrapnel")
    return successes * times if times and is_soldier(now.unit(shot.target)) else successes


def defense(now: GameState, shot: Shot) -> int:
    """Front or rear, one less when disrupted or damaged, more by abilities (AAM-15, 54, 55)."""
    at = now.unit(shot.target)
    side = int(two_sided(at) and shot.from_behind)
    more = sum(row.at(0) for row in ability_rows(now, shot, "defense"))
    return max(int(now.reading("defense_floor")), at.need("defense", side) - shaken(at) + more)


def doubts(now: GameState, shot: Shot) -> tuple[str, ...]:
    """The reading that decides the defense, where one does."""
    return ("defense_floor",) if defense(now, shot) == int(now.reading("defense_floor")) else ()


def second_hit(now: GameState, shot: Shot) -> int:
    """How far above the defense the second hit lies: 1, or more with superior armour (AAM-53, 86)."""
    at = now.unit(shot.target)
    frontal = printed(at, "superior_frontal_armor") * (not shot.from_behind)
    return max(1, printed(at, "superior_armor"), printed(at, "steely_resolve"), frontal)


def two_sided(unit: Unit) -> bool:
    """Only a unit with two defense numbers has a front and a rear (AAM-15)."""
    sides = unit.stated("defense")
    return isinstance(sides, tuple) and len(sides) == 2


def in_cover(unit: Unit, terrain: str | None) -> bool:
    """Hills, forest and towns cover all, marsh Soldiers only (AAM-46, 68)."""
    return unit.word("type") in COVERING.get(terrain or "", ())


def may_take_cover(now: GameState, shot: Shot) -> bool:
    """In covering terrain, a road changing nothing but by one reading, unless the attack ignores cover (AAM-45, 68, 74)."""
    at = now.unit(shot.target)
    bare = bool(shot.road) and now.reading("road_cover") == "none"
    low = shot.terrain == "clear" and has(at, "low_silhouette")
    return ((in_cover(at, shot.terrain) and not bare) or low) and not ignores_cover(now, shot)
