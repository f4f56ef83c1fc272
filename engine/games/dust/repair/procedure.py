"""The end of the round: vehicles repair themselves; and Tank Head, Heroic Attack: skills used on
their own."""

from __future__ import annotations

from engine.games.dust import abilities, refs, turn, victory
from engine.games.dust.repair import refusals
from engine.games.dust.repair.situation import Repairs, SkillUser, TankHead
from engine.games.dust.units import HITS
from engine.playing.citing import rule
from engine.playing.opening import Nothing, Show, opens
from engine.playing.procedure import Procedure, call, roll, task
from engine.values.model import Check, Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.DUST_07, refs.DUST_130)
def end_round(state: GameState, nothing: Nothing) -> Procedure:
    """Every vehicle that can repairs itself; victory points are counted."""
    for seat in range(len(state.seats)):
        state = state.set(f"@{seat}", "points", victory.points_so_far(state, seat), refs.DUST_173)
    able = (unit for unit in state.units.values() if abilities.is_skilled(unit, "self_repair"))
    broken = (unit for unit in able if not unit.count("repaired"))
    return (yield from call(state, *(task(self_repair, SkillUser(unit.id)) for unit in broken)))


def self_repair(state: GameState, repair: SkillUser) -> Procedure:
    """A hit repairs one."""
    if state.unit(repair.unit).gone:
        return state
    state, repaired = yield from roll(state, repair_dice, repair)
    state = state.set(repair.unit, "repaired", True, refs.DUST_130)
    state = state.set(repair.unit, "damage", state.unit(repair.unit).count("damage") - repaired, refs.DUST_130)
    points = state.recall(Repairs).points
    return state.remember(Repairs(points.put(repair.unit, repaired))) if repaired else state


def repair_dice(now: GameState, repair: SkillUser) -> Prompt:
    """One die for each point of damage."""
    at = now.unit(repair.unit)
    key = f"self_repair:{at.id}" if now.step == "end" else "self_repair"
    check = Check(key, at.count("damage"), HITS, refs.DUST_130, (1,))
    return Prompt(key, "roll", at.seat, say("{unit} repairs itself", unit=at.name), refs.DUST_130, (at.id,), (check,))


def outcome_of_repair(repair: SkillUser) -> dict[str, Show]:
    return {"repaired": lambda after: after.recall(Repairs).points.get(repair.unit, 0)}


def tank_head(state: GameState, repair: TankHead) -> Procedure:
    return repair_vehicle(turn.finish_action(state, repair.unit, "tank_head"), repair)
    yield


def repair_vehicle(state: GameState, repair: TankHead) -> GameState:
    """All damage of an adjacent vehicle, once a game."""
    state = abilities.use_skill(state, abilities.owner_of_skill(state, repair.unit, "tank_head"), "tank_head")
    return state.set(repair.target, "damage", None, refs.DUST_137)


def heroic_attack(state: GameState, skill: SkillUser) -> Procedure:
    """No damage to the hero and his squad until the round ends."""
    owner = abilities.owner_of_skill(state, skill.unit, "heroic_attack")
    return abilities.call_up_skill(state, owner, "heroic_attack")
    yield


OPENINGS = (
    opens(
        "tank_head",
        say("Tank Head: repair a vehicle"),
        refs.DUST_137,
        TankHead,
        tank_head,
        refusals=refusals.TANK_HEAD,
        actor="unit",
    ),
    opens(
        "heroic_attack",
        say("Heroic Attack: no damage"),
        refs.DUST_125,
        SkillUser,
        heroic_attack,
        refusals=refusals.HEROIC_ATTACK,
        actor="unit",
    ),
    opens(
        "self_repair",
        say("self-repair"),
        refs.DUST_130,
        SkillUser,
        self_repair,
        refusals=refusals.SELF_REPAIR,
        shows=outcome_of_repair,
        actor="unit",
    ),
    opens("end_round", say("end of the round"), refs.DUST_130, Nothing, end_round),
)
