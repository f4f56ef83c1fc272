"""What forbids any deed of a formation, whichever chapter it belongs to."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_destroyed, is_spacecraft
from engine.playing.citing import rule
from engine.values.model import Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import say


def no_destroyed(now: GameState, formation: str | None) -> Refusal | None:
    """Formations that are no more do nothing."""
    if formation and is_destroyed(now.unit(formation)):
        return Refusal("destroyed", say("{unit} is destroyed", unit=now.unit(formation).name), refs.EPIC_09)
    return None


@rule(refs.EPIC_232)
def no_absent(now: GameState, formation: str | None) -> Refusal | None:
    """A formation aboard or off the table does not fight; a spacecraft does from orbit."""
    if not formation or now.unit(formation).where not in ("reserve", "inside") or is_spacecraft(now.unit(formation)):
        return None
    unit = now.unit(formation)
    if unit.where == "inside":
        return Refusal("aboard", say("{unit} is aboard: no action", unit=unit.name), refs.EPIC_253)
    return Refusal("reserve", say("{unit} is not on the table", unit=unit.name), refs.EPIC_187)


def no_broken(now: GameState, formation: str | None, ref: Ref) -> Refusal | None:
    """Broken formations take no action."""
    if formation and now.unit(formation).count("broken"):
        return Refusal("broken", say("{unit} is broken: no action", unit=now.unit(formation).name), ref)
    return None


def no_friend(now: GameState, by: str | None, target: str | None, ref: Ref = refs.EPIC_38) -> Refusal | None:
    """No formation attacks its own side."""
    if by and target and now.unit(by).seat == now.unit(target).seat:
        return Refusal("friend", say("{unit} is no enemy", unit=now.unit(target).name), ref)
    return None


@rule(refs.EPIC_253)
def nobody_there(now: GameState, target: str | None) -> Refusal | None:
    """A formation that is destroyed, off the table or aboard does not attack."""
    if target and (is_destroyed(now.unit(target)) or now.unit(target).where in ("reserve", "inside")):
        return Refusal("nobody_there", say("{unit} is not on the table", unit=now.unit(target).name), refs.EPIC_38)
    return None
