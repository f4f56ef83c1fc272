"""Dice as the players have laid them: the faces and numbers entered for a roll so far, and what
they come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.dice.check import foregone
from engine.values.maps import Value
from engine.values.model import Check, Prompt
from screens.present import dicing


@dataclass(frozen=True, slots=True)
class LaidDice:
    """Kept in the `args` of the page, so that they survive a kill."""

    prompt: Prompt
    args: dict[str, Any]

    @property
    def open(self) -> list[tuple[int, Check]]:
        """The checks that need dice, each with its place."""
        return [(n, check) for n, check in enumerate(self.prompt.checks) if foregone(check) is None]

    @property
    def several(self) -> bool:
        return len(self.open) > 1

    @property
    def is_single(self) -> bool:
        """One die or coin alone: its face is as quick to tap as a number."""
        return not self.several and self.open[0][1].dice == 1

    @property
    def lying(self) -> dict[str, int]:
        """Of several checks, what those have come to whose dice are all in."""
        if not self.several:
            return {}
        found = {check.key: self.reading(n, check)[1] for n, check in self.open if not self.left(n, check)}
        sure = {check.key: known for check in self.prompt.checks if (known := foregone(check)) is not None}
        return {**sure, **found}

    # What is entered

    def faces(self, n: int) -> tuple[int, ...]:
        return tuple(self.args.get("faces", {}).get(str(n), ()))

    def total(self, n: int) -> int | None:
        """The number entered for a check, without its faces."""
        found = self.args.get("totals", {}).get(str(n))
        return int(found) if found is not None else None

    def left(self, n: int, check: Check) -> int:
        """How many dice of a check are still to be entered."""
        return 0 if self.total(n) is not None else dicing.to_enter(check, self.faces(n))

    @property
    def missing(self) -> int:
        return sum(self.left(n, check) for n, check in self.open)

    @property
    def next_open(self) -> tuple[int, Check]:
        """The first check that misses dice."""
        return next((n, check) for n, check in self.open if self.left(n, check))

    # What it comes to

    def reading(self, n: int, check: Check) -> tuple[int, int]:
        """What was entered comes to, and what that is worth."""
        total = self.total(n)
        return dicing.reading(check, self.faces(n) if total is None else total) or (0, 0)

    def value(self, n: int, check: Check) -> Value:
        total = self.total(n)
        return dicing.value_of(check, self.faces(n)) if total is None else total

    @property
    def values(self) -> tuple[Value, ...]:
        """Of all checks; nothing for those that need no dice."""
        open_checks = dict(self.open)
        return tuple((self.value(n, each) if n in open_checks else ()) for n, each in enumerate(self.prompt.checks))

    # Entering

    def lay(self, n: int, faces: tuple[int, ...]) -> None:
        """These faces for a check, and no number."""
        self.args.get("totals", {}).pop(str(n), None)
        self.args["faces"] = {**self.args.get("faces", {}), str(n): list(faces)}

    def count(self, n: int, total: int) -> None:
        """The number for a check without faces; the same again takes it back."""
        totals = self.args.setdefault("totals", {})
        totals[str(n)] = None if totals.get(str(n)) == total else total
        self.args["faces"] = {**self.args.get("faces", {}), str(n): []}
