"""What forbids a shot: the shooter, its weapon, its target, the distance."""

from __future__ import annotations

from engine.games.twogm.field import between
from engine.games.twogm.ground import indestructible, is_natural
from engine.games.twogm.markers import heavy, unready
from engine.games.twogm.refs import (
    TWOGM_12,
    TWOGM_52,
    TWOGM_53,
    TWOGM_68,
    TWOGM_69,
    TWOGM_82,
    TWOGM_88,
    TWOGM_91,
    TWOGM_93,
    TWOGM_96,
    TWOGM_107,
    TWOGM_111,
    TWOGM_141,
    TWOGM_142,
    TWOGM_150,
    TWOGM_164,
    TWOGM_174,
    TWOGM_186,
)
from engine.games.twogm.units import carrier_of, has, is_a, level, occupants, waiting
from engine.games.twogm.weapons import armed, item_at, place_of, printed, reach
from engine.values.maps import EMPTY, Value
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

ROLES = ("attack", "reaction", "aa", "assault")


def called(weapon: str) -> Text:
    """A weapon as a player calls it."""
    known = {"primary": say("primary weapon"), "secondary": say("secondary weapon")}
    return known.get(weapon, say("{weapon}", weapon=weapon))


def usable(now: GameState, unit: Unit) -> tuple[str, ...]:
    """Weapons that may still fire in this sequence (2GM-14, 15, 18, 68)."""
    return tuple(name for name in armed(unit) if not spent_weapon(now, unit, name))


def spent_weapon(now: GameState, unit: Unit, name: str | None, reacting: bool = False) -> Refusal | None:
    """A weapon that is not ready, or fired before in this sequence; no heavy one after an
    assault (2GM-15, 18, 68, 164)."""
    place = place_of(unit, name)
    if heavy(unit, place) and "assault" in unit.marks("fired_with"):
        return Refusal("assaulted", say("after an assault no heavy weapon fires in this turn"), TWOGM_164)
    if place not in printed(unit):
        return unready(now, unit, item_at(unit, place), reacting)
    if not reacting and next_number(unit, place) > 1 + level(unit, "multiple"):
        return Refusal("fired", say("{unit} has fired this weapon", unit=unit.name), TWOGM_68)
    return None


def next_number(unit: Unit, place: int) -> int:
    """1 for the first shot of a printed weapon; later ones count all additional shots of the
    unit (2GM-142)."""
    used = unit.marks("fired_with")
    more = sum(max(0, used.count(str(each)) - 1) for each in printed(unit))
    return 2 + more if str(place) in used else 1


def weapon_not_ready(now: GameState, attacker: str, weapon: str | None = None, **optional: Value) -> Refusal | None:
    """Disabled, not mounted or used weapons do not fire (2GM-14, 15, 18)."""
    return spent_weapon(now, now.unit(attacker), weapon, optional.get("as") == "reaction")


def shooter_cannot(now: GameState, attacker: str, **optional: Value) -> Refusal | None:
    """Carried units, those that rode, those whose fire is over; aircraft and assaulters have
    their own ways (2GM-57, 68, 96, 141, 150)."""
    by = now.unit(attacker)
    if by.where == "inside" or carrier_of(now, by):
        return Refusal(
            "carried",
            say("{unit} is carried and cannot fire", unit=by.name),
            TWOGM_186 if optional.get("as") == "aa" else TWOGM_150,
        )
    if by.where != "table":
        return Refusal("not_on_table", say("{unit} is not on the board", unit=by.name), TWOGM_68)
    if is_a(by, "hq", "terrain") or (by.stated("weapon") == EMPTY and not armed(by)):
        return Refusal("no_weapon", say("{unit} has no weapon", unit=by.name), TWOGM_68)
    if optional.get("as") in ("reaction", "aa"):
        return None
    if is_a(by, "air") and now.step == "fire":
        return Refusal(
            "air_mission", say("{unit} attacks by an air attack: others may meet it first", unit=by.name), TWOGM_96
        )
    if now.step == "fire" and (no := waiting(now, by)):
        return no
    if by.count("rode"):
        return Refusal("rode", say("{unit} has moved Mounted and does not fire this turn", unit=by.name), TWOGM_141)
    return Refusal("fired", say("{unit} has fired", unit=by.name), TWOGM_68) if by.count("fired") else None


def out_of_range(
    now: GameState, attacker: str, target: str, weapon: str | None = None, range: int | None = None, **told: Value
) -> Refusal | None:
    """Squares counted along rows and columns, told or known; an aircraft is where its target is
    (2GM-69, 94, 107)."""
    by, at = now.unit(attacker), now.unit(target)
    if is_a(by, "air") or (range is None and is_a(at, "air")):
        return None
    far = range if range is not None else between(now, by, at)
    if far is None or far <= (most := reach(by, place_of(by, weapon))):
        return None
    return Refusal("out_of_range", say("{far} squares: the weapon reaches {most}", far=far, most=most), TWOGM_69)


def wrong_target(now: GameState, attacker: str, target: str, **told: Value) -> Refusal | None:
    """An HQ always may be; nobody who is gone, no General, no occupied terrain, no aircraft but
    by aircraft, no cargo, no natural terrain unless agreed (2GM-12, 27, 82, 88, 91, 93, 150,
    174)."""
    at = now.unit(target)
    if at.where not in ("table", "inside"):
        return Refusal("gone", say("{unit} is not on the board", unit=at.name), TWOGM_174)
    if is_a(at, "general", "support"):
        return Refusal("no_target", say("{unit} cannot be shot at", unit=at.name), TWOGM_12)
    if carrier_of(now, at):
        return Refusal("carried", say("{unit} is carried: the transport is the target", unit=at.name), TWOGM_150)
    if is_a(at, "air") and told.get("as") != "aa" and not is_a(now.unit(attacker), "air"):
        return Refusal("aircraft", say("only aircraft and anti-aircraft units shoot at {unit}", unit=at.name), TWOGM_93)
    return wrong_terrain(now, at) if is_a(at, "terrain") else None


def wrong_terrain(now: GameState, at: Unit) -> Refusal | None:
    """Occupied terrain: its unit is the target; some cannot be destroyed (2GM-32, 82, 88, 91)."""
    if indestructible(at) or at.count("ruins"):
        return Refusal("indestructible", say("{unit} cannot be destroyed", unit=at.name), TWOGM_91)
    if occupants(now, at.id):
        return Refusal("occupied", say("{unit} is occupied: shoot at its unit", unit=at.name), TWOGM_88)
    if is_natural(at) and now.reading("natural_destruction") == "no":
        return Refusal("natural", say("natural terrain is not destroyed in this game"), TWOGM_82)
    return None


def too_many_shots(
    now: GameState, attacker: str, weapon: str | None = None, shot_number: int = 1, **optional: Value
) -> Refusal | None:
    """Multiple gives so many more shots with a printed weapon, none with equipment, none out of
    turn (2GM-142, 165, 186)."""
    by = now.unit(attacker)
    single = optional.get("assault") is True or optional.get("as") in ("reaction", "aa", "assault")
    able = 0 if single or place_of(by, weapon) not in printed(by) else level(by, "multiple")
    if shot_number > 1 + able:
        text = say("{unit} has {shots} shots with this weapon", unit=by.name, shots=1 + able)
        return Refusal("too_many_shots", text, TWOGM_142)
    return None


def not_anti_aircraft(now: GameState, attacker: str, target: str, **told: Value) -> Refusal | None:
    """One anti-aircraft shot in the enemy turn, by an anti-aircraft unit, at an air unit
    (2GM-107, 111)."""
    by, at = now.unit(attacker), now.unit(target)
    if told.get("as") != "aa":
        return None
    if by.stated("skills") is not None and not has(by, "anti_aircraft"):
        return Refusal("no_anti_aircraft", say("{unit} is no anti-aircraft unit", unit=by.name), TWOGM_107)
    if by.count("aa_fired"):
        return Refusal("aa_fired", say("{unit} has fired at aircraft this turn", unit=by.name), TWOGM_107)
    if not is_a(at, "air", "infantry"):
        return Refusal("no_air_unit", say("{unit} is no air unit", unit=at.name), TWOGM_111)
    return None


def no_assault_weapon(now: GameState, attacker: str, weapon: str | None = None, **optional: Value) -> Refusal | None:
    """Only infantry assaults, never with an HMG* or Mortar* (2GM-52, 53)."""
    by = now.unit(attacker)
    if optional.get("assault") is not True and optional.get("as") != "assault":
        return None
    if not is_a(by, "infantry"):
        return Refusal("no_infantry", say("only infantry assaults"), TWOGM_52)
    if heavy(by, place_of(by, weapon)):
        return Refusal("heavy_weapon", say("not with a heavy weapon"), TWOGM_53)
    return None


FORBIDS = (
    shooter_cannot,
    weapon_not_ready,
    out_of_range,
    wrong_target,
    too_many_shots,
    not_anti_aircraft,
    no_assault_weapon,
)
