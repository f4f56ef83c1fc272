"""What is left to the table, and how doubts are read that no setting changes."""

from engine.games.twogm.refs import (
    TWOGM_02,
    TWOGM_09,
    TWOGM_12,
    TWOGM_22,
    TWOGM_29,
    TWOGM_33,
    TWOGM_45,
    TWOGM_49,
    TWOGM_52,
    TWOGM_59,
    TWOGM_84,
    TWOGM_90,
    TWOGM_102,
    TWOGM_110,
    TWOGM_114,
    TWOGM_117,
    TWOGM_123,
    TWOGM_124,
    TWOGM_125,
    TWOGM_126,
    TWOGM_131,
    TWOGM_134,
    TWOGM_135,
    TWOGM_140,
    TWOGM_143,
    TWOGM_144,
    TWOGM_157,
    TWOGM_159,
    TWOGM_184,
    TWOGM_186,
    TWOGM_187,
    TWOGM_189,
    TWOGM_190,
    TWOGM_192,
    TWOGM_194,
    TWOGM_197,
    TWOGM_199,
)
from engine.playing.rules import Reminder
from engine.values.texts import say

TABLE = (
    Reminder(
        say(
            "Pitched Battle: without the Sea and River tiles, lay the tiles left to right, top to bottom, as they come"
        ),
        TWOGM_29,
    ),
    Reminder(
        say("A scenario's sheet sets board, set-up and objectives; terrain comes later only if it says so"), TWOGM_157
    ),
    Reminder(say("A scenario's objectives are yours to judge: tell the app who has met them"), TWOGM_22),
    Reminder(say("Terrain cards are picked freely from the common deck"), TWOGM_02),
    Reminder(
        say("Texts of support cards are yours to apply: add a house row to a check, set the rest by hand"), TWOGM_09
    ),
    Reminder(
        say("With two boxes the boards lie side by side, each HQ in the middle of its own; objectives double"),
        TWOGM_114,
    ),
)
DOUBTS = (
    Reminder(say("A General comes by his support card in Deployment, not at set-up"), TWOGM_12),
    Reminder(say("The last card of a deck is drawn even if it is alone"), TWOGM_45),
    Reminder(say("In a scenario only the cards it names are shuffled back in a mulligan"), TWOGM_33),
    Reminder(say("Swapping takes 1 movement point of each, whatever its movement"), TWOGM_49),
    Reminder(say("An assault is the whole move of a unit that begins next to its target"), TWOGM_52),
    Reminder(say("Infantry that walks onto a vehicle's square is covered only after a move together"), TWOGM_59),
    Reminder(say("Under a destroyed bridge the river is impassable again"), TWOGM_84),
    Reminder(say("Extended terrain is in use; the card has its impact points once"), TWOGM_90),
    Reminder(say("A square area is any block of two by two"), TWOGM_102),
    Reminder(say("The attacker's own anti-aircraft units do not shoot at interceptors"), TWOGM_110),
    Reminder(say("A tank's flamethrower is an ordinary weapon"), TWOGM_117),
    Reminder(say("A Smoke Screen may be laid in any phase of the own turn"), TWOGM_123),
    Reminder(say("Smoke stays with the units that were in it; who comes later gets none"), TWOGM_124),
    Reminder(say("Advance may be paid once for each unit that has it"), TWOGM_125),
    Reminder(say("Every unit with the Armour icon is a tank"), TWOGM_126),
    Reminder(say("A fighter beside its HQ is no ground unit"), TWOGM_131),
    Reminder(say("Heal and Repair also reach a unit on the same square"), TWOGM_134),
    Reminder(say("Repair takes a damage point or the Damaged card, and any unit may repair itself"), TWOGM_135),
    Reminder(say("Motorized: one step of a move is diagonal, for 1 point"), TWOGM_140),
    Reminder(say("The occupant of a building takes the extra damage of ordnance too"), TWOGM_143),
    Reminder(say("Sappers clear in any phase, end moves on a river, and bridge it in one column"), TWOGM_144),
    Reminder(say("Command Groups and Radio Links aboard a transport still pay"), TWOGM_159),
    Reminder(say("A fighter attacked beside its HQ may intercept its attacker"), TWOGM_184),
    Reminder(say("An anti-aircraft unit fires any one weapon in range"), TWOGM_186),
    Reminder(say("Terrain takes the damage of every hit on its square"), TWOGM_187),
    Reminder(say("Each of a pair has 5 cards at first and 7 at most; their HQ limits the sum of both"), TWOGM_189),
    Reminder(say("With two boxes each player counts his own units and fills his own HQ"), TWOGM_190),
    Reminder(say("A vehicle with both skills carries one unit in all"), TWOGM_192),
    Reminder(say("Unloading ends the move of the transport, which need not have moved"), TWOGM_194),
    Reminder(say("A unit unloaded this turn may fire this turn"), TWOGM_197),
    Reminder(say("Cargo of a landing craft shares its damage"), TWOGM_199),
)
REFERENCE = (*TABLE, *DOUBTS)
