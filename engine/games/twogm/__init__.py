"""2GM Tactics at a glance."""

from engine.games.twogm.cards import CARD, CARD_WORDS
from engine.games.twogm.decks import COST_X, muster
from engine.games.twogm.examples import EXAMPLES
from engine.games.twogm.outlook import GLANCE, enters
from engine.games.twogm.procedures import OPENINGS
from engine.games.twogm.readings import READINGS
from engine.games.twogm.reference import REFERENCE
from engine.games.twogm.refs import REFS
from engine.games.twogm.turn import STEPS, next_turn
from engine.games.twogm.units import TRACKERS
from engine.games.twogm.words import FIELDS, WORDS
from engine.playing.rules import Aim, Ruleset
from engine.values.texts import say

RULES = Ruleset(
    key="2gm",
    title=say("2GM Tactics"),
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
    next_turn=next_turn,
    glance=GLANCE,
    muster=muster,
    costs={"X": COST_X},
    enters=enters,
    aim=Aim(
        "shot",
        "attacker",
        "target",
        {"range": None, "terrain": ("plain", "bushes", "forest", "house", "wall", "ruins")},
        (("destroyed", "destroyed", "yes"), ("hit", "shot", "")),
    ),
)
