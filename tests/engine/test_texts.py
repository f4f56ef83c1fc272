"""Sentences: verbs follow the names that are put into them."""

import pytest

from engine.values.texts import english, is_plural, say, say_many


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("Choppers", True),
        ("Chokboyz", True),
        ("Blue Rifles 2", True),
        ("Super Lourds (Baneblades)", True),
        ("Allies", True),
        ("Artillerie (Basilisks)", False),
        ("The Boss", False),
        ("Peloton de Leman Russ", False),
        ("Markus", False),
        ("Axis", False),
        ("Panzer IV", False),
        ("Brigade Blitz", False),
        ("", False),
        ("3", False),
    ],
)
def test_a_plural_is_known_by_its_last_word(name: str, plural: bool) -> None:
    assert is_plural(name) is plural


@pytest.mark.parametrize(
    ("key", "one", "many"),
    [
        ("{unit} attacks", "Tank attacks", "Choppers attack"),
        ("{unit} is destroyed", "Tank is destroyed", "Choppers are destroyed"),
        ("{unit} has moved", "Tank has moved", "Choppers have moved"),
        ("{unit} was deployed", "Tank was deployed", "Choppers were deployed"),
        ("{unit} does not move", "Tank does not move", "Choppers do not move"),
        ("{unit} tries to rally", "Tank tries to rally", "Choppers try to rally"),
        ("{unit} marches", "Tank marches", "Choppers march"),
        ("{unit} goes on", "Tank goes on", "Choppers go on"),
        ("{unit} uses a skill", "Tank uses a skill", "Choppers use a skill"),
        ("{unit} cannot move", "Tank cannot move", "Choppers cannot move"),
        ("{unit} as target", "Tank as target", "Choppers as target"),
        ("once: {unit} fires", "once: Tank fires", "once: Choppers fire"),
        ("does {unit} start here?", "does Tank start here?", "do Choppers start here?"),
        ("the transport of {unit} is full", "the transport of Tank is full", "the transport of Choppers is full"),
    ],
)
def test_a_verb_follows_its_name(key: str, one: str, many: str) -> None:
    assert english(say(key, unit="Tank")) == one
    assert english(say(key, unit="Choppers")) == many


def test_a_sentence_within_a_sentence_follows_its_own_name() -> None:
    told = say("{deed}: {result}", deed=say("{unit} attacks", unit="Tank"), result=say("{unit} breaks", unit="Scouts"))
    assert english(told) == "Tank attacks: Scouts break"


def test_counted_things_follow_too() -> None:
    key = "{unit} loses one miniature", "{unit} loses {count} miniatures"
    assert english(say_many(*key, 1, unit="Scouts")) == "Scouts lose one miniature"
    assert english(say_many(*key, 2, unit="Scouts")) == "Scouts lose 2 miniatures"
