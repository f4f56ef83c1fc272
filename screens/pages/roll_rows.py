"""What a roll is about, in rows: what to roll, what it leads to, why."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

from engine.playing.answers import contest, rollers
from engine.playing.throws import contest_result
from engine.values.model import Check, Prompt
from engine.values.table import GameState
from engine.values.texts import say, say_many
from screens.pages.laid_dice import LaidDice
from screens.pages.roll_parts import Reasons, Verdicts, odds_cards, reasons_card, verdicts
from screens.present import asking, dicing, prospects
from screens.present.lines import OddsLine
from screens.present.prospects import Fates
from screens.present.view import View
from screens.widgets.dice import fits
from screens.widgets.longlist import Row
from screens.widgets.running import huge, short


@dataclass(frozen=True, slots=True)
class RollRows:
    """A roll on a table, with the dice that lie there, what is known of its odds, and the reasons
    that are switched off to see what would be without them."""

    view: View
    state: GameState
    prompt: Prompt
    laid: LaidDice
    known: Fates | None
    off: Collection[str]

    # What to roll

    def check_if(self, n: int) -> Check:
        """The check as it would be without the rows switched off."""
        return asking.without(self.prompt.checks[n], self._off(n))

    def _off(self, n: int) -> frozenset[str]:
        return frozenset(key.partition("/")[2] for key in self.off if key.startswith(f"{n}/"))

    def name(self, check: Check) -> str:
        return self.view.words.check_name(self.state, self.prompt, check.key)

    def verdict(self) -> Row:
        """What to roll, what succeeds, and the signs of the two it is about."""
        glance, units = self.view.rules.glance, self.state.units
        about = [units[each] for each in self.prompt.about if each in units][:2]
        pair = tuple((glance.sign(unit), unit.seat) for unit in about)
        checks = [self.check_if(n) for n in range(len(self.prompt.checks))]
        shown: Verdicts = tuple(
            (*self._called(n, check), () if len(pair) < 2 or short() or huge() or check.dice > 99 else pair)
            for n, check in enumerate(checks)
        )
        return "verdict", shown, verdicts

    def _called(self, n: int, check: Check) -> tuple[str, str]:
        """The dice to roll now and what succeeds; before that what the dice are called, where they
        are the only ones and have a name."""
        roll, need = self.to_roll(n, check)
        named = self.prompt.labels is not None and len(self.prompt.checks) == 1
        whole = say("{first} {second}", first=say("{what}.", what=self.name(check)), second=need)
        return roll, self.view.tell(whole) if named else need

    def to_roll(self, n: int, check: Check) -> tuple[str, str]:
        """The dice to roll now and what succeeds: a later wave once the first lies there."""
        first = asking.roll_text(check), asking.need_text(self.view, check)
        roll, need = dicing.wave_text(check, self.laid.faces(n)) or first
        return self.view.tell(roll), self.view.tell(need)

    # What it leads to

    def odds(self) -> list[Row]:
        return [("odds", odds, odds_cards)] if (odds := self._odds()) else []

    def _odds(self) -> tuple[tuple[str, str, tuple[OddsLine, ...]], ...]:
        """A title, the sum that matters, and bars; without bars the sum alone."""
        prompt, several = self.prompt, self.laid.several
        if several and contest(prompt):
            checks = tuple(self.check_if(n) for n in range(2))
            lines = prospects.contest_lines(self.view, self._sides(), checks, prompt.added, prompt.ties)
            return ((self.view.tell(say("Odds")), self._who_wins_a_tie(), lines),)
        names = {unit.id: unit.name for unit in self.state.units.values()}
        found = [self.check_if(n) for n, check in self.laid.open if check.keep is None or check.needs]
        if several:
            found = found[:1] if self.known and self.known.together else []
        return tuple(prospects.odds_lines(self.view, check, self.known, names) for check in found)

    def _who_wins_a_tie(self) -> str:
        ties, by = self.prompt.ties, self.prompt.tie_rule or self.prompt.ref
        if ties is None:
            return ""
        return self.view.tell(say("Equal totals: {player} ({rule})", player=self._sides()[ties], rule=by.id))

    def _sides(self) -> tuple[str, ...]:
        return tuple(self.view.words.seat(seat) for seat in rollers(self.prompt, self.state))

    # Why

    def reasons(self, what_if: Callable[[int, str], None]) -> list[Row]:
        """`what_if` switches a reason off and on again."""
        rows: list[Row] = [
            (f"why {n}", self._reasons(n, check), partial(reasons_card, partial(what_if, n)))
            for n, check in enumerate(self.prompt.checks)
        ]
        inside = asking.inside(self.view, self.state, self.known.inside) if self.known else ()
        if inside and not asking.is_drawn_by_lot(self.prompt):
            shown: Reasons = (self.view.tell(say("Inside the odds")), "", tuple((line, True) for line in inside))
            rows.append(("inside", shown, partial(reasons_card, None)))
        return rows

    def _reasons(self, n: int, check: Check) -> Reasons:
        off, t = self._off(n), self.view.tell
        title = t(say("Why: {name}", name=self.name(check)) if self.laid.several else say("Why"))
        added = asking.added(self.view, self.prompt, n)
        lines = tuple((line, line.key not in off) for line in (*asking.reasons(self.view, check), *added))
        return title, t(say("Switched off: what if")) if off else "", lines

    # The large button

    def answer(self) -> tuple[str, ...]:
        """What the dice come to, or what is still missing: its words, a line below, and where it is
        not the answer yet its sign and look."""
        laid, t, missing = self.laid, self.view.tell, self.laid.missing
        if missing:
            return (*self._to_enter(missing), "dice-multiple", "tonal")
        if laid.several and contest(self.prompt):
            readings = [laid.reading(n, check)[0] for n, check in laid.open]
            result = contest_result(self.view.rules, self.state, self.prompt, readings)
            return (t(say("Apply: {result}", result=result)),)
        if laid.several:
            rolled = {self.name(check): laid.reading(n, check)[0] for n, check in laid.open}
            return dicing.results_text(self.view, rolled, self.known)
        if not laid.open:
            return (t(say("Apply the dice")),)
        n, check = laid.open[0]
        text, sub = dicing.result_text(self.view, check, *laid.reading(n, check), self.known)
        return t(text), sub

    def _to_enter(self, missing: int) -> tuple[str, str]:
        t, (n, check) = self.view.tell, self.laid.open[0]
        if self.laid.is_single:
            return t(say("Tap what it shows")), ""
        more = t(say_many("Enter one more die", "Enter {count} dice", missing))
        sub = say("Or tap here for the number only") if self.lacks_numbers else say("Or tap their number")
        if self.laid.several:
            return more, t(sub) if self.lacks_numbers else ""
        wave = dicing.wave_text(check, self.laid.faces(n))
        return t(wave[0]) if wave else more, t(sub)

    @property
    def lacks_numbers(self) -> bool:
        """Whether the next pad has no room for the line of its numbers; of several pads one whose
        faces are entered wants none."""
        n, check = self.laid.next_open
        totals = dicing.totals(check, self.laid.faces(n))
        if self.laid.several and (self.laid.faces(n) or not totals):
            return False
        return not fits(totals, scrolls=self.laid.several)
