"""Suppression: who of those able to shoot is silenced, rearmost first."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.rows import front_to_back, rows
from engine.games.epic.morale.markers import markers_per_unit
from engine.games.epic.morale.situation import AbleUnit, Suppression
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Impossible
from engine.values.situation import situation_from
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_41, refs.EPIC_177)
def suppressed_units(weights: tuple[int, ...], markers: int) -> int:
    """How many units at the rear do not shoot: each absorbs as many markers as it weighs; fewer
    do nothing."""
    count = 0
    for weight in reversed(weights):
        if markers < weight:
            break
        markers, count = markers - weight, count + 1
    return count


@rule(refs.EPIC_41)
def shooters(counts: tuple[int, ...], weights: tuple[int, ...], markers: int) -> tuple[int, ...]:
    """Units of each row that shoot, the rear ones silenced first."""
    each = tuple(row for row, count in enumerate(counts) for _ in range(count))
    kept = each[: len(each) - suppressed_units(tuple(weights[row] for row in each), markers)]
    return tuple(kept.count(row) for row in range(len(counts)))


@rule(refs.EPIC_41, refs.EPIC_44)
def suppressed_and_shooting(now: GameState, suppression: Suppression) -> dict[str, Value]:
    """Who shoots, who is silenced, and the marker for coming under fire."""
    pool = [
        each for each in able_units(now, suppression) if now.reading("suppression_pool") == "in_range" or each[1].ready
    ]
    count = suppressed_units(tuple(unit.dc for _, unit in pool), markers_that_suppress(now, suppression))
    kept, rest = pool[: len(pool) - count], pool[len(pool) - count :]
    firing = tuple(name for name, unit in kept if unit.ready)
    under_fire = bool(firing) or (bool(pool) and now.reading("all_suppressed") == "bm")
    return {"shooting": firing, "suppressed": tuple(name for name, _ in rest), "target_blast": int(under_fire)}


@rule(refs.EPIC_177)
def able_units(now: GameState, suppression: Suppression) -> list[tuple[str | int, AbleUnit]]:
    """The units with their names; one without a name is called by its place. A number is counted
    from the front of the formation, whose war engines weigh what their cards say."""
    able, formation = suppression.able, suppression.formation
    if isinstance(able, tuple):
        units = [situation_from(AbleUnit, each) for each in able]
    elif formation is not None:
        units = front_units(now, formation, able)
    elif able is not None:
        units = [AbleUnit()] * able
    else:
        raise Impossible(say("a formation or the units able to shoot are needed"))
    return [(n if unit.id is None else unit.id, unit) for n, unit in enumerate(units)]


def front_units(now: GameState, formation: str, able: int | None) -> list[AbleUnit]:
    """So many of a formation's units, or all of them, front to back."""
    lines = rows(now.unit(formation))
    left = tuple(row.left for row in lines)
    counts = left if able is None else front_to_back(left, able)
    return [AbleUnit(dc=row.weight) for row, count in zip(lines, counts, strict=True) for _ in range(count)]


@rule(refs.EPIC_41)
def markers_that_suppress(now: GameState, suppression: Suppression) -> int:
    """Markers as described or on the table; Space Marines need two for each unit."""
    unit = now.unit(suppression.formation) if suppression.formation else None
    held = suppression.blast if suppression.blast is not None else unit.count("blast") if unit else 0
    return held // (markers_per_unit(unit) if unit else 1)
