"""2GM Tactics at a glance."""

from engine.games.twogm import questions, victory
from engine.games.twogm.air import procedure as air
from engine.games.twogm.army import COST_X, muster
from engine.games.twogm.assault import plan as assault_plan
from engine.games.twogm.assault import procedure as assault
from engine.games.twogm.cards import CARD, CARD_WORDS
from engine.games.twogm.datasheet import datasheet
from engine.games.twogm.deployment import plan as deployment_plan
from engine.games.twogm.deployment import procedure as deployment
from engine.games.twogm.duties import duties
from engine.games.twogm.economy import procedure as economy
from engine.games.twogm.examples import EXAMPLES
from engine.games.twogm.glance import GLANCE, enters
from engine.games.twogm.hand import procedure as hand
from engine.games.twogm.markers import care, smoke
from engine.games.twogm.markers import plan as marker_plans
from engine.games.twogm.markers import procedure as markers
from engine.games.twogm.movement import procedure as movement
from engine.games.twogm.movement import together, transport
from engine.games.twogm.phases import procedure as phases
from engine.games.twogm.readings import READINGS
from engine.games.twogm.refs import REFS
from engine.games.twogm.setup import procedure as setup
from engine.games.twogm.setup import terrain
from engine.games.twogm.shooting import building
from engine.games.twogm.shooting import plan as fire_plan
from engine.games.twogm.shooting import procedure as shooting
from engine.games.twogm.tale import TALE
from engine.games.twogm.turn import REFERENCE, STEPS, next_turn
from engine.games.twogm.units import TRACKERS
from engine.games.twogm.words import FIELDS, WORDS
from engine.playing.glance import Aim
from engine.playing.rules import Ruleset
from engine.values.texts import say

CHAPTERS = (
    air,
    assault,
    deployment,
    economy,
    hand,
    care,
    markers,
    smoke,
    movement,
    together,
    transport,
    phases,
    setup,
    terrain,
    building,
    shooting,
    victory,
)
ORDER = (
    *("opening", "bid", "deck", "setup", "lay_terrain", "opening_hand", "begin_turn"),
    *("income", "supply", "share", "give", "store", "budget", "draw", "name_hand"),
    *("move", "cover_move", "swap", "unload", "deploy", "play_card", "place_terrain", "terrain"),
    *(
        "shot",
        "shots",
        "assault",
        "suppression",
        "mount",
        "dismount",
        "marker",
        "smoke",
        "lay_smoke",
        "care",
        "clear",
        "air",
    ),
    *("building", "distance", "reactions", "reactivation", "discard", "end_turn", "victory", "concede"),
)
"""What can be opened, in the order of the turn."""
OPENINGS = [*questions.QUESTIONS, *(opening for chapter in CHAPTERS for opening in chapter.OPENINGS)]

RULES = Ruleset(
    key="2gm",
    title=say("2GM Tactics"),
    version=4,
    steps=STEPS,
    openings=tuple(sorted(OPENINGS, key=lambda opening: ORDER.index(opening.key))),
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
    datasheet=datasheet,
    tale=TALE,
    muster=muster,
    costs={"X": COST_X},
    enters=enters,
    duties=duties,
    plans=(fire_plan.PLAN, assault_plan.PLAN, deployment_plan.DEPLOY, deployment_plan.PLAY, *marker_plans.PLANS),
    aim=Aim(
        "shot",
        "attacker",
        "target",
        {"range": None, "terrain": ("plain", "bushes", "forest", "house", "wall", "ruins")},
        (("destroyed", "destroyed", "yes"), ("hit", "shot", "")),
    ),
)
