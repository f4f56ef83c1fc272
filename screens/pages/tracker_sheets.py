"""Sheets on which something is set by hand: they stay open until they are closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from engine.playing.rules import Tracker
from engine.values.kinds import Flag, Whole
from engine.values.texts import Text, say
from screens.app.table import Table
from screens.pages.fields import Controls, entered
from screens.pages.trackers import Trackers
from screens.present.lines import capital
from screens.present.things import ThingLine, ThingsLine, live
from screens.widgets.layouts import Column
from screens.widgets.live import Live
from screens.widgets.press import PushButton
from screens.widgets.rows import SwitchRow
from screens.widgets.things import Counted, CountRow
from screens.widgets.words import Words


def tracker_sheet(table: Table, title: Text | str, owner: str, trackers: tuple[Tracker, ...]) -> None:
    """Some trackers of a seat, the table or a unit."""
    parts = [Live(partial(_control, table, owner, tracker)) for tracker in trackers]
    _stay(table, title, parts, lambda: [_held(table, owner, tracker) for tracker in trackers])


def unit_sheet(table: Table, unit: str) -> None:
    """What lies on a unit and what it did, without leaving the table."""
    trackers = Trackers(table)
    trackers.unit = unit

    def lines() -> list[ThingsLine]:
        return [each for each in live(table.view, table.state, table.state.unit(unit)) if each.key in ("lying", "did")]

    parts = [Live(trackers.things) for _ in lines()]
    _stay(table, table.state.unit(unit).name, parts, lines)


def _stay(table: Table, title: Text | str, parts: list[Live], shown: Callable[[], Sequence[Any]]) -> None:
    """A sheet that is brought up to date while it is open."""

    def show() -> None:
        for part, each in zip(parts, shown(), strict=False):
            part.show(each)

    show()
    done = PushButton(table.tell(say("Done")), table.nav.close_sheet, "tonal")
    table.nav.sheet(Words(capital(table.tell(title)), "title"), *parts, done, refresh=show)


def _held(table: Table, owner: str, tracker: Tracker) -> Any:
    """What it holds; a number as a line of its own, and an empty one as none."""
    held = table.state.held(owner).get(tracker.key, tracker.default)
    if isinstance(tracker.kind, Whole):
        count = held if isinstance(held, int) else max(0, tracker.kind.least)
        return ThingLine(tracker.key, "count", capital(table.tell(tracker.text)), count=count, most=tracker.kind.most)
    return (held,)


def _control(table: Table, owner: str, tracker: Tracker, shown: Any) -> Widget:
    """A tracker to set by hand; an event like any other."""
    put, name = partial(table.set_by_hand, owner, tracker.key), capital(table.tell(tracker.text))
    if isinstance(shown, ThingLine):
        return _counter(table, owner, tracker, shown)
    (held,) = shown
    if isinstance(tracker.kind, Flag):
        return SwitchRow(name, tracker.ref.id, bool(held), partial(put, not held))
    made = Controls(table.view).control(tracker.kind, held, put, name)
    return Column(Words(name, "body"), Words(tracker.ref.id, "cite", "text3"), made, gap=4, pad=(14, 6, 14, 6))


def _counter(table: Table, owner: str, tracker: Tracker, line: ThingLine) -> Widget:
    """Plus, minus, or typed below."""
    assert isinstance(tracker.kind, Whole)
    t, least, most = table.tell, tracker.kind.least, tracker.kind.most
    put = partial(table.set_by_hand, owner, tracker.key)

    def step(by: int) -> None:
        now = table.state.held(owner).get(tracker.key, tracker.default)
        put(max(least, min(most, (now if isinstance(now, int) else max(0, least)) + by)))

    def typing(text: str) -> None:
        if text.isdecimal() and len(text) < 5:
            put(max(least, min(most, int(text))))

    names = (t(say("{name}: one less", name=line.name)), t(say("{name}: one more", name=line.name)))
    entry = entered(
        "",
        typing,
        t(say("Another number")),
        name=t(say("{name}: {value}", name=line.name, value=t(say("Another number")))),
        input_filter="int",
    )
    return Counted(CountRow(line, step, None, names), entry)
