"""Tables as people have them: columns by the names that players give them, in any of the app's
languages; numbers with a decimal comma; words of the game in the player's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from carddb.cells import cell
from carddb.search import folded
from engine.playing.rules import Ruleset
from engine.values.kinds import Field, Kind, ListOf, Word
from engine.values.maps import thawed
from engine.values.texts import Text, english, say

Tell: TypeAlias = Callable[[Text | str], str]
NAMES: Mapping[str, tuple[Text, ...]] = {
    "name": (say("name"), say("unit"), say("card")),
    "cost": (say("cost"), say("points")),
    "points": (say("points"), say("cost")),
    "ap": (say("points"), say("cost")),
    "speed": (say("speed"), say("movement")),
    "move": (say("movement"), say("speed")),
    "year": (say("year"),),
    "edition": (say("edition"),),
    "game": (say("game"),),
}
"""What else people call a column, the usual first."""


def key_of(rules: Ruleset | None, column: str, tells: Iterable[Tell], about: Sequence[str]) -> str:
    """The field that a column means; the column itself where nothing is called so."""
    plain = folded(column.strip())
    fields = [field.key for field in rules.card.fields] if rules else []
    if plain in fields or plain in about:
        return plain
    return next((key for key, name in _called(rules, fields, about, tells) if folded(name) == plain), plain)


def _called(
    rules: Ruleset | None, fields: Sequence[str], about: Sequence[str], tells: Iterable[Tell]
) -> Iterator[tuple[str, str]]:
    """Every field with every name it has."""
    for tell in tells:
        for key in (*fields, *about):
            yield from ((key, tell(text)) for text in texts_of(rules, key))


def texts_of(rules: Ruleset | None, key: str) -> Iterator[Text]:
    """What a field is called, the game's own word first."""
    found = (rules.glance.stats.get(key), rules.words.get(key), rules.fields.get(key)) if rules else ()
    yield from (text for text in found if text)
    yield from NAMES.get(key, ())


def worded(rules: Ruleset, key: str, value: Any, tells: Iterable[Tell]) -> Any:
    """Words of a cell that the game has choices for, by any of their names."""
    field = rules.card.field(key)
    return _chosen(rules, field.kind, value, tuple(tells)) if field else value


def _chosen(rules: Ruleset, kind: Kind, value: Any, tells: tuple[Tell, ...]) -> Any:
    if isinstance(kind, ListOf) and isinstance(value, list):
        return [_chosen(rules, kind.kind, each, tells) for each in value]
    if not (isinstance(kind, Word) and kind.choices and isinstance(value, str)) or value in kind.choices:
        return value
    plain = folded(value)
    named = ((key, rules.word(key)) for key in kind.choices)
    return next((key for key, text in named if any(folded(tell(text)) == plain for tell in tells)), value)


def starting_table(rules: Ruleset, cards: Sequence[Any], tell: Tell = english) -> str:
    """A table to fill in: the columns in the player's words, and some cards as examples."""
    names = [_head(rules, field, tell) for field in rules.card.fields]
    rows = [
        [
            cell(rules.card, field.key, thawed(card.values[field.key])) if field.key in card.values else ""
            for field in rules.card.fields
        ]
        for card in cards
    ]
    return "\ufeff" + "".join(";".join(map(_quoted, row)) + "\r\n" for row in (names, *rows))


def _head(rules: Ruleset, field: Field, tell: Tell) -> str:
    """The name of a column, if it leads back to its field; else its key."""
    name = next((tell(text) for text in texts_of(rules, field.key)), field.key)
    return name if key_of(rules, name, (tell,), ()) == field.key else field.key


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ';"\n') else text
