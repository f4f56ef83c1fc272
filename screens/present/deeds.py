"""What can be done now, as rows: by a unit, in the step, and what speaks against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.playing import choices
from engine.playing.legality import offered
from engine.playing.opening import Opening
from engine.playing.rules import Ruleset
from engine.playing.turn import repeats
from engine.values.kinds import Field
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from screens.present.lines import ActionLine, Tell, UnitLine, capital
from screens.present.roster import Roster
from screens.present.wording import Wording


class Deeds:
    """The openings of a game in the words of its players."""

    def __init__(self, rules: Ruleset, tell: Tell, words: Wording, roster: Roster) -> None:
        self.rules, self.tell, self.words, self.roster = rules, tell, words, roster

    def actions(self, state: GameState, unit: Unit) -> tuple[ActionLine, ...]:
        """What a unit can do now, in the order of the step, then why not the rest."""
        places = {offer.procedure: n for n, offer in enumerate(self.rules.step(state.step).offers)}
        found = [
            self._action(state, opening, Map({opening.actor: unit.id}))
            for opening in self.rules.openings
            if opening.actor and not opening.calculation and self._is_offered(opening.key) and not self._ranks(opening)
        ]
        return tuple(sorted(found, key=lambda line: (not line.allowed, places.get(line.key, len(places)))))

    def general(self, state: GameState) -> tuple[ActionLine, ...]:
        """What the step offers without naming a unit first."""
        seats = sorted(range(len(state.seats)), key=lambda seat: seat != state.seat)
        keys = dict.fromkeys(key for seat in seats for key in offered(self.rules, state, seat))
        openings = [opening for key in keys if not self._ranks(opening := self.rules.opening(key))]
        found = [(opening, self._action(state, opening, EMPTY)) for opening in openings]
        lines = [line for _, line in sorted(found, key=lambda pair: (not pair[0].actor, pair[0].calculation))]
        often = Counter(line.why for line in lines)  # what is said of several tells nothing of one
        return tuple(line if often[line.why] == 1 or not line.allowed else replace(line, why="") for line in lines)

    def _is_offered(self, key: str) -> bool:
        return any(offer.procedure == key for step in self.rules.steps for offer in step.offers)

    def _ranks(self, opening: Opening) -> bool:
        return choices.compares_targets(self.rules, opening)

    def _action(self, state: GameState, opening: Opening, args: Map[Value]) -> ActionLine:
        against = choices.why_not(self.rules, state, opening, args)
        why = self.words.refusal(against[0]) if against else self.tell(opening.ref.title)
        return ActionLine(opening.key, capital(self.tell(opening.text)), why, allowed=not against)

    def against(self, state: GameState, opening: Opening, args: Map[Value]) -> tuple[Refusal, ...]:
        return choices.refusals(self.rules, state, opening, args)

    def missing(self, state: GameState, opening: Opening, args: Mapping[str, Value]) -> Field | None:
        return choices.next_field(state, opening, Map(args))

    def looked_at(self, opening: Opening) -> tuple[Field, ...]:
        return choices.fields_to_look_at(opening)

    def candidates(
        self, state: GameState, opening: Opening, field: Field, args: Map[Value]
    ) -> tuple[tuple[UnitLine, str], ...]:
        """Units for a place in the situation with what speaks against each; of those who act who
        has not done so first, each with what counts in this step."""
        acts = field.key == opening.actor
        shown = self.roster.able if acts and opening == self.of_the_step(state) else self.roster.candidate
        found = [
            (shown(state, each.unit), self.words.refusal(each.against[0]) if each.against else "")
            for each in choices.candidates(self.rules, state, opening, field, args)
        ]
        return tuple(sorted(found, key=lambda pair: (bool(pair[1]), acts and pair[0].acted is True)))

    def main_offer(self, state: GameState) -> str:
        return choices.main_offer(self.rules, state)

    def purpose(self, state: GameState) -> str:
        return choices.purpose(self.rules, state)

    def of_the_step(self, state: GameState) -> Opening | None:
        """What this step is for, where a unit does it."""
        purpose = self.purpose(state)
        opening = self.rules.opening(purpose) if purpose else None
        return opening if opening and opening.actor else None

    def stays(self, state: GameState) -> bool:
        """Whether going on leads to the same step again."""
        return repeats(self.rules.step(state.step), state)


def targets_place(rules: Ruleset, unit: str) -> dict[str, Any]:
    """Where one sees whom a unit had best attack: the page of the attack itself, where it has
    one."""
    plan = rules.plan(rules.aim.procedure) if rules.aim else None
    if rules.aim and plan and (plan.by, plan.at) == (rules.aim.by, rules.aim.at):
        return {"screen": "deed", "procedure": rules.aim.procedure, "with": {rules.aim.by: unit}}
    return {"screen": "targets" if rules.aim else "unit", "unit": unit}
