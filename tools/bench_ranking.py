"""Ranked targets: fifteen attackers against fifteen targets, beside the same questions asked of
icepool one by one.

Ours is the whole of a game with all its rules, on a table with thirty units; equal targets are
worked out once. The icepool side knows just what these cards need: dice on 4+, hits by the defense,
a cover roll.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

import icepool
from bench_walk import chances, forget
from timing import Line, Row, judged, printed, race

from engine.doors.ranking import Rank, Ranking
from engine.doors.tables import table
from engine.games import RULESETS
from engine.values.maps import Map, Value
from engine.values.table import GameState

AAM = RULESETS["aam"]
UNITS = 15
LEVELS = tuple(word for word, _, _ in AAM.aim.levels) if AAM.aim else ()
TOLD: Map[Value] = Map({"range": 1, "arc": "front", "terrain": "town", "road": False})


def tank(number: int) -> dict[str, Any]:
    """Each number its own gun and its own armour."""
    return {
        "name": f"Tank {number}",
        "type": "vehicle",
        "defense": [3 + number % 5, 3],
        "cost": 10 + number,
        "vehicles": [6 + number] * 3,
        "soldiers": [4, 4, 4],
    }


def facing(cards: int) -> GameState:
    """Fifteen tanks a side, of so many different cards."""
    sides = {f"{seat}.{n}": {"seat": seat, "card": tank(n % cards)} for seat in (0, 1) for n in range(UNITS)}
    return table(AAM, {"units": sides, "step": "first_assault"})


def ours(state: GameState) -> dict[str, tuple[Rank, ...]]:
    """All attackers, one after another; they share what is known of this table."""
    known: dict[Hashable, Rank] = {}
    named: dict[GameState, frozenset[str]] = {}
    return {
        unit.id: Ranking(AAM, state, unit.id, TOLD, known=known, named=named).ranked() for unit in state.standing(0)
    }


def theirs(cards: int) -> dict[tuple[str, str], icepool.Die[Any]]:
    return {
        (f"0.{by}", f"1.{at}"): attack(tank(by % cards)["vehicles"][0], tank(at % cards)["defense"][0])
        for by in range(UNITS)
        for at in range(UNITS)
    }


def attack(dice: int, defense: int) -> icepool.Die[Any]:
    d6 = icepool.d(6)
    hits = (dice @ (d6 >= 4)).map(
        {successes: ("none", *reversed(LEVELS))[hits_for(successes, defense)] for successes in range(dice + 1)}
    )
    return hits.map(lambda fate: fate if fate == "none" else (d6 >= 5).map({True: "disrupted", False: fate}))


def hits_for(successes: int, defense: int) -> int:
    return 0 if successes < defense else 1 if successes == defense else 3 if successes >= 2 * defense else 2


def agree(cards: int) -> bool:
    """All 225 triples of chances."""
    peer = {pair: tuple(chances(die).get(word, Fraction(0)) for word in LEVELS) for pair, die in theirs(cards).items()}
    return peer == {(by, rank.unit): rank.chances for by, ranks in ours(facing(cards)).items() for rank in ranks}


def lines() -> Iterator[Line]:
    for cards, bar in ((5, 3.0), (UNITS, 5.0)):
        what = f"15 attackers rank 15 targets, {cards} cards a side (icepool, one by one)"
        state = facing(cards)
        yield judged(
            Row(
                what,
                partial(race, partial(ours, state), partial(theirs, cards), forget, turns=2),
                bar,
                same=partial(agree, cards),
            )
        )


if __name__ == "__main__":
    printed(lines())
