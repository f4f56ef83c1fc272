"""Libraries in a folder of their own, and cards to put into them."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from carddb.cards import Card
from carddb.library import Library
from carddb.starter import starter_cards
from carddb.store import Store
from engine.games import RULESETS
from tests.carddb.play import clock

SYLLABLES = ("ba", "co", "du", "fa", "gri", "hél", "jag", "kor", "lum", "mär", "nor", "pan", "qui", "ros", "ste", "tan", "ulm", "vor")


def opened(folder: Path) -> Library:
    return Library(Store(folder, RULESETS, clock()))


def again(library: Library) -> Library:
    """The app closed and started anew."""
    library.store.close()
    return opened(library.store.disk.root)


def names(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]


def many(count: int, seed: int = 1) -> list[Card]:
    """Cards with invented names and the values of real ones."""
    random = Random(seed)
    real = [card for game in RULESETS for card in starter_cards(game).values()]
    found = []
    for number in range(count):
        like, name = random.choice(real), " ".join(_word(random) for _ in range(random.randint(1, 3)))
        values = like.values.put("name", name)
        found.append(Card(f"many-{number}", like.game, values, "imported", random.choice(("", "first", "second"))))
    return found


def _word(random: Random) -> str:
    return "".join(random.choice(SYLLABLES) for _ in range(random.randint(2, 3))).title()
