"""walk(): a procedure over all outcomes of its rolls; the same code that resolves it gives its
odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import lcm
from typing import TypeAlias, cast

from engine.dice.absorb import absorbed
from engine.dice.odds import Odds, odds_of, sure
from engine.playing.procedure import Asked, Call, Procedure, Reply, Task, send
from engine.playing.readings import Policy, Rolled, Rows, Throws, defaults, nothing_rolled
from engine.playing.resuming import Apply, reenter
from engine.playing.rules import Ruleset
from engine.values.table import GameState, Pending

Start: TypeAlias = Callable[[], "tuple[Procedure, Asked | Call | GameState]"]
Leaves: TypeAlias = list[tuple[GameState, int, int]]
"""Tables a procedure ends in: the ways there, out of how many."""


class TooLong(Exception):
    """A policy raises it where a walk takes longer than players wait."""


def walk(
    state: GameState,
    *tasks: Task,
    policy: Policy = defaults,
    house: Rows = (),
    rolled: Rolled = nothing_rolled,
    narrow: bool = False,
) -> Odds[GameState]:
    """All tables the tasks may end in; choices follow the policy, dice already rolled are read. A
    *narrow* one is given up where much happens at once."""
    return _Walk(Throws(policy, house, rolled), narrow).call(Call(state, tasks))


def walk_on(
    rules: Ruleset, pending: Pending, apply: Apply, policy: Policy = defaults, rolled: Rolled = nothing_rolled
) -> Odds[GameState]:
    """The same, from the open question on."""
    walking = _Walk(Throws(policy, pending.house, rolled))
    return walking.onward(lambda: reenter(rules, pending, apply), within=True)


@dataclass(frozen=True, slots=True)
class _Walk:
    throws: Throws
    narrow: bool = False
    known: dict[GameState, list[tuple[Task, Odds[GameState]]]] = field(default_factory=dict)

    def call(self, call: Call) -> Odds[GameState]:
        if call.done:
            return self.until(call.done, call.state, call.tasks[0])
        if call.chains and self.narrow:
            raise TooLong
        return self.one_after_another(sure(call.state), call.tasks)

    def one_after_another(self, found: Odds[GameState], tasks: tuple[Task, ...]) -> Odds[GameState]:
        for task in tasks:
            found = self.after(found, task)
        return found

    def after(self, found: Odds[GameState], task: Task) -> Odds[GameState]:
        """Every table that may be there, and what the task makes of it."""
        begun = task.on(found.ways[0][0])
        if isinstance(begun, GameState):
            return odds_of(_changed(found, begun, task))
        if len(found.ways) == 1:
            return self.task(task, found.ways[0][0])
        return self.jointly(found, task) or found.then(partial(self.task, task))

    def jointly(self, found: Odds[GameState], task: Task) -> Odds[GameState] | None:
        """A task that asks nothing itself, and leaves the same to be done on every table: tables
        that become equal on the way are then one."""
        tables: dict[GameState, int] = {}
        rest: tuple[Task, ...] | None = None
        for state, ways in found.ways:
            here = _begin(task.on(state))[1]
            if not isinstance(here, Call) or not here.last or here.done or here.chains:
                return None
            if rest is not None and here.tasks != rest:
                return None
            rest, tables[here.state] = here.tasks, tables.get(here.state, 0) + ways
        return self.one_after_another(odds_of(tables), rest or ())

    def until(self, done: Callable[[GameState], bool], state: GameState, again: Task) -> Odds[GameState]:
        """Rounds without end, exactly."""
        if done(state):
            return sure(state)
        ahead: dict[GameState, Odds[GameState]] = {}
        waiting = [state]
        while waiting:
            here = waiting.pop()
            if here not in ahead:
                ahead[here] = self.after(sure(here), again)
                waiting += [now for now, _ in ahead[here].ways if now not in ahead and not done(now)]
        return absorbed(ahead, state)

    def task(self, task: Task, state: GameState) -> Odds[GameState]:
        """What a task makes of a table, found out once."""
        known = self.known.setdefault(state, [])
        for other, found in known:
            if other == task:
                return found
        found = self.onward(lambda: _begin(task.on(state)))
        known.append((task, found))
        return found

    def onward(self, start: Start, within: bool = False) -> Odds[GameState]:
        """All ends of a procedure, each table once.

        A procedure entered again may be *within* another one: the last thing it does is not the
        last of all.
        """
        leaves: Leaves = []
        run, here = start()
        if isinstance(here, Call) and here.last and not within:
            return self.call(here)
        self.gather(start, (), run, here, 1, 1, within, leaves)
        return _mixed(leaves)

    def gather(
        self,
        start: Start,
        sent: tuple[Reply, ...],
        run: Procedure,
        here: Asked | Call | GameState,
        ways: int,
        whole: int,
        within: bool,
        leaves: Leaves,
    ) -> None:
        """On with a generator as long as nothing branches. It cannot be copied: for all but one
        outcome it is run again."""
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
        leaves.append((here, ways, whole))

    def end(self, here: Asked | Call, ways: int, whole: int, leaves: Leaves) -> None:
        """The last thing a procedure does: its tables are the ends, and no run has to come back."""
        if isinstance(here, Call):
            tables = self.call(here)
            whole *= tables.total
            leaves += [(now, ways * count, whole) for now, count in tables.ways]
            return
        settle, state, args, answers = here.settle, here.state, here.args, self.throws.answers(here)
        assert settle
        whole *= answers.total
        for answer, count in answers.ways:
            found = settle(state, answer, *args)
            if isinstance(found, Call):
                self.end(found, ways * count, whole, leaves)
            else:
                leaves.append((found, ways * count, whole))

    def replies(self, here: Asked | Call) -> Odds[Reply]:
        if isinstance(here, Call):
            return Odds(self.call(here).ways)
        state = here.state
        return Odds(tuple([((state, outcome), ways) for outcome, ways in self.throws.answers(here).ways]))


def _changed(found: Odds[GameState], first: GameState, task: Task) -> dict[GameState, int]:
    """What a task that asks nothing makes of every table; of the *first* it is known."""
    ways = {first: found.ways[0][1]}
    for state, count in found.ways[1:]:
        now = cast("GameState", task.on(state))
        ways[now] = ways.get(now, 0) + count
    return ways


def _mixed(leaves: Leaves) -> Odds[GameState]:
    """Ways out of different wholes as one, equal tables merged."""
    if len(leaves) == 1:
        return sure(leaves[0][0])
    common, found = lcm(*{whole for _, _, whole in leaves}), dict[GameState, int]()
    for now, ways, whole in leaves:
        found[now] = found.get(now, 0) + ways * (common // whole)
    return odds_of(found)


def _again(start: Start, sent: tuple[Reply, ...]) -> Procedure:
    run, _ = start()
    for reply in sent:
        send(run, reply)
    return run


def _begin(run: Procedure | GameState) -> tuple[Procedure, Asked | Call | GameState]:
    assert not isinstance(run, GameState)
    return run, send(run, None)
