"""What is left to the table, and how doubts are read that no setting changes."""

from engine.games.aam.field import FIELD
from engine.games.aam.refs import (
    AAM_11,
    AAM_16,
    AAM_25,
    AAM_26,
    AAM_48,
    AAM_54,
    AAM_56,
    AAM_57,
    AAM_58,
    AAM_67,
    AAM_76,
    AAM_79,
    AAM_81,
    AAM_122,
    AAM_123,
    AAM_138,
)
from engine.rules import Reminder
from engine.texts import say

COMBAT = (
    Reminder(say("Scale: a hex is about 100 m, a turn about a minute, a Vehicle figure one vehicle, a Soldier figure several "
                 "men."), AAM_16),
    Reminder(say("The active player decides the order of things that happen together, and in which order his units "
                 "act."), AAM_26),
    Reminder(say("Shoot at any enemy in range and line of sight, not only the nearest, and freely past friends and enemies; "
                 "of two enemies in a hex pick one."), AAM_48),
    Reminder(say("Front: the direction to the attacker lies less than 90 degrees from where the Vehicle faces. Exactly to the "
                 "left or right, behind, and in the same hex is rear."), AAM_54),
    Reminder(say("Line of sight: a straight line between the centres of both hexes; a town, hill or forest hex that it crosses "
                 "blocks it, rim half hexes too; units never do."), AAM_56),
    Reminder(say("The hexes of attacker and target never block; a line along the side of a blocking hex is free, between two of "
                 "them as well; what one sees sees him."), AAM_57),
    Reminder(say("Adjacent: the neighbouring hexes and the unit's own hex."), AAM_76),
    Reminder(say("Defensive fire is never a must: decide for each unit after seeing the shot before; a shot held back is still "
                 "there later in the phase."), AAM_79),
    Reminder(say("A Vehicle under defensive fire faces the hex it enters, or away from the hex it left: shot at the hex left "
                 "from ahead, at the hex entered from behind, for a shooter next to both."), AAM_81),
    Reminder(say("Defensive fire does not turn the shooter and spends neither its move nor its attack."), AAM_122),
    Reminder(say("A Vehicle drives and fires in every direction, whatever it faces; it turns between steps "
                 "at no cost."), AAM_123),
    Reminder(say("Range: the fewest steps from hex to hex, whatever stands between; next to each other and in the same hex the "
                 "line of sight is always clear."), AAM_138),
)
DOUBTS = (
    Reminder(say("Casualty phase: old Disrupted markers go first, then the new markers turn, or every new one would go at once."),
             AAM_25),
    Reminder(say("All hits of an assault phase are simultaneous, whoever scores them, not only those of one attack."), AAM_67),
    Reminder(say("The second hit on a damaged Vehicle destroys it; the table that prints Damaged there comes to the "
                 "same."), AAM_58),
    Reminder(say("The Panzer IV Ausf. G is of 1942; 1042 is a misprint."), AAM_11),
)
REFERENCE = (*COMBAT, *FIELD, *DOUBTS)
