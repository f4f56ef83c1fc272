"""A whole attack: lines other than close combat, then close combat with those who strike back,
then the serum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce

from engine.games.dust import abilities, refs, turn, words
from engine.games.dust.attack import close_combat, fire, memory, outcomes, prompts, refusals, rolls, situation, spending
from engine.games.dust.attack.situation import WeaponLine, WholeAttack
from engine.games.dust.units import is_element, points_left, survivor, together, weapon_lines
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, Task, lastly, task
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.DUST_28, refs.DUST_29)
def attack(state: GameState, line: WeaponLine) -> Procedure:
    """One line on one target."""
    return (yield from attack_with_lines(finish_attack(state, line), (line,)))


@rule(refs.DUST_28, refs.DUST_29, refs.DUST_181)
def assault_lines(state: GameState, attack: WholeAttack) -> Procedure:
    """Every line with its own target, all in one attack."""
    lines = tuple(attack.each())
    return (yield from attack_with_lines(reduce(finish_attack, lines, state), lines))


@rule(refs.DUST_04, refs.DUST_08)
def finish_attack(state: GameState, line: WeaponLine) -> GameState:
    """An Attack is an action of the unit that acts; the one of a reaction is over."""
    if line.manner == "reaction":
        return state.set(line.attacker, "reacting", None, refs.DUST_65)
    is_action = line.manner not in ("indirect", "retaliation")
    return turn.finish_action(state, line.attacker, "sustained" if line.sustained else "attack") if is_action else state


@rule(refs.DUST_35, refs.DUST_36, refs.DUST_44, refs.DUST_50, refs.DUST_182)
def attack_with_lines(state: GameState, declared: tuple[WeaponLine, ...], one_throw: bool = False) -> Procedure:
    """Dice are counted and ammunition is spent at the declaration; close combat comes last."""
    for line in declared:
        need_card_values(state, line)
        need_known_skills(line)
    state = begin_attack(state, declared)
    declared = tuple(
        replace(line, others=together(state, line.target), rounds=spending.rounds_of_line(state, line))
        for line in declared
    )
    close = tuple(line for line in declared if situation.weapon(state, line).is_close)
    others = sorted(
        (line for line in declared if line not in close), key=lambda line: is_element(state.unit(line.target))
    )
    state, shooting = spending.spend_ammunition(state, declared), tuple(tasks_of_lines(state, others, one_throw))
    named = (each for line in declared for each in (line.attacker, line.target))
    fighters = tuple(dict.fromkeys(unit for each in named for unit in together(state, each)))
    melee = (task(close_combat.fight_close_combat, close),) if close else ()
    return (yield from lastly(state, *shooting, *melee, task(heal_by_serum, fighters, bool(close))))


@rule(refs.DUST_32)
def need_card_values(now: GameState, line: WeaponLine) -> None:
    """What a card does not state is asked for before anything happens: who can be lost, how far
    a weapon reaches."""
    _ = points_left(now.unit(line.target))
    if line.squares is not None:
        _ = situation.weapon(now, line).bounds


@rule(refs.DUST_33)
def need_known_skills(line: WeaponLine) -> None:
    """An unknown skill is a mistake of the question."""
    for skill in line.skills_used:
        if skill not in words.NAMES:
            raise Impossible(say("there is no skill {skill}", skill=skill))


# The beginning


def begin_attack(state: GameState, declared: tuple[WeaponLine, ...]) -> GameState:
    """Skills declared are used up; a reaction and indirect fire are the unit's activation."""
    for line in declared:
        state = mend_elements(state, (line.target,))
        for skill in line.skills_used:
            state = abilities.call_up_skill(state, situation.user_of_skill(state, line, skill), skill)
        if line.manner == "reaction":
            state = turn.activate_pair(state, line.attacker, refs.DUST_66)
        if line.manner == "indirect":
            state = turn.activate_pair(state, line.attacker, refs.DUST_59)
    return state


def mend_elements(state: GameState, units: Iterable[str]) -> GameState:
    """By one reading what does not destroy a cover element in one Attack leaves no trace."""
    for unit in units if state.reading("elementDamage") == "reset" else ():
        if is_element(state.unit(unit)):
            state = state.set(unit, "damage", None, refs.DUST_43)
    return state


# The lines other than close combat


@rule(refs.DUST_35, refs.DUST_182)
def tasks_of_lines(now: GameState, declared: Iterable[WeaponLine], one_throw: bool) -> Iterator[Task]:
    """The lines as they are rolled; by one reading their dice are counted only then."""
    if now.reading("diceCount") == "lineByLine":
        yield from (task(fire_line_in_turn, part) for line in declared for part in rolls.shares_of_sniper(now, line))
        return
    shots = tuple(shot for line in declared for shot in rolls.line_rolls(now, line))
    plain = tuple(shot for shot in shots if one_throw and not prompts.has_further_rolls(now, shot))
    if len(plain) > 1:
        yield task(fire.fire_in_one_throw, plain)
        shots = tuple(shot for shot in shots if shot not in plain)
    yield from (task(fire.fire_line, shot) for shot in shots)


@rule(refs.DUST_182)
def fire_line_in_turn(state: GameState, line: WeaponLine) -> Procedure:
    """A line against those who are left, with the dice there are now."""
    alive = survivor(state, line.others)
    shot = rolls.line_roll(state, replace(line, target=alive)) if alive else None
    return (yield from fire.fire_line(state, shot)) if shot else state


# The end


def heal_by_serum(state: GameState, fighters: tuple[str, ...], close: bool) -> GameState:
    """The serum: healing put off comes now; what was won now comes now, or after close combat
    later."""
    state, tally = mend_elements(state, fighters), memory.tally(state)
    for unit in fighters:
        at = state.unit(unit)
        if at.gone:
            continue
        won, due = tally.fed.get(unit, 0), at.count("serum")
        if won and close and state.reading("serumAmount") == "lost":
            won = tally.taken.get(unit, 0)
        waits = state.reading("serumNext") == "closeCombat" and not close
        healed = (0 if waits else due) + (0 if close else won)
        if healed:
            state = state.set(unit, "damage", max(0, at.count("damage") - healed), refs.DUST_138)
        state = state.set(unit, "serum", (due if waits else 0) + (won if close else 0), refs.DUST_138)
    return state


@rule(refs.DUST_28)
def weapons_of_attacker(now: GameState, line: WeaponLine) -> dict[str, tuple[str, ...]]:
    """The weapon lines of the attacker."""
    return {"weapon": weapon_lines(now.unit(line.attacker))}


OPENINGS = (
    opens(
        "attack",
        say("attack with one weapon"),
        refs.DUST_28,
        WeaponLine,
        attack,
        refusals=refusals.ONE_LINE,
        shows=outcomes.outcomes_of_line,
        actor="attacker",
        choices=weapons_of_attacker,
        asks=("range", "cover"),
    ),
    opens(
        "assault_lines",
        say("attack with several weapons"),
        refs.DUST_181,
        WholeAttack,
        assault_lines,
        refusals=refusals.WHOLE_ATTACK,
        shows=outcomes.outcomes_of_attack,
        actor="attacker",
    ),
)
