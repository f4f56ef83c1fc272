"""What is told of cards that are played: units, support cards, terrain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.twogm.economy.situation import Amount, Payer
from engine.games.twogm.movement.ground import Extended
from engine.games.twogm.movement.situation import Column, Natural, Row
from engine.games.twogm.units import Name
from engine.values.kinds import Either, Flag, ListOf, Mistakes, Word
from engine.values.maps import Value
from engine.values.model import Path
from engine.values.situation import EnemyName, Situation, UnitName, YesNo, record_of

KINDS = ("supply", "promotion", "equipment", "special", "general")


class Supports(ListOf):
    """Support cards, each by its values, or by its name alone where it costs nothing."""

    def take(self, data: object, at: Path, problems: Mistakes) -> Value:
        rows = (
            [{"name": each} if isinstance(each, str) else each for each in data]
            if isinstance(data, (list, tuple))
            else data
        )
        return ListOf.take(self, rows, at, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"anyOf": [self.kind.schema(), Word().schema()]}}


@dataclass(frozen=True, slots=True)
class SupportCard(Situation):
    """A support card that is played with a unit."""

    name: Name | None = None
    cost: Amount | None = None
    playing_cost: Amount | None = None
    permanent: YesNo | None = None


@dataclass(frozen=True, slots=True)
class UnitDeployment(Situation):
    """A unit with what is bought for it, who takes it along, and where it comes."""

    unit: UnitName
    equipment: tuple[Name, ...] = ()
    support: Annotated[tuple[SupportCard, ...], Supports(record_of(SupportCard))] = ()
    carrier: UnitName | None = None
    column: Column | None = None
    role: Annotated[str, Word(("fighter", "bomber"))] | None = None
    exchange: Name | None = None
    general: Annotated[str | bool, Either((Word(), Flag()))] | None = None
    ap: Amount | None = None
    payer: Payer | None = None
    occupied: YesNo | None = None
    terrain: Natural | None = None


@dataclass(frozen=True, slots=True)
class CardFromHand(Situation):
    """A support card that is played alone: for a unit of its side, or on an enemy."""

    name: Name
    unit: UnitName | None = None
    on: EnemyName | None = None
    cost: Amount | None = None
    playing_cost: Amount | None = None
    kind: Annotated[str, Word(KINDS)] = "supply"
    permanent: YesNo = False
    promotion: Annotated[str, Word(("veteran", "elite"))] | None = None
    payer: Payer | None = None


@dataclass(frozen=True, slots=True)
class LaidTerrain(Situation):
    """A terrain card that is laid during play, and the square below it."""

    terrain: UnitName
    cost: Amount | None = None
    row: Row | None = None
    column: Column | None = None
    extended: Extended = 0
    near: YesNo | None = None
    on: Natural = "plain"
    payer: Payer | None = None
