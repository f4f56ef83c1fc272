"""What the manner of an attack forbids: indirect fire, reactions, a Charge, striking back."""

from __future__ import annotations

from engine.games.dust import abilities, refs, turn
from engine.games.dust.attack import situation
from engine.games.dust.attack.situation import WeaponLine
from engine.games.dust.units import is_on_board, together
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say

NOT_SUSTAINED = {"indirect": refs.DUST_57, "reaction": refs.DUST_71, "charge": refs.DUST_121}
ACTIVE_ONLY = say("a reaction shoots at the active unit only")


@rule(refs.DUST_57)
def is_indirect(now: GameState, line: WeaponLine) -> bool:
    """Artillery that an Observer calls; other weapons of the unit need their own sight."""
    return line.manner == "indirect" and "artillery" in situation.weapon(now, line).kinds


@rule(refs.DUST_65)
def not_sustained(now: GameState, line: WeaponLine) -> Refusal | None:
    """No Sustained Attack in indirect fire, a reaction or a Charge."""
    ref = NOT_SUSTAINED.get(line.manner)
    return Refusal("not_sustained", say("no Sustained Attack here"), ref) if line.sustained and ref else None


def wrong_weapon(now: GameState, line: WeaponLine) -> Refusal | None:
    """A Charge fights with range 1 and C only; who strikes back with C only, by one reading if
    not activated."""
    if line.manner == "charge" and situation.weapon(now, line).range not in ("1", "C"):
        return Refusal("not_in_a_charge", say("a Charge fights with weapons of range 1 and C only"), refs.DUST_121)
    if line.manner != "retaliation":
        return None
    gun = situation.weapon(now, line)
    if not gun.is_close:
        return Refusal("not_close", say("only weapons of range C strike back"), refs.DUST_51)
    if now.reading("retaliation") == "unactivated" and gun.unit.count("activated"):
        return Refusal("activated", say("{unit} was activated this round", unit=gun.unit.name), refs.DUST_51)
    return None


@rule(refs.DUST_145)
def no_observer(now: GameState, line: WeaponLine) -> Refusal | None:
    """Indirect fire is called by a unit with Artillery Strike; a command squad needs its Radio."""
    if line.manner != "indirect" or line.observer is None:
        return None
    unit = now.unit(line.observer)
    if not is_on_board(unit) or unit.seat != now.unit(line.attacker).seat or line.attacker in together(now, unit.id):
        return Refusal("no_observer", say("{unit} cannot observe for this unit", unit=unit.name), refs.DUST_57)
    if abilities.is_command_squad(now, unit.id):
        text = say("{unit}: the Radio is dead", unit=unit.name)
        return None if abilities.has_member(now, unit.id, "radio") else Refusal("no_radio", text, refs.DUST_60)
    if abilities.may_use(now, unit.id, "artillery_strike"):
        return None
    return Refusal("no_observer", say("{unit} has no Artillery Strike", unit=unit.name), refs.DUST_57)


def not_ready_for_indirect(now: GameState, line: WeaponLine) -> Refusal | None:
    """On the board and not yet activated this round, not even by a reaction that failed."""
    unit = now.unit(line.attacker)
    if line.manner != "indirect":
        return None
    if not is_on_board(unit):
        return Refusal("off_board", say("{unit} is not on the board", unit=unit.name), refs.DUST_58)
    if unit.count("activated") or unit.count("reactivated"):
        return Refusal("activated", say("{unit} was activated this round", unit=unit.name), refs.DUST_58)
    return None


@rule(refs.DUST_02, refs.DUST_08)
def no_attack_left(now: GameState, line: WeaponLine) -> Refusal | None:
    """An Attack is an action of the unit that acts; other manners answer to something else."""
    if line.manner in ANSWERS:
        return ANSWERS[line.manner](now, line)
    return turn.cannot_act(now, line.attacker, "sustained" if line.sustained else "attack")


@rule(refs.DUST_65, refs.DUST_66)
def not_rolled_for(now: GameState, line: WeaponLine) -> Refusal | None:
    """A reaction has just been rolled for."""
    unit = now.unit(line.attacker)
    if unit.count("reacting"):
        return None
    if turn.has_acted(now, unit.id):
        return Refusal("activated", say("{unit} was activated this round", unit=unit.name), refs.DUST_66)
    text = say("{unit} has not rolled for its reactive fire", unit=unit.name)
    return Refusal("not_rolled", text, refs.DUST_65) if turn.is_played(now) else None


@rule(refs.DUST_58)
def not_called(now: GameState, line: WeaponLine) -> Refusal | None:
    """Indirect fire comes in the activation of its Observer."""
    acting = [unit for unit in turn.units_acting(now) if now.unit(unit).seat == now.unit(line.attacker).seat]
    if not turn.is_played(now) or (acting and (line.observer is None or line.observer in acting)):
        return None
    return Refusal("not_called", say("indirect fire is called by an Observer in its activation"), refs.DUST_58)


@rule(refs.DUST_51)
def not_struck(now: GameState, line: WeaponLine) -> Refusal | None:
    """Striking back is part of an attack in close combat."""
    if not turn.is_played(now) or now.pending is not None:
        return None
    return Refusal("not_struck", say("only a unit attacked in close combat strikes back"), refs.DUST_51)


ANSWERS = {"reaction": not_rolled_for, "indirect": not_called, "retaliation": not_struck}


def not_the_active_enemy(now: GameState, line: WeaponLine) -> Refusal | None:
    if line.manner != "reaction" or not turn.is_another_active(now, line.target):
        return None
    return Refusal("not_active", ACTIVE_ONLY, refs.DUST_67)
