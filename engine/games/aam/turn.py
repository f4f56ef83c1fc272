"""The seven phases of a turn: who acts, what is offered, and what is left to the players."""

from engine.games.aam import refs
from engine.playing.rules import Offer, Step
from engine.values.model import Reminder
from engine.values.texts import say

EVER = (Offer("concede", "all"),)
MOVING = (
    Offer("move"),
    Offer("board"),
    Offer("dismount"),
    Offer("movement_roll"),
    Offer("defensive_fire", "other"),
    *EVER,
)
FIGHTING = (
    Offer("attack"),
    Offer("attacks"),
    Offer("targets"),
    Offer("move"),
    Offer("demolish"),
    Offer("movement_roll"),
    Offer("defensive_fire", "other"),
    *EVER,
)

MOVEMENT_REMINDERS = (
    Reminder(say("Move as many of your units as you like, one after another, each once"), refs.AAM_21),
    Reminder(say("You choose the order of your units; the other side orders its defensive fire"), refs.AAM_26),
    Reminder(say("A move ends only where there is room: two of your units, one of them a Vehicle"), refs.AAM_28),
    Reminder(say("With enemies in the hex: two units of each army, one Vehicle among all four"), refs.AAM_29),
    Reminder(say("Hexes full of others may be passed through"), refs.AAM_30),
    Reminder(say("At the end of its move turn each Vehicle to a side of its hex"), refs.AAM_32),
    Reminder(say("Facing hinders neither driving nor firing; on the way a Vehicle looks where it goes"), refs.AAM_123),
    Reminder(say("A Soldier boards only a transport in its own hex, as its whole move"), refs.AAM_102),
    Reminder(say("Half hexes at the rim are closed, and nothing leaves the map"), refs.AAM_10),
)
ASSAULT_REMINDERS = (
    Reminder(say("Each unit moves or attacks, once; who moved in the movement phase may do either"), refs.AAM_23),
    Reminder(say("A unit that attacks does not turn in this phase"), refs.AAM_35),
    Reminder(say("A unit marked Destroyed face down still acts"), refs.AAM_24),
    Reminder(say("Line of sight runs between hex centres; hill, forest and town in between block it"), refs.AAM_56),
)

STEPS = (
    Step(
        "initiative",
        say("Initiative"),
        refs.AAM_18,
        offers=(
            Offer("initiative", "all"),
            Offer("setup", "all"),
            Offer("army", "all"),
            Offer("deploy", "all"),
            Offer("vanguard", "all"),
            *EVER,
        ),
        reminders=(
            Reminder(say("The winner says who is first this turn"), refs.AAM_20),
            Reminder(say("Armies are built in secret; after set-up nobody changes his"), refs.AAM_05),
        ),
        opens="initiative",
    ),
    Step(
        "first_movement",
        say("First player's movement"),
        refs.AAM_21,
        "first",
        MOVING,
        MOVEMENT_REMINDERS,
        main=("move", "dismount", "board"),
    ),
    Step(
        "second_movement",
        say("Second player's movement"),
        refs.AAM_21,
        "second",
        MOVING,
        MOVEMENT_REMINDERS,
        main=("move", "dismount", "board"),
    ),
    Step("first_assault", say("First player's assault"), refs.AAM_22, "first", FIGHTING, ASSAULT_REMINDERS),
    Step("second_assault", say("Second player's assault"), refs.AAM_22, "second", FIGHTING, ASSAULT_REMINDERS),
    Step("casualty", say("Casualty phase"), refs.AAM_25, offers=(Offer("casualty", "all"), *EVER), opens="casualty"),
    Step(
        "end",
        say("End of turn"),
        refs.AAM_135,
        offers=EVER,
        reminders=(
            Reminder(say("On the objective or next to it, disrupted or damaged, a unit counts"), refs.AAM_108),
            Reminder(say("The objective marker hinders nobody: units may stand on it"), refs.AAM_134),
        ),
        opens="victory",
    ),
)

REFERENCE = (
    # Combat
    Reminder(
        say(
            "Scale: a hex is about 100 m, a turn about a minute, a Vehicle figure one vehicle, a Soldier figure "
            "several men."
        ),
        refs.AAM_16,
    ),
    Reminder(
        say("The active player decides the order of things that happen together, and in which order his units act."),
        refs.AAM_26,
    ),
    Reminder(
        say(
            "Shoot at any enemy in range and line of sight, not only the nearest, and freely past friends and "
            "enemies; of two enemies in a hex pick one."
        ),
        refs.AAM_48,
    ),
    Reminder(
        say(
            "Front: the direction to the attacker lies less than 90 degrees from where the Vehicle faces. Exactly to "
            "the left or right, behind, and in the same hex is rear."
        ),
        refs.AAM_54,
    ),
    Reminder(
        say(
            "Line of sight: a straight line between the centres of both hexes; a town, hill or forest hex that it "
            "crosses blocks it, rim half hexes too; units never do."
        ),
        refs.AAM_56,
    ),
    Reminder(
        say(
            "The hexes of attacker and target never block; a line along the side of a blocking hex is free, between "
            "two of them as well; what one sees sees him."
        ),
        refs.AAM_57,
    ),
    Reminder(say("Adjacent: the neighbouring hexes and the unit's own hex."), refs.AAM_76),
    Reminder(
        say(
            "Defensive fire is never a must: decide for each unit after seeing the shot before; a shot held back is "
            "still there later in the phase."
        ),
        refs.AAM_79,
    ),
    Reminder(
        say(
            "A Vehicle under defensive fire faces the hex it enters, or away from the hex it left: shot at the hex "
            "left from ahead, at the hex entered from behind, for a shooter next to both."
        ),
        refs.AAM_81,
    ),
    Reminder(say("Defensive fire does not turn the shooter and spends neither its move nor its attack."), refs.AAM_122),
    Reminder(
        say("A Vehicle drives and fires in every direction, whatever it faces; it turns between steps at no cost."),
        refs.AAM_123,
    ),
    Reminder(
        say(
            "Range: the fewest steps from hex to hex, whatever stands between; next to each other and in the same "
            "hex the line of sight is always clear."
        ),
        refs.AAM_138,
    ),
    # The map
    Reminder(
        say("Deployment: rows are counted in full hexes from the own end, column by column; half hexes do not count."),
        refs.AAM_08,
    ),
    Reminder(say("Difficult terrain may be deployed on; every Vehicle is given a facing."), refs.AAM_09),
    Reminder(
        say(
            "Half hexes at the rim are closed; two halves joined between sections are a hex like any other; nothing "
            "leaves the map."
        ),
        refs.AAM_10,
    ),
    Reminder(say("A Vehicle always faces one of the six sides of its hex."), refs.AAM_32),
    Reminder(
        say(
            "Streams run along hex sides: who crosses such a side off the road rolls. A bridge is a road over that "
            "side and lies in both hexes it joins."
        ),
        refs.AAM_39,
    ),
    Reminder(
        say(
            "Where a bridge is destroyed the road is cut: the step needs the roll, costs what the terrain costs and "
            "earns no road bonus."
        ),
        refs.AAM_101,
    ),
    Reminder(
        say(
            "Who leaves a transport into a full hex goes to a nearest hex that is whole, no pond and has room; of "
            "several the opponent picks."
        ),
        refs.AAM_106,
    ),
    Reminder(
        say("A passenger is in the hex of its transport: what is next to the one is next to the other."), refs.AAM_76
    ),
    Reminder(
        say("Agree on the scenario before armies are built; without another choice it is the standard one."),
        refs.AAM_112,
    ),
    Reminder(
        say("The objective of an assault touches neither the edge of the map nor a half hex at the rim."), refs.AAM_114
    ),
    Reminder(
        say("In a scenario of your own, armies, map and victory are what you agree on; set the winner by hand."),
        refs.AAM_117,
    ),
    Reminder(say("The objective marker belongs to nobody and may lie where no unit can go."), refs.AAM_134),
    # How doubts are read that no setting changes
    Reminder(
        say(
            "Casualty phase: old Disrupted markers go first, then the new markers turn, or every new one would go at "
            "once."
        ),
        refs.AAM_25,
    ),
    Reminder(
        say("All hits of an assault phase are simultaneous, whoever scores them, not only those of one attack."),
        refs.AAM_67,
    ),
    Reminder(
        say("The second hit on a damaged Vehicle destroys it; the table that prints Damaged there comes to the same."),
        refs.AAM_58,
    ),
    Reminder(say("The Panzer IV Ausf. G is of 1942; 1042 is a misprint."), refs.AAM_11),
    Reminder(say("A Commander aboard a transport still leads, and his initiative bonus counts."), refs.AAM_18),
    Reminder(say("A defense reduced to nothing counts as 1."), refs.AAM_55),
    Reminder(say("Cover is rolled after the attack dice, and only if they hit."), refs.AAM_68),
    Reminder(
        say(
            "All markers face down of one turn climb one ladder, those of a friend's Blast in the other assault "
            "phase too."
        ),
        refs.AAM_59,
    ),
    Reminder(say("Blast in defensive fire attacks every unit in the hex."), refs.AAM_100),
    Reminder(say("Blast in its own hex spares the shooter."), refs.AAM_100),
    Reminder(say("At speed 0 there is no road bonus."), refs.AAM_44),
    Reminder(say("A Vehicle at speed 0 may turn in place."), refs.AAM_33),
    Reminder(
        say("A unit stopped by defensive fire in its assault phase does not attack, even if it never left its hex."),
        refs.AAM_22,
    ),
    Reminder(say("A Vehicle sent back along its path faces the next hex of that path."), refs.AAM_124),
    Reminder(say("A Vehicle that was boarded in this phase may still move."), refs.AAM_130),
    Reminder(say("A passenger may leave a disrupted transport."), refs.AAM_103),
    Reminder(say("An army deploys in the first five rows."), refs.AAM_08),
    Reminder(say("Closed terrain is not deployed on, not even where a road crosses it."), refs.AAM_09),
    Reminder(
        say("Historical limits: a nation they do not name joins any army of its side, but not Soviets or Japanese."),
        refs.AAM_118,
    ),
    Reminder(say("The defender of an assault has at most 80 points."), refs.AAM_113),
    Reminder(say("After turn 10 victory is looked for at the end of each turn, not in between."), refs.AAM_111),
    Reminder(say("Against an army without units one plays on; with both armies gone it is a draw."), refs.AAM_135),
)
