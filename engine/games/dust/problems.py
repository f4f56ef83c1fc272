"""Verdicts as facts: whether something is legal, and every reason why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.playing.procedure import Procedure
from engine.values.maps import Value
from engine.values.model import Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import Text, english


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason, and the rule that gives it."""

    why: Text
    ref: Ref


def verdict(word: str, problems: Iterable[Problem]) -> dict[str, Value]:
    """Legal or allowed, with all reasons and their rules."""
    found = tuple(problems)
    return {
        word: not found,
        "problems": tuple(english(each.why) for each in found),
        "rules": tuple(dict.fromkeys(each.ref.id for each in found)),
    }


def refusal(key: str, problems: Iterable[Problem]) -> Refusal | None:
    """The first reason as a refusal that the players may overrule."""
    first = next(iter(problems), None)
    return Refusal(key, first.why, first.ref) if first else None


def knowing(
    tells: Callable[..., dict[str, Value]],
    run: Callable[..., Procedure],
    cites: Callable[..., Iterable[Ref]] = lambda _, **__: (),
) -> Callable[..., Procedure]:
    """A procedure that first looks whether the cards state all that the answer needs, and cites
    what it rests on."""

    def known(state: GameState, **told: Value) -> Procedure:
        against = tells(state, **told).get("rules")
        ids = dict.fromkeys(
            (*(against if isinstance(against, tuple) else ()), *(ref.id for ref in cites(state, **told)))
        )
        return (yield from run(state.note(cited=tuple(ids)), **told))

    return known
