"""Whether an army is legal by its game: points, and every problem as a sentence with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from carddb.cards import Card
from carddb.search import facet
from engine.games.aam import army as aam
from engine.games.dust import army as dust
from engine.games.epic import army as epic
from engine.games.twogm import decks as twogm
from engine.kinds import Field, Record, Whole
from engine.maps import Map, Value
from engine.rules import Opening, Ruleset
from engine.texts import Text, say

QUESTIONS = ("army", "deck")
"""What the question about an army is called in one game or another."""
NOT_TERMS = ("cards", "units", "seat", "joined", "allies")
LIMIT = Record((Field("limit", Whole(0, 99_999)),))

Values: TypeAlias = tuple[Map[Value], ...]
Joined: TypeAlias = tuple[tuple[int, int], ...]
"""Which unit joins which, by their places."""


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


def checked(rules: Ruleset, cards: Sequence[Card], terms: Map[Value], joined: Joined = ()) -> Checked:
    """By the game's own question, or by what holds in every game."""
    values, given, asked = tuple(card.values for card in cards), _given(terms_of(rules), terms), question(rules)
    if rules.key in PROBLEMS:
        return _summed(cards, PROBLEMS[rules.key](rules, values, given, joined))
    if asked and asked.tells:
        return _summed(cards, _told(asked.tells(rules.opened(), cards=values, **given)))
    return _summed(cards, _everywhere(cards, terms))


def _summed(cards: Sequence[Card], problems: Iterable[Finding]) -> Checked:
    return Checked(sum(map(points, cards)), len(cards), tuple(problems))


def _told(said: Mapping[str, Value]) -> Iterator[Finding]:
    problems, rules = said.get("problems"), said.get("rules")
    for place, why in enumerate(problems if isinstance(problems, tuple) else ()):
        rule = rules[place] if isinstance(rules, tuple) and place < len(rules) else ""
        yield Finding(say("{problem}", problem=why), str(rule))


def points(card: Card) -> int:
    """What a card counts in an army, 0 where it does not say; X counts five (2GM-04)."""
    cost = facet(card, "cost")
    return twogm.COST_X if cost == "X" else cost if isinstance(cost, int) and not isinstance(cost, bool) else 0


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


def _aam(rules: Ruleset, cards: Values, terms: dict[str, Any], joined: Joined) -> Iterator[Finding]:
    yield from (Finding(each.why, each.ref.id) for each in aam.problems(rules.opened(), aam.Army(cards, **terms)))


def _dust(rules: Ruleset, cards: Values, terms: dict[str, Any], joined: Joined) -> Iterator[Finding]:
    limit, rule = dust.limit_of(terms["limit"], terms["tiles"], terms["scenario"], terms["side"])
    army = dust.Army(cards, limit, joined, rule, terms["scenario"], terms["side"] == "attacker")
    yield from (Finding(each.why, each.ref.id) for each in dust.problems(rules.opened(), army))


def _twogm(rules: Ruleset, cards: Values, terms: dict[str, Any], joined: Joined) -> Iterator[Finding]:
    """The question names its problems by key; here is a sentence for each."""
    said: Any = twogm.deck_tells(rules.opened(), tuple(card for card in cards if card.get("cost") is not None), **terms)
    words = {
        "limit": say("{points} points: at most {cap}", points=said["points"], cap=said["limit"]),
        "terrain": say("terrain cards are no part of a deck"),
        "year": say("cards of a later year than {year}", year=terms["year"]),
        "army": say("cards of another army"), "allies": say("cards of an ally need Setup"),
    }
    yield from (Finding(words[key], rule) for key, rule in zip(said["problems"], said["rules"], strict=True))
    for card in dict.fromkeys(cards):
        if card.get("cost") is None:
            yield Finding(say("{unit}: the card states no cost", unit=str(card.get("name"))), twogm.DECK.ref.id)


def _epic(rules: Ruleset, cards: Values, terms: dict[str, Any], joined: Joined) -> Iterator[Finding]:
    yield from (Finding(why, epic.ARMY.ref.id) for why in epic.problems(cards, terms["limit"]))


PROBLEMS: Mapping[str, Callable[[Ruleset, Values, dict[str, Any], Joined], Iterator[Finding]]] = {
    "aam": _aam, "dust": _dust, "2gm": _twogm, "epic": _epic}
