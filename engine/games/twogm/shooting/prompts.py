"""What players are asked while a unit fires: which weapon, and its die."""

from __future__ import annotations

from dataclasses import replace

from engine.dice.check import rows
from engine.games.twogm import refs
from engine.games.twogm.shooting import modifiers, values
from engine.games.twogm.shooting.refusals import out_of_range, ready_weapons, weapon_name
from engine.games.twogm.shooting.situation import AimedShot, DeclaredShot
from engine.games.twogm.shooting.weapons import place_of, reach, weapon
from engine.games.twogm.units import is_a
from engine.playing.citing import rule
from engine.values.model import D10, Check, Modifier, Option, Prompt, Unknown
from engine.values.table import GameState
from engine.values.texts import say

HITS, DESTROYS = say("scores a hit"), say("destroys (critical)")


def which_weapon(now: GameState, shot: DeclaredShot) -> Prompt:
    """Any weapon that is ready and has not fired yet, those that reach the target first; at least
    the primary one is named."""
    unit = now.unit(shot.attacker)
    options = [weapon_option(now, replace(shot, weapon=name)) for name in ready_weapons(now, unit) or ("primary",)]
    text = say("{unit}: fire which weapon?", unit=unit.name)
    first = tuple(sorted(options, key=lambda each: each.refusal is not None))
    return Prompt("weapon", "choice", unit.seat, text, refs.TWOGM_68, (unit.id,), options=first)


@rule(refs.TWOGM_69)
def weapon_option(now: GameState, shot: DeclaredShot) -> Option:
    """A weapon with its range, and what forbids it."""
    by, name = now.unit(shot.attacker), str(shot.weapon)
    try:
        most = reach(by, place_of(by, name))
    except Unknown:
        return Option(name, weapon_name(name))
    text = say("{weapon}, range {most}", weapon=weapon_name(name), most=most)
    return Option(name, text, out_of_range(now, shot))


@rule(refs.TWOGM_01, refs.TWOGM_72)
def to_hit(now: GameState, shot: AimedShot) -> Prompt:
    """Two thresholds on one die; a natural 10 is a critical whatever the modifiers."""
    by, at = now.unit(shot.shooter), now.unit(shot.target)
    bases = weapon(by, shot.place, "impact", 0), weapon(by, shot.place, "impact", 1)
    text = say("{shooter} shoots at {target}", shooter=by.name, target=at.name)
    units, dice = (shot.shooter, shot.target), (check(now, shot, bases),)
    return Prompt(shot.key, "roll", by.seat, text, refs.TWOGM_70, units, dice)


@rule(refs.TWOGM_70, refs.TWOGM_117)
def check(now: GameState, shot: AimedShot, bases: tuple[int, int]) -> Check:
    """The dice of a shot; without penetration they decide nothing, flames at an empty building
    neither."""
    spoken = modifiers.impact_rows(now, shot)
    spoken = (*spoken, *rows(modifiers.automatic(now, shot, bases, spoken)))
    spoken = (*spoken, *rows(modifiers.crossed_values(now, bases, spoken)))
    if not values.can_pierce(now, shot):
        spoken = (*spoken, no_penetration(now, shot))
        return Check(shot.key, 1, D10, refs.TWOGM_70, bases, spoken, natural="high", settled="fails")
    sure = values.is_flame_on_building(now, shot) and is_a(now.unit(shot.target), "terrain")
    plain = Check(shot.key, 1, D10, refs.TWOGM_70, bases, spoken, settled="passes" if sure else "")
    plain = replace(plain, names=(HITS,) if values.is_immune(now, shot) else (HITS, DESTROYS))
    return plain if is_ten_a_miss(now, shot) else replace(plain, natural="high")


def no_penetration(now: GameState, shot: AimedShot) -> Modifier:
    text = say(
        "penetration {penetration} does not reach armour {armour}",
        penetration=values.penetration(now, shot),
        armour=values.armour(now, shot),
    )
    return Modifier("penetration", 0, text, refs.TWOGM_71)


@rule(refs.TWOGM_171)
def is_ten_a_miss(now: GameState, shot: AimedShot) -> bool:
    """By another reading a natural 10 is nothing special on a target without criticals."""
    return values.is_immune(now, shot) and now.reading("ten_on_immune") == "miss"
