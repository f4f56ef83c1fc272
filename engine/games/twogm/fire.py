"""Shots: thresholds, one die, penetration, damage; alone or one after another."""

from __future__ import annotations

from engine.dice.check import rows
from engine.games.twogm.damage import hurt, struck
from engine.games.twogm.ground import TERRAIN
from engine.games.twogm.markers import spent
from engine.games.twogm.modifiers import automatic, crossed, impact_rows
from engine.games.twogm.refs import TWOGM_68, TWOGM_70, TWOGM_71
from engine.games.twogm.shooting import FORBIDS, ROLES, called, next_number, usable
from engine.games.twogm.suppression import noticed
from engine.games.twogm.units import GROUND, is_a, level
from engine.games.twogm.weapons import (
    Shot,
    armour,
    damage,
    flames,
    immune,
    penetration,
    pierces,
    place_of,
    printed,
    weapon,
)
from engine.playing.procedure import Procedure, call, choose, roll, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Field, Flag, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import D10, Check, Impossible, Modifier, Option, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

OUTCOMES = ("nothing", "hit", "critical")


def shot(state: GameState, attacker: str, target: str, weapon: str | None = None, **told: Value) -> Procedure:
    """One shot of a unit's fire sequence (2GM-68, 174); in play the weapon is asked for where
    there are several."""
    if weapon is None and state.step == "fire":
        state, weapon = yield from choose(state, which_weapon, attacker)
    if "shot_number" not in told:
        by = state.unit(attacker)
        told = {**told, "shot_number": next_number(by, place_of(by, weapon))}
    return (yield from fired(state, aimed(state, attacker, target, weapon, **told)))


def aimed(now: GameState, attacker: str, target: str, weapon: str | None = None, **told: Value) -> Shot:
    """A shot as told, of the own fire or for an assault; a paratrooper under anti-aircraft fire
    is in the air (2GM-54, 68, 111, 185)."""
    role = "assault" if told.get("assault") is True else str(told.get("as") or "attack")
    number = told.get("shot_number")
    airborne = role == "aa" and not is_a(now.unit(target), "air")
    return Shot(
        attacker,
        place_of(now.unit(attacker), weapon),
        target,
        role,
        number if isinstance(number, int) else 1,
        told.get("terrain"),
        str(told.get("key") or "shot"),
        airborne,
    )


def which_weapon(now: GameState, attacker: str) -> Prompt:
    """Any weapon that is ready and has not fired yet; at least the primary one is named
    (2GM-68)."""
    unit = now.unit(attacker)
    options = tuple(Option(name, called(name)) for name in usable(now, unit) or ("primary",))
    return Prompt(
        "weapon",
        "choice",
        unit.seat,
        say("{unit}: fire which weapon?", unit=unit.name),
        TWOGM_68,
        (attacker,),
        options=options,
    )


def fired(state: GameState, shot: Shot) -> Procedure:
    """Suppression if it is due, thresholds, one die, penetration, damage, the marker (2GM-70,
    71, 74, 174)."""
    state = stood(state, shot)
    state = sequence(noticed(state, shot), shot)
    state, grade = yield from roll(state, impact, shot)
    state = hit(state, shot, grade)
    return state if shot.role == "hmg" else spent(state, shot.shooter, shot.place)


def stood(state: GameState, shot: Shot) -> GameState:
    """A target told to be on a terrain card of the table is on it, so that both take the damage
    (2GM-86, 88)."""
    target, card = state.unit(shot.target), state.units.get(str(shot.terrain))
    lies = card and card.where == "table"
    if not lies or shot.airborne or target.trackers.get("in") or not is_a(target, *GROUND):
        return state
    return state.set(target.id, "in", str(shot.terrain))


def sequence(state: GameState, shot: Shot) -> GameState:
    """Who fires now ends the fire of the unit before; each weapon fires once; one anti-aircraft
    shot (2GM-68, 107)."""
    if shot.role == "aa":
        return state.set(shot.shooter, "aa_fired", True)
    if state.step != "fire" or shot.role not in ("attack", "assault", "strafe"):
        return state
    before = state.trackers.get("firing")
    if isinstance(before, str) and before != shot.shooter and before in state.units:
        state = state.set(before, "fired", True)
    used = state.unit(shot.shooter).marks("fired_with")
    done = (str(shot.place), "assault") if shot.role == "assault" else (str(shot.place),)
    return state.set("", "firing", shot.shooter).set(shot.shooter, "fired_with", (*used, *done))


def impact(now: GameState, shot: Shot) -> Prompt:
    """Two thresholds on one die; a natural 10 is a critical whatever the modifiers (2GM-01, 70,
    72, 170)."""
    by, at = now.unit(shot.shooter), now.unit(shot.target)
    bases = weapon(by, shot.place, "impact", 0), weapon(by, shot.place, "impact", 1)
    text = say("{shooter} shoots at {target}", shooter=by.name, target=at.name)
    return Prompt(shot.key, "roll", by.seat, text, TWOGM_70, (shot.shooter, shot.target), (check(now, shot, bases),))


def check(now: GameState, shot: Shot, bases: tuple[int, int]) -> Check:
    """The dice of a shot; without penetration they decide nothing, flames at an empty building
    neither (2GM-71, 117)."""
    spoken = impact_rows(now, shot)
    spoken = (*spoken, *rows(automatic(now, shot, bases, spoken)))
    spoken = (*spoken, *rows(crossed(now, bases, spoken)))
    if not pierces(now, shot):
        text = say(
            "penetration {penetration} does not reach armour {armour}",
            penetration=penetration(now, shot),
            armour=armour(now, shot),
        )
        why = Modifier("penetration", 0, text, TWOGM_71)
        return Check(shot.key, 1, D10, TWOGM_70, bases, (*spoken, why), natural="high", settled="fails")
    sure = flames(now, shot) and is_a(now.unit(shot.target), "terrain")
    return Check(
        shot.key,
        1,
        D10,
        TWOGM_70,
        bases,
        spoken,
        natural="" if by_value_only(now, shot) else "high",
        settled="passes" if sure else "",
    )


def by_value_only(now: GameState, shot: Shot) -> bool:
    """By another reading a natural 10 is nothing special on a target without criticals
    (2GM-171)."""
    return immune(now, shot) and now.reading("ten_on_immune") == "miss"


def hit(state: GameState, shot: Shot, grade: int) -> GameState:
    """A hit does the weapon's damage, a critical destroys who can suffer one (2GM-25, 70, 71,
    74, 87, 137)."""
    result = min(grade, 1) if immune(state, shot) else grade
    state = state.note(
        result=result,
        hits=state.noted("hits") + (1 if result else 0),
        criticals=state.noted("criticals") + (1 if result == 2 else 0),
    )
    if not result:
        return state
    points = damage(state, shot)
    if is_a(state.unit(shot.target), "hq", "terrain"):
        return hurt(state, shot.target, points)
    return struck(state, shot.target, points, result == 2)


# Several shots


def shots(state: GameState, shots: tuple[Map[Value], ...], **told: Value) -> Procedure:
    """One after another; a target that is destroyed takes no more (2GM-174)."""
    tasks = tuple(task(following, number=n, told=each) for n, each in enumerate(counted(state, shots, **told)))
    return (yield from call(state, *tasks))


def counted(now: GameState, shots: tuple[Map[Value], ...], **told: Value) -> tuple[Map[Value], ...]:
    """Each shot with what is told for all; a Multiple unit's later shots with a printed weapon
    are additional ones (2GM-142)."""
    used: dict[str, list[int | None]] = {}
    found = []
    for each in (Map({**told, **shot}) for shot in shots):
        place, by = repeated(now, each), str(each.get("attacker"))
        before = used.setdefault(by, [])
        later = place in before and "shot_number" not in each
        found.append(each.put("shot_number", 2 + len(before) - len(set(before))) if later else each)
        used[by] = [*before, place] if place is not None else before
    return tuple(found)


def repeated(now: GameState, told: Map[Value]) -> int | None:
    """The printed weapon that a Multiple unit fires in its own turn, or none (2GM-142, 165)."""
    unit = now.units.get(str(told.get("attacker")))
    own = told.get("as") in (None, "attack") and told.get("assault") is not True
    if unit is None or not own or not level(unit, "multiple"):
        return None
    place = place_of(unit, str(told["weapon"]) if told.get("weapon") else None)
    return place if place in printed(unit) else None


def no_shots(now: GameState, shots: tuple[Map[Value], ...], **told: Value) -> Refusal | None:
    """Every shot of the list must be allowed (2GM-68, 69, 142)."""
    named = [each for each in counted(now, shots, **told) if each.get("attacker") and each.get("target")]
    found = (no(now, **each) for each in named for no in FORBIDS)  # type: ignore[arg-type]  # checked by the situation
    return next((each for each in found if each), None)


def following(state: GameState, number: int, told: Map[Value]) -> Procedure:
    """One of several shots, unless shooter or target is gone (2GM-174)."""
    if not told.get("attacker") or not told.get("target"):
        raise Impossible(say("say who shoots at whom"))
    shot = aimed(state, **{**told, "key": f"shot:{number}"})  # type: ignore[arg-type]  # checked by the situation
    if state.unit(shot.target).gone or state.unit(shot.shooter).gone:
        return state
    return (yield from fired(state, shot))


def destroyed(after: GameState, unit: str) -> str:
    """Whether a unit is gone, or a building a ruin (2GM-74, 87)."""
    return "yes" if after.unit(unit).gone or after.unit(unit).count("ruins") else "no"


def shot_shows(target: str, **_: Value) -> dict[str, Show]:
    return {"shot": lambda after: OUTCOMES[after.noted("result")], "destroyed": lambda after: destroyed(after, target)}


def shots_shows(shots: tuple[Map[Value], ...], target: str | None = None, **_: Value) -> dict[str, Show]:
    """Hits, criticals among them, and what is destroyed (2GM-70, 74)."""
    targets = tuple(dict.fromkeys(str(each.get("target") or target) for each in shots))
    if len(targets) == 1:
        gone: dict[str, Show] = {"destroyed": lambda after: destroyed(after, targets[0])}
    else:
        gone = {f"destroyed:{each}": lambda after, each=each: destroyed(after, each) for each in targets}  # type: ignore[misc]
    return {"hits": lambda after: after.noted("hits"), "criticals": lambda after: after.noted("criticals"), **gone}


SHOT = (
    Field("weapon", Word()),
    Field("terrain", TERRAIN),
    *fields(shot_number=Whole(1, 9), assault=Flag(), range=Whole(0, 99)),
    Field("as", Word(ROLES)),
)
SHOT_OPENING = Opening(
    "shot",
    say("shot"),
    TWOGM_70,
    shot,
    Record((*required(attacker=UnitId(), target=UnitId(enemy=True)), *SHOT)),
    FORBIDS,
    shot_shows,
    actor="attacker",
)
ONE = Record((*fields(attacker=UnitId(), target=UnitId(enemy=True)), *SHOT))
SHOTS_OPENING = Opening(
    "shots",
    say("shots one after another"),
    TWOGM_68,
    shots,
    Record(
        (Field("shots", ListOf(ONE, 1), required=True), *fields(attacker=UnitId(), target=UnitId(enemy=True)), *SHOT)
    ),
    (no_shots,),
    shots_shows,
)
