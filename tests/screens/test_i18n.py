"""Texts told in a language: catalogues, plurals, places, and English where a catalogue is
silent."""

from __future__ import annotations

from pathlib import Path

import polib  # type: ignore[import-untyped]  # it has no types
import pytest

from engine.values.maps import Map
from engine.values.texts import Text, english, say, say_many
from screens.present.i18n import Language, filled, languages

LOCALE = Path(__file__).resolve().parents[2] / "locale"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {rule}\\n"\n\n'
FRENCH = HEAD.format(rule="nplurals=2; plural=(n > 1);")
POLISH = HEAD.format(rule="nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);")
CORE = (
    FRENCH
    + """
msgid "{who} hits {what}"
msgstr "{what} : touché par {who}"

msgid "the bridge"
msgstr "le pont"

msgid "damage"
msgstr "dégâts"

msgid "one hit"
msgid_plural "{count} hits of {who}"
msgstr[0] "{count} touche de {who}"
msgstr[1] "{count} touches de {who}"

#, fuzzy
msgid "not sure"
msgstr "peut-être"

msgid "not done"
msgstr ""

msgid "half done"
msgid_plural "halves done"
msgstr[0] "moitié"
msgstr[1] ""

msgid "say \\"go\\"\\n"
msgstr "dites «go»\\n"

#~ msgid "long gone"
#~ msgstr "disparu"
"""
)
GAME = FRENCH + 'msgid "Round Table"\nmsgstr "Table ronde"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two languages beside English: French in two files, Polish in one."""
    for path, text in {
        "fr/core.po": CORE,
        "fr/game.po": GAME,
        "pl/core.po": POLISH + 'msgid "a tank"\nmsgid_plural "{count} tanks"\n'
        'msgstr[0] "{count} czołg"\nmsgstr[1] "{count} czołgi"\nmsgstr[2] "{count} czołgów"\n',
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.fixture
def french(folder: Path) -> Language:
    return Language("fr", folder)


def test_english_comes_first_and_needs_no_file(folder: Path) -> None:
    assert languages(folder) == ("en", "fr", "pl")
    assert languages(folder / "empty") == ("en",)
    assert languages(folder / "nowhere") == ("en",)


def test_english_is_listed_once_even_with_a_file(folder: Path) -> None:
    (folder / "en").mkdir()
    (folder / "en" / "core.po").write_text(GAME, "utf-8")
    assert languages(folder) == ("en", "fr", "pl")


def test_a_language_knows_its_code(french: Language) -> None:
    assert french.code == "fr"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("the bridge", "le pont"),
        (say("the bridge"), "le pont"),
        (say("Round Table"), "Table ronde"),
        (say("{who} hits {what}", who="Tiger", what=7), "7 : touché par Tiger"),
        (say("{who} hits {what}", who="Tiger", what=say("the bridge")), "le pont : touché par Tiger"),
        (say('say "go"\n'), "dites «go»\n"),
    ],
)
def test_what_a_catalogue_knows(french: Language, text: Text | str, spoken: str) -> None:
    assert french.tell(text) == spoken


def test_texts_nest_as_deep_as_they_like(french: Language) -> None:
    inner = say("{who} hits {what}", who="B", what=say("the bridge"))
    assert french.tell(say("{who} hits {what}", who=inner, what="C")) == "C : touché par le pont : touché par B"


def test_the_players_own_words_are_not_translated(french: Language) -> None:
    """A unit may be called what it likes."""
    assert french.tell(say("{who} hits {what}", who="damage", what="the bridge")) == "the bridge : touché par damage"


@pytest.mark.parametrize(
    ("code", "count", "spoken"),
    [
        ("en", 0, "0 hits of Tiger"),
        ("en", 1, "one hit"),
        ("en", 2, "2 hits of Tiger"),
        ("fr", 0, "0 touche de Tiger"),
        ("fr", 1, "1 touche de Tiger"),
        ("fr", 2, "2 touches de Tiger"),
        ("fr", -2, "-2 touches de Tiger"),
        ("pl", 2, "2 hits of Tiger"),
    ],
)
def test_one_and_many(folder: Path, code: str, count: int, spoken: str) -> None:
    text = say_many("one hit", "{count} hits of {who}", count, who="Tiger")
    assert Language(code, folder).tell(text) == spoken


@pytest.mark.parametrize(("count", "spoken"), [(0, "0 czołgów"), (1, "1 czołg"), (2, "2 czołgi"), (5, "5 czołgów"), (12, "12 czołgów"), (22, "22 czołgi")])
def test_the_catalogue_says_how_its_language_counts(folder: Path, count: int, spoken: str) -> None:
    assert Language("pl", folder).tell(say_many("a tank", "{count} tanks", count)) == spoken


@pytest.mark.parametrize("key", ["unheard of", "not sure", "not done", "half done", "long gone", "one hit", ""])
def test_what_no_catalogue_knows_is_told_in_english(french: Language, key: str) -> None:
    assert french.tell(key) == key
    assert french.tell(say(key)) == key


def test_an_unfinished_plural_is_told_in_english(french: Language) -> None:
    assert french.tell(say_many("half done", "halves done", 2)) == "halves done"


def test_english_around_french(french: Language) -> None:
    assert french.tell(say("{what} again", what=say("the bridge"))) == "le pont again"


def test_an_unknown_language_is_english(folder: Path) -> None:
    assert Language("xx", folder).tell(say("{who} hits {what}", who=1, what=2)) == "1 hits 2"


@pytest.mark.parametrize(
    ("sentence", "values", "spoken"),
    [
        ("{a} and {b}", {"a": "1", "b": "2"}, "1 and 2"),
        ("{a} and {b}", {"a": "1"}, "1 and {b}"),
        ("{a} and {a}", {"a": "{b}", "b": "2"}, "{b} and {b}"),
        ("{a.real} {a!r} {a:9} {0} {}", {"a": "1", "0": "zero"}, "{a.real} {a!r} {a:9} zero {}"),
        ("[b]{a}[/b] & <i>", {"a": "[u]"}, "[b][u][/b] & <i>"),
    ],
)
def test_places_take_values_and_nothing_else(sentence: str, values: dict[str, str], spoken: str) -> None:
    """Nothing in a value or a sentence from outside is run, filled again or escaped."""
    assert filled(sentence, values) == spoken


def test_a_bare_sentence_keeps_its_braces(french: Language) -> None:
    assert french.tell("{who} hits {what}") == "{what} : touché par {who}"


@pytest.mark.parametrize(
    "text",
    [
        say("{a}: {b}", a=say("x {c}", c=1), b=("y", 2)),
        say("{a}", a=None),
        say("{a}", a=True),
        say("{a}", a=Map({"k": 1})),
        say_many("one {a}", "{count} {a}", 0, a="x"),
        say_many("one {a}", "{count} {a}", 1, a="x"),
        Text("only {a}", Map({"a": 1}), "many {a}", 2),
    ],
)
def test_english_is_what_the_engine_says_without_a_screen(folder: Path, text: Text) -> None:
    assert Language("en", folder).tell(text) == english(text)


def test_our_catalogues_are_read_as_a_library_for_them_reads_them() -> None:
    """It knows all of gettext's files and takes four times as long, at every start."""
    told = Language("fr", LOCALE)
    entries = [entry for file in sorted((LOCALE / "fr").glob("*.po")) for entry in polib.pofile(str(file)) if entry.translated()]
    forms = {(entry.msgid, entry.msgid_plural): tuple(form for _, form in sorted(entry.msgstr_plural.items())) or (entry.msgstr,) for entry in entries}
    assert len(forms) > 4_000
    assert told._forms == forms
