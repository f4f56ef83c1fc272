"""Skill actions: reload, artillery strike, Tank Head and the orders of a command squad."""

from __future__ import annotations

from engine.games.dust import abilities, refs, words
from engine.games.dust.activation import artillery_strike
from engine.games.dust.activation.situation import ORDERS
from engine.games.dust.command import procedure as commanding
from engine.games.dust.command import refusals as commands
from engine.games.dust.command.situation import CommandSkill
from engine.games.dust.repair import procedure as repairing
from engine.games.dust.repair import refusals as repairs
from engine.games.dust.repair.situation import TankHead
from engine.games.dust.units import NOBODY, unit_options
from engine.games.dust.weapons import procedure as reloading
from engine.games.dust.weapons.situation import Reload
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, call, choose, confirm, task
from engine.values.model import Option, Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.DUST_02, refs.DUST_177)
def use_skill_action(state: GameState, unit: str, action: str) -> Procedure:
    """One Skill action; a bare one is asked for by name."""
    if action == "skill":
        state, action = yield from choose(state, which_skill, unit)
    if action == "reload":
        return (yield from call(state, task(reloading.reload, Reload(unit))))
    if action == "artillery_strike":
        return (yield from call(state, task(artillery_strike.call_artillery, unit)))
    if action in ("tank_head", *ORDERS):
        return (yield from call(state, task(aid_unit, unit, action)))
    state, _ = yield from confirm(state, is_it_done, unit, action)
    return state


@rule(refs.DUST_122, refs.DUST_177)
def skill_actions(now: GameState, unit: str) -> tuple[str, ...]:
    """The Skill actions a unit has: what is empty, what its card and its members say."""
    commands = abilities.is_command_squad(now, unit)
    has_radio = commands and abilities.has_member(now, unit, "radio")
    may_strike = abilities.may_use(now, unit, "artillery_strike") or has_radio
    found = {
        "reload": reloading.empty_weapons(now, unit),
        "artillery_strike": may_strike,
        "tank_head": abilities.may_use(now, unit, "tank_head"),
    }
    return (*(skill for skill, able in found.items() if able), *(ORDERS if commands else ()))


def which_skill(now: GameState, unit: str) -> Prompt:
    """One of its own, or another that is done by hand."""
    at, text = now.unit(unit), say("{unit}: which skill?", unit=now.unit(unit).name)
    options = (Option(key, words.WORDS[key], no_order(now, unit, key)) for key in skill_actions(now, unit))
    other = Option("other", say("another skill, done by hand"))
    return Prompt("skill", "choice", at.seat, text, refs.DUST_177, (unit,), options=(other, *options))


@rule(refs.DUST_143, refs.DUST_144)
def no_order(now: GameState, unit: str, key: str) -> Refusal | None:
    if key not in commands.GIVERS or not abilities.is_command_squad(now, unit):
        return None
    return words.first_refusal(key, commands.problems(now, CommandSkill(key, unit=unit)))


def is_it_done(now: GameState, unit: str, action: str) -> Prompt:
    at, text = now.unit(unit), say("{unit} uses a skill: done?", unit=now.unit(unit).name)
    return Prompt(action, "confirm", at.seat, text, refs.DUST_177, (unit,), default=True)


@rule(refs.DUST_137, refs.DUST_144, refs.DUST_146, refs.DUST_147, refs.DUST_148, refs.DUST_149)
def aid_unit(state: GameState, unit: str, action: str) -> Procedure:
    """Tank Head or an order, for the unit chosen."""
    if not units_to_aid(state, unit, action):
        return state
    state, target = yield from choose(state, for_whom, unit, action)
    if target == NOBODY:
        return state
    if action == "tank_head":
        return repairing.repair_vehicle(state, TankHead(unit, target))
    return (yield from call(state, task(commanding.give_order, CommandSkill(action, unit=unit, target=target))))


@rule(refs.DUST_137, refs.DUST_144, refs.DUST_146, refs.DUST_147, refs.DUST_148, refs.DUST_149, refs.DUST_150)
def units_to_aid(now: GameState, unit: str, action: str) -> tuple[Unit, ...]:
    """Own units the skill is for."""
    own = [at for at in now.units.values() if at.stated("kind") in ("squad", "hero", "walker")]
    if action == "tank_head":
        return tuple(at for at in own if not repairs.not_repairable(now, TankHead(unit, at.id)))
    orders = {at: CommandSkill(action, unit=unit, target=at.id) for at in own}
    return tuple(at for at, order in orders.items() if not any(True for _ in commands.problems(now, order)))


def for_whom(now: GameState, unit: str, action: str) -> Prompt:
    """The unit that is repaired or gets the order."""
    at, ref = now.unit(unit), commands.REFS.get(action, refs.DUST_137)
    is_near = action in ("tank_head", *commands.CLOSE) or not abilities.has_member(now, unit, "radio")
    text = say("{unit}: which unit?", unit=at.name)
    if is_near:
        text = say("{unit}: which unit on the same square or next to it?", unit=at.name)
    options = unit_options(units_to_aid(now, unit, action))
    return Prompt(f"for:{action}", "choice", at.seat, text, ref, (unit,), options=options)
