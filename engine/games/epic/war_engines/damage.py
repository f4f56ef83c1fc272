"""War engines under fire: shields before saves, damage instead of death, dice of Titan Killers."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.formations.rows import UnitRow, number
from engine.games.epic.shooting.hits import Group, Hits, Mark, Screen, hits_on_each, past_shields
from engine.games.epic.war_engines.hulls import damage_engine, hulls, is_engine, shields
from engine.games.epic.war_engines.shields import lower_shields
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import ALL_DICE, Check, Die, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say


class Wound(NamedTuple):
    """Damage that saves did not stop: the engine's row or place, its number there, points, those
    among them that bring no marker of their own."""

    row: int
    nth: int
    points: int
    quiet: int = 0


@rule(refs.EPIC_178)
def screens(now: GameState, unit: Unit, row: UnitRow) -> tuple[Screen | None, ...]:
    """What stands before each unit of a row: an engine's shields that are up."""
    if not is_engine(row):
        return (None,) * row.left
    whole, one_place = now.reading("shield_stops") == "hit", now.reading("tk_allocation") == "hit"
    return tuple(
        Screen(nth, max(0, shields(row) - hull.down), whole, row.has("living_metal"), one_place)
        for nth, hull in enumerate(hulls(unit, row))
    )


@rule(refs.EPIC_178, refs.EPIC_276)
def drop_shields(state: GameState, formation: str, marks: tuple[Mark, ...], hits: Hits) -> GameState:
    """Every shield that stopped something is down; no save, no marker."""
    for mark, taken in zip(marks, hits_on_each(marks, hits), strict=True):
        if mark.screen:
            state = lower_shields(state, formation, mark.row, mark.screen.nth, past_shields(mark, taken)[1])
    return state


def wounds(outcomes: tuple[tuple[Group, int], ...]) -> tuple[Wound, ...]:
    """What the saves left of the hits on engines, the rear first, so that no engine moves up
    meanwhile."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for (row, taken, points), saved in outcomes:
        if taken[0].on >= 0:
            lost, quiet = found.get((row, taken[0].on), (0, 0))
            failed = points - saved
            found[row, taken[0].on] = lost + failed, quiet + failed * taken[0].has("disrupt")
    return tuple(Wound(*place, *points) for place, points in sorted(found.items(), reverse=True))


def damage_engines(state: GameState, formation: str, found: tuple[Wound, ...]) -> GameState:
    for row, nth, lost, quiet in found:
        state = damage_engine(state, formation, row, nth, lost, refs.EPIC_161, quiet)
    return state


# Titan Killers


@rule(refs.EPIC_160)
def titan_killer_damage(damage: Value) -> int:
    """The damage of a Titan Killer: a number, or below zero the sides of the die that decides
    it."""
    if not isinstance(damage, str):
        return number(damage) or 1
    word = damage.lower().lstrip("d")
    points = int(word) if word.isdecimal() else 0
    return (-points if damage[:1] in "dD" else points) or 1


@rule(refs.EPIC_160)
def has_damage_die(damage: int) -> bool:
    """Whether a die decides how many points a hit takes."""
    return damage < 1


@rule(refs.EPIC_171)
def damage_dice(now: GameState, target: str, sides: int, hits: int, key: str) -> Prompt:
    """One die a hit, before the hits are handed out."""
    names = (key,) if hits == 1 else tuple(f"{key}:{n}" for n in range(hits))
    die = Die(f"d{sides}", tuple(range(1, sides + 1)))
    checks = tuple(Check(name, 1, die, refs.EPIC_160, keep=ALL_DICE) for name in names)
    seat, known = (1 - now.unit(target).seat, (target,)) if target else (now.seat, ())
    return Prompt(key, "roll", seat, say("damage of Titan Killer hits"), refs.EPIC_160, known, checks)
