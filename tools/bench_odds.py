"""Our odds beside icepool's and dyce's: the same fractions, and how much faster.

Every library starts from plain faces and ends with its own distribution, and nothing is cached when
a run starts. Each is asked in the quickest way of its own that we know:

- pools: `n @ die` on a die that already is the worth of one die (both), as both add few outcomes
faster than many; - best dice: `die.highest(n, keep)` (icepool), `(n @ P(die)).at(slice)` (dyce),
the shortcuts both have for this; - re-rolls: `die.reroll(depth=1)` (icepool), `expand` (dyce), for
one die, before the dice are added; - two stages: `die @ die` (icepool), `&` of two dice or `expand`
(dyce), for one die again; - chains: `explode(depth=)` (icepool), `explode_n(n=)` (dyce), as deep as
our cap, then cut off there; - opposed sums: the sign of the difference (icepool), a comparison of
both (dyce).
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
sys.path.insert(1, str(Path(__file__).resolve().parent))

import icepool
from dyce import H, P, expand, explode_n
from icepool.math import comb_row_cache
from timing import Line, Row, judged, printed, race

from engine.dice.odds import Odds, opposed
from engine.dice.pools import Pool, clear_caches, pooled, summed
from engine.values.stages import Again, Chain, Then

GOAL = 20
D6 = (1, 2, 3, 4, 5, 6)
SIGNS = {"win": 1, "tie": 0, "lose": -1}
EVALUATORS = [each for each in vars(icepool.evaluator).values() if isinstance(each, icepool.MultisetEvaluator)]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question in three languages; the smallest pools are shown but not judged, as they are
    mostly overhead."""

    what: str
    ours: Callable[[], Odds[Any]]
    icepool: Callable[[], Any]
    dyce: Callable[[], Any]
    judged: bool = True


def ice() -> Any:
    return icepool.Die(D6)


def grade(face: int) -> int:
    """A hit on 4+, a critical one on 6."""
    return (face >= 4) + (face >= 6)


def sign(our: int, their: int) -> int:
    return (our > their) - (our < their)


def again(hit: Any) -> Any:
    """A die rolled once more when it misses, in dyce."""
    return expand(lambda result: result.outcome or result.h, hit)


def replaced(hit: Any, dice: Any) -> Any:
    """A hit replaced by further dice, in dyce."""
    return expand(lambda result: result.outcome and dice, hit)


def chain(die: Any, most: int) -> Any:
    """A die that goes on while it succeeds, in dyce."""
    return explode_n(die, n=most - 1, resolver=lambda result, *_: result.h if result.outcome else result.outcome)


def questions() -> tuple[Asked, ...]:
    return (
        *(counted(dice, judged=dice >= 20) for dice in (5, 10, 20, 40)),
        every_size(40),
        graded(20),
        graded(40),
        *(best(*kept) for kept in ((1, 10), (3, 6), (5, 20))),
        *re_rolled(),
        *staged(),
        *chained(),
        *(duel(dice, judged=dice >= 10) for dice in (3, 10)),
    )


def counted(dice: int, judged: bool) -> Asked:
    return Asked(
        f"{dice} dice, 4+",
        lambda: pooled(Pool(dice, D6, (4,))),
        lambda: dice @ (ice() >= 4),
        lambda: dice @ H(D6).ge(4),
        judged,
    )


def every_size(most: int) -> Asked:
    """All pools up to so many dice, one after another; the largest is compared."""
    sizes = range(1, most + 1)
    return Asked(
        f"1 to {most} dice, 4+, all pools",
        lambda: [pooled(Pool(dice, D6, (4,))) for dice in sizes][-1],
        lambda: [dice @ (ice() >= 4) for dice in sizes][-1],
        lambda: [dice @ H(D6).ge(4) for dice in sizes][-1],
    )


def graded(dice: int) -> Asked:
    return Asked(
        f"{dice} dice, 4+ and 6 twice",
        lambda: pooled(Pool(dice, D6, (4, 6))),
        lambda: dice @ ice().map(grade),
        lambda: dice @ H(D6).apply(grade),
    )


def best(keep: int, dice: int) -> Asked:
    which = slice(-keep, None) if keep > 1 else -1
    return Asked(
        f"best {keep} of {dice}",
        lambda: summed(dice, D6, keep),
        lambda: ice().highest(dice, keep),
        lambda: (dice @ P(H(D6))).at(which),
    )


def re_rolled() -> tuple[Asked, ...]:
    return (
        Asked(
            "40 dice, 4+, misses again",
            lambda: pooled(Pool(40, D6, (4,), (Again(),))),
            lambda: 40 @ (ice() >= 4).reroll([False], depth=1),
            lambda: 40 @ again(H(D6).ge(4)),
        ),
        Asked(
            "40 dice, 4+ and 6 twice, again",
            lambda: pooled(Pool(40, D6, (4, 6), (Again(),))),
            lambda: 40 @ ice().map(grade).reroll([0], depth=1),
            lambda: 40 @ again(H(D6).apply(grade)),
        ),
    )


def staged() -> tuple[Asked, ...]:
    return (
        Asked(
            "40 dice, 4+, then 5+",
            lambda: pooled(Pool(40, D6, (4,), (Then(1, (5,)),))),
            lambda: 40 @ ((ice() >= 4) @ (ice() >= 5)),
            lambda: 40 @ (H(D6).ge(4) & H(D6).ge(5)),
        ),
        Asked(
            "40 dice, 4+ again, then 5+",
            lambda: pooled(Pool(40, D6, (4,), (Again(), Then(1, (5,))))),
            lambda: 40 @ ((ice() >= 4).reroll([False], depth=1) @ (ice() >= 5)),
            lambda: 40 @ (again(H(D6).ge(4)) & H(D6).ge(5)),
        ),
        Asked(
            "40 dice, 4+, then two on 5+",
            lambda: pooled(Pool(40, D6, (4,), (Then(2, (5,)),))),
            lambda: 40 @ ((ice() >= 4) @ (2 @ (ice() >= 5))),
            lambda: 40 @ replaced(H(D6).ge(4), 2 @ H(D6).ge(5)),
        ),
    )


def chained() -> tuple[Asked, ...]:
    return (
        Asked(
            "10 dice, chains of 6, up to 8",
            lambda: pooled(Pool(10, D6, (6,), (Chain(),), 8)),
            lambda: (10 @ (ice() >= 6).explode(depth=7)).clip(max_outcome=8),
            lambda: (10 @ chain(H(D6).ge(6), 8)).apply(lambda worth: min(worth, 8)),
        ),
        Asked(
            "10 dice, graded chains, up to 6",
            lambda: pooled(Pool(10, D6, (4, 6), (Chain(),), 6)),
            lambda: (10 @ ice().map(grade).explode([1, 2], depth=5)).clip(max_outcome=6),
            lambda: (10 @ chain(H(D6).apply(grade), 6)).apply(lambda worth: min(worth, 6)),
        ),
        Asked(
            "10 dice, 5+ again, chains, up to 8",
            lambda: pooled(Pool(10, D6, (5,), (Again(), Chain()), 8)),
            lambda: (10 @ after_miss(ice() >= 5)).clip(max_outcome=8),
            lambda: (10 @ after_miss_dyce(H(D6).ge(5))).apply(lambda worth: min(worth, 8)),
        ),
    )


def after_miss(hit: Any) -> Any:
    """A re-roll and then a chain: whatever the first roll, a chain starts after it."""
    run = hit.explode(depth=7)
    return hit.map(lambda worth: run + 1 if worth else run)


def after_miss_dyce(hit: Any) -> Any:
    run = chain(hit, 8)
    return expand(lambda result: run + 1 if result.outcome else run, hit)


def duel(dice: int, judged: bool) -> Asked:
    return Asked(
        f"{dice} dice against {dice}",
        lambda: opposed(summed(dice, D6), summed(dice, D6)),
        lambda: (dice @ ice() - dice @ ice()).sign(),
        lambda: (dice @ H(D6)).apply(sign, dice @ H(D6)),
        judged,
    )


def forget() -> None:
    """Clear all caches, ours and theirs; their dice are made anew in every run anyway."""
    clear_caches()
    icepool.Pool.clear_cache()
    icepool.d.cache_clear()
    comb_row_cache.clear()
    for evaluator in EVALUATORS:
        getattr(evaluator, "_cache", {}).clear()


def chances(found: Any) -> dict[int, Fraction]:
    """Any of the three distributions as fractions."""
    if isinstance(found, Odds):
        return {SIGNS.get(outcome, outcome): chance for outcome, chance in found.chances().items()}
    total = sum(found.values())
    return {int(outcome): Fraction(count, total) for outcome, count in found.items() if count}


def agree(ours: Callable[[], Any], theirs: Callable[[], Any]) -> bool:
    return chances(ours()) == chances(theirs())


def rows() -> Iterator[Row]:
    """Every question beside both."""
    for asked in questions():
        for name, peer in (("icepool", asked.icepool), ("dyce", asked.dyce)):
            yield Row(
                f"{asked.what} ({name})",
                partial(race, asked.ours, peer, forget),
                GOAL if asked.judged else None,
                same=partial(agree, asked.ours, peer),
            )


def lines() -> Iterator[Line]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dyce calls expand and explode_n experimental, at every call
        yield from map(judged, rows())


if __name__ == "__main__":
    printed(lines())
