"""Axis & Allies Miniatures at a glance."""

from engine.games.aam import (
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
from engine.games.aam.attack import plan
from engine.games.aam.attack import procedure as attack
from engine.games.aam.bridge import procedure as bridge
from engine.games.aam.casualties import procedure as casualties
from engine.games.aam.defensive_fire import procedure as defensive_fire
from engine.games.aam.deployment import plan as deployment_plan
from engine.games.aam.deployment import procedure as deployment
from engine.games.aam.deployment import setup
from engine.games.aam.initiative import procedure as initiative
from engine.games.aam.movement import plan as movement_plan
from engine.games.aam.movement import procedure as movement
from engine.games.aam.transport import procedure as transport
from engine.playing.glance import Aim
from engine.playing.rules import Ruleset
from engine.values.texts import say

RULES = Ruleset(
    key="aam",
    title=say("Axis & Allies Miniatures"),
    version=2,
    steps=turn.STEPS,
    openings=(
        *setup.OPENINGS,
        *army.QUESTIONS,
        *deployment.OPENINGS,
        *movement.BEFORE_THE_GAME,
        *initiative.OPENINGS,
        *movement.OPENINGS,
        *transport.OPENINGS,
        *attack.OPENINGS,
        *questions.QUESTIONS,
        *defensive_fire.OPENINGS,
        *bridge.OPENINGS,
        *casualties.OPENINGS,
        *victory.OPENINGS,
    ),
    trackers=units.TRACKERS,
    card=cards.CARD,
    refs=refs.REFS,
    readings=readings.READINGS,
    reference=turn.REFERENCE,
    examples=examples.EXAMPLES,
    words=words.WORDS,
    fields=words.FIELDS,
    effects=abilities.EFFECTS,
    glance=glance.GLANCE,
    datasheet=datasheet.datasheet,
    tale=tale.TALE,
    muster=army.muster,
    duties=duties.duties,
    plans=(plan.PLAN, plan.DEFENSIVE, movement_plan.PLAN, movement_plan.VANGUARD, deployment_plan.PLAN),
    aim=Aim(
        "attack",
        "attacker",
        "target",
        {"range": 1, "arc": "front", "terrain": "clear", "road": False},
        tuple((word, "target", word) for word in ("destroyed", "damaged", "disrupted")),
        {"commanders": (), "others": ()},
    ),
)
