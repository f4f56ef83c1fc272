"""The Front at a glance: the known part of its rules, and room for the players' own."""

from engine.games.front.cards import CARD, CARD_WORDS
from engine.games.front.examples import EXAMPLES
from engine.games.front.glance import GLANCE
from engine.games.front.procedures import OPENINGS
from engine.games.front.refs import REFS
from engine.games.front.turn import REFERENCE, STEPS, next_turn
from engine.games.front.units import FIELDS, READINGS, TRACKERS, WORDS
from engine.maps import EMPTY
from engine.rules import Aim, Ruleset
from engine.texts import say

RULES = Ruleset(
    key="front",
    title=say("The Front (a fragment)"),
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
    next_turn=next_turn,
    glance=GLANCE,
    aim=Aim("battle", "attackers", "targets", {}, (("destroyed", "where", "junkyard"), ("hurt", "damage", "")),
            {"blockers": EMPTY, "answers": EMPTY, "boosts": EMPTY}),
)
