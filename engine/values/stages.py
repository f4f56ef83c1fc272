"""Dice that are rolled again, or rolled because of other dice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.values.texts import Text


@dataclass(frozen=True, slots=True)
class Again:
    """Dice that met no target are rolled once more; without `targets`, against those already in
    force."""

    targets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """Every successful die is rolled again until it fails; each further success counts too."""


@dataclass(frozen=True, slots=True)
class Then:
    """Each success so far is replaced by further dice; without `faces`, dice of the same kind.
    `what` says what they are for."""

    dice: int
    targets: tuple[int, ...]
    faces: tuple[int, ...] = ()
    what: Text | None = field(default=None, compare=False)


Stage: TypeAlias = Again | Chain | Then
