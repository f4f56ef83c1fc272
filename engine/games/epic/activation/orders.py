"""What each action is made of."""

from __future__ import annotations

from dataclasses import replace

from engine.games.epic import refs
from engine.games.epic.formations.rows import number, rows
from engine.playing.citing import rule
from engine.values.maps import Map
from engine.values.model import Unknown
from engine.values.table import Unit
from engine.values.texts import Text, say

GROUND_ORDERS = ("advance", "double", "march", "engage", "sustained", "overwatch", "marshal", "hold")
CHOICES = ("move", "shoot", "regroup")
EFFECTS = {
    "advance": say("one move, then shoot"),
    "double": say("two moves, then shoot at -1"),
    "march": say("three moves, no shooting"),
    "engage": say("charge and fight an assault"),
    "sustained": say("no move, shoot at +1"),
    "overwatch": say("no move; waits to fire at an enemy that moves"),
    "marshal": say("shoot at -1 or move once, then regroup"),
    "hold": say("one move, or shoot, or regroup; the only action after a failed test"),
    "interception": say("approach, flak, then attack aircraft in flight at +1"),
    "ground_attack": say("approach, flak, then attack the ground, land or assault from the air"),
    "cap": say("waits off the table to intercept an enemy ground attack without a test"),
    "stand_down": say("does nothing this turn, without a test"),
    "spacecraft": say("orbital bombardment, pin-point attacks, planetfall; then it is gone"),
}
"""What an order allows."""
MOVES = {
    "advance": say("one move up to {far}, then shoot"),
    "double": say("two moves up to {far} each, then shoot at -1"),
    "march": say("three moves up to {far} each, no shooting"),
    "engage": say("charge up to {far} and fight an assault"),
    "marshal": say("shoot at -1 or move up to {far}, then regroup"),
    "hold": say("one move up to {far}, or shoot, or regroup; the only action after a failed test"),
}
"""The same with how far a formation goes."""
CHOSEN = {
    ("hold",): say("one move up to {far}"),
    ("hold", "shoot"): say("it shoots"),
    ("hold", "regroup"): say("it regroups"),
    ("marshal", "regroup"): say("one move up to {far}, then it regroups"),
    ("marshal", "shoot", "regroup"): say("it shoots at -1, then regroups"),
}
"""What was chosen where an action leaves a choice, by the action and what is still to be done."""
IN_THE_AIR = {
    **dict.fromkeys(("interception", "ground_attack", "cap_interception"), ("approach", "flak", "attack", "disengage")),
    "spacecraft": ("bombardment", "pin_point", "planetfall"),
}
"""What aircraft and spacecraft do, in order."""


@rule(refs.EPIC_14, refs.EPIC_15, refs.EPIC_16, refs.EPIC_17, refs.EPIC_18, refs.EPIC_19, refs.EPIC_20, refs.EPIC_21)
def steps_of(order: str, choice: str = "") -> tuple[str, ...]:
    """The parts of an action in their order."""
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


@rule(refs.EPIC_25, refs.EPIC_135)
def far_of(unit: Unit, charges: bool = False) -> Text | str | None:
    """How far its units move, the slowest and the fastest; infiltrators twice as far in a
    charge."""
    try:
        lines = [row for row in rows(unit) if row.left]
    except Unknown:
        return None
    speeds = [number(row.card.get("speed")) * (2 if charges and row.has("infiltrator") else 1) for row in lines]
    if not any(speeds):
        return None
    least, most = min(speeds), max(speeds)
    return f"{most} cm" if least == most else say("{most} cm ({least} for the slowest)", least=least, most=most)


def effect_of(order: str, unit: Unit) -> Text | None:
    """What an order allows this formation, and how far."""
    far = far_of(unit, order == "engage")
    if far is None or order not in MOVES:
        return EFFECTS.get(order)
    return replace(MOVES[order], values=Map({"far": far}))


@rule(refs.EPIC_20, refs.EPIC_21)
def chosen_effect(order: str, left: tuple[str, ...], unit: Unit) -> Text | None:
    """The same once a Marshal or Hold has chosen what it is for."""
    far, text = far_of(unit), CHOSEN.get((order, *left))
    return effect_of(order, unit) if far is None or text is None else replace(text, values=Map({"far": far}))
