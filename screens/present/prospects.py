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
from engine.doors.ranking import is_a_state
from engine.playing.answers import Outcome, contest
from engine.playing.fold import Fold
from engine.playing.foresight import Shows, Stopped
from engine.playing.open_roll import OpenRoll
from engine.playing.readings import defaults
from engine.playing.rules import Ruleset
from engine.playing.tale import WITHOUT_EFFECT, in_order
from engine.playing.throws import name_reading
from engine.playing.walk import TooLong
from engine.values.maps import Map
from engine.values.model import Check, Impossible, Prompt, Unknown
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many
from screens.present.lines import OddsLine, capital, one_in, percent
from screens.present.view import View

MOST_LINES = 7
NOTHING: Mapping[str, int] = Map()
FATE, THEN = "fate", "then"
"""Outcomes in the words of the book, and what follows from them."""


Outcomes = Mapping[str, Mapping[Any, Fraction]]
"""The chances of each outcome, by the names the procedure gives them."""


@dataclass(frozen=True, slots=True)
class Fates:
    """What the dice of an open roll lead to: of one check by its readings, of several `together`.
    Each chance may be *within* so much more. `inside` are the questions that come after it."""

    by_reading: Mapping[int, Outcomes]
    within: Fraction = Fraction(0)
    together: Outcomes | None = None
    inside: tuple[Prompt, ...] = ()

    def mixed(self, readings: Odds[int]) -> Outcomes:
        """The chances over all readings."""
        if self.together is not None:
            return self.together
        found: dict[str, dict[Any, Fraction]] = {}
        for reading, chance in readings.chances().items():
            for name, outcomes in self.by_reading.get(reading, {}).items():
                into = found.setdefault(name, {})
                for outcome, share in outcomes.items():
                    into[outcome] = into.get(outcome, Fraction(0)) + chance * share
        return found


class Noting:
    """The policy of odds, which notes every later question it answers, each kind once."""

    def __init__(self) -> None:
        self.met: dict[str, Prompt] = {}

    def __call__(self, state: GameState, prompt: Prompt) -> Outcome | None:
        self.met.setdefault(prompt.key.partition(":")[0], prompt)
        return defaults(state, prompt)


def fates(
    rules: Ruleset,
    state: GameState,
    prompt: Prompt,
    lying: Mapping[str, int] = NOTHING,
    step: Callable[[], None] = lambda: None,
) -> Iterator[Fates]:
    """What the open roll leads to; where that is not exact at first, then exactly. Not for the
    thread that draws.

    Of several checks those whose dice are `lying` there are read. `step` is called again and again
    and may raise Stopped.
    """
    fold = Fold(rules)
    pending = fold.innermost(state)
    opening, noting = rules.opening(pending.procedure), Noting()
    if prompt.opposed or contest(prompt) or not opening.shows:
        return
    with suppress(Stopped, TooLong, TypeError, Impossible, Unknown):
        shows = opening.outcomes(pending.args)
        lies = dict(_lying_already(rules, pending.start, shows))
        roll = OpenRoll(rules, pending, fold.within, prompt, shows, step, noting)
        if len(prompt.checks) > 1:
            for each in roll.together(lying):
                yield Fates({}, each.within, _added(lies, each.chances), tuple(noting.met.values()))
            return
        for found in roll.answers():
            bound = max((each.within for each in found.values()), default=Fraction(0))
            by_reading = {reading: _added(lies, each.chances) for reading, each in found.items()}
            yield Fates(by_reading, bound, None, tuple(noting.met.values()))


def _lying_already(rules: Ruleset, start: GameState, shows: Shows) -> Iterator[tuple[str, str]]:
    """What has become of the targets before any die, in words of their fates."""
    fated = {outcome for _, outcome, level in rules.aim.levels if is_a_state(level)} if rules.aim else ()
    for name, show in shows.items():
        if name.partition(":")[0] in fated and isinstance(word := show(start), str):
            yield name, word


def _added(lies: Mapping[str, str], outcomes: Outcomes) -> Outcomes:
    """What lies there already is nothing new."""
    if not lies:
        return outcomes
    return {name: _renamed(found, lies.get(name)) for name, found in outcomes.items()}


def _renamed(found: Mapping[Any, Fraction], lies: str | None) -> Mapping[Any, Fraction]:
    if lies is None or lies not in found:
        return found
    others = {key: chance for key, chance in found.items() if key != lies}
    return {"none": others.pop("none", Fraction(0)) + found[lies], **others}


def odds_lines(
    view: View, check: Check, known: Fates | None, names: Mapping[str, str] | None = None
) -> tuple[str, str, tuple[OddsLine, ...]]:
    """One card for the whole procedure: a title, what else is to be known, and bars: what becomes
    of it where the procedure says so, else the successes.

    What is certain whatever the dice show tells nothing. `names` are those of units, for an outcome
    that belongs to one.
    """
    readings = odds(check)
    mixed = {name: found for name, found in (known.mixed(readings) if known else {}).items() if len(found) > 1}
    name = max(mixed, key=lambda each: _telling(view, each, mixed[each]), default="")
    if not name:
        return view.tell(say("Odds")), chance_text(view, success(check)), tuple(_counted(view, check, readings))
    whose = (names or {}).get(name.partition(":")[2], "")
    title = view.tell(say("Odds: {what}", what=whose) if whose else say("Odds"))
    bound = view.tell(bound_text(known.within)) if known and known.within else ""
    head = ", ".join(filter(None, (_range(view, name, mixed), bound)))
    return title, head, _told_once(tuple(_worded(view, name, mixed[name])), tuple(_so_or_not(view, name, mixed)))


def _told_once(lines: tuple[OddsLine, ...], also: tuple[OddsLine, ...]) -> tuple[OddsLine, ...]:
    """What is just as likely as the worst outcome is that outcome: a critical hit destroys."""
    same = [each for each in also if lines and each.share == lines[-1].share]
    return (*lines[: -1 if same else None], *also)


def _range(view: View, name: str, mixed: Outcomes) -> str:
    """Beside words, from where to where the first number that is told of it goes."""
    if _telling(view, name, mixed[name])[0] < 2:
        return ""
    for other, found in mixed.items():
        if _telling(view, other, found)[0] == 1 and (what := view.words.known(other.partition(":")[0])):
            least, most = min(found), max(found)
            return view.tell(say("{what}: {least} to {most}", what=capital(what), least=least, most=most))
    return ""


def _so_or_not(view: View, name: str, mixed: Outcomes) -> Iterator[OddsLine]:
    """Outcomes that are so or not; a fate, and words up to destruction, say it all already."""
    if name == FATE or "destroyed" in mixed[name]:
        return
    for other, found in mixed.items():
        key = other.partition(":")[0]
        if other != name and key not in mixed[name] and set(found) == {"yes", "no"} and (word := view.words.known(key)):
            yield OddsLine(
                view.rules.glance.marks.get(key, key), capital(word), float(found["yes"]), percent(found["yes"])
            )


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


def fate_text(view: View, found: Mapping[str, Fraction]) -> str:
    """The chances of an answer in one line, the mildest outcome first; nothing is what is left, and
    told where it is all there is."""
    words = [each for each in in_order(view.rules.tale, found) if each not in ("none", "nothing")]
    told = ", ".join(f"{capital(view.words.word(each))} {percent(found[each])}" for each in words)
    return told or (capital(view.tell(WITHOUT_EFFECT)) if found else "")


def _telling(view: View, name: str, found: Mapping[Any, Fraction]) -> tuple[int, int, int]:
    """How much an outcome tells: words of its own most, then numbers, then yes or no; what is left
    of several, else more of them more."""
    words = {each for each in found if isinstance(each, str)}
    is_left = name.partition(":")[0] == view.rules.tale.left and len(found) > 2
    return 2 if words - {"yes", "no"} else 1 if not words else 0, int(is_left), min(len(found), MOST_LINES)


def bound_text(within: Fraction) -> Text:
    """How exact chances in percent are."""
    points, hundredths = divmod(ceil(within * 100 * 100), 100)
    return say("exact to {points}.{hundredths}", points=points, hundredths=f"{hundredths:02}")


def chance_text(view: View, chance: Fraction) -> str:
    """A chance as a number and, where it is small, in words."""
    rare = one_in(chance)
    number = view.tell(say("Success: {chance}", chance=percent(chance)))
    return f"{number}, {view.tell(rare)}" if rare else number


def _worded(view: View, name: str, found: Mapping[Any, Fraction]) -> Iterator[OddsLine]:
    """In the order of the book; a number with what it counts."""
    what = view.words.known(name.partition(":")[0])
    for outcome in in_order(view.rules.tale, found):
        key, chance = str(outcome), found[outcome]
        word = capital(view.words.word(key) if isinstance(outcome, str) else key)
        if outcome in ("none", "nothing"):
            word = capital(view.tell(say("nothing")))
        if what and (not isinstance(outcome, str) or outcome in ("yes", "no")):
            word = view.tell(say("{name}: {value}", name=capital(what), value=view.words.word(key)))
        yield OddsLine(view.rules.glance.marks.get(key, key), word, float(chance), percent(chance))


def _counted(view: View, check: Check, readings: Odds[int]) -> Iterator[OddsLine]:
    """Readings as bars; many of them as at least so many, without what is certain."""
    found = readings.chances()
    if check.keep is not None:
        return
    keys = sorted(found)
    if len(keys) <= MOST_LINES:
        by_name: dict[str, Fraction] = {}
        for key in keys:
            name = capital(view.tell(name_reading(check, key)))
            by_name[name] = by_name.get(name, Fraction(0)) + found[key]
        yield from (OddsLine("", name, float(chance), percent(chance)) for name, chance in by_name.items())
        return
    mean = sum((key * chance for key, chance in found.items()), Fraction(0))
    start = max(1, min(len(keys) - MOST_LINES, round(mean) - MOST_LINES // 2))
    for key in keys[start : start + MOST_LINES]:
        chance = sum((found[each] for each in keys if each >= key), Fraction(0))
        text = say_many("one success or more", "{count} successes or more", key)
        yield OddsLine("", capital(view.tell(text)), float(chance), percent(chance))
