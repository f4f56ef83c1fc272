"""A throw in words: what fell, what was needed, what it came to."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dice.check import enough, foregone, graded, read, tally
from engine.playing.answers import by_check, contest, rollers
from engine.playing.rules import Ruleset
from engine.values.maps import Value
from engine.values.model import Check, Prompt
from engine.values.table import GameState
from engine.values.texts import Text, say, say_many


def throw(rules: Ruleset, state: GameState, prompt: Prompt, value: Value) -> Text | str:
    """Dice as they were answered; of two sides each by its name."""
    checks = list(zip(prompt.checks, by_check(prompt, value), strict=True))
    if contest(prompt):
        return contest_result(rules, state, prompt, [read(*each) for each in checks])
    names = prompt.labels() if prompt.labels and len(checks) > 1 else ()
    results = [result(*each) for each in checks]
    return _one_by_one([_whose(names[n], each) if n < len(names) else each for n, each in enumerate(results)])


def _whose(name: Text, came_to: Text | str) -> Text:
    return say("{name}: {value}", name=name, value=came_to)


def _one_by_one(parts: list[Text | str]) -> Text | str:
    found = parts[0] if parts else ""
    for each in parts[1:]:
        found = say("{first}; {second}", first=found, second=each)
    return found


def contest_result(rules: Ruleset, state: GameState, prompt: Prompt, readings: Sequence[int]) -> Text:
    """Both totals; equal ones with the side to whom a rule gives them."""
    totals = [total + more for total, more in zip(readings, prompt.added, strict=True)]
    names = [rules.seat_name(seat) for seat in rollers(prompt, state)]
    both = say("{one} ({first}), {other} ({second})", one=names[0], first=totals[0], other=names[1], second=totals[1])
    if totals[0] != totals[1]:
        return both
    if prompt.ties is None:
        return say("{totals}: a tie", totals=both)
    return say(
        "{totals}: a tie, which goes to {player} by {rule}",
        totals=both,
        player=names[prompt.ties],
        rule=(prompt.tie_rule or prompt.ref).id,
    )


def result(check: Check, faces: Value) -> Text | str:
    """What the dice of one check came to."""
    if foregone(check) is not None:
        return say("decided without dice")
    total = tally(check, faces)
    if check.keep is not None:
        return _sum(check, faces, total)
    if check.names:
        return _named(check, faces, graded(check, total))
    if check.dice == 1 and len(check.targets) == 1:
        return _one_die(check, faces, bool(graded(check, total)))
    if check.needs is not None:
        return _against_need(check, total)
    return (
        say_many("one of {dice} succeeds", "{count} of {dice} succeed", total, dice=check.dice)
        if total
        else _none(check)
    )


def _named(check: Check, faces: Value, reading: int) -> Text:
    """The threshold that was met, by its name."""
    found = check.names[min(reading, len(check.names)) - 1] if reading else say("a miss")
    is_one = isinstance(faces, tuple) and len(faces) == 1
    return say("{face} rolled: {result}", face=faces[0], result=found) if is_one and isinstance(faces, tuple) else found


def _none(check: Check) -> Text:
    return say_many("the die fails", "none of {count} dice succeeds", check.dice)


def _sum(check: Check, faces: Value, total: int) -> Text | str:
    """Dice added up; one that shows a word, by the word."""
    if check.die.words and isinstance(faces, tuple) and faces:
        return str(faces[0])
    return str(total)


def _one_die(check: Check, faces: Value, passed: bool) -> Text:
    """One die and what it needed."""
    if isinstance(faces, tuple) and not check.die.words and not check.stages:
        face, target = faces[0], check.targets[0]
        sure = say("{face} rolled, {target} or more needed: success", face=face, target=target)
        return sure if passed else say("{face} rolled, {target} or more needed: failure", face=face, target=target)
    return say("a success") if passed else say("no success")


def _against_need(check: Check, total: int) -> Text:
    """Successes against the number needed, and what they come to."""
    of_all = say_many(
        "one of {dice} succeeds, {needs} needed",
        "{count} of {dice} succeed, {needs} needed",
        total,
        dice=check.dice,
        needs=enough(check),
    )
    return say("{read}: {result}", read=of_all, result=_reached(check, total))


def _reached(check: Check, total: int) -> Text:
    """Hits where a table gives them; else whether it was enough."""
    if len(check.grades) > 1:
        hits = graded(check, total)
        return say_many("one hit", "{count} hits", hits) if hits else say("no hit")
    return say("passed") if total >= (enough(check) or 0) else say("failed")


def name_reading(check: Check, worth: int) -> Text:
    """What one reading of a check is called, for its odds."""
    if check.names:
        return check.names[min(worth, len(check.names)) - 1] if worth else say("a miss")
    if len(check.grades) > 1:
        return say_many("one hit", "{count} hits", worth) if worth else say("no hit")
    if check.grades or (check.dice == 1 and len(check.targets) == 1 and not check.stages):
        return say("passed") if worth else say("failed")
    return say_many("one success", "{count} successes", worth) if worth else say("no success")


def verdict(check: Check, total: int) -> Text:
    """What a throw comes to, in few words: a miss says by how much."""
    if check.names:
        reading = graded(check, total)
        return check.names[min(reading, len(check.names)) - 1] if reading else say("a miss")
    if (needs := enough(check)) is not None:
        reached = _reached(check, total)
        return (
            reached if total >= needs else say("{result}, {total} of {needs}", result=reached, total=total, needs=needs)
        )
    if check.dice == 1 and len(check.targets) == 1 and not check.stages:
        return say("passed") if total else say("failed")
    return (
        say_many("one of {dice} succeeds", "{count} of {dice} succeed", total, dice=check.dice)
        if total
        else _none(check)
    )
