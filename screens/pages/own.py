"""A game of the players' own: steps to tick, counters and toggles of players and units with plus
and minus, units without cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kivy.metrics import dp
from kivy.uix.widget import Widget

from engine.playing.open_turn import held, own_steps, planned, ticks
from engine.values.events import TrackerSet, UnitAdded
from engine.values.maps import Map, Value
from engine.values.texts import Text, say
from screens.app.page import GamePage
from screens.pages.own_made import Making
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.entry import Entry
from screens.widgets.ground import paint
from screens.widgets.layouts import Across, Column, Scroll, centred, pane
from screens.widgets.pieces import counted
from screens.widgets.press import IconButton, Press, PushButton
from screens.widgets.rows import SwitchRow, Tick
from screens.widgets.running import dps, margin, stacked
from screens.widgets.theme import Radius
from screens.widgets.words import Words, section

TABLES = {"counter": "counters", "toggle": "toggles"}
"""Where the table keeps what belongs to neither side."""


class OwnPage(GamePage):
    """What is played; or, with the wrench, what it is made of."""

    def build(self) -> Widget:
        t, editing = self.tell, bool(self.args.get("edit"))
        self.making = Making(self.context, self.table)
        shown = self.making.widgets() if editing else self._played()
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
        has_any = bool(steps or state.trackers.get("plan"))
        shown: list[Widget] = [] if has_any else self._nothing()
        shown += [section(t(say("Steps of this turn"))), self._card(*steps)] if steps else []
        for seat in range(len(state.seats)):
            if rows := list(self._values(f"@{seat}", "player")):
                shown += [section(self.view.words.seat(seat)), self._card(*rows)]
        if rows := list(self._values("", "table")):
            shown += [section(t(say("Of the table"))), self._card(*rows)]
        return [*shown, *self._units()]

    def _nothing(self) -> list[Widget]:
        """What there could be, and the way to it."""
        t = self.tell
        about = Words(
            t(say("Steps to tick, counters with plus and minus, toggles: as your game has them.")), "body", "text2"
        )
        return [about, PushButton(t(say("Add steps and counters")), self._turn_over, "tonal", "wrench")]

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
