"""What the players say of fire, of single shots and hits, and of a barrage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from engine.games.epic.activation.situation import Interrupted
from engine.games.epic.cards import WEAPON
from engine.games.epic.terrain.ground import TERRAINS, TerrainName
from engine.games.epic.units import Able, AnyWord, Arc, Capacity, Count, InOrder, Markers, Order, UnitOrCard
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map
from engine.values.situation import EnemyName, Situation, UnitName, YesNo

FIREPOWER = ("ap", "at", "mw", "tk")
ON_THE_GROUND = ("INF", "LV", "AV", "WE", "AC")
KINDS_OF_HIT = ("ap", "at", "aa", "mw", "tk", "cc", "ff", "normal", "lance", "sniper", "any")
GUN = Record((*fields(bp=Whole(0, 99), points=Whole(0, 99)), Field("abilities", ListOf(Word()), default=())))

ToHit = Annotated[int, Whole(1, 9)]
Armour = Annotated[int, Whole(1, 7)]
Aimed = Annotated[str, Word(("engines", "others"))]
Damage = Annotated[int | str, Either((Whole(1, 99), Word()))]
HitType = Annotated[str, Word(ON_THE_GROUND)]
Centimetres = Annotated[int, Whole(0, 999)]


class Stand(NamedTuple):
    """How firers stand: those in range and sight, of all or row by row; the distance to the target;
    the row that is farthest from it; the arcs that bear on it, if it is told."""

    able: int | tuple[int, ...] | None = None
    distance: int | None = None
    rear: str = ""
    arcs: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class HouseRow(Situation):
    """A row of the table's own."""

    amount: Annotated[int, Whole(-99, 99)]
    why: AnyWord = ""


@dataclass(frozen=True, slots=True)
class SingleShot(Situation):
    """One die to hit; `bonuses` are rows of the table's own, which change the number too."""

    value: ToHit
    order: Order = "advance"
    cover: YesNo = False
    ignore_cover: YesNo = False
    waived: YesNo = False
    bonuses: tuple[HouseRow, ...] = ()


@dataclass(frozen=True, slots=True)
class WeaponUse(Situation):
    """A weapon, the action it is fired in, and when it fired before."""

    weapon: Annotated[Map[Any], WEAPON]
    order: Order = "advance"
    turn: Capacity | None = None
    fired: Annotated[bool | int | tuple[int, ...], Either((Flag(), Whole(0, 99), ListOf(Whole(0, 99))))] | None = None
    indirect: YesNo = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotsStated(Situation):
    """So many dice of one kind, as the players say; a sniper's victim is a row of the target."""

    count: Markers = 1
    type: Annotated[str, Word((*FIREPOWER, "aa", "ff"))]
    value: ToHit
    abilities: tuple[AnyWord, ...] = ()
    waived: YesNo | None = None
    damage: Damage | None = None
    victim: Count | None = None
    aim: Aimed | None = None


@dataclass(frozen=True, slots=True)
class Fire(Situation):
    """A formation fires at another; what is left out stands on its cards and on the table.

    `crossfire_by` is the friend at the other end of a crossfire, `pods` how many drop pods land,
    `during` the action of the target that this fire interrupts. `range` is the distance, `rear` the
    row of the firers that is farthest, `front` the row of the target that stands in front. Weapons
    with both use the `firepower` that is chosen, all of it aimed as `aim` says.
    """

    target: EnemyName
    by: UnitName | None = None
    crossfire_by: UnitName | None = None
    shots: tuple[ShotsStated, ...] | None = None
    able: Able | None = None
    order: Order | None = None
    as_: Annotated[str, Word(("overwatch", "support", "pin_point", "drop_pod"))] | None = None
    crossfire: YesNo = False
    touching: YesNo = False
    range: Centimetres | None = None
    arcs: tuple[Arc, ...] | None = None
    rear: AnyWord | None = None
    front: InOrder | None = None
    firepower: Annotated[str, Word(("ap", "at"))] | None = None
    aim: Aimed | None = None
    terrain: Annotated[str | tuple[str, ...], Either((Word(TERRAINS), ListOf(Word(TERRAINS))))] | None = None
    waived: Annotated[bool | tuple[str, ...], Either((Flag(), ListOf(Word(FIREPOWER))))] | None = None
    pods: Count | None = None
    during: Interrupted | None = None

    @property
    def stand(self) -> Stand:
        return Stand(self.able, self.range, self.rear or "", self.arcs)

    @property
    def has_crossfire(self) -> bool:
        return self.crossfire or self.crossfire_by is not None


@dataclass(frozen=True, slots=True)
class HitOnUnit(Situation):
    """One hit on one unit; what is left out stands on its card."""

    hit: Annotated[str, Word(("normal", "mw", "tk", "lance", "sniper", "crash", "wreck"))] = "normal"
    unit: UnitOrCard | None = None
    armour: Armour | None = None
    cover: Armour | None = None
    crossfire: YesNo = False
    abilities: tuple[AnyWord, ...] = ()
    ignore_cover: YesNo = False


@dataclass(frozen=True, slots=True)
class UnitInFront(Situation):
    """A unit among those that hits are allocated to."""

    type: HitType
    dc: Capacity = 1
    cover: YesNo = False
    contact: YesNo = False
    hits_before: Count = 0


@dataclass(frozen=True, slots=True)
class HitsOfKind(Situation):
    """So many hits of one kind."""

    type: Annotated[str, Word(KINDS_OF_HIT)] = "normal"
    count: Markers = 1
    damage: Capacity = 1
    waived: YesNo = False
    by: AnyWord | None = None
    aim: Aimed | None = None


@dataclass(frozen=True, slots=True)
class Allocation(Situation):
    """Units front to back, and the hits on them."""

    units: tuple[UnitInFront, ...]
    hits: tuple[HitsOfKind, ...]


@dataclass(frozen=True, slots=True)
class UnitsUnder(Situation):
    """Equal units under the templates; what is left out stands on the card of their row."""

    type: HitType
    armour: Armour | None = None
    count: Capacity = 1
    dc: Capacity | None = None
    cover: Annotated[bool | int, Either((Flag(), Whole(1, 7)))] | None = None
    formation: AnyWord | None = None
    row: Count | None = None
    templates: ToHit | None = None
    shields: Count | None = None
    damage: Count | None = None
    abilities: tuple[AnyWord, ...] | None = None
    centre: YesNo = False


@dataclass(frozen=True, slots=True)
class Barrage(Situation):
    """A barrage by its points, its guns or the formation that fires it.

    `laid` is how many units of each row of the target are under the templates, `under` who else is.
    """

    points: Markers | None = None
    guns: Annotated[tuple[int | Map[Any], ...], ListOf(Either((Whole(0, 99), GUN)))] | None = None
    blast: Markers | None = None
    by: UnitName | None = None
    able: Able | None = None
    range: Centimetres | None = None
    arcs: tuple[Arc, ...] | None = None
    rear: AnyWord | None = None
    order: Order | None = None
    target: EnemyName | None = None
    terrain: TerrainName | None = None
    under: tuple[UnitsUnder, ...] | None = None
    direct: YesNo = False
    crossfire: YesNo = False
    abilities: tuple[AnyWord, ...] = ()
    laid: tuple[Count, ...] | None = None

    @property
    def stand(self) -> Stand:
        return Stand(self.able, self.range, self.rear or "", self.arcs)

    @property
    def about(self) -> tuple[str, ...]:
        return tuple(each for each in (self.by, self.target) if each)
