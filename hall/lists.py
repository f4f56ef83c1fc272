"""The army a player gives in, with its cards; the organiser's device checks it by its own rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from carddb import armies, cards
from carddb.armies import Army, check_army
from carddb.cards import Card, NotACard
from carddb.legality import Checked, Finding
from engine.playing.rules import Ruleset
from engine.values.texts import say


@dataclass(frozen=True, slots=True)
class GivenIn:
    """An army and the cards it is made of."""

    army: Army
    cards: Mapping[str, Card]


def plain(army: Army, library: Mapping[str, Card]) -> dict[str, Any]:
    """An army to be sent, with no other card than its own."""
    used = {key: library[key] for row in army.rows for key in (row.card, row.joins) if key in library}
    return {"army": armies.plain(army), "cards": [cards.plain(card) for card in used.values()]}


def read(rulesets: Mapping[str, Ruleset], data: Any) -> GivenIn | None:
    """What `plain` made; None where it makes no sense here."""
    try:
        found = [cards.read(rulesets, each) for each in data["cards"]]
        return GivenIn(armies.read(rulesets, data["army"]), {card.id: card for card in found})
    except (NotACard, KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def check(rulesets: Mapping[str, Ruleset], given: GivenIn, limit: int) -> Checked:
    """By the rules of its game, its list, and the points that all agreed on."""
    found = check_army(rulesets, given.cards, given.army)
    if not limit or found.points <= limit:
        return found
    more = Finding(say("{points} points: at most {cap}", points=found.points, cap=limit), "")
    return replace(found, problems=(*found.problems, more))
