"""What changes the number of dice, and what rolls dice again: one small function each."""

from __future__ import annotations

from collections.abc import Callable

from engine.dice.check import rows
from engine.games.dust import refs, words
from engine.games.dust.attack import situation
from engine.games.dust.attack.situation import LineRoll, WeaponLine
from engine.games.dust.units import armor, is_squad, together
from engine.games.dust.weapons.values import BorneWeapon, Printed
from engine.playing.citing import rule
from engine.values.model import Modifier, Ref
from engine.values.table import GameState, Unit
from engine.values.texts import say

SPECIAL: dict[str, Ref] = {"phaser": refs.DUST_155, "man": refs.DUST_158, "skull": refs.DUST_159}
AGAINST_COVER: dict[str, Ref] = {
    "close": refs.DUST_53,
    "artillery": refs.DUST_62,
    "phaser": refs.DUST_155,
    "flamethrower": refs.DUST_165,
    "grenade": refs.DUST_167,
}
"""The rules of combat values that are no plain number of dice, and of weapons that ignore cover."""
MANNER: dict[str, Ref] = {
    "indirect": refs.DUST_57,
    "reaction": refs.DUST_65,
    "charge": refs.DUST_121,
    "retaliation": refs.DUST_51,
}


@rule(refs.DUST_30, refs.DUST_189)
def dice_rows(
    now: GameState, line: WeaponLine, gun: BorneWeapon, at: Unit, dice: int, value: Printed
) -> tuple[Modifier, ...]:
    """The printed dice for all that carry the weapon, then what doubles them."""
    why = say("{weapon} against {armor}", weapon=line.weapon, armor=armor(at))
    printed = Modifier("dice", dice, why, rule_of_dice(gun, value))
    more = burst(line, gun, at, dice)
    return rows(printed, more, all_in_one(now, line, dice, dice if more is None else more.at(0) + dice))


def rule_of_dice(gun: BorneWeapon, value: Printed) -> Ref:
    """The rule by which the dice of a line are counted."""
    if value.volley or value.special:
        return refs.DUST_157 if value.volley else SPECIAL[value.special]
    if gun.is_limited:
        return refs.DUST_160
    return refs.DUST_162 if is_squad(gun.unit) and gun.is_knife else refs.DUST_30


def burst(line: WeaponLine, gun: BorneWeapon, at: Unit, dice: int) -> Modifier | None:
    """Twice the dice at a target that has not moved this round."""
    still = not at.count("moved") if line.target_still is None else line.target_still
    if "burst" not in gun.kinds or not still:
        return None
    return Modifier("burst", dice, say("burst: the target has not moved"), refs.DUST_161)


def all_in_one(now: GameState, line: WeaponLine, printed: int, dice: int) -> Modifier | None:
    """Twice the dice; with a burst four times, or three times by one reading."""
    if not situation.is_active(now, line, "all_in_one"):
        return None
    more = printed if now.reading("doubling") == "add" else dice
    return Modifier("all_in_one", more, say("All In One: twice the dice"), refs.DUST_189)


def sustained(shot: LineRoll) -> Modifier | None:
    text = say("sustained: misses are rolled once more")
    return Modifier("sustained", 0, text, refs.DUST_05) if shot.sustained else None


def berserk(shot: LineRoll) -> Modifier | None:
    return Modifier("berserk", 0, say("Berserk: misses are rolled once more"), refs.DUST_117) if shot.berserk else None


def swapped_faces(shot: LineRoll) -> Modifier | None:
    text = say("a blank counts as success, a hit as failure")
    return Modifier("swapped", 0, text, refs.DUST_135) if shot.swapped else None


def laser(shot: LineRoll) -> Modifier | None:
    text = say("laser: each hit is rolled again until a miss")
    return Modifier("laser", 0, text, refs.DUST_168) if shot.laser else None


@rule(refs.DUST_42)
def remarks(now: GameState, line: WeaponLine, gun: BorneWeapon, *, is_covered: bool) -> tuple[Modifier, ...]:
    """What is done with a line apart from its dice: its manner, cover that does not help, a man
    named, heroism."""
    cover = None if is_covered else no_cover(gun)
    return rows(manner_of_fire(line, gun), cover, sniper_aims(line), heroism(now, line))


def manner_of_fire(line: WeaponLine, gun: BorneWeapon) -> Modifier | None:
    if line.manner in MANNER:
        return Modifier(line.manner, 0, words.WORDS[line.manner], MANNER[line.manner])
    artillery = "artillery" in gun.kinds
    return Modifier("direct", 0, say("artillery fires directly"), refs.DUST_56) if artillery else None


@rule(refs.DUST_53, refs.DUST_62, refs.DUST_165, refs.DUST_167)
def no_cover(gun: BorneWeapon) -> Modifier:
    ref = next((ref for kind, ref in AGAINST_COVER.items() if kind in gun.kinds), refs.DUST_42)
    return Modifier("no_cover", 0, say("cover does not help against {weapon}", weapon=gun.name), ref)


def sniper_aims(line: WeaponLine) -> Modifier | None:
    return Modifier("named", 0, say("a sniper aims at one man"), refs.DUST_134) if line.named is not None else None


def heroism(now: GameState, line: WeaponLine) -> Modifier | None:
    safe = any(now.unit(unit).count("heroic") for unit in together(now, line.target))
    return Modifier("heroic", 0, say("Heroic Attack: no damage"), refs.DUST_125) if safe else None


DONE_WITH_DICE: tuple[Callable[[LineRoll], Modifier | None], ...] = (swapped_faces, sustained, berserk, laser)


@rule(refs.DUST_05, refs.DUST_117, refs.DUST_135, refs.DUST_168)
def to_hit_rows(shot: LineRoll) -> tuple[Modifier, ...]:
    """What is done with the dice once they lie, and what else is said of the line."""
    return (*rows(*(row(shot) for row in DONE_WITH_DICE)), *shot.remarks)
