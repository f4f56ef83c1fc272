"""The result of an assault: what both sides add to their dice, and the roll."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.assault.duel import Duel, names_of
from engine.games.epic.assault.memory import kills
from engine.games.epic.assault.modifiers import Side, result_rows
from engine.games.epic.assault.strikes import named
from engine.games.epic.formations.rows import army, once, rows, units_with
from engine.games.epic.morale.markers import blast
from engine.games.epic.war_engines.memory import harm
from engine.playing.citing import rule
from engine.playing.watched import fact
from engine.values.model import D6, Check, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

RESULT_TEXT = say("result of the assault")


@rule(refs.EPIC_98, refs.EPIC_131, refs.EPIC_267, refs.EPIC_270)
def side_of(now: GameState, ours: tuple[str, ...], theirs: tuple[str, ...]) -> Side:
    """Combined formations add up; markers are those from before the losses."""
    return Side(
        sum(counted_units(now.unit(each)) for each in ours),
        sum(losses(now, each) for each in theirs),
        sum(counted_blast(now, each) for each in ours),
        sum(units_with(now.unit(each), "inspiring") for each in ours),
    )


@rule(refs.EPIC_98, refs.EPIC_185)
def losses(now: GameState, formation: str) -> int:
    """What it has lost in this assault: units, and every point of damage."""
    return kills(now, formation).lost + harm(now, formation).hurt


@rule(refs.EPIC_98)
@fact
@once
def counted_units(unit: Unit) -> int:
    """Units left, without those whose card says that they do not count."""
    return sum(row.left * row.weight for row in rows(unit) if not row.has("not_counted_in_assaults"))


@rule(refs.EPIC_98, refs.EPIC_115)
def counted_blast(now: GameState, formation: str) -> int:
    """Broken: one for each unit; Space Marines who are not count half, at least one."""
    unit, held = now.unit(formation), blast(now, formation)
    return held if unit.count("broken") else halved(held, army(unit) == "space_marines")


@rule(refs.EPIC_98)
def halved(markers: int, fearing_nothing: bool) -> int:
    """Space Marines count half their markers, at least one of any."""
    return max(1, markers // 2) if fearing_nothing and markers else markers


def result_checks(ours: Side, theirs: Side, key: str = "result", attacker: int = 0) -> tuple[Check, ...]:
    """Two dice each, the higher one counts; each is called by the seat that rolls it."""
    return tuple(
        Check(f"{key}:{seat}", 2, D6, refs.EPIC_97, modifiers=result_rows(*pair), keep=1)
        for seat, pair in ((attacker, (ours, theirs)), (1 - attacker, (theirs, ours)))
    )


def result_dice(now: GameState, duel: Duel) -> Prompt:
    ours, theirs = names_of(duel.sides[0]), names_of(duel.sides[1])
    key, known = named(now, "result"), (ours[0], theirs[0])
    seat, readings = now.unit(ours[0]).seat, ("stall",)
    checks = result_checks(side_of(now, ours, theirs), side_of(now, theirs, ours), key, seat)
    return Prompt(key, "roll", seat, RESULT_TEXT, refs.EPIC_97, known, checks, readings=readings, opposed=True)
