"""Army lists: which formations there are, how many of each kind, and the options that may be
added to them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from carddb.legality import Finding
from carddb.starter import PACKS, used
from engine.values.maps import Map, Value, frozen
from engine.values.texts import Text, say


class Listed(NamedTuple):
    """A formation of an army: its card, its name, its options, and its points with them."""

    card: str
    name: str
    options: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Section:
    """Formations of one kind, limited to a number for each formation of another kind, or to a share
    of all points."""

    key: str
    name: str
    cards: tuple[str, ...]
    per: str = ""
    most: int = 0
    share: int = 0


@dataclass(frozen=True, slots=True)
class Option:
    """An addition to a formation: its points, its units, and the formations it is for."""

    key: str
    name: str
    points: int
    cards: tuple[str, ...]
    most: int = 1
    adds: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class ArmyList:
    """A list of one game, and where it is printed."""

    key: str
    name: str
    cites: str
    sections: tuple[Section, ...]
    options: Map[Option]
    most_options: int = 99
    once: frozenset[str] = frozenset()

    def offered(self, card: str) -> tuple[Option, ...]:
        """The options that a formation may take."""
        return tuple(option for option in self.options.values() if card in option.cards)


@cache
def army_lists(game: str) -> Map[ArmyList]:
    """The army lists the app brings along for a game."""
    file = PACKS / f"{game}.json"
    pack = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return Map({data["id"]: _list(used(data, pack.get("shared", {}))) for data in pack.get("lists", ())})


def _list(data: Mapping[str, Any]) -> ArmyList:
    sections = tuple(Section(**{**each, "cards": tuple(each["cards"])}) for each in data["sections"])
    options = Map({each["key"]: _option(each, sections) for each in data.get("options", ())})
    return ArmyList(
        data["id"],
        data["name"],
        data["cites"],
        sections,
        options,
        data.get("most_options", 99),
        frozenset(data.get("once", ())),
    )


def _option(data: Mapping[str, Any], sections: tuple[Section, ...]) -> Option:
    """An option of a list; it is for single cards, or for all cards of a section."""
    wanted = [card for name in data["for"] for card in _named(name, sections)]
    adds = frozen(data.get("adds", []))
    return Option(
        data["key"],
        data["name"],
        data["points"],
        tuple(wanted),
        data.get("most", 1),
        adds if isinstance(adds, tuple) else (),
    )


def _named(name: str, sections: tuple[Section, ...]) -> tuple[str, ...]:
    return next((section.cards for section in sections if section.key == name), (name,))


def composed(values: Map[Value], options: tuple[str, ...], codex: ArmyList) -> Map[Value]:
    """The card of a formation with its options: their points and units added to its own."""
    for option in (codex.options[key] for key in options if key in codex.options):
        points, units = values.get("points"), values.get("units")
        values = values.put("points", (points if isinstance(points, int) else 0) + option.points)
        values = values.put("units", (*(units if isinstance(units, tuple) else ()), *option.adds))
    return values


def list_findings(codex: ArmyList, army: Sequence[Listed], limit: int | None) -> Iterator[Finding]:
    """Everything about an army that its list does not allow."""
    counts, names = Counter(each.card for each in army), {each.card: each.name for each in army}
    known = {card for section in codex.sections for card in section.cards}
    for card, name in names.items():
        if card not in known:
            yield _of(codex, say("{card} is not in the list {list}", card=name, list=codex.name))
        if card in codex.once and counts[card] > 1:
            yield _of(codex, say("{card}: {count}, at most one", card=name, count=counts[card]))
    yield from _too_many(codex, counts)
    yield from _too_dear(codex, army, limit)
    for each in army:
        yield from _wrong_options(codex, each)


def _of(codex: ArmyList, why: Text) -> Finding:
    return Finding(why, codex.cites)


def _too_many(codex: ArmyList, counts: Counter[str]) -> Iterator[Finding]:
    """Findings about sections with more formations than those that lead them allow."""
    taken = {section.key: sum(counts[card] for card in section.cards) for section in codex.sections}
    for section in codex.sections:
        if section.per and taken[section.key] > section.most * taken[section.per]:
            yield _of(
                codex,
                say(
                    "{section}: {count} formations, at most {most}",
                    section=section.name,
                    count=taken[section.key],
                    most=section.most * taken[section.per],
                ),
            )


def _too_dear(codex: ArmyList, army: Sequence[Listed], limit: int | None) -> Iterator[Finding]:
    """Findings about sections that cost more than their share of the points agreed on, or of the
    army's points."""
    total = limit or sum(each.points for each in army)
    for section in codex.sections:
        spent = sum(each.points for each in army if each.card in section.cards)
        if section.share and spent * section.share > total:
            yield _of(
                codex,
                say(
                    "{section}: {points} points, at most {most}",
                    section=section.name,
                    points=spent,
                    most=total // section.share,
                ),
            )


def _wrong_options(codex: ArmyList, formation: Listed) -> Iterator[Finding]:
    name, options = formation.name, formation.options
    if len(options) > codex.most_options:
        yield _of(
            codex,
            say("{card}: {count} options, at most {most}", card=name, count=len(options), most=codex.most_options),
        )
    for key, count in Counter(options).items():
        option = codex.options.get(key)
        if option is None or formation.card not in option.cards:
            yield _of(codex, say("{card}: no option {option}", card=name, option=option.name if option else key))
        elif count > option.most:
            yield _of(
                codex,
                say(
                    "{card}: {option} {count} times, at most {most}",
                    card=name,
                    option=option.name,
                    count=count,
                    most=option.most,
                ),
            )
