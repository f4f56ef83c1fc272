"""The plan of a spacecraft, planetfall and drop pods, each on one page."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.assault.plan import names
from engine.games.epic.formations.rows import models, rows
from engine.games.epic.shooting.powers import POWERS
from engine.games.epic.space.schedule import turns_of_arrival
from engine.games.epic.transport.plan import named, passengers, without_defaults
from engine.games.epic.victory import LAST_TURN
from engine.playing.citing import rule
from engine.playing.plan import DeedPlan, Draft, Fact
from engine.values.maps import Map, Value
from engine.values.table import GameState
from engine.values.texts import say

SCORES = tuple((score, f"{score}+") for score in range(2, 7))
USUAL = 5
MOST_DICE = 60
KINDS = ("ap", "at")
SCATTERED = Fact(
    "scattered", say("2D6 cm astray"), ((True, say("rolled on the table")), (False, say("rolled here"))), True
)


# The turn of a spacecraft


@rule(refs.EPIC_216)
def facts_of_plan(now: GameState, draft: Draft) -> Iterator[Fact]:
    """The turns on which no other spacecraft comes."""
    taken = turns_of_arrival(now, None).without(str(draft["formation"])).values()
    free = tuple(turn for turn in range(1, LAST_TURN + 1) if turn not in taken)
    yield Fact("turn", say("turn"), tuple((turn, str(turn)) for turn in free), next(iter(free), None))


# Planetfall


@rule(refs.EPIC_222)
def facts_of_planetfall(now: GameState, draft: Draft) -> Iterator[Fact]:
    """Who leaves at once."""
    yield from passengers(now, "unload", str(draft["formation"]))
    yield SCATTERED


def situation_of_drop(_: GameState, draft: Draft) -> Map[Value]:
    return without_defaults(draft)


# Drop pods


@rule(refs.EPIC_225)
def facts_of_pods(now: GameState, draft: Draft) -> Iterator[Fact]:
    """How many pods; which enemies are within 15 cm of them, of how many, and with how many dice
    each is fired at."""
    formation = str(draft["formation"])
    pods = most_pods(now, formation)
    yield Fact("pods", say("drop pods"), preset=pods, most=pods)
    yield SCATTERED
    seat = 1 - now.unit(formation).seat
    near = named(each for each in now.standing(seat) if not is_airborne(each))
    yield Fact("near", say("enemies within 15 cm of a pod"), near, several=True)
    for target in names(draft, "near"):
        yield from facts_of_attack(now, draft, target)
    for kind in KINDS:
        if any(draft.get(f"{kind}:{target}") for target in names(draft, "near")):
            yield Fact(f"{kind}+", say("{kind} of a pod", kind=POWERS[kind]), SCORES, USUAL)


@rule(refs.EPIC_225)
def most_pods(now: GameState, formation: str) -> int:
    return min(20, max(1, models(now, formation)))


def facts_of_attack(now: GameState, draft: Draft, target: str) -> Iterator[Fact]:
    """Pods that reach it bring a marker each; a die for every unit that a pod fires at."""
    unit, pods = now.unit(target), draft.get("pods")
    reach = pods if isinstance(pods, int) and pods else 1
    name = unit.name
    yield Fact(f"pods:{target}", say("pods that reach {unit}", unit=name), preset=reach, most=reach)
    lines = [row for row in rows(unit) if row.left]
    soft = any(row.type in ("INF", "LV") for row in lines)
    hard = any(row.type != "INF" for row in lines)
    for kind, able in zip(KINDS, (soft, hard), strict=True):
        if able:
            text = say("{kind} dice at {unit}", kind=POWERS[kind], unit=name)
            yield Fact(f"{kind}:{target}", text, preset=0, most=MOST_DICE)


@rule(refs.EPIC_225)
def situation_of_pods(now: GameState, draft: Draft) -> Map[Value]:
    attacks = tuple(attack_on(draft, target) for target in names(draft, "near"))
    own = {key: draft.get(key) for key in ("formation", "pods", "scattered")}
    return without_defaults(Map({**own, "attacks": attacks}))


@rule(refs.EPIC_225)
def attack_on(draft: Draft, target: str) -> Map[Value]:
    shots = tuple(
        Map({"count": dice, "type": kind, "value": draft[f"{kind}+"]})
        for kind in KINDS
        if (dice := draft.get(f"{kind}:{target}"))
    )
    return Map({"target": target, "pods": draft[f"pods:{target}"], "shots": shots})


def draft_of_drop(args: Map[Value]) -> Draft:
    """Another drop is another place."""
    return Map({"formation": args["formation"]})


PLANS = (
    DeedPlan("schedule", "formation", facts=facts_of_plan),
    DeedPlan("planetfall", "formation", facts=facts_of_planetfall, situation=situation_of_drop, draft=draft_of_drop),
    DeedPlan("drop_pods", "formation", facts=facts_of_pods, situation=situation_of_pods, draft=draft_of_drop),
)
