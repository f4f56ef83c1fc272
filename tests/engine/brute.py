"""Brute-force twins: every face of every die, one path at a time, nothing merged."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from engine.answers import by_default, outcome, settled
from engine.check import foregone, wanted
from engine.maps import Value
from engine.model import Check, GameState, Prompt
from engine.procedure import Asked, Procedure, send

Answer = Callable[[Prompt], Value]


def every_value(prompt: Prompt, answer: Answer = by_default) -> list[Value]:
    """Every answer the table could give by dice; a choice has the one given."""
    if prompt.kind != "roll":
        return [answer(prompt)]
    return [tuple(faces) for faces in product(*(every_throw(check) for check in prompt.checks))]


def every_throw(check: Check) -> list[tuple[int, ...]]:
    """All faces of a check without waves; each die shows each of its sides once."""
    if foregone(check) is not None:
        return [()]
    assert not check.stages, "waves do not weigh the same"
    assert wanted(check, ()) == check.dice
    return list(product(check.die.faces, repeat=check.dice))


def brute(start: Callable[[], Procedure], answer: Answer = by_default) -> dict[GameState, Fraction]:
    """All tables a procedure may end in, by running every path."""
    found: Counter[GameState] = Counter()
    paths: list[tuple[tuple[Value, ...], Fraction]] = [((), Fraction(1))]
    while paths:
        sent, weight = paths.pop()
        here = _replayed(start(), sent)
        if isinstance(here, GameState):
            found[here] += weight
            continue
        every = every_value(here.prompt, answer)
        paths += [((*sent, value), weight / len(every)) for value in every]
    return dict(found)


def _replayed(run: Procedure, sent: tuple[Value, ...]) -> Asked | GameState:
    here = _next(run, None)
    for value in sent:
        assert isinstance(here, Asked)
        here = _next(run, (here.state, outcome(here.prompt, value)))
    return here


def _next(run: Procedure, reply: object) -> Asked | GameState:
    here = send(run, reply)  # type: ignore[arg-type]
    while not isinstance(here, (Asked, GameState)):
        here = send(run, None)
    if isinstance(here, Asked):
        known = settled(here.prompt)
        return here if known is None else _next(run, (here.state, known))
    return here
