"""A roll: what to roll and why, what it leads to, the dice as they lie on the table."""

from __future__ import annotations

from functools import partial

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.dice.check import foregone
from engine.playing.answers import contest, rollers
from engine.playing.throws import contest_result
from engine.values.kinds import Whole
from engine.values.maps import Value
from engine.values.model import Check
from engine.values.texts import Text, say, say_many
from screens.app.table import Source
from screens.pages.fields import Controls
from screens.pages.question import Answer, Question, detach
from screens.pages.roll_parts import (
    PadBox,
    Patience,
    Reasons,
    Verdicts,
    house_button,
    odds_cards,
    reasons_card,
    tie,
    verdicts,
)
from screens.present import asking, dicing, prospects
from screens.present.lines import OddsLine, PadLine
from screens.present.prospects import Fates
from screens.widgets.bars import BottomAction
from screens.widgets.dice import DicePad, fits
from screens.widgets.ground import left_line, paint
from screens.widgets.layer import Layer
from screens.widgets.layouts import centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.running import compact, huge, short, wide
from screens.widgets.theme import Radius, Size
from screens.widgets.words import Words

HAND = 600
"""The width of odds and dice beside the reasons."""


class RollQuestion(Question):
    """Verdict, odds, reasons; the dice pad stays under the thumb."""

    named_by_prompt = True

    def build(self) -> Widget:
        self.pad = Live(self._one_pad)
        self.pad_layer = Layer(self.pad, "surface")
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
    def open(self) -> list[tuple[int, Check]]:
        """The checks that need dice, each with its place."""
        return [(n, check) for n, check in enumerate(self.prompt.checks) if foregone(check) is None]

    @property
    def several(self) -> bool:
        return len(self.open) > 1

    @property
    def known(self) -> Fates | None:
        return self.table.fates.get(self._looked_at)

    @property
    def _lying(self) -> dict[str, int]:
        """Of several checks, what those have come to whose dice are all in."""
        if not self.several:
            return {}
        found = {check.key: self._reading(n, check)[1] for n, check in self.open if not self._left(n, check)}
        sure = {check.key: known for check in self.prompt.checks if (known := foregone(check)) is not None}
        return {**sure, **found}

    @property
    def _looked_at(self) -> str:
        """The question, and the dice on which its odds depend."""
        return "/".join((str(self.args["stamp"]), *(f"{key}={value}" for key, value in self._lying.items())))

    @property
    def _apart(self) -> bool:
        """Whether the pads scroll with the page."""
        return self.several or huge()

    def show(self) -> None:
        self._look_ahead()
        super().show()
        if self.aside:
            self.aside.show([*self._odds_rows(), *self._pad_rows()])

    def rows(self) -> list[Row]:
        again: list[Row] = [("again", self.tell(say("A tie: roll again")), tie)] if ":again" in self.prompt.key else []
        heads: list[Row] = [] if self.several else [("verdict", self._verdicts(), verdicts)]
        hand = [] if self.aside else [*self._pad_rows(), *self._odds_rows()]
        house: list[Row] = [("house", 0, partial(house_button, self.table))]
        more = [] if asking.is_drawn_by_lot(self.prompt) else house
        return [self.asked_of(), *again, *heads, *hand, *self._reason_rows(), *self.readings(), *more]

    # What to roll

    def _if(self, n: int) -> Check:
        """The check as it would be without the rows switched off."""
        return asking.without(self.prompt.checks[n], self._off(n))

    def _off(self, n: int) -> frozenset[str]:
        return frozenset(key.partition("/")[2] for key in self.args.get("off", ()) if key.startswith(f"{n}/"))

    def _name(self, check: Check) -> str:
        return self.view.words.check_name(self.table.state, self.prompt, check.key)

    def _verdicts(self) -> Verdicts:
        """What to roll, what succeeds, and the signs of the two it is about."""
        state, glance = self.table.state, self.view.rules.glance
        about = [state.units[each] for each in self.prompt.about if each in state.units][:2]
        pair = tuple((glance.sign(unit), unit.seat) for unit in about)
        checks = [self._if(n) for n in range(len(self.prompt.checks))]
        return tuple(
            (*self._to_roll(n, check), () if len(pair) < 2 or short() or huge() or check.dice > 99 else pair)
            for n, check in enumerate(checks)
        )

    def _to_roll(self, n: int, check: Check) -> tuple[str, str]:
        """The dice to roll now and what succeeds: a later wave once the first lies there."""
        first = asking.roll_text(check), asking.need_text(self.view, check)
        roll, need = dicing.wave_text(check, self._faces(n)) or first
        return self.tell(roll), self.tell(need)

    # What it leads to

    def _odds_rows(self) -> list[Row]:
        return [("odds", odds, odds_cards)] if (odds := self._odds()) else []

    def _odds(self) -> tuple[tuple[str, str, tuple[OddsLine, ...]], ...]:
        """A title, the sum that matters, and bars; without bars the sum alone."""
        if self.several and contest(self.prompt):
            checks = tuple(self._if(n) for n in range(2))
            lines = prospects.contest_lines(self.view, self._sides(), checks, self.prompt.added, self.prompt.ties)
            return ((self.tell(say("Odds")), self._who_wins_a_tie(), lines),)
        names = {unit.id: unit.name for unit in self.table.state.units.values()}
        found = [self._if(n) for n, check in self.open if check.keep is None or check.needs]
        if self.several:
            found = found[:1] if self.known and self.known.together else []
        return tuple(prospects.odds_lines(self.view, check, self.known, names) for check in found)

    def _who_wins_a_tie(self) -> str:
        ties, by = self.prompt.ties, self.prompt.tie_rule or self.prompt.ref
        if ties is None:
            return ""
        return self.tell(say("Equal totals: {player} ({rule})", player=self._sides()[ties], rule=by.id))

    def _sides(self) -> tuple[str, ...]:
        return tuple(self.view.words.seat(seat) for seat in rollers(self.prompt, self.table.state))

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
            rules, state, prompt, self._lying, Patience(lambda: nav.here.get("looking", at) == at and nav.here is args)
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

    # Why

    def _reason_rows(self) -> list[Row]:
        rows: list[Row] = [
            (f"why {n}", self._reasons(n, check), partial(reasons_card, partial(self._what_if, n)))
            for n, check in enumerate(self.prompt.checks)
        ]
        inside = asking.inside(self.view, self.table.state, self.known.inside) if self.known else ()
        if inside and not asking.is_drawn_by_lot(self.prompt):
            shown: Reasons = (self.tell(say("Inside the odds")), "", tuple((line, True) for line in inside))
            rows.append(("inside", shown, partial(reasons_card, None)))
        return rows

    def _reasons(self, n: int, check: Check) -> Reasons:
        off = self._off(n)
        title = self.tell(say("Why: {name}", name=self._name(check)) if self.several else say("Why"))
        lines = tuple((line, line.key not in off) for line in asking.reasons(self.view, check))
        return title, self.tell(say("Switched off: what if")) if off else "", lines

    def _what_if(self, n: int, key: str) -> None:
        self.args["off"] = sorted(set(self.args.get("off", ())) ^ {f"{n}/{key}"})
        self.show()

    # The dice

    def _pad_rows(self) -> list[Row]:
        """Pads that scroll with the page."""
        if not self._apart:
            return []
        return [(f"pad {n}", self._pad_line(n, check), partial(self._boxed, n)) for n, check in self.open]

    def _pad_line(self, n: int, check: Check) -> PadLine:
        name = what = ""
        if self.several:
            name = self._name(check)
            roll, need = self._to_roll(n, check)
            what = self.tell(say("{first} {second}", first=say("{what}.", what=roll), second=need))
        return dicing.pad_line(self.view, check, self._faces(n), self._total(n), name, what)

    def _dice(self, n: int, line: PadLine) -> DicePad:
        t = self.tell
        return DicePad(
            line,
            partial(self._tap, n),
            partial(self._throw, n),
            partial(self._take_back, n),
            (t(say("Roll for me")), t(say("Take one back"))),
            partial(self._count_as, n),
        )

    def _one_pad(self, line: PadLine) -> Widget:
        return self._dice(self.open[0][0], line)

    def _boxed(self, n: int, line: PadLine) -> Widget:
        dice = self._dice(n, line)
        if not line.name:
            return dice
        words = (Words(line.name, "row"), Words(line.what, "body", "text2"))
        return paint(PadBox(*words, dice, gap=4, pad=8 if compact() else 12), "surface", Radius.card)

    def _faces(self, n: int) -> tuple[int, ...]:
        return tuple(self.args.get("faces", {}).get(str(n), ()))

    def _total(self, n: int) -> int | None:
        """The number entered for a check, without its faces."""
        found = self.args.get("totals", {}).get(str(n))
        return int(found) if found is not None else None

    def _count_as(self, n: int, total: int) -> None:
        """The number alone: it answers a roll by itself, and stands beside others until all are
        in; of two sides the second answers. Where more dice follow, it is the number of this
        throw."""
        check, faces = dict(self.open)[n], self._faces(n)
        if dicing.comes_in_waves(check):
            self._enter(n, (*faces, *dicing.next_wave(check, faces, total)))
            return None if self.several or self._missing() else self._apply()
        if not self.several:
            return self.answer(total)
        totals = self.args.setdefault("totals", {})
        totals[str(n)] = None if totals.get(str(n)) == total else total
        self.args["faces"] = {**self.args.get("faces", {}), str(n): []}
        if contest(self.prompt) and all(self._total(other) is not None for other, _ in self.open):
            self._apply()
            return
        self.show()
        if self._total(n) is not None:
            self._to_the_dice()

    def _enter(self, n: int, faces: tuple[int, ...]) -> None:
        self.args.get("totals", {}).pop(str(n), None)
        self.args["faces"] = {**self.args.get("faces", {}), str(n): list(faces)}
        if not self._apart and not dicing.comes_in_waves(self.prompt.checks[n]):
            self.show_answer()
            return
        self.show()
        if self.several and not dicing.to_enter(dict(self.open)[n], faces):
            self._to_the_dice()

    def _take_back(self, n: int) -> None:
        self.args.pop("thrown", None)
        self._enter(n, self._faces(n)[:-1])

    def _tap(self, n: int, face: int, change: int) -> None:
        """One die more or less. Where one die alone is asked, its face is the answer; another
        takes the place of what the app threw."""
        faces, check = self._faces(n), self.prompt.checks[n]
        self.args.pop("thrown", None)
        if change > 0 and not faces and self._only() and not dicing.comes_in_waves(check):
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
        for n, _ in self.open:
            self._throw(n)

    def _throw(self, n: int) -> None:
        """The app's own dice, wave after wave."""
        faces, check = self._faces(n), self.prompt.checks[n]
        while left := dicing.to_enter(check, faces):
            faces = (*faces, *(self.context.dice(check.die.faces) for _ in range(left)))
        self.args["thrown"] = True
        self._enter(n, faces)

    # The answer

    def show_answer(self) -> None:
        super().show_answer()
        self.pad.show(None if self._apart or not self.open else self._pad_line(*self.open[0]))

    def large(self, warning: str, extra: Widget | None = None) -> BottomAction:
        detach(self.pad_layer)
        return super().large(warning, self.pad_layer)

    def _missing(self) -> int:
        return sum(self._left(n, check) for n, check in self.open)

    def _left(self, n: int, check: Check) -> int:
        """How many dice of a check are still to be entered."""
        return 0 if self._total(n) is not None else dicing.to_enter(check, self._faces(n))

    def answering(self) -> Answer:
        t, missing = self.tell, self._missing()
        if missing and self._only():
            return Answer(t(say("Tap what it shows")), "", "dice-multiple", "tonal")
        if missing:
            sub = "" if self.several else t(self._or_number())
            wave = None if self.several else dicing.wave_text(self.open[0][1], self._faces(self.open[0][0]))
            text = t(wave[0] if wave else say_many("Enter one more die", "Enter {count} dice", missing))
            return Answer(text, sub, "dice-multiple", "tonal")
        if self.several and contest(self.prompt):
            readings = [self._reading(n, check)[0] for n, check in self.open]
            result = contest_result(self.view.rules, self.table.state, self.prompt, readings)
            return Answer(t(say("Apply: {result}", result=result)))
        if self.several:
            rolled = {self._name(check): self._reading(n, check)[0] for n, check in self.open}
            return Answer(*dicing.results_text(self.view, rolled, self.known))
        if not self.open:
            return Answer(t(say("Apply the dice")))
        n, check = self.open[0]
        read = self._reading(n, check)
        text_of, sub = dicing.result_text(self.view, check, *read, self.known)
        return Answer(t(text_of), sub)

    def _or_number(self) -> Text:
        """How the number alone is entered: on its line, or by the button where that has no room."""
        n, check = self.open[0]
        has_line = fits(dicing.totals(check, self._faces(n)))
        return say("Or tap their number") if has_line else say("Or tap here for the number only")

    def _reading(self, n: int, check: Check) -> tuple[int, int]:
        """What was entered comes to, and what that is worth."""
        total = self._total(n)
        return dicing.reading(check, self._faces(n) if total is None else total) or (0, 0)

    def give(self) -> None:
        if not self._missing():
            self._apply()
        elif self._only() or self.several:
            self._to_the_dice()
        else:
            self._count()

    def _to_the_dice(self) -> None:
        """Where the pads scroll with the page, the first one that misses dice comes in sight."""
        for n, check in self.open:
            if self._apart and self._left(n, check):
                (self.aside or self.list).bring(f"pad {n}")
                return

    def _only(self) -> bool:
        """One die or coin alone: its face is as quick to tap as a number."""
        return not self.several and self.open[0][1].dice == 1

    def _apply(self) -> None:
        open_checks = dict(self.open)
        values = tuple(
            (self._entered(n, check) if n in open_checks else ()) for n, check in enumerate(self.prompt.checks)
        )
        source: Source = "app" if self.args.pop("thrown", False) else "table"
        self.answer(values if len(values) > 1 else values[0], source)

    def _entered(self, n: int, check: Check) -> Value:
        total = self._total(n)
        return dicing.value_of(check, self._faces(n)) if total is None else total

    def _count(self) -> None:
        """Only the number of successes, for those who count by eye."""
        t, (n, check) = self.tell, self.open[0]
        totals = dicing.totals(check, self._faces(n)) or dicing.count_answer(check)
        rows = Controls(self.view, quick=True).control(Whole(totals[0], totals[-1]), None, self._answer_count)
        title = say("How many succeed?") if check.keep is None else say("What is the result?")
        self.nav.sheet(Words(t(title), "title"), rows)

    def _answer_count(self, value: Value) -> None:
        self.nav.close_sheet()
        self._count_as(self.open[0][0], int(str(value)))

    def key(self, key: str) -> bool:
        """Digits are dice; return applies."""
        if self.several or not self.open:
            return False
        n, check = self.open[0]
        if key.isdecimal() and len(key) == 1 and int(key) in check.die.faces:
            self._tap(n, int(key), 1)
            return True
        if key == "\r" and not self._missing():
            self._apply()
            return True
        return False
