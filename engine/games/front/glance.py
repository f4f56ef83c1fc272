"""What the table shows of the game at one look."""

from engine.games.front.units import left
from engine.games.front.values import words
from engine.model import Unit, Unknown
from engine.rules import Glance
from engine.texts import Text, say

STATS = {
    "av": say("attack value"), "dv": say("defense value"), "domain": say("domain"), "subtypes": say("kind"),
    "side": say("belongs to"),
    "advantage": say("Advantage! over"), "initiative": say("Initiative! against"), "bonus": say("bonus"),
    "lock": say("by locking"), "junkyard": say("on going to the junkyard"), "text": say("further text"),
}
SIGNS = {"ground": "armour", "air": "anti-air", "naval": "transport"}


def sign(unit: Unit) -> str:
    """Infantry, or by its domain (FRONT-02)."""
    return "infantry" if "infantry" in words(unit, "subtypes") else SIGNS.get(str(unit.stated("domain")), "")


def fact(unit: Unit) -> Text | None:
    try:
        return say("defense value {left} of {whole}", left=left(unit), whole=unit.need("dv"))
    except Unknown:
        return None


GLANCE = Glance(sign, fact, stats=STATS, marks={"locked": "timer-sand", "damage": "damaged", "blocking": "shield-half-full"})
