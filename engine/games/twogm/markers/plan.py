"""Smoke and care on one page: whom they reach."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.deployment.plan import GROUNDS, UNSAID, draft_of, named, on_board, words
from engine.games.twogm.markers.smoke import kind_of, smoke_items
from engine.games.twogm.movement.situation import Unloading
from engine.games.twogm.movement.transport import not_beside
from engine.games.twogm.units import COLUMNS, carrier_of, is_craft, key, letter
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.TWOGM_122, refs.TWOGM_123)
def facts_of_smoke(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Which smoke, where there are several; a screen hides others too."""
    by = now.unit(str(draft["unit"]))
    items = smoke_items(by)
    if items[1:]:
        yield Fact("item", say("item"), tuple((item, item.partition(":")[0]) for item in items), items[0])
    if kind_of(str(draft.get("item") or items[0])) == "screen":
        near = (*on_board(now, by.seat), *on_board(now, 1 - by.seat))
        yield Fact("on", say("who is hidden"), named(near), several=True)


@rule(refs.TWOGM_123)
def situation_of_smoke(_now: GameState, draft: Draft) -> Map[Value]:
    """Where no unit is named, those on its own square."""
    return draft if draft.get("on") else draft.without("on")


@rule(refs.TWOGM_135)
def facts_of_care(now: GameState, draft: Draft) -> Iterator[Fact]:
    """What is taken off, where both lie there."""
    at = now.unit(str(draft["target"]))
    held = at.trackers.get("support")
    cards = [key(row.get("name")) for row in held if isinstance(row, Map)] if isinstance(held, tuple) else []
    if "damaged" in cards:
        able = ("damage", "damaged_card") if at.count("damage") else ("damaged_card",)
        yield Fact("what", say("takes off"), words(able), able[0])


@rule(refs.TWOGM_132, refs.TWOGM_147)
def facts_of_unloading(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Left or right of the transport, where the map knows it; the ground there."""
    unit = str(draft["unit"])
    carrier = carrier_of(now, now.unit(unit))
    if carrier and carrier.count("column") and not is_craft(carrier):
        columns = (n for n in range(1, COLUMNS + 1) if not not_beside(now, Unloading(unit, column=n)))
        yield Fact("column", say("column"), ((UNSAID, say("not said")), *((n, letter(n)) for n in columns)), UNSAID)
    yield Fact("terrain", say("terrain"), words(GROUNDS), GROUNDS[0])


@rule(refs.TWOGM_147)
def situation_of(_now: GameState, draft: Draft) -> Map[Value]:
    return Map({name: value for name, value in draft.items() if value != UNSAID})


SMOKE = DeedPlan("lay_smoke", "unit", facts=facts_of_smoke, situation=situation_of_smoke, draft=draft_of)
CARE = DeedPlan("care", "unit", "target", facts=facts_of_care, draft=draft_of)
UNLOAD = DeedPlan("unload", "unit", facts=facts_of_unloading, situation=situation_of, draft=draft_of)
PLANS = (SMOKE, CARE, UNLOAD)
