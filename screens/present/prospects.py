"""What a roll leads to: every reading walked on to its end, and the chances as bars. Pure, like all
of present."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil
from operator import add
from typing import Any

from engine.dice.check import odds
from engine.dice.explain import success
from engine.dice.odds import Odds, opposed
from engine.playing.fold import Fold
from engine.playing.foresight import OpenRoll
from engine.playing.rules import Ruleset
from engine.playing.walk import TooLong
from engine.values.model import Check, Impossible, Prompt, Unknown
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many
from screens.present.lines import OddsLine, capital, one_in, percent
from screens.present.view import View

MOST_LINES = 7


@dataclass(frozen=True, slots=True)
class Fates:
    """What each reading of the dice leads to, by the names the procedure gives its outcomes; each
    chance may be *within* so much more."""

    by_reading: Mapping[int, Mapping[str, Mapping[Any, Fraction]]]
    within: Fraction = Fraction(0)

    def mixed(self, readings: Odds[int]) -> dict[str, dict[Any, Fraction]]:
        """The chances over all readings."""
        found: dict[str, dict[Any, Fraction]] = {}
        for reading, chance in readings.chances().items():
            for name, outcomes in self.by_reading.get(reading, {}).items():
                into = found.setdefault(name, {})
                for outcome, share in outcomes.items():
                    into[outcome] = into.get(outcome, Fraction(0)) + chance * share
        return found


class Stopped(Exception):
    """Nobody waits for the odds any more, or they take too long."""


def fates(rules: Ruleset, state: GameState, prompt: Prompt, step: Callable[[], None] = lambda: None) -> Iterator[Fates]:
    """What the open roll leads to, reading by reading; where that is not exact at first, then
    exactly. Not for the thread that draws.

    `step` is called again and again and may raise Stopped.
    """
    fold = Fold(rules)
    pending = fold.innermost(state)
    opening = rules.opening(pending.procedure)
    if len(prompt.checks) != 1 or prompt.opposed or not opening.shows:
        return
    with suppress(Stopped, TooLong, TypeError, Impossible, Unknown):
        shows = opening.outcomes(pending.args)
        for found in OpenRoll(rules, pending, fold.within, prompt, shows, step).answers():
            bound = max((each.within for each in found.values()), default=Fraction(0))
            yield Fates({reading: each.chances for reading, each in found.items()}, bound)


def odds_lines(
    view: View, check: Check, known: Fates | None, names: Mapping[str, str] | None = None
) -> tuple[str, str, tuple[OddsLine, ...]]:
    """A title, the sum that matters, and bars: what becomes of it where the procedure says so, else
    the successes.

    What is certain whatever the dice show tells nothing. `names` are those of units, for an outcome
    that belongs to one.
    """
    readings = odds(check)
    mixed = {name: found for name, found in (known.mixed(readings) if known else {}).items() if len(found) > 1}
    name = max(mixed, key=lambda each: _telling(mixed[each]), default="")
    head = chance_text(view, success(check))
    if known and known.within and name:
        head = f"{head}, {view.tell(bound_text(known.within))}"
    if not name:
        return view.tell(say("Odds")), head, tuple(_counted(view, check, readings.chances()))
    key, _, unit = name.partition(":")
    what = "" if _telling(mixed[name])[0] == 2 else view.words.known(key)
    whose = ", ".join(filter(None, ((names or {}).get(unit, ""), what)))
    told = say("Odds: {what}", what=whose) if whose else say("Odds")
    return view.tell(told), head, tuple(_worded(view, mixed[name]))


def contest_lines(
    view: View,
    names: tuple[str, ...],
    checks: tuple[Check, ...],
    added: tuple[int, ...] = (0, 0),
    ties: int | None = None,
) -> tuple[OddsLine, ...]:
    """Who has more, where two sides roll against each other; what is added to a side's dice
    counts, and equal totals where a rule gives them to one side."""
    ours, theirs = (odds(check).map(partial(add, more)) for check, more in zip(checks, added, strict=True))
    found = opposed(ours, theirs).map(lambda won: won if ties is None or won != "tie" else ("win", "lose")[ties])
    words = {"win": names[0], "tie": view.tell(say("A tie")), "lose": names[1]}
    chances = ((word, found.chance(key)) for key, word in words.items() if ties is None or key != "tie")
    return tuple(OddsLine("", word, float(chance), percent(chance)) for word, chance in chances)


def contest_text(names: tuple[str, ...], totals: tuple[int, ...]) -> Text:
    """What both sides have, as it will be applied."""
    return say(
        "Apply: {result}", result=", ".join(f"{name} ({total})" for name, total in zip(names, totals, strict=True))
    )


def _telling(found: Mapping[Any, Fraction]) -> tuple[int, int]:
    """How much an outcome tells: words of its own most, then numbers, then yes or no; more of
    them more."""
    words = {each for each in found if isinstance(each, str)}
    return 2 if words - {"yes", "no"} else 1 if not words else 0, min(len(found), MOST_LINES)


def bound_text(within: Fraction) -> Text:
    """How exact chances in percent are."""
    points, hundredths = divmod(ceil(within * 100 * 100), 100)
    return say("exact to {points}.{hundredths}", points=points, hundredths=f"{hundredths:02}")


def chance_text(view: View, chance: Fraction) -> str:
    """A chance as a number and, where it is small, in words."""
    rare = one_in(chance)
    number = view.tell(say("Success: {chance}", chance=percent(chance)))
    return f"{number}, {view.tell(rare)}" if rare else number


def _worded(view: View, found: Mapping[Any, Fraction]) -> Iterator[OddsLine]:
    for outcome, chance in found.items():
        key = str(outcome)
        word = capital(view.words.word(key)) if isinstance(outcome, str) else key
        yield OddsLine(view.rules.glance.marks.get(key, key), word, float(chance), percent(chance))


def _counted(view: View, check: Check, found: Mapping[int, Fraction]) -> Iterator[OddsLine]:
    """Readings as bars; many of them as at least so many."""
    if check.keep is not None:
        return
    keys = sorted(found)
    if len(keys) <= MOST_LINES:
        yield from (OddsLine("", _count_word(view, key), float(found[key]), percent(found[key])) for key in keys)
        return
    mean = sum((key * chance for key, chance in found.items()), Fraction(0))
    start = max(0, min(len(keys) - MOST_LINES, round(mean) - MOST_LINES // 2))
    for key in keys[start : start + MOST_LINES]:
        chance = sum((found[each] for each in keys if each >= key), Fraction(0))
        yield OddsLine("", view.tell(say("{number} or more", number=key)), float(chance), percent(chance))


def _count_word(view: View, count: int) -> str:
    return (
        capital(view.tell(say_many("one success", "{count} successes", count)))
        if count
        else view.tell(say("No success"))
    )
