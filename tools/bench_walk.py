"""Whole procedures by walk() against the same questions written by hand in icepool; then how fast a game is replayed.

Every question is put to both with empty caches, and both must give the same fractions. The tables are laid before the
clock starts. The hand-written side is the fastest one found that leaves the arithmetic to icepool.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, TypeAlias

import icepool

from engine import codec
from engine.apply import replay
from engine.events import Abandoned, Advanced, Event, Opened, TrackerSet, UnitMoved
from engine.games import RULESETS
from engine.games.aam.attack import ATTACK, attack
from engine.games.dust.fire import lose
from engine.games.dust.units import HITS, living
from engine.games.epic.procedures import ASSAULT, assault
from engine.games.epic.units import left
from engine.games.epic.units import lose as bury
from engine.maps import Map, Value, pairs
from engine.model import D6, Check, GameState, Prompt, Ref, say
from engine.odds import Again, Chain, Odds, Then
from engine.procedure import Procedure, Task, roll, task
from engine.session import Session
from engine.tables import table
from engine.walk import walk

Ours: TypeAlias = Callable[[], Odds[Any]]
Theirs: TypeAlias = Callable[[], "icepool.Die[Any]"]

# The tables the questions are asked on.

TANK = {"name": "Tank", "type": "vehicle", "defense": [5, 4], "soldiers": [8, 6, 4]}
SHOTS = {"eight": 8, "eleven": 11}


def tanks(*face_down: str) -> GameState:
    """Two tanks with different guns, and a third with markers as their target."""
    armed = {name: {"card": {**TANK, "vehicles": [dice] * 3}} for name, dice in SHOTS.items()}
    target = {"card": TANK, "seat": 1, "state": {"face_down": list(face_down)}}
    return table(RULESETS["aam"], {"units": {**armed, "target": target}})


def infantry(*counts: int) -> GameState:
    """Formations of equal units, one to a seat."""
    unit = {"type": "INF", "armour": 4, "ff": 4}
    units = {name: {"card": {"units": [[count, unit]]}, "seat": seat}
             for seat, (name, count) in enumerate(zip(("ours", "theirs"), counts, strict=True))}
    return table(RULESETS["epic"], {"units": units})


FRESH, HELD = tanks(), tanks("disrupted")
SQUAD = {"card": {"kind": "squad", "models": [{"weapons": ["rifle"]}] * 5}, "seat": 1, "state": {"cover": "soft"}}
DUST = table(RULESETS["dust"], {"units": {"squad": SQUAD, "walker": {"card": {"kind": "walker", "hp": 4}, "seat": 1}}})
THREE, SIX = infantry(3, 3), infantry(1, 6)

# Procedures the games do not have yet, as they would write them.

HERE = Ref("BENCH", "The bench", "A line that no game has yet")
MOST = 20
"""Hits of a laser that are counted: more of them change nothing anybody could see in a squad of five."""


def thrown(now: GameState, target: str, check: Check) -> Prompt:
    return Prompt(check.key, "roll", 0, say("{unit} is shot at", unit=now.unit(target).name), HERE, (target,), (check,))


def laser(state: GameState, target: str, dice: int) -> Procedure:
    """Every hit counts and is rolled again until a miss; cover is rolled afterwards, a die for each hit."""
    state, hits = yield from roll(state, thrown, target, Check("laser", dice, HITS, HERE, (1,), stages=(Chain(),), most=MOST))
    if hits:
        state, saved = yield from roll(state, thrown, target, Check("cover", hits, HITS, HERE, (1,)))
        hits -= saved
    return (yield from lose(state, target, hits))


def phaser(state: GameState, target: str, dice: int, each: int) -> Procedure:
    """Each hit gives further dice, each hit of those a damage; a sustained attack re-rolls the first dice only."""
    check = Check("phaser", dice, HITS, HERE, (1,), stages=(Again(), Then(each, (1,))))
    state, damage = yield from roll(state, thrown, target, check)
    return (yield from lose(state, target, damage))


def volley(state: GameState, target: str, shots: int) -> Procedure:
    """To hit on 7+, a 6 and then 4+; reinforced armour rolls a failed save once more."""
    state, hits = yield from roll(state, thrown, target, Check("hit", shots, D6, HERE, (6,), stages=(Then(1, (4,)),)))
    if hits:
        state, saved = yield from roll(state, thrown, target, Check("save", hits, D6, HERE, (4,), stages=(Again(),)))
        hits -= saved
    return bury(state, target, (hits,))


# The questions, asked of the engine.


def shot(attacker: str) -> Task:
    return task(attack, attacker=attacker, target="target", range=1, arc="front", terrain="town")


def condition(odds: Odds[GameState]) -> Odds[Any]:
    """As the app shows it: the target after the casualty phase."""
    assert ATTACK.shows
    return odds.map(ATTACK.shows(target="target")["target"])


def attack_ours() -> Odds[Any]:
    return condition(walk(HELD, shot("eleven")))


def laser_ours() -> Odds[Any]:
    return walk(DUST, task(laser, target="squad", dice=6)).map(lambda after: len(living(after.unit("squad"))))


def phaser_ours() -> Odds[Any]:
    return walk(DUST, task(phaser, target="walker", dice=3, each=2)).map(lambda after: after.unit("walker").count("damage"))


def volley_ours() -> Odds[Any]:
    return walk(SIX, task(volley, target="theirs", shots=6)).map(lambda after: 6 - left(after, "theirs"))


def two_attacks_ours() -> Odds[Any]:
    return condition(walk(FRESH, shot("eight"), shot("eleven")))


def assault_ours() -> Odds[Any]:
    sides = {"attacker": "ours", "defender": "theirs"}
    assert ASSAULT.shows
    shown = ASSAULT.shows(**sides).values()
    return walk(THREE, task(assault, **sides)).map(lambda after: tuple(show(after) for show in shown))


# The same questions by hand.

CONDITIONS = ("none", "disrupted", "damaged", "destroyed")


def hits_for(successes: int) -> int:
    """Against a defense of 5."""
    return 0 if successes < 5 else 3 if successes >= 10 else 2 if successes > 5 else 1


def attack_theirs() -> icepool.Die[Any]:
    d6 = icepool.d(6)
    hits = (11 @ (d6 >= 4)).map({successes: CONDITIONS[min(1 + hits_for(successes), 3)] for successes in range(12)})
    return (d6 >= 5).map({True: "disrupted", False: hits})


def laser_theirs() -> icepool.Die[Any]:
    hit = icepool.Die([1, 1, 0, 0, 0, 0])
    chain = hit.explode(depth=MOST - 1)
    two = (chain + chain).clip(0, MOST)
    return ((two + two + two).clip(0, MOST) @ (hit == 0)).map({lost: max(5 - lost, 0) for lost in range(MOST + 1)})


def phaser_theirs() -> icepool.Die[Any]:
    hit = icepool.Die([1, 1, 0, 0, 0, 0])
    return (3 @ (hit.reroll([0], depth=1) @ (2 @ hit))).clip(0, 4)


def volley_theirs() -> icepool.Die[Any]:
    d6 = icepool.d(6)
    return 6 @ ((d6 >= 6) & (d6 >= 4) & (d6 < 4) & (d6 < 4))


def two_attacks_theirs() -> icepool.Die[Any]:
    d6 = icepool.d(6)
    hit, covered = d6 >= 4, d6 >= 5

    def marked(marks: int, hits: int, cover: bool) -> int:
        return max(marks, 1) if hits and cover else min(marks + hits, 3)

    first, second = ((dice @ hit).map({n: hits_for(n) for n in range(12)}) for dice in (8, 11))
    marks = icepool.map(marked, 0, first, covered, star=False)
    return icepool.map(marked, marks, second, covered, star=False).map(dict(enumerate(CONDITIONS)))


def assault_theirs() -> icepool.Die[Any]:
    """Fewer units after every round that is not fought again as it was; that one is divided out."""
    d6, size = icepool.d(6), 3
    best = d6.highest(2)
    edge, hit, fails = best - best, d6 >= 4, d6 < 4

    @cache
    def doomed(hits: int) -> icepool.Die[bool]:
        return hits @ fails > 0

    @cache
    def killed(units: int, shots: int) -> icepool.Die[int]:
        def by(hits: int) -> icepool.Die[int]:
            laps, rest = divmod(hits, units)
            return rest @ doomed(laps + 1) + (units - rest) @ doomed(laps)

        return (shots @ hit).map(by, star=False)

    def points(side: int, enemy: int) -> int:
        return size - enemy + (side > enemy) + (side > 2 * enemy)

    @cache
    def result(ours: int, theirs: int) -> Any:
        if not (ours and theirs):
            return "attacker" if ours else "defender" if theirs else "nobody", ours, theirs
        lead = points(ours, theirs) - points(theirs, ours)
        return edge.map(lambda more: ended(ours, theirs, more + lead), star=False)

    def ended(ours: int, theirs: int, more: int) -> Any:
        if not more:
            return "", ours, theirs
        return ("attacker", ours, max(theirs - more, 0)) if more > 0 else ("defender", max(ours + more, 0), theirs)

    @cache
    def fought(ours: int, theirs: int) -> icepool.Die[Any]:
        def onward(winner: str, *units: int) -> Any:
            return (winner, *units) if winner else icepool.Reroll if units == (ours, theirs) else fought(*units)

        kills = killed(ours, theirs), killed(theirs, ours)
        return icepool.map(lambda a, b: result(ours - a, theirs - b), *kills, star=False).map(onward, star=True)

    return fought(size, size)


CASES: tuple[tuple[str, Ours, Theirs], ...] = (
    ("aam attack, 11 dice, cover, a marker held", attack_ours, attack_theirs),
    ("dust laser, 6 dice, soft cover, squad of 5", laser_ours, laser_theirs),
    ("dust phaser 3~2, sustained, walker of 4", phaser_ours, phaser_theirs),
    ("epic 7+, 6 shots, reinforced armour", volley_ours, volley_theirs),
    ("aam two attackers, 8 and 11 dice, one target", two_attacks_ours, two_attacks_theirs),
    ("epic assault, 3 against 3, ties fought again", assault_ours, assault_theirs),
)
