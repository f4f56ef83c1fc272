"""What is left to the table: geometry and things the hand does; and how the other doubtful
passages are read."""

from engine.games.epic.refs import (
    EPIC_01,
    EPIC_02,
    EPIC_26,
    EPIC_27,
    EPIC_28,
    EPIC_29,
    EPIC_32,
    EPIC_33,
    EPIC_34,
    EPIC_35,
    EPIC_36,
    EPIC_37,
    EPIC_39,
    EPIC_40,
    EPIC_53,
    EPIC_59,
    EPIC_60,
    EPIC_68,
    EPIC_78,
    EPIC_80,
    EPIC_81,
    EPIC_82,
    EPIC_87,
    EPIC_107,
    EPIC_114,
    EPIC_118,
    EPIC_124,
    EPIC_142,
    EPIC_165,
    EPIC_166,
    EPIC_170,
    EPIC_182,
    EPIC_195,
    EPIC_201,
    EPIC_214,
    EPIC_215,
    EPIC_217,
    EPIC_220,
    EPIC_222,
    EPIC_231,
)
from engine.playing.rules import Reminder
from engine.values.texts import say

MOVING = (
    Reminder(say("A formation keeps one chain with gaps of at most 5 cm"), EPIC_02),
    Reminder(say("Nobody moves over or through an enemy unit"), EPIC_26),
    Reminder(say("Friends pass through each other only where one of the two is infantry"), EPIC_27),
    Reminder(say("Stay out of enemy zones of control, 5 cm around each unit, but in an Engage"), EPIC_28),
    Reminder(say("A unit in contact has no zone of control; a broken one keeps its own"), EPIC_29),
    Reminder(say("Impassable terrain is never crossed, except over the top by those who fly or jump"), EPIC_68),
    Reminder(
        say("Skimmers pass over terrain and friends, but not over enemies; landing in dangerous ground is tested"),
        EPIC_124,
    ),
    Reminder(
        say("Jump packs leap terrain and friends, but do not land on them; landing in dangerous ground is tested"),
        EPIC_142,
    ),
    Reminder(say("A transport picks a unit up by touching it in its own move, then moves on"), EPIC_32),
    Reminder(say("Transports carry units of their own formation only, war engines aside"), EPIC_33),
    Reminder(say("Who embarks does not move on its own in that move"), EPIC_34),
    Reminder(say("Units disembark at the end of any move but the one they embarked in"), EPIC_35),
    Reminder(say("Disembark within 5 cm; into an enemy zone of control only in an Engage"), EPIC_36),
)
SHOOTING = (
    Reminder(say("Terrain blocks sight; into or out of it one sees through 10 cm of it"), EPIC_39),
    Reminder(say("Of all units only war engines block sight"), EPIC_40),
    Reminder(
        say("Crossfire: a line of at most 45 cm to another friendly formation crosses a target unit, not only a gap"),
        EPIC_53,
    ),
    Reminder(say("The first template covers as many target units as it can, within range and sight"), EPIC_59),
    Reminder(
        say("Extra templates touch the first without overlapping, again over as many target units as they can"), EPIC_60
    ),
)
CHARGING = (
    Reminder(say("Formations 5 cm or less from the target may be attacked with it"), EPIC_78),
    Reminder(say("Chargers do not cross zones of control of other formations"), EPIC_80),
    Reminder(say("At most two units touch one defender; each takes the nearest whose zone it entered"), EPIC_81),
    Reminder(say("A defender in contact has no zone of control: later chargers may pass"), EPIC_82),
    Reminder(
        say("Defenders not in contact may counter-charge, broken ones too, straight to the nearest enemy"), EPIC_87
    ),
    Reminder(say("In charges nobody gets in or out of a transport that touches two enemies"), EPIC_37),
    Reminder(say("The winners may move 5 cm each, not into an enemy zone of control"), EPIC_107),
    Reminder(say("Withdrawing units ignore zones of control, but do not pass through enemies"), EPIC_114),
)
ENGINES = (
    Reminder(
        say("A war engine keeps its zone of control until as many enemies touch it as its starting damage capacity"),
        EPIC_165,
    ),
    Reminder(say("War engines carry units of their own formation like any other transport"), EPIC_166),
    Reminder(
        say("Arcs of fire: front, rear and sides are half a circle; fixed forward is 45 degrees to either side"),
        EPIC_170,
    ),
    Reminder(say("Units barged by a war engine are put as near as they were, but touching it"), EPIC_182),
    Reminder(say("Aircraft fly any distance over everything: 30 cm straight before each turn"), EPIC_195),
    Reminder(say("Flak of aircraft needs the enemy in arc and range where its flight ends"), EPIC_201),
    Reminder(say("Troops leave a landed aircraft within 5 cm, skimmers and jump packs within 15 cm"), EPIC_214),
    Reminder(say("Landing aircraft and their troops enter zones of control only in an air assault"), EPIC_215),
    Reminder(say("Drop zones and points of orbital bombardment are noted in secret before the battle"), EPIC_217),
    Reminder(say("The first template of an orbital bombardment, 12 cm wide, is centred on the point noted"), EPIC_220),
    Reminder(say("Scattered units must regain coherency with their next action"), EPIC_222),
)
REFERENCE = (
    Reminder(say("A unit is one vehicle or one infantry stand"), EPIC_01),
    Reminder(
        say("Doubtful: nobody gets out of a war engine that touches two enemies, whatever its capacity"), EPIC_166
    ),
    Reminder(say("Doubtful: with equal strategy ratings the die of the set-up decides for the whole game"), EPIC_118),
    Reminder(
        say("Doubtful: formations added to an assault's target are each within 5 cm of the target itself"), EPIC_78
    ),
    Reminder(say("Doubtful: 15 cm are enough to be engaged; sight is needed to use firefight"), EPIC_87),
    Reminder(say("Reserves are open to view; what comes by portal comes like the others"), EPIC_231),
)
