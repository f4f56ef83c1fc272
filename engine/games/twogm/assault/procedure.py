"""Assaults: declared as a move, resolved in the Fire phase, from the Reaction shot to who holds
the square."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.twogm import refs, staging
from engine.games.twogm.assault import refusals
from engine.games.twogm.assault.refusals import NONE
from engine.games.twogm.assault.situation import DeclaredAssault
from engine.games.twogm.assault.values import company, defender
from engine.games.twogm.markers.equipment import is_heavy
from engine.games.twogm.movement.field import absolute_row
from engine.games.twogm.shooting.damage import terrain_under
from engine.games.twogm.shooting.procedure import aim, fire_shot
from engine.games.twogm.shooting.refusals import ready_weapons, weapon_name, weapon_spent
from engine.games.twogm.shooting.situation import DeclaredShot
from engine.games.twogm.shooting.weapons import place_of, weapon_names
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure, choose
from engine.values.model import Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say


class AssaultEnd(NamedTuple):
    """How an assault has ended."""

    outcome: str = "failed"


def assault(state: GameState, assault: DeclaredAssault) -> Procedure:
    """Declared in Movement, resolved in Fire."""
    by, target = assault.assaulter, defender(state, assault.target)
    if state.step == "movement":
        return state.set(by, "assaulting", target, refs.TWOGM_52).set(by, "moved", True, refs.TWOGM_52)
    if state.unit(target).gone:
        return end_assault(state, by, "void")
    state = yield from react(state, assault, target)
    if state.unit(by).gone:
        return end_assault(state, by, "assaulter_destroyed")
    weapon = assault.weapon
    if weapon is None:
        state, weapon = yield from choose(state, which_weapon, by)
    shot = aim(state, DeclaredShot(by, target, weapon=weapon, assault=True, terrain=assault.terrain), "assault")
    below, beside = terrain_under(state, state.unit(target)), company(state, target)
    state = yield from fire_shot(state, shot)
    return resolve_assault(state, by, target, below, beside)


@rule(refs.TWOGM_54, refs.TWOGM_55, refs.TWOGM_165)
def react(state: GameState, assault: DeclaredAssault, target: str) -> Procedure:
    """One active weapon of the unit attacked, if it likes; an ordinary shot, single."""
    weapon = assault.reaction
    if weapon is None:
        state, weapon = yield from choose(state, which_reaction, assault.assaulter, target)
    if weapon in (NONE, False):
        return state
    name = None if weapon is True else str(weapon)
    shot = DeclaredShot(target, assault.assaulter, weapon=name, as_="reaction", terrain=assault.from_terrain)
    return (yield from fire_shot(state, aim(state, shot, "reaction")))


def which_reaction(now: GameState, assaulter: str, target: str) -> Prompt:
    """Weapons that are ready, HMG* and Mortar* only mounted."""
    unit = now.unit(target)
    able = [] if unit.gone else [name for name in weapon_names(unit) if not weapon_spent(now, unit, name, True)]
    options = (Option(NONE, say("no Reaction shot")), *(Option(name, weapon_name(name)) for name in able))
    text = say("{unit} is assaulted by {other}: which weapon reacts?", unit=unit.name, other=now.unit(assaulter).name)
    return Prompt("reaction_weapon", "choice", unit.seat, text, refs.TWOGM_54, (target, assaulter), options=options)


def which_weapon(now: GameState, assaulter: str) -> Prompt:
    """An active weapon, no HMG* or Mortar*."""
    unit = now.unit(assaulter)
    able = [name for name in ready_weapons(now, unit) if not is_heavy(unit, place_of(unit, name))] or ["primary"]
    options = tuple(Option(name, weapon_name(name)) for name in able)
    text = say("{unit}: assault with which weapon?", unit=unit.name)
    return Prompt("assault_weapon", "choice", unit.seat, text, refs.TWOGM_56, (assaulter,), options=options)


@rule(refs.TWOGM_163, refs.TWOGM_168)
def resolve_assault(
    state: GameState, assaulter: str, target: str, below: str | None, beside: tuple[str, ...]
) -> GameState:
    """The square is taken if the target is destroyed and no other unit stands there; a unit that
    fails goes back, its cover too."""
    if not state.unit(target).gone:
        state = end_assault(state, assaulter, "failed")
        is_fire_over = state.reading("assault_failed_fire") != "yes"
        return state.set(assaulter, "fired", True, refs.TWOGM_164) if is_fire_over else state
    held = any(not state.unit(other).gone for other in beside)
    state = state if held else take_square(state, assaulter, target, below)
    return end_assault(state, assaulter, "target_destroyed")


def take_square(state: GameState, assaulter: str, target: str, below: str | None) -> GameState:
    """The winner enters the square with its terrain and leaves its cover behind."""
    lost = state.unit(target)
    entered = below if below and not state.unit(below).gone else None
    state = state.set(assaulter, "at_cover", None, refs.TWOGM_57).set(assaulter, "in", entered, refs.TWOGM_57)
    if lost.count("row"):
        state = state.set(assaulter, "row", absolute_row(lost.count("row"), 1), refs.TWOGM_57)
    for tracker in ("column", "terrain"):
        state = state.set(assaulter, tracker, lost.trackers.get(tracker), refs.TWOGM_57)
    return state


@rule(refs.TWOGM_162)
def end_assault(state: GameState, assaulter: str, outcome: str) -> GameState:
    """An assault is done; one whose target was gone before gives no Reaction shot and costs no
    fire."""
    return state.set(assaulter, "assaulting", None, refs.TWOGM_57).remember(AssaultEnd(outcome))


def outcomes(assault: DeclaredAssault) -> dict[str, Show]:
    return {"outcome": lambda after: after.recall(AssaultEnd).outcome}


OPENINGS = (
    opens(
        "assault",
        say("assault"),
        refs.TWOGM_54,
        DeclaredAssault,
        assault,
        refusals=refusals.ASSAULT,
        shows=outcomes,
        stage=staging.stage_assault,
        actor="assaulter",
    ),
)
