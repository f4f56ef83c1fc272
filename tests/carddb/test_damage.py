"""A small save, cut at every byte and with every byte flipped: it opens at its longest good
prefix, and says what was lost."""

import json
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddb.journal import Lost, framed
from carddb.storage import JournalStorage
from carddb.trouble import CannotOpen
from engine.values.events import Noted
from engine.values.model import Impossible
from engine.values.texts import english
from tests.carddb.disks import MemoryDisk
from tests.carddb.play import TINY, begun, reopened, step
from tests.engine.tiny import RULES

LINES = 30


def small_save() -> tuple[bytes, list[object]]:
    """The file, and the table after each of its lines."""
    disk = MemoryDisk()
    game = begun(TINY, disk)
    states: list[object] = [game.session.state]
    game.session.listeners.append(lambda: states.append(game.session.state))
    random = Random(11)
    while len(states) < LINES:
        step(TINY, game.session, random)
    return disk.files["g"], states


SAVE, STATES = small_save()
ENDS = [place + 1 for place, byte in enumerate(SAVE) if byte == 10]


@cache
def played(length: int) -> object:
    """The table of a game whose file has this good prefix; None where nothing of it is left."""
    try:
        return reopened(RULES, MemoryDisk({"g": SAVE[:length]})).session.state
    except CannotOpen:
        return None


def mended(data: bytes) -> object:
    """The table a player finds: the damaged file is kept beside, and what is left of it opens
    without a word."""
    disk = MemoryDisk({"g": data})
    storage = JournalStorage(disk, "g", "game")
    good = len(storage.journal.data)
    assert SAVE[:good] == storage.journal.data == disk.files.get("g", b"")
    if good < len(data):
        assert storage.journal.lost == Lost(data[good:].count(b"\n"), "g.damaged-1")
        assert disk.files["g.damaged-1"] == data
    return played(good)


def expected(place: int) -> object:
    """The table after the last whole line before a place; the first two lines are the beginning
    of the game."""
    lines = sum(end <= place for end in ENDS)
    return STATES[lines - 2] if lines >= 2 else None


def test_the_save_has_everything_in_it() -> None:
    assert len(STATES) == LINES
    assert len(ENDS) >= LINES
    kinds = {line[9:].split(b'"is":"')[1].split(b'"')[0] for line in SAVE.splitlines() if b'["entries",' in line}
    assert len(kinds) >= 6
    assert b'"checkpoints"' in SAVE


@pytest.mark.heavy
def test_every_truncation() -> None:
    for place in range(len(SAVE)):
        assert mended(SAVE[:place]) == expected(place)


@pytest.mark.heavy
@pytest.mark.parametrize("mask", [0x01, 0x20, 0x80, 0xFF])
def test_every_flipped_byte(mask: int) -> None:
    for place in range(len(SAVE)):
        flipped = bytearray(SAVE)
        flipped[place] ^= mask
        assert mended(bytes(flipped)) == expected(place)


def test_what_is_told_counts_the_lines() -> None:
    flipped = bytearray(SAVE)
    flipped[ENDS[9] + 20] ^= 1
    game = reopened(RULES, MemoryDisk({"g": bytes(flipped)}))
    assert game.told == (Lost(len(ENDS) - 10, "g.damaged-1").told(game.told[0].values["what"]),)  # type: ignore[arg-type]
    assert english(game.told[0]).startswith(f"Game “Evening”: {len(ENDS) - 10} lines cannot be read any more and are lost")


def test_half_a_page_of_zeros() -> None:
    """What some file systems leave after a power cut."""
    for end in ENDS[2:]:
        assert mended(SAVE[:end] + bytes(512)) == expected(end)


@pytest.mark.law
@given(seed=st.integers(0, 10**9))
def test_whole_lines_that_say_anything(seed: int) -> None:
    """A save with good checksums in which somebody changed what it says: a game, or a sentence."""
    random = Random(seed)
    lines = [json.loads(line[9:]) for line in SAVE.splitlines()]
    for _ in range(random.randrange(1, 4)):
        _changed(lines[random.randrange(1, len(lines))], random)
    disk = MemoryDisk({"g": framed(json.dumps(line, separators=(",", ":")) for line in lines)})
    with suppress(CannotOpen):
        game = reopened(RULES, disk)
        game.session.dispatch(Noted("on"))
        with suppress(Impossible):
            while game.remember():
                pass
        game.rest()
        assert reopened(RULES, disk).session.state == game.session.state


def _changed(data: Any, random: Random) -> None:
    """Something somewhere in a line becomes something else."""
    places = list(data) if isinstance(data, dict) else list(range(len(data)))
    if not places:
        return
    place = random.choice(places)
    if isinstance(data[place], (dict, list)) and random.randrange(4):
        _changed(data[place], random)
    else:
        data[place] = random.choice([None, True, -1, 7, 10**6, "", "x", [], {}, ["x"], {"is": "Text"}, {"~": 1}, 1.5])
