"""The air war: who meets the aircraft on its way, in which order, and what it strikes."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm.aiming import HOLD, aim, aim_flak, flak_shot, named
from engine.games.twogm.air_rules import FORBIDS, due, from_hand
from engine.games.twogm.deploy import arrived, played
from engine.games.twogm.drop import flak_drop, landing
from engine.games.twogm.fire import fired, impact
from engine.games.twogm.money import paid, too_dear
from engine.games.twogm.order import facts
from engine.games.twogm.prices import price
from engine.games.twogm.raid import FLYERS, SITUATION, Names, Plan, bombed, counts, covered, names, planned, rows
from engine.games.twogm.refs import TWOGM_97, TWOGM_99, TWOGM_180
from engine.games.twogm.units import flying, has, is_fighter, out_of_cards
from engine.games.twogm.weapons import MAIN, Shot
from engine.playing.procedure import Asking, Procedure, Task, call, choose, roll, task
from engine.playing.rules import Opening, Show
from engine.values.maps import EMPTY, Map, Value, pairs
from engine.values.model import Impossible, Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

NONE = "none"


def air(state: GameState, **told: Value) -> Procedure:
    """Target, interceptors, escorts; then all shots in their order; whoever flew is discarded
    (2GM-95, 97, 99, 102, 180)."""
    given = Map(told)
    if counts(given):
        return state
    plan = planned(state, given)
    if not plan.flyers:
        raise Impossible(say("say who flies: bombers, fighters or paratroopers"))
    if "aa" not in given and state.step != "start":
        given = given.put("aa", on_guard(state, plan))
    state, interceptors = yield from volunteers(state, plan, "interceptors", given)
    state, escorts = yield from volunteers(state, plan, "escorts", given)
    given = given.put("interceptors", interceptors).put("escorts", escorts)
    state = yield from call(called_up(state, escorts), *sequence(planned(state, given), given))
    return gone_home(state, planned(state, given))


def on_guard(now: GameState, plan: Plan) -> tuple[Value, ...]:
    """In play the enemy's anti-aircraft units are asked, whether the attacker names them or not
    (2GM-96, 107)."""
    enemies = now.standing(1 - now.unit(plan.plane).seat)
    return tuple(pairs(unit=unit.id, unnamed=True) for unit in enemies if has(unit, "anti_aircraft"))


def gone_home(state: GameState, plan: Plan) -> GameState:
    """Every aircraft used is discarded; an idle escort returns by another reading; a bomber may
    have been the last card (2GM-21, 95, 97, 102, 182)."""
    idle = plan.escorts if state.reading("idle_escort") == "returns" else ()
    used = (*plan.interceptors, *(unit for unit in plan.escorts if unit not in idle))
    for flown in (*used, *(plan.flyers if plan.mission != "drop" else ())):
        if state.unit(flown).where == "table":
            state = state.set(flown, "where", "discarded")
    return out_of_cards(state, state.unit(plan.plane).seat)


# Who comes


def volunteers(state: GameState, plan: Plan, kind: str, told: Map[Value]) -> Asking[Names]:
    """Interceptors and escorts as told; else one after another until no more come (2GM-97, 99)."""
    if kind in told or plan.mission == "drop" or (kind == "escorts" and plan.mission != "bomb"):
        return state, names(told.get(kind))
    found: Names = ()
    while able(state, plan, kind, found):
        state, unit = yield from choose(state, who_comes, plan, kind, found)
        if unit == NONE:
            break
        found = (*found, unit)
    return state, found


def called_up(state: GameState, escorts: Names) -> GameState:
    """Escorts from the hand are paid for and deployed as they are announced (2GM-99)."""
    for unit in map(state.unit, from_hand(state, escorts)):
        state = played(paid(state, unit.seat, price(unit)), unit.seat)
        state = arrived(state, unit.id, 0, None, None)
    return state


def able(now: GameState, plan: Plan, kind: str, taken: Names) -> Names:
    """Fighters waiting beside their HQ: the enemy's, deployed in an earlier turn, or the own;
    those in hand that can be paid escort too (2GM-97, 99, 181)."""
    seat = now.unit(plan.plane).seat
    fighters = [unit for unit in now.standing() if is_fighter(unit) and unit.id not in (*taken, *plan.flyers)]
    if kind == "escorts":
        hand = [
            unit
            for unit in now.units.values()
            if unit.where == "reserve"
            and is_fighter(unit)
            and unit.id not in taken
            and isinstance(unit.stated("cost"), int)
        ]
        return tuple(
            unit.id
            for unit in (*fighters, *hand)
            if unit.seat == seat and not too_dear(now, seat, due(now, (*taken, unit.id)))
        )
    return tuple(unit.id for unit in fighters if unit.seat != seat and unit.count("deployed_turn") != now.turn)


def who_comes(now: GameState, plan: Plan, kind: str, taken: Names) -> Prompt:
    """The defender is asked first, then the attacker (2GM-97, 99)."""
    seat = now.unit(plan.plane).seat
    options = (Option(NONE, say("nobody more")), *named(now, able(now, plan, kind, taken)))
    if kind == "escorts":
        return Prompt(
            f"escorts:{len(taken)}", "choice", seat, say("send an escort?"), TWOGM_99, (plan.plane,), options=options
        )
    return Prompt(
        f"interceptors:{len(taken)}",
        "choice",
        1 - seat,
        say("send an interceptor?"),
        TWOGM_97,
        (plan.plane,),
        options=options,
    )


# In which order


def sequence(plan: Plan, told: Map[Value]) -> tuple[Task, ...]:
    """Anti-aircraft guns, escorts, machine guns, interceptors, then the strike square by square
    (2GM-98, 100, 105, 180)."""
    if plan.mission == "drop":
        return (*(task(flak_drop, told=told, battery=battery) for battery in plan.batteries), task(landing, told=told))
    met = meeting(plan, told)
    if not plan.squares:
        return (*flaks(plan, told, 1), *met, *((task(strike, told=told, target=plan.target),) if plan.target else ()))
    return tuple(
        each
        for number, _ in enumerate(plan.squares, 1)
        for each in (
            *flaks(plan, told, number),
            *(met if number == plan.comes_at else ()),
            task(strike_square, told=told, number=number),
        )
    )


def flaks(plan: Plan, told: Map[Value], number: int) -> tuple[Task, ...]:
    """Batteries that reach a square (2GM-96, 105, 107)."""
    return tuple(task(flak, told=told, battery=battery) for battery in plan.batteries if covered(battery, number))


def meeting(plan: Plan, told: Map[Value]) -> tuple[Task, ...]:
    """Escorts at interceptors, machine guns at interceptors, interceptors at the aircraft
    (2GM-98, 100, 104)."""
    return (
        *(task(escort, told=told, unit=unit) for unit in plan.escorts),
        *(task(naming, told=told, number=n) for n, _ in enumerate(plan.guns)),
        *(task(machine_gun, told=told, number=n) for n, _ in enumerate(plan.guns)),
        *(task(interceptor, told=told, unit=unit) for unit in plan.interceptors),
    )


def flak(state: GameState, told: Map[Value], battery: Map[Value]) -> Procedure:
    """One shot a turn, at an escort while one flies, else at the aircraft; holding it is allowed
    (2GM-107, 108)."""
    plan, shooter = planned(state, told), str(battery["unit"])
    gun = state.unit(shooter)
    if gun.where != "table" or gun.count("aa_fired") or not flying(state, (plan.plane, *plan.escorts)):
        return state
    state, target = yield from choose(state, aim_flak, battery, plan.escorts, plan.plane)
    return (yield from fired(state, flak_shot(state, battery, target))) if target != HOLD else state


def escort(state: GameState, told: Map[Value], unit: str) -> Procedure:
    """An escort shoots at an interceptor of its choice and is discarded; without one it flies on
    (2GM-100, 182)."""
    plan = planned(state, told)
    if not flying(state, plan.interceptors):
        return state
    state = yield from shot_at_one(state, unit, MAIN, plan.interceptors, "escort", f"escort:{unit}")
    return state.set(unit, "where", "discarded") if state.unit(unit).where == "table" else state


def naming(state: GameState, told: Map[Value], number: int) -> Procedure:
    """By another reading all machine guns name their targets before the first roll (2GM-183)."""
    plan = planned(state, told)
    prey = flying(state, plan.interceptors)
    told_already = number < len(plan.gun_targets)
    if state.reading("hmg_allocation") == "one_by_one" or told_already or not prey[1:]:
        return state
    state, target = yield from choose(state, aim, plan.plane, f"{plan.plane}:{number}", plan.interceptors)
    return state.note(**{f"hmg{number}": target})


def machine_gun(state: GameState, told: Map[Value], number: int) -> Procedure:
    """Each gun once at an interceptor; the target is told, named before, or chosen now (2GM-98,
    104, 183)."""
    plan = planned(state, told)
    if number >= len(plan.guns):  # a hand took it away since the first one fired
        return state
    chosen = plan.gun_targets[number] if number < len(plan.gun_targets) else state.scratch.get(f"hmg{number}")
    prey = (str(chosen),) if chosen and chosen != HOLD else plan.interceptors
    return (yield from shot_at_one(state, plan.plane, plan.guns[number], prey, "hmg", f"hmg:{plan.plane}:{number}"))


def interceptor(state: GameState, told: Map[Value], unit: str) -> Procedure:
    """A surviving interceptor at the attacking aircraft, never at its escort (2GM-98, 101)."""
    plan = planned(state, told)
    role = "interception" if plan.mission == "bomb" else "dogfight"
    return (yield from shot_at_one(state, unit, MAIN, (plan.plane,), role, f"interceptor:{unit}"))


def shot_at_one(state: GameState, shooter: str, place: int, prey: Names, role: str, key: str) -> Procedure:
    """One shot at one of the prey still flying; its owner chooses among several (2GM-98, 101,
    182, 183)."""
    left = flying(state, prey)
    if state.unit(shooter).where != "table" or not left:
        return state
    target = left[0]
    if left[1:]:
        state, target = yield from choose(state, aim, shooter, key.partition(":")[2], prey)
    return (yield from fired(state, Shot(shooter, place, target, role, key=key))) if target != HOLD else state


# What is struck


def strike(state: GameState, told: Map[Value], target: str, terrain: Value = None) -> Procedure:
    """One shot of the aircraft at one target (2GM-93, 96, 102)."""
    plan = planned(state, told)
    if state.unit(plan.plane).where != "table" or state.unit(target).gone:
        return state
    role = "bomb" if plan.mission == "bomb" else "strafe"
    return (yield from fired(state, Shot(plan.plane, MAIN, target, role, terrain=terrain, key=f"{role}:{target}")))


def strike_square(state: GameState, told: Map[Value], number: int) -> Procedure:
    """Every unit of a square, own ones too, or its empty terrain; nothing off the board
    (2GM-102, 103, 187)."""
    square = planned(state, told).squares[number - 1]
    tasks = (
        task(strike, told=told, target=each, terrain=square.get("terrain"))
        if each in state.units
        else task(strike_element, told=told, number=number)
        for each in bombed(state, square)
    )
    return (yield from call(state, *tasks))


def strike_element(state: GameState, told: Map[Value], number: int) -> Procedure:
    """An element that is no card on the table: a question rolls its die; in play the table keeps
    its damage (2GM-102)."""
    plan, name = planned(state, told), f"square:{number}"
    if state.step != "start" or state.unit(plan.plane).where != "table":
        return state
    element = Unit(name, state.unit(plan.plane).seat, pairs(type="terrain", impact=(0, 0)), EMPTY)
    shot = Shot(plan.plane, MAIN, name, "bomb", key=f"bomb:{number}")
    state, _ = yield from roll(replace(state, units=state.units.put(name, element)), impact, shot)
    return replace(state, units=state.units.without(name))


# What is told


def shows(**told: Value) -> dict[str, Show]:
    """Whether the aircraft comes through, and what is left of its targets (2GM-101, 102, 112)."""
    given = Map(told)
    if counts(given):
        return {}
    kind = "bomber" if given.get("bombers") else "fighter"
    flyer = next(iter(names(given.get(f"{kind}s"))), "")
    found: dict[str, Show] = (
        {kind: lambda after: "shot_down" if after.unit(flyer).gone else "survives"} if flyer else {}
    )
    for unit in names(given.get("paratroopers")):
        found[f"landed:{unit}"] = lambda after, unit=unit: "no" if after.unit(unit).gone else "yes"  # type: ignore[misc]
    target = given.get("target")
    for unit in (str(target),) if target else struck_units(given):
        found[f"damage:{unit}"] = lambda after, unit=unit: after.unit(unit).count("damage")  # type: ignore[misc]
        found[f"destroyed:{unit}"] = lambda after, unit=unit: "yes" if after.unit(unit).gone else "no"  # type: ignore[misc]
    return found


def struck_units(told: Map[Value]) -> Names:
    """Units that an area holds (2GM-102)."""
    squares = rows(told.get("squares")) if not told.get(FLYERS["drop"]) else ()
    return tuple(
        unit for square in squares if square.get("off_board") is not True for unit in names(square.get("units"))
    )


def tells(now: GameState, **told: Value) -> dict[str, Value]:
    """The order of shots, dice of the strike, who is discarded, what the batteries may do
    (2GM-98, 102, 105, 107, 108)."""
    return facts(now, Map(told))


AIR = Opening("air", say("air attack"), TWOGM_180, air, SITUATION, FORBIDS, shows, tells=tells)
