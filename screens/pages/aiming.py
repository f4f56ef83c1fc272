"""A deed as it is filled in on a table: whom it could be aimed at, and whose odds are worked out
for it. Nothing in here changes, so that a thread beside the drawing may use it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from engine.doors.ranking import Ranking, foretell
from engine.playing import drafting
from engine.playing.choices import Candidate
from engine.playing.drafting import Filled
from engine.playing.plan import DeedPlan, Draft, Foretold
from engine.playing.rules import Ruleset
from engine.values.events import Event
from engine.values.maps import Map
from engine.values.table import GameState, Unit
from screens.pages.hunt import Job, jobs


@dataclass(frozen=True, slots=True)
class Aiming:
    """`given` is what the players have filled in themselves."""

    rules: Ruleset
    state: GameState
    log: tuple[Event, ...]
    plan: DeedPlan
    given: Draft
    filled: Filled

    @property
    def draft(self) -> Draft:
        return self.filled.draft

    @property
    def by(self) -> str:
        return str(self.draft.get(self.plan.by) or "")

    @property
    def at(self) -> str:
        """The target, where one is needed and chosen."""
        return str(self.draft.get(self.plan.at) or "") if self.has_target else ""

    @property
    def has_target(self) -> bool:
        return bool(self.plan.at) and self.plan.needs_target(self.state, self.draft)

    def targets(self) -> tuple[Candidate, ...]:
        return drafting.targets(self.rules, self.state, self.plan, self.by, self.given)

    def others(self) -> list[Candidate]:
        """All but the one that is chosen."""
        at = self.draft.get(self.plan.at)
        return [each for each in self.targets() if each.unit.id != at]

    @property
    def foretold(self) -> Foretold | None:
        return self.plan.foretold(self.state, self.draft) if self.has_target else None

    # Whose odds

    @property
    def is_ranked(self) -> bool:
        """Whether the game ranks targets by this deed."""
        return self.rules.aim is not None and self.rules.aim.procedure == self.plan.procedure

    @property
    def has_odds(self) -> bool:
        return bool(self.plan.at) and (self.is_ranked or self.foretold is not None)

    def jobs(self) -> Iterator[Job]:
        """The odds of this target, then of the others; none as long as something is open, since
        they would be those of something else."""
        if drafting.facts_missing(self.filled):
            return iter(())
        return jobs(self._pairs()) if self.is_ranked else self._foretelling()

    def _pairs(self) -> Iterator[tuple[Ranking, Unit]]:
        """Every target in its own situation: the chosen one as it is filled in, others as they were
        the last time, else as this one."""
        plan, by, at = self.plan, self.by, str(self.draft.get(self.plan.at) or "")
        facts = {fact.key: self.draft[fact.key] for fact in self.filled.facts if not fact.several}
        for unit in (*([self.state.unit(at)] if at else ()), *(each.unit for each in self.others())):
            args = self.filled.args
            if unit.id != at:
                last = drafting.last_draft(plan, self.log, by, unit.id)
                draft = Map({**facts, **last, plan.by: by, plan.at: unit.id})
                args = drafting.fill(self.rules, self.state, plan, draft).args
            yield Ranking(self.rules, self.state, by, args.without(plan.by).without(plan.at)), unit

    def _foretelling(self) -> Iterator[Job]:
        """The fates of those who are aimed at, then of the others if they were."""
        told = self.foretold
        if told is None:
            return
        yield from (partial(foretell, self.rules, self.state, told, unit) for unit in told.targets)
        for other in self.targets():
            if other.unit.id in told.targets or other.against:
                continue
            draft = drafting.fill(self.rules, self.state, self.plan, self._aimed(other.unit.id)).draft
            if instead := self.plan.foretold(self.state, draft):
                yield partial(foretell, self.rules, self.state, instead, other.unit.id)

    def _aimed(self, target: str) -> Draft:
        """The draft as it would be for another target: as it was the last time, else as for this
        one."""
        last = drafting.last_draft(self.plan, self.log, self.by, target)
        return Map({**self.draft, **last, self.plan.at: target})
