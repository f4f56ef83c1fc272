"""What can be asked and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.games.template import army, refs
from engine.games.template.cards import CARD
from engine.parts.muster import problems_of, verdict
from engine.playing.opening import answers
from engine.values.maps import Map, Value
from engine.values.situation import Situation
from engine.values.table import GameState
from engine.values.texts import say


@dataclass(frozen=True, slots=True)
class Mustering(Situation):
    """The cards of an army."""

    cards: tuple[Annotated[Map[Value], CARD], ...]


def judge_army(now: GameState, mustering: Mustering) -> dict[str, Value]:
    """Its points, whether it is legal, and every problem."""
    found = problems_of(army.LIMITS, now, mustering.cards)
    return {"points": army.points(mustering.cards), **verdict(found)}


QUESTIONS = (answers("army", say("army check"), refs.TEMPLATE_08, Mustering, judge_army),)
