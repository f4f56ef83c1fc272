"""The template: a tiny whole game that is kept running by the tests, to be copied for a new one.

It is not in the list of games, so players never see it.
"""

from engine.games.template import (
    abilities,
    army,
    cards,
    datasheet,
    duties,
    examples,
    glance,
    questions,
    readings,
    refs,
    tale,
    turn,
    units,
    victory,
    words,
)
from engine.games.template.initiative import procedure as initiative
from engine.games.template.shooting import procedure as shooting
from engine.parts import ability
from engine.playing.glance import Aim
from engine.playing.rules import Ruleset
from engine.values.texts import say

RULES = Ruleset(
    key="template",
    title=say("Template"),
    version=1,
    steps=turn.STEPS,
    openings=(*initiative.OPENINGS, *shooting.OPENINGS, *victory.OPENINGS, *questions.QUESTIONS),
    trackers=units.TRACKERS,
    card=cards.CARD,
    refs=refs.REFS,
    readings=readings.READINGS,
    reference=turn.REFERENCE,
    examples=examples.EXAMPLES,
    words=words.WORDS,
    fields=words.FIELDS,
    effects=ability.effects(abilities.ABILITIES),
    glance=glance.GLANCE,
    datasheet=datasheet.datasheet,
    tale=tale.TALE,
    muster=army.muster,
    duties=duties.duties,
    aim=Aim(
        "shoot",
        "shooter",
        "target",
        {"distance": 1, "cover": False},
        (("destroyed", "where", "destroyed"), ("hurt", "damage", "")),
    ),
)
