"""What each action is made of."""

from __future__ import annotations

from engine.values.kinds import Field, Record, Whole, Word
from engine.values.maps import Map, Value

GROUND_ORDERS = ("advance", "double", "march", "engage", "sustained", "overwatch", "marshal", "hold")
CHOICES = ("move", "shoot", "regroup")
SHOOTING = (
    "advance",
    "double",
    "sustained",
    "marshal",
    "hold",
    "overwatch",
    "ground_attack",
    "interception",
    "cap_interception",
)


IN_THE_AIR = {
    **dict.fromkeys(("interception", "ground_attack", "cap_interception"), ("approach", "flak", "attack", "disengage")),
    "spacecraft": ("bombardment", "pin_point", "planetfall"),
}
"""What aircraft and spacecraft do, in order (EPIC-191, 192, 218)."""


def steps_of(order: str, choice: str = "") -> tuple[str, ...]:
    """The parts of an action in their order (EPIC-14, 15, 16, 17, 18, 19, 20, 21)."""
    if order == "marshal":
        return (choice if choice == "shoot" else "move", "regroup")
    if order == "hold":
        return (choice or "move",)
    return {
        "advance": ("move", "shoot"),
        "double": ("move", "move", "shoot"),
        "march": ("move", "move", "move"),
        "engage": ("assault",),
        "sustained": ("shoot",),
        "overwatch": ("overwatch",),
        **IN_THE_AIR,
    }.get(order, ())


def forfeited(during: Map[Value] | None) -> tuple[str, ...]:
    """What is lost of an action that stops after so many moves (EPIC-112, 262)."""
    if during is None:
        return ()
    moves, found = int(str(during.get("moves") or 0)), []
    for step in steps_of(str(during["order"]), str(during.get("choice") or "")):
        if step == "move" and moves:
            moves -= 1
        else:
            found.append(step)
    return tuple(found)


DURING = Record(
    (
        Field("order", Word(GROUND_ORDERS), required=True),
        Field("moves", Whole(0, 3), default=1),
        Field("choice", Word(CHOICES)),
    )
)
