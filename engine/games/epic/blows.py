"""Who strikes with what in an assault: units in contact and at a distance, their dice, what
their weapons add."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.games.epic.abilities import able, traits
from engine.games.epic.formations import Row, number, rows
from engine.games.epic.hits import Hit
from engine.games.epic.hulls import engine
from engine.games.epic.shots import listed
from engine.games.epic.warengines import sides_of
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit


class Fight(NamedTuple):
    """A formation in an assault: units of each row in contact, units that only shoot; or all of
    them alike."""

    formation: str
    cc: tuple[int, ...] = ()
    ff: tuple[int, ...] = ()
    all: str = "ff"
    terrain: str = "open_ground"


class Duel(NamedTuple):
    """Both sides of an assault, attackers first; formations that may support them."""

    sides: tuple[tuple[Fight, ...], tuple[Fight, ...]]
    supporters: tuple[tuple[Fight, ...], tuple[Fight, ...]] = ((), ())


class Strike(NamedTuple):
    """Dice of one kind."""

    formation: str
    row: int
    dice: int
    value: int
    hit: Hit
    first: bool = False
    close: bool = False


def engaged(now: GameState, fight: Fight) -> tuple[tuple[int, int], ...]:
    """Units of each row in contact and at a distance, less those who fell in this assault
    (EPIC-84, 268)."""
    found, dead = [], numbers(now, f"buried:{fight.formation}")
    for row in rows(now.unit(fight.formation)):
        if fight.all:
            found.append((row.left, 0) if fight.all == "cc" else (0, row.left))
            continue
        if split(fight, row):
            found.append((row.left, 0))
            continue
        touching, fell = counted(fight.cc, row.at), counted(dead, row.at)
        close = min(row.left, max(0, touching - fell))
        afar = max(0, counted(fight.ff, row.at) - max(0, fell - touching))
        found.append((close, min(afar, row.left - close)))
    return tuple(found)


def split(fight: Fight, row: Row) -> tuple[int, int] | None:
    """Dice of war engines shared between close combat and firefight, where more are told than
    there are engines (EPIC-184)."""
    close, afar = counted(fight.cc, row.at), counted(fight.ff, row.at)
    return (close, afar) if engine(row) and not fight.all and close and afar and close + afar > row.left else None


def numbers(now: GameState, note: str) -> tuple[int, ...]:
    """Counts by row that the procedure has noted."""
    found = now.scratch.get(note)
    return tuple(number(each) for each in found) if isinstance(found, tuple) else ()


def counted(told: tuple[int, ...], row: int) -> int:
    return told[row] if row < len(told) else 0


def engaged_units(now: GameState, fights: tuple[Fight, ...]) -> int:
    return sum(close + afar for fight in fights for close, afar in engaged(now, fight))


def strikes(now: GameState, fights: tuple[Fight, ...], first: bool) -> tuple[Strike, ...]:
    """One die a unit, a war engine as many as its capacity, and extra attacks (EPIC-90, 150,
    162, 184); first strikes come early, each only with its own dice (EPIC-151)."""
    units = tuple(now.unit(fight.formation) for fight in fights)
    return tuple(
        strike
        for strike in _strikes(units, tuple(engaged(now, fight) for fight in fights), fights)
        if strike.first == first
    )


@lru_cache(maxsize=4096)
def _strikes(
    units: tuple[Unit, ...], close_and_afar: tuple[tuple[tuple[int, int], ...], ...], fights: tuple[Fight, ...]
) -> tuple[Strike, ...]:
    """All attacks of some formations: odds ask for the same few thousands of times."""
    found: list[Strike] = []
    for unit, pairs, fight in zip(units, close_and_afar, fights, strict=True):
        for row, pair in zip(rows(unit), pairs, strict=True):
            dice = split(fight, row) or tuple(units * row.weight for units in pair)
            for count, how in zip(dice, ("cc", "ff"), strict=True):
                if count and row.left and not (row.type == "AC" and row.card.get(how) is None):
                    found += attacks(
                        fight.formation,
                        row,
                        sum(pair) if split(fight, row) else count // row.weight,
                        how,
                        unit.need("units", row.at, 1, how),
                        count,
                    )
    return tuple(found)


@lru_cache(maxsize=4096)
def attacks(formation: str, row: Row, units: int, how: str, value: int, dice: int) -> tuple[Strike, ...]:
    """A row's dice in close combat or firefight: its own, then those its weapons and characters
    add (EPIC-89, 141, 150)."""
    arms = [arm_of(weapon) for weapon in listed(row.card) if isinstance(weapon, Map) and used_for(weapon, how)]
    own = [arm for arm in arms if "extra_attacks" not in arm]
    found = [strike_of(formation, row, dice, value, how, merged(own))]
    added = [(units, arm) for arm in arms if "extra_attacks" in arm]
    added += [
        (1, arm_of(weapon))
        for card in row.characters
        for weapon in listed(card)
        if isinstance(weapon, Map) and used_for(weapon, how) and able(weapon.get("abilities"), "extra_attacks")
    ]
    return (*found, *(strike_of(formation, row, count * arm["extra_attacks"], value, how, arm) for count, arm in added))


def merged(arms: list[dict[str, int]]) -> dict[str, int]:
    """What all weapons of the ordinary attack bring: one macro-weapon makes it one."""
    return {name: number for arm in arms for name, number in arm.items()}


def arm_of(weapon: Map[Value]) -> dict[str, int]:
    """What a weapon brings; a Titan Killer with its damage, below zero the sides of a die
    (EPIC-160)."""
    damage = weapon.get("tk")
    return traits(weapon.get("abilities")) | ({} if damage is None else {"titan_killer": sides_of(damage)})


def used_for(weapon: Map[Value], how: str) -> bool:
    """Assault weapons in contact, small arms in a firefight; ranged weapons in neither."""
    reach = weapon.get("range")
    if reach == "contact":
        return how == "cc"
    return how == "ff" and (
        able(weapon.get("abilities"), "small_arms")
        or not any(weapon.get(kind) is not None for kind in ("ap", "at", "mw", "aa", "bp"))
    )


def strike_of(formation: str, row: Row, dice: int, value: int, how: str, arm: dict[str, int]) -> Strike:
    """What the dice do, with what the arm brings; a war engine's are tied to those in contact or
    to the others (EPIC-150, 154, 160, 184)."""
    kind = "tk" if "titan_killer" in arm else "mw" if "macro_weapon" in arm else "normal"
    kept = sorted(name for name in arm if name in ("ignore_cover", "lance", "sniper"))
    tied, by = ((how,), "WE") if row.type == "WE" else ((), "")
    return Strike(
        formation,
        row.at,
        dice,
        value,
        Hit(kind, (*kept, *tied), damage=arm.get("titan_killer", 1), by=by),
        "first_strike" in arm,
        how == "cc",
    )
