"""The result roll of an assault as a question, and what follows it."""

from __future__ import annotations

from typing import Any

from engine.games.epic import refs
from engine.games.epic.abilities import able
from engine.games.epic.assault.aftermath import break_loser, hit_losers, mark_supporters, mark_winner, takers
from engine.games.epic.assault.duel import Fighters, count_at, may_support
from engine.games.epic.assault.memory import Kills, ResultTally, fallen, remember_losses
from engine.games.epic.assault.result import RESULT_TEXT, result_checks
from engine.games.epic.assault.situation import AssaultResult, Force, ResultSide
from engine.games.epic.assault.stated import has_units_left, stated_side, units_lost
from engine.games.epic.formations.rows import army, lose_units, losses_that_mark, rows
from engine.games.epic.morale.markers import is_stubborn
from engine.games.epic.war_engines.criticals import roll_criticals
from engine.games.epic.war_engines.hulls import damage_engine, has_engines, hulls, is_engine
from engine.games.epic.war_engines.memory import remember_due
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.playing.procedure import Procedure, call, rolls, task
from engine.values.maps import Value
from engine.values.model import Check, Prompt
from engine.values.table import GameState, Unit

Sides = tuple[ResultSide, ...]
LOSER = {"attacker": 1, "defender": 0}


@rule(refs.EPIC_94, refs.EPIC_97, refs.EPIC_99, refs.EPIC_101)
def resolve_result(state: GameState, result: AssaultResult) -> Procedure:
    """Both roll, unless the attacks have decided it; a tie fights on."""
    over = winner_by_attacks(state, result.sides)
    if over and (
        over != "defender" or not has_units_left(state, result.sides[0]) or state.reading("stall") == "no_roll"
    ):
        return (yield from settle_result(state.remember(ResultTally(over)), result))
    state, (ours, theirs) = yield from rolls(state, result_dice, result)
    winner = over or ("attacker" if ours > theirs else "defender" if ours < theirs else "")
    gap = min(0, ours - theirs) if over else ours - theirs
    return (yield from settle_result(state.remember(ResultTally(winner, gap, (ours, theirs))), result))


@rule(refs.EPIC_94, refs.EPIC_100)
def winner_by_attacks(now: GameState, sides: Sides) -> str:
    """Who has won by the attacks: no defender is left, or no attacker is engaged any more."""
    ours, theirs = (has_units_left(now, side) for side in sides)
    engaged = not sides[0].forces or any(force.is_engaged for force in sides[0].forces)
    if not theirs and ours:
        return "attacker" if engaged or now.reading("double_wipe") == "attacker" else "defender"
    return "nobody" if not theirs else "" if ours and engaged else "defender"


def result_dice(now: GameState, result: AssaultResult) -> Prompt:
    return Prompt("result", "roll", 0, RESULT_TEXT, refs.EPIC_97, checks=checks_of(now, result))


def checks_of(now: GameState, result: AssaultResult) -> tuple[Check, ...]:
    ours, theirs = result.sides
    return result_checks(stated_side(now, ours, theirs), stated_side(now, theirs, ours))


def bonuses(now: GameState, result: AssaultResult) -> dict[str, Value]:
    """What each side adds to its die."""
    return {"bonus": tuple(check.bonus for check in checks_of(now, result))}


# What follows


@rule(refs.EPIC_99, refs.EPIC_102, refs.EPIC_103, refs.EPIC_104, refs.EPIC_186, refs.EPIC_269)
def settle_result(state: GameState, result: AssaultResult) -> Procedure:
    """The losses, the loser's end, his supporters' markers and the winner's; war engines roll
    for the criticals of a defeat, all of one formation: the difference ends in one."""
    held, sides = state.recall(ResultTally), result.sides
    loser = LOSER.get(held.winner)
    if loser is None:
        return lose_stated(state, sides)
    losers, gap = sides[loser], abs(held.gap)
    held = held._replace(
        extra_hits=extra_hits(state, losers, gap),
        flees=has_units_left(state, losers),
        supporters=supporters_of_loser(state, result, loser),
    )
    before = state
    state = hit_losers(lose_stated(state.remember(held), sides), tuple(map(Fighters, losers.names)), gap)
    for each in losers.names:
        state = break_loser(state, each, bool(before.unit(each).count("broken")))
    state = mark_supporters(state, tuple(each for each in held.supporters if each in state.units))
    for each in sides[1 - loser].names:
        state = mark_winner(state, each, bool(before.unit(each).count("broken")))
    return (yield from call(state, *(task(roll_criticals, each) for each in losers.names)))


@rule(refs.EPIC_104, refs.EPIC_272)
def lose_stated(state: GameState, sides: Sides) -> GameState:
    """The losses stated, counted for the markers of a winner."""
    for force in (each for side in sides for each in side.forces):
        unit = state.unit(force.formation)
        down = units_lost(unit, force)
        units = tuple(0 if is_engine(row) else gone for row, gone in zip(rows(unit), down, strict=True))
        if any(units):
            state = lose_units(state, unit.id, units, refs.EPIC_50)
            state = remember_losses(state, unit.id, fallen(state, unit.id), Kills(0, losses_that_mark(unit, units)))
        if has_engines(unit):
            state = damage_stated_engines(state, unit, force, down)
    return state


@rule(refs.EPIC_185, refs.EPIC_278)
def damage_stated_engines(state: GameState, unit: Unit, force: Force, down: tuple[int, ...]) -> GameState:
    """War engines that are lost, and points stated on those that stand, front to back; their
    criticals have been rolled for."""
    shared = force.damage if isinstance(force.damage, int) else 0
    for row in (row for row in rows(unit) if is_engine(row)):
        for _ in range(down[row.at]):
            state = damage_engine(state, unit.id, row.at, 0, row.weight, refs.EPIC_161)
        points = shared or (count_at(force.damage, row.at) if isinstance(force.damage, tuple) else 0)
        for nth, hull in enumerate(hulls(state.unit(unit.id), rows(state.unit(unit.id))[row.at])):
            taken = min(points, row.weight - 1 - hull.damage)
            state, points = damage_engine(state, unit.id, row.at, nth, taken, refs.EPIC_161), points - taken
        shared = points if shared else 0
    return remember_due(state, unit.id, ())


@rule(refs.EPIC_99, refs.EPIC_140, refs.EPIC_143)
def extra_hits(now: GameState, loser: ResultSide, gap: int) -> int:
    """The difference, one less for stubborn losers, half for Space Marines, none for the
    fearless."""
    units, words = [now.unit(each) for each in loser.names], loser.abilities
    if able(words, "fearless") or (units and not any(takers(now, unit.id) for unit in units)):
        return 0
    tough = all(is_stubborn(now, unit) for unit in units) if units else able(words, "stubborn")
    brave = all(army(unit) == "space_marines" for unit in units) if units else able(words, "they_shall_know_no_fear")
    hits = max(0, gap - tough)
    return hits // 2 if brave else hits


@rule(refs.EPIC_103)
def supporters_of_loser(now: GameState, result: AssaultResult, loser: int) -> tuple[str, ...]:
    """Those who could support the loser take a marker each, but not those of a defender whom the
    attacks wiped out."""
    sides, names = result.sides, result.supporters or ()
    if loser == 1 and not has_units_left(now, sides[1]) and now.reading("wipe_supporters") == "none":
        return ()
    if all(isinstance(each, tuple) for each in names):
        found = names[loser] if len(names) > loser else ()
    else:
        found = tuple(each for each in names if now.unit(each).seat == seat_of_side(now, sides, loser))
    near = now.reading("supporters_bm") == "near"
    return tuple(
        each
        for each in (*found, *(sides[loser].supporters or ()))
        if near or each not in now.units or may_support(now, each)
    )


def seat_of_side(now: GameState, sides: Sides, side: int) -> int:
    """The seat of a side: that of its formations, or opposite the other's; attackers first where
    the formations do not say."""
    ours, theirs = ([now.unit(each).seat for each in sides[n].names] for n in (side, 1 - side))
    if ours[:1] == theirs[:1]:
        return side
    return ours[0] if ours else 1 - theirs[0]


@rule(refs.EPIC_99, refs.EPIC_101, refs.EPIC_102, refs.EPIC_103, refs.EPIC_105, refs.EPIC_107)
def outcomes(result: AssaultResult) -> dict[str, Show]:
    """Seen from the attacker; what follows for both."""
    verdicts = {"attacker": "win", "defender": "lose", "": "tie"}
    other = {"attacker": "defender", "defender": "attacker"}

    def held(after: GameState) -> ResultTally:
        return after.recall(ResultTally)

    def shown(value: Any) -> Any:
        return value

    has_supporters = result.supporters or any(side.supporters for side in result.sides)
    supporters: dict[str, Show] = {"supporters_blast": lambda after: shown(held(after).supporters)}
    return {
        "result": lambda after: verdicts.get(held(after).winner, "nobody"),
        "rolled": lambda after: shown(held(after).rolled or False),
        "margin": lambda after: held(after).gap,
        "winner": lambda after: shown({"attacker": 0, "defender": 1}.get(held(after).winner)),
        "extra_hits": lambda after: held(after).extra_hits,
        "withdraw": lambda after: other[held(after).winner] if held(after).flees else "none",
        "consolidate": lambda after: held(after).winner if held(after).winner in other else "none",
        "counter_charge": lambda after: "no" if held(after).winner else "yes",
        "then": lambda after: "over" if held(after).winner else "again",
        **(supporters if has_supporters else {}),
    }
