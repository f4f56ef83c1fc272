"""What can be opened, in the order of the turn."""

from engine.games.twogm.air import AIR
from engine.games.twogm.assault import ASSAULT
from engine.games.twogm.building import BUILDING
from engine.games.twogm.care import CARE, CLEAR
from engine.games.twogm.decks import DECK, DISCARD, DRAW, HAND_DRAWN
from engine.games.twogm.deploy import DEPLOY
from engine.games.twogm.field import DISTANCE
from engine.games.twogm.fire import SHOT_OPENING, SHOTS_OPENING
from engine.games.twogm.ground import TERRAIN_CARD
from engine.games.twogm.markers import DISMOUNT, MOUNT
from engine.games.twogm.money import GIVE, INCOME, SHARE, STORE, SUPPLY
from engine.games.twogm.move import MOVE
from engine.games.twogm.outlook import BUDGET, REACTIONS
from engine.games.twogm.setup import BID, OPENING, SETUP
from engine.games.twogm.smoke import LAY_SMOKE, SMOKE
from engine.games.twogm.story import MARKER
from engine.games.twogm.support import PLACE_TERRAIN, PLAY_CARD
from engine.games.twogm.suppression import SUPPRESSION
from engine.games.twogm.together import COVER_MOVE, SWAP, UNLOAD
from engine.games.twogm.turn import BEGIN, END, REACTIVATION
from engine.games.twogm.victory import CONCEDE, VICTORY

OPENINGS = (
    OPENING,
    BID,
    DECK,
    SETUP,
    HAND_DRAWN,
    BEGIN,
    INCOME,
    SUPPLY,
    SHARE,
    GIVE,
    STORE,
    BUDGET,
    DRAW,
    MOVE,
    COVER_MOVE,
    SWAP,
    UNLOAD,
    DEPLOY,
    PLAY_CARD,
    PLACE_TERRAIN,
    TERRAIN_CARD,
    SHOT_OPENING,
    SHOTS_OPENING,
    ASSAULT,
    SUPPRESSION,
    MOUNT,
    DISMOUNT,
    MARKER,
    SMOKE,
    LAY_SMOKE,
    CARE,
    CLEAR,
    AIR,
    BUILDING,
    DISTANCE,
    REACTIONS,
    REACTIVATION,
    DISCARD,
    END,
    VICTORY,
    CONCEDE,
)
