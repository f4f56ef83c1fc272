"""Flak on one page, for fire that was not asked for when the aircraft flew."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.abilities import ABILITIES
from engine.games.epic.air.flak import arcs_at_aircraft, has_moved, name_of_guns, salvos_at_aircraft, units_with_flak
from engine.games.epic.air.reserves import is_aircraft
from engine.games.epic.words import NO, YES
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import say

MOMENTS = (("approach", say("approach")), ("disengagement", say("disengagement")))


@rule(refs.EPIC_201, refs.EPIC_202, refs.EPIC_205)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """On the way in or out, how many are in range, which arcs bear, whether they have moved."""
    by = str(draft["by"])
    yield Fact("moment", say("when"), MOMENTS, "approach")
    if draft.get("moment") == "disengagement" and not is_aircraft(now.unit(by)):
        yield Fact("moved", say("they have moved this turn"), (NO, YES), has_moved(now, by))
    most = units_with_flak(now, by)
    if most > 1:
        yield Fact("able", say("how many can shoot"), preset=most, most=most)
    if arcs := arcs_at_aircraft(now, by):
        yield Fact(
            "arcs", say("arcs that bear on it"), tuple((arc, ABILITIES[arc]) for arc in arcs), arcs, several=True
        )


@rule(refs.EPIC_149, refs.EPIC_200)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Its anti-aircraft weapons."""
    by, able, arcs = str(draft["by"]), draft.get("able"), draft.get("arcs")
    told = tuple(map(str, arcs)) if isinstance(arcs, tuple) else None
    for n, salvo in enumerate(salvos_at_aircraft(now, by, able if isinstance(able, int) else None, told)):
        yield Means(str(n), name_of_guns(now, by, salvo), (), salvo.dice, f"AA {salvo.value}+")


@rule(refs.EPIC_200)
def situation_of(_: GameState, draft: Draft) -> Map[Value]:
    return Map({key: value for key, value in draft.items() if value is not None})


@rule(refs.EPIC_200)
def draft_of(args: Map[Value]) -> Draft:
    return Map({key: args[key] for key in ("by", "target") if key in args})


PLAN = DeedPlan("flak", "by", "target", facts, means, situation=situation_of, draft=draft_of)
