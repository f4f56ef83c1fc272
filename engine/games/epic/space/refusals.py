"""What the rules say against coming down from orbit."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_aircraft, is_spacecraft
from engine.games.epic.space.schedule import craft_overhead, falls
from engine.games.epic.space.situation import Drop, PodDrop
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_225)
def already_on_table(now: GameState, drop: Drop) -> Refusal | None:
    """In the battle only those come down that are off the table."""
    unit = now.unit(drop.formation)
    if now.step == "action" and unit.where == "table":
        return Refusal("on_the_table", say("{unit} is on the table already", unit=unit.name), refs.EPIC_222)
    return None


def no_spacecraft_overhead(now: GameState, drop: Drop) -> Refusal | None:
    """In the battle they come down when their spacecraft passes; players without one of their own
    know themselves when that is."""
    unit = now.unit(drop.formation)
    has_craft = any(is_spacecraft(each) and each.seat == unit.seat for each in now.units.values())
    if now.step != "action" or unit.where == "table" or not has_craft:
        return None
    craft = craft_overhead(now, unit.seat)
    if craft and unit.trackers.get("aboard") in (None, craft):
        return None
    text = say("no spacecraft lets {unit} down now", unit=unit.name)
    return Refusal("no_craft", text, refs.EPIC_218)


@rule(refs.EPIC_222, refs.EPIC_225)
def no_flyer_falls(now: GameState, drop: Drop) -> Refusal | None:
    """Aircraft fall from orbit only where their card says so, spacecraft never, and neither comes
    in pods."""
    unit = now.unit(drop.formation)
    may_fall = falls(unit) and not isinstance(drop, PodDrop)
    if is_spacecraft(unit) or (is_aircraft(unit) and not may_fall):
        return Refusal("no_planetfall", say("{unit} does not come down from orbit", unit=unit.name), refs.EPIC_224)
    return None
