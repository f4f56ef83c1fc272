"""Victory points: what was destroyed, as often as it was, and the scenario's bonus; who has won
in the end, or given up."""

from __future__ import annotations

from engine.games.dust.army import AP, cost
from engine.games.dust.cards import CARD
from engine.games.dust.problems import knowing
from engine.games.dust.refs import DUST_173
from engine.games.dust.units import ELEMENTS, fallen
from engine.playing.procedure import Procedure, confirm, number
from engine.playing.rules import PLAYERS, Opening, nothing
from engine.values.kinds import Either, Field, ListOf, Record, Whole, Word, required
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

Pair = tuple[int, int] | None


def price(now: GameState, told: Value) -> int:
    """Army points of a unit, of a card, of a name in the list, or the number itself (DUST-173)."""
    if isinstance(told, int):
        return told
    if isinstance(told, Map):
        return cost(told) or 0
    if told in now.units:
        return worth(now.unit(told))
    if str(told) not in AP:
        raise Impossible(say("there is no unit {unit}", unit=str(told)))
    return AP[str(told)]


def worth(unit: Unit) -> int:
    """Cover elements are no units of an army (DUST-172)."""
    found = 0 if unit.stated("kind") in ELEMENTS else cost(unit.card)
    return unit.need("ap") if found is None else found


def scored(now: GameState, seat: int) -> int:
    """What a side has destroyed of the other, a revived unit each time (DUST-151, 173, 186)."""
    lost = [(unit, unit.count("deaths") + fallen(unit)) for unit in now.units.values() if unit.seat != seat]
    return sum(worth(unit) * times for unit, times in lost if times)


def points(
    now: GameState, destroyed: tuple[Value, ...] | None = None, bonus: int = 0, seat: int | None = None
) -> dict[str, Value]:
    """Of a list, of one side, or of both (DUST-151, 173)."""
    if destroyed is not None:
        return {"points": sum(price(now, each) for each in destroyed) + bonus}
    if seat is not None:
        return {"points": scored(now, seat) + bonus}
    both = tuple(scored(now, each) for each in (0, 1))
    return {"points": both, "leader": None if both[0] == both[1] else both.index(max(both))}


def victory(state: GameState, bonus: Pair = None) -> Procedure:
    """The game is over: most victory points, the scenario's bonus included (DUST-173)."""
    if bonus is None:
        state, ours = yield from number(state, objectives, 0)
        state, theirs = yield from number(state, objectives, 1)
        bonus = ours, theirs
    winner = final(state, bonus)["winner"]
    return state.set("", "winner", winner if isinstance(winner, str) else PLAYERS[int(str(winner))])


def objectives(now: GameState, seat: int) -> Prompt:
    return Prompt(
        f"bonus:{seat}",
        "number",
        seat,
        say("points for objectives of the scenario?"),
        DUST_173,
        least=0,
        most=999,
        default=0,
    )


def final(now: GameState, bonus: Pair = None) -> dict[str, Value]:
    """Points of both sides and who has more; as many are a draw (DUST-173)."""
    both = tuple(scored(now, seat) + (bonus[seat] if bonus else 0) for seat in (0, 1))
    return {"points": both, "winner": "draw" if both[0] == both[1] else both.index(max(both))}


def concede(state: GameState, seat: int) -> Procedure:
    """Whoever gives up has lost (DUST-173)."""
    state, sure = yield from confirm(state, give_up, seat)
    return state.set("", "winner", PLAYERS[1 - seat]) if sure else state


def give_up(now: GameState, seat: int) -> Prompt:
    return Prompt("concede", "confirm", seat, say("give up the game?"), DUST_173, default=False)


POINTS = Opening(
    "points",
    say("victory points"),
    DUST_173,
    knowing(points, nothing),
    Record(
        (
            Field("destroyed", ListOf(Either((Whole(0, 9999), CARD, Word())))),
            Field("bonus", Whole(-999, 999), default=0),
            Field("seat", Whole(0, 1)),
        )
    ),
    tells=points,
)
VICTORY = Opening(
    "victory",
    say("end of the game"),
    DUST_173,
    knowing(final, victory),
    Record((Field("bonus", ListOf(Whole(0, 999), 2, 2)),)),
    tells=final,
)
CONCEDE = Opening("concede", say("concede"), DUST_173, concede, Record(required(seat=Whole(0, 1))))
