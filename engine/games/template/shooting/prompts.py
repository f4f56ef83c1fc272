"""What the table is asked during a shot."""

from __future__ import annotations

from engine.games.template import refs
from engine.games.template.shooting import modifiers
from engine.games.template.shooting.situation import Shot
from engine.values.model import D6, Check, Prompt
from engine.values.table import GameState
from engine.values.texts import say

HITS_ON = 4


def to_hit(now: GameState, shot: Shot) -> Prompt:
    """As many dice as firepower; a 6 always hits, a 1 never."""
    shooter, target = now.unit(shot.shooter), now.unit(shot.target)
    rows = modifiers.to_hit(now, shot)
    dice = shooter.need("firepower")
    check = Check("hit", dice, D6, refs.TEMPLATE_04, (HITS_ON,), rows, natural="both")
    text = say("{unit} shoots at {target}", unit=shooter.name, target=target.name)
    about = (shooter.id, target.id)
    return Prompt("hit", "roll", shooter.seat, text, refs.TEMPLATE_04, about, (check,), readings=("cover_nearby",))
