"""Doubts of the source, each with its default and the other ways to read it."""

from engine.games.aam import refs
from engine.playing.rules import Reading
from engine.values.texts import say

READINGS = (
    # Combat
    Reading(
        "initiative",
        ("winner_chooses", "winner_first"),
        say("who starts: the winner of the initiative chooses, or must be first"),
        refs.AAM_20,
    ),
    Reading(
        "commander_aboard",
        ("works", "silent"),
        say("a Commander aboard a transport still leads, or is silent"),
        refs.AAM_18,
        offered=False,
    ),
    Reading(
        "commander_bonus",
        ("strongest", "add_if_names_differ"),
        say("of several Commanders' bonuses to one thing the strongest counts, or those of different names add up"),
        refs.AAM_91,
    ),
    Reading(
        "defense_floor",
        ("1", "0"),
        say("a defense reduced to nothing counts as 1, or as 0"),
        refs.AAM_55,
        offered=False,
    ),
    Reading(
        "road_cover",
        ("base_terrain", "none"),
        say("in a hex with a road the terrain covers as without it, or nothing covers"),
        refs.AAM_45,
    ),
    Reading(
        "cover_roll",
        ("after_if_hit", "always_before"),
        say("cover is rolled after the attack dice if they hit, or always before them"),
        refs.AAM_68,
        offered=False,
    ),
    Reading(
        "covered_step",
        ("counts", "free"),
        say("a Disrupted got under cover is a step of the ladder for later hits, or is none"),
        refs.AAM_72,
    ),
    Reading(
        "ladder",
        ("per_turn", "per_phase"),
        say("markers face down climb one ladder in a turn, or a new one in each assault phase"),
        refs.AAM_59,
        offered=False,
    ),
    Reading(
        "df_phases",
        ("both", "movement_only"),
        say("defensive fire in movement and assault phases, or in movement phases only"),
        refs.AAM_78,
    ),
    Reading(
        "blast_df",
        ("whole_hex", "mover_only"),
        say("Blast in defensive fire attacks every unit in the hex, or the mover alone"),
        refs.AAM_100,
        offered=False,
    ),
    Reading("blast_passengers", ("no", "yes"), say("Blast spares passengers, or attacks them too"), refs.AAM_103),
    Reading(
        "blast_self",
        ("no", "yes"),
        say("Blast in its own hex spares the shooter, or attacks it too"),
        refs.AAM_100,
        offered=False,
    ),
    # Movement, transport, set-up and victory
    Reading(
        "min_move_speed",
        ("current", "printed"),
        say("the minimum move is for Vehicles whose speed is 1 now, or was printed so"),
        refs.AAM_38,
    ),
    Reading(
        "road_bonus_entry",
        ("along_road", "any_road_hex"),
        say("the road bonus is for a step along a road, or for any step into a road hex"),
        refs.AAM_44,
    ),
    Reading(
        "road_bonus_at_speed_0",
        ("no", "yes"),
        say("the road bonus helps a Vehicle at speed 0"),
        refs.AAM_44,
        offered=False,
    ),
    Reading(
        "turn_at_speed_0", ("yes", "no"), say("a Vehicle at speed 0 may turn in place"), refs.AAM_33, offered=False
    ),
    Reading(
        "df_trigger",
        ("adjacent_to_adjacent", "any_step_ending_adjacent"),
        say("defensive fire at steps between two adjacent hexes, or at any step that ends next to the unit"),
        refs.AAM_75,
    ),
    Reading(
        "stopped_may_attack",
        ("no", "if_still_in_start_hex"),
        say("a unit stopped by defensive fire in its assault phase may not attack, or may if it never left its hex"),
        refs.AAM_22,
        offered=False,
    ),
    Reading(
        "facing_after_back",
        ("next_hex", "as_when_stopped"),
        say("a Vehicle sent back faces the next hex of its path, or as it did when stopped"),
        refs.AAM_124,
        offered=False,
    ),
    Reading(
        "board_then_drive",
        ("yes", "no"),
        say("a Vehicle may still move in the phase in which it was boarded"),
        refs.AAM_130,
        offered=False,
    ),
    Reading(
        "dismount_disrupted_transport",
        ("yes", "no"),
        say("a passenger may leave a disrupted transport"),
        refs.AAM_103,
        offered=False,
    ),
    Reading(
        "overflow",
        ("opponent_nearest", "owner_adjacent"),
        say("who leaves a transport into a full hex is placed by the opponent, or goes next to it if he can"),
        refs.AAM_106,
    ),
    Reading("deploy_depth", ("5", "4"), say("rows of full hexes in which an army deploys"), refs.AAM_08, offered=False),
    Reading(
        "deploy_on_road",
        ("no", "yes"),
        say("closed terrain that a road crosses may be deployed on"),
        refs.AAM_09,
        offered=False,
    ),
    Reading("bridge_roll", ("4+", "automatic"), say("a bridge is destroyed on 4+, or without a roll"), refs.AAM_101),
    Reading(
        "year_limit", ("up_to", "before"), say("units of the chosen year are allowed, or only older ones"), refs.AAM_119
    ),
    Reading(
        "other_nations",
        ("free", "alone"),
        say("with historical limits other nations join any army of their side, or stay alone"),
        refs.AAM_118,
        offered=False,
    ),
    Reading(
        "defender_80",
        ("at_most", "exactly"),
        say("the defender of an assault has at most 80 points, or exactly 80"),
        refs.AAM_113,
        offered=False,
    ),
    Reading(
        "points",
        ("value_left", "enemy_units_destroyed"),
        say("points are the cost of units still on the map, or the number of enemy units destroyed"),
        refs.AAM_110,
    ),
    Reading(
        "after_turn_10",
        ("turn_end", "at_once"),
        say("after turn 10 control decides at the end of a turn, or as soon as it is won"),
        refs.AAM_111,
        offered=False,
    ),
    Reading(
        "wipe_out",
        ("play_on", "instant"),
        say("against an army without units one plays on, or has won"),
        refs.AAM_135,
        offered=False,
    ),
)
