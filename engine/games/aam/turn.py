"""The seven phases of a turn (AAM-17)."""

from engine.games.aam.refs import AAM_18, AAM_21, AAM_22, AAM_25, AAM_135
from engine.rules import Offer, Step
from engine.texts import say

STEPS = (
    Step("initiative", say("Initiative"), AAM_18, offers=(Offer("initiative", "all"),), opens="initiative"),
    Step("first_movement", say("First player's movement"), AAM_21, "first"),
    Step("second_movement", say("Second player's movement"), AAM_21, "second"),
    Step("first_assault", say("First player's assault"), AAM_22, "first", (Offer("attack"),)),
    Step("second_assault", say("Second player's assault"), AAM_22, "second", (Offer("attack"),)),
    Step("casualty", say("Casualty phase"), AAM_25, offers=(Offer("casualty", "all"),), opens="casualty"),
    Step("end", say("End of turn"), AAM_135),
)
