"""Both sides of an assault: who fights, who is in contact, who only shoots."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.assault.memory import fallen
from engine.games.epic.assault.situation import Assault
from engine.games.epic.formations.riders import outside
from engine.games.epic.formations.rows import UnitRow, front_to_back, models
from engine.games.epic.terrain.ground import OPEN
from engine.games.epic.war_engines.hulls import is_engine
from engine.playing.citing import rule
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say

MIXED = "mixed"
MOST_TOUCHING = 2


class Fighters(NamedTuple):
    """A formation in an assault: units of each row in contact, units that only shoot; or all of
    them alike. Its rows from front to back, where their owner says so."""

    formation: str
    cc: tuple[int, ...] = ()
    ff: tuple[int, ...] = ()
    all: str = "ff"
    terrain: str = OPEN
    front: tuple[str, ...] = ()


Sides = tuple[tuple[Fighters, ...], tuple[Fighters, ...]]
"""Attackers and defenders."""


class Duel(NamedTuple):
    """Both sides of an assault, attackers first; formations that may support them."""

    sides: Sides
    supporters: Sides = ((), ())

    @property
    def fighters(self) -> tuple[Fighters, ...]:
        return (*self.sides[0], *self.sides[1])

    @property
    def formations(self) -> tuple[str, ...]:
        return names_of(self.fighters)


def names_of(fighters: tuple[Fighters, ...]) -> tuple[str, ...]:
    return tuple(each.formation for each in fighters)


@rule(refs.EPIC_85, refs.EPIC_88, refs.EPIC_92, refs.EPIC_133)
def duel_of(now: GameState, assault: Assault) -> Duel:
    """Who fights, and how; the defender's ground, who supports."""
    ours, theirs = assault.attackers, assault.defenders
    if both := set(ours) & set(theirs):
        raise Impossible(say("{unit} cannot fight itself", unit=min(both)))
    for stranger in assault.engaged or ():
        if stranger not in (*ours, *theirs):
            raise Impossible(say("{unit} is not in this assault", unit=stranger))
    attacking = tuple(fighters_of(assault, each, OPEN) for each in ours)
    defending = tuple(fighters_of(assault, each, assault.terrain or OPEN) for each in theirs)
    firing = skimmers_that_fire(assault, ours), skimmers_that_fire(assault, theirs)
    return Duel(bind_enemies_of_skimmers((attacking, defending), firing), supporters_of(now, assault))


@rule(refs.EPIC_84, refs.EPIC_89)
def fighters_of(assault: Assault, formation: str, terrain: str) -> Fighters:
    """Units in contact and at a distance as the players say, or all of them alike."""
    stated, front = assault.engaged.get(formation) if assault.engaged else None, front_of(assault, formation)
    if stated is None:
        return Fighters(formation, all=assault.fought, terrain=terrain, front=front)
    return Fighters(formation, stated.cc or (), add_counts(stated.ff, stated.ff_in_contact), "", terrain, front)


@rule(refs.EPIC_91, refs.EPIC_256)
def front_of(assault: Assault, formation: str) -> tuple[str, ...]:
    """Its rows in the order in which they are hit, as their owner says."""
    found = assault.front.get(formation, ()) if assault.front else ()
    return (found,) if isinstance(found, str) else found


def add_counts(some: tuple[int, ...] | None, more: tuple[int, ...] | None) -> tuple[int, ...]:
    """Numbers row by row, added up."""
    return tuple(map(sum, zip_longest(some or (), more or (), fillvalue=0)))


@rule(refs.EPIC_128)
def skimmers_that_fire(assault: Assault, side: tuple[str, ...]) -> int:
    """Skimmers of a side that use their firefight in contact."""
    stated = (assault.engaged.get(each) for each in side) if assault.engaged else ()
    return sum(sum(each.ff_in_contact or ()) for each in stated if each)


@rule(refs.EPIC_81, refs.EPIC_128)
def bind_enemies_of_skimmers(sides: Sides, firing: tuple[int, int]) -> Sides:
    """Who touches a skimmer that fires has to fire too: of its enemies only so many fight hand to
    hand as can touch those who do, two each."""
    close = [sum(map(sum, (each.cc for each in side))) for side in sides]
    return (
        fire_in_contact(sides[0], close[0] - MOST_TOUCHING * close[1] if firing[1] else 0),
        fire_in_contact(sides[1], close[1] - MOST_TOUCHING * close[0] if firing[0] else 0),
    )


@rule(refs.EPIC_128)
def fire_in_contact(side: tuple[Fighters, ...], count: int) -> tuple[Fighters, ...]:
    """So many units in contact use their firefight, the rear ones first."""
    found = list[Fighters]()
    for each in reversed(side):
        moved = front_to_back(each.cc[::-1], max(0, count))[::-1]
        count -= sum(moved)
        close = tuple(here - gone for here, gone in zip(each.cc, moved, strict=True))
        found.append(each._replace(cc=close, ff=add_counts(each.ff, moved)) if any(moved) else each)
    return tuple(reversed(found))


@rule(refs.EPIC_95)
def supporters_of(now: GameState, assault: Assault) -> tuple[tuple[Fighters, ...], tuple[Fighters, ...]]:
    """Each with its units that are near enough, or all of them."""
    helpers: tuple[list[Fighters], list[Fighters]] = ([], [])
    for each in assault.supporters or ():
        is_theirs = now.unit(each.formation).seat != now.unit(assault.attacker).seat
        helpers[is_theirs].append(Fighters(each.formation, (), each.units or (), "" if each.units else "ff"))
    return tuple(helpers[0]), tuple(helpers[1])


def fight_alike(fighters: tuple[Fighters, ...], how: str) -> tuple[Fighters, ...]:
    return tuple(each._replace(all=how) for each in fighters)


# Who is engaged


@rule(refs.EPIC_84, refs.EPIC_268)
def engaged(now: GameState, fighters: Fighters) -> tuple[tuple[int, int], ...]:
    """Units of each row in contact and at a distance, less those who fell in this assault."""
    lines = outside(now.unit(fighters.formation))
    if fighters.all:
        return tuple((row.left, 0) if fighters.all == "cc" else (0, row.left) for row in lines)
    found, dead = [], fallen(now, fighters.formation).buried
    for row in lines:
        if shared_dice(fighters, row):
            found.append((row.left, 0))
            continue
        touching, fell = count_at(fighters.cc, row.at), count_at(dead, row.at)
        close = min(row.left, max(0, touching - fell))
        afar = max(0, count_at(fighters.ff, row.at) - max(0, fell - touching))
        found.append((close, min(afar, row.left - close)))
    return tuple(found)


@rule(refs.EPIC_184)
def shared_dice(fighters: Fighters, row: UnitRow) -> tuple[int, int] | None:
    """Dice of war engines shared between close combat and firefight, where more are stated than
    there are engines."""
    close, afar = count_at(fighters.cc, row.at), count_at(fighters.ff, row.at)
    is_shared = is_engine(row) and not fighters.all and close and afar and close + afar > row.left
    return (close, afar) if is_shared else None


def count_at(counts: tuple[int, ...], row: int) -> int:
    return counts[row] if row < len(counts) else 0


def engaged_units(now: GameState, fighters: tuple[Fighters, ...]) -> int:
    return sum(
        models(now, each.formation) if each.all else sum(close + afar for close, afar in engaged(now, each))
        for each in fighters
    )


def models_left(now: GameState, fighters: tuple[Fighters, ...]) -> int:
    """Models left on a side, engaged or not."""
    return sum(models(now, each.formation) for each in fighters)


@rule(refs.EPIC_16, refs.EPIC_96)
def may_support(now: GameState, formation: str) -> bool:
    """Neither broken nor marching; markers do not suppress."""
    unit = now.unit(formation)
    return unit.where == "table" and not unit.count("broken") and not unit.count("marched")
