"""The one place that asks networkx: which pairs, so that their costs come to the least."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from importlib import import_module
from typing import Any, TypeVar

from carddb.trouble import Trouble
from engine.values.texts import say

T = TypeVar("T", bound=Hashable)


def pairs_of_least_cost(items: Sequence[T], cost: Callable[[T, T], int | None]) -> list[tuple[T, T]] | None:
    """All players in exactly one pair each, at the least cost in all; a pair without a cost is
    never made. None where that cannot be.

    It is a matching of maximum weight: each pair weighs what the dearest costs more than it does.
    """
    networkx, costs = _networkx(), dict[tuple[T, T], int]()
    for n, one in enumerate(items):
        for two in items[n + 1 :]:
            if (price := cost(one, two)) is not None:
                costs[one, two] = price
    dearest = max(costs.values(), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(items)
    graph.add_weighted_edges_from((one, two, dearest - price) for (one, two), price in costs.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(items):
        return None
    place = {item: n for n, item in enumerate(items)}
    return sorted((tuple(sorted(pair, key=place.__getitem__)) for pair in found), key=lambda pair: place[pair[0]])


def is_there() -> bool:
    """Whether this machine can pair by score."""
    try:
        _networkx()
    except Trouble:
        return False
    return True


def _networkx() -> Any:
    """It has no types of its own."""
    try:
        return import_module("networkx")
    except ImportError:
        raise Trouble(
            say("pairing by score needs the package networkx here: install adjutant[hall], or type the pairings")
        ) from None
