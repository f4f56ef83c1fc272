"""The reasons why a shot hits more or less easily, each with its rule."""

from __future__ import annotations

from engine.games.template import refs
from engine.games.template.abilities import ABILITIES
from engine.games.template.shooting.situation import Shot
from engine.parts.ability import bonuses_on
from engine.playing.citing import rule
from engine.values.model import Modifier
from engine.values.table import GameState
from engine.values.texts import say


def cover(now: GameState, shot: Shot) -> Modifier | None:
    """Cover makes the target harder to hit; by one reading not at range 1."""
    near = shot.distance == 1 and now.reading("cover_nearby") == "no"
    return Modifier("cover", -1, say("the target is in cover"), refs.TEMPLATE_05) if shot.cover and not near else None


def abilities(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    """What the abilities of the shooter change."""
    unit = now.unit(shot.shooter)
    return tuple(
        Modifier(each.key, bonus.amount, say("{ability}", ability=each.name), refs.TEMPLATE_06)
        for each, bonus in bonuses_on(ABILITIES, "to_hit")
        if unit.has("abilities", each.key)
    )


@rule(refs.TEMPLATE_05, refs.TEMPLATE_06)
def to_hit(now: GameState, shot: Shot) -> tuple[Modifier, ...]:
    """All reasons, in the order of the book."""
    found = cover(now, shot)
    return (*((found,) if found else ()), *abilities(now, shot))
