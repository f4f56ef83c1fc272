"""What the book asks for now: who acts next, and what is left of an activation that was broken
off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.dust import refs, turn
from engine.games.dust.activation.situation import ORDERS
from engine.games.dust.command import refusals as commands
from engine.games.dust.command.situation import CommandSkill
from engine.games.dust.units import ELEMENTS, is_destroyed, is_on_board
from engine.games.dust.weapons.procedure import empty_weapons
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.rules import Duty
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Ref
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

BY_HAND: dict[str, tuple[str, str, Text, Ref]] = {
    "move": ("move", "unit", say("Move: {unit}"), refs.DUST_02),
    "attack": ("attack", "attacker", say("Attack: {unit}"), refs.DUST_02),
    "sustained": ("attack", "attacker", say("Sustained Attack: {unit}"), refs.DUST_05),
    "reload": ("reload", "unit", say("Reload: {unit}"), refs.DUST_128),
    "tank_head": ("tank_head", "unit", say("Tank Head: {unit}"), refs.DUST_137),
    **{order: ("command", "unit", say("Order: {unit}"), commands.REFS[order]) for order in ORDERS},
}
"""The procedure of each action that can be done by itself, and the name of its actor."""
TOLD: dict[str, Map[Value]] = {
    "sustained": Map({"sustained": True}),
    **{order: Map({"order": order}) for order in ORDERS},
}
"""What else is known of such an action."""


@rule(refs.DUST_02, refs.DUST_07)
def duties(now: GameState) -> Iterator[Duty]:
    """The rest of a running activation; else one activation of the side whose go it is. With an
    army gone the end of its round is the end of the game."""
    if now.step == "end" and any(is_army_gone(now, seat) for seat in (0, 1)):
        yield Duty("victory", say("No unit of one side is left: end of the game"), refs.DUST_173, must=False)
    if now.step != "activation":
        return
    if activation.acting_unit(now):
        yield from actions_left(now)
    else:
        yield from activation_due(now)


@rule(refs.DUST_173)
def is_army_gone(now: GameState, seat: int) -> bool:
    """Every unit that a side had is destroyed; cover elements are of no army."""
    army = [unit for unit in now.units.values() if unit.seat == seat and unit.stated("kind") not in ELEMENTS]
    return bool(army) and all(map(is_destroyed, army))


@rule(refs.DUST_02, refs.DUST_04)
def actions_left(now: GameState) -> Iterator[Duty]:
    """What the acting unit declared and can still do; what it leaves is Nothing."""
    unit = now.unit(activation.acting_unit(now))
    for action in activation.parts_left(now):
        if action in BY_HAND and can_do(now, unit, action):
            procedure, actor, text, ref = BY_HAND[action]
            args = TOLD.get(action, EMPTY).put(actor, unit.id)
            yield Duty(procedure, replace(text, values=Map({"unit": unit.name})), ref, args, must=False)


@rule(refs.DUST_02, refs.DUST_103)
def can_do(now: GameState, unit: Unit, action: str) -> bool:
    """Only a Move brings a unit onto the board; a weapon may be loaded, a member dead by now."""
    if action == "move":
        return True
    if action == "reload" and not empty_weapons(now, unit.id):
        return False
    if action in ORDERS and any(commands.problems(now, CommandSkill(action, unit=unit.id))):
        return False
    return is_on_board(unit)


@rule(refs.DUST_07, refs.DUST_144)
def activation_due(now: GameState) -> Iterator[Duty]:
    """A unit that an order called comes at once; else the side acts once, without passing."""
    due = turn.who_acts_next(now, now.seat)
    if due is not None:
        text = say("Activate: {unit}", unit=now.unit(due).name)
        yield Duty("activation", text, refs.DUST_144, Map({"unit": due}))
    elif not turn.has_had_go(now) and turn.activations_left(now, now.seat):
        yield Duty("activation", say("Activate a unit"), refs.DUST_07)
