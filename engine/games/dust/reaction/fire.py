"""The Attack of a unit whose reactive fire succeeds: which lines fire, and with which skills."""

from __future__ import annotations

from dataclasses import replace

from engine.games.dust import abilities, refs, words
from engine.games.dust.attack import aiming, spending
from engine.games.dust.attack.situation import WeaponLine
from engine.games.dust.units import NOBODY, together
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, call, choose, confirm, task
from engine.values.model import Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say

FREE = ("all_in_one", "berserk", "medal_of_honor")
"""Skills for an attack that cost no action, but by one reading."""


@rule(refs.DUST_65, refs.DUST_71)
def fire_at_active_unit(state: GameState, reactor: str, enemy: str, squares: int) -> Procedure:
    """One simple Attack; the activation that it is ends with it."""
    pair = together(state, reactor)
    state, lines = yield from leave_lines_out(state, aiming.lines_of_reaction(state, reactor, enemy, squares))
    state, skills = yield from declare_skills(state, reactor)
    lines = tuple(replace(line, skills=skills) for line in lines)
    state = yield from call(state, task(aiming.fire_declared, lines))
    return spending.restock_ammunition(state, pair)


@rule(refs.DUST_34, refs.DUST_65)
def leave_lines_out(state: GameState, lines: tuple[WeaponLine, ...]) -> Asking[tuple[WeaponLine, ...]]:
    """All lines fire but those left out one by one."""
    while len(lines) > 1:
        state, silent = yield from choose(state, which_line_is_silent, lines)
        if silent == NOBODY:
            break
        lines = tuple(line for line in lines if name_of_line(line) != silent)
    return state, lines


def name_of_line(line: WeaponLine) -> str:
    return f"{line.attacker}/{line.weapon}"


def which_line_is_silent(now: GameState, lines: tuple[WeaponLine, ...]) -> Prompt:
    by = now.unit(lines[0].attacker)
    text = say("{unit} fires with all weapons in range: does one stay silent?", unit=by.name)
    every = Option(NOBODY, say("all of them fire"))
    options = (Option(name_of_line(line), say("{weapon}", weapon=line.weapon)) for line in lines)
    return Prompt("silent", "choice", by.seat, text, refs.DUST_34, (by.id, lines[0].target), options=(every, *options))


@rule(refs.DUST_33, refs.DUST_71)
def declare_skills(state: GameState, reactor: str) -> Asking[tuple[str, ...]]:
    """Skills that need no action, each asked for before the dice."""
    found: tuple[str, ...] = ()
    for skill in skills_for_reaction(state, reactor):
        state, is_used = yield from confirm(state, whether_to_use_skill, reactor, skill)
        found = (*found, skill) if is_used else found
    return state, found


@rule(refs.DUST_71, refs.DUST_177)
def skills_for_reaction(now: GameState, reactor: str) -> tuple[str, ...]:
    """What a unit has on its card and has not used up, unless it costs an action."""
    if now.reading("silentSkillCost") == "action":
        return ()
    owners = {skill: now.unit(abilities.owner_of_skill(now, reactor, skill)) for skill in FREE}
    spent = {skill: abilities.has_used(owner, skill) for skill, owner in owners.items()}
    spent["medal_of_honor"] = bool(owners["medal_of_honor"].count("medal"))
    return tuple(skill for skill in FREE if abilities.may_use(now, reactor, skill) and not spent[skill])


def whether_to_use_skill(now: GameState, reactor: str, skill: str) -> Prompt:
    at, key = now.unit(reactor), f"skill:{skill}"
    text = say("{unit}: use {skill} for this attack?", unit=at.name, skill=words.named(skill))
    return Prompt(key, "confirm", at.seat, text, refs.DUST_71, (reactor,), default=False)
