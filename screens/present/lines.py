"""What screens draw, as plain rows: names, facts, chances in words; nothing here knows a widget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from engine.values.maps import Map, Value
from engine.values.texts import Text, say

Tell = Callable[[Text | str], str]
NBSP = "\u00a0"
NEVER = 1000
"""One in so many is as good as never."""
TAG = "tag"
TRAINING = "training"
"""On a unit whose card was invented for practice: its sheet says so, its row has better things
to say."""
TAG_WORDS = {
    "red": say("red"),
    "yellow": say("yellow"),
    "green": say("green"),
    "blue": say("blue"),
    "white": say("white"),
    "black": say("black"),
}
"""A spot of paint on the base of a miniature, by which equal ones are told apart."""
EMPTY_VALUES: tuple[Value, ...] = (None, False, (), Map(), "-", "")


@dataclass(frozen=True, slots=True)
class ChipLine:
    """A state of a unit: how it looks, its silhouette or icon, its word; of which tracker."""

    look: str
    mark: str
    word: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class ValueLine:
    """A value of a unit under the head of its column: what counts now, and what is printed where
    that differs."""

    key: str
    head: str
    now: str
    printed: str = ""


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit on its row; `count` equal ones share it, `ring` says whether it can act, `reason` why
    not; `detail` stands below its name, on a small screen only of a unit that `is_worn`. Of a
    target or an answer `differing` are the values that count otherwise than printed, and why."""

    id: str
    sign: str
    seat: int
    name: str
    fact: str
    chips: tuple[ChipLine, ...]
    acted: bool | None
    gone: bool = False
    chosen: bool = False
    stepped: int | None = None
    values: tuple[ValueLine, ...] = ()
    ring: str = ""
    count: int = 1
    reason: str = ""
    detail: str = ""
    is_worn: bool = False
    differing: str = ""


@dataclass(frozen=True, slots=True)
class RankLine:
    """A part of a force: its title, who is in it, whether they are out of the way."""

    title: str
    lines: tuple[UnitLine, ...]
    sunk: bool = False
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class KindLine:
    """Equal cards that can be in a pile: their name, what they cost, their ids with those first
    that are in it, and how many of them are."""

    name: str
    fact: str
    units: tuple[str, ...]
    held: int


@dataclass(frozen=True, slots=True)
class PileLine:
    """Cards of a side off the table: how many, the known ones on rows, the tracker with their
    number; the procedure that `names` them, with all kinds of cards it can name."""

    key: str
    seat: int
    title: str
    count: int
    lines: tuple[UnitLine, ...]
    tracker: str = ""
    secret: bool = False
    names: str = ""
    kinds: tuple[KindLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ForceLine:
    """A force in its ranks: the heads of its columns, how many can still act; its cards off the
    table."""

    heads: tuple[str, ...]
    ranks: tuple[RankLine, ...]
    able: int
    piles: tuple[PileLine, ...] = ()


@dataclass(frozen=True, slots=True)
class StoryLine:
    """What was just done, how the dice fell, what the hands do and what follows, each with its
    rule; which of the hands' lines are ticked, the marker each of them moves and whether it lies
    face down; which kind of deed it was, and its name; the place of its `first` event in the log.
    `results` are what it came to, one by one, `doing` is who did it, where that is told apart."""

    what: str
    dice: tuple[str, ...]
    hands: tuple[tuple[str, str], ...]
    follows: tuple[tuple[str, str], ...] = ()
    done: frozenset[int] = frozenset()
    marks: tuple[tuple[str, bool], ...] = ()
    kind: str = ""
    deed: str = ""
    first: int = 0
    results: tuple[str, ...] = ()
    doing: str = ""

    @property
    def is_laid(self) -> bool:
        """Whether the hands have done all of it."""
        return bool(self.hands) and len(self.done) >= len(self.hands)


@dataclass(frozen=True, slots=True)
class StepLine:
    key: str
    text: str
    cite: str
    state: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionLine:
    """Something that can be done, or why not."""

    key: str
    text: str
    why: str = ""
    value: str = ""
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class OddsLine:
    mark: str
    word: str
    share: float
    percent: str


@dataclass(frozen=True, slots=True)
class FaceKey:
    """A key of the dice pad: what stands on it and whether that face succeeds."""

    face: int
    word: str
    pips: int
    succeeds: bool


@dataclass(frozen=True, slots=True)
class PadLine:
    """A dice pad: its keys with how many of each face lie there, what they come to, how many are
    entered, whether any are missing; its name and what to roll, where there are several. `totals`
    can be tapped instead of faces; `total` is the one that was."""

    keys: tuple[FaceKey, ...]
    counts: tuple[int, ...]
    tally: str
    entered: str
    missing: bool
    name: str = ""
    what: str = ""
    totals: tuple[int, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class StatLine:
    key: str
    name: str
    value: str
    known: bool = True


@dataclass(frozen=True, slots=True)
class GaugeLine:
    """A counter drawn as a scale: what it holds of what it can, what comes next by source; the
    trackers on its sheet."""

    key: str
    name: str
    held: int
    most: int
    sum: str
    coming: tuple[tuple[str, int], ...]
    trackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit on the map: its sign, whose it is, its row and column, 0 where nobody
    knows; a marker on it."""

    id: str
    sign: str
    seat: int
    row: int
    column: int
    mark: str = ""


Square = tuple[int, int]
LETTERS = "ABCDEFGHIJKLMNOP"
"""Of the columns of a board."""


@dataclass(frozen=True, slots=True)
class MapLine:
    """A board of squares as one side sees it, its own edge below: how many rows hang together, and
    the sentence that says so; cards under units by their kind, who stands behind the board, whom
    the map does not know, who is chosen, where he may come to and whom he may attack."""

    rows: int
    columns: int
    joined: int
    units: tuple[Standing, ...]
    sentence: str
    cite: str
    seat: int = 0
    ground: tuple[tuple[Square, str], ...] = ()
    bases: tuple[Standing, ...] = ()
    unplaced: tuple[tuple[str, str], ...] = ()
    chosen: str = ""
    told: str = ""
    lit: tuple[Square, ...] = ()
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTab:
    seat: int
    name: str
    fact: str


def capital(words: str) -> str:
    """A sentence as a line of its own begins."""
    return words[:1].upper() + words[1:]


def percent(chance: Fraction) -> str:
    """A chance as one says it; small ones never round to never, large ones never to always."""
    if chance in (0, 1):
        return f"{int(chance * 100)}{NBSP}%"
    whole = round(chance * 100)
    if whole == 0:
        return f"<1{NBSP}%"
    return f">99{NBSP}%" if whole == 100 else f"{whole}{NBSP}%"


def one_in(chance: Fraction) -> Text | None:
    """A small chance in words."""
    if not 0 < chance <= Fraction(1, 3):
        return None
    return say("about 1 in {number}", number=round(1 / chance)) if chance * NEVER > 1 else say("almost never")
