"""The rows on the page of a deed: its target, the facts of the pair, its weapons, what speaks
against it, what it leads to and why, whom it could be aimed at instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from engine.doors.ranking import Rank, best_first
from engine.playing.choices import Candidate
from engine.values.maps import Value
from engine.values.texts import say, say_many
from screens.pages.aiming import Aiming
from screens.pages.deed_parts import TargetRow, fates, odds_of, outcome_lines, refusals
from screens.pages.facing_rows import FacingRows
from screens.pages.roll_parts import reasons_card
from screens.present import asking, drafts
from screens.present.drafts import FactLine, MeansLine
from screens.present.lines import UnitLine, capital
from screens.present.view import View
from screens.widgets.choices import MeansRow, fact_row
from screens.widgets.facing import folded_fact
from screens.widgets.ground import paint
from screens.widgets.layouts import Column
from screens.widgets.longlist import Row
from screens.widgets.press import Do, PushButton
from screens.widgets.theme import Radius
from screens.widgets.words import section

MOST_UNFOLDED = 6
"""Answers of which several may be chosen that stay in sight when some are."""
TargetShown = tuple[UnitLine, Rank | None, str, bool]
"""A target: its row, its odds, what speaks against it, whether it is the one chosen."""


@dataclass(frozen=True, slots=True)
class Taps:
    """What a tap on a row does: give an answer, take a means in or out, aim at a unit, roll to the
    other targets, unfold a fact, show all targets."""

    give: Callable[[str, Value], None]
    use: Callable[[str], None]
    aim: Callable[[str], None]
    bring: Callable[[], None]
    unfold: Callable[[str], None]
    show_all: Callable[[], None]


class DeedRows:
    """Lists the rows of a deed as it is filled in."""

    def __init__(self, view: View, taps: Taps, facing: FacingRows) -> None:
        self.view, self.taps, self.facing = view, taps, facing

    def rows(self, aiming: Aiming, ranks: dict[str, Rank], args: dict[str, Any]) -> list[Row]:
        """`args` says which fact is unfolded, and whether all targets are shown."""
        view, filled, unfolded = self.view, aiming.filled, args.get("unfolded")
        against = tuple(view.words.refusal(no) for no in filled.against)
        rows: list[Row] = [*self._facts(aiming, "first", unfolded), *self._target_row(aiming, ranks)]
        if filled.facing:
            rows += self.facing.rows(aiming.state, filled.facing)
        rows += self._facts(aiming, "pair", unfolded)
        if means := drafts.means_lines(view, aiming.plan, filled):
            rows.append(("means", means, self._means))
        rows += self._facts(aiming, "last", unfolded)
        if against:
            rows.append(("against", against, refusals))
        rows += [*self._ledger_rows(aiming), *self._fate_rows(aiming, ranks), *self._why_rows(aiming)]
        return [*rows, *self._other_rows(aiming, ranks, bool(args.get("all")))]

    # What is filled in

    def _facts(self, aiming: Aiming, place: str, unfolded: object) -> list[Row]:
        """The facts that stand in this part of the page."""
        lines = drafts.fact_lines(self.view, aiming.draft, aiming.filled.facts)
        return [
            ("fact " + line.key, (line, is_folded(line) and unfolded != line.key), self._fact)
            for line in lines
            if line.place == place
        ]

    def _fact(self, shown: tuple[FactLine, bool]) -> Widget:
        line, folded = shown
        if not folded:
            return fact_row(self.taps.give, line)
        chosen = ", ".join(each.text for each in line.answers if each.chosen)
        return folded_fact(partial(self.taps.unfold, line.key), line.name, chosen)

    def _means(self, lines: tuple[MeansLine, ...]) -> Widget:
        rows = [MeansRow(line, partial(self.taps.use, line.key), self.taps.give) for line in lines]
        return paint(Column(*rows, pad=(0, 2, 0, 4)), "surface", Radius.card)

    # Who it is aimed at

    def _target_row(self, aiming: Aiming, ranks: dict[str, Rank]) -> list[Row]:
        at = aiming.at
        if not at:
            return []
        line = self.view.roster.candidate(aiming.state, aiming.state.unit(at))
        return [("target", (line, ranks.get(at), "", True), self._target)]

    def _target(self, shown: TargetShown) -> Widget:
        line, rank, against, is_chosen = shown
        do: Do = self.taps.bring if is_chosen else partial(self.taps.aim, line.id)
        return TargetRow(line, odds_of(self.view, rank), against, is_chosen, do)

    def _other_rows(self, aiming: Aiming, ranks: dict[str, Rank], all_of_them: bool) -> list[Row]:
        """The other targets, the best first as far as their odds are known."""
        if not aiming.has_target:
            return []
        others = aiming.others()
        known = {rank.unit: n for n, rank in enumerate(best_first(ranks.values()))}
        others.sort(key=lambda each: (bool(each.against), known.get(each.unit.id, len(known))))
        shown = others if all_of_them else [each for each in others if not each.against]
        rows: list[Row] = [("others", self.view.tell(say("Other targets")), section)] if shown else []
        rows += [(each.unit.id, self._other(aiming, each, ranks), self._target) for each in shown]
        hidden = len(others) - len(shown)
        text = say_many("Not now: one unit", "Not now: {count} units", hidden)
        return [*rows, ("all", self.view.tell(text), self._all)] if hidden else rows

    def _other(self, aiming: Aiming, each: Candidate, ranks: dict[str, Rank]) -> TargetShown:
        why = self.view.words.refusal(each.against[0]) if each.against else ""
        return self.view.roster.candidate(aiming.state, each.unit), ranks.get(each.unit.id), why, False

    def _all(self, text: str) -> Widget:
        return PushButton(text, self.taps.show_all, "quiet")

    # What it leads to

    def _fate_rows(self, aiming: Aiming, ranks: dict[str, Rank]) -> list[Row]:
        told, rows = aiming.foretold, list[Row]()
        for unit in told.targets if told else (aiming.at,):
            if (rank := ranks.get(unit)) and rank.chances:
                name = self.view.tell(say("Fate: {unit}", unit=aiming.state.unit(unit).name))
                rows.append(("fates " + unit, (name, drafts.fate_lines(self.view, rank)), fates))
        return rows

    def _ledger_rows(self, aiming: Aiming) -> list[Row]:
        """A deed without dice: what it comes to, line by line."""
        prompt, t = aiming.filled.prompt, self.view.tell
        if prompt is None or prompt.kind != "ledger":
            return []
        lines = tuple((capital(t(line.text)), line.ref.id) for line in prompt.lines)
        return [("ledger head", t(say("What comes of it")), section), ("ledger", lines, outcome_lines)]

    def _why_rows(self, aiming: Aiming) -> list[Row]:
        prompt = aiming.filled.prompt
        if prompt is None or prompt.kind != "roll":
            return []
        found: list[Row] = []
        for n, check in enumerate(prompt.checks):
            name = self.view.words.check_name(aiming.state, prompt, check.key)
            title = self.view.tell(say("Why: {name}", name=name) if len(prompt.checks) > 1 else say("Why"))
            lines = tuple((line, True) for line in asking.reasons(self.view, check))
            found.append((f"why {n}", (title, "", lines), partial(reasons_card, None)))
        return found


def is_folded(line: FactLine) -> bool:
    """Of many answers only the chosen ones stand there, until the player wants to see all; of an
    order what it is, until the player wants to change it."""
    many = len(line.answers) > MOST_UNFOLDED and sum(each.chosen for each in line.answers) > 0
    return (many or line.ordered) and (line.several or line.place == "last")
