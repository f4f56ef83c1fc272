"""The games: one list, one folder each. A game is imported when it is first asked for: an app
that starts needs none yet."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from engine.playing.rules import Ruleset

FOLDERS = {"aam": "aam", "dust": "dust", "2gm": "twogm", "epic": "epic", "front": "front"}


class Games(Mapping[str, Ruleset]):
    """Rulesets by their keys."""

    def __getitem__(self, key: str) -> Ruleset:
        rules: Ruleset = import_module(f"{__name__}.{FOLDERS[key]}").RULES
        return rules

    def __iter__(self) -> Iterator[str]:
        return iter(FOLDERS)

    def __len__(self) -> int:
        return len(FOLDERS)


RULESETS: Mapping[str, Ruleset] = Games()
