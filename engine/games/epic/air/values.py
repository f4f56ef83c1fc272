"""Who may fire at whom in the air, by what the table shows."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.parts import end_part
from engine.games.epic.air.flak import brings_marker_anyway, salvos_at_aircraft
from engine.games.epic.air.memory import AttackLost
from engine.games.epic.air.reserves import is_airborne
from engine.playing.citing import rule
from engine.values.table import GameState


@rule(refs.EPIC_149, refs.EPIC_203, refs.EPIC_204, refs.EPIC_213)
def gunners(now: GameState, formation: str) -> tuple[str, ...]:
    """Enemies on the table with AA weapons, neither broken nor marching, that have not fired at
    these aircraft yet; landed aircraft fire as ground units do."""
    return tuple(
        unit.id
        for unit in now.standing(1 - now.unit(formation).seat)
        if not unit.count("broken")
        and not unit.count("marched")
        and formation not in unit.marks("flak")
        and (not is_airborne(unit) or unit.count("flying"))
        and (salvos_at_aircraft(now, unit.id) or brings_marker_anyway(now, unit.id))
    )


@rule(refs.EPIC_193)
def patrols(now: GameState, formation: str) -> tuple[str, ...]:
    """Enemies on combat air patrol."""
    seat = now.unit(formation).seat
    return tuple(unit.id for unit in now.units.values() if unit.seat != seat and unit.count("cap") and not unit.gone)


@rule(refs.EPIC_191)
def enemies_in_flight(now: GameState, formation: str) -> tuple[str, ...]:
    return tuple(unit.id for unit in now.standing(1 - now.unit(formation).seat) if unit.count("flying"))


@rule(refs.EPIC_206)
def has_attack_left(now: GameState, formation: str) -> bool:
    """A formation in flight that has neither attacked nor lost its attack by a jink."""
    return not now.unit(formation).gone and formation not in now.recall(AttackLost).formations


@rule(refs.EPIC_206)
def lose_attack(state: GameState, formation: str) -> GameState:
    """The attack is made, or lost."""
    lost = state.recall(AttackLost).formations | {formation}
    return end_part(state, formation, "shoot", refs.EPIC_206).remember(AttackLost(lost))
