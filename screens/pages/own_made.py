"""What a game of the players' own is made of: steps in their order, counters and toggles. All of
it is changed in mid-game, kept as a template and shared as codes."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from carddb import templates
from carddb.templates import Template
from carddb.trouble import Trouble
from engine.playing.open_turn import KINDS, OWNERS, as_template, own_steps
from engine.values.events import TrackerSet
from engine.values.maps import Map, Value
from engine.values.texts import Text, say
from screens.app.context import Context
from screens.app.table import Table
from screens.present.lines import capital
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Flow
from screens.widgets.press import IconButton, Pill, PushButton
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

TAKEN = say("There is one of this name already.")
RESERVED = say("The game uses this name itself, or a sign in it: choose another.")


class Making:
    """The parts of the game at a table, and the ways to change them."""

    def __init__(self, context: Context, table: Table) -> None:
        self.context, self.table = context, table
        self.nav, self.tell = context.navigator, context.tell

    def widgets(self) -> list[Widget]:
        t, steps, plan = self.tell, own_steps(self.table.state), self._plan()
        return [
            section(t(say("Steps in their order"))),
            *(self._step(n, step) for n, step in enumerate(steps)),
            self._adding(say("A step more"), self._add_step),
            section(t(say("Counters and toggles"))),
            *(self._item(n, item) for n, item in enumerate(plan)),
            self._adding(say("A counter or toggle more"), self._add_item),
            section(t(say("For other games"))),
            PushButton(t(say("Keep as a template")), self._keep, "tonal", "content-save-check-outline"),
            PushButton(t(say("As codes")), self._codes, "tonal", "qrcode", t(say("For another phone"))),
        ]

    def _plan(self) -> tuple[Map[Value], ...]:
        found = self.table.state.trackers.get("plan")
        return tuple(each for each in found if isinstance(each, Map)) if isinstance(found, tuple) else ()

    def _adding(self, hint: Text, add: Any) -> Widget:
        entry = Entry("", add, self.tell(hint))
        key = IconButton("plus-thick", lambda: add(entry.text), self.tell(say("Add: {what}", what=hint)), edge="edge")
        return Across(entry, key, gap=8)

    def _edit_card(self, *rows: Widget) -> Widget:
        return paint(Column(*rows, gap=6, pad=(12, 8, 8, 10)), "surface", Radius.card)

    def _step(self, n: int, step: Map[Value]) -> Widget:
        """Its name, its place, a reminder, and the counter it moves."""
        t, name = self.tell, str(step["name"])
        keys = (
            IconButton("chevron-double-down", partial(self._move, n, 1), t(say("{name}: later", name=name)), "text2"),
            IconButton("close-thick", partial(self._steps_without, n), t(say("Remove {name}", name=name)), "text2"),
        )
        renamed = Entry(
            name, lambda text: self.change(n, "name", text), name=t(say("Name of step {number}", number=n + 1))
        )
        note = Entry(
            str(step.get("note") or ""),
            lambda text: self.change(n, "note", text),
            t(say("Reminder")),
            name=t(say("Reminder of {name}", name=name)),
        )
        counters = [str(each["name"]) for each in self._plan() if each["kind"] == "counter" and each["on"] != "unit"]
        pills = [
            Pill(
                f"{each} +1",
                step.get("counter") == each,
                partial(self.change, n, "counter", "" if step.get("counter") == each else each),
            )
            for each in counters
        ]
        return self._edit_card(Across(renamed, *keys, gap=2), note, *([Flow(*pills, gap=8)] if pills else []))

    def _item(self, n: int, item: Map[Value]) -> Widget:
        """Its name, what it is, who has one."""
        t, name, words = self.tell, str(item["name"]), self.table.view.words
        gone = IconButton("close-thick", partial(self._plan_without, n), t(say("Remove {name}", name=name)), "text2")
        renamed = Entry(name, lambda text: self._rename(n, text), name=t(say("Name of counter {number}", number=n + 1)))
        kinds = [
            Pill(capital(words.word(kind)), item["kind"] == kind, partial(self.set_item, n, "kind", kind))
            for kind in KINDS
        ]
        owners = [
            Pill(
                capital(words.word(on)) if on != "table" else t(say("The table")),
                item["on"] == on,
                partial(self.set_item, n, "on", on),
            )
            for on in OWNERS
        ]
        return self._edit_card(Across(renamed, gone, gap=2), Flow(*kinds, *owners, gap=8))

    # Changes

    def _enter(self, tracker: str, value: Value, label: Text) -> None:
        self.table.enter(TrackerSet("", tracker, value, label=label))
        self.nav.rebuild()

    def _steps(self, steps: tuple[Map[Value], ...]) -> None:
        self._enter("own_steps", steps or None, say("steps of your own changed"))

    def _items(self, plan: tuple[Map[Value], ...]) -> None:
        self._enter("plan", plan or None, say("counters of your own changed"))

    def _add_step(self, text: str) -> None:
        name, steps = text.strip(), own_steps(self.table.state)
        if self._is_free(name, steps):
            self._steps((*steps, Map({"name": name, "when": self.table.state.step, "repeats": "every_turn"})))

    def _is_free(self, name: str, others: tuple[Map[Value], ...]) -> bool:
        """Whether something may be called so; where it may not, that is said."""
        if is_taken := name in [each["name"] for each in others]:
            self.nav.complain(TAKEN)
        return bool(name) and not is_taken

    def change(self, n: int, key: str, text: str) -> None:
        steps, new = own_steps(self.table.state), text.strip()
        if key == "name" and not self._is_free(new, steps[:n] + steps[n + 1 :]):
            return
        step = steps[n].put(key, new) if new else steps[n].without(key)
        if step != steps[n]:
            self._steps((*steps[:n], step, *steps[n + 1 :]))

    def _move(self, n: int, by: int) -> None:
        """Down by one; the last goes to the top."""
        steps = list(own_steps(self.table.state))
        step = steps.pop(n)
        steps.insert((n + by) % (len(steps) + 1), step)
        self._steps(tuple(steps))

    def _steps_without(self, n: int) -> None:
        steps = own_steps(self.table.state)
        self._steps(steps[:n] + steps[n + 1 :])

    def _add_item(self, text: str) -> None:
        name, plan = text.strip(), self._plan()
        if self._is_fit(name, plan):
            self._items((*plan, Map({"name": name, "kind": "counter", "on": "player"})))

    def _is_fit(self, name: str, others: tuple[Map[Value], ...]) -> bool:
        """Whether a counter may be called so."""
        if "/" in name or self.table.rules.tracker(name):
            self.nav.complain(RESERVED)
            return False
        return self._is_free(name, others)

    def set_item(self, n: int, key: str, value: str) -> None:
        plan = self._plan()
        self._items((*plan[:n], plan[n].put(key, value), *plan[n + 1 :]))

    def _plan_without(self, n: int) -> None:
        plan = self._plan()
        self._items(plan[:n] + plan[n + 1 :])

    def _rename(self, n: int, text: str) -> None:
        """Under another name, with what each side has of it."""
        plan, new = self._plan(), text.strip()
        old = str(plan[n]["name"])
        if new == old or not self._is_fit(new, plan[:n] + plan[n + 1 :]):
            return
        state = self.table.state
        owners = (*(f"@{seat}" for seat in range(len(state.seats))), *state.units)
        had = [(owner, value) for owner in owners if (value := state.held(owner).get(old))]
        changes = [(owner, key, given) for owner, value in had for key, given in ((new, value), (old, None))]
        label = say("counters of your own changed")
        set_all = (partial(self.table.enter, TrackerSet(*change, label=label)) for change in changes)
        self.table.each(*set_all, partial(self.set_item, n, "name", new))

    # For other games

    def _template(self, name: str) -> Template:
        return Template(self.table.rules.key, as_template(self.table.state, name))

    def _keep(self) -> None:
        t = self.tell
        entry = Entry(self.table.game.header.name, name=t(say("Name of the template")))

        def keep() -> None:
            self.nav.close_sheet()
            if name := entry.text.strip():
                try:
                    templates.keep(self.context.store, self._template(name))
                except Trouble as no:
                    self.nav.complain(no.why)
                    return
                self.nav.inform(say("Kept. A new game of this kind can begin with {name}.", name=name))

        key = PushButton(t(say("Keep it")), keep, "primary", "check-bold")
        self.nav.sheet(Words(t(say("Keep as a template")), "title"), entry, key)

    def _codes(self) -> None:
        self.nav.go("codes", as_model=True)
