"""walk(): a procedure over all outcomes of its rolls; the same code that resolves it gives its odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeAlias

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
    return _Walk(policy, pending.house).onward(lambda: reenter(rules, pending, apply))


@dataclass(frozen=True, slots=True)
class _Walk:
    policy: Policy
    house: Rows = ()
    rolled: Rolled = field(default=lambda _: None)
    known: dict[tuple[Task, GameState], Odds[GameState]] = field(default_factory=dict)

    def call(self, call: Call) -> Odds[GameState]:
        if call.done:
            return self.until(call.done, call.state, call.tasks[0])
        return reduce(lambda found, each: found.then(lambda now: self.task(each, now)), call.tasks, sure(call.state))

    def until(self, done: Callable[[GameState], bool], state: GameState, again: Task) -> Odds[GameState]:
        """Rounds without end, exactly: every table that is not done is replaced by what follows it.

        Tables are numbered as they are found. Going back from the last, each one's future is written in tables that
        are done or have a smaller number; a future that comes back to itself is divided out. This is elimination, so
        circles of any length are right.
        """
        if done(state):
            return sure(state)
        ahead, number = self.rounds(done, state, again)
        for here in reversed(list(number)):
            ahead[here] = _eliminated(ahead, number, here)
        return ahead[state]

    def rounds(
        self, done: Callable[[GameState], bool], state: GameState, again: Task
    ) -> tuple[dict[GameState, Odds[GameState]], dict[GameState, int]]:
        """One round from every table that can come up and is not done."""
        number, ahead = {state: 0}, {}
        waiting = [state]
        while waiting:
            here = waiting.pop(0)
            ahead[here] = self.task(again, here)
            for now, _ in ahead[here].ways:
                if now not in number and not done(now):
                    number[now] = len(number)
                    waiting.append(now)
        return ahead, number

    def task(self, task: Task, state: GameState) -> Odds[GameState]:
        if (task, state) not in self.known:
            self.known[task, state] = self.onward(lambda: _begin(task.on(state)))
        return self.known[task, state]

    def onward(self, start: Start) -> Odds[GameState]:
        run, here = start()
        return self.from_here(start, (), run, here)

    def from_here(self, start: Start, sent: tuple[Reply, ...], run: Procedure, here: Asked | Call | GameState) -> Odds[GameState]:
        """On with a generator as long as nothing branches, then one generator for each outcome."""
        while not isinstance(here, GameState):
            replies = self.replies(here)
            if len(replies.ways) > 1:
                return self.branches(start, sent, run, replies)
            reply = replies.ways[0][0]
            sent, here = (*sent, reply), send(run, reply)
        return sure(here)

    def branches(self, start: Start, sent: tuple[Reply, ...], run: Procedure, replies: Odds[Reply]) -> Odds[GameState]:
        """A generator cannot be copied: the one at hand serves one outcome, for the others it is run again."""
        at_hand = [run]

        def outcome(reply: Reply) -> Odds[GameState]:
            here = at_hand.pop() if at_hand else _again(start, sent)
            return self.from_here(start, (*sent, reply), here, send(here, reply))

        return replies.then(outcome)

    def replies(self, here: Asked | Call) -> Odds[Reply]:
        if isinstance(here, Call):
            return Odds(self.call(here).ways)
        asked = Asked(here.state, here.question, here.args, here.house or self.house)
        prompt = asked.prompt
        known = self.policy(here.state, prompt)
        if known is not None:
            return sure((here.state, known))
        if prompt.kind != "roll":
            raise Impossible(say("{asked} has no answer by default", asked=prompt.key))
        return Odds(tuple(((here.state, readings), ways) for readings, ways in together(prompt, self.rolled).ways))


def _eliminated(
    ahead: dict[GameState, Odds[GameState]], number: dict[GameState, int], here: GameState
) -> Odds[GameState]:
    """The future of a table in tables that are done or were found earlier."""
    mine = number[here]
    future = ahead[here]
    while True:
        later = max((number[now] for now, _ in future.ways if number.get(now, -1) > mine), default=None)
        if later is None:
            break
        future = future.then(lambda now, later=later: ahead[now] if number.get(now) == later else sure(now))  # type: ignore[misc]
    if all(now == here for now, _ in future.ways):
        raise Impossible(say("this never ends"))
    return future.without(here)


def together(prompt: Prompt, rolled: Rolled) -> Odds[tuple[int, ...]]:
    """All readings of a prompt's checks, side by side."""
    found: Odds[tuple[int, ...]] = sure(())
    for check in prompt.checks:
        reading = rolled(check)
        one = odds(check) if reading is None else sure(reading)
        found = odds_of({(*row, n): ways * more for row, ways in found.ways for n, more in one.ways})
    return found


def nothing_rolled(_: Check) -> int | None:
    return None




def _again(start: Start, sent: tuple[Reply, ...]) -> Procedure:
    run, _ = start()
    for reply in sent:
        send(run, reply)
    return run


def _begin(run: Procedure) -> tuple[Procedure, Asked | Call | GameState]:
    return run, send(run, None)


