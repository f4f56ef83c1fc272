"""Texts as English sentences."""

import pytest

from engine.values.texts import Text, english, joined, say, say_many


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (say("all done"), "all done"),
        (say("{unit} takes {count}", unit="Tank", count=2), "Tank takes 2"),
        (say("{first}, {second}", first=say("Damaged"), second=say("{n} times", n=3)), "Damaged, 3 times"),
        (say("{name}", name="{not a place}"), "{not a place}"),
        (say_many("one line", "{count} lines", 1), "one line"),
        (say_many("one line", "{count} lines", 2), "2 lines"),
        (say_many("one line", "{count} lines", 0), "0 lines"),
        (say_many("{count} line of {unit}", "{count} lines of {unit}", 4, unit="Tank"), "4 lines of Tank"),
        (joined([say("{n} dice", n=2), "no more", say("all")]), "2 dice; no more; all"),
        (joined([say("all")]), "all"),
        (joined([]), ""),
        (Text("one", plural="many"), "one"),
        ("a word", "a word"),
        (7, "7"),
        (None, "None"),
    ],
)
def test_a_text_is_filled(text: Text | object, sentence: str) -> None:
    assert english(text) == sentence
