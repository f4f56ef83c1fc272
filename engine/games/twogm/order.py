"""The order of an air mission as a list, for any mix of machine guns, escorts, interceptors and
batteries."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm.ground import ground
from engine.games.twogm.raid import Names, Plan, bombed, counts, covered, mission_of, planned, rolled
from engine.values.maps import Map, Value
from engine.values.table import GameState


def facts(now: GameState, told: Map[Value]) -> dict[str, Value]:
    """What no die changes (2GM-98, 102, 105, 107, 108, 180)."""
    if counts(told):
        return {"sequence": tuple(numbered(told))}
    plan, here = planned(now, told), told.get("at_square")
    at = here if isinstance(here, int) else None
    able = [battery for battery in plan.batteries if ready(now, battery) and in_reach(plan, battery, at)]
    return {
        "sequence": tuple(order(now, plan)),
        "rolls": rolled(now, plan),
        "discarded": discarded(now, plan),
        "landed": landed(now, plan),
        "aa_shots": len(able),
        "aa_targets": aimed_at(plan, able, at),
        "aa_may_hold": not (now.reading("aa_must_fire") == "yes" and bool(plan.escorts)),
    }


def ready(now: GameState, battery: Map[Value]) -> bool:
    """On the board, and its shot of this turn not fired (2GM-107)."""
    unit = now.unit(battery["unit"])
    return unit.where == "table" and not unit.count("aa_fired")


def in_reach(plan: Plan, battery: Map[Value], at: int | None = None) -> bool:
    """A battery that reaches the square asked about, or any (2GM-105)."""
    if plan.mission == "drop":
        return any(covered(battery, n, unit) for n, unit in enumerate(plan.flyers, 1) if at in (None, n))
    every = range(1, max(1, len(plan.squares)) + 1) if at is None else (at,)
    return any(covered(battery, n) for n in every)


def aimed_at(plan: Plan, able: list[Map[Value]], at: int | None) -> Names:
    """Whom batteries may shoot at: an escort while one is there, else the aircraft, or a
    paratrooper in range (2GM-100, 108, 188)."""
    if not able:
        return ()
    if plan.mission == "drop":
        return tuple(
            unit
            for n, unit in enumerate(plan.flyers, 1)
            if at in (None, n) and any(covered(battery, n, unit) for battery in able)
        )
    spent = plan.interceptors and at is not None and at > plan.comes_at
    return plan.flyers[:1] if spent else plan.escorts or plan.flyers[:1]


def discarded(now: GameState, plan: Plan) -> Names:
    """Aircraft that are used up by this mission (2GM-95, 97, 102, 182)."""
    if plan.mission == "drop":
        return ()
    idle = not plan.interceptors and now.reading("idle_escort") == "returns"
    return (*plan.flyers[:1], *plan.interceptors, *(() if idle else plan.escorts))


def landed(now: GameState, plan: Plan) -> Names:
    """Paratroopers that nothing can hinder: no battery reaches them (2GM-188)."""
    if plan.mission != "drop":
        return ()
    able = [battery for battery in plan.batteries if ready(now, battery)]
    return tuple(
        unit
        for n, unit in enumerate(plan.flyers, 1)
        if not any(covered(battery, n, unit) for battery in able) and not dies(now, plan, n, unit)
    )


def dies(now: GameState, plan: Plan, number: int, unit: str) -> bool:
    """A paratrooper whom the descent itself kills (2GM-112)."""
    terrain = plan.squares[number - 1].get("terrain") if number <= len(plan.squares) else None
    life, hurt = now.unit(unit).stated("life"), now.unit(unit).count("damage")
    return terrain is not None and ground(now, terrain).rough and isinstance(life, int) and hurt + 1 >= life


def order(now: GameState, plan: Plan) -> Iterator[str]:
    """Who shoots, one after another, when nobody is shot down: batteries, escorts, machine guns,
    interceptors, the strike (2GM-98, 100, 105, 180)."""
    if plan.mission == "drop":
        able = (battery for battery in plan.batteries if ready(now, battery) and in_reach(plan, battery))
        yield from (f"aa:{battery['unit']}" for battery in able)
        return
    fired: list[str] = []
    for number in range(1, max(1, len(plan.squares)) + 1):
        for battery in plan.batteries:
            if str(battery["unit"]) not in fired and ready(now, battery) and covered(battery, number):
                fired.append(str(battery["unit"]))
                yield f"aa:{battery['unit']}"
        if number == plan.comes_at:
            yield from met(plan)
        yield from struck(now, plan, number)


def met(plan: Plan) -> Iterator[str]:
    """Without an interceptor neither escorts nor machine guns have a target (2GM-100, 104)."""
    if plan.interceptors:
        yield from (f"escort:{unit}" for unit in plan.escorts)
        yield from (f"hmg:{plan.plane}:{n}" for n, _ in enumerate(plan.guns))
        yield from (f"interceptor:{unit}" for unit in plan.interceptors)


def struck(now: GameState, plan: Plan, number: int) -> Iterator[str]:
    """The dice of a square, or of the one target (2GM-102, 103)."""
    role = "bomb" if plan.mission == "bomb" else "strafe"
    if plan.squares:
        yield from (f"{role}:{each if each in now.units else number}" for each in bombed(now, plan.squares[number - 1]))
    elif plan.target:
        yield f"{role}:{plan.target}"


def numbered(told: Map[Value]) -> Iterator[str]:
    """The same where only numbers are told (2GM-98, 100, 180)."""
    yield from (f"aa:{n}" for n in range(many(told, "aa")))
    if mission_of(told) == "drop":
        return
    if many(told, "interceptors"):
        for kind, key in (("escort", "escorts"), ("hmg", "hmgs"), ("interceptor", "interceptors")):
            yield from (f"{kind}:{n}" for n in range(many(told, key)))
    yield "bomb" if mission_of(told) == "bomb" else "strafe"


def many(told: Map[Value], key: str) -> int:
    value = told.get(key)
    return value if isinstance(value, int) else len(value) if isinstance(value, tuple) else 0
