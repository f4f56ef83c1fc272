"""The list of games: the name of each and where it stopped. The list can always be made again from
the games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from carddb.loading import Reading, load, rested, time
from carddb.packing import long, short
from carddb.saves import Game, Header, header
from carddb.storage import JournalStorage
from carddb.trouble import CannotOpen
from engine.playing.codec import Damaged
from engine.playing.outcome import last_told
from engine.playing.rules import Ruleset, seats_of
from engine.values.events import Event
from engine.values.table import GameState
from engine.values.texts import Text


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list. `game` is empty if the file cannot be read; `turn` is 0 if its rules are
    not here. `acting` is the seat that acts, -1 for both; `winner` a word of the game, empty while
    it is played."""

    key: str
    size: int
    game: str = ""
    name: str = ""
    saved_at: str = ""
    turn: int = 0
    step: str = ""
    last: Event | None = None
    seats: tuple[str, ...] = ()
    acting: int = -1
    winner: str = ""

    @property
    def label(self) -> Text | None:
        """The last thing that happened, in words."""
        return self.last.label if self.last else None


def listed(key: str, data: Any, size: int) -> Listed | None:
    """A line of the list as it is saved; None if it is not such a line, or belongs to another
    file."""
    match data:
        case {
            "size": int(same),
            "game": str(game),
            "name": str(name),
            "saved_at": str(at),
            "turn": int(turn),
            "step": str(step),
        }:
            if same != size:
                return None
            try:
                last = long(data["last"]) if "last" in data else None
            except Damaged:
                return None
            seats, acting, winner = data.get("seats"), data.get("acting"), data.get("winner")
            if not isinstance(seats, list) or type(acting) is not int or not isinstance(winner, str):
                return None  # written by an older app: the file of the game says more
            known = last if isinstance(last, Event) else None
            return Listed(key, size, game, name, at, turn, step, known, tuple(map(str, seats)), acting, winner)
    return None


def plain(line: Listed) -> dict[str, Any]:
    kept = ("size", "game", "name", "saved_at", "turn", "step", "acting", "winner")
    found: dict[str, Any] = {**{each: getattr(line, each) for each in kept}, "seats": list(line.seats)}
    return {**found, "last": short(line.last)} if line.last else found


def of_file(key: str, size: int, opened: Callable[[], JournalStorage], rulesets: Mapping[str, Ruleset]) -> Listed:
    """The line of a game that is not open. The file is read, not mended; nothing is replayed if the
    app closed in order."""
    try:
        storage = opened()
        about, reading, rest = header(storage.last("game")), Reading(storage), storage.last("rest")
        if about.game not in rulesets:
            return Listed(key, size, about.game, about.name, about.created)
        rules = rulesets[about.game]
        reading.first()
        left = rested(rest, reading)
        if left and left.entries == reading.count:
            return _line(key, size, about, rules, left.state, left.at, left.last)
        found = load(rules, reading, rest)
    except CannotOpen:
        return Listed(key, size)
    last = last_told(found.session) or found.start.last
    return _line(key, size, about, rules, found.session.state, time(reading.entries, found.start), last)


def of_game(game: Game) -> Listed:
    """The line of an open game."""
    size, session = len(game.saver.storage.journal.data), game.session
    last = last_told(session) or game.before
    return _line(game.key, size, game.header, session.rules, session.state, game.saver.at, last)


def _line(key: str, size: int, about: Header, rules: Ruleset, state: GameState, at: str, last: Event | None) -> Listed:
    known = any(step.key == state.step for step in rules.steps)
    who = seats_of(rules.step(state.step).who, state) if known else ()
    winner = str(state.trackers.get("winner") or "")
    acting = who[0] if len(who) == 1 else -1
    return Listed(key, size, about.game, about.name, at, state.turn, state.step, last, about.seats, acting, winner)
