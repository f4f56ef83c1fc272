"""The Attack of a unit whose reactive fire succeeds: what is declared for it, all on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.games.dust import abilities, refs
from engine.games.dust.attack import aiming, refusals, situation, spending
from engine.games.dust.attack.situation import WeaponLine
from engine.games.dust.units import COVERS, lead, together
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, call, fill, task
from engine.values.kinds import Field, ListOf, Record, UnitId, Whole, Word
from engine.values.model import Prompt
from engine.values.table import GameState
from engine.values.texts import say

FREE = ("all_in_one", "berserk", "medal_of_honor")
"""Skills for an attack that cost no action, but by one reading."""
ROUNDS, BURNS = "rounds:", "burns:"
"""Before the name of a line: how many rounds it fires, who else stands in its flames."""


@rule(refs.DUST_65, refs.DUST_71)
def fire_at_active_unit(state: GameState, reactor: str, enemy: str, squares: int) -> Procedure:
    """One simple Attack; the activation that it is ends with it."""
    pair, able = together(state, reactor), aiming.lines_of_reaction(state, reactor, enemy, squares)
    state, lines = yield from declare_fire(state, reactor, able)
    state = yield from call(state, task(aiming.fire_declared, lines, True))
    return spending.restock_ammunition(state, pair)


@rule(refs.DUST_33, refs.DUST_34, refs.DUST_71)
def declare_fire(state: GameState, reactor: str, lines: tuple[WeaponLine, ...]) -> Asking[tuple[WeaponLine, ...]]:
    """All lines fire but those left silent; asked only where there is more to say than the
    cover."""
    if not any(True for _ in choices_of_fire(state, reactor, lines)):
        return state, lines
    state, told = yield from fill(state, how_it_fires, reactor, lines)
    return state, tuple(lines_as_declared(state, lines, told))


def how_it_fires(now: GameState, reactor: str, lines: tuple[WeaponLine, ...]) -> Prompt:
    by, at = now.unit(reactor), now.unit(lines[0].target)
    text = say("{unit} fires at {target}: with what?", unit=by.name, target=at.name)
    fields = Record((*choices_of_fire(now, reactor, lines), *cover_seen(now, lines)))
    return Prompt(f"fires:{reactor}", "form", by.seat, text, refs.DUST_65, (reactor, at.id), fields=fields)


def choices_of_fire(now: GameState, reactor: str, lines: tuple[WeaponLine, ...]) -> Iterator[Field]:
    """Lines that may stay silent, rounds that may be more than one, skills without an action, and
    units that stand in flames."""
    names = names_of_lines(now, lines)
    if len(names) > 1:
        yield Field("silent", ListOf(Word(tuple(names))), default=())
    for name, line in names.items():
        if (most := most_rounds(now, line)) > 1:
            yield Field(ROUNDS + name, Whole(1, most), default=1)
        if refusals.has_flames(now, line) and situation.weapon(now, line).bounds[1] > 1:
            yield Field(BURNS + name, ListOf(UnitId()), default=())
    if skills := skills_for_reaction(now, reactor):
        yield Field("using", ListOf(Word(skills)), default=())


@rule(refs.DUST_39, refs.DUST_42)
def cover_seen(now: GameState, lines: tuple[WeaponLine, ...]) -> Iterator[Field]:
    """The cover of the active unit, where it can matter."""
    if any(aiming.can_cover_matter(now, line) for line in lines):
        held = now.unit(lines[0].target).trackers.get("cover") or COVERS[0]
        yield Field("cover", Word(COVERS), default=held)


@rule(refs.DUST_95)
def names_of_lines(now: GameState, lines: tuple[WeaponLine, ...]) -> dict[str, WeaponLine]:
    """Lines by their weapons; where both of a pair have the same, by their owners too."""
    weapons = [line.weapon for line in lines]
    return {
        line.weapon if weapons.count(line.weapon) < 2 else f"{line.weapon} ({now.unit(line.attacker).name})": line
        for line in lines
    }


@rule(refs.DUST_157, refs.DUST_160)
def most_rounds(now: GameState, line: WeaponLine) -> int:
    """How many rounds a limited weapon or a volley may fire; one of any other."""
    gun, value = situation.weapon(now, line), aiming.printed_value(now, line)
    return gun.most_rounds(now, value) if gun.is_limited or value.volley else 1


@rule(refs.DUST_34, refs.DUST_71, refs.DUST_160, refs.DUST_166)
def lines_as_declared(now: GameState, lines: tuple[WeaponLine, ...], told: Mapping[str, Any]) -> Iterator[WeaponLine]:
    """The lines that fire; of flames one for each who stands in them."""
    silent, skills, cover = told.get("silent", ()), told.get("using", ()), told.get("cover")
    for name, line in names_of_lines(now, lines).items():
        if name in silent:
            continue
        line = replace(line, skills=skills, cover=cover, rounds=told.get(ROUNDS + name, 1))
        yield line
        others = (lead(now, unit) for unit in told.get(BURNS + name) or ())
        for unit in dict.fromkeys(others):
            if unit not in (*together(now, line.attacker), line.target):
                yield replace(line, target=unit, cover=None)


@rule(refs.DUST_71, refs.DUST_177)
def skills_for_reaction(now: GameState, reactor: str) -> tuple[str, ...]:
    """What a unit has on its card and has not used up, unless it costs an action."""
    if now.reading("silentSkillCost") == "action":
        return ()
    owners = {skill: now.unit(abilities.owner_of_skill(now, reactor, skill)) for skill in FREE}
    spent = {skill: abilities.has_used(owner, skill) for skill, owner in owners.items()}
    spent["medal_of_honor"] = bool(owners["medal_of_honor"].count("medal"))
    return tuple(skill for skill in FREE if abilities.may_use(now, reactor, skill) and not spent[skill])
