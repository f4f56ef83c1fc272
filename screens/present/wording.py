"""A game in the words of its players: names of seats, keys, values, what a card states."""

from __future__ import annotations

from collections import Counter

from engine.playing.answers import contest, rollers
from engine.playing.labels import value_words
from engine.playing.rules import Ruleset
from engine.values.maps import Map, Value
from engine.values.model import Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say
from screens.present.lines import EMPTY_VALUES, StatLine, Tell, capital
from screens.present.shelf import names, seat_name

COMMON = {
    "name": say("name"),
    "seat": say("player"),
    "unit": say("unit"),
    "units": say("units"),
    "formation": say("formation"),
    "target": say("target"),
    "targets": say("targets"),
    "attacker": say("attacker"),
    "attackers": say("attackers"),
    "defender": say("defender"),
    "weapon": say("weapon"),
    "weapons": say("weapons"),
    "range": say("range"),
    "cover": say("cover"),
    "terrain": say("terrain"),
    "order": say("order"),
    "type": say("type"),
    "equipment": say("equipment"),
    "row": say("row"),
    "scenario": say("scenario"),
    "limit": say("points at most"),
    "historical": say("historical limits"),
    "tiles": say("tiles of the battlefield"),
    "column": say("column"),
}
"""What fields are called that many games ask for, where a game has no word of its own."""


class Wording:
    """A ruleset in one language, with the players' names."""

    def __init__(self, rules: Ruleset, tell: Tell, seats: tuple[str, ...] = ()) -> None:
        self.rules, self.tell, self.seats = rules, tell, seats
        self.names = names(tell, rules, seats)
        self._called = tuple(seat_name(tell, rules, seats, seat) for seat in range(len(seats)))

    def seat(self, seat: int) -> str:
        """The name of a player."""
        return self._called[seat] if seat < len(self._called) else seat_name(self.tell, self.rules, (), seat)

    def word(self, key: str) -> str:
        return self.known(key) or key.replace("_", " ")

    def known(self, key: str) -> str:
        """A key as a player calls it; nothing where no word of the game, its cards or its
        markers says it."""
        tracker = self.rules.tracker(key)
        found = (
            self.rules.words.get(key)
            or COMMON.get(key)
            or self.rules.glance.stats.get(key)
            or (tracker and tracker.text)
        )
        return self.tell(found) if found else ""

    def printed(self, word: str) -> str:
        """A word of a card; a name that only this card has stays as it is."""
        plain = word.replace("_", " ").lower()
        text = self.word(plain if plain in self.rules.words and word not in self.rules.words else word)
        return capital(text) if word[:1].isupper() else text

    def field(self, key: str) -> str:
        """What is told under this key, of a procedure or of a card; a game's word for it may be
        that of a reading. What a key says of one thing has its name after a colon."""
        key, _, name = key.partition(":")
        if name:
            return self.tell(say("{name}: {value}", name=name, value=self.field(key)))
        found = self.rules.fields.get(key) or self.rules.glance.stats.get(key) or COMMON.get(key)
        return self.tell(found) if found else self.word(key)

    def value(self, value: Value) -> str:
        return self.tell(value_words(self.rules, value))

    def check_name(self, state: GameState, prompt: Prompt, key: str) -> str:
        """Whose roll it is, or what for: of two sides the one that rolls, whichever seat it has;
        else keys carry a unit or a number after a colon."""
        labels = prompt.labels() if prompt.labels else ()
        at = next((n for n, check in enumerate(prompt.checks) if check.key == key), len(prompt.checks))
        if at < len(labels):
            return capital(self.tell(labels[at]))
        word, *parts = key.split(":")
        counted = bool(parts) and parts[-1].isdecimal()
        if counted and contest(prompt):
            return self.seat(rollers(prompt, state)[at] if at < len(prompt.checks) else int(parts[-1]))
        what = f"{capital(self.word(word))} {int(parts[-1]) + 1}" if counted else capital(self.word(word))
        name = next((state.units[each].name for each in parts if each in state.units), "")
        return self.tell(say("{name}: {value}", name=name, value=what)) if name else what

    def refusal(self, no: Refusal) -> str:
        return self.tell(say("{why} ({rule})", why=capital(self.tell(no.why)), rule=no.ref.id))

    def card(self, unit: Unit) -> tuple[StatLine, ...]:
        """The card, what matters most first; a value it does not state is unknown."""
        names = self.rules.glance.stats
        rest: dict[str, Text | str] = {key: key for key in unit.card if key not in names and key != "name"}
        return tuple(
            self._stat(unit, key, self.tell(name))
            for key, name in [*names.items(), *rest.items()]
            if self.rules.card.field(key)
        )

    def _stat(self, unit: Unit, key: str, name: str) -> StatLine:
        value = unit.card.get(key)
        if value is None:
            return StatLine(key, capital(name), self.tell(say("not stated")), known=False)
        return StatLine(key, capital(name), _row(value) or self.stated(value))

    def stated(self, value: Value) -> str:
        """A value of a card: several things each on a line of its own, the same ones counted."""
        if value in ((), Map()):
            return self.tell(say("none"))
        if isinstance(value, Map) and any(map(self.rules.effect, value)):
            return "\n".join(self._ability(key, each) for key, each in value.items() if each not in EMPTY_VALUES)
        if isinstance(value, Map) and all(isinstance(each, Map) for each in value.values()):
            return "\n".join(self.pair(key, self._part(each)) for key, each in value.items())
        if isinstance(value, tuple) and any(isinstance(each, (Map, tuple)) for each in value):
            things = Counter(self._part(each) for each in value)
            return "\n".join(text if count == 1 else f"{count} × {text}" for text, count in things.items())
        return self._part(value)

    def pair(self, key: str, value: str) -> str:
        """A key and what it holds, as the language sets it."""
        return self.tell(say("{name}: {value}", name=capital(self.word(key)), value=value))

    def _ability(self, key: str, value: Value) -> str:
        """An ability and what it does, where the game has words for that."""
        name, effect = capital(self._pair(key, value)), self.rules.effect(key, value)
        return self.tell(say("{name}: {value}", name=name, value=effect)) if effect else name

    def _part(self, value: Value) -> str:
        """One thing in one line: what it has, without what it has not."""
        match value:
            case (int(count), Map() as thing) if "name" in thing:
                return f"{count} × {self._part(thing)}"
            case tuple() if all(isinstance(each, int) for each in value):
                return "/".join(map(str, value))
            case tuple():
                return ", ".join(self._part(each) for each in value if each not in EMPTY_VALUES)
            case Map():
                return ", ".join(self._pair(key, each) for key, each in value.items() if each not in EMPTY_VALUES)
        return self.printed(value) if isinstance(value, str) else self.value(value)

    def _pair(self, key: str, value: Value) -> str:
        """The name of a thing is the thing; the rest is told by its name."""
        if key in ("name", "item"):
            return self.value(value)
        if value is True:
            return self.printed(key)
        inner = self._part(value)
        return f"{self.printed(key)} ({inner})" if isinstance(value, Map) else f"{self.printed(key)} {inner}"


def _row(value: Value) -> str:
    """Numbers of a card side by side; a dash where the card has one."""
    if isinstance(value, tuple) and value and all(isinstance(each, int) or each is None for each in value):
        return " / ".join("–" if each is None else str(each) for each in value)
    return ""
