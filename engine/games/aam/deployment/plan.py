"""A deployment on one page: on the map, or aboard a transport."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.aam import refs
from engine.games.aam.attack.plan import may_stand, names
from engine.games.aam.attack.situation import TERRAINS
from engine.games.aam.deployment.procedure import REFUSALS, Deployment
from engine.games.aam.units import is_soldier, units_of_army
from engine.games.aam.words import WORDS
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import say

ON_THE_MAP = ""
"""The answer of who begins in no transport."""


@rule(refs.AAM_08, refs.AAM_09, refs.AAM_105)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Aboard, or on which ground, with or without a road, and how deep."""
    unit = now.unit(str(draft["unit"]))
    if able := transports(now, unit):
        yield Fact("transport", say("begins"), ((ON_THE_MAP, say("on the map")), *names(now, able)), ON_THE_MAP)
    if draft.get("transport"):
        return
    ground = tuple((word, WORDS[word]) for word in TERRAINS if may_stand(unit, word))
    yield Fact("terrain", say("terrain"), ground, TERRAINS[0])
    if now.reading("deploy_on_road") == "yes":
        yield Fact("road", say("on a road"), ((False, say("no")), (True, say("yes"))), False)
    depth = int(now.reading("deploy_depth"))
    rows = tuple((n, str(n)) for n in range(1, depth + 1))
    yield Fact("row", say("row"), (*rows, (depth + 1, say("deeper"))), rows[0][0])


def transports(now: GameState, unit: Unit) -> tuple[str, ...]:
    """Own transports that would take it aboard."""
    if not is_soldier(unit):
        return ()
    others = (other.id for other in units_of_army(now, unit.seat) if other.id != unit.id)
    told = ((other, Deployment(unit.id, transport=other)) for other in others)
    return tuple(other for other, deployment in told if not any(forbids(now, deployment) for forbids in REFUSALS))


@rule(refs.AAM_105)
def situation_of(_now: GameState, draft: Draft) -> Map[Value]:
    """A unit that begins aboard stands on no ground of its own."""
    if not draft.get("transport"):
        return draft.without("transport")
    return Map({key: value for key, value in draft.items() if key in ("unit", "transport")})


def draft_of(_args: Map[Value]) -> Draft:
    """Every unit is looked at anew."""
    return Map()


PLAN = DeedPlan("deploy", "unit", facts=facts, situation=situation_of, draft=draft_of)
