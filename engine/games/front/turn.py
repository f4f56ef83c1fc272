"""The turn, as far as it is known: a battle, and around it whatever the players' own rulebook says."""

from engine.games.front.refs import FRONT_03, FRONT_07, FRONT_11, FRONT_20, FRONT_21, FRONT_22, FRONT_23, FRONT_28
from engine.games.front.units import OWN_TURN
from engine.model import GameState
from engine.rules import Offer, Reminder, Step
from engine.texts import say

OWN = (*OWN_TURN.offers, *(Offer(key, "all") for key in ("conquer", "unlock", "lock")))

STEPS = (
    Step("before", say("Your phases before the battle"), FRONT_23, offers=OWN, opens="checklist", reminders=(
        Reminder(say("phases 1 to 6 are not in the known part of the rules: put them on your list"), FRONT_23),
        Reminder(say("when units unlock is not in the known part of the rules"), FRONT_03),
    )),
    Step("battle", say("Battle"), FRONT_23, offers=(Offer("battle", "all"), Offer("options", "all"), *OWN)),
    Step("after", say("Your phases after the battle"), FRONT_23, offers=OWN, opens="checklist", reminders=(
        Reminder(say("what follows damage allocation 1 is not in the known part of the rules: put it on your list"), FRONT_07),
        Reminder(say("when a territory is conquered is not in the known part of the rules: say so when it is"), FRONT_22),
    )),
    Step("end", say("End of the turn"), FRONT_11, reminders=(
        Reminder(say("damage goes at the end of the turn, unless you play it otherwise: the rules we know do not say"), FRONT_11),
    )),
)

REFERENCE = (
    Reminder(say("building decks, resources and the cost of playing cards are not in the known part of the rules"), FRONT_28),
    Reminder(say("moving between territories and winning the game are not in the known part of the rules"), FRONT_22),
    Reminder(say("cards in hand and in the depot are counted once you enter a number for a player"), FRONT_21),
    Reminder(say("other card texts count as printed: do what they say, and set what they change by hand"), FRONT_20),
)


def next_turn(state: GameState) -> GameState:
    """Damage is gone with the turn, or stays by another reading (FRONT-11)."""
    if state.reading("damage_lasts") == "permanent":
        return state
    for unit in state.units:
        state = state.set(unit, "damage", None)
    return state
