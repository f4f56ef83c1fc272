"""What forbids a repair or Heroic Attack."""

from __future__ import annotations

from engine.games.dust import abilities, refs, turn, words
from engine.games.dust.repair.situation import SkillUser, TankHead
from engine.games.dust.units import is_destroyed, is_soldier, together
from engine.playing.citing import rule
from engine.values.model import Ref, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say


def no_wreck(now: GameState, repair: SkillUser) -> Refusal | None:
    return cannot_if_destroyed(now.unit(repair.unit), refs.DUST_130)


def no_dead_hero(now: GameState, skill: SkillUser | TankHead) -> Refusal | None:
    return cannot_if_destroyed(now.unit(skill.unit), refs.DUST_180)


def cannot_if_destroyed(unit: Unit, ref: Ref) -> Refusal | None:
    return Refusal("destroyed", say("{unit} is destroyed", unit=unit.name), ref) if is_destroyed(unit) else None


def no_skill(now: GameState, unit: str, skill: str) -> Refusal | None:
    """A card that states its skills, but not this one."""
    at = now.unit(unit)
    if not abilities.is_without(now, at, skill):
        return None
    text = say("{unit} does not have {skill}", unit=at.name, skill=words.named(skill))
    return Refusal("no_skill", text, refs.DUST_177)


@rule(refs.DUST_130, refs.DUST_177)
def no_self_repair(now: GameState, repair: SkillUser) -> Refusal | None:
    return no_skill(now, repair.unit, "self_repair")


def used_already(owner: Unit, skill: str) -> Refusal | None:
    """Once in a game."""
    if not abilities.has_used(owner, skill):
        return None
    text = say("{unit} uses {skill} once in a game", unit=owner.name, skill=words.named(skill))
    return Refusal("used_up", text, abilities.ONCE[skill])


def too_far(now: GameState, repair: TankHead) -> Refusal | None:
    """A vehicle on the hero's own square is adjacent, but by one reading."""
    is_near = repair.adjacent is not False
    if repair.same_square:
        is_near = now.reading("sameSquareAdjacent") == "yes"
    return None if is_near else Refusal("too_far", say("only for an adjacent unit"), refs.DUST_137)


def not_repairable(now: GameState, repair: TankHead) -> Refusal | None:
    """An own vehicle that is not destroyed."""
    by = now.unit(abilities.owner_of_skill(now, repair.unit, "tank_head"))
    if refusal := used_already(by, "tank_head"):
        return refusal
    at = now.unit(repair.target)
    if is_destroyed(at) or is_soldier(at) or at.seat != by.seat:
        return Refusal("not_repairable", say("{unit} cannot be helped like this", unit=at.name), refs.DUST_137)
    return no_skill(now, repair.unit, "tank_head")


def not_heroic(now: GameState, skill: SkillUser) -> Refusal | None:
    """Once a game; by one reading only in one's own activation."""
    at = now.unit(abilities.owner_of_skill(now, skill.unit, "heroic_attack"))
    if refusal := used_already(at, "heroic_attack"):
        return refusal
    is_acting = bool({*turn.units_acting(now)} & {*together(now, skill.unit)})
    if now.reading("heroicWhen") == "ownActivation" and not is_acting:
        return Refusal("not_now", say("only in its own activation"), refs.DUST_125)
    return no_skill(now, skill.unit, "heroic_attack")


def nobody_heroic(now: GameState, skill: SkillUser) -> Refusal | None:
    """Before a hero is named."""
    able = (unit for unit in now.standing() if abilities.is_skilled(unit, "heroic_attack"))
    if skill.is_told("unit") or any(not abilities.has_used(unit, "heroic_attack") for unit in able):
        return None
    return Refusal("no_skill", say("nobody has Heroic Attack left"), refs.DUST_125)


@rule(refs.DUST_08, refs.DUST_103, refs.DUST_137)
def no_action_for_repair(now: GameState, repair: TankHead) -> Refusal | None:
    """Tank Head is a Skill action."""
    return turn.cannot_act_off_board(now, repair.unit) or turn.cannot_act(now, repair.unit, "tank_head")


def rolled_already(now: GameState, repair: SkillUser) -> Refusal | None:
    at = now.unit(repair.unit)
    text = say("{unit} has rolled for its repair in this round", unit=at.name)
    return Refusal("rolled", text, refs.DUST_130) if at.count("repaired") else None


SELF_REPAIR = (no_wreck, no_self_repair, rolled_already)
TANK_HEAD = (no_dead_hero, not_repairable, too_far, no_action_for_repair, turn.needs_activation("unit"))
HEROIC_ATTACK = (no_dead_hero, not_heroic, nobody_heroic)
