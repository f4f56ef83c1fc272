"""ask: one question in, one answer out, both plain data. The answer holds the dice, the odds, the
changes and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.dice.check import foregone, graded, tally, wanted
from engine.doors import rendered
from engine.doors.question import QUESTION, house_rows, parted, ruleset, table_of
from engine.doors.tables import changes, plain_state
from engine.doors.unknowns import fill_with_sample, is_named_in
from engine.playing.answers import Outcome, Stale, by_check, outcome
from engine.playing.deeds import situation
from engine.playing.foresight import Chances, Forecast, Foresight
from engine.playing.legality import forbidden
from engine.playing.opening import Opening
from engine.playing.procedure import whole
from engine.playing.readings import defaults, nothing_rolled
from engine.playing.rules import Ruleset
from engine.playing.walk import TooLong
from engine.values.kinds import Record, sentence, taken
from engine.values.maps import Map, Value, thawed
from engine.values.model import Change, Check, Endless, Impossible, Line, Prompt, Refusal, Unknown, dotted
from engine.values.table import GameState

MOST_UNKNOWN = 20


def answered(rulesets: Mapping[str, Ruleset], question: object, game: str = "") -> dict[str, Any]:
    """The answer to one question; a question that is wrong is answered with one sentence."""
    known = question.get("id") if isinstance(question, dict) else None
    try:
        return {"id": known, **_answered(rulesets, question, game)}
    except (Impossible, Stale) as wrong:
        return {"id": known, "error": rendered.mistake(wrong)}


def _answered(rulesets: Mapping[str, Ruleset], question: object, game: str) -> dict[str, Any]:
    told, problems = taken(QUESTION, question)
    if problems or not isinstance(told, Map):
        raise Impossible(sentence(problems))
    rules = ruleset(rulesets, str(told.get("game") or game), str(told["ask"]))
    opening = rules.opening(str(told["ask"]))
    given = told["situation"]
    assert isinstance(given, Map)
    aside, rest = parted(opening, given)
    args = situation(
        rules, opening.key, Map({**opening.assumed, **{key: value for key, value in rest.items() if value is not None}})
    )
    state = table_of(rules, opening, told, args)
    return _Asking(rules, opening, state, args, aside).reply()


@dataclass(frozen=True, slots=True)
class _Asking:
    """One question on its table; checks, lines and rules that a walk meets are remembered for the
    reply."""

    rules: Ruleset
    opening: Opening
    state: GameState
    args: Map[Value]
    aside: Map[Value]
    met: dict[str, tuple[Prompt, Check]] = field(default_factory=dict)
    refs: dict[str, None] = field(default_factory=dict)
    lines: dict[Line, None] = field(default_factory=dict)
    readings: dict[str, int] = field(default_factory=dict)
    left: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    dealt: dict[str, Value] = field(default_factory=dict)

    def reply(self) -> dict[str, Any]:
        against = tuple(forbidden(self.rules, self.state, self.opening.key, self.args))
        judged = bool(against) and not self.aside["overrule"]
        if judged and not self.opening.judges:
            return {"refused": rendered.refused(against)}
        if judged:
            self.refs.update(dict.fromkeys(no.ref.id for no in against))
        try:
            return {
                **self.foretold_reply(self.as_it_is() if judged else self.foreseen()),
                **({} if judged else self._overruled(against)),
            }
        except Unknown as unknown:
            return {"unknown": self.unknown(unknown)}
        except Endless as endless:
            return self.undecided(endless)
        except TooLong:
            return self.uncounted()

    def undecided(self, endless: Endless) -> dict[str, Any]:
        """The reply where the stated dice do not decide a roll that is repeated until it does: as
        if they were not rolled yet."""
        roll = self.aside["roll"]
        assert isinstance(roll, Map)
        asked, _ = next(reversed(self.met.values()), (None, None))
        last = {name for prompt, check in self.met.values() if prompt is asked for name in (prompt.key, check.key)}
        left = Map({key: dice for key, dice in roll.items() if key not in last})
        if left == roll:
            raise endless
        return _Asking(self.rules, self.opening, self.state, self.args, self.aside.put("roll", left)).reply()

    def uncounted(self) -> dict[str, Any]:
        """The reply where there are too many outcomes to count: the dice and the reasons, without
        odds."""
        return {
            "ask": self.opening.key,
            "checks": self.checks(),
            "odds": {},
            "result": self.facts(),
            "changes": [],
            "uncounted": "there are too many outcomes: tell some of the dice (roll)",
            "refs": self.cited(),
        }

    def _overruled(self, against: tuple[Refusal, ...]) -> dict[str, Any]:
        return {"overruled": [rendered.refused((no,)) for no in against]} if against else {}

    def unknown(self, first: Unknown) -> list[str]:
        """The card values that the answer needs and the cards do not state, found one by one: each
        is filled with a sample for the next try."""
        missing, guessed = [first], fill_with_sample(self.rules, self.state, first)
        while len(missing) < MOST_UNKNOWN:
            try:
                again = _Asking(self.rules, self.opening, guessed, self.args, self.aside)
                again.foretold_reply(again.foreseen())
                break
            except Unknown as another:
                missing, guessed = [*missing, another], fill_with_sample(self.rules, guessed, another)
            except (Impossible, TooLong):  # with a guess in it the question may make no sense
                break
        precise = (each for each in missing if not any(is_named_in(each, part) for part in missing))
        return [f"units.{each.unit}.card.{dotted(each.path)}" for each in precise]

    def foreseen(self) -> Forecast:
        return Foresight(
            self.state,
            whole(self.opening, self.args),
            self.opening.outcomes(self.args),
            self.policy,
            house_rows(self.aside),
            self.rolled if self.aside["roll"] else nothing_rolled,
        ).first()

    def as_it_is(self) -> Forecast:
        """The table that nothing happens to."""
        shows = self.opening.outcomes(self.args).items()
        return Forecast({name: {show(self.state): Fraction(1)} for name, show in shows}, table=self.state)

    def policy(self, state: GameState, prompt: Prompt) -> Outcome | None:
        """The stated answer to a prompt, otherwise its default; every prompt that is met is
        noted."""
        self.refs[prompt.ref.id] = None
        for check in prompt.checks:
            if check.key not in self.met or self.met[check.key][1].dice < check.dice:
                self.met[check.key] = (prompt, check)
        self.lines.update(dict.fromkeys(prompt.lines))
        given = self.aside["answers"]
        if isinstance(given, Map) and prompt.key in given:
            return outcome(prompt, given[prompt.key])
        if prompt.kind == "form":
            missing = [each.key for each in (prompt.fields or Record()).fields if each.required]
            if missing:
                raise Impossible("; ".join(f"situation.{key}: is missing" for key in missing))
        return defaults(state, prompt)

    def rolled(self, check: Check) -> int | None:
        faces = self.faces(check)
        if faces is None or foregone(check) is not None:
            return None
        try:
            self.readings[check.key] = tally(check, faces)
        except Impossible as wrong:
            raise Impossible(f"roll.{check.key}: {wrong}") from wrong
        return graded(check, self.readings[check.key])

    def faces(self, check: Check) -> Value:
        """The stated faces of a check: by its own key, by the key of its prompt with one list for
        each check, or from one row for all checks of its kind, or a list for each of them."""
        roll = self.aside["roll"]
        assert isinstance(roll, Map)
        prompt, kind = self.met[check.key][0], check.key.partition(":")[0]
        row = isinstance(dice := roll.get(kind), tuple) and not any(isinstance(each, tuple) for each in dice)
        if check.key in roll and not (row and check.key == kind):
            return roll[check.key]
        if row and isinstance(dice, tuple):
            return self.taken(check, kind, dice)
        if isinstance(dice, tuple) and not any(asked.key == kind for asked, _ in self.met.values()):
            return self.next_list(check, kind, dice)
        if prompt.key not in roll:
            return None
        try:
            several = by_check(prompt, roll[prompt.key])
        except Impossible as wrong:
            raise Impossible(f"roll.{prompt.key}: {wrong}") from wrong
        return several[[each.key for each in prompt.checks].index(check.key)]

    def taken(self, check: Check, kind: str, dice: tuple[Value, ...]) -> Value:
        """As many dice of one row as a check wants, wave by wave. The next check of the same kind
        takes the dice behind them, and is open if none are left."""
        if check.key in self.dealt:
            return self.dealt[check.key]
        left: tuple[Value, ...] = self.left.get(kind, dice)
        mine: tuple[Value, ...] = ()
        if not left and self.dealt and wanted(check, mine):
            return None
        try:
            while (count := wanted(check, mine)) and left:
                mine, left = (*mine, *left[:count]), left[count:]
        except Impossible as wrong:
            raise Impossible(f"roll.{check.key}: {wrong}") from wrong
        if foregone(check) is None:
            self.left[kind], self.dealt[check.key] = left, mine
        return mine

    def next_list(self, check: Check, kind: str, lists: tuple[Value, ...]) -> Value:
        """The first list that no other check of its kind has; open if none is left."""
        if check.key not in self.dealt:
            left = self.left.get(kind, lists)
            self.left[kind], self.dealt[check.key] = left[1:], left[0] if left else None
        return self.dealt[check.key]

    def left_over(self) -> None:
        """Refuse stated dice that no check asked for."""
        if kind := next((kind for kind, dice in self.left.items() if dice), ""):
            raise Impossible(f"roll.{kind}: more dice were rolled than are asked for")

    def unasked(self) -> list[str]:
        """Names of stated dice that nothing rolls here: they changed nothing, and the name may be
        misspelt."""
        roll = self.aside["roll"]
        assert isinstance(roll, Map)
        names = {
            name for prompt, check in self.met.values() for name in (check.key, check.key.partition(":")[0], prompt.key)
        }
        return sorted(set(roll) - names)

    def foretold_reply(self, found: Forecast) -> dict[str, Any]:
        self.left_over()
        rolled, certain = bool(self.aside["roll"]), found.table
        ended = certain is not None and (rolled or not self.met)
        made = list(self.changes(certain)) if ended and certain else []
        reply: dict[str, Any] = {
            "ask": self.opening.key,
            "checks": self.checks(),
            "odds": {name: rendered.chances(each, found.within) for name, each in found.chances.items()},
            **({"within": rendered.decimal(found.within, up=True)} if found.within else {}),
            "result": {**self.facts(), **(self.result(found.chances) if rolled or ended else {})},
            "changes": [rendered.change(each) for each in made],
        }
        if ended and certain:
            reply["after"] = {unit.id: plain_state(self.rules, unit) for unit in certain.units.values()}
        if unasked := self.unasked():
            reply["unasked"] = unasked
        behind = (ref.id for ref in certain.cited()) if certain else ()
        reply["refs"] = self.cited(*(each.ref.id for each in made), *behind)
        return reply

    def checks(self) -> list[Any]:
        return [
            rendered.check(one, rendered.roller(prompt, one, self.state, self.args))
            for prompt, one in self.met.values()
        ]

    def facts(self) -> dict[str, Any]:
        """The facts about the situation that no die changes."""
        return {key: thawed(value) for key, value in self.opening.facts(self.state, self.args).items()}

    def result(self, odds: Mapping[str, Chances]) -> dict[str, Any]:
        """The one outcome of each distribution; null where the dice leave more than one."""
        found: dict[str, Any] = {name: next(iter(each)) if len(each) == 1 else None for name, each in odds.items()}
        if self.readings:
            found["successes"] = next(iter(self.readings.values()))
            found["readings"] = dict(self.readings)
        return found

    def changes(self, after: GameState) -> Iterator[Change]:
        """The lines of all ledgers in their order, then the other changes."""
        told = [change for line in self.lines for change in line.changes]
        yield from told
        named = {(each.unit, each.tracker) for each in told}
        yield from (
            change
            for change in changes(self.rules, self.state, after)
            if (change.unit, change.tracker) not in named and self.physical(change)
        )

    def physical(self, change: Change) -> bool:
        tracker = self.rules.tracker(change.tracker.partition(".")[0])
        return tracker is None or tracker.physical

    def cited(self, *more: Any) -> list[str]:
        """Every rule that the answer rests on."""
        found = {self.opening.ref.id: None, **self.refs}
        for _, check in self.met.values():
            rows = (*check.modifiers, *check.dice_rows, *check.need_rows)
            found |= dict.fromkeys([check.ref.id, *(row.ref.id for row in rows)])
        found |= dict.fromkeys((*(line.ref.id for line in self.lines), *more))
        return list(found)
