"""Ledger: every hand movement at the end of the phase, in the order of the rules, one tick each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kivy.uix.widget import Widget

from engine.values.events import Ticked
from engine.values.model import Line
from engine.values.texts import joined, say, say_many
from screens.pages.question import Answer, Question
from screens.present.lines import capital
from screens.present.onward import Deed
from screens.widgets.layouts import Across, Column
from screens.widgets.longlist import Row
from screens.widgets.pieces import Segments
from screens.widgets.press import IconButton
from screens.widgets.rows import LedgerRow
from screens.widgets.theme import MARKERS
from screens.widgets.words import Words

Ledger = tuple[int, str, str, str, bool, bool]
"""A line: its place, its words, its rule, what it moves, whether it is done, whether skipped."""


class LedgerQuestion(Question):
    """Tick, skip, or apply all at once."""

    named_by_prompt = True
    chapter = "ledger"
    gap = 6

    def rows(self) -> list[Row]:
        """Each line with what is ticked and skipped of it: a tap draws that line anew."""
        done, skipped = self._done(), self._skipped()
        head = (len(self.prompt.lines), len(done - skipped), self.prompt.ref.id, self._shared())
        lines: list[Row] = [(n, self._line(n, line), self._row) for n, line in enumerate(self.prompt.lines)]
        return [("head", head, self._head), *lines, *self.readings()]

    def _done(self) -> set[int]:
        return set(self.table.state.ticks)

    def _skipped(self) -> set[int]:
        return {int(each) for each in self.args.get("skipped", ())}

    def _shared(self) -> str:
        """What the rule says that all lines follow: it is told once, above them."""
        rules = {line.ref for line in self.prompt.lines}
        return self.tell(self.prompt.ref.title) if len(self.prompt.lines) > 1 and rules == {self.prompt.ref} else ""

    def _head(self, shown: tuple[int, int, str, str]) -> Widget:
        total, count, cite, shared = shown
        words = Words(self.tell(say("{done} of {total} done", done=count, total=total)), "row")
        why = Words(shared, "cite", "text3") if shared else None
        return Column(Across(words, Words(cite, "cite", "text3", hug=True)), why, Segments(total, count), gap=8)

    def _line(self, n: int, line: Line) -> Ledger:
        done, skipped = n in self._done(), n in self._skipped()
        text, title = self.tell(line.text), self.tell(line.ref.title)
        why = "" if self._shared() else line.ref.id if title == text else f"{title}, {line.ref.id}"
        cite = self.tell(say("Skipped")) if skipped else why
        mark = next((each for each in self._marks(line) if each in MARKERS), "")
        return n, capital(text), cite, mark, done, skipped

    def _row(self, shown: Ledger) -> Widget:
        n, text, cite, mark, done, skipped = shown
        skip = IconButton("close", partial(self._skip, n), self.tell(say("Skip this line")), "text2")
        tick = partial(self.table.enter, Ticked(n, not done))
        return LedgerRow(text, cite, mark, True, done, skipped, tick, skip)

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

    def answering(self) -> Answer:
        left = len(self.prompt.lines) - len(self._done() | self._skipped())
        text = say_many("one line is not ticked yet", "{count} lines are not ticked yet", left)
        below = (self.then(), self.tell(text) if left else "")
        return Answer(self.tell(say("All done on the table")), self.tell(joined(each for each in below if each)))

    def leads_to(self) -> Deed | None:
        return self.after(tuple(sorted(self._skipped())))

    def give(self) -> None:
        self.answer(tuple(sorted(self._skipped())))
