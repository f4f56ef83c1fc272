"""An open question as rows: what to roll and why, what it leads to, which faces lie there. Pure,
like present."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from operator import add
from typing import Any

from engine.dice.check import foregone, graded, numbers, odds, on_the_die, second, tally, verdict, wanted
from engine.dice.explain import success
from engine.dice.odds import Odds, opposed
from engine.playing.answers import Outcome
from engine.playing.fold import Fold
from engine.playing.rules import Ruleset
from engine.playing.walk import defaults, walk_on
from engine.values.maps import Value
from engine.values.model import Check, Impossible, Modifier, Prompt, Unknown
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many
from screens.present.lines import FaceKey, OddsLine, PadLine, capital, one_in, percent
from screens.present.view import View

MOST_LINES = 7


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """A row under a number: its key, the reason, its amount, its rule; `toggles` where a what-if
    makes sense."""

    key: str
    text: str
    cite: str
    amount: str
    toggles: bool = True


def roll_text(check: Check) -> Text:
    """The largest words on the screen."""
    if check.die.name == "coin":
        return say_many("Flip a coin", "Flip {count} coins", check.dice)
    if check.die.faces == (1, 2, 3, 4, 5, 6) or check.die.words:
        return say_many("Roll one die", "Roll {count} dice", check.dice)
    return say_many("Roll one {die}", "Roll {count} {die}", check.dice, die=check.die.name)


def need_text(view: View, check: Check) -> Text | str:
    """What succeeds, and how many are needed."""
    decided = verdict(check)
    if decided == "passes":
        return say("It succeeds without dice.")
    if decided in ("fails", "forbidden"):
        return say("It cannot succeed.")
    if check.keep is not None:
        return _sum_text(check)
    need = say_many("You need one.", "You need {count}.", check.needs) if check.needs else ""
    return (
        say("{first} {second}", first=_success_text(view, check), second=need) if need else _success_text(view, check)
    )


def _sum_text(check: Check) -> Text | str:
    if check.die.words:
        return ""
    one = check.dice == 1 and not check.keep
    how = (
        say("Its number counts")
        if one
        else say("Add them up")
        if not check.keep
        else say_many("Keep the highest", "Keep the {count} highest", check.keep)
    )
    bonus = signed(check.bonus)
    if check.needs:
        return say("{how}, {bonus}: {need} or more.", how=how, bonus=bonus, need=check.needs)
    return say("{how}, {bonus}.", how=how, bonus=bonus) if check.bonus else say("{how}.", how=how)


def _success_text(view: View, check: Check) -> Text:
    if check.die.words:
        words = dict.fromkeys(
            view.word(word)
            for word, face in zip(check.die.words, check.die.faces, strict=True)
            if check.targets and face >= check.targets[0]
        )
        return say("Success: {faces}.", faces=", ".join(words))
    first, *rest = check.targets
    if needed := second(check):
        return say("A {face}, then {second}+ on a second die.", face=max(check.die.faces), second=needed)
    if check.names[1:]:
        what, then = check.names
        return say("{target}+ {what}, {other}+ {then}.", target=first, what=what, other=rest[0], then=then)
    if check.names:
        return say("{target}+ {what}.", target=first, what=check.names[0])
    if not rest:
        return say("{target}+ succeeds.", target=first)
    return say("{target}+ succeeds, {double}+ counts double.", target=first, double=rest[0])


def signed(amount: int) -> str:
    return f"{amount:+}".replace("-", "−")


def reasons(view: View, check: Check) -> tuple[ReasonLine, ...]:
    """The printed value, then every row that changes it."""
    base = "" if not check.bases or check.die.words else "/".join(f"{each}+" for each in check.bases)
    dice = "" if len(check.dice_rows) == 1 else view.tell(_dice_text(check))  # its one row says as much
    first = ReasonLine("", view.tell(check.ref.title), check.ref.id, ", ".join(filter(None, (dice, base))), False)
    dice_rows = [_dice_reason(view, row, n) for n, row in enumerate(check.dice_rows)]
    need_rows = [_need_reason(view, row, n) for n, row in enumerate(check.need_rows)]
    return (first, *dice_rows, *(_reason(view, check, row) for row in check.modifiers), *need_rows)


def _need_reason(view: View, row: Modifier, place: int) -> ReasonLine:
    """The first row says how many are needed, the others how many more or less."""
    amount = signed(row.at(0)) if place else str(row.at(0))
    return ReasonLine(row.key, capital(view.tell(row.why)), row.ref.id, amount, toggles=False)


def _dice_text(check: Check) -> Text:
    coin = check.die.name == "coin"
    return (
        say_many("one coin", "{count} coins", check.dice) if coin else say_many("one die", "{count} dice", check.dice)
    )


def _dice_reason(view: View, row: Modifier, place: int) -> ReasonLine:
    """The first row says how many dice there are, the others how many more or less."""
    count = row.at(0)
    dice = (
        say_many("one die", "{count} dice", count)
        if count >= 0 and not place
        else say("{amount} dice", amount=signed(count))
    )
    return ReasonLine(row.key, capital(view.tell(row.why)), row.ref.id, view.tell(dice), place > 0)


def _reason(view: View, check: Check, row: Modifier) -> ReasonLine:
    amount = "/".join(map(signed, check.printed(row)))
    amount = "" if row.amount == 0 else amount  # it says what the dice mean, and moves nothing
    return ReasonLine(row.key, capital(view.tell(row.why)), row.ref.id, amount)


def without(check: Check, off: frozenset[str]) -> Check:
    """The same check if some rows did not count: a what-if, never an event."""
    if not off:
        return check
    lost = sum(row.at(0) for row in check.dice_rows if row.key in off)
    left = tuple(row for row in check.modifiers if row.key not in off)
    return replace(
        check, modifiers=left, dice=max(0, check.dice - lost), settled="" if check.modifiers != left else check.settled
    )


# What it leads to


@dataclass(frozen=True, slots=True)
class Fates:
    """What each reading of the dice leads to, by the names the procedure gives its outcomes."""

    by_reading: Mapping[int, Mapping[str, Odds[Any]]]

    def mixed(self, readings: Odds[int]) -> dict[str, dict[Any, Fraction]]:
        """The chances over all readings."""
        found: dict[str, dict[Any, Fraction]] = {}
        for reading, chance in readings.chances().items():
            for name, outcomes in self.by_reading.get(reading, {}).items():
                into = found.setdefault(name, {})
                for outcome, share in outcomes.chances().items():
                    into[outcome] = into.get(outcome, Fraction(0)) + chance * share
        return found


class Stopped(Exception):
    """Nobody waits for the walk any more, or it takes too long."""


def fates(rules: Ruleset, state: GameState, prompt: Prompt, step: Callable[[], None] = lambda: None) -> Fates:
    """The procedure walked on from the open roll, once for each reading: not for the thread that
    draws.

    `step` is called at every question on the way and may raise Stopped.
    """
    fold = Fold(rules)
    pending = fold.innermost(state)
    opening = rules.opening(pending.procedure)
    if len(prompt.checks) != 1 or prompt.opposed or not opening.shows:
        return Fates({})
    try:
        shows = opening.outcomes(pending.args)
    except (TypeError, Impossible):
        return Fates({})
    found = {}
    try:
        for reading, _ in odds(prompt.checks[0]).ways:
            ends = walk_on(rules, pending, fold.within, partial(_as_rolled, step, prompt.key, reading))
            found[reading] = {name: ends.map(show) for name, show in shows.items()}
    except (Stopped, Impossible, Unknown):
        return Fates({})
    return Fates(found)


def _as_rolled(step: Callable[[], None], key: str, reading: int, state: GameState, prompt: Prompt) -> Outcome | None:
    step()
    return (reading,) if prompt.key == key and prompt.kind == "roll" else defaults(state, prompt)


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
    if not name:
        return view.tell(say("Odds")), head, tuple(_counted(view, check, readings.chances()))
    key, _, unit = name.partition(":")
    what = "" if _telling(mixed[name])[0] == 2 else view.known(key)
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


def chance_text(view: View, chance: Fraction) -> str:
    """A chance as a number and, where it is small, in words."""
    rare = one_in(chance)
    number = view.tell(say("Success: {chance}", chance=percent(chance)))
    return f"{number}, {view.tell(rare)}" if rare else number


def _worded(view: View, found: Mapping[Any, Fraction]) -> Iterator[OddsLine]:
    for outcome, chance in found.items():
        key = str(outcome)
        word = capital(view.word(key)) if isinstance(outcome, str) else key
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


# The dice on the table


def keys(view: View, check: Check) -> tuple[FaceKey, ...]:
    """One key a face; faces of one word are one key."""
    found: dict[str, FaceKey] = {}
    target = on_the_die(check)
    for n, face in enumerate(check.die.faces):
        word = view.word(check.die.words[n]) if check.die.words else str(face)
        pips = face if not check.die.words and 1 <= face <= 6 and len(check.die.faces) <= 6 else 0
        found.setdefault(word, FaceKey(face, word, pips, target is not None and face >= target))
    return tuple(found.values())


def pad_line(view: View, check: Check, faces: tuple[int, ...], name: str = "", what: str = "") -> PadLine:
    """The dice of a check as they lie there."""
    found, left = keys(view, check), to_enter(check, faces)
    counts = tuple(sum(face == key.face for face in faces) for key in found)
    wanted = len(faces) + left
    entered = view.tell(say("{entered} of {dice} dice", entered=len(faces), dice=wanted)) if wanted > 1 else ""
    return PadLine(found, counts, view.tell(tally_text(check, faces)), entered, bool(left), name, what)


def to_enter(check: Check, faces: tuple[int, ...]) -> int:
    """How many dice still lie unread; 0 when all are in."""
    if foregone(check) is not None:
        return 0
    try:
        return wanted(check, faces)
    except Impossible:
        return 0


def reading(check: Check, faces: tuple[int, ...]) -> tuple[int, int] | None:
    """Successes (or the sum) and what they are worth; None while dice are missing or too many."""
    try:
        total = tally(check, faces)
    except Impossible:
        return None
    return total, graded(check, total)


def succeeding(check: Check, faces: tuple[int, ...]) -> int:
    """Successes among the dice entered so far."""
    target = on_the_die(check)
    return sum(target is not None and face >= target for face in numbers(check, faces))


def tally_text(check: Check, faces: tuple[int, ...]) -> Text | str:
    """What lies there so far; a bonus is added where everybody sees it."""
    if not faces or (check.die.words and check.keep is not None):
        return ""
    if check.keep is None:
        return say_many("one succeeds", "{count} succeed", succeeding(check, faces))
    total = sum(sorted(faces)[-check.keep :] if check.keep else faces)
    if not check.bonus:
        return say("Sum: {total}", total=total)
    return say("Sum: {total} {bonus} = {whole}", total=total, bonus=signed(check.bonus), whole=total + check.bonus)


def result_text(view: View, check: Check, total: int, worth: int, known: Fates | None) -> tuple[Text | str, str]:
    """What will be applied, and what it leads to where that is certain."""
    sure = list(_certain(view, (known.by_reading if known else {}).get(worth, {})))
    count = (
        say("Result: {total}", total=total)
        if check.keep is not None
        else say_many("one success", "{count} successes", total)
    )
    if sure:
        return say("Apply: {result}", result=", ".join(dict.fromkeys(sure))), capital(view.tell(count))
    if check.keep is not None and check.die.words and check.dice == 1:
        return say("Apply: {result}", result=view.word(check.die.words[check.die.faces.index(total)])), ""
    if check.keep is not None:
        return say("Apply {total}", total=total), ""
    return (say_many("Apply one success", "Apply {count} successes", total) if total else say("Apply: no success")), ""


def _certain(view: View, outcomes: Mapping[str, Odds[Any]]) -> Iterator[str]:
    """Outcomes without a doubt, in words of their own; of those that are so or not, what is so."""
    for name, found in outcomes.items():
        outcome, what = found.ways[0][0], name.partition(":")[0]
        word = (
            outcome
            if outcome not in ("yes", "no", "none")
            else what
            if outcome == "yes" and what in view.rules.words
            else ""
        )
        if len(found.ways) == 1 and isinstance(word, str) and word:
            yield capital(view.word(word))


def count_answer(check: Check) -> tuple[int, ...]:
    """The totals that can be entered as a bare count."""
    bare = replace(check, grades=())
    return tuple(sorted(odds(bare).chances()))


def value_of(check: Check, faces: tuple[int, ...]) -> Value:
    """Faces as an answer holds them."""
    return tuple(check.die.words[check.die.faces.index(face)] for face in faces) if check.die.words else faces
