"""Dust Tactics at a glance."""

from engine.games.dust.cards import CARD
from engine.games.dust.examples import EXAMPLES
from engine.games.dust.procedures import OPENINGS
from engine.games.dust.refs import REFS
from engine.games.dust.turn import STEPS
from engine.games.dust.units import READINGS, TRACKERS, WORDS
from engine.rules import Ruleset
from engine.texts import say

RULES = Ruleset(
    key="dust",
    title=say("Dust Tactics"),
    version=1,
    steps=STEPS,
    openings=OPENINGS,
    trackers=TRACKERS,
    card=CARD,
    refs=REFS,
    readings=READINGS,
    examples=EXAMPLES,
    words=WORDS,
)
