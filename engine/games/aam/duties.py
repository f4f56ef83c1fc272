"""What is due besides the phases themselves, and what a unit can still do in its phase."""

from collections.abc import Iterator

from engine.games.aam import refs
from engine.games.aam.attack import procedure as attack
from engine.games.aam.bridge import procedure as bridge
from engine.games.aam.movement import procedure as movement
from engine.games.aam.transport import procedure as transport
from engine.games.aam.units import units_of_army
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.rules import Duty
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

OPENINGS = {
    opening.key: opening
    for chapter in (attack, movement, transport, bridge)
    for opening in (*chapter.OPENINGS, *movement.BEFORE_THE_GAME)
}


NEEDS = {"attack": "target", "board": "transport"}


def duties(now: GameState) -> Iterator[Duty]:
    """The Vanguard before the first turn; then the extra actions of the unit that acts."""
    yield from moves_of_vanguard(now)
    unit = now.units.get(activation.acting_unit(now))
    if unit is None:
        return
    for part in activation.parts_left(now):
        if can(now, unit, part):
            args: Map[Value] = Map({OPENINGS[part].actor: unit.id})
            yield Duty(part, text_of_extra(unit, part), refs.AAM_89, args, must=False)


@rule(refs.AAM_86)
def moves_of_vanguard(now: GameState) -> Iterator[Duty]:
    """A free move of each Vanguard, before the roll for initiative."""
    if now.step != "initiative" or "initiative" in now.done:
        return
    for unit in now.standing():
        if can(now, unit, "vanguard"):
            text = say("{unit}: Vanguard, a free move", unit=unit.name)
            yield Duty("vanguard", text, refs.AAM_86, Map({"unit": unit.id}), must=False)


def text_of_extra(unit: Unit, part: str) -> Text:
    if part == "move":
        return say("{unit} may still move", unit=unit.name)
    again = say("{unit} may attack once more", unit=unit.name)
    return again if unit.count("attacked") else say("{unit} may still attack", unit=unit.name)


# What a unit can do


@rule(refs.AAM_21, refs.AAM_22, refs.AAM_102)
def can_act(now: GameState, unit: Unit) -> bool:
    """Whether a unit can do something in this phase: move, get aboard or off; or attack, move,
    destroy a bridge."""
    deeds = ("attack", "move", "demolish") if now.step.endswith("_assault") else ("move", "dismount", "board")
    return any(can(now, unit, deed) for deed in deeds)


def can(now: GameState, unit: Unit, procedure: str) -> bool:
    """Whether no rule speaks against it, with some unit where it needs one."""
    opening, seat = OPENINGS[procedure], 1 - unit.seat if procedure == "attack" else unit.seat
    told: Map[Value] = Map({opening.actor: unit.id})
    named = (
        (told.put(NEEDS[procedure], other.id) for other in units_of_army(now, seat)) if procedure in NEEDS else (told,)
    )
    return any(not any(opening.refusals(now, each, early=True)) for each in named)
