"""walk(): a procedure over all outcomes of its rolls; the same code that resolves it gives its
odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from math import lcm
from typing import TypeAlias, cast

from engine.dice.absorb import absorbed
from engine.dice.check import odds, weight
from engine.dice.odds import Odds, odds_of, sure
from engine.playing.answers import Outcome, by_default, outcome
from engine.playing.procedure import Asked, Call, Procedure, Reply, Task, send
from engine.playing.resuming import Apply, reenter
from engine.playing.rules import Ruleset
from engine.values.model import Check, Impossible, Prompt
from engine.values.table import GameState, Pending
from engine.values.texts import say

Policy: TypeAlias = "Callable[[GameState, Prompt], Outcome | None]"
"""The answer to a prompt, or None: then dice are walked over all their faces."""
Start: TypeAlias = Callable[[], "tuple[Procedure, Asked | Call | GameState]"]
Rows: TypeAlias = tuple[tuple[int, str], ...]
Leaves: TypeAlias = list[tuple[GameState, int, int]]
"""Tables a procedure ends in: the ways there, out of how many."""
Rolled: TypeAlias = Callable[[Check], "int | None"]
"""The reading of dice that lie on the table already."""


class TooLong(Exception):
    """A policy raises it where a walk takes longer than anybody waits."""


def defaults(_: GameState, prompt: Prompt) -> Outcome | None:
    """Dice are open; choices take their default; each seat's too."""
    if prompt.kind == "roll":
        return None
    if prompt.kind == "each":
        slots = [defaults(_, slot) for slot in prompt.slots]
        return None if None in slots else tuple(slot for slot in slots if slot is not None)
    return outcome(prompt, by_default(prompt))


def walk(
    state: GameState,
    *tasks: Task,
    policy: Policy = defaults,
    house: Rows = (),
    rolled: Rolled | None = None,
    narrow: bool = False,
) -> Odds[GameState]:
    """All tables the tasks may end in; choices follow the policy, dice already rolled are read. A
    *narrow* one is given up where much happens at once."""
    return _Walk(policy, house, rolled or nothing_rolled, narrow).call(Call(state, tasks))


def walk_on(
    rules: Ruleset, pending: Pending, apply: Apply, policy: Policy = defaults, rolled: Rolled | None = None
) -> Odds[GameState]:
    """The same, from the open question on."""
    walking = _Walk(policy, pending.house, rolled or nothing_rolled)
    return walking.onward(lambda: reenter(rules, pending, apply), within=True)


@dataclass(frozen=True, slots=True)
class _Walk:
    policy: Policy
    house: Rows
    rolled: Rolled
    narrow: bool = False
    known: dict[GameState, list[tuple[Task, Odds[GameState]]]] = field(default_factory=dict)
    thrown: dict[object, Odds[Outcome]] = field(default_factory=dict)

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
        """The last thing a procedure does: its tables are the ends, and nobody has to come back."""
        if isinstance(here, Call):
            tables = self.call(here)
            whole *= tables.total
            leaves += [(now, ways * count, whole) for now, count in tables.ways]
            return
        settle, state, args, answers = here.settle, here.state, here.args, self.answers(here)
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
        return Odds(tuple([((state, outcome), ways) for outcome, ways in self.answers(here).ways]))

    def answers(self, here: Asked) -> Odds[Outcome]:
        """What the table may answer; dice of equal weight are counted once."""
        prompt = (replace(here, house=self.house) if self.house else here).prompt
        known = self.policy(here.state, prompt)
        if known is not None:
            return sure(known)
        if prompt.kind != "roll":
            raise Impossible(say("{asked} has no answer by default", asked=prompt.key))
        if self.rolled is not nothing_rolled:
            return Odds(together(prompt, self.rolled).ways)
        key = prompt.opposed, prompt.summed, prompt.floors, *[weight(check) for check in prompt.checks]
        found = self.thrown.get(key)
        if found is None:
            found = self.thrown[key] = Odds(together(prompt, self.rolled).ways)
        return found


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


def together(prompt: Prompt, rolled: Rolled) -> Odds[tuple[int, ...]]:
    """All readings of a prompt's checks, side by side, or what the first has more than the
    second."""
    if rolled is nothing_rolled and (prompt.summed or any(prompt.floors)):
        return sums(prompt)
    if len(prompt.checks) == 1:
        reading = rolled(prompt.checks[0])
        one = odds(prompt.checks[0]) if reading is None else sure(reading)
        return Odds(tuple([((n,), ways) for n, ways in one.ways]))
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


def sums(prompt: Prompt) -> Odds[tuple[int, ...]]:
    """All readings of a prompt of which some are only read as a sum or not below a floor: the
    first check of a sum stands for all, the others read 0."""
    rows: dict[tuple[int, ...], int] = {(): 1}
    groups = {group[0]: group[1:] for group in prompt.summed}
    others = {at for group in groups.values() for at in group}
    for n, check in enumerate(prompt.checks):
        one: Odds[int] = sure(0) if n in others else odds(check)
        for at in groups.get(n, ()):
            one = one.then(lambda total, at=at: odds(prompt.checks[at]).map(total.__add__))  # type: ignore[misc]
        if prompt.floors and prompt.floors[n] and n not in others:
            one = one.map(partial(max, prompt.floors[n]))
        rows = {(*row, reading): ways * count for row, ways in rows.items() for reading, count in one.ways}
    return odds_of(rows)


def nothing_rolled(_: Check) -> int | None:
    return None


def _again(start: Start, sent: tuple[Reply, ...]) -> Procedure:
    run, _ = start()
    for reply in sent:
        send(run, reply)
    return run


def _begin(run: Procedure | GameState) -> tuple[Procedure, Asked | Call | GameState]:
    assert not isinstance(run, GameState)
    return run, send(run, None)
