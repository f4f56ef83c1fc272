"""Shots: suppression, one die, damage, the marker; alone or one after another."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from engine.games.twogm import refs, staging
from engine.games.twogm.markers.equipment import use_weapon
from engine.games.twogm.markers.suppression import count_shooter
from engine.games.twogm.shooting import prompts, refusals, values
from engine.games.twogm.shooting.damage import hurt_unit, strike_unit
from engine.games.twogm.shooting.memory import ShotScore, remember_grade
from engine.games.twogm.shooting.situation import AimedShot, DeclaredShot, DeclaredShots, ShotRow
from engine.games.twogm.shooting.weapons import place_of, printed_places
from engine.games.twogm.units import GROUND, is_a, level
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure, call, choose, roll, task
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

OUTCOMES = ("nothing", "hit", "critical")


@rule(refs.TWOGM_68, refs.TWOGM_174)
def shot(state: GameState, shot: DeclaredShot) -> Procedure:
    """One shot of a unit's fire sequence; in the Fire phase a weapon that is not told is asked
    for."""
    if shot.weapon is None and state.step == "fire":
        state, weapon = yield from choose(state, prompts.which_weapon, shot)
        shot = replace(shot, weapon=weapon)
    if shot.shot_number is None:
        by = state.unit(shot.attacker)
        shot = replace(shot, shot_number=refusals.next_number(by, place_of(by, shot.weapon)))
    return (yield from fire_shot(state, aim(state, shot)))


@rule(refs.TWOGM_54, refs.TWOGM_111, refs.TWOGM_142, refs.TWOGM_185)
def aim(now: GameState, shot: DeclaredShot, key: str = "shot") -> AimedShot:
    """A shot as declared; a paratrooper under anti-aircraft fire is in the air."""
    airborne = shot.role == "aa" and not is_a(now.unit(shot.target), "air")
    place = place_of(now.unit(shot.attacker), shot.weapon)
    return AimedShot(shot.attacker, place, shot.target, shot.role, shot.shot_number or 1, shot.terrain, key, airborne)


@rule(refs.TWOGM_70, refs.TWOGM_71, refs.TWOGM_74, refs.TWOGM_174)
def fire_shot(state: GameState, shot: AimedShot) -> Procedure:
    """Suppression if it is due, thresholds, one die, penetration, damage, the marker."""
    state = put_on_terrain(state, shot)
    state = mark_fire(count_shooter(state, shot), shot)
    state, grade = yield from roll(state, prompts.to_hit, shot)
    state = apply_hit(state, shot, grade)
    return state if shot.role == "hmg" else use_weapon(state, shot.shooter, shot.place)


def put_on_terrain(state: GameState, shot: AimedShot) -> GameState:
    """A target said to be on a terrain card of the table is on it, so that both take the damage."""
    target, card = state.unit(shot.target), state.units.get(str(shot.terrain))
    lies = card and card.where == "table"
    if not lies or shot.airborne or target.trackers.get("in") or not is_a(target, *GROUND):
        return state
    return state.set(target.id, "in", str(shot.terrain), refs.TWOGM_88)


def mark_fire(state: GameState, shot: AimedShot) -> GameState:
    """Who fires now ends the fire of the unit before; each weapon fires once; one anti-aircraft
    shot."""
    if shot.role == "aa":
        return state.set(shot.shooter, "aa_fired", True, refs.TWOGM_107)
    if state.step != "fire" or shot.role not in ("attack", "assault", "strafe"):
        return state
    before = activation.acting_unit(state)
    if before not in ("", shot.shooter):
        state = state.set(before, "fired", True, refs.TWOGM_68)
    used = state.unit(shot.shooter).marks("fired_with")
    done = (str(shot.place), "assault") if shot.role == "assault" else (str(shot.place),)
    state = activation.begin(state, shot.shooter, ("shot",), refs.TWOGM_68)
    return state.set(shot.shooter, "fired_with", (*used, *done), refs.TWOGM_68)


@rule(refs.TWOGM_25, refs.TWOGM_70, refs.TWOGM_71, refs.TWOGM_74, refs.TWOGM_87, refs.TWOGM_137)
def apply_hit(state: GameState, shot: AimedShot, grade: int) -> GameState:
    """A hit does the weapon's damage, a critical destroys who can suffer one."""
    grade = min(grade, 1) if values.is_immune(state, shot) else grade
    state = remember_grade(state, grade)
    if not grade:
        return state
    points = values.damage(state, shot)
    if is_a(state.unit(shot.target), "hq", "terrain"):
        return hurt_unit(state, shot.target, points)
    return strike_unit(state, shot.target, points, grade == 2)


# Several shots


def shots(state: GameState, shots: DeclaredShots) -> Procedure:
    """One after another."""
    tasks = (task(fire_next, number, row) for number, row in enumerate(rows_with_numbers(state, shots)))
    return (yield from call(state, *tasks))


@rule(refs.TWOGM_142)
def rows_with_numbers(now: GameState, shots: DeclaredShots) -> tuple[ShotRow, ...]:
    """A Multiple unit's later shots with a printed weapon are additional ones."""
    used: dict[str | None, list[int]] = {}
    found = []
    for row in shots.rows():
        before = used.setdefault(row.attacker, [])
        place = place_of_multiple(now, row)
        later = place in before and row.shot_number is None
        found.append(replace(row, shot_number=2 + len(before) - len(set(before))) if later else row)
        before += [] if place is None else [place]
    return tuple(found)


@rule(refs.TWOGM_142, refs.TWOGM_165)
def place_of_multiple(now: GameState, row: ShotRow) -> int | None:
    """The printed weapon that a Multiple unit fires in its own turn, or none."""
    unit = now.units.get(str(row.attacker))
    if unit is None or row.role != "attack" or not level(unit, "multiple"):
        return None
    place = place_of(unit, row.weapon)
    return place if place in printed_places(unit) else None


@rule(refs.TWOGM_68, refs.TWOGM_69, refs.TWOGM_142)
def no_forbidden_shot(now: GameState, shots: DeclaredShots) -> Refusal | None:
    """Every shot of the list must be allowed."""
    declared = [row.declared() for row in rows_with_numbers(now, shots)]
    found = (forbids(now, each) for each in declared for forbids in refusals.SHOT)
    return next((refusal for refusal in found if refusal), None)


@rule(refs.TWOGM_15, refs.TWOGM_142)
def no_split_sequence(now: GameState, shots: DeclaredShots) -> Refusal | None:
    """A unit fires once in a turn, all its shots in a row, each weapon once or as often as Multiple
    says; a support card may say otherwise."""
    own = [row.declared() for row in rows_with_numbers(now, shots) if row.role == "attack"]
    sequences = [attacker for attacker, _ in groupby(row.attacker for row in own)]
    firsts = [(now.unit(row.attacker), row.weapon) for row in own if row.shot_number in (None, 1)]
    weapons = [(by.id, place_of(by, weapon)) for by, weapon in firsts if not may_fire_again(by)]
    if all(len(set(found)) == len(found) for found in (sequences, weapons)):
        return None
    return Refusal("split", say("a unit fires once in a turn, each weapon once, all in a row"), refs.TWOGM_68)


@rule(refs.TWOGM_09, refs.TWOGM_92)
def may_fire_again(unit: Unit) -> bool:
    """A card that is played on a unit may give it a second shot, Ammo an aircraft for one."""
    return is_a(unit, "air") or bool(unit.trackers.get("support"))


@rule(refs.TWOGM_174)
def fire_next(state: GameState, number: int, row: ShotRow) -> Procedure:
    """One of several shots, unless shooter or target is gone."""
    shot = aim(state, row.declared(), f"shot:{number}")
    if state.unit(shot.target).gone or state.unit(shot.shooter).gone:
        return state
    return (yield from fire_shot(state, shot))


# What they tell


@rule(refs.TWOGM_74, refs.TWOGM_87)
def whether_destroyed(unit: str) -> Show:
    """Whether a unit is gone, or a building a ruin."""
    return lambda after: "yes" if after.unit(unit).gone or after.unit(unit).count("ruins") else "no"


def outcomes(shot: DeclaredShot) -> dict[str, Show]:
    return {"shot": lambda after: OUTCOMES[after.recall(ShotScore).last], "destroyed": whether_destroyed(shot.target)}


@rule(refs.TWOGM_70, refs.TWOGM_74)
def outcomes_of_several(shots: DeclaredShots) -> dict[str, Show]:
    """Hits, criticals among them, and what is destroyed."""
    targets = dict.fromkeys(str(row.target) for row in shots.rows())
    return {
        "hits": lambda after: after.recall(ShotScore).hits,
        "criticals": lambda after: after.recall(ShotScore).criticals,
        **{f"destroyed:{each}" if len(targets) > 1 else "destroyed": whether_destroyed(each) for each in targets},
    }


OPENINGS = (
    opens(
        "shot",
        say("shot"),
        refs.TWOGM_70,
        DeclaredShot,
        shot,
        refusals=refusals.SHOT,
        shows=outcomes,
        stage=staging.stage_shot,
        actor="attacker",
        asks=("range",),
    ),
    opens(
        "shots",
        say("shots one after another"),
        refs.TWOGM_68,
        DeclaredShots,
        shots,
        refusals=(no_forbidden_shot, no_split_sequence),
        shows=outcomes_of_several,
        stage=staging.stage_shots,
    ),
)
