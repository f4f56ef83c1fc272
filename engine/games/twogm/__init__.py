"""2GM Tactics at a glance."""

from engine.games.twogm.cards import CARD
from engine.games.twogm.examples import EXAMPLES
from engine.games.twogm.procedures import OPENINGS
from engine.games.twogm.refs import REFS
from engine.games.twogm.turn import STEPS, next_turn
from engine.games.twogm.units import READINGS, TRACKERS, WORDS
from engine.rules import Ruleset
from engine.texts import say

RULES = Ruleset(
    key="2gm",
    title=say("2GM Tactics"),
    version=1,
    steps=STEPS,
    openings=OPENINGS,
    trackers=TRACKERS,
    card=CARD,
    refs=REFS,
    readings=READINGS,
    examples=EXAMPLES,
    words=WORDS,
    next_turn=next_turn,
)
