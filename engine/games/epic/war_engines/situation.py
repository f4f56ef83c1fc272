"""What the players say of hits on one war engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from engine.games.epic.shooting.situation import KINDS_OF_HIT, Armour, Damage
from engine.games.epic.units import AnyWord, Capacity, Count, UnitOrCard
from engine.values.kinds import Either, ListOf, Whole, Word
from engine.values.situation import Situation, YesNo, record_of


@dataclass(frozen=True, slots=True)
class HitStated(Situation):
    """So many hits of one kind on an engine."""

    type: Annotated[str, Word(KINDS_OF_HIT)] = "normal"
    count: Count = 1
    abilities: tuple[AnyWord, ...] = ()
    damage: Damage | None = None


STATED = Either((Whole(0, 99), ListOf(Either((record_of(HitStated), Word(KINDS_OF_HIT), Whole(1, 99))))))


@dataclass(frozen=True, slots=True)
class HitsOnEngine(Situation):
    """A war engine, of the table or described, and the hits on it: points of damage that no save
    meets, or hits one by one."""

    unit: UnitOrCard | None = None
    dc: Capacity | None = None
    damage: Count | None = None
    shields: Count | None = None
    armour: Armour | None = None
    abilities: tuple[AnyWord, ...] | None = None
    critical: AnyWord | None = None
    hits: Annotated[int | tuple[Any, ...], STATED] | None = None
    crossfire: YesNo = False
