"""Skill actions: reload, artillery strike, Tank Head and the orders of a command squad."""

from __future__ import annotations

from engine.games.dust.actions import ORDERS
from engine.games.dust.ammo import empties, reload
from engine.games.dust.assault import activated, restocked
from engine.games.dust.command import REFS, command, problems
from engine.games.dust.fight import NOBODY, fight, targets, weapons, which_target
from engine.games.dust.heroes import may_use, together
from engine.games.dust.limits import commands
from engine.games.dust.problems import refusal
from engine.games.dust.refs import DUST_58, DUST_59, DUST_61, DUST_137, DUST_177
from engine.games.dust.repair import not_repairable, tank_head
from engine.games.dust.told import Told
from engine.games.dust.units import has_role, present
from engine.games.dust.values import artillery
from engine.games.dust.words import WORDS
from engine.playing.procedure import Asking, Procedure, call, choose, confirm, task
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say


def skill(state: GameState, unit: str, action: str) -> Procedure:
    """One Skill action; a bare one is asked for by name (DUST-02, 177)."""
    if action == "skill":
        state, action = yield from choose(state, which_skill, unit)
    if action == "reload":
        return (yield from call(state, task(reload, unit=unit)))
    if action == "artillery_strike":
        return (yield from call(state, task(artillery_strike, unit=unit)))
    if action == "tank_head" or action in ORDERS:
        return (yield from call(state, task(aided, unit=unit, action=action)))
    state, _ = yield from confirm(state, done, unit, action)
    return state


def able(now: GameState, unit: str) -> tuple[str, ...]:
    """The Skill actions a unit has: what is empty, what its card and its members say (DUST-122,
    177)."""
    found = ["reload"] if empties(now, unit) else []
    if may_use(now, unit, "artillery_strike") or has_role(now.unit(unit), "radio"):
        found.append("artillery_strike")
    found += ["tank_head"] if may_use(now, unit, "tank_head") else []
    return (*found, *(ORDERS if commands(now, unit) else ()))


def which_skill(now: GameState, unit: str) -> Prompt:
    """DUST-177."""
    at = now.unit(unit)
    options = tuple(
        Option(key, WORDS[key], refusal(key, problems(now, key, unit)) if key in ORDERS else None)
        for key in able(now, unit)
    )
    return Prompt(
        "skill",
        "choice",
        at.seat,
        say("{unit}: which skill?", unit=at.name),
        DUST_177,
        (unit,),
        options=(Option("other", say("another skill, done by hand")), *options),
    )


def done(now: GameState, unit: str, action: str) -> Prompt:
    at = now.unit(unit)
    return Prompt(
        action, "confirm", at.seat, say("{unit} uses a skill: done?", unit=at.name), DUST_177, (unit,), default=True
    )


def aided(state: GameState, unit: str, action: str) -> Procedure:
    """Tank Head or an order, for the unit chosen (DUST-137, 144, 146, 147, 148, 149)."""
    if not candidates(state, unit, action):
        return state
    state, target = yield from choose(state, for_whom, unit, action)
    if target == NOBODY:
        return state
    if action == "tank_head":
        return (yield from tank_head(state, unit, target))
    return (yield from call(state, task(command, order=action, unit=unit, target=target)))


def candidates(now: GameState, unit: str, action: str) -> tuple[Unit, ...]:
    """Own units the skill is for (DUST-137, 144, 146, 147, 148, 149, 150)."""
    own = [at for at in now.units.values() if at.stated("kind") in ("squad", "hero", "walker")]
    if action == "tank_head":
        return tuple(at for at in own if not not_repairable(now, unit, at.id))
    return tuple(at for at in own if not any(True for _ in problems(now, action, unit, at.id)))


def for_whom(now: GameState, unit: str, action: str) -> Prompt:
    """DUST-137, 144, 146, 147, 148, 149."""
    at, ref = now.unit(unit), REFS.get(action, DUST_137)
    options = tuple(Option(each.id, say("{unit}", unit=each.name)) for each in candidates(now, unit, action))
    near = action in ("tank_head", "makeshift_repair", "get_up") or not has_role(at, "radio")
    text = (
        say("{unit}: which unit on the same square or next to it?", unit=at.name)
        if near
        else say("{unit}: which unit?", unit=at.name)
    )
    return Prompt(
        f"for:{action}", "choice", at.seat, text, ref, (unit,), options=(Option(NOBODY, say("nobody")), *options)
    )


def artillery_strike(state: GameState, unit: str) -> Procedure:
    """The Observer calls an own artillery unit, which fires at once with both its actions
    (DUST-57, 58, 59, 60, 61, 114)."""
    if not callable_guns(state, unit) or (commands(state, unit) and not has_role(state.unit(unit), "radio")):
        return state
    state, gun = yield from choose(state, which_gun, unit)
    if gun == NOBODY:
        return state
    state, target = yield from choose(state, which_mark, gun, unit)
    state = activated(state, gun, DUST_59)
    if target == NOBODY:
        return state
    indirect = tuple(
        Told(gun, weapon, target, manner="indirect", observer=unit) for weapon in artillery(state.unit(gun))
    )
    state, others = yield from beside(state, gun)
    state = yield from call(state, task(fight, declared=(*indirect, *others)))
    return restocked(state, together(state, gun))


def beside(state: GameState, gun: str) -> Asking[tuple[Told, ...]]:
    """Its other weapons may fire too, at whom they see themselves (DUST-57)."""
    found: tuple[Told, ...] = ()
    for owner, weapon in weapons(state, gun, "indirect"):
        if weapon not in artillery(state.unit(gun)) and targets(state, gun, owner, weapon):
            state, target = yield from choose(state, which_target, owner, weapon, gun)
            found = (*found, Told(owner, weapon, target, manner="indirect")) if target != NOBODY else found
    return state, found


def callable_guns(now: GameState, unit: str) -> tuple[Unit, ...]:
    """Own artillery on the board, loaded and not yet activated (DUST-58)."""
    seat = now.unit(unit).seat
    return tuple(at for at in present(now) if at.seat == seat and artillery(at) and not at.count("activated"))


def which_gun(now: GameState, unit: str) -> Prompt:
    """DUST-58, 60."""
    at = now.unit(unit)
    options = tuple(Option(gun.id, say("{unit}", unit=gun.name)) for gun in callable_guns(now, unit))
    return Prompt(
        "artillery",
        "choice",
        at.seat,
        say("{unit} calls which artillery?", unit=at.name),
        DUST_58,
        (unit,),
        options=(Option(NOBODY, say("nobody")), *options),
    )


def which_mark(now: GameState, gun: str, unit: str) -> Prompt:
    """A unit the Observer sees, at least 4 squares from the artillery (DUST-57, 61)."""
    at = now.unit(unit)
    marks = dict.fromkeys(each for weapon in artillery(now.unit(gun)) for each in targets(now, gun, gun, weapon))
    options = tuple(Option(each.id, say("{unit}", unit=each.name)) for each in marks)
    return Prompt(
        "mark",
        "choice",
        at.seat,
        say("which target does {unit} see, 4 squares or more from the artillery?", unit=at.name),
        DUST_61,
        (unit, gun),
        options=(Option(NOBODY, say("nobody")), *options),
    )
