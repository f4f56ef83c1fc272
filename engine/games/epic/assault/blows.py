"""Who strikes with what in an assault: the dice of units in contact and at a distance, and what
their weapons add."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.abilities import able, traits
from engine.games.epic.assault.duel import Duel, Fighters, engaged, may_support, shared_dice
from engine.games.epic.formations.rows import UnitRow, rows, with_alone
from engine.games.epic.shooting.hits import Hit
from engine.games.epic.shooting.weapons import listed
from engine.games.epic.war_engines.damage import titan_killer_damage
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit


class Blow(NamedTuple):
    """Dice of one kind."""

    formation: str
    row: int
    dice: int
    value: int
    hit: Hit
    first: bool = False
    close: bool = False


def blows_of_side(now: GameState, duel: Duel, side: int, first: bool, support: bool) -> tuple[Blow, ...]:
    """The attacks of a side, or all those of its supporters."""
    if not support:
        return blows(now, duel.sides[side], first)
    able_to = tuple(
        each._replace(all="ff" if each.all else "")
        for each in duel.supporters[side]
        if may_support(now, each.formation)
    )
    return (*blows(now, able_to, False), *blows(now, able_to, True))


@rule(refs.EPIC_90, refs.EPIC_150, refs.EPIC_162, refs.EPIC_184, refs.EPIC_151)
def blows(now: GameState, fighters: tuple[Fighters, ...], first: bool) -> tuple[Blow, ...]:
    """One die a unit, a war engine as many as its capacity, and extra attacks; first strikes
    come early, each only with its own dice."""
    units = tuple(with_alone(now.unit(each.formation), "lost") for each in fighters)
    found = _blows(units, tuple(engaged(now, each) for each in fighters), fighters)
    return tuple(blow for blow in found if blow.first == first)


@rule(refs.EPIC_151)
def strikes_first(unit: Unit) -> bool:
    """Whether a weapon of its card does."""
    return _strikes_first(unit.known("units"))


@lru_cache(maxsize=256)
def _strikes_first(units: Value) -> bool:
    cards = [row[1] for row in units if isinstance(row, tuple)] if isinstance(units, tuple) else []
    weapons = (weapon for card in cards if isinstance(card, Map) for weapon in listed(card))
    return any("first_strike" in arm_of(weapon) for weapon in weapons if isinstance(weapon, Map))


@lru_cache(maxsize=4096)
def _blows(
    units: tuple[Unit, ...], close_and_afar: tuple[tuple[tuple[int, int], ...], ...], fighters: tuple[Fighters, ...]
) -> tuple[Blow, ...]:
    """All attacks of some formations: odds ask for the same few thousands of times."""
    found: list[Blow] = []
    for unit, pairs, each in zip(units, close_and_afar, fighters, strict=True):
        for row, pair in zip(rows(unit), pairs, strict=True):
            shared = shared_dice(each, row)
            for dice, how in zip(shared or [units * row.weight for units in pair], ("cc", "ff"), strict=True):
                if dice and row.left and not (row.type == "AC" and row.card.get(how) is None):
                    striking = sum(pair) if shared else dice // row.weight
                    found += blows_of_row(each.formation, row, striking, how, unit.need("units", row.at, 1, how), dice)
    return tuple(found)


@rule(refs.EPIC_89, refs.EPIC_141, refs.EPIC_150)
@lru_cache(maxsize=4096)
def blows_of_row(formation: str, row: UnitRow, units: int, how: str, value: int, dice: int) -> tuple[Blow, ...]:
    """A row's dice in close combat or firefight: its own, then those its weapons and characters
    add; one macro-weapon makes the ordinary attack one."""
    arms = arms_of(row.card, how)
    own = {name: number for arm in arms if "extra_attacks" not in arm for name, number in arm.items()}
    added = [(units, arm) for arm in arms] + [(1, arm) for card in row.characters for arm in arms_of(card, how)]
    return (
        blow_of(formation, row, dice, value, how, own),
        *(
            blow_of(formation, row, count * arm["extra_attacks"], value, how, arm)
            for count, arm in added
            if "extra_attacks" in arm
        ),
    )


def arms_of(card: Map[Value], how: str) -> list[dict[str, int]]:
    """What each weapon of a card brings into close combat or a firefight."""
    return [arm_of(weapon) for weapon in listed(card) if isinstance(weapon, Map) and is_used_for(weapon, how)]


@rule(refs.EPIC_160)
def arm_of(weapon: Map[Value]) -> dict[str, int]:
    """What a weapon brings; a Titan Killer with its damage, below zero the sides of a die."""
    known = traits(weapon.get("abilities"))
    damage = known.get("titan_killer") if weapon.get("tk") is None else weapon["tk"]
    return known if damage is None else known | {"titan_killer": titan_killer_damage(damage)}


def is_used_for(weapon: Map[Value], how: str) -> bool:
    """Assault weapons in contact, small arms in a firefight; ranged weapons in neither."""
    if weapon.get("range") == "contact":
        return how == "cc"
    has_small_arms = able(weapon.get("abilities"), "small_arms")
    is_ranged = any(weapon.get(kind) is not None for kind in ("ap", "at", "mw", "aa", "bp"))
    return how == "ff" and (has_small_arms or not is_ranged)


@rule(refs.EPIC_150, refs.EPIC_154, refs.EPIC_160, refs.EPIC_184)
def blow_of(formation: str, row: UnitRow, dice: int, value: int, how: str, arm: dict[str, int]) -> Blow:
    """What the dice do, with what the arm brings; a war engine's are tied to those in contact or
    to the others."""
    kind = "tk" if "titan_killer" in arm else "mw" if "macro_weapon" in arm else "normal"
    kept = sorted(name for name in arm if name in ("ignore_cover", "lance", "sniper"))
    tied, by = ((how,), "WE") if row.type == "WE" else ((), "")
    hit = Hit(kind, (*kept, *tied), damage=arm.get("titan_killer", 1), by=by)
    return Blow(formation, row.at, dice, value, hit, "first_strike" in arm, how == "cc")
