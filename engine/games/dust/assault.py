"""A whole declared attack: lines other than close combat, then close combat with those who
strike back, then the serum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.games.dust.fire import scored, strike, struck
from engine.games.dust.heroes import has_skill, lead, together
from engine.games.dust.lines import Shot, fired, planned
from engine.games.dust.refs import (
    DUST_08,
    DUST_43,
    DUST_51,
    DUST_59,
    DUST_66,
    DUST_113,
    DUST_115,
    DUST_116,
    DUST_117,
    DUST_125,
    DUST_137,
    DUST_138,
)
from engine.games.dust.told import LASTING, Told, user_of, whose
from engine.games.dust.units import because, is_element, left, use
from engine.games.dust.values import bounds, is_close, limited, lines, needs_reload, stock, usable, value_against
from engine.games.dust.words import NAMES
from engine.playing.procedure import Asking, Procedure, Task, confirm, lastly, task
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Prompt, Ref
from engine.values.table import GameState, Unit
from engine.values.texts import say

ONCE = {
    "all_in_one": DUST_113,
    "assault": DUST_115,
    "berserk": DUST_117,
    "heroic_attack": DUST_125,
    "tank_head": DUST_137,
}
"""Skills of which each is used once in a game, and the rule that says so."""


def assault(state: GameState, declared: tuple[Told, ...]) -> Procedure:
    """Dice are counted and ammunition is spent at the declaration; close combat comes last
    (DUST-35, 36, 44, 50, 182)."""
    for line in declared:
        known(state, line)
        named_skills(line)
    state = begun(state, declared)
    declared = tuple(
        replace(line, others=together(state, line.target), rounds=rounds(state, line)) for line in declared
    )
    close = tuple(line for line in declared if is_close(whose(state, line), line.weapon))
    others = in_order(state, (line for line in declared if line not in close))
    state, shooting = spent(state, declared), tuple(shots(state, others))
    fighters = dict.fromkeys(
        unit for line in declared for each in (line.attacker, line.target) for unit in together(state, each)
    )
    parts = [
        *shooting,
        *([task(melee, declared=close)] if close else ()),
        task(healing, fighters=tuple(fighters), close=bool(close)),
    ]
    return (yield from lastly(state, *parts))


def shots(now: GameState, declared: Iterable[Told]) -> Iterator[Task]:
    """The lines as they are rolled; by one reading their dice are counted only then (DUST-182)."""
    for line in declared:
        if now.reading("diceCount") == "lineByLine":
            yield task(in_turn, line=line)
        elif shot := planned(now, line):
            yield task(strike, shot=shot)


def in_turn(state: GameState, line: Told) -> Procedure:
    """A line against whoever is left, with the dice there are now (DUST-182)."""
    left_over = remaining(state, line)
    shot = planned(state, replace(line, target=left_over)) if left_over else None
    return (yield from strike(state, shot)) if shot else state


def rounds(now: GameState, line: Told) -> int | None:
    """Rounds of a limited weapon, counted once: what is fired in close combat is spent before
    (DUST-36, 160)."""
    by = whose(now, line)
    printed = value_against(by, line.weapon, now.unit(line.target))
    return fired(now, line, by, printed) if printed and limited(by, line.weapon) else line.rounds


def known(now: GameState, line: Told) -> None:
    """What a card does not state is asked for before anything happens: who can be lost, how far
    a weapon reaches (DUST-32)."""
    _ = left(now.unit(line.target))
    if line.range is not None:
        _ = bounds(whose(now, line), line.weapon)


def named_skills(line: Told) -> None:
    """A skill nobody knows is a mistake of the question (DUST-33)."""
    for skill in line.skills:
        if skill not in NAMES:
            raise Impossible(say("there is no skill {skill}", skill=skill))


def begun(state: GameState, declared: tuple[Told, ...]) -> GameState:
    """Skills declared are used up; a reaction and indirect fire are the unit's activation
    (DUST-59, 66, 113, 125)."""
    for line in declared:
        state = mended(state, (line.target,))
        for skill in line.skills:
            state = called_up(state, line, skill)
        if line.manner in ("reaction", "indirect"):
            state = activated(state, line.attacker, DUST_66 if line.manner == "reaction" else DUST_59)
    return state


def mended(state: GameState, units: Iterable[str]) -> GameState:
    """By one reading what does not destroy a cover element in one Attack leaves no trace
    (DUST-43)."""
    for unit in units if state.reading("elementDamage") == "reset" else ():
        if is_element(state.unit(unit)):
            state = because(state.set(unit, "damage", None), DUST_43, unit, "damage")
    return state


def called_up(state: GameState, line: Told, skill: str) -> GameState:
    """Mark a skill on whoever has it; Heroic Attack may be the target's (DUST-113, 125)."""
    unit = user_of(state, line, skill)
    state = use(state, unit, skill) if skill in ONCE else state
    if skill == "berserk" and state.reading("berserkLength") == "attack":
        return state
    return state.set(unit, LASTING[skill], True) if skill in LASTING else state


def activated(state: GameState, unit: str, ref: Ref = DUST_08) -> GameState:
    """A pair is activated together (DUST-08, 95)."""
    for each in together(state, unit):
        state = because(state.set(each, "activated", True), ref, each, "activated")
    return state


def spent(state: GameState, declared: tuple[Told, ...]) -> GameState:
    """Ammunition goes whatever the dice do, and what must be reloaded is empty (DUST-36, 55,
    160, 176)."""
    for line in {(line.weapon, whose(state, line).id): line for line in declared}.values():
        by = whose(state, line)
        printed = value_against(by, line.weapon, state.unit(line.target))
        if printed is None:
            continue
        if limited(by, line.weapon):
            rest = max(0, stock(by, line.weapon) - fired(state, line, by, printed))
            state = because(entered(state, by, "ammo", line.weapon, rest), None, by.id, "ammo")
        if needs_reload(by, line.weapon):
            state = because(entered(state, state.unit(by.id), "loaded", line.weapon, False), None, by.id, "loaded")
        if state.reading("weaponReuse") == "round":
            state = state.set(by.id, "fired", (*state.unit(by.id).marks("fired"), line.weapon))
    return state


def entered(state: GameState, unit: Unit, tracker: str, key: str, value: Value) -> GameState:
    held = unit.trackers.get(tracker)
    return state.set(unit.id, tracker, (held if isinstance(held, Map) else EMPTY).put(key, value))


def in_order(now: GameState, declared: Iterable[Told]) -> list[Told]:
    """Units before the cover elements of their squares (DUST-44)."""
    return sorted(declared, key=lambda line: is_element(now.unit(line.target)))


def melee(state: GameState, declared: tuple[Told, ...]) -> Procedure:
    """Both sides roll with the miniatures they have now; losses go after both rolls (DUST-50,
    51, 182)."""
    standing = tuple(replace(line, target=alive) for line in declared if (alive := remaining(state, line)))
    state, answers = yield from answered(state, standing)
    answers = tuple(replace(line, rounds=rounds(state, line)) for line in answers)
    thrusts = [shot for line in (*standing, *answers) if (shot := planned(state, line))]
    first = {shot.alike: shot for shot in reversed(thrusts)}
    return (
        yield from lastly(
            spent(state, answers),
            *(task(thrown, shot=shot, pile=first[shot.alike].key) for shot in thrusts),
            *(task(landed, shot=shot) for shot in reversed(first.values())),
        )
    )


def thrown(state: GameState, shot: Shot, pile: str) -> Procedure:
    """The dice of one line of close combat; hits that do the same are counted together
    (DUST-50)."""
    state, hits = yield from scored(state, shot)
    return state.note(**{f"hits:{pile}": state.noted(f"hits:{pile}") + hits})


def landed(state: GameState, shot: Shot) -> Procedure:
    """What they did, once both sides have rolled (DUST-50)."""
    hits = state.noted(f"hits:{shot.key}")
    return (yield from struck(state.note(**{f"hits:{shot.key}": 0}), shot, hits))


def remaining(now: GameState, line: Told) -> str:
    """The target, or of a pair whoever is left of it (DUST-186)."""
    return next((unit for unit in line.others if not now.unit(unit).gone), "")


def answered(state: GameState, declared: tuple[Told, ...]) -> Asking[tuple[Told, ...]]:
    """Every unit attacked in close combat may strike back, with all its weapons of range C
    (DUST-51, 52)."""
    found: tuple[Told, ...] = ()
    for line in {lead(state, line.target): line for line in declared}.values():
        able = backlash(state, line)
        willing = line.retaliation is not None and bool({*line.others} & {*line.retaliation})
        if able and line.retaliation is None:
            state, willing = yield from confirm(state, strikes_back, line.target, line.attacker)
        found = (*found, *(able if willing else ()))
    return state, found


def backlash(now: GameState, line: Told) -> tuple[Told, ...]:
    """The close combat lines of a target, its hero's included; by one reading only of units not
    yet activated (DUST-51, 52)."""
    if line.manner == "retaliation" or (
        now.reading("retaliation") == "unactivated" and now.unit(line.target).count("activated")
    ):
        return ()
    weapons = [
        (unit, weapon)
        for unit in together(now, line.target)
        for weapon in close_weapons(now, now.unit(unit), now.unit(line.attacker))
    ]
    return tuple(
        Told(
            unit,
            weapon,
            lead(now, line.attacker),
            sustained=line.sustained,
            manner="retaliation",
            roll="retaliation",
            assign=line.assign,
            once=line.once,
            tag=f":{line.target}" + (f":{n}" if n else ""),
        )
        for n, (unit, weapon) in enumerate(weapons)
    )


def close_weapons(now: GameState, unit: Unit, against: Unit) -> tuple[str, ...]:
    """DUST-31, 52."""
    return tuple(weapon for weapon in lines(unit) if is_close(unit, weapon) and usable(now, unit, weapon, against))


def strikes_back(now: GameState, unit: str, attacker: str) -> Prompt:
    """Optional, and without being activated (DUST-51)."""
    at = now.unit(unit)
    text = say(
        "{unit} is attacked in close combat by {other}: does it strike back?",
        unit=at.name,
        other=now.unit(attacker).name,
    )
    return Prompt(f"strike_back:{unit}", "confirm", at.seat, text, DUST_51, (unit, attacker), default=False)


def healing(state: GameState, fighters: tuple[str, ...], close: bool) -> Procedure:
    """The serum: healing put off comes now; what was won now comes now, or after close combat
    later (DUST-138)."""
    state = mended(state, fighters)
    for unit in fighters:
        at = state.unit(unit)
        if at.gone:
            continue
        won, due = state.noted(f"fed:{unit}"), at.count("serum")
        if won and close and state.reading("serumAmount") == "lost":
            won = state.noted(f"taken:{unit}")
        waits = state.reading("serumNext") == "closeCombat" and not close
        now = (0 if waits else due) + (0 if close else won)
        if now:
            state = because(state.set(unit, "damage", max(0, at.count("damage") - now)), DUST_138, unit, "damage")
        state = state.set(unit, "serum", (due if waits else 0) + (won if close else 0))
    return state
    yield


def restocked(state: GameState, units: Iterable[str]) -> GameState:
    """Bad Ass: what was spent is back when the activation ends, as long as the one who has it
    lives (DUST-116)."""
    for each in units:
        if has_skill(state, each, "bad_ass") and not state.unit(each).gone:
            state = because(state.set(each, "ammo", None), DUST_116, each, "ammo")
    return state


def numbered(declared: Iterable[Told]) -> tuple[Told, ...]:
    """Several lines of one attack carry their number."""
    return tuple(replace(line, tag=f":{n}") for n, line in enumerate(declared))
