"""The pages that others rely on say what is so."""

import json

import pytest

from engine.ask import answered
from engine.games import RULESETS
from engine.rules import Example
from tools.askdoc import PAGE, page

EXAMPLES = [(key, example) for key, rules in RULESETS.items() for example in rules.examples]


def test_the_page_of_questions_is_complete() -> None:
    """Otherwise: python tools/askdoc.py."""
    assert PAGE.read_text("utf-8") == page()


@pytest.mark.parametrize(("key", "example"), EXAMPLES, ids=[f"{key}:{each.question['id']}" for key, each in EXAMPLES])
def test_every_example_runs(key: str, example: Example) -> None:
    reply = answered(RULESETS, json.loads(json.dumps(example.question)))
    assert reply["id"] == example.question["id"]
    assert example.ask == example.question["ask"]
    assert reply["refused"]["refs"] if "refused" in reply else reply["refs"]


@pytest.mark.parametrize("key", RULESETS)
def test_every_question_has_an_example(key: str) -> None:
    assert {opening.key for opening in RULESETS[key].openings} == {example.ask for example in RULESETS[key].examples}
