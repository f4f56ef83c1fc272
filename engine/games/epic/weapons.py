"""A weapon's range, and whether it may fire: indirect, slow-firing, single shot."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic.abilities import able
from engine.games.epic.cards import WEAPON
from engine.games.epic.formations import number
from engine.games.epic.refs import EPIC_158
from engine.games.epic.units import ORDERS
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit
from engine.values.texts import say

INDIRECT_LEAST = 30


class Readiness(NamedTuple):
    """Whether a weapon may fire, from how near, how far, and whether it has to see."""

    ready: bool
    least: int = 0
    most: int = 0
    sight: bool = True


def loaded(weapon: Map[Value], turn: int, fired: int | None) -> bool:
    """Slow-firing weapons rest a whole turn after firing, single shots for ever (EPIC-157, 159)."""
    words = weapon.get("abilities")
    if fired is None:
        return True
    return not able(words, "single_shot") and (not able(words, "slow_firing") or turn > fired + 1)


def ranged(weapon: Map[Value], order: str, turn: int, fired: int | None, indirect: bool) -> Readiness:
    """Indirect fire only on Sustained Fire: unseen, from 30 cm on, twice as far (EPIC-158)."""
    reach = number(weapon.get("range"))
    firing = any(weapon.get(kind) is not None for kind in ("ap", "at", "mw", "tk", "bp", "aa"))
    if indirect:
        allowed = able(weapon.get("abilities"), "indirect_fire") and order == "sustained"
        return Readiness(allowed and loaded(weapon, turn, fired), INDIRECT_LEAST, 2 * reach, False)
    return Readiness(firing and order not in ("march", "engage") and loaded(weapon, turn, fired), 0, reach)


def readiness(now: GameState, unit: Unit, weapon: Map[Value], order: str) -> Readiness:
    """The same from what the table remembers of a formation's weapons."""
    fired = unit.trackers.get("fired")
    last = fired.get(str(weapon.get("name"))) if isinstance(fired, Map) else None
    return ranged(weapon, order, now.turn, last if isinstance(last, int) else None, False)


def discharged(state: GameState, by: str, names: tuple[str, ...]) -> GameState:
    """Remember when weapons that must reload have fired (EPIC-157, 159)."""
    fired = state.unit(by).trackers.get("fired")
    known: Map[Value] = fired if isinstance(fired, Map) else Map()
    for name in names:
        known = known.put(name, state.turn)
    return state.set(by, "fired", known) if names else state


def told(
    now: GameState,
    weapon: Map[Value],
    order: str = "advance",
    turn: int | None = None,
    fired: Value = None,
    indirect: bool = False,
) -> dict[str, Value]:
    found = ranged(weapon, order, turn or now.turn, last_fired(turn or now.turn, fired), indirect)
    return {"may_fire": found.ready, "min": found.least, "max": found.most, "los": found.sight}


def last_fired(turn: int, fired: Value) -> int | None:
    """The turn it last fired on: a number, the last of several, or only that it has."""
    if isinstance(fired, bool):
        return turn - 1 if fired else None
    turns = [number(each) for each in fired] if isinstance(fired, tuple) else [fired] if isinstance(fired, int) else []
    return max(turns, default=None)


WEAPON_RANGE = Opening(
    "weapon",
    say("a weapon's range"),
    EPIC_158,
    nothing,
    Record(
        (
            Field("weapon", WEAPON, required=True),
            Field("order", Word(ORDERS), default="advance"),
            *fields(turn=Whole(1, 99), fired=Either((Flag(), Whole(0, 99), ListOf(Whole(0, 99))))),
            Field("indirect", Flag(), default=False),
        )
    ),
    tells=told,
)
