"""The seven phases of a turn (AAM-17): who acts, what is offered, what is left to the table."""

from engine.games.aam.refs import (
    AAM_05,
    AAM_10,
    AAM_18,
    AAM_20,
    AAM_21,
    AAM_22,
    AAM_23,
    AAM_24,
    AAM_25,
    AAM_26,
    AAM_28,
    AAM_29,
    AAM_30,
    AAM_32,
    AAM_35,
    AAM_56,
    AAM_102,
    AAM_108,
    AAM_123,
    AAM_134,
    AAM_135,
)
from engine.playing.rules import Offer, Reminder, Step
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
    Reminder(say("Move as many of your units as you like, one after another, each once"), AAM_21),
    Reminder(say("You choose the order of your units; the other side orders its defensive fire"), AAM_26),
    Reminder(say("A move ends only where there is room: two of your units, one of them a Vehicle"), AAM_28),
    Reminder(say("With enemies in the hex: two units of each army, one Vehicle among all four"), AAM_29),
    Reminder(say("Hexes full of others may be passed through"), AAM_30),
    Reminder(say("At the end of its move turn each Vehicle to a side of its hex"), AAM_32),
    Reminder(say("Facing hinders neither driving nor firing; on the way a Vehicle looks where it goes"), AAM_123),
    Reminder(say("A Soldier boards only a transport in its own hex, as its whole move"), AAM_102),
    Reminder(say("Half hexes at the rim are closed, and nothing leaves the map"), AAM_10),
)
ASSAULT_REMINDERS = (
    Reminder(say("Each unit moves or attacks, once; who moved in the movement phase may do either"), AAM_23),
    Reminder(say("A unit that attacks does not turn in this phase"), AAM_35),
    Reminder(say("A unit marked Destroyed face down still acts"), AAM_24),
    Reminder(say("Line of sight runs between hex centres; hill, forest and town in between block it"), AAM_56),
)

STEPS = (
    Step(
        "initiative",
        say("Initiative"),
        AAM_18,
        offers=(
            Offer("initiative", "all"),
            Offer("setup", "all"),
            Offer("army", "all"),
            Offer("deploy", "all"),
            Offer("vanguard", "all"),
            *EVER,
        ),
        reminders=(
            Reminder(say("The winner says who is first this turn"), AAM_20),
            Reminder(say("Armies are built in secret; after set-up nobody changes his"), AAM_05),
        ),
        opens="initiative",
    ),
    Step("first_movement", say("First player's movement"), AAM_21, "first", MOVING, MOVEMENT_REMINDERS),
    Step("second_movement", say("Second player's movement"), AAM_21, "second", MOVING, MOVEMENT_REMINDERS),
    Step("first_assault", say("First player's assault"), AAM_22, "first", FIGHTING, ASSAULT_REMINDERS),
    Step("second_assault", say("Second player's assault"), AAM_22, "second", FIGHTING, ASSAULT_REMINDERS),
    Step("casualty", say("Casualty phase"), AAM_25, offers=(Offer("casualty", "all"), *EVER), opens="casualty"),
    Step(
        "end",
        say("End of turn"),
        AAM_135,
        offers=EVER,
        reminders=(
            Reminder(say("On the objective or next to it, disrupted or damaged, a unit counts"), AAM_108),
            Reminder(say("The objective marker hinders nobody: units may stand on it"), AAM_134),
        ),
        opens="victory",
    ),
)
