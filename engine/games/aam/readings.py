"""Doubts of the source, each with its default; what the app remembers for the other readings; their words."""

from __future__ import annotations

from engine.games.aam.refs import (
    AAM_06,
    AAM_07,
    AAM_08,
    AAM_09,
    AAM_18,
    AAM_20,
    AAM_22,
    AAM_33,
    AAM_38,
    AAM_44,
    AAM_45,
    AAM_55,
    AAM_59,
    AAM_68,
    AAM_72,
    AAM_75,
    AAM_78,
    AAM_86,
    AAM_89,
    AAM_91,
    AAM_100,
    AAM_101,
    AAM_103,
    AAM_106,
    AAM_110,
    AAM_111,
    AAM_113,
    AAM_118,
    AAM_119,
    AAM_124,
    AAM_130,
    AAM_135,
)
from engine.kinds import Flag, ListOf, Whole, Word
from engine.rules import Reading, Tracker
from engine.texts import say

POSITIONS = ("entrenched", "camouflaged")
ONCE = ("heavy_armor", "armor_piercing_rounds")
COMBAT_READINGS = (
    Reading("initiative", ("winner_chooses", "winner_first"),
            say("who starts: the winner of the initiative chooses, or must be first"), AAM_20),
    Reading("commander_aboard", ("works", "silent"),
            say("a Commander aboard a transport still leads, or is silent"), AAM_18, offered=False),
    Reading("commander_bonus", ("strongest", "add_if_names_differ"),
            say("of several Commanders' bonuses to one thing the strongest counts, or those of different names add up"), AAM_91),
    Reading("defense_floor", ("1", "0"), say("a defense reduced to nothing counts as 1, or as 0"), AAM_55, offered=False),
    Reading("road_cover", ("base_terrain", "none"),
            say("in a hex with a road the terrain covers as without it, or nothing covers"), AAM_45),
    Reading("cover_roll", ("after_if_hit", "always_before"),
            say("cover is rolled after the attack dice if they hit, or always before them"), AAM_68, offered=False),
    Reading("covered_step", ("counts", "free"),
            say("a Disrupted got under cover is a step of the ladder for later hits, or is none"), AAM_72),
    Reading("ladder", ("per_turn", "per_phase"),
            say("markers face down climb one ladder in a turn, or a new one in each assault phase"), AAM_59, offered=False),
    Reading("df_phases", ("both", "movement_only"),
            say("defensive fire in movement and assault phases, or in movement phases only"), AAM_78),
    Reading("blast_df", ("whole_hex", "mover_only"),
            say("Blast in defensive fire attacks every unit in the hex, or the mover alone"), AAM_100, offered=False),
    Reading("blast_passengers", ("no", "yes"), say("Blast spares passengers, or attacks them too"), AAM_103),
    Reading("blast_self", ("no", "yes"), say("Blast in its own hex spares the shooter, or attacks it too"), AAM_100,
            offered=False),
)

COMBAT_TRACKERS = (
    Tracker("attacked_twice", Flag(), say("attacked twice"), AAM_89, lasts="phase", physical=False),
    Tracker("acted_then", Whole(0, 99), say("units that had acted then"), AAM_89, lasts="phase", physical=False),
    Tracker("given_up", ListOf(Word(POSITIONS)), say("position given up"), AAM_86, physical=False),
    Tracker("used_up", ListOf(Word(ONCE)), say("used up for the game"), AAM_86, physical=False),
    Tracker("kept_down", Flag(), say("kept down by Covering Fire"), AAM_86, lasts="turn"),
    Tracker("overheated", Flag(), say("overheated"), AAM_86, physical=False),
    Tracker("steps_made", Whole(0, 99), say("hexes moved in this phase"), AAM_89, lasts="phase", physical=False),
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
    "dice": say("number of dice"), "defense": say("defense"), "cover": say("cover"), "entrenched": say("Entrenched"),
    "camouflaged": say("Camouflaged"), "movement": say("movement"), "assault": say("assault"),
}


# Movement, transport, set-up and victory


PLAYERS = ("player_1", "player_2")
GROUND_READINGS = (
    Reading("min_move_speed", ("current", "printed"),
            say("the minimum move is for Vehicles whose speed is 1 now, or was printed so"), AAM_38),
    Reading("road_bonus_entry", ("along_road", "any_road_hex"),
            say("the road bonus is for a step along a road, or for any step into a road hex"), AAM_44),
    Reading("road_bonus_at_speed_0", ("no", "yes"), say("the road bonus helps a Vehicle at speed 0"), AAM_44, offered=False),
    Reading("turn_at_speed_0", ("yes", "no"), say("a Vehicle at speed 0 may turn in place"), AAM_33, offered=False),
    Reading("df_trigger", ("adjacent_to_adjacent", "any_step_ending_adjacent"),
            say("defensive fire at steps between two adjacent hexes, or at any step that ends next to the unit"), AAM_75),
    Reading("stopped_may_attack", ("no", "if_still_in_start_hex"),
            say("a unit stopped by defensive fire in its assault phase may not attack, or may if it never left its hex"), AAM_22,
            offered=False),
    Reading("facing_after_back", ("next_hex", "as_when_stopped"),
            say("a Vehicle sent back faces the next hex of its path, or as it did when stopped"), AAM_124, offered=False),
    Reading("board_then_drive", ("yes", "no"), say("a Vehicle may still move in the phase in which it was boarded"), AAM_130,
            offered=False),
    Reading("dismount_disrupted_transport", ("yes", "no"), say("a passenger may leave a disrupted transport"), AAM_103,
            offered=False),
    Reading("overflow", ("opponent_nearest", "owner_adjacent"),
            say("who leaves a transport into a full hex is placed by the opponent, or goes next to it if he can"), AAM_106),
    Reading("deploy_depth", ("5", "4"), say("rows of full hexes in which an army deploys"), AAM_08, offered=False),
    Reading("deploy_on_road", ("no", "yes"), say("closed terrain that a road crosses may be deployed on"), AAM_09, offered=False),
    Reading("bridge_roll", ("4+", "automatic"), say("a bridge is destroyed on 4+, or without a roll"), AAM_101),
    Reading("year_limit", ("up_to", "before"), say("units of the chosen year are allowed, or only older ones"), AAM_119),
    Reading("other_nations", ("free", "alone"),
            say("with historical limits other nations join any army of their side, or stay alone"), AAM_118, offered=False),
    Reading("defender_80", ("at_most", "exactly"),
            say("the defender of an assault has at most 80 points, or exactly 80"), AAM_113, offered=False),
    Reading("points", ("value_left", "enemy_units_destroyed"),
            say("points are the cost of units still on the map, or the number of enemy units destroyed"), AAM_110),
    Reading("after_turn_10", ("turn_end", "at_once"),
            say("after turn 10 control decides at the end of a turn, or as soon as it is won"), AAM_111, offered=False),
    Reading("wipe_out", ("play_on", "instant"), say("against an army without units one plays on, or has won"), AAM_135,
            offered=False),
)

GROUND_TRACKERS = (
    Tracker("configuration", Whole(1, 6), say("map configuration"), AAM_06, on="table"),
    Tracker("deploys_first", Word(PLAYERS), say("deploys first"), AAM_07, on="table"),
    Tracker("bridges_destroyed", Whole(0, 99), say("bridges destroyed"), AAM_101, on="table"),
    Tracker("winner", Word((*PLAYERS, "draw")), say("winner"), AAM_135, on="table"),
)

GROUND_WORDS = {
    "into": say("hex entered"), "across": say("across"), "road": say("road"), "near": say("next to both hexes"),
    "stream": say("a stream"), "left": say("the hex left"), "entered": say("the hex entered"), "free": say("free"),
    "any": say("any side"), "ahead": say("towards the hex ahead"), "away": say("away from the hex left"),
    "next_hex": say("the next hex of its path"), "as_when_stopped": say("as when it was stopped"),
    "facing_after_back": say("facing after going back"), "min_move_speed": say("minimum move"), "current": say("speed now"),
    "printed": say("printed speed"), "road_bonus_entry": say("road bonus"), "along_road": say("along a road"),
    "any_road_hex": say("any road hex"), "road_bonus_at_speed_0": say("road bonus at speed 0"),
    "turn_at_speed_0": say("turning at speed 0"), "df_trigger": say("what provokes defensive fire"),
    "adjacent_to_adjacent": say("from adjacent to adjacent"),
    "any_step_ending_adjacent": say("any step that ends adjacent"), "stopped_may_attack": say("attack after being stopped"),
    "if_still_in_start_hex": say("if still in its first hex"), "board_then_drive": say("boarding, then driving"),
    "dismount_disrupted_transport": say("leaving a disrupted transport"), "overflow": say("leaving into a full hex"),
    "opponent_nearest": say("the opponent places it"), "owner_adjacent": say("next to it, by its owner"),
    "deploy_depth": say("depth of deployment"), "5": say("5"), "4": say("4"), "deploy_on_road": say("deployment on a road"),
    "bridge_roll": say("Bridge Demolition"), "4+": say("4+"), "automatic": say("automatic"),
    "year_limit": say("year limit"), "up_to": say("up to the year"), "before": say("before the year"),
    "other_nations": say("other nations"), "alone": say("alone"), "defender_80": say("points of the defender"),
    "at_most": say("at most"), "exactly": say("exactly"), "points": say("points"), "value_left": say("value on the map"),
    "enemy_units_destroyed": say("enemy units destroyed"), "after_turn_10": say("after turn 10"),
    "turn_end": say("at the end of a turn"), "at_once": say("at once"), "wipe_out": say("army without units"),
    "play_on": say("play on"), "instant": say("won at once"), "player_1": say("first seat"), "player_2": say("second seat"),
    "draw": say("draw"), "nobody": say("nobody"), "standard": say("standard scenario"),
    "assault_attacker": say("assault: attacker"), "assault_defender": say("assault: defender"), "now": say("now"),
    "heads": say("heads"), "tails": say("tails"), "axis": say("Axis"), "allies": say("Allies"), "soldier": say("Soldier"),
    "vehicle": say("Vehicle"),
}
