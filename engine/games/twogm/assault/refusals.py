"""What forbids an assault: who assaults whom, when, from where, with which weapon."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.assault.situation import DeclaredAssault
from engine.games.twogm.assault.values import defender
from engine.games.twogm.markers.equipment import is_heavy, mounted_weapon
from engine.games.twogm.movement.field import fewest_squares_between, squares_between
from engine.games.twogm.movement.values import allowance
from engine.games.twogm.shooting.refusals import FIRE, no_fire_this_turn, weapon_spent
from engine.games.twogm.shooting.weapons import place_of
from engine.games.twogm.units import NO_UNITS, carrier_of, is_a, key, no_cargo, not_on_board
from engine.parts import activation
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say

NONE = "none"


def cannot_assault(now: GameState, assault: DeclaredAssault) -> Refusal | None:
    """Infantry on its feet, that has not ridden."""
    by = now.unit(assault.assaulter)
    if no := not_on_board(refs.TWOGM_52, by) or no_fire_this_turn(now, by):
        return no
    if by.stated("type") not in (None, "infantry"):
        return Refusal("no_infantry", say("only infantry assaults"), refs.TWOGM_52)
    if no := no_cargo(now, by):
        return no
    if item := mounted_weapon(now, by):
        return Refusal("mounted", say("{item} is mounted: the unit cannot move", item=item), refs.TWOGM_51)
    return None


def not_assaulted(now: GameState, assault: DeclaredAssault) -> Refusal | None:
    """Enemy ground units alone are assaulted."""
    if cannot_assault(now, assault):
        return None  # it is said already
    by, at = now.unit(assault.assaulter), now.unit(defender(now, assault.target))
    if now.step == "movement" and (no := not_on_board(refs.TWOGM_52, at)):
        return no
    if by.seat == at.seat:
        return Refusal("own_unit", say("only enemies are assaulted"), refs.TWOGM_52)
    if is_a(at, "air", *NO_UNITS):
        return Refusal("no_target", say("{unit} cannot be assaulted", unit=at.name), refs.TWOGM_52)
    if carrier_of(now, at):
        return Refusal("carried", say("{unit} is carried: the transport is the target", unit=at.name), refs.TWOGM_150)
    return None


def not_in_time(now: GameState, assault: DeclaredAssault) -> Refusal | None:
    """Declared in Movement as the whole move, from the next square; only then resolved in Fire."""
    by = now.unit(assault.assaulter)
    if now.step == "fire":
        declared = by.trackers.get("assaulting")
        if declared and declared == defender(now, assault.target):
            return None
        return Refusal("not_declared", say("assaults begin in the Movement phase"), refs.TWOGM_58)
    if now.step == "movement" and by.count("moved"):
        return Refusal("moved", say("{unit} has moved", unit=by.name), refs.TWOGM_52)
    if by.count("deployed_turn") == now.turn:
        return Refusal("deployed_now", say("{unit} was deployed in this turn", unit=by.name), refs.TWOGM_58)
    if allowance(now, by) < 1:
        return Refusal("no_movement", say("{unit} has no movement left", unit=by.name), refs.TWOGM_161)
    return None


def not_next(now: GameState, assault: DeclaredAssault) -> Refusal | None:
    """From an orthogonally adjacent square, by what the board knows: one row apart at most."""
    pair = now.unit(assault.assaulter), now.unit(defender(now, assault.target))
    known, fewest = squares_between(now, *pair), fewest_squares_between(now, *pair) or 0
    if fewest > 1 or known == 0:
        return Refusal("not_adjacent", say("the target is not on the next square"), refs.TWOGM_52)
    return None


def wrong_weapon(now: GameState, assault: DeclaredAssault) -> Refusal | None:
    """A ready weapon, no HMG* or Mortar*."""
    by = now.unit(assault.assaulter)
    if assault.weapon is None:
        return None
    if is_heavy(by, place_of(by, assault.weapon)):
        return Refusal("heavy_weapon", say("not with a heavy weapon"), refs.TWOGM_53)
    return weapon_spent(now, by, assault.weapon)


@rule(refs.TWOGM_54)
def wrong_reaction(now: GameState, assault: DeclaredAssault) -> Refusal | None:
    """An active weapon reacts."""
    unit = now.unit(defender(now, assault.target))
    named = isinstance(assault.reaction, str) and key(assault.reaction) != NONE
    return weapon_spent(now, unit, str(assault.reaction), reacting=True) if named else None


def another_fires(now: GameState, assault: DeclaredAssault) -> Refusal | None:
    """The shots before are over."""
    return activation.another_is_open(now, FIRE, refs.TWOGM_54)


ASSAULT = (another_fires, cannot_assault, not_assaulted, not_in_time, not_next, wrong_weapon, wrong_reaction)
