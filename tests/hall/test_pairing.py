"""Pairings: nobody twice, nobody again, one bye at most; and no better ones are left."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddb.trouble import Trouble
from engine.values.texts import english
from hall import matching
from hall.evening import Evening, Pairing, Player, begin_round, change_round, correct_result, drop_round, remove_player
from hall.matching import pairs_of_least_cost
from hall.pairing import doubts, draw_pairings, pair_by_score, why_not
from hall.standings import match_points

law = pytest.mark.law
WAYS = {"drawn": draw_pairings, "by score": pair_by_score}


def evening(count: int) -> Evening:
    return Evening(tuple(Player(f"p{n}", f"Player {n}") for n in range(count)))


def play(now: Evening, random: Random) -> Evening:
    """Any results for the round that is played."""
    assert now.round
    for each in now.round.pairings:
        if not each.is_bye:
            now = correct_result(now, (now.round.number, each.table), random.choice((0, 1, None)), (random.randrange(9), random.randrange(9)))
    return now


@law
@pytest.mark.parametrize("way", WAYS)
@given(count=st.integers(2, 19), seed=st.integers(0, 2**32), gone=st.integers(0, 3))
def test_nobody_twice_nobody_again_one_bye(way: str, count: int, seed: int, gone: int) -> None:
    random, now, met, byes = Random(seed), evening(count), Counter[frozenset[str]](), Counter[str]()
    for number in range(min(5, (count - gone) // 2 or 1)):
        pairings = WAYS[way](now, random)
        here = {each.id for each in now.players if not each.is_gone}
        assert Counter(player for each in pairings for player in each.players) == Counter(here)
        assert sum(each.is_bye for each in pairings) == len(here) % 2
        met.update(frozenset(each.players) for each in pairings if not each.is_bye)
        byes.update(each.one for each in pairings if each.is_bye)
        assert set(met.values()) <= {1}
        assert set(byes.values()) <= {1}
        assert sorted(each.table for each in pairings) == list(range(1, len(pairings) + 1))
        now = play(begin_round(now, pairings), random)
        if number < gone and len(here) > 3:
            now = remove_player(now, random.choice(sorted(here)))


def all_pairings(players: list[str]) -> Iterator[list[tuple[str, str]]]:
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        left = [each for each in rest if each != other]
        yield from ([(first, other), *more] for more in all_pairings(left))


@law
@given(count=st.integers(2, 8), rounds=st.integers(0, 3), seed=st.integers(0, 2**32))
def test_no_pairing_of_all_brings_closer_scores_together(count: int, rounds: int, seed: int) -> None:
    """Against every pairing there is; where none is left, that is said."""
    random, now = Random(seed), evening(count)
    for _ in range(rounds):
        try:
            now = play(begin_round(now, pair_by_score(now, random)), random)
        except Trouble:
            break
    points, met = match_points(now), {frozenset((each.one, each.two)) for _, each in now.matches()}
    least = min(points.values())

    def cost(pairs: list[tuple[str, str]]) -> tuple[int, int]:
        """Points of the bye above the fewest first, then what lies between the others, squared."""
        byes = [points[one or two] - least for one, two in pairs if "" in (one, two)]
        return sum(byes), sum((points[one] - points[two]) ** 2 for one, two in pairs if one and two)

    everybody = [*points, *([""] if count % 2 else [])]
    allowed = [cost(each) for each in all_pairings(everybody) if not any(frozenset(pair) in met for pair in each)]
    if allowed:
        assert cost([(each.one, each.two) for each in pair_by_score(now, random)]) == min(allowed)
    else:
        with pytest.raises(Trouble):
            pair_by_score(now, random)


def test_the_matching_by_hand() -> None:
    """a-b and c-d cost 1 and 9, a-c and b-d 4 and 4, a-d and b-c 16 and 1: the second is least."""
    costs = {"ab": 1, "cd": 9, "ac": 4, "bd": 4, "ad": 16, "bc": 1}
    assert pairs_of_least_cost("abcd", lambda one, two: costs[one + two]) == [("a", "c"), ("b", "d")]
    assert pairs_of_least_cost("abcd", lambda one, two: None if one + two == "ac" else costs[one + two]) == [("a", "b"), ("c", "d")]
    assert pairs_of_least_cost("abcd", lambda one, two: costs[one + two] if one == "a" else None) is None


def test_one_with_fewest_points_has_the_bye() -> None:
    """3, 0, 3, 0 and for the bye 3: one of the losers has the next."""
    now = begin_round(evening(5), (Pairing(1, "p0", "p1"), Pairing(2, "p2", "p3"), Pairing(3, "p4")))
    now = correct_result(correct_result(now, (1, 1), 0, (0, 0)), (1, 2), 0, (0, 0))
    found = {each.one for seed in range(20) for each in pair_by_score(now, Random(seed)) if each.is_bye}
    assert found == {"p1", "p3"}


def test_a_draw_is_by_lot() -> None:
    first = {frozenset(each.players) for seed in range(40) for each in draw_pairings(evening(4), Random(seed))}
    assert first == {frozenset(each) for each in combinations(("p0", "p1", "p2", "p3"), 2)}


def test_when_everybody_has_met_pairings_are_typed() -> None:
    now = evening(2)
    now = begin_round(now, draw_pairings(now, Random(1)))
    for way in WAYS.values():
        with pytest.raises(Trouble, match="nobody meets again"):
            way(now, Random(1))
    with pytest.raises(Trouble, match="two players"):
        draw_pairings(evening(1), Random(1))


@pytest.mark.parametrize(
    ("pairings", "why"),
    [
        ((Pairing(1, "p0", "p1"), Pairing(2, "p1", "p2")), "Player 1 is paired twice"),
        ((Pairing(1, "p0", "p0"),), "Player 0 is paired twice"),
        ((Pairing(1, "p0", "px"),), "there is no player px"),
        ((Pairing(1, "p0", "p1"), Pairing(1, "p2")), "two pairings have the same table"),
        ((), "a round needs two players"),
        ((Pairing(7, "p0", "p1"), Pairing(2, "p2")), ""),
    ],
)
def test_what_is_typed_can_be_impossible(pairings: tuple[Pairing, ...], why: str) -> None:
    found = why_not(evening(3), pairings)
    assert (english(found) if found else "") == why


def test_what_is_typed_can_be_doubtful() -> None:
    now = begin_round(evening(5), (Pairing(1, "p0", "p1"), Pairing(2, "p2")))
    typed = (Pairing(1, "p1", "p0"), Pairing(2, "p2"), Pairing(3, "p3"))
    told = ["Player 1 and Player 0 have met before", "Player 2 has had a bye before", "Player 4 is not paired"]
    assert [english(each) for each in doubts(now, typed)] == told


def test_without_networkx_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str, *more: Any) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(matching, "import_module", without)
    assert not matching.is_there()
    first = draw_pairings(evening(6), Random(1))  # a first draw needs no matching
    assert len(first) == 3
    with pytest.raises(Trouble, match="install"):
        pair_by_score(begin_round(evening(6), first), Random(1))


def test_a_changed_round_keeps_the_results_of_unchanged_tables() -> None:
    now = begin_round(evening(6), draw_pairings(evening(6), Random(2)))
    now = play(now, Random(1))
    assert now.round
    one, two, three = now.round.pairings
    after = change_round(now, replace(now.round, pairings=(one, Pairing(2, two.one, three.one), Pairing(3, two.two, three.two))))
    assert set(after.results) == {(1, 1)}
    assert drop_round(after) == evening(6)
