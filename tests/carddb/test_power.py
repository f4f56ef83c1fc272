"""Power cut while playing through the real store: after every step of the device, all that was
shown is there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from carddb.disk import Disk
from carddb.journal import sound
from carddb.storage import Format
from carddb.store import Store
from engine.playing import codec
from engine.values.events import Noted
from tests.carddb.disks import MemoryDisk, Recorder, crashes
from tests.carddb.play import TINY, clock, step
from tests.engine.tiny import RULES

FORM = Format(small=1_500)
NEWER = Format(2, {1: lambda data: data}, 1_500)


def opened(disk: Disk, form: Format = FORM) -> Store:
    return Store(disk.root, {"tiny": RULES}, clock(), disk, form)


def seen(store: Store) -> str:
    """Everything a player can see, as one text."""
    games = {line.key: (line.name, codec.plain(store.open_game(line.key).session.state)) for line in store.games()}
    assert not [text for game in store._open_games.values() for text in game.told if "unfinished" not in text.key]
    return repr((store.cards.all(), store.settings.get("sound"), sorted(games.items())))


class Player:
    """Plays, and after each thing shown acknowledges what a player sees."""

    def __init__(self, root: Path, *forgets: str) -> None:
        self.disk = Recorder(root, frozenset(forgets))
        self.store = opened(self.disk)
        self.shown()

    def shown(self) -> None:
        self.disk.ack(self.look())

    def look(self) -> str:
        return seen(self.store)

    def taps(self, count: int, seed: int) -> None:
        game, random = self.store.open_game(self.store.games()[0].key), Random(seed)
        game.session.listeners.append(self.shown)
        for _ in range(count):
            step(TINY, game.session, random)

    def begin(self, name: str) -> None:
        self.store.new_game("tiny", TINY.start, name)
        self.shown()


def lost(player: Player, tears: int, form: Format = FORM) -> list[str]:
    """Crashes after which the store shows neither what was shown last nor what came next."""
    shown = ["", *(step.name for step in player.disk.steps if step.do == "ack")]
    wrong, found, count = [], dict[object, str](), 0
    for acked, image in crashes(player.disk.steps, tears):
        count += 1
        looks = _as_opened(image)
        if looks not in found:
            found[looks] = seen(opened(MemoryDisk(image), form))
        if found[looks] not in shown[len(acked) : len(acked) + 2]:
            wrong.append(f"after {len(acked)}: {found[looks]:.80}")
    assert count > 100
    return wrong


def _as_opened(image: dict[str, bytes]) -> object:
    """Folders that differ only in what no journal takes for good, or in files never put in
    place, are opened once."""
    used = {name: data for name, data in image.items() if ".new" not in name}
    good = {name: sound(data)[0] if name.endswith(".journal") else len(data) for name, data in used.items()}
    return len(used) < len(image), frozenset((name, data[: good[name]], good[name] < len(data)) for name, data in used.items())


@pytest.fixture(autouse=True)
def _empty_is_seen() -> None:
    assert seen(opened(MemoryDisk())) == "({}, None, [])"


@pytest.mark.heavy
def test_playing(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.begin("Evening")
    player.taps(25, seed=3)
    assert lost(player, tears=400) == []


def test_resting_compacting_deleting(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.begin("Evening")
    for note in range(12):
        player.store.open_game(player.store.games()[0].key).session.dispatch(Noted(f"note {note}"))
        player.store.rest()
        player.shown()
    assert sum(each.do == "rename" and "games" in each.to for each in player.disk.steps) > 1  # it was compacted
    player.store.delete_game(player.store.games()[0].key)
    player.shown()
    assert lost(player, tears=30) == []


def test_cards_and_settings(tmp_path: Path) -> None:
    player = Player(tmp_path)
    for n in range(20):
        player.store.cards.put(f"card {n % 4}", {"n": n})
        player.shown()
    player.store.settings.set("sound", True)
    player.shown()
    player.store.cards.remove("card 0")
    player.shown()
    assert lost(player, tears=40) == []


def test_backup_and_restore(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.begin("Evening")
    player.taps(4, seed=1)
    player.store.back_up_if_changed()
    player.taps(2, seed=2)
    player.store.cards.put("x", {})
    player.shown()
    player.store.restore(player.store.backups()[0])
    player.shown()
    player.taps(2, seed=3)
    assert lost(player, tears=20) == []


def test_upgrade(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.begin("Evening")
    player.taps(5, seed=1)
    player.store.disk.release()
    player.store = opened(player.disk, NEWER)
    player.shown()
    player.taps(3, seed=2)
    assert lost(player, tears=20, form=NEWER) == []


@pytest.mark.parametrize("forgets", ["sync", "sync_folder"])
def test_a_missing_sync_is_found_out(tmp_path: Path, forgets: str) -> None:
    player = Player(tmp_path, forgets)
    player.begin("Evening")
    player.taps(6, seed=3)
    try:
        wrong = lost(player, tears=10)
    except Exception as error:  # a store that cannot be opened is found out too
        wrong = [str(error)]
    assert wrong
