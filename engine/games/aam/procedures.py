"""What can be opened, in the order of the turn."""

from engine.games.aam.attack import ATTACK
from engine.games.aam.casualties import CASUALTY
from engine.games.aam.initiative import INITIATIVE

OPENINGS = (INITIATIVE, ATTACK, CASUALTY)
