"""What an attack sets off besides its hits: vehicles that burn, flames, guns that run hot, shells kept for one shot."""

from __future__ import annotations

from engine.games.aam.casualties import lost_at_once
from engine.games.aam.refs import AAM_86, AAM_120
from engine.games.aam.shots import Shot
from engine.games.aam.units import has, is_soldier, used_up, uses_up
from engine.maps import Value
from engine.model import D6, Check, Die, GameState, Prompt, Unit
from engine.procedure import Asking, Procedure, Task, confirm, roll, task
from engine.texts import Text, say

BURNS = {"fire_hazard": 5, "highly_flammable": 3, "flammable": 5}
"""The roll that destroys; the last one is made at every attack, the others when Damaged is received."""
SHELLS = "armor_piercing_rounds"
MANY = 3


# Vehicles that burn


def perils(now: GameState, shot: Shot) -> tuple[Task, ...]:
    """A roll after the attack for each ability that may ask for one; heads that stay down (AAM-86, 95)."""
    at = now.unit(shot.target)
    pins = is_soldier(at) and has(now.unit(shot.attacker), "covering_fire")
    return (*(task(burning, key=key, **shot.told()) for key in BURNS if has(at, key)),
            *((task(kept_down, unit=at.id),) if pins else ()))


def kept_down(state: GameState, unit: str) -> GameState:
    """Covering Fire: a Soldier it attacked fires defensively no more in this turn (AAM-86)."""
    return state.set(unit, "kept_down", True)


def burning(state: GameState, key: str, **told: Value) -> Procedure:
    """Destroyed at once, not in the casualty phase (AAM-120)."""
    shot = Shot(**told)  # type: ignore[arg-type]  # made by Shot.told
    alight = key == "flammable" or state.noted(f"damaged:{shot.target}")
    if not alight or state.unit(shot.target).gone:
        return state
    state, burns = yield from roll(state.note(**{f"damaged:{shot.target}": 0}), does_it_burn, shot, key)
    return lost_at_once(state, shot) if burns else state


def does_it_burn(now: GameState, shot: Shot, key: str) -> Prompt:
    at, what = now.unit(shot.target), f"{key}{shot.tag}"
    text = say("{unit}: does it burn? Then it is destroyed at once", unit=at.name)
    return Prompt(what, "roll", at.seat, text, AAM_120, (at.id,), (Check(what, 1, D6, AAM_86, (BURNS[key],)),))


# Faces that matter beside the successes


def flames(now: GameState, shot: Shot) -> bool:
    """A Flamethrower at short range (AAM-86)."""
    return shot.hexes <= 1 and has(now.unit(shot.attacker), "flamethrower")


def faces_matter(now: GameState, shot: Shot) -> bool:
    return flames(now, shot) or has(now.unit(shot.attacker), "overheat")


def by_faces(state: GameState, shot: Shot, check: Check, successes: int) -> Asking[bool]:
    """Three sixes of flames destroy at once; three ones put a hot gun out of order; faces as they lie (AAM-86, 120)."""
    target, missed = check.targets[0], check.dice - successes
    if has(state.unit(shot.attacker), "overheat"):
        state, hot = yield from three(state, shot, 1, missed if target > 1 else successes, range(1, min(target, 7)))
        state = overheated(state, shot.attacker) if hot else state
    if not flames(state, shot):
        return state, False
    return (yield from three(state, shot, 6, successes if target < 7 else missed, range(max(target, 1), 7)))


def three(state: GameState, shot: Shot, face: int, dice: int, faces: range) -> Asking[bool]:
    """Whether three of the dice that can show a face do show it; too few are not asked for."""
    if dice < MANY:
        return state, False
    state, reached = yield from roll(state, how_many, shot, face, dice, tuple(faces) or D6.faces)
    return state, bool(reached) == (face > 1)


def how_many(now: GameState, shot: Shot, face: int, dice: int, faces: tuple[int, ...]) -> Prompt:
    """The same dice once more. A gun stays cool while so many of its dice show 2 or more that three ones are not left."""
    by, what = now.unit(shot.attacker), f"{WORD_OF[face]}{shot.tag}"
    base, needs = (6, MANY) if face > 1 else (2, dice - MANY + 1)
    check = Check(what, dice, Die("d6", faces), AAM_86, (base,), needs=needs, grades=(needs,))
    return Prompt(what, "roll", by.seat, TEXT_OF[face](by), AAM_86, (by.id, shot.target), (check,))


def _sixes(by: Unit) -> Text:
    return say("{unit}: Flamethrower: the successes, as they lie; three that show 6 destroy the target at once", unit=by.name)


def _ones(by: Unit) -> Text:
    return say("{unit}: Overheat: the dice without success, as they lie; three that show 1 disrupt it at once", unit=by.name)


WORD_OF = {1: "ones", 6: "sixes"}
TEXT_OF = {1: _ones, 6: _sixes}


def overheated(state: GameState, unit: str) -> GameState:
    """A face-up Disrupted that the next casualty phase leaves (AAM-86, 95)."""
    up = state.unit(unit).marks("face_up")
    state = state.set(unit, "face_up", up if "disrupted" in up else (*up, "disrupted"))
    return state.set(unit, "overheated", True)


# Armor-Piercing Rounds


def shells(state: GameState, shot: Shot, hits: int) -> Asking[int]:
    """Once in a game two hits on a Vehicle become three (AAM-86)."""
    by, at = state.unit(shot.attacker), state.unit(shot.target)
    if hits != 2 or shot.defensive or is_soldier(at) or used_up(by, SHELLS) or not has(by, SHELLS):
        return state, hits
    state, fired = yield from confirm(state, fire_them, shot)
    return (uses_up(state, shot.attacker, SHELLS), 3) if fired else (state, hits)


def fire_them(now: GameState, shot: Shot) -> Prompt:
    by, at = now.unit(shot.attacker), now.unit(shot.target)
    text = say("{unit}: Armor-Piercing Rounds, once in the game: two hits become three?", unit=by.name)
    return Prompt(f"{SHELLS}{shot.tag}", "confirm", by.seat, text, AAM_86, (by.id, at.id), default=False)
