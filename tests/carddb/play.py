"""Games played through the store: any tap a player can make, chosen by a number generator."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from random import Random

from carddb.disk import Disk
from carddb.saves import Clock, Game, Header, begin, resume
from carddb.storage import Format, JournalStorage
from engine.playing.answers import Stale
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.values.events import Advanced, Answered, CardFilled, Opened, TrackerSet
from engine.values.maps import pairs
from engine.values.model import Impossible
from tests.engine.tiny import RULES, opened
from tests.games.cases import Case
from tests.games.taps import reply, tap

TINY = Case(RULES, opened(), Opened("shoot", pairs(unit="a")), (), "b")


def clock() -> Clock:
    """A minute passes whenever somebody looks."""
    minutes = count()
    return lambda: "2026-10-{:02}T{:02}:{:02}:00".format(*(lambda n: (1 + n // 1440, n // 60 % 24, n % 60))(next(minutes)))


def step(case: Case, session: Session, random: Random) -> None:
    """One tap, of the players' own making: forwards mostly, back and sideways at times."""
    draws = [random.randrange(60) for _ in range(12)]
    with suppress(Impossible, Stale, LookupError):  # a tap that is nonsense now is not made
        match random.randrange(24):
            case 0:
                session.undo(random.randrange(1, 4))
            case 1:
                session.redo(random.randrange(1, 3))
            case 2:
                session.undo_procedure()
            case 3:
                amend(session, random, draws)
            case 4 | 5 | 6 | 7:
                session.overrule(Advanced(leave=True))
            case 8:
                session.overrule(case.opening)
            case kind:
                tap(case, session, kind % 10, draws)


def amend(session: Session, random: Random, draws: list[int]) -> None:
    """Some old answer, tracker or card value becomes another one."""
    able = [n for n, event in enumerate(session.log) if isinstance(event, (Answered, TrackerSet, CardFilled))]
    if able:
        at = random.choice(able)
        event = session.log[at]
        before = Session(session.rules, session.states[at])
        again = reply(before.prompt, draws) if isinstance(event, Answered) and before.prompt else event.value  # type: ignore[union-attr]
        session.amend(session.first + at, again)


def storage(disk: Disk, form: Format | None = None) -> JournalStorage:
    return JournalStorage(disk, "g", "game", form)


def begun(case: Case, disk: Disk, form: Format | None = None, name: str = "Evening") -> Game:
    about = Header(case.rules.key, name, case.rules.version, "2026-09-30T20:00:00", ("Ann", "Ben"))
    return begin("g", case.rules, case.start, about, storage(disk, form), clock())


def reopened(rules: Ruleset, disk: Disk, form: Format | None = None) -> Game:
    return resume("g", rules, storage(disk, form), clock())


def all_of(game: Game) -> Session:
    """The session with its whole history."""
    while game.remember():
        pass
    return game.session
