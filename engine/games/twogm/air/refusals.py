"""What forbids an air mission: who flies, when, who goes along, who shoots at them, and at what."""

from __future__ import annotations

from itertools import pairwise

from engine.games.twogm import refs
from engine.games.twogm.air.plan import plan_of
from engine.games.twogm.air.situation import AirMission, AirSquare, Battery, Names, names
from engine.games.twogm.air.values import dice_of_strike
from engine.games.twogm.economy.prices import price
from engine.games.twogm.economy.purse import pay_points, too_dear
from engine.games.twogm.hand.values import playable
from engine.games.twogm.movement.field import Square
from engine.games.twogm.movement.ground import ground
from engine.games.twogm.shooting.refusals import weapon_spent, wrong_terrain
from engine.games.twogm.units import carrier_of, has, is_a, occupants
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

BLOCK = 4  # 2GM-102: two by two
MOST = 3  # 2GM-111: on one line from a C-47
ROLES = {"bombers": "bomber", "fighters": "fighter", "escorts": "fighter", "interceptors": "fighter"}


# Who flies


@rule(refs.TWOGM_92, refs.TWOGM_99)
def cannot_fly(now: GameState, mission: AirMission) -> Refusal | None:
    """Aircraft on the table, an escort from the hand too, as fighters or bombers by their
    skills."""
    for key, role in ROLES.items():
        other = "fighter" if role == "bomber" else "bomber"
        for unit in map(now.unit, names(getattr(mission, key))):
            wrong = unit.trackers.get("role") == other or (has(unit, other) and not has(unit, role))
            there = unit.where == "table" or (key == "escorts" and unit in playable(now, unit.seat))
            if not there or unit.stated("type") not in (None, "air") or wrong:
                return Refusal("not_flying", say("{unit} cannot fly this mission", unit=unit.name), refs.TWOGM_100)
    return None


def nobody_waits(now: GameState, mission: AirMission) -> Refusal | None:
    """In the Fire phase only fighters attack that wait beside the HQ, in Deployment only who came
    in this turn, as far as the cards say."""
    if mission != AirMission():
        return None
    waiting = [unit for unit in now.standing(now.seat) if unit.stated("type") in (None, "air")]
    if now.step == "fire" and not waiting:
        return Refusal("no_aircraft", say("no fighter waits beside the HQ"), refs.TWOGM_95)
    come = any(is_a(unit, "infantry") and unit.count("deployed_turn") == now.turn for unit in now.standing(now.seat))
    if now.step == "deployment" and not waiting and not come:
        return Refusal("no_aircraft", say("no aircraft and no paratrooper is deployed"), refs.TWOGM_102)
    return None


def wrong_moment(now: GameState, mission: AirMission) -> Refusal | None:
    """Bombers and drops in the own Deployment phase, attacks of fighters in the own Fire phase, one
    at a time."""
    purpose, flyers = mission.purpose, mission.flyers
    if purpose != "drop" and len(flyers) > 1:
        return Refusal("one_by_one", say("aircraft attack one at a time"), refs.TWOGM_102)
    if now.step not in ("deployment", "fire") or not flyers:
        return None
    if now.unit(flyers[0]).seat != now.seat:
        return Refusal("not_yours", say("aircraft attack in the turn of their player"), refs.TWOGM_95)
    if (purpose == "attack") != (now.step == "fire"):
        ref = refs.TWOGM_96 if purpose == "attack" else refs.TWOGM_102
        return Refusal("not_now", say("bombers strike in Deployment, fighters in Fire"), ref)
    return None


# Who goes along, who meets them


@rule(refs.TWOGM_184)
def wrong_company(now: GameState, mission: AirMission) -> Refusal | None:
    """Only bombers are escorted; paratroopers are not intercepted; interceptors were deployed
    before, and the fighter attacked may be one of them."""
    interceptors = names(mission.interceptors)
    if names(mission.escorts) and mission.purpose != "bomb":
        return Refusal("no_escort", say("only a bomber is escorted"), refs.TWOGM_99)
    if no := wrong_side(now, mission):
        return no
    if interceptors and mission.purpose == "drop":
        return Refusal("no_interception", say("interceptors do not attack paratroopers"), refs.TWOGM_106)
    for unit in map(now.unit, interceptors):
        if unit.count("deployed_turn") == now.turn:
            return Refusal("too_new", say("{unit} was deployed in this turn", unit=unit.name), refs.TWOGM_181)
    return None


def wrong_side(now: GameState, mission: AirMission) -> Refusal | None:
    """The defender intercepts, the attacker escorts; machine guns fire at interceptors."""
    meeting, seats = names(mission.interceptors), {now.unit(each).seat for each in mission.flyers}
    if any(now.unit(each).seat in seats for each in meeting):
        return Refusal("own_interceptor", say("the defender's fighters intercept"), refs.TWOGM_97)
    if seats and any(now.unit(each).seat not in seats for each in names(mission.escorts)):
        return Refusal("enemy_escort", say("the attacker's fighters escort"), refs.TWOGM_99)
    if mission.interceptors is not None and set(mission.hmg_targets or ()) - set(meeting):
        return Refusal("no_interceptor", say("a bomber's machine guns fire at interceptors only"), refs.TWOGM_104)
    return None


@rule(refs.TWOGM_99)
def escorts_from_hand(now: GameState, escorts: Names) -> tuple[Unit, ...]:
    """Escorts that come from the hand."""
    return tuple(unit for unit in map(now.unit, escorts) if unit.where == "reserve")


@rule(refs.TWOGM_65, refs.TWOGM_99)
def escorts_not_paid(now: GameState, mission: AirMission) -> Refusal | None:
    """Escorts from the hand are paid now."""
    return cannot_pay_escorts(now, names(mission.escorts)) if now.step == "deployment" else None


@rule(refs.TWOGM_99, refs.TWOGM_113)
def cannot_pay_escorts(now: GameState, escorts: Names) -> Refusal | None:
    """Each escort from the hand by itself: the two of a pair may pay one each."""
    for unit in escorts_from_hand(now, escorts):
        if no := too_dear(now, unit.seat, price(unit)):
            return no
        now = pay_points(now, unit.seat, price(unit))
    return None


@rule(refs.TWOGM_107)
def wrong_batteries(now: GameState, mission: AirMission) -> Refusal | None:
    """Anti-aircraft units of the other side, on the board, not carried, each once a turn with a
    ready weapon."""
    if not isinstance(mission.aa, tuple) or mission.is_counted or not mission.flyers:
        return None
    seat = now.unit(mission.plane).seat
    return next((no for battery in mission.aa if (no := cannot_shoot(now, battery, seat))), None)


def cannot_shoot(now: GameState, battery: Battery, attacker: int) -> Refusal | None:
    """What is wrong with one anti-aircraft unit."""
    unit = now.unit(battery.unit)
    if unit.count("aa_fired"):
        return Refusal("aa_fired", say("{unit} has fired at aircraft this turn", unit=unit.name), refs.TWOGM_107)
    if unit.stated("skills") is not None and not has(unit, "anti_aircraft"):
        return Refusal("no_anti_aircraft", say("{unit} is no anti-aircraft unit", unit=unit.name), refs.TWOGM_107)
    if carrier_of(now, unit):
        return Refusal("carried", say("{unit} is carried and cannot fire", unit=unit.name), refs.TWOGM_186)
    if no := weapon_spent(now, unit, battery.weapon, reacting=True):
        return no
    if unit.seat == attacker:
        text = say("anti-aircraft units shoot at aircraft in the enemy turn only")
        return Refusal("own_turn", text, refs.TWOGM_110)
    return None


# What they go for


def wrong_target(now: GameState, mission: AirMission) -> Refusal | None:
    """No General, no unit that is not there, none of the own side; occupied terrain is attacked
    through its unit, what cannot be destroyed not at all."""
    unit = now.unit(mission.target) if mission.target else None
    if unit is None:
        return None
    own = unit.seat in {now.unit(each).seat for each in mission.flyers}
    closed = wrong_terrain(now, unit) is not None if is_a(unit, "terrain") else own
    if closed or is_a(unit, "general", "support") or unit.where != "table":
        return Refusal("no_target", say("{unit} cannot be attacked", unit=unit.name), refs.TWOGM_93)
    return None


def wrong_area(now: GameState, mission: AirMission) -> Refusal | None:
    """One objective: the HQ, one aircraft, or an area in one piece; a fighter has one target."""
    plan = plan_of(now, mission)
    dice = dice_of_strike(now, plan)
    if plan.purpose == "attack" and dice > 1:
        return Refusal("one_target", say("a fighter attacks one target"), refs.TWOGM_96)
    if plan.purpose == "attack" and plan.squares and not dice:
        return Refusal("nothing_there", say("there is nothing that a fighter could attack"), refs.TWOGM_93)
    named = ((each.row, each.column) for each in plan.squares)
    places = [(row, column) for row, column in named if isinstance(row, int) and isinstance(column, int)]
    mixed = plan.squares and plan.target is not None and is_a(now.unit(plan.target), "hq", "air")
    if plan.purpose == "bomb" and (mixed or not (is_line(places) or is_block(places))):
        text = say("a bomber strikes the HQ, one aircraft, or squares in a line or a block")
        return Refusal("no_area", text, refs.TWOGM_102)
    return None


@rule(refs.TWOGM_102)
def is_line(places: list[Square]) -> bool:
    """One square after another in a row or a column, in one direction."""
    ways = {(other[0] - one[0], other[1] - one[1]) for one, other in pairwise(places)}
    return len(ways) < 2 and all(abs(up) + abs(aside) == 1 for up, aside in ways)


@rule(refs.TWOGM_102)
def is_block(places: list[Square]) -> bool:
    """Two squares by two, in any order."""
    apart = (max(each) - min(each) for each in zip(*places, strict=True))
    return len(set(places)) == BLOCK == len(places) and all(each == 1 for each in apart)


def wrong_drop(now: GameState, mission: AirMission) -> Refusal | None:
    """Infantry that is paid for, three at most, on free squares that can be entered."""
    if mission.purpose != "drop" or mission.is_counted:
        return None
    if len(mission.flyers) > MOST:
        return Refusal("too_many", say("a C-47 drops up to three units"), refs.TWOGM_111)
    for unit in map(now.unit, mission.flyers):
        if unit.stated("type") not in (None, "infantry"):
            return Refusal("no_infantry", say("only infantry is dropped"), refs.TWOGM_111)
        if unit.where != "table":
            text = say("{unit} is deployed first, with its card", unit=unit.name)
            return Refusal("not_deployed", text, refs.TWOGM_111)
    shut = any(is_closed(now, square) for square in plan_of(now, mission).squares)
    return Refusal("no_landing", say("nobody lands there"), refs.TWOGM_111) if shut else None


@rule(refs.TWOGM_111, refs.TWOGM_179)
def is_closed(now: GameState, square: AirSquare) -> bool:
    """No paratrooper lands off the board, beside another unit, or where infantry cannot go."""
    here, terrain = ground(now, square.terrain or "plain"), square.terrain
    held = isinstance(terrain, str) and occupants(now, terrain)
    shut = here.impassable or (here.access and "infantry" not in here.access)
    return bool(shut or held or square.units or square.off_board)


AIR = (
    cannot_fly,
    nobody_waits,
    wrong_moment,
    wrong_company,
    escorts_not_paid,
    wrong_batteries,
    wrong_target,
    wrong_area,
    wrong_drop,
)
