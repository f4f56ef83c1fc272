"""Whether an army is legal in its game: its points, and every problem as a sentence with its
rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from carddb.cards import Card
from carddb.search import facet
from engine.games import RULESETS
from engine.playing.opening import Opening
from engine.playing.rules import Ruleset
from engine.values.kinds import Field, Record, Whole
from engine.values.maps import Map, Value
from engine.values.texts import Text, say

QUESTIONS = ("army", "deck")
"""The keys under which games ask whether an army is legal."""
NOT_TERMS = ("cards", "units", "seat", "joined", "allies")
LIMIT = Record((Field("limit", Whole(0, 99_999)),))

Joined: TypeAlias = tuple[tuple[int, int], ...]
"""Which unit joins which, by their places in the army."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with an army, and the rule that says so."""

    why: Text
    rule: str


@dataclass(frozen=True, slots=True)
class Checked:
    """An army's points and units, and all its problems."""

    points: int
    units: int
    problems: tuple[Finding, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.problems


def question(rules: Ruleset) -> Opening | None:
    """The question of a game that checks an army, if it has one."""
    return next((opening for opening in rules.openings if opening.key in QUESTIONS), None)


def terms_of(rules: Ruleset) -> Record:
    """What players agree on before they build an army: the terms of the game's question, or a limit
    of points."""
    asked = question(rules)
    return Record(tuple(field for field in asked.situation.fields if field.key not in NOT_TERMS)) if asked else LIMIT


def checked(rules: Ruleset, cards: Sequence[Card], terms: Map[Value], joined: Joined = ()) -> Checked:
    """An army checked by the question of its game, or by the rules that hold in every game."""
    if not rules.muster:
        return _summed(cards, _everywhere(cards, terms))
    values, given = tuple(card.values for card in cards), _given(terms_of(rules), terms)
    return _summed(cards, (Finding(why, ref.id) for why, ref in rules.muster(rules.opened(), values, given, joined)))


def _summed(cards: Sequence[Card], problems: Iterable[Finding]) -> Checked:
    return Checked(sum(map(points, cards)), len(cards), tuple(problems))


def points(card: Card) -> int:
    """The points of a card in an army: 0 if it states none; if it states a word such as X, what its
    game says."""
    cost = facet(card, "cost")
    if isinstance(cost, str):
        return RULESETS[card.game].costs.get(cost, 0)
    return cost if isinstance(cost, int) and not isinstance(cost, bool) else 0


def _everywhere(cards: Sequence[Card], terms: Map[Value]) -> Iterator[Finding]:
    """Problems in any game: cards of two sides, and more points than agreed."""
    sides = {side for card in cards if (side := facet(card, "side"))}
    if len(sides) > 1:
        yield Finding(say("units of both sides in one army"), "")
    limit, total = terms.get("limit"), sum(map(points, cards))
    if isinstance(limit, int) and total > limit:
        yield Finding(say("{points} points: at most {cap}", points=total, cap=limit), "")


def _given(record: Record, terms: Map[Value]) -> dict[str, Any]:
    """All terms; those that the players did not set have their usual values."""
    return {field.key: terms.get(field.key, field.default) for field in record.fields}
