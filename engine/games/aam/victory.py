"""Victory: the objective, points, an army without units, and giving up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.games.aam.refs import AAM_108, AAM_109, AAM_110, AAM_111, AAM_116, AAM_117, AAM_135
from engine.games.aam.setup import ATTACKER, DEFENDER, SCENARIOS
from engine.games.aam.units import WORDS, in_army
from engine.playing.procedure import Procedure, choose, confirm
from engine.playing.rules import PLAYERS, Opening
from engine.values.kinds import Field, ListOf, Record, Whole, Word, fields, required
from engine.values.maps import Value
from engine.values.model import Option, Prompt, Ref, Unknown
from engine.values.table import GameState
from engine.values.texts import say

CONTROL_FROM, POINTS_FROM = 7, 10  # AAM-109, 110, 116
PAIR = ListOf(Whole(0, 9999), 2, 2)
SITUATION = Record(
    (
        *fields(scenario=Word(tuple(SCENARIOS)), turn=Whole(1, 9999), control=Whole(0, 1), points=PAIR, left=PAIR),
        Field("moment", Word(("turn_end", "now")), default="turn_end"),
    )
)
SEATS = (0, 1)
Decision: TypeAlias = "tuple[int | str | None, str]"
NOBODY: Decision = (None, "")


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands when victory is asked for; points that nobody told are counted when they
    matter."""

    scenario: str
    turn: int
    control: int | None = None
    points: tuple[int, ...] | None = None
    gone: tuple[bool, ...] = (False, False)
    moment: str = "turn_end"


def victory(state: GameState, control: int | None = None, turn: int | None = None, **told: Value) -> Procedure:
    """At the turns that matter the table says who controls the objective; the rest is known
    (AAM-108, 109, 135)."""
    silent = turn is None and control is None and told.get("points") is None
    if silent and matters(state, told.get("moment")):
        state, seen = yield from choose(state, who_controls)
        control = PLAYERS.index(seen) if seen in PLAYERS else None
    here = standing(state, control, turn, **told)  # type: ignore[arg-type]  # checked by SITUATION
    winner, by = decided(state, here)
    state = state.note(cited=(rests_on(here, by).id,))
    return state if winner is None else state.set("", "winner", winner if isinstance(winner, str) else PLAYERS[winner])


def matters(now: GameState, moment: Value) -> bool:
    """Control counts at the end of turn 7 and later, in an assault at the end of turn 10
    (AAM-109, 111, 116, 117)."""
    if moment == "now":
        return late(now, now.turn)
    first = POINTS_FROM if now.scenario == "assault" else CONTROL_FROM
    return now.turn >= first and now.scenario != "free"


def late(now: GameState, turn: int) -> bool:
    """After turn 10, by one reading, control decides as soon as it is won (AAM-111)."""
    return turn > POINTS_FROM and now.reading("after_turn_10") == "at_once"


def who_controls(now: GameState) -> Prompt:
    """The only player with a unit on the objective or next to it, in whatever state (AAM-108,
    134)."""
    options = tuple(Option(key, WORDS[key]) for key in ("nobody", *PLAYERS))
    text = say("who alone has a unit on the objective or next to it?")
    return Prompt(
        "control", "choice", now.seat, text, AAM_108, options=options, readings=("points", "after_turn_10", "wipe_out")
    )


def standing(
    now: GameState,
    control: int | None = None,
    turn: int | None = None,
    scenario: str | None = None,
    points: tuple[int, ...] | None = None,
    left: tuple[int, ...] | None = None,
    moment: str = "turn_end",
) -> Standing:
    """As told; what is not told the table knows (AAM-116, 117, 135)."""
    return Standing(scenario or now.scenario, turn or now.turn, control, points, wiped(now, points, left), moment)


def wiped(now: GameState, points: tuple[int, ...] | None, left: tuple[int, ...] | None) -> tuple[bool, ...]:
    """Armies without units: every unit has a cost, so no value left is no unit left (AAM-110,
    135)."""
    if left is not None:
        return tuple(not count for count in left)
    if points is not None and now.reading("points") == "value_left":
        return tuple(not value for value in points)
    armies = [[unit for unit in now.units.values() if unit.seat == seat] for seat in SEATS]
    return tuple(bool(army) and all(unit.gone for unit in army) for army in armies)


def points_of(now: GameState, seat: int) -> int:
    """The full cost of the units on the map, passengers too; by one reading the enemies
    destroyed (AAM-110, 132)."""
    if now.reading("points") == "enemy_units_destroyed":
        return sum(unit.gone for unit in now.units.values() if unit.seat != seat)
    return sum(unit.need("cost") for unit in in_army(now, seat))


def decided(now: GameState, here: Standing) -> Decision:
    """Who has won and by what; nobody yet is None (AAM-109, 110, 111, 116, 117, 135)."""
    if here.moment == "now":
        return (here.control, "objective") if late(now, here.turn) and here.control is not None else NOBODY
    if here.scenario == "free":
        return NOBODY
    if any(here.gone) and now.reading("wipe_out") == "instant":
        return ("draw" if all(here.gone) else here.gone.index(False), "wipe_out")
    return defended(here) if here.scenario == "assault" else fought(now, here)


def rests_on(here: Standing, by: str) -> Ref:
    """The rule behind a decision, or behind playing on (AAM-109, 110, 111, 116, 117)."""
    if here.scenario in ("assault", "free"):
        return AAM_116 if here.scenario == "assault" else AAM_117
    if by == "points":
        return AAM_110 if here.turn == POINTS_FROM else AAM_111
    return AAM_109 if by == "objective" or here.turn < POINTS_FROM else AAM_111


def defended(here: Standing) -> Decision:
    """The attacker holds the objective when turn 10 ends, or the defender has won (AAM-116)."""
    if here.turn < POINTS_FROM:
        return NOBODY
    return (ATTACKER if here.control == ATTACKER else DEFENDER, "objective")


def fought(now: GameState, here: Standing) -> Decision:
    """Control from turn 7 on; two armies gone are a draw; points from turn 10 on, equal ones
    play on (AAM-109, 110, 111, 135)."""
    if here.control is not None and here.turn >= CONTROL_FROM:
        return here.control, "objective"
    if all(here.gone):
        return "draw", "wipe_out"
    if here.turn < POINTS_FROM:
        return NOBODY
    score = here.points or tuple(points_of(now, seat) for seat in SEATS)
    return (score.index(max(score)), "points") if len(set(score)) > 1 else NOBODY


def tells(now: GameState, **told: Value) -> dict[str, Value]:
    """The winner, by what, and the points as they stand (AAM-110, 135)."""
    here = standing(now, **told)  # type: ignore[arg-type]  # checked by SITUATION
    try:
        winner, by = decided(now, here)
        return {"winner": winner, "by": by, "points": here.points or tuple(points_of(now, seat) for seat in SEATS)}
    except Unknown:
        return {"winner": None}


def concede(state: GameState, seat: int) -> Procedure:
    """Whoever gives up has lost (AAM-117)."""
    state, sure = yield from confirm(state, give_up, seat)
    return state.set("", "winner", PLAYERS[1 - seat]) if sure else state


def give_up(now: GameState, seat: int) -> Prompt:
    return Prompt("concede", "confirm", seat, say("give up the game?"), AAM_117, default=False)


VICTORY = Opening("victory", say("victory"), AAM_135, victory, SITUATION, tells=tells)
CONCEDE = Opening("concede", say("concede"), AAM_117, concede, Record(required(seat=Whole(0, 1))))
