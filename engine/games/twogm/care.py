"""Care: medics heal, mechanics repair, sappers clear the way."""

from __future__ import annotations

from engine.games.twogm.damage import cleared, healed, removed_support
from engine.games.twogm.field import between
from engine.games.twogm.markers import handled, unready
from engine.games.twogm.refs import TWOGM_134, TWOGM_135, TWOGM_144, TWOGM_178
from engine.games.twogm.units import absent, has, is_a, items, key
from engine.playing.procedure import Procedure
from engine.playing.rules import Opening
from engine.values.kinds import Field, Flag, Record, UnitId, Word, required
from engine.values.maps import Value
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

HEALS = {"heal": ("infantry", "artillery"), "repair": ("tank", "transport", "artillery")}
GIVEN = {"heal": "medic", "repair": "mechanic", "sappers": "sappers"}
CLEARED = ("barbed_wire", "barriers", "mines", "anti_tank_mine")


def item_for(unit: Unit, skill: str) -> str:
    """The marker that shows a skill was used (2GM-121)."""
    return next((item for item in items(unit) if key(item) == GIVEN[skill]), skill)


def care(state: GameState, unit: str, target: str, what: str = "damage", **_: Value) -> Procedure:
    """One damage less, or the Damaged card gone; the marker is tilted (2GM-134, 135, 193)."""
    skill = skill_for(state.unit(unit), state.unit(target), what)
    state = removed_support(state, target, "damaged") if what == "damaged_card" else healed(state, target)
    item = item_for(state.unit(unit), skill)
    return handled(state, unit, item)
    yield


def skill_for(unit: Unit, target: Unit, what: str) -> str:
    """Heal for infantry, Repair for vehicles, either for artillery; only Repair takes the
    Damaged card (2GM-134, 135)."""
    if what == "damaged_card":
        return "repair"
    able = [skill for skill in HEALS if has(unit, skill) and fits(skill, unit, target)]
    return able[0] if able else "heal" if is_a(target, "infantry") else "repair"


def fits(skill: str, unit: Unit, target: Unit) -> bool:
    """The types a skill is for; whoever can repair may repair itself, infantry too (2GM-134,
    135)."""
    return is_a(target, *HEALS[skill]) or (skill == "repair" and unit.id == target.id)


def no_care(
    now: GameState, unit: str, target: str, adjacent: bool | None = None, what: str = "damage"
) -> Refusal | None:
    """A skill that fits, a patient within 1 square, once per marker and turn; never terrain
    (2GM-134, 135, 178)."""
    by, at = now.unit(unit), now.unit(target)
    skill = skill_for(by, at, what)
    ref = TWOGM_134 if skill == "heal" else TWOGM_135
    if no := absent(ref, by, at):
        return no
    if is_a(at, "terrain", "hq"):
        return Refusal("terrain", say("the damage of terrain stays"), TWOGM_178)
    if not has(by, skill) or not fits(skill, by, at):
        return Refusal("no_care", say("{unit} cannot care for {other}", unit=by.name, other=at.name), ref)
    if far(now, by, at, adjacent):
        return Refusal("too_far", say("care reaches 1 square"), ref)
    return unready(now, by, item_for(by, skill))


def far(now: GameState, one: Unit, other: Unit, adjacent: bool | None) -> bool:
    """More than one square away: as told, in passing too, else by the board (2GM-134, 135, 144)."""
    return not adjacent if adjacent is not None else (between(now, one, other) or 0) > 1


CARE = Opening(
    "care",
    say("heal or repair"),
    TWOGM_134,
    care,
    Record(
        (
            *required(unit=UnitId(), target=UnitId()),
            Field("adjacent", Flag()),
            Field("what", Word(("damage", "damaged_card")), default="damage"),
        )
    ),
    (no_care,),
    actor="unit",
)


def clear(state: GameState, unit: str, terrain: str, **_: Value) -> Procedure:
    """Sappers take wire, barriers or mines away; their marker is turned and tilted; who stood
    there stays (2GM-144, 175)."""
    item = item_for(state.unit(unit), "sappers")
    return handled(cleared(state, terrain), unit, item)
    yield


def no_clearing(now: GameState, unit: str, terrain: str, adjacent: bool | None = None) -> Refusal | None:
    """Sappers, at 1 square, with a marker that is ready (2GM-144)."""
    by, at = now.unit(unit), now.unit(terrain)
    if no := absent(TWOGM_144, by, at):
        return no
    if not has(by, "sappers") or not key(at.stated("name")).startswith(CLEARED):
        return Refusal("no_clearing", say("sappers clear barbed wire, barriers and mines"), TWOGM_144)
    if far(now, by, at, adjacent):
        return Refusal("too_far", say("sappers reach 1 square"), TWOGM_144)
    return unready(now, by, item_for(by, "sappers"))


CLEAR = Opening(
    "clear",
    say("clear an obstacle"),
    TWOGM_144,
    clear,
    Record((*required(unit=UnitId(), terrain=UnitId()), Field("adjacent", Flag()))),
    (no_clearing,),
    actor="unit",
)
