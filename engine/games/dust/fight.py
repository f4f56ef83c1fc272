"""An attack at the table: targets named beforehand, then what only the players see, then the
dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.dust.assault import assault, numbered
from engine.games.dust.heroes import lead, together
from engine.games.dust.limits import AT_FIRE, fire_proof
from engine.games.dust.lines import cover
from engine.games.dust.losses import alike, described
from engine.games.dust.refs import DUST_32, DUST_33, DUST_39, DUST_134, DUST_160, DUST_166
from engine.games.dust.told import Told, whose
from engine.games.dust.units import COVERS, is_element, is_hero, is_squad, living, present
from engine.games.dust.values import (
    Printed,
    bounds,
    kinds,
    limited,
    lines,
    most_rounds,
    sniper,
    span,
    usable,
    value_against,
)
from engine.games.dust.words import WORDS
from engine.playing.procedure import Asking, Procedure, choose, lastly, number, task
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

FARTHEST = 99
NOBODY = "none"


def named(state: GameState, unit: str, manner: str = "attack", reloading: bool = False) -> Asking[tuple[Told, ...]]:
    """The target of each weapon line, told before the unit is activated; none leaves it unused
    (DUST-33, 34, 37, 128)."""
    found: tuple[Told, ...] = ()
    for each, weapon in weapons(state, unit, manner):
        enemies = targets(state, unit, each, weapon, reloading)
        if enemies:
            state, target = yield from choose(state, which_target, each, weapon, unit, reloading)
            found = (*found, Told(each, weapon, target, manner=manner)) if target != NOBODY else found
            if (
                target != NOBODY
                and "flamethrower" in kinds(state.unit(each), weapon)
                and bounds(state.unit(each), weapon)[1] > 1
            ):
                state, others = yield from on_the_way(state, each, weapon, target, manner)
                found = (*found, *others)
    return state, found


def on_the_way(state: GameState, unit: str, weapon: str, target: str, manner: str) -> Asking[tuple[Told, ...]]:
    """Whoever stands on the path of the flames burns too, friends included (DUST-166, 193)."""
    burnt: tuple[str, ...] = (unit, target)
    while any(at.id not in burnt for at in others(state, unit)):
        state, other = yield from choose(state, who_burns, unit, weapon, burnt)
        if other == NOBODY:
            break
        burnt = (*burnt, other)
    return state, tuple(Told(unit, weapon, each, manner=manner) for each in burnt[2:])


def others(now: GameState, unit: str) -> tuple[Unit, ...]:
    """Whoever may stand in the way, a pair by its squad (DUST-95, 166)."""
    return tuple(at for at in present(now) if at.id not in together(now, unit) and lead(now, at.id) == at.id)


def who_burns(now: GameState, unit: str, weapon: str, burnt: tuple[str, ...]) -> Prompt:
    """DUST-166, 193."""
    options = tuple(Option(at.id, say("{unit}", unit=at.name)) for at in others(now, unit) if at.id not in burnt)
    return Prompt(
        f"burns:{weapon}",
        "choice",
        now.unit(unit).seat,
        say("who else stands on the path of the flames?"),
        DUST_166,
        burnt,
        options=(Option(NOBODY, say("nobody")), *options),
    )


def weapons(now: GameState, unit: str, manner: str) -> Iterator[tuple[str, str]]:
    """All lines of a unit and its hero that may be fired so; a Charge has range 1 and C only
    (DUST-95, 121, 181)."""
    for each in together(now, unit):
        for weapon in lines(now.unit(each)):
            if manner != "charge" or span(now.unit(each), weapon) in ("1", "C"):
                yield each, weapon


def targets(now: GameState, unit: str, owner: str, weapon: str, reloading: bool = False) -> tuple[Unit, ...]:
    """Enemies, a pair by its squad, and cover elements that the line can harm: no trap by flames
    (DUST-31, 43, 95, 165)."""
    by, seat = now.unit(owner), now.unit(unit).seat
    return tuple(
        at
        for at in present(now)
        if (at.seat != seat or is_element(at))
        and usable(now, by, weapon, at, reloading)
        and lead(now, at.id) == at.id
        and not fire_proof(now, Told(owner, weapon, at.id))
    )


def which_target(now: GameState, owner: str, weapon: str, unit: str, reloading: bool = False) -> Prompt:
    """DUST-29, 33, 34."""
    by = now.unit(owner)
    options = tuple(Option(at.id, say("{unit}", unit=at.name)) for at in targets(now, unit, owner, weapon, reloading))
    return Prompt(
        f"target:{weapon}",
        "choice",
        by.seat,
        say("{unit}: whom does {weapon} aim at?", unit=by.name, weapon=weapon),
        DUST_33,
        (owner,),
        options=(Option(NOBODY, say("nobody")), *options),
    )


def fight(state: GameState, declared: tuple[Told, ...]) -> Procedure:
    """What cannot be seen or reached is not fired and spends nothing; then the attack (DUST-28,
    33)."""
    ready: tuple[Told, ...] = ()
    for line in declared:
        if stopped(state, line):
            continue
        state, line = yield from seen(state, line)
        if stopped(state, line):
            continue
        state, line = yield from loaded_with(state, line)
        state, line = yield from aimed(state, line)
        ready = (*ready, line) if line.rounds != 0 else ready
    if not ready:
        return state
    return (yield from lastly(state, task(assault, declared=numbered(ready))))


def stopped(now: GameState, line: Told) -> bool:
    """What the table has changed since the declaration: nobody there, nothing to fire, out of
    range or sight (DUST-33)."""
    return any(limit(now, line) for limit in AT_FIRE)


def seen(state: GameState, line: Told) -> Asking[Told]:
    """How far, and in what cover, asked once for each target (DUST-32, 39)."""
    asked = (lead(state, line.attacker), line.target)
    if line.range is None:
        blind = line.manner == "indirect" and "artillery" in kinds(whose(state, line), line.weapon)
        known = f"range:{asked}:{blind}"
        if known not in state.scratch:
            state, squares = yield from number(state, how_far, *asked, blind)
            state = state.note(**{known: squares + 1})
        line = replace(line, range=state.noted(known) - 1)
    if line.cover is None and line.range and covers(state, line):
        if not state.scratch.get(f"cover:{asked}"):
            state, grade = yield from choose(state, what_cover, *asked)
            state = state.note(**{f"cover:{asked}": grade})
        line = replace(line, cover=str(state.scratch[f"cover:{asked}"]))
    return state, line


def covers(now: GameState, line: Told) -> bool:
    """Whether cover can matter to a line (DUST-39, 42)."""
    return cover(now, replace(line, cover="soft"), whose(now, line), printed(now, line)) != "none"


def printed(now: GameState, line: Told) -> Printed:
    """The value of a line that was not stopped (DUST-31)."""
    value = value_against(whose(now, line), line.weapon, now.unit(line.target))
    assert value
    return value


def how_far(now: GameState, unit: str, target: str, blind: bool = False) -> Prompt:
    """Indirect fire needs no sight of its own (DUST-18, 32, 57, 183)."""
    by, at = now.unit(unit), now.unit(target)
    text = (
        say("how many squares from {unit} to {target}, seen or not?", unit=by.name, target=at.name)
        if blind
        else say("how many squares from {unit} to {target}? 0: not in sight", unit=by.name, target=at.name)
    )
    return Prompt(
        f"range:{target}", "number", by.seat, text, DUST_32, (unit, target), least=0, most=FARTHEST, default=1
    )


def what_cover(now: GameState, unit: str, target: str) -> Prompt:
    """As it last stood, or as the players see it now (DUST-39, 40, 45)."""
    at = now.unit(target)
    options = tuple(Option(grade, WORDS[grade]) for grade in COVERS)
    return Prompt(
        f"cover:{target}",
        "choice",
        at.seat,
        say("{unit}: what cover?", unit=at.name),
        DUST_39,
        (target, unit),
        options=options,
        default=str(at.trackers.get("cover") or NOBODY),
    )


def loaded_with(state: GameState, line: Told) -> Asking[Told]:
    """Rounds of a limited weapon or a volley, as many as there still are; none leaves it out
    (DUST-34, 157, 160)."""
    value, by = printed(state, line), whose(state, line)
    if not (limited(by, line.weapon) or value.volley):
        return state, line
    if line.rounds is not None:
        return state, replace(line, rounds=min(line.rounds, most_rounds(state, by, line.weapon, value)))
    state, rounds = yield from number(state, how_many_rounds, line)
    return state, replace(line, rounds=rounds)


def how_many_rounds(now: GameState, line: Told) -> Prompt:
    """DUST-34, 157, 160."""
    by = whose(now, line)
    most = most_rounds(now, by, line.weapon, printed(now, line))
    text = say("{unit}: how many rounds of {weapon}?", unit=by.name, weapon=line.weapon)
    return Prompt(
        f"rounds:{line.weapon}",
        "number",
        by.seat,
        text,
        DUST_160,
        (by.id, line.target),
        least=0,
        most=most,
        default=most,
    )


def aimed(state: GameState, line: Told) -> Asking[Told]:
    """A sniper names his man (DUST-134)."""
    if line.named is not None or not sniper(whose(state, line), line.weapon) or len(men(state, line.target)) < 2:
        return state, line
    state, man = yield from choose(state, which_man, line)
    return state, replace(line, named=int(man) if man.isdecimal() else man)


def men(now: GameState, target: str) -> tuple[Option, ...]:
    """Miniatures that differ, and a joined hero unless a reading spares him (DUST-134)."""
    found = [
        Option(str(models[0]), described(each))
        for unit in together(now, target)
        if is_squad(now.unit(unit))
        for each, models in alike(now.unit(unit), living(now.unit(unit))).items()
    ]
    heroes = [unit for unit in together(now, target) if is_hero(now.unit(unit)) and now.reading("sniperHero") == "yes"]
    return (*found, *(Option(unit, say("{unit}", unit=now.unit(unit).name)) for unit in heroes))


def which_man(now: GameState, line: Told) -> Prompt:
    """DUST-134."""
    by = whose(now, line)
    text = say("{unit}: at whom does the sniper aim?", unit=by.name)
    return Prompt(
        f"named:{line.weapon}", "choice", by.seat, text, DUST_134, (by.id, line.target), options=men(now, line.target)
    )


def all_lines(now: GameState, unit: str, target: str, range: int) -> tuple[Told, ...]:
    """Every line of a reacting unit; those that do not reach the enemy are not fired (DUST-65,
    67)."""
    return tuple(
        Told(each, weapon, target, range=range, manner="reaction")
        for each, weapon in weapons(now, unit, "reaction")
        if usable(now, now.unit(each), weapon, now.unit(target))
    )
