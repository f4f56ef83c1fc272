"""English and French are complete, agree in their places, and are set as French is."""

from __future__ import annotations

import re
from collections import Counter
from gettext import c2py
from pathlib import Path
from string import Formatter

import polib  # type: ignore[import-untyped]  # it has no types
import pytest

from engine.values.texts import Text, say, say_many
from screens.present.i18n import Language
from tools.texts import FRENCH, Sentence, code, domain, found, main, missing, orphans, translated, unreadable

CALLS = found(code())
SAID = {call.sentence for call in CALLS if call.sentence}
LOCALE = FRENCH.parent
FILES = {file.stem: polib.pofile(str(file)) for file in sorted(FRENCH.glob("*.po"))}
ENTRIES = [(name, entry) for name, catalogue in FILES.items() for entry in catalogue]

ALIKE = {
    *("Table {number}", "{minutes} min"),
    *("Axis & Allies Miniatures", "Dust Tactics", "2GM Tactics", "Epic Armageddon"),
    *("initiative", "Initiative", "action", "activation", "Activations", "table", "points", "4", "4+", "5", "bonus", "type"),
    *("Points", "Options", "formation", "formations", "Round {turn}", "bunker", "fortification", "jungle", "Orks"),
    *("INF", "CC", "FF", "AP", "AA", "B", "cm", "arm.", "impact", "transport {number}", "{name} D{number}", "{units}, {range} cm", "air", "auto"),
}
"""Names and words that are the same in both languages."""

UNFRENCH = re.compile("(?<!\u00a0)[:;?!»]|«(?!\u00a0)|[\u2019\u202f]|  |^ | $")
"""A high sign without its no-break space, a curly apostrophe, a narrow or a doubled space, a
space at an end."""


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def forms(entry: polib.POEntry) -> list[str]:
    """The French of an entry: one form, or one for each number the language tells apart."""
    return [form for _, form in sorted(entry.msgstr_plural.items())] or [entry.msgstr]


# Complete, and no more than that


def test_every_text_is_written_where_it_is_said() -> None:
    assert unreadable(CALLS) == []


def test_every_text_has_its_french() -> None:
    assert missing(CALLS, translated(FRENCH)) == []


def test_no_french_is_left_over() -> None:
    assert orphans(CALLS, translated(FRENCH)) == []


def test_every_entry_is_finished() -> None:
    assert [(name, entry.msgid) for name, entry in ENTRIES if not entry.translated()] == []


def test_no_text_stands_twice_in_a_file() -> None:
    told = Counter((name, entry.msgid) for name, entry in ENTRIES)
    assert [where for where, times in told.items() if times > 1] == []


def test_one_text_has_one_french_in_all_files() -> None:
    told: dict[str, set[tuple[str, ...]]] = {}
    for _, entry in ENTRIES:
        told.setdefault(entry.msgid, set()).add(tuple(forms(entry)))
    assert {key: french for key, french in told.items() if len(french) > 1} == {}


# Places and plurals


def test_places_are_plain_names() -> None:
    """A place is a name and nothing else: the screens fill names only, and a doubled brace is
    none."""
    words = [text for told in SAID for text in (told.key, told.plural)]
    assert [text for text in words if re.search(r"[{}]", re.sub(r"\{[a-z_]+\}", "", text))] == []


def test_french_fills_the_same_places() -> None:
    wrong = [
        (name, form)
        for name, entry in ENTRIES
        for form in forms(entry)
        if places(form) - {"count"} != places(entry.msgid) - {"count"} or not places(form) <= places(entry.msgid) | places(entry.msgid_plural)
    ]
    assert wrong == []


def test_both_english_forms_have_the_same_places() -> None:
    """The singular may leave out the number."""
    counting = [told for told in SAID if told.plural]
    assert [told for told in counting if places(told.key) | {"count"} != places(told.plural) | {"count"}] == []


@pytest.mark.parametrize("name", FILES)
def test_every_file_counts_as_french_does(name: str) -> None:
    assert FILES[name].metadata["Language"] == "fr"
    assert FILES[name].metadata["Plural-Forms"] == "nplurals=2; plural=(n > 1);"


def test_the_form_for_several_says_the_number() -> None:
    """French has one form for 0 and 1; where it says "un dé", none is told as several are."""
    of_each = Counter(map(c2py("n > 1"), range(100)))
    assert of_each == {0: 2, 1: 98}
    counting = [entry for _, entry in ENTRIES if entry.msgid_plural]
    assert [entry.msgid for entry in counting if set(entry.msgstr_plural) != set(of_each)] == []
    assert [entry.msgid for entry in counting if "count" not in places(entry.msgstr_plural[1])] == []


# As French is


def test_french_is_not_english() -> None:
    wordless = [entry for _, entry in ENTRIES if not re.sub(r"\{\w+\}|\W", "", entry.msgid)]
    copied = {entry.msgid for _, entry in ENTRIES if entry.msgid in forms(entry) and entry not in wordless}
    assert copied <= ALIKE


def test_french_is_set_as_french() -> None:
    assert [(name, form) for name, entry in ENTRIES for form in forms(entry) if UNFRENCH.search(form)] == []


@pytest.mark.parametrize("wrong", ["quoi ?", "quoi?", "l’unité", "ici\u202f!", "deux  mots", " devant", "«mot\u00a0»"])
def test_bad_setting_is_found(wrong: str) -> None:
    assert UNFRENCH.search(wrong)


@pytest.mark.parametrize("right", ["quoi\u00a0?", "l'unité", "Tour\u00a0: fin\u00a0; «\u00a0mot\u00a0»", "4+, 3/2"])
def test_good_setting_is_not(right: str) -> None:
    assert not UNFRENCH.search(right)


# Told in both languages


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_every_text_is_told_with_its_values(language: str, count: int) -> None:
    """No place stays open and no value is lost; of one thing the number may be left out."""
    teller = Language(language, LOCALE)
    for told in SAID:
        names = places(told.key) | places(told.plural)
        values = {name: f"<{name}>" for name in names - ({"count"} if told.plural else set())}
        text = say_many(told.key, told.plural, count, **values) if told.plural else say(told.key, **values)
        spoken = teller.tell(text)
        assert not re.search(r"[{}]", spoken)
        assert all(value in spoken for value in values.values())
        assert count == 1 or not told.plural or str(count) in spoken


@pytest.mark.parametrize(
    ("language", "text", "spoken"),
    [
        ("en", say("on to: {step}", step=say("Casualty phase")), "on to: Casualty phase"),
        ("fr", say("on to: {step}", step=say("Casualty phase")), "on passe à\u00a0: Phase de pertes"),
        ("en", say_many("one line declined", "{count} lines declined", 1), "one line declined"),
        ("en", say_many("one line declined", "{count} lines declined", 3), "3 lines declined"),
        ("fr", say_many("one line declined", "{count} lines declined", 1), "1 ligne refusée"),
        ("fr", say_many("one line declined", "{count} lines declined", 3), "3 lignes refusées"),
        ("fr", say_many("Roll one die", "Roll {count} dice", 1), "Lancez un dé"),
        ("fr", say_many("Roll one die", "Roll {count} dice", 0), "Lancez 0 dés"),
        (
            "fr",
            say("{unit}: turn face up: {markers}", unit="Sherman 2", markers=say("{first}, {second}", first=say("Disrupted"), second=say("Damaged"))),
            "Sherman 2\u00a0: retournez Confus, Endommagé",
        ),
        (
            "fr",
            say("{unit} has no dice at {band} {row}", unit="Tiger", band=say("short range"), row=say("against Soldiers")),
            "Tiger\u00a0: aucun dé à courte portée contre les Soldats",
        ),
        ("fr", "A row the players agreed on", "Une ligne convenue entre les joueurs"),
    ],
)
def test_texts_in_texts(language: str, text: Text | str, spoken: str) -> None:
    assert Language(language, LOCALE).tell(text) == spoken


# The finder itself


@pytest.mark.parametrize(
    ("path", "domain_of_it"),
    [
        ("engine/labels.py", "core"),
        ("engine/games/__init__.py", "core"),
        ("engine/games/chess/turn.py", "chess"),
        ("engine/games/chess/army/limits.py", "chess"),
        ("screens/pages/home.py", "screens"),
        ("carddb/games/chess/x.py", "core"),
    ],
)
def test_texts_belong_to_the_game_or_the_core(path: str, domain_of_it: str) -> None:
    assert domain(path) == domain_of_it


@pytest.mark.parametrize(
    ("source", "sentences"),
    [
        ("say('a')", [("a", "")]),
        ("say('a ' 'b', unit=say('c'))", [("a b", ""), ("c", "")]),
        ("say_many('one', '{count}', n)", [("one", "{count}")]),
        ("Text('a', values, 'b', 2)", [("a", "b")]),
        ("Text(key='a', plural='b')", [("a", "b")]),
        ("Text('a')", [("a", "")]),
        ("model.say('a')", [("a", "")]),
        ("Ref('X-1', 'Section', 'title')", [("title", "")]),
        ("Ref('X-1', 'Section', title='title')", [("title", "")]),
        ("yes and say('a') or say('b')", [("a", ""), ("b", "")]),
        ("def f():\n    return [say('a')]", [("a", "")]),
        ("self.say('a'); voice.say(name); print('say')", []),
        ("def say(key):\n    return Text(key)", []),
        ("t: Text = x", []),
    ],
)
def test_what_the_finder_finds(source: str, sentences: list[tuple[str, str]]) -> None:
    calls = found({"engine/x.py": source})
    assert [call.sentence for call in calls] == [Sentence("core", *told) for told in sentences]


@pytest.mark.parametrize(
    "source",
    [
        "say(word)",
        "say(f'a {b}')",
        "say('a' if b else 'c')",
        "say('a' + b)",
        "say('')",
        "say(3)",
        "say()",
        "say(*words)",
        "say_many('one', many, 2)",
        "say_many('one')",
        "Text(key)",
        "Text('a', values, plural)",
        "Ref('X-1', 'Section', title)",
        "Ref('X-1', 'Section')",
        "def f():\n    def say(key):\n        return Text(key)",
        "from engine.values.model import say as told",
    ],
)
def test_what_the_finder_cannot_read(source: str) -> None:
    assert len(unreadable(found({"engine/x.py": source}))) == 1


def test_the_finder_says_where() -> None:
    sources = {"engine/a.py": "\n\nsay('a')\nsay('b')", "engine/games/chess/b.py": "say('a')\nsay('a')\nsay(x)"}
    calls = found(sources)
    french = frozenset({Sentence("core", "b"), Sentence("core", "c"), Sentence("chess", "b", "bs")})
    assert missing(calls, french) == ["engine/a.py:3: core.po lacks 'a'", "engine/games/chess/b.py:1: chess.po lacks 'a'"]
    assert unreadable(calls) == ["engine/games/chess/b.py:3: its words are not written here: say(x)"]
    assert orphans(calls, french) == ["chess.po: nobody says 'b' / 'bs'", "core.po: nobody says 'c'"]


def test_an_unfinished_entry_is_no_french(tmp_path: Path) -> None:
    (tmp_path / "core.po").write_text(
        'msgid "a"\nmsgstr ""\n\n#, fuzzy\nmsgid "b"\nmsgstr "bé"\n\nmsgid "c"\nmsgstr "cé"\n\n'
        'msgid "d"\nmsgid_plural "ds"\nmsgstr[0] "dé"\nmsgstr[1] ""\n\n#~ msgid "e"\n#~ msgstr "é"\n',
        "utf-8",
    )
    assert translated(tmp_path) == {Sentence("core", "c")}


@pytest.mark.heavy
def test_the_finder_fails_while_french_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(FRENCH) == 0
    assert capsys.readouterr().out == f"{len(SAID)} texts, 0 without French, 0 that nobody says\n"
    (tmp_path / "core.po").write_text('msgid "never said"\nmsgstr "jamais dit"\n', "utf-8")
    assert main(tmp_path) == 1
    *lines, summary = capsys.readouterr().out.splitlines()
    assert "core.po: nobody says 'never said'" in lines
    assert summary == f"{len(SAID)} texts, {len(SAID)} without French, 1 that nobody says"


def test_the_whole_house_is_searched() -> None:
    """The core and every game have texts, and every one of them its file."""
    assert {told.domain for told in SAID} == set(FILES)
