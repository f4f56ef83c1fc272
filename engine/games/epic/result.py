"""The result of an assault: both sides' rows, the roll, and what the loser and the winner take."""

from __future__ import annotations

from engine.games.epic.abilities import able
from engine.games.epic.blows import Fight
from engine.games.epic.formations import army, lose, number, once, rows, units_with
from engine.games.epic.hulls import engine, hulls, pending, with_hulls
from engine.games.epic.markers import blast, broke, judged, placed, stricken, stubborn
from engine.games.epic.modifiers import Side, result_rows
from engine.games.epic.refs import EPIC_97
from engine.values.maps import Map, Value
from engine.values.model import D6, Check
from engine.values.table import GameState, Unit
from engine.values.texts import say


def side_of(now: GameState, ours: tuple[str, ...], theirs: tuple[str, ...]) -> Side:
    """Combined formations add up; markers are those from before the losses (EPIC-98, 131, 267,
    270)."""
    return Side(
        sum(counted_units(now.unit(each)) for each in ours),
        sum(fallen(now, each) for each in theirs),
        sum(counted_blast(now, each) for each in ours),
        sum(units_with(now.unit(each), "inspiring") for each in ours),
    )


def fallen(now: GameState, formation: str) -> int:
    """What it has lost in this assault: units, and every point of damage (EPIC-98, 185)."""
    return now.noted(f"lost:{formation}") + now.noted(f"hurt:{formation}")


@once
def counted_units(unit: Unit) -> int:
    """Units left, without those whose card says that they do not count (EPIC-98)."""
    return sum(row.left * row.weight for row in rows(unit) if not row.has("not_counted_in_assaults"))


def counted_blast(now: GameState, formation: str) -> int:
    """Broken: one for each unit; Space Marines who are not count half, at least one (EPIC-98,
    115)."""
    unit, held = now.unit(formation), blast(now, formation)
    return held if unit.count("broken") else halved(held, army(unit) == "space_marines")


def halved(markers: int, fearing_nothing: bool) -> int:
    """Space Marines count half their markers, at least one of any (EPIC-98)."""
    return max(1, markers // 2) if fearing_nothing and markers else markers


def result_checks(ours: Side, theirs: Side, key: str = "result") -> tuple[Check, ...]:
    """Two dice each, the higher one counts (EPIC-97)."""
    return tuple(
        Check(f"{key}:{n}", 2, D6, EPIC_97, modifiers=result_rows(*pair), keep=1)
        for n, pair in enumerate(((ours, theirs), (theirs, ours)))
    )


def beaten(state: GameState, losers: tuple[str, ...], gap: int) -> GameState:
    """The difference in hits without saves, front to back over the whole side; one less for the
    stubborn, half for Space Marines, none for the fearless (EPIC-99, 140, 143, 270)."""
    left = [state.unit(each) for each in losers if not state.unit(each).gone]
    hits = max(0, gap - int(all(stubborn(state, unit) for unit in left)))
    if all(army(unit) == "space_marines" for unit in left):
        hits //= 2
    for formation in losers:
        before = takers(state, formation)
        state = stricken(state, formation, hits)
        hits -= min(hits, before)
    return state


def takers(now: GameState, formation: str) -> int:
    """Units that such hits can take; the fearless cannot (EPIC-143)."""
    return sum(row.mortal * row.weight for row in rows(now.unit(formation)))


def defeated(state: GameState, formation: str, was_broken: bool) -> GameState:
    """It breaks; broken from the start it is destroyed, and so are aircraft on the ground, but
    for the fearless (EPIC-102, 143, 213, 215)."""
    if state.unit(formation).gone:
        return state
    aground = tuple(
        row.left if row.type == "AC" and not row.has("fearless") else 0 for row in rows(state.unit(formation))
    )
    if any(aground):
        waiting = tuple(each for each in pending(state, formation) if not aground[each[0]])
        state = lose(state, formation, aground).note(**{f"critical:{formation}": waiting})
        for row in rows(state.unit(formation)):
            state = with_hulls(state, formation, row.at, ()) if aground[row.at] else state
    if state.unit(formation).gone:
        return state
    if was_broken:
        return stricken(state, formation, takers(state, formation))
    return broke(state, formation).note(**{f"beaten:{formation}": True})


def victorious(state: GameState, formation: str, was_broken: bool) -> GameState:
    """A marker for each unit lost, for each point of damage, expendables aside; it may break by
    them; broken from the start it takes nothing (EPIC-104, 105, 106, 271, 272, 278)."""
    if was_broken:
        return state
    lost = state.noted(f"marked:{formation}") + state.noted(f"shock:{formation}")
    return judged(placed(state, formation, lost), formation) if lost else state


def told_side(now: GameState, told: Map[Value], other: Map[Value]) -> Side:
    """A side in numbers, or by its formations (EPIC-98, 115, 270)."""
    forces = told.get("formations")
    if isinstance(forces, tuple):
        parts = [after_losses(now, each) for each in forces if isinstance(each, Map)]
        return Side(
            sum(part[0] for part in parts),
            kills_told(now, told, other),
            sum(part[1] for part in parts),
            sum(part[2] for part in parts),
        )
    units = number(told.get("units"))
    held = (
        units
        if told.get("broken")
        else halved(number(told.get("blast")), able(told.get("abilities"), "they_shall_know_no_fear"))
    )
    return Side(
        units, kills_told(now, told, other), held, number(told.get("inspiring")) + inspired(told.get("abilities"))
    )


def inspired(words: Value) -> int:
    return int(able(words, "inspiring"))


def kills_told(now: GameState, told: Map[Value], other: Map[Value]) -> int:
    """Told, with those of earlier rounds; or what the other side's formations have lost
    (EPIC-98, 101)."""
    if told.get("kills") is not None or told.get("kills_before") is not None:
        return number(told.get("kills")) + number(told.get("kills_before"))
    forces = other.get("formations")
    return sum(lost_of(now, each) for each in forces if isinstance(each, Map)) if isinstance(forces, tuple) else 0


def lost_of(now: GameState, force: Map[Value]) -> int:
    """Units, and points of damage: those of a war engine that is lost, and those told of one
    that stands (EPIC-185)."""
    unit, damage, points = now.unit(force["formation"]), force.get("damage"), 0
    for row, gone in zip(rows(unit), losses_told(unit, force), strict=True):
        wrecks = sum(row.weight - hull.damage for hull in hulls(unit, row)[:gone]) if engine(row) else gone
        told = number(damage[row.at]) if isinstance(damage, tuple) and row.at < len(damage) else 0
        points += max(wrecks, told) if gone >= row.left else wrecks + told
    return points + (damage if isinstance(damage, int) else 0)


def losses_told(unit: Unit, force: Map[Value]) -> tuple[int, ...]:
    """By row as told, or from the front."""
    lost, lines = force.get("lost"), rows(unit)
    if not isinstance(lost, tuple):
        return spread(tuple(row.left for row in lines), number(lost))
    return tuple(min(row.left, number(lost[row.at])) if row.at < len(lost) else 0 for row in lines)


def after_losses(now: GameState, force: Map[Value]) -> tuple[int, int, int]:
    """Units left after the losses told, markers, inspiring characters."""
    unit = now.unit(force["formation"])
    units = sum(
        (row.left - gone) * row.weight
        for row, gone in zip(rows(unit), losses_told(unit, force), strict=True)
        if not row.has("not_counted_in_assaults")
    )
    held = units if unit.count("broken") else counted_blast(now, unit.id)
    lost = tuple(row.start - row.left + gone for row, gone in zip(rows(unit), losses_told(unit, force), strict=True))
    return units, held, units_with(unit.set("lost", lost), "inspiring")


def spread(counts: tuple[int, ...], lost: int) -> tuple[int, ...]:
    found = []
    for count in counts:
        found.append(min(count, lost))
        lost -= found[-1]
    return tuple(found)


def names_of(fights: tuple[Fight, ...]) -> tuple[str, ...]:
    return tuple(fight.formation for fight in fights)


RESULT_TEXT = say("result of the assault")
