"""What changes the number of dice, and what rolls dice again: one small function each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.dice.check import rows
from engine.games.dust.heroes import together
from engine.games.dust.refs import (
    DUST_05,
    DUST_30,
    DUST_42,
    DUST_51,
    DUST_53,
    DUST_56,
    DUST_57,
    DUST_62,
    DUST_65,
    DUST_117,
    DUST_121,
    DUST_125,
    DUST_134,
    DUST_135,
    DUST_155,
    DUST_157,
    DUST_158,
    DUST_159,
    DUST_160,
    DUST_161,
    DUST_162,
    DUST_165,
    DUST_167,
    DUST_168,
    DUST_189,
)
from engine.games.dust.told import Told, active
from engine.games.dust.units import armor, is_squad
from engine.games.dust.values import Printed, is_knife, kinds, limited
from engine.games.dust.words import WORDS
from engine.values.model import Modifier, Ref
from engine.values.table import GameState, Unit
from engine.values.texts import say

if TYPE_CHECKING:
    from engine.games.dust.lines import Shot

SPECIAL: dict[str, Ref] = {"phaser": DUST_155, "man": DUST_158, "skull": DUST_159}
AGAINST_COVER: dict[str, Ref] = {
    "close": DUST_53,
    "artillery": DUST_62,
    "phaser": DUST_155,
    "flamethrower": DUST_165,
    "grenade": DUST_167,
}
"""The rules of combat values that are no plain number of dice, and of weapons that ignore cover."""
MANNER: dict[str, Ref] = {"indirect": DUST_57, "reaction": DUST_65, "charge": DUST_121, "retaliation": DUST_51}


def dice_rows(now: GameState, line: Told, by: Unit, at: Unit, dice: int, value: Printed) -> tuple[Modifier, ...]:
    """The printed dice for all that carry the weapon, then what doubles them (DUST-30, 189)."""
    why = say("{weapon} against {armor}", weapon=line.weapon, armor=armor(at))
    printed = Modifier("dice", dice, why, counted_by(by, line.weapon, value))
    more = burst(now, line, by, at, dice)
    return rows(printed, more, all_in_one(now, line, dice, dice if more is None else more.at(0) + dice))


def counted_by(by: Unit, weapon: str, value: Printed) -> Ref:
    """The rule by which the dice of a line are counted."""
    if value.volley or value.special:
        return DUST_157 if value.volley else SPECIAL[value.special]
    if limited(by, weapon):
        return DUST_160
    return DUST_162 if is_squad(by) and is_knife(weapon) else DUST_30


def burst(now: GameState, line: Told, by: Unit, at: Unit, dice: int) -> Modifier | None:
    """Twice the dice at a target that has not moved this round (DUST-161)."""
    still = not at.count("moved") if line.target_still is None else line.target_still
    if "burst" not in kinds(by, line.weapon) or not still:
        return None
    return Modifier("burst", dice, say("burst: the target has not moved"), DUST_161)


def all_in_one(now: GameState, line: Told, printed: int, dice: int) -> Modifier | None:
    """Twice the dice; with a burst four times, or three times by one reading (DUST-113, 189)."""
    if not active(now, line, "all_in_one"):
        return None
    more = printed if now.reading("doubling") == "add" else dice
    return Modifier("all_in_one", more, say("All In One: twice the dice"), DUST_189)


def sustained(shot: Shot) -> Modifier | None:
    return Modifier("sustained", 0, say("sustained: misses are rolled once more"), DUST_05) if shot.sustained else None


def berserk(shot: Shot) -> Modifier | None:
    return Modifier("berserk", 0, say("Berserk: misses are rolled once more"), DUST_117) if shot.berserk else None


def spotter(shot: Shot) -> Modifier | None:
    return (
        Modifier("swapped", 0, say("a blank counts as success, a hit as failure"), DUST_135) if shot.swapped else None
    )


def laser(shot: Shot) -> Modifier | None:
    return Modifier("laser", 0, say("laser: each hit is rolled again until a miss"), DUST_168) if shot.laser else None


def told_rows(now: GameState, line: Told, by: Unit, no_cover: bool) -> tuple[Modifier, ...]:
    """What is done with a line apart from its dice: its manner, cover that does not help, a man
    named, heroism."""
    return rows(
        in_manner(line, by), useless_cover(by, line.weapon) if no_cover else None, aimed(line), heroism(now, line)
    )


def in_manner(line: Told, by: Unit) -> Modifier | None:
    """DUST-51, 56, 57, 65, 121."""
    if line.manner in MANNER:
        return Modifier(line.manner, 0, WORDS[line.manner], MANNER[line.manner])
    artillery = "artillery" in kinds(by, line.weapon)
    return Modifier("direct", 0, say("artillery fires directly"), DUST_56) if artillery else None


def useless_cover(by: Unit, weapon: str) -> Modifier:
    """DUST-42, 53, 62, 165, 167."""
    ref = next((ref for kind, ref in AGAINST_COVER.items() if kind in kinds(by, weapon)), DUST_42)
    return Modifier("no_cover", 0, say("cover does not help against {weapon}", weapon=weapon), ref)


def aimed(line: Told) -> Modifier | None:
    return Modifier("named", 0, say("a sniper aims at one man"), DUST_134) if line.named is not None else None


def heroism(now: GameState, line: Told) -> Modifier | None:
    """DUST-125."""
    safe = any(now.unit(unit).count("heroic") for unit in together(now, line.target))
    return Modifier("heroic", 0, say("Heroic Attack: no damage"), DUST_125) if safe else None


SPOKEN: tuple[Callable[[Shot], Modifier | None], ...] = (spotter, sustained, berserk, laser)


def spoken(shot: Shot) -> tuple[Modifier, ...]:
    """What is done with the dice once they lie, and what else is told of the line (DUST-05, 117,
    135, 168)."""
    return (*rows(*(row(shot) for row in SPOKEN)), *shot.told)
