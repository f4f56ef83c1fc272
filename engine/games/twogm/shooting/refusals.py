"""What forbids a shot: the shooter, its weapon, its target, the distance."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.cards import item_at
from engine.games.twogm.markers.equipment import is_heavy, not_ready
from engine.games.twogm.movement.field import fewest_squares_between
from engine.games.twogm.movement.ground import is_indestructible, is_natural
from engine.games.twogm.shooting.situation import DeclaredShot
from engine.games.twogm.shooting.weapons import guns, place_of, printed_places, reach, weapon_names
from engine.games.twogm.units import NO_UNITS, assault_comes_first, carrier_of, has, is_a, is_fighter, level, occupants
from engine.parts import activation
from engine.playing.citing import rule
from engine.values.maps import EMPTY
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

FIRE = ("shot", "shots", "assault", "air")
"""What is done in Fire, one after the other."""


def weapon_name(weapon: str) -> Text:
    """A weapon as a player calls it."""
    known = {"primary": say("primary weapon"), "secondary": say("secondary weapon")}
    return known.get(weapon, say("{weapon}", weapon=weapon))


@rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_18, refs.TWOGM_68)
def ready_weapons(now: GameState, unit: Unit) -> tuple[str, ...]:
    """Weapons that may still fire in this sequence."""
    return tuple(name for name in weapon_names(unit) if not weapon_spent(now, unit, name))


def weapon_spent(now: GameState, unit: Unit, name: str | None, reacting: bool = False) -> Refusal | None:
    """A weapon that is not ready, or fired before in this sequence; no heavy one after an
    assault."""
    place = place_of(unit, name)
    if is_heavy(unit, place) and "assault" in unit.marks("fired_with"):
        return Refusal("assaulted", say("after an assault no heavy weapon fires in this turn"), refs.TWOGM_164)
    if place not in printed_places(unit):
        return not_ready(now, unit, item_at(unit, place), reacting)
    if not reacting and next_number(unit, place) > 1 + level(unit, "multiple"):
        return Refusal("fired", say("{unit} has fired this weapon", unit=unit.name), refs.TWOGM_68)
    return None


@rule(refs.TWOGM_142)
def next_number(unit: Unit, place: int) -> int:
    """1 for the first shot of a printed weapon; later ones count all additional shots of the
    unit."""
    used = unit.marks("fired_with")
    more = sum(max(0, used.count(str(each)) - 1) for each in printed_places(unit))
    return 2 + more if str(place) in used else 1


@rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_18)
def weapon_not_ready(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """Disabled, not mounted or used weapons do not fire; where none is named, one must be ready."""
    found = [weapon_spent(now, now.unit(shot.attacker), name, shot.as_ == "reaction") for name in weapons_of(now, shot)]
    return found[0] if all(found) else None


@rule(refs.TWOGM_68)
def weapons_of(now: GameState, shot: DeclaredShot) -> tuple[str | None, ...]:
    """The weapon that is named; in Fire, where none is, those among which the players choose; else
    the primary one."""
    if shot.weapon is not None or now.step != "fire":
        return (shot.weapon,)
    by = now.unit(shot.attacker)
    return ready_weapons(now, by) or weapon_names(by) or (None,)


def shooter_cannot(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """Carried units, those that rode, those whose fire is over; aircraft and assaulters have their
    own ways."""
    by = now.unit(shot.attacker)
    if by.where == "inside" or carrier_of(now, by):
        return Refusal(
            "carried",
            say("{unit} is carried and cannot fire", unit=by.name),
            refs.TWOGM_186 if shot.as_ == "aa" else refs.TWOGM_150,
        )
    if by.where != "table":
        return Refusal("not_on_table", say("{unit} is not on the board", unit=by.name), refs.TWOGM_68)
    if is_a(by, *NO_UNITS) or (by.stated("weapon") == EMPTY and not weapon_names(by)):
        return Refusal("no_weapon", say("{unit} has no weapon", unit=by.name), refs.TWOGM_68)
    if shot.as_ in ("reaction", "aa"):
        return None
    if is_a(by, "air") and now.step == "fire":
        return Refusal(
            "air_mission", say("{unit} attacks by an air attack: others may meet it first", unit=by.name), refs.TWOGM_96
        )
    if now.step == "fire" and (no := assault_comes_first(now, by)):
        return no
    if no := no_fire_this_turn(now, by):
        return no
    return Refusal("fired", say("{unit} has fired", unit=by.name), refs.TWOGM_68) if by.count("fired") else None


def no_fire_this_turn(now: GameState, unit: Unit) -> Refusal | None:
    """Who rode does not fire; by another reading neither does who was unloaded."""
    if unit.count("rode"):
        text = say("{unit} has moved Mounted and does not fire this turn", unit=unit.name)
        return Refusal("rode", text, refs.TWOGM_141)
    if unit.count("unloaded") and now.reading("unload_fire") == "no":
        text = say("{unit} was unloaded and does not fire this turn", unit=unit.name)
        return Refusal("unloaded", text, refs.TWOGM_197)
    return None


def out_of_range(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """Squares counted along rows and columns, told or known, rows alone too; an aircraft is where
    its target is."""
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    if is_a(by, "air") or (shot.range is None and is_a(at, "air")):
        return None
    far = shot.range if shot.range is not None else fewest_squares_between(now, by, at)
    if far is None or far <= (most := max(reach(by, place_of(by, name)) for name in weapons_of(now, shot))):
        return None
    return Refusal("out_of_range", say("{far} squares: the weapon reaches {most}", far=far, most=most), refs.TWOGM_69)


@rule(refs.TWOGM_27, refs.TWOGM_88)
def wrong_target(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """An HQ always may be; no unit that is gone, no General, no occupied terrain, no aircraft but
    by aircraft, no cargo, no natural terrain unless agreed."""
    at = now.unit(shot.target)
    if at.where not in ("table", "inside"):
        return Refusal("gone", say("{unit} is not on the board", unit=at.name), refs.TWOGM_174)
    if is_a(at, "general", "support"):
        return Refusal("no_target", say("{unit} cannot be shot at", unit=at.name), refs.TWOGM_12)
    if carrier_of(now, at):
        return Refusal("carried", say("{unit} is carried: the transport is the target", unit=at.name), refs.TWOGM_150)
    if is_a(at, "air") and shot.as_ != "aa" and not is_a(now.unit(shot.attacker), "air"):
        return Refusal(
            "aircraft", say("only aircraft and anti-aircraft units shoot at {unit}", unit=at.name), refs.TWOGM_93
        )
    return wrong_terrain(now, at) if is_a(at, "terrain") else None


def wrong_terrain(now: GameState, at: Unit) -> Refusal | None:
    """Occupied terrain: its unit is the target; some cannot be destroyed."""
    if is_indestructible(at) or at.count("ruins"):
        return Refusal("indestructible", say("{unit} cannot be destroyed", unit=at.name), refs.TWOGM_91)
    if occupants(now, at.id):
        return Refusal("occupied", say("{unit} is occupied: shoot at its unit", unit=at.name), refs.TWOGM_88)
    if is_natural(at) and now.reading("natural_destruction") == "no":
        return Refusal("natural", say("natural terrain is not destroyed in this game"), refs.TWOGM_82)
    return None


def too_many_shots(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """Multiple gives so many more shots with a printed weapon, none with equipment, none out of
    turn."""
    by = now.unit(shot.attacker)
    able = level(by, "multiple") if shot.role == "attack" and place_of(by, shot.weapon) in printed_places(by) else 0
    if (shot.shot_number or 1) > 1 + able:
        text = say("{unit} has {shots} shots with this weapon", unit=by.name, shots=1 + able)
        return Refusal("too_many_shots", text, refs.TWOGM_142)
    return None


def not_anti_aircraft(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """One anti-aircraft shot in the enemy turn, by an anti-aircraft unit, at an air unit."""
    by = now.unit(shot.attacker)
    if shot.as_ != "aa":
        return None
    if by.stated("skills") is not None and not has(by, "anti_aircraft"):
        return Refusal("no_anti_aircraft", say("{unit} is no anti-aircraft unit", unit=by.name), refs.TWOGM_107)
    if by.count("aa_fired"):
        return Refusal("aa_fired", say("{unit} has fired at aircraft this turn", unit=by.name), refs.TWOGM_107)
    at = now.unit(shot.target)
    if not is_a(at, "air", "infantry"):
        return Refusal("no_air_unit", say("{unit} is no air unit", unit=at.name), refs.TWOGM_111)
    return None


def not_by_itself(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """In Fire a shot is an attack: assaults, Reaction shots and shots at aircraft are parts of
    something else; the machine guns of a bomber meet interceptors only."""
    other = {
        "assault": (say("an assault is declared in Movement and resolved as an assault"), refs.TWOGM_58),
        "reaction": (say("a Reaction shot answers an assault, in the enemy turn"), refs.TWOGM_54),
        "aa": (say("anti-aircraft units shoot at aircraft in the enemy turn only"), refs.TWOGM_107),
    }
    if now.step == "fire" and shot.role in other:
        return Refusal("not_by_itself", *other[shot.role])
    by = now.unit(shot.attacker)
    gun = is_a(by, "air") and not is_fighter(by) and place_of(by, shot.weapon) in guns(by, card=True)
    if gun and not is_a(now.unit(shot.target), "air"):
        return Refusal("gun", say("a bomber's machine guns fire at interceptors only"), refs.TWOGM_104)
    return None


def no_assault_weapon(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """Only infantry assaults, never with an HMG* or Mortar*."""
    by = now.unit(shot.attacker)
    if shot.role != "assault":
        return None
    if not is_a(by, "infantry"):
        return Refusal("no_infantry", say("only infantry assaults"), refs.TWOGM_52)
    if is_heavy(by, place_of(by, shot.weapon)):
        return Refusal("heavy_weapon", say("not with a heavy weapon"), refs.TWOGM_53)
    return None


def another_fires(now: GameState, shot: DeclaredShot) -> Refusal | None:
    """Shots and assaults come one after the other; a Reaction shot and one at aircraft answer."""
    return activation.another_is_open(now, FIRE, refs.TWOGM_68) if shot.role == "attack" else None


SHOT = (
    another_fires,
    shooter_cannot,
    weapon_not_ready,
    out_of_range,
    wrong_target,
    too_many_shots,
    not_anti_aircraft,
    not_by_itself,
    no_assault_weapon,
)
