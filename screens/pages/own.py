"""A game of the players' own: steps to tick, counters and toggles of players and units with plus
and minus; all of it is changed in mid-game, kept as a template and shared as codes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from carddb import templates
from carddb.templates import Template
from carddb.trouble import Trouble
from engine.playing.open_turn import KINDS, OWNERS, as_template, held, own_steps, planned, ticks
from engine.values.events import TrackerSet, UnitAdded
from engine.values.maps import Map, Value
from engine.values.texts import Text, say
from screens.app.page import GamePage
from screens.present.lines import capital
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Flow, Scroll, centred, pane
from screens.widgets.pieces import counted
from screens.widgets.press import IconButton, Pill, Press, PushButton
from screens.widgets.rows import SwitchRow, Tick
from screens.widgets.running import dps, margin, stacked
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

TABLES = {"counter": "counters", "toggle": "toggles"}
"""Where the table keeps what is nobody's."""


class OwnPage(GamePage):
    """What is played; or, with the wrench, what it is made of."""

    def build(self) -> Widget:
        t, editing = self.tell, bool(self.args.get("edit"))
        shown = self._made_of() if editing else self._played()
        self.scroll = Scroll(centred(Column(*shown, gap=8, pad=(margin(), 4, margin(), 16))))
        self.scroll.scroll_y = float(self.args.get("scroll", 1))
        tools = (
            IconButton(
                "wrench", self._turn_over, t(say("Change steps and counters")), "accent" if editing else "text2"
            ),
            self.helping("own"),
        )
        title = say("Change steps and counters") if editing else say("Steps and counters")
        bar = AppBar(t(title), self.view.title(self.table.state), self.nav.back, tools, back_name=t(say("Back")))
        done = PushButton(t(say("Done")), self._turn_over if editing else self.nav.back, "primary", "check-bold")
        return pane(bar, self.scroll, BottomAction(done))

    def leave(self) -> None:
        self.args["scroll"] = self.scroll.scroll_y

    def _turn_over(self) -> None:
        self.args["edit"] = not self.args.get("edit")
        self.scroll.scroll_y = 1
        self.nav.rebuild()

    # What is played

    def _played(self) -> list[Widget]:
        t, state = self.tell, self.table.state
        steps = [self._tick(step) for step in own_steps(state)]
        nothing = t(say("Nothing yet. Tap the wrench to add steps, counters and toggles."))
        has_any = bool(steps or state.trackers.get("plan"))
        shown: list[Widget] = [] if has_any else [Words(nothing, "body", "text2")]
        shown += [section(t(say("Steps of this turn"))), self._card(*steps)] if steps else []
        for seat in range(len(state.seats)):
            if rows := list(self._values(f"@{seat}", "player")):
                shown += [section(self.view.words.seat(seat)), self._card(*rows)]
        if rows := list(self._values("", "table")):
            shown += [section(t(say("Of the table"))), self._card(*rows)]
        return [*shown, *self._units()]

    def _card(self, *rows: Widget) -> Widget:
        return paint(Column(*rows, gap=2, pad=(0, 4, 0, 4)), "surface", Radius.card)

    def _tick(self, step: Map[Value]) -> Widget:
        """A step to tick; its reminder stands below it."""
        name, state = str(step["name"]), self.table.state
        done = step["name"] in ticks(state, step)
        row = Press(
            partial(self._do, "tick_step", name=name),
            name=name,
            size_hint_y=None,
            spacing=dp(8),
            padding=dps((6, 4, 6, 4)),
        )
        words = Column(Words(name, "row", "text2" if done else "text"), pos_hint={"center_y": 0.5}, gap=1)
        for line in self._about(step):
            words.add_widget(Words(line, "meta", "text2"))
        row.add_widget(Tick(done))
        row.add_widget(words)
        row.bind(minimum_height=row.setter("height"))
        return row

    def _about(self, step: Map[Value]) -> Iterator[str]:
        if step.get("note"):
            yield str(step["note"])
        if step.get("counter"):
            by = step.get("by")
            yield f"{step['counter']} {by if isinstance(by, int) else 1:+}"

    def _do(self, procedure: str, **args: Value) -> None:
        self.table.open(procedure, **args)
        self.nav.rebuild()

    def _values(self, owner: str, on: str) -> Iterator[Widget]:
        """The counters and toggles of one owner."""
        for item in planned(self.table.state, on):
            name, kind = str(item["name"]), str(item["kind"])
            value = self._held(owner, name, kind)
            if kind == "toggle":
                yield SwitchRow(name, "", bool(value), partial(self._put, owner, name, kind, not value))
            else:
                yield self._counter(owner, name, value if isinstance(value, int) else 0)

    def _counter(self, owner: str, name: str, count: int) -> Widget:
        t = self.tell
        names = (t(say("{name}: one less", name=name)), t(say("{name}: one more", name=name)))
        return counted(name, count, partial(self._put, owner, name, "counter"), names)

    def _held(self, owner: str, name: str, kind: str) -> Value:
        state = self.table.state
        return state.held(owner).get(name) if owner else held(state, TABLES[kind]).get(name)

    def _put(self, owner: str, name: str, kind: str, value: Value) -> None:
        who: Text | str = self.table.state.units[owner].name if owner in self.table.state.units else ""
        if owner.startswith("@"):
            who = self.view.words.seat(int(owner[1:]))
        told = say("yes") if value is True else say("no") if value is False else str(value)
        label = (
            say("{who}: {what} set to {value}", who=who, what=name, value=told)
            if who
            else say("{name}: {value}", name=name, value=told)
        )
        if owner:
            self._enter(owner, name, value or None, label)
        else:
            self._enter("", TABLES[kind], held(self.table.state, TABLES[kind]).put(name, value), label)

    def _enter(self, owner: str, tracker: str, value: Value, label: Text) -> None:
        self.table.enter(TrackerSet(owner, tracker, value, label=label))
        self.nav.rebuild()

    # Units without cards

    def _units(self) -> list[Widget]:
        t, state = self.tell, self.table.state
        shown: list[Widget] = [section(t(say("Units")))]
        for unit in state.standing():
            rows = list(self._values(unit.id, "unit"))
            look = PushButton(t(say("Look at it")), partial(self.nav.go, "unit", unit=unit.id), "quiet", grow=False)
            name = Words(unit.name, "row")
            head = Column(name, look, pad=(14, 4, 4, 0)) if stacked() else Across(name, look, gap=8, pad=(14, 0, 4, 0))
            side = Words(self.view.words.seat(unit.seat), "meta", "text2")
            shown.append(self._card(head, Column(side, pad=(14, 0, 14, 0)), *rows))
        return [*shown, PushButton(t(say("Add a unit")), self._new_unit, "outline", "plus-thick")]

    def _new_unit(self) -> None:
        """A name is enough; whose it is by one tap."""
        t = self.tell
        entry = Entry("", hint=t(say("Name of the unit")))
        keys = [
            PushButton(
                t(say("For {player}", player=self.view.words.seat(seat))),
                partial(self._add_unit, entry, seat),
                "primary" if seat == 0 else "tonal",
                "plus-thick",
            )
            for seat in range(len(self.table.state.seats))
        ]
        self.nav.sheet(Words(t(say("Add a unit")), "title"), entry, *keys)

    def _add_unit(self, entry: Entry, seat: int) -> None:
        name = entry.text.strip()
        self.nav.close_sheet()
        if name:
            taken = self.table.state.units
            key = next(f"own{n}" for n in range(1, len(taken) + 2) if f"own{n}" not in taken)
            self.table.enter(UnitAdded(key, seat, Map({"name": name})))
            self.nav.rebuild()

    # What it is made of

    def _made_of(self) -> list[Widget]:
        t, state = self.tell, self.table.state
        steps, plan = own_steps(state), self._plan()
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
            name, lambda text: self._change(n, "name", text), name=t(say("Name of step {number}", number=n + 1))
        )
        note = Entry(
            str(step.get("note") or ""),
            lambda text: self._change(n, "note", text),
            t(say("Reminder")),
            name=t(say("Reminder of {name}", name=name)),
        )
        counters = [str(each["name"]) for each in self._plan() if each["kind"] == "counter" and each["on"] != "unit"]
        pills = [
            Pill(
                f"{each} +1",
                step.get("counter") == each,
                partial(self._change, n, "counter", "" if step.get("counter") == each else each),
            )
            for each in counters
        ]
        return self._edit_card(Across(renamed, *keys, gap=2), note, *([Flow(*pills, gap=8)] if pills else []))

    def _item(self, n: int, item: Map[Value]) -> Widget:
        """Its name, what it is, who has one."""
        t, name, words = self.tell, str(item["name"]), self.view.words
        gone = IconButton("close-thick", partial(self._plan_without, n), t(say("Remove {name}", name=name)), "text2")
        renamed = Entry(name, lambda text: self._rename(n, text), name=t(say("Name of counter {number}", number=n + 1)))
        kinds = [
            Pill(capital(words.word(kind)), item["kind"] == kind, partial(self._set_item, n, "kind", kind))
            for kind in KINDS
        ]
        owners = [
            Pill(
                capital(words.word(on)) if on != "table" else t(say("The table")),
                item["on"] == on,
                partial(self._set_item, n, "on", on),
            )
            for on in OWNERS
        ]
        return self._edit_card(Across(renamed, gone, gap=2), Flow(*kinds, *owners, gap=8))

    # Changes

    def _steps(self, steps: tuple[Map[Value], ...]) -> None:
        self._enter("", "own_steps", steps or None, say("steps of your own changed"))

    def _items(self, plan: tuple[Map[Value], ...]) -> None:
        self._enter("", "plan", plan or None, say("counters of your own changed"))

    def _add_step(self, text: str) -> None:
        name, steps = text.strip(), own_steps(self.table.state)
        if name and name not in [each["name"] for each in steps]:
            self._steps((*steps, Map({"name": name, "when": self.table.state.step, "repeats": "every_turn"})))

    def _change(self, n: int, key: str, text: str) -> None:
        steps, new = own_steps(self.table.state), text.strip()
        if key == "name" and (not new or new in [each["name"] for each in steps]):
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
        if not name or name in [each["name"] for each in plan]:
            return
        if "/" in name or self.table.rules.tracker(name):
            self.nav.complain(say("The game uses this name itself, or a sign in it: choose another."))
            return
        self._items((*plan, Map({"name": name, "kind": "counter", "on": "player"})))

    def _set_item(self, n: int, key: str, value: str) -> None:
        plan = self._plan()
        self._items((*plan[:n], plan[n].put(key, value), *plan[n + 1 :]))

    def _plan_without(self, n: int) -> None:
        plan = self._plan()
        self._items(plan[:n] + plan[n + 1 :])

    def _rename(self, n: int, text: str) -> None:
        """Under another name, with what everybody has of it."""
        plan, new = self._plan(), text.strip()
        old = str(plan[n]["name"])
        if not new or "/" in new or new in [each["name"] for each in plan] or self.table.rules.tracker(new):
            return
        state = self.table.state
        owners = (*(f"@{seat}" for seat in range(len(state.seats))), *state.units)
        had = [(owner, value) for owner in owners if (value := state.held(owner).get(old))]
        changes = [(owner, key, given) for owner, value in had for key, given in ((new, value), (old, None))]
        label = say("counters of your own changed")
        set_all = (partial(self.table.enter, TrackerSet(*change, label=label)) for change in changes)
        self.table.each(*set_all, partial(self._set_item, n, "name", new))

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
