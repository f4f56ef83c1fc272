"""What the table shows of a unit at one look."""

from collections.abc import Iterator

from engine.games.template import refs
from engine.games.template.units import life_left
from engine.playing.citing import rule
from engine.playing.glance import Effective, Glance
from engine.playing.standing import SideScore
from engine.values.model import Reminder, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

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


@rule(refs.TEMPLATE_03)
def has_acted(now: GameState, unit: Unit) -> bool | None:
    """Whether it has shot; a unit that cannot is not waited for: it is destroyed, has no enemy, or
    the step is not its player's."""
    can_shoot = not unit.gone and any(now.standing(1 - unit.seat))
    if now.step not in ("first", "second") or unit.seat != now.seat or not can_shoot:
        return None
    return bool(unit.trackers.get("shot"))


def effective(now: GameState, unit: Unit) -> Iterator[Effective]:
    """The life that is left of the printed one, and the firepower."""
    whole, firepower = unit.stated("life"), unit.stated("firepower")
    if isinstance(whole, int):
        left = life_left(unit)
        why = (Reminder(say("damage taken"), refs.TEMPLATE_07),) if left != whole else ()
        yield Effective("damage", STATS["life"], str(left), str(whole), why)
    if isinstance(firepower, int):
        yield Effective("firepower", STATS["firepower"], str(firepower), str(firepower))


@rule(refs.TEMPLATE_09)
def side(now: GameState, seat: int) -> SideScore:
    """The units that are left."""
    left = sum(1 for _ in now.standing(seat))
    return SideScore(left, say_many("one unit", "{count} units", left))


GLANCE = Glance(
    sign, fact, has_acted, side=side, stats=STATS, marks={"damage": "damaged"}, begins="initiative", effective=effective
)
