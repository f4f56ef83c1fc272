"""What forbids an air mission."""

from __future__ import annotations

from itertools import pairwise

from engine.games.twogm.field import Square
from engine.games.twogm.ground import ground
from engine.games.twogm.money import too_dear
from engine.games.twogm.prices import price
from engine.games.twogm.raid import FLYERS, Names, counts, mission_of, names, planned, rolled
from engine.games.twogm.refs import (
    TWOGM_93,
    TWOGM_95,
    TWOGM_96,
    TWOGM_97,
    TWOGM_99,
    TWOGM_100,
    TWOGM_102,
    TWOGM_104,
    TWOGM_106,
    TWOGM_107,
    TWOGM_110,
    TWOGM_111,
    TWOGM_181,
    TWOGM_186,
)
from engine.games.twogm.shooting import spent_weapon
from engine.games.twogm.units import carrier_of, has, is_a, occupants
from engine.values.maps import Map, Value
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say

BLOCK = 4  # 2GM-102: two by two
MOST = 3  # 2GM-111: on one line from a C-47
ROLES = {"bombers": "bomber", "fighters": "fighter", "escorts": "fighter", "interceptors": "fighter"}


def not_flying(now: GameState, **told: Value) -> Refusal | None:
    """Aircraft on the table, an escort from the hand too, as fighters or bombers by their skills
    (2GM-92, 99, 100)."""
    for key, role in ROLES.items():
        other = "fighter" if role == "bomber" else "bomber"
        for unit in (now.unit(each) for each in names(told.get(key))):
            wrong = unit.trackers.get("role") == other or (has(unit, other) and not has(unit, role))
            there = unit.where == "table" or (key == "escorts" and unit.where == "reserve")
            if not there or unit.stated("type") not in (None, "air") or wrong:
                return Refusal("not_flying", say("{unit} cannot fly this mission", unit=unit.name), TWOGM_100)
    return None


def nobody_waits(now: GameState, **told: Value) -> Refusal | None:
    """In the Fire phase only fighters attack that wait beside the HQ, as far as the cards say
    (2GM-95)."""
    waiting = (unit for unit in now.standing(now.seat) if unit.stated("type") in (None, "air"))
    if now.step == "fire" and not told and not any(waiting):
        return Refusal("no_aircraft", say("no fighter waits beside the HQ"), TWOGM_95)
    return None


def wrong_moment(now: GameState, **told: Value) -> Refusal | None:
    """Bombers and drops in the own Deployment phase, attacks of fighters in the own Fire phase,
    one at a time (2GM-95, 96, 102)."""
    given = Map(told)
    mission, flyers = mission_of(given), names(given.get(FLYERS[mission_of(given)]))
    if mission != "drop" and len(flyers) > 1:
        return Refusal("one_by_one", say("aircraft attack one at a time"), TWOGM_102)
    if now.step not in ("deployment", "fire") or not flyers:
        return None
    if now.unit(flyers[0]).seat != now.seat:
        return Refusal("not_yours", say("aircraft attack in the turn of their player"), TWOGM_95)
    if (mission == "attack") != (now.step == "fire"):
        return Refusal(
            "not_now",
            say("bombers strike in Deployment, fighters in Fire"),
            TWOGM_96 if mission == "attack" else TWOGM_102,
        )
    return None


def wrong_escort(now: GameState, **told: Value) -> Refusal | None:
    """Only bombers are escorted; paratroopers are not intercepted; interceptors were deployed
    before, and the fighter attacked may be one of them (2GM-99, 106, 181, 184)."""
    given = Map(told)
    if names(given.get("escorts")) and mission_of(given) != "bomb":
        return Refusal("no_escort", say("only a bomber is escorted"), TWOGM_99)
    if no := wrong_side(now, given):
        return no
    if names(given.get("interceptors")) and mission_of(given) == "drop":
        return Refusal("no_interception", say("interceptors do not attack paratroopers"), TWOGM_106)
    for unit in (now.unit(each) for each in names(given.get("interceptors"))):
        if unit.count("deployed_turn") == now.turn:
            return Refusal("too_new", say("{unit} was deployed in this turn", unit=unit.name), TWOGM_181)
    return None


def from_hand(now: GameState, escorts: Names) -> Names:
    """Escorts that come from the hand (2GM-99)."""
    return tuple(unit for unit in escorts if now.unit(unit).where == "reserve")


def due(now: GameState, escorts: Names) -> int:
    """What escorts from the hand cost (2GM-99)."""
    return sum(price(now.unit(unit)) for unit in from_hand(now, escorts))


def unpaid(now: GameState, **told: Value) -> Refusal | None:
    """Escorts from the hand are paid now (2GM-65, 99)."""
    cost = due(now, names(told.get("escorts")))
    return too_dear(now, now.seat, cost) if now.step == "deployment" else None


def wrong_side(now: GameState, told: Map[Value]) -> Refusal | None:
    """The defender intercepts, the attacker escorts; machine guns fire at interceptors (2GM-97,
    99, 104)."""
    flyers, meeting = names(told.get(FLYERS[mission_of(told)])), names(told.get("interceptors"))
    seats = {now.unit(each).seat for each in flyers}
    if any(now.unit(each).seat in seats for each in meeting):
        return Refusal("own_interceptor", say("the defender's fighters intercept"), TWOGM_97)
    if seats and any(now.unit(each).seat not in seats for each in names(told.get("escorts"))):
        return Refusal("enemy_escort", say("the attacker's fighters escort"), TWOGM_99)
    if "interceptors" in told and set(names(told.get("hmg_targets"))) - set(meeting):
        return Refusal("no_interceptor", say("a bomber's machine guns fire at interceptors only"), TWOGM_104)
    return None


def wrong_batteries(now: GameState, **told: Value) -> Refusal | None:
    """Anti-aircraft units of the other side, on the board, not carried, each once a turn with a
    ready weapon (2GM-107, 110, 186)."""
    given = Map(told)
    if counts(given):
        return None
    plan = planned(now, given)
    for battery in plan.batteries:
        unit = now.unit(battery["unit"])
        if unit.count("aa_fired"):
            return Refusal("aa_fired", say("{unit} has fired at aircraft this turn", unit=unit.name), TWOGM_107)
        if unit.stated("skills") is not None and not has(unit, "anti_aircraft"):
            return Refusal("no_anti_aircraft", say("{unit} is no anti-aircraft unit", unit=unit.name), TWOGM_107)
        if carrier_of(now, unit):
            return Refusal("carried", say("{unit} is carried and cannot fire", unit=unit.name), TWOGM_186)
        if battery.get("weapon") and (no := spent_weapon(now, unit, str(battery["weapon"]), reacting=True)):
            return no
        if unit.seat == now.unit(plan.plane).seat:
            return Refusal("own_turn", say("anti-aircraft units shoot at aircraft in the enemy turn only"), TWOGM_110)
    return None


def wrong_target(now: GameState, target: str | None = None, **told: Value) -> Refusal | None:
    """No General, no ruins, nobody who is not there, nobody of the own side; occupied terrain is
    attacked through its unit (2GM-93)."""
    unit = now.unit(target) if target else None
    if unit is None:
        return None
    given = Map(told)
    own = {now.unit(each).seat for each in names(given.get(FLYERS[mission_of(given)]))}
    closed = (occupants(now, unit.id) or unit.count("ruins")) if is_a(unit, "terrain") else unit.seat in own
    if closed or is_a(unit, "general", "support") or unit.where != "table":
        return Refusal("no_target", say("{unit} cannot be attacked", unit=unit.name), TWOGM_93)
    return None


def wrong_area(now: GameState, target: str | None = None, **told: Value) -> Refusal | None:
    """One objective: the HQ, one aircraft, or an area in one piece; a fighter has one target
    (2GM-96, 102)."""
    plan = planned(now, Map(told))
    if plan.mission == "attack" and rolled(now, plan) > 1:
        return Refusal("one_target", say("a fighter attacks one target"), TWOGM_96)
    places = [
        (row, column)
        for each in plan.squares
        if isinstance(row := each.get("row"), int) and isinstance(column := each.get("column"), int)
    ]
    mixed = plan.squares and target is not None and is_a(now.unit(target), "hq", "air")
    if plan.mission == "bomb" and (mixed or not (in_line(places) or in_block(places))):
        return Refusal(
            "no_area", say("a bomber strikes the HQ, one aircraft, or squares in a line or a block"), TWOGM_102
        )
    return None


def in_line(places: list[Square]) -> bool:
    """One square after another in a row or a column, in one direction (2GM-102)."""
    ways = {(other[0] - one[0], other[1] - one[1]) for one, other in pairwise(places)}
    return len(ways) < 2 and all(abs(up) + abs(aside) == 1 for up, aside in ways)


def in_block(places: list[Square]) -> bool:
    """Two squares by two, in any order (2GM-102)."""
    return len(set(places)) == BLOCK == len(places) and all(
        max(each) - min(each) == 1 for each in zip(*places, strict=True)
    )


def wrong_landing(now: GameState, **told: Value) -> Refusal | None:
    """Infantry that is paid for, three at most, on free squares that can be entered (2GM-111,
    179)."""
    given = Map(told)
    if mission_of(given) != "drop" or counts(given):
        return None
    plan = planned(now, given)
    if len(plan.flyers) > MOST:
        return Refusal("too_many", say("a C-47 drops up to three units"), TWOGM_111)
    for unit in map(now.unit, plan.flyers):
        if unit.stated("type") not in (None, "infantry"):
            return Refusal("no_infantry", say("only infantry is dropped"), TWOGM_111)
        if unit.where != "table":
            return Refusal("not_deployed", say("{unit} is deployed first, with its card", unit=unit.name), TWOGM_111)
    for square in plan.squares:
        here = ground(now, square.get("terrain") or "plain")
        shut = here.impassable or (here.access and "infantry" not in here.access) or held(now, square)
        if shut or names(square.get("units")) or square.get("off_board") is True:
            return Refusal("no_landing", say("nobody lands there"), TWOGM_111)
    return None


def held(now: GameState, square: Map[Value]) -> bool:
    """Somebody is on the card that lies there (2GM-111)."""
    terrain = square.get("terrain")
    return isinstance(terrain, str) and bool(occupants(now, terrain))


FORBIDS = (
    not_flying,
    nobody_waits,
    wrong_moment,
    wrong_escort,
    unpaid,
    wrong_batteries,
    wrong_target,
    wrong_area,
    wrong_landing,
)
