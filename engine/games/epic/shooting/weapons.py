"""A weapon's range, and whether it may fire: indirect, slow-firing, single shot."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.abilities import ARCS, able, traits
from engine.games.epic.activation.parts import end_part
from engine.games.epic.air.reserves import is_spacecraft
from engine.games.epic.formations.rows import UnitRow, number, rows
from engine.games.epic.shooting.situation import FIREPOWER, Barrage, Fire, WeaponUse
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit

INDIRECT_LEAST = 30


class Readiness(NamedTuple):
    """Whether a weapon may fire, from how near, how far, and whether it has to see."""

    ready: bool
    least: int = 0
    most: int = 0
    sight: bool = True


@rule(refs.EPIC_157, refs.EPIC_159)
def is_loaded(weapon: Map[Value], turn: int, fired: int | None) -> bool:
    """Slow-firing weapons rest a whole turn after firing, single shots for ever."""
    words = weapon.get("abilities")
    if fired is None:
        return True
    return not able(words, "single_shot") and (not able(words, "slow_firing") or turn > fired + 1)


@rule(refs.EPIC_158)
def readiness(weapon: Map[Value], order: str, turn: int, fired: int | None, indirect: bool = False) -> Readiness:
    """Indirect fire only on Sustained Fire: unseen, from 30 cm on, twice as far."""
    reach, loaded = number(weapon.get("range")), is_loaded(weapon, turn, fired)
    firing = any(weapon.get(kind) is not None for kind in (*FIREPOWER, "bp", "aa"))
    if indirect:
        allowed = able(weapon.get("abilities"), "indirect_fire") and order == "sustained"
        return Readiness(allowed and loaded, INDIRECT_LEAST, 2 * reach, False)
    return Readiness(firing and order not in ("march", "engage") and loaded, 0, reach)


@rule(refs.EPIC_41, refs.EPIC_158)
def is_in_reach(weapon: Map[Value], distance: int | None, order: str) -> bool:
    """Whether it reaches so far; where no distance is stated, it does. Indirect fire goes twice as
    far, on Sustained Fire and from 30 cm on."""
    reach = weapon.get("range")
    if distance is None or not isinstance(reach, int) or distance <= reach:
        return True
    found = readiness(weapon, order, 0, None, True)
    return found.ready and found.least <= distance <= found.most


def arcs_of(weapon: Map[Value]) -> tuple[str, ...]:
    return tuple(arc for arc in traits(weapon.get("abilities")) if arc in ARCS)


@rule(refs.EPIC_170)
def is_in_arc(weapon: Map[Value], arcs: tuple[str, ...] | None) -> bool:
    """Whether its arc bears on the target, if it is told which ones do; without an arc it points
    anywhere."""
    own = arcs_of(weapon)
    return arcs is None or not own or any(arc in arcs for arc in own)


def is_ready(now: GameState, unit: Unit, weapon: Map[Value], order: str) -> bool:
    """Whether a weapon may fire, by what the table remembers of the formation's weapons."""
    fired = unit.trackers.get("fired")
    last = fired.get(str(weapon.get("name"))) if isinstance(fired, Map) else None
    return readiness(weapon, order, now.turn, last if isinstance(last, int) else None).ready


@rule(refs.EPIC_46)
def order_of(now: GameState, fire: Fire | Barrage) -> str:
    """The action that is fired in: as the players say, or as declared."""
    return fire.order or (str(now.unit(fire.by).trackers.get("order") or "") if fire.by else "")


@rule(refs.EPIC_141)
def weapons(row: UnitRow) -> tuple[tuple[bool, Map[Value]], ...]:
    """The weapons of each unit of a row, and those of single characters with it."""
    cards = ((False, row.card), *((True, card) for card in row.characters))
    return tuple((alone, weapon) for alone, card in cards for weapon in listed(card) if isinstance(weapon, Map))


def listed(card: Map[Value]) -> tuple[Value, ...]:
    found = card.get("weapons")
    return found if isinstance(found, tuple) else ()


def all_weapons(unit: Unit) -> tuple[Map[Value], ...]:
    return tuple(weapon for row in rows(unit) for _, weapon in weapons(row))


@rule(refs.EPIC_157)
def remember_firing(state: GameState, by: str, names: tuple[str, ...]) -> GameState:
    """Remember when weapons that must reload have fired."""
    fired = state.unit(by).trackers.get("fired")
    known: Map[Value] = fired if isinstance(fired, Map) else Map()
    for name in names:
        known = known.put(name, state.turn)
    return state.set(by, "fired", known, refs.EPIC_159) if names else state


@rule(refs.EPIC_218)
def part_of_shooting(unit: Unit) -> str:
    """The part of its action in which a formation shoots: a spacecraft by its bombardment."""
    return "bombardment" if is_spacecraft(unit) else "shoot"


def end_shooting(state: GameState, by: str, slow: tuple[str, ...]) -> GameState:
    """The shooting of its action is done; a skimmer that popped up comes down after it."""
    state = end_part(state, by, part_of_shooting(state.unit(by)), refs.EPIC_09)
    state = state.set(by, "activated", True, refs.EPIC_07)
    return remember_firing(state.set(by, "popped_up", False, refs.EPIC_125), by, slow)


def range_of_weapon(now: GameState, use: WeaponUse) -> dict[str, Value]:
    """Whether it may fire, and how near and far."""
    turn = use.turn or now.turn
    found = readiness(use.weapon, use.order, turn, last_fired(turn, use), use.indirect)
    return {"may_fire": found.ready, "min": found.least, "max": found.most, "los": found.sight}


def last_fired(turn: int, use: WeaponUse) -> int | None:
    """The turn it last fired on: a number, the last of several, or only that it has."""
    if isinstance(use.fired, bool):
        return turn - 1 if use.fired else None
    return max(use.fired, default=None) if isinstance(use.fired, tuple) else use.fired
