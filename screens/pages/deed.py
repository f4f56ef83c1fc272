"""One deed of a unit on one page: its target, the facts of the pair, its weapons, what it leads to
and why; one tap then rolls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from kivy.uix.widget import Widget

from engine.dice.check import foregone
from engine.doors.ranking import Rank, Ranking, best_first, foretell
from engine.playing import drafting
from engine.playing.choices import Candidate
from engine.playing.plan import MEANS, DeedPlan, Draft, Foretold, chosen
from engine.values.maps import Map, Value, frozen, thawed
from engine.values.model import Check
from engine.values.table import Unit
from engine.values.texts import Text, say, say_many
from screens.app.page import GamePage
from screens.pages.deed_parts import Bottom, TargetRow, fates, odds_of, outcome_lines, refusals, reword
from screens.pages.facing_rows import FacingRows
from screens.pages.hunt import Hunt, Job, jobs
from screens.pages.roll_parts import reasons_card
from screens.present import asking, dicing, drafts
from screens.present.drafts import FactLine, MeansLine
from screens.present.lines import UnitLine, capital
from screens.widgets.bars import AppBar, BottomAction, retitle
from screens.widgets.choices import MeansRow, fact_row
from screens.widgets.dice import fits, number_line
from screens.widgets.facing import folded_fact
from screens.widgets.ground import paint
from screens.widgets.layouts import Column, centred, pane
from screens.widgets.live import Live
from screens.widgets.longlist import LongList, Row
from screens.widgets.press import Do, IconButton, PushButton
from screens.widgets.running import margin
from screens.widgets.theme import Radius, Touch
from screens.widgets.words import Words, section

MOST_UNFOLDED = 6
"""Answers of which several may be chosen that stay in sight when some are."""
TargetShown = tuple[UnitLine, Rank | None, str, bool]
"""A target: its row, its odds, what speaks against it, whether it is the one chosen."""


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
        """The last one, if it can still be attacked; else the first that can."""
        found = [each.unit.id for each in self._targets(by) if not each.against]
        last = drafting.last_draft(self.plan, self.table.session.log, by).get(self.plan.at)
        return str(last) if last in found else next(iter(found or (each.unit.id for each in self._targets(by))), "")

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
        self.filled = drafting.fill(self.view.rules, state, self.plan, self.draft())
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
        by = str(self._given().get(self.plan.by) or "")
        is_target = self._has_target() and any(each.unit.id == unit for each in self._targets(by))
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
        self.list.show(self._rows())
        numbers = self._numbers()
        text = say("Rolled: how many succeed?") if self._dice() > 1 else say("Rolled: what does it show?")
        button = drafts.button(self.view, self._opening_text(), self.filled, self.plan.at_once)
        self.bottom.show((*button, numbers, self.tell(text) if numbers else ""))

    # Dice that lie there already

    def _check(self) -> Check | None:
        """The one roll that the deed asks for first, if it is one alone and nothing is open."""
        prompt = None if self.plan.at_once or drafting.facts_missing(self.filled) else self.filled.prompt
        if not prompt or prompt.kind != "roll" or len(prompt.checks) != 1:
            return None
        check = prompt.checks[0]
        return None if foregone(check) is not None or dicing.comes_in_waves(check) else check

    def _dice(self) -> int:
        check = self._check()
        return check.dice if check else 0

    def _numbers(self) -> tuple[int, ...]:
        """What the dice can come to: one die by its faces, several by their number."""
        check = self._check()
        if check is None or check.die.words:
            return ()
        found = check.die.faces if check.dice == 1 else dicing.totals(check)
        return found if fits(found) else ()

    def _rolled(self, number: int) -> None:
        """The deed with its dice, entered by their number."""
        check = self._check()
        if check and self.table.open(self.plan.procedure, **self.filled.args):
            self.table.answer((number,) if check.dice == 1 else number)

    def _rows(self) -> list[Row]:
        filled, view = self.filled, self.view
        against = tuple(view.words.refusal(no) for no in filled.against)
        rows: list[Row] = [*self._facts("first"), *self._target_row()]
        if filled.facing:
            rows += self.facing.rows(self.table.state, filled.facing)
        rows += self._facts("pair")
        if means := drafts.means_lines(view, self.plan, filled):
            rows.append(("means", means, self._means))
        rows += self._facts("last")
        if against:
            rows.append(("against", against, refusals))
        return [*rows, *self._ledger_rows(), *self._fate_rows(), *self._why_rows(), *self._other_rows()]

    def _facts(self, place: str) -> list[Row]:
        """The facts that stand in this part of the page."""
        lines = drafts.fact_lines(self.view, self.filled.draft, self.filled.facts)
        return [
            ("fact " + line.key, (line, self._is_folded(line)), self._fact) for line in lines if line.place == place
        ]

    def _is_folded(self, line: FactLine) -> bool:
        """Of many answers only the chosen ones stand there, until somebody wants to see all; of an
        order what it is, until somebody wants to change it."""
        many = len(line.answers) > MOST_UNFOLDED and sum(each.chosen for each in line.answers) > 0
        return (
            (many or line.ordered) and (line.several or line.place == "last") and self.args.get("unfolded") != line.key
        )

    def _fact(self, shown: tuple[FactLine, bool]) -> Widget:
        line, is_folded = shown
        if not is_folded:
            return fact_row(self.give, line)
        chosen = ", ".join(each.text for each in line.answers if each.chosen)
        return folded_fact(partial(self._unfold, line.key), line.name, chosen)

    def _unfold(self, key: str) -> None:
        self.args["unfolded"] = key
        self._show_rows()

    def _means(self, lines: tuple[MeansLine, ...]) -> Widget:
        rows = [MeansRow(line, partial(self._use, line.key), self.give) for line in lines]
        return paint(Column(*rows, pad=(0, 2, 0, 4)), "surface", Radius.card)

    def _target_row(self) -> list[Row]:
        at = str(self.filled.draft.get(self.plan.at) or "") if self._has_target() else ""
        if not at:
            return []
        unit = self.table.state.unit(at)
        line = self.view.roster.candidate(self.table.state, unit)
        return [("target", (line, self.ranks.get(at), "", True), self._target)]

    def _has_target(self) -> bool:
        return bool(self.plan.at) and self.plan.needs_target(self.table.state, self.filled.draft)

    def _target(self, shown: TargetShown) -> Widget:
        line, rank, against, is_chosen = shown
        do: Do = (lambda: self.list.bring("others")) if is_chosen else partial(self.aim, line.id)
        return TargetRow(line, odds_of(self.view, rank), against, is_chosen, do)

    def _fate_rows(self) -> list[Row]:
        told = self._foretold(self.filled.draft)
        at = str(self.filled.draft.get(self.plan.at) or "") if self._has_target() else ""
        rows: list[Row] = []
        for unit in told.targets if told else (at,):
            if (rank := self.ranks.get(unit)) and rank.chances:
                name = self.tell(say("Fate: {unit}", unit=self.table.state.unit(unit).name))
                rows.append(("fates " + unit, (name, drafts.fate_lines(self.view, rank)), fates))
        return rows

    def _ledger_rows(self) -> list[Row]:
        """A deed without dice: what it comes to, line by line."""
        prompt = self.filled.prompt
        if prompt is None or prompt.kind != "ledger":
            return []
        lines = tuple((capital(self.tell(line.text)), line.ref.id) for line in prompt.lines)
        title = self.tell(say("What comes of it"))
        return [("ledger head", title, section), ("ledger", lines, outcome_lines)]

    def _why_rows(self) -> list[Row]:
        prompt = self.filled.prompt
        if prompt is None or prompt.kind != "roll":
            return []
        found: list[Row] = []
        for n, check in enumerate(prompt.checks):
            name = self.view.words.check_name(self.table.state, prompt, check.key)
            title = self.tell(say("Why: {name}", name=name) if len(prompt.checks) > 1 else say("Why"))
            lines = tuple((line, True) for line in asking.reasons(self.view, check))
            found.append((f"why {n}", (title, "", lines), partial(reasons_card, None)))
        return found

    def _other_rows(self) -> list[Row]:
        """The other targets, the best first as far as their odds are known."""
        if not self._has_target():
            return []
        at = self.filled.draft.get(self.plan.at)
        others = [each for each in self._targets(str(self.filled.draft[self.plan.by])) if each.unit.id != at]
        known = {rank.unit: n for n, rank in enumerate(best_first(self.ranks.values()))}
        others.sort(key=lambda each: (bool(each.against), known.get(each.unit.id, len(known))))
        shown = others if self.args.get("all") else [each for each in others if not each.against]
        rows: list[Row] = [("others", self.tell(say("Other targets")), section)] if shown else []
        rows += [(each.unit.id, self._other(each), self._target) for each in shown]
        hidden = len(others) - len(shown)
        text = say_many("Not now: one unit", "Not now: {count} units", hidden)
        return [*rows, ("all", self.tell(text), self._all)] if hidden else rows

    def _all(self, text: str) -> Widget:
        return PushButton(text, self._show_all, "quiet")

    def _show_all(self) -> None:
        self.args["all"] = True
        self._show_rows()

    def _other(self, each: Candidate) -> TargetShown:
        why = self.view.words.refusal(each.against[0]) if each.against else ""
        return self.view.roster.candidate(self.table.state, each.unit), self.ranks.get(each.unit.id), why, False

    # What it leads to

    def _look_ahead(self) -> None:
        """The odds of this target, then of the others, beside the drawing; a change begins anew."""
        aim, filled = self.view.rules.aim, self.filled
        wanted = (self.table.state, filled.args)
        is_told = aim is not None and aim.procedure == self.plan.procedure
        if not self.plan.at or wanted == self.wanted or not (is_told or self._foretold(filled.draft)):
            return
        if self.hunt:
            self.hunt.stopped = True
        self.wanted, self.ranks = wanted, {}
        hunt = self.hunt = Hunt(jobs(self._pairs()) if is_told else tuple(self._foretelling()))
        self.context.work(hunt.run, lambda _: self._found(hunt))

    def _pairs(self) -> Iterator[tuple[Ranking, Unit]]:
        """Every target in its own situation: the chosen one as it is filled in, others as they were
        the last time, else as this one."""
        plan, state, rules = self.plan, self.table.state, self.view.rules
        by, at = (str(self.filled.draft.get(key) or "") for key in (plan.by, plan.at))
        facts = {fact.key: self.filled.draft[fact.key] for fact in self.filled.facts if not fact.several}
        first = [state.unit(at)] if at else []
        others = [each.unit for each in self._targets(by) if each.unit.id != at]
        for unit in (*first, *others):
            args = self.filled.args
            if unit.id != at:
                last = drafting.last_draft(plan, self.table.session.log, by, unit.id)
                args = drafting.fill(rules, state, plan, Map({**facts, **last, plan.by: by, plan.at: unit.id})).args
            yield Ranking(rules, state, by, args.without(plan.by).without(plan.at)), unit

    def _foretold(self, draft: Draft) -> Foretold | None:
        return self.plan.foretold(self.table.state, draft) if self._has_target() else None

    def _foretelling(self) -> Iterator[Job]:
        """The fates of those who are aimed at, then of the others if they were."""
        plan, state, rules, by = self.plan, self.table.state, self.view.rules, str(self.filled.draft[self.plan.by])
        told = self._foretold(self.filled.draft)
        if told is None:
            return
        yield from (partial(foretell, rules, state, told, unit) for unit in told.targets)
        for other in self._targets(by):
            if other.unit.id in told.targets or other.against:
                continue
            draft = drafting.fill(rules, state, plan, self._aimed(other.unit.id)).draft
            if instead := plan.foretold(state, draft):
                yield partial(foretell, rules, state, instead, other.unit.id)

    def _aimed(self, target: str) -> Draft:
        """The draft as it would be for another target: as it was the last time, else as for this
        one."""
        plan, draft = self.plan, self.filled.draft
        last = drafting.last_draft(plan, self.table.session.log, str(draft[plan.by]), target)
        return Map({**draft, **last, plan.at: target})

    def _found(self, hunt: Hunt) -> None:
        hunt.over = True
        if hunt is self.hunt and self.nav.here is self.args:
            self.ranks = {rank.unit: rank for rank in hunt.found}
            self._show_rows()

    def put_away(self) -> None:
        self._stop()

    def close(self) -> None:
        self._stop()

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
            self.table.answer(())
        if self.table.prompt is None and self._is_without_game() and self.nav.here is self.args:
            self.args["with"] = {}
            self.show()

    def key(self, key: str) -> bool:
        if key in ("\r", "13"):
            self.do()
            return True
        return False
