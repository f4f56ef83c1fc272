"""What a player may ask for next is worked out beside the drawing, while he looks at the table."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock

from screens.app.table import Table
from screens.present.onward import look_ahead

QUIET = 0.5
"""Seconds without a change after which the app looks ahead."""


class Ahead:
    """Once for each table. A finger never waits for it: the thread that draws asks for itself what
    is not known yet."""

    def __init__(self, table: Table) -> None:
        self._table, self._seen = table, table.state
        self._begin = Clock.create_trigger(self._look, QUIET)

    def look_soon(self) -> None:
        if self._seen is not self._table.state:
            self._begin()

    def stop(self) -> None:
        self._begin.cancel()

    def _look(self, _dt: float) -> None:
        table = self._table
        self._seen = table.state
        if table.prompt is None:
            table.context.work(partial(look_ahead, table.view, table.state), lambda _: None)
