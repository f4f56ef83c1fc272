"""A player concedes, and the other one has won."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.playing.opening import Opening, opens
from engine.playing.procedure import Procedure, confirm
from engine.playing.rules import PLAYERS
from engine.values.model import Prompt, Ref
from engine.values.situation import SeatNumber, Situation
from engine.values.table import GameState
from engine.values.texts import say

GIVEN_UP = Ref("TABLE-5", "The table", "Whoever gives up has lost, at any time")


@dataclass(frozen=True, slots=True)
class Concession(Situation):
    """The player who concedes."""

    seat: SeatNumber


def concession(ref: Ref = GIVEN_UP) -> Opening:
    """The opening by which one of two players concedes, by the rule of that game if it has one."""

    def concede(state: GameState, given_up: Concession) -> Procedure:
        state, sure = yield from confirm(state, whether_to_give_up, given_up.seat)
        return state.set("", "winner", PLAYERS[1 - given_up.seat], ref) if sure else state

    def whether_to_give_up(now: GameState, seat: int) -> Prompt:
        return Prompt("concede", "confirm", seat, say("give up the game?"), ref, default=False)

    opening = opens("concede", say("concede"), ref, Concession, concede)
    return replace(opening, asking={"seat": say("Who gives up?")})
