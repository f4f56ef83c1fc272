"""Ledger: every hand movement at the end of the phase, in the order of the rules, one tick each."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.uix.widget import Widget

from engine.values.events import Ticked
from engine.values.model import Line
from engine.values.texts import say, say_many
from screens.pages.question import MANY, Shifting
from screens.present.lines import capital
from screens.widgets.ground import Across, Column
from screens.widgets.longlist import Row
from screens.widgets.pieces import Segments
from screens.widgets.press import IconButton
from screens.widgets.rows import LedgerRow
from screens.widgets.theme import MARKERS
from screens.widgets.words import Words


class LedgerQuestion(Shifting):
    """Tick, skip, or apply all at once."""

    named_by_prompt = True
    chapter = "ledger"

    def build(self) -> Widget:
        if len(self.prompt.lines) > MANY:
            return self.long_page(self._long(), self.live(self._bottom))
        return self.page([self.live(self._head), self.live(self._rows), self.readings()], self.live(self._bottom))

    def _long(self) -> list[Row]:
        """Each line with what is ticked and skipped of it: a tap draws that line anew."""
        done, skipped = self._done(), self._skipped()
        head: Row = ("head", (len(done), len(skipped)), lambda _: self._head())
        lines = enumerate(self.prompt.lines)
        rows = ((n, (n in done, n in skipped), lambda _, n=n, line=line: self._row(n, line)) for n, line in lines)
        return [head, *rows, *([("readings", 0, lambda _: self.readings())] if self.prompt.readings else [])]

    def show(self) -> None:
        super().show()
        if self.list:
            self.list.show(self._long())

    def _done(self) -> set[int]:
        return set(self.table.state.ticks)

    def _skipped(self) -> set[int]:
        return {int(each) for each in self.args.get("skipped", ())}

    def _head(self) -> Widget:
        total, count = len(self.prompt.lines), len(self._done() - self._skipped())
        words = Words(self.tell(say("{done} of {total} done", done=count, total=total)), "row")
        return Column(
            Across(words, Words(self.prompt.ref.id, "cite", "text3", hug=True)), Segments(total, count), gap=8
        )

    def _rows(self) -> Widget:
        return Column(*(self._row(n, line) for n, line in enumerate(self.prompt.lines)), gap=6)

    def _row(self, n: int, line: Line) -> Widget:
        done, skipped = n in self._done(), n in self._skipped()
        skip = IconButton("close", lambda: self._skip(n), self.tell(say("Skip this line")), "text2")
        cite = self.tell(say("Skipped")) if skipped else f"{self.tell(line.ref.title)}, {line.ref.id}"
        mark = next((each for each in self._marks(line) if each in MARKERS), "")
        return LedgerRow(
            capital(self.tell(line.text)),
            cite,
            mark,
            True,
            done,
            skipped,
            lambda: self.table.enter(Ticked(n, not done)),
            skip,
        )

    def _marks(self, line: Line) -> Iterator[str]:
        """What a line moves, as silhouettes: the words of its trackers first, then the trackers."""
        marks = self.view.rules.glance.marks
        for change in line.changes:
            for value in (change.after, change.before):
                yield from (
                    marks.get(str(each), str(each)) for each in (value if isinstance(value, tuple) else (value,))
                )
        yield from (marks.get(change.tracker, change.tracker) for change in line.changes)

    def _skip(self, n: int) -> None:
        self.args["skipped"] = sorted(self._skipped() ^ {n})
        self.show()

    def _bottom(self) -> Widget:
        left = len(self.prompt.lines) - len(self._done() | self._skipped())
        sub = (
            self.tell(say_many("one line is not ticked yet", "{count} lines are not ticked yet", left)) if left else ""
        )
        return self.action(
            self.tell(say("All done on the table")), lambda: self.answer(tuple(sorted(self._skipped()))), sub
        )
