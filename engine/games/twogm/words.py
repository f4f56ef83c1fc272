"""The words a player calls things by."""

from engine.games.twogm.readings import READING_WORDS
from engine.texts import say

FIELDS = {
    "onto": say("aboard or behind"), "advance": say("Advance, for one action point"), "row": say("to which of your rows"),
    "ride": say("Mounted: one square more, no fire"),
    "asked_in": say("asked in"), "assaulter": say("who assaults"), "cast_in": say("played in"),
    "deck": say("cards in the deck"), "from": say("from"), "item": say("item"), "kind": say("kind"),
    "other": say("the other one"), "points": say("points"), "shot": say("shot"), "shots": say("shots"),
    "stored": say("stored"), "timed": say("the time is up"), "to": say("to"), "vehicle": say("vehicle"),
}
"""What is told when a procedure opens, as players call it."""
WORDS = {
    **READING_WORDS,
    "tilted": say("tilted"),
    "table": say("on the board"), "destroyed": say("destroyed"), "reserve": say("in reserve"), "inside": say("inside"),
    "discarded": say("discarded"), "hold": say("hold fire"), "none": say("none"), "left": say("left"),
    "right": say("right"), "both": say("both sides"), "shell": say("Smoke Shell"), "screen": say("Smoke Screen"),
    "plain": say("plain"), "bushes": say("bushes"), "forest": say("forest"), "mountain": say("mountain"), "ruins": say("ruins"),
    "river": say("river"), "sea": say("sea"), "lake": say("lake"),
    "active": say("active"), "disabled": say("disabled"), "mounted": say("mounted"), "dismounted": say("not mounted"),
    "arrow": say("arrow"), "asterisk": say("asterisk"), "double_arrow": say("double arrow"),
    "fighter": say("fighter"), "bomber": say("bomber"), "veteran": say("veteran"), "elite": say("elite"),
    "player_1": say("player 1"), "player_2": say("player 2"),
    "own": say("own turn"), "enemy": say("enemy turn"),
    "start": say("Start"), "headquarters": say("Headquarters"), "cards": say("Cards"), "movement": say("Movement"),
    "deployment": say("Deployment"), "fire": say("Fire"), "reactivation": say("Reactivation"), "discard": say("Discard"),
    "end": say("End"),
    "use": say("use it"), "react": say("Reaction shot"), "mount": say("mount it"), "dismount": say("take it down"),
    "move": say("move"), "assault": say("assault"),
    "attack": say("attack"), "reaction": say("Reaction shot"), "aa": say("anti-aircraft shot"), "bomb": say("bomb"),
    "drop": say("drop"), "nothing": say("nothing"),
    "supply": say("Supply card"), "promotion": say("Promotion card"), "equipment": say("Equipment card"),
    "special": say("Special card"), "general": say("General"), "damage": say("damage"), "damaged_card": say("the Damaged card"),
    "played": say("played"), "infantry": say("infantry"), "artillery": say("artillery"), "tank": say("armour"),
    "transport": say("transport"), "air": say("aircraft"), "hq": say("headquarters"), "terrain": say("terrain card"),
    "support": say("support card"), "offensive": say("offensive"), "defensive": say("defensive"), "X": say("cost X"),
    "impact": say("impact values"), "primary": say("primary weapon"), "secondary": say("secondary weapon"),
}
