"""Assaults: declared as a move, resolved in the Fire phase, from the Reaction shot to who holds
the square."""

from __future__ import annotations

from engine.games.twogm.damage import standing_on
from engine.games.twogm.field import absolute, between
from engine.games.twogm.fire import aimed, fired
from engine.games.twogm.ground import TERRAIN
from engine.games.twogm.markers import heavy, mounted_weapon
from engine.games.twogm.refs import (
    TWOGM_51,
    TWOGM_52,
    TWOGM_53,
    TWOGM_54,
    TWOGM_56,
    TWOGM_58,
    TWOGM_141,
    TWOGM_150,
    TWOGM_161,
)
from engine.games.twogm.shooting import called, spent_weapon, usable
from engine.games.twogm.speed import allowance
from engine.games.twogm.units import GROUND, absent, carrier_of, is_a, key, occupants
from engine.games.twogm.weapons import armed, place_of
from engine.playing.procedure import Procedure, choose
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, Record, UnitId, Word, required
from engine.values.maps import Value
from engine.values.model import Option, Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

NONE = "none"
OUTCOMES = ("failed", "target_destroyed", "assaulter_destroyed", "void")


def assault(
    state: GameState, assaulter: str, target: str, weapon: str | None = None, reaction: Value = None, **told: Value
) -> Procedure:
    """Declared in Movement, resolved in Fire (2GM-52, 54)."""
    target = defender(state, target)
    if state.step == "movement":
        return state.set(assaulter, "assaulting", target).set(assaulter, "moved", True)
    if state.unit(target).gone:
        return over(state, assaulter, "void")
    state = yield from reacted(state, assaulter, target, reaction, told.get("from_terrain"))
    if state.unit(assaulter).gone:
        return over(state, assaulter, "assaulter_destroyed")
    if weapon is None:
        state, weapon = yield from choose(state, which_weapon, assaulter)
    shot = aimed(state, assaulter, target, weapon, key="assault", assault=True, terrain=told.get("terrain"))
    below, beside = standing_on(state, state.unit(target)), company(state, target)
    state = yield from fired(state, shot)
    return resolved(state, assaulter, target, below, beside)


def defender(now: GameState, target: str) -> str:
    """Terrain is assaulted through the enemy on it (2GM-52)."""
    held = occupants(now, target) if is_a(now.unit(target), "terrain") else ()
    return held[0] if held else target


def reacted(state: GameState, assaulter: str, target: str, reaction: Value, terrain: Value) -> Procedure:
    """One active weapon of the unit attacked, if it likes; an ordinary shot, single (2GM-54, 55,
    165)."""
    weapon = reaction
    if reaction is None:
        state, weapon = yield from choose(state, which_reaction, assaulter, target)
    if weapon in (NONE, False):
        return state
    name = None if weapon is True else str(weapon)
    told = {"key": "reaction", "as": "reaction", "terrain": terrain}
    return (yield from fired(state, aimed(state, target, assaulter, name, **told)))


def which_reaction(now: GameState, assaulter: str, target: str) -> Prompt:
    """Weapons that are ready, HMG* and Mortar* only mounted (2GM-18, 54, 155)."""
    unit = now.unit(target)
    able = [] if unit.gone else [name for name in armed(unit) if not spent_weapon(now, unit, name, reacting=True)]
    options = (Option(NONE, say("no Reaction shot")), *(Option(name, called(name)) for name in able))
    text = say("{unit} is assaulted by {other}: which weapon reacts?", unit=unit.name, other=now.unit(assaulter).name)
    return Prompt("reaction_weapon", "choice", unit.seat, text, TWOGM_54, (target, assaulter), options=options)


def which_weapon(now: GameState, assaulter: str) -> Prompt:
    """An active weapon, no HMG* or Mortar* (2GM-53, 56)."""
    unit = now.unit(assaulter)
    able = [name for name in usable(now, unit) if not heavy(unit, place_of(unit, name))] or ["primary"]
    options = tuple(Option(name, called(name)) for name in able)
    return Prompt(
        "assault_weapon",
        "choice",
        unit.seat,
        say("{unit}: assault with which weapon?", unit=unit.name),
        TWOGM_56,
        (assaulter,),
        options=options,
    )


def resolved(state: GameState, assaulter: str, target: str, below: str | None, beside: tuple[str, ...]) -> GameState:
    """The square is taken if the target is destroyed and nobody else stands there; who fails
    goes back, its cover too (2GM-57, 163, 164, 168)."""
    if not state.unit(target).gone:
        state = over(state, assaulter, "failed")
        return state if state.reading("assault_failed_fire") == "yes" else state.set(assaulter, "fired", True)
    held = any(not state.unit(other).gone for other in beside)
    return over(state if held else taken(state, assaulter, target, below), assaulter, "target_destroyed")


def taken(state: GameState, assaulter: str, target: str, below: str | None) -> GameState:
    """The winner enters the square with its terrain and leaves its cover behind (2GM-55, 57,
    164)."""
    lost = state.unit(target)
    state = state.set(assaulter, "at_cover", None).set(
        assaulter, "in", below if below and not state.unit(below).gone else None
    )
    if lost.count("row"):
        state = state.set(assaulter, "row", absolute(lost.count("row"), 1))
    for tracker in ("column", "terrain"):
        state = state.set(assaulter, tracker, lost.trackers.get(tracker))
    return state


def company(now: GameState, target: str) -> tuple[str, ...]:
    """Who is on the square of the target: with it the other of a vehicle and the infantry behind
    it (2GM-163)."""
    at = now.unit(target)
    return tuple(other.id for other in now.standing(at.seat) if partner(other, at))


def partner(other: Unit, at: Unit) -> bool:
    """One covers the other, or both stand on the same square (2GM-163)."""
    places = [(unit.count("row"), unit.count("column")) for unit in (other, at)]
    paired = other.trackers.get("at_cover") == at.id or at.trackers.get("at_cover") == other.id
    return is_a(other, *GROUND) and (paired or (places[0] == places[1] and all(places[0])))


def over(state: GameState, assaulter: str, outcome: str) -> GameState:
    """An assault is done; one whose target was gone before gives no Reaction shot and costs no
    fire (2GM-162)."""
    return state.set(assaulter, "assaulting", None).note(outcome=OUTCOMES.index(outcome) + 1)


# What forbids it


def not_able(now: GameState, assaulter: str, target: str, **_: Value) -> Refusal | None:
    """Infantry on its feet, that has not ridden, against an enemy ground unit (2GM-51, 52, 141,
    150)."""
    by, at = now.unit(assaulter), now.unit(defender(now, target))
    if no := absent(TWOGM_52, by, *((at,) if now.step == "movement" else ())):
        return no
    if by.seat == at.seat:
        return Refusal("own_unit", say("only enemies are assaulted"), TWOGM_52)
    if by.count("rode"):
        return Refusal("rode", say("{unit} has moved Mounted and does not fire this turn", unit=by.name), TWOGM_141)
    if by.stated("type") not in (None, "infantry"):
        return Refusal("no_infantry", say("only infantry assaults"), TWOGM_52)
    if is_a(at, "air", "hq", "terrain", "general"):
        return Refusal("no_target", say("{unit} cannot be assaulted", unit=at.name), TWOGM_52)
    if carrier_of(now, at):
        return Refusal("carried", say("{unit} is carried: the transport is the target", unit=at.name), TWOGM_150)
    if carrier_of(now, by):
        return Refusal("carried", say("{unit} is carried", unit=by.name), TWOGM_150)
    if mounted_weapon(now, by):
        return Refusal(
            "mounted", say("{item} is mounted: the unit cannot move", item=mounted_weapon(now, by)), TWOGM_51
        )
    return None


def not_in_time(now: GameState, assaulter: str, target: str | None = None, **_: Value) -> Refusal | None:
    """Declared in Movement as the whole move, from the next square; only then resolved in Fire
    (2GM-52, 58, 161)."""
    by = now.unit(assaulter)
    if now.step == "fire":
        told = by.trackers.get("assaulting")
        declared = bool(told) if target is None else told == defender(now, target)
        return None if declared else Refusal("not_declared", say("assaults begin in the Movement phase"), TWOGM_58)
    if now.step == "movement" and by.count("moved"):
        return Refusal("moved", say("{unit} has moved", unit=by.name), TWOGM_52)
    if by.count("deployed_turn") == now.turn:
        return Refusal("deployed_now", say("{unit} was deployed in this turn", unit=by.name), TWOGM_58)
    if allowance(now, by) < 1:
        return Refusal("no_movement", say("{unit} has no movement left", unit=by.name), TWOGM_161)
    return None


def not_next(now: GameState, assaulter: str, target: str, **_: Value) -> Refusal | None:
    """From an orthogonally adjacent square (2GM-52)."""
    far = between(now, now.unit(assaulter), now.unit(defender(now, target)))
    return (
        Refusal("not_adjacent", say("the target is not on the next square"), TWOGM_52) if far not in (None, 1) else None
    )


def wrong_weapon(now: GameState, assaulter: str, weapon: str | None = None, **_: Value) -> Refusal | None:
    """A ready weapon, no HMG* or Mortar* (2GM-53, 56)."""
    by = now.unit(assaulter)
    if weapon is None:
        return None
    if heavy(by, place_of(by, weapon)):
        return Refusal("heavy_weapon", say("not with a heavy weapon"), TWOGM_53)
    return spent_weapon(now, by, weapon)


def wrong_reaction(now: GameState, target: str, reaction: Value = None, **_: Value) -> Refusal | None:
    """An active weapon reacts (2GM-54)."""
    unit = now.unit(defender(now, target))
    named = isinstance(reaction, str) and key(reaction) != NONE
    return spent_weapon(now, unit, str(reaction), reacting=True) if named else None


def shows(**_: Value) -> dict[str, Show]:
    return {"outcome": lambda after: OUTCOMES[max(0, after.noted("outcome") - 1)]}


SITUATION = Record(
    (
        *required(assaulter=UnitId(), target=UnitId(enemy=True)),
        Field("weapon", Word()),
        Field("reaction", Either((Flag(), Word()))),
        Field("terrain", TERRAIN),
        Field("from_terrain", TERRAIN),
    )
)
ASSAULT = Opening(
    "assault",
    say("assault"),
    TWOGM_54,
    assault,
    SITUATION,
    (not_able, not_in_time, not_next, wrong_weapon, wrong_reaction),
    shows,
    actor="assaulter",
)
