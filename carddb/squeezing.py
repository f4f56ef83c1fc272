"""The content of a code, made small with a dictionary of the words that the cards of its game use
most, and read again without trust."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from carddb.letters import Unreadable
from engine.playing.rules import Ruleset
from engine.values.texts import say

LARGEST = 2**22
BOOK = Path(__file__).resolve().parent / "codebook1.json"


@cache
def _book(game: str) -> bytes:
    """The words that the cards of a game use most, as a dictionary for compression. It never
    changes, as it is needed to read codes."""
    books: Mapping[str, str] = json.loads(BOOK.read_text("utf-8"))["books"]
    return books.get(game, "").encode()


def squeezed(game: str, data: Any) -> bytes:
    """The game's key and its data, compressed with the game's dictionary."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    made = [_deflated(text, strategy, _book(game)) for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED)]
    return bytes([len(game)]) + game.encode("ascii") + min(made, key=len)


def _deflated(text: bytes, strategy: int, book: bytes) -> bytes:
    small = zlib.compressobj(9, zlib.DEFLATED, -15, 9, strategy, book)
    return small.compress(text) + small.flush()


def unsqueezed(body: bytes, rulesets: Mapping[str, Ruleset]) -> tuple[str, Any]:
    """The game's key and its data; data that would become too large is refused."""
    game = body[1 : 1 + body[0]].decode("ascii", "replace") if body else ""
    if game not in rulesets:
        raise Unreadable(say("there is no game {game}", game=game))
    large = zlib.decompressobj(-15, _book(game))
    try:
        text = large.decompress(body[1 + len(game) :], LARGEST)
        if large.eof and not large.unused_data:
            return game, json.loads(text.decode("utf-8", "surrogatepass"))
    except (zlib.error, ValueError, RecursionError) as wrong:
        raise Unreadable(say("the code is damaged")) from wrong
    raise Unreadable(say("the code is damaged"))
