"""What the rules say against coming down from orbit."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_spacecraft
from engine.games.epic.space.schedule import craft_overhead
from engine.games.epic.space.situation import Drop
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
