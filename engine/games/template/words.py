"""What players call the keys of the code."""

from engine.games.template.abilities import ABILITIES
from engine.parts import ability
from engine.values.texts import say

WORDS = {
    **ability.names(ABILITIES),
    "table": say("on the table"),
    "destroyed": say("destroyed"),
    "player_1": say("player 1"),
    "player_2": say("player 2"),
    "cover_nearby": say("cover at range 1"),
    "yes": say("yes"),
    "no": say("no"),
}
FIELDS = {
    "cards": say("cards"),
    "shooter": say("who shoots"),
    "target": say("at whom"),
    "distance": say("distance"),
    "cover": say("in cover"),
}
