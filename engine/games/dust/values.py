"""Weapon lines as printed: combat values, ranges, kinds, and how many rounds may be fired."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.games.dust.heroes import partner
from engine.games.dust.units import armor, carries, entry, is_squad, living, role, skilled
from engine.values.maps import Map
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say

NEAREST_ARTILLERY = 4
UNLIMITED = 99
IGNORE_COVER = ("close", "artillery", "phaser", "flamethrower", "grenade")


@dataclass(frozen=True, slots=True)
class Printed:
    """A combat value: dice and damage by rounds fired; a phaser's second number; dice for each
    miniature (DUST-31)."""

    columns: tuple[tuple[int, int], ...]
    special: Literal["", "phaser", "man", "skull"] = ""

    @property
    def volley(self) -> bool:
        return len(self.columns) > 1


@lru_cache(maxsize=4096)
def parsed(told: str) -> Printed | None:
    """What a place in the table says; a dash is no attack (DUST-31, 155, 157, 158, 159)."""
    text = told.strip().lower()
    if text in ("", "-", "–", "none"):
        return None
    if found := re.fullmatch(r"(\d+)~(\d+)", text):
        return Printed(((int(found[1]), int(found[2])),), "phaser")
    if found := re.fullmatch(r"(\d+|i)/(man|men|soldier|model|skull)", text):
        return Printed(((1 if found[1] == "i" else int(found[1]), 1),), "skull" if found[2] == "skull" else "man")
    parts = [re.fullmatch(r"(\d+)/(\d+)", part.strip()) for part in text.split("-")]
    if not all(parts):
        raise Impossible(say("{value} is no combat value", value=told))
    return Printed(tuple((int(part[1]), int(part[2])) for part in parts if part))


def value_against(by: Unit, weapon: str, at: Unit) -> Printed | None:
    """The value in the column of the target's armour class; None for a dash (DUST-31)."""
    return parsed(str(by.known("weapons", weapon, "values", armor(at))))


def able_against(by: Unit, weapon: str, at: Unit) -> bool:
    """Whether a line states a value there; what is not stated is none (DUST-31, 64)."""
    return parsed(str(by.stated("weapons", weapon, "values", armor(at)) or "")) is not None


def lines(unit: Unit) -> tuple[str, ...]:
    weapons = unit.stated("weapons")
    return tuple(weapons) if isinstance(weapons, Map) else ()


def kinds(unit: Unit, weapon: str) -> frozenset[str]:
    """As the card says, and as its range and name tell (DUST-49, 54, 167)."""
    told = unit.stated("weapons", weapon, "kinds")
    found = set(map(str, told)) if isinstance(told, tuple) else set()
    found |= {"C": {"close"}, "A": {"artillery"}}.get(span(unit, weapon), set())
    if re.search(r"\b(ugl|grenade launcher|grenade pistol)\b", weapon.lower()):
        found.add("grenade")
    return frozenset(found)


def span(unit: Unit, weapon: str) -> str:
    """As printed; nothing where the card does not state it."""
    return str(unit.stated("weapons", weapon, "range") or "").strip().upper()


def is_close(unit: Unit, weapon: str) -> bool:
    return span(unit, weapon) == "C"


def is_knife(weapon: str) -> bool:
    """Every miniature has one (DUST-162)."""
    return "knife" in weapon.lower()


def bounds(unit: Unit, weapon: str) -> tuple[int, int]:
    """The nearest and the farthest square: N, X-Y, U, C or A (DUST-47, 48, 49, 54, 63)."""
    told = unit.word("weapons", weapon, "range").strip().upper()
    if told == "C":
        return 1, 1
    if told in ("U", "A"):
        return NEAREST_ARTILLERY if told == "A" else 1, 9999
    numbers = [int(part) for part in re.findall(r"\d+", told)]
    if not numbers:
        raise Impossible(say("{value} is no range", value=told))
    return (numbers[0], numbers[1]) if len(numbers) > 1 else (1, numbers[0])


def reaches(unit: Unit, weapon: str, squares: int) -> bool:
    """DUST-32, 47, 48, 49, 54."""
    nearest, farthest = bounds(unit, weapon)
    return nearest <= squares <= farthest


def ignores_cover(now: GameState, unit: Unit, weapon: str, printed: Printed | None) -> bool:
    """Close combat, artillery, phasers, flamethrowers, grenades; by one reading parabolic
    weapons too (DUST-42, 63)."""
    like_artillery = now.reading("parabolic") == "artilleryLike" and "-" in span(unit, weapon)
    phaser = printed is not None and printed.special == "phaser"
    return phaser or like_artillery or any(each in kinds(unit, weapon) for each in IGNORE_COVER)


def bearers(unit: Unit, weapon: str) -> int:
    """Living miniatures that carry a weapon; a knife all of them; others carry a line as often
    as it is named (DUST-30, 162)."""
    if not is_squad(unit):
        models = unit.stated("models")
        return max(1, carries(unit, 0).count(weapon)) if isinstance(models, tuple) else 1
    if is_knife(weapon):
        return len(living(unit))
    _ = unit.known("models")
    return sum(weapon in carries(unit, model) for model in living(unit))


def limited(unit: Unit, weapon: str) -> bool:
    """Its stock is on the card, or its kind says so (DUST-160, 167)."""
    return "limited" in kinds(unit, weapon) or unit.stated("weapons", weapon, "ammo") is not None


def stock(unit: Unit, weapon: str) -> int:
    """What is left of a limited weapon's ammunition (DUST-160)."""
    told = entry(unit, "ammo", weapon)
    return told if isinstance(told, int) else unit.need("weapons", weapon, "ammo")


def most_rounds(now: GameState, unit: Unit, weapon: str, printed: Printed) -> int:
    """One for each living soldier, what is left, and for a volley what is printed (DUST-157,
    160)."""
    most = stock(unit, weapon) if limited(unit, weapon) else UNLIMITED
    if not printed.volley:
        return min(most, soldiers(now, unit))
    return min(most, len(printed.columns), soldiers(now, unit) if is_squad(unit) else UNLIMITED)


def soldiers(now: GameState, unit: Unit) -> int:
    """Living soldiers; a joined hero is none of the squad's but by one reading (DUST-160)."""
    also = now.reading("heroUsesStock") == "yes" and is_squad(unit) and partner(now, unit.id) is not None
    return len(living(unit)) + also


def needs_reload(unit: Unit, weapon: str) -> bool:
    """Artillery and reloadable weapons (DUST-55, 164)."""
    return bool({"artillery", "reload"} & kinds(unit, weapon))


def artillery(unit: Unit) -> tuple[str, ...]:
    """Its artillery weapons that are loaded (DUST-54, 58)."""
    return tuple(weapon for weapon in lines(unit) if "artillery" in kinds(unit, weapon) and loaded(unit, weapon))


def loaded(unit: Unit, weapon: str) -> bool:
    """They start loaded (DUST-55, 164)."""
    return entry(unit, "loaded", weapon) is not False


def usable(now: GameState, unit: Unit, weapon: str, at: Unit, reloading: bool = False) -> bool:
    """A value against the target, loaded or about to be, ammunition left, somebody alive who
    carries it (DUST-31, 64, 128)."""
    empty = fired_out(now, unit, weapon) or 0 in (entry(unit, "ammo", weapon), unit.stated("weapons", weapon, "ammo"))
    return (
        able_against(unit, weapon, at)
        and (reloading or loaded(unit, weapon))
        and not empty
        and not unborne(unit, weapon)
    )


def fired_out(now: GameState, unit: Unit, weapon: str) -> bool:
    """By one reading a weapon is fired once a round, by a unit made to act again too (DUST-176)."""
    return weapon in unit.marks("fired") and now.reading("weaponReuse") == "round"


def sniper(unit: Unit, weapon: str) -> bool:
    """Whether a sniper fires the line: by his own miniature, or by the card where it names none
    (DUST-134)."""
    roles = {role(unit, model) for model in living(unit) if weapon in carries(unit, model)} - {""}
    return "sniper" in roles or (skilled(unit, "sniper") and not roles)


def unborne(unit: Unit, weapon: str) -> bool:
    """Whoever carried it is dead; a limited stock belongs to all (DUST-30, 160)."""
    return unit.stated("models") is not None and not limited(unit, weapon) and not bearers(unit, weapon)
