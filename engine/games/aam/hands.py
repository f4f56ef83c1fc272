"""Abilities that only the table can apply: shown where they matter, never passed over."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.aam.abilities import KNOWN, named
from engine.games.aam.known import BY_HAND
from engine.games.aam.refs import AAM_86
from engine.games.aam.units import has
from engine.maps import Map
from engine.model import Modifier, Unit
from engine.texts import say

MOVING = ("aggression", "vanguard", "courage", "charge", "hard_charger", "command_dependent", "overrun")
RIDING = ("fighting_platform", "exposed_transport", "mechanized_tactics")
DEPLOYING = ("vanguard", "paratrooper", "partisan", "gliderborne")
FAMILIAR = {*KNOWN, *BY_HAND["attacker"], *BY_HAND["target"]}


def by_hand(unit: Unit, here: tuple[str, ...]) -> tuple[Modifier, ...]:
    """What matters here and needs the table's eyes, and what nobody knows (AAM-86)."""
    return tuple(Modifier("by_hand", 0, say("{unit}, {ability}: apply by hand", unit=unit.name, ability=named(key)), AAM_86)
                 for key in stated(unit) if key in here or key not in FAMILIAR)


def stated(unit: Unit) -> Iterator[str]:
    abilities = unit.stated("abilities")
    return (key for key in abilities if has(unit, key)) if isinstance(abilities, Map) else iter(())
