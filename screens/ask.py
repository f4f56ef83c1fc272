"""Ask: one open question. Dice with their reasons and odds, choices, numbers, forms, sealed answers, the ledger."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.answers import by_default
from engine.apply import innermost
from engine.check import foregone
from engine.events import Abandoned, Answered, HouseRuled, Opened, Ticked
from engine.kinds import Record, Whole, kind_at
from engine.maps import Map, Value, frozen, thawed
from engine.model import Check, Impossible, Prompt
from engine.texts import say, say_many
from screens import asking
from screens.asking import Fates
from screens.fields import Controls
from screens.present import ActionLine, View, capital, one_in, percent
from screens.shell import Screen
from screens.theme import Radius, Touch
from screens.widgets.dice import dice_pad
from screens.widgets.entry import Entry
from screens.widgets.ground import Across, Column, Equal, Scroll, centred, huge, left_line, margin, pane, paint, short, wide
from screens.widgets.markers import symbol
from screens.widgets.odds import odds_card
from screens.widgets.pieces import Segments
from screens.widgets.press import AppBar, BottomAction, IconButton, PushButton
from screens.widgets.rows import ActionRow, LedgerRow, SwitchRow, note
from screens.widgets.words import Icon, Words, section

REACH = 12
"""House rows go from minus to plus so many."""


class AskScreen(Screen):
    """The question in the largest words, what it rests on, what it leads to, and the answer at the bottom."""

    def build(self) -> Widget:
        assert self.app.view
        self.view: View = self.app.view
        prompt = self.app.prompt
        if prompt is None:
            return pane(AppBar(self.tell(say("Nothing is asked")), "", self.app.back, back_name=self.tell(say("Back"))), Widget())
        self._recall(prompt)
        self.scroll: Scroll | None = None
        if prompt.kind == "each":
            return self._each(prompt)
        return self._kind(prompt)

    def _recall(self, prompt: Prompt) -> None:
        """A draft belongs to its question; another question starts afresh."""
        stamp = f"{prompt.key}/{len(self.app.game.session.log) if self.app.game else 0}"
        if self.args.get("stamp") != stamp:
            for key in ("faces", "draft", "off", "skipped", "uncovered", "house"):
                self.args.pop(key, None)
            self.args["stamp"] = stamp
            self.known: Fates | None = None
        self.known = getattr(self.app, "fates", {}).get(stamp)

    def refresh(self) -> None:
        self.app.rebuild()

    def leave(self) -> None:
        if getattr(self, "scroll", None):
            self.args["scroll"] = self.scroll.scroll_y  # type: ignore[union-attr]

    def _kind(self, prompt: Prompt) -> Widget:
        return {"roll": self._roll, "choice": self._choice, "number": self._number, "confirm": self._confirm,
                "form": self._form, "ledger": self._ledger, "card": self._card}[prompt.kind](prompt)

    # Parts all kinds share

    def _bar(self, prompt: Prompt) -> Widget:
        """A roll is named by its question; where the question stands below in large words, by what is going on."""
        t = self.tell
        tools = (IconButton("dots-vertical", self._menu, t(say("More")), "text2"),)
        going_on = self.view.rules.opening(innermost(self.view.rules, self.app.state).procedure).text
        title = prompt.text if prompt.kind in ("roll", "ledger") else going_on
        return AppBar(capital(t(title)), self.view.title(self.app.state), self.app.back, tools, "close", t(say("Close")))

    def _asked_of(self, prompt: Prompt) -> Widget:
        who = self.tell(say("{player} answers", player=self.view.seat(prompt.asked_of)))
        return Across(symbol("", prompt.asked_of, 24, "bg"), Words(who, "meta", "text2"), Words(prompt.ref.id, "cite", "text3", hug=True), gap=8, least=28)

    def _page(self, prompt: Prompt, body: list[Widget | None], action: Widget) -> Widget:
        column = Column(*body, gap=10, pad=(margin(), 2, margin(), 12))
        self.scroll = Scroll(centred(column))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        return pane(self._bar(prompt), self.scroll, action)

    def _action(self, text: str, do: Any, sub: str = "", icon: str = "check-bold", extra: Widget | None = None, look: str = "primary") -> Widget:
        assert self.app.game
        undoes = self.app.game.session.undoes
        saved = self.tell(say("Saved {time}. Undo: {what}", time=self.app.game.saver.at[11:16], what=undoes.label)) if undoes and undoes.label else ""
        warning = capital(self.tell(self.app.game.warning)) if self.app.game.warning else ""
        undo = IconButton("undo", self._undo, self.tell(say("Undo")), "text", None, Touch.primary, "edge", hold=self._undo_all)
        return BottomAction(PushButton(text, do, look, icon, sub, Touch.primary), undo, saved, extra, warning=warning)

    def _undo(self) -> None:
        assert self.app.game
        game = self.app.game
        self.app.act(lambda: game.undo())

    def _undo_all(self) -> None:
        assert self.app.game
        self.app.act(self.app.game.session.undo_procedure)

    def _readings(self, prompt: Prompt) -> Widget | None:
        if not prompt.readings:
            return None
        rows = [note("book-open-page-variant-outline", self.tell(say("{name}: {value}", name=capital(self.view.word(key)), value=self.view.word(self.app.state.reading(key)))))
                for key in prompt.readings]
        return Column(*rows, gap=4)

    def _answer(self, value: Value, source: str = "table") -> None:
        assert self.app.game
        session, slot = self.app.game.session, str(self.args.get("uncovered", ""))
        kind: Any = source
        self.app.act(lambda: session.answer(value, slot, kind), lambda: session.answer(value, slot, kind, overrule=True))

    # Dice

    def _roll(self, prompt: Prompt) -> Widget:
        checks = [asking.without(check, self._off(n)) for n, check in enumerate(prompt.checks)]
        self._look_ahead(prompt)
        main = [check for check in checks if foregone(check) is None]
        pads = Column(*(self._pad(prompt, n, check) for n, check in enumerate(prompt.checks) if foregone(check) is None), gap=10)
        verdicts = [] if len(main) > 1 else [self._verdict(prompt, check) for check in checks]
        bars = [self._odds(check) for check in main if check.keep is None or check.needs]
        reasons = [self._reasons(n, check) for n, check in enumerate(prompt.checks)]
        aside = [self._readings(prompt), self._house(prompt)]
        several = len(main) > 1
        action = self._apply(prompt, None if huge() or several else pads)
        if wide():
            return self._two_panes(prompt, [*verdicts, *reasons, *aside], [*bars, *([pads] if huge() or several else [])], action)
        body = [self._asked_of(prompt), *verdicts, *([pads] if several or huge() else []), *bars, *reasons, *aside]
        return self._page(prompt, body, action)

    def _two_panes(self, prompt: Prompt, left: list[Widget | None], right: list[Widget | None], action: Widget) -> Widget:
        reasons = pane(Scroll(Column(self._asked_of(prompt), *left, gap=10, pad=(24, 2, 16, 12))))
        hand = pane(Scroll(Column(*right, gap=10, pad=(16, 2, 16, 12))), action, size_hint_x=None, width=dp(600))
        left_line(hand)
        panes = BoxLayout()
        panes.add_widget(reasons)
        panes.add_widget(hand)
        return pane(self._bar(prompt), panes)

    def _off(self, n: int) -> frozenset[str]:
        return frozenset(key.partition("/")[2] for key in self.args.get("off", ()) if key.startswith(f"{n}/"))

    def _verdict(self, prompt: Prompt, check: Check) -> Widget:
        t = self.tell
        words = Column(Words(t(asking.roll_text(check)), "display", "accent"), Words(t(asking.need_text(self.view, check)), "title"))
        units = [self.app.state.units[each] for each in prompt.about if each in self.app.state.units][:2]
        if len(units) < 2 or short() or huge() or check.dice > 99:
            return words
        by, at = (symbol(self.view.rules.glance.sign(unit), unit.seat, 36, "bg") for unit in units)
        return Across(words, Across(by, Icon("arrow-right", 20, "text3"), at, gap=6, size_hint_x=None, width=dp(104)), gap=8)

    def _odds(self, check: Check) -> Widget | None:
        title, head, lines = asking.odds_lines(self.view, check, self.known)
        if not lines:
            chance = asking.success(check)
            rare = one_in(chance)
            words = self.tell(say("Success: {chance}", chance=percent(chance)))
            return note("dice-multiple", f"{words}, {self.tell(rare)}" if rare else words, ink="text")
        return odds_card(title, head, lines)

    def _look_ahead(self, prompt: Prompt) -> None:
        """What the dice lead to, worked out beside the drawing."""
        if self.known is not None or self.args.get("looking") == self.args["stamp"]:
            return
        self.args["looking"] = stamp = self.args["stamp"]
        rules, state = self.view.rules, self.app.state

        def done(found: Fates) -> None:
            self.app.fates = {stamp: found}  # type: ignore[attr-defined]
            self.args.pop("looking", None)
            if self.app.here is self.args and self.args.get("stamp") == stamp:
                self.app.rebuild()

        self.app.work(lambda: asking.fates(rules, state, prompt), done)

    def _reasons(self, n: int, check: Check) -> Widget:
        lines = asking.reasons(self.view, check)
        off = self._off(n)
        rows = [SwitchRow(line.text, line.cite, (line.key not in off) if line.toggles else None, (lambda line=line: self._what_if(n, line.key)) if line.toggles else None, line.amount)
                for line in lines]
        several = bool(self.app.prompt) and len(self.app.prompt.checks) > 1
        title = say("Why: {name}", name=self.view.check_name(self.app.state, check.key)) if several else say("Why")
        head = section(self.tell(title), self.tell(say("Switched off: what if")) if off else "", (14, 6, 14, 0))
        return paint(Column(head, *rows, pad=(0, 0, 0, 4)), "surface", Radius.card)

    def _what_if(self, n: int, key: str) -> None:
        off = set(self.args.get("off", ()))
        self.args["off"] = sorted(off ^ {f"{n}/{key}"})
        self.app.rebuild()

    def _house(self, prompt: Prompt) -> Widget:
        return PushButton(self.tell(say("Add a house modifier")), lambda: self._add_house(prompt), "outline", "plus-thick", height=Touch.min)

    def _add_house(self, _prompt: Prompt) -> None:
        t = self.tell
        entry = Entry("", hint=t(say("Why")))
        rows = Controls(self.view).control(Whole(-3, 3), None, lambda amount: self._housed(amount, entry.text))
        self.app.sheet(Words(t(say("Add a house modifier")), "title"), Words(t(say("Plus helps the roller. It counts for this question and stands in the history.")), "body", "text2"), entry, rows)

    def _housed(self, amount: Any, why: str) -> None:
        if isinstance(amount, int) and amount:
            self.app.enter(HouseRuled(amount, why.strip() or self.tell(say("as agreed"))))

    def _pad(self, prompt: Prompt, n: int, check: Check) -> Widget:
        t, faces, keys = self.tell, self._faces(n), asking.keys(self.view, check)
        counts = tuple(sum(face == key.face for face in faces) for key in keys)
        left = asking.to_enter(check, faces)
        total = len(faces) + left
        tally = t(say("Sum: {total}", total=sum(faces))) if check.keep is not None else t(say_many("one succeeds", "{count} succeed", asking.succeeding(check, faces)))
        entered = t(say("{entered} of {dice} dice", entered=len(faces), dice=total))

        def press(key: int, change: int) -> None:
            self._tap_face(n, check, keys[key].face, change)

        roll = (t(say("Roll for me")), lambda: self._throw(n, check)) if left else None
        several = len(prompt.checks) > 1
        name = Words(self.view.check_name(self.app.state, check.key), "row") if several else None
        what = Words(t(say("{first} {second}", first=say("{what}.", what=asking.roll_text(check)), second=asking.need_text(self.view, check))), "body", "text2") if several else None
        box = Column(name, what, dice_pad(keys, counts, tally, entered, press, roll, (t(say("Take one back")), lambda: self._take_back(n))), gap=4)
        box.padding = [dp(12)] * 4 if several else box.padding
        return paint(box, "surface", Radius.card) if several else box

    def _faces(self, n: int) -> tuple[int, ...]:
        return tuple(self.args.get("faces", {}).get(str(n), ()))

    def _enter(self, n: int, faces: tuple[int, ...]) -> None:
        self.args["faces"] = {**self.args.get("faces", {}), str(n): list(faces)}
        self.app.rebuild()

    def _tap_face(self, n: int, check: Check, face: int, change: int) -> None:
        faces = self._faces(n)
        if change > 0 and asking.to_enter(check, faces):
            self._enter(n, (*faces, face))
        elif change < 0 and face in faces:
            place = len(faces) - 1 - faces[::-1].index(face)
            self._enter(n, faces[:place] + faces[place + 1 :])

    def _take_back(self, n: int) -> None:
        self._enter(n, self._faces(n)[:-1])

    def _throw(self, n: int, check: Check) -> None:
        """The app's own dice, wave after wave."""
        faces = self._faces(n)
        while left := asking.to_enter(check, faces):
            faces = (*faces, *(self.app.dice(check.die.faces) for _ in range(left)))
        self.args["thrown"] = True
        self._enter(n, faces)

    def _apply(self, prompt: Prompt, pads: Widget | None) -> Widget:
        t = self.tell
        open_checks = [(n, check) for n, check in enumerate(prompt.checks) if foregone(check) is None]
        missing = sum(asking.to_enter(check, self._faces(n)) for n, check in open_checks)
        if missing:
            text = t(say_many("Enter one more die", "Enter {count} dice", missing))
            return self._action(text, lambda: self._count(open_checks), t(say("Or tap here for the number only")), "dice-multiple", pads, "tonal")
        if len(open_checks) == 1:
            n, check = open_checks[0]
            found = asking.reading(check, self._faces(n))
            text_of, sub = asking.result_text(self.view, check, *(found or (0, 0)), self.known)
            return self._action(t(text_of), lambda: self._give(prompt), sub, "check-bold", pads)
        return self._action(t(say("Apply the dice")), lambda: self._give(prompt), "", "check-bold", pads)

    def _give(self, prompt: Prompt) -> None:
        values = tuple(asking.value_of(check, self._faces(n)) if foregone(check) is None else () for n, check in enumerate(prompt.checks))
        source = "app" if self.args.pop("thrown", False) else "table"
        self._answer(values if len(values) > 1 else values[0], source)

    def _count(self, checks: list[tuple[int, Check]]) -> None:
        """Only the number of successes, for those who count by eye."""
        if len(checks) != 1:
            return
        t, check = self.tell, checks[0][1]
        totals = asking.count_answer(check)
        rows = Controls(self.view).control(Whole(totals[0], totals[-1]), None, self._answer_count)
        self.app.sheet(Words(t(say("How many succeed?")) if check.keep is None else t(say("What is the result?")), "title"), rows)

    def _answer_count(self, value: Value) -> None:
        self.app.close_sheet()
        self._answer(value)

    # Choices, numbers, forms

    def _choice(self, prompt: Prompt) -> Widget:
        rows = []
        for option in prompt.options:
            why = self.view.refusal(option.refusal) if option.refusal else ""
            line = ActionLine(option.key, capital(self.tell(option.text)), why, allowed=option.refusal is None)
            rows.append(ActionRow(line, lambda key=option.key: self._answer(key)))
        body = [self._asked_of(prompt), Words(capital(self.tell(prompt.text)), "title"), Column(*rows, gap=6), self._readings(prompt)]
        return self._page(prompt, body, self._undo_only())

    def _undo_only(self) -> Widget:
        assert self.app.game
        undoes = self.app.game.session.undoes
        text = self.tell(say("Undo: {what}", what=undoes.label)) if undoes and undoes.label else self.tell(say("Undo"))
        return BottomAction(PushButton(text, self._undo, "outline", "undo", hold=self._undo_all))

    def _confirm(self, prompt: Prompt) -> Widget:
        t = self.tell
        buttons = Equal(PushButton(t(say("yes")).capitalize(), lambda: self._answer(True), "primary", height=Touch.primary),
                        PushButton(t(say("no")).capitalize(), lambda: self._answer(False), "tonal", height=Touch.primary))
        body = [self._asked_of(prompt), Words(capital(t(prompt.text)), "headline"), Words(t(prompt.ref.title), "meta", "text2"), self._readings(prompt)]
        return self._page(prompt, body, BottomAction(buttons))

    def _number(self, prompt: Prompt) -> Widget:
        draft = self.args.get("draft")
        value = draft if isinstance(draft, int) else prompt.default if isinstance(prompt.default, int) else prompt.least
        control = Controls(self.view).control(Whole(prompt.least, prompt.most), value, self._draft, capital(self.tell(prompt.text)))
        body = [self._asked_of(prompt), Words(capital(self.tell(prompt.text)), "headline"), control, self._readings(prompt)]
        return self._page(prompt, body, self._action(self.tell(say("Apply {total}", total=value)), lambda: self._answer(value)))

    def _draft(self, value: Value) -> None:
        self.args["draft"] = thawed(value)
        self.app.rebuild()

    def _form(self, prompt: Prompt) -> Widget:
        fields = (prompt.fields or Record()).fields
        given = self._given(prompt)
        controls = Controls(self.view, tuple((unit.id, unit.name) for unit in self.app.state.units.values() if not unit.gone), quick=True)
        rows = [paint(Column(controls.field(field, given.get(field.key), lambda value, key=field.key: self._draft(given.put(key, value))), pad=(14, 10, 14, 12)), "surface", Radius.card)
                for field in fields]
        open_fields = [field for field in fields if field.required and given.get(field.key) is None]
        names = ", ".join(self.view.word(field.key) for field in open_fields)
        body = [self._asked_of(prompt), Words(capital(self.tell(prompt.text)), "title"), *rows, self._readings(prompt)]
        if open_fields:
            return self._page(prompt, body, self._action(self.tell(say("Still open: {names}", names=names)), lambda: None, "", "keyboard-outline", None, "tonal"))
        return self._page(prompt, body, self._action(self.tell(say("Go on")), lambda: self._answer(given), "", "arrow-right"))

    def _given(self, prompt: Prompt) -> Map[Value]:
        """The draft; before that the last answer for the same units, then the defaults."""
        draft = frozen(self.args.get("draft"))
        if isinstance(draft, Map):
            return draft
        try:
            default = by_default(prompt)
        except Impossible:
            default = Map()
        found = dict(default) if isinstance(default, Map) else {}
        known = {field.key for field in (prompt.fields or Record()).fields}
        return Map({**found, **{key: value for key, value in self._last(prompt).items() if key in known}})

    def _last(self, prompt: Prompt) -> Map[Value]:
        assert self.app.game and self.app.state.pending
        log, pending = self.app.game.session.log, self.app.state.pending
        for n in range(len(log) - 1, -1, -1):
            event = log[n]
            if isinstance(event, Opened) and event.procedure == pending.procedure and event.args == pending.args:
                for later in log[n + 1 :]:
                    if isinstance(later, Answered) and later.prompt == prompt.key and isinstance(later.value, Map):
                        return later.value
        return Map()

    def _card(self, prompt: Prompt) -> Widget:
        """A value the card does not state, told by the players."""
        path = tuple(int(part) if part.isdecimal() else part for part in prompt.about[1:])
        kind = kind_at(self.view.rules.card, path)
        draft = frozen(self.args.get("draft"))
        control = Controls(self.view).control(kind, draft, self._draft, capital(self.tell(prompt.text)))
        body = [Words(capital(self.tell(prompt.text)), "headline"), Words(self.tell(say("The card does not state it. It is asked once and kept with the unit.")), "body", "text2"), control]
        if draft is None:
            return self._page(prompt, body, self._action(self.tell(say("Look at the card")), lambda: None, "", "cards-outline", None, "tonal"))
        return self._page(prompt, body, self._action(self.tell(say("Go on")), lambda: self._answer(draft), "", "arrow-right"))

    # Each for himself

    def _each(self, prompt: Prompt) -> Widget:
        """Slots one by one; a sealed one first hands the phone over behind a cover."""
        slot = next((each for each in prompt.slots if each.key not in prompt.given), None)
        if slot is None:
            return pane(self._bar(prompt), Widget())
        if not prompt.sealed or self.args.get("uncovered") == slot.key:
            self.args["uncovered"] = slot.key
            return self._kind(slot)
        t, player = self.tell, self.view.seat(slot.asked_of)
        body = [symbol("", slot.asked_of, 72, "bg"), Words(t(say("Hand the phone to {player}", player=player)), "headline"),
                Words(t(say("The answer stays hidden until both are in.")), "body", "text2")]
        return self._page(prompt, body, BottomAction(PushButton(t(say("I am {player}", player=player)), lambda: self._uncover(slot.key), "primary", "arrow-right", height=Touch.primary)))

    def _uncover(self, key: str) -> None:
        self.args["uncovered"] = key
        self.app.rebuild()

    # The ledger

    def _ledger(self, prompt: Prompt) -> Widget:
        t, done, skipped = self.tell, set(self.app.state.ticks), set(self.args.get("skipped", ()))
        count, total = len(done - skipped), len(prompt.lines)
        head = Column(Across(Words(t(say("{done} of {total} done", done=count, total=total)), "row"), Words(prompt.ref.id, "cite", "text3", hug=True)), Segments(total, count), gap=8)
        rows = [self._ledger_row(n, prompt, n in done, n in skipped) for n in range(total)]
        left = total - len(done | skipped)
        sub = t(say_many("one line is not ticked yet", "{count} lines are not ticked yet", left)) if left else ""
        return self._page(prompt, [head, Column(*rows, gap=6), self._readings(prompt)], self._action(t(say("All done on the table")), lambda: self._settle(skipped), sub))

    def _ledger_row(self, n: int, prompt: Prompt, done: bool, skipped: bool) -> Widget:
        line = prompt.lines[n]
        marks = self.view.rules.glance.marks
        words = [str(each) for change in line.changes for value in (change.after, change.before) for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str)]
        trackers = [marks.get(change.tracker, change.tracker) for change in line.changes]
        from screens.theme import MARKERS
        mark = next((each for each in (*(marks.get(word, word) for word in words), *trackers) if each in MARKERS), "")
        skip = IconButton("close", lambda: self._skip(n), self.tell(say("Skip this line")), "text2")
        cite = f"{self.tell(line.ref.title)}, {line.ref.id}"
        return LedgerRow(capital(self.tell(line.text)), self.tell(say("Skipped")) if skipped else cite, mark, True, done, skipped, lambda: self.app.enter(Ticked(n, not done)), skip)

    def _skip(self, n: int) -> None:
        self.args["skipped"] = sorted(set(self.args.get("skipped", ())) ^ {n})
        self.app.rebuild()

    def _settle(self, skipped: set[int]) -> None:
        self._answer(tuple(sorted(skipped)))

    # More

    def _menu(self) -> None:
        t = self.tell
        prompt = self.app.prompt
        assert prompt
        self.app.sheet(Words(t(say("More")), "title"), Words(t(prompt.ref.title), "body", "text2"), Words(prompt.ref.id, "cite", "text3"),
                       PushButton(t(say("Break this off")), lambda: self.app.enter(Abandoned()), "outline", "close", t(say("What is done so far stays"))),
                       PushButton(t(say("Take all of it back")), self._undo_all, "outline", "undo"),
                       PushButton(t(say("To the table")), self.app.back, "tonal", "arrow-left"))

    def key(self, key: str) -> bool:
        """Digits are dice; backspace takes one back; return applies."""
        prompt = self.app.prompt
        if not prompt or prompt.kind != "roll" or len(prompt.checks) != 1:
            return False
        check = prompt.checks[0]
        if key.isdecimal() and len(key) == 1 and int(key) in check.die.faces:
            self._tap_face(0, check, int(key), 1)
            return True
        if key == "\r" and not asking.to_enter(check, self._faces(0)):
            self._give(prompt)
            return True
        return False
