"""A host and two guests as processes, playing all games while everything goes wrong; whoever hears
no host takes over."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.games.cases import CASES
from tests.link.chaos import MOSQUITTO, Chaos

SOAK = os.environ.get("ADJUTANT_SOAK") == "1"
SECONDS = {"direct": 180.0, "broker": 180.0} if SOAK else {"direct": 2.0, "broker": 2.0}
"""Of trouble, beside one network in pieces: with all games a minute, half an hour in the soak."""

needs_broker = pytest.mark.skipif(not MOSQUITTO, reason="mosquitto is not installed, and may not be by make test here")


@pytest.mark.law
@pytest.mark.parametrize("way", ["direct", pytest.param("broker", marks=needs_broker)])
@pytest.mark.parametrize("game", CASES)
def test_nothing_is_lost_and_nothing_forks(tmp_path: Path, game: str, way: str) -> None:
    seed = int.from_bytes(os.urandom(3), "big")
    chaos = Chaos(tmp_path, game, way, seed, SECONDS[way])
    asyncio.run(chaos.run())
    chaos.judge()
    print(f"\n{way} {game}, seed {seed}: {dict(chaos.count)}")
    assert chaos.count["shown"]
    assert chaos.count["entries"]
    assert chaos.count["games kept"]  # of those that played on where the table did not
