"""What can be asked and changes nothing: how far, how many, what a skimmer sees, whether an army
is legal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.epic import army, refs
from engine.games.epic.abilities import able, capacity
from engine.games.epic.activation.orders import steps_of
from engine.games.epic.cards import CARD
from engine.games.epic.formations.rows import card_of, number
from engine.games.epic.transport.values import trapped_at
from engine.games.epic.units import Markers, Order, UnitOrCard
from engine.playing.citing import rule
from engine.playing.opening import answers
from engine.values.kinds import ListOf, Whole
from engine.values.maps import Map, Value
from engine.values.situation import Situation, UnitName, YesNo
from engine.values.table import GameState
from engine.values.texts import english, say

ROAD = 5
COHERENCY = 5
COHERENCY_OF_SCOUTS = 20
ZONE = 5
ZONE_OF_SCOUTS = 10
CAUTIOUS = 5
QUICK = 30
QUICK_CHARGE = 10
SLOW_CHARGE = 5
TURNS = {"fighter": 90, "bomber": 45, "fighter_bomber": 90}


@dataclass(frozen=True, slots=True)
class UnitInAction(Situation):
    """A unit, and the action it takes."""

    unit: UnitOrCard
    order: Order = "advance"
    road: YesNo = False
    cautious: YesNo = False


@rule(
    refs.EPIC_02,
    refs.EPIC_25,
    refs.EPIC_28,
    refs.EPIC_67,
    refs.EPIC_75,
    refs.EPIC_81,
    refs.EPIC_134,
    refs.EPIC_164,
    refs.EPIC_182,
    refs.EPIC_183,
    refs.EPIC_184,
    refs.EPIC_253,
)
def limits(now: GameState, action: UnitInAction) -> dict[str, Value]:
    """Distances in cm, numbers of moves, contacts, barges and dice."""
    card = card_of(now, action.unit)
    words, dc = card.get("abilities"), number(card.get("dc"), 1)
    is_engine, is_scout = card.get("type") == "WE" or dc > 1, able(words, "scout")
    moves = steps_of(action.order, "move").count("move") + (action.order == "engage")
    speed, more = number(card.get("speed")), ROAD * action.road
    speed, more = (min(speed, CAUTIOUS), 0) if action.cautious else (speed, more)
    return {
        "move": speed + more,
        "moves": moves,
        "charge": charge(card, speed) + more,
        "counter_charge": counter_charge(now, speed),
        "coherency": max(dc * COHERENCY if is_engine else COHERENCY, COHERENCY_OF_SCOUTS * is_scout),
        "zone": ZONE_OF_SCOUTS if is_scout else ZONE,
        "contacts": 2 * dc if is_engine else 2,
        "barges": 2 * dc if is_engine else 0,
        "assault_dice": dc if is_engine else 1,
        "turn": degrees_of_turn(card, action.order),
        "capacity": capacity(card),
        "trapped": trapped_at(now, card),
    }


@rule(refs.EPIC_75, refs.EPIC_79, refs.EPIC_135)
def charge(card: Map[Value], speed: int) -> int:
    """One move at their speed, infiltrators at twice theirs; a road adds to the move, not to the
    speed."""
    return speed * (2 if able(card.get("abilities"), "infiltrator") else 1)


@rule(refs.EPIC_83)
def counter_charge(now: GameState, speed: int) -> int:
    """10 cm from speed 30 on, else 5, and never farther than it goes anyway."""
    if speed >= QUICK:
        return QUICK_CHARGE
    return SLOW_CHARGE if now.reading("slow_countercharge") == "five" else min(SLOW_CHARGE, speed)


@rule(refs.EPIC_196, refs.EPIC_197)
def degrees_of_turn(card: Map[Value], order: str) -> int | None:
    """Degrees an aircraft may turn after 30 cm."""
    kind = card.get("speed")
    if not isinstance(kind, str):
        return None
    return TURNS["bomber"] if kind == "fighter_bomber" and order == "ground_attack" else TURNS[kind]


# Pop-ups


@dataclass(frozen=True, slots=True)
class PopUp(Situation):
    """Distances of a skimmer and of its target to the terrain between them."""

    skimmer: Markers
    target: Markers


@rule(refs.EPIC_127)
def sight(now: GameState, pop_up: PopUp) -> dict[str, Value]:
    """The nearer skimmer sees over the terrain, an equal one too but both are in cover."""
    near, far = pop_up.skimmer, pop_up.target
    return {"los": "clear" if near <= far else "normal", "in_cover": near == far}


# Armies


@dataclass(frozen=True, slots=True)
class ArmyList(Situation):
    """The cards of an army, or its formations on the table, and the points that were agreed."""

    cards: Annotated[tuple[Map[Value], ...], ListOf(CARD)] | None = None
    units: tuple[UnitName, ...] | None = None
    limit: Annotated[int, Whole(0, 99999)] | None = None


def judge_army(now: GameState, listed: ArmyList) -> dict[str, Value]:
    """Its points, and everything wrong with it."""
    cards = listed.cards
    if cards is None:
        cards = tuple(now.unit(each).card for each in listed.units or ())
    wrong = tuple(english(each.why) for each in army.problems(cards, listed.limit))
    return {"points": army.points(cards), "formations": len(cards), "legal": not wrong, "problems": wrong}


QUESTIONS = (
    answers("limits", say("limits of a unit"), refs.EPIC_25, UnitInAction, limits),
    answers("pop_up", say("pop-up line of sight"), refs.EPIC_127, PopUp, sight),
    answers("army", say("army"), refs.EPIC_226, ArmyList, judge_army),
)
