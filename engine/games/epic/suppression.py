"""Suppression: who of those able to shoot is silenced, rearmost first."""

from __future__ import annotations

from engine.games.epic.markers import markers_per_unit
from engine.games.epic.refs import EPIC_41
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import say


def silenced(weights: tuple[int, ...], markers: int) -> int:
    """How many units at the rear do not shoot: each absorbs as many markers as it weighs; fewer
    do nothing (EPIC-41, 177)."""
    count = 0
    for weight in reversed(weights):
        if markers < weight:
            break
        markers, count = markers - weight, count + 1
    return count


def shooting(counts: tuple[int, ...], weights: tuple[int, ...], markers: int) -> tuple[int, ...]:
    """Units of each row that shoot, the rear ones silenced first (EPIC-41)."""
    each = tuple(row for row, count in enumerate(counts) for _ in range(count))
    kept = each[: len(each) - silenced(tuple(weights[row] for row in each), markers)]
    return tuple(kept.count(row) for row in range(len(counts)))


def told(
    now: GameState, able: tuple[Map[Value], ...] | int, blast: int | None = None, formation: str | None = None
) -> dict[str, Value]:
    """Who shoots, who is silenced, and the marker for coming under fire (EPIC-41, 44)."""
    units = able if isinstance(able, tuple) else tuple(Map[Value]({"id": n}) for n in range(able))
    unit = now.unit(formation) if formation else None
    markers = (blast if blast is not None else unit.count("blast") if unit else 0) // (
        markers_per_unit(unit) if unit else 1
    )
    pool = [unit for unit in units if now.reading("suppression_pool") == "in_range" or unit.get("ready", True)]
    weights = tuple(int(str(unit.get("dc") or 1)) for unit in pool)
    kept = pool[: len(pool) - silenced(weights, markers)]
    names: dict[int, Value] = {id(unit): unit.get("id", n) for n, unit in enumerate(units)}
    firing = [unit for unit in kept if unit.get("ready", True)]
    under_fire = bool(firing) or (bool(pool) and now.reading("all_suppressed") == "bm")
    return {
        "shooting": tuple(names[id(unit)] for unit in firing),
        "suppressed": tuple(names[id(unit)] for unit in pool[len(kept) :]),
        "target_blast": int(under_fire),
    }


ABLE = Either(
    (
        Whole(0, 999),
        ListOf(
            Record(
                (
                    Field("id", Either((Word(), Whole()))),
                    Field("dc", Whole(1, 99), default=1),
                    Field("ready", Flag(), default=True),
                )
            )
        ),
    )
)
SUPPRESSION = Opening(
    "suppression",
    say("suppression"),
    EPIC_41,
    nothing,
    Record((Field("able", ABLE, required=True), *fields(blast=Whole(0, 999), formation=UnitId()))),
    tells=told,
)
