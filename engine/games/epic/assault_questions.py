"""Single parts of an assault as questions: the attacks of one round, and the result roll."""

from __future__ import annotations

from typing import Any

from engine.games.epic.abilities import able
from engine.games.epic.assault import shaken
from engine.games.epic.blows import Duel, Fight
from engine.games.epic.exchange import exchanged, mourned
from engine.games.epic.formations import army, lose, number, rows
from engine.games.epic.hulls import damaged, engine, has_engines, hulls
from engine.games.epic.markers import stubborn
from engine.games.epic.refs import EPIC_90, EPIC_97
from engine.games.epic.result import (
    beaten,
    defeated,
    fallen,
    losses_told,
    result_checks,
    spread,
    takers,
    told_side,
    victorious,
)
from engine.games.epic.strikes import may_support
from engine.games.epic.terrain import TERRAINS
from engine.games.epic.warengines import criticals
from engine.playing.procedure import Procedure, call, lastly, rolls, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

Sides = tuple[Map[Value], ...]
LOSER = {"attacker": 1, "defender": 0}


def one_exchange(state: GameState, sides: Sides) -> Procedure:
    """First strikes, then everybody at once; nothing else (EPIC-89, 90, 151)."""
    duel = Duel((fights(state, sides[0]), fights(state, sides[1])))
    return (yield from lastly(state, *exchanged(state, duel, first=True), *exchanged(state, duel)))


def fights(now: GameState, told: Map[Value]) -> tuple[Fight, ...]:
    """A formation and how many of each row fight how, or so many from the front on; a skimmer's
    firefight in contact is a firefight; a war engine may be told by its dice; the ground it
    stands on (EPIC-84, 89, 92, 128, 184)."""
    alike = all(told.get(key) is None for key in ("cc", "ff", "ff_in_contact"))
    left, found = [row.left * row.weight for row in rows(now.unit(told["formation"]))], []
    for key in ("cc", "ff_in_contact", "ff"):
        found.append(by_row(told.get(key), tuple(left)))
        left = [count - taken for count, taken in zip(left, found[-1], strict=True)]
    afar = tuple(touching + apart for touching, apart in zip(found[1], found[2], strict=True))
    return (
        Fight(str(told["formation"]), found[0], afar, "ff" if alike else "", str(told.get("terrain") or "open_ground")),
    )


def by_row(told: Value, left: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers for each row, none where none is told, or one number shared out from the front on
    (EPIC-84, 89)."""
    if isinstance(told, tuple):
        return tuple(min(count, number(told[row])) if row < len(told) else 0 for row, count in enumerate(left))
    return spread(left, number(told))


def kills_shown(sides: Sides) -> dict[str, Show]:
    """What each side has killed."""
    names = [str(side["formation"]) for side in sides]
    return {"kills:0": lambda after: fallen(after, names[1]), "kills:1": lambda after: fallen(after, names[0])}


NUMBERS = Either((Whole(0, 99), ListOf(Whole(0, 99))))
ATTACKS = Opening(
    "assault_attacks",
    say("attacks of an assault"),
    EPIC_90,
    one_exchange,
    Record(
        (
            Field(
                "sides",
                ListOf(
                    Record(
                        (
                            Field("formation", UnitId(), required=True),
                            *fields(cc=NUMBERS, ff=NUMBERS, ff_in_contact=NUMBERS, terrain=Word(TERRAINS)),
                        )
                    ),
                    2,
                    2,
                ),
                required=True,
            ),
        )
    ),
    shows=kills_shown,
)


# The result roll alone


def result_only(state: GameState, sides: Sides, supporters: Value = None) -> Procedure:
    """Both roll, unless the attacks have decided it; a tie fights on (EPIC-94, 97, 99, 101)."""
    over = decided(state, sides)
    if over and (over != "defender" or not standing(state, sides[0]) or state.reading("stall") == "no_roll"):
        return (yield from settled(state.note(won=over), sides, supporters))
    state, (ours, theirs) = yield from rolls(state, result_dice, sides)
    won = over or ("attacker" if ours > theirs else "defender" if ours < theirs else "")
    state = state.note(gap=min(0, ours - theirs) if over else ours - theirs, rolled=(ours, theirs), won=won)
    return (yield from settled(state, sides, supporters))


def settled(state: GameState, sides: Sides, supporters: Value) -> Procedure:
    """What follows is noted; then the losses told, the loser's end, his supporters' markers and
    the winner's change the table; war engines roll for the criticals of a defeat, all of one
    formation: the difference ends in one (EPIC-99, 102, 103, 104, 186, 269)."""
    loser = LOSER.get(str(state.scratch.get("won")))
    if loser is None:
        return after_attacks(state, sides)
    names = forces(sides[loser]), forces(sides[1 - loser])
    was = {each: bool(state.unit(each).count("broken")) for side in names for each in side}
    state = state.note(
        extra=extra_hits(state, sides[loser], abs(state.noted("gap"))),
        flees=standing(state, sides[loser]),
        shaken=supporters_shaken(state, sides, supporters, 1 - loser),
    )
    state = beaten(after_attacks(state, sides), names[0], abs(state.noted("gap")))
    for each in names[0]:
        state = defeated(state, each, was[each])
    state = shaken(state, tuple(each for each in texts(state.scratch.get("shaken")) if each in state.units))
    for each in names[1]:
        state = victorious(state, each, was[each])
    return (yield from call(state, *(task(criticals, formation=each) for each in names[0])))


def after_attacks(state: GameState, sides: Sides) -> GameState:
    """The losses told, counted for the markers of a winner (EPIC-104, 272)."""
    for force in (each for side in sides for each in told_forces(side)):
        unit = state.unit(force["formation"])
        down = losses_told(unit, force)
        units = tuple(0 if engine(row) else gone for row, gone in zip(rows(unit), down, strict=True))
        if any(units):
            state = lose(state, unit.id, units).note(**{f"marked:{unit.id}": mourned(unit, units)})
        if has_engines(unit):
            state = battered(state, unit, force, down)
    return state


def battered(state: GameState, unit: Unit, force: Map[Value], down: tuple[int, ...]) -> GameState:
    """War engines that are lost, and points told on those that stand, front to back; their
    criticals have been rolled for (EPIC-185, 278)."""
    told = force.get("damage")
    shared = number(told)
    for row in (row for row in rows(unit) if engine(row)):
        for _ in range(down[row.at]):
            state = damaged(state, unit.id, row.at, 0, row.weight)
        points = shared or (number(told[row.at]) if isinstance(told, tuple) and row.at < len(told) else 0)
        for nth, hull in enumerate(hulls(state.unit(unit.id), rows(state.unit(unit.id))[row.at])):
            taken = min(points, row.weight - 1 - hull.damage)
            state, points = damaged(state, unit.id, row.at, nth, taken), points - taken
        shared = points if shared else 0
    return state.note(**{f"critical:{unit.id}": ()})


def told_forces(side: Map[Value]) -> tuple[Map[Value], ...]:
    found = side.get("formations")
    return tuple(each for each in found if isinstance(each, Map)) if isinstance(found, tuple) else ()


def forces(side: Map[Value]) -> tuple[str, ...]:
    return tuple(str(each["formation"]) for each in told_forces(side))


def texts(found: Value) -> tuple[str, ...]:
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


def decided(now: GameState, sides: Sides) -> str:
    """Who has won by the attacks: no defender is left, or no attacker is engaged any more
    (EPIC-94, 100)."""
    ours, theirs = (standing(now, side) for side in sides)
    if not theirs and ours:
        return "attacker" if engaged(sides[0]) or now.reading("double_wipe") == "attacker" else "defender"
    return "nobody" if not theirs else "" if ours and engaged(sides[0]) else "defender"


def standing(now: GameState, side: Map[Value]) -> bool:
    """Whether anybody is left; a side told without its units is."""
    if not isinstance(side.get("formations"), tuple):
        return side.get("units") != 0
    found = [(now.unit(force["formation"]), force) for force in told_forces(side)]
    return any(
        row.left > gone for unit, force in found for row, gone in zip(rows(unit), losses_told(unit, force), strict=True)
    )


def engaged(side: Map[Value]) -> bool:
    """Whether any formation is told to be engaged still; not told, it is (EPIC-84)."""
    told = [force.get("engaged") for force in told_forces(side)]
    return not told or any(each is None or (any(each) if isinstance(each, tuple) else bool(each)) for each in told)


def result_dice(now: GameState, sides: Sides) -> Prompt:
    ours, theirs = told_side(now, sides[0], sides[1]), told_side(now, sides[1], sides[0])
    return Prompt("result", "roll", 0, say("result of the assault"), EPIC_97, checks=result_checks(ours, theirs))


def extra_hits(now: GameState, loser: Map[Value], gap: int) -> int:
    """The difference, one less for stubborn losers, half for Space Marines, none for the
    fearless (EPIC-99, 140, 143)."""
    units, words = [now.unit(each) for each in forces(loser)], loser.get("abilities")
    if able(words, "fearless") or (units and not any(takers(now, unit.id) for unit in units)):
        return 0
    tough = all(stubborn(now, unit) for unit in units) if units else able(words, "stubborn")
    hits = max(0, gap - int(bool(tough)))
    brave = all(army(unit) == "space_marines" for unit in units) if units else able(words, "they_shall_know_no_fear")
    return hits // 2 if brave else hits


def result_shown(sides: Sides, supporters: Value = None) -> dict[str, Show]:
    """Seen from the attacker; what follows for both (EPIC-99, 101, 102, 103, 105, 107)."""

    def won(after: GameState) -> str:
        return str(after.scratch.get("won") or "")

    def winner(after: GameState) -> Any:
        return {"attacker": 0, "defender": 1}.get(won(after))

    def rolled(after: GameState) -> Any:
        return after.scratch.get("rolled", False)

    def shaken(after: GameState) -> Any:
        return after.scratch.get("shaken", ())

    def flees(after: GameState) -> str:
        return {"attacker": "defender", "defender": "attacker"}[won(after)] if after.noted("flees") else "none"

    said = {"attacker": "win", "defender": "lose", "": "tie"}
    return {
        "result": lambda after: said.get(won(after), "nobody"),
        "rolled": rolled,
        "margin": lambda after: after.noted("gap"),
        "winner": winner,
        "extra_hits": lambda after: after.noted("extra"),
        "withdraw": flees,
        "consolidate": lambda after: won(after) if winner(after) is not None else "none",
        "counter_charge": lambda after: "no" if won(after) else "yes",
        "then": lambda after: "over" if won(after) else "again",
        **({"supporters_blast": shaken} if supporters or any(side.get("supporters") for side in sides) else {}),
    }


def supporters_shaken(now: GameState, sides: Sides, supporters: Value, winner: int) -> tuple[str, ...]:
    """Those who could support the loser take a marker each, but not those of a defender whom the
    attacks wiped out (EPIC-103)."""
    loser = 1 - winner
    if not standing(now, sides[loser]) and winner == 0 and now.reading("wipe_supporters") == "none":
        return ()
    names = supporters if isinstance(supporters, tuple) else ()
    if all(isinstance(each, tuple) for each in names):
        found = texts(names[loser]) if len(names) > loser else ()
    else:
        found = tuple(str(each) for each in names if now.unit(each).seat == side_seat(now, sides, loser))
    near = now.reading("supporters_bm") == "near"
    return tuple(
        each
        for each in (*found, *texts(sides[loser].get("supporters")))
        if near or each not in now.units or may_support(now, each)
    )


def side_seat(now: GameState, sides: Sides, side: int) -> int:
    """The seat of a side: that of its formations, or opposite the other's; attackers first where
    seats do not tell."""
    ours, theirs = ([now.unit(each).seat for each in forces(each)] for each in (sides[side], sides[1 - side]))
    if ours[:1] == theirs[:1]:
        return side
    return ours[0] if ours else 1 - theirs[0]


def strength(now: GameState, sides: Sides, supporters: Value = None) -> dict[str, Value]:
    """What each side adds to its die."""
    ours, theirs = (told_side(now, sides[n], sides[1 - n]) for n in (0, 1))
    return {"bonus": tuple(check.bonus for check in result_checks(ours, theirs))}


FORCE = Record(
    (
        Field("formation", UnitId(), required=True),
        *fields(lost=NUMBERS, damage=NUMBERS, engaged=Either((Flag(), NUMBERS))),
    )
)
SIDE = Record(
    (
        *fields(
            kills=Whole(0, 999),
            kills_before=Whole(0, 999),
            units=Whole(0, 999),
            blast=Whole(0, 999),
            broken=Flag(),
            inspiring=Whole(0, 99),
            abilities=ListOf(Word()),
            formations=ListOf(FORCE),
            supporters=ListOf(Word()),
        ),
    )
)
RESULT = Opening(
    "assault_result",
    say("result of an assault"),
    EPIC_97,
    result_only,
    Record(
        (
            Field("sides", ListOf(SIDE, 2, 2), required=True),
            Field("supporters", ListOf(Either((Word(), ListOf(Word()))))),
        )
    ),
    shows=result_shown,
    tells=strength,
)
