"""What forbids a shot; each looks first at what is known first."""

from __future__ import annotations

from engine.games.template import refs
from engine.games.template.shooting.situation import Shot
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


def already_shot(now: GameState, shot: Shot) -> Refusal | None:
    unit = now.unit(shot.shooter)
    if unit.trackers.get("shot"):
        return Refusal("already_shot", say("{unit} has shot in this step", unit=unit.name), refs.TEMPLATE_03)
    return None


def not_on_the_table(now: GameState, shot: Shot) -> Refusal | None:
    for name in (shot.shooter, shot.target):
        if now.unit(name).gone:
            return Refusal("gone", say("{unit} is destroyed", unit=now.unit(name).name), refs.TEMPLATE_03)
    return None


def no_own_target(now: GameState, shot: Shot) -> Refusal | None:
    if now.unit(shot.shooter).seat == now.unit(shot.target).seat:
        return Refusal("own", say("a unit shoots at enemies"), refs.TEMPLATE_03)
    return None


def out_of_range(now: GameState, shot: Shot) -> Refusal | None:
    reach = now.unit(shot.shooter).need("range")
    if shot.distance > reach:
        return Refusal("range", say("the target is farther than {range}", range=reach), refs.TEMPLATE_03)
    return None


SHOT = (already_shot, not_on_the_table, no_own_target, out_of_range)
