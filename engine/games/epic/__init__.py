"""Epic Armageddon at a glance."""

from engine.games.epic.army import muster
from engine.games.epic.cards import CARD
from engine.games.epic.examples import EXAMPLES
from engine.games.epic.glance import GLANCE
from engine.games.epic.procedures import OPENINGS
from engine.games.epic.reference import REFERENCE
from engine.games.epic.refs import REFS
from engine.games.epic.turn import STEPS
from engine.games.epic.units import FIELDS, READINGS, TRACKERS, WORDS
from engine.playing.rules import Aim, Ruleset
from engine.values.texts import say

RULES = Ruleset(
    key="epic",
    title=say("Epic Armageddon"),
    version=1,
    steps=STEPS,
    openings=OPENINGS,
    trackers=TRACKERS,
    card=CARD,
    refs=REFS,
    readings=READINGS,
    reference=REFERENCE,
    examples=EXAMPLES,
    words=WORDS,
    fields=FIELDS,
    glance=GLANCE,
    muster=muster,
    aim=Aim(
        "fire",
        "by",
        "target",
        {"order": ("advance", "double", "sustained"), "terrain": "open_ground", "crossfire": False},
        (("destroyed", "then", "destroyed"), ("broken", "then", "withdraw"), ("hurt", "kills", "")),
    ),
)
