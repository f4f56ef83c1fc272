"""What the table keeps on a formation, and what a player calls all of it."""

from __future__ import annotations

from engine.games.epic.abilities import ABILITIES
from engine.games.epic.causes import why_blast, why_broken, why_damage, why_lost, why_overwatch, why_shields, why_where
from engine.games.epic.engine_units import ENGINE_READINGS, ENGINE_TRACKERS, ENGINE_WORDS
from engine.games.epic.readings import GROUND_READINGS, READING_WORDS
from engine.games.epic.refs import (
    EPIC_05,
    EPIC_07,
    EPIC_09,
    EPIC_16,
    EPIC_23,
    EPIC_44,
    EPIC_50,
    EPIC_64,
    EPIC_102,
    EPIC_109,
    EPIC_125,
    EPIC_157,
    EPIC_161,
    EPIC_167,
    EPIC_178,
    EPIC_228,
    EPIC_235,
    EPIC_239,
    EPIC_242,
    EPIC_274,
    EPIC_275,
)
from engine.games.epic.terrain import TERRAIN_WORDS
from engine.kinds import Flag, ListOf, MapOf, Whole, Word
from engine.rules import PLAYERS, Reading, Tracker
from engine.texts import say

ORDERS = ("advance", "double", "march", "engage", "sustained", "overwatch", "marshal", "hold", "interception", "ground_attack",
          "cap_interception", "cap", "stand_down", "spacecraft")
STEPS_OF_ACTIONS = ("move", "shoot", "assault", "regroup", "overwatch")
PLACES = ("table", "destroyed", "reserve", "inside")
GOALS = ("blitzkrieg", "break_their_spirit", "defend_the_flag", "take_and_hold", "they_shall_not_pass")
TRACKERS = (
    Tracker("blast", Whole(0, 999), say("blast markers"), EPIC_44, cites=why_blast),
    Tracker("broken", Flag(), say("broken"), EPIC_109, cites=why_broken),
    Tracker("activated", Flag(), say("activated"), EPIC_07, lasts="turn", physical=False),
    Tracker("order", Word(ORDERS), say("action"), EPIC_09, lasts="turn", physical=False),
    Tracker("todo", ListOf(Word(STEPS_OF_ACTIONS)), say("still to do"), EPIC_09, lasts="turn", physical=False),
    Tracker("overwatch", Flag(), say("on overwatch"), EPIC_64, cites=why_overwatch),
    Tracker("marched", Flag(), say("marched"), EPIC_16, lasts="turn", physical=False),
    Tracker("lost", ListOf(Whole(0, 99)), say("units lost"), EPIC_50, cites=why_lost),
    Tracker("damage", ListOf(Whole(0, 99)), say("damage"), EPIC_161, cites=why_damage),
    Tracker("shields_down", ListOf(Whole(0, 99)), say("shields down"), EPIC_178, cites=why_shields),
    Tracker("garrison", Flag(), say("garrison"), EPIC_235, physical=False),
    Tracker("rallied", Flag(), say("rallied"), EPIC_239, lasts="turn", physical=False),
    Tracker("tried", Flag(), say("rally tried"), EPIC_274, lasts="turn", physical=False),
    Tracker("aboard", Word(), say("aboard"), EPIC_167),
    Tracker("popped_up", Flag(), say("popped up"), EPIC_125),
    Tracker("fired", MapOf(Whole(0, 999)), say("weapons fired on turn"), EPIC_157, physical=False),
    Tracker("where", Word(PLACES), say("place"), EPIC_102, default="table", cites=why_where),
    Tracker("acted", Whole(0, 99), say("activations in a row"), EPIC_23, lasts="phase", on="table", physical=False),
    Tracker("held", Flag(), say("the last action was Hold"), EPIC_23, lasts="phase", on="table", physical=False),
    Tracker("lost_strategy", Flag(), say("lost the strategy roll"), EPIC_05, on="seat", physical=False),
    Tracker("reroll_used", Flag(), say("supreme commander's re-roll used"), EPIC_275, lasts="turn", on="seat", physical=False),
    Tracker("player_a", Flag(), say("player A"), EPIC_228, on="seat", physical=False),
    Tracker("done", Flag(), say("all the rest stay on overwatch"), EPIC_64, lasts="turn", on="seat", physical=False),
    Tracker("goals", ListOf(Word(GOALS)), say("victory conditions"), EPIC_242, on="seat", physical=False),
    Tracker("winner", Word((*PLAYERS, "draw")), say("winner"), EPIC_242, on="table", physical=False),
    Tracker("score", ListOf(Whole(0, 32)), say("score"), EPIC_242, on="table", physical=False),
    *ENGINE_TRACKERS,
)
READINGS: tuple[Reading, ...] = (*GROUND_READINGS, *ENGINE_READINGS)
ORDER_WORDS = {
    "advance": say("Advance"), "double": say("Double"), "march": say("March"), "engage": say("Engage"),
    "sustained": say("Sustained Fire"), "overwatch": say("Overwatch"), "marshal": say("Marshal"), "hold": say("Hold"),
    "interception": say("Interception"), "ground_attack": say("Ground attack"), "cap": say("Combat air patrol"),
    "cap_interception": say("Interception from patrol"), "stand_down": say("Stand down"), "spacecraft": say("Spacecraft"),
    "move": say("move"), "shoot": say("shoot"), "assault": say("assault"), "regroup": say("regroup"),
}
OUTCOME_WORDS = {
    "pass": say("the test is passed"), "fail": say("the test is failed"), "delayed": say("delayed"),
    "rallied": say("it rallies"), "withdraw": say("it withdraws"), "stays": say("it keeps its markers"),
    "holds_out": say("it holds out"), "breaks": say("it breaks and withdraws"),
    "attacker_wins": say("the attacker wins"), "defender_wins": say("the defender wins"),
    "nobody_wins": say("nobody wins"), "nobody": say("nobody"), "win": say("won"), "lose": say("lost"), "tie": say("a tie"),
    "again": say("another round"), "over": say("the assault is over"),
    "kills": say("units killed"), "blast": say("blast markers placed"), "removed": say("blast markers removed"),
    "points": say("points"), "left": say("units left"), "margin": say("difference"),
    "extra_hits": say("extra hits"), "consolidate": say("who consolidates"),
}
"""What may become of a formation, a test or a fight."""
ROLL_WORDS = {
    "to_hit": say("to hit"), "save": say("saves"), "strike": say("attacks"), "critical": say("critical hits"),
    "result": say("result of the assault"), "wreck": say("out of the wreck"), "test": say("the test"), "scatter": say("scatter"),
    "first": say("first strike"),
}
"""Dice by the key of their check."""
FIELDS = {
    "blast": say("blast markers"), "by": say("who"), "crossfire": say("crossfire"),
    "direct": say("its other weapons too"), "able": say("how many can shoot"),
    "enemy_within_30": say("an enemy within 30 cm"), "enemies_within_15": say("enemies within 15 cm"),
    "formations": say("formations"), "hits": say("hits"), "objectives": say("objectives"), "out": say("out"),
    "sides": say("sides"), "value": say("value"),
}
"""What is told when a procedure opens, as players call it."""
WORDS = {
    "table": say("on the table"), "destroyed": say("destroyed"), "reserve": say("in reserve"), "inside": say("inside"),
    "ff": say("firefight"), "cc": say("close combat"), "INF": say("infantry"), "LV": say("light vehicle"),
    "AV": say("armoured vehicle"), "WE": say("war engine"), "AC": say("aircraft"), "SC": say("spacecraft"),
    "CH": say("character"), "player_1": say("first seat"), "player_2": say("second seat"), "draw": say("draw"),
    "blitzkrieg": say("Blitzkrieg"), "break_their_spirit": say("Break Their Spirit"), "take_and_hold": say("Take and Hold"),
    "defend_the_flag": say("Defend the Flag"), "they_shall_not_pass": say("They Shall Not Pass"),
    "ap": say("anti-personnel"), "at": say("anti-tank"), "mw": say("macro-weapon"), "tk": say("Titan Killer"),
    "aa": say("anti-aircraft"), "support": say("supporting fire"), "pin_point": say("pin-point attack"),
    "drop_pod": say("drop pod"), "crash": say("shot down in the air"), "wreck": say("transport destroyed"),
    "charge": say("charge"), "counter_charge": say("counter-charge"), "pop_up": say("pop-up"),
    "disembark": say("disembarking"), "withdrawal": say("withdrawal"), "consolidation": say("consolidation"),
    "teleport": say("teleport"), "planetfall": say("planetfall"), "landing": say("landing"), "flak": say("flak"),
    "same": say("as before"), "own": say("own half"), "enemy": say("enemy half"),
    "fire": say("fire"),
    **OUTCOME_WORDS, **ROLL_WORDS, **ENGINE_WORDS, **ORDER_WORDS, **READING_WORDS, **ABILITIES, **TERRAIN_WORDS,
    "steel_legion": say("Steel Legion"), "orks": say("Orks"), "space_marines": say("Space Marines"),
    "fighter": say("fighter"), "bomber": say("bomber"), "fighter_bomber": say("fighter-bomber"),
}
