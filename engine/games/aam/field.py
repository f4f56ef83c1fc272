"""What movement, set-up and victory leave to the table, and doubts that no setting changes."""

from engine.games.aam.refs import (
    AAM_08,
    AAM_09,
    AAM_10,
    AAM_32,
    AAM_39,
    AAM_76,
    AAM_101,
    AAM_106,
    AAM_112,
    AAM_114,
    AAM_117,
    AAM_134,
)
from engine.rules import Reminder
from engine.texts import say

FIELD = (
    Reminder(say("Deployment: rows are counted in full hexes from the own end, column by column; half hexes do not "
                 "count."), AAM_08),
    Reminder(say("Difficult terrain may be deployed on; every Vehicle is given a facing."), AAM_09),
    Reminder(say("Half hexes at the rim are closed; two halves joined between sections are a hex like any other; nothing leaves "
                 "the map."), AAM_10),
    Reminder(say("A Vehicle always faces one of the six sides of its hex."), AAM_32),
    Reminder(say("Streams run along hex sides: who crosses such a side off the road rolls. A bridge is a road over that side and "
                 "lies in both hexes it joins."), AAM_39),
    Reminder(say("Where a bridge is destroyed the road is cut: the step needs the roll, costs what the terrain costs and earns "
                 "no road bonus."), AAM_101),
    Reminder(say("Who leaves a transport into a full hex goes to a nearest hex that is whole, no pond and has room; of several "
                 "the opponent picks."), AAM_106),
    Reminder(say("A passenger is in the hex of its transport: what is next to the one is next to the other."), AAM_76),
    Reminder(say("Agree on the scenario before armies are built; without another choice it is the standard one."), AAM_112),
    Reminder(say("The objective of an assault touches neither the edge of the map nor a half hex at the rim."), AAM_114),
    Reminder(say("In a scenario of your own, armies, map and victory are what you agree on; set the winner by hand."), AAM_117),
    Reminder(say("The objective marker belongs to nobody and may lie where no unit can go."), AAM_134),
)
