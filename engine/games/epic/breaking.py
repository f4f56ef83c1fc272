"""How near a formation is to breaking."""

from __future__ import annotations

from engine.games.epic.abilities import able
from engine.games.epic.cards import ROW
from engine.games.epic.markers import break_point
from engine.games.epic.refs import EPIC_109
from engine.games.epic.reserves import airborne
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say

COUNTED = ListOf(
    Record(
        (
            Field("count", Whole(0, 99), default=1),
            Field("type", Word()),
            Field("dc", Whole(1, 99), default=1),
            Field("abilities", ListOf(Word()), default=()),
        )
    )
)


def told(
    now: GameState,
    formation: str | None = None,
    units: Value = None,
    blast: int | None = None,
    stubborn: bool | None = None,
    abilities: tuple[str, ...] = (),
) -> dict[str, Value]:
    """The markers at which it breaks, and whether it has them; aircraft in flight never do
    (EPIC-109, 140, 177, 209)."""
    if formation is not None:
        unit = now.unit(formation)
        if airborne(unit):
            return {"breaks_at": None, "broken": False, "more": None}
        limit, held = break_point(now, formation), unit.count("blast") if blast is None else blast
        return found(limit, held, bool(unit.count("broken")))
    if isinstance(units, tuple) and units and isinstance(units[0], tuple):
        row = Unit("told", 0, Map({"units": units}))
        return found(break_point(GameState("", Map({row.id: row}), options=now.options), row.id), blast or 0, False)
    if units is None:
        raise Impossible(say("a formation or its number of units is needed"))
    return found(counted(now, units, stubborn or able(abilities, "stubborn")), blast or 0, False)


def counted(now: GameState, units: Value, stubborn: bool | None) -> int:
    """Units told as a number, or one by one with their damage capacity and abilities."""
    if not isinstance(units, tuple):
        return int(str(units)) + bool(stubborn)
    rows = [row for row in units if isinstance(row, Map) and row["count"]]
    traits = [able(row["abilities"], "stubborn") for row in rows]
    all_of_them = any(traits) if now.reading("stubborn_needs") == "any" else bool(traits) and all(traits)
    return sum(int(str(row["count"])) * int(str(row["dc"])) for row in rows) + bool(stubborn or all_of_them)


def found(limit: int, held: int, broken: bool) -> dict[str, Value]:
    return {"breaks_at": limit, "broken": broken or 0 < limit <= held, "more": 0 if broken else max(0, limit - held)}


BREAK_POINT = Opening(
    "break_point",
    say("break point"),
    EPIC_109,
    nothing,
    Record(
        fields(
            formation=UnitId(),
            units=Either((Whole(0, 999), COUNTED, ListOf(ROW))),
            blast=Whole(0, 999),
            stubborn=Flag(),
            abilities=ListOf(Word()),
        )
    ),
    tells=told,
)
