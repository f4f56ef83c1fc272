"""A move, told whole or led hex by hex: what it costs, whom it provokes, where it ends."""

from __future__ import annotations

from dataclasses import replace

from engine.games.aam import refs, staging
from engine.games.aam.attack import leaders
from engine.games.aam.attack.memory import toll
from engine.games.aam.commanders.effects import Effect
from engine.games.aam.defensive_fire.procedure import effect_on
from engine.games.aam.defensive_fire.refusals import not_in_phase
from engine.games.aam.defensive_fire.values import provoked
from engine.games.aam.movement import prompts, refusals, terrain, values
from engine.games.aam.movement.memory import is_halted, journey, shooters
from engine.games.aam.movement.situation import MOMENTS, FreeMove, Hex, Move, MovementRoll, MoveStep
from engine.games.aam.movement.step import attempt, take_step
from engine.games.aam.units import give_up_positions, has, leave_parts, printed_number
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Asking, Procedure, Task, call, confirm, fill, number, settle_ledger, task, until
from engine.values.maps import Map, Value, pairs
from engine.values.table import GameState
from engine.values.texts import english, say


@rule(refs.AAM_31, refs.AAM_33)
def move(state: GameState, move: Move) -> Procedure:
    """One hex after another; a move of no hex turns in place; stopped without room it goes back."""
    state = state.remember(journey(state)._replace(mover=move.unit))
    if move.plain and move.steps is None and not counts_steps(state, move):
        return end_move(state.remember(journey(state)._replace(made=1, end=1)), move)
    if move.steps is None:
        state = yield from lead(state, move)
        state = end_move((yield from go_back(state, move.unit)), move)
        return (yield from settle_ledger(state, prompts.end_of_move, move.unit))
    facts(state, move)  # finds what a card does not state
    state = yield from call(state, *tasks(state, move, move.steps))
    trip = journey(state)
    end = terrain.last_step_with_room(state, move.unit, move.steps, trip.made) if is_halted(state) else trip.made
    return end_move(state.remember(trip._replace(end=end, back=trip.made - end)), move)


@rule(refs.AAM_39)
def tasks(now: GameState, move: Move, steps: tuple[MoveStep, ...]) -> tuple[Task, ...]:
    """A task for each step told; where several need a roll, the dice carry the number of the
    step."""
    unit, starts = now.unit(move.unit), (move.start, *(step.hex for step in steps))
    rolling = [stride for stride in values.strides(move.start, *steps) if terrain.movement_rolls(unit, stride)]
    keys = [f"movement:{number}" if len(rolling) > 1 else "movement" for number in range(len(steps))]
    return tuple(task(take_step, move, *each) for each in zip(steps, starts, keys, strict=False))


# Led hex by hex


def lead(state: GameState, move: Move) -> Procedure:
    """Hex after hex, until the move ends or is ended."""
    state, effects = yield from find_leader(state, move)
    state = state.remember(journey(state)._replace(effects=effects, hex=move.start))
    return (yield from until(is_over, state, task(lead_on, move)))


@rule(refs.AAM_33)
def is_over(now: GameState) -> bool:
    """The move is ended or stopped."""
    return journey(now).is_over or is_halted(now)


@rule(refs.AAM_33, refs.AAM_44, refs.AAM_121)
def lead_on(state: GameState, move: Move) -> Procedure:
    """The next hex, or the end of the move; what it spends and where it leads."""
    before = journey(state)
    if values.next_step_with_price(state, move, MoveStep("clear", road=True)).is_short:  # no hex costs less
        return state.remember(before._replace(is_over=True))
    state, seen = yield from fill(state, prompts.which_hex, move)
    if not seen.get("into"):
        return state.remember(journey(state)._replace(is_over=True))
    step = MoveStep(seen["into"], seen.get("across"), seen.get("road"), prompts.ranges_seen(state, seen))
    paid = values.next_step_with_price(state, move, step)
    start = replace(before.hex, terrain=before.hex.terrain or seen.get("here"))
    state = yield from take_step(state, move, step, start, f"movement:{before.made}")
    trip, purse = journey(state), paid.purse_after
    if trip.made == before.made:
        return state
    is_off_road = trip.is_off_road or not paid.stride.road
    return state.remember(
        trip._replace(spent=purse.spent, bonus_gone=purse.bonus_gone, hex=step.hex, is_off_road=is_off_road)
    )


@rule(refs.AAM_99, refs.AAM_133)
def find_leader(state: GameState, move: Move) -> Asking[tuple[Effect, ...]]:
    """A Commander's help to speed is asked for where it can be: one yes is enough."""
    for leader in () if move.effects else values.leaders_of_move(state, move):
        state, near = yield from confirm(state, prompts.starts_near, move.unit, leader.id)
        if near:
            amount = max(1, printed_number(leader, "tally_ho"))
            return state, (Effect(name="Tally-Ho!", by=leader.id, commander=True, on="speed", amount=amount),)
    return state, move.effects or ()


# How it ends


@rule(refs.AAM_31, refs.AAM_125)
def go_back(state: GameState, unit: str) -> Procedure:
    """A unit stopped where it may not stack goes back along its path."""
    back = 0
    if journey(state).made and is_halted(state) and not state.unit(unit).gone:
        state, back = yield from number(state, prompts.how_far_back, unit)
    trip = journey(state)
    return state.remember(trip._replace(end=trip.made - back, back=back))


@rule(refs.AAM_33, refs.AAM_86)
def end_move(state: GameState, move: Move) -> GameState:
    """The move is used, even when cut short; by one reading not if defensive fire stopped it at
    once."""
    unit, made, is_assault = move.unit, journey(state).made, values.phase(state, move) == "assault"
    is_stuck = toll(state).stopped and not made and is_assault
    may_attack = is_stuck and state.reading("stopped_may_attack") == "if_still_in_start_hex"
    state = state.set(unit, "moved", not may_attack, values.rule_of_phase(state, move))
    state = give_up_positions(state, unit, "entrenched", "camouflaged") if made else state
    has_more = counts_steps(state, move)
    state = state.set(unit, "steps_made", made, refs.AAM_89) if has_more else state
    return leave_parts(state, unit, *(("attack",) if has_more else ()))


@rule(refs.AAM_86, refs.AAM_89)
def counts_steps(now: GameState, move: Move) -> bool:
    """Whether it may attack after a move that was short enough."""
    mover = now.unit(move.unit)
    is_assault = values.phase(now, move) == "assault"
    return is_assault and (has(mover, "aggression") or leaders.may_charge(now, mover))


# What it tells


@rule(refs.AAM_75, refs.AAM_86)
def facts(now: GameState, move: Move) -> dict[str, Value]:
    """What no die changes: the allowance, the cost of all steps, whom each provokes, who is to
    fire."""
    paid, steps = values.steps_with_price(now, move), move.steps or ()
    by_road, barred = bool(paid) and all(step.stride.road for step in paid), not_in_phase(now, values.phase(now, move))
    rows = values.speed_rows(now, move, by_road)
    return {
        "allowance": values.allowance(now, move, by_road),
        "cost": sum(step.price for step in paid),
        "provokes": tuple(() if barred else provoked(now, move.unit, step.near or Map()) for step in steps),
        "fired": tuple(shot.attacker for step in steps for moment in MOMENTS for shot in step.shots_at(moment)),
        "rows": tuple(pairs(key=row.key, amount=row.at(0), why=english(row.why), ref=row.ref.id) for row in rows),
    }


@rule(refs.AAM_39, refs.AAM_84)
def outcomes(move: Move) -> dict[str, Show]:
    """Where it ends, what becomes of it, which way it faces; of the shots told, which are fired.
    Of a move that is led what becomes of it, and whether it enters the next hex."""
    if move.steps is None:
        return {
            "effect": effect_on(move.unit),
            "step": lambda after: "stays" if journey(after).has_failed else "enters",
        }
    has_shots = any(step.shots for step in move.steps)
    return {
        "end": lambda after: journey(after).end,
        "effect": effect_on(move.unit),
        "facing": lambda after: prompts.facing(after, after.unit(move.unit)),
        **({"fired": shooters} if has_shots else {}),
    }


# A movement roll by itself


def movement_roll(state: GameState, roll: MovementRoll) -> Procedure:
    """The rolls of one step, asked for by themselves."""
    stride = values.strides(Hex(), MoveStep(roll.into, roll.across, roll.road))[0]
    state, enters = yield from attempt(state, roll.unit, stride, "movement")
    return state.remember(journey(state)._replace(made=int(enters)))


BEFORE_THE_GAME = (
    opens(
        "vanguard",
        say("Vanguard: move before the first turn"),
        refs.AAM_86,
        FreeMove,
        move,
        refusals=refusals.MOVE,
        shows=outcomes,
        tells=facts,
        assumed={"steps": ()},
        actor="unit",
    ),
)
OPENINGS = (
    opens(
        "move",
        say("move a unit"),
        refs.AAM_21,
        Move,
        move,
        refusals=refusals.MOVE,
        shows=outcomes,
        tells=facts,
        stage=staging.stage_move,
        assumed={"steps": ()},
        actor="unit",
    ),
    opens(
        "movement_roll",
        say("movement roll"),
        refs.AAM_39,
        MovementRoll,
        movement_roll,
        refusals=refusals.MOVEMENT_ROLL,
        shows=lambda _: {"enters": lambda after: "yes" if journey(after).made else "no"},
        actor="unit",
    ),
)
