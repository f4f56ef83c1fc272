"""What can be opened."""

from engine.games.front.battle import BATTLE
from engine.games.front.lock import LOCK, UNLOCK
from engine.games.front.ranked import OPTIONS
from engine.games.front.territories import CONQUER
from engine.games.front.units import OWN_TURN

OPENINGS = (BATTLE, OPTIONS, LOCK, UNLOCK, CONQUER, *OWN_TURN.openings)
