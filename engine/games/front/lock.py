"""Abilities paid by locking the unit; and unlocking, whenever the players' own rulebook says so."""

from __future__ import annotations

from engine.games.front.fight import Fight
from engine.games.front.outcome import Outcome, foretold, settled
from engine.games.front.plan import Strike
from engine.games.front.refs import FRONT_03, FRONT_20, FRONT_21, FRONT_26
from engine.games.front.units import in_play, is_enemy, locked, site
from engine.kinds import Field, Record, UnitId, Whole, required
from engine.maps import Map, Value
from engine.model import Change, GameState, Line, Prompt, Refusal, Unit
from engine.procedure import Procedure, settle_ledger
from engine.rules import Opening
from engine.texts import say


def lock(state: GameState, unit: str, target: str, damage: int | None = None) -> Procedure:
    """The unit is locked as the price, and its damage falls at once (FRONT-10, 20)."""
    points = ability(state.unit(unit), state.unit(target)) if damage is None else damage
    return (yield from settled(state.set(unit, "locked", True).note(price=unit), ending, unit, target, points))


def ending(now: GameState, unit: str, target: str, points: int) -> Outcome:
    """What the ability does to its target (FRONT-20)."""
    text = say("{unit} is locked and deals {points} damage to {other}", unit=now.unit(unit).name, points=points,
               other=now.unit(target).name)
    fight = Fight((Strike(unit, target, points),) if points else ())
    return Outcome(text, FRONT_20, now.unit(unit).seat, (target,), fight, {target: FRONT_20})


def ability(unit: Unit, target: Unit) -> int:
    """The damage that the card's ability deals to the target's domain, if it has one (FRONT-20)."""
    stated = unit.known("lock")
    rows = [row for row in stated if isinstance(row, Map)] if isinstance(stated, tuple) else []
    return next((int(str(row["damage"])) for row in rows if row["domain"] == target.word("domain")), 0)


def locked_already(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """The price cannot be paid twice (FRONT-26)."""
    if locked(now.unit(unit)):
        return Refusal("locked", say("{unit} is locked and cannot be locked as a price", unit=now.unit(unit).name), FRONT_26)
    return None


def no_ability(now: GameState, unit: str, target: str, **_: Value) -> Refusal | None:
    """Only against the domains that the card names (FRONT-20)."""
    if not ability(now.unit(unit), now.unit(target)):
        return Refusal("no_ability", say("{unit} has no such ability against {other}", unit=now.unit(unit).name,
                                         other=now.unit(target).name), FRONT_20)
    return None


def not_an_opponent(now: GameState, unit: str, target: str, **_: Value) -> Refusal | None:
    """An opposing unit in the same territory (FRONT-20)."""
    by, at = now.unit(unit), now.unit(target)
    if not is_enemy(by, at) or site(by) != site(at):
        return Refusal("not_an_opponent", say("{unit} is no opponent in the territory of {other}", unit=at.name, other=by.name),
                       FRONT_20)
    return None


def out_of_play(now: GameState, unit: str, target: str, **_: Value) -> Refusal | None:
    """Both are in play (FRONT-21)."""
    for each in (now.unit(unit), now.unit(target)):
        if not in_play(each):
            return Refusal("out_of_play", say("{unit} is not in a territory", unit=each.name), FRONT_21)
    return None


LOCK = Opening(
    "lock", say("lock a unit for its ability"), FRONT_20, lock,
    Record((*required(unit=UnitId(), target=UnitId(enemy=True)), Field("damage", Whole(0, 99)))),
    (locked_already, no_ability, not_an_opponent, out_of_play), actor="unit", tells=foretold(lock),
)


def unlock(state: GameState, seat: int | None = None) -> Procedure:
    """When units unlock is not known; this turns them back in one go, less those that are declined (FRONT-03)."""
    return (yield from settle_ledger(state, unlocked, seat))


def unlocked(now: GameState, seat: int | None) -> Prompt:
    """Every locked unit in play, of one player or of both (FRONT-03)."""
    units = [unit for unit in now.units.values() if locked(unit) and in_play(unit) and seat in (None, unit.seat)]
    lines = tuple(Line(say("unlock {unit}", unit=unit.name), FRONT_03, (Change(unit.id, "locked", True, False, FRONT_03),))
                  for unit in units)
    return Prompt("unlock", "ledger", seat or 0, say("unlock units"), FRONT_03, lines=lines)


UNLOCK = Opening("unlock", say("unlock units"), FRONT_03, unlock, Record((Field("seat", Whole(0, 1)),)))
