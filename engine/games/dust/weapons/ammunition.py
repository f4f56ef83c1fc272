"""Ammunition: how many rounds may be fired now, and what is left."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust import abilities, refs
from engine.games.dust.units import kind, weapon_lines
from engine.games.dust.weapons.situation import AmmoCheck
from engine.games.dust.weapons.values import UNLIMITED, BorneWeapon, soldiers, value_from
from engine.playing.citing import rule
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Ref
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.DUST_116, refs.DUST_157, refs.DUST_160)
def rounds(now: GameState, check: AmmoCheck) -> dict[str, Value]:
    """One round for each living soldier, what is left, what is printed; Bad Ass brings it back
    later."""
    at = unit_of(now, check)
    left = check.ammo if check.ammo is not None else rounds_in_stock(at, check)
    most = min([left, *limits(now, at, check)])
    fired = most if check.wanted is None else min(check.wanted, most)
    rest = left if left >= UNLIMITED else left - fired
    return {
        "may_fire": most,
        "left": rest,
        "next": max(left, printed_stock(at, check)) if is_brought_back(now, check) else rest,
        "legal": check.wanted is None or check.wanted <= most,
    }


def reasons(now: GameState, check: AmmoCheck) -> Iterator[Ref]:
    """What else than the stock counts: an empty weapon, columns of a volley, Bad Ass."""
    at = unit_of(now, check)
    if check.loaded is False or (at and not BorneWeapon(at, check.name).is_loaded):
        yield refs.DUST_55
    if check.columns or (at and most_columns(at, check.name) > 1):
        yield refs.DUST_157
    if is_brought_back(now, check):
        yield refs.DUST_116


def unit_of(now: GameState, check: AmmoCheck) -> Unit | None:
    return None if check.unit is None else now.unit(check.unit)


@rule(refs.DUST_116)
def is_brought_back(now: GameState, check: AmmoCheck) -> bool:
    is_shared = check.unit is not None and abilities.has_skill(now, check.unit, "bad_ass")
    return "bad_ass" in check.skills or is_shared


def rounds_in_stock(at: Unit | None, check: AmmoCheck) -> int:
    """What is left by the table, or by the values told."""
    if isinstance(check.weapon, Map):
        return printed_stock(at, check, UNLIMITED)
    if at is None or not check.name:
        return UNLIMITED
    if check.name not in weapon_lines(at):
        raise Impossible(say("{unit} has no weapon {weapon}", unit=at.name, weapon=check.name))
    gun = BorneWeapon(at, check.name)
    return gun.stock if gun.is_limited else UNLIMITED


def printed_stock(at: Unit | None, check: AmmoCheck, default: int = 0) -> int:
    """Of the card, or of the values told."""
    stated = at.stated("weapons", check.name, "ammo") if at else None
    if isinstance(check.weapon, Map):
        stated = check.weapon.get("ammo")
    return stated if isinstance(stated, int) else default


@rule(refs.DUST_55, refs.DUST_157, refs.DUST_160)
def limits(now: GameState, at: Unit | None, check: AmmoCheck) -> Iterator[int]:
    """What is told: living soldiers, columns of a volley, an empty weapon; the rest by the card."""
    what = check.kind or (kind(at) if at else "")
    if check.loaded is False:
        yield 0
    if check.alive is not None and what != "walker":
        yield len(check.alive) if isinstance(check.alive, tuple) else check.alive
    if check.columns is not None:
        yield check.columns
    if at is not None:
        yield from limits_on_card(now, at, check, what)


@rule(refs.DUST_55, refs.DUST_157, refs.DUST_160)
def limits_on_card(now: GameState, at: Unit, check: AmmoCheck, what: str) -> Iterator[int]:
    """Its men unless they were told, its columns; a hero or a walker fires a whole volley."""
    columns = most_columns(at, check.name)
    if check.alive is None and what != "walker" and not (what == "hero" and columns > 1):
        yield soldiers(now, at)
    if check.name in weapon_lines(at) and (what == "walker" or columns > 1):
        yield columns
    if BorneWeapon(at, check.name).is_empty:
        yield 0


@rule(refs.DUST_157)
def most_columns(at: Unit, weapon: str) -> int:
    """The longest volley printed anywhere in the line."""
    stated = at.stated("weapons", weapon, "values")
    printed = map(value_from, map(str, stated.values() if isinstance(stated, Map) else ()))
    return max((len(each.columns) for each in printed if each), default=1)
