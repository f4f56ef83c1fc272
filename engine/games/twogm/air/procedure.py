"""An air mission: who comes along, all shots in their order, the strike, and who is discarded."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm import refs, staging
from engine.games.twogm.air import memory, prompts, refusals
from engine.games.twogm.air.crew import with_flyers, with_targets
from engine.games.twogm.air.drop import fire_at_drop, land_paratroopers, shot_of_battery
from engine.games.twogm.air.order import facts
from engine.games.twogm.air.plan import AirPlan, plan_of
from engine.games.twogm.air.situation import AirMission, Battery, Names, names
from engine.games.twogm.air.values import can_fire, is_covered, units_bombed
from engine.games.twogm.deployment.procedure import put_on_board
from engine.games.twogm.economy.prices import price
from engine.games.twogm.economy.purse import pay_points
from engine.games.twogm.hand.values import play_cards
from engine.games.twogm.shooting.procedure import fire_shot
from engine.games.twogm.shooting.prompts import to_hit
from engine.games.twogm.shooting.situation import AimedShot
from engine.games.twogm.shooting.weapons import MAIN
from engine.games.twogm.units import has, lose_without_cards, survivors
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Asking, Procedure, Task, call, choose, roll, task
from engine.values.maps import EMPTY, Value, pairs
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.TWOGM_95, refs.TWOGM_97, refs.TWOGM_99, refs.TWOGM_102, refs.TWOGM_180)
def fly_mission(state: GameState, mission: AirMission) -> Procedure:
    """Target, interceptors, escorts; then all shots in their order; every card that flew is
    discarded."""
    if mission.is_counted:
        return state
    state, mission = yield from with_flyers(state, mission)
    if not mission.flyers:
        raise Impossible(say("say who flies: bombers, fighters or paratroopers"))
    state, mission = yield from with_targets(state, mission)
    if mission.aa is None:
        mission = replace(mission, aa=batteries_on_guard(state, mission))
    state, interceptors = yield from volunteers(state, mission, "interceptors")
    state, escorts = yield from volunteers(state, mission, "escorts")
    mission = replace(mission, interceptors=interceptors, escorts=escorts)
    state = call_up_escorts(state, escorts)
    state = yield from call(state, *sequence(plan_of(state, mission), mission))
    return discard_aircraft(state, plan_of(state, mission))


@rule(refs.TWOGM_96, refs.TWOGM_107)
def batteries_on_guard(now: GameState, mission: AirMission) -> tuple[Battery, ...]:
    """In play the enemy's anti-aircraft units are asked, whether the attacker names them or not."""
    enemies = now.standing(1 - now.unit(mission.plane).seat)
    return tuple(Battery(unit.id, waits=True) for unit in enemies if has(unit, "anti_aircraft"))


@rule(refs.TWOGM_97, refs.TWOGM_99)
def volunteers(state: GameState, mission: AirMission, kind: str) -> Asking[Names]:
    """Interceptors and escorts as told; else one after another until no more come."""
    named: Names | None = getattr(mission, kind)
    if named is not None or mission.purpose == "drop" or (kind == "escorts" and mission.purpose != "bomb"):
        return state, names(named)
    found: Names = ()
    while prompts.able_fighters(state, mission, kind, found):
        state, unit = yield from choose(state, prompts.who_comes, mission, kind, found)
        if unit == prompts.NONE:
            break
        found = (*found, unit)
    return state, found


@rule(refs.TWOGM_99)
def call_up_escorts(state: GameState, escorts: Names) -> GameState:
    """Escorts from the hand are paid for and deployed as they are announced."""
    for unit in refusals.escorts_from_hand(state, escorts):
        state = play_cards(pay_points(state, unit.seat, price(unit)), unit.seat)
        state = put_on_board(state, unit.id, 0, None, None)
    return state


@rule(refs.TWOGM_21)
def discard_aircraft(state: GameState, plan: AirPlan) -> GameState:
    """Every aircraft used is discarded; an idle escort returns by another reading; a bomber may
    have been the last card."""
    escorts = plan.escorts if state.reading("idle_escort") != "returns" else ()
    ref = refs.TWOGM_102 if plan.purpose == "bomb" else refs.TWOGM_95
    flyers = plan.flyers if plan.purpose != "drop" else ()
    for flown, why in ((plan.interceptors, refs.TWOGM_97), (escorts, refs.TWOGM_182), (flyers, ref)):
        for unit in survivors(state, flown):
            state = state.set(unit, "where", "discarded", why)
    return lose_without_cards(state, state.unit(plan.plane).seat)


# In which order


@rule(refs.TWOGM_98, refs.TWOGM_100, refs.TWOGM_105, refs.TWOGM_180)
def sequence(plan: AirPlan, mission: AirMission) -> tuple[Task, ...]:
    """Anti-aircraft guns, escorts, machine guns, interceptors, then the strike square by square."""
    if plan.purpose == "drop":
        batteries = (task(fire_at_drop, mission, battery) for battery in plan.batteries)
        return (*batteries, task(land_paratroopers, mission))
    met = tasks_of_meeting(plan, mission)
    if not plan.squares:
        strike = (task(strike_target, mission, plan.target, None),) if plan.target else ()
        return (*tasks_of_batteries(plan, mission, 1), *met, *strike)
    found: list[Task] = []
    for number, _ in enumerate(plan.squares, 1):
        found += tasks_of_batteries(plan, mission, number)
        found += met if number == plan.comes_at else ()
        found.append(task(strike_square, mission, number))
    return tuple(found)


@rule(refs.TWOGM_96, refs.TWOGM_105, refs.TWOGM_107)
def tasks_of_batteries(plan: AirPlan, mission: AirMission, number: int) -> tuple[Task, ...]:
    """Batteries that reach a square."""
    return tuple(task(fire_battery, mission, battery) for battery in plan.batteries if is_covered(battery, number))


@rule(refs.TWOGM_98, refs.TWOGM_100, refs.TWOGM_104)
def tasks_of_meeting(plan: AirPlan, mission: AirMission) -> tuple[Task, ...]:
    """Escorts at interceptors, machine guns at interceptors, interceptors at the aircraft."""
    guns = range(len(plan.guns))
    return (
        *(task(fire_escort, mission, unit) for unit in plan.escorts),
        *(task(name_target_of_gun, mission, gun) for gun in guns),
        *(task(fire_machine_gun, mission, gun) for gun in guns),
        *(task(fire_interceptor, mission, unit) for unit in plan.interceptors),
    )


@rule(refs.TWOGM_107, refs.TWOGM_108)
def fire_battery(state: GameState, mission: AirMission, battery: Battery) -> Procedure:
    """One shot a turn, at an escort while one flies, else at the aircraft; holding it is
    allowed."""
    escorts, plane = names(mission.escorts), mission.plane
    if not can_fire(state, battery) or not survivors(state, (plane, *escorts)):
        return state
    state, target = yield from choose(state, prompts.at_which_aircraft, battery, escorts, (plane,))
    return state if target == prompts.HOLD else (yield from fire_shot(state, shot_of_battery(state, battery, target)))


@rule(refs.TWOGM_182)
def fire_escort(state: GameState, mission: AirMission, unit: str) -> Procedure:
    """An escort shoots at an interceptor of its choice and is discarded; without one it flies
    on."""
    interceptors = names(mission.interceptors)
    if not survivors(state, interceptors):
        return state
    state = yield from shoot_at_one(state, unit, MAIN, interceptors, "escort", f"escort:{unit}")
    return state.set(unit, "where", "discarded", refs.TWOGM_100) if survivors(state, (unit,)) else state


@rule(refs.TWOGM_183)
def name_target_of_gun(state: GameState, mission: AirMission, gun: int) -> Procedure:
    """By another reading all machine guns name their targets before the first roll."""
    plan = plan_of(state, mission)
    named, prey = gun < len(plan.gun_targets), survivors(state, plan.interceptors)
    if state.reading("hmg_allocation") == "one_by_one" or named or not prey[1:]:
        return state
    name = f"{plan.plane}:{gun}"
    state, target = yield from choose(state, prompts.at_which_prey, plan.plane, name, plan.interceptors)
    return memory.remember_target(state, gun, target)


@rule(refs.TWOGM_98, refs.TWOGM_104, refs.TWOGM_183)
def fire_machine_gun(state: GameState, mission: AirMission, gun: int) -> Procedure:
    """Each gun once at an interceptor; the target is told, named before, or chosen now."""
    plan = plan_of(state, mission)
    if gun >= len(plan.guns):  # a hand took it away since the first one fired
        return state
    named = state.recall(memory.GunTargets).named.get(str(gun), prompts.HOLD)
    target = plan.gun_targets[gun] if gun < len(plan.gun_targets) else named
    prey = (target,) if target != prompts.HOLD else plan.interceptors
    return (yield from shoot_at_one(state, plan.plane, plan.guns[gun], prey, "hmg", f"hmg:{plan.plane}:{gun}"))


@rule(refs.TWOGM_98, refs.TWOGM_101)
def fire_interceptor(state: GameState, mission: AirMission, unit: str) -> Procedure:
    """A surviving interceptor at the attacking aircraft, never at its escort."""
    role = "interception" if mission.purpose == "bomb" else "dogfight"
    return (yield from shoot_at_one(state, unit, MAIN, (mission.plane,), role, f"interceptor:{unit}"))


@rule(refs.TWOGM_98, refs.TWOGM_101, refs.TWOGM_182, refs.TWOGM_183)
def shoot_at_one(state: GameState, shooter: str, place: int, prey: Names, role: str, key: str) -> Procedure:
    """One shot at one of the prey still flying; its owner chooses among several."""
    left = survivors(state, prey)
    if state.unit(shooter).where != "table" or not left:
        return state
    target = left[0]
    if left[1:]:
        state, target = yield from choose(state, prompts.at_which_prey, shooter, key.partition(":")[2], prey)
    if target == prompts.HOLD:
        return state
    return (yield from fire_shot(state, AimedShot(shooter, place, target, role, key=key)))


# What is struck


@rule(refs.TWOGM_93, refs.TWOGM_96, refs.TWOGM_102)
def strike_target(state: GameState, mission: AirMission, target: str, terrain: Value) -> Procedure:
    """One shot of the aircraft at one target."""
    plane, role = mission.plane, "bomb" if mission.purpose == "bomb" else "strafe"
    if state.unit(plane).where != "table" or state.unit(target).gone:
        return state
    return (yield from fire_shot(state, AimedShot(plane, MAIN, target, role, terrain=terrain, key=f"{role}:{target}")))


@rule(refs.TWOGM_102, refs.TWOGM_103, refs.TWOGM_187)
def strike_square(state: GameState, mission: AirMission, number: int) -> Procedure:
    """Every unit of a square, own ones too, or its empty terrain; nothing off the board."""
    square = plan_of(state, mission).square(number)
    tasks = (
        task(strike_target, mission, each, square.terrain)
        if each in state.units
        else task(strike_element, mission, number)
        for each in units_bombed(state, square)
    )
    return (yield from call(state, *tasks))


@rule(refs.TWOGM_102)
def strike_element(state: GameState, mission: AirMission, number: int) -> Procedure:
    """An element that is no card on the table: a question rolls its die; in a game, where none
    flies in the Start phase, the players keep its damage."""
    plane, name = state.unit(mission.plane), f"square:{number}"
    if state.step != "start" or plane.where != "table":
        return state
    element = Unit(name, plane.seat, pairs(type="terrain", impact=(0, 0)), EMPTY)
    shot = AimedShot(plane.id, MAIN, name, "bomb", key=f"bomb:{number}")
    state, _ = yield from roll(replace(state, units=state.units.put(name, element)), to_hit, shot)
    return replace(state, units=state.units.without(name))


# What becomes of them


@rule(refs.TWOGM_101, refs.TWOGM_102, refs.TWOGM_112)
def outcomes(mission: AirMission) -> dict[str, Show]:
    """Whether the aircraft comes through, and what is left of its targets."""
    if mission.is_counted:
        return {}
    kind, flyers = ("bomber", names(mission.bombers)) if mission.bombers else ("fighter", names(mission.fighters))
    found = {kind: what_became(flyers[0], "survives", "shot_down")} if flyers else {}
    found |= {f"landed:{unit}": what_became(unit, "yes", "no") for unit in names(mission.paratroopers)}
    for unit in (mission.target,) if mission.target else units_in_area(mission):
        found |= {f"damage:{unit}": damage_of(unit), f"destroyed:{unit}": what_became(unit, "no", "yes")}
    return found


def what_became(unit: str, alive: str, gone: str) -> Show:
    return lambda after: gone if after.unit(unit).gone else alive


def damage_of(unit: str) -> Show:
    return lambda after: after.unit(unit).count("damage")


@rule(refs.TWOGM_102)
def units_in_area(mission: AirMission) -> Names:
    """Units that an area holds."""
    squares = mission.squares if not mission.paratroopers else ()
    return tuple(unit for square in squares if not square.off_board for unit in square.units or ())


OPENINGS = (
    opens(
        "air",
        say("air attack"),
        refs.TWOGM_180,
        AirMission,
        fly_mission,
        refusals=refusals.AIR,
        shows=outcomes,
        tells=facts,
        stage=staging.stage_mission,
        assumed={"aa": ()},
    ),
)
