"""Whole procedures by walk() against the same questions written by hand in icepool; then how fast a game is replayed.

Every question is put to both with empty caches, and both must give the same fractions. The tables are laid before the
clock starts. The hand-written side is the fastest one found that leaves the arithmetic to icepool.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import icepool
from bench_odds import forget
from timing import race

from engine import codec
from engine.apply import replay
from engine.events import Abandoned, Advanced, Event, Opened, TrackerSet, UnitMoved
from engine.games import RULESETS
from engine.games.dust.fire import lose
from engine.games.dust.units import HITS, living
from engine.games.epic.units import left
from engine.games.epic.units import lose as bury
from engine.kinds import Kind, Whole, Word
from engine.maps import EMPTY, Map, Value, pairs
from engine.model import D6, Check, GameState, Prompt, Ref
from engine.odds import Again, Chain, Odds, Then
from engine.procedure import Procedure, Task, decide, lastly, roll, task
from engine.session import Session
from engine.tables import table
from engine.texts import say
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
    state, hits = yield from roll(state, laser_chain, target, dice)
    if hits:
        state, saved = yield from roll(state, soft_cover, target, hits)
        hits -= saved
    return (yield from lastly(state, task(lose, target=target, damage=hits)))


def laser_chain(now: GameState, target: str, dice: int) -> Prompt:
    return thrown(now, target, Check("laser", dice, HITS, HERE, (1,), stages=(Chain(),), most=MOST))


def soft_cover(now: GameState, target: str, hits: int) -> Prompt:
    return thrown(now, target, Check("cover", hits, HITS, HERE, (1,)))


def phaser(state: GameState, target: str, dice: int, each: int) -> Procedure:
    """Each hit gives further dice, each hit of those a damage; a sustained attack re-rolls the first dice only."""
    state, damage = yield from roll(state, phaser_dice, target, dice, each)
    return (yield from lastly(state, task(lose, target=target, damage=damage)))


def phaser_dice(now: GameState, target: str, dice: int, each: int) -> Prompt:
    return thrown(now, target, Check("phaser", dice, HITS, HERE, (1,), stages=(Again(), Then(each, (1,)))))


def volley(state: GameState, target: str, shots: int) -> Procedure:
    """To hit on 7+, a 6 and then 4+; reinforced armour rolls a failed save once more."""
    state, hits = yield from roll(state, seven_up, target, shots)
    if not hits:
        return state
    return (yield from decide(state, reinforced_armour, unsaved, target, hits))


def unsaved(state: GameState, saved: tuple[int, ...], target: str, hits: int) -> GameState:
    return bury(state, target, (hits - saved[0],))


def seven_up(now: GameState, target: str, shots: int) -> Prompt:
    return thrown(now, target, Check("hit", shots, D6, HERE, (6,), stages=(Then(1, (4,)),)))


def reinforced_armour(now: GameState, target: str, hits: int) -> Prompt:
    return thrown(now, target, Check("save", hits, D6, HERE, (4,), stages=(Again(),)))


# The questions, asked of the engine.

ATTACK, ASSAULT = RULESETS["aam"].opening("attack"), RULESETS["epic"].opening("assault")


def shot(attacker: str) -> Task:
    return task(ATTACK.run, attacker=attacker, target="target", range=1, arc="front", terrain="town")


def condition(odds: Odds[GameState]) -> Odds[Any]:
    """As the app shows it: the target after the casualty phase."""
    assert ATTACK.shows
    return odds.map(ATTACK.shows(target="target")["target"])


def attack_ours() -> Odds[Any]:
    return condition(walk(HELD, shot("eleven")))


def laser_ours() -> Odds[Any]:
    return walk(DUST, task(laser, target="squad", dice=6)).map(lambda after: len(living(after.unit("squad"))))


def phaser_ours() -> Odds[Any]:
    shot_at = walk(DUST, task(phaser, target="walker", dice=3, each=2))
    return shot_at.map(lambda after: after.unit("walker").count("damage"))


def volley_ours() -> Odds[Any]:
    return walk(SIX, task(volley, target="theirs", shots=6)).map(lambda after: 6 - left(after, "theirs"))


def two_attacks_ours() -> Odds[Any]:
    return condition(walk(FRESH, shot("eight"), shot("eleven")))


def assault_ours() -> Odds[Any]:
    sides = {"attacker": "ours", "defender": "theirs"}
    assert ASSAULT.shows
    shown = ASSAULT.shows(**sides).values()
    return walk(THREE, task(ASSAULT.run, **sides)).map(lambda after: tuple(show(after) for show in shown))


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


def chances(die: icepool.Die[Any]) -> dict[Any, Fraction]:
    return {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items() if ways}


def raced() -> Iterator[str]:
    """The table, line by line; what is wrong comes back."""
    print(f"{'best times in milliseconds':<46}{'ours':>9}{'icepool':>9}{'ratio':>7}  same fractions")
    for what, ours, theirs in CASES:
        same, both = ours().chances() == chances(theirs()), race(ours, theirs, forget)
        times = f"{both.ours / 1000:>9.3f}{both.peer / 1000:>9.3f}{both.ratio:>7.2f}"
        print(f"{what:<46}{times}  {'yes' if same else 'NO'}", flush=True)
        if not same:
            yield f"The fractions differ: {what}."
        elif both.ratio < 1:
            yield f"Slower than icepool: {what}."


# A long game, to see how fast it is replayed.

AAM = RULESETS["aam"]


def army() -> GameState:
    """Thirty units, tanks and soldiers in turn, fifteen to a seat."""
    soldier = {**TANK, "name": "Rifles", "type": "soldier", "defense": [4], "vehicles": [3, 2, None]}
    tank = {**TANK, "vehicles": [11, 9, 7]}
    return table(AAM, {"units": {f"u{n}": {"card": soldier if n % 3 else tank, "seat": n % 2} for n in range(30)}})


def evening(length: int) -> Session:
    """A game of so many events, give or take a turn: everybody moves and attacks, and the lost come back."""
    session, dice = Session(AAM, army()), Random(length)
    while len(session.log) < length:
        answered(session, dice)
        if session.state.step.endswith("movement"):
            for unit in session.state.standing(session.state.seat):
                session.dispatch(TrackerSet(unit.id, "hexes", dice.randrange(4)))
        elif session.state.step.endswith("assault"):
            attacks(session, dice)
        elif session.state.step == "end":
            for event in reinforced(session.state):
                session.dispatch(event)
        session.dispatch(Advanced())
    return session


def attacks(session: Session, dice: Random) -> None:
    """Each unit at somebody; half of what is seen is told beforehand, the rest is asked in a form."""
    for unit in tuple(session.state.standing(session.state.seat)):
        target = dice.choice(tuple(session.state.standing(1 - unit.seat)))
        told = pairs(range=dice.randint(1, 4), terrain="town") if dice.random() < 0.5 else EMPTY
        session.dispatch(Opened("attack", Map({"attacker": unit.id, "target": target.id, **told})))
        answered(session, dice)


def reinforced(state: GameState) -> Iterator[Event]:
    for unit in state.units.values():
        if unit.gone:
            yield UnitMoved(unit.id, "table")
            yield TrackerSet(unit.id, "face_up", ())


def answered(session: Session, dice: Random) -> None:
    """Answer until nothing is asked."""
    while (prompt := session.prompt) is not None:
        session.answer(reply(prompt, dice))


def reply(prompt: Prompt, dice: Random) -> Value:
    match prompt.kind:
        case "roll":
            return tuple(tuple(dice.choice(check.die.faces) for _ in range(check.dice)) for check in prompt.checks)
        case "form":
            return Map({field.key: seen(field.kind, dice) for field in prompt.fields.fields} if prompt.fields else {})
        case "choice":
            return dice.choice(prompt.options).key
        case _:
            return ()


def seen(kind: Kind, dice: Random) -> Value:
    """What a player might see: something near, one of the words, no."""
    match kind:
        case Whole():
            return dice.randint(1, 4)
        case Word():
            return dice.choice(kind.choices)
        case _:
            return False


def figures() -> Iterator[tuple[str, str]]:
    """Replay, the same as JSON lines, and one more tap after a short, a long and a very long game."""
    session = evening(5000)
    log = session.log
    span = best(lambda: replay(AAM, session.states[0], log), 3)
    yield f"replay of {len(log)} events, 30 units", f"{len(log) / span:,.0f} events a second"
    lines = [json.dumps(codec.plain(event)) for event in log]
    span = best(lambda: [codec.entry(json.loads(line)) for line in lines], 3)
    yield "the same as JSON lines", f"{sum(map(len, lines)) / 1024:,.0f} kB, read in {1000 * span:,.0f} ms"
    for length in (100, 1000, 5000):
        tracker, opened = (1000 * best(tap, 20) for tap in taps(session, length))
        figure = f"tracker set {tracker:.2f} ms, attack opened and left {opened:.2f} ms"
        yield f"one more tap after {length} events", figure


def taps(session: Session, length: int) -> tuple[Callable[[], None], Callable[[], None]]:
    """What a finger does next after so many events of a game, less those since the last assault began."""
    steps = [state.step for state in session.states[: length + 1]]
    cut = max(n for n in range(1, len(steps)) if steps[n] == "first_assault" != steps[n - 1])
    short = Session(session.rules, session.states[0], session.log[:cut])
    by = next(short.state.standing(short.state.seat)).id
    at = next(short.state.standing(1 - short.state.seat)).id

    def attack_opened() -> None:
        short.dispatch(Opened("attack", pairs(attacker=by, target=at, range=1)))
        short.dispatch(Abandoned())

    return lambda: short.dispatch(TrackerSet(by, "hexes", 1)), attack_opened


def best(call: Callable[[], object], runs: int) -> float:
    """Seconds of the fastest run; what is called may change the game it plays."""
    spans = []
    for _ in range(runs):
        start = perf_counter()
        call()
        spans.append(perf_counter() - start)
    return min(spans)


def main() -> int:
    """Both tables, and what is wrong with the first."""
    wrong = list(raced())
    print("\n".join(wrong) or "Every question is answered at least as fast as by icepool, with the same fractions.")
    print()
    for what, figure in figures():
        print(f"{what:<46}{figure}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
