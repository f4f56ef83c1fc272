"""What a weapon hits, and on what, in a player's words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from engine.games.epic import refs
from engine.playing.citing import rule
from engine.values.texts import Text, say

POWERS = {"ap": say("AP"), "at": say("AT"), "mw": say("MW"), "tk": say("TK"), "aa": say("AA"), "ff": say("FF")}


@rule(refs.EPIC_42)
def power(kind: str, score: object) -> Text:
    """AT 4+ and the like."""
    return say("{kind} {score}", kind=POWERS[kind], score=f"{score}+")


def side_by_side(powers: Iterable[Text]) -> Text | str:
    """Several of them, each once."""
    found = tuple(dict.fromkeys(powers))
    return reduce(lambda first, second: say("{first} {second}", first=first, second=second), found) if found else ""


def one_or_another(powers: Iterable[Text]) -> Text | str:
    found = tuple(powers)
    return reduce(lambda first, second: say("{first} / {second}", first=first, second=second), found) if found else ""
