"""Who plays whom next: drawn, by score, or as the organiser typed it.

What is drawn or paired by score repeats no match, and gives no player a second bye.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

from carddb.trouble import Trouble
from engine.values.texts import Text, say
from hall.evening import Evening, Pairing
from hall.matching import pairs_of_least_cost
from hall.standings import match_points

BYE = ""
"""Whom one is paired with who has a bye."""
WIDE = 1_000_000
"""Costs of a draw, all equally likely."""


def met(evening: Evening) -> set[frozenset[str]]:
    """Who has played whom; a bye is a match without an opponent."""
    return {frozenset((pairing.one, pairing.two)) for _, pairing in evening.matches()}


def draw_pairings(evening: Evening, random: Random) -> tuple[Pairing, ...]:
    """By lot."""
    players = _shuffled(evening, random)
    if not evening.rounds:
        return _seated(list(zip(players[::2], players[1::2], strict=True)))
    return _paired(evening, players, lambda one, two: random.randrange(WIDE))


def pair_by_score(evening: Evening, random: Random) -> tuple[Pairing, ...]:
    """Swiss: a bye for one with the fewest points, and those with as many points as each other
    together as far as that goes.

    A pair costs the square of what lies between its points, so that two small steps are better than
    a large one; a point above the fewest makes a bye dearer than all pairs. Among equals the lot
    decides.
    """
    points, players = match_points(evening), _shuffled(evening, random)
    here = [points[each] for each in players if each != BYE]
    least, dear = min(here), len(here) * (max(here) - min(here)) ** 2 + 1

    def cost(one: str, two: str) -> int:
        if BYE in (one, two):
            return (points[one or two] - least) * dear
        return int((points[one] - points[two]) ** 2)

    players.sort(key=lambda each: -points.get(each, least))
    return _paired(evening, players, cost)


def _shuffled(evening: Evening, random: Random) -> list[str]:
    """Who is here, in any order, with a bye to fill up."""
    players = [each.id for each in evening.players if not each.is_gone]
    if len(players) < 2:
        raise Trouble(say("a round needs two players"))
    random.shuffle(players)
    return [*players, *([BYE] if len(players) % 2 else [])]


def _paired(evening: Evening, players: Sequence[str], cost: Callable[[str, str], int]) -> tuple[Pairing, ...]:
    before = met(evening)
    found = pairs_of_least_cost(players, lambda one, two: None if frozenset((one, two)) in before else cost(one, two))
    if found is None:
        raise Trouble(say("there are no pairings any more in which nobody meets again: type them"))
    return _seated(found)


def _seated(pairs: list[tuple[str, str]]) -> tuple[Pairing, ...]:
    """Tables in the order of the pairs; a bye comes last and stands at the table behind all."""
    whole = [pair for pair in pairs if BYE not in pair]
    byes = [one or two for one, two in pairs if BYE in (one, two)]
    numbers = count(1)
    return (*(Pairing(next(numbers), one, two) for one, two in whole), *(Pairing(next(numbers), one) for one in byes))


# As typed


def why_not(evening: Evening, pairings: Sequence[Pairing]) -> Text | None:
    """What makes typed pairings impossible."""
    players = [each for pairing in pairings for each in pairing.players]
    for each in players:
        if evening.player(each) is None:
            return say("there is no player {name}", name=each)
        if players.count(each) > 1:
            return say("{name} is paired twice", name=evening.name(each))
    if len({pairing.table for pairing in pairings}) < len(pairings):
        return say("two pairings have the same table")
    return None if pairings else say("a round needs two players")


def doubts(evening: Evening, pairings: Sequence[Pairing]) -> Iterator[Text]:
    """What the organiser should know of typed pairings, and may leave so."""
    before = met(evening)
    for pairing in pairings:
        if frozenset((pairing.one, pairing.two)) not in before:
            continue
        one, two = evening.name(pairing.one), evening.name(pairing.two)
        if pairing.is_bye:
            yield say("{name} has had a bye before", name=one)
        else:
            yield say("{one} and {two} have met before", one=one, two=two)
    paired = {each for pairing in pairings for each in pairing.players}
    for player in evening.players:
        if not player.is_gone and player.id not in paired:
            yield say("{name} is not paired", name=player.name)
