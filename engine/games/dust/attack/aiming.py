"""An attack at the table: targets named beforehand, then what only the players see, then the
dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.dust import refs, words
from engine.games.dust.attack import manners, procedure, refusals, rolls, situation
from engine.games.dust.attack.memory import Sightings
from engine.games.dust.attack.situation import WeaponLine
from engine.games.dust.units import (
    COVERS,
    NOBODY,
    description,
    is_element,
    is_hero,
    is_squad,
    lead,
    living,
    loadouts,
    together,
    unit_options,
    units_on_board,
)
from engine.games.dust.weapons.values import NEAREST_ARTILLERY, BorneWeapon, Printed, weapons_of
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, choose, lastly, number, task
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

FARTHEST = 99

# Targets, named before the unit is activated


@rule(refs.DUST_33, refs.DUST_34, refs.DUST_37, refs.DUST_128)
def name_targets(state: GameState, unit: str, manner: str, reloading: bool = False) -> Asking[tuple[WeaponLine, ...]]:
    """The target of each weapon line; none leaves it unused."""
    found: tuple[WeaponLine, ...] = ()
    for each, weapon in lines_to_fire(state, unit, manner):
        if not targets(state, unit, each, weapon, reloading):
            continue
        state, target = yield from choose(state, which_target, each, weapon, unit, reloading)
        if target == NOBODY:
            continue
        line = WeaponLine(each, weapon, target, as_=manner)
        found = (*found, line)
        if refusals.has_flames(state, line) and situation.weapon(state, line).bounds[1] > 1:
            state, others = yield from name_burnt(state, line)
            found = (*found, *others)
    return state, found


@rule(refs.DUST_95, refs.DUST_121, refs.DUST_181)
def lines_to_fire(now: GameState, unit: str, manner: str) -> Iterator[tuple[str, str]]:
    """All lines of a unit and its hero that may be fired so; a Charge has range 1 and C only."""
    for each in together(now, unit):
        for gun in weapons_of(now.unit(each)):
            if manner != "charge" or gun.range in ("1", "C"):
                yield each, gun.name


@rule(refs.DUST_31, refs.DUST_43, refs.DUST_95, refs.DUST_165)
def targets(now: GameState, unit: str, owner: str, weapon: str, reloading: bool = False) -> tuple[Unit, ...]:
    """Enemies, a pair by its squad, and cover elements that the line can harm: no trap by
    flames."""
    gun, seat = BorneWeapon(now.unit(owner), weapon), now.unit(unit).seat
    return tuple(
        at
        for at in units_on_board(now)
        if (at.seat != seat or is_element(at))
        and gun.is_usable(now, at, reloading)
        and lead(now, at.id) == at.id
        and not refusals.no_trap_in_flames(now, WeaponLine(owner, weapon, at.id))
    )


@rule(refs.DUST_29, refs.DUST_34)
def which_target(now: GameState, owner: str, weapon: str, unit: str, reloading: bool) -> Prompt:
    """Whom a weapon line aims at."""
    by, options = now.unit(owner), unit_options(targets(now, unit, owner, weapon, reloading))
    text = say("{unit}: whom does {weapon} aim at?", unit=by.name, weapon=weapon)
    return Prompt(f"target:{weapon}", "choice", by.seat, text, refs.DUST_33, (owner,), options=options)


@rule(refs.DUST_166, refs.DUST_193)
def name_burnt(state: GameState, line: WeaponLine) -> Asking[tuple[WeaponLine, ...]]:
    """Every unit on the path of the flames burns too, friends included."""
    burnt: tuple[str, ...] = (line.attacker, line.target)
    while others_on_the_way(state, burnt):
        state, other = yield from choose(state, who_burns, line.weapon, burnt)
        if other == NOBODY:
            break
        burnt = (*burnt, other)
    return state, tuple(replace(line, target=each) for each in burnt[2:])


@rule(refs.DUST_95, refs.DUST_166)
def others_on_the_way(now: GameState, burnt: tuple[str, ...]) -> tuple[Unit, ...]:
    """Other units that may stand in the way of the first one named, a pair by its squad."""
    known = (*burnt, *together(now, burnt[0]))
    return tuple(at for at in units_on_board(now) if at.id not in known and lead(now, at.id) == at.id)


@rule(refs.DUST_193)
def who_burns(now: GameState, weapon: str, burnt: tuple[str, ...]) -> Prompt:
    """Who else burns."""
    seat, options = now.unit(burnt[0]).seat, unit_options(others_on_the_way(now, burnt))
    text = say("who else stands on the path of the flames?")
    return Prompt(f"burns:{weapon}", "choice", seat, text, refs.DUST_166, burnt, options=options)


@rule(refs.DUST_65, refs.DUST_67)
def lines_of_reaction(now: GameState, unit: str, target: str, range: int) -> tuple[WeaponLine, ...]:
    """Every line of a reacting unit that can be used and reaches the enemy."""
    return tuple(
        WeaponLine(each, weapon, target, range=range, as_="reaction")
        for each, weapon in lines_to_fire(now, unit, "reaction")
        if (gun := BorneWeapon(now.unit(each), weapon)).is_usable(now, now.unit(target)) and gun.can_reach(range)
    )


# What only the players see


@rule(refs.DUST_28, refs.DUST_33)
def fire_declared(state: GameState, declared: tuple[WeaponLine, ...], one_throw: bool = False) -> Procedure:
    """What cannot be seen or reached is not fired and spends nothing; then the attack, its lines
    in one throw or one by one."""
    ready: tuple[WeaponLine, ...] = ()
    for line in declared:
        if is_stopped(state, line):
            continue
        state, line = yield from see_target(state, line)
        if is_stopped(state, line):
            continue
        state, line = yield from choose_rounds(state, line)
        state, line = yield from name_man(state, line)
        ready = (*ready, line) if line.rounds != 0 else ready
    numbered = tuple(replace(line, tag=f":{number}") for number, line in enumerate(ready))
    return (yield from lastly(state, task(procedure.attack_with_lines, numbered, one_throw))) if ready else state


@rule(refs.DUST_33)
def is_stopped(now: GameState, line: WeaponLine) -> bool:
    """What the table has changed since the declaration: no unit there, nothing to fire, out of
    range or sight."""
    return any(limit(now, line) for limit in refusals.AT_FIRE)


@rule(refs.DUST_32, refs.DUST_39)
def see_target(state: GameState, line: WeaponLine) -> Asking[WeaponLine]:
    """How far, and in what cover, asked once for each target."""
    by, at = lead(state, line.attacker), line.target
    if line.squares is None:
        is_blind = manners.is_indirect(state, line)
        key = f"{by}/{at}/{is_blind}"
        if key not in state.recall(Sightings).squares:
            state, far = yield from number(state, how_far, by, at, is_blind)
            state = see_squares(state, by, at, far, is_blind)
        line = replace(line, range=state.recall(Sightings).squares[key])
    if line.cover is None and line.squares and can_cover_matter(state, line):
        if f"{by}/{at}" not in state.recall(Sightings).covers:
            state, grade = yield from choose(state, what_cover, by, at)
            held = state.recall(Sightings)
            state = state.remember(held._replace(covers=held.covers.put(f"{by}/{at}", grade)))
        line = replace(line, cover=state.recall(Sightings).covers[f"{by}/{at}"])
    return state, line


@rule(refs.DUST_39, refs.DUST_42)
def can_cover_matter(now: GameState, line: WeaponLine) -> bool:
    """Whether cover can matter to a line."""
    gun, value = situation.weapon(now, line), printed_value(now, line)
    return rolls.cover_against(now, replace(line, cover="soft"), gun, value) != "none"


@rule(refs.DUST_31)
def printed_value(now: GameState, line: WeaponLine) -> Printed:
    """The value of a line that was not stopped."""
    value = situation.weapon(now, line).value_against(now.unit(line.target))
    assert value
    return value


@rule(refs.DUST_18, refs.DUST_57, refs.DUST_183)
def how_far(now: GameState, unit: str, target: str, is_blind: bool = False) -> Prompt:
    """Indirect fire needs no sight of its own."""
    by, at = now.unit(unit), now.unit(target)
    text = say("how many squares from {unit} to {target}?", unit=by.name, target=at.name)
    unseen: tuple[Option, ...] = (Option("0", say("not in sight")),)
    if is_blind:
        text, unseen = say("how many squares from {unit} to {target}, seen or not?", unit=by.name, target=at.name), ()
    known = squares_seen(now, unit, target)
    nearest = NEAREST_ARTILLERY if is_blind else 1
    known = now.recall(Sightings).squares.get(f"{unit}/{target}/True", nearest) if known is None else known
    key, about = f"range:{target}", (unit, target)
    return Prompt(
        key, "number", by.seat, text, refs.DUST_32, about, options=unseen, least=0, most=FARTHEST, default=known
    )


@rule(refs.DUST_27, refs.DUST_32)
def squares_seen(now: GameState, unit: str, target: str) -> int | None:
    """How far the two are from one another, if it was told since one of them moved."""
    seen = now.recall(Sightings).squares
    return next((seen[key] for key in (f"{unit}/{target}/False", f"{target}/{unit}/False") if key in seen), None)


def see_squares(state: GameState, unit: str, target: str, squares: int, is_blind: bool = False) -> GameState:
    held = state.recall(Sightings)
    return state.remember(held._replace(squares=held.squares.put(f"{unit}/{target}/{is_blind}", squares)))


@rule(refs.DUST_40, refs.DUST_45)
def what_cover(now: GameState, unit: str, target: str) -> Prompt:
    """As it last stood, or as the players see it now."""
    at, options = now.unit(target), tuple(Option(grade, words.WORDS[grade]) for grade in COVERS)
    return Prompt(
        f"cover:{target}",
        "choice",
        at.seat,
        say("{unit}: what cover?", unit=at.name),
        refs.DUST_39,
        (target, unit),
        options=options,
        default=str(at.trackers.get("cover") or "none"),
    )


# Rounds, and a sniper's man


@rule(refs.DUST_34, refs.DUST_157, refs.DUST_160)
def choose_rounds(state: GameState, line: WeaponLine) -> Asking[WeaponLine]:
    """Rounds of a limited weapon or a volley, as many as there still are; none leaves it out."""
    value, gun = printed_value(state, line), situation.weapon(state, line)
    if not (gun.is_limited or value.volley):
        return state, line
    if line.rounds is not None:
        return state, replace(line, rounds=min(line.rounds, gun.most_rounds(state, value)))
    state, rounds = yield from number(state, how_many_rounds, line)
    return state, replace(line, rounds=rounds)


@rule(refs.DUST_34, refs.DUST_157)
def how_many_rounds(now: GameState, line: WeaponLine) -> Prompt:
    """Of a volley one, if nothing else is said."""
    by = situation.weapon(now, line).unit
    most = situation.weapon(now, line).most_rounds(now, printed_value(now, line))
    key, text = f"rounds:{line.weapon}", say("{unit}: how many rounds of {weapon}?", unit=by.name, weapon=line.weapon)
    default = rolls.rounds_fired(now, line, situation.weapon(now, line), printed_value(now, line))
    return Prompt(
        key, "number", by.seat, text, refs.DUST_160, (by.id, line.target), least=0, most=most, default=default
    )


@rule(refs.DUST_134)
def name_man(state: GameState, line: WeaponLine) -> Asking[WeaponLine]:
    """A sniper names his man."""
    is_sniper = situation.weapon(state, line).has_sniper
    if line.named is not None or not is_sniper or len(men(state, line.target)) < 2:
        return state, line
    state, man = yield from choose(state, which_man, line)
    return state, replace(line, named=int(man) if man.isdecimal() else man)


def which_man(now: GameState, line: WeaponLine) -> Prompt:
    """The man whom a sniper aims at."""
    by, key = situation.weapon(now, line).unit, f"named:{line.weapon}"
    text = say("{unit}: at whom does the sniper aim?", unit=by.name)
    return Prompt(key, "choice", by.seat, text, refs.DUST_134, (by.id, line.target), options=men(now, line.target))


@rule(refs.DUST_134)
def men(now: GameState, target: str) -> tuple[Option, ...]:
    """Miniatures that differ, and a joined hero unless a reading spares him."""
    pair = [now.unit(unit) for unit in together(now, target)]
    bands = (band for unit in pair if is_squad(unit) for band in loadouts(unit, living(unit)).items())
    heroes = (unit for unit in pair if is_hero(unit) and now.reading("sniperHero") == "yes")
    return (
        *(Option(str(models[0]), description(each)) for each, models in bands),
        *(Option(unit.id, say("{unit}", unit=unit.name)) for unit in heroes),
    )
