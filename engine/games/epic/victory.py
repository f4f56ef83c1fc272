"""Victory: conditions at the end of turns 3 and 4, the tie-break, the table of results."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NamedTuple

from engine.games.epic import refs
from engine.games.epic.scenario.goals import SEATS, goals_met, is_spirit_broken
from engine.games.epic.scenario.kill_points import kill_points
from engine.games.epic.scenario.situation import Objective
from engine.games.epic.units import GOALS, Capacity
from engine.parts.concede import concession
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Asking, Procedure, fill
from engine.playing.rules import PLAYERS
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Prompt
from engine.values.situation import Situation
from engine.values.table import GameState
from engine.values.texts import say

FIRST_CHECK = 3
LAST_TURN = 4
ENOUGH = 2
CLEAR_LEAD = 250
SCORES = {FIRST_CHECK: ("26-6", "28-4", "30-2", "32-0"), LAST_TURN: ("24-8", "26-6", "28-4", "30-2")}


@dataclass(frozen=True, slots=True)
class VictoryCheck(Situation):
    """A turn, the conditions that both sides have met or how many, their kill points; what is
    left out stands on the table."""

    turn: Capacity | None = None
    goals: (
        Annotated[tuple[int | tuple[str, ...], ...], ListOf(Either((Whole(0, 5), ListOf(Word(GOALS)))), 2, 2)] | None
    ) = None
    kill_points: Annotated[tuple[int, ...], ListOf(Whole(0, 99999), 2, 2)] | None = None


class Verdict(NamedTuple):
    """The seat that has won, or a draw, and the score."""

    winner: int | str
    score: str


@rule(refs.EPIC_237, refs.EPIC_248)
def look_for_winner(state: GameState, check: VictoryCheck) -> Procedure:
    """At the end of turns 3 and 4 the table says who holds what, before that if it wants it kept;
    the rest is known; a game that is won stays won."""
    if state.trackers.get("winner"):
        return state
    goals = check.goals or (0, 0)
    if check.goals is None and check.turn is None and (state.turn >= FIRST_CHECK or state.step == "rally"):
        state, goals = yield from ask_for_goals(state)
    ended = verdict(state, check, goals)
    if ended is None:
        return state
    winner = ended.winner if isinstance(ended.winner, str) else PLAYERS[ended.winner]
    state = state.set("", "winner", winner, refs.EPIC_242)
    return state.set("", "score", tuple(map(int, ended.score.split("-"))), refs.EPIC_251)


def facts(now: GameState, check: VictoryCheck) -> dict[str, Value]:
    if check.goals is None:
        return {}
    ended = verdict(now, check, check.goals)
    return {**(ended._asdict() if ended else {"winner": None, "score": None}), "over": ended is not None}


@rule(refs.EPIC_242, refs.EPIC_248, refs.EPIC_251, refs.EPIC_282)
def verdict(now: GameState, check: VictoryCheck, goals: tuple[int | tuple[str, ...], ...]) -> Verdict | None:
    """From turn 3 on: two conditions and more than the enemy; after turn 4 the tie-break. None: the
    game goes on."""
    turn = check.turn or now.turn
    if turn < FIRST_CHECK:
        return None
    counts = [each if isinstance(each, int) else len(set(each)) for each in goals]
    ahead, lead = counts.index(max(counts)), abs(counts[0] - counts[1])
    if lead and (max(counts) >= ENOUGH or (turn >= LAST_TURN and now.reading("t4_one_nil") == "difference_row")):
        return Verdict(ahead, score_of_lead(now, turn, lead))
    return None if turn < LAST_TURN else tie_break(now, check.kill_points)


@rule(refs.EPIC_251, refs.EPIC_282)
def score_of_lead(now: GameState, turn: int, lead: int) -> str:
    """The winner's score first; the last of its column for any greater lead."""
    found = SCORES[FIRST_CHECK if turn < LAST_TURN else LAST_TURN][:lead][-1]
    return now.reading("t4_diff1") if found == "24-8" else found


@rule(refs.EPIC_248, refs.EPIC_251)
def tie_break(now: GameState, stated: tuple[int, ...] | None) -> Verdict:
    """More than 250 kill points ahead, or a draw."""
    points = tuple(map(Fraction, stated)) if stated else tuple(kill_points(now, seat) for seat in SEATS)
    measure = max(points) if now.reading("tiebreak_lead") == "total" else abs(points[0] - points[1])
    clear = measure > CLEAR_LEAD and points[0] != points[1]
    return Verdict(points.index(max(points)), "18-14") if clear else Verdict("draw", "16-16")


# What the table says


@rule(refs.EPIC_237, refs.EPIC_247)
def ask_for_goals(state: GameState) -> Asking[tuple[tuple[str, ...], ...]]:
    """Six objectives and two halves, asked together; who holds what is kept on the table."""
    state, told = yield from fill(state, who_holds_what)
    objectives = tuple(
        Objective(by, place, PLAYERS.index(who) if (who := told[objective_key(by, place)]) in PLAYERS else None)
        for by, place in PLACES
    )
    held = tuple(str(told[objective_key(by, place)]) for by, place in PLACES)
    state = state.set("", "objectives", held, refs.EPIC_237)
    goals: tuple[tuple[str, ...], ...] = ()
    for seat in SEATS:
        crossed = told[crossed_key(seat)]
        goals = (*goals, goals_met(objectives, seat, int(crossed), is_spirit_broken(state, seat)))
        state = state.set(f"@{seat}", "goals", goals[seat], refs.EPIC_242)
    return state, goals


PLACES = tuple((by, place) for by in SEATS for place in (1, 2, 3))
HOLDERS = ("none", *PLAYERS)


def objective_key(by: int, place: int) -> str:
    return f"objective_{by + 1}_{place}"


def crossed_key(seat: int) -> str:
    return f"in_half_{seat + 1}"


@rule(refs.EPIC_237, refs.EPIC_239, refs.EPIC_247)
def who_holds_what(now: GameState) -> Prompt:
    """Who alone has a unit within 15 cm, neither broken nor just rallied; as it was the last time
    until the players say otherwise."""
    before = now.trackers.get("objectives")
    kept = before if isinstance(before, tuple) and len(before) == len(PLACES) else ("none",) * len(PLACES)
    held = {objective_key(*place): str(who) for place, who in zip(PLACES, kept, strict=True)}
    fields = (
        *(Field(key, Word(HOLDERS), required=True, default=who) for key, who in held.items()),
        *(Field(crossed_key(seat), Flag(), required=True, default=True) for seat in SEATS),
    )
    text, readings = say("who controls the objectives, who is in whose half?"), ("rallied_cannot_hold", "boundary")
    default: Map[Value] = Map({**held, **{crossed_key(seat): True for seat in SEATS}})
    form = Record(fields)
    return Prompt("objectives", "form", now.seat, text, refs.EPIC_243, fields=form, default=default, readings=readings)


OPENINGS = (opens("victory", say("victory"), refs.EPIC_242, VictoryCheck, look_for_winner, tells=facts), concession())
