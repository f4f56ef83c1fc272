"""The part of a deed's page where two lines face each other: the lines, and what would be best."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from engine.playing.drafting import Filled
from engine.playing.facing import Advice, Facing
from engine.playing.plan import DeedPlan
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import say
from screens.app.context import Context
from screens.present import facing
from screens.present.facing import AdviceLine, FacingHead, FacingRow
from screens.present.view import View
from screens.widgets.facing import advice_card, facing_head, facing_row, fields_in_sight
from screens.widgets.longlist import Row


class FacingRows:
    """The rows of the lines; `changed` is told when the advice has come, which is worked out beside
    the drawing."""

    def __init__(
        self, context: Context, view: View, give: Callable[[Map[Value]], object], changed: Callable[[], None]
    ) -> None:
        self.context, self.view, self.give, self.changed = context, view, give, changed
        self.first = 0
        self.wanted: object = None
        self.advice: tuple[AdviceLine, ...] = ()

    def look_ahead(self, state: GameState, plan: DeedPlan, filled: Filled) -> None:
        """What would be best for the draft as it is; a change begins anew."""
        wanted = (state, filled.draft)
        if filled.facing is None or wanted == self.wanted:
            self.advice = self.advice if filled.facing else ()
            return
        self.wanted = wanted
        self.context.work(lambda: tuple(plan.advice(state, filled.draft)), partial(self._found, wanted))

    def _found(self, wanted: object, found: tuple[Advice, ...]) -> None:
        if wanted is self.wanted:
            self.advice = facing.advice_lines(self.view, found)
            self.changed()

    def rows(self, state: GameState, lines: Facing) -> list[Row]:
        shown = fields_in_sight(len(lines.columns))
        self.first = self.first if self.first < len(lines.columns) else 0
        top = facing.head(self.view, state, lines, self.first, shown)
        use = self.view.tell(say("Use it"))
        found: list[Row] = [("facing", top, partial(self._head, shown, len(lines.columns)))]
        found += [
            ("facing " + each.fighter.id, each, self._row)
            for each in facing.rows(self.view, state, lines, self.first, shown)
        ]
        return [("advice " + each.title, each, partial(advice_card, self.give, use)) for each in self.advice] + found

    def _head(self, shown: int, count: int, head: FacingHead) -> Widget:
        return facing_head(self.give, partial(self._turn, shown, count), head)

    def _row(self, row: FacingRow) -> Widget:
        return facing_row(self.give, row)

    def _turn(self, shown: int, count: int) -> None:
        """The next columns; after the last ones the first."""
        self.first = self.first + shown if self.first + shown < count else 0
        self.changed()
