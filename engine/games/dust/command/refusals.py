"""What forbids an order: its giver, the Radio, the attempt of this round, whom it is for."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust import abilities, refs, turn, words
from engine.games.dust.activation import refusals as activations
from engine.games.dust.activation.situation import GIVEN_BY
from engine.games.dust.command.situation import CommandSkill
from engine.games.dust.units import is_destroyed, is_on_board, is_soldier, kind, lead, together, weapon_lines
from engine.games.dust.weapons import values as weapons
from engine.playing.citing import rule
from engine.values.model import Problem, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

WITH_RADIO = ("field_repair", "come_on_guys", "artillery_strike")
CLOSE = ("makeshift_repair", "get_up")
GIVERS = {**GIVEN_BY, "artillery_strike": "radio"}
REFS = {
    "reactivate": refs.DUST_144,
    "makeshift_repair": refs.DUST_146,
    "field_repair": refs.DUST_147,
    "get_up": refs.DUST_148,
    "come_on_guys": refs.DUST_149,
    "artillery_strike": refs.DUST_60,
}


@rule(refs.DUST_143)
def not_allowed(now: GameState, command: CommandSkill) -> Refusal | None:
    return words.first_refusal("not_allowed", problems(now, command))


@rule(refs.DUST_08, refs.DUST_103, refs.DUST_146, refs.DUST_148)
def problems(now: GameState, command: CommandSkill) -> Iterator[Problem]:
    """Everything against an order."""
    order, unit = command.order, None if command.unit is None else lead(now, command.unit)
    yield from no_giver(now, command)
    if unit is not None and (no := turn.cannot_act_off_board(now, unit) or turn.cannot_act(now, unit, order)):
        yield Problem(no.why, no.ref)
    if activations.is_barred(now, order, unit, command.already_tried):
        yield Problem(say("one command skill a round"), refs.DUST_143)
    if unit is not None and has_succeeded(now, now.unit(unit), order):
        yield Problem(say("this succeeds once in a game"), REFS[order])
    if command.target is not None:
        yield from not_for_unit(now, order, unit, now.unit(command.target))


@rule(refs.DUST_60, refs.DUST_144, refs.DUST_145, refs.DUST_146, refs.DUST_147, refs.DUST_148, refs.DUST_149)
def no_giver(now: GameState, command: CommandSkill) -> Iterator[Problem]:
    """A dead member gives no order; the Radio carries orders, but no hands."""
    order, alive = command.order, members_alive(now, command)
    is_near = now.reading("sameSquareAdjacent") == "yes" if command.same_square else command.adjacent
    if alive is not None and GIVERS[order] not in alive:
        yield Problem(say("whoever gives this order is dead"), refs.DUST_141)
    if alive is not None and order in WITH_RADIO and "radio" not in alive:
        yield Problem(say("this order needs the Radio"), REFS[order])
    if is_near is False and (order in CLOSE or (alive is not None and "radio" not in alive)):
        yield Problem(say("only for an adjacent unit"), REFS[order])


@rule(refs.DUST_141)
def members_alive(now: GameState, command: CommandSkill) -> tuple[str, ...] | None:
    """The members still alive, as told or by the card."""
    if command.members is not None or command.unit is None:
        return command.members
    return tuple(giver for giver in {*GIVERS.values()} if abilities.has_member(now, command.unit, giver))


@rule(refs.DUST_147, refs.DUST_149)
def has_succeeded(now: GameState, own: Unit, order: str) -> bool:
    """Once in a game for each command squad, or by one reading for each player."""
    is_shared = now.reading("onceScope") == "player"
    squads = (at for at in now.units.values() if at.seat == own.seat) if is_shared else (own,)
    return any(abilities.has_used(squad, order) for squad in squads)


def not_for_unit(now: GameState, order: str, unit: str | None, at: Unit) -> Iterator[Problem]:
    """Whom an order is not for; never the command squad itself."""
    if unit is not None and at.seat != now.unit(unit).seat:
        yield Problem(say("{unit} is an enemy", unit=at.name), REFS[order])
    may_treat_hero = order == "get_up" and now.reading("commandOwnHero") == "yes" and at.id != unit
    if unit is not None and at.id in together(now, unit) and not may_treat_hero:
        yield Problem(say("orders never affect the command squad itself"), refs.DUST_150)
    if order == "reactivate":
        yield from not_to_reactivate(now, at)
    elif order in CLOSE:
        if is_destroyed(at) or is_soldier(at) is not (order == "get_up"):
            yield Problem(say("{unit} cannot be helped like this", unit=at.name), REFS[order])
    elif order in ("field_repair", "come_on_guys"):
        if not is_destroyed(at) or kind(at) != ("squad" if order == "come_on_guys" else "walker"):
            yield Problem(say("{unit} cannot be brought back like this", unit=at.name), REFS[order])
    elif at.count("activated") or not is_on_board(at) or (weapon_lines(at) and not weapons.loaded_artillery(at)):
        yield Problem(say("{unit} cannot fire indirectly now", unit=at.name), refs.DUST_58)


@rule(refs.DUST_72)
def not_to_reactivate(now: GameState, at: Unit) -> Iterator[Problem]:
    """A unit on the board that has acted, in a reaction too, or by one reading any."""
    if not is_on_board(at):
        yield Problem(say("{unit} is not on the board", unit=at.name), refs.DUST_144)
    elif not at.count("activated") and now.reading("reactivateWho") == "activated":
        yield Problem(say("{unit} has not been activated yet", unit=at.name), refs.DUST_191)
