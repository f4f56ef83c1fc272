"""What forbids fire and barrages."""

from __future__ import annotations

from itertools import zip_longest

from engine.games.epic import refs
from engine.games.epic.activation.parts import another_deed_is_open, not_declared
from engine.games.epic.air.reserves import AIR, is_airborne, is_spacecraft
from engine.games.epic.formations.refusals import no_absent, no_broken, no_destroyed, no_friend, nobody_there
from engine.games.epic.formations.rows import rows, units_left
from engine.games.epic.shooting.modifiers import HUNTS
from engine.games.epic.shooting.situation import Barrage, Fire
from engine.games.epic.shooting.weapons import all_weapons, part_of_shooting
from engine.playing.citing import rule
from engine.values.model import Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import say, say_many


def is_orbital(now: GameState, fire: Fire | Barrage) -> bool:
    return fire.order == "spacecraft" or bool(fire.by and is_spacecraft(now.unit(fire.by)))


def is_from_the_air(now: GameState, fire: Fire | Barrage) -> bool:
    return fire.order in AIR or bool(fire.by and is_airborne(now.unit(fire.by)))


@rule(refs.EPIC_09)
def no_destroyed_firer(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    return no_destroyed(now, fire.by)


@rule(refs.EPIC_187, refs.EPIC_253)
def no_absent_firer(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    return no_absent(now, fire.by)


@rule(refs.EPIC_96)
def is_support(fire: Fire | Barrage) -> bool:
    return isinstance(fire, Fire) and fire.as_ == "support"


def no_broken_firer(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    """Broken formations neither act nor support."""
    return no_broken(now, fire.by, refs.EPIC_96 if is_support(fire) else refs.EPIC_109)


def not_on_overwatch(now: GameState, fire: Fire) -> Refusal | None:
    """Only a formation on overwatch fires in the enemy's action."""
    if fire.by and fire.as_ == "overwatch" and not now.unit(fire.by).count("overwatch"):
        return Refusal("no_overwatch", say("{unit} is not on overwatch", unit=now.unit(fire.by).name), refs.EPIC_62)
    return None


def no_fire_on_the_march(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    """A March has no shooting in it, nor support after it."""
    if fire.order != "march" and not (fire.by and now.unit(fire.by).count("marched")):
        return None
    text = say("a March has no shooting in it")
    if fire.by:
        text = say("{unit} marches and does not shoot", unit=now.unit(fire.by).name)
    return Refusal("marched", text, refs.EPIC_96 if is_support(fire) else refs.EPIC_16)


@rule(refs.EPIC_38)
def no_own_target(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    return no_friend(now, fire.by, fire.target)


@rule(refs.EPIC_62)
def no_fire_out_of_turn(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    """In the enemy's go only overwatch and supporting fire are allowed."""
    if isinstance(fire, Fire) and fire.as_:
        return None
    if fire.by and now.step == "action" and now.unit(fire.by).seat != now.seat:
        return Refusal("not_yours", say("{unit} does not act now", unit=now.unit(fire.by).name), refs.EPIC_07)
    return None


@rule(refs.EPIC_62, refs.EPIC_95)
def no_shooting_left(now: GameState, fire: Fire) -> Refusal | None:
    """Shooting needs an action that has some left; overwatch and supporting fire are none, a
    pin-point attack is part of a spacecraft's."""
    if not fire.by or fire.as_ in ("overwatch", "support", "drop_pod"):
        return None
    part = "pin_point" if fire.as_ == "pin_point" else part_of_shooting(now.unit(fire.by))
    return not_declared(now, fire.by, part, no_shooting(now, fire.by, refs.EPIC_38))


def no_shooting(now: GameState, by: str, ref: Ref) -> Refusal:
    return Refusal("no_shooting", say("{unit}: no shooting left in this action", unit=now.unit(by).name), ref)


@rule(refs.EPIC_07, refs.EPIC_206)
def no_fire_inside_another_deed(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    """Overwatch and supporting fire answer a deed; all other fire waits until it is over."""
    return None if isinstance(fire, Fire) and fire.as_ else another_deed_is_open(now)


def no_support_without_assault(now: GameState, fire: Fire) -> Refusal | None:
    """Supporting fire is part of an assault."""
    fights = now.pending is not None and now.pending.procedure in ("assault", "air_assault")
    if fire.by and fire.as_ == "support" and now.step == "action" and not fights:
        return Refusal("no_assault", say("no assault is being fought"), refs.EPIC_95)
    return None


def no_crossfire_in_this_manner(now: GameState, fire: Fire) -> Refusal | None:
    """Supporting fire, pin-point attacks and drop pods never have it."""
    if fire.has_crossfire and fire.as_ in ("support", "pin_point", "drop_pod"):
        return Refusal("no_crossfire", say("no crossfire for this kind of fire"), refs.EPIC_258)
    return None


def no_crossfire_from_above(now: GameState, fire: Fire) -> Refusal | None:
    """Aircraft and spacecraft never have crossfire."""
    is_high = is_orbital(now, fire) or is_from_the_air(now, fire)
    if not is_high or not fire.has_crossfire:
        return None
    ref = refs.EPIC_258 if is_orbital(now, fire) else refs.EPIC_198 if fire.order in HUNTS else refs.EPIC_199
    return Refusal("no_crossfire", say("no crossfire for this kind of fire"), ref)


@rule(refs.EPIC_195)
def no_target_in_flight(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    """Aircraft in flight are shot at by flak and interceptors only, and these at no other
    target."""
    if not fire.target or is_airborne(now.unit(fire.target)) == (fire.order in HUNTS):
        return None
    target = now.unit(fire.target)
    if is_airborne(target):
        return Refusal("flying", say("{unit} flies: only flak reaches it", unit=target.name), refs.EPIC_200)
    return Refusal("not_flying", say("{unit} does not fly", unit=target.name), refs.EPIC_191)


def no_flak_at_the_ground(now: GameState, fire: Fire) -> Refusal | None:
    """Anti-aircraft values count in the air alone."""
    if fire.order not in HUNTS and any(shot.type == "aa" for shot in fire.shots or ()):
        return Refusal("anti_aircraft", say("anti-aircraft fire is for aircraft"), refs.EPIC_149)
    return None


@rule(refs.EPIC_38, refs.EPIC_253)
def no_absent_target(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    return nobody_there(now, fire.target)


def no_pin_point_without_engine(now: GameState, fire: Fire) -> Refusal | None:
    """Pin-point attacks are for war engines only."""
    target = now.unit(fire.target)
    if fire.as_ == "pin_point" and not any(row.left and row.type == "WE" for row in rows(target)):
        return Refusal("no_war_engine", say("{unit} has no war engine", unit=target.name), refs.EPIC_221)
    return None


def no_mixed_waiver(now: GameState, fire: Fire) -> Refusal | None:
    """Cover is waived for all fire of a type or for none of it, unless each weapon may choose."""
    if now.reading("cover_waiver") == "per_weapon":
        return None
    chosen = {(shot.type, bool(shot.waived)) for shot in fire.shots or ()}
    if len(chosen) > len({type for type, _ in chosen}):
        return Refusal("mixed_waiver", say("cover is waived for all fire of a type, or for none of it"), refs.EPIC_47)
    return None


@rule(refs.EPIC_53, refs.EPIC_195)
def no_helper_of_crossfire(now: GameState, fire: Fire) -> Refusal | None:
    """The formation at the other end of the line is another friend on the ground, neither broken
    nor marching."""
    if fire.crossfire_by is None:
        return None
    helper, by = now.unit(fire.crossfire_by), fire.by
    is_stranger = helper.id == by or (by is not None and helper.seat != now.unit(by).seat)
    if (
        is_stranger
        or helper.where != "table"
        or is_airborne(helper)
        or helper.count("broken")
        or helper.count("marched")
    ):
        return Refusal("no_help", say("{unit} gives no crossfire", unit=helper.name), refs.EPIC_54)
    return None


def no_more_than_there_are(now: GameState, fire: Fire | Barrage) -> Refusal | None:
    """A formation that is not there any more does not shoot."""
    if not fire.by or fire.able is None:
        return None
    left = units_left(now.unit(fire.by))
    able = fire.able if isinstance(fire.able, tuple) else (fire.able,)
    most = left if isinstance(fire.able, tuple) else (sum(left),)
    if any(count > there for count, there in zip_longest(able, most, fillvalue=0)):
        text = say_many(
            "{unit} has only one unit", "{unit} has only {count} units", sum(left), unit=now.unit(fire.by).name
        )
        return Refusal("too_many", text, refs.EPIC_41)
    return None


FIRE = (
    no_more_than_there_are,
    no_fire_inside_another_deed,
    no_destroyed_firer,
    no_absent_firer,
    no_broken_firer,
    not_on_overwatch,
    no_fire_on_the_march,
    no_own_target,
    no_fire_out_of_turn,
    no_shooting_left,
    no_support_without_assault,
    no_crossfire_in_this_manner,
    no_crossfire_from_above,
    no_target_in_flight,
    no_flak_at_the_ground,
    no_absent_target,
    no_pin_point_without_engine,
    no_mixed_waiver,
    no_helper_of_crossfire,
)

# Barrages


def no_barrage_left(now: GameState, barrage: Barrage) -> Refusal | None:
    """A barrage is fired in an action that has shooting left."""
    if not barrage.by:
        return None
    part = part_of_shooting(now.unit(barrage.by))
    return not_declared(now, barrage.by, part, no_shooting(now, barrage.by, refs.EPIC_57))


@rule(refs.EPIC_258)
def no_crossfire_by_barrage_from_above(now: GameState, barrage: Barrage) -> Refusal | None:
    """An orbital bombardment never has crossfire, nor do bombs."""
    orbital = is_orbital(now, barrage)
    if barrage.crossfire and (orbital or is_from_the_air(now, barrage)):
        ref = refs.EPIC_220 if orbital else refs.EPIC_199
        return Refusal("no_crossfire", say("no crossfire for this kind of fire"), ref)
    return None


def no_barrage_without_guns(now: GameState, barrage: Barrage) -> Refusal | None:
    """In the battle a formation without barrage points fires no barrage."""
    if not barrage.by or now.step != "action" or barrage.points is not None or barrage.guns is not None:
        return None
    unit = now.unit(barrage.by)
    if not any(weapon.get("bp") for weapon in all_weapons(unit)):
        return Refusal("no_artillery", say("{unit} has no barrage points", unit=unit.name), refs.EPIC_57)
    return None


BARRAGE = (
    no_more_than_there_are,
    no_fire_inside_another_deed,
    no_destroyed_firer,
    no_absent_firer,
    no_broken_firer,
    no_fire_on_the_march,
    no_own_target,
    no_absent_target,
    no_target_in_flight,
    no_crossfire_by_barrage_from_above,
    no_fire_out_of_turn,
    no_barrage_left,
    no_barrage_without_guns,
)
