"""What the players say of flak, and of the markers of a flight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.epic.shooting.situation import ToHit
from engine.games.epic.units import MOMENTS, Able, AnyWord, Arc, Count, Markers
from engine.values.kinds import Either, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map
from engine.values.situation import EnemyName, Situation, UnitName, YesNo

Firers = Annotated[
    bool | int | tuple[str, ...] | Map[int],
    Either((Flag(), Whole(0, 99), ListOf(Word()), Record(fields(flak=Whole(0, 99), interceptors=Whole(0, 99))))),
]
"""Who fired: yes or no, how many, a list, or numbers by kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AntiAircraftShots(Situation):
    """So many dice at aircraft."""

    count: Markers = 1
    value: ToHit
    abilities: tuple[AnyWord, ...] = ()
    type: AnyWord | None = None


@dataclass(frozen=True, slots=True)
class FlakFire(Situation):
    """A formation or some dice, and the aircraft they fire at; what is left out stands on the
    table.

    `attacked` says whether the target has made its attack, `fired_at` at whom this flak has fired.
    """

    target: EnemyName
    by: UnitName | None = None
    shots: tuple[AntiAircraftShots, ...] | None = None
    able: Able | None = None
    arcs: tuple[Arc, ...] | None = None
    moment: Annotated[str, Word((*MOMENTS, "disengage"))] | None = None
    moved: YesNo | None = None
    jink: YesNo | None = None
    attacked: YesNo | None = None
    interception: YesNo | None = None
    fired_at: Annotated[bool | str | tuple[str, ...], Either((Flag(), ListOf(Word()), Word()))] | None = None


@dataclass(frozen=True, slots=True)
class Flight(Situation):
    """Who fired at aircraft on their approach and when they left, their losses, and the table
    edge they left by."""

    approach: Firers | None = None
    disengagement: Firers | None = None
    losses: Count = 0
    edge: Annotated[bool | str, Either((Flag(), Word()))] | None = None
