"""Set-up: scenario, sides, battlefield, and who deploys first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.aam import refs
from engine.games.aam.army import sides
from engine.games.aam.initiative.procedure import sum_of_dice
from engine.games.aam.words import WORDS
from engine.parts.muster import cards_of_seat
from engine.playing.citing import rule
from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Asking, Procedure, choose, roll, settle_ledger
from engine.playing.rules import PLAYERS
from engine.values.model import D6, Die, Line, Option, Prompt, Ref
from engine.values.table import GameState
from engine.values.texts import Text, say

SCENARIOS = {
    "standard": say("standard scenario"),
    "assault": say("assault scenario"),
    "free": say("a scenario of your own"),
}
ATTACKER = 0
DEFENDER = 1
COIN = Die("coin", (0, 1), ("heads", "tails"))
CONFIGURATIONS = {
    1: say("Half and Half"),
    2: say("Knife Fight"),
    3: say("High Ground"),
    4: say("Street Fight"),
    5: say("Hill 107"),
    6: say("Tiger's Paradise"),
}


def set_up(state: GameState, _: Nothing) -> Procedure:
    """Scenario, sides, battlefield, coin, then what the hands do."""
    state, scenario = yield from choose(state, which_scenario)
    state = replace(state, scenario=scenario)
    state = yield from choose_sides(state)
    state, configuration = yield from choose_battlefield(state)
    state = state.set("", "configuration", configuration, refs.AAM_06)
    state, first = yield from choose_first(state)
    return (yield from settle_ledger(state.set("", "deploys_first", PLAYERS[first], refs.AAM_07), to_do))


def which_scenario(now: GameState) -> Prompt:
    """Without another choice the standard one."""
    options = tuple(Option(key, text) for key, text in SCENARIOS.items())
    return Prompt("scenario", "choice", 0, say("which scenario?"), refs.AAM_112, options=options, default="standard")


def choose_sides(state: GameState) -> Procedure:
    """Who cannot agree flips a coin; cards on the table have decided already."""
    if any(sides(cards_of_seat(state, seat)) for seat in (0, 1)):
        return state
    state, agreed = yield from choose(state, who_plays_which_side)
    if agreed == "coin":
        state, winner = yield from roll(state, flip_coin, "coin:sides", refs.AAM_03)
        state, _ = yield from choose(state, which_side, winner)
    return state


def who_plays_which_side(now: GameState) -> Prompt:
    options = (Option("agreed", say("agreed")), Option("coin", say("flip a coin")))
    return Prompt("sides", "choice", 0, say("who plays the Axis, who the Allies?"), refs.AAM_03, options=options)


def flip_coin(now: GameState, key: str, ref: Ref) -> Prompt:
    """Heads for the first seat, tails for the second, by the names of the players."""
    heads, tails = (WORDS[player] for player in PLAYERS)
    text = say("flip a coin: heads for {heads}, tails for {tails}", heads=heads, tails=tails)
    return Prompt(key, "roll", 0, text, ref, checks=(sum_of_dice(key, 1, COIN, ref),))


def which_side(now: GameState, winner: int) -> Prompt:
    options = (Option("axis", say("Axis")), Option("allies", say("Allies")))
    text = say("{player} won the flip: which side?", player=WORDS[PLAYERS[winner]])
    return Prompt("side", "choice", winner, text, refs.AAM_03, options=options)


@rule(refs.AAM_06, refs.AAM_114)
def choose_battlefield(state: GameState) -> Asking[int]:
    """A die; in the assault scenario the defender picks."""
    if state.scenario == "assault":
        state, picked = yield from choose(state, which_map)
        return state, int(picked)
    return (yield from roll(state, roll_for_map))


def roll_for_map(now: GameState) -> Prompt:
    check = sum_of_dice("configuration", 1, D6, refs.AAM_06)
    return Prompt("configuration", "roll", 0, say("roll for the battlefield"), refs.AAM_06, checks=(check,))


def which_map(now: GameState) -> Prompt:
    options = tuple(Option(str(number), name) for number, name in CONFIGURATIONS.items())
    text = say("the defender picks the battlefield")
    return Prompt("configuration", "choice", DEFENDER, text, refs.AAM_114, options=options)


@rule(refs.AAM_115)
def choose_first(state: GameState) -> Asking[int]:
    """The winner of a coin chooses; in the assault scenario the defender is first."""
    if state.scenario == "assault":
        return state, DEFENDER
    state, winner = yield from roll(state, flip_coin, "coin", refs.AAM_07)
    state, choice = yield from choose(state, first_or_second, winner)
    return state, winner if choice == "first" else 1 - winner


def first_or_second(now: GameState, winner: int) -> Prompt:
    options = (Option("first", say("deploy first")), Option("second", say("deploy second")))
    text = say("{player} won the flip: deploy first or second?", player=WORDS[PLAYERS[winner]])
    return Prompt("deployment", "choice", winner, text, refs.AAM_07, options=options)


def to_do(now: GameState) -> Prompt:
    lines, readings = tuple(Line(*each, ()) for each in things_to_do(now)), ("deploy_depth", "deploy_on_road")
    return Prompt("setup", "ledger", 0, say("set-up"), refs.AAM_05, lines=lines, readings=readings)


def things_to_do(now: GameState) -> Iterator[tuple[Text, Ref]]:
    """What the hands do, in this order."""
    number = int(str(now.trackers["configuration"]))
    layout = say("lay out configuration {number}: {name}", number=str(number), name=CONFIGURATIONS[number])
    yield layout, refs.AAM_06
    yield from things_of_assault(now) if now.scenario == "assault" else things_of_standard(now)
    yield say("armies are shown now; who deploys second does not change his"), refs.AAM_05
    yield say("stacking counts, and every Vehicle is given a facing"), refs.AAM_09
    yield say("half hexes at the rim stay empty; two halves joined are a hex like any other"), refs.AAM_10


def things_of_assault(now: GameState) -> Iterator[tuple[Text, Ref]]:
    objective = say("the defender puts the objective marker on a full hex that touches neither the edge nor a half hex")
    yield objective, refs.AAM_114
    yield say("armies: 120 points for the attacker, 80 for the defender, 15 units each"), refs.AAM_113
    yield say("the defender deploys first, on the two sections of the half he picks"), refs.AAM_115
    depth = now.reading("deploy_depth")
    yield say("the attacker deploys within {depth} full hexes of his end", depth=depth), refs.AAM_115


def things_of_standard(now: GameState) -> Iterator[tuple[Text, Ref]]:
    first = PLAYERS.index(str(now.trackers["deploys_first"]))
    ours, theirs, depth = WORDS[PLAYERS[first]], WORDS[PLAYERS[1 - first]], now.reading("deploy_depth")
    yield say("put the objective marker on the hex of its picture"), refs.AAM_06
    text = say("{player} picks an end of the map, to deploy within {depth} full hexes of it", player=ours, depth=depth)
    yield text, refs.AAM_08
    yield say("{player} deploys at the other end in the same way", player=theirs), refs.AAM_08


OPENINGS = (
    opens(
        "setup",
        say("set-up"),
        refs.AAM_06,
        Nothing,
        set_up,
        shows=lambda _: {"configuration": lambda after: int(str(after.trackers.get("configuration") or 0))},
    ),
)
