"""Whole procedures by walk() against the same questions written by hand in icepool, with the same fractions.

Both sides know just the rules a question needs (ours are in bench_procedures) and start with empty caches; the tables are
laid before the clock starts. The icepool side is what its documentation leads to: a die for each roll, map() for what
follows, repeat="inf" for rounds without end. An assault by a recursion of our own, with every part of it cached, is
shown as well, and so is what a game's own procedure takes, with all its rules.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import _lru_cache_wrapper, cache, partial
from pathlib import Path
from typing import Any, TypeAlias

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

import bench_procedures as ours
import icepool
from bench_odds import forget as forget_dice
from bench_procedures import MOST, SIZE, SQUAD, held, laid
from timing import Line, Row, judged, printed, race

from engine.games import RULESETS
from engine.maps import pairs
from engine.model import GameState
from engine.odds import Odds
from engine.procedure import Task, task
from engine.tables import table
from engine.walk import walk

Ours: TypeAlias = Callable[[], Odds[Any]]
Theirs: TypeAlias = Callable[[], "icepool.Die[Any]"]

# The questions, asked of the engine.

DICE = {"eight": 8, "eleven": 11}
LADDER, CLIMBED = laid(eight=0, eleven=0, target=0), laid(eight=0, eleven=0, target=1)
SQUAD_TABLE, WALKER_TABLE, SIDES = laid(squad=0), laid(walker=0), laid(ours=SIZE, theirs=SIZE)
NAMES = {"ours": "attacker", "theirs": "defender"}


def attacking(by: str) -> Task:
    return task(ours.attack, by=by, at="target", dice=DICE[by])


def condition(odds: Odds[GameState]) -> Odds[Any]:
    return odds.map(lambda after: CONDITIONS[held(after, "target")])


def attack_ours() -> Odds[Any]:
    return condition(walk(CLIMBED, attacking("eleven")))


def two_attacks_ours() -> Odds[Any]:
    return condition(walk(LADDER, attacking("eight"), attacking("eleven")))


def laser_ours() -> Odds[Any]:
    return walk(SQUAD_TABLE, task(ours.laser, at="squad", dice=6)).map(lambda after: SQUAD - held(after, "squad"))


def phaser_ours() -> Odds[Any]:
    return walk(WALKER_TABLE, task(ours.phaser, at="walker", dice=3, each=2)).map(lambda after: held(after, "walker"))


def volley_ours() -> Odds[Any]:
    return walk(SQUAD_TABLE, task(ours.volley, at="squad", shots=6)).map(lambda after: held(after, "squad"))


def assault_ours() -> Odds[Any]:
    def shown(after: GameState) -> tuple[str, int, int]:
        return NAMES.get(str(after.scratch["winner"]), "nobody"), held(after, "ours"), held(after, "theirs")

    return walk(SIDES, task(ours.assault)).map(shown)


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
    """Rounds without end by repeat="inf"."""
    d6 = icepool.d(6)
    edge = d6.highest(2) - d6.highest(2)

    def killed(units: int, shots: int) -> icepool.Die[int]:
        def by(hits: int) -> icepool.Die[int]:
            laps, rest = divmod(hits, units)
            return rest @ ((laps + 1) @ (d6 < 4) > 0) + (units - rest) @ (laps @ (d6 < 4) > 0)

        return (shots @ (d6 >= 4)).map(by, star=False)

    def result(ours: int, theirs: int, more: int) -> Any:
        if not (ours and theirs):
            return "attacker" if ours else "defender" if theirs else "nobody", ours, theirs
        more += points(ours, theirs) - points(theirs, ours)
        if not more:
            return "", ours, theirs
        return ("attacker", ours, max(theirs - more, 0)) if more > 0 else ("defender", max(ours + more, 0), theirs)

    def fight(winner: str, ours: int, theirs: int) -> Any:
        if winner:
            return winner, ours, theirs
        kills = killed(ours, theirs), killed(theirs, ours)
        return icepool.map(lambda a, b, more: result(ours - a, theirs - b, more), *kills, edge, star=False)

    start: icepool.Die[Any] = icepool.Die([("", SIZE, SIZE)])
    return start.map(fight, star=True, repeat="inf")


def points(side: int, enemy: int) -> int:
    return SIZE - enemy + (side > enemy) + (side > 2 * enemy)


def assault_by_recursion() -> icepool.Die[Any]:
    """Fewer units after every round that is not fought again as it was; that one is divided out."""
    d6 = icepool.d(6)
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

    return fought(SIZE, SIZE)


CASES: tuple[tuple[str, Ours, Theirs, bool], ...] = (
    ("attack on a ladder, 11 dice, cover, a marker held", attack_ours, attack_theirs, True),
    ("laser, 6 dice, soft cover, squad of 5", laser_ours, laser_theirs, True),
    ("phaser 3~2, sustained, walker of 4", phaser_ours, phaser_theirs, True),
    ("7+ to hit, 6 shots, reinforced armour", volley_ours, volley_theirs, True),
    ("two attackers, 8 and 11 dice, one target", two_attacks_ours, two_attacks_theirs, True),
    ("assault, 3 against 3, ties fought again", assault_ours, assault_theirs, True),
    ("    the same by a cached recursion", assault_ours, assault_by_recursion, False),
)

# What a game's own procedure takes, with all its rules.

AAM = RULESETS["aam"]
TANK = {"name": "Tank", "type": "vehicle", "defense": [5, 4], "soldiers": [8, 6, 4], "cost": 20}
SEEN = {"range": 1, "arc": "front", "terrain": "town"}


def tanks(*face_down: str) -> GameState:
    """Two tanks with different guns, and a third with markers as their target."""
    armed = {name: {"card": {**TANK, "vehicles": [dice] * 3}} for name, dice in DICE.items()}
    return table(AAM, {"units": {**armed, "target": {"card": TANK, "seat": 1, "state": {"face_down": list(face_down)}}}})


FRESH, HELD = tanks(), tanks("disrupted")


def fate(odds: Odds[GameState]) -> Odds[Any]:
    shows = AAM.opening("attack").shows
    assert shows
    return odds.map(shows(target="target")["target"])


def game_attack() -> Odds[Any]:
    return fate(walk(HELD, task(AAM.opening("attack").run, attacker="eleven", target="target", **SEEN)))


def game_attacks() -> Odds[Any]:
    attackers = tuple(pairs(attacker=attacker) for attacker in DICE)
    return fate(walk(FRESH, task(AAM.opening("attacks").run, target="target", attacks=attackers, **SEEN)))


GAMES: tuple[tuple[str, Ours, Theirs, bool], ...] = (
    ("    attack by the whole of aam", game_attack, attack_theirs, False),
    ("    two attackers by the whole of aam", game_attacks, two_attacks_theirs, False),
)


def chances(die: icepool.Die[Any]) -> dict[Any, Fraction]:
    return {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items() if ways}


def agree(ours: Ours, theirs: Theirs) -> bool:
    return ours().chances() == chances(theirs())


def cached() -> list[Any]:
    """Whatever a game remembers from one question to the next."""
    wrapped = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    return [each for each in wrapped if str(each.__module__).startswith("engine.games")]


CACHED = cached()


def forget() -> None:
    forget_dice()
    for each in CACHED:
        each.cache_clear()


def lines() -> Iterator[Line]:
    for what, our, their, counts in (*CASES, *GAMES):
        yield judged(Row(f"{what} (icepool)" if counts else what, partial(race, our, their, forget), 1 if counts else None,
                         same=partial(agree, our, their)))


if __name__ == "__main__":
    printed(lines())
