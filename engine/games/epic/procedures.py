"""An assault of two formations, round after round until somebody wins."""

from __future__ import annotations

from engine.games.epic.modifiers import result_rows
from engine.games.epic.refs import EPIC_07, EPIC_17, EPIC_49, EPIC_50, EPIC_89, EPIC_90, EPIC_97, EPIC_109
from engine.games.epic.units import front_to_back, left, lose, rows_of
from engine.kinds import Field, Record, UnitId, Word, required
from engine.maps import Value
from engine.model import D6, Check, GameState, Prompt, Refusal
from engine.odds import Then
from engine.procedure import Procedure, decide, lastly, rolls, task, until
from engine.rules import Opening, Show
from engine.texts import say

NOBODY = "nobody"


def assault(state: GameState, attacker: str, defender: str, fought: str = "ff") -> Procedure:
    """Fight rounds until one side wins, then break the loser and mark the winner; it was the attacker's action (EPIC-07)."""
    state = state.set(attacker, "activated", True)
    state = yield from until(decided, state, task(fight, attacker=attacker, defender=defender, fought=fought))
    return aftermath(state, attacker, defender)


def decided(now: GameState) -> bool:
    """Somebody has won, or nobody is left (EPIC-101)."""
    return bool(now.scratch.get("winner"))


def fight(state: GameState, attacker: str, defender: str, fought: str) -> Procedure:
    """One round: both strike at once, then both roll (EPIC-89, 97)."""
    sides: dict[str, Value] = {"attacker": attacker, "defender": defender}
    return (yield from lastly(
        state, task(strike, by=attacker, at=defender, fought=fought), task(strike, by=defender, at=attacker, fought=fought),
        task(bury, **sides), task(result, **sides)))


def strike(state: GameState, by: str, at: str, fought: str) -> Procedure:
    """One side's dice, the hits allocated, the saves; the fallen lie until both have struck (EPIC-89, 91)."""
    state, readings = yield from rolls(state, to_hit, by, at, fought)
    return (yield from decide(state, saves, fallen, at, sum(readings)))


def fallen(state: GameState, survivors: tuple[int, ...], at: str, hits: int) -> GameState:
    """Units whose saves failed (EPIC-50, 91)."""
    rows, standing = rows_of(state.unit(at)), list(survivors)
    kills = [0] * len(rows)
    for row, units, _ in allocated(rows, hits):
        kills[row] += units - standing.pop(0)
    return state.note(**{f"fallen:{at}": tuple(kills) if any(kills) else ()})


def bury(state: GameState, attacker: str, defender: str) -> Procedure:
    """The fallen of both sides are lost, and remembered as kills of this assault."""
    for side in (attacker, defender):
        fallen = state.scratch.get(f"fallen:{side}")
        if isinstance(fallen, tuple):
            kills = tuple(dead for dead in fallen if isinstance(dead, int))
            noted: dict[str, Value] = {f"lost:{side}": state.noted(f"lost:{side}") + sum(kills), f"fallen:{side}": ()}
            state = lose(state, side, kills).note(**noted)
    return state
    yield


def allocated(rows: tuple[int, ...], hits: int) -> tuple[tuple[int, int, int], ...]:
    """Row, units, hits on each of them: front to back, nobody a second hit before everybody has one (EPIC-49, 255)."""
    laps, rest = divmod(hits, sum(rows)) if sum(rows) else (0, 0)
    found, front = [], 0
    for row, count in enumerate(rows):
        more = max(0, min(count, rest - front))
        found += [(row, more, laps + 1), (row, count - more, laps)]
        front += count
    return tuple((row, units, each) for row, units, each in found if units and each)


def result(state: GameState, attacker: str, defender: str) -> Procedure:
    """A side wiped out has lost (EPIC-94, 100). Else highest of two dice and the rows: the loser takes the difference
    without saves (EPIC-97, 99), and a tie leaves it open (EPIC-101)."""
    alive = [side for side in (attacker, defender) if left(state, side)]
    if len(alive) < 2:
        return state.note(winner=alive[0] if alive else NOBODY)
    return (yield from decide(state, result_roll, won, attacker, defender))


def won(state: GameState, gaps: tuple[int, ...], attacker: str, defender: str) -> GameState:
    """The higher total wins; the loser takes the difference (EPIC-97, 99); a tie leaves it open (EPIC-101)."""
    (gap,) = gaps
    if gap == 0:
        return state.note(again=True)
    winner, loser = (attacker, defender) if gap > 0 else (defender, attacker)  # no mutant: a tie has left already
    return lose(state, loser, front_to_back(rows_of(state.unit(loser)), abs(gap))).note(winner=winner)


def aftermath(state: GameState, attacker: str, defender: str) -> GameState:
    """The loser breaks, or dies if it was broken; the winner takes a blast marker for each unit lost (EPIC-102, 104, 106)."""
    winner = state.scratch.get("winner")
    for side in (attacker, defender):
        broken = bool(state.unit(side).count("broken"))
        if side != winner:
            state = broke(state, side, destroyed=broken)
        elif not broken:
            blast = state.unit(side).count("blast") + state.noted(f"lost:{side}")
            state = state.set(side, "blast", blast)
            state = broke(state, side) if blast >= left(state, side) else state
    return state


def broke(state: GameState, side: str, destroyed: bool = False) -> GameState:
    """Broken formations hold no markers (EPIC-109, 111); one without units is destroyed, so is one broken before (EPIC-102)."""
    if destroyed or not left(state, side):
        return state.set(side, "where", "destroyed")
    return state.set(side, "broken", True).set(side, "blast", 0)


def named(now: GameState, key: str) -> str:
    """Dice of a later round are other dice: they are asked by another name."""
    return f"{key}:again" if now.noted("again") else key


def to_hit(now: GameState, by: str, at: str, fought: str) -> Prompt:
    """One die a unit against its value, no modifiers, no suppression (EPIC-90)."""
    unit, key = now.unit(by), f"{named(now, 'strike')}:{by}"
    checks = tuple(Check(f"{key}:{row}", count, D6, EPIC_90, (unit.need("units", row, 1, fought),))
                   for row, count in enumerate(rows_of(unit)))
    text = say("{attacker} strikes {defender}", attacker=unit.name, defender=now.unit(at).name)
    return Prompt(key, "roll", unit.seat, text, EPIC_89, (by, at), checks)


def saves(now: GameState, side: str, hits: int) -> Prompt:
    """One save for each hit; a unit hit twice must save twice."""
    unit = now.unit(side)
    checks = tuple(save(now, side, row, units, each) for row, units, each in allocated(rows_of(unit), hits))
    text = say("{unit} saves", unit=unit.name)
    return Prompt(f"{named(now, 'save')}:{side}", "roll", unit.seat, text, EPIC_49, (side,), checks)


def save(now: GameState, side: str, row: int, units: int, each: int) -> Check:
    armour = now.unit(side).stated("units", row, 1, "armour")
    base = armour if isinstance(armour, int) else 7
    key = f"{named(now, 'save')}:{side}:{row}:{each}"
    return Check(key, units, D6, EPIC_50, (base,), stages=(Then(1, (base,)),) * (each - 1))


def result_roll(now: GameState, attacker: str, defender: str) -> Prompt:
    sides = (attacker, defender)
    checks = tuple(Check(f"{named(now, 'result')}:{n}", 2, D6, EPIC_97, modifiers=result_rows(now, side, sides[1 - n]), keep=1)
                   for n, side in enumerate(sides))
    return Prompt(named(now, "result"), "roll", now.unit(attacker).seat, say("result of the assault"), EPIC_97, sides, checks,
                  opposed=True)


def broken_attacker(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    if now.unit(attacker).count("broken"):
        return Refusal("broken", say("{unit} is broken and takes no action", unit=now.unit(attacker).name), EPIC_109)
    return None


def already_activated(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    if now.unit(attacker).count("activated"):
        return Refusal("activated", say("{unit} has acted this turn", unit=now.unit(attacker).name), EPIC_07)
    return None


def shows(attacker: str, defender: str, **_: Value) -> dict[str, Show]:
    named = {attacker: "attacker", defender: "defender"}
    return {
        "winner": lambda after: named.get(str(after.scratch.get("winner")), NOBODY),
        f"units:{attacker}": lambda after: left(after, attacker),
        f"units:{defender}": lambda after: left(after, defender),
    }


SITUATION = Record((
    *required(attacker=UnitId(), defender=UnitId(enemy=True)),
    Field("fought", Word(("ff", "cc")), default="ff"),
))
ASSAULT = Opening("assault", say("assault"), EPIC_17, assault, SITUATION, (broken_attacker, already_activated), shows,
                  actor="attacker")
OPENINGS = (ASSAULT,)
