"""How near a formation is to breaking."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.abilities import able
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.morale.markers import break_point
from engine.games.epic.morale.situation import BreakPoint, UnitsAlike
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.situation import situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.EPIC_109, refs.EPIC_140, refs.EPIC_177, refs.EPIC_209)
def distance_to_breaking(now: GameState, formation: BreakPoint) -> dict[str, Value]:
    """The markers at which it breaks, and whether it has them; aircraft in flight never do."""
    name, held, units = formation.formation, formation.blast, formation.units
    if name is not None:
        unit = now.unit(name)
        if is_airborne(unit):
            return {"breaks_at": None, "broken": False, "more": None}
        held = unit.count("blast") if held is None else held
        return verdict(break_point(now, name), held, bool(unit.count("broken")))
    if units is None:
        raise Impossible(say("a formation or its number of units is needed"))
    return verdict(break_point_of_units(now, formation, units), held or 0, False)


def break_point_of_units(now: GameState, formation: BreakPoint, units: int | tuple[Value, ...]) -> int:
    """Units as rows of a card, as a number, or group by group."""
    stubborn = bool(formation.stubborn) or able(formation.abilities, "stubborn")
    if isinstance(units, int):
        return units + stubborn
    if units and isinstance(units[0], tuple):
        guest = Unit("guest", 0, Map({"units": units}))
        return break_point(GameState("", Map({guest.id: guest}), options=now.options), guest.id)
    stated = [situation_from(UnitsAlike, each) for each in units if isinstance(each, Map)]
    groups = [each for each in stated if each.count]
    traits = [able(each.abilities, "stubborn") for each in groups]
    all_of_them = any(traits) if now.reading("stubborn_needs") == "any" else bool(traits) and all(traits)
    return sum(each.count * each.dc for each in groups) + (stubborn or all_of_them)


def verdict(limit: int, held: int, broken: bool) -> dict[str, Value]:
    return {"breaks_at": limit, "broken": broken or 0 < limit <= held, "more": 0 if broken else max(0, limit - held)}
