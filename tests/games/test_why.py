"""A Why that adds up: for every check of every example the dice, the target and the number needed
follow from the rows that are shown, and every outcome has a name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.doors import rendered
from engine.doors.ask import answered
from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.aam import refs
from engine.playing.answers import by_default
from engine.playing.rules import Ruleset
from engine.playing.session import Session
from engine.playing.throws import contest_result, verdict
from engine.values.events import Opened
from engine.values.maps import frozen
from engine.values.model import D6, Check, Prompt
from engine.values.texts import english, say
from screens.present import asking
from screens.present.i18n import Language
from screens.present.view import View
from screens.present.wording import Wording
from tests.games.cases import ALL

EVERY = pytest.mark.parametrize("rules", ALL.values(), ids=list(ALL))


def replies(rules: Ruleset) -> list[tuple[Any, dict[str, Any]]]:
    return [(each, answered(ALL, json.loads(json.dumps(each.question)))) for each in rules.examples]


def checks(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> list[Check]:
    """Every check of every example."""
    found: list[Check] = []
    shown = rendered.check
    monkeypatch.setattr(rendered, "check", lambda check, by: (found.append(check), shown(check, by))[1])
    replies(rules)
    return found


def number(text: str) -> int:
    return int(text.replace("\u2212", "-").split(" ")[0])


@EVERY
def test_dice_target_and_need_follow_from_the_rows_shown(rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a player reads them: the printed value, then what each row adds; a limit is a row too."""
    view, met = View(rules, english), 0
    for check in checks(rules, monkeypatch):
        first, *rows = asking.reasons(view, check)
        assert all(row.text and row.cite for row in (first, *rows)), check.key
        dice = [row.amount for row in rows if row.key in {each.key for each in check.dice_rows}]
        if check.dice_rows:
            assert sum(1 if each == "one die" else number(each) for each in dice) == check.dice, check.key
        else:
            assert first.amount.split(",")[0] in ("one die", "one coin", f"{check.dice} dice", f"{check.dice} coins")
        assert target_of(check, first, rows) == (check.targets[: len(check.names) or None] if not check.die.words else ()), check.key
        needed = [number(row.amount) for row in rows if row.key in {each.key for each in check.need_rows}]
        assert check.needs is None or sum(needed) == check.needs, check.key
        met += 1
    assert met or rules.key == "front", "The Front rolls no dice"


def target_of(check: Check, first: asking.ReasonLine, rows: list[asking.ReasonLine]) -> tuple[int, ...]:
    """The targets that a player adds up; in the book's sign: what a named threshold adds makes it
    harder, what is added to a die makes it easier."""
    if check.die.words or check.keep is not None:
        return ()
    limits = [row.amount for row in rows if row.key == "limit"]
    if limits and "," not in limits[0]:
        return tuple(number(part.rstrip("+")) for part in limits[0].split("/"))
    found = [number(part.rstrip("+")) for part in first.amount.split(", ")[-1].split("/")][: len(check.names) or None]
    sign = 1 if check.names else -1
    for row in (each for each in rows if each.amount and each.key in {modifier.key for modifier in check.modifiers}):
        parts = [number(part) for part in row.amount.split("/")]
        found = [at + sign * (parts[n] if len(parts) > 1 else parts[0]) for n, at in enumerate(found)]
    return tuple(found)


@EVERY
def test_every_word_for_an_outcome_has_its_place_in_the_book(rules: Ruleset) -> None:
    """Seats and units stand for themselves."""
    placeless = set()
    for example, reply in replies(rules):
        others = {*SAME, *example.question.get("units", ())}
        for name, found in reply.get("odds", {}).items():
            words = {each for each in found if not all(part.strip().lstrip("-").isdecimal() for part in each.split(","))}
            if len(found) > 1 and name.partition(":")[0] not in SEATS:
                placeless |= {(name, each) for each in words - {*rules.tale.order, *others}}
    assert not placeless, f"order in tale.py of {rules.key} has no place for {placeless}"


SAME = ("yes", "no", "nothing", "tie")


@pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))
def test_targets_are_ranked_by_the_same_order(rules: Ruleset) -> None:
    levels = [key for key, _, _ in reversed(rules.aim.levels)] if rules.aim else []
    places = [rules.tale.order.index(each) for each in levels if each in rules.tale.order]
    assert places == sorted(places)


@EVERY
def test_every_outcome_is_a_word_of_the_game_or_a_number_with_its_noun(rules: Ruleset) -> None:
    """Never a key of the code: units by their names, pairs of numbers as numbers."""
    words = Wording(rules, lambda text: text if isinstance(text, str) else text.key)
    unnamed = set()
    for example, reply in replies(rules):
        units = set(example.question.get("units", ()))
        for name, found in reply.get("odds", {}).items():
            if name.partition(":")[0] in SEATS:
                continue
            for outcome in found:
                numbers = all(part.strip().lstrip("-").isdecimal() for part in outcome.split(","))
                key = name.partition(":")[0] if numbers else outcome
                if not words.known(key) and key not in ("yes", "no", *units) and not numbers_of_check(key, reply):
                    unnamed.add((name, outcome))
    assert not unnamed, f"words.py of {rules.key} has no name for {unnamed}"


def test_of_two_sides_each_pad_has_the_name_of_its_roller() -> None:
    """The second seat attacks: its dice come first, under its own name."""
    rules = RULESETS["epic"]
    units = {"o": {"seat": 1, "card": {"name": "Orks"}}, "l": {"seat": 0, "card": {"name": "Legion"}}}
    checks = tuple(Check(f"assault_result:{n}", 2, D6, rules.refs[0], keep=1) for n in (0, 1))
    prompt = Prompt("assault_result", "roll", 1, say("result"), rules.refs[0], ("o", "l"), checks, opposed=True)
    words = Wording(rules, english, ("Anne", "Bob"))
    state = table(rules, frozen({"units": units}))
    assert [words.check_name(state, prompt, check.key) for check in checks] == ["Bob", "Anne"]


@pytest.mark.rule("EPIC-97", "EPIC-98")
@pytest.mark.parametrize("attacker", [0, 1])
def test_an_assault_gives_each_side_its_own_dice(attacker: int) -> None:
    """The real procedure, whoever attacks: pads, reasons, the button and headless replies name who
    rolls. Five tanks are more than twice one gun: they alone have that row."""
    rules = RULESETS["epic"]
    tank, gun = ({"name": name, "type": "AV", "armour": 6, "cc": 6, "ff": 6} for name in ("Tank", "Gun"))
    units = {
        "many": {"seat": attacker, "card": {"name": "Many", "units": [[5, tank]]}},
        "few": {"seat": 1 - attacker, "card": {"name": "Few", "units": [[1, gun]]}},
    }
    state = table(rules, frozen({"units": units, "step": "action", "seat": attacker}))
    session = Session(rules, state)
    session.overrule(Opened("assault", frozen({"attacker": "many", "defender": "few", "fought": "cc"})))
    while session.prompt and session.prompt.key != "result":
        prompt = session.prompt
        session.answer(tuple((1,) * check.dice for check in prompt.checks) if prompt.kind == "roll" else by_default(prompt))
    prompt, players = session.prompt, ("Anne", "Bob")
    assert prompt
    view = View(rules, Language("en", Path()).tell, players)
    names = [view.words.check_name(session.state, prompt, check.key) for check in prompt.checks]
    assert names == [players[attacker], players[1 - attacker]]
    outnumbers = ["twice_the_units" in [row.key for row in check.modifiers] for check in prompt.checks]
    assert outnumbers == [True, False]
    seats = [rendered.roller(prompt, check, session.state, {"attacker": "many", "defender": "few"}) for check in prompt.checks]
    assert seats == ["attacker", "defender"]
    bonus = prompt.checks[0].bonus
    said = english(contest_result(rules, session.state, prompt, [6 + bonus, 1]))
    assert said == f"{english(rules.seat_name(attacker))} ({6 + bonus}), {english(rules.seat_name(1 - attacker))} (1)"


SEATS = ("winner", "first_roll")
"""Which seat it is: screens tell it by its name."""


def numbers_of_check(key: str, reply: dict[str, Any]) -> bool:
    """What is rolled is called by its question."""
    return any(check["what"].partition(":")[0] == key for check in reply.get("checks", ()))


@pytest.mark.rule("AAM-53", "AAM-86")
def test_where_each_success_counts_twice_fewer_dice_are_enough() -> None:
    """Two for each at a defense of 4: two dice make one hit, three two, four three."""
    check = Check("attack", 6, D6, refs.AAM_53, (4,), needs=4, grades=(2, 3, 4))
    assert english(asking.need_text(View(ALL["aam"], english), check)) == "4+ succeeds. You need 2."
    told = {count: english(verdict(check, count)) for count in (1, 2, 3, 4)}
    assert told == {1: "no hit, 1 of 2", 2: "one hit", 3: "2 hits", 4: "3 hits"}
