"""What happens at once: two chains of tasks, each worked out by itself, their ends paired."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from engine.playing.masses import Mass, added, mixed
from engine.playing.pieces import Leaf, Piece
from engine.playing.procedure import Task
from engine.playing.slots import Read, Row, Slots

if TYPE_CHECKING:
    from engine.playing.trace import Trace


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


class Chains:
    """The chains of one question; contents that they leave behind are known by a number."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.numbers: dict[Row, int] = {}
        self.contents: list[Row] = []

    def side_by_side(self, mass: Mass, tasks: tuple[Task, ...]) -> Mass:
        """Two chains: each worked out by itself, the ends paired. Where one reads what the other
        has written, they are done as in play."""
        one, two = ((chain, None if self.trace.exact else self.trace.least) for chain in (tasks[0::2], tasks[1::2]))
        first, second = self.trace.piece(one), self.trace.piece(two)
        found, others = list[Any](), dict[Row, Any]()
        for row, ways in mass.items():
            ours, theirs = (
                self.trace.leaf(first, one, row, self.chain).value,
                self.trace.leaf(second, two, row, self.chain).value,
            )
            if ours.clashes(theirs):
                others[row] = ways
                self.trace.clashes += 1
            else:
                found.append((ways, row, ours, theirs))
        paired = self._paired(found) if found else {}
        if not others:
            return self.trace.pruned(paired)
        rest = others
        for task in tasks:
            rest = self.trace.after(rest, task)
        if not paired:
            return rest
        wholes = [sum(ways for ways, *_ in found), sum(others.values())]
        return mixed([paired, rest], wholes) if self.trace.exact else self.trace.pruned(added([paired, rest]))

    def _paired(self, found: list[tuple[Any, Row, ChainEnds, ChainEnds]]) -> Mass:
        exact, count, steps = self.trace.exact, 0, 0
        common = lcm(*{ours.total * theirs.total for _, _, ours, theirs in found}) if exact else 1
        tables: dict[Any, dict[int, dict[int, Any]]] = {}
        for ways, row, ours, theirs in found:
            rest = list(row)
            for at in (*ours.parts, *theirs.parts):
                rest[at] = -1
            table = tables.setdefault((tuple(rest), ours.parts, theirs.parts), {})
            scale = ways * (common // (ours.total * theirs.total)) if exact else ways
            right, lost = theirs.ends, ways * (ours.missing[0] + theirs.missing[0])
            cut = 0 if exact else ways * self.trace.least / (len(ours.ends) * len(theirs.ends))
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
            self.trace.dropped += lost
            steps = max(steps, ours.missing[1] + theirs.missing[1] + 1)
            count += len(ours.ends) * len(theirs.ends)
        self.trace.steps += steps
        self.trace.flowed(count)
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
        before, dropped, steps = self.trace.collect, self.trace.dropped, self.trace.steps
        mass: Mass = {row: 1 if self.trace.exact else 1.0}
        stages, reads = list[tuple[frozenset[Read], frozenset[tuple[int, int]]]](), dict[Read, None]()
        self.trace.dropped, self.trace.steps = 0.0, 0
        try:
            for task in of[0]:
                self.trace.collect, begun = {}, mass
                mass = self.trace.after(mass, task)
                reads.update(self.trace.collect)
                stages.append((frozenset(self.trace.collect), self._changed(begun, mass)))
            missing = self.trace.dropped, self.trace.steps
        finally:
            self.trace.collect, self.trace.dropped, self.trace.steps = before, dropped, steps
        parts = tuple(at for at in range(len(row)) if any(end[at] != row[at] for end in mass))
        ends = [(self._number(tuple(end[at] for at in parts)), ways) for end, ways in mass.items()]
        ends.sort(key=itemgetter(1), reverse=True)
        value = ChainEnds(
            parts, ends, sum(mass.values()) if self.trace.exact else 1, missing, tuple(stages), self.trace.slots
        )
        whole = dict.fromkeys((*map(self.trace.slots.part_of, reads), *parts))
        return self.trace.grown(piece, row, Leaf(tuple(whole), value=value))

    def _changed(self, before: Mass, after: Mass) -> frozenset[tuple[int, int]]:
        """Slots in which tables after a stage may differ from those before it."""
        found = set[tuple[int, int]]()
        for part in self.trace.slots.parts:
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
