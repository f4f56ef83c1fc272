"""Care: medics heal, mechanics repair, sappers clear the way."""

from __future__ import annotations

from engine.games.twogm import refs
from engine.games.twogm.markers.equipment import not_ready, use_item
from engine.games.twogm.markers.situation import Care, Clearing
from engine.games.twogm.movement.field import squares_between
from engine.games.twogm.shooting.damage import heal_unit, remove_support, remove_terrain
from engine.games.twogm.units import has, is_a, items, key, not_on_board
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure
from engine.values.model import Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

HEALS = {"heal": ("infantry", "artillery"), "repair": ("tank", "transport", "artillery")}
GIVEN = {"heal": "medic", "repair": "mechanic", "sappers": "sappers"}
CLEARED = ("barbed_wire", "barriers", "mines", "anti_tank_mine")


@rule(refs.TWOGM_121)
def item_for(unit: Unit, skill: str) -> str:
    """The marker that shows a skill was used."""
    return next((item for item in items(unit) if key(item) == GIVEN[skill]), skill)


@rule(refs.TWOGM_134, refs.TWOGM_135, refs.TWOGM_193)
def care(state: GameState, care: Care) -> Procedure:
    """One damage less, or the Damaged card gone; the marker is tilted."""
    skill = skill_for(state.unit(care.unit), state.unit(care.target), care.what)
    if care.what == "damaged_card":
        state = remove_support(state, care.target, "damaged")
    else:
        state = heal_unit(state, care.target, rule_of(skill))
    return use_item(state, care.unit, item_for(state.unit(care.unit), skill))
    yield


def rule_of(skill: str) -> Ref:
    return refs.TWOGM_134 if skill == "heal" else refs.TWOGM_135


@rule(refs.TWOGM_134, refs.TWOGM_135)
def skill_for(unit: Unit, target: Unit, what: str) -> str:
    """Heal for infantry, Repair for vehicles, either for artillery; only Repair takes the Damaged
    card."""
    if what == "damaged_card":
        return "repair"
    able = [skill for skill in HEALS if has(unit, skill) and can_treat(skill, unit, target)]
    return able[0] if able else "heal" if is_a(target, "infantry") else "repair"


@rule(refs.TWOGM_134, refs.TWOGM_135)
def can_treat(skill: str, unit: Unit, target: Unit) -> bool:
    """The types a skill is for; a unit that can repair may repair itself, infantry too."""
    return is_a(target, *HEALS[skill]) or (skill == "repair" and unit.id == target.id)


def no_carer(now: GameState, care: Care) -> Refusal | None:
    """The unit alone, as long as no patient is named: with one, the rule of its skill is cited."""
    by = now.unit(care.unit)
    if has(by, *HEALS) or care.is_told("target"):
        return None
    return Refusal("no_carer", say("{unit} can neither heal nor repair", unit=by.name), refs.TWOGM_134)


@rule(refs.TWOGM_134, refs.TWOGM_135)
def no_care(now: GameState, care: Care) -> Refusal | None:
    """A skill that fits, a patient within 1 square, once per marker and turn; never terrain."""
    by, at = now.unit(care.unit), now.unit(care.target)
    skill = skill_for(by, at, care.what)
    ref = rule_of(skill)
    if no := not_on_board(ref, by, at):
        return no
    if is_a(at, "terrain", "hq"):
        return Refusal("terrain", say("the damage of terrain stays"), refs.TWOGM_178)
    if not has(by, skill) or not can_treat(skill, by, at):
        return Refusal("no_care", say("{unit} cannot care for {other}", unit=by.name, other=at.name), ref)
    if is_far(now, by, at, care.adjacent):
        return Refusal("too_far", say("care reaches 1 square"), ref)
    return not_ready(now, by, item_for(by, skill))


@rule(refs.TWOGM_134, refs.TWOGM_135, refs.TWOGM_144)
def is_far(now: GameState, one: Unit, other: Unit, adjacent: bool | None) -> bool:
    """More than one square away: as told, in passing too, else by the board."""
    return not adjacent if adjacent is not None else (squares_between(now, one, other) or 0) > 1


def clear(state: GameState, clearing: Clearing) -> Procedure:
    """Sappers take wire, barriers or mines away; their marker is turned and tilted; who stood there
    stays."""
    state = remove_terrain(state, clearing.terrain, refs.TWOGM_144)
    return use_item(state, clearing.unit, item_for(state.unit(clearing.unit), "sappers"))
    yield


def no_sappers(now: GameState, clearing: Clearing) -> Refusal | None:
    """The unit alone: sappers on the board."""
    by = now.unit(clearing.unit)
    if has(by, "sappers"):
        return not_on_board(refs.TWOGM_144, by)
    return Refusal("no_sappers", say("{unit} has no sappers", unit=by.name), refs.TWOGM_144)


def no_clearing(now: GameState, clearing: Clearing) -> Refusal | None:
    """An obstacle at 1 square, with a marker that is ready."""
    if no_sappers(now, clearing):
        return None  # it is said already
    by, at = now.unit(clearing.unit), now.unit(clearing.terrain)
    if no := not_on_board(refs.TWOGM_144, at):
        return no
    if not key(at.stated("name")).startswith(CLEARED):
        return Refusal("no_clearing", say("sappers clear barbed wire, barriers and mines"), refs.TWOGM_144)
    if is_far(now, by, at, clearing.adjacent):
        return Refusal("too_far", say("sappers reach 1 square"), refs.TWOGM_144)
    return not_ready(now, by, item_for(by, "sappers"))


OPENINGS = (
    opens("care", say("heal or repair"), refs.TWOGM_134, Care, care, refusals=(no_carer, no_care), actor="unit"),
    opens(
        "clear",
        say("clear an obstacle"),
        refs.TWOGM_144,
        Clearing,
        clear,
        refusals=(no_sappers, no_clearing),
        actor="unit",
    ),
)
