"""A Why that adds up: for every check of every example the dice, the target and the number needed
follow from the rows that are shown, and every outcome has a name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.doors.ask import answered
from engine.doors.tables import table
from engine.games import RULESETS
from engine.playing.rules import Ruleset
from engine.values.maps import frozen
from engine.values.model import D6, Check, Prompt
from engine.values.texts import english, say
from screens.present.wording import Wording

EVERY = pytest.mark.parametrize("rules", RULESETS.values(), ids=list(RULESETS))


def replies(rules: Ruleset) -> list[tuple[Any, dict[str, Any]]]:
    return [(each, answered(RULESETS, json.loads(json.dumps(each.question)))) for each in rules.examples]


def amount(row: dict[str, Any]) -> int:
    found = row["amount"]
    return int(found[0] if isinstance(found, list) else found)


@EVERY
def test_dice_and_the_number_needed_follow_from_their_rows(rules: Ruleset) -> None:
    """A single success needs no reason."""
    for example, reply in replies(rules):
        for check in reply.get("checks", ()):
            where = example.ask, check["what"]
            assert not check["dice_rows"] or sum(map(amount, check["dice_rows"])) == check["dice"], where
            assert check["needs"] in (None, 1, sum(map(amount, check["need_rows"]))), where
            assert all(row["why"] and row["ref"] for key in ("modifiers", "dice_rows", "need_rows") for row in check[key]), where


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


SEATS = ("winner", "first_roll")
"""Which seat it is: screens tell it by its name."""


def numbers_of_check(key: str, reply: dict[str, Any]) -> bool:
    """What is rolled is called by its question."""
    return any(check["what"].partition(":")[0] == key for check in reply.get("checks", ()))
