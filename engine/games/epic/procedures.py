"""What can be opened: every question and every procedure of the game."""

from engine.games.epic.action import ACTION
from engine.games.epic.aircraft import AIRCRAFT_BLAST
from engine.games.epic.army import ARMY
from engine.games.epic.assault import ASSAULT
from engine.games.epic.assault_questions import ATTACKS, RESULT
from engine.games.epic.barrage import BARRAGE
from engine.games.epic.breaking import BREAK_POINT
from engine.games.epic.critical import CRITICAL
from engine.games.epic.endturn import END_TURN, TELEPORT
from engine.games.epic.flak import FLAK
from engine.games.epic.hits import ALLOCATE
from engine.games.epic.limits import LIMITS
from engine.games.epic.overwatch import OVERWATCH
from engine.games.epic.rally import RALLY
from engine.games.epic.regroup import REGROUP
from engine.games.epic.saves import SAVE
from engine.games.epic.scenario import GARRISON, OBJECTIVE, SET_UP
from engine.games.epic.shooting import FIRE
from engine.games.epic.shots import TO_HIT
from engine.games.epic.spacecraft import DROP_PODS, LANDING, PLAN, PLANETFALL, SCATTER
from engine.games.epic.strategy import STRATEGY
from engine.games.epic.suppression import SUPPRESSION
from engine.games.epic.table import COHERENCY, POP_UP
from engine.games.epic.terrain import DANGEROUS_TEST, TERRAIN_TABLE
from engine.games.epic.transport import AIR_ASSAULT, DISEMBARK, EMBARK, TOUCH_DOWN
from engine.games.epic.victory import CONCEDE, GOALS_OPENING, KILL_POINTS, VICTORY
from engine.games.epic.weapons import WEAPON_RANGE
from engine.games.epic.withdraw import WITHDRAW

OPENINGS = (
    STRATEGY,
    ACTION,
    FIRE,
    BARRAGE,
    ASSAULT,
    REGROUP,
    WITHDRAW,
    RALLY,
    END_TURN,
    VICTORY,
    TELEPORT,
    SET_UP,
    GARRISON,
    ARMY,
    TO_HIT,
    SAVE,
    ALLOCATE,
    SUPPRESSION,
    BREAK_POINT,
    DANGEROUS_TEST,
    TERRAIN_TABLE,
    ATTACKS,
    RESULT,
    OVERWATCH,
    LIMITS,
    WEAPON_RANGE,
    OBJECTIVE,
    GOALS_OPENING,
    KILL_POINTS,
    POP_UP,
    COHERENCY,
    CRITICAL,
    FLAK,
    AIRCRAFT_BLAST,
    LANDING,
    PLANETFALL,
    DROP_PODS,
    SCATTER,
    PLAN,
    EMBARK,
    DISEMBARK,
    TOUCH_DOWN,
    AIR_ASSAULT,
    CONCEDE,
)
