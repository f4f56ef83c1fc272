"""Heavy weapons of infantry: mounted to fire, taken down to move."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm import refs, staging
from engine.games.twogm.cards import marker_kind
from engine.games.twogm.markers.equipment import Marker, has_item, heavies, lay_marker, marker
from engine.games.twogm.markers.situation import HeavyWeapon
from engine.games.twogm.units import assault_comes_first, no_cargo, not_on_board
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.values.model import Refusal
from engine.values.situation import Untold
from engine.values.table import GameState, Unit
from engine.values.texts import say


def mount(state: GameState, weapon: HeavyWeapon) -> Procedure:
    """A heavy weapon is mounted in the own Fire phase and may fire at once."""
    return lay_marker(state, weapon.unit, weapon.item, Marker("asterisk", "mounted", fresh=True), refs.TWOGM_18)
    yield


def dismount(state: GameState, weapon: HeavyWeapon) -> Procedure:
    """It is taken down in a Reactivation phase, not in the turn it was mounted."""
    here = replace(marker(state, state.unit(weapon.unit), weapon.item), face="dismounted")
    return lay_marker(state, weapon.unit, weapon.item, here, refs.TWOGM_18)
    yield


def no_heavy_weapon(now: GameState, weapon: HeavyWeapon) -> Refusal | None:
    """Known before an item is named; after that the item is judged."""
    by = now.unit(weapon.unit)
    try:
        able = heavies(by) or (weapon.item,)
    except Untold:
        able = ()
    text = say("{unit} has no heavy weapon", unit=by.name)
    return None if able else Refusal("no_heavy_weapon", text, refs.TWOGM_18)


def cannot_mount(now: GameState, weapon: HeavyWeapon) -> Refusal | None:
    """A heavy weapon that the unit has, not mounted yet; not aboard a transport, not while it
    assaults."""
    unit, item = now.unit(weapon.unit), weapon.item
    if no := not_on_board(refs.TWOGM_18, unit):
        return no
    if no := no_cargo(now, unit):
        return no
    if not has_item(unit, item):
        return Refusal("not_carried", say("{unit} has no {weapon}", unit=unit.name, weapon=item), refs.TWOGM_66)
    if marker_kind(unit, item) != "asterisk":
        return Refusal("no_heavy_weapon", say("{item} is not mounted to fire", item=item), refs.TWOGM_18)
    if marker(now, unit, item).face == "mounted":
        return Refusal("mounted", say("{item} is mounted already", item=item), refs.TWOGM_18)
    return assault_comes_first(now, unit)


@rule(refs.TWOGM_18)
def weapons_to_mount(now: GameState, unit: Unit) -> tuple[str, ...]:
    """Heavy weapons that a unit may still mount in this phase."""
    return tuple(item for item in heavies(unit) if not cannot_mount(now, HeavyWeapon(unit.id, item)))


def cannot_dismount(now: GameState, weapon: HeavyWeapon) -> Refusal | None:
    unit, item = now.unit(weapon.unit), weapon.item
    here = marker(now, unit, item)
    if no := not_on_board(refs.TWOGM_18, unit):
        return no
    if here.face != "mounted":
        return Refusal("not_mounted", say("{item} is not mounted", item=item), refs.TWOGM_18)
    if here.fresh:
        return Refusal("mounted_now", say("{item} was mounted in this turn", item=item), refs.TWOGM_18)
    return None


def which_weapons(now: GameState, weapon: HeavyWeapon) -> dict[str, tuple[str, ...]]:
    return {"item": heavies(now.unit(weapon.unit))}


OPENINGS = (
    opens(
        "mount",
        say("mount a weapon"),
        refs.TWOGM_18,
        HeavyWeapon,
        mount,
        refusals=(no_heavy_weapon, cannot_mount),
        actor="unit",
        choices=which_weapons,
    ),
    opens(
        "dismount",
        say("take a weapon down"),
        refs.TWOGM_18,
        HeavyWeapon,
        dismount,
        refusals=(no_heavy_weapon, cannot_dismount),
        stage=staging.stage_weapon,
        actor="unit",
        choices=which_weapons,
    ),
)
