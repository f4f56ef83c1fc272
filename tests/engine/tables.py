"""What several tests share: a few units on small tables, a game of one procedure, plain data of
any shape, random checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from engine.dice.check import read, wanted
from engine.doors import tables
from engine.doors.play import Game
from engine.games import RULESETS
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure, choose, roll, rolls
from engine.playing.rules import Offer, Ruleset, Step, Tracker
from engine.values.kinds import ListOf, MapOf, Record, Whole, Word, fields
from engine.values.model import D6, Check, Die, Modifier, Option, Prompt, Ref, numbered
from engine.values.situation import EnemyName, Situation, UnitName, YesNo
from engine.values.stages import Again, Chain, Stage, Then
from engine.values.table import GameState
from engine.values.texts import say
from tests.engine import tiny

Plain = dict[str, Any]
RULE = Ref("RULE-1", "Dice", "a rule")
COIN = Die("coin", (1, 1, 0), ("hit", "hit", "miss"))


# A game of one procedure: units by their roles, a prompt with two checks, a die with words, a card
# with depth


@dataclass(frozen=True, slots=True)
class Duel(Situation):
    """Who fights whom, who helps the other one, and whether misses are thrown again."""

    by: UnitName
    at: EnemyName
    helpers: tuple[EnemyName, ...] = ()
    again: YesNo = False


def duel(state: GameState, duel: Duel) -> Procedure:
    """The higher of two dice against one die and nerve; whoever wins throws a coin for each
    barrel."""
    by, at, helpers, again = duel.by, duel.at, duel.helpers, duel.again
    state, stance = yield from choose(state, stances, by)
    state, (ours, theirs) = yield from rolls(state, contest, by, at, helpers, stance)
    if ours <= theirs:
        return state
    state, hits = yield from roll(state, volley, by, again)
    return state.set(at, "hits", state.unit(at).count("hits") + hits, RULE)


def stances(now: GameState, by: str) -> Prompt:
    options = Option("stand", say("stand")), Option("lean", say("lean"))
    return Prompt("stance", "choice", now.unit(by).seat, say("stance"), RULE, (by,), options=options, default="stand")


def contest(now: GameState, by: str, at: str, helpers: tuple[str, ...], stance: str) -> Prompt:
    lean = (Modifier("lean", 1, say("leaning"), RULE),) if stance == "lean" else ()
    nerve = Modifier("nerve", now.unit(at).need("nerve") + len(helpers), say("nerve"), RULE)
    checks = (Check("duel:0", 2, D6, RULE, keep=1, modifiers=lean), Check("duel:1", 1, D6, RULE, keep=0, modifiers=(nerve,)))
    return Prompt("duel", "roll", now.unit(by).seat, say("duel"), RULE, (by, at), checks)


def volley(now: GameState, by: str, again: bool) -> Prompt:
    unit = now.unit(by)
    check = Check("volley", unit.need("guns", 0, "barrels"), COIN, RULE, (1,), stages=(Again(),) if again else ())
    return Prompt("volley", "roll", unit.seat, say("{unit} shoots", unit=unit.name), RULE, (by,), (check,))


def outcomes(duel: Duel) -> Mapping[str, Show]:
    def hits(after: GameState) -> int:
        return after.unit(duel.at).count("hits")

    return {"hits": hits, "struck": lambda after: "yes" if hits(after) else "no"}


DUEL = Ruleset(
    "duel",
    say("Duel"),
    1,
    (Step("field", say("Field"), RULE, "active", (Offer("duel"),)), Step("end", say("End"), RULE)),
    (opens("duel", say("duel"), RULE, Duel, duel, shows=outcomes, actor="by"),),
    (
        Tracker("hits", Whole(0, 9), say("hits"), RULE),
        Tracker("spent", MapOf(Whole()), say("powder spent"), RULE),
        Tracker("where", Word(("table", "destroyed")), say("place"), RULE, default="table"),
    ),
    Record(fields(name=Word(), nerve=Whole(0, 9), guns=ListOf(Record(fields(barrels=Whole(1, 9)))))),
    (RULE,),
)
GAMES: dict[str, Ruleset] = {**RULESETS, "tiny": tiny.RULES, "duel": DUEL}


# Units, and how to stand them up


def unit(card: Plain, seat: int = 0, **state: Any) -> Plain:
    return {"seat": seat, "card": card, "state": state}


TANK: Plain = {"name": "Tank", "type": "vehicle", "defense": [5, 3], "soldiers": [9, 9, 7], "vehicles": [13, 11, 9]}
GUN: Plain = {"name": "Gun", "type": "vehicle", "defense": [5, 3], "soldiers": [7, 7, 6], "vehicles": [15, 13, 11]}
RIFLES: Plain = {"name": "Rifles", "type": "soldier", "defense": [4], "soldiers": [8, 6, None], "vehicles": [2, None, None]}
DUELLIST: Plain = {"name": "Duellist", "nerve": 1, "guns": [{"barrels": 2}]}

UNITS: dict[str, Plain] = {
    "aam": {"a": unit(TANK), "b": unit(GUN, 1), "r": unit(RIFLES, 1)},
    "tiny": {"a": unit({"power": 3}), "b": unit({}, 1)},
    "duel": {"a": unit(DUELLIST), "b": unit(DUELLIST, 1), "c": unit({}, 1)},
}
STEPS = {"aam": "first_assault", "tiny": "act", "duel": "field"}
SHOT: Plain = {"attacker": "a", "target": "b", "range": 4, "arc": "front", "terrain": "clear"}
PAIR: Plain = {"by": "a", "at": "b"}


def setup(game: str, step: str = "", **more: Any) -> Plain:
    """A table as plain data."""
    return {"game": game, "step": step or STEPS[game], "units": UNITS[game], **more}


def table(game: str, step: str = "", **more: Any) -> GameState:
    return tables.table(GAMES[game], setup(game, step, **more))


def started(game: str, step: str = "", **more: Any) -> Game:
    """A game that waits for its first command, at a step that opens nothing by itself."""
    play = Game(GAMES)
    done(play, do="start", state=setup(game, step, **more))
    return play


def opened(procedure: str, game: str = "", **situation: Any) -> Game:
    """The same with a procedure waiting for its first answer; game and procedure have one name
    where no other is told."""
    play = started(game or procedure)
    done(play, do="open", procedure=procedure, **{"with": situation})
    return play


def done(play: Game, **command: Any) -> Plain:
    """The reply to a command that goes well."""
    reply = play.do(command)
    assert not {"error", "refused"} & set(reply), reply
    return reply


# Data of any shape

WHOLE = st.none() | st.booleans() | st.integers() | st.text(max_size=8)


def nested(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Plain data with such leaves."""
    names = st.text(max_size=4)
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=8)


EXACT = nested(WHOLE)
"""What the engine keeps: JSON without floats."""
ANY_JSON = nested(WHOLE | st.floats())


@st.composite
def mutated(draw: st.DrawFn, data: Any, strange: st.SearchStrategy[Any] = ANY_JSON) -> Any:
    """The same data with one place replaced, taken away or added."""
    places = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    if not places or draw(st.integers(0, 4)) == 0:
        return draw(strange)
    changed, place = data.copy(), draw(st.sampled_from(places))
    match draw(st.sampled_from(("into", "into", "into", "less", "more"))):
        case "less":
            del changed[place]
        case "more" if isinstance(changed, dict):
            changed[draw(st.text(max_size=6))] = draw(strange)
        case "more":
            changed.insert(place, draw(strange))
        case _:
            changed[place] = draw(mutated(changed[place], strange))
    return changed


# Random checks, and every throw of one

DICE = (numbered(2), numbered(3), numbered(4), Die("odd", (0, 2, 5)), COIN)
SMALL = (numbered(2), numbered(3), COIN)


def amounts(thresholds: int) -> st.SearchStrategy[int | tuple[int, ...]]:
    """One amount, or one for each threshold."""
    one = st.sampled_from((-1, 1, 0, 2, -2))
    return one | st.tuples(*[one] * thresholds) if thresholds else one


@st.composite
def checks(draw: st.DrawFn) -> Check:
    """Any check that is small enough to throw in all ways."""
    staged = draw(st.booleans())
    die = draw(st.sampled_from(SMALL if staged else DICE))
    targets = st.sampled_from((max(die.faces), *range(min(die.faces), max(die.faces) + 2)))
    keep = None if staged else draw(st.none() | st.integers(0, 3))
    bases = draw(st.lists(targets, min_size=1, max_size=2).map(tuple)) if keep is None else ()
    rows = draw(st.lists(amounts(len(bases)), max_size=2))
    dice = draw(st.sampled_from((2, 1, 0) if staged else (3, 2, 1, 4, 0)))
    stages = few(dice, len(bases), draw(st.lists(stage(die), min_size=1, max_size=3))) if staged else ()
    counted = st.integers(1, 3) if Chain() in stages else st.sampled_from((None, None, 2, 3, 1, 0))
    most = draw(counted) if keep is None else None
    return Check(
        "check",
        dice,
        die,
        RULE,
        bases,
        tuple(Modifier(f"row {n}", amount, say("row {n}", n=n), RULE) for n, amount in enumerate(rows)),
        keep,
        draw(st.sampled_from(("", "high", "low", "both"))),
        stages,
        most,
        draw(st.none() | st.integers(-1, 6)),
        draw(st.sampled_from(("",) * 8 + ("passes", "fails"))) if keep is None else "",
    )


def stage(die: Die) -> st.SearchStrategy[Stage]:
    """Re-rolls, further dice, a chain; the lowest face misses, so that a chain can end."""
    some = st.sampled_from([(target,) for target in range(min(die.faces) + 1, max(die.faces) + 2)])
    return st.builds(Again, st.just(()) | some) | st.builds(Then, st.integers(1, 2), some) | st.just(Chain())


def few(dice: int, worth: int, stages: list[Stage]) -> tuple[Stage, ...]:
    """As many stages as leave few dice to throw; nothing follows a chain."""
    kept, now, total = list[Stage](), dice, dice
    for each in stages:
        now = now * worth * each.dice if isinstance(each, Then) else now
        worth = 1 if isinstance(each, Then) else worth
        total += now if dice < 2 or not isinstance(each, Chain) else 2 * now
        if total > 6:
            break
        kept.append(each)
        if isinstance(each, Chain):
            break
    return tuple(kept)


def thrown(check: Check) -> dict[int, Fraction]:
    """The chance of each reading: every throw the table can make, wave by wave, read one by one."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[tuple[int, ...], Fraction, int]] = [((), Fraction(1), 0)]
    while waiting:
        faces, chance, waves = waiting.pop()
        more = wanted(check, faces)
        if not more or (Chain() in check.stages and waves >= len(check.stages) + (check.most or 0) - 1):
            found[read(check, ended(check, faces))] += chance
            continue
        throws = list(product(check.die.faces, repeat=more))
        waiting += [((*faces, *throw), chance / len(throws), waves + 1) for throw in throws]
    return dict(found)


def ended(check: Check, faces: tuple[int, ...]) -> tuple[int, ...]:
    """A chain that has counted for all it can is left to miss."""
    while more := wanted(check, faces):
        faces += (min(check.die.faces),) * more
    return faces
