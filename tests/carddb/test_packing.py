"""Saves kept small: every entry and every table comes back as it was, and nonsense is refused."""

from dataclasses import replace
from random import Random

import pytest

from carddb.packing import long, packed, short, unpacked
from carddb.storage import dumped
from engine.playing import codec
from engine.playing.codec import Damaged
from engine.playing.session import Session
from engine.values.events import Amended, Noted, Undone
from engine.values.maps import Map, pairs
from engine.values.texts import Text, say, say_many
from tests.carddb.play import TINY, step
from tests.games.cases import CASES

ALL = {"tiny": TINY, **CASES}
TEXTS = [
    say("nothing"),
    say("{who} rolls", who="Ann"),
    say("{a} {b}", a=say("{c}", c=1), b=say_many("one", "{count}", 3)),
    say_many("one", "{count} of {what}", 1, what=say("them")),
    say("{x}", x=None),
    say("{x}", x=(1, "a", (True,))),
    Text("{x}", Map({"x": pairs(key=1, y=pairs(z=()))})),
    Text("{x}", Map({"x": Map({"~": "~"})})),
    say_many("one", "{count}", 0),
]


@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_a_sentence_comes_back(text: Text) -> None:
    event = Noted("x", label=text)
    assert long(short(event)) == event
    assert long(short(Amended(3, event))) == Amended(3, event)


def test_by_hand() -> None:
    told = say("{what} ({answer})", what=say("{unit} saves", unit="Tiger"), answer=say_many("one", "{count} hits", 2))
    assert short(Noted("x", label=told))["label"] == {
        "~": "{what} ({answer})",
        "what": {"~": "{unit} saves", "unit": "Tiger"},
        "answer": {"~": "one", "~many": "{count} hits", "~count": 2, "count": 2},
    }
    assert short(Undone(2)) == {"is": "Undone", "count": 2}


@pytest.mark.heavy
@pytest.mark.parametrize("key", ALL)
def test_every_entry_and_table_of_a_game_comes_back(key: str) -> None:
    case, random = ALL[key], Random(5)
    session = Session(case.rules, case.start)
    for _ in range(25):
        step(case, session, random)
    assert [long(short(entry)) for entry in session.journal] == session.journal
    assert unpacked(packed(session.state)) == session.state == unpacked(codec.plain(session.state))
    assert len(dumped([short(entry) for entry in session.journal])) < len(dumped([codec.plain(entry) for entry in session.journal]))


@pytest.mark.parametrize("data", ["", "x", "é", "eJw=", "eJyrVkpJLEkEAAjjAmA=", [], None, {"game": 3}, packed(TINY.start)[:-8], 3])
def test_tables_that_are_none(data: object) -> None:
    with pytest.raises(Damaged):
        unpacked(data)


@pytest.mark.parametrize(
    "data",
    [
        {"is": "Noted", "text": "x", "label": 3},
        {"is": "Noted", "text": "x", "label": {}},
        {"is": "Amended", "index": 1},
        {"is": "Noted", "text": "x", "label": {"~": 3}},
        {"is": "Amended", "index": 1, "event": 3},
        [],
        None,
        {"is": "Noted", "text": "x", "label": {"~": "x", "~many": 3}},
        {"is": ["Noted"], "text": "x"},
    ],
)
def test_entries_that_are_none(data: object) -> None:
    if data == {"is": "Noted", "text": "x", "label": {}}:
        assert long(data) == Noted("x")  # no sentence is no harm
        return
    with pytest.raises(Damaged):
        long(data)


def test_surrogates_in_names() -> None:
    state = replace(TINY.start, trackers=pairs(name="\ud800é"))
    assert unpacked(packed(state)) == state
