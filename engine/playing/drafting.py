"""A plan filled in: what is preset, what can be chosen, what speaks against it, and the first
question that follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.playing import choices, deeds
from engine.playing.facing import Facing
from engine.playing.fold import Fold
from engine.playing.plan import MEANS, DeedPlan, Draft, Fact, Means, chosen
from engine.playing.recall import recalled
from engine.playing.rules import Ruleset
from engine.values.events import Event, Opened
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Prompt, Refusal, Unknown
from engine.values.situation import Untold
from engine.values.table import GameState


@dataclass(frozen=True, slots=True)
class Filled:
    """A plan as it stands: the draft with its presets, everything to choose from, what the
    procedure would be told, what the rules say against it, and the question it would ask first; two
    lines where there are such; of what has no dice figures such as its cost."""

    draft: Draft
    facts: tuple[Fact, ...]
    means: tuple[Means, ...]
    args: Map[Value]
    against: tuple[Refusal, ...] = ()
    prompt: Prompt | None = None
    facing: Facing | None = None
    sums: tuple[tuple[str, int], ...] = ()


def facts_missing(filled: Filled) -> tuple[Fact, ...]:
    """What has to be answered before it can be done."""
    return tuple(fact for fact in filled.facts if fact.needed and filled.draft.get(fact.key) in (None, ()))


def targets(
    rules: Ruleset, now: GameState, plan: DeedPlan, by: str, told: Draft = EMPTY
) -> tuple[choices.Candidate, ...]:
    """Whom the deed may be aimed at, in the manner that is told; those first whom no rule protects,
    then who is on the table, then as the game says."""
    return _targets(rules, now, plan.procedure, by, manner(plan, told))


@recalled
def _targets(rules: Ruleset, now: GameState, procedure: str, by: str, told: Draft) -> tuple[choices.Candidate, ...]:
    opening, plan = rules.opening(procedure), rules.plan(procedure)
    assert plan
    field = opening.situation.field(plan.at)

    def order(each: choices.Candidate) -> int:
        return plan.order(now, by, each.unit.id)

    if field:
        found = choices.candidates(rules, now, opening, field, Map({**told, plan.by: by}))
        return tuple(sorted(found, key=lambda each: (bool(each.against), each.unit.where != "table", order(each))))
    return tuple(choices.Candidate(now.unit(unit), ()) for unit in (plan.targets(now, by) if plan.targets else ()))


def manner(plan: DeedPlan, draft: Draft) -> Draft:
    """What holds for every target: in what manner it is done."""
    return Map({plan.manner: draft[plan.manner]}) if draft.get(plan.manner) else EMPTY


def fill(rules: Ruleset, now: GameState, plan: DeedPlan, draft: Draft) -> Filled:
    """Presets where nothing is filled in, one after the other: a fact may depend on the one before
    it."""
    draft = _preset_facts(now, plan, draft)
    means = _means(now, plan, draft)
    if plan.pick == "one" and not plan.at_once and MEANS not in draft and (usable := chosen(draft, means)):
        draft = draft.put(MEANS, usable[0])
        draft = _preset_facts(now, plan, draft)
    facts = _facts(now, plan, draft)
    args = plan.situation(now, draft.without(MEANS) if plan.pick == "none" else draft)
    against, prompt = _judge(rules, now, plan, args)
    sums = () if prompt else tuple(_sums(rules, now, plan, args))
    return Filled(draft, facts, means, args, against, prompt, plan.facing(now, draft), sums)


def _sums(rules: Ruleset, now: GameState, plan: DeedPlan, args: Map[Value]) -> Iterator[tuple[str, int]]:
    """What the deed is told to come to, in numbers."""
    with suppress(Impossible, Unknown, Untold):
        facts = rules.opening(plan.procedure).facts(now, deeds.situation(rules, plan.procedure, args))
        yield from ((key, value) for key, value in facts.items() if type(value) is int)


def _means(now: GameState, plan: DeedPlan, draft: Draft) -> tuple[Means, ...]:
    found: list[Means] = []
    with suppress(Unknown):
        found.extend(plan.means(now, draft))
    return tuple(found)


def _facts(now: GameState, plan: DeedPlan, draft: Draft) -> tuple[Fact, ...]:
    """The facts as far as the cards are known: what a card does not state is asked for when the
    deed is done, and the rest after it."""
    found: list[Fact] = []
    with suppress(Unknown):
        found.extend(plan.facts(now, draft))
    return tuple(found)


def _preset_facts(now: GameState, plan: DeedPlan, draft: Draft) -> Draft:
    while left := _first_open(now, plan, draft):
        draft = draft.put(left.key, () if left.preset is None and left.several else left.preset)
    return draft


def _first_open(now: GameState, plan: DeedPlan, draft: Draft) -> Fact | None:
    """The first fact that has a preset and no answer yet; what follows it is not worked out."""
    with suppress(Unknown):
        return next((each for each in plan.facts(now, draft) if _is_open(draft, each)), None)
    return None


def _is_open(draft: Draft, fact: Fact) -> bool:
    return draft.get(fact.key) is None and (fact.preset is not None or fact.several)


def _judge(
    rules: Ruleset, now: GameState, plan: DeedPlan, args: Map[Value]
) -> tuple[tuple[Refusal, ...], Prompt | None]:
    """What the rules say against it, and what it would ask; a card that is silent asks itself."""
    opening = rules.opening(plan.procedure)
    try:
        args = deeds.situation(rules, plan.procedure, args)
        against = choices.refusals(rules, now, opening, args)
        fold = Fold(rules)
        asked = fold.questions(fold.apply(now, Opened(plan.procedure, args)))
    except (Impossible, Unknown, Untold):
        return (), None
    return against, asked[-1].prompt if asked else None


def last_draft(plan: DeedPlan, log: Sequence[Event], by: str, at: str = "") -> Draft:
    """What was told the last time the unit did it, to this target if one is named; nothing where it
    never did."""
    for event in reversed(log):
        if isinstance(event, Opened) and event.procedure == plan.procedure:
            draft = plan.draft(event.args)
            if draft.get(plan.by) == by and (not at or draft.get(plan.at) == at):
                return draft
    return EMPTY
