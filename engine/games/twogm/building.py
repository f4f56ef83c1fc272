"""A building and its occupant under one shot: told as a result, or with dice."""

from __future__ import annotations

from dataclasses import replace

from engine.games.twogm.cards import IMPACT
from engine.games.twogm.damage import struck, wrecked
from engine.games.twogm.fire import aimed, fired
from engine.games.twogm.ground import card
from engine.games.twogm.refs import TWOGM_87
from engine.games.twogm.shooting import ROLES
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening, Show
from engine.values.kinds import Field, Flag, Record, UnitId, Whole, Word, fields
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import say

HOUSE = "building"


def building(state: GameState, shot: Map[Value], occupant: str | None = None, **told: Value) -> Procedure:
    """One shot at a building and whoever is in it (2GM-86, 87, 88)."""
    if state.step != "start":
        return state
    state = staged(state, occupant, **told)
    if not diced(shot):
        return resolved(state, shot, occupant)
    named = {each: value for each, value in shot.items() if each in ("assault", "shot_number", "as")}
    weapon, attacker = shot.get("weapon"), shot.get("attacker") or shot.get("by")
    one = aimed(state, str(attacker), occupant or HOUSE, str(weapon) if weapon else None, **named)
    return (yield from fired(state, one))


def diced(shot: Map[Value]) -> bool:
    """A shooter is told, and no result."""
    return bool(shot.get("attacker") or shot.get("by")) and shot.get("result") is None


def staged(state: GameState, occupant: str | None, **told: Value) -> GameState:
    """The table with such a building on it, and the occupant inside (2GM-86)."""
    values = {each: told[each] for each in ("name", "points", "armor", "impact") if told.get(each) is not None}
    house: Map[Value] = Map({"type": "terrain", "skills": ("building",), "armor": 0, "impact": (0, 0), **values})
    if "name" in values:
        house = Map({key: value for key, value in house.items() if key in values or key not in ("armor", "impact")})
    state = replace(state, units=state.units.put(HOUSE, Unit(HOUSE, 1, house, EMPTY)))
    return state.set(occupant, "in", HOUSE) if occupant else state


def resolved(state: GameState, shot: Map[Value], occupant: str | None) -> GameState:
    """A result that is told: nothing, a hit or a critical; an empty building knows no criticals
    (2GM-87, 88, 176, 177)."""
    result, damage = shot.get("result"), shot.get("damage")
    if result == "nothing" or not pierced(state, shot, occupant):
        return state
    if not isinstance(damage, int):
        raise Impossible(say("say the damage of the shot"))
    return struck(state, occupant, damage, result == "critical") if occupant else wrecked(state, HOUSE, damage)


def pierced(now: GameState, shot: Map[Value], occupant: str | None) -> bool:
    """A shot that cannot hurt the occupant does not hurt the building (2GM-71, 117, 177)."""
    penetration = shot.get("penetration")
    free = shot.get("assault") is True or shot.get("flamethrower") is True or occupant is None
    if free or not isinstance(penetration, int):
        return True
    return penetration >= now.unit(str(occupant)).need("armor") + (card(now.unit(HOUSE)).armor or 0)


def left(after: GameState) -> int:
    """Impact points left (2GM-86)."""
    house = after.unit(HOUSE)
    return max(0, house.need("points") - house.count("damage"))


def standing(after: GameState, occupant: str | None) -> str:
    return "none" if occupant is None else "destroyed" if after.unit(occupant).gone else "alive"


def ruined(after: GameState) -> bool:
    return bool(after.unit(HOUSE).count("ruins"))


def tells(now: GameState, shot: Map[Value], occupant: str | None = None, **told: Value) -> dict[str, Value]:
    """What is left where the result is told (2GM-87)."""
    if diced(shot):
        return {}
    try:
        after = resolved(staged(now, occupant, **told), shot, occupant)
    except Unknown:
        return {}
    hurt = after.unit(occupant).count("damage") if occupant else 0
    return {
        "points": left(after),
        "ruins": ruined(after),
        "occupant": standing(after, occupant),
        "occupant_damage": hurt,
    }


def shows(occupant: str | None = None, shot: Map[Value] = EMPTY, **_: Value) -> dict[str, Show]:
    """The same as distributions where dice decide (2GM-87)."""
    if not diced(shot):
        return {}
    found: dict[str, Show] = {
        "points": left,
        "ruins": lambda after: "yes" if ruined(after) else "no",
        "occupant": lambda after: standing(after, occupant),
    }
    if occupant:
        found["occupant_damage"] = lambda after: after.unit(occupant).count("damage")
    return found


TOLD_SHOT = Record(
    (
        *fields(
            attacker=UnitId(),
            by=UnitId(),
            weapon=Word(),
            damage=Whole(0, 99),
            penetration=Whole(0, 99),
            result=Word(("nothing", "hit", "critical")),
            assault=Flag(),
            flamethrower=Flag(),
            shot_number=Whole(1, 9),
        ),
        Field("as", Word(ROLES)),
    )
)
BUILDING = Opening(
    "building",
    say("building and occupant"),
    TWOGM_87,
    building,
    Record(
        (
            Field("points", Whole(0, 99), required=True),
            Field("shot", TOLD_SHOT, required=True),
            Field("occupant", UnitId(enemy=True)),
            *fields(name=Word(), armor=Whole(0, 99), impact=IMPACT),
        )
    ),
    shows=shows,
    tells=tells,
)
