"""What can be opened."""

from engine.games.front.battle import BATTLE
from engine.games.front.lock import LOCK, UNLOCK
from engine.games.front.own import CHECKLIST, CONQUER, DROP_STEP, OWN_STEP
from engine.games.front.ranked import OPTIONS

OPENINGS = (BATTLE, OPTIONS, LOCK, UNLOCK, CONQUER, CHECKLIST, OWN_STEP, DROP_STEP)
