"""Epic Armageddon at a glance."""

from engine.games.epic import (
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
from engine.games.epic.activation import orders
from engine.games.epic.activation import plan as action_plan
from engine.games.epic.activation import procedure as activation
from engine.games.epic.air import plan as flak_plan
from engine.games.epic.air import procedure as air
from engine.games.epic.assault import plan as assault_plan
from engine.games.epic.assault import procedure as assault
from engine.games.epic.formations import coherency
from engine.games.epic.morale import plan as rally_plan
from engine.games.epic.morale import procedure as morale
from engine.games.epic.scenario import procedure as scenario
from engine.games.epic.shooting import barrage_plan
from engine.games.epic.shooting import plan as fire_plan
from engine.games.epic.shooting import procedure as shooting
from engine.games.epic.space import plan as space_plan
from engine.games.epic.space import procedure as space
from engine.games.epic.terrain import plan as terrain_plan
from engine.games.epic.terrain import procedure as terrain
from engine.games.epic.transport import plan as transport_plan
from engine.games.epic.transport import procedure as transport
from engine.games.epic.war_engines import explosions
from engine.games.epic.war_engines import procedure as war_engines
from engine.playing.glance import Aim
from engine.playing.rules import Ruleset
from engine.values.texts import say

IN_ORDER = (
    "strategy",
    "action",
    "fire",
    "barrage",
    "assault",
    "regroup",
    "withdraw",
    "rally",
    "end_turn",
    "victory",
    "teleport",
    "setup",
    "garrison",
    "army",
    "to_hit",
    "save",
    "allocate",
    "suppression",
    "break_point",
    "dangerous",
    "terrain",
    "assault_attacks",
    "assault_result",
    "overwatch",
    "limits",
    "weapon",
    "objective",
    "goals",
    "kill_points",
    "pop_up",
    "coherency",
    "critical",
    "explosion",
    "flak",
    "aircraft_blast",
    "landing",
    "planetfall",
    "drop_pods",
    "scatter",
    "schedule",
    "embark",
    "disembark",
    "touch_down",
    "air_assault",
    "concede",
)
"""Every question and every procedure, in the order in which players are shown them."""
OPENINGS = {
    opening.key: opening
    for opening in (
        *activation.OPENINGS,
        *shooting.OPENINGS,
        *terrain.OPENINGS,
        *morale.OPENINGS,
        *morale.QUESTIONS,
        *space.OPENINGS,
        *coherency.OPENINGS,
        *questions.QUESTIONS,
        *assault.OPENINGS,
        *assault.QUESTIONS,
        *scenario.OPENINGS,
        *victory.OPENINGS,
        *transport.OPENINGS,
        *air.OPENINGS,
        *war_engines.OPENINGS,
        *explosions.OPENINGS,
    )
}
RULES = Ruleset(
    key="epic",
    title=say("Epic Armageddon"),
    version=4,
    steps=turn.STEPS,
    openings=tuple(OPENINGS[key] for key in IN_ORDER),
    trackers=units.TRACKERS,
    card=cards.CARD,
    refs=refs.REFS,
    readings=readings.READINGS,
    reference=turn.REFERENCE,
    examples=examples.EXAMPLES,
    words=words.WORDS,
    fields=words.FIELDS,
    glance=glance.GLANCE,
    datasheet=datasheet.datasheet,
    by_profiles=cards.by_profiles,
    tale=tale.TALE,
    duties=duties.duties,
    enters=glance.enters,
    muster=army.muster,
    effects=orders.EFFECTS,
    plans=(
        action_plan.PLAN,
        fire_plan.PLAN,
        barrage_plan.PLAN,
        assault_plan.PLAN,
        rally_plan.PLAN,
        flak_plan.PLAN,
        terrain_plan.PLAN,
        *transport_plan.PLANS,
        *space_plan.PLANS,
    ),
    aim=Aim(
        "fire",
        "by",
        "target",
        {"order": ("advance", "double", "sustained"), "terrain": "open_ground", "crossfire": False},
        (("destroyed", "then", "destroyed"), ("broken", "then", "withdraw"), ("hurt", "hurt", "")),
    ),
)
