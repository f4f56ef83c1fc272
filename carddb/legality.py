"""Whether an army is legal by its game: points, and every problem as a sentence with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from carddb.cards import Card
from carddb.search import facet
from engine.games.aam import army as aam
from engine.games.epic import army as epic
from engine.kinds import Field, Record, Whole
from engine.maps import Map, Value
from engine.rules import Opening, Ruleset
from engine.texts import Text, say

QUESTIONS = ("army", "deck")
"""What the question about an army is called in one game or another."""
NOT_TERMS = ("cards", "units", "seat", "joined")
LIMIT = Record((Field("limit", Whole(0, 99_999)),))


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
    """The game's own question about an army, where it has one."""
    return next((opening for opening in rules.openings if opening.key in QUESTIONS), None)


def terms_of(rules: Ruleset) -> Record:
    """What players agree on before they build: as the game's question has it, or a limit of points."""
    asked = question(rules)
    return Record(tuple(field for field in asked.situation.fields if field.key not in NOT_TERMS)) if asked else LIMIT


def checked(rules: Ruleset, cards: Sequence[Card], terms: Map[Value], joined: tuple[tuple[int, int], ...] = ()) -> Checked:
    """By the game's own question, or by what holds in every game."""
    asked = question(rules)
    if rules.key in PROBLEMS:
        found = PROBLEMS[rules.key](rules, tuple(card.values for card in cards), _given(terms_of(rules), terms))
        return Checked(sum(map(points, cards)), len(cards), tuple(found))
    if not asked or not asked.tells:
        return Checked(sum(map(points, cards)), len(cards), tuple(_everywhere(cards, terms)))
    told = _given(terms_of(rules), terms)
    if asked.situation.field("joined"):
        told["joined"] = joined
    said = asked.tells(rules.opened(), cards=tuple(card.values for card in cards), **told)
    total = said.get("points")
    return Checked(total if isinstance(total, int) else sum(map(points, cards)), len(cards), tuple(_told(said)))


def _told(said: Mapping[str, Value]) -> Iterator[Finding]:
    problems, rules = said.get("problems"), said.get("rules")
    for place, why in enumerate(problems if isinstance(problems, tuple) else ()):
        rule = rules[place] if isinstance(rules, tuple) and place < len(rules) else ""
        yield Finding(say("{problem}", problem=why), str(rule))


def points(card: Card) -> int:
    """What a card costs, 0 where it does not say."""
    cost = facet(card, "cost")
    return cost if isinstance(cost, int) and not isinstance(cost, bool) else 0


def _everywhere(cards: Sequence[Card], terms: Map[Value]) -> Iterator[Finding]:
    """One side, and no more points than agreed."""
    sides = {side for card in cards if (side := facet(card, "side"))}
    if len(sides) > 1:
        yield Finding(say("units of both sides in one army"), "")
    limit, total = terms.get("limit"), sum(map(points, cards))
    if isinstance(limit, int) and total > limit:
        yield Finding(say("{points} points: at most {cap}", points=total, cap=limit), "")


def _given(record: Record, terms: Map[Value]) -> dict[str, Any]:
    """All terms, those nobody named as they usually are."""
    return {field.key: terms.get(field.key, field.default) for field in record.fields}


# Games whose problems can be had as sentences; their questions tell them in English

Values: TypeAlias = tuple[Map[Value], ...]


def _aam(rules: Ruleset, cards: Values, terms: dict[str, Any]) -> Iterator[Finding]:
    yield from (Finding(each.why, each.ref.id) for each in aam.problems(rules.opened(), aam.Army(cards, **terms)))


def _epic(rules: Ruleset, cards: Values, terms: dict[str, Any]) -> Iterator[Finding]:
    yield from (Finding(why, epic.ARMY.ref.id) for why in epic.problems(cards, terms["limit"]))


PROBLEMS: Mapping[str, Callable[[Ruleset, Values, dict[str, Any]], Iterator[Finding]]] = {"aam": _aam, "epic": _epic}
