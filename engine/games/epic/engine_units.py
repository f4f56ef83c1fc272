"""What the table keeps of war engines, aircraft and spacecraft, and how doubtful passages about
them are read."""

from engine.games.epic.causes import why_due
from engine.games.epic.refs import (
    EPIC_37,
    EPIC_56,
    EPIC_113,
    EPIC_161,
    EPIC_163,
    EPIC_171,
    EPIC_173,
    EPIC_178,
    EPIC_181,
    EPIC_187,
    EPIC_193,
    EPIC_204,
    EPIC_206,
    EPIC_208,
    EPIC_213,
    EPIC_216,
    EPIC_219,
    EPIC_250,
)
from engine.playing.rules import Reading, Tracker
from engine.values.kinds import Flag, ListOf, MapOf, Whole, Word
from engine.values.texts import say

MOMENTS = ("approach", "disengagement")
ENGINE_TRACKERS = (
    Tracker(
        "hulls", MapOf(ListOf(Whole(0, 99))), say("damage and shields, engine by engine"), EPIC_161, physical=False
    ),
    Tracker("flying", Flag(), say("in flight"), EPIC_187),
    Tracker("landed", Flag(), say("landed"), EPIC_213),
    Tracker("cap", Flag(), say("on combat air patrol"), EPIC_193),
    Tracker("under_fire", ListOf(Word(MOMENTS)), say("came under fire"), EPIC_208, lasts="turn", physical=False),
    Tracker("flak", ListOf(Word()), say("flak fired at"), EPIC_204, lasts="turn", physical=False),
    Tracker("due", Whole(0, 99), say("turn of arrival"), EPIC_216, cites=why_due),
)
ENGINE_READINGS = (
    Reading("shield_stops", ("damage_point", "hit"), say("what a shield stops of a Titan Killer hit"), EPIC_178),
    Reading("we_withdrawal", ("damage", "destroyed"), say("a broken war engine near enemies"), EPIC_113),
    Reading("we_strength", ("dc", "one_plus_dc"), say("the strength of a war engine for kill points"), EPIC_250),
    Reading("crossfire_we", ("destroyed", "first_damage"), say("the crossfire marker for a war engine"), EPIC_56),
    Reading("jink", ("formation", "aircraft"), say("who jinks"), EPIC_206),
    Reading("cap_lasts", ("until_used", "turn"), say("how long a combat air patrol lasts"), EPIC_193),
    Reading("tk_allocation", ("damage", "hit"), say("places a Titan Killer hit fills"), EPIC_171, offered=False),
    Reading(
        "template_dc",
        ("starting", "remaining"),
        say("a damaged war engine under a template's centre"),
        EPIC_173,
        offered=False,
    ),
    Reading(
        "regroup_shields",
        ("split", "either"),
        say("regrouping points for markers and shields"),
        EPIC_181,
        offered=False,
    ),
    Reading(
        "we_terrain_bm", ("none", "one"), say("the marker for terrain damage to a war engine"), EPIC_163, offered=False
    ),
    Reading(
        "approach_bm", ("one", "two"), say("markers for flak and interceptors on the approach"), EPIC_208, offered=False
    ),
    Reading(
        "we_trapped",
        ("two", "two_per_dc"),
        say("enemies that keep the troops of a war engine in"),
        EPIC_37,
        offered=False,
    ),
    Reading("landed_later", ("acts", "idle"), say("landed aircraft in later turns"), EPIC_213, offered=False),
    Reading("spacecraft_fail", ("delay", "bm"), say("a spacecraft that fails its test"), EPIC_219, offered=False),
)
CRITICAL_WORDS = {
    text.key: text
    for text in (
        say("-1 to hit for the rest of the game; a second one is 1 more damage"),
        say("destroyed, and units within 5 cm are hit on 6+"),
        say("fire: in each end phase 5+ puts it out, 1 starts another, else 1 damage"),
        say("reactor leak: in each end phase 1 explodes (4+ within 5 cm), 2-3 is 1 damage, 4+ is mended"),
        say("reactor leak: in each end phase 1 explodes (5+ within 5 cm), 2-3 is 1 damage, 4+ is mended"),
        say("staggers D6 cm; 1 more damage if something is in the way"),
    )
}
"""What the starter cards say of a critical hit; other cards say it in words of their own."""
ENGINE_WORDS = {
    **CRITICAL_WORDS,
    "shield_stops": say("shields and Titan Killers"),
    "damage_point": say("one point of damage"),
    "hit": say("the whole hit"),
    "we_withdrawal": say("withdrawing war engines"),
    "damage": say("damage"),
    "we_strength": say("strength of war engines"),
    "dc": say("damage capacity left"),
    "one_plus_dc": say("one and the damage capacity left"),
    "crossfire_we": say("crossfire and war engines"),
    "first_damage": say("at the first damage"),
    "jink": say("jink"),
    "formation": say("the whole formation"),
    "cap_lasts": say("combat air patrol lasts"),
    "until_used": say("until it is used"),
    "turn": say("the turn"),
    "tk_allocation": say("handing out Titan Killer hits"),
    "template_dc": say("template on a war engine"),
    "starting": say("starting damage capacity"),
    "remaining": say("damage capacity left"),
    "regroup_shields": say("regrouping and shields"),
    "split": say("in any split"),
    "either": say("all for one of the two"),
    "we_terrain_bm": say("terrain damage to war engines"),
    "one": say("one marker"),
    "two": say("two markers"),
    "we_trapped": say("troops in a war engine in contact"),
    "two_per_dc": say("two for each point of capacity"),
    "approach_bm": say("markers on the approach"),
    "landed_later": say("landed aircraft later"),
    "acts": say("may act"),
    "idle": say("only disengages"),
    "spacecraft_fail": say("delayed spacecraft"),
    "delay": say("delay only"),
    "approach": say("approach"),
    "disengagement": say("disengagement"),
    "attack": say("attack"),
    "disengage": say("disengage"),
    "engines": say("war engines"),
    "others": say("the other units"),
    "bombardment": say("orbital bombardment"),
    "interceptors": say("interceptors"),
    "other": say("another edge"),
    "off_table": say("off the table"),
    "unit": say("on a unit"),
    "zoc": say("in an enemy zone of control"),
    "clear": say("clear ground"),
    "aircraft": say("aircraft"),
    "friend": say("on a friend"),
    "in_zoc": say("in an enemy zone of control"),
    "on_unit": say("on a unit"),
    "enemy_zoc": say("in an enemy zone of control"),
    "off": say("off the table"),
}
