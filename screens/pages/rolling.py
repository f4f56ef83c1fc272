"""A roll: what to roll and why, what it leads to, the dice as they lie on the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.dice.check import foregone
from engine.playing.answers import contest, rollers
from engine.values.events import HouseRuled
from engine.values.kinds import Whole
from engine.values.maps import Value
from engine.values.model import Check
from engine.values.texts import say, say_many
from screens.pages.fields import Controls
from screens.pages.question import Shifting
from screens.present import asking
from screens.present.asking import Fates
from screens.widgets.dice import dice_pad
from screens.widgets.entry import Entry
from screens.widgets.ground import Across, Column, Scroll, compact, huge, left_line, paint, pane, short, wide
from screens.widgets.markers import symbol
from screens.widgets.odds import odds_card
from screens.widgets.press import PushButton
from screens.widgets.rows import SwitchRow, note
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Icon, Words, section

MOST_QUESTIONS = 4000
"""A walk that meets more questions than this is not shown: a player would have rolled by then."""


class Patience:
    """Counts the questions of a walk: lets the drawing thread breathe, and stops when nobody
    waits or it takes too long."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self.wanted, self.count = wanted, 0

    def __call__(self) -> None:
        self.count += 1
        if self.count % 20 == 0:
            time.sleep(0.001)
            if self.count > MOST_QUESTIONS or not self.wanted():
                raise asking.Stopped


class RollQuestion(Shifting):
    """Verdict, odds, reasons; the dice pad stays under the thumb."""

    named_by_prompt = True

    def build(self) -> Widget:
        self.known: Fates | None = self.table.fates.get(self.args["stamp"])
        self.open = [(n, check) for n, check in enumerate(self.prompt.checks) if foregone(check) is None]
        self.several = len(self.open) > 1
        self._look_ahead()
        apart = self.several or huge()  # the pads scroll with the page
        pads = [self.live(partial(self._pad, n, check)) for n, check in self.open] if apart else []
        odds = self.live(self._all_odds, gap=10)
        why = self.live(self._all_reasons, gap=10)
        heads = [] if self.several else [self.live(self._verdicts)]
        if ":again" in self.prompt.key:
            heads.insert(0, note("undo", self.tell(say("A tie: roll again")), ink="text"))
        aside = [self.readings(), self._house()]
        bottom = self.live(self._bottom)
        self.hand = [*pads, bottom]
        if wide():
            return self._two_panes([*heads, why, *aside], [odds, *pads], bottom)
        return self.page([self.asked_of(), *heads, *pads, odds, why, *aside], bottom)

    def _two_panes(self, left: list[Widget | None], right: list[Widget | None], action: Widget) -> Widget:
        reasons = pane(Scroll(Column(self.asked_of(), *left, gap=10, pad=(24, 2, 16, 12))))
        hand = pane(Scroll(Column(*right, gap=10, pad=(16, 2, 16, 12))), action, size_hint_x=None, width=dp(600))
        left_line(hand)
        panes = BoxLayout()
        panes.add_widget(reasons)
        panes.add_widget(hand)
        return pane(self.bar(), panes)

    # What to roll

    def _if(self, n: int) -> Check:
        """The check as it would be without the rows switched off."""
        return asking.without(self.prompt.checks[n], self._off(n))

    def _off(self, n: int) -> frozenset[str]:
        return frozenset(key.partition("/")[2] for key in self.args.get("off", ()) if key.startswith(f"{n}/"))

    def _verdicts(self) -> Widget:
        return Column(*(self._verdict(self._if(n)) for n in range(len(self.prompt.checks))), gap=8)

    def _verdict(self, check: Check) -> Widget:
        words = Column(
            Words(self.tell(asking.roll_text(check)), "display", "accent"),
            Words(self.tell(asking.need_text(self.view, check)), "title"),
        )
        units = [self.table.state.units[each] for each in self.prompt.about if each in self.table.state.units][:2]
        if len(units) < 2 or short() or huge() or check.dice > 99:
            return words
        by, at = (symbol(self.view.rules.glance.sign(unit), unit.seat, 36, "bg") for unit in units)
        pair = Across(by, Icon("arrow-right", 20, "text3"), at, gap=6, size_hint_x=None, width=dp(104))
        return Across(words, pair, gap=8)

    # What it leads to

    def _all_odds(self) -> Widget:
        if self.several and contest(self.prompt):
            checks = tuple(self._if(n) for n in range(2))
            lines = asking.contest_lines(self.view, self._sides(), checks, self.prompt.added)
            return odds_card(self.tell(say("Odds")), "", lines)
        return Column(*(self._odds(self._if(n)) for n, check in self.open if check.keep is None or check.needs), gap=10)

    def _odds(self, check: Check) -> Widget:
        names = {unit.id: unit.name for unit in self.table.state.units.values()}
        title, head, lines = asking.odds_lines(self.view, check, self.known, names)
        if lines:
            return odds_card(title, head, lines)
        return note("dice-multiple", asking.chance_text(self.view, asking.success(check)), ink="text")

    def _sides(self) -> tuple[str, ...]:
        return tuple(self.view.seat(seat) for seat in rollers(self.prompt, self.table.state))

    def _look_ahead(self) -> None:
        """What the dice lead to, worked out beside the drawing."""
        stamp = self.args["stamp"]
        if self.known is not None or self.args.get("looking") == stamp:
            return
        self.args["looking"] = stamp
        rules, state, prompt, args = self.view.rules, self.table.state, self.prompt, self.args

        def done(found: Fates) -> None:
            self.table.fates = {stamp: found}
            if args.get("stamp") == stamp:
                args.pop("looking", None)
                if self.nav.here is args:
                    self.nav.rebuild()

        patience = Patience(lambda: self.nav.here.get("stamp") == stamp)
        self.context.work(lambda: asking.fates(rules, state, prompt, patience), done)

    # Why

    def _all_reasons(self) -> Widget:
        return Column(*(self._reasons(n, check) for n, check in enumerate(self.prompt.checks)), gap=10)

    def _reasons(self, n: int, check: Check) -> Widget:
        off = self._off(n)
        rows = []
        for line in asking.reasons(self.view, check):
            on, turn = ((line.key not in off), partial(self._what_if, n, line.key)) if line.toggles else (None, None)
            rows.append(SwitchRow(line.text, line.cite, on, turn, line.amount))
        name = self.view.check_name(self.table.state, self.prompt, check.key)
        title = say("Why: {name}", name=name) if self.several else say("Why")
        head = section(self.tell(title), self.tell(say("Switched off: what if")) if off else "", (14, 6, 14, 0))
        return paint(Column(head, *rows, pad=(0, 0, 0, 4)), "surface", Radius.card)

    def _what_if(self, n: int, key: str) -> None:
        self.args["off"] = sorted(set(self.args.get("off", ())) ^ {f"{n}/{key}"})
        self.show()

    def _house(self) -> Widget:
        return PushButton(
            self.tell(say("Add a house modifier")), self._add_house, "outline", "plus-thick", height=Touch.min
        )

    def _add_house(self) -> None:
        t = self.tell
        entry = Entry("", hint=t(say("Why")))
        rows = Controls(self.view).control(Whole(-3, 3), None, lambda amount: self._housed(amount, entry.text))
        told = t(say("Plus helps the roller. It counts for this question and stands in the history."))
        self.nav.sheet(Words(t(say("Add a house modifier")), "title"), Words(told, "body", "text2"), entry, rows)

    def _housed(self, amount: Any, why: str) -> None:
        if isinstance(amount, int) and amount:
            self.table.enter(HouseRuled(amount, why.strip() or self.tell(say("as agreed"))))

    # The dice

    def _pad(self, n: int, check: Check) -> Widget:
        t, faces, keys = self.tell, self._faces(n), asking.keys(self.view, check)
        counts = tuple(sum(face == key.face for face in faces) for key in keys)
        left = asking.to_enter(check, faces)
        tally = asking.tally_text(check, faces)
        wanted = len(faces) + left
        entered = t(say("{entered} of {dice} dice", entered=len(faces), dice=wanted)) if wanted > 1 else ""
        roll = (t(say("Roll for me")), lambda: self._throw(n, check)) if left else None
        pad = dice_pad(
            keys,
            counts,
            t(tally),
            entered,
            lambda key, change: self._tap(n, check, keys[key].face, change),
            roll,
            (t(say("Take one back")), lambda: self._enter(n, self._faces(n)[:-1])),
        )
        if not self.several:
            return pad
        what = say(
            "{first} {second}",
            first=say("{what}.", what=asking.roll_text(check)),
            second=asking.need_text(self.view, check),
        )
        box = Column(
            Words(self.view.check_name(self.table.state, self.prompt, check.key), "row"),
            Words(t(what), "body", "text2"),
            pad,
            gap=4,
            pad=8 if compact() else 12,
        )
        return paint(box, "surface", Radius.card)

    def _faces(self, n: int) -> tuple[int, ...]:
        return tuple(self.args.get("faces", {}).get(str(n), ()))

    def _enter(self, n: int, faces: tuple[int, ...]) -> None:
        self.args["faces"] = {**self.args.get("faces", {}), str(n): list(faces)}
        for part in self.hand:
            part.show(part.shown + 1)

    def _tap(self, n: int, check: Check, face: int, change: int) -> None:
        faces = self._faces(n)
        if change > 0 and asking.to_enter(check, faces):
            self._enter(n, (*faces, face))
        elif change < 0 and face in faces:
            place = len(faces) - 1 - faces[::-1].index(face)
            self._enter(n, faces[:place] + faces[place + 1 :])

    def throw_all(self) -> None:
        """All dice of the app at once."""
        for n, check in self.open:
            self._throw(n, check)

    def _throw(self, n: int, check: Check) -> None:
        """The app's own dice, wave after wave."""
        faces = self._faces(n)
        while left := asking.to_enter(check, faces):
            faces = (*faces, *(self.context.dice(check.die.faces) for _ in range(left)))
        self.args["thrown"] = True
        self._enter(n, faces)

    def _bottom(self) -> Widget:
        t = self.tell
        pad = None if self.several or huge() else Column(*(self._pad(n, check) for n, check in self.open))
        missing = sum(asking.to_enter(check, self._faces(n)) for n, check in self.open)
        if missing and self._only():
            return self.action(t(say("Tap what it shows")), self._to_the_dice, "", "dice-multiple", pad, "tonal")
        if missing:
            text = t(say_many("Enter one more die", "Enter {count} dice", missing))
            sub = "" if self.several else t(say("Or tap here for the number only"))
            do = self._to_the_dice if self.several else self._count
            return self.action(text, do, sub, "dice-multiple", pad, "tonal")
        if self.several and contest(self.prompt):
            added = self.prompt.added
            totals = tuple((asking.reading(check, self._faces(n)) or (0, 0))[0] + added[n] for n, check in self.open)
            return self.action(t(asking.contest_text(self._sides(), totals)), self._give, "", "check-bold", pad)
        if self.several or not self.open:
            return self.action(t(say("Apply the dice")), self._give, "", "check-bold", pad)
        n, check = self.open[0]
        text_of, sub = asking.result_text(
            self.view, check, *(asking.reading(check, self._faces(n)) or (0, 0)), self.known
        )
        return self.action(t(text_of), self._give, sub, "check-bold", pad)

    def _to_the_dice(self) -> None:
        """Where the pads scroll with the page, the first one that misses dice comes in sight."""
        for (n, check), part in zip(self.open, self.hand, strict=False):
            if self.scroll and part is not self.hand[-1] and asking.to_enter(check, self._faces(n)):
                self.scroll.scroll_to(part, animate=False)
                return

    def _only(self) -> bool:
        """One die or coin alone: its face is as quick to tap as a number."""
        return not self.several and self.open[0][1].dice == 1

    def _give(self) -> None:
        open_checks = dict(self.open)
        values = tuple(
            asking.value_of(check, self._faces(n)) if n in open_checks else ()
            for n, check in enumerate(self.prompt.checks)
        )
        source = "app" if self.args.pop("thrown", False) else "table"
        self.answer(values if len(values) > 1 else values[0], source)

    def _count(self) -> None:
        """Only the number of successes, for those who count by eye."""
        t, check = self.tell, self.open[0][1]
        totals = asking.count_answer(check)
        rows = Controls(self.view, quick=True).control(Whole(totals[0], totals[-1]), None, self._answer_count)
        title = say("How many succeed?") if check.keep is None else say("What is the result?")
        self.nav.sheet(Words(t(title), "title"), rows)

    def _answer_count(self, value: Value) -> None:
        self.nav.close_sheet()
        self.answer(value)

    def key(self, key: str) -> bool:
        """Digits are dice; return applies."""
        if self.several or not self.open:
            return False
        n, check = self.open[0]
        if key.isdecimal() and len(key) == 1 and int(key) in check.die.faces:
            self._tap(n, check, int(key), 1)
            return True
        if key == "\r" and not asking.to_enter(check, self._faces(n)):
            self._give()
            return True
        return False
