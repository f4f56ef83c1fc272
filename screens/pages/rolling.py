"""A roll: what to roll and why, what it leads to, the dice as they lie on the table."""

from __future__ import annotations

from functools import partial

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.playing.answers import contest
from engine.values.kinds import Whole
from engine.values.maps import Value
from engine.values.model import Check
from engine.values.texts import say
from screens.app.table import Source
from screens.pages.fields import Controls
from screens.pages.hunt import Patience
from screens.pages.laid_dice import LaidDice
from screens.pages.question import Answer, Question, detach
from screens.pages.roll_parts import PadBox, house_button, tie
from screens.pages.roll_rows import RollRows
from screens.present import asking, dicing, prospects
from screens.present.lines import PadLine
from screens.present.prospects import Fates
from screens.widgets.bars import BottomAction
from screens.widgets.dice import DicePad
from screens.widgets.ground import left_line, paint
from screens.widgets.layouts import centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.running import compact, huge, wide
from screens.widgets.theme import Radius, Size
from screens.widgets.words import Words

HAND = 600
"""The width of odds and dice beside the reasons."""


class RollQuestion(Question):
    """Verdict, odds, reasons; the dice pad stays under the thumb."""

    named_by_prompt = True

    def build(self) -> Widget:
        self.pad = Live(self._one_pad)
        self.aside = LongList(gap=10, pad=(16, 2, 16, 12)) if wide() else None
        return super().build()

    def lay_out(self) -> Widget:
        """On a wide window reasons left; odds and dice right."""
        if not self.aside:
            return super().lay_out()
        hand = pane(self.aside, self.bottom, size_hint_x=None, width=dp(HAND))
        left_line(hand)
        panes = BoxLayout()
        has_room = Window.width >= dp(HAND + Size.widest)
        panes.add_widget(centred(self.list) if has_room else self.list)
        panes.add_widget(hand)
        return pane(self.bar, panes)

    # What it is about

    @property
    def laid(self) -> LaidDice:
        return LaidDice(self.prompt, self.args)

    @property
    def told(self) -> RollRows:
        """The roll in rows."""
        off = self.args.get("off", ())
        return RollRows(self.view, self.table.state, self.prompt, self.laid, self.known, off)

    @property
    def known(self) -> Fates | None:
        return self.table.fates.get(self._looked_at)

    @property
    def _looked_at(self) -> str:
        """The question, and the dice on which its odds depend."""
        return "/".join((str(self.args["stamp"]), *(f"{key}={value}" for key, value in self.laid.lying.items())))

    @property
    def _apart(self) -> bool:
        """Whether the pads scroll with the page."""
        return self.laid.several or huge()

    def show(self) -> None:
        self._look_ahead()
        super().show()
        if self.aside:
            self.aside.show([*self.told.odds(), *self._pad_rows()])

    def rows(self) -> list[Row]:
        again: list[Row] = [("again", self.tell(say("A tie: roll again")), tie)] if ":again" in self.prompt.key else []
        told = self.told
        heads = [] if self.laid.several else [told.verdict()]
        hand = [] if self.aside else [*self._pad_rows(), *told.odds()]
        house: list[Row] = [("house", 0, partial(house_button, self.table))]
        more = [] if asking.is_drawn_by_lot(self.prompt) else house
        return [self.asked_of(), *again, *heads, *hand, *told.reasons(self._what_if), *self.readings(), *more]

    # What it leads to

    def _look_ahead(self) -> None:
        """What the dice lead to, worked out beside the drawing; shown as it comes, and again when
        it is exact."""
        stamp, at = self.args["stamp"], self._looked_at
        if self.known is not None or self.args.get("looking") == at:
            return
        self.args["looking"] = at
        rules, state, prompt, args = self.view.rules, self.table.state, self.prompt, self.args
        nav, table, work = self.nav, self.table, self.context.work
        answers = prospects.fates(
            rules,
            state,
            prompt,
            self.laid.lying,
            Patience(lambda: nav.here.get("looking", at) == at and nav.here is args),
        )

        def done(found: Fates | None) -> None:
            if found or at not in table.fates:
                kept = {key: each for key, each in table.fates.items() if key.startswith(str(stamp))}
                table.fates = {**kept, at: found or Fates({})}
            if found and found.within:
                work(lambda: next(answers, None), done)
            if args.get("looking") == at:
                args.pop("looking", None)
            if args.get("stamp") == stamp and nav.here is args and nav.page:
                nav.page.show()

        work(lambda: next(answers, None), done)

    def _what_if(self, n: int, key: str) -> None:
        self.args["off"] = sorted(set(self.args.get("off", ())) ^ {f"{n}/{key}"})
        self.show()

    # The dice

    def _pad_rows(self) -> list[Row]:
        """Pads that scroll with the page."""
        if not self._apart:
            return []
        return [(f"pad {n}", self._pad_line(n, check), partial(self._boxed, n)) for n, check in self.laid.open]

    def _pad_line(self, n: int, check: Check) -> PadLine:
        name = what = ""
        if self.laid.several:
            name = self.told.name(check)
            roll, need = self.told.to_roll(n, check)
            what = self.tell(say("{first} {second}", first=say("{what}.", what=roll), second=need))
        return dicing.pad_line(self.view, check, self.laid.faces(n), self.laid.total(n), name, what)

    def _dice(self, n: int, line: PadLine, ground: str = "") -> DicePad:
        t = self.tell
        return DicePad(
            line,
            partial(self._tap, n),
            partial(self._throw, n),
            partial(self._take_back, n),
            (t(say("Roll for me")), t(say("Take one back"))),
            partial(self._count_as, n),
            ground,
        )

    def _one_pad(self, line: PadLine) -> Widget:
        return self._dice(self.laid.open[0][0], line, "surface")

    def _boxed(self, n: int, line: PadLine) -> Widget:
        dice = self._dice(n, line)
        if not line.name:
            return dice
        words = (Words(line.name, "row"), Words(line.what, "body", "text2"))
        return paint(PadBox(*words, dice, gap=4, pad=8 if compact() else 12), "surface", Radius.card)

    def _count_as(self, n: int, total: int) -> None:
        """The number alone: it answers a roll by itself, and stands beside others until all are
        in; of two sides the second answers. Where more dice follow, it is the number of this
        throw."""
        check, faces = dict(self.laid.open)[n], self.laid.faces(n)
        if dicing.comes_in_waves(check):
            self._enter(n, (*faces, *dicing.next_wave(check, faces, total)))
            return None if self.laid.several or self.laid.missing else self._apply()
        if not self.laid.several:
            return self.answer(total)
        self.laid.count(n, total)
        if contest(self.prompt) and all(self.laid.total(other) is not None for other, _ in self.laid.open):
            self._apply()
            return
        self.show()
        if self.laid.total(n) is not None:
            self._to_the_dice()

    def _enter(self, n: int, faces: tuple[int, ...]) -> None:
        self.laid.lay(n, faces)
        if not self._apart and not dicing.comes_in_waves(self.prompt.checks[n]):
            self.show_answer()
            return
        self.show()
        if self.laid.several and not dicing.to_enter(dict(self.laid.open)[n], faces):
            self._to_the_dice()

    def _take_back(self, n: int) -> None:
        self.args.pop("thrown", None)
        self._enter(n, self.laid.faces(n)[:-1])

    def _tap(self, n: int, face: int, change: int) -> None:
        """One die more or less. Where one die alone is asked, its face is the answer; another
        takes the place of what the app threw."""
        faces, check = self.laid.faces(n), self.prompt.checks[n]
        self.args.pop("thrown", None)
        if change > 0 and not faces and self.laid.is_single and not dicing.comes_in_waves(check):
            self.args["faces"] = {str(n): [face]}
            self._apply()
        elif change > 0 and dicing.to_enter(check, faces):
            self._enter(n, (*faces, face))
        elif change > 0 and check.dice == 1 and len(faces) == 1:
            self._enter(n, (face,))
        elif change < 0 and face in faces[dicing.laid_before(check, faces) :]:
            place = len(faces) - 1 - faces[::-1].index(face)
            self._enter(n, faces[:place] + faces[place + 1 :])

    def throw_all(self) -> None:
        """All dice of the app at once."""
        for n, _ in self.laid.open:
            self._throw(n)

    def _throw(self, n: int) -> None:
        """The app's own dice, wave after wave."""
        faces, check = self.laid.faces(n), self.prompt.checks[n]
        while left := dicing.to_enter(check, faces):
            faces = (*faces, *(self.context.dice(check.die.faces) for _ in range(left)))
        self.args["thrown"] = True
        self._enter(n, faces)

    # The answer

    def show_answer(self) -> None:
        super().show_answer()
        self.pad.show(None if self._apart or not self.laid.open else self._pad_line(*self.laid.open[0]))

    def large(self, warning: str, extra: Widget | None = None) -> BottomAction:
        detach(self.pad)
        return super().large(warning, self.pad)

    def answering(self) -> Answer:
        return Answer(*self.told.answer())

    def give(self) -> None:
        if not self.laid.missing:
            self._apply()
            return
        self._to_the_dice()
        if not self.laid.is_single and (self.told.lacks_numbers or not self.laid.several):
            self._count(*self.laid.next_open)

    def _to_the_dice(self) -> None:
        """Where the pads scroll with the page, the first one that misses dice comes in sight."""
        if self._apart and self.laid.missing:
            (self.aside or self.list).bring(f"pad {self.laid.next_open[0]}")

    def _apply(self) -> None:
        values = self.laid.values
        source: Source = "app" if self.args.pop("thrown", False) else "table"
        self.answer(values if len(values) > 1 else values[0], source)

    def _count(self, n: int, check: Check) -> None:
        """Only the number of successes, for those who count by eye."""
        totals = dicing.totals(check, self.laid.faces(n)) or dicing.count_answer(check)
        give = partial(self._answer_count, n)
        rows = Controls(self.view, quick=True).control(Whole(totals[0], totals[-1]), None, give)
        title = say("How many succeed?") if check.keep is None else say("What is the result?")
        name = Words(self.told.name(check), "meta", "text2") if self.laid.several else None
        self.nav.sheet(Words(self.tell(title), "title"), name, rows)

    def _answer_count(self, n: int, value: Value) -> None:
        self.nav.close_sheet()
        self._count_as(n, int(str(value)))

    def key(self, key: str) -> bool:
        """Digits are dice; return applies."""
        if self.laid.several or not self.laid.open:
            return False
        n, check = self.laid.open[0]
        if key.isdecimal() and len(key) == 1 and int(key) in check.die.faces:
            self._tap(n, int(key), 1)
            return True
        if key == "\r" and not self.laid.missing:
            self._apply()
            return True
        return False
