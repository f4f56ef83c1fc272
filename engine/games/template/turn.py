"""The turn as a table: who acts in each step, and what is offered."""

from engine.games.template import refs
from engine.playing.rules import Offer, Step
from engine.values.model import Reminder
from engine.values.texts import say

EVER = (Offer("concede", "all"), Offer("victory", "all"), Offer("army", "all"))
SIGHT = Reminder(say("shoot only at what the unit can see"), refs.TEMPLATE_10)

STEPS = (
    Step(
        "initiative",
        say("Initiative"),
        refs.TEMPLATE_02,
        offers=(Offer("initiative", "all"), *EVER),
        opens="initiative",
    ),
    Step("first", say("First player shoots"), refs.TEMPLATE_03, "first", (Offer("shoot"), *EVER), (SIGHT,)),
    Step("second", say("Second player shoots"), refs.TEMPLATE_03, "second", (Offer("shoot"), *EVER), (SIGHT,)),
    Step("end", say("End of the turn"), refs.TEMPLATE_01, offers=EVER, opens="victory"),
)
REFERENCE = (Reminder(say("scouts are placed after all other units"), refs.TEMPLATE_06),)
