"""The dice of a check as they lie on the table, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.dice.check import foregone, graded, numbers, odds, on_the_die, tally, throw, wanted
from engine.playing.throws import verdict
from engine.values.maps import Value
from engine.values.model import Check, Impossible
from engine.values.stages import Again, Then
from engine.values.texts import Text, say, say_many
from screens.present.asking import signed
from screens.present.lines import FaceKey, PadLine, capital
from screens.present.prospects import FATE, THEN, Fates
from screens.present.view import View

NOTHING_WORDS = ("yes", "no", "none", "nothing")
"""Words that name no outcome: what the dice came to says more."""


def keys(view: View, check: Check) -> tuple[FaceKey, ...]:
    """One key a face; faces of one word are one key."""
    found: dict[str, FaceKey] = {}
    target = on_the_die(check)
    for n, face in enumerate(check.die.faces):
        word = view.words.word(check.die.words[n]) if check.die.words else str(face)
        pips = face if not check.die.words and 1 <= face <= 6 and len(check.die.faces) <= 6 else 0
        found.setdefault(word, FaceKey(face, word, pips, target is not None and face >= target))
    return tuple(found.values())


def pad_line(
    view: View, check: Check, faces: tuple[int, ...], total: int | None = None, name: str = "", what: str = ""
) -> PadLine:
    """The dice of a check as they lie there, or their number alone."""
    found, left = keys(view, check), to_enter(check, faces) if total is None else 0
    now = faces[laid_before(check, faces) :]
    counts = tuple(sum(face == key.face for face in now) for key in found)
    wanted = len(now) + left
    entered = view.tell(say("{entered} of {dice} dice", entered=len(now), dice=wanted)) if wanted > 1 else ""
    tally = view.tell(tally_text(check, faces))
    return PadLine(found, counts, tally, entered, bool(left), name, what, totals(check, faces), total)


def totals(check: Check, faces: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The numbers that can be entered instead of faces, of re-rolls and further dice those of the
    next throw; of one die its face is as quick."""
    if comes_in_waves(check):
        left = to_enter(check, faces)
        return tuple(range(left + 1)) if left > 1 else ()
    return count_answer(check) if check.dice > 1 else ()


def comes_in_waves(check: Check) -> bool:
    """Whether some dice are thrown after others, so that one number does not say it all."""
    return bool(check.stages) and check.keep is None


def laid_before(check: Check, faces: tuple[int, ...]) -> int:
    """How many faces lay there before the dice that are thrown now."""
    return throw(check, faces)[1] if comes_in_waves(check) and foregone(check) is None else 0


def wave_text(check: Check, faces: tuple[int, ...]) -> tuple[Text, Text] | None:
    """Which dice are thrown now, where some were thrown before; nothing when all are in."""
    left = to_enter(check, faces)
    if not comes_in_waves(check) or not left:
        return None
    stage = throw(check, faces)[0].stage
    if isinstance(stage, Then):
        what = stage.what or say("further dice")
        return say_many("Roll one die: {what}", "Roll {count} dice: {what}", left, what=what), say(
            "For every success so far."
        )
    if stage is None:
        return None
    which = say("Those that failed.") if isinstance(stage, Again) else say("Those that succeeded.")
    return say_many("Roll one die again", "Roll {count} dice again", left), which


def next_wave(check: Check, faces: tuple[int, ...], successes: int) -> tuple[int, ...]:
    """Faces of the next throw with so many successes, for those who count by eye."""
    left = to_enter(check, faces)
    good, bad = min(successes, left), max(0, left - successes)
    return (max(check.die.faces),) * good + (min(check.die.faces),) * bad


def to_enter(check: Check, faces: tuple[int, ...]) -> int:
    """How many dice still lie unread; 0 when all are in."""
    if foregone(check) is not None:
        return 0
    try:
        return wanted(check, faces)
    except Impossible:
        return 0


def reading(check: Check, faces: tuple[int, ...] | int) -> tuple[int, int] | None:
    """Successes (or the sum) and what they are worth, of faces or of a bare number; None while
    dice are missing or too many."""
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
    """What lies there so far; a bonus is added where it is seen."""
    if not faces or (check.die.words and check.keep is not None):
        return ""
    if check.keep is None:
        return say_many("one succeeds", "{count} succeed", succeeding(check, faces))
    total = sum(sorted(faces)[-check.keep :] if check.keep else faces)
    if not check.bonus:
        return say("Sum: {total}", total=total)
    return say("Sum: {total} {bonus} = {whole}", total=total, bonus=signed(check.bonus), whole=total + check.bonus)


def result_text(view: View, check: Check, total: int, worth: int, known: Fates | None) -> tuple[Text | str, str]:
    """What will be applied: the fate where it is certain, else what the dice come to; a miss by its
    name."""
    if check.keep is not None:
        return _sum_text(view, check, total), ""
    came_to = verdict(check, total)
    sure = list(_certain(view, _telling(known, worth) if known else {}))
    if not sure:
        return say("Apply: {result}", result=came_to), ""
    count = say_many("one of {dice} succeeds", "{count} of {dice} succeed", total, dice=check.dice)
    is_counted = total and check.dice > 1 and len(check.targets) == 1
    return say("Apply: {result}", result=", ".join(dict.fromkeys(sure))), capital(
        view.tell(count)
    ) if is_counted else ""


def _sum_text(view: View, check: Check, total: int) -> Text:
    if check.die.words and check.dice == 1:
        return say("Apply: {result}", result=view.words.word(check.die.words[check.die.faces.index(total)]))
    return say("Apply: {result}", result=total)


def results_text(view: View, rolled: Mapping[str, int], known: Fates | None) -> tuple[str, str]:
    """Several checks at once: the fate where it is certain, else the successes of each."""
    each = ", ".join(view.tell(say("{name} {count}", name=name, count=count)) for name, count in rolled.items())
    sure = list(dict.fromkeys(_certain(view, known.together))) if known and known.together else []
    if sure:
        return view.tell(say("Apply: {result}", result=", ".join(sure))), each
    total = say_many("one success", "{count} successes", sum(rolled.values()))
    return view.tell(say("Apply: {result}", result=total)) if sum(rolled.values()) else view.tell(
        say("Apply: no success")
    ), each


def _telling(known: Fates, worth: int) -> dict[str, Mapping[Any, Fraction]]:
    """What this reading leads to; what all of them lead to alike tells nothing."""
    found = known.by_reading.get(worth, {})
    every = known.by_reading.values()
    return {name: chances for name, chances in found.items() if any(each.get(name) != chances for each in every)}


def _certain(view: View, outcomes: Mapping[str, Mapping[Any, Fraction]]) -> Iterator[str]:
    """Outcomes without a doubt, in words of their own; of those that are so or not, what is so. A
    fate says what follows it."""
    for name, found in outcomes.items():
        if FATE in outcomes and name == THEN:
            continue
        outcome, what = next(iter(found)), name.partition(":")[0]
        word = (
            outcome if outcome not in NOTHING_WORDS else what if outcome == "yes" and what in view.rules.words else ""
        )
        if len(found) == 1 and isinstance(word, str) and word:
            yield capital(view.words.word(word))


def count_answer(check: Check) -> tuple[int, ...]:
    """The totals that can be entered as a bare count."""
    bare = replace(check, grades=())
    return tuple(sorted(odds(bare).chances()))


def value_of(check: Check, faces: tuple[int, ...]) -> Value:
    """Faces as an answer holds them."""
    return tuple(check.die.words[check.die.faces.index(face)] for face in faces) if check.die.words else faces
