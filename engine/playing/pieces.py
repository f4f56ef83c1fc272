"""What is known of the pieces of a procedure: what each made of a table, by what it had read of
it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from engine.playing.slots import Read, Row, Write


@dataclass(slots=True)
class Leaf:
    """What a piece makes of a table: slots written, the number of what is still to be done, the
    ways; or what a chain or a fact comes to. `looked` is all that was read or written, `parts`
    where."""

    reads: tuple[Read, ...]
    ends: list[tuple[tuple[Write, ...], int, int]] = field(default_factory=list)
    total: int = 1
    value: Any = None
    wrote: tuple[Read, ...] = ()
    parts: frozenset[int] = frozenset()
    touched: frozenset[int] = frozenset()
    looked: frozenset[Read] = frozenset()


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

    __slots__ = ("ends", "get", "join", "known", "looks", "made", "numbers", "parts", "places", "rest")

    def __init__(self, size: int) -> None:
        self.looks: dict[frozenset[Read], Looks] = {}
        self.watch(frozenset(), size)

    def watch(self, parts: frozenset[int], size: int) -> None:
        """From now on rows are told apart by these parts; all others are the rest."""
        inside = sorted(parts)
        outside = [at for at in range(size) if at not in parts]
        self.parts, self.get, self.rest = parts, _several(inside), _several(outside)
        self.places = {at: place for place, at in enumerate(inside)}
        self.join = _several([(*outside, *inside).index(at) for at in range(size)])
        self.known, self.ends = dict[Row, Leaf](), dict[tuple[bool, Row], list[tuple[int, Any]]]()
        self.made, self.numbers = list[tuple[Row, int]](), dict[tuple[Row, int], int]()

    def look(self, row: Row) -> Leaf | None:
        for looks in self.looks.values():
            found = looks.leaves.get(looks.key(row))
            if found:
                return found
        return None

    def onward(self, row: Row, leaf: Leaf, exact: bool) -> list[tuple[int, Any]]:
        """What it makes of a row: its parts as they then are and what is still to be done, by a
        number; and the share."""
        inside, total = self.get(row), 1 if exact else leaf.total
        return [
            (self._number((self._content(inside, writes), tail)), ways if exact else ways / total)
            for writes, tail, ways in leaf.ends
        ]

    def _content(self, inside: Row, writes: tuple[Write, ...]) -> Row:
        new = list(inside)
        for write in writes:
            place = self.places[write.at]
            made = write.made.get(new[place])
            new[place] = write.on(new[place]) if made is None else made
        return tuple(new)

    def _number(self, made: tuple[Row, int]) -> int:
        found = self.numbers.get(made)
        if found is None:
            found = self.numbers[made] = len(self.made)
            self.made.append(made)
        return found


def _several(places: list[int]) -> Callable[[Row], Row]:
    """Some numbers of a row as a tuple, however many they are."""
    if len(places) > 1:
        return itemgetter(*places)
    return (lambda row: (row[places[0]],)) if places else lambda row: ()
