"""The frozen vocabulary: dice, rules, questions and changes. Nothing here depends on a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from engine.values.maps import Value
from engine.values.quick import quickly_made
from engine.values.stages import Stage
from engine.values.texts import Text, english

if TYPE_CHECKING:
    from engine.values.kinds import Record

Path: TypeAlias = tuple[str | int, ...]
Kind: TypeAlias = Literal["roll", "choice", "number", "confirm", "form", "each", "ledger", "card"]
Verdict: TypeAlias = Literal["roll", "passes", "fails", "forbidden"]


class Impossible(ValueError):
    """Something that makes no sense: it is never accepted, and players cannot overrule it."""

    def __init__(self, why: Text | str) -> None:
        super().__init__(english(why))
        self.why = why


class Endless(Impossible):
    """A procedure that repeats for ever."""


class Unknown(LookupError):
    """A card does not state a value that is needed now."""

    def __init__(self, unit: str, path: Path) -> None:
        super().__init__(f"{unit}: {dotted(path)} is not stated on the card")
        self.unit, self.path = unit, path


def dotted(path: Path) -> str:
    return ".".join(map(str, path))


@dataclass(frozen=True, slots=True)
class Ref:
    """A rule of the inventory: its id, the section of the source, our one line for it."""

    id: str
    section: str
    title: str


BY_HAND = Ref("TABLE-3", "The table", "Set by the players themselves")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that the rules forbid, and the rule that says so."""

    key: str
    why: Text
    ref: Ref


@dataclass(frozen=True, slots=True)
class Reminder:
    """A rule that the players apply themselves, shown at the right moment."""

    text: Text
    ref: Ref


class Problem(NamedTuple):
    """A problem of an army or a plan, and the rule that says so."""

    why: Text
    ref: Ref


@quickly_made
@dataclass(frozen=True, slots=True)
class Modifier:
    """One reason why a number changes; a plus always helps the player who rolls. One amount, or one
    for each threshold."""

    key: str
    amount: int | tuple[int, ...]
    why: Text
    ref: Ref

    def at(self, threshold: int) -> int:
        return self.amount if isinstance(self.amount, int) else self.amount[threshold]


@dataclass(frozen=True, slots=True)
class Die:
    """A die with any faces; `words` name the faces of a die without numbers, in the same order.
    `also` accepts other words for them."""

    name: str
    faces: tuple[int, ...]
    words: tuple[str, ...] = ()
    also: tuple[tuple[str, int], ...] = ()


def numbered(sides: int) -> Die:
    return Die(f"d{sides}", tuple(range(1, sides + 1)))


ALL_DICE = 0
"""What a sum keeps that leaves no die out."""
D6, D10 = numbered(6), replace(numbered(10), also=(("0", 10), ("flag", 10)))


@quickly_made
@dataclass(frozen=True, slots=True)
class Check:
    """Dice against thresholds (a die is worth the thresholds it meets), or dice added up.

    `keep` asks for a sum of so many highest dice (0 = all) plus the modifiers; `natural` names the
    faces that no modifier touches: the highest meets every threshold, the lowest none. `settled` is
    a verdict the rules give without dice, its reason being a row. With `grades`, what is read is
    not the number of successes but how many of these it reaches: hits by a table, for one.
    `dice_rows` and `need_rows` say where the number of dice and `needs` come from. `past`
    is what a second die needs after the highest face, where a target stands one, two and more past
    the die. `names` say what meeting each threshold does, in a game whose book prints its rows as
    what they add to the thresholds.
    """

    key: str
    dice: int
    die: Die
    ref: Ref
    bases: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    keep: int | None = None
    natural: Literal["", "high", "low", "both"] = ""
    stages: tuple[Stage, ...] = ()
    most: int | None = None
    needs: int | None = None
    settled: Literal["", "passes", "fails", "forbidden"] = ""
    dice_rows: tuple[Modifier, ...] = ()
    need_rows: tuple[Modifier, ...] = ()
    grades: tuple[int, ...] = ()
    past: tuple[int, ...] = ()
    names: tuple[Text, ...] = ()

    @property
    def bonus(self) -> int:
        return sum(modifier.at(0) for modifier in self.modifiers)

    @property
    def targets(self) -> tuple[int, ...]:
        if not self.modifiers and not self.natural:
            return self.bases
        return tuple(self.shown(base - sum(row.at(n) for row in self.modifiers)) for n, base in enumerate(self.bases))

    def printed(self, row: Modifier) -> tuple[int, ...]:
        """A modifier as the book prints it: what it adds to the dice, or to each threshold that has
        a name."""
        if self.names:
            return tuple(-row.at(n) for n, _ in enumerate(self.names))
        return row.amount if isinstance(row.amount, tuple) else (row.amount,)

    def shown(self, target: int) -> int:
        """A target, limited to the faces that modifiers cannot change; a target past the die stays
        past the die."""
        if self.natural in ("high", "both"):
            target = min(target, max(self.die.faces))
        return max(target, min(self.die.faces) + 1) if self.natural in ("low", "both") else target


@quickly_made
@dataclass(frozen=True, slots=True)
class Change:
    """A tracker with its new value, and the rule that changes it."""

    unit: str
    tracker: str
    before: Value
    after: Value
    ref: Ref


@quickly_made
@dataclass(frozen=True, slots=True)
class Line:
    """A line of the ledger: one thing to do on the table, and the trackers it changes."""

    text: Text
    ref: Ref
    changes: tuple[Change, ...]


@quickly_made
@dataclass(frozen=True, slots=True)
class Option:
    """One answer of a choice. Where dice follow from it, `fates` tells the chance of each outcome;
    it is worked out only for those who show the question."""

    key: str
    text: Text
    refusal: Refusal | None = None
    fates: Callable[[], Mapping[str, Fraction]] | None = field(default=None, compare=False, repr=False)


@quickly_made
@dataclass(frozen=True, slots=True)
class Prompt:
    """A question that only the players can answer.

    Of two `opposed` rolls only the difference is read; `added` is what each side adds to its dice,
    `ties` the place of the side that wins equal totals, if a rule says so (`tie_rule`). Of checks
    that are `summed` only the sum is read: odds put all of it into the first of them. Readings
    below the `floors` of the checks, or of their sums, do the same as these. `labels` say what the
    dice of each check are called, for those who show the question. The `options` of a number are
    those that mean something else than so many.
    """

    key: str
    kind: Kind
    asked_of: int
    text: Text
    ref: Ref
    about: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    options: tuple[Option, ...] = ()
    lines: tuple[Line, ...] = ()
    fields: Record | None = None
    slots: tuple[Prompt, ...] = ()
    sealed: bool = False
    given: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    default: Value = None
    readings: tuple[str, ...] = ()
    opposed: bool = False
    added: tuple[int, ...] = (0, 0)
    ties: int | None = None
    tie_rule: Ref | None = None
    summed: tuple[tuple[int, ...], ...] = ()
    floors: tuple[int, ...] = ()
    labels: Callable[[], tuple[Text, ...]] | None = field(default=None, compare=False, repr=False)
