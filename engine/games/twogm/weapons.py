"""Weapons and shots: the primary weapon, a printed secondary one, those among the equipment;
what they do to a target."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.twogm.ground import thickness, under
from engine.games.twogm.units import has, is_a, items, key
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say

MAIN = -1  # no mutant: any number that is no place will do
"""The place of the primary weapon; equipment counts from 0."""
SECOND = -2  # no mutant: the same for a printed secondary weapon
PRIMARY = ("", "primary", "weapon", "primary_weapon", "rifle", "rifles")
"""What the primary weapon is called; that of infantry is its rifles (2GM-68)."""
RANGES = {"hmg": 3, "mortar": 4, "sniper": 4}
"""Ranges that all weapons of a kind share, where a card states none (2GM-116, 119, 120)."""
ARROWS = {"mg", "hmg", "mrl", "smoke_shell", "smoke_grenade", "smoke_screen", "sappers"}
HEAVY = {"hmg", "mortar"}
HIT_THE_DIRT = {"hit_the_dirt", "take_cover"}


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot; `number` counts shots of a Multiple unit, `terrain` is what the table says the
    target stands on.

    `key` names its dice; `airborne` is a paratrooper still in the air.
    """

    shooter: str
    place: int
    target: str
    role: str = "attack"
    number: int = 1
    terrain: Value = None
    key: str = "shot"
    airborne: bool = False


def nth(item: str) -> tuple[str, int]:
    """An item and which of its lines: "MG:2" is the second MG."""
    name, _, number = item.partition(":")
    return name, int(number) - 1 if number.isdecimal() else 0


def found_at(unit: Unit, item: str) -> int | None:
    """The line of the card that an item names."""
    name, which = nth(item)
    found = [place for place, line in enumerate(lines(unit)) if key(line) == key(name)]
    return found[which] if which < len(found) else None


def place_of(unit: Unit, weapon: str | None) -> int:
    """A weapon by its name; none named is the primary one, or what was exchanged for it
    (2GM-17)."""
    if key(weapon) in PRIMARY and found_at(unit, str(weapon)) is None:
        exchanged = found_at(unit, str(unit.trackers.get("primary") or ""))
        return MAIN if exchanged is None else exchanged
    if key(weapon) == "secondary":
        return SECOND
    found = found_at(unit, str(weapon))
    if found is None:
        raise Impossible(say("{unit} has no {weapon}", unit=unit.name, weapon=str(weapon)))
    return found


def printed(unit: Unit) -> tuple[int, int]:
    """The primary weapon, or what was exchanged for it, and a printed secondary one (2GM-17,
    142)."""
    return place_of(unit, None), SECOND


def lines(unit: Unit) -> tuple[str, ...]:
    """The equipment lines of a card, one after another."""
    stated = unit.stated("equipment")
    return tuple(str(line["item"]) for line in stated if isinstance(line, Map)) if isinstance(stated, tuple) else ()


def item_at(unit: Unit, place: int) -> str:
    """The name of a line, numbered where a card has several of one item: "MG", "MG:2" (2GM-66)."""
    named = lines(unit)
    before = [key(item) for item in named[:place]].count(key(named[place]))
    return f"{named[place]}:{before + 1}" if before else named[place]


def weapon(unit: Unit, place: int, *part: str | int) -> int:
    """A number of a weapon."""
    return unit.need(*at(place), *part)


def at(place: int) -> tuple[str | int, ...]:
    return ("weapon",) if place == MAIN else ("secondary",) if place == SECOND else ("equipment", place, "weapon")


def reach(unit: Unit, place: int) -> int:
    """How far a weapon shoots (2GM-69, 116, 119, 120)."""
    stated = unit.stated(*at(place), "range")
    usual = RANGES.get(key(nth(item_at(unit, place))[0])) if place >= 0 else None
    return usual if stated is None and usual is not None else weapon(unit, place, "range")


def marker_kind(unit: Unit, item: str) -> str:
    """The marker of an equipment: as its card says, else as the rulebook says (2GM-14, 15, 18,
    119, 191)."""
    found = found_at(unit, item)
    stated = unit.stated("equipment", found, "marker") if found is not None else None
    return str(stated) if stated else usual_marker(nth(item)[0], str(unit.stated("type") or ""))


def usual_marker(item: str, owner: str) -> str:
    """Infantry's heavy weapons have an asterisk, a mortar is always one of them, its smoke
    screen has no arrow; a vehicle's guns have one (2GM-18, 119, 120, 191)."""
    name = key(item)
    if "*" in item or (owner == "infantry" and name in HEAVY) or (not owner and name == "mortar"):
        return "asterisk"
    if owner == "infantry" and name == "smoke_screen":
        return "none"
    return "arrow" if name in ARROWS else "none"


def armed(unit: Unit) -> tuple[str, ...]:
    """Every weapon of a unit by its name."""
    main = ("primary",) if unit.stated("weapon") else ()
    second = ("secondary",) if unit.stated("secondary") else ()
    more = (item_at(unit, place) for place in bought(unit) if unit.stated("equipment", place, "weapon"))
    return (*main, *second, *more)


def bought(unit: Unit) -> tuple[int, ...]:
    """The lines of the card that a unit came with; all of a unit never deployed (2GM-66)."""
    carried = {key(item) for item in items(unit)}
    every = items(unit) == lines(unit)
    return tuple(place for place, _ in enumerate(lines(unit)) if every or key(item_at(unit, place)) in carried)


def guns(unit: Unit, card: bool = False) -> tuple[int, ...]:
    """The machine guns a bomber came with, or all of its card, each by its place (2GM-66, 104)."""
    places = range(len(lines(unit))) if card else bought(unit)
    return tuple(place for place in places if key(lines(unit)[place]) == "hmg")


# What a weapon does to a target


def is_tank(unit: Unit) -> bool:
    """Every unit with the Armour icon (2GM-126)."""
    return is_a(unit, "tank")


def flames(now: GameState, shot: Shot) -> bool:
    """An infantry flamethrower at a building, occupied or not (2GM-117)."""
    by, target = now.unit(shot.shooter), now.unit(shot.target)
    if shot.place < 0 or not is_a(by, "infantry") or key(nth(item_at(by, shot.place))[0]) != "flamethrower":
        return False
    return built(now, target, shot)


def built(now: GameState, target: Unit, shot: Shot) -> bool:
    """The target is a building or in one, not still in the air (2GM-86, 111, 178)."""
    if is_a(target, "hq", "air") or shot.airborne:
        return False
    return under(now, target, target.id if is_a(target, "terrain") else shot.terrain).building


def penetration(now: GameState, shot: Shot) -> int:
    """The weapon's, more with HEAT on tanks, and with ordnance on a building; an empty one is
    not asked (2GM-136, 143, 176)."""
    by, target = now.unit(shot.shooter), now.unit(shot.target)
    heat = has(by, "heat", "shaped_charge") and is_tank(target)
    shell = ordnance(by) and built(now, target, shot)
    return weapon(by, shot.place, "penetration") + (1 if heat else 0) + (2 if shell else 0)


def damage(now: GameState, shot: Shot) -> int:
    """The weapon's, 1 more with Anti-Tank on tanks, 2 more with ordnance on a building and who
    is in it (2GM-126, 143)."""
    by, target = now.unit(shot.shooter), now.unit(shot.target)
    tank = has(by, "anti_tank") and is_tank(target)
    shell = ordnance(by) and built(now, target, shot)
    return weapon(by, shot.place, "damage") + (1 if tank else 0) + (2 if shell else 0)


def ordnance(unit: Unit) -> bool:
    """Ordnance, Howitzer and High Explosive are one skill (2GM-143)."""
    return has(unit, "ordnance", "howitzer", "he", "high_explosive")


def sheltered(now: GameState, shot: Shot, target: Unit) -> bool:
    """Whether the square can cover its unit against this shot (2GM-55, 176, 185)."""
    if shot.airborne:
        return now.reading("air_cover") == "yes"
    if is_a(target, "terrain"):
        return now.reading("empty_bonus") == "yes"
    if shot.role == "reaction" and now.reading("assault_cover") == "no":
        return False
    return not is_a(target, "air", "hq")


def armour(now: GameState, shot: Shot) -> int:
    """The card's, and what the terrain adds where it covers the target (2GM-55, 86, 185)."""
    target = now.unit(shot.target)
    return target.need("armor") + (thickness(now, target, shot.terrain) if sheltered(now, shot, target) else 0)


def pierces(now: GameState, shot: Shot) -> bool:
    """Penetration reaches the armour, or does not matter: assaults, an HQ, empty terrain, flames
    on a building (2GM-25, 56, 71, 117, 176)."""
    target = now.unit(shot.target)
    if shot.role == "assault" or is_a(target, "terrain") or flames(now, shot):
        return True
    if is_a(target, "hq") and now.reading("hq_penetration") == "no":
        return True
    return penetration(now, shot) >= armour(now, shot)


def immune(now: GameState, shot: Shot) -> bool:
    """Targets that know no criticals (2GM-25, 87, 137, 171)."""
    target = now.unit(shot.target)
    return is_a(target, "hq", "terrain") or has(target, "impenetrable")
