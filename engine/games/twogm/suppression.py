"""Suppression: noticed at the second eligible shooter; how long it lasts."""

from __future__ import annotations

from engine.games.twogm.moments import MOMENT, since, to_same_start
from engine.games.twogm.refs import TWOGM_75
from engine.games.twogm.units import is_a
from engine.games.twogm.weapons import MAIN, Shot, armour, penetration, pierces, place_of, weapon
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Unknown
from engine.values.table import GameState
from engine.values.texts import say

COUNTED = ("attack", "assault", "bomb", "strafe")
NEEDED = 2  # 2GM-75


def counts(now: GameState, shot: Shot) -> bool:
    """A shot of the active player that could do damage, hit or not, at an enemy unit (2GM-75,
    172, 173)."""
    target, by = now.unit(shot.target), now.unit(shot.shooter)
    if shot.role not in COUNTED or is_a(target, "hq", "terrain") or by.seat == target.seat:
        return False
    if is_a(by, "air") and now.reading("suppress_air") == "no":
        return False
    if shot.role == "assault" and now.reading("suppress_assault") == "if_it_penetrates":
        return penetration(now, shot) >= target.need("armor")
    return pierces(now, shot)


def noticed(state: GameState, shot: Shot) -> GameState:
    """The marker is placed as the second such unit aims, before its roll; one marker only
    (2GM-75, 172, 174)."""
    if not counts(state, shot):
        return state
    by = state.unit(shot.target).marks("shot_by")
    if shot.shooter in by:
        return state
    state = state.set(shot.target, "shot_by", (*by, shot.shooter))
    if len(by) + 1 < NEEDED:
        return state
    return state.set(shot.target, "suppressed", True)


# The question


def facts(
    now: GameState,
    shots: tuple[Map[Value], ...] = (),
    armor: int | None = None,
    target: str | None = None,
    placed_in: Value = None,
    asked_in: Value = None,
) -> dict[str, Value]:
    """Two different units with enough penetration; until the causer's next Start phase (2GM-75,
    172)."""
    if shots and armor is None and target is None:
        raise Impossible(say("say the armour of the target"))
    able = {str(shot["by"]) for shot in shots if eligible(now, shot, armor, target)}
    suppressed = len(able) >= NEEDED or (not shots and placed_in is not None)
    if target and is_a(now.unit(target), "hq", "terrain"):
        suppressed = False
    if suppressed and placed_in is not None and asked_in is not None:
        suppressed = since(placed_in, asked_in) < to_same_start(placed_in)
    effect = 1 if suppressed else 0
    return {
        "suppressed": suppressed,
        "shooters": tuple(sorted(able)),
        "movement": -effect,
        "modifier": (effect, effect),
    }


def eligible(now: GameState, shot: Map[Value], armor: int | None, target: str | None) -> bool:
    """One shot of the list: not out of turn; an assault shot counts whatever its penetration
    (2GM-75, 172, 173)."""
    if shot.get("as") in ("reaction", "aa"):
        return False
    unit = now.units.get(str(shot["by"]))
    if (shot.get("air") is True or (unit and is_a(unit, "air"))) and now.reading("suppress_air") == "no":
        return False
    assault = shot.get("assault") is True or shot.get("as") == "assault"
    if assault and now.reading("suppress_assault") == "always":
        return True
    thick = armor if armor is not None else armour(now, Shot("", MAIN, str(target)))
    told = shot.get("penetration")
    if isinstance(told, int):
        return told >= thick
    if unit is None:
        raise Impossible(say("say the penetration of each shot"))
    place = place_of(unit, str(shot["weapon"]) if shot.get("weapon") else None)
    if armor is None:
        return pierces(now, Shot(unit.id, place, str(target)))
    return weapon(unit, place, "penetration") >= thick


def suppression(state: GameState, **told: Value) -> Procedure:
    """Only looked at; a card that says too little is found here (2GM-75)."""
    facts(state, **told)  # type: ignore[arg-type]  # checked by the situation
    return state
    yield


def tells(now: GameState, **told: Value) -> dict[str, Value]:
    try:
        return facts(now, **told)  # type: ignore[arg-type]  # checked by the situation
    except Unknown:
        return {}


SHOT = Record(
    (
        Field("by", Either((Word(), Whole())), required=True),
        *fields(penetration=Whole(0, 99), assault=Flag(), air=Flag(), weapon=Word()),
        Field("as", Word(("attack", "reaction", "aa", "assault"))),
    )
)
SUPPRESSION = Opening(
    "suppression",
    say("suppressive fire"),
    TWOGM_75,
    suppression,
    Record(
        fields(shots=ListOf(SHOT), armor=Whole(0, 99), target=UnitId(enemy=True), placed_in=MOMENT, asked_in=MOMENT)
    ),
    tells=tells,
)
