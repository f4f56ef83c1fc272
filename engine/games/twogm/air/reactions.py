"""What a side can still do in the enemy's turn: anti-aircraft shots, interceptors, Reaction
shots, smoke."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.twogm import refs
from engine.games.twogm.economy.situation import AskedSide
from engine.games.twogm.markers.equipment import not_ready
from engine.games.twogm.shooting.refusals import weapon_spent
from engine.games.twogm.shooting.weapons import weapon_names
from engine.games.twogm.turn import PHASES
from engine.games.twogm.units import GROUND, has, is_a, is_fighter, items, key
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit

FIRE = PHASES.index("fire")
SHELLS = ("smoke_shell", "smoke_grenade")


class Reactions(NamedTuple):
    """Units of a side that can fire at aircraft, intercept, react with weapons, or lay smoke."""

    aa: tuple[str, ...]
    interceptors: tuple[str, ...]
    weapons: Map[Value]
    smoke: tuple[str, ...]


@rule(refs.TWOGM_54, refs.TWOGM_97, refs.TWOGM_107, refs.TWOGM_122)
def reactions_of(now: GameState, seat: int) -> Reactions:
    """Aircraft and assaults come until the enemy's Fire phase is over, shells are used before
    it."""
    left = len(PHASES) if seat == now.seat else FIRE - PHASES.index(now.step)
    units = tuple(now.standing(seat)) if left >= 0 else ()
    ground = [unit for unit in units if is_a(unit, *GROUND)]
    return Reactions(
        tuple(unit.id for unit in ground if has(unit, "anti_aircraft") and not unit.count("aa_fired")),
        tuple(unit.id for unit in units if is_fighter(unit) and unit.count("deployed_turn") != now.turn),
        Map({unit.id: able for unit in ground if (able := ready_weapons(now, unit))}),
        tuple(unit.id for unit in ground if left and ready_shells(now, unit)),
    )


def reaction_facts(now: GameState, side: AskedSide) -> dict[str, Value]:
    return reactions_of(now, 1 - now.seat if side.seat is None else side.seat)._asdict()


@rule(refs.TWOGM_54, refs.TWOGM_155)
def ready_weapons(now: GameState, unit: Unit) -> tuple[str, ...]:
    """Weapons that can make a Reaction shot."""
    return tuple(name for name in weapon_names(unit) if not weapon_spent(now, unit, name, reacting=True))


@rule(refs.TWOGM_122)
def ready_shells(now: GameState, unit: Unit) -> tuple[str, ...]:
    """Smoke Shells that are ready, by a marker or as a skill."""
    named = (*items(unit), *(skill for skill in SHELLS if has(unit, skill)))
    return tuple(item for item in named if key(item) in SHELLS and not not_ready(now, unit, item))
