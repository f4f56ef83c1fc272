"""What happens at once: two chains of tasks, each worked out by itself, their ends paired."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import accumulate
from math import lcm
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.playing.masses import Mass, added, mixed
from engine.playing.pieces import Leaf, Piece
from engine.playing.procedure import Task
from engine.playing.slots import Read, Row, Slots
from engine.playing.sparing import CHAINS, FLOW, Spare

if TYPE_CHECKING:
    from engine.playing.trace import Trace


class Stage(NamedTuple):
    """What a stage of a chain looks at; and of the parts that it changes the slots in question,
    and the contents that they may have before and after it."""

    reads: frozenset[Read]
    slots: frozenset[tuple[int, int]]
    contents: dict[int, frozenset[int]]


class ChainEnds:
    """What a chain of tasks comes to: the parts it changes, its ends by number, the ways, what was
    left out; and its stages. `tails` are the ways to each end and all lighter ones."""

    __slots__ = ("ends", "is_sure", "met", "missing", "parts", "slots", "stages", "tails", "total")

    def __init__(
        self,
        parts: Row,
        ends: list[tuple[int, Any]],
        total: int,
        missing: float,
        stages: tuple[Stage, ...],
        slots: Slots,
    ) -> None:
        self.parts, self.ends, self.total, self.missing, self.stages = parts, ends, total, missing, stages
        self.slots, self.met, self.is_sure = slots, dict[int, bool](), len(ends) == 1 and ends[0][1] == total
        self.tails = [*accumulate(ways for _, ways in reversed(ends))][::-1]

    def clashes(self, other: ChainEnds) -> bool:
        """Whether both change the same part, or one reads what the other has changed before."""
        known = self.met.get(id(other))
        if known is None:
            known = self.met[id(other)] = bool(set(self.parts) & set(other.parts)) or self._disturbs(other)
        return known

    def _disturbs(self, other: ChainEnds) -> bool:
        """Whether one would read something else after the other's work, stage by stage: the order
        of play is not asked for."""
        return any(
            self._meets(reader.reads, writer)
            for n, ours in enumerate(self.stages)
            for m, theirs in enumerate(other.stages)
            for reader, writer in (((ours, theirs),) if n >= m else ()) + (((theirs, ours),) if m >= n else ())
        )

    def _meets(self, reads: Iterable[Read], writer: Stage) -> bool:
        return any(self._changes(read, writer) for read in reads)

    def _changes(self, read: Read, writer: Stage) -> bool:
        """Whether what is read may be another after a stage: a slot, a part, or what a unit
        tells."""
        if _is_slot(read):
            return read in writer.slots
        contents = writer.contents.get(self.slots.part_of(read), ())
        return bool(contents) and (type(read) is int or len({self.slots.fact(read, each) for each in contents}) > 1)


class Chains:
    """The chains of one question; contents that they leave behind are known by a number."""

    def __init__(self) -> None:
        self.numbers: dict[Row, int] = {}
        self.contents: list[Row] = []

    def side_by_side(self, trace: Trace, mass: Mass, tasks: tuple[Task, ...], chains: tuple[int, ...]) -> Mass:
        """Two chains: each worked out by itself, the ends paired. Where one reads what the other
        has written, they are done as in play."""
        one, two = (tuple(task for task, chain in zip(tasks, chains, strict=True) if chain == n) for n in (0, 1))
        found, others = list[Any](), dict[Row, Any]()
        share = trace.spare.left / CHAINS / (2 * len(mass))
        for row, ways in mass.items() if trace.exact else heaviest_first(mass):
            ours, theirs = (self._ends(trace, (each, trace.exact), row, ways, share) for each in (one, two))
            if ours.clashes(theirs):
                others[row] = ways
                trace.clashes += 1
            else:
                found.append((ways, row, ours, theirs))
        are_sure = all(ours.is_sure and theirs.is_sure for _, _, ours, theirs in found)
        paired = self._moved(trace, found) if are_sure else self._paired(trace, found)
        if not others:
            return trace.pruned([paired])[0]
        rest = others
        for task in tasks:
            rest = trace.after(rest, task)
        if not paired:
            return rest
        wholes = [sum(ways for ways, *_ in found), sum(others.values())]
        return mixed([paired, rest], wholes) if trace.exact else trace.pruned([added([paired, rest])])[0]

    def _ends(self, trace: Trace, of: tuple[tuple[Task, ...], bool], row: Row, ways: Any, share: float) -> ChainEnds:
        """Where a chain leads from a row; where not all ways are counted, as finely as the weight
        of the row asks for."""
        piece = trace.piece(of)
        if trace.exact:
            ends: ChainEnds = trace.leaf(piece, of, row, partial(self.chain, trace)).value
            return ends
        work = partial(self._chain_nearly, trace, trace.spare.for_chain(ways, share))
        leaf = trace.leaf(piece, of, row, work)
        if leaf.value.missing * ways > share:
            leaf = piece.known[piece.get(row)] = work(piece, of, row)
        ends = leaf.value
        trace.spare.drop(ways * ends.missing)
        return ends

    def _chain_nearly(self, trace: Trace, spare: Spare, piece: Piece, of: Any, row: Row) -> Leaf:
        before, trace.spare = trace.spare, spare
        try:
            return self.chain(trace, piece, of, row)
        finally:
            trace.spare = before

    def _moved(self, trace: Trace, found: list[tuple[Any, Row, ChainEnds, ChainEnds]]) -> Mass:
        """Chains without dice: every row becomes another one."""
        whole: Mass = {}
        for ways, row, ours, theirs in found:
            new = list(row)
            for chain in (ours, theirs):
                for at, number in zip(chain.parts, self.contents[chain.ends[0][0]], strict=True):
                    new[at] = number
            key = tuple(new)
            whole[key] = whole.get(key, 0) + ways
        trace.flowed(len(found))
        return whole

    def _paired(self, trace: Trace, found: list[tuple[Any, Row, ChainEnds, ChainEnds]]) -> Mass:
        exact, count = trace.exact, 0
        cut, most, dropped = (0, 0, 0) if exact else (trace.spare.cut * FLOW, trace.spare.share, 0.0)
        common = lcm(*{ours.total * theirs.total for _, _, ours, theirs in found}) if exact else 1
        tables: dict[Any, dict[int, dict[int, Any]]] = {}
        for ways, row, ours, theirs in found:
            rest = list(row)
            for at in (*ours.parts, *theirs.parts):
                rest[at] = -1
            table = tables.setdefault((tuple(rest), ours.parts, theirs.parts), {})
            scale = ways * (common // (ours.total * theirs.total)) if exact else ways
            right, tails = theirs.ends, theirs.tails
            cut = min(cut, (most - dropped) / (len(ours.ends) * len(right)))
            for left, share in ours.ends:
                held = table.get(left)
                if held is None:
                    held = table[left] = {}
                part, n = scale * share, 0
                for n, (number, more) in enumerate(right):
                    flow = part * more
                    if flow < cut:
                        dropped += part * tails[n]
                        break
                    held[number] = held.get(number, 0) + flow
                count += n + 1
        trace.spare.drop(dropped)
        trace.flowed(count)
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

    def chain(self, trace: Trace, piece: Piece, of: tuple[tuple[Task, ...], bool], row: Row) -> Leaf:
        """All ends of a chain on one row, without its own lightest where not all are counted; of
        the parts that it changes all counts as read."""
        before = trace.collect
        mass: Mass = {row: 1 if trace.exact else 1.0}
        stages, leaves = list[Stage](), dict[int, Leaf]()
        try:
            for task in of[0]:
                trace.collect, begun = {}, mass
                mass = trace.after(mass, task)
                leaves.update(trace.collect)
                stages.append(self._stage(trace, trace.collect.values(), begun, mass))
        finally:
            trace.collect = before
        parts = tuple([at for at, column in enumerate(zip(*mass, strict=True)) if {*column} != {row[at]}])
        ends = [(self._number(tuple([end[at] for at in parts])), ways) for end, ways in mass.items()]
        ends.sort(key=itemgetter(1), reverse=True)
        total, missing = (sum(mass.values()), 0.0) if trace.exact else (1, trace.spare.dropped)
        value = ChainEnds(parts, ends, total, missing, tuple(stages), trace.slots)
        return trace.grown(piece, row, Leaf(self._reads(trace, leaves, parts), value=value))

    def _reads(self, trace: Trace, leaves: dict[int, Leaf], parts: Row) -> tuple[Read, ...]:
        """What a chain has read of the table it began with: all of the parts that it changes; and
        of a unit that is written to on the way, all that a fact was told of."""
        touched = frozenset[int]().union(*[leaf.touched for leaf in leaves.values()])
        found = dict[Read, None].fromkeys(parts)
        for read in _looked_at(leaves.values()):
            at = trace.slots.part_of(read)
            if at not in parts:
                found[read if at not in touched or _is_slot(read) else at] = None
        return tuple(found)

    def _stage(self, trace: Trace, leaves: Iterable[Leaf], before: Mass, after: Mass) -> Stage:
        found, contents = set[tuple[int, int]](), dict[int, frozenset[int]]()
        numbers_of = (frozenset(column) for column in zip(*before, *after, strict=True))
        for part, numbers in zip(trace.slots.parts, numbers_of, strict=True):
            if len(numbers) > 1:
                contents[part.at] = numbers
                columns = zip(*(part.contents[number] for number in numbers), strict=True)
                found |= {(part.at, place) for place, column in enumerate(columns) if len(set(column)) > 1}
        return Stage(_looked_at(leaves), frozenset(found), contents)

    def _number(self, content: Row) -> int:
        number = self.numbers.get(content)
        if number is None:
            number = self.numbers[content] = len(self.contents)
            self.contents.append(content)
        return number


def heaviest_first(mass: Mass) -> list[tuple[Row, Any]]:
    return sorted(mass.items(), key=itemgetter(1), reverse=True)


def _looked_at(leaves: Iterable[Leaf]) -> frozenset[Read]:
    """What some pieces have read; what they have written counts too."""
    return frozenset[Read]().union(*[leaf.looked for leaf in leaves])


def _is_slot(read: Read) -> bool:
    return type(read) is tuple and len(read) == 2
