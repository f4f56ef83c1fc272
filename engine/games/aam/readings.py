"""Doubts about combat, each with its default; what the app remembers for the other readings; their words."""

from engine.games.aam.refs import AAM_18, AAM_20, AAM_45, AAM_55, AAM_59, AAM_68, AAM_72, AAM_78, AAM_89, AAM_91, AAM_100, AAM_103
from engine.kinds import Flag, Whole
from engine.rules import Reading, Tracker
from engine.texts import say

COMBAT_READINGS = (
    Reading("initiative", ("winner_chooses", "winner_first"),
            say("who starts: the winner of the initiative chooses, or must be first"), AAM_20),
    Reading("commander_aboard", ("works", "silent"),
            say("a Commander aboard a transport still leads, or is silent"), AAM_18),
    Reading("commander_bonus", ("strongest", "add_if_names_differ"),
            say("of several Commanders' bonuses to one thing the strongest counts, or those of different names add up"), AAM_91),
    Reading("defense_floor", ("1", "0"), say("a defense reduced to nothing counts as 1, or as 0"), AAM_55),
    Reading("road_cover", ("base_terrain", "none"),
            say("in a hex with a road the terrain covers as without it, or nothing covers"), AAM_45),
    Reading("cover_roll", ("after_if_hit", "always_before"),
            say("cover is rolled after the attack dice if they hit, or always before them"), AAM_68, offered=False),
    Reading("covered_step", ("counts", "free"),
            say("a Disrupted got under cover is a step of the ladder for later hits, or is none"), AAM_72),
    Reading("ladder", ("per_turn", "per_phase"),
            say("markers face down climb one ladder in a turn, or a new one in each assault phase"), AAM_59),
    Reading("df_phases", ("both", "movement_only"),
            say("defensive fire in movement and assault phases, or in movement phases only"), AAM_78),
    Reading("blast_df", ("whole_hex", "mover_only"),
            say("Blast in defensive fire attacks every unit in the hex, or the mover alone"), AAM_100),
    Reading("blast_passengers", ("no", "yes"), say("Blast spares passengers, or attacks them too"), AAM_103),
    Reading("blast_self", ("no", "yes"), say("Blast in its own hex spares the shooter, or attacks it too"), AAM_100,
            offered=False),
)

COMBAT_TRACKERS = (
    Tracker("attacked_twice", Flag(), say("attacked twice"), AAM_89, lasts="phase", physical=False),
    Tracker("acted_then", Whole(0, 99), say("units that had acted then"), AAM_89, lasts="phase", physical=False),
    Tracker("climbed", Whole(0, 9), say("steps climbed in this phase"), AAM_59, lasts="phase", physical=False),
    Tracker("covered", Flag(), say("disrupted under cover"), AAM_72, lasts="turn", physical=False),
)

COMBAT_WORDS = {
    "initiative": say("initiative"), "winner_chooses": say("the winner chooses"), "winner_first": say("the winner is first"),
    "commander_aboard": say("Commander aboard"), "works": say("works"), "silent": say("silent"),
    "commander_bonus": say("Commanders' bonuses"), "strongest": say("the strongest counts"),
    "add_if_names_differ": say("different names add up"), "defense_floor": say("lowest defense"), "0": say("counts as 0"),
    "1": say("counts as 1"),
    "road_cover": say("cover with a road"), "base_terrain": say("as the terrain"), "none": say("none"),
    "cover_roll": say("cover roll"), "after_if_hit": say("after a hit"), "always_before": say("before the attack dice"),
    "covered_step": say("Disrupted under cover"), "counts": say("counts as a step"),
    "ladder": say("ladder of markers"), "per_turn": say("one in a turn"), "per_phase": say("one in each phase"),
    "df_phases": say("defensive fire"), "both": say("in both phases"), "movement_only": say("in movement phases only"),
    "blast_df": say("Blast in defensive fire"), "whole_hex": say("the whole hex"), "mover_only": say("the mover alone"),
    "blast_passengers": say("Blast on passengers"), "blast_self": say("Blast on the shooter"),
    "no": say("no"), "yes": say("yes"), "attack_die": say("each attack die"), "speed": say("speed"),
    "movement": say("movement"), "assault": say("assault"),
}
