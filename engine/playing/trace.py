"""trace(): the odds of a procedure, each piece of it run once for all tables that look alike to it.

A task runs on a table that notes what is read; what it makes of it, the slots it writes and the
ways to each, then holds for every table that agrees in those. Nothing is declared: what a piece
does not read cannot change what it does. The rules are those that play runs, and `walk` is what
this is held equal to.

Ways are counted in integers; or in floats, where the lightest tables may be dropped. Nothing is
ever subtracted then, so what is missing from 1 in the end, and a little for rounding, is how much
more any chance may be.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any, TypeAlias

from engine.playing.chains import Chains
from engine.playing.masses import ROUNDING, Mass, added, mixed, rows_of
from engine.playing.pieces import Leaf, Looks, Piece
from engine.playing.procedure import Asked, Call, Procedure, Reply, Task, send
from engine.playing.readings import Policy, Rolled, Rows, Throws, defaults, nothing_rolled
from engine.playing.rounds import for_ever, until_light
from engine.playing.slots import Row, RowLog, Slots
from engine.playing.sparing import Spare
from engine.values.table import GameState

Ended: TypeAlias = "tuple[GameState, int, int, int]"
"""A table a piece ends in, the ways there, out of how many, and the number of what is still to be
done."""

RUN, SETTLED, FLOWS = 100, 25, 2
"""What a run of a piece, one of its ends and a flow between tables cost, about in microseconds."""


class Trace:
    """One question about one table; what is known of its pieces serves every pass over it.

    `patience` is told what was worked and may raise to end a pass.
    """

    def __init__(
        self,
        start: GameState,
        policy: Policy = defaults,
        house: Rows = (),
        rolled: Rolled = nothing_rolled,
        patience: Callable[[int], None] = lambda _: None,
        wide: bool = False,
    ) -> None:
        self.slots = Slots(start, wide)
        self.throws, self.patience = Throws(policy, house, rolled), patience
        self.exact, self.spare = True, Spare(0.0, 0.0)
        self.pieces: dict[Any, Piece] = {}
        self.tails: dict[Any, int] = {}
        self.calls: list[Call | None] = [None]
        self.collect: dict[int, Leaf] | None = None
        self.chains = Chains()
        self.replaying = False
        self.runs = self.flows = self.clashes = 0

    # Passes

    def exactly(self, *tasks: Task) -> Mass:
        """All ends in integers; no way is lost."""
        self.exact = True
        return self.call({self.slots.first: 1}, Call(self.slots.start, tasks))

    def nearly(self, within: float, *tasks: Task) -> tuple[Mass, float]:
        """All ends in floats but for the lightest, and how much any chance may be more, which is no
        more than *within* but for rounding."""
        self.exact, self.spare = False, Spare.of(within)
        mass = self.call({self.slots.first: 1.0}, Call(self.slots.start, tasks))
        missing = max(0.0, 1 - sum(mass.values())) + ROUNDING
        assert missing <= self.spare.dropped + 2 * ROUNDING, "more is missing than was dropped"
        assert self.spare.dropped <= within + ROUNDING, "more was dropped than may be"
        return mass, missing

    def shown(self, mass: Mass, show: Callable[[GameState], Any]) -> dict[Any, Any]:
        """The weights by what the tables show."""
        found: dict[Any, Any] = {}
        for row, ways in mass.items():
            value = self.judged(show, row)
            found[value] = found.get(value, 0) + ways
        return found

    # What a piece makes of a row

    def piece(self, of: Any) -> Piece:
        found = self.pieces.get(of)
        if found is None:
            found = self.pieces[of] = Piece(len(self.slots.parts))
        return found

    def leaf(self, piece: Piece, of: Any, row: Row, work: Callable[[Piece, Any, Row], Leaf]) -> Leaf:
        """By the parts read so far; else by what was read; else it is run. What happened already at
        the table is not known for another time."""
        if self.replaying:
            once = work(Piece(len(self.slots.parts)), of, row)
            self._note(once)
            return once
        leaf = piece.known.get(piece.get(row))
        if leaf is None:
            leaf = piece.look(row) or work(piece, of, row)
            if not leaf.parts <= piece.parts:
                piece.watch(piece.parts | leaf.parts, len(row))
            piece.known[piece.get(row)] = leaf
        self._note(leaf)
        return leaf

    def _note(self, leaf: Leaf) -> None:
        if self.collect is not None:
            self.collect[id(leaf)] = leaf

    def grown(self, piece: Piece, row: Row, leaf: Leaf) -> Leaf:
        """The leaf, known by all that was read."""
        reads = frozenset(leaf.reads)
        leaf.looked = reads.union(leaf.wrote)
        looks = piece.looks.get(reads)
        if looks is None:
            looks = piece.looks[reads] = Looks([self.slots.getter(read) for read in reads])
        looks.leaves[looks.key(row)] = leaf
        leaf.parts = leaf.touched.union(map(self.slots.part_of, reads))
        return leaf

    def judged(self, show: Callable[[GameState], Any], row: Row) -> Any:
        """A fact of the whole table."""
        return self.leaf(self.piece(show), show, row, self._looked).value

    def _looked(self, piece: Piece, show: Callable[[GameState], Any], row: Row) -> Leaf:
        log = RowLog(self.slots, row)
        try:
            value = show(log.state({}))
        finally:
            log.close()
        return self.grown(piece, row, Leaf(tuple(log.reads), value=value))

    def done(self, piece: Piece, task: Task, row: Row) -> Leaf:
        """Run a task on a row, over all readings of its dice."""
        self.runs += 1
        log = RowLog(self.slots, row)
        try:
            leaf = self._run(log, task)
        finally:
            log.close()
        return self.grown(piece, row, leaf)

    def _run(self, log: RowLog, task: Task) -> Leaf:
        table, ended = log.state({}), list[Ended]()
        run = task.on(table)
        if isinstance(run, GameState):
            ended.append((run, 1, 1, 0))
        else:
            self.gather(log, lambda: _begin(task, table), (), run, send(run, None), 1, 1, ended)
        self.patience(RUN + SETTLED * len(ended))
        return self._merged(log, ended)

    def _merged(self, log: RowLog, ended: list[Ended]) -> Leaf:
        """Equal ends as one."""
        merged: dict[Any, int] = {}
        common = lcm(*{whole for _, _, whole, _ in ended})
        for end, ways, whole, tail in ended:
            key = frozenset(log.written(end).items()), tail
            merged[key] = merged.get(key, 0) + ways * (common // whole)
        ends = [(self.slots.writes_again(puts), tail, ways) for (puts, tail), ways in merged.items()]
        wrote = {(write.at, place) for writes, _, _ in ends for write in writes for place, _ in write.puts}
        touched = frozenset(at for at, _ in wrote)
        return Leaf(tuple(log.reads), ends, sum(merged.values()), wrote=tuple(wrote), touched=touched)

    def gather(
        self,
        log: RowLog,
        start: Callable[[], Procedure],
        sent: tuple[Reply, ...],
        run: Procedure,
        here: Asked | Call | GameState,
        ways: int,
        whole: int,
        ended: list[Ended],
    ) -> None:
        """On with a generator as long as nothing branches; for all but one outcome it is run
        again."""
        while not isinstance(here, GameState):
            if isinstance(here, Call):
                if here.last:
                    ended.append(self.end(here, ways, whole))
                    return
                replies, total = self.within(log, here)
            else:
                found = self.throws.answers(here)
                total, settle = found.total, here.settle
                if settle:
                    state, args = here.state, here.args
                    whole *= total
                    ended += [self.end(settle(state, each, *args), ways * count, whole) for each, count in found.ways]
                    return
                replies = [((here.state, answer), count) for answer, count in found.ways]
            whole *= total
            for reply, count in replies[:-1]:
                again = start()
                for each in sent:
                    send(again, each)
                self.gather(log, start, (*sent, reply), again, send(again, reply), ways * count, whole, ended)
            reply, count = replies[-1]
            ways *= count
            sent, here = (*sent, reply), send(run, reply)
        ended.append((here, ways, whole, 0))

    def end(self, here: GameState | Call, ways: int, whole: int) -> Ended:
        return (here.state, ways, whole, self.tail(here)) if isinstance(here, Call) else (here, ways, whole, 0)

    def tail(self, call: Call) -> int:
        """What is to be done after a piece, without its table, by a number."""
        key = call.tasks, call.done, call.chains
        found = self.tails.get(key)
        if found is None:
            found = self.tails[key] = len(self.calls)
            self.calls.append(Call(self.slots.start, call.tasks, call.done, True, call.chains))
        return found

    def within(self, log: RowLog, call: Call) -> tuple[list[tuple[Reply, int]], int]:
        """Tasks in the middle of a piece: what they read of its row it has read itself; they are
        counted exactly."""
        own = log.written(call.state)
        row = self.slots.row_after(log.row, self.slots.writes_of(own))
        mine = {self.slots.slot(*key)[2] for key in own}
        before, exact = self.collect, self.exact
        self.collect, self.exact = {}, True
        try:
            found = self.call({row: 1}, call)
            for leaf in self.collect.values():
                log.reads.update((read, None) for read in (*leaf.reads, *leaf.wrote) if read not in mine)
        finally:
            self.collect, self.exact = before, exact
        tables: list[tuple[Reply, int]] = []
        for now, ways in found.items():
            held = {**own, **self.slots.difference(row, now)}
            tables.append((log.state(held), ways))
        return tables, sum(found.values())

    # Masses of rows

    def call(self, mass: Mass, call: Call) -> Mass:
        if call.done:
            return (for_ever if self.exact else until_light)(self, mass, call.done, call.tasks[0])
        if call.chains and not self.replaying:
            return self.chains.side_by_side(self, mass, call.tasks, call.chains)
        for task in call.tasks:
            mass = self.after(mass, task)
        return mass

    def after(self, mass: Mass, task: Task) -> Mass:
        """Every row, and what the task makes of it: flows are added up by the parts that change,
        and only then laid into rows."""
        if self.replaying:
            return self._after_once(mass, task)
        piece, exact, count = self.piece(task), self.exact, 0
        found = [(row, ways, self.leaf(piece, task, row, self.done)) for row, ways in mass.items()]
        common = lcm(*{leaf.total for _, _, leaf in found}) if exact else 1
        flows: dict[Row, dict[Any, Any]] = {}
        get, rest, known = piece.get, piece.rest, piece.ends
        for row, ways, leaf in found:
            key = exact, get(row)
            ends = known.get(key)
            if ends is None:
                ends = known[key] = piece.onward(row, leaf, exact)
            held = flows.setdefault(rest(row), {})
            scale = ways * (common // leaf.total) if exact else ways
            count += len(ends)
            for end, share in ends:
                held[end] = held.get(end, 0) + scale * share
        self.flowed(count)
        return self._joined(rows_of(flows, piece.made, piece.join))

    def _after_once(self, mass: Mass, task: Task) -> Mass:
        """The same for what happened already at the table: one row, and nothing is known again."""
        ((row, ways),) = mass.items()
        leaf, ends = self.leaf(Piece(len(row)), task, row, self.done), dict[int, Mass]()
        for writes, tail, share in leaf.ends:
            into = ends.setdefault(tail, {})
            new = self.slots.row_after(row, writes)
            into[new] = into.get(new, 0) + (ways * share if self.exact else ways * share / leaf.total)
        return self._joined(ends)

    def _joined(self, ends: dict[int, Mass]) -> Mass:
        """What is still to be done is done; then all tables are one mass again."""
        wholes = [sum(into.values()) for into in ends.values()] if self.exact and len(ends) > 1 else []
        parts = zip(ends, self.pruned(list(ends.values())), strict=True)
        done = [self.call(part, call) if (call := self.calls[tail]) else part for tail, part in parts if part]
        if len(done) == 1:
            return done[0]
        return mixed(done, wholes) if self.exact else added(done)

    def flowed(self, count: int) -> None:
        self.flows += count
        self.patience(FLOWS * count)

    def pruned(self, masses: list[Mass]) -> list[Mass]:
        """Without what is too light to be seen; how much that is together is known."""
        return masses if self.exact else self.spare.without_light(masses)


def _begin(task: Task, table: GameState) -> Procedure:
    run = task.on(table)
    assert not isinstance(run, GameState)
    send(run, None)
    return run
