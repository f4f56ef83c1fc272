"""Brute-force twins: every face of every die, one path at a time, nothing merged."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod

from engine.dice.check import wanted
from engine.playing.answers import by_default, outcome, settled
from engine.playing.procedure import Asked, Procedure, send
from engine.values.maps import Value
from engine.values.model import Check, Prompt
from engine.values.table import GameState

Answer = Callable[[Prompt], Value]
Throw = tuple[tuple[int, ...], Fraction]


def every_value(prompt: Prompt, answer: Answer = by_default) -> list[tuple[Value, Fraction]]:
    """Every answer the table could give by dice, with its chance; a choice has the one given."""
    if prompt.kind != "roll":
        return [(answer(prompt), Fraction(1))]
    return [(tuple(faces for faces, _ in throws), prod(chance for _, chance in throws)) for throws in product(*(every_throw(check) for check in prompt.checks))]


def every_throw(check: Check, shown: tuple[int, ...] = (), chance: Fraction = Fraction(1)) -> list[Throw]:
    """All faces of a check, wave by wave; each die shows each of its sides once."""
    count = wanted(check, shown)
    if not count:
        return [(shown, chance)]
    waves = list(product(check.die.faces, repeat=count))
    return [throw for wave in waves for throw in every_throw(check, (*shown, *wave), chance / len(waves))]


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
        paths += [((*sent, value), weight * chance) for value, chance in every_value(here.prompt, answer)]
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
