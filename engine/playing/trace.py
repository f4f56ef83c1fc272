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

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from math import gcd, lcm
from operator import itemgetter
from typing import Any, TypeAlias

from engine.dice.absorb import absorbed
from engine.dice.check import odds, weight
from engine.dice.odds import Odds, odds_of, sure
from engine.playing.procedure import Asked, Call, Procedure, Reply, Task, send
from engine.playing.slots import Read, Row, RowLog, Slots, Write
from engine.playing.walk import Policy, Rolled, Rows, defaults, nothing_rolled, together
from engine.values.model import Impossible, Prompt
from engine.values.table import GameState
from engine.values.texts import say

Mass: TypeAlias = "dict[Row, Any]"
"""Tables and their weights: integers or floats."""
Ended: TypeAlias = "tuple[GameState, int, int, Call | None]"
"""A table a piece ends in, the ways there, out of how many, and what is still to be done."""

ROUNDING = 1e-9
"""Far more than rounding can make of sums and products of a million steps."""
RUN, SETTLED, FLOWS = 100, 25, 2
"""What a run of a piece, one of its ends and a flow between tables cost, about in microseconds."""


@dataclass(slots=True)
class Leaf:
    """What a piece makes of a table: slots written, what is still to be done, the ways; or what a
    chain or a fact comes to."""

    reads: tuple[Read, ...]
    ends: list[tuple[tuple[Write, ...], Call | None, int]] = field(default_factory=list)
    total: int = 1
    value: Any = None
    wrote: tuple[Read, ...] = ()
    parts: frozenset[int] = frozenset()
    touched: frozenset[int] = frozenset()


class Looks:
    """Leaves that have read the same slots, by the values of these."""

    __slots__ = ("getters", "leaves")

    def __init__(self, getters: list[Callable[[Row], Hashable]]) -> None:
        self.getters, self.leaves = getters, dict[tuple[Hashable, ...], Leaf]()

    def key(self, row: Row) -> tuple[Hashable, ...]:
        return tuple([get(row) for get in self.getters])


class Piece:
    """What is known of a task: leaves by what they have read; and, quicker, by the parts that any
    of them has ever read or touched, with what they make of these."""

    __slots__ = ("ends", "get", "join", "known", "looks", "parts", "rest")

    def __init__(self, size: int) -> None:
        self.looks: dict[frozenset[Read], Looks] = {}
        self.watch(frozenset(), size)

    def watch(self, parts: frozenset[int], size: int) -> None:
        """From now on rows are told apart by these parts; all others are the rest."""
        inside = sorted(parts)
        outside = [at for at in range(size) if at not in parts]
        self.parts, self.get, self.rest = parts, _several(inside), _several(outside)
        self.join = _several([(*outside, *inside).index(at) for at in range(size)])
        self.known, self.ends = dict[Row, Leaf](), dict[tuple[bool, Row], list[tuple[Any, Any]]]()

    def look(self, row: Row) -> Leaf | None:
        for looks in self.looks.values():
            found = looks.leaves.get(looks.key(row))
            if found:
                return found
        return None

    def onward(self, row: Row, leaf: Leaf, exact: bool) -> list[tuple[tuple[Row, Call | None], Any]]:
        """What it makes of a row: its parts as they then are, what is still to be done, and the
        share."""
        inside = sorted(self.parts)
        return [
            ((_content(row, writes, inside), tail), ways if exact else ways / leaf.total)
            for writes, tail, ways in leaf.ends
        ]


def _several(places: list[int]) -> Callable[[Row], Row]:
    """Some numbers of a row as a tuple, however many they are."""
    if len(places) > 1:
        return itemgetter(*places)
    return (lambda row: (row[places[0]],)) if places else lambda row: ()


def _content(row: Row, writes: tuple[Write, ...], inside: list[int]) -> Row:
    by_part = {write.at: write for write in writes}
    return tuple([by_part[at].on(row[at]) if at in by_part else row[at] for at in inside])


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
        self.policy, self.house, self.rolled, self.patience = policy, house, rolled, patience
        self.exact, self.least, self.dropped, self.steps = True, 0.0, 0.0, 0
        self.pieces: dict[Any, Piece] = {}
        self.thrown: dict[object, Odds[Any]] = {}
        self.tails: dict[Any, Call] = {}
        self.collect: dict[Read, None] | None = None
        self.numbers: dict[Row, int] = {}
        self.contents: list[Row] = []
        self.replaying = False
        self.runs = self.flows = self.clashes = 0

    # Passes

    def exactly(self, *tasks: Task) -> Mass:
        """All ends in integers; no way is lost."""
        self.exact, self.least = True, 0.0
        return self.call({self.slots.first: 1}, Call(self.slots.start, tasks))

    def nearly(self, least: float, *tasks: Task) -> tuple[Mass, float]:
        """All ends in floats but for the lightest, and how much any chance may be more."""
        self.exact, self.least, self.dropped, self.steps = False, least, 0.0, 0
        mass = self.call({self.slots.first: 1.0}, Call(self.slots.start, tasks))
        missing = max(0.0, 1 - sum(mass.values())) + ROUNDING
        assert missing <= self.dropped + 2 * ROUNDING, "more is missing than was dropped"
        assert self.dropped <= self.steps * least, "more was dropped than a step may"
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
            self.collect.update(dict.fromkeys(leaf.reads))
            self.collect.update(dict.fromkeys(leaf.wrote))

    def grown(self, piece: Piece, row: Row, leaf: Leaf) -> Leaf:
        """The leaf, known by all that was read."""
        reads = frozenset(leaf.reads)
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
        value = show(log.state({}))
        return self.grown(piece, row, Leaf(tuple(log.reads), value=value))

    def done(self, piece: Piece, task: Task, row: Row) -> Leaf:
        """Run a task on a row, over all readings of its dice."""
        self.runs += 1
        log, ended = RowLog(self.slots, row), list[Ended]()
        table = log.state({})
        run = task.on(table)
        if isinstance(run, GameState):
            ended.append((run, 1, 1, None))
        else:
            self.gather(log, lambda: _begin(task, table), (), run, send(run, None), 1, 1, ended)
        self.patience(RUN + SETTLED * len(ended))
        return self.grown(piece, row, self._merged(log, ended))

    def _merged(self, log: RowLog, ended: list[Ended]) -> Leaf:
        """Equal ends as one."""
        merged: dict[Any, int] = {}
        common = lcm(*{whole for _, _, whole, _ in ended})
        for end, ways, whole, tail in ended:
            key = frozenset(log.written(end).items()), tail
            merged[key] = merged.get(key, 0) + ways * (common // whole)
        ends = [(self.slots.writes_of(dict(puts)), tail, ways) for (puts, tail), ways in merged.items()]
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
                    ended.append((here.state, ways, whole, self.tail(here)))
                    return
                replies, total = self.within(log, here)
            else:
                found = self.answers(here)
                total, settle = found.total, here.settle
                if settle:
                    state, args = here.state, here.args
                    whole *= total
                    ended += [(settle(state, each, *args), ways * count, whole, None) for each, count in found.ways]
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
        ended.append((here, ways, whole, None))

    def tail(self, call: Call) -> Call:
        """What is to be done after a piece, without its table."""
        key = call.tasks, call.done, call.chains
        if key not in self.tails:
            self.tails[key] = Call(self.slots.start, call.tasks, call.done, True, call.chains)
        return self.tails[key]

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
            for read in self.collect:
                if read not in mine:
                    log.reads[read] = None
        finally:
            self.collect, self.exact = before, exact
        tables: list[tuple[Reply, int]] = []
        for now, ways in found.items():
            held = {**own, **self.slots.difference(row, now)}
            tables.append((log.state(held), ways))
        return tables, sum(found.values())

    def answers(self, here: Asked) -> Odds[Any]:
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
            found = self.thrown[key] = (
                sums(prompt) if prompt.summed or any(prompt.floors) else Odds(together(prompt, self.rolled).ways)
            )
        return found

    # Masses of rows

    def call(self, mass: Mass, call: Call) -> Mass:
        if call.done:
            return (self.for_ever if self.exact else self.rounds)(mass, call.done, call.tasks[0])
        if call.chains == 2:
            return self.side_by_side(mass, call.tasks)
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
        self._flowed(count)
        return self._joined(_rows(flows, piece.join))

    def _after_once(self, mass: Mass, task: Task) -> Mass:
        """The same for what happened already at the table: one row, and nothing is known again."""
        ((row, ways),) = mass.items()
        leaf, ends = self.leaf(Piece(len(row)), task, row, self.done), dict[int, tuple[Call | None, Mass]]()
        for writes, tail, share in leaf.ends:
            into = ends.setdefault(id(tail), (tail, {}))[1]
            new = self.slots.row_after(row, writes)
            into[new] = into.get(new, 0) + (ways * share if self.exact else ways * share / leaf.total)
        return self._joined(list(ends.values()))

    def _joined(self, ends: list[tuple[Call | None, Mass]]) -> Mass:
        """What is still to be done is done; then all tables are one mass again."""
        parts = [(self.pruned(into), sum(into.values()) if self.exact else 1) for _, into in ends]
        done = [self.call(part, tail) if tail else part for (tail, _), (part, _) in zip(ends, parts, strict=True)]
        if len(done) == 1:
            return done[0]
        return _mixed(done, [whole for _, whole in parts]) if self.exact else _added(done)

    def _flowed(self, count: int) -> None:
        self.flows += count
        self.patience(FLOWS * count)

    def pruned(self, mass: Mass) -> Mass:
        """Without what is too light to be seen, a small share of all; how much that is together
        is known."""
        if self.exact or not self.least:
            return mass
        self.steps += 1
        left, least = self.least * sum(mass.values()), 0.0
        for ways in sorted(mass.values()):
            left -= ways
            if left < 0:
                least = ways
                break
        kept = {row: ways for row, ways in mass.items() if ways >= least}
        if len(kept) < len(mass):
            self.dropped += sum(ways for ways in mass.values() if ways < least)
        return kept

    # What happens at once

    def side_by_side(self, mass: Mass, tasks: tuple[Task, ...]) -> Mass:
        """Two chains: each worked out by itself, the ends paired. Where one reads what the other
        has written, they are done as in play."""
        one, two = ((chain, None if self.exact else self.least) for chain in (tasks[0::2], tasks[1::2]))
        first, second = self.piece(one), self.piece(two)
        found, others = list[Any](), dict[Row, Any]()
        for row, ways in mass.items():
            ours, theirs = self.leaf(first, one, row, self.chain).value, self.leaf(second, two, row, self.chain).value
            if ours.clashes(theirs):
                others[row] = ways
                self.clashes += 1
            else:
                found.append((ways, row, ours, theirs))
        paired = self._paired(found) if found else {}
        if not others:
            return self.pruned(paired)
        rest = others
        for task in tasks:
            rest = self.after(rest, task)
        if not paired:
            return rest
        wholes = [sum(ways for ways, *_ in found), sum(others.values())]
        return _mixed([paired, rest], wholes) if self.exact else self.pruned(_added([paired, rest]))

    def _paired(self, found: list[tuple[Any, Row, ChainEnds, ChainEnds]]) -> Mass:
        exact, count, steps = self.exact, 0, 0
        common = lcm(*{ours.total * theirs.total for _, _, ours, theirs in found}) if exact else 1
        tables: dict[Any, dict[int, dict[int, Any]]] = {}
        for ways, row, ours, theirs in found:
            rest = list(row)
            for at in (*ours.parts, *theirs.parts):
                rest[at] = -1
            table = tables.setdefault((tuple(rest), ours.parts, theirs.parts), {})
            scale = ways * (common // (ours.total * theirs.total)) if exact else ways
            right, lost = theirs.ends, ways * (ours.missing[0] + theirs.missing[0])
            cut = 0 if exact else ways * self.least / (len(ours.ends) * len(theirs.ends))
            for left, share in ours.ends:
                held = table.get(left)
                if held is None:
                    held = table[left] = {}
                part = scale * share
                for n, (number, more) in enumerate(right):
                    flow = part * more
                    if flow < cut:
                        lost += part * sum(each for _, each in right[n:])
                        break
                    held[number] = held.get(number, 0) + flow
            self.dropped += lost
            steps = max(steps, ours.missing[1] + theirs.missing[1] + 1)
            count += len(ours.ends) * len(theirs.ends)
        self.steps += steps
        self._flowed(count)
        return self._laid(tables)

    def _laid(self, tables: dict[Any, dict[int, dict[int, Any]]]) -> Mass:
        """Pairs of ends as rows; tables whose chains changed different parts may meet again."""
        whole: Mass = {}
        for (rest, at_left, at_right), table in tables.items():
            new = list(rest)
            for left, held in table.items():
                for at, number in zip(at_left, self.contents[left], strict=True):
                    new[at] = number
                for right, ways in held.items():
                    for at, number in zip(at_right, self.contents[right], strict=True):
                        new[at] = number
                    key = tuple(new)
                    whole[key] = whole.get(key, 0) + ways
        return whole

    def chain(self, piece: Piece, of: tuple[tuple[Task, ...], float | None], row: Row) -> Leaf:
        """All ends of a chain on one row, without its own lightest where not all are counted; of
        the parts that it reads or changes all counts as read."""
        before, dropped, steps = self.collect, self.dropped, self.steps
        mass: Mass = {row: 1 if self.exact else 1.0}
        stages, reads = list[tuple[frozenset[Read], frozenset[tuple[int, int]]]](), dict[Read, None]()
        self.dropped, self.steps = 0.0, 0
        try:
            for task in of[0]:
                self.collect, begun = {}, mass
                mass = self.after(mass, task)
                reads.update(self.collect)
                stages.append((frozenset(self.collect), self._changed(begun, mass)))
            missing = self.dropped, self.steps
        finally:
            self.collect, self.dropped, self.steps = before, dropped, steps
        parts = tuple(at for at in range(len(row)) if any(end[at] != row[at] for end in mass))
        ends = [(self._number(tuple(end[at] for at in parts)), ways) for end, ways in mass.items()]
        ends.sort(key=itemgetter(1), reverse=True)
        value = ChainEnds(parts, ends, sum(mass.values()) if self.exact else 1, missing, tuple(stages), self.slots)
        whole = dict.fromkeys((*map(self.slots.part_of, reads), *parts))
        return self.grown(piece, row, Leaf(tuple(whole), value=value))

    def _changed(self, before: Mass, after: Mass) -> frozenset[tuple[int, int]]:
        """Slots in which tables after a stage may differ from those before it."""
        found = set[tuple[int, int]]()
        for part in self.slots.parts:
            numbers = {row[part.at] for row in before} | {row[part.at] for row in after}
            if len(numbers) > 1:
                columns = zip(*(part.contents[number] for number in numbers), strict=True)
                found |= {(part.at, place) for place, column in enumerate(columns) if len(set(column)) > 1}
        return frozenset(found)

    def _number(self, content: Row) -> int:
        number = self.numbers.get(content)
        if number is None:
            number = self.numbers[content] = len(self.contents)
            self.contents.append(content)
        return number

    # Rounds

    def rounds(self, mass: Mass, done: Callable[[GameState], bool], again: Task) -> Mass:
        """In floats, until what goes on is too light to be seen."""
        ended: Mass = {}
        while mass:
            going: Mass = {}
            for row, ways in mass.items():
                into = ended if self.judged(done, row) else going
                into[row] = into.get(row, 0) + ways
            rest = sum(going.values())
            if rest <= max(self.least, ROUNDING / 1000):
                self.dropped += rest
                self.steps += 1
                break
            mass = self.after(going, again)
        return ended

    def for_ever(self, mass: Mass, done: Callable[[GameState], bool], again: Task) -> Mass:
        """Rounds without end, exactly; those that have been fought come before them."""
        while self.replaying and not all(self.judged(done, row) for row in mass):
            mass = self.after(mass, again)
        ahead: dict[Any, Odds[Any]] = {}
        waiting = [row for row in mass if not self.judged(done, row)]
        while waiting:
            here = waiting.pop()
            if here not in ahead:
                ahead[here] = odds_of(self.after({here: 1}, again))
                waiting += [now for now, _ in ahead[here].ways if now not in ahead and not self.judged(done, now)]
        if not ahead:
            return mass
        ahead["start"] = odds_of(mass)
        return dict(absorbed(ahead, "start").ways)


class ChainEnds:
    """What a chain of tasks comes to: the parts it changes, its ends by number, the ways, what was
    dropped in how many steps; and stage by stage what it reads and what it changes."""

    __slots__ = ("ends", "met", "missing", "parts", "slots", "stages", "total")

    def __init__(
        self,
        parts: Row,
        ends: list[tuple[int, Any]],
        total: int,
        missing: tuple[float, int],
        stages: tuple[tuple[frozenset[Read], frozenset[tuple[int, int]]], ...],
        slots: Slots,
    ) -> None:
        self.parts, self.ends, self.total, self.missing, self.stages = parts, ends, total, missing, stages
        self.slots, self.met = slots, dict[int, bool]()

    def clashes(self, other: ChainEnds) -> bool:
        """Whether both change the same part, or one reads what the other has changed before."""
        known = self.met.get(id(other))
        if known is None:
            known = self.met[id(other)] = bool(set(self.parts) & set(other.parts)) or self._disturbs(other)
        return known

    def _disturbs(self, other: ChainEnds) -> bool:
        ours, theirs = set[tuple[int, int]](), set[tuple[int, int]]()
        for (our_reads, our_writes), (their_reads, their_writes) in zip(self.stages, other.stages, strict=True):
            if self._meet(our_reads, theirs):
                return True
            ours |= our_writes
            if self._meet(their_reads, ours):
                return True
            theirs |= their_writes
        return False

    def _meet(self, reads: Iterable[Read], writes: set[tuple[int, int]]) -> bool:
        parts = {at for at, _ in writes}
        return any(
            read in writes if type(read) is tuple and len(read) == 2 else self.slots.part_of(read) in parts
            for read in reads
        )


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


def _begin(task: Task, table: GameState) -> Procedure:
    run = task.on(table)
    assert not isinstance(run, GameState)
    send(run, None)
    return run


def _rows(flows: dict[Row, dict[Any, Any]], join: Callable[[Row], Row]) -> list[tuple[Call | None, Mass]]:
    """Flows by what is still to be done, as rows."""
    ends: dict[int, tuple[Call | None, Mass]] = {}
    for rest, held in flows.items():
        for (content, tail), ways in held.items():
            into = ends.get(id(tail))
            if into is None:
                into = ends[id(tail)] = tail, {}
            into[1][join(rest + content)] = ways
    return list(ends.values())


def _mixed(parts: list[Mass], wholes: list[int]) -> Mass:
    """Masses whose weights have been scaled meanwhile, as one; *wholes* is what each weighs."""
    scaled: Mass = {}
    factors = [(sum(part.values()), whole) for part, whole in zip(parts, wholes, strict=True)]
    common = lcm(*(now // gcd(now, whole) for now, whole in factors))
    for part, (now, whole) in zip(parts, factors, strict=True):
        for row, ways in part.items():
            scaled[row] = scaled.get(row, 0) + ways * whole * common // now
    return scaled


def _added(parts: list[Mass]) -> Mass:
    whole: Mass = {}
    for part in parts:
        for row, ways in part.items():
            whole[row] = whole.get(row, 0) + ways
    return whole
