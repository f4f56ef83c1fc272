"""Single parts of an assault as questions: the attacks of one round, and the result roll."""

from __future__ import annotations

from typing import Any

from engine.games.epic.abilities import able
from engine.games.epic.formations import army, number
from engine.games.epic.markers import stubborn
from engine.games.epic.refs import EPIC_90, EPIC_97
from engine.games.epic.result import result_checks, told_side
from engine.games.epic.strikes import Duel, Fight, bury, strike
from engine.games.epic.terrain import TERRAINS
from engine.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.maps import Map, Value
from engine.model import GameState, Prompt
from engine.procedure import Procedure, lastly, rolls, task
from engine.rules import Opening, Show
from engine.texts import say

Sides = tuple[Map[Value], ...]


def one_exchange(state: GameState, sides: Sides) -> Procedure:
    """First strikes, then everybody at once; nothing else (EPIC-89, 90, 151)."""
    duel = Duel((fights(sides[0]), fights(sides[1])))
    blows = [task(strike, duel=duel, side=side, first=first) for first in (True, False) for side in (0, 1)]
    return (yield from lastly(state, *blows[:2], task(bury, duel=duel), *blows[2:], task(bury, duel=duel)))


def fights(told: Map[Value]) -> tuple[Fight, ...]:
    """A formation and how many of each row fight how; a skimmer's firefight in contact is a firefight (EPIC-128)."""
    close, afar, lifted = (counts(told.get(key)) for key in ("cc", "ff", "ff_in_contact"))
    all_alike = "" if close or afar or lifted else "ff"
    most = max(len(afar), len(lifted))
    ff = tuple(at(afar, row) + at(lifted, row) for row in range(most))
    return (Fight(str(told["formation"]), close, ff, all_alike, str(told.get("terrain") or "open_ground")),)


def at(numbers: tuple[int, ...], row: int) -> int:
    return numbers[row] if row < len(numbers) else 0


def counts(told: Value) -> tuple[int, ...]:
    return tuple(number(each) for each in told) if isinstance(told, tuple) else (told,) if isinstance(told, int) else ()


def kills_shown(sides: Sides) -> dict[str, Show]:
    """What each side has killed."""
    names = [str(side["formation"]) for side in sides]
    return {"kills:0": lambda after: after.noted(f"lost:{names[1]}"), "kills:1": lambda after: after.noted(f"lost:{names[0]}")}


NUMBERS = Either((Whole(0, 99), ListOf(Whole(0, 99))))
ATTACKS = Opening("assault_attacks", say("attacks of an assault"), EPIC_90, one_exchange, Record((Field("sides", ListOf(Record((
    Field("formation", UnitId(), required=True), *fields(cc=NUMBERS, ff=NUMBERS, ff_in_contact=NUMBERS, terrain=Word(TERRAINS)),
)), 2, 2), required=True),)), shows=kills_shown)


# The result roll alone


def result_only(state: GameState, sides: Sides, supporters: Value = None) -> Procedure:
    """Both roll; a tie fights on (EPIC-97, 99, 101)."""
    state, (ours, theirs) = yield from rolls(state, result_dice, sides)
    return state.note(gap=ours - theirs, rolled=(ours, theirs))


def result_dice(now: GameState, sides: Sides) -> Prompt:
    ours, theirs = told_side(now, sides[0], sides[1]), told_side(now, sides[1], sides[0])
    return Prompt("result", "roll", 0, say("result of the assault"), EPIC_97, checks=result_checks(ours, theirs))


def extra_hits(now: GameState, sides: Sides, gap: int) -> int:
    """The difference, one less for stubborn losers, half for Space Marines (EPIC-99, 140)."""
    loser = sides[1] if gap > 0 else sides[0]
    forces = loser.get("formations")
    units = [now.unit(each["formation"]) for each in forces if isinstance(each, Map)] if isinstance(forces, tuple) else []
    tough = all(stubborn(now, unit) for unit in units) if units else able(loser.get("abilities"), "stubborn")
    hits = max(0, abs(gap) - int(bool(tough)))
    return hits // 2 if units and all(army(unit) == "space_marines" for unit in units) else hits


def result_shown(sides: Sides, supporters: Value = None) -> dict[str, Show]:
    """Seen from the attacker; what follows for both (EPIC-99, 101, 102, 103, 105, 107)."""
    def winner(after: GameState) -> Any:
        gap = after.noted("gap")
        return 0 if gap > 0 else 1 if gap < 0 else None

    def result(after: GameState) -> str:
        return "win" if after.noted("gap") > 0 else "lose" if after.noted("gap") < 0 else "tie"

    return {"result": result, "rolled": lambda after: after.scratch["rolled"],
            "margin": lambda after: after.noted("gap"), "winner": winner,
            "extra_hits": lambda after: extra_hits(after, sides, after.noted("gap")) if after.noted("gap") else 0,
            "withdraw": lambda after: {"win": "defender", "lose": "attacker", "tie": "none"}[result(after)],
            "consolidate": lambda after: {"win": "attacker", "lose": "defender", "tie": "none"}[result(after)],
            "counter_charge": lambda after: "yes" if not after.noted("gap") else "no",
            "then": lambda after: "over" if after.noted("gap") else "again"}


def strength(now: GameState, sides: Sides, supporters: Value = None) -> dict[str, Value]:
    """What each side adds to its die."""
    ours, theirs = (told_side(now, sides[n], sides[1 - n]) for n in (0, 1))
    return {"bonus": tuple(check.bonus for check in result_checks(ours, theirs)),
            "supporters_blast": tuple(str(each) for each in supporters) if isinstance(supporters, tuple) else ()}


FORCE = Record((Field("formation", UnitId(), required=True),
                *fields(lost=NUMBERS, damage=NUMBERS, engaged=Either((Flag(), NUMBERS)))))
SIDE = Record((*fields(kills=Whole(0, 999), kills_before=Whole(0, 999), units=Whole(0, 999), blast=Whole(0, 999), broken=Flag(),
                       inspiring=Whole(0, 99), abilities=ListOf(Word()), formations=ListOf(FORCE)),))
RESULT = Opening("assault_result", say("result of an assault"), EPIC_97, result_only, Record((
    Field("sides", ListOf(SIDE, 2, 2), required=True), Field("supporters", ListOf(Either((Word(), ListOf(Word()))))))),
    shows=result_shown, tells=strength)
