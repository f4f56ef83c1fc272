"""Single parts of an assault as questions: the attacks of one round, and the result roll."""

from __future__ import annotations

from typing import Any

from engine.games.epic.abilities import able
from engine.games.epic.blows import Duel, Fight
from engine.games.epic.formations import army, number, rows
from engine.games.epic.hulls import engine
from engine.games.epic.markers import stubborn
from engine.games.epic.refs import EPIC_90, EPIC_97
from engine.games.epic.result import fallen, result_checks, spread, takers, told_side
from engine.games.epic.strikes import bury, strike
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
    duel = Duel((fights(state, sides[0]), fights(state, sides[1])))
    blows = [task(strike, duel=duel, side=side, first=first) for first in (True, False) for side in (0, 1)]
    return (yield from lastly(state, *blows[:2], task(bury, duel=duel), *blows[2:], task(bury, duel=duel)))


def fights(now: GameState, told: Map[Value]) -> tuple[Fight, ...]:
    """A formation and how many of each row fight how, or so many from the front on; a skimmer's firefight in contact is a
    firefight; a war engine may be told by its dice (EPIC-128, 184)."""
    alike = all(told.get(key) is None for key in ("cc", "ff", "ff_in_contact"))
    left, found = [row.left * (row.weight if engine(row) else 1) for row in rows(now.unit(told["formation"]))], []
    for key in ("cc", "ff_in_contact", "ff"):
        found.append(by_row(told.get(key), tuple(left)))
        left = [count - taken for count, taken in zip(left, found[-1], strict=True)]
    afar = tuple(touching + apart for touching, apart in zip(found[1], found[2], strict=True))
    return (Fight(str(told["formation"]), found[0], afar, "ff" if alike else "", str(told.get("terrain") or "open_ground")),)


def by_row(told: Value, left: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers for each row, or one number shared out from the front on."""
    if isinstance(told, tuple):
        return tuple(min(count, number(told[row])) if row < len(told) else 0 for row, count in enumerate(left))
    return spread(left, number(told))


def kills_shown(sides: Sides) -> dict[str, Show]:
    """What each side has killed."""
    names = [str(side["formation"]) for side in sides]
    return {"kills:0": lambda after: fallen(after, names[1]), "kills:1": lambda after: fallen(after, names[0])}


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
    """The difference, one less for stubborn losers, half for Space Marines, none for the fearless (EPIC-99, 140, 143)."""
    loser = sides[1] if gap > 0 else sides[0]
    forces = loser.get("formations")
    units = [now.unit(each["formation"]) for each in forces if isinstance(each, Map)] if isinstance(forces, tuple) else []
    words = loser.get("abilities")
    if able(words, "fearless") or (units and not any(takers(now, unit.id) for unit in units)):
        return 0
    tough = all(stubborn(now, unit) for unit in units) if units else able(words, "stubborn")
    hits = max(0, abs(gap) - int(bool(tough)))
    brave = all(army(unit) == "space_marines" for unit in units) if units else able(words, "they_shall_know_no_fear")
    return hits // 2 if brave else hits


def result_shown(sides: Sides, supporters: Value = None) -> dict[str, Show]:
    """Seen from the attacker; what follows for both (EPIC-99, 101, 102, 103, 105, 107)."""
    def winner(after: GameState) -> Any:
        gap = after.noted("gap")
        return 0 if gap > 0 else 1 if gap < 0 else None

    def result(after: GameState) -> str:
        return "win" if after.noted("gap") > 0 else "lose" if after.noted("gap") < 0 else "tie"

    def rolled(after: GameState) -> Any:
        return after.scratch["rolled"]

    return {"result": result, "rolled": rolled,
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
