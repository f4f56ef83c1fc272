"""The question which choice is best, and its answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from heapq import nlargest

from engine.games.front.declared import FORBIDS, SITUATION, involved, locked_attacker, planned
from engine.games.front.fight import destroyed, fought
from engine.games.front.options import LISTED, Blocks, Options
from engine.games.front.plan import Plan, declared, strikes
from engine.games.front.ranking import MOST_UNITS, Part, best_split
from engine.games.front.refs import FRONT_15
from engine.games.front.score import unpacked
from engine.maps import Map, Value
from engine.model import GameState, Unknown
from engine.procedure import Procedure
from engine.rules import Opening
from engine.texts import say


def considered(state: GameState, **told: Value) -> Procedure:
    """Nothing changes on the table; but cards must state what the answer needs (FRONT-02)."""
    answer(state, Map(told))
    return state
    yield


def tells(now: GameState, **told: Value) -> Mapping[str, Value]:
    """The answer, as far as the cards allow one (FRONT-02)."""
    try:
        return answer(now, Map(told))
    except Unknown:
        return {}


@lru_cache(maxsize=2)
def answer(now: GameState, told: Map[Value]) -> Mapping[str, Value]:
    """Blocks for the defender, or for a block that was told the attacker's splits and targets; up to five units a side
    every choice is judged, beyond that only the one that was told (FRONT-04, 15, 16)."""
    plan, side = planned(**told), "attacker" if "blockers" in told else "defender"
    options = Options(now, plan, plan.targets if "targets" in told else None, plan.answers if "answers" in told else None)
    complete = max(len(plan.attackers), len(options.defenders)) <= MOST_UNITS
    ranked = [with_splits(now, plan)] if not complete else attacking(options) if side == "attacker" else blocking(options)
    return {"for": side, "complete": complete, "ranked": tuple(entry(now, each, side) for each in ranked)}


def attacking(options: Options) -> Iterator[Plan]:
    """The attacker's choices, best first (FRONT-15, 16)."""
    blocks = options.plan.blockers
    for _, parts in options.plans(blocks):
        yield chosen(options.plan, blocks, parts)


def blocking(options: Options) -> Iterator[Plan]:
    """The defender's choices with the attacker's best reply to each, best first; of equal ones the one that locks fewer units
    (FRONT-04, 06)."""
    found = ((blocks, *options.reply(blocks)) for blocks in options.blocks())
    for blocks, _, parts in nlargest(LISTED, found, key=lambda each: (unpacked(each[1]).defender, -locks(each[0]))):
        yield chosen(options.plan, blocks, parts)


def locks(blocks: Blocks) -> int:
    return sum(map(len, blocks.values()))


def chosen(plan: Plan, blocks: Blocks, parts: tuple[Part, ...]) -> Plan:
    """The parts of a battle as its choices (FRONT-23)."""
    targets = Map(each for part in parts for each in part.targets)
    answers = {attacker for part in parts for attacker in part.answers}
    return replace(plan, blockers=blocks, splits=Map(each for part in parts for each in part.splits), targets=targets,
                   answers=Map({attacker: attacker in answers for attacker in targets}))


def with_splits(now: GameState, plan: Plan) -> Plan:
    """The choice that was told, with the best split where none was (FRONT-15)."""
    for attacker, units in plan.blockers.items():
        if attacker not in plan.splits and len(units) > 1:
            plan = replace(plan, splits=plan.splits.put(attacker, best_split(now, plan, attacker)))
    return plan


def entry(now: GameState, plan: Plan, side: str) -> Map[Value]:
    """A choice, and what it leads to (FRONT-07, 10)."""
    state = declared(now, plan)
    fight = fought(state, strikes(state, plan))
    gone, hits = destroyed(state, fight), fight.hits()
    ours = [key for key in (unit.id for unit in involved(now, plan)) if (key in plan.attackers) is (side == "attacker")]
    theirs = [unit.id for unit in involved(now, plan) if unit.id not in ours]
    return Map({
        "blockers": plan.blockers, "splits": plan.splits, "targets": plan.targets, "answers": plan.answers,
        "kills": sum(key in gone for key in theirs), "losses": sum(key in gone for key in ours),
        "damage": sum(hits[key] for key in theirs),
        "destroyed": tuple(unit.id for unit in involved(now, plan) if unit.id in gone),
    })


# Attackers may be declared and locked already: the question comes up in the middle of a battle (FRONT-03, 15).
ALLOWED = tuple(rule for rule in FORBIDS if rule is not locked_attacker)
OPTIONS = Opening("options", say("which choice is best?"), FRONT_15, considered, SITUATION, ALLOWED, tells=tells)
