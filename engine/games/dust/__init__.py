"""Dust Tactics at a glance."""

from engine.games.dust.army import muster
from engine.games.dust.cards import CARD, CARD_WORDS
from engine.games.dust.examples import EXAMPLES
from engine.games.dust.glance import GLANCE
from engine.games.dust.procedures import OPENINGS
from engine.games.dust.readings import READINGS
from engine.games.dust.reference import REFERENCE
from engine.games.dust.refs import REFS
from engine.games.dust.turn import STEPS
from engine.games.dust.units import TRACKERS
from engine.games.dust.words import FIELDS, WORDS
from engine.playing.rules import Aim, Ruleset
from engine.values.texts import say

RULES = Ruleset(
    key="dust",
    title=say("Dust Tactics"),
    version=2,
    steps=STEPS,
    openings=OPENINGS,
    trackers=TRACKERS,
    card=CARD,
    refs=REFS,
    readings=READINGS,
    reference=REFERENCE,
    examples=EXAMPLES,
    words={**CARD_WORDS, **WORDS},
    fields=FIELDS,
    glance=GLANCE,
    muster=muster,
    aim=Aim(
        "attack",
        "attacker",
        "target",
        {"weapon": None, "range": 1, "cover": "none", "sustained": False},
        (("destroyed", "destroyed", "yes"), ("hurt", "damage", "")),
        {"retaliation": ()},
    ),
)
