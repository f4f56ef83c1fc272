"""One weapon line as it will be rolled: its dice, counted now, and what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.games.dust.heroes import partner, spotted, together
from engine.games.dust.modifiers import dice_rows, told_rows
from engine.games.dust.told import Told, active, declared, whose
from engine.games.dust.units import is_squad, living
from engine.games.dust.values import (
    IGNORE_COVER,
    Printed,
    bearers,
    ignores_cover,
    kinds,
    limited,
    most_rounds,
    value_against,
)
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Modifier
from engine.values.table import GameState, Unit


@dataclass(frozen=True, slots=True)
class Shot:
    """A line ready to roll: its dice and what becomes of them."""

    by: str
    weapon: str
    target: str
    dice: int
    each: int = 1
    special: Literal["", "phaser", "man", "skull"] = ""
    blast: int = 0
    rows: tuple[Modifier, ...] = ()
    swapped: bool = False
    sustained: bool = False
    berserk: bool = False
    laser: bool = False
    medal: bool = False
    cover: str = "none"
    named: int | str | None = None
    assign: Map[Value] = field(default_factory=lambda: EMPTY)
    once: bool = False
    others: tuple[str, ...] = ()
    resilient: bool = False
    tag: str = ""
    roll: str = "attack"
    told: tuple[Modifier, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.roll}{self.tag}"

    @property
    def alike(self) -> tuple[object, ...]:
        """Hits of lines that agree in this do the same: they may be counted together (DUST-50)."""
        return self.target, self.others, self.each, self.special == "skull", self.named, self.assign, self.resilient

    @property
    def split(self) -> bool:
        """A phaser's two rolls are kept apart where one die or face of the first is special
        (DUST-156, 190)."""
        return self.special == "phaser" and (self.swapped or self.medal)


def planned(now: GameState, line: Told) -> Shot | None:
    """Dice as they are counted now; no value, no shot (DUST-30, 31, 155, 168, 182)."""
    by, at = whose(now, line), now.unit(line.target)
    printed = value_against(by, line.weapon, at)
    if printed is None:
        return None
    dice, each = base(now, line, by, printed)
    rows, shelter = dice_rows(now, line, by, at, dice, printed), cover(now, line, by, printed)
    return Shot(
        by.id,
        line.weapon,
        line.target,
        sum(row.at(0) for row in rows),
        1 if printed.special == "phaser" else each,
        printed.special,
        blast(now, line, each),
        rows,
        swapped(now, line, by),
        sustained(now, line),
        active(now, line, "berserk"),
        "laser" in kinds(by, line.weapon) and not printed.special,
        declared(now, line, "medal_of_honor"),
        shelter,
        line.named,
        line.assign,
        line.once,
        together(now, line.target),
        "damage_resilient" in line.skills,
        line.tag,
        line.roll,
        told_rows(now, line, by, shelter != stands_in(now, line)),
    )


def base(now: GameState, line: Told, by: Unit, printed: Printed) -> tuple[int, int]:
    """Printed dice by rounds, bearers and miniatures aimed at, and the damage of a hit (DUST-30,
    157, 158, 159, 160)."""
    if printed.volley:
        rounds = min(fired(now, line, by, printed), len(printed.columns))
        return printed.columns[rounds - 1] if rounds else (0, 1)
    dice, each = printed.columns[0]
    if limited(by, line.weapon):
        dice *= fired(now, line, by, printed)
    else:
        dice *= bearers(by, line.weapon) if line.bearers is None else line.bearers
    return (dice * aimed_at(now, line.target) if printed.special in ("man", "skull") else dice), each


def fired(now: GameState, line: Told, by: Unit, printed: Printed) -> int:
    """Rounds as told, or of a volley one, or all that may be fired (DUST-157, 160)."""
    if line.rounds is not None:
        return line.rounds
    most = most_rounds(now, by, line.weapon, printed)
    if printed.volley:
        return min(1, most)
    return most if line.bearers is None else line.bearers


def aimed_at(now: GameState, target: str) -> int:
    """Miniatures of the target; a joined hero is one of them (DUST-158)."""
    return sum(len(living(now.unit(unit))) if is_squad(now.unit(unit)) else 1 for unit in together(now, target))


def blast(now: GameState, line: Told, each: int) -> int:
    """A phaser's second number, for each hit of the first roll (DUST-155, 189)."""
    if now.reading("phaserDice") == "equal":
        return 1
    return each * (2 if active(now, line, "all_in_one") and now.reading("allInOnePhaser") == "both" else 1)


def swapped(now: GameState, line: Told, by: Unit) -> bool:
    """Success on a blank: a Spotter, or artillery by another reading (DUST-56, 57, 135)."""
    symbol = "artilleryIndirectSymbol" if line.manner == "indirect" else "artilleryDirectSymbol"
    artillery = "artillery" in kinds(by, line.weapon) and now.reading(symbol) == "MISS"
    return artillery != ("spotter" in line.skills or spotted(now, by.id))


def sustained(now: GameState, line: Told) -> bool:
    """Never whoever strikes back, but by one reading (DUST-05, 53)."""
    return line.sustained and (line.manner != "retaliation" or now.reading("retaliationSustained") == "yes")


def cover(now: GameState, line: Told, by: Unit, printed: Printed) -> str:
    """As told, or as the squad was last known to stand, unless the weapon ignores it (DUST-42,
    192)."""
    if printed.special == "skull" and now.reading("apSaves") == "none":
        return "none"
    if ignores_cover(now, by, line.weapon, printed) and not kept_by_building(now, line, by):
        return "none"
    return stands_in(now, line)


def stands_in(now: GameState, line: Told) -> str:
    """The cover of a squad and of the hero with it (DUST-39, 98)."""
    at = now.unit(line.target)
    if not (is_squad(at) or partner(now, at.id)):
        return "none"
    stands = next(filter(None, (now.unit(each).trackers.get("cover") for each in together(now, at.id))), "none")
    return line.cover or str(stands)


def kept_by_building(now: GameState, line: Told, by: Unit) -> bool:
    """By the FAQ a building still covers against artillery (DUST-62)."""
    structure = line.sources is not None and "building" in line.sources
    artillery = kinds(by, line.weapon) & {*IGNORE_COVER} == {"artillery"}
    return structure and artillery and now.reading("artilleryStructure") == "structureKept"
