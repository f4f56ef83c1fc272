"""How far squares lie from one another."""

from __future__ import annotations

from engine.games.dust import refs
from engine.playing.citing import rule


@rule(refs.DUST_10, refs.DUST_32, refs.DUST_112)
def squares(dx: int, dy: int, agile: bool = False) -> int:
    """The first diagonal costs 1 and each further one 2, so one is saved in all; Agile saves
    them all."""
    across, along = abs(dx), abs(dy)
    return max(across, along) if agile else across + along - bool(across and along)


@rule(refs.DUST_32, refs.DUST_49)
def squares_apart(range: int | None, dx: int | None, dy: int | None) -> int | None:
    """As told, or counted across and along; None where it is not told."""
    return squares(dx or 0, dy or 0) if range is None and (dx, dy) != (None, None) else range
