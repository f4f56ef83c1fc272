"""Suppression: noticed at the second eligible shooter; how long it lasts."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.twogm import refs
from engine.games.twogm.markers.situation import SuppressingShot, SuppressiveFire
from engine.games.twogm.shooting.situation import AimedShot
from engine.games.twogm.shooting.values import armour, can_pierce, penetration
from engine.games.twogm.shooting.weapons import MAIN, place_of, weapon
from engine.games.twogm.turn import phases_between, phases_to_same_start
from engine.games.twogm.units import is_a
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say

COUNTED = ("attack", "assault", "bomb", "strafe")
NEEDED = 2  # 2GM-75


@rule(refs.TWOGM_75, refs.TWOGM_172, refs.TWOGM_173)
def can_suppress(now: GameState, shot: AimedShot) -> bool:
    """A shot of the active player that could do damage, hit or not, at an enemy unit."""
    target, by = now.unit(shot.target), now.unit(shot.shooter)
    if shot.role not in COUNTED or is_a(target, "hq", "terrain") or by.seat == target.seat:
        return False
    if is_a(by, "air") and now.reading("suppress_air") == "no":
        return False
    if shot.role == "assault" and now.reading("suppress_assault") == "if_it_penetrates":
        return penetration(now, shot) >= target.need("armor")
    return can_pierce(now, shot)


def count_shooter(state: GameState, shot: AimedShot) -> GameState:
    """The marker is placed as the second such unit aims, before its roll; one marker only."""
    if not can_suppress(state, shot):
        return state
    by = state.unit(shot.target).marks("shot_by")
    if shot.shooter in by:
        return state
    state = state.set(shot.target, "shot_by", (*by, shot.shooter), refs.TWOGM_172)
    if len(by) + 1 < NEEDED:
        return state
    return state.set(shot.target, "suppressed", True, refs.TWOGM_75)


# The question


@rule(refs.TWOGM_75, refs.TWOGM_172)
def describe_suppression(now: GameState, fire: SuppressiveFire) -> Mapping[str, Value]:
    """Two different units with enough penetration; until the causer's next Start phase."""
    shots, placed_in, asked_in = fire.shots or (), fire.placed_in, fire.asked_in
    if shots and fire.armor is None and fire.target is None:
        raise Impossible(say("say the armour of the target"))
    able = {str(shot.by) for shot in shots if is_eligible(now, shot, fire)}
    suppressed = len(able) >= NEEDED or (not shots and placed_in is not None)
    if fire.target and is_a(now.unit(fire.target), "hq", "terrain"):
        suppressed = False
    if suppressed and placed_in is not None and asked_in is not None:
        suppressed = phases_between(placed_in, asked_in) < phases_to_same_start(placed_in)
    effect = 1 if suppressed else 0
    return {
        "suppressed": suppressed,
        "shooters": tuple(sorted(able)),
        "movement": -effect,
        "modifier": (effect, effect),
    }


@rule(refs.TWOGM_75, refs.TWOGM_172, refs.TWOGM_173)
def is_eligible(now: GameState, shot: SuppressingShot, fire: SuppressiveFire) -> bool:
    """One shot of the list: not out of turn; an assault shot counts whatever its penetration."""
    if shot.as_ in ("reaction", "aa"):
        return False
    unit, target = now.units.get(str(shot.by)), str(fire.target)
    if (shot.air or (unit and is_a(unit, "air"))) and now.reading("suppress_air") == "no":
        return False
    if (shot.assault or shot.as_ == "assault") and now.reading("suppress_assault") == "always":
        return True
    thick = fire.armor if fire.armor is not None else armour(now, AimedShot("", MAIN, target))
    if shot.penetration is not None:
        return shot.penetration >= thick
    if unit is None:
        raise Impossible(say("say the penetration of each shot"))
    place = place_of(unit, shot.weapon)
    if fire.armor is None:
        return can_pierce(now, AimedShot(unit.id, place, target))
    return weapon(unit, place, "penetration") >= thick
