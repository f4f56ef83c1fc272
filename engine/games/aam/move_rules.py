"""What the rules say against a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.games.aam.attack import saved
from engine.games.aam.defensive import in_reach, may_fire_defensively, provoked
from engine.games.aam.path import MOMENTS, allowance, maps, phase_of, planned, word
from engine.games.aam.refs import (
    AAM_21,
    AAM_22,
    AAM_27,
    AAM_28,
    AAM_29,
    AAM_33,
    AAM_34,
    AAM_35,
    AAM_37,
    AAM_42,
    AAM_43,
    AAM_75,
    AAM_77,
    AAM_78,
    AAM_86,
    AAM_95,
    AAM_129,
    AAM_130,
)
from engine.games.aam.stepping import disrupted_mover, nearby, off_the_map, once_a_step, shots_of
from engine.games.aam.terrain import barred, closed, double, own, room
from engine.games.aam.units import damaged, has, is_soldier, pinned
from engine.maps import Map, Value
from engine.model import GameState, Refusal
from engine.texts import say


def before_it_moves(rule: Callable[..., Refusal | None]) -> Callable[..., Refusal | None]:
    """What forbids a move is asked before its first hex, not again at every hex."""
    def forbids(now: GameState, unit: str, **told: Value) -> Refusal | None:
        return None if now.scratch.get("moving") == unit else rule(now, unit=unit, **told)
    return forbids


def broken_down(now: GameState, unit: str, **_: Value) -> Refusal | None:
    mover = now.unit(unit)
    if damaged(mover) and has(mover, "prone_to_breakdown"):
        return Refusal("broken_down", say("{unit} is damaged and cannot move", unit=mover.name), AAM_95)
    return None


def acted(now: GameState, unit: str, phase: str | None = None, **_: Value) -> Refusal | None:
    """Once in a phase; in the assault phase instead of an attack (AAM-21, 22, 89)."""
    mover = now.unit(unit)
    if mover.count("moved"):
        ref = AAM_21 if phase_of(now, phase) == "movement" else AAM_22
        return Refusal("already_moved", say("{unit} has moved in this phase", unit=mover.name), ref)
    if mover.count("attacked") and not has(mover, "strike_and_fade"):
        return Refusal("already_acted", say("{unit} has acted in this phase", unit=mover.name), AAM_22)
    return saved(now, attacker=unit)


def not_before_the_game(now: GameState, unit: str, phase: str | None = None, **_: Value) -> Refusal | None:
    """The free move of the Vanguard: after deployment, before the first turn (AAM-86)."""
    mover = now.unit(unit)
    if phase != "vanguard" or (has(mover, "vanguard") and now.turn == 1 and not now.step.endswith(("_movement", "_assault"))):
        return None
    return Refusal("vanguard", say("{unit}: only the Vanguard moves before the first turn", unit=mover.name), AAM_86)


def just_boarded(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """By one reading a Vehicle boarded in this phase stays where it is (AAM-130)."""
    boarded = any(each.trackers.get("aboard") == unit and each.count("moved") for each in now.units.values())
    if boarded and now.reading("board_then_drive") == "no":
        return Refusal("just_boarded", say("{unit} was boarded in this phase", unit=now.unit(unit).name), AAM_130)
    return None


def keeps_its_facing(now: GameState, unit: str, steps: Value = None, **_: Value) -> Refusal | None:
    """Who is disrupted, or has attacked in this phase, does not turn in place (AAM-34, 35)."""
    mover = now.unit(unit)
    if steps != () or not (pinned(mover) or mover.count("attacked")):
        return None
    text = say("{unit} keeps its facing", unit=mover.name)
    return Refusal("keeps_its_facing", text, AAM_34 if pinned(mover) else AAM_35)


def cannot_turn(now: GameState, unit: str, steps: Value = None, **told: Value) -> Refusal | None:
    """Turning in place is a move; by one reading not for a Vehicle at speed 0 (AAM-33, 129)."""
    mover, phase = now.unit(unit), phase_of(now, word(told.get("phase")))
    turns = steps == () and now.reading("turn_at_speed_0") == "no"
    if turns and not is_soldier(mover) and not allowance(now, mover, phase, maps(told.get("effects"))):
        return Refusal("cannot_turn", say("{unit} has no speed left to turn", unit=mover.name), AAM_33)
    return None


def closed_ground(now: GameState, unit: str, **told: Value) -> Refusal | None:
    """Marsh and pond, off the road (AAM-42, 43)."""
    mover = now.unit(unit)
    if any(barred(mover, each.stride) for each in planned(now, unit, **told)):
        return Refusal("closed", say("{unit} cannot go there off the road", unit=mover.name), AAM_42)
    return None


def off_the_road(now: GameState, unit: str, **told: Value) -> Refusal | None:
    """A closed hex that a road crosses is left by that road (AAM-43)."""
    mover = now.unit(unit)
    leaving = (each.stride for each in planned(now, unit, **told) if each.stride.left)
    if any(closed(mover, stride.left) and not stride.road for stride in leaving):
        return Refusal("by_road_only", say("{unit} leaves this hex by the road only", unit=mover.name), AAM_43)
    return None


def too_far(now: GameState, unit: str, **told: Value) -> Refusal | None:
    """A step that cannot be paid is not made (AAM-27, 37, 129)."""
    mover = now.unit(unit)
    for each in planned(now, unit, **told):
        if each.short:
            text = say("{unit} has {left} of {allowance} hexes left; this step costs {price}", unit=mover.name,
                       left=each.purse.left, allowance=each.purse.allowance, price=each.price)
            ref = AAM_129 if not each.purse.allowance else AAM_37 if double(mover, each.stride) else AAM_27
            return Refusal("too_far", text, ref)
    return None


def no_room(now: GameState, unit: str, steps: tuple[Map[Value], ...] = (), **_: Value) -> Refusal | None:
    """Stacking counts where the move ends (AAM-28, 29, 30)."""
    holds = steps[-1].get("holds") if steps else None
    if room(now, unit, holds):
        return None
    ref = AAM_28 if not room(now, unit, own(now, unit, holds)) else AAM_29
    return Refusal("no_room", say("no room for {unit}: two of one army in a hex, one Vehicle among all",
                                  unit=now.unit(unit).name), ref)


def wrong_shot(now: GameState, unit: str, steps: tuple[Map[Value], ...] = (), phase: str | None = None, **_: Value
               ) -> Refusal | None:
    """Who shoots must be provoked by that step and free to fire (AAM-75, 77, 78, 85)."""
    named: set[str] = set()
    for step in steps:
        here: set[str] = set()
        for shot, moment in ((shot, at) for at in MOMENTS for shot in shots_of(step, at)):
            shooter = str(shot["attacker"])
            again = twice(now, shooter, shooter in here) if shooter in named else None
            here, named = {*here, shooter}, {*named, shooter}
            able = may_fire_defensively(now, shooter, unit, phase=phase_of(now, phase), range=shot.get("range"))
            if refusal := not_provoked(now, unit, step, shooter, moment) or able or again:
                return refusal
    return None


def not_provoked(now: GameState, unit: str, step: Map[Value], shooter: str, at: str) -> Refusal | None:
    """Only where the table told how near the shooter is (AAM-75, 77)."""
    near, by = nearby(step), now.unit(shooter)
    if shooter not in near or (shooter in provoked(now, unit, near) and in_reach(now, shooter, unit, near[shooter], at)):
        return None
    blind = is_soldier(now.unit(unit)) and not is_soldier(by)
    return Refusal("not_provoked", say("this step does not provoke {unit}", unit=by.name), AAM_77 if blind else AAM_75)


def twice(now: GameState, shooter: str, in_one_step: bool) -> Refusal | None:
    """One shot of a unit in a phase; Suppressive Fire one at a step (AAM-78, 80, 86)."""
    by = now.unit(shooter)
    if has(by, "suppressive_fire"):
        return once_a_step(by) if in_one_step else None
    return Refusal("fired_already", say("{unit} has fired defensively in this phase", unit=by.name), AAM_78)


Rules: TypeAlias = tuple[Callable[..., Refusal | None], ...]
AT_FIRST: Rules = (off_the_map, disrupted_mover, broken_down, acted, not_before_the_game, just_boarded, keeps_its_facing,
                   cannot_turn)
MOVE_RULES: Rules = (*(before_it_moves(rule) for rule in AT_FIRST), closed_ground, off_the_road, too_far, no_room, wrong_shot)
