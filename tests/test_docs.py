"""The pages that others rely on say what is so."""

import json
import re
import struct
from itertools import zip_longest
from pathlib import Path

import pytest

from engine.doors.ask import answered
from engine.games import RULESETS
from engine.playing.opening import Example
from screens.present.i18n import Language
from tools.askdoc import PAGE, page

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "engine" / "games"
DOCS = ROOT / "docs"
MANUALS = {"en": "manual.md", "fr": "manual.fr.md"}
NAMES = {"The Front"}
"""What the manuals print bold and no catalogue holds."""
LARGEST = 60_000
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


# The manual


def manual(language: str) -> str:
    return (DOCS / MANUALS[language]).read_text("utf-8")


def shape(text: str) -> list[str]:
    """Anchors, headings, items, commands and pictures, one after the other."""
    marks = (r'<a id="[^"]+">', "#+ ", r"\d+\. ", "- ", "```", r"!\[")
    found = (re.match("|".join(marks), line) for line in text.splitlines())
    return [mark[0] for mark in found if mark]


def pictures(language: str) -> list[str]:
    return re.findall(r"!\[[^]]+\]\(([^)]+)\)", manual(language))


def bold(text: str) -> list[str]:
    """What the reader is to tap, as the screen has it."""
    return [words.removeprefix("On to: ").removeprefix("Passer à\u00a0: ") for words in re.findall(r"\*\*(.+?)\*\*", text)]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def test_both_manuals_have_the_same_shape_and_the_same_pictures() -> None:
    assert shape(manual("en")) == shape(manual("fr"))
    assert [name.replace("/en/", "/fr/") for name in pictures("en")] == pictures("fr")
    assert len(pictures("en")) >= 20


@pytest.mark.parametrize("language", MANUALS)
def test_every_picture_is_there_is_small_and_is_shown(language: str) -> None:
    shown, readme = pictures(language), (ROOT / "README.md").read_text("utf-8")
    assert {path.name for path in (DOCS / "pictures" / language).iterdir()} == {Path(name).name for name in shown}
    assert all(name in shown for name in re.findall(r"docs/(pictures/en/[\w-]+\.png)", readme) if language == "en")
    for name in shown:
        data = (DOCS / name).read_bytes()
        assert len(data) < LARGEST, name
        assert struct.unpack(">II", data[16:24]) in ((412, 915), (1280, 800)), name


@pytest.mark.parametrize("language", MANUALS)
def test_the_contents_name_every_chapter(language: str) -> None:
    """The same words, in the same order; every game has one."""
    text = manual(language)
    listed = re.findall(r"^- \[(.+)\]\(#([\w-]+)\)$", text, re.M)
    assert listed == [(title, key) for key, title in re.findall(r'^<a id="([\w-]+)"></a>\n## (.+)$', text, re.M)]
    assert set(RULESETS) <= {key for _, key in listed}


def test_what_the_manuals_print_bold_is_what_the_screens_say() -> None:
    """Button by button, in both languages: a renamed button has to be renamed in the manual."""
    french = Language("fr", ROOT / "locale")
    known: dict[str, set[str]] = {}
    for (key, _), forms in french._forms.items():
        known.setdefault(capital(key), set()).add(capital(forms[0]))
    pairs = list(zip_longest(bold(manual("en")), bold(manual("fr"))))
    assert len(pairs) > 80
    assert [pair for pair in pairs if pair[1] not in known.get(pair[0], NAMES)] == []


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", "docs/adding-a-game.md", "docs/manual.md", "docs/manual.fr.md"])
def test_what_a_page_names_is_there(file: str) -> None:
    """Files in back quotes and behind links; `<key>` and `<folder>` stand for a game, `<chapter>`
    for a chapter of its book."""
    text = (ROOT / file).read_text("utf-8")
    named = {
        name.replace("<key>", "aam").replace("<folder>", "template").replace("<chapter>", "shooting")
        for name in re.findall(r"`([\w./<>-]+\.(?:md|py|toml|json|txt|spec))`", text)
    }
    linked = set(re.findall(r"\]\(([\w./-]+\.md)\)", text))
    places = (ROOT, (ROOT / file).parent, DOCS, GAMES / "template", GAMES / "aam" / "attack")
    assert {name for name in named | linked if not any((place / name).exists() for place in places)} == set()
