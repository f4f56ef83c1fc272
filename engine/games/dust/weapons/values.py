"""Weapon lines as printed: combat values, ranges, kinds, and how many rounds may be fired."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.games.dust import abilities, refs
from engine.games.dust.units import armor, carries, entry, is_squad, living, partner, printed_roles, role, weapon_lines
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say

NEAREST_ARTILLERY = 4
UNLIMITED = 99
IGNORE_COVER = frozenset(("close", "artillery", "phaser", "flamethrower", "grenade"))


@dataclass(frozen=True, slots=True)
class Printed:
    """A combat value: dice and damage by rounds fired; a phaser's second number; dice for each
    miniature."""

    columns: tuple[tuple[int, int], ...]
    special: Literal["", "phaser", "man", "skull"] = ""

    @property
    def volley(self) -> bool:
        return len(self.columns) > 1


@rule(refs.DUST_31, refs.DUST_155, refs.DUST_157, refs.DUST_158, refs.DUST_159)
@lru_cache(maxsize=4096)
def value_from(printed: str) -> Printed | None:
    """What a place in the table says; a dash is no attack."""
    text = printed.strip().lower()
    if text in ("", "-", "–", "none"):
        return None
    if found := re.fullmatch(r"(\d+)~(\d+)", text):
        return Printed(((int(found[1]), int(found[2])),), "phaser")
    if found := re.fullmatch(r"(\d+|i)/(man|men|soldier|model|skull)", text):
        return Printed(((1 if found[1] == "i" else int(found[1]), 1),), "skull" if found[2] == "skull" else "man")
    parts = [re.fullmatch(r"(\d+)/(\d+)", part.strip()) for part in text.split("-")]
    if not all(parts):
        raise Impossible(say("{value} is no combat value", value=printed))
    return Printed(tuple((int(part[1]), int(part[2])) for part in parts if part))


class BorneWeapon(NamedTuple):
    """A weapon line of a unit."""

    unit: Unit
    name: str

    def stated(self, part: str) -> Value:
        return self.unit.stated("weapons", self.name, part)

    # What it does to whom

    @rule(refs.DUST_31)
    def value_against(self, at: Unit) -> Printed | None:
        """The value in the column of the target's armour class; None for a dash."""
        return value_from(str(self.unit.known("weapons", self.name, "values", armor(at))))

    @rule(refs.DUST_31, refs.DUST_64, refs.DUST_128)
    def is_usable(self, now: GameState, at: Unit, reloading: bool = False) -> bool:
        """A value against the target, loaded or about to be, ammunition left, a living miniature
        that carries it; a value that is not stated is none."""
        value = value_from(str(self.unit.stated("weapons", self.name, "values", armor(at)) or ""))
        is_spent = self.is_fired_out(now) or 0 in (entry(self.unit, "ammo", self.name), self.stated("ammo"))
        return value is not None and (reloading or self.is_loaded) and not is_spent and not self.is_unborne

    @property
    @rule(refs.DUST_49, refs.DUST_54, refs.DUST_167)
    def kinds(self) -> frozenset[str]:
        """As the card says, and as its range and name tell."""
        stated, by_range = self.stated("kinds"), {"C": "close", "A": "artillery"}.get(self.range)
        is_launcher = re.search(r"\b(ugl|grenade launcher|grenade pistol)\b", self.name.lower())
        found = {*map(str, stated if isinstance(stated, tuple) else ()), by_range, "grenade" if is_launcher else None}
        return frozenset(kind for kind in found if kind)

    @rule(refs.DUST_42, refs.DUST_63)
    def can_ignore_cover(self, now: GameState, printed: Printed | None) -> bool:
        """Close combat, artillery, phasers, flamethrowers, grenades; by one reading parabolic
        weapons too."""
        like_artillery = now.reading("parabolic") == "artilleryLike" and "-" in self.range
        is_phaser = printed is not None and printed.special == "phaser"
        return is_phaser or like_artillery or bool(self.kinds & IGNORE_COVER)

    # How far it reaches

    @property
    def range(self) -> str:
        """As printed; nothing where the card does not state it."""
        return str(self.stated("range") or "").strip().upper()

    @property
    @rule(refs.DUST_49)
    def is_close(self) -> bool:
        return self.range == "C"

    @property
    @rule(refs.DUST_47, refs.DUST_48, refs.DUST_49, refs.DUST_54, refs.DUST_63)
    def bounds(self) -> tuple[int, int]:
        """The nearest and the farthest square: N, X-Y, U, C or A."""
        self.unit.known("weapons", self.name, "range")
        if self.is_close:
            return 1, 1
        if self.range in ("U", "A"):
            return NEAREST_ARTILLERY if self.range == "A" else 1, 9999
        numbers = [int(part) for part in re.findall(r"\d+", self.range)]
        if not numbers:
            raise Impossible(say("{value} is no range", value=self.range))
        return (numbers[0], numbers[1]) if len(numbers) > 1 else (1, numbers[0])

    @rule(refs.DUST_32, refs.DUST_47)
    def can_reach(self, squares: int) -> bool:
        nearest, farthest = self.bounds
        return nearest <= squares <= farthest

    # Who carries it

    @property
    @rule(refs.DUST_162)
    def is_knife(self) -> bool:
        """Every miniature has one."""
        return "knife" in self.name.lower()

    @property
    @rule(refs.DUST_30, refs.DUST_162)
    def bearers(self) -> int:
        """Living miniatures that carry a weapon; a knife all of them; others carry a line as
        often as it is named."""
        if not is_squad(self.unit):
            models = self.unit.stated("models")
            return max(1, carries(self.unit, 0).count(self.name)) if isinstance(models, tuple) else 1
        if self.is_knife:
            return len(living(self.unit))
        _ = self.unit.known("models")
        return sum(self.name in carries(self.unit, model) for model in living(self.unit))

    @property
    @rule(refs.DUST_30, refs.DUST_160)
    def is_unborne(self) -> bool:
        """The one who carried it is dead; a limited stock belongs to all."""
        return self.unit.stated("models") is not None and not self.is_limited and not self.bearers

    @property
    @rule(refs.DUST_134)
    def snipers(self) -> int | None:
        """Living snipers who fire the line; None where the card names no miniature for it."""
        if "sniper" not in printed_roles(self.unit.card):
            return None
        men = (model for model in living(self.unit) if role(self.unit, model) == "sniper")
        return sum(self.is_knife or self.name in carries(self.unit, model) for model in men)

    @property
    @rule(refs.DUST_134)
    def has_sniper(self) -> bool:
        """Whether a sniper fires the line: by his own miniature, or by the card where it names
        none."""
        return abilities.is_skilled(self.unit, "sniper") if self.snipers is None else bool(self.snipers)

    # Its ammunition

    @property
    @rule(refs.DUST_160, refs.DUST_167)
    def is_limited(self) -> bool:
        """Its stock is on the card, or its kind says so."""
        return "limited" in self.kinds or self.stated("ammo") is not None

    @property
    @rule(refs.DUST_160)
    def stock(self) -> int:
        """What is left of a limited weapon's ammunition."""
        left = entry(self.unit, "ammo", self.name)
        return left if isinstance(left, int) else self.unit.need("weapons", self.name, "ammo")

    @rule(refs.DUST_157, refs.DUST_160)
    def most_rounds(self, now: GameState, printed: Printed) -> int:
        """One for each living soldier, what is left, and for a volley what is printed."""
        most = self.stock if self.is_limited else UNLIMITED
        if not printed.volley:
            return min(most, soldiers(now, self.unit))
        return min(most, len(printed.columns), soldiers(now, self.unit) if is_squad(self.unit) else UNLIMITED)

    @property
    @rule(refs.DUST_55, refs.DUST_164)
    def has_to_reload(self) -> bool:
        """Artillery and reloadable weapons."""
        return bool({"artillery", "reload"} & self.kinds)

    @property
    @rule(refs.DUST_55, refs.DUST_164)
    def is_loaded(self) -> bool:
        """They start loaded."""
        return entry(self.unit, "loaded", self.name) is not False

    @property
    @rule(refs.DUST_55, refs.DUST_164)
    def is_empty(self) -> bool:
        return self.has_to_reload and not self.is_loaded

    @rule(refs.DUST_176)
    def is_fired_out(self, now: GameState) -> bool:
        """By one reading a weapon is fired once a round, by a unit made to act again too."""
        return self.name in self.unit.marks("fired") and now.reading("weaponReuse") == "round"


def weapons_of(unit: Unit) -> tuple[BorneWeapon, ...]:
    return tuple(BorneWeapon(unit, name) for name in weapon_lines(unit))


@rule(refs.DUST_160)
def soldiers(now: GameState, unit: Unit) -> int:
    """Living soldiers; a joined hero is none of the squad's but by one reading."""
    also = now.reading("heroUsesStock") == "yes" and is_squad(unit) and partner(now, unit.id) is not None
    return len(living(unit)) + also


@rule(refs.DUST_54, refs.DUST_58)
def loaded_artillery(unit: Unit) -> tuple[str, ...]:
    """Its artillery weapons that are loaded."""
    return tuple(gun.name for gun in weapons_of(unit) if "artillery" in gun.kinds and gun.is_loaded)
