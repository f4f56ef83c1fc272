"""Victory: the five conditions, kill points, the table of results."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from engine.games.epic.formations import number, rows
from engine.games.epic.hulls import engine, hulls
from engine.games.epic.refs import EPIC_242, EPIC_243, EPIC_247, EPIC_249
from engine.games.epic.reserves import no_more
from engine.games.epic.units import GOALS, WORDS
from engine.playing.procedure import Asking, Procedure, choose, confirm
from engine.playing.rules import PLAYERS, Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

FIRST_CHECK, LAST_TURN, ENOUGH, CLEAR_LEAD = 3, 4, 2, 250  # EPIC-242, 248, 251
SCORES = {FIRST_CHECK: ("26-6", "28-4", "30-2", "32-0"), LAST_TURN: ("24-8", "26-6", "28-4", "30-2")}
Decision: TypeAlias = "tuple[int | str, str] | None"
"""The seat that has won, or a draw, and the score; None while the game goes on."""
Objectives: TypeAlias = tuple[Map[Value], ...]
SEATS = (0, 1)


def decided(now: GameState, turn: int, goals: tuple[int, ...], points: tuple[Fraction, ...]) -> Decision:
    """From turn 3 on: two conditions and more than the enemy; after turn 4 the tie-break
    (EPIC-242, 248, 251, 282)."""
    ahead, lead = goals.index(max(goals)), abs(goals[0] - goals[1])
    if turn < FIRST_CHECK:
        return None
    if lead and max(goals) >= ENOUGH:
        return ahead, score(now, turn, lead)
    if turn < LAST_TURN:
        return None
    if lead and now.reading("t4_one_nil") == "difference_row":
        return ahead, score(now, turn, lead)
    return tie_break(now, points)


def score(now: GameState, turn: int, lead: int) -> str:
    """The winner's score first (EPIC-251, 282)."""
    found = SCORES[min(turn, LAST_TURN)][min(lead, 4) - 1]
    return now.reading("t4_diff1") if found == "24-8" else found


def tie_break(now: GameState, points: tuple[Fraction, ...]) -> Decision:
    """More than 250 kill points ahead, or a draw (EPIC-248, 251)."""
    ahead = points.index(max(points))
    measure = max(points) if now.reading("tiebreak_lead") == "total" else abs(points[0] - points[1])
    return (ahead, "18-14") if measure > CLEAR_LEAD and points[0] != points[1] else ("draw", "16-16")


# The conditions


def met(now: GameState, seat: int, objectives: Objectives, enemies_in_half: int, spirit: bool) -> tuple[str, ...]:
    """Conditions that a side has met (EPIC-243, 244, 245, 246, 247)."""
    mine = [each for each in objectives if half_of(each) == seat]
    theirs = [each for each in objectives if half_of(each) != seat]
    own = sum(each.get("control") == seat for each in mine)
    taken = sum(each.get("control") == seat for each in theirs)
    blitz = any(each.get("control") == seat and each["by"] != seat and each["number"] == 1 for each in objectives)
    known = dict(zip(GOALS, (blitz, spirit, own == len(mine) == 3, taken >= 2, not enemies_in_half), strict=True))
    return tuple(goal for goal, holds in known.items() if holds)


def half_of(objective: Map[Value]) -> int:
    """The first stands in the half of who placed it, the others in the enemy's (EPIC-229)."""
    if objective.get("half") is not None:
        return number(objective["half"])
    return number(objective["by"]) if objective["number"] == 1 else 1 - number(objective["by"])


def spirit_broken(now: GameState, seat: int) -> bool:
    """The enemy's costliest formation is destroyed, or one of those as costly (EPIC-244)."""
    enemies = [unit for unit in now.units.values() if unit.seat != seat and unit.stated("points") is not None]
    most = max((unit.need("points") for unit in enemies), default=0)
    return any(no_more(unit) and unit.need("points") == most for unit in enemies)


def goals_told(
    now: GameState, objectives: Objectives, in_half: tuple[int, ...] = (1, 1), spirit: tuple[bool, ...] | None = None
) -> dict[str, Value]:
    """Conditions of both sides and how many; `in_half` counts unbroken enemies in each half."""
    goals = tuple(
        met(now, seat, objectives, in_half[seat], spirit[seat] if spirit else spirit_broken(now, seat))
        for seat in SEATS
    )
    return {"goals": goals, "counts": tuple(len(each) for each in goals)}


OBJECTIVES = ListOf(
    Record(
        (
            Field("by", Whole(0, 1), required=True),
            Field("number", Whole(1, 3), required=True),
            *fields(control=Whole(0, 1), half=Whole(0, 1)),
        )
    )
)
GOALS_OPENING = Opening(
    "goals",
    say("victory conditions"),
    EPIC_242,
    nothing,
    Record(
        (
            Field("objectives", OBJECTIVES, required=True),
            Field("in_half", ListOf(Whole(0, 99), 2, 2), default=(1, 1)),
            Field("spirit", ListOf(Flag(), 2, 2)),
        )
    ),
    tells=goals_told,
)


# Kill points


def strength(now: GameState, unit: Unit) -> tuple[int, int]:
    """What is left and what there was: units, war engines by the damage capacity they have left,
    by one reading and one for each (EPIC-249, 250)."""
    more = now.reading("we_strength") == "one_plus_dc"
    left = start = 0
    for row in rows(unit):
        worth_each = row.weight + (more and engine(row))
        taken = sum(hull.damage for hull in hulls(unit, row)) if engine(row) else 0
        left, start = left + row.left * worth_each - taken, start + row.start * worth_each
    return left, start


def worth(now: GameState, points: int, left: int, start: int, broken: bool, destroyed: bool) -> Value:
    """All for a formation destroyed, or broken at half strength; half for either alone
    (EPIC-249)."""
    halved = 2 * left <= start
    if destroyed or (broken and halved):
        return points
    if not broken and not halved:
        return 0
    return (points + 1) // 2 if now.reading("half_points") == "up" or points % 2 == 0 else f"{points}/2"


def worth_of(now: GameState, unit: Unit) -> Value:
    left, start = strength(now, unit)
    return worth(now, unit.need("points"), left, start, bool(unit.count("broken")), no_more(unit))


def summed(worths: Iterable[Value]) -> Fraction:
    """Points, and halves that are kept (EPIC-249)."""
    return sum((Fraction(str(each)) for each in worths), Fraction())


def shown(points: Fraction) -> Value:
    return points.numerator if points.denominator == 1 else str(points)


def kill_points(now: GameState, seat: int) -> Fraction:
    """What a side has earned by the enemy's formations (EPIC-249)."""
    return summed(worth_of(now, unit) for unit in now.units.values() if unit.seat != seat)


def points_told(
    now: GameState,
    formation: str | None = None,
    formations: tuple[str, ...] | None = None,
    points: int | None = None,
    start: int | None = None,
    left: int | None = None,
    broken: bool = False,
    destroyed: bool = False,
) -> dict[str, Value]:
    """One formation, by its state or in numbers; or both sides' totals."""
    if formation is not None:
        return {"points": worth_of(now, now.unit(formation))}
    if formations is not None:
        return {"points": shown(summed(worth_of(now, now.unit(each)) for each in formations))}
    if points is None:
        return {"points": tuple(shown(kill_points(now, seat)) for seat in SEATS)}
    had = number(start, 2)
    return {"points": worth(now, points, had if left is None else left, had, broken, destroyed)}


KILL_POINTS = Opening(
    "kill_points",
    say("kill points"),
    EPIC_249,
    nothing,
    Record(
        (
            *fields(
                formation=UnitId(),
                formations=ListOf(UnitId()),
                points=Whole(0, 9999),
                start=Whole(0, 999),
                left=Whole(0, 999),
            ),
            Field("broken", Flag(), default=False),
            Field("destroyed", Flag(), default=False),
        )
    ),
    tells=points_told,
)


# At the end of the turn


def victory(
    state: GameState, turn: int | None = None, goals: Value = None, kill_points: tuple[int, ...] | None = None
) -> Procedure:
    """At the end of turns 3 and 4 the table says who holds what; the rest is known; a game that
    is won stays won (EPIC-237, 242, 248)."""
    if state.trackers.get("winner"):
        return state
    if goals is None and turn is None and state.turn >= FIRST_CHECK:
        state, goals = yield from seen(state)
    here = tuple(counted(each) for each in goals) if isinstance(goals, tuple) else (0, 0)
    found = decided(state, turn or state.turn, here, points_of(state, kill_points))
    if found is None:
        return state
    winner, told = found
    return state.set("", "winner", winner if isinstance(winner, str) else PLAYERS[winner]).set(
        "", "score", tuple(int(each) for each in told.split("-"))
    )


def seen(state: GameState) -> Asking[tuple[tuple[str, ...], ...]]:
    """Six objectives and two halves, asked one by one (EPIC-237, 247)."""
    objectives = []
    for by in SEATS:
        for place in (1, 2, 3):
            state, who = yield from choose(state, who_holds, by, place)
            held = {"control": PLAYERS.index(who)} if who in PLAYERS else {}
            objectives.append(Map[Value]({"by": by, "number": place, **held}))
    found = []
    for seat in SEATS:
        state, crossed = yield from confirm(state, enemies_in, seat)
        found.append(met(state, seat, tuple(objectives), int(crossed), spirit_broken(state, seat)))
        state = state.set(f"@{seat}", "goals", found[-1])
    return state, tuple(found)


def who_holds(now: GameState, by: int, place: int) -> Prompt:
    """Who alone has a unit within 15 cm, neither broken nor just rallied (EPIC-237, 239)."""
    options = tuple(Option(key, WORDS[key]) for key in ("none", *PLAYERS))
    text = say("objective {number} of {player}: who controls it?", number=place, player=WORDS[PLAYERS[by]])
    return Prompt(
        f"objective:{by}:{place}",
        "choice",
        by,
        text,
        EPIC_243,
        options=options,
        readings=("rallied_cannot_hold", "boundary"),
    )


def enemies_in(now: GameState, seat: int) -> Prompt:
    text = say("any unbroken enemy formation in the half of {player}?", player=WORDS[PLAYERS[seat]])
    return Prompt(f"in_half:{seat}", "confirm", seat, text, EPIC_247, default=True)


def counted(goals: Value) -> int:
    return len(set(goals)) if isinstance(goals, tuple) else number(goals)


def points_of(now: GameState, told: tuple[int, ...] | None) -> tuple[Fraction, ...]:
    """Kill points of both sides, as told or counted."""
    return tuple(map(Fraction, told)) if told else tuple(kill_points(now, seat) for seat in SEATS)


def told(
    now: GameState, turn: int | None = None, goals: Value = None, kill_points: tuple[int, ...] | None = None
) -> dict[str, Value]:
    if goals is None:
        return {}
    here = tuple(counted(each) for each in goals) if isinstance(goals, tuple) else (0, 0)
    winner, found = decided(now, turn or now.turn, here, points_of(now, kill_points)) or (None, None)
    return {"winner": winner, "score": found, "over": winner is not None}


VICTORY = Opening(
    "victory",
    say("victory"),
    EPIC_242,
    victory,
    Record(
        fields(
            turn=Whole(1, 99),
            goals=ListOf(Either((Whole(0, 5), ListOf(Word(GOALS)))), 2, 2),
            kill_points=ListOf(Whole(0, 99999), 2, 2),
        )
    ),
    tells=told,
)


def concede(state: GameState, seat: int) -> Procedure:
    """Whoever gives up has lost (EPIC-242)."""
    state, sure = yield from confirm(state, give_up, seat)
    return state.set("", "winner", PLAYERS[1 - seat]) if sure else state


def give_up(now: GameState, seat: int) -> Prompt:
    return Prompt("concede", "confirm", seat, say("give up the game?"), EPIC_242, default=False)


CONCEDE = Opening("concede", say("concede"), EPIC_242, concede, Record(required(seat=Whole(0, 1))))
