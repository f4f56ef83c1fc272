"""Set-up: scenario, sides, battlefield, who deploys first; and the deployment of one unit, on
the map or aboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.games.aam.abilities import DEPLOYING, by_hand_here
from engine.games.aam.army import mustered, sides
from engine.games.aam.refs import (
    AAM_03,
    AAM_05,
    AAM_06,
    AAM_07,
    AAM_08,
    AAM_09,
    AAM_10,
    AAM_112,
    AAM_113,
    AAM_114,
    AAM_115,
)
from engine.games.aam.terrain import GROUND, Stride, barred, room
from engine.games.aam.transport import LOADS, full
from engine.games.aam.units import WORDS
from engine.playing.procedure import Asking, Procedure, choose, roll, settle_ledger
from engine.playing.rules import PLAYERS, Opening, Show
from engine.values.kinds import Flag, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Value
from engine.values.model import D6, Check, Die, Line, Option, Prompt, Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, english, say

SCENARIOS = {
    "standard": say("standard scenario"),
    "assault": say("assault scenario"),
    "free": say("a scenario of your own"),
}
ATTACKER, DEFENDER = 0, 1  # AAM-113, 116
COIN = Die("coin", (0, 1), ("heads", "tails"))
CONFIGURATIONS = {
    1: say("Half and Half"),
    2: say("Knife Fight"),
    3: say("High Ground"),
    4: say("Street Fight"),
    5: say("Hill 107"),
    6: say("Tiger's Paradise"),
}


def setup(state: GameState) -> Procedure:
    """Scenario, sides, battlefield, coin, then what the hands do (AAM-03, 06, 07, 112)."""
    state, scenario = yield from choose(state, which_scenario)
    state = replace(state, scenario=scenario)
    state = yield from camps(state)
    state, configuration = yield from battlefield(state)
    state = state.set("", "configuration", configuration)
    state, first = yield from deploys_first(state)
    return (yield from settle_ledger(state.set("", "deploys_first", PLAYERS[first]), to_do))


def which_scenario(now: GameState) -> Prompt:
    """Without another choice the standard one (AAM-112)."""
    options = tuple(Option(key, text) for key, text in SCENARIOS.items())
    return Prompt("scenario", "choice", 0, say("which scenario?"), AAM_112, options=options, default="standard")


def camps(state: GameState) -> Procedure:
    """Who cannot agree flips a coin; cards on the table have decided already (AAM-03)."""
    if any(sides(mustered(state, seat)) for seat in (0, 1)):
        return state
    state, agreed = yield from choose(state, agreement)
    if agreed == "coin":
        state, winner = yield from roll(state, flip, "coin:sides", AAM_03)
        state, _ = yield from choose(state, axis_or_allies, winner)
    return state


def agreement(now: GameState) -> Prompt:
    options = (Option("agreed", say("agreed")), Option("coin", say("flip a coin")))
    return Prompt("sides", "choice", 0, say("who plays the Axis, who the Allies?"), AAM_03, options=options)


def flip(now: GameState, key: str, ref: Ref) -> Prompt:
    """Heads for the first seat, tails for the second, by the names of the players (AAM-03, 07)."""
    check = Check(key, 1, COIN, ref, keep=0)  # no mutant: the best of one coin is the coin
    heads, tails = (WORDS[player] for player in PLAYERS)
    return Prompt(
        key,
        "roll",
        0,
        say("flip a coin: heads for {heads}, tails for {tails}", heads=heads, tails=tails),
        ref,
        checks=(check,),
    )


def axis_or_allies(now: GameState, winner: int) -> Prompt:
    options = (Option("axis", say("Axis")), Option("allies", say("Allies")))
    return Prompt("side", "choice", winner, say("the winner takes a side"), AAM_03, options=options)


def battlefield(state: GameState) -> Asking[int]:
    """A die; in the assault scenario the defender picks (AAM-06, 114)."""
    if state.scenario == "assault":
        state, picked = yield from choose(state, which_map)
        return state, int(picked)
    return (yield from roll(state, map_die))


def map_die(now: GameState) -> Prompt:
    check = Check("configuration", 1, D6, AAM_06, keep=0)  # no mutant: the best of one die is the die
    return Prompt("configuration", "roll", 0, say("roll for the battlefield"), AAM_06, checks=(check,))


def which_map(now: GameState) -> Prompt:
    options = tuple(Option(str(number), name) for number, name in CONFIGURATIONS.items())
    return Prompt(
        "configuration", "choice", DEFENDER, say("the defender picks the battlefield"), AAM_114, options=options
    )


def deploys_first(state: GameState) -> Asking[int]:
    """The winner of a coin chooses; in the assault scenario the defender is first (AAM-07, 115)."""
    if state.scenario == "assault":
        return state, DEFENDER
    state, winner = yield from roll(state, flip, "coin", AAM_07)
    state, choice = yield from choose(state, first_or_second, winner)
    return state, winner if choice == "first" else 1 - winner


def first_or_second(now: GameState, winner: int) -> Prompt:
    options = (Option("first", say("first player")), Option("second", say("second player")))
    return Prompt("deployment", "choice", winner, say("the winner deploys first or second"), AAM_07, options=options)


def to_do(now: GameState) -> Prompt:
    lines = tuple(Line(text, ref, ()) for text, ref in things_to_do(now))
    return Prompt("setup", "ledger", 0, say("set-up"), AAM_05, lines=lines, readings=("deploy_depth", "deploy_on_road"))


def things_to_do(now: GameState) -> Iterator[tuple[Text, Ref]]:
    """In the order in which the hands do them (AAM-05, 06, 08, 09, 10, 113, 114, 115)."""
    number, first = now.trackers.get("configuration"), PLAYERS.index(str(now.trackers["deploys_first"]))
    yield (
        say("lay out configuration {number}: {name}", number=str(number), name=CONFIGURATIONS[int(str(number))]),
        AAM_06,
    )
    if now.scenario == "assault":
        yield (
            say("the defender puts the objective marker on a full hex that touches neither the edge nor a half hex"),
            AAM_114,
        )
        yield say("armies: 120 points for the attacker, 80 for the defender, 15 units each"), AAM_113
        yield say("the defender deploys first, on the two sections of the half he picks"), AAM_115
        yield (
            say("the attacker deploys within {depth} full hexes of his end", depth=now.reading("deploy_depth")),
            AAM_115,
        )
    else:
        yield say("put the objective marker on the hex of its picture"), AAM_06
        yield (
            say(
                "{player} picks an end and deploys within {depth} full hexes of it",
                player=WORDS[PLAYERS[first]],
                depth=now.reading("deploy_depth"),
            ),
            AAM_08,
        )
        yield say("{player} deploys at the other end in the same way", player=WORDS[PLAYERS[1 - first]]), AAM_08
    yield say("armies are shown now; who deploys second does not change his"), AAM_05
    yield say("stacking counts, and every Vehicle is given a facing"), AAM_09
    yield say("half hexes at the rim stay empty; two halves joined are a hex like any other"), AAM_10


def shows(**_: Value) -> dict[str, Show]:
    return {"configuration": lambda after: int(str(after.trackers.get("configuration") or 0))}


SET_UP = Opening("setup", say("set-up"), AAM_06, setup, shows=shows)


# Deployment of one unit


SITUATION = Record(
    (
        *required(unit=UnitId()),
        *fields(terrain=Word(GROUND), road=Flag(), row=Whole(1, 99), holds=ListOf(Word()), transport=UnitId()),
    )
)


def deploy(state: GameState, unit: str, transport: str | None = None, **told: Value) -> Procedure:
    """On the map, or aboard, where it takes no room (AAM-08, 105)."""
    for rule in AGAINST:
        rule(state, unit=unit, transport=transport, **told)  # finds what a card does not state
    if transport is not None:
        return state.set(unit, "aboard", transport).set(unit, "where", "inside")
    return state.set(unit, "aboard", None).set(unit, "where", None)
    yield


def closed_ground(
    now: GameState, unit: str, terrain: str | None = None, road: bool = False, **_: Value
) -> Refusal | None:
    """Difficult terrain is legal, closed terrain is not, with or without a road; by one reading
    a road opens it (AAM-09, 42)."""
    one = now.unit(unit)
    by_road = road and now.reading("deploy_on_road") == "yes"
    if terrain is None or by_road or not barred(one, Stride(terrain)):
        return None
    return Refusal("closed", say("{unit} cannot be deployed there", unit=one.name), AAM_09)


def too_deep(now: GameState, unit: str, row: int | None = None, **_: Value) -> Refusal | None:
    """Five full hexes from the own end; the defender of an assault has his whole half (AAM-08,
    115)."""
    depth = int(now.reading("deploy_depth"))
    whole_half = now.scenario == "assault" and now.unit(unit).seat == DEFENDER
    if row is None or row <= depth or whole_half:
        return None
    return Refusal(
        "too_deep", say("row {row}: at most {depth} full hexes from the own end", row=row, depth=depth), AAM_08
    )


def no_room(now: GameState, unit: str, holds: Value = None, transport: str | None = None, **_: Value) -> Refusal | None:
    """Stacking counts at set-up; a passenger takes no room (AAM-09, 105)."""
    if transport is not None or not holds or room(now, unit, holds):
        return None
    return Refusal(
        "no_room",
        say("no room for {unit}: two of one army in a hex, one Vehicle among all", unit=now.unit(unit).name),
        AAM_09,
    )


def no_place(now: GameState, unit: str, transport: str | None = None, **_: Value) -> Refusal | None:
    """Who is in the hex is not aboard (AAM-102, 105)."""
    return full(now, unit, transport)


def tells(now: GameState, unit: str, **_: Value) -> dict[str, Value]:
    """Abilities that deploy in their own way (AAM-86)."""
    return {"by_hand": tuple(english(row.why) for row in by_hand_here(now.unit(unit), DEPLOYING))}


AGAINST: tuple[Callable[..., Refusal | None], ...] = (closed_ground, too_deep, no_room, *LOADS, no_place)
DEPLOY = Opening("deploy", say("deploy"), AAM_08, deploy, SITUATION, AGAINST, actor="unit", tells=tells)
