"""Setting up: player A, his table edge, and what the hands do before the battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.epic import refs
from engine.games.epic.activation.strategy import leading_seat, rating_of, roll_off
from engine.games.epic.air.reserves import is_airborne, move_to
from engine.games.epic.scenario.garrison import place_garrisons
from engine.playing.citing import rule
from engine.playing.opening import Nothing
from engine.playing.procedure import Procedure, choose, lastly, settle_ledger, task
from engine.values.model import Line, Option, Prompt, Ref
from engine.values.table import GameState
from engine.values.texts import Text, say


@rule(refs.EPIC_281)
def set_up(state: GameState, _: Nothing) -> Procedure:
    """Player A by strategy rating, a die if tied; his edge; then what the hands do, step by
    step."""
    first = leading_seat(state)
    if rating_of(state, 0) == rating_of(state, 1):
        state, first = yield from roll_off(state)
    state = state.set(f"@{first}", "player_a", True, refs.EPIC_228)
    state = state.set(f"@{1 - first}", "player_a", False, refs.EPIC_228)
    state, _edge = yield from choose(state, which_edge, first)
    state = yield from settle_ledger(keep_aircraft_off_table(state), things_to_do)
    return (yield from lastly(replace(state, scenario="tournament"), task(place_garrisons, first)))


@rule(refs.EPIC_187)
def keep_aircraft_off_table(state: GameState) -> GameState:
    """Aircraft wait in reserve until they take an action."""
    for unit in tuple(state.standing()):
        if is_airborne(unit):
            state = move_to(state, unit.id, "reserve", refs.EPIC_231)
    return state


def which_edge(now: GameState, seat: int) -> Prompt:
    options = (Option("edge", say("a long table edge")), Option("corner", say("a corner, to half of each side")))
    text = say("choose your table edge; the opponent faces it")
    return Prompt("edge", "choice", seat, text, refs.EPIC_228, options=options)


def things_to_do(now: GameState) -> Prompt:
    lines = tuple(Line(text, ref, ()) for text, ref in steps_of_setup())
    return Prompt("setup", "ledger", 0, say("set-up"), refs.EPIC_281, lines=lines)


def steps_of_setup() -> Iterator[tuple[Text, Ref]]:
    """In the order of the scenario; player A begins each."""
    yield say("2000 to 6000 points a side on a table of 120 x 180 cm"), refs.EPIC_226
    yield say("at least 12 terrain pieces of 15 to 30 cm; a river has a ford or bridge every 30 cm"), refs.EPIC_227
    yield (
        say("in turns, three objectives each: one on your edge, two in the enemy half, 30 cm from edge and others"),
        refs.EPIC_229,
    )
    yield say("spacecraft; units for planetfall are put aside"), refs.EPIC_230
    yield say("reserves are named openly: aircraft, and what comes by air, teleport or portal"), refs.EPIC_231
    yield say("in turns, garrisons within 15 cm of an objective in your half"), refs.EPIC_234
    yield say("in turns, all other formations within 15 cm of your edge"), refs.EPIC_236
