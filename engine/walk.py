"""walk(): a procedure over all outcomes of its rolls; the same code that resolves it gives its odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import lcm
from typing import TypeAlias

from engine.absorb import absorbed
from engine.answers import Outcome, by_default, outcome
from engine.check import odds
from engine.model import Check, GameState, Impossible, Pending, Prompt
from engine.odds import Odds, odds_of, sure
from engine.procedure import Apply, Asked, Call, Procedure, Reply, Task, reenter, send
from engine.rules import Ruleset
from engine.texts import say

Policy: TypeAlias = "Callable[[GameState, Prompt], Outcome | None]"
"""The answer to a prompt, or None: then dice are walked over all their faces."""
Start: TypeAlias = Callable[[], "tuple[Procedure, Asked | Call | GameState]"]
Rows: TypeAlias = tuple[tuple[int, str], ...]
Rolled: TypeAlias = Callable[[Check], "int | None"]
"""The reading of dice that lie on the table already."""


def defaults(_: GameState, prompt: Prompt) -> Outcome | None:
    """Dice are open; choices take their default; each seat's too."""
    if prompt.kind == "roll":
        return None
    if prompt.kind == "each":
        slots = [defaults(_, slot) for slot in prompt.slots]
        return None if None in slots else tuple(slot for slot in slots if slot is not None)
    return outcome(prompt, by_default(prompt))


def walk(
    state: GameState, *tasks: Task, policy: Policy = defaults, house: Rows = (), rolled: Rolled | None = None
) -> Odds[GameState]:
    """All tables the tasks may end in; choices follow the policy, dice already rolled are read."""
    return _Walk(policy, house, rolled or nothing_rolled).call(Call(state, tasks))


def walk_on(rules: Ruleset, pending: Pending, apply: Apply, policy: Policy = defaults) -> Odds[GameState]:
    """The same, from the open question on."""
    return _Walk(policy, pending.house).onward(lambda: reenter(rules, pending, apply), within=True)


@dataclass(frozen=True, slots=True)
class _Walk:
    policy: Policy
    house: Rows = ()
    rolled: Rolled = field(default=lambda _: None)
    known: dict[tuple[Task, GameState], Odds[GameState]] = field(default_factory=dict)
    asked: dict[object, Odds[Outcome]] = field(default_factory=dict)

    def call(self, call: Call) -> Odds[GameState]:
        if call.done:
            return self.until(call.done, call.state, call.tasks[0])
        found = sure(call.state)
        for task in call.tasks:
            found = self.after(found, task)
        return found

    def after(self, found: Odds[GameState], task: Task) -> Odds[GameState]:
        """Every table that may be there, and what the task makes of it."""
        if len(found.ways) == 1:
            return self.task(task, found.ways[0][0])
        return found.then(lambda now: self.task(task, now))

    def until(self, done: Callable[[GameState], bool], state: GameState, again: Task) -> Odds[GameState]:
        """Rounds without end, exactly."""
        if done(state):
            return sure(state)
        ahead: dict[GameState, Odds[GameState]] = {}
        waiting = [state]
        while waiting:
            here = waiting.pop()
            if here not in ahead:
                ahead[here] = self.task(again, here)
                waiting += [now for now, _ in ahead[here].ways if now not in ahead and not done(now)]
        return absorbed(ahead, state)

    def task(self, task: Task, state: GameState) -> Odds[GameState]:
        key = task, state
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.onward(lambda: _begin(task.on(state)))
        return found

    def onward(self, start: Start, within: bool = False) -> Odds[GameState]:
        """All ends of a procedure, each table once; ways are gathered by what they are out of.

        A procedure entered again may be *within* another one: the last thing it does is not the last of all.
        """
        leaves: dict[int, dict[GameState, int]] = {}
        run, here = start()
        self.gather(start, (), run, here, 1, 1, within, leaves)
        return _mixed(leaves)

    def gather(
        self, start: Start, sent: tuple[Reply, ...], run: Procedure, here: Asked | Call | GameState, ways: int, whole: int,
        within: bool, leaves: dict[int, dict[GameState, int]],
    ) -> None:
        """On with a generator as long as nothing branches. It cannot be copied: for all but one outcome it is run again."""
        while not isinstance(here, GameState):
            if not within and (here.last if isinstance(here, Call) else here.settle):
                return self.end(here, ways, whole, leaves)
            replies = self.replies(here)
            last = len(replies.ways) - 1
            whole *= replies.total if last else 1
            for n, (reply, count) in enumerate(replies.ways):
                if n < last:
                    again = _again(start, sent)
                    self.gather(start, (*sent, reply), again, send(again, reply), ways * count, whole, within, leaves)
            ways *= count if last else 1
            sent, here = (*sent, reply), send(run, reply)
        found = leaves.setdefault(whole, {})
        found[here] = found.get(here, 0) + ways

    def end(self, here: Asked | Call, ways: int, whole: int, leaves: dict[int, dict[GameState, int]]) -> None:
        """The last thing a procedure does: its tables are the ends, and nobody has to come back."""
        if isinstance(here, Call):
            tables = self.call(here)
            found = leaves.setdefault(whole * tables.total, {})
            for now, count in tables.ways:
                found[now] = found.get(now, 0) + ways * count
            return
        assert here.settle
        answers = self.answers(here)
        found = leaves.setdefault(whole * answers.total, {})
        for answer, count in answers.ways:
            now = here.settle(here.state, answer, *here.args)
            found[now] = found.get(now, 0) + ways * count

    def replies(self, here: Asked | Call) -> Odds[Reply]:
        if isinstance(here, Call):
            return Odds(self.call(here).ways)
        state = here.state
        return Odds(tuple([((state, outcome), ways) for outcome, ways in self.answers(here).ways]))

    def answers(self, here: Asked) -> Odds[Outcome]:
        """What the table may answer; the same question on the same table is put once."""
        key = here.question, here.state, here.args
        try:
            found = self.asked.get(key)
        except TypeError:  # arguments that cannot be told apart quickly
            return self.put(here)
        if found is None:
            found = self.asked[key] = self.put(here)
        return found

    def put(self, here: Asked) -> Odds[Outcome]:
        prompt = (replace(here, house=self.house) if self.house else here).prompt
        known = self.policy(here.state, prompt)
        if known is not None:
            return sure(known)
        if prompt.kind != "roll":
            raise Impossible(say("{asked} has no answer by default", asked=prompt.key))
        return Odds(together(prompt, self.rolled).ways)


def _mixed(leaves: dict[int, dict[GameState, int]]) -> Odds[GameState]:
    """Ways out of different wholes as one."""
    if len(leaves) == 1:
        return odds_of(next(iter(leaves.values())))
    common, found = lcm(*leaves), dict[GameState, int]()
    for whole, tables in leaves.items():
        for now, ways in tables.items():
            found[now] = found.get(now, 0) + ways * (common // whole)
    return odds_of(found)


def together(prompt: Prompt, rolled: Rolled) -> Odds[tuple[int, ...]]:
    """All readings of a prompt's checks, side by side, or what the first has more than the second."""
    rows: dict[tuple[int, ...], int] = {(): 1}
    for check in prompt.checks:
        reading = rolled(check)
        one = odds(check) if reading is None else sure(reading)
        rows = {(*row, n): ways * more for row, ways in rows.items() for n, more in one.ways}
    if not prompt.opposed:
        return odds_of(rows)
    gaps: dict[tuple[int, ...], int] = {}
    for (ours, theirs), ways in rows.items():
        gaps[(ours - theirs,)] = gaps.get((ours - theirs,), 0) + ways
    return odds_of(gaps)


def nothing_rolled(_: Check) -> int | None:
    return None


def _again(start: Start, sent: tuple[Reply, ...]) -> Procedure:
    run, _ = start()
    for reply in sent:
        send(run, reply)
    return run


def _begin(run: Procedure) -> tuple[Procedure, Asked | Call | GameState]:
    return run, send(run, None)
