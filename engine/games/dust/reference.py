"""What is left to the table, and how doubts are read that no setting changes."""

from engine.games.dust.refs import (
    DUST_04,
    DUST_12,
    DUST_17,
    DUST_18,
    DUST_21,
    DUST_26,
    DUST_27,
    DUST_33,
    DUST_43,
    DUST_45,
    DUST_49,
    DUST_59,
    DUST_65,
    DUST_70,
    DUST_74,
    DUST_76,
    DUST_80,
    DUST_81,
    DUST_83,
    DUST_91,
    DUST_99,
    DUST_101,
    DUST_102,
    DUST_117,
    DUST_118,
    DUST_123,
    DUST_125,
    DUST_134,
    DUST_138,
    DUST_147,
    DUST_169,
    DUST_176,
    DUST_178,
    DUST_179,
    DUST_182,
    DUST_184,
    DUST_187,
    DUST_193,
)
from engine.playing.rules import Reminder
from engine.values.texts import say

BOARD = (
    Reminder(say("A vehicle that enters the square of an ammo crate may destroy it, without cost or roll."), DUST_12),
    Reminder(say("Vehicles do not cut the corner of a block or wall; soldiers do, even between two blocks."), DUST_17),
    Reminder(
        say("Line of sight: from centre to centre; inside a blocking square it is cut, along its corner not."), DUST_18
    ),
    Reminder(
        say("A line that touches the corners of two blocking squares is free only if both lie on the same side of it."),
        DUST_26,
    ),
    Reminder(say("Whoever sees is seen."), DUST_27),
    Reminder(say("An entrance narrower than a square is small, one as wide is large."), DUST_74),
    Reminder(say("Walls cannot be destroyed."), DUST_76),
    Reminder(
        say("Into or out of a building: whoever is inside stands on a square with an opening towards the other."),
        DUST_80,
    ),
    Reminder(say("Inside a building the usual rules hold."), DUST_81),
    Reminder(say("Anti-tank traps stand only in buildings with at least one large entrance."), DUST_83),
    Reminder(say("The squares of attacker and target never block, smoke included."), DUST_178),
    Reminder(
        say("Units that share a square without being joined are separate targets, and neither hides the other."),
        DUST_187,
    ),
)
SET_UP = (
    Reminder(say("A printed scenario gives its plan; on an own battlefield tiles are placed in turn."), DUST_101),
    Reminder(say("Cover elements are placed in turn in the cover zone, on own battlefields in the middle."), DUST_102),
)
DOUBTS = (
    Reminder(say("Declarations bind: an action that has become impossible or unwanted is Nothing."), DUST_04),
    Reminder(say("A lone hero between two soldier units blocks their line like a squad."), DUST_21),
    Reminder(say("Targets are named with the actions, before the unit is activated."), DUST_33),
    Reminder(say("Damage on a crate or trap stays from attack to attack."), DUST_43),
    Reminder(say("Corner cover needs the blocking square next to the target squad."), DUST_45),
    Reminder(say("Diagonal squares are adjacent."), DUST_49),
    Reminder(say("An Observer may call two different artillery units with two Skill actions."), DUST_59),
    Reminder(
        say(
            "A unit that reacts fires with all lines in range; as never all weapons must be used, it may leave "
            "some out."
        ),
        DUST_65,
    ),
    Reminder(say("A reaction is declared when its moment comes, not at the announcement."), DUST_70),
    Reminder(say("At most two friendly units share a square, one of them a hero."), DUST_91),
    Reminder(say("A pair separates when its owner is about to activate it."), DUST_99),
    Reminder(say("Berserk lasts for one Attack, its close combat included."), DUST_117),
    Reminder(say("Black Ops counts while such a hero is not eliminated."), DUST_118),
    Reminder(say("Of a pair points are assigned first, then whoever is resilient rolls for his own."), DUST_123),
    Reminder(say("Heroic Attack lasts from its declaration to the end of the round."), DUST_125),
    Reminder(say("A sniper may name a joined hero."), DUST_134),
    Reminder(say("The serum counts the hero's own hits as rolled."), DUST_138),
    Reminder(say("Once a game means once for each command squad."), DUST_147),
    Reminder(say("A sustained laser re-rolls only the dice that missed at first."), DUST_169),
    Reminder(say("A unit reactivated by an Officer may fire its weapons again."), DUST_176),
    Reminder(say("A cover element as target is seen like a vehicle."), DUST_179),
    Reminder(say("Dice and miniatures aimed at are counted when targets are declared."), DUST_182),
    Reminder(say("The artillery unit that fires indirectly cannot be reacted to, its Observer can."), DUST_184),
    Reminder(say("In the last square of a flame path only the declared target burns."), DUST_193),
)
REFERENCE = (*BOARD, *SET_UP, *DOUBTS)
