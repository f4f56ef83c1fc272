"""What the book asks for at a moment of the battle, in its order, and who can still act. The
ledgers of the phases are due by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.air.crew import flies_as_bomber
from engine.games.twogm.assault.refusals import ASSAULT
from engine.games.twogm.assault.situation import DeclaredAssault
from engine.games.twogm.economy.purse import too_dear
from engine.games.twogm.markers.procedure import weapons_to_mount
from engine.games.twogm.movement.field import fewest_squares_between
from engine.games.twogm.movement.ground import under
from engine.games.twogm.movement.refusals import ADVANCE, cannot_move, not_able, not_now
from engine.games.twogm.movement.situation import SquareMove
from engine.games.twogm.setup.terrain import points_for_terrain
from engine.games.twogm.shooting.refusals import ready_weapons, shooter_cannot
from engine.games.twogm.shooting.situation import DeclaredShot
from engine.games.twogm.shooting.weapons import place_of, reach
from engine.games.twogm.units import GROUND, assault_comes_first, has, is_a
from engine.games.twogm.words import WORDS
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.rules import Duty
from engine.values.maps import pairs
from engine.values.model import Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import say, say_many


@rule(refs.TWOGM_31, refs.TWOGM_68, refs.TWOGM_102)
def duties(now: GameState) -> Iterator[Duty]:
    """Set-up, bombers, fire: what else is due is a ledger that its phase opens."""
    if now.step == "start" and now.turn == 1:
        yield from terrain_to_lay(now)
    if now.step == "deployment":
        yield from bombers_to_strike(now)
    if now.step == "fire":
        yield from shots_to_make(now)


@rule(refs.TWOGM_31)
def terrain_to_lay(now: GameState) -> Iterator[Duty]:
    """Cards that were bought with the bids, from the first player on; the players may leave them to
    the table."""
    for seat in (now.first, 1 - now.first):
        if points := points_for_terrain(now, seat):
            player = WORDS[f"player_{seat + 1}"]
            text = say_many(
                "{player} lays terrain for one point", "{player} lays terrain for {count} points", points, player=player
            )
            yield Duty("lay_terrain", text, refs.TWOGM_31, pairs(seat=seat), must=False)


@rule(refs.TWOGM_102)
def bombers_to_strike(now: GameState) -> Iterator[Duty]:
    """A bomber strikes in the Deployment phase in which it came."""
    for unit in now.standing(now.seat):
        if unit.count("deployed_turn") == now.turn and flies_as_bomber(unit):
            yield Duty("air", say("Air attack: {unit}", unit=unit.name), refs.TWOGM_102, pairs(bombers=(unit.id,)))


@rule(refs.TWOGM_54, refs.TWOGM_57, refs.TWOGM_68)
def shots_to_make(now: GameState) -> Iterator[Duty]:
    """The other weapons of the unit that fires now; then the assaults that were declared."""
    firing = now.units.get(activation.acting_unit(now))
    if firing and can_still_shoot(now, firing):
        text = say("Next weapon: {unit}", unit=firing.name)
        yield Duty("shot", text, refs.TWOGM_68, pairs(attacker=firing.id), must=False)
    for unit in now.standing(now.seat):
        declared = DeclaredAssault(unit.id, str(unit.trackers.get("assaulting")))
        if assault_comes_first(now, unit) and not any(forbids(now, declared) for forbids in ASSAULT):
            text = say("Assault: {unit}", unit=unit.name)
            yield Duty("assault", text, refs.TWOGM_54, pairs(assaulter=unit.id, target=declared.target))


# Who can still act


@rule(refs.TWOGM_46, refs.TWOGM_68)
def has_acted(now: GameState, unit: Unit) -> bool | None:
    """Whether a unit of the active side has done its part of this phase; one is not waited for that
    cannot move, or has no target to fire at."""
    if unit.where != "table" or unit.seat != now.seat or not is_a(unit, *GROUND):
        return None
    if now.step == "movement":
        return True if unit.count("moved") else False if can_still_move(now, unit) else None
    if now.step == "fire":
        fired = unit.count("fired") or unit.marks("fired_with")
        return False if can_still_fire(now, unit) else True if fired else None
    return None


@rule(refs.TWOGM_125, refs.TWOGM_133, refs.TWOGM_161)
def can_still_move(now: GameState, unit: Unit) -> bool:
    """Whether a unit could move a square, with all that its skills and the action points give it; a
    card that does not state its movement forbids nothing."""
    paid = has(unit, *ADVANCE) and not too_dear(now, unit.seat, 1)
    best = SquareMove(unit.id, advance=paid, ride=has(unit, "mounted"))
    try:
        against = cannot_move(now, best) or not_now(now, best) or next(not_able(now, unit, best), None)
    except Unknown:
        return True
    return not against and not (has(unit, "extra_heavy") and under(now, unit).difficult)


@rule(refs.TWOGM_57, refs.TWOGM_68)
def can_still_fire(now: GameState, unit: Unit) -> bool:
    """An assault to resolve, a weapon that reaches an enemy, or one to mount that does."""
    if assault_comes_first(now, unit) or can_still_shoot(now, unit):
        return True
    return not unit.count("fired") and can_reach_enemy(now, unit, weapons_to_mount(now, unit))


@rule(refs.TWOGM_68)
def can_still_shoot(now: GameState, unit: Unit) -> bool:
    """Nothing keeps a unit from its fire, and a weapon that is ready reaches an enemy."""
    kept = shooter_cannot(now, DeclaredShot(unit.id, unit.id))
    return not kept and can_reach_enemy(now, unit, ready_weapons(now, unit))


@rule(refs.TWOGM_69)
def can_reach_enemy(now: GameState, unit: Unit, weapons: tuple[str, ...]) -> bool:
    """Whether one of these weapons reaches an enemy, by what the board and the cards say."""
    try:
        most = max((reach(unit, place_of(unit, name)) for name in weapons), default=-1)
    except Unknown:
        return True
    enemies = (other for other in now.standing(1 - unit.seat) if is_a(other, *GROUND, "hq"))
    return any((fewest_squares_between(now, unit, other) or 0) <= most for other in enemies)
