"""A long game of many units: how fast it is replayed and read, and what one more tap takes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from time import thread_time

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

from timing import Line, Race, Row, judged, printed

from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing import codec
from engine.playing.fold import replay
from engine.playing.session import Session
from engine.values.events import Advanced, Event, Opened, TrackerSet, UnitMoved
from engine.values.maps import EMPTY, Map, pairs
from engine.values.table import GameState
from tests.games.taps import answer

AAM = RULESETS["aam"]
UNITS, LENGTH = 120, 5000
LENGTHS, FLAT = (100, 1_000, 10_000), 1.5
"""A tap takes as long after 10,000 events as after 100, give or take half of it."""
TANK = {"name": "Tank", "type": "vehicle", "defense": [5, 4], "soldiers": [8, 6, 4], "vehicles": [11, 9, 7], "cost": 20}
RIFLES = {
    "name": "Rifles",
    "type": "soldier",
    "defense": [4],
    "soldiers": [8, 6, 4],
    "vehicles": [3, 2, None],
    "cost": 5,
}


def army() -> GameState:
    """A tank to two squads, the same number of units to a seat."""
    return table(AAM, {"units": {f"u{n}": {"card": RIFLES if n % 3 else TANK, "seat": n % 2} for n in range(UNITS)}})


def evening() -> Session:
    """A game of so many events, give or take a turn: all units move and attack, and the lost
    come back."""
    session, dice = Session(AAM, army()), Random(LENGTH)
    while len(session.log) < LENGTH:
        for event in played(session.state, dice):
            session.overrule(event)
            answered(session, dice)
        session.overrule(Advanced(leave=True))
        answered(session, dice)
    return session


def played(state: GameState, dice: Random) -> Iterator[Event]:
    """What the players do in a step, as it looks at its beginning."""
    own = tuple(state.standing(state.seat))
    if state.step.endswith("movement"):
        yield from (TrackerSet(unit.id, "tally", dice.randrange(4)) for unit in own)
    elif state.step.endswith("assault"):
        for unit in own:
            target = dice.choice(tuple(state.standing(1 - unit.seat)))
            told = pairs(range=dice.randint(1, 4), terrain="town") if dice.random() < 0.5 else EMPTY
            yield Opened("attack", Map({"attacker": unit.id, "target": target.id, **told}))
    elif state.step == "end":
        for unit in state.units.values():
            if unit.gone:
                yield from (UnitMoved(unit.id, "table"), TrackerSet(unit.id, "face_up", ()))


def answered(session: Session, dice: Random) -> None:
    """Answer until nothing is asked."""
    while (prompt := session.prompt) is not None:
        answer(session, prompt, [dice.randrange(60) for _ in range(12)])


def lines() -> Iterator[Line]:
    """Replay, the same as JSON lines, and one more tap at the end of the evening."""
    session = evening()
    log = session.log
    span = best(lambda: replay(AAM, session.states[0], log), 3)
    yield Line(f"replay of {len(log):,} events, {UNITS} units", f"{len(log) / span:,.0f}/s")
    texts = [json.dumps(codec.plain(event), separators=(",", ":")) for event in log]
    span = best(lambda: [codec.entry(json.loads(text)) for text in texts], 3)
    yield Line(f"the same read from JSON lines, {sum(map(len, texts)) // 1000} kB", f"{len(texts) / span:,.0f}/s")
    for what, tap in taps(session):
        yield Line(f"one more tap after {len(log):,} events: {what}", f"{1e6 * tap:,.0f} us")
    yield from flat()


def flat() -> Iterator[Line]:
    """One more tap in a short, a long and a very long game; the shortest is the peer."""
    short, *longer = (grown(length) for length in LENGTHS)
    for session in longer:
        row = f"a tap after {len(session.log):,} events (after {len(short.log)})"
        yield judged(Row(row, lambda session=session: Race(tapped(session), tapped(short)), slower=FLAT))  # type: ignore[misc]


def grown(length: int) -> Session:
    """A game of so many taps: trackers set by hand, on one unit after another."""
    session = Session(AAM, army())
    while len(session.log) < length:
        number = len(session.log)
        session.overrule(TrackerSet(f"u{number % UNITS}", "tally", number // UNITS % 3 + 1))
    return session


def tapped(session: Session) -> float:
    """An attack opened and answered, and taken back: microseconds for all of it, at best."""
    return sum(tap for what, tap in taps(session, 8) if not what.startswith("the next")) * 1e6


def taps(session: Session, turns: int = 20) -> Iterable[tuple[str, float]]:
    """What a finger does next, and how many seconds each takes at best; the dice lie as they
    fall."""
    times: dict[str, list[float]] = {}

    def timed(what: str, tap: Callable[[], object]) -> None:
        start = thread_time()
        tap()
        times.setdefault(what, []).append(thread_time() - start)

    while session.state.step != "first_assault":
        session.overrule(Advanced(leave=True))
        answered(session, Random(1))
    by, at = (next(session.state.standing(seat)).id for seat in (session.state.seat, 1 - session.state.seat))
    for turn in range(turns):
        opened, here = Opened("attack", pairs(attacker=by, target=at)), len(session.log)
        timed("a tracker set", lambda: session.overrule(TrackerSet(by, "tally", 1)))
        timed("an attack opened", lambda opened=opened: session.overrule(opened))  # type: ignore[misc]
        while (prompt := session.prompt) is not None:
            draws = [Random(turn).randrange(60) for _ in range(12)]
            timed(f"a {prompt.kind} answered", lambda prompt=prompt, draws=draws: answer(session, prompt, draws))  # type: ignore[misc]
        timed("the next step", lambda: session.overrule(Advanced(leave=True)))
        timed("all that undone", lambda here=here: session.undo(len(session.log) - here))  # type: ignore[misc]
    return ((what, min(each)) for what, each in times.items())


def best(call: Callable[[], object], runs: int) -> float:
    """Seconds of the fastest run."""
    spans = []
    for _ in range(runs):
        start = thread_time()
        call()
        spans.append(thread_time() - start)
    return min(spans)


if __name__ == "__main__":
    printed(lines())
