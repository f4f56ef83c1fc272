"""What changes the number of dice, and what rolls dice again: one small function each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.check import rows
from engine.games.dust.refs import DUST_05, DUST_30, DUST_117, DUST_135, DUST_161, DUST_168, DUST_189
from engine.games.dust.told import Told, active
from engine.games.dust.units import armor
from engine.games.dust.values import kinds
from engine.model import GameState, Modifier, Unit
from engine.texts import say

if TYPE_CHECKING:
    from engine.games.dust.lines import Shot


def dice_rows(now: GameState, line: Told, by: Unit, at: Unit, dice: int) -> tuple[Modifier, ...]:
    """The printed dice for all that carry the weapon, then what doubles them (DUST-30, 189)."""
    printed = Modifier("dice", dice, say("{weapon} against {armor}", weapon=line.weapon, armor=armor(at)), DUST_30)
    more = burst(now, line, by, at, dice)
    return rows(printed, more, all_in_one(now, line, dice, dice if more is None else more.at(0) + dice))


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
    return Modifier("swapped", 0, say("a blank counts as success, a hit as failure"), DUST_135) if shot.swapped else None


def laser(shot: Shot) -> Modifier | None:
    return Modifier("laser", 0, say("laser: each hit is rolled again until a miss"), DUST_168) if shot.laser else None


SPOKEN: tuple[Callable[[Shot], Modifier | None], ...] = (spotter, sustained, berserk, laser)


def spoken(shot: Shot) -> tuple[Modifier, ...]:
    """What is done with the dice once they lie (DUST-05, 117, 135, 168)."""
    return rows(*(row(shot) for row in SPOKEN))
