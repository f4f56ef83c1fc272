"""Armies: rows of cards with their options, kept beside the cards, checked by their game and by
the list they follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from carddb.cards import KEY, LONGEST_NAME, Card, NotACard, unfit
from carddb.fielding import put_on_table
from carddb.legality import Checked, Finding, checked, points, terms_of
from carddb.library import Library, free_id
from carddb.lists import ArmyList, Listed, army_lists, composed, list_findings
from carddb.trouble import CannotOpen
from engine.playing.rules import Ruleset
from engine.values.events import UnitAdded
from engine.values.kinds import Field, ListOf, Mistake, Record, Whole, Word, taken
from engine.values.maps import EMPTY, Map, Value, thawed
from engine.values.table import GameState
from engine.values.texts import Text, say

ROW = Record(
    (
        Field("card", Word(), required=True),
        Field("count", Whole(1, 99)),
        Field("options", ListOf(Word())),
        Field("joins", Word()),
    )
)
ARMY = Record(
    (
        Field("id", Word(), required=True),
        Field("game", Word(), required=True),
        Field("name", Word(), required=True),
        Field("list", Word()),
        Field("rows", ListOf(ROW)),
    )
)
"""The fields that every army has, beside the terms of its game."""


@dataclass(frozen=True, slots=True)
class Row:
    """A number of equal units: one card and the options of each; a hero may join the unit of
    another row, named by its card."""

    card: str
    count: int = 1
    options: tuple[str, ...] = ()
    joins: str = ""


@dataclass(frozen=True, slots=True)
class Army:
    """An army of one game; its terms are what the players agreed on: scenario, points, year. It
    may follow a list."""

    id: str
    game: str
    name: str
    rows: tuple[Row, ...] = ()
    terms: Map[Value] = EMPTY
    list: str = ""


def plain(army: Army) -> dict[str, Any]:
    """An army as plain data."""
    rows = [
        {
            key: value
            for key, value in (
                ("card", row.card),
                ("count", row.count),
                ("options", [*row.options]),
                ("joins", row.joins),
            )
            if value
        }
        for row in army.rows
    ]
    told = {"id": army.id, "game": army.game, "name": army.name, "list": army.list, "rows": rows}
    return {**{key: value for key, value in told.items() if value or key == "rows"}, "terms": thawed(army.terms)}


def read(rulesets: Mapping[str, Ruleset], data: Mapping[str, Any]) -> Army:
    """An army from plain data, or everything that is wrong with it."""
    problems = [*unfit(data)]
    if not problems:
        army, problems = _examined(rulesets, data)
        if army and not problems:
            return army
    raise NotACard(tuple(problems))


def _examined(rulesets: Mapping[str, Ruleset], data: Mapping[str, Any]) -> tuple[Army | None, list[Mistake]]:
    told, wrong = taken(ARMY, {key: value for key, value in data.items() if key != "terms"})
    problems = [*wrong]
    rules = rulesets.get(str(data.get("game")))
    if not rules or not isinstance(told, Map):
        return None, [*problems, Mistake(("game",), say("there is no game {game}", game=str(data.get("game"))))]
    if not KEY.fullmatch(str(data.get("id"))):
        problems.append(Mistake(("id",), say("not up to 64 small letters, digits, dots, dashes and underscores")))
    if len(str(data.get("name"))) > LONGEST_NAME:
        problems.append(Mistake(("name",), say("longer than {most} characters", most=LONGEST_NAME)))
    given = data.get("terms") or {}
    terms, more = taken(terms_of(rules), given, "terms")
    agreed = Map({key: value for key, value in terms.items() if key in given}) if isinstance(terms, Map) else EMPTY
    return (None, [*problems, *more]) if problems or more else (_made(told, agreed), [])


def _made(told: Map[Value], terms: Map[Value]) -> Army:
    rows = told.get("rows")
    made = tuple(_row(row) for row in rows if isinstance(row, Map)) if isinstance(rows, tuple) else ()
    return Army(str(told["id"]), str(told["game"]), str(told["name"]), made, terms, str(told.get("list") or ""))


def _row(row: Map[Value]) -> Row:
    count, options = row.get("count"), row.get("options")
    return Row(
        str(row["card"]),
        count if isinstance(count, int) else 1,
        tuple(map(str, options)) if isinstance(options, tuple) else (),
        str(row.get("joins") or ""),
    )


class Armies:
    """All armies on the device, each change with undo."""

    def __init__(self, library: Library) -> None:
        self.library, self._store = library, library.store
        self._undo: list[tuple[Text, str, dict[str, Any] | None]] = []

    # Looking

    def all(self, game: str = "") -> tuple[Army, ...]:
        """The armies of one game or of all, by name; an army that cannot be read any more is left
        out."""
        found = [
            army
            for doc in self._store.armies.all().values()
            if (army := self._restored(doc)) and game in ("", army.game)
        ]
        return tuple(sorted(found, key=lambda army: (army.name, army.id)))

    def get(self, key: str) -> Army:
        doc = self._store.armies.get(key)
        if doc is None or not (army := self._restored(doc)):
            raise CannotOpen(say("there is no army {name}", name=key))
        return army

    def _restored(self, doc: Mapping[str, Any]) -> Army | None:
        try:
            return read(self._store.rulesets, doc)
        except NotACard:
            return None

    # Changing, each with undo

    def new(self, game: str, name: str, cards: Iterable[Card] = (), list_id: str = "") -> Army:
        """An army with these cards."""
        army = Army(free_id(f"{game}-{name}", self._store.armies.all()), game, name, _more((), cards), list=list_id)
        return self.save(army, say("army added: {name}", name=name))

    def copy(self, army: Army, name: str) -> Army:
        """The same army under another name."""
        key = free_id(f"{army.game}-{name}", self._store.armies.all())
        return self.save(replace(army, id=key, name=name[:LONGEST_NAME]), say("army added: {name}", name=name))

    def add(self, army: Army, cards: Iterable[Card]) -> Army:
        """The army with these cards added."""
        return self.save(replace(army, rows=_more(army.rows, cards)))

    def take(self, found: Iterable[Mapping[str, Any]]) -> tuple[Army, ...]:
        """Import the armies of a file, all or none; an army whose id is taken gets another one."""
        here, armies = dict(self._store.armies.all()), []
        for army in (read(self._store.rulesets, data) for data in found):
            key = army.id if here.get(army.id) in (None, plain(army)) else free_id(army.id, here)
            armies.append(replace(army, id=key))
            here[key] = plain(armies[-1])
        self._store.armies.put_all({army.id: plain(army) for army in armies})
        return tuple(armies)

    def save(self, army: Army, label: Text | None = None) -> Army:
        """Save an army in its present form."""
        sound = read(self._store.rulesets, plain(army))
        self._write(label or say("army changed: {name}", name=army.name), army.id, plain(sound))
        return sound

    def delete(self, key: str) -> None:
        self._write(say("army deleted: {name}", name=self.get(key).name), key, None)

    @property
    def undoes(self) -> Text | None:
        """The name of the change that undo would take back."""
        return self._undo[-1][0] if self._undo else None

    def undo(self) -> None:
        """Take back the last change."""
        if self._undo:
            _, key, doc = self._undo[-1]
            self._put(key, doc)
            self._undo.pop()

    def _write(self, label: Text, key: str, doc: dict[str, Any] | None) -> None:
        before = self._store.armies.get(key)
        self._put(key, doc)
        self._undo.append((label, key, before))

    def _put(self, key: str, doc: dict[str, Any] | None) -> None:
        if doc is None:
            self._store.armies.remove(key)
        else:
            self._store.armies.put(key, doc)

    # Legality and the table

    def units(self, army: Army) -> tuple[Card, ...]:
        """One card for each unit, with its options applied; units whose card is gone are left
        out."""
        return tuple(card for _, card in expanded(self.library.cards, army))

    def check(self, army: Army) -> Checked:
        """Points, and every problem in a sentence with its rule."""
        return check_army(self._store.rulesets, self.library.cards, army)

    def put_on_table(self, army: Army, seat: int, table: GameState | None = None) -> tuple[UnitAdded, ...]:
        """The events that add the whole army to a game; a unit that joins another says which."""
        rows = [*expanded(self.library.cards, army)]
        events = [*put_on_table((card for _, card in rows), seat, table)]
        for hero, squad in _joined(rows):
            events[hero] = replace(events[hero], trackers=events[hero].trackers.put("joined", events[squad].unit))
        return tuple(events)

    def listed(self, army: Army) -> list[Listed]:
        """Each unit with its options and what it costs with them."""
        return _listed(expanded(self.library.cards, army))


def check_army(rulesets: Mapping[str, Ruleset], cards: Mapping[str, Card], army: Army) -> Checked:
    """An army of these cards: its points, and every problem in a sentence with its rule."""
    rows = [*expanded(cards, army)]
    found = checked(rulesets[army.game], [card for _, card in rows], army.terms, _joined(rows))
    codex = army_lists(army.game).get(army.list)
    more = [
        *_gone(cards, army),
        *_mixed(rows),
        *(list_findings(codex, _listed(rows), _limit(army.terms)) if codex else ()),
    ]
    return replace(found, problems=(*more, *found.problems))


def _listed(rows: Iterable[tuple[Row, Card]]) -> list[Listed]:
    return [Listed(row.card, card.name, row.options, points(card)) for row, card in rows]


def _joined(rows: list[tuple[Row, Card]]) -> tuple[tuple[int, int], ...]:
    """Which unit joins which, by their places in the army; each unit is joined at most once."""
    pairs: list[tuple[int, int]] = []
    for place, (row, _) in enumerate(rows):
        free = (
            n for n, (other, _) in enumerate(rows) if other.card == row.joins and n not in {pair[1] for pair in pairs}
        )
        if row.joins and (squad := next(free, None)) is not None:
            pairs.append((place, squad))
    return tuple(pairs)


def _gone(cards: Mapping[str, Card], army: Army) -> Iterator[Finding]:
    for row in army.rows:
        if row.card not in cards:
            yield Finding(say("the card {name} is not in the library", name=row.card), "")
        elif row.joins and _is_crowded(army, row.joins):
            yield Finding(say("{unit}: no unit is left for it to join", unit=cards[row.card].name), "")


def _is_crowded(army: Army, joined: str) -> bool:
    """Whether more units join a card than the army has of it."""
    wanted = sum(row.count for row in army.rows if row.joins == joined)
    return wanted > sum(row.count for row in army.rows if row.card == joined)


def _mixed(rows: list[tuple[Row, Card]]) -> Iterator[Finding]:
    """Findings about mixed editions, whose points do not compare."""
    editions = sorted({card.edition for _, card in rows if not card.training and card.edition})
    if len(editions) > 1:
        yield Finding(say("cards of several editions: {editions}", editions=", ".join(editions)), "")


def _more(rows: tuple[Row, ...], cards: Iterable[Card]) -> tuple[Row, ...]:
    """One more unit in a row of the same card and options, or a new row."""
    for card in cards:
        place = next(
            (n for n, row in enumerate(rows) if row.card == card.id and not row.options and row.count < 99), len(rows)
        )
        row = replace(rows[place], count=rows[place].count + 1) if place < len(rows) else Row(card.id)
        rows = (*rows[:place], row, *rows[place + 1 :])
    return rows


def expanded(cards: Mapping[str, Card], army: Army) -> Iterator[tuple[Row, Card]]:
    """One card for each unit, with its options applied; units whose card is gone are left out."""
    codex = army_lists(army.game).get(army.list)
    for row in army.rows:
        if card := cards.get(row.card):
            yield from ((row, _with_options(card, row, codex)) for _ in range(row.count))


def _with_options(card: Card, row: Row, codex: ArmyList | None) -> Card:
    return replace(card, values=composed(card.values, row.options, codex)) if codex and row.options else card


def _limit(terms: Map[Value]) -> int | None:
    limit = terms.get("limit")
    return limit if isinstance(limit, int) else None
