"""What forbids flak."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.air.reserves import bombers, is_airborne
from engine.games.epic.air.situation import FlakFire
from engine.games.epic.formations.refusals import no_absent, no_destroyed, no_friend, nobody_there
from engine.games.epic.shooting.weapons import all_weapons
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_09)
def no_destroyed_gunner(now: GameState, fire: FlakFire) -> Refusal | None:
    return no_destroyed(now, fire.by)


@rule(refs.EPIC_187, refs.EPIC_253)
def no_absent_gunner(now: GameState, fire: FlakFire) -> Refusal | None:
    return no_absent(now, fire.by)


@rule(refs.EPIC_38)
def no_friendly_aircraft(now: GameState, fire: FlakFire) -> Refusal | None:
    return no_friend(now, fire.by, fire.target)


def no_broken_or_marching_gunner(now: GameState, fire: FlakFire) -> Refusal | None:
    unit = now.unit(fire.by) if fire.by else None
    if unit and (unit.count("broken") or unit.count("marched")):
        return Refusal("no_flak", say("{unit} is broken or on the march: no flak", unit=unit.name), refs.EPIC_203)
    return None


@rule(refs.EPIC_149)
def no_other_weapons(now: GameState, fire: FlakFire) -> Refusal | None:
    """Anti-aircraft weapons only."""
    unit = now.unit(fire.by) if fire.by and fire.shots is None else None
    if unit and not any(weapon.get("aa") for weapon in all_weapons(unit)):
        return Refusal("no_aa", say("{unit} has no anti-aircraft weapon", unit=unit.name), refs.EPIC_200)
    return None


def no_second_flak(now: GameState, fire: FlakFire) -> Refusal | None:
    """Each weapon fires once a turn at the same formation."""
    target, fired_at = fire.target, fire.fired_at
    stated = target in fired_at if isinstance(fired_at, tuple) else fired_at in (True, target)
    if stated or (fire.by and target in now.unit(fire.by).marks("flak")):
        text = say("this flak has fired at {target} this turn", target=now.unit(target).name)
        return Refusal("fired_at", text, refs.EPIC_204)
    return None


@rule(refs.EPIC_38, refs.EPIC_253)
def no_absent_target(now: GameState, fire: FlakFire) -> Refusal | None:
    return nobody_there(now, fire.target)


def no_target_on_the_ground(now: GameState, fire: FlakFire) -> Refusal | None:
    """Flak is for aircraft that fly."""
    unit = now.unit(fire.target)
    if not is_airborne(unit):
        return Refusal("not_flying", say("{unit} does not fly", unit=unit.name), refs.EPIC_200)
    return None


def no_jinking_bomber(now: GameState, fire: FlakFire) -> Refusal | None:
    if fire.jink and bombers(now.unit(fire.target)):
        return Refusal("bomber", say("bombers never jink"), refs.EPIC_206)
    return None


FLAK = (
    no_destroyed_gunner,
    no_absent_gunner,
    no_friendly_aircraft,
    no_broken_or_marching_gunner,
    no_other_weapons,
    no_second_flak,
    no_absent_target,
    no_target_on_the_ground,
    no_jinking_bomber,
)
