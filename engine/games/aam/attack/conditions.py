"""When an ability counts in an attack: one function for each condition."""

from collections.abc import Callable
from typing import TypeAlias

from engine.games.aam import refs
from engine.games.aam.attack.situation import Attack
from engine.games.aam.commanders.effects import is_commander
from engine.games.aam.units import (
    has,
    has_two_sides,
    is_a,
    is_disrupted,
    is_in_position,
    is_on_map,
    is_opposed,
    is_shaken,
    is_soldier,
)
from engine.playing.citing import rule
from engine.values.table import GameState, Unit

When: TypeAlias = Callable[[GameState, Attack], bool]
LONG = 5

# The unit's own abilities


def at_a_vehicle(now: GameState, attack: Attack) -> bool:
    return not is_soldier(now.unit(attack.target))


def at_a(subtype: str) -> When:
    return lambda now, attack: is_a(now.unit(attack.target), subtype)


def at_one_shaken(now: GameState, attack: Attack) -> bool:
    return is_shaken(now.unit(attack.target))


@rule(refs.AAM_15)
def at_the_rear(now: GameState, attack: Attack) -> bool:
    """Where there is one: a single number has no rear."""
    return has_two_sides(now.unit(attack.target)) and attack.is_from_behind


def defensively(now: GameState, attack: Attack) -> bool:
    return attack.defensive


def by_a_close_assaulter(now: GameState, attack: Attack) -> bool:
    return has(now.unit(attack.attacker), "close_assault")


@rule(refs.AAM_13, refs.AAM_86)
def from_afar(now: GameState, attack: Attack) -> bool:
    """At long range."""
    return attack.hexes >= LONG


def by_soldiers_from_afar(now: GameState, attack: Attack) -> bool:
    return from_afar(now, attack) and soldiers_attack(now, attack)


def dug_in(now: GameState, attack: Attack) -> bool:
    return is_in_position(now.unit(attack.target), "entrenched")


def into(*terrains: str) -> When:
    return lambda now, attack: attack.terrain in terrains


@rule(refs.AAM_86)
def beside_a_commander(now: GameState, attack: Attack) -> bool:
    return any(coordinates(now, attack, now.unit(leader)) for leader in attack.commanders or ())


@rule(refs.AAM_86, refs.AAM_93)
def coordinates(now: GameState, attack: Attack, leader: Unit) -> bool:
    """Being there is enough: it is the Soldier's own ability, and a disrupted Commander is a
    Commander too."""
    by = now.unit(attack.attacker)
    if not has(by, "coordinated_fire") or leader.id == by.id or is_opposed(leader, by):
        return False
    return is_on_map(leader) and is_commander(leader)


# Abilities that a Commander lends


def soldiers_attack(now: GameState, attack: Attack) -> bool:
    return is_soldier(now.unit(attack.attacker))


@rule(refs.AAM_68)
def soldiers_attack_cover(now: GameState, attack: Attack) -> bool:
    """In the open only units with a Low Silhouette roll for cover."""
    is_low = has(now.unit(attack.target), "low_silhouette")
    is_open = attack.terrain in ("clear", "pond") and not is_low
    return soldiers_attack(now, attack) and not is_open


def soldiers_watch(now: GameState, attack: Attack) -> bool:
    return attack.defensive and soldiers_attack(now, attack)


def soldiers_pass(now: GameState, attack: Attack) -> bool:
    return attack.defensive and is_soldier(now.unit(attack.target))


def vehicles_assault(now: GameState, attack: Attack) -> bool:
    return not attack.defensive and not soldiers_attack(now, attack)


@rule(refs.AAM_86)
def soldiers_charge(now: GameState, attack: Attack) -> bool:
    """They have moved into the enemy's hex and attack there."""
    by = now.unit(attack.attacker)
    return not attack.defensive and attack.hexes == 0 and bool(by.count("moved")) and is_soldier(by)


@rule(refs.AAM_86, refs.AAM_133)
def soldiers_falter(now: GameState, attack: Attack) -> bool:
    return soldiers_attack(now, attack) and is_disrupted(now.unit(attack.attacker))
