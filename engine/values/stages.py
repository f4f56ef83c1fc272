"""What is rolled again or after a die has fallen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Again:
    """Dice that met nothing are rolled once more; no targets: those already in force."""

    targets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """Every die that succeeded is rolled again until it fails; each further success counts too."""


@dataclass(frozen=True, slots=True)
class Then:
    """Each success so far is replaced by further dice; no faces: the pool's."""

    dice: int
    targets: tuple[int, ...]
    faces: tuple[int, ...] = ()


Stage: TypeAlias = Again | Chain | Then
