"""What is told of cover, and of a line of sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.dust.attack.situation import SOURCES, AnyWord, Squares
from engine.games.dust.cards import WEAPON_KINDS
from engine.games.dust.movement.situation import Things
from engine.values.kinds import Word
from engine.values.situation import Situation, YesNo

ALSO_CALLED = {"knife": "close", "ugl": "grenade"}
"""Weapons by the name of their chapter."""
CORNERS = ("block", "smoke", "wall", "small_entrance", "vehicle", "trap", "squad")
Way = Annotated[str, Word(("towards", "elsewhere", "none"))]


@dataclass(frozen=True, slots=True)
class CoverCheck(Situation):
    """What gives cover; attacker and target as units or by a word; the weapon by its name, its
    kinds or its range; what is known of the corner."""

    sources: tuple[Annotated[str, Word(SOURCES)], ...] = ()
    attacker: AnyWord = "soldier"
    target: AnyWord = "squad"
    attacker_place: Annotated[str, Word(("inside", "outside"))] | None = None
    kinds: tuple[Annotated[str, Word((*WEAPON_KINDS, *ALSO_CALLED))], ...] | None = None
    corner_of: Annotated[str, Word(CORNERS)] | None = None
    weapon: AnyWord | None = None
    range: AnyWord | None = None
    at_45: YesNo | None = None
    adjacent: YesNo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedCorner(Situation):
    """A corner that the line touches, and on which side of it."""

    of: AnyWord = "block"
    side: Annotated[str, Word(("left", "right"))]


@dataclass(frozen=True, slots=True)
class WallOpenings(Situation):
    """Who of the two is in a building without the other, and where the opening of the square
    leads."""

    attacker: Way | None = None
    target: Way | None = None


@dataclass(frozen=True, slots=True)
class LineOfSight(Situation):
    """Attacker and target as units or by a word, and what lies between them."""

    attacker: AnyWord = "soldier"
    target: AnyWord = "soldier"
    between: Things = ()
    corners: tuple[TouchedCorner, ...] = ()
    smoke: tuple[Annotated[str, Word(("attacker", "target"))], ...] = ()
    range: Squares | None = None
    openings: WallOpenings | None = None
