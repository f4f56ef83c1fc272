"""An order of the command squad, one attempt a round."""

from __future__ import annotations

from engine.games.dust import abilities, refs, turn, words
from engine.games.dust.abilities import Attempt
from engine.games.dust.command import orders, refusals
from engine.games.dust.command.situation import CommandSkill
from engine.games.dust.units import HITS, lead
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, roll
from engine.values.maps import Value
from engine.values.model import Check, Modifier, Prompt
from engine.values.table import GameState
from engine.values.texts import say

ROLLED = ("reactivate", "field_repair", "come_on_guys")
ONCE = ("field_repair", "come_on_guys")


def command(state: GameState, command: CommandSkill) -> Procedure:
    """What speaks against it is cited; then the order."""
    state = state.cite(*(problem.ref for problem in refusals.problems(state, command)))
    state = turn.finish_action(state, command.unit, command.order) if command.unit is not None else state
    return (yield from give_order(state, command))


@rule(refs.DUST_143, refs.DUST_144, refs.DUST_146, refs.DUST_147, refs.DUST_148, refs.DUST_149)
def give_order(state: GameState, command: CommandSkill) -> Procedure:
    """An order: no roll, or one die that must show a hit; then what it does."""
    order, success = command.order, 1
    if order in ROLLED:
        state, success = yield from roll(state, does_it_get_through, command)
    if command.unit is not None:
        state = remember_attempt(state, lead(state, command.unit), order, bool(success))
    state = state.remember(Attempt(success=bool(success)))
    if command.target is None or not success:
        return state
    if order == "get_up":
        return (yield from orders.get_up(state, command.target))
    return orders.EFFECTS[order](state, command.target) if order in orders.EFFECTS else state


@rule(refs.DUST_144, refs.DUST_147, refs.DUST_149)
def does_it_get_through(now: GameState, command: CommandSkill) -> Prompt:
    """One hit on one die."""
    ref, by = refusals.REFS[command.order], (command.unit,) if command.unit is not None else ()
    enough = (Modifier("enough", 1, say("one hit is enough"), ref),)
    check = Check("command", 1, HITS, ref, (1,), needs=1, need_rows=enough)
    seat = now.unit(*by).seat if by else now.seat
    return Prompt("command", "roll", seat, say("the order gets through on a hit"), ref, by, (check,))


@rule(refs.DUST_147, refs.DUST_149)
def remember_attempt(state: GameState, unit: str, order: str, success: bool) -> GameState:
    """One attempt a round; some succeed once a game."""
    if success and order in ONCE:
        state = abilities.use_skill(state, unit, order)
    if order == "artillery_strike" and state.reading("strikeCounts") == "no":
        return state
    seat, orders = state.unit(unit).seat, (*state.unit(unit).marks("orders"), order)
    state = state.set(unit, "orders", orders, refs.DUST_143)
    return state.set(f"@{seat}", "command", "tried" if success else "failed", refs.DUST_143)


def facts(now: GameState, command: CommandSkill) -> dict[str, Value]:
    return words.verdict("allowed", refusals.problems(now, command))


OPENINGS = (
    opens(
        "command",
        say("command skill"),
        refs.DUST_143,
        CommandSkill,
        command,
        refusals=(refusals.not_allowed, turn.needs_activation("order")),
        shows=abilities.outcome_of_attempt,
        actor="unit",
        tells=facts,
        judges=True,
    ),
)
