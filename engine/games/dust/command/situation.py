"""What is told of a command skill."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.dust.activation.situation import ORDERS, Round
from engine.values.kinds import Either, Flag, Word
from engine.values.situation import Situation, UnitName, YesNo

MEMBERS = ("officer", "radio", "mechanic", "medic", "specialist")
ATTEMPTS = Either((Word(("tried", "failed", "succeeded")), Flag()))


@dataclass(frozen=True, slots=True)
class CommandSkill(Situation):
    """An order, the command squad that gives it and the unit it is for; and as far as no table
    says it: living members, how near they are, what was tried before."""

    order: Annotated[str, Word((*ORDERS, "artillery_strike"))]
    members: tuple[Annotated[str, Word(MEMBERS)], ...] | None = None
    adjacent: YesNo | None = None
    same_square: YesNo | None = None
    already_tried: Annotated[str | bool, ATTEMPTS] | None = None
    target: UnitName | None = None
    unit: UnitName | None = None
    round: Round | None = None
