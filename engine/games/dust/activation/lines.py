"""The weapon lines on the page of an activation: which of them fire, at whom, with how many rounds,
and the row that each of them is told as."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust import refs
from engine.games.dust.attack import aiming, refusals, rolls, situation
from engine.games.dust.attack.situation import WeaponLine
from engine.playing.citing import rule
from engine.playing.plan import Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Refusal, Unknown
from engine.values.table import GameState
from engine.values.texts import say

ATTACKS = {"attack", "sustained"}
FIRST, SECOND = "first", "second"
ONE_ROUND = 1
LIMITS = (*(each for each in refusals.AT_FIRE if each is not refusals.not_entered), refusals.too_many_rounds)
"""What keeps a line silent, an empty stock too; who enters with its Move fires afterwards."""
ROUNDS, AT, BURNS = "rounds:", "at:", "burns:"
"""Before the key of a line: its rounds, whether it fires at the second target, who else burns."""
INSIDE = ":inside"
"""After a target: whether it stands in a building."""


# What is filled in


def actions(draft: Draft) -> tuple[str, ...]:
    """The actions chosen so far."""
    found = (draft.get(FIRST), draft.get(SECOND))
    return tuple(str(each) for each in found if each is not None)


@rule(refs.DUST_02, refs.DUST_121)
def is_attack(_now: GameState, draft: Draft) -> bool:
    """Whether the actions need a target; a Charge ends in close combat."""
    skills = draft.get("skills")
    return bool(ATTACKS & {*actions(draft)}) or (isinstance(skills, tuple) and "charge" in skills)


def manner(draft: Draft) -> str:
    skills = draft.get("skills")
    return "charge" if isinstance(skills, tuple) and "charge" in skills else "attack"


# Weapon lines


def lines_at(now: GameState, draft: Draft, at: str, range_key: str) -> list[WeaponLine]:
    """Every line as if it fired at one of the targets."""
    far = draft.get(range_key)
    return [
        WeaponLine(
            owner,
            name,
            str(draft[at]),
            as_=manner(draft),
            range=far if isinstance(far, int) else None,
            sustained="sustained" in actions(draft),
        )
        for owner, name in aiming.lines_to_fire(now, str(draft["unit"]), manner(draft))
    ]


@rule(refs.DUST_02, refs.DUST_29, refs.DUST_34)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Every line: its range, its dice and damage for this target, its rounds; why it stays
    silent."""
    if not is_attack(now, draft) or draft.get("target") not in now.units:
        return
    second = draft.get("second_target") in now.units
    for line in lines_at(now, draft, "target", "range"):
        key = f"{line.attacker}/{line.weapon}"
        if is_at_second(now, draft, key):
            line = next(
                each
                for each in lines_at(now, draft, "second_target", "second_range")
                if (each.attacker, each.weapon) == (line.attacker, line.weapon)
            )
        yield means_of(now, draft, key, line, second)


def means_of(now: GameState, draft: Draft, key: str, line: WeaponLine, second: bool) -> Means:
    gun = situation.weapon(now, line)
    own = tuple(facts_of_line(now, draft, key, line, second))
    rounds = draft.get(ROUNDS + key)
    line = with_rounds(line, rounds if isinstance(rounds, int) else ONE_ROUND if has_rounds(now, line) else None)
    against = why_silent(now, line)
    name = say("{weapon}", weapon=line.weapon)
    notes = (say("range {range}", range=gun.range),) if gun.range else ()
    try:
        shot = None if against else rolls.line_roll(now, line)
    except (Unknown, Impossible):
        shot = None
    if shot is None:
        return Means(key, name, notes, against=against)
    worth = {"phaser": f"{shot.dice}~{shot.blast}", "skull": ""}.get(shot.special, f"{shot.dice}/{shot.each}")
    return Means(key, name, notes, shot.dice, worth, against, own, gun.is_close and line.manner != "charge")


def with_rounds(line: WeaponLine, rounds: int | None) -> WeaponLine:
    fields = {name: getattr(line, name) for name in ("as_", "range", "sustained")}
    return WeaponLine(line.attacker, line.weapon, line.target, rounds=rounds, **fields)


@rule(refs.DUST_31, refs.DUST_128)
def why_silent(now: GameState, line: WeaponLine) -> Refusal | None:
    try:
        return next((no for limit in LIMITS if (no := limit(now, line))), None)
    except (Unknown, Impossible):
        return None


@rule(refs.DUST_157, refs.DUST_160)
def has_rounds(now: GameState, line: WeaponLine) -> bool:
    """Limited weapons and volleys."""
    try:
        gun, value = situation.weapon(now, line), situation.weapon(now, line).value_against(now.unit(line.target))
    except (Unknown, Impossible):
        return False
    return value is not None and (gun.is_limited or value.volley)


@rule(refs.DUST_157, refs.DUST_160)
def facts_of_line(now: GameState, draft: Draft, key: str, line: WeaponLine, second: bool) -> Iterator[Fact]:
    """How many rounds it fires, never all unless the players say so; at which of two targets."""
    if has_rounds(now, line):
        gun = situation.weapon(now, line)
        most = gun.most_rounds(now, aiming.printed_value(now, line))
        answers = tuple((n, say("{count} rounds", count=n) if n > 1 else say("one round")) for n in range(1, most + 1))
        yield Fact(ROUNDS + key, say("rounds"), answers if most > 1 else (), shown=ONE_ROUND)
    yield from facts_of_flames(now, key, line)
    if second:
        first, other = (now.unit(str(draft[each])).name for each in ("target", "second_target"))
        yield Fact(AT + key, say("target"), (("", first), ("2", other)), shown="")


@rule(refs.DUST_166)
def facts_of_flames(now: GameState, key: str, line: WeaponLine) -> Iterator[Fact]:
    """Who else burns, of flames that reach further than the next square."""
    if refusals.has_flames(now, line) and situation.weapon(now, line).bounds[1] > 1:
        others = aiming.others_on_the_way(now, (line.attacker, line.target))
        named = tuple((at.id, say("{unit}", unit=at.name)) for at in others)
        yield Fact(BURNS + key, say("also in the flames"), named, several=True, shown=())


@rule(refs.DUST_29)
def is_at_second(now: GameState, draft: Draft, key: str) -> bool:
    """Whether a line fires at the second target, as long as there is one."""
    return draft.get(AT + key) == "2" and draft.get("second_target") in now.units


# What they are told as


@rule(refs.DUST_166, refs.DUST_193)
def rows_of(now: GameState, draft: Draft, key: str, line: Means) -> Iterator[Map[Value]]:
    """The row of a line; of flames one for each who stands in them."""
    row, others = row_of(now, draft, key, line), draft.get(BURNS + key)
    yield row
    for unit in others if isinstance(others, tuple) else ():
        yield row.put("target", unit)


def row_of(now: GameState, draft: Draft, key: str, line: Means) -> Map[Value]:
    owner, _, weapon = key.partition("/")
    names = "target", "range", "cover"
    at, far, cover = (f"second_{name}" for name in names) if is_at_second(now, draft, key) else names
    rounds = next((draft.get(fact.key) or ONE_ROUND for fact in line.facts if fact.key == ROUNDS + key), None)
    row: dict[str, Value] = {"attacker": owner, "weapon": weapon, "target": draft.get(at), "range": draft.get(far)}
    row |= {"cover": draft.get(cover), "rounds": rounds}
    row |= {"sources": ("building",)} if draft.get(at + INSIDE) else {}
    return Map({name: value for name, value in row.items() if value is not None})
