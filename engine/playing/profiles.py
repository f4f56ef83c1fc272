"""Profiles as other programs tell them: names and texts by the heads of their columns, which each
game reads in its own way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from engine.values.maps import Map, Value
from engine.values.texts import Text

BODY = ("speed", "armour", "armor", "vitesse", "blindage", "move")
"""Heads that only the profile of a unit has."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A unit or a weapon: what is told of it under each head."""

    name: str
    told: Map[str]

    @property
    def is_unit(self) -> bool:
        return any(head.lower() in BODY for head in self.told)

    def get(self, *heads: str) -> str:
        """What stands under the first of these heads that there is."""
        by_head = {head.lower(): text for head, text in self.told.items()}
        return next((by_head[head] for head in heads if head in by_head), "")


@dataclass(frozen=True, slots=True)
class UnitProfile:
    """So many units of one profile, with their weapons."""

    count: int
    profile: Profile
    weapons: tuple[Profile, ...] = ()


@dataclass(frozen=True, slots=True)
class Bought:
    """Units bought together: their name, how many times, their points; `bare` is what was chosen
    with them and has no profile."""

    name: str
    count: int
    points: int
    units: tuple[UnitProfile, ...] = ()
    rest: tuple[Profile, ...] = ()
    bare: tuple[str, ...] = ()


ByProfiles: TypeAlias = Callable[[Bought], tuple[Map[Value], tuple[Text, ...]]]
"""A card of a game made of profiles, and everything about them that was not understood."""
