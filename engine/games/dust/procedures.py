"""What can be opened, in the order of the round."""

from engine.games.dust.actions import ACTIONS
from engine.games.dust.activation import ACTIVATION
from engine.games.dust.ammo import AMMO, RELOAD
from engine.games.dust.army import ARMY
from engine.games.dust.attacks import ASSAULT, ATTACK
from engine.games.dust.command import COMMAND
from engine.games.dust.cover import COVER, SIGHT
from engine.games.dust.flame import FLAME
from engine.games.dust.ground import DISTANCE, GROUND, MOVE
from engine.games.dust.initiative import INITIATIVE
from engine.games.dust.joining import JOIN, SEPARATE
from engine.games.dust.reaction import REACTION
from engine.games.dust.repair import END_ROUND, HEROIC, SELF_REPAIR, TANK_HEAD
from engine.games.dust.setup import SETUP
from engine.games.dust.victory import CONCEDE, POINTS, VICTORY

OPENINGS = (
    SETUP,
    JOIN,
    ARMY,
    INITIATIVE,
    ACTIVATION,
    ACTIONS,
    MOVE,
    ATTACK,
    ASSAULT,
    REACTION,
    COMMAND,
    RELOAD,
    TANK_HEAD,
    HEROIC,
    SEPARATE,
    AMMO,
    FLAME,
    COVER,
    SIGHT,
    DISTANCE,
    GROUND,
    SELF_REPAIR,
    END_ROUND,
    POINTS,
    VICTORY,
    CONCEDE,
)
