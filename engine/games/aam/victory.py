"""Victory: the objective, points, and an army without units."""

from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple, TypeAlias

from engine.games.aam import refs
from engine.games.aam.deployment.setup import ATTACKER, DEFENDER, SCENARIOS
from engine.games.aam.units import units_of_army
from engine.games.aam.words import WORDS
from engine.parts.concede import concession
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, choose
from engine.playing.rules import PLAYERS
from engine.playing.tale import undecided
from engine.values.kinds import ListOf, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt, Ref, Unknown
from engine.values.situation import SeatNumber, Situation
from engine.values.table import GameState
from engine.values.texts import Text, say

CONTROL_FROM = 7
POINTS_FROM = 10
SEATS = (0, 1)
Pair = Annotated[tuple[int, ...], ListOf(Whole(0, 9999), 2, 2)]
Decision: TypeAlias = "tuple[int | str | None, str]"
"""A seat or a draw, and by what; None as long as the game goes on."""
BY_POINTS = {
    "value_left": say("{most} points on the map to {least}"),
    "enemy_units_destroyed": say("{most} enemy units destroyed to {least}"),
}
UNDECIDED: Decision = (None, "")


@dataclass(frozen=True, slots=True)
class Victory(Situation):
    """How a game stands; what is not told the table knows."""

    scenario: Annotated[str, Word(tuple(SCENARIOS))] | None = None
    turn: Annotated[int, Whole(1, 9999)] | None = None
    control: SeatNumber | None = None
    points: Pair | None = None
    left: Pair | None = None
    moment: Annotated[str, Word(("turn_end", "now"))] = "turn_end"


class Decided(NamedTuple):
    """By what the game was decided."""

    by: str = ""


@rule(refs.AAM_108, refs.AAM_109)
def look_for_victory(state: GameState, victory: Victory) -> Procedure:
    """At the turns that matter the players say who controls the objective; the rest is known."""
    is_silent = victory.turn is None and victory.control is None and victory.points is None
    if is_silent and does_control_matter(state, victory.moment):
        state, seen = yield from choose(state, who_controls)
        victory = replace(victory, control=PLAYERS.index(seen) if seen in PLAYERS else None)
    winner, by = decision(state, victory)
    if winner is None:
        return state.cite(rule_behind(state, by))
    state = state.remember(Decided(by))
    return state.set("", "winner", PLAYERS[winner] if isinstance(winner, int) else winner, rule_behind(state, by))


@rule(refs.AAM_109, refs.AAM_116)
def does_control_matter(now: GameState, moment: str) -> bool:
    """Control counts at the end of turn 7 and later, in an assault at the end of turn 10."""
    if moment == "now":
        return is_decided_at_once(now)
    first = POINTS_FROM if now.scenario == "assault" else CONTROL_FROM
    return now.turn >= first and now.scenario != "free"


@rule(refs.AAM_111)
def is_decided_at_once(now: GameState) -> bool:
    """After turn 10, by one reading, control decides as soon as it is won."""
    return now.turn > POINTS_FROM and now.reading("after_turn_10") == "at_once"


@rule(refs.AAM_134)
def who_controls(now: GameState) -> Prompt:
    """The only player with a unit on the objective or next to it, in whatever state."""
    options = tuple(Option(key, WORDS[key]) for key in ("nobody", *PLAYERS))
    text, readings = (
        say("who alone has a unit on the objective or next to it?"),
        ("points", "after_turn_10", "wipe_out"),
    )
    return Prompt("control", "choice", now.seat, text, refs.AAM_108, options=options, readings=readings)


# How the game stands


@rule(refs.AAM_110, refs.AAM_135)
def armies_gone(now: GameState, victory: Victory) -> tuple[bool, ...]:
    """Armies without units: every unit has a cost, so no value left is no unit left."""
    if victory.left is not None:
        return tuple(not count for count in victory.left)
    if victory.points is not None and now.reading("points") == "value_left":
        return tuple(not value for value in victory.points)
    armies = [[unit for unit in now.units.values() if unit.seat == seat] for seat in SEATS]
    return tuple(bool(army) and all(unit.gone for unit in army) for army in armies)


@rule(refs.AAM_110, refs.AAM_132)
def points_of(now: GameState, seat: int) -> int:
    """The full cost of the units on the map, passengers too; by one reading the enemies
    destroyed."""
    if now.reading("points") == "enemy_units_destroyed":
        return sum(unit.gone for unit in now.units.values() if unit.seat != seat)
    return sum(unit.need("cost") for unit in units_of_army(now, seat))


def points(now: GameState, victory: Victory) -> tuple[int, ...]:
    return victory.points or tuple(points_of(now, seat) for seat in SEATS)


# Who has won


@rule(refs.AAM_117, refs.AAM_135)
def decision(now: GameState, victory: Victory) -> Decision:
    if victory.moment == "now":
        is_won = is_decided_at_once(now) and victory.control is not None
        return (victory.control, "objective") if is_won else UNDECIDED
    if now.scenario == "free":
        return UNDECIDED
    gone = armies_gone(now, victory)
    if any(gone) and now.reading("wipe_out") == "instant":
        return ("draw" if all(gone) else gone.index(False), "wipe_out")
    return decision_of_assault(now, victory) if now.scenario == "assault" else decision_of_standard(now, victory)


def rule_behind(now: GameState, by: str) -> Ref:
    """The rule behind a decision, or behind playing on."""
    if now.scenario in ("assault", "free"):
        return refs.AAM_116 if now.scenario == "assault" else refs.AAM_117
    if by == "points":
        return refs.AAM_110 if now.turn == POINTS_FROM else refs.AAM_111
    return refs.AAM_109 if by == "objective" or now.turn < POINTS_FROM else refs.AAM_111


@rule(refs.AAM_116)
def decision_of_assault(now: GameState, victory: Victory) -> Decision:
    """The attacker holds the objective when turn 10 ends, or the defender has won."""
    if now.turn < POINTS_FROM:
        return UNDECIDED
    return (ATTACKER if victory.control == ATTACKER else DEFENDER, "objective")


@rule(refs.AAM_109, refs.AAM_110, refs.AAM_111)
def decision_of_standard(now: GameState, victory: Victory) -> Decision:
    """Control from turn 7 on; two armies gone are a draw; points from turn 10 on, equal ones play
    on."""
    if victory.control is not None and now.turn >= CONTROL_FROM:
        return victory.control, "objective"
    if victory.control is None and all(armies_gone(now, victory)):
        return "draw", "wipe_out"
    if now.turn < POINTS_FROM:
        return UNDECIDED
    score = points(now, victory)
    return (score.index(max(score)), "points") if len(set(score)) > 1 else UNDECIDED


@rule(refs.AAM_110, refs.AAM_135)
def facts(now: GameState, victory: Victory) -> dict[str, Value]:
    """The winner, by what, and the points as they stand."""
    try:
        winner, by = decision(now, victory)
        return {"winner": winner, "by": by, "points": points(now, victory)}
    except Unknown:
        return {"winner": None}


@rule(refs.AAM_110, refs.AAM_116)
def what_decided(before: GameState, after: GameState, args: Map[Value]) -> Text | None:
    """Why the game is over, or that it is not."""
    by = after.recall(Decided).by
    if still := undecided(before, after, args):
        return still
    if by == "points":
        least, most = sorted(points_of(after, seat) for seat in SEATS)
        return replace(BY_POINTS[after.reading("points")], values=Map({"most": str(most), "least": str(least)}))
    if by == "objective" and after.scenario == "assault" and after.trackers["winner"] == PLAYERS[DEFENDER]:
        return say("the attacker does not hold the objective")
    holder = WORDS.get(str(after.trackers["winner"]), "")
    return say("{player} alone at the objective", player=holder) if by == "objective" else say("no units are left")


@rule(refs.AAM_116, refs.AAM_117)
def stage_victory(state: GameState, victory: Victory) -> GameState:
    """In the scenario and at the end of the turn that are told."""
    return replace(state, scenario=victory.scenario or state.scenario, turn=victory.turn or state.turn)


OPENINGS = (
    opens("victory", say("victory"), refs.AAM_135, Victory, look_for_victory, tells=facts, stage=stage_victory),
    concession(),
)
