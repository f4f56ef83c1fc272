"""Six questions as procedures: just the rules a question needs, as its peer written by hand has no
more of them.

Prompts are whole ones all the same, with their sentences and modifier rows: a walk runs what a
table would be asked.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.dice.check import rows
from engine.playing.procedure import Procedure, decide, lastly, roll, task, until
from engine.values.maps import EMPTY, Map, pairs, tracked
from engine.values.model import D6, Check, Die, Modifier, Prompt, Ref
from engine.values.stages import Again, Chain, Then
from engine.values.table import GameState, Unit
from engine.values.texts import say

HERE = Ref("BENCH", "The bench", "A rule as far as the question needs it")
THIRD = Die("third", (1, 1, 0, 0, 0, 0))
MOST = 20
"""Hits of a laser that are counted: more of them change nothing anybody could see in a squad of
five."""
SQUAD, WALKER, SIZE = 5, 4, 3
DEFENSE = (5, 6, 10)
"""Successes for one hit, two, three."""


def laid(**trackers: int) -> GameState:
    """A table with a unit for each name; the number is what its one tracker holds."""
    units = {
        name: Unit(name, seat, pairs(name=name), tracked(held=held))
        for seat, (name, held) in enumerate(trackers.items())
    }
    return GameState("bench", Map(units), seats=(EMPTY,) * len(units))


def held(now: GameState, unit: str) -> int:
    return now.unit(unit).count("held")


def thrown(now: GameState, key: str, unit: str, *checks: Check, opposed: bool = False) -> Prompt:
    text = say("{unit} rolls: {what}", unit=now.unit(unit).name, what=key)
    return Prompt(key, "roll", now.unit(unit).seat, text, HERE, (unit,), checks, opposed=opposed)


# An attack with cover on a ladder of markers: `held` is how far the target has climbed.


def attack(state: GameState, by: str, at: str, dice: int) -> Procedure:
    state, hits = yield from roll(state, to_hit, by, dice)
    if not hits:
        return state
    return (yield from decide(state, cover, climbed, at, hits))


def to_hit(now: GameState, by: str, dice: int) -> Prompt:
    printed = Modifier("dice", dice, say("printed on the card"), HERE)
    check = Check("attack", dice, D6, HERE, (4,), needs=DEFENSE[0], dice_rows=(printed,), grades=DEFENSE)
    return thrown(now, "attack", by, check)


def cover(now: GameState, at: str, hits: int) -> Prompt:
    return thrown(now, "cover", at, Check("cover", 1, D6, HERE, (5,)))


def climbed(state: GameState, covered: tuple[int, ...], at: str, hits: int) -> GameState:
    """Under cover one step at most, and none beyond another."""
    steps = held(state, at)
    return state.set(at, "held", max(steps, 1) if covered[0] else min(steps + hits, 3), HERE)


# Lasers and phasers: `held` is what has been lost.


def laser(state: GameState, at: str, dice: int) -> Procedure:
    """Every hit counts and is rolled again until a miss; cover is rolled afterwards, a die for
    each hit."""
    state, hits = yield from roll(state, laser_chain, at, dice)
    return (yield from decide(state, soft_cover, burnt, at, hits))


def laser_chain(now: GameState, at: str, dice: int) -> Prompt:
    return thrown(now, "laser", at, Check("laser", dice, THIRD, HERE, (1,), stages=(Chain(),), most=MOST))


def soft_cover(now: GameState, at: str, hits: int) -> Prompt:
    return thrown(now, "cover", at, Check("cover", hits, THIRD, HERE, (1,)))


def burnt(state: GameState, saved: tuple[int, ...], at: str, hits: int) -> GameState:
    return state.set(at, "held", min(held(state, at) + hits - saved[0], SQUAD), HERE)


def phaser(state: GameState, at: str, dice: int, each: int) -> Procedure:
    """Each hit gives further dice, each hit of those a damage; a sustained attack re-rolls the
    first dice only."""
    return (yield from decide(state, phaser_dice, melted, at, dice, each))


def phaser_dice(now: GameState, at: str, dice: int, each: int) -> Prompt:
    return thrown(now, "phaser", at, Check("phaser", dice, THIRD, HERE, (1,), stages=(Again(), Then(each, (1,)))))


def melted(state: GameState, damage: tuple[int, ...], at: str, dice: int, each: int) -> GameState:
    return state.set(at, "held", min(held(state, at) + damage[0], WALKER), HERE)


# To hit on 7+, a 6 and then 4+; reinforced armour rolls a failed save once more.


def volley(state: GameState, at: str, shots: int) -> Procedure:
    state, hits = yield from roll(state, seven_up, at, shots)
    if not hits:
        return state
    return (yield from decide(state, reinforced_armour, unsaved, at, hits))


def seven_up(now: GameState, at: str, shots: int) -> Prompt:
    return thrown(now, "hit", at, Check("hit", shots, D6, HERE, (6,), stages=(Then(1, (4,)),)))


def reinforced_armour(now: GameState, at: str, hits: int) -> Prompt:
    return thrown(now, "save", at, Check("save", hits, D6, HERE, (4,), stages=(Again(),)))


def unsaved(state: GameState, saved: tuple[int, ...], at: str, hits: int) -> GameState:
    return state.set(at, "held", held(state, at) + hits - saved[0], HERE)


# An assault, round after round: `held` is how many stand, `fallen` who lies until both have struck.


class Winner(NamedTuple):
    """Who has won the assault."""

    side: str = ""


def assault(state: GameState) -> Procedure:
    return (yield from until(decided, state, task(fight)))


def decided(now: GameState) -> bool:
    return bool(now.recall(Winner).side)


def fight(state: GameState) -> Procedure:
    """One round: both strike at once, then both roll."""
    return (
        yield from lastly(
            state, task(strike, "ours", "theirs"), task(strike, "theirs", "ours"), task(buried), task(result)
        )
    )


def strike(state: GameState, by: str, at: str) -> Procedure:
    state, hits = yield from roll(state, strikes, by)
    return (yield from decide(state, saves, fallen, at, hits)) if hits else state


def strikes(now: GameState, by: str) -> Prompt:
    return thrown(now, "strike", by, Check("strike", held(now, by), D6, HERE, (4,)))


def saves(now: GameState, at: str, hits: int) -> Prompt:
    """Nobody takes a second hit before everybody has one; who is hit twice must save twice."""
    laps, rest = divmod(hits, held(now, at))
    checks = [(rest, laps), (held(now, at) - rest, laps - 1)]
    return thrown(
        now,
        "save",
        at,
        *(
            Check(f"save:{more}", units, D6, HERE, (4,), stages=(Then(1, (4,)),) * more)
            for units, more in checks
            if units and more >= 0
        ),
    )


def fallen(state: GameState, survivors: tuple[int, ...], at: str, hits: int) -> GameState:
    return state.set(at, "fallen", min(hits, held(state, at)) - sum(survivors), HERE)


def buried(state: GameState) -> GameState:
    for side in ("ours", "theirs"):
        unit = state.unit(side)
        if unit.count("fallen"):
            state = state.set(side, "held", unit.count("held") - unit.count("fallen"), HERE).set(
                side, "fallen", 0, HERE
            )
    return state


def result(state: GameState) -> Procedure:
    alive = [side for side in ("ours", "theirs") if held(state, side)]
    if len(alive) < 2:
        return state.remember(Winner(alive[0] if alive else "nobody"))
    return (yield from decide(state, result_roll, won))


def result_roll(now: GameState) -> Prompt:
    """The best of two dice and the rows on either side; only the difference counts."""
    ours, theirs = held(now, "ours"), held(now, "theirs")
    checks = (
        Check(f"result:{side}", 2, D6, HERE, keep=1, modifiers=counted(our, their))
        for side, our, their in (("ours", ours, theirs), ("theirs", theirs, ours))
    )
    return thrown(now, "result", "ours", *checks, opposed=True)


def counted(ours: int, theirs: int) -> tuple[Modifier, ...]:
    return rows(
        Modifier("kills", SIZE - theirs, say("units killed in this assault"), HERE) if theirs < SIZE else None,
        Modifier("more_units", 1, say("more units than the enemy"), HERE) if ours > theirs else None,
        Modifier("twice_the_units", 1, say("more than twice the units of the enemy"), HERE)
        if ours > 2 * theirs
        else None,
    )


def won(state: GameState, gaps: tuple[int, ...]) -> GameState:
    """The higher total wins and the loser takes the difference; a tie leaves it open."""
    gap = gaps[0]
    if not gap:
        return state
    winner, loser = ("ours", "theirs") if gap > 0 else ("theirs", "ours")
    return state.set(loser, "held", max(held(state, loser) - abs(gap), 0), HERE).remember(Winner(winner))
