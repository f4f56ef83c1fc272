"""Close combat: it comes last, both sides roll together, and the target may strike
back."""

from __future__ import annotations

from dataclasses import replace

from engine.games.dust import refs
from engine.games.dust.attack import fire, memory, prompts, rolls, spending
from engine.games.dust.attack.situation import LineRoll, WeaponLine
from engine.games.dust.units import lead, survivor, together
from engine.games.dust.weapons.values import weapons_of
from engine.playing.citing import rule
from engine.playing.procedure import Asking, Procedure, confirm, lastly, task
from engine.values.table import GameState


@rule(refs.DUST_50, refs.DUST_51, refs.DUST_182)
def fight_close_combat(state: GameState, declared: tuple[WeaponLine, ...]) -> Procedure:
    """Both sides roll with the miniatures they have now; losses go after both rolls."""
    standing = tuple(replace(line, target=alive) for line in declared if (alive := survivor(state, line.others)))
    state, answers = yield from find_answers(state, standing)
    answers = tuple(replace(line, rounds=spending.rounds_of_line(state, line)) for line in answers)
    thrusts = [shot for line in (*standing, *answers) for shot in rolls.line_rolls(state, line)]
    first = {shot.alike: shot for shot in reversed(thrusts)}
    return (
        yield from lastly(
            spending.spend_ammunition(state, answers),
            *(task(roll_thrust, shot, first[shot.alike].key) for shot in thrusts),
            *(task(resolve_thrusts, shot) for shot in reversed(first.values())),
        )
    )


@rule(refs.DUST_50)
def roll_thrust(state: GameState, shot: LineRoll, pile: str) -> Procedure:
    """The dice of one line of close combat; hits that do the same are counted together."""
    state, hits = yield from fire.roll_hits(state, shot)
    return memory.remember_hits(state, pile, hits)


@rule(refs.DUST_50)
def resolve_thrusts(state: GameState, shot: LineRoll) -> Procedure:
    """What they did, once both sides have rolled."""
    hits = memory.tally(state).hits.get(shot.key, 0)
    return (yield from fire.resolve_hits(memory.forget_hits(state, shot.key), shot, hits))


@rule(refs.DUST_51, refs.DUST_52)
def find_answers(state: GameState, declared: tuple[WeaponLine, ...]) -> Asking[tuple[WeaponLine, ...]]:
    """Every unit attacked in close combat may strike back, with all its weapons of range C."""
    found: tuple[WeaponLine, ...] = ()
    for line in {lead(state, line.target): line for line in declared}.values():
        able = lines_striking_back(state, line)
        is_willing = bool({*line.others} & {*(line.retaliation or ())})
        if able and line.retaliation is None:
            state, is_willing = yield from confirm(state, prompts.whether_to_strike_back, line.target, line.attacker)
        found = (*found, *able) if is_willing else found
    return state, found


@rule(refs.DUST_31, refs.DUST_51, refs.DUST_52)
def lines_striking_back(now: GameState, line: WeaponLine) -> tuple[WeaponLine, ...]:
    """The close combat lines of a target, its hero's included; by one reading only of units not
    yet activated."""
    only_fresh = now.reading("retaliation") == "unactivated"
    if line.manner == "retaliation" or (only_fresh and now.unit(line.target).count("activated")):
        return ()
    able = [
        gun
        for unit in together(now, line.target)
        for gun in weapons_of(now.unit(unit))
        if gun.is_close and gun.is_usable(now, now.unit(line.attacker))
    ]
    return tuple(
        WeaponLine(
            gun.unit.id,
            gun.name,
            lead(now, line.attacker),
            sustained=line.sustained,
            as_="retaliation",
            roll="retaliation",
            assign=line.assign,
            once=line.once,
            tag=f":{line.target}" + (f":{n}" if n else ""),
        )
        for n, gun in enumerate(able)
    )
