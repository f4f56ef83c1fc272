"""A whole game played again from its first tap, by the rules of this version."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from carddb.loading import Point, Reading, entry, moment, plain, time
from carddb.saves import Game, Header
from carddb.storage import Op
from carddb.trouble import CannotOpen, CannotSave
from engine.playing import codec
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.values.texts import say


@dataclass(frozen=True, slots=True)
class Past:
    """The opening table and every entry since, as they are saved."""

    start: Point
    entries: tuple[Any, ...]


def past(game: Game) -> Past:
    """The past of a game, read from its file."""
    if not game.saver.retry():
        assert game.saver.why
        raise CannotSave(game.saver.why)
    reading = Reading(game.saver.storage)
    while reading.back():
        pass
    if not reading.point or reading.point.entries:
        raise CannotOpen(say("the beginning of this game cannot be read any more"))
    return Past(reading.point, tuple(reading.entries))


def again(
    rules: Ruleset, past: Past, tell: Callable[[float, float], object] = lambda done, total: None
) -> Session | None:
    """A session with the same entries by these rules; None if one of them does not fit. `tell`
    hears how many of how many are done."""
    session = Session(rules, past.start.state)
    for number, doc in enumerate(past.entries):
        tell(number, len(past.entries))
        try:
            session.enter(entry(doc))
        except Exception:  # mended rules may stumble over an old entry in any way
            return None
    return session


def changes(about: Header, past: Past, again: Session) -> Iterator[Op]:
    """The lines of the second game's file: the past of the first, and the table that these rules
    lead to."""
    yield "game", "1", codec.plain(about)
    yield "start", "1", plain(replace(past.start, rules=about.rules))
    for number, doc in enumerate(past.entries, 1):
        yield "entries", str(number), doc
    if here := moment(again, len(past.entries), time(past.entries, past.start)):
        yield "checkpoints", str(here.entries + 1), plain(here)
