"""What runs out with a step: shown, and put back if the players say so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine.playing.rules import Ruleset, Tracker
from engine.values.events import TrackerSet
from engine.values.maps import Value
from engine.values.table import GameState
from engine.values.texts import say
from screens.present.lines import capital
from screens.widgets.press import PushButton
from screens.widgets.rows import note
from screens.widgets.words import Words

if TYPE_CHECKING:
    from screens.app.table import Table

MOST_ENDED = 30
"""Things that end with a step and are told one by one."""


def ask_resets(table: Table, before: GameState) -> None:
    """What ran out with the step: shown, and put back if the players say so."""
    gone = list(ended(table.rules, before, table.state))
    if not gone:
        return
    t, nav = table.tell, table.nav
    nav.sheet(
        Words(t(say("These end with the step")), "title"),
        *(note("undo", each) for each in _ended_lines(table, before, gone)),
        PushButton(t(say("Reset them")), nav.close_sheet, "primary", "check-bold"),
        PushButton(t(say("Keep them as they were")), lambda: _put_back(table, gone), "outline"),
    )


def _put_back(table: Table, gone: list[tuple[str, Tracker, Value]]) -> None:
    listeners, table.session.listeners = table.session.listeners, []  # drawn once, when all is back
    try:
        table.each(*(partial(table.enter, TrackerSet(owner, tracker.key, value)) for owner, tracker, value in gone))
    finally:
        table.session.listeners = listeners
    for listener in listeners:
        listener()


def _ended_lines(table: Table, before: GameState, gone: list[tuple[str, Tracker, Value]]) -> Iterator[str]:
    """One line for each thing that ended, with all it belonged to."""
    t = table.tell
    if len(gone) <= MOST_ENDED:
        yield from (_ended_line(table, before, owner, tracker) for owner, tracker, _ in gone)
        return
    for tracker in dict.fromkeys(tracker.key for _, tracker, _ in gone):
        whose = [owner for owner, each, _ in gone if each.key == tracker]
        what = capital(t(next(each.text for _, each, _ in gone if each.key == tracker)))
        names = [_owner(table, before, owner) for owner in whose if owner]
        yield t(say("{name}: {value}", name=what, value=", ".join(names))) if names else what


def _ended_line(table: Table, before: GameState, owner: str, tracker: Tracker) -> str:
    t = table.tell
    what, who = capital(t(tracker.text)), _owner(table, before, owner) if owner else ""
    return t(say("{name}: {value}", name=who, value=what)) if who else what


def _owner(table: Table, before: GameState, owner: str) -> str:
    return before.unit(owner).name if owner in before.units else table.view.words.seat(int(owner[1:]))


def ended(rules: Ruleset, before: GameState, after: GameState) -> Iterator[tuple[str, Tracker, Value]]:
    """What was reset from one step to the next, or ran out: whose, which, and what it was."""
    lasting = {tracker.key for tracker in rules.trackers if tracker.lasts}
    ends = {tuple(name.rpartition("/")[::2]) for name in before.ends}
    for owner in ("", *(f"@{seat}" for seat in range(len(before.seats))), *before.units):
        held, now = before.held(owner), after.held(owner)
        for key, value in held.items():
            tracker = rules.tracker(key)
            if tracker and value and not now.get(key) and (key in lasting or (owner, key) in ends):
                yield owner, tracker, value
