"""One deed of a unit on one page: its target, the facts of the pair, its weapons, what it leads to
and why; one tap then rolls."""

from __future__ import annotations

from functools import partial

from kivy.uix.widget import Widget

from engine.doors.ranking import Rank
from engine.playing import drafting
from engine.playing.choices import Candidate
from engine.playing.plan import MEANS, DeedPlan, Draft, chosen
from engine.values.maps import Map, Value, frozen, thawed
from engine.values.texts import Text, say
from screens.app.page import GamePage
from screens.pages.aiming import Aiming
from screens.pages.deed_parts import Bottom, first_check, numbers_of, reword
from screens.pages.deed_rows import DeedRows, Taps
from screens.pages.facing_rows import FacingRows
from screens.pages.hunt import Hunt
from screens.present import drafts
from screens.present.lines import capital
from screens.widgets.bars import AppBar, BottomAction, retitle
from screens.widgets.dice import number_line
from screens.widgets.layouts import Column, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList
from screens.widgets.press import IconButton, PushButton
from screens.widgets.running import margin
from screens.widgets.theme import Touch
from screens.widgets.words import Words


class DeedPage(GamePage):
    """Fills in a plan of the game. `with` in its args is the draft as far as the players filled
    it in; the rest is preset."""

    kept = True
    hunt: Hunt | None = None

    def build(self) -> Widget:
        self.bar = Live(self._bar, change=retitle)
        self.list = LongList(gap=8, pad=(margin(), 2, margin(), 12))
        self.bottom = Live(self._bottom, change=reword)
        self.ranks: dict[str, Rank] = {}
        self.wanted: object = None
        self.facing = FacingRows(self.context, self.view, self.give_all, self._show_rows)
        taps = Taps(self.give, self._use, self.aim, partial(self.list.bring, "others"), self._unfold, self._show_all)
        self.rows = DeedRows(self.view, taps, self.facing)
        self.show()
        return pane(self.bar, centred(self.list), self.bottom)

    # What is filled in

    @property
    def plan(self) -> DeedPlan:
        plan = self.view.rules.plan(str(self.args["procedure"]))
        assert plan
        return plan

    def _given(self) -> Draft:
        found = frozen(self.args.get("with", {}))
        return found if isinstance(found, Map) else Map()

    def draft(self, target: str = "") -> Draft:
        """As given; before that as it was the last time for this pair, and a target this unit has
        attacked before."""
        given, plan, log = self._given(), self.plan, self.table.session.log
        if not plan.at:
            return given
        by = str(given[plan.by])
        at = target or str(given.get(plan.at) or self._first_target(by))
        last = drafting.last_draft(plan, log, by, at)
        return Map({**last, **given, plan.at: at}) if at else given

    def _first_target(self, by: str) -> str:
        """The last one, if it can still be attacked and no other is likelier; else the first that
        can."""
        targets, plan, now = self._targets(by), self.plan, self.table.state
        found = [each.unit.id for each in targets if not each.against] or [each.unit.id for each in targets]
        last = str(drafting.last_draft(plan, self.table.session.log, by).get(plan.at))
        if last in found and plan.order(now, by, last) <= plan.order(now, by, found[0]):
            return last
        return next(iter(found), "")

    def _targets(self, by: str) -> tuple[Candidate, ...]:
        return drafting.targets(self.view.rules, self.table.state, self.plan, by, self._given())

    def give(self, key: str, value: Value) -> None:
        self.give_all(Map({key: value}))

    def give_all(self, values: Map[Value]) -> None:
        """Some answers at once; a list that was unfolded folds again when another one is given."""
        self.args["with"] = thawed(Map({**self._given(), **values}))
        if not isinstance(values.get(str(self.args.get("unfolded"))), tuple):
            self.args.pop("unfolded", None)
        self.show()

    def aim(self, target: str) -> None:
        """Another target: what was said of the one before does not hold for it."""
        plan, given = self.plan, self._given()
        self.args["with"] = thawed(Map({**drafting.manner(plan, given), plan.by: given[plan.by], plan.at: target}))
        self.list.offset = 0
        self.show()

    def _use(self, key: str) -> None:
        """One weapon takes the place of another; of several each is taken in or out."""
        used = chosen(self.filled.draft, self.filled.means)
        if self.plan.pick == "none":
            return
        if self.plan.pick == "one":
            self.give(MEANS, key)
            if self.plan.at_once:
                self.do()
        else:
            self.give(MEANS, tuple(each for each in used if each != key) if key in used else (*used, key))

    # What is shown

    def show(self) -> None:
        state = self.table.state
        unit = state.units.get(str(self._given().get(self.plan.by)))
        if unit is None and self.plan.by:
            self.nav.back()
            return
        rules, plan = self.view.rules, self.plan
        self.filled = drafting.fill(rules, state, plan, self.draft())
        self.aiming = Aiming(rules, state, tuple(self.table.session.log), plan, self._given(), self.filled)
        self._look_ahead()
        self.facing.look_ahead(state, self.plan, self.filled)
        self.bar.show((capital(self.tell(self._opening_text())), unit.name if unit else self._where()))
        self._show_rows()
        self.nav.show_ground()

    def about(self) -> tuple[str, ...]:
        """Who does it, and to whom."""
        draft, plan = self.filled.draft, self.plan
        return tuple(str(draft[key]) for key in (plan.by, plan.at) if draft.get(key))

    def takes(self, unit: str) -> bool:
        """A target that is tapped on the table is aimed at."""
        is_target = self.aiming.has_target and any(each.unit.id == unit for each in self.aiming.targets())
        if is_target:
            self.aim(unit)
        return is_target

    def _is_without_game(self) -> bool:
        """Cards on a table of their own: the page stays when its deed is done."""
        return bool(self.table.game.key == self.context.preferences.get("odds"))

    def _where(self) -> str:
        """Under the title of a deed that is of no single unit."""
        return self.tell(say("Quick odds")) if self._is_without_game() else self.view.title(self.table.state)

    def _opening_text(self) -> Text:
        return self.view.rules.opening(self.plan.procedure).text

    def _show_rows(self) -> None:
        self.list.show(self.rows.rows(self.aiming, self.ranks, self.args))
        check = first_check(self.plan, self.filled)
        numbers = numbers_of(check)
        is_several = check is not None and check.dice > 1
        text = say("Rolled: how many succeed?") if is_several else say("Rolled: what does it show?")
        button = drafts.button(self.view, self._opening_text(), self.filled, self.plan.at_once)
        self.bottom.show((*button, numbers, self.tell(text) if numbers else ""))

    # Dice that lie there already

    def _rolled(self, number: int) -> None:
        """The deed with its dice, entered by their number."""
        check = first_check(self.plan, self.filled)
        if check and self.table.open(self.plan.procedure, **self.filled.args):
            self.table.answer((number,) if check.dice == 1 else number)

    def _unfold(self, key: str) -> None:
        self.args["unfolded"] = key
        self._show_rows()

    def _show_all(self) -> None:
        self.args["all"] = True
        self._show_rows()

    # What it leads to

    def _look_ahead(self) -> None:
        """The odds of this target, then of the others, beside the drawing; a change begins anew."""
        wanted = (self.table.state, self.filled.args)
        if wanted == self.wanted or not self.aiming.has_odds:
            return
        if self.hunt:
            self.hunt.stopped = True
        self.wanted, self.ranks = wanted, {}
        hunt = self.hunt = Hunt(self.aiming.jobs())
        self.context.work(hunt.run, lambda _: self._found(hunt))

    def _found(self, hunt: Hunt) -> None:
        hunt.over = True
        if hunt is self.hunt and self.nav.here is self.args:
            self.ranks = {rank.unit: rank for rank in hunt.found}
            self._show_rows()

    def put_away(self) -> None:
        self._stop()

    def close(self) -> None:
        self._stop()
        self.hunt = self.facing.wanted = None
        del self.rows, self.facing  # they call this page

    def _stop(self) -> None:
        if self.hunt:
            self.hunt.stopped = True
        self.wanted = None

    # The way on

    def _bar(self, titles: tuple[str, str]) -> Widget:
        tools = (self.helping("dice"),)
        return AppBar(*titles, self.nav.back, tools, "close", self.tell(say("Close")))

    def _bottom(self, shown: Bottom) -> Widget:
        text, sub, icon, numbers, words = shown
        look = "primary" if icon else "tonal"
        undo = IconButton("undo", self._undo, self.tell(say("Undo")), "text", None, Touch.primary, "edge")
        main = PushButton(text, self.do, look, icon or "arrow-right", sub, Touch.primary)
        line = number_line(self._rolled, (numbers, None)) if numbers else None
        return BottomAction(main, undo, extra=Column(Words(words, "cite", "text2"), line, gap=4) if line else None)

    def _undo(self) -> None:
        """Over cards without a game the whole deed: there is no table to be led to."""
        if not self._is_without_game():
            self.table.undo()
        elif self.table.undoes:
            self.table.undo_procedure()

    def do(self) -> None:
        """What is filled in happens: its dice are asked for next; of what has none all was read
        here already."""
        if missing := drafting.facts_missing(self.filled):
            self.list.bring("fact " + missing[0].key)
            return
        if self.plan.at_once and MEANS not in self.filled.draft:
            return
        self._stop()
        is_read = bool(self.filled.prompt and self.filled.prompt.kind == "ledger")
        self.table.each(partial(self.table.open, self.plan.procedure, **self.filled.args), partial(self._done, is_read))

    def _done(self, is_read: bool) -> None:
        if is_read and self.table.prompt:
            self.table.answer((), source="app")
        if self.table.prompt is None and self._is_without_game() and self.nav.here is self.args:
            self.args["with"] = {}
            self.show()

    def key(self, key: str) -> bool:
        if key in ("\r", "13"):
            self.do()
            return True
        return False
