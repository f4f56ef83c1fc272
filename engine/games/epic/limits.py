"""How far, how many: what a unit may do in an action, measured on the table."""

from __future__ import annotations

from engine.games.epic.abilities import able, capacity
from engine.games.epic.cards import UNIT
from engine.games.epic.formations import card_of, number
from engine.games.epic.orders import steps_of
from engine.games.epic.refs import EPIC_25
from engine.games.epic.units import ORDERS
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, Record, UnitId, Word
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import say

ROAD, COHERENCY, SCOUTS, ZONE, SCOUT_ZONE, CAUTIOUS = 5, 5, 20, 5, 10, 5  # EPIC-02, 28, 67, 75, 134
QUICK, QUICK_CHARGE, SLOW_CHARGE = 30, 10, 5  # EPIC-83
TURNS = {"fighter": 90, "bomber": 45, "fighter_bomber": 90}


def counter_charge(now: GameState, speed: int) -> int:
    """10 cm from speed 30 on, else 5, and never farther than it goes anyway (EPIC-83)."""
    if speed >= QUICK:
        return QUICK_CHARGE
    return SLOW_CHARGE if now.reading("slow_countercharge") == "five" else min(SLOW_CHARGE, speed)


def told(
    now: GameState, unit: Value, order: str = "advance", road: bool = False, cautious: bool = False
) -> dict[str, Value]:
    """Distances in cm, numbers of moves, contacts, barges and dice
    (EPIC-25, 37, 67, 75, 81, 83, 134, 135, 164, 182, 183, 184, 253)."""
    card = card_of(now, unit)
    words, dc = card.get("abilities"), number(card.get("dc"), 1)
    engine = card.get("type") == "WE" or dc > 1
    speed = number(card.get("speed"))
    moves = steps_of(order, "move").count("move") + (order == "engage")
    speed, road = (min(speed, CAUTIOUS), False) if cautious else (speed, road)
    return {
        "move": speed + ROAD * road,
        "moves": moves,
        "charge": charge(card, speed, road),
        "counter_charge": counter_charge(now, speed),
        "coherency": max(dc * COHERENCY if engine else COHERENCY, SCOUTS * able(words, "scout")),
        "zone": SCOUT_ZONE if able(words, "scout") else ZONE,
        "contacts": 2 * dc if engine else 2,
        "barges": 2 * dc if engine else 0,
        "assault_dice": dc if engine else 1,
        "turn": turn(card, order),
        "capacity": capacity(card),
        "trapped": trapped_at(now, card),
    }


def trapped_at(now: GameState, card: Map[Value]) -> int:
    """Enemies in contact that let nobody in or out during a charge (EPIC-37, 166)."""
    return 2 * (number(card.get("dc"), 1) if now.reading("we_trapped") == "two_per_dc" else 1)


def charge(card: Map[Value], speed: int, road: bool) -> int:
    """One move at their speed, infiltrators at twice theirs; a road adds to the move, not to the
    speed (EPIC-75, 79, 135)."""
    return speed * (2 if able(card.get("abilities"), "infiltrator") else 1) + ROAD * road


def turn(card: Map[Value], order: str) -> int | None:
    """Degrees an aircraft may turn after 30 cm (EPIC-196, 197)."""
    kind = card.get("speed")
    if not isinstance(kind, str):
        return None
    return TURNS["bomber"] if kind == "fighter_bomber" and order == "ground_attack" else TURNS[kind]


LIMITS = Opening(
    "limits",
    say("limits of a unit"),
    EPIC_25,
    nothing,
    Record(
        (
            Field("unit", Either((UnitId(), UNIT)), required=True),
            Field("order", Word(ORDERS), default="advance"),
            Field("road", Flag(), default=False),
            Field("cautious", Flag(), default=False),
        )
    ),
    tells=told,
)
