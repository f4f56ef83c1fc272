"""A side of the result roll as the players state it: in numbers, or by its formations and their
losses."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.abilities import able
from engine.games.epic.assault.attacks_alone import by_row
from engine.games.epic.assault.duel import count_at
from engine.games.epic.assault.modifiers import Side
from engine.games.epic.assault.result import counted_blast, halved
from engine.games.epic.assault.situation import Force, ResultSide
from engine.games.epic.formations.rows import rows, units_left, units_with
from engine.games.epic.war_engines.hulls import hulls, is_engine
from engine.playing.citing import rule
from engine.values.table import GameState, Unit


@rule(refs.EPIC_98, refs.EPIC_115, refs.EPIC_270)
def stated_side(now: GameState, side: ResultSide, other: ResultSide) -> Side:
    """What counts of a side; formations add up."""
    kills = stated_kills(now, side, other)
    if side.formations is not None:
        parts = [side_after_losses(now, force) for force in side.forces]
        blast, inspiring = sum(part.blast for part in parts), sum(part.inspiring for part in parts)
        return Side(sum(part.units for part in parts), kills, blast, inspiring)
    units, words = side.units or 0, side.abilities
    blast = units if side.broken else halved(side.blast or 0, able(words, "they_shall_know_no_fear"))
    return Side(units, kills, blast, (side.inspiring or 0) + able(words, "inspiring"))


@rule(refs.EPIC_98, refs.EPIC_101)
def stated_kills(now: GameState, side: ResultSide, other: ResultSide) -> int:
    """As stated, with those of earlier rounds; or what the other side's formations have lost."""
    if side.kills is not None or side.kills_before is not None:
        return (side.kills or 0) + (side.kills_before or 0)
    return sum(points_lost(now, force) for force in other.forces)


@rule(refs.EPIC_185)
def points_lost(now: GameState, force: Force) -> int:
    """Units, and points of damage: those of a war engine that is lost, and those stated of one
    that stands."""
    unit, damage, points = now.unit(force.formation), force.damage, 0
    for row, gone in zip(rows(unit), units_lost(unit, force), strict=True):
        wrecks = sum(row.weight - hull.damage for hull in hulls(unit, row)[:gone]) if is_engine(row) else gone
        stated = count_at(damage, row.at) if isinstance(damage, tuple) else 0
        points += max(wrecks, stated) if gone >= row.left else wrecks + stated
    return points + (damage if isinstance(damage, int) else 0)


def units_lost(unit: Unit, force: Force) -> tuple[int, ...]:
    """By row as stated, or from the front."""
    return by_row(force.lost, units_left(unit))


def side_after_losses(now: GameState, force: Force) -> Side:
    """What counts of one formation after its losses, kills aside."""
    unit, gone = now.unit(force.formation), units_lost(now.unit(force.formation), force)
    units = sum(
        (row.left - dead) * row.weight
        for row, dead in zip(rows(unit), gone, strict=True)
        if not row.has("not_counted_in_assaults")
    )
    lost = tuple(row.start - row.left + dead for row, dead in zip(rows(unit), gone, strict=True))
    held = units if unit.count("broken") else counted_blast(now, unit.id)
    return Side(units, 0, held, units_with(unit.set("lost", lost), "inspiring"))


def has_units_left(now: GameState, side: ResultSide) -> bool:
    """Whether a unit is left; of a side stated without its units there is one."""
    if side.formations is None:
        return side.units != 0
    found = [(now.unit(force.formation), force) for force in side.forces]
    return any(
        left > gone
        for unit, force in found
        for left, gone in zip(units_left(unit), units_lost(unit, force), strict=True)
    )
