"""Blast: one attack on each unit in the target's hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.aam.fire import dice_for, fire, hidden, reach
from engine.games.aam.perils import perils
from engine.games.aam.refs import AAM_100
from engine.games.aam.shots import Shot
from engine.games.aam.units import exposed, has
from engine.model import GameState, Option, Prompt, Unit
from engine.procedure import Asking, Task, choose, task
from engine.texts import say


def volley(now: GameState, shot: Shot, others: tuple[str, ...]) -> tuple[Task, ...]:
    """A task for each unit attacked, the target first; where there are several, their dice carry the unit (AAM-71, 100)."""
    units = attacked(now, shot, others)
    tags = {unit: f"{shot.tag}:{unit}" if len(units) > 1 else shot.tag for unit in units}
    shots = (replace(shot, target=unit, tag=tags[unit], beside=unit != shot.target) for unit in units)
    return tuple(part for each in shots for part in (task(fire, **each.told()), *perils(now, each)))


def attacked(now: GameState, shot: Shot, others: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The target; with Blast whoever else is in its hex and can be attacked, friend or enemy (AAM-100, 136)."""
    if not bursts(now, shot):
        return (shot.target,)
    beside = (unit for unit in dict.fromkeys(_in_the_hex(now, shot, others)) if unit != shot.target)
    return (shot.target, *(unit for unit in beside if _meets(now, replace(shot, target=unit))))


def _meets(now: GameState, shot: Shot) -> bool:
    """The card has dice for it, they reach so far, and it is not hidden: "cannot" beats "can" (AAM-13, 14, 87, 136)."""
    at, furthest = now.unit(shot.target), reach(now.unit(shot.attacker), now.unit(shot.target).word("type"))
    return bool(dice_for(now, shot)) and shot.hexes <= furthest and not hidden(at, shot.hexes, shot.terrain)


def bursts(now: GameState, shot: Shot) -> bool:
    """Blast works in defensive fire too; by one reading it then meets the mover alone (AAM-100)."""
    return has(now.unit(shot.attacker), "blast") and not (shot.defensive and now.reading("blast_df") == "mover_only")


def _in_the_hex(now: GameState, shot: Shot, others: tuple[str, ...]) -> Iterator[str]:
    """The shooter and passengers are spared, unless the players read it otherwise (AAM-100, 103)."""
    own = now.reading("blast_self") == "yes" and shot.range == 0
    for unit in (*others, *((shot.attacker,) if own else ())):
        if _there(now, shot, now.unit(unit)) and (own or unit != shot.attacker):
            yield unit
    if now.reading("blast_passengers") == "yes":
        yield from _aboard(now, (shot.target, *others))


def _there(now: GameState, shot: Shot, unit: Unit) -> bool:
    """On the map; aboard only who rides exposed, and not on a transport under defensive fire (AAM-86, 103, 131)."""
    if unit.trackers.get("aboard"):
        return exposed(now, unit) and not unit.gone and not shot.defensive
    return unit.where == "table"


def _aboard(now: GameState, units: tuple[str, ...]) -> Iterator[str]:
    """Passengers named, and those of the transports named (AAM-103)."""
    for passenger in now.units.values():
        carrier = passenger.trackers.get("aboard")
        if carrier and not passenger.gone and (carrier in units or passenger.id in units):
            yield passenger.id


def companions(state: GameState, shot: Shot, others: tuple[str, ...] | None) -> Asking[tuple[str, ...]]:
    """Who else is in the hex, asked one by one where Blast makes it matter and nobody has said it (AAM-100)."""
    if others is not None or not bursts(state, shot):
        return state, others or ()
    found: tuple[str, ...] = ()
    while len(found) < len(_candidates(state, shot, ())):
        state, unit = yield from choose(state, beside, shot, found)
        if unit == "nobody":
            break
        found = (*found, unit)
    return state, found


def beside(now: GameState, shot: Shot, found: tuple[str, ...]) -> Prompt:
    at = now.unit(shot.target)
    options = (Option("nobody", say("nobody else")), *(Option(unit, say("{unit}", unit=now.unit(unit).name))
                                                       for unit in _candidates(now, shot, found)))
    text = say("Blast: who else is in the hex of {unit}?", unit=at.name)
    return Prompt(f"beside:{len(found)}", "choice", now.unit(shot.attacker).seat, text, AAM_100, (at.id, *found), options=options,
                  readings=("blast_self", "blast_passengers"))


def _candidates(now: GameState, shot: Shot, found: tuple[str, ...]) -> list[str]:
    return [unit.id for unit in now.units.values() if unit.id not in (shot.target, shot.attacker, *found)
            and _there(now, shot, unit)]
