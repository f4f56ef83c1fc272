"""The order of an air mission as a list, for any mix of machine guns, escorts, interceptors and
batteries."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.air.plan import AirPlan, plan_of
from engine.games.twogm.air.situation import AirMission, Battery, Names
from engine.games.twogm.air.values import can_fire, dice_of_strike, is_covered, units_bombed
from engine.games.twogm.movement.ground import ground
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.table import GameState


@rule(refs.TWOGM_102, refs.TWOGM_107, refs.TWOGM_108)
def facts(now: GameState, mission: AirMission) -> dict[str, Value]:
    """The order of shots, dice of the strike, who is discarded, what the batteries may do."""
    if mission.is_counted:
        return {"sequence": tuple(order_by_numbers(mission))}
    plan, at = plan_of(now, mission), mission.at_square
    able = [battery for battery in plan.batteries if can_fire(now, battery) and is_in_reach(plan, battery, at)]
    return {
        "sequence": tuple(order(now, plan)),
        "rolls": dice_of_strike(now, plan),
        "discarded": used_up(now, plan),
        "landed": sure_landings(now, plan),
        "aa_shots": len(able),
        "aa_targets": targets_of_batteries(plan, able, at),
        "aa_may_hold": not (now.reading("aa_must_fire") == "yes" and bool(plan.escorts)),
    }


@rule(refs.TWOGM_105)
def is_in_reach(plan: AirPlan, battery: Battery, at: int | None = None) -> bool:
    """A battery that reaches the square asked about, or any."""
    if plan.purpose == "drop":
        return any(is_covered(battery, n, unit) for n, unit in enumerate(plan.flyers, 1) if at in (None, n))
    every = range(1, max(1, len(plan.squares)) + 1) if at is None else (at,)
    return any(is_covered(battery, n) for n in every)


@rule(refs.TWOGM_100, refs.TWOGM_108, refs.TWOGM_188)
def targets_of_batteries(plan: AirPlan, able: list[Battery], at: int | None) -> Names:
    """Whom batteries may shoot at: an escort while one is there, else the aircraft, or a
    paratrooper in range."""
    if not able:
        return ()
    if plan.purpose == "drop":
        asked = [(n, unit) for n, unit in enumerate(plan.flyers, 1) if at in (None, n)]
        return tuple(unit for n, unit in asked if any(is_covered(battery, n, unit) for battery in able))
    spent = plan.interceptors and at is not None and at > plan.comes_at
    return plan.flyers[:1] if spent else plan.escorts or plan.flyers[:1]


@rule(refs.TWOGM_95, refs.TWOGM_97, refs.TWOGM_102, refs.TWOGM_182)
def used_up(now: GameState, plan: AirPlan) -> Names:
    """Aircraft that this mission discards."""
    if plan.purpose == "drop":
        return ()
    idle = not plan.interceptors and now.reading("idle_escort") == "returns"
    return (*plan.flyers[:1], *plan.interceptors, *(() if idle else plan.escorts))


@rule(refs.TWOGM_188)
def sure_landings(now: GameState, plan: AirPlan) -> Names:
    """Paratroopers that nothing can hinder: no battery reaches them, and the descent does not kill
    them."""
    if plan.purpose != "drop":
        return ()
    able = [battery for battery in plan.batteries if can_fire(now, battery)]
    flying = [(n, unit) for n, unit in enumerate(plan.flyers, 1) if not dies_landing(now, plan, n, unit)]
    return tuple(unit for n, unit in flying if not any(is_covered(battery, n, unit) for battery in able))


@rule(refs.TWOGM_112)
def dies_landing(now: GameState, plan: AirPlan, number: int, unit: str) -> bool:
    """A paratrooper whom the descent itself kills."""
    terrain = plan.square(number).terrain
    life, hurt = now.unit(unit).stated("life"), now.unit(unit).count("damage")
    return terrain is not None and ground(now, terrain).rough and isinstance(life, int) and hurt + 1 >= life


@rule(refs.TWOGM_98, refs.TWOGM_100, refs.TWOGM_105, refs.TWOGM_180)
def order(now: GameState, plan: AirPlan) -> Iterator[str]:
    """Who shoots, one after another, when no aircraft is shot down: batteries, escorts, machine
    guns, interceptors, the strike."""
    able = [battery for battery in plan.batteries if can_fire(now, battery) and is_in_reach(plan, battery)]
    if plan.purpose == "drop":
        yield from (f"aa:{battery.unit}" for battery in able)
        return
    fired: list[str] = []
    for number in range(1, max(1, len(plan.squares)) + 1):
        for battery in able:
            if battery.unit not in fired and is_covered(battery, number):
                fired.append(battery.unit)
                yield f"aa:{battery.unit}"
        if number == plan.comes_at:
            yield from order_of_meeting(plan)
        yield from order_of_strike(now, plan, number)


@rule(refs.TWOGM_100, refs.TWOGM_104)
def order_of_meeting(plan: AirPlan) -> Iterator[str]:
    """Without an interceptor neither escorts nor machine guns have a target."""
    if plan.interceptors:
        yield from (f"escort:{unit}" for unit in plan.escorts)
        yield from (f"hmg:{plan.plane}:{n}" for n, _ in enumerate(plan.guns))
        yield from (f"interceptor:{unit}" for unit in plan.interceptors)


@rule(refs.TWOGM_98, refs.TWOGM_102, refs.TWOGM_103)
def order_of_strike(now: GameState, plan: AirPlan, number: int) -> Iterator[str]:
    """The dice of a square, or of the one target."""
    role = "bomb" if plan.purpose == "bomb" else "strafe"
    if plan.squares:
        found = units_bombed(now, plan.square(number))
        yield from (f"{role}:{each if each in now.units else number}" for each in found)
    elif plan.target:
        yield f"{role}:{plan.target}"


@rule(refs.TWOGM_98, refs.TWOGM_100, refs.TWOGM_180)
def order_by_numbers(mission: AirMission) -> Iterator[str]:
    """The same where only numbers are told."""
    yield from (f"aa:{n}" for n in range(how_many(mission.aa)))
    if mission.purpose == "drop":
        return
    met = (("escort", mission.escorts), ("hmg", mission.hmgs), ("interceptor", mission.interceptors))
    for kind, flyers in met if how_many(mission.interceptors) else ():
        yield from (f"{kind}:{n}" for n in range(how_many(flyers)))
    yield "bomb" if mission.purpose == "bomb" else "strafe"


def how_many(flyers: tuple[object, ...] | int | None) -> int:
    """A number, or how many names there are."""
    return flyers if isinstance(flyers, int) else len(flyers or ())
