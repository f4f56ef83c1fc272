"""One weapon line as it will be rolled: its dice, counted now, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.dust import abilities, refs
from engine.games.dust.attack import modifiers, situation
from engine.games.dust.attack.situation import LineRoll, WeaponLine
from engine.games.dust.units import is_squad, living, partner, together
from engine.games.dust.weapons.values import IGNORE_COVER, BorneWeapon, Printed
from engine.playing.citing import rule
from engine.values.table import GameState


@rule(refs.DUST_134)
def line_rolls(now: GameState, line: WeaponLine) -> Iterator[LineRoll]:
    """The rolls of a line: where a sniper shares it, only his own dice are aimed at the man he
    names."""
    return filter(None, (line_roll(now, part) for part in shares_of_sniper(now, line)))


@rule(refs.DUST_134)
def shares_of_sniper(now: GameState, line: WeaponLine) -> tuple[WeaponLine, ...]:
    """The sniper's part of a line that names a man, and that of the others who fire it."""
    gun = situation.weapon(now, line)
    snipers, told = gun.snipers or 0, line.rounds if gun.is_limited else line.bearers
    if line.named is None or not snipers:
        return (line,)
    others = (gun.bearers if told is None else told) - snipers
    mates = replace(line, named=None, bearers=others, rounds=others, tag=f"{line.tag}:mates")
    return (replace(line, bearers=snipers, rounds=snipers), mates) if others > 0 else (line,)


@rule(refs.DUST_30, refs.DUST_31, refs.DUST_155, refs.DUST_168, refs.DUST_182)
def line_roll(now: GameState, line: WeaponLine) -> LineRoll | None:
    """Dice as they are counted now; no value, no shot."""
    gun, at = situation.weapon(now, line), now.unit(line.target)
    printed = gun.value_against(at)
    if printed is None:
        return None
    dice, each = base_dice(now, line, gun, printed)
    rows, shelter = modifiers.dice_rows(now, line, gun, at, dice, printed), cover_against(now, line, gun, printed)
    return LineRoll(
        gun.unit.id,
        line.weapon,
        line.target,
        dice=sum(row.at(0) for row in rows),
        each=1 if printed.special == "phaser" else each,
        special=printed.special,
        blast=blast_dice(now, line, each),
        rows=rows,
        swapped=is_swapped(now, line, gun),
        sustained=is_sustained(now, line),
        berserk=situation.is_active(now, line, "berserk"),
        laser="laser" in gun.kinds and not printed.special,
        medal=situation.is_declared(now, line, "medal_of_honor"),
        cover=shelter,
        named=line.named,
        assign=line.assign,
        once=line.once,
        others=together(now, line.target),
        resilient="damage_resilient" in line.skills_used,
        tag=line.tag,
        roll=line.roll,
        remarks=modifiers.remarks(now, line, gun, is_covered=shelter == cover_held(now, line)),
    )


@rule(refs.DUST_30, refs.DUST_157, refs.DUST_158, refs.DUST_159, refs.DUST_160)
def base_dice(now: GameState, line: WeaponLine, gun: BorneWeapon, printed: Printed) -> tuple[int, int]:
    """Printed dice by rounds, bearers and miniatures aimed at, and the damage of a hit."""
    if printed.volley:
        rounds = min(rounds_fired(now, line, gun, printed), len(printed.columns))
        return printed.columns[rounds - 1] if rounds else (0, 1)
    dice, each = printed.columns[0]
    if gun.is_limited:
        dice *= rounds_fired(now, line, gun, printed)
    else:
        dice *= gun.bearers if line.bearers is None else line.bearers
    return (dice * miniatures_aimed_at(now, line.target) if printed.special in ("man", "skull") else dice), each


@rule(refs.DUST_157, refs.DUST_160)
def rounds_fired(now: GameState, line: WeaponLine, gun: BorneWeapon, printed: Printed) -> int:
    """Rounds as told, or of a volley one, or all that may be fired."""
    if line.rounds is not None:
        return line.rounds
    most = gun.most_rounds(now, printed)
    if printed.volley:
        return min(1, most)
    return most if line.bearers is None else line.bearers


@rule(refs.DUST_158)
def miniatures_aimed_at(now: GameState, target: str) -> int:
    """Miniatures of the target; a joined hero is one of them."""
    return sum(len(living(now.unit(unit))) if is_squad(now.unit(unit)) else 1 for unit in together(now, target))


@rule(refs.DUST_155, refs.DUST_189)
def blast_dice(now: GameState, line: WeaponLine, each: int) -> int:
    """A phaser's second number, for each hit of the first roll."""
    if now.reading("phaserDice") == "equal":
        return 1
    is_doubled = now.reading("allInOnePhaser") == "both" and situation.is_active(now, line, "all_in_one")
    return each * 2 if is_doubled else each


@rule(refs.DUST_56, refs.DUST_57, refs.DUST_135)
def is_swapped(now: GameState, line: WeaponLine, gun: BorneWeapon) -> bool:
    """Success on a blank: a Spotter, or artillery by another reading."""
    symbol = "artilleryIndirectSymbol" if line.manner == "indirect" else "artilleryDirectSymbol"
    artillery = "artillery" in gun.kinds and now.reading(symbol) == "MISS"
    return artillery != ("spotter" in line.skills_used or abilities.has_spotter(now, gun.unit.id))


@rule(refs.DUST_05, refs.DUST_53)
def is_sustained(now: GameState, line: WeaponLine) -> bool:
    """Never a unit that strikes back, but by one reading."""
    return bool(line.sustained) and (line.manner != "retaliation" or now.reading("retaliationSustained") == "yes")


@rule(refs.DUST_42, refs.DUST_192)
def cover_against(now: GameState, line: WeaponLine, gun: BorneWeapon, printed: Printed) -> str:
    """As told, or as the squad was last known to stand, unless the weapon ignores it."""
    if printed.special == "skull" and now.reading("apSaves") == "none":
        return "none"
    if gun.can_ignore_cover(now, printed) and not is_kept_by_building(now, line, gun):
        return "none"
    return cover_held(now, line)


@rule(refs.DUST_39, refs.DUST_98)
def cover_held(now: GameState, line: WeaponLine) -> str:
    """The cover of a squad and of the hero with it."""
    at = now.unit(line.target)
    if not (is_squad(at) or partner(now, at.id)):
        return "none"
    stands = next(filter(None, (now.unit(each).trackers.get("cover") for each in together(now, at.id))), "none")
    return line.cover or str(stands)


@rule(refs.DUST_62)
def is_kept_by_building(now: GameState, line: WeaponLine, gun: BorneWeapon) -> bool:
    """By the FAQ a building still covers against artillery."""
    structure = line.sources is not None and "building" in line.sources
    artillery = gun.kinds & IGNORE_COVER == {"artillery"}
    return structure and artillery and now.reading("artilleryStructure") == "structureKept"
