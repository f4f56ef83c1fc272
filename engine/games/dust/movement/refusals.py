"""What forbids a Move: terrain, units, corners, and points it does not have."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust import refs, turn, words
from engine.games.dust.activation import refusals as activations
from engine.games.dust.activation.situation import ActionPair
from engine.games.dust.movement import values
from engine.games.dust.movement.situation import MoveAction, thing_list
from engine.games.dust.units import are_enemies, is_destroyed, is_element, is_hero, is_soldier, kind, partner, together
from engine.playing.citing import rule
from engine.values.model import Impossible, Problem, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

THINGS_MET = (*values.TERRAIN, "crate", "trap", "corner", "wall", "small_entrance", "large_entrance", "building")


@rule(refs.DUST_09, refs.DUST_11, refs.DUST_14)
def wrong_move(now: GameState, move: MoveAction) -> Refusal | None:
    return words.first_refusal("illegal", problems(now, move))


def problems(now: GameState, move: MoveAction) -> Iterator[Problem]:
    """Everything against a Move."""
    points, _, more = values.points(now, move)
    cost = values.cost(now, move, more)
    yield from not_able(now, move)
    yield from hindrances(now, move.unit, thing_list(move.through), False)
    yield from hindrances(now, move.unit, thing_list(move.onto), True)
    yield from cut_corners(now, move.unit, thing_list(move.corners))
    if cost > points:
        yield Problem(say("{cost} points are needed, there are {points}", cost=cost, points=points), refs.DUST_11)


@rule(refs.DUST_176)
def not_able(now: GameState, move: MoveAction) -> Iterator[Problem]:
    """The destroyed stay where they are; a skill told is one it has and has not used up."""
    at = now.unit(move.unit)
    if is_destroyed(at):
        yield Problem(say("{unit} is destroyed", unit=at.name), refs.DUST_180)
    elif no := turn.cannot_act(now, at.id, "move"):
        yield Problem(no.why, no.ref)
    yield from activations.not_able(now, ActionPair((), move.skills, at.id))


# What stands in the way


def hindrances(now: GameState, unit: str, things: tuple[str, ...], stops: bool) -> Iterator[Problem]:
    """What stands against crossing, or stopping in, squares with these things."""
    at = now.unit(unit)
    for thing in things:
        if thing in now.units:
            yield from problems_of_unit(now, at, now.unit(thing), stops)
        elif thing not in THINGS_MET:
            raise Impossible(say("{thing} is neither a unit nor terrain", thing=thing))
        else:
            yield from problems_of_thing(at, can_jump(now, unit) and not stops, thing)
    if stops and len(friends_there(now, at, things)) > 1 and now.reading("heroStack") == "two":
        yield Problem(say("at most two units share a square"), refs.DUST_91)


@rule(refs.DUST_91)
def friends_there(now: GameState, at: Unit, things: tuple[str, ...]) -> set[str]:
    """Own units that stand there, a joined hero beside his squad; no cover elements."""
    there = {each for thing in things if thing in now.units for each in together(now, thing)} - {*together(now, at.id)}
    units = map(now.unit, there)
    return {each.id for each in units if not (each.gone or is_element(each) or are_enemies(at, each))}


@rule(refs.DUST_12)
def problems_of_thing(at: Unit, over: bool, thing: str) -> Iterator[Problem]:
    """SquareTerrain, cover elements, walls and entrances."""
    if thing in values.TERRAIN:
        terrain = values.TERRAIN[thing]
        if not (terrain.soldiers if is_soldier(at) else terrain.vehicles):
            yield Problem(say("{unit} may not enter {terrain}", unit=at.name, terrain=words.named(thing)), refs.DUST_09)
    elif thing in ("wall", "building"):
        if not (over and is_soldier(at)):
            yield Problem(say("walls stop movement"), refs.DUST_78 if over or thing == "building" else refs.DUST_75)
    elif not is_soldier(at):
        yield from no_vehicle(over, thing)


def no_vehicle(over: bool, thing: str) -> Iterator[Problem]:
    """Where soldiers pass and vehicles do not."""
    if thing == "trap" and not over:
        yield Problem(say("vehicles may not enter the square of an anti-tank trap"), refs.DUST_13)
    if thing == "corner":
        yield Problem(say("vehicles may not cut a corner"), refs.DUST_17)
    if thing == "small_entrance":
        yield Problem(say("vehicles use large entrances only"), refs.DUST_75)


@rule(refs.DUST_91, refs.DUST_93)
def problems_of_unit(now: GameState, at: Unit, other: Unit, stops: bool) -> Iterator[Problem]:
    """Enemies, friends, and whom a Jump may cross."""
    over = can_jump(now, at.id) and not stops
    if other.gone or other.id in together(now, at.id):
        return
    if is_element(other):
        yield from problems_of_thing(at, over, kind(other))
    elif are_enemies(at, other):
        if not (over and is_soldier(other)):
            text = say("{unit} is an enemy: its square is closed", unit=other.name)
            yield Problem(text, refs.DUST_126 if over else refs.DUST_14)
    elif stops and (not is_hero(at) or partner(now, at.id)):
        yield Problem(say("only a hero shares the square of {unit}", unit=other.name), refs.DUST_16)
    elif not is_soldier(at) and not (over and is_soldier(other)):
        yield Problem(say("a vehicle does not pass through {unit}", unit=other.name), refs.DUST_15)


def cut_corners(now: GameState, unit: str, beside: tuple[str, ...]) -> Iterator[Problem]:
    """What stands beside diagonal steps: vehicles pass no block or wall, by one reading nothing
    they may not enter."""
    solid = [thing for thing in beside if thing in ("block", "wall", "building", "corner")]
    if is_soldier(now.unit(unit)):
        if len(solid) > 1 and now.reading("soldierSqueeze") == "no":
            yield Problem(say("nobody squeezes between two blocks"), refs.DUST_17)
    elif solid or (now.reading("vehicleCorners") == "noEntry" and any(hindrances(now, unit, beside, False))):
        yield Problem(say("vehicles may not cut a corner"), refs.DUST_17)


@rule(refs.DUST_126, refs.DUST_185)
def can_jump(now: GameState, unit: str) -> bool:
    """Both of a pair need it."""
    return all(now.unit(each).has("skills", "jump") for each in together(now, unit))
