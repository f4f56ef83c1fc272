"""What a shot does to its target: penetration, armour, damage, and who knows no criticals."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.cards import item_and_number, item_at
from engine.games.twogm.movement.ground import thickness, under
from engine.games.twogm.shooting.situation import AimedShot
from engine.games.twogm.shooting.weapons import weapon
from engine.games.twogm.units import has, is_a, key
from engine.playing.citing import rule
from engine.values.table import GameState, Unit


@rule(refs.TWOGM_126)
def is_tank(unit: Unit) -> bool:
    """Every unit with the Armour icon."""
    return is_a(unit, "tank")


@rule(refs.TWOGM_117)
def is_flame_on_building(now: GameState, shot: AimedShot) -> bool:
    """An infantry flamethrower at a building, occupied or not."""
    by, target = now.unit(shot.shooter), now.unit(shot.target)
    if shot.place < 0 or not is_a(by, "infantry") or key(item_and_number(item_at(by, shot.place))[0]) != "flamethrower":
        return False
    return is_in_building(now, target, shot)


@rule(refs.TWOGM_86, refs.TWOGM_111, refs.TWOGM_178)
def is_in_building(now: GameState, target: Unit, shot: AimedShot) -> bool:
    """The target is a building or in one, not still in the air."""
    if is_a(target, "hq", "air") or shot.airborne:
        return False
    return under(now, target, target.id if is_a(target, "terrain") else shot.terrain).building


@rule(refs.TWOGM_136, refs.TWOGM_143, refs.TWOGM_176)
def penetration(now: GameState, shot: AimedShot) -> int:
    """The weapon's, more with HEAT on tanks, and with ordnance on a building; an empty one is not
    asked."""
    by, target = now.unit(shot.shooter), now.unit(shot.target)
    heat = has(by, "heat", "shaped_charge") and is_tank(target)
    shell = has_ordnance(by) and is_in_building(now, target, shot)
    return weapon(by, shot.place, "penetration") + (1 if heat else 0) + (2 if shell else 0)


@rule(refs.TWOGM_126, refs.TWOGM_143)
def damage(now: GameState, shot: AimedShot) -> int:
    """The weapon's, 1 more with Anti-Tank on tanks, 2 more with ordnance on a building and who is
    in it."""
    by, target = now.unit(shot.shooter), now.unit(shot.target)
    tank = has(by, "anti_tank") and is_tank(target)
    shell = has_ordnance(by) and is_in_building(now, target, shot)
    return weapon(by, shot.place, "damage") + (1 if tank else 0) + (2 if shell else 0)


@rule(refs.TWOGM_143)
def has_ordnance(unit: Unit) -> bool:
    """Ordnance, Howitzer and High Explosive are one skill."""
    return has(unit, "ordnance", "howitzer", "he", "high_explosive")


@rule(refs.TWOGM_55, refs.TWOGM_176, refs.TWOGM_185)
def may_be_covered(now: GameState, shot: AimedShot, target: Unit) -> bool:
    """Whether the square can cover its unit against this shot."""
    if shot.airborne:
        return now.reading("air_cover") == "yes"
    if is_a(target, "terrain"):
        return now.reading("empty_bonus") == "yes"
    if shot.role == "reaction" and now.reading("assault_cover") == "no":
        return False
    return not is_a(target, "air", "hq")


@rule(refs.TWOGM_55, refs.TWOGM_86, refs.TWOGM_185)
def armour(now: GameState, shot: AimedShot) -> int:
    """The card's, and what the terrain adds where it covers the target."""
    target = now.unit(shot.target)
    return target.need("armor") + (thickness(now, target, shot.terrain) if may_be_covered(now, shot, target) else 0)


@rule(refs.TWOGM_25, refs.TWOGM_56, refs.TWOGM_71, refs.TWOGM_117, refs.TWOGM_176)
def can_pierce(now: GameState, shot: AimedShot) -> bool:
    """Penetration reaches the armour, or does not matter: assaults, an HQ, empty terrain, flames on
    a building."""
    target = now.unit(shot.target)
    if shot.role == "assault" or is_a(target, "terrain") or is_flame_on_building(now, shot):
        return True
    if is_a(target, "hq") and now.reading("hq_penetration") == "no":
        return True
    return penetration(now, shot) >= armour(now, shot)


@rule(refs.TWOGM_25, refs.TWOGM_87, refs.TWOGM_137, refs.TWOGM_171)
def is_immune(now: GameState, shot: AimedShot) -> bool:
    """Targets that know no criticals."""
    target = now.unit(shot.target)
    return is_a(target, "hq", "terrain") or has(target, "impenetrable")
