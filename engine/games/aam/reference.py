"""What is left to the table, and how doubts are read that no setting changes."""

from __future__ import annotations

from engine.games.aam.refs import (
    AAM_08,
    AAM_09,
    AAM_10,
    AAM_11,
    AAM_16,
    AAM_18,
    AAM_22,
    AAM_25,
    AAM_26,
    AAM_32,
    AAM_33,
    AAM_39,
    AAM_44,
    AAM_48,
    AAM_54,
    AAM_55,
    AAM_56,
    AAM_57,
    AAM_58,
    AAM_59,
    AAM_67,
    AAM_68,
    AAM_76,
    AAM_79,
    AAM_81,
    AAM_100,
    AAM_101,
    AAM_103,
    AAM_106,
    AAM_111,
    AAM_112,
    AAM_113,
    AAM_114,
    AAM_117,
    AAM_118,
    AAM_122,
    AAM_123,
    AAM_124,
    AAM_130,
    AAM_134,
    AAM_135,
    AAM_138,
)
from engine.playing.rules import Reminder
from engine.values.texts import say

COMBAT = (
    Reminder(
        say(
            "Scale: a hex is about 100 m, a turn about a minute, a Vehicle figure one vehicle, a Soldier figure "
            "several "
            "men."
        ),
        AAM_16,
    ),
    Reminder(
        say("The active player decides the order of things that happen together, and in which order his units act."),
        AAM_26,
    ),
    Reminder(
        say(
            "Shoot at any enemy in range and line of sight, not only the nearest, and freely past friends and enemies; "
            "of two enemies in a hex pick one."
        ),
        AAM_48,
    ),
    Reminder(
        say(
            "Front: the direction to the attacker lies less than 90 degrees from where the Vehicle faces. "
            "Exactly to the "
            "left or right, behind, and in the same hex is rear."
        ),
        AAM_54,
    ),
    Reminder(
        say(
            "Line of sight: a straight line between the centres of both hexes; a town, hill or forest hex that "
            "it crosses "
            "blocks it, rim half hexes too; units never do."
        ),
        AAM_56,
    ),
    Reminder(
        say(
            "The hexes of attacker and target never block; a line along the side of a blocking hex is free, "
            "between two of "
            "them as well; what one sees sees him."
        ),
        AAM_57,
    ),
    Reminder(say("Adjacent: the neighbouring hexes and the unit's own hex."), AAM_76),
    Reminder(
        say(
            "Defensive fire is never a must: decide for each unit after seeing the shot before; a shot held "
            "back is still "
            "there later in the phase."
        ),
        AAM_79,
    ),
    Reminder(
        say(
            "A Vehicle under defensive fire faces the hex it enters, or away from the hex it left: shot at the "
            "hex left "
            "from ahead, at the hex entered from behind, for a shooter next to both."
        ),
        AAM_81,
    ),
    Reminder(say("Defensive fire does not turn the shooter and spends neither its move nor its attack."), AAM_122),
    Reminder(
        say("A Vehicle drives and fires in every direction, whatever it faces; it turns between steps at no cost."),
        AAM_123,
    ),
    Reminder(
        say(
            "Range: the fewest steps from hex to hex, whatever stands between; next to each other and in the "
            "same hex the "
            "line of sight is always clear."
        ),
        AAM_138,
    ),
)
DOUBTS = (
    Reminder(
        say(
            "Casualty phase: old Disrupted markers go first, then the new markers turn, or every new one would "
            "go at once."
        ),
        AAM_25,
    ),
    Reminder(
        say("All hits of an assault phase are simultaneous, whoever scores them, not only those of one attack."), AAM_67
    ),
    Reminder(
        say("The second hit on a damaged Vehicle destroys it; the table that prints Damaged there comes to the same."),
        AAM_58,
    ),
    Reminder(say("The Panzer IV Ausf. G is of 1942; 1042 is a misprint."), AAM_11),
    Reminder(say("A Commander aboard a transport still leads, and his initiative bonus counts."), AAM_18),
    Reminder(say("A defense reduced to nothing counts as 1."), AAM_55),
    Reminder(say("Cover is rolled after the attack dice, and only if they hit."), AAM_68),
    Reminder(
        say(
            "All markers face down of one turn climb one ladder, those of a friend's Blast in the other assault "
            "phase too."
        ),
        AAM_59,
    ),
    Reminder(say("Blast in defensive fire attacks every unit in the hex."), AAM_100),
    Reminder(say("Blast in its own hex spares the shooter."), AAM_100),
    Reminder(say("At speed 0 there is no road bonus."), AAM_44),
    Reminder(say("A Vehicle at speed 0 may turn in place."), AAM_33),
    Reminder(
        say("A unit stopped by defensive fire in its assault phase does not attack, even if it never left its hex."),
        AAM_22,
    ),
    Reminder(say("A Vehicle sent back along its path faces the next hex of that path."), AAM_124),
    Reminder(say("A Vehicle that was boarded in this phase may still move."), AAM_130),
    Reminder(say("A passenger may leave a disrupted transport."), AAM_103),
    Reminder(say("An army deploys in the first five rows."), AAM_08),
    Reminder(say("Closed terrain is not deployed on, not even where a road crosses it."), AAM_09),
    Reminder(
        say("Historical limits: a nation they do not name joins any army of its side, but not Soviets or Japanese."),
        AAM_118,
    ),
    Reminder(say("The defender of an assault has at most 80 points."), AAM_113),
    Reminder(say("After turn 10 victory is looked for at the end of each turn, not in between."), AAM_111),
    Reminder(say("Against an army without units one plays on; with both armies gone it is a draw."), AAM_135),
)


FIELD = (
    Reminder(
        say("Deployment: rows are counted in full hexes from the own end, column by column; half hexes do not count."),
        AAM_08,
    ),
    Reminder(say("Difficult terrain may be deployed on; every Vehicle is given a facing."), AAM_09),
    Reminder(
        say(
            "Half hexes at the rim are closed; two halves joined between sections are a hex like any other; "
            "nothing leaves "
            "the map."
        ),
        AAM_10,
    ),
    Reminder(say("A Vehicle always faces one of the six sides of its hex."), AAM_32),
    Reminder(
        say(
            "Streams run along hex sides: who crosses such a side off the road rolls. A bridge is a road over "
            "that side and "
            "lies in both hexes it joins."
        ),
        AAM_39,
    ),
    Reminder(
        say(
            "Where a bridge is destroyed the road is cut: the step needs the roll, costs what the terrain costs "
            "and earns "
            "no road bonus."
        ),
        AAM_101,
    ),
    Reminder(
        say(
            "Who leaves a transport into a full hex goes to a nearest hex that is whole, no pond and has room; "
            "of several "
            "the opponent picks."
        ),
        AAM_106,
    ),
    Reminder(say("A passenger is in the hex of its transport: what is next to the one is next to the other."), AAM_76),
    Reminder(
        say("Agree on the scenario before armies are built; without another choice it is the standard one."), AAM_112
    ),
    Reminder(
        say("The objective of an assault touches neither the edge of the map nor a half hex at the rim."), AAM_114
    ),
    Reminder(
        say("In a scenario of your own, armies, map and victory are what you agree on; set the winner by hand."),
        AAM_117,
    ),
    Reminder(say("The objective marker belongs to nobody and may lie where no unit can go."), AAM_134),
)
REFERENCE = (*COMBAT, *FIELD, *DOUBTS)
