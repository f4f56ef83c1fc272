"""What the table keeps of a unit and of itself, and what can be read off a unit."""

from engine.games.template import refs
from engine.playing.citing import rule
from engine.playing.rules import PLAYERS, Tracker
from engine.values.kinds import Flag, Whole, Word
from engine.values.table import Unit
from engine.values.texts import say

PLACES = ("table", "destroyed")

TRACKERS = (
    Tracker("damage", Whole(0, 20), say("points of damage"), refs.TEMPLATE_07),
    Tracker("shot", Flag(), say("has shot"), refs.TEMPLATE_03, lasts="phase", physical=False),
    Tracker("where", Word(PLACES), say("place"), refs.TEMPLATE_07, default="table"),
    Tracker("winner", Word(PLAYERS), say("winner"), refs.TEMPLATE_09, on="table"),
)


@rule(refs.TEMPLATE_07)
def life_left(unit: Unit) -> int:
    """The life on its card less its damage."""
    return max(0, unit.need("life") - unit.count("damage"))
