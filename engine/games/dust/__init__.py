"""Dust Tactics at a glance."""

from engine.games.dust import (
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
from engine.games.dust.activation import plan
from engine.games.dust.activation import procedure as activations
from engine.games.dust.attack import procedure as attacks
from engine.games.dust.command import procedure as commands
from engine.games.dust.heroes import procedure as heroes
from engine.games.dust.initiative import procedure as initiative
from engine.games.dust.movement import procedure as moves
from engine.games.dust.reaction import procedure as reactions
from engine.games.dust.repair import procedure as repairs
from engine.games.dust.setup import procedure as setup
from engine.games.dust.weapons import procedure as reloading
from engine.playing.glance import Aim
from engine.playing.rules import Ruleset
from engine.values.texts import say

_join, _separate = heroes.OPENINGS
_actions, *_looked_up, _points = questions.QUESTIONS
_tank_head, _heroic_attack, *_end_of_round = repairs.OPENINGS

RULES = Ruleset(
    key="dust",
    title=say("Dust Tactics"),
    version=5,
    steps=turn.STEPS,
    openings=(
        *setup.OPENINGS,
        _join,
        *army.OPENINGS,
        *initiative.OPENINGS,
        *activations.OPENINGS,
        _actions,
        *moves.OPENINGS,
        *attacks.OPENINGS,
        *reactions.OPENINGS,
        *commands.OPENINGS,
        *reloading.OPENINGS,
        _tank_head,
        _heroic_attack,
        _separate,
        *_looked_up,
        *_end_of_round,
        _points,
        *victory.OPENINGS,
    ),
    trackers=units.TRACKERS,
    card=cards.CARD,
    refs=refs.REFS,
    readings=readings.READINGS,
    reference=turn.REFERENCE,
    examples=examples.EXAMPLES,
    words={**cards.CARD_WORDS, **words.WORDS},
    fields=words.FIELDS,
    glance=glance.GLANCE,
    datasheet=datasheet.datasheet,
    tale=tale.TALE,
    duties=duties.duties,
    muster=army.problems,
    plans=(plan.PLAN,),
    turn_name=say("Round {turn}"),
    aim=Aim(
        "attack",
        "attacker",
        "target",
        {"weapon": None, "range": 1, "cover": "none", "sustained": False},
        (("destroyed", "destroyed", "yes"), ("hurt", "damage", "")),
        {"retaliation": ()},
    ),
)
