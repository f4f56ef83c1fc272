"""Defensive fire offered to the other side at each moment of a step, shooter by shooter."""

from __future__ import annotations

from typing import Any

from engine.games.aam.defensive import defensive_shot, may_fire_defensively
from engine.games.aam.fire import two_sided
from engine.games.aam.provoke import NEAR, provoked, side
from engine.games.aam.refs import AAM_79, AAM_80
from engine.games.aam.terrain import GROUND
from engine.kinds import Field, Record, Whole, Word
from engine.maps import EMPTY, Map, Value
from engine.model import GameState, Option, Prompt
from engine.procedure import Procedure, choose, fill, task, until
from engine.texts import say

MOMENT_WORDS = {"left": say("in the hex it leaves"), "entered": say("in the hex it enters")}


def offered(state: GameState, unit: str, told: Map[Value], start: Map[Value], moment: str) -> Procedure:
    """Shooters are named one by one, each after the result before; nobody has to fire (AAM-79, 83, 139)."""
    state = state.note(held=False)
    again = task(offer, unit=unit, told=told, start=start, moment=moment)
    return (yield from until(lambda now: quiet(now, unit, told), state, again))


def quiet(now: GameState, unit: str, told: Map[Value]) -> bool:
    """Over when the mover is stopped, when the rest hold their fire, or when nobody is left who may (AAM-79, 82, 84)."""
    return bool(now.noted("stopped") or now.noted("held") or not able(now, unit, told))


def able(now: GameState, unit: str, told: Map[Value]) -> tuple[str, ...]:
    """Provoked enemies that may fire now (AAM-75, 77, 78, 85)."""
    return tuple(enemy for enemy in provoked(now, unit, nearby(told)) if not may_fire_defensively(now, enemy, unit))


def nearby(told: Map[Value]) -> Map[Value]:
    """Enemies by their ranges; those only named are next to both hexes (AAM-75)."""
    near = told.get("near")
    if isinstance(near, tuple):
        return Map({str(enemy): (NEAR, NEAR) for enemy in near})
    return near if isinstance(near, Map) else EMPTY


def offer(state: GameState, unit: str, told: Map[Value], start: Map[Value], moment: str) -> Procedure:
    """One shot, or no more at this hex (AAM-45, 79, 80, 81)."""
    state, shooter = yield from choose(state, who_fires, unit, told, moment)
    if shooter == "hold":
        return state.note(held=True)
    ground = start.get("terrain") if moment == "left" else told.get("into")
    road = start.get("road") if moment == "left" else told.get("road")
    state, seen = yield from fill(state, seen_by, shooter, unit, moment, ground)
    arc = seen.get("arc") or side(moment, (NEAR, NEAR))
    return (yield from defensive_shot(state, shooter, unit, seen["range"], arc, str(seen.get("terrain") or ground),
                                      bool(road), others=None))


def who_fires(now: GameState, unit: str, told: Map[Value], moment: str) -> Prompt:
    mover = now.unit(unit)
    named = provoked(now, unit, nearby(told))
    shooters = tuple(Option(enemy, say("{unit}", unit=now.unit(enemy).name), may_fire_defensively(now, enemy, unit))
                     for enemy in named)
    fired = sum(1 for enemy in named if now.unit(enemy).trackers.get("fired_defensively"))
    text = say("{unit} provokes defensive fire: who fires {moment}?", unit=mover.name, moment=MOMENT_WORDS[moment])
    return Prompt(f"fire:{step_of(now, moment)}:{moment}:{fired}", "choice", 1 - mover.seat, text, AAM_79, (mover.id, *named),
                  options=(Option("hold", say("hold fire")), *shooters), readings=("df_trigger", "df_phases"))


def step_of(now: GameState, moment: str) -> int:
    """The number of the step in which a shot falls."""
    return now.noted("made") - (moment == "entered")


def seen_by(now: GameState, shooter: str, unit: str, moment: str, ground: Value) -> Prompt:
    """What the table sees of a shot: the same hex or the next; the rest follows from the step (AAM-80, 81, 85)."""
    by, at = now.unit(shooter), now.unit(unit)
    fields: list[Any] = [Field("range", Whole(0, NEAR), required=True, default=NEAR)]
    if ground is None:
        fields.append(Field("terrain", Word(GROUND), required=True))
    if two_sided(at) and now.reading("df_trigger") != "adjacent_to_adjacent":
        fields.append(Field("arc", Word(("front", "rear")), required=True, default=side(moment, (NEAR, NEAR))))
    text = say("{attacker} fires defensively at {target}: how far?", attacker=by.name, target=at.name)
    return Prompt(f"shot:{shooter}", "form", by.seat, text, AAM_80, (by.id, at.id), fields=Record(tuple(fields)))
