"""What is due: the parts of the action that runs, and the rallies of the end phase."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.activation.parts import owner_of
from engine.games.epic.air.reserves import is_airborne, is_destroyed
from engine.games.epic.formations.rows import rows
from engine.games.epic.morale.rally_phase import in_turns, seat_to_rally, waiting
from engine.games.epic.shooting.procedure import has_battery
from engine.games.epic.shooting.salvos import ANYWHERE, firing_rows
from engine.games.epic.shooting.situation import FIREPOWER
from engine.games.epic.shooting.weapons import all_weapons, is_ready
from engine.games.epic.space.schedule import falls, waiting_in_orbit, without_a_plan
from engine.games.epic.war_engines.explosions import explosions
from engine.games.epic.war_engines.wrecks import aboard
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.rules import Duty
from engine.values.maps import Map
from engine.values.table import GameState, Unit
from engine.values.texts import say

LAND = "land"


@rule(refs.EPIC_12, refs.EPIC_118)
def duties(now: GameState) -> Iterator[Duty]:
    """What the book asks for on this table, the first thing first."""
    yield from explosions(now)
    if now.step == "strategy":
        yield from without_a_plan(now)
    if now.step == "action":
        yield from parts_of_action(now)
    if now.step == "rally":
        yield from rallies(now)


@rule(refs.EPIC_12, refs.EPIC_214)
def parts_of_action(now: GameState) -> Iterator[Duty]:
    """What the formation that acts has still to do, and those beside it; an empty transport rather
    fires than lands."""
    left = activation.parts_left(now)
    idle = LAND in left and not aboard(now, activation.acting_unit(now))
    for part in (*(part for part in left if part != LAND), LAND) if idle else left:
        kind = part.partition(":")[0]
        yield from PARTS[kind](now, owner_of(part) or activation.acting_unit(now)) if kind in PARTS else ()


@rule(refs.EPIC_41, refs.EPIC_57)
def shooting(now: GameState, formation: str) -> Iterator[Duty]:
    """A barrage where guns are ready for one, else fire; it may be left out."""
    unit = now.unit(formation)
    args = Map({"by": formation})
    if not enemies_on_the_ground(now, unit):
        return
    if has_battery(now, formation, ANYWHERE, ""):
        yield Duty("barrage", say("Barrage: {unit}", unit=unit.name), refs.EPIC_57, args, must=False)
    elif any(firing_rows(now, formation)) and any(is_ready(now, unit, gun, "") for gun in all_weapons(unit)):
        yield Duty("fire", say("Fire: {unit}", unit=unit.name), refs.EPIC_43, args, must=False)


@rule(refs.EPIC_38, refs.EPIC_195)
def enemies_on_the_ground(now: GameState, unit: Unit) -> tuple[Unit, ...]:
    """Whom a formation can fire at or charge."""
    return tuple(enemy for enemy in now.standing(1 - unit.seat) if not is_airborne(enemy) and not is_destroyed(enemy))


@rule(refs.EPIC_220)
def bombardment(now: GameState, formation: str) -> Iterator[Duty]:
    """From orbit, where there is a target and the spacecraft has guns for it."""
    unit = now.unit(formation)
    if enemies_on_the_ground(now, unit) and has_battery(now, formation, ANYWHERE, ""):
        text = say("Orbital bombardment: {unit}", unit=unit.name)
        yield Duty("barrage", text, refs.EPIC_220, Map({"by": formation}), must=False)


@rule(refs.EPIC_221)
def pin_point_attacks(now: GameState, formation: str) -> Iterator[Duty]:
    """At a war engine, by a spacecraft that has a weapon for it."""
    unit = now.unit(formation)
    engines = any(row.left and row.type == "WE" for enemy in enemies_on_the_ground(now, unit) for row in rows(enemy))
    if engines and any(gun.get(kind) is not None for gun in all_weapons(unit) for kind in FIREPOWER):
        args = Map({"by": formation, "as": "pin_point"})
        yield Duty("fire", say("Pin-point attack: {unit}", unit=unit.name), refs.EPIC_221, args, must=False)


@rule(refs.EPIC_222, refs.EPIC_225)
def drops(now: GameState, formation: str) -> Iterator[Duty]:
    """All who may come down from the spacecraft: by planetfall, else in drop pods."""
    for unit in waiting_in_orbit(now, formation):
        args = Map({"formation": unit.id})
        if falls(unit):
            yield Duty("planetfall", say("Planetfall: {unit}", unit=unit.name), refs.EPIC_222, args, must=False)
        else:
            yield Duty("drop_pods", say("Drop pods: {unit}", unit=unit.name), refs.EPIC_225, args, must=False)


@rule(refs.EPIC_214, refs.EPIC_215)
def landing(now: GameState, formation: str) -> Iterator[Duty]:
    """A transport lands, or assaults with those aboard; or it attacks from the air."""
    unit, args = now.unit(formation), Map({"formation": formation})
    if aboard(now, formation) and enemies_on_the_ground(now, unit):
        yield Duty("air_assault", say("Air assault: {unit}", unit=unit.name), refs.EPIC_215, args, must=False)
    yield Duty("touch_down", say("Land: {unit}", unit=unit.name), refs.EPIC_214, args, must=False)


@rule(refs.EPIC_17)
def assault(now: GameState, formation: str) -> Iterator[Duty]:
    """With those whom the commander takes along."""
    if enemies_on_the_ground(now, now.unit(formation)):
        text = say("Assault: {unit}", unit=now.unit(formation).name)
        yield Duty("assault", text, refs.EPIC_17, Map({"attacker": formation}))


@rule(refs.EPIC_20, refs.EPIC_21)
def regrouping(now: GameState, formation: str) -> Iterator[Duty]:
    text = say("Regroup: {unit}", unit=now.unit(formation).name)
    yield Duty("regroup", text, refs.EPIC_108, Map({"formation": formation}))


PARTS = {
    LAND: landing,
    "shoot": shooting,
    "bombardment": bombardment,
    "pin_point": pin_point_attacks,
    "planetfall": drops,
    "assault": assault,
    "regroup": regrouping,
}


@rule(refs.EPIC_118, refs.EPIC_274)
def rallies(now: GameState) -> Iterator[Duty]:
    """One of each side after the other, beginning with the side whose turn it is."""
    queues = tuple(tuple(unit.id for unit in waiting(now, seat)) for seat in (0, 1))
    for unit in map(now.unit, map(str, in_turns(queues, seat_to_rally(now)))):
        yield Duty("rally", say("Rally: {unit}", unit=unit.name), refs.EPIC_118, Map({"formation": unit.id}))
