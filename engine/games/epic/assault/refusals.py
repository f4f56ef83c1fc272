"""Who may not begin an assault."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.parts import another_deed_is_open, companions, not_declared
from engine.games.epic.activation.refusals import before_it_begins, is_misplaced
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.assault.situation import Assault
from engine.games.epic.formations import refusals
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_09)
def no_destroyed(now: GameState, assault: Assault) -> Refusal | None:
    return refusals.no_destroyed(now, assault.attacker)


@rule(refs.EPIC_187, refs.EPIC_253)
def no_absent(now: GameState, assault: Assault) -> Refusal | None:
    return refusals.no_absent(now, assault.attacker)


@rule(refs.EPIC_38, refs.EPIC_253)
def nobody_to_charge(now: GameState, assault: Assault) -> Refusal | None:
    """A formation that is destroyed, off the table or aboard does not charge."""
    return refusals.nobody_there(now, assault.defender)


@rule(refs.EPIC_187)
def nobody_in_the_air(now: GameState, assault: Assault) -> Refusal | None:
    """Aircraft that have not landed neither charge nor are charged, wherever they are."""
    for name in (*assault.attackers, *assault.defenders):
        if is_airborne(now.unit(name)):
            return Refusal("flying", say("{unit} is not on the ground", unit=now.unit(name).name), refs.EPIC_195)
    return None


def no_broken(now: GameState, assault: Assault) -> Refusal | None:
    return refusals.no_broken(now, assault.attacker, refs.EPIC_109)


def no_friend(now: GameState, assault: Assault) -> Refusal | None:
    return refusals.no_friend(now, assault.attacker, assault.defender, refs.EPIC_85)


@rule(refs.EPIC_88, refs.EPIC_95)
def wrong_sides(now: GameState, assault: Assault) -> Refusal | None:
    """Each formation fights once, on its own side, on the table; who fights does not support."""
    ours, theirs = assault.attackers, assault.defenders
    helpers = {each.formation for each in assault.supporters or ()}
    if is_misplaced(now, ours) or is_misplaced(now, theirs) or helpers & {*ours, *theirs}:
        return Refusal("sides", say("each formation fights once, on its own side, on the table"), refs.EPIC_85)
    return None


@rule(refs.EPIC_17)
def no_assault_declared(now: GameState, assault: Assault) -> Refusal | None:
    """It has declared no assault, or has acted otherwise."""
    unit = now.unit(assault.attacker)
    acted = Refusal("activated", say("{unit} has acted this turn", unit=unit.name), refs.EPIC_07)
    return not_declared(now, unit.id, "assault", acted)


def no_stranger_along(now: GameState, assault: Assault) -> Refusal | None:
    """Those go along whom the commander named when he declared the assault."""
    if now.step == "action" and assault.along and set(assault.along) - set(companions(now, assault.attacker)):
        return Refusal("not_along", say("only those who were declared go along"), refs.EPIC_133)
    return None


@rule(refs.EPIC_07)
def no_assault_inside_another_deed(now: GameState, assault: Assault) -> Refusal | None:
    return another_deed_is_open(now)


ASSAULT = tuple(
    before_it_begins(refusal)
    for refusal in (
        no_assault_inside_another_deed,
        no_destroyed,
        no_absent,
        nobody_to_charge,
        nobody_in_the_air,
        no_broken,
        no_friend,
        wrong_sides,
        no_assault_declared,
        no_stranger_along,
    )
)
