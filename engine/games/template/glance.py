"""What the table shows of a unit at one look."""

from engine.games.template.units import life_left
from engine.playing.glance import Glance
from engine.values.model import Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

STATS = {
    "firepower": say("firepower"),
    "range": say("range"),
    "life": say("life"),
    "points": say("points"),
    "abilities": say("abilities"),
}


def sign(unit: Unit) -> str:
    return "infantry"


def fact(unit: Unit) -> Text | None:
    try:
        return say("life {left} of {whole}", left=life_left(unit), whole=unit.need("life"))
    except Unknown:
        return None


def has_acted(now: GameState, unit: Unit) -> bool | None:
    """Whether it has shot; nobody waits for the units of a player whose step it is not."""
    return bool(unit.trackers.get("shot")) if now.step in ("first", "second") and unit.seat == now.seat else None


GLANCE = Glance(sign, fact, has_acted, stats=STATS, marks={"damage": "damaged"}, begins="initiative")
