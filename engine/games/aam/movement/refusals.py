"""What forbids a move: one function for each rule."""

from collections.abc import Callable

from engine.games.aam import refs
from engine.games.aam.attack.refusals import extra_action_saved
from engine.games.aam.attack.situation import DefensiveFire
from engine.games.aam.defensive_fire.refusals import cannot_fire
from engine.games.aam.defensive_fire.values import hexes, is_in_reach, provoked
from engine.games.aam.movement import terrain, values
from engine.games.aam.movement.memory import journey
from engine.games.aam.movement.situation import MOMENTS, DefensiveShot, Hex, Move, MovementRoll, MoveStep, Moving
from engine.games.aam.units import BOLD, another_acts, has, is_action_phase, is_damaged, is_pinned, is_soldier
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

# The unit, before its first hex


def no_unit_off_the_map(now: GameState, move: Moving) -> Refusal | None:
    mover = now.unit(move.unit)
    if mover.trackers.get("aboard"):
        return Refusal("aboard", say("{unit} is aboard: it cannot move", unit=mover.name), refs.AAM_103)
    if mover.where != "table":
        return Refusal("off_the_map", say("{unit} is not on the map", unit=mover.name), refs.AAM_66)
    return None


@rule(refs.AAM_34, refs.AAM_86)
def no_disrupted_mover(now: GameState, move: Moving) -> Refusal | None:
    """Neither a move nor a turn, unless an ability says otherwise; the bold do not stay where they
    are."""
    mover = now.unit(move.unit)
    is_bold = not move.is_turn and any(has(mover, each) for each in BOLD)
    if is_pinned(mover) and not is_bold:
        text = say("{unit} is disrupted: it neither moves nor turns", unit=mover.name)
        return Refusal("disrupted", text, refs.AAM_61)
    return None


def no_broken_down(now: GameState, move: Move) -> Refusal | None:
    mover = now.unit(move.unit)
    if is_damaged(mover) and has(mover, "prone_to_breakdown"):
        return Refusal("broken_down", say("{unit} is damaged and cannot move", unit=mover.name), refs.AAM_95)
    return None


@rule(refs.AAM_89)
def already_acted(now: GameState, move: Move) -> Refusal | None:
    """Once in a phase; in the assault phase instead of an attack."""
    mover = now.unit(move.unit)
    if mover.count("moved"):
        text = say("{unit} has moved in this phase", unit=mover.name)
        return Refusal("already_moved", text, values.rule_of_phase(now, move))
    if mover.count("attacked") and not has(mover, "strike_and_fade"):
        return Refusal("already_acted", say("{unit} has acted in this phase", unit=mover.name), refs.AAM_22)
    return extra_action_saved(now, mover)


def no_vanguard(now: GameState, move: Move) -> Refusal | None:
    """The free move of the Vanguard: after deployment, before the first turn."""
    mover = now.unit(move.unit)
    if move.phase != "vanguard" or (has(mover, "vanguard") and now.turn == 1 and not is_action_phase(now)):
        return None
    text = say("{unit}: only the Vanguard moves before the first turn", unit=mover.name)
    return Refusal("vanguard", text, refs.AAM_86)


def just_boarded(now: GameState, move: Move) -> Refusal | None:
    """By one reading a Vehicle boarded in this phase stays where it is."""
    boarded = any(each.trackers.get("aboard") == move.unit and each.count("moved") for each in now.units.values())
    if boarded and now.reading("board_then_drive") == "no":
        text = say("{unit} was boarded in this phase", unit=now.unit(move.unit).name)
        return Refusal("just_boarded", text, refs.AAM_130)
    return None


def keeps_its_facing(now: GameState, move: Move) -> Refusal | None:
    """A unit that is disrupted, or has attacked in this phase, does not turn in place."""
    mover = now.unit(move.unit)
    if not move.is_turn or not (is_pinned(mover) or mover.count("attacked")):
        return None
    text = say("{unit} keeps its facing", unit=mover.name)
    return Refusal("keeps_its_facing", text, refs.AAM_34 if is_pinned(mover) else refs.AAM_35)


@rule(refs.AAM_129)
def cannot_turn(now: GameState, move: Move) -> Refusal | None:
    """Turning in place is a move; by one reading not for a Vehicle at speed 0."""
    mover, turns = now.unit(move.unit), move.is_turn and now.reading("turn_at_speed_0") == "no"
    if turns and not is_soldier(mover) and not values.allowance(now, move):
        return Refusal("cannot_turn", say("{unit} has no speed left to turn", unit=mover.name), refs.AAM_33)
    return None


def no_speed(now: GameState, move: Move) -> Refusal | None:
    """Without speed no hex is entered, and a Soldier has nothing to turn; a Commander may lend some
    speed."""
    mover = now.unit(move.unit)
    has_to_turn = not is_soldier(mover) and not move.plain
    if move.steps is not None or has_to_turn or values.allowance(now, move):
        return None
    if values.leaders_of_move(now, move):
        return None
    return Refusal("no_speed", say("{unit} has no speed", unit=mover.name), refs.AAM_27)


@rule(refs.AAM_21)
def before_it_moves(
    refusal: Callable[[GameState, Move], Refusal | None],
) -> Callable[[GameState, Move], Refusal | None]:
    """What forbids a move is asked before its first hex, not again at every hex."""
    return lambda now, move: None if journey(now).mover == move.unit else refusal(now, move)


# Its hexes


@rule(refs.AAM_43)
def closed_ground(now: GameState, move: Move) -> Refusal | None:
    """Marsh and pond, off the road."""
    mover = now.unit(move.unit)
    if any(terrain.is_barred(mover, step.stride) for step in values.steps_with_price(now, move)):
        return closed_to(mover)
    return None


@rule(refs.AAM_42)
def closed_to_roller(now: GameState, roll: MovementRoll) -> Refusal | None:
    """There is no roll for ground that is closed to the unit."""
    mover, step = now.unit(roll.unit), MoveStep(roll.into, roll.across, roll.road)
    return closed_to(mover) if terrain.is_barred(mover, values.strides(Hex(), step)[0]) else None


def closed_to(mover: Unit) -> Refusal:
    return Refusal("closed", say("{unit} cannot go there off the road", unit=mover.name), refs.AAM_42)


def off_the_road(now: GameState, move: Move) -> Refusal | None:
    """A closed hex that a road crosses is left by that road."""
    mover = now.unit(move.unit)
    strides = (step.stride for step in values.steps_with_price(now, move) if step.stride.left)
    if any(terrain.is_closed(mover, stride.left) and not stride.road for stride in strides):
        return Refusal("by_road_only", say("{unit} leaves this hex by the road only", unit=mover.name), refs.AAM_43)
    return None


def too_far(now: GameState, move: Move) -> Refusal | None:
    """A step that cannot be paid is not made."""
    mover = now.unit(move.unit)
    for step in values.steps_with_price(now, move):
        if step.is_short:
            text = say(
                "{unit} has {left} of {allowance} hexes left; this step costs {price}",
                unit=mover.name,
                left=step.purse.left,
                allowance=step.purse.allowance,
                price=step.price,
            )
            dear = refs.AAM_37 if terrain.costs_double(mover, step.stride) else refs.AAM_27
            return Refusal("too_far", text, dear if step.purse.allowance else refs.AAM_129)
    return None


@rule(refs.AAM_30)
def no_room(now: GameState, move: Move) -> Refusal | None:
    """Stacking counts where the move ends."""
    holds = move.steps[-1].holds if move.steps else None
    if terrain.has_room(now, move.unit, holds):
        return None
    is_own = not terrain.has_room(now, move.unit, terrain.friends(now, move.unit, holds))
    text = say("no room for {unit}: two of one army in a hex, one Vehicle among all", unit=now.unit(move.unit).name)
    return Refusal("no_room", text, refs.AAM_28 if is_own else refs.AAM_29)


# The defensive fire that is told with it


@rule(refs.AAM_75, refs.AAM_78)
def wrong_shot(now: GameState, move: Move) -> Refusal | None:
    """A shooter must be provoked by that step and free to fire."""
    fired: list[str] = []
    for step in move.steps or ():
        earlier = len(fired)
        for shot in (shot for moment in MOMENTS for shot in step.shots_at(moment)):
            near = hexes((step.near or Map()).get(shot.attacker))[shot.at == "entered"]
            hexes_away = near if shot.range is None else shot.range
            fire = DefensiveFire(shot.attacker, move.unit, phase=values.phase(now, move), range=hexes_away)
            again = shot_too_many(now, shot, fired, fired[earlier:])
            if refusal := not_provoked(now, move, step, shot) or cannot_fire(now, fire) or again:
                return refusal
            fired.append(shot.attacker)
    return None


def not_provoked(now: GameState, move: Move, step: MoveStep, shot: DefensiveShot) -> Refusal | None:
    """Only where it is told how near the shooter is."""
    near, by = step.near or Map(), now.unit(shot.attacker)
    if by.id not in near or (
        by.id in provoked(now, move.unit, near) and is_in_reach(now, by.id, move.unit, near[by.id], shot.at)
    ):
        return None
    is_blind = is_soldier(now.unit(move.unit)) and not is_soldier(by)
    text = say("this step does not provoke {unit}", unit=by.name)
    return Refusal("not_provoked", text, refs.AAM_77 if is_blind else refs.AAM_75)


@rule(refs.AAM_80, refs.AAM_86)
def shot_too_many(now: GameState, shot: DefensiveShot, fired: list[str], at_step: list[str]) -> Refusal | None:
    """One shot of a unit in a phase; Suppressive Fire one at a step."""
    by = now.unit(shot.attacker)
    if by.id in fired and not has(by, "suppressive_fire"):
        return Refusal("fired_already", say("{unit} has fired defensively in this phase", unit=by.name), refs.AAM_78)
    return values.second_shot_at_step(by) if by.id in at_step else None


BEFORE_IT_MOVES = (
    no_unit_off_the_map,
    no_disrupted_mover,
    no_broken_down,
    already_acted,
    another_acts,
    no_vanguard,
    just_boarded,
    keeps_its_facing,
    cannot_turn,
    no_speed,
)
MOVE = (*map(before_it_moves, BEFORE_IT_MOVES), closed_ground, off_the_road, too_far, no_room, wrong_shot)
MOVEMENT_ROLL = (no_unit_off_the_map, no_disrupted_mover, closed_to_roller)
