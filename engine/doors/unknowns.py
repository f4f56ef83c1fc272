"""Values that a card does not state: filled with samples, so that one answer can name them all."""

from __future__ import annotations

from engine.playing.fold import apply
from engine.playing.rules import Ruleset
from engine.values.events import CardFilled
from engine.values.kinds import Fixed, Flag, Kind, ListOf, Record, Whole, Word, kind_at
from engine.values.maps import Map, Value, frozen
from engine.values.model import Unknown
from engine.values.table import GameState


def is_named_in(whole: Unknown, part: Unknown) -> bool:
    """Whether the second missing value is a named part of the first, and so more precise."""
    size = len(whole.path)
    return (
        whole.unit == part.unit and whole.path == part.path[:size] and isinstance(next(iter(part.path[size:]), 0), str)
    )


def fill_with_sample(rules: Ruleset, state: GameState, unknown: Unknown) -> GameState:
    """The table with a sample in place of a missing card value, to find the next one."""
    return apply(rules, state, CardFilled(unknown.unit, unknown.path, sample(kind_at(rules.card, unknown.path))))


def sample(kind: Kind) -> Value:
    """A sample value of a kind."""
    match kind:
        case Whole(least=least, most=most):
            return max(least, min(most, 1))
        case Flag():
            return False
        case Word(choices=choices):
            return choices[0] if choices else "x"
        case ListOf():
            return (sample(kind.kind),) * max(1, kind.least)
        case Fixed(kinds=kinds):
            return tuple(map(sample, kinds))
        case Record():
            return Map({each.key: sample(each.kind) for each in kind.fields if each.required})
        case _:
            return frozen({})
