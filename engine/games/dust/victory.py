"""Victory points: what was destroyed, as often as it was, and the scenario's bonus."""

from __future__ import annotations

from engine.games.dust.army import AP, cost
from engine.games.dust.cards import CARD
from engine.games.dust.problems import knowing
from engine.games.dust.refs import DUST_173
from engine.kinds import Either, Field, ListOf, Record, Whole, Word
from engine.maps import Map, Value
from engine.model import GameState, Impossible, Unit
from engine.rules import Opening, nothing
from engine.texts import say


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
    found = cost(unit.card)
    return unit.need("ap") if found is None else found


def scored(now: GameState, seat: int) -> int:
    """What a side has destroyed of the other, a revived unit each time (DUST-151, 173, 186)."""
    lost = [(unit, unit.count("deaths") + unit.gone) for unit in now.units.values() if unit.seat != seat]
    return sum(worth(unit) * times for unit, times in lost if times)


def points(now: GameState, destroyed: tuple[Value, ...] | None = None, bonus: int = 0, seat: int | None = None) -> dict[str,
                                                                                                                        Value]:
    """Of a list, of one side, or of both (DUST-151, 173)."""
    if destroyed is not None:
        return {"points": sum(price(now, each) for each in destroyed) + bonus}
    if seat is not None:
        return {"points": scored(now, seat) + bonus}
    both = tuple(scored(now, each) for each in (0, 1))
    return {"points": both, "leader": None if both[0] == both[1] else both.index(max(both))}


POINTS = Opening("points", say("victory points"), DUST_173, knowing(points, nothing), Record((
    Field("destroyed", ListOf(Either((Whole(0, 9999), CARD, Word())))), Field("bonus", Whole(-999, 999), default=0),
    Field("seat", Whole(0, 1)))), tells=points)
