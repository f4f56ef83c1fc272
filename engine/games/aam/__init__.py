"""Axis & Allies Miniatures at a glance."""

from engine.games.aam.army import muster
from engine.games.aam.cards import CARD, CARD_WORDS
from engine.games.aam.effects import EFFECTS
from engine.games.aam.examples import EXAMPLES
from engine.games.aam.glance import GLANCE
from engine.games.aam.procedures import OPENINGS
from engine.games.aam.reference import REFERENCE
from engine.games.aam.refs import REFS
from engine.games.aam.turn import STEPS
from engine.games.aam.units import FIELDS, READINGS, TRACKERS, WORDS
from engine.playing.rules import Aim, Ruleset
from engine.values.texts import say

RULES = Ruleset(
    key="aam",
    title=say("Axis & Allies Miniatures"),
    version=1,
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
    effects=EFFECTS,
    glance=GLANCE,
    muster=muster,
    aim=Aim(
        "attack",
        "attacker",
        "target",
        {"range": 1, "arc": "front", "terrain": "clear", "road": False},
        tuple((word, "target", word) for word in ("destroyed", "damaged", "disrupted")),
        {"commanders": (), "others": ()},
    ),
)
