"""Targets: what an attacker could shoot at, the best first, under one situation stated for all
and changed on the spot."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from kivy.clock import Clock
from kivy.uix.widget import Widget

from engine.doors.ranking import Rank, Ranking, best_first, called, choices, common, first_told, opened, quiet
from engine.values.kinds import Either, Field, Flag, Kind, Whole, Word
from engine.values.maps import Map, Value, frozen, thawed
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import joined, say
from screens.app.page import GamePage
from screens.pages.deed_parts import TargetRow, odds_of
from screens.pages.fields import Controls
from screens.pages.hunt import Hunt, jobs
from screens.present.lines import capital
from screens.widgets.bars import AppBar, BottomAction
from screens.widgets.layouts import Column, Flow, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.pieces import Segments
from screens.widgets.press import Pill, PushButton
from screens.widgets.rows import note
from screens.widgets.running import margin
from screens.widgets.words import Words

SOON = 0.3
"""Seconds before progress is shown: mostly all is there by then."""
OFTEN = 0.1


class TargetsPage(GamePage):
    """The situation as pills, then the targets; a tap on one opens the attack on it."""

    hunt: Hunt | None = None

    def build(self) -> Widget:
        t, unit = self.tell, str(self.args.get("unit"))
        game, view = self.table.game, self.view
        if not game or not view or unit not in self.table.state.units or not view.rules.aim:
            return pane(AppBar(t(say("Best targets")), "", self.nav.back, back_name=t(say("Back"))), Widget())
        self.state: GameState = quiet(self.table.state)
        self.attacker, self.known = unit, dict[Hashable, Rank]()
        self.list = LongList(pad=(margin(), 2, margin(), 16), guess=110)
        self.foot = Live(self._progress)
        self.look()
        tools = (self.helping("targets"),)
        bar = AppBar(*self._titles(), self.nav.back, tools, back_name=t(say("Back")))
        return pane(bar, centred(self.list), self.foot)

    @property
    def _of_two_cards(self) -> bool:
        """Quick odds: there is no choice between targets."""
        return bool(self.table.game and self.table.game.key == self.context.preferences.get("odds"))

    def _titles(self) -> tuple[str, str]:
        name = self.state.unit(self.attacker).name
        return (self.tell(say("Quick odds") if self._of_two_cards else say("Best targets")), name)

    def leave(self) -> None:
        if self.hunt and self.nav.here is not self.args:
            self.hunt.stopped = True

    def close(self) -> None:
        if self.hunt:
            self.hunt.stopped = True

    # What is stated

    def told(self) -> Map[Value]:
        """As the players state it; before that as the game usually begins."""
        given, first = frozen(self.args.get("told")), first_told(self.view.rules, self.state, self.attacker)
        return Map({**first, **given}) if isinstance(given, Map) else first

    def _stated(self, shown: tuple[Map[Value], tuple[Refusal, ...]]) -> Widget:
        told, against = shown
        aim = self.view.rules.aim
        assert aim
        pills = [self._pill(key, told.get(key)) for key in aim.told]
        title = say("The same for all targets: a tap changes it. What is not asked is taken as usual.")
        if self._of_two_cards:
            title = say("A tap changes how they stand. What is not asked is taken as usual.")
        flow = Flow(*pills, gap=8) if pills else None
        no = [note("alert-outline", self.view.words.refusal(each)) for each in against]
        return Column(Words(self.tell(title), "meta", "text2"), flow, *no, gap=8, pad=(0, 2, 0, 4))

    def _pill(self, key: str, value: Value) -> Widget:
        name = self._name(key)
        if isinstance(self._kind(key), Flag):
            return Pill(name, bool(value), lambda: self._state(key, not value))
        said = self.tell(say("as it stands")) if value is None else self.view.words.value(value)
        return Pill(self.tell(say("{name}: {value}", name=name, value=said)), False, lambda: self._choose(key, value))

    def _name(self, key: str) -> str:
        return capital(self.tell(called(self.view.rules, key)))

    def _kind(self, key: str) -> Kind:
        """What a field holds; where it may be several things, the simple one."""
        aim = self.view.rules.aim
        assert aim
        field = self.view.rules.opening(aim.procedure).situation.field(key)
        assert field
        kinds = field.kind.kinds if isinstance(field.kind, Either) else (field.kind,)
        return next((kind for kind in kinds if isinstance(kind, (Word, Whole, Flag))), field.kind)

    def _choose(self, key: str, value: Value) -> None:
        words = choices(self.view.rules, self.state, self.attacker)
        control = Controls(self.view, quick=True, choices=words).field(
            Field(key, self._kind(key), required=True), value, lambda new: self._state(key, new)
        )
        self.nav.sheet(control)

    def _state(self, key: str, value: Value) -> None:
        self.nav.close_sheet()
        if value is not None:
            self.args["told"] = thawed(self.told().put(key, value))
            self.look()

    # What it leads to

    def look(self) -> None:
        """Rank the targets anew, beside the drawing; what was asked before is known."""
        if self.hunt:
            self.hunt.stopped = True
        ranking = Ranking(self.view.rules, self.state, self.attacker, self.told(), known=self.known)
        found = tuple(jobs((ranking, unit) for unit in ranking.targets()))
        hunt, self.total = Hunt(found), len(found)
        self.hunt = hunt
        self.list.show([self._head(), *self.list.rows[1:]])
        self.context.work(hunt.run, lambda _: self._done(hunt))
        Clock.schedule_once(lambda _dt: self._watch(hunt), SOON)

    def _head(self, against: tuple[Refusal, ...] = ()) -> Row:
        return "told", (self.told(), against), self._stated

    def _watch(self, hunt: Hunt) -> None:
        """It takes a while: odds of another situation go, progress comes."""
        if hunt is not self.hunt or hunt.over or self.nav.here is not self.args:
            return
        if hunt.ended:  # a fault ended it: what is there is shown
            self._done(hunt)
        else:
            self.list.show([self._head()])
            self.foot.show((len(hunt.found), self.total))
            Clock.schedule_once(lambda _dt: self._watch(hunt), OFTEN)

    def _progress(self, shown: tuple[int, int]) -> Widget:
        done, total = shown
        words = Words(self.tell(say("{done} of {total} targets worked out", done=done, total=total)), "meta", "text2")
        stop = PushButton(self.tell(say("Stop here")), self.stop, "outline", "close")
        return BottomAction(stop, extra=Column(words, Segments(total, done), gap=6))

    def stop(self) -> None:
        """Enough: what is worked out so far is shown."""
        if self.hunt and not self.hunt.over:
            self.hunt.stopped = True

    def _done(self, hunt: Hunt) -> None:
        hunt.over = True
        if hunt is self.hunt and self.nav.here is self.args:
            self.foot.show(None)
            self.list.show(self._rows(hunt))

    def _rows(self, hunt: Hunt) -> list[Row]:
        ranks, left = best_first(hunt.found), self.total - len(hunt.found)
        rows: list[Row] = [self._head(common(hunt.found)), *((rank.unit, rank, self._row) for rank in ranks)]
        return [*rows, ("left", left, self._left)] if left or not ranks else rows

    def _left(self, count: int) -> Widget:
        text = say("Not worked out: {count}", count=count) if count else say("No enemy is on the table.")
        return note("timer-sand", self.tell(text))

    def _row(self, rank: Rank) -> Widget:
        against = self.tell(joined(self.view.words.refusal(no) for no in rank.against))
        line = self.view.roster.candidate(self.state, self.state.unit(rank.unit))
        return TargetRow(line, odds_of(self.view, rank), against, False, lambda: self.open(rank.unit))

    def open(self, target: str) -> None:
        """The attack on it, in the stated situation; another one that is open is taken back
        first."""
        assert self.view.rules.aim
        args, table = opened(self.view.rules, self.attacker, target, self.told()), self.table
        self.close()
        first = [table.undo_procedure] if table.state.pending else []
        table.each(*first, partial(table.open, self.view.rules.aim.procedure, **args))

    def show(self) -> None:
        """The table has changed: all odds may have, too."""
        if quiet(self.table.state) is not self.state:
            self.nav.rebuild()
