"""What an air mission is told, and the plan it makes: who flies, who may meet them, over which
squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.games.twogm.field import Square, absolute, behind, card_on, distance, on_square, standing
from engine.games.twogm.ground import TERRAIN, ground, indestructible
from engine.games.twogm.units import carrier_of
from engine.games.twogm.weapons import guns, place_of, reach
from engine.values.kinds import Either, Field, Flag, ListOf, Problems, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Path
from engine.values.table import GameState, Unit

Names = tuple[str, ...]
Place = tuple[tuple[Square, ...], int]
FLYERS = {"attack": "fighters", "bomb": "bombers", "drop": "paratroopers"}


class Several(ListOf):
    """Units by their names, or only how many there are."""

    def take(self, data: object, at: Path, problems: Problems) -> Value:
        if isinstance(data, int) and not isinstance(data, bool):
            return Whole(0, 99).take(data, at, problems)
        return ListOf.take(self, (data,) if isinstance(data, str) else data, at, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [ListOf.schema(self), self.kind.schema(), Whole(0, 99).schema()]}


class Batteries(ListOf):
    """Anti-aircraft units by their names alone, or with the squares they cover; or only how
    many."""

    def take(self, data: object, at: Path, problems: Problems) -> Value:
        if isinstance(data, int) and not isinstance(data, bool):
            return Whole(0, 99).take(data, at, problems)
        rows = (
            [{"unit": each} if isinstance(each, str) else each for each in data]
            if isinstance(data, (list, tuple))
            else data
        )
        return ListOf.take(self, rows, at, problems)

    def schema(self) -> dict[str, Any]:
        return {
            "anyOf": [
                {"type": "array", "items": {"anyOf": [self.kind.schema(), Word().schema()]}},
                Whole(0, 99).schema(),
            ]
        }


COVERS = Either((Flag(), ListOf(Either((Flag(), Whole(1, 99), Word())))))
SQUARE = Record(
    (
        Field("terrain", TERRAIN),
        *fields(units=ListOf(UnitId(enemy=True)), off_board=Flag(), row=Whole(1, 6), column=Whole(1, 16)),
    )
)
SITUATION = Record(
    (
        Field("mission", Word(tuple(FLYERS))),
        Field("target", UnitId(enemy=True)),
        *(Field(key, Several(UnitId())) for key in (*FLYERS.values(), "escorts")),
        Field("interceptors", Several(UnitId(enemy=True))),
        Field(
            "aa",
            Batteries(
                Record(
                    (Field("unit", UnitId(enemy=True), required=True), Field("covers", COVERS), Field("weapon", Word()))
                )
            ),
        ),
        Field("squares", ListOf(SQUARE), default=()),
        Field("hmgs", Whole(0, 9)),
        Field("hmg_targets", ListOf(UnitId(enemy=True))),
        Field("at_square", Whole(1, 99)),
    )
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A mission: the aircraft or paratroopers, what they go for, and who may meet them."""

    mission: str
    flyers: Names
    target: str | None
    squares: tuple[Map[Value], ...]
    interceptors: Names
    escorts: Names
    batteries: tuple[Map[Value], ...]
    guns: tuple[int, ...]
    gun_targets: Names
    comes_at: int

    @property
    def plane(self) -> str:
        return self.flyers[0]


def names(told: Value) -> Names:
    return tuple(map(str, told)) if isinstance(told, tuple) else ()


def rows(told: Value) -> tuple[Map[Value], ...]:
    return tuple(each for each in told if isinstance(each, Map)) if isinstance(told, tuple) else ()


def mission_of(told: Map[Value]) -> str:
    """As told, else by who flies (2GM-92)."""
    return str(
        told.get("mission") or ("drop" if told.get("paratroopers") else "attack" if told.get("fighters") else "bomb")
    )


def counts(told: Map[Value]) -> bool:
    """Whether only numbers were told: an order of shots then, and no dice."""
    return any(isinstance(told.get(each), int) for each in (*FLYERS.values(), "escorts", "interceptors", "aa"))


def planned(now: GameState, told: Map[Value]) -> Plan:
    """The plan as told (2GM-97, 99, 104, 180)."""
    mission, target, at = mission_of(told), told.get("target"), told.get("at_square")
    flyers = names(told.get(FLYERS[mission]))
    seat = now.unit(flyers[0]).seat if flyers else now.seat
    named = isinstance(at, int) and now.reading("area_interception") == "named_square"
    return Plan(
        mission,
        flyers,
        str(target) if target else None,
        tuple(seen(now, each, seat) for each in rows(told.get("squares"))),
        names(told.get("interceptors")),
        names(told.get("escorts")),
        batteries(now, told, flyers),
        gun_places(now, flyers, told.get("hmgs")) if mission == "bomb" else (),
        names(told.get("hmg_targets")),
        int(str(at)) if named else 1,
    )


def seen(now: GameState, square: Map[Value], seat: int) -> Map[Value]:
    """A square told by its row and column, with the units and the terrain card that the board
    knows there (2GM-102, 112)."""
    row, column = square.get("row"), square.get("column")
    if not isinstance(row, int) or not isinstance(column, int):
        return square
    card, there = card_on(now, row, column, seat), on_square(now, row, column, seat)
    known: dict[str, Value] = {"units": tuple(unit.id for unit in there), **({"terrain": card.id} if card else {})}
    return Map({**known, **square})


def batteries(now: GameState, told: Map[Value], flyers: Names) -> tuple[Map[Value], ...]:
    """Anti-aircraft units as told; where nobody says what they cover, the board does if it knows
    the squares (2GM-94, 105, 107, 109, 188)."""
    if not flyers:
        return ()
    target, seat, found = told.get("target"), now.unit(flyers[0]).seat, []
    goals = [place(now, each, seat) for each in rows(told.get("squares"))] or [
        spot(now.unit(str(target))) if target else None
    ]
    for battery in rows(told.get("aa")):
        gun = now.unit(battery["unit"])
        near = tuple(within(gun, str(battery.get("weapon") or ""), goal) for goal in goals)
        found.append(battery if "covers" in battery or all(near) else battery.put("covers", near))
    return tuple(found)


def place(now: GameState, square: Map[Value], seat: int) -> Place | None:
    """Where a square is: by its row and column as the attacker counts, or by who stands there
    (2GM-94)."""
    row, column = square.get("row"), square.get("column")
    if isinstance(row, int) and isinstance(column, int):
        return ((absolute(row, seat), column),), 0
    return next((found for unit in names(square.get("units")) if (found := spot(now.unit(unit)))), None)


def spot(unit: Unit) -> Place | None:
    """Where a unit is, if that is known (2GM-94)."""
    return (standing(unit), behind(unit)) if standing(unit) else None


def within(gun: Unit, weapon: str, goal: Place | None) -> bool:
    """Whether a battery reaches a place; what is not known is in range (2GM-94, 107)."""
    here = spot(gun)
    return here is None or goal is None or distance(here, goal) <= reach(gun, place_of(gun, weapon))


def gun_places(now: GameState, flyers: Names, told: Value) -> tuple[int, ...]:
    """The machine guns of the bomber, so many as told: lines beyond those of the card are like
    its last (2GM-104)."""
    found = tuple(place for flyer in flyers[:1] for place in guns(now.unit(flyer), card=isinstance(told, int)))
    return (*found, *found[-1:] * told)[:told] if isinstance(told, int) else found


def covered(battery: Map[Value], square: int, unit: str = "") -> bool:
    """Whether a battery reaches a square, by its number, or a paratrooper by its name; untold is
    everywhere (2GM-105, 188)."""
    covers = battery.get("covers")
    if not isinstance(covers, tuple):
        return covers is not False
    if covers and isinstance(covers[0], bool):
        return square <= len(covers) and covers[square - 1] is True
    return square in covers or unit in covers


def bombed(now: GameState, square: Map[Value]) -> Names:
    """What is rolled for on a square: each unit, a loaded transport once; else an empty
    destructible element (2GM-102, 103, 187)."""
    if square.get("off_board") is True:
        return ()
    units = [
        unit for unit in names(square.get("units")) if not now.unit(unit).gone and not carrier_of(now, now.unit(unit))
    ]
    told = square.get("terrain")
    if units or told is None or not destructible(now, told):
        return tuple(units)
    return (str(told) if isinstance(told, str) else "",)


def destructible(now: GameState, told: Value) -> bool:
    """Terrain cards; forest and bushes only if that is agreed; nothing indestructible, no ruins
    (2GM-91, 103)."""
    unit = now.units.get(str(told))
    if unit and (unit.gone or indestructible(unit)):
        return False
    here = ground(now, told)
    return here.card or (here.name in ("forest", "bushes") and now.reading("natural_destruction") == "yes")


def rolled(now: GameState, plan: Plan) -> int:
    """Dice of the strike itself (2GM-102, 103)."""
    if plan.mission == "drop":
        return 0
    return sum(len(bombed(now, square)) for square in plan.squares) if plan.squares else int(plan.target is not None)
