"""What can be opened, in the order of the turn."""

from engine.games.aam.army import ARMY
from engine.games.aam.attack import ATTACK
from engine.games.aam.attacks import ATTACKS, TARGETS
from engine.games.aam.bridge import DEMOLISH
from engine.games.aam.casualties import CASUALTY
from engine.games.aam.defensive import DEFENSIVE_FIRE
from engine.games.aam.initiative import INITIATIVE
from engine.games.aam.move import MOVEMENT, VANGUARD
from engine.games.aam.setup import DEPLOY, SET_UP
from engine.games.aam.stepping import MOVEMENT_ROLL
from engine.games.aam.transport import GET_ABOARD, GET_OFF
from engine.games.aam.victory import CONCEDE, VICTORY

OPENINGS = (
    SET_UP, ARMY, DEPLOY, VANGUARD, INITIATIVE, MOVEMENT, MOVEMENT_ROLL, GET_ABOARD, GET_OFF, ATTACK, ATTACKS, TARGETS,
    DEFENSIVE_FIRE, DEMOLISH, CASUALTY, VICTORY, CONCEDE,
)
