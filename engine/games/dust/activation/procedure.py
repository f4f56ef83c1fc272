"""An activation: declaration, first action, the other side's chance, second action, and what
ends with it."""

from __future__ import annotations

from dataclasses import replace

from engine.games.dust import abilities, refs, turn
from engine.games.dust.activation import prompts, refusals, skills
from engine.games.dust.activation.situation import COSTLY, ActionPair, DeclaredActivation
from engine.games.dust.attack import aiming, outcomes, situation, spending
from engine.games.dust.attack.memory import Sightings
from engine.games.dust.attack.situation import WeaponLine
from engine.games.dust.movement import procedure as moves
from engine.games.dust.reaction import fire
from engine.games.dust.reaction import procedure as reacting
from engine.games.dust.reaction import prompts as offering
from engine.games.dust.reaction import refusals as reactions
from engine.games.dust.reaction.situation import ReactiveFire
from engine.games.dust.units import NOBODY, lead, together
from engine.parts import activation as activation_part
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Asking, Procedure, call, choose, confirm, number, roll, task
from engine.values.situation import Untold
from engine.values.table import GameState
from engine.values.texts import say

FREE = (*refusals.SILENT_COST, "charge", "heroic_attack")
"""Skills that are declared with the actions and cost none of them, but by one reading."""
FIRST: tuple[tuple[str, ...], ...] = ((), ("move",))
"""What may have been declared before an action."""


@rule(refs.DUST_02, refs.DUST_04, refs.DUST_08, refs.DUST_33, refs.DUST_68)
def activation(state: GameState, declaration: DeclaredActivation) -> Procedure:
    """All is declared first; then the actions, with the other side's chances between them."""
    unit, free = declaration.unit, tuple(skill for skill in declaration.skills if skill not in COSTLY)
    pair = ActionPair(declaration.pair.by_name, free)
    state, aims = yield from take_aim(state, declaration, pair)
    sustained = "sustained" in pair.acts
    aims = tuple(replace(line, sustained=sustained, skills=(*line.skills_used, *pair.skills)) for line in aims)
    units = together(state, unit)
    state = begin_activation(state, unit, pair)
    first, second = pair.acts[0], ("nothing", *pair.acts[1:])[-1]
    how = declaration.leaves, bool(declaration.one_throw)
    state = yield from call(state, task(act, first, aims, *how))
    state = see_as_told(state, aims)
    if reactions.is_window_open(state, pair, "after_first"):
        state = yield from call(state, task(let_react, ()))
    state = yield from call(state, task(act, second, aims, *how))
    if pair.is_charge:
        state = yield from call(state, task(charge, aims, *how))
    return end_activation(state, units)


@rule(refs.DUST_33, refs.DUST_37)
def take_aim(state: GameState, declaration: DeclaredActivation, pair: ActionPair) -> Asking[tuple[WeaponLine, ...]]:
    """The targets as told, or asked for where an attack is declared."""
    if declaration.lines is not None:
        aims = (replace(line, once=False, tag="") for line in declaration.attack.each())
        return state, tuple(replace(line, attacker=situation.weapon(state, line).unit.id) for line in aims)
    if pair.is_charge or {"attack", "sustained"} & {*pair.acts}:
        return (yield from aiming.name_targets(state, declaration.unit, pair.manner, pair.acts[0] == "reload"))
    return state, ()


@rule(refs.DUST_27, refs.DUST_32)
def see_as_told(state: GameState, aims: tuple[WeaponLine, ...]) -> GameState:
    """How far targets are was told for the moment after the first action: a unit that reacts is as
    far away."""
    for line in aims:
        if line.range:
            by, at = lead(state, line.attacker), lead(state, line.target)
            state = aiming.see_squares(state, by, at, line.range)
    return state


@rule(refs.DUST_04, refs.DUST_113, refs.DUST_115, refs.DUST_117, refs.DUST_125)
def begin_activation(state: GameState, unit: str, pair: ActionPair) -> GameState:
    """The card is turned, a second time for whom an order called; skills declared are used up."""
    parts = (*pair.acts, *(("attack",) if pair.is_charge else ()))
    state = activation_part.begin(end_heroism(state), unit, parts, refs.DUST_08).set("", "had_go", unit, refs.DUST_07)
    state = state.set("", "reacted", None, refs.DUST_70)
    for each in together(state, unit):
        state = state.set(each, "reactivated", None, refs.DUST_191)
    for skill in pair.skills:
        state = abilities.call_up_skill(state, abilities.owner_of_skill(state, unit, skill), skill)
    return turn.activate_pair(state.set(f"@{state.unit(unit).seat}", "acts_next", None, refs.DUST_144), unit)


def end_activation(state: GameState, units: tuple[str, ...]) -> GameState:
    """Bad Ass brings ammunition back."""
    return spending.restock_ammunition(activation_part.end(end_heroism(state), refs.DUST_08), units)


def end_heroism(state: GameState) -> GameState:
    """By one reading it lasts no longer than an activation."""
    for each in state.units if state.reading("heroicLength") == "activation" else ():
        state = state.set(each, "heroic", None, refs.DUST_125)
    return state


# The actions


@rule(refs.DUST_02, refs.DUST_73)
def act(state: GameState, action: str, aims: tuple[WeaponLine, ...], leaves: bool | None, one_throw: bool) -> Procedure:
    """One action, unless it was done by itself meanwhile; the destroyed have none left."""
    unit = activation_part.acting_unit(state)
    if action not in activation_part.parts_left(state):
        return state
    if action == "move":
        if leaves is None:
            state, leaves = yield from confirm(state, prompts.whether_it_moves, unit)
        state = moves.move_pair(state, unit, leaves).remember(Sightings())
    elif action in ("attack", "sustained"):
        state = yield from call(state, task(aiming.fire_declared, aims, one_throw))
    elif action != "nothing":
        state = yield from call(state, task(skills.use_skill_action, unit, action))
    return activation_part.finish(state, action, refs.DUST_02)


@rule(refs.DUST_68, refs.DUST_121)
def charge(state: GameState, aims: tuple[WeaponLine, ...], leaves: bool | None, one_throw: bool) -> Procedure:
    """The other side's chance after the second Move, then close combat without another action."""
    state = yield from call(state, task(let_react, ()))
    return (yield from call(state, task(act, "attack", aims, leaves, one_throw)))


@rule(refs.DUST_65, refs.DUST_67, refs.DUST_70, refs.DUST_183)
def let_react(state: GameState, asked: tuple[str, ...]) -> Procedure:
    """One enemy unit may try, or by one reading each in turn; it is activated either way."""
    unit = activation_part.acting_unit(state)
    if not unit or not reactions.units_ready(state, unit, asked):
        return state
    state, reactor = yield from choose(state, offering.who_reacts, unit, asked)
    if reactor == NOBODY:
        return state
    asked = (*asked, reactor)
    state, squares = yield from number(state, aiming.how_far, reactor, unit, False)
    state = aiming.see_squares(state, lead(state, reactor), lead(state, unit), squares)
    if not reactions.is_in_reach(state, state.unit(reactor), state.unit(unit), squares):
        return (yield from call(state, task(let_react, asked)))
    state, hits = yield from roll(reacting.try_to_react(state, reactor), reacting.readiness, ReactiveFire(reactor))
    if hits:
        state = yield from call(state, task(fire.fire_at_active_unit, reactor, unit, squares))
    if state.reading("reactionsPerActivation") == "many":
        return (yield from call(state, task(let_react, asked)))
    return state


@rule(refs.DUST_180)
def outcomes_of_activation(declaration: DeclaredActivation) -> dict[str, Show]:
    """What is left of both sides."""
    return outcomes.outcomes_by_name((declaration.unit, *(row.target for row in declaration.lines or ())))


@rule(refs.DUST_04, refs.DUST_177)
def words_to_declare(now: GameState, declaration: DeclaredActivation) -> dict[str, tuple[str, ...]]:
    """What can be declared: actions that are legal first or after a Move, then skills that go with
    them."""
    unit, able = declaration.unit, skills.skill_actions(now, declaration.unit)
    try:
        declared = declaration.declared
    except Untold:
        every = ("move", "attack", "sustained", *able, "nothing")
        return {"declared": tuple(each for each in every if any(is_legal(now, unit, (*way, each)) for way in FIRST))}
    free = (each for each in FREE if abilities.may_use(now, unit, each))
    return {"skills": tuple(each for each in free if is_legal(now, unit, declared, each))}


def is_legal(now: GameState, unit: str, declared: tuple[str, ...], *skills: str) -> bool:
    return not any(refusals.problems(now, ActionPair(declared, skills, unit)))


OPENINGS = (
    opens(
        "activation",
        say("activation"),
        refs.DUST_04,
        DeclaredActivation,
        activation,
        refusals=refusals.ACTIVATION,
        shows=outcomes_of_activation,
        actor="unit",
        choices=words_to_declare,
    ),
)
