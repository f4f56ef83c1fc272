"""What forbids a weapon line: who is there, its value, range, sight, ammunition and skills. What
its manner forbids is in `manners`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.games.dust import abilities, refs, turn, words
from engine.games.dust.attack import manners, situation
from engine.games.dust.attack.situation import WeaponLine, WholeAttack
from engine.games.dust.units import is_element, is_hero, is_squad, kind, lead, living, points_left, together
from engine.games.dust.weapons.values import soldiers
from engine.playing.citing import rule
from engine.values.model import Refusal, Unknown
from engine.values.situation import Untold
from engine.values.table import GameState, Unit
from engine.values.texts import say

Limit: TypeAlias = Callable[[GameState, WeaponLine], Refusal | None]
NOT_THERE = refs.DUST_188
RANGES = {"C": refs.DUST_49, "A": refs.DUST_54, "U": refs.DUST_48}

# Who is there


@rule(refs.DUST_180)
def no_destroyed_unit(now: GameState, line: WeaponLine) -> Refusal | None:
    return cannot_fight_destroyed(now.unit(line.attacker)) or cannot_fight_destroyed(now.unit(line.target))


def cannot_fight_destroyed(unit: Unit) -> Refusal | None:
    if points_left(unit):
        return None
    return Refusal("destroyed", say("{unit} is destroyed", unit=unit.name), refs.DUST_180)


@rule(refs.DUST_103, refs.DUST_188)
def not_entered(now: GameState, line: WeaponLine) -> Refusal | None:
    """A unit that has not entered neither shoots nor is shot at."""
    is_called = line.manner == "indirect"
    return (None if is_called else turn.cannot_act_off_board(now, line.attacker, NOT_THERE)) or not_on_board(now, line)


@rule(refs.DUST_103, refs.DUST_188)
def not_on_board(now: GameState, line: WeaponLine) -> Refusal | None:
    return turn.cannot_act_off_board(now, line.target, NOT_THERE)


def no_friend(now: GameState, line: WeaponLine) -> Refusal | None:
    """Targets are enemies and cover elements; only flames burn friends."""
    by, at = now.unit(line.attacker), now.unit(line.target)
    if by.seat != at.seat or is_element(at) or (has_flames(now, line) and at.id not in together(now, by.id)):
        return None
    return Refusal("friend", say("{unit} is no enemy", unit=at.name), refs.DUST_29)


def has_flames(now: GameState, line: WeaponLine) -> bool:
    return "flamethrower" in situation.weapon(now, line).kinds


# What the weapon can do


def nobody_armed(now: GameState, line: WeaponLine) -> Refusal | None:
    """No living miniature carries the weapon."""
    gun = situation.weapon(now, line)
    if line.bearers is not None or gun.unit.gone or not gun.is_unborne:
        return None
    text = say("{unit}: nobody alive carries {weapon}", unit=gun.unit.name, weapon=gun.name)
    return Refusal("unarmed", text, refs.DUST_30)


def no_value(now: GameState, line: WeaponLine) -> Refusal | None:
    """A dash in the column of the target's armour class."""
    at = now.unit(line.target)
    if situation.weapon(now, line).value_against(at):
        return None
    text = say("{weapon} cannot attack {unit}: no value", weapon=line.weapon, unit=at.name)
    return Refusal("no_value", text, refs.DUST_31)


def no_trap_in_flames(now: GameState, line: WeaponLine) -> Refusal | None:
    if kind(now.unit(line.target)) != "trap" or not has_flames(now, line):
        return None
    return Refusal("fire_proof", say("a flamethrower cannot destroy an anti-tank trap"), refs.DUST_165)


@rule(refs.DUST_32, refs.DUST_47, refs.DUST_48, refs.DUST_54)
def out_of_range(now: GameState, line: WeaponLine) -> Refusal | None:
    """Nearer or farther than the weapon reaches; by one reading not along a diagonal."""
    gun, weapon, squares = situation.weapon(now, line), line.weapon, line.squares
    if line.dx and line.dy and gun.is_close and now.reading("closeDiagonal") == "no":
        return Refusal("out_of_range", say("{weapon}: not along a diagonal", weapon=weapon), refs.DUST_49)
    if squares is None or gun.can_reach(squares):
        return None
    least, most = gun.bounds
    ref = RANGES.get(gun.range, refs.DUST_47)
    text = say("{weapon}: {range} squares, at most {most}", weapon=weapon, range=squares, most=most)
    if squares in range(least):
        text = say("{weapon}: {range} squares, at least {least}", weapon=weapon, range=squares, least=least)
    return Refusal("out_of_range", text, refs.DUST_61 if manners.is_indirect(now, line) else ref)


def no_sight(now: GameState, line: WeaponLine) -> Refusal | None:
    """The attacker sees the target; indirect fire needs the Observer's sight instead."""
    if manners.is_indirect(now, line):
        text = say("the Observer does not see the target")
        return Refusal("no_sight", text, refs.DUST_57) if line.observer_los is False else None
    return Refusal("no_sight", say("no line of sight"), refs.DUST_18) if line.los is False else None


# Ammunition


def not_loaded(now: GameState, line: WeaponLine) -> Refusal | None:
    if not situation.weapon(now, line).is_empty:
        return None
    return Refusal("not_loaded", say("{weapon} must be reloaded first", weapon=line.weapon), refs.DUST_55)


def fired_already(now: GameState, line: WeaponLine) -> Refusal | None:
    if not situation.weapon(now, line).is_fired_out(now):
        return None
    return Refusal("fired", say("{weapon} was fired this round", weapon=line.weapon), refs.DUST_176)


def too_many_rounds(now: GameState, line: WeaponLine) -> Refusal | None:
    """One round for each living soldier, what is left, and what is printed."""
    gun = situation.weapon(now, line)
    printed = gun.value_against(now.unit(line.target))
    if printed is None or not (gun.is_limited or printed.volley):
        return None
    most = gun.most_rounds(now, printed)
    wanted = line.rounds if line.rounds is not None else (line.bearers or 1)
    if wanted <= most:
        return None
    is_short_of_men = is_squad(gun.unit) and wanted > soldiers(now, gun.unit)
    text = say("{weapon}: at most {most} rounds now", weapon=line.weapon, most=most)
    ref = refs.DUST_157 if printed.volley and not is_short_of_men else refs.DUST_160
    return Refusal("too_many_rounds", text, ref)


# Skills


@rule(refs.DUST_113, refs.DUST_117, refs.DUST_125)
def used_up(now: GameState, line: WeaponLine) -> Refusal | None:
    """Once per game."""
    for skill in line.skills_used:
        unit = now.unit(situation.user_of_skill(now, line, skill))
        if skill in abilities.ONCE and abilities.has_used(unit, skill):
            text = say("{unit} has used {skill} in this game", unit=unit.name, skill=words.named(skill))
            return Refusal("used_up", text, abilities.ONCE[skill])
    return None


def not_heroic_now(now: GameState, line: WeaponLine) -> Refusal | None:
    """By one reading heroism is declared with one's own activation only, not under fire."""
    if "heroic_attack" not in line.skills_used or now.reading("heroicWhen") == "beforeDice":
        return None
    if situation.user_of_skill(now, line, "heroic_attack") in together(now, line.attacker):
        return None
    return Refusal("not_now", say("only in its own activation"), refs.DUST_125)


def not_to_be_named(now: GameState, line: WeaponLine) -> Refusal | None:
    """Only a sniper names a miniature, one that is there; by one reading no hero."""
    if line.named is None:
        return None
    if not any(is_there(now.unit(unit), line.named) for unit in together(now, line.target)):
        return Refusal("not_there", say("the target has no such miniature"), refs.DUST_134)
    if not may_snipe(now, line):
        return Refusal("no_sniper", say("only a sniper names a miniature"), refs.DUST_134)
    if now.reading("sniperHero") == "no" and isinstance(line.named, str):
        return Refusal("not_the_hero", say("a sniper does not name a joined hero"), refs.DUST_134)
    return None


@rule(refs.DUST_134)
def is_there(unit: Unit, man: int | str) -> bool:
    return unit.id == man if is_hero(unit) else is_squad(unit) and man in living(unit)


@rule(refs.DUST_134)
def may_snipe(now: GameState, line: WeaponLine) -> bool:
    """As told or by the card; a card that states no skills is taken as told."""
    gun = situation.weapon(now, line)
    return gun.unit.stated("skills") is None or "sniper" in line.skills_used or gun.has_sniper


# All lines of an attack


@rule(refs.DUST_29)
def for_each_line(limit: Limit) -> Callable[[GameState, WholeAttack], Refusal | None]:
    """A limit of one line, for all lines of an attack; a value that the card lacks forbids
    nothing."""

    def forbid(now: GameState, attack: WholeAttack) -> Refusal | None:
        for line in attack.each():
            try:
                if refusal := limit(now, line):
                    return refusal
            except Unknown:
                continue
        return None

    return forbid


def no_second_target(now: GameState, attack: WholeAttack) -> Refusal | None:
    """One line, one target, fired once, but for flames; a unit and the element beside it need
    two lines."""
    aimed: dict[tuple[str, str], list[str]] = {}
    for line in attack.each():
        before = aimed.setdefault((situation.weapon(now, line).unit.id, line.weapon), [])
        is_again = line.target in before
        if is_again or (before and not has_flames(now, line)):
            is_beside = not is_again and any(is_element(now.unit(each)) for each in (line.target, *before))
            text = say("{weapon}: one line has one target", weapon=line.weapon)
            return Refusal("two_targets", text, refs.DUST_44 if is_beside else refs.DUST_29)
        before.append(line.target)
    return None


@rule(refs.DUST_181)
def no_stranger(now: GameState, attack: WholeAttack) -> Refusal | None:
    """All lines are the unit's own, or those of the hero or squad joined to it."""
    for line in attack.each():
        if line.attacker not in together(now, attack.attacker):
            by, other = now.unit(line.attacker).name, now.unit(attack.attacker).name
            text = say("{unit} does not attack together with {other}", unit=by, other=other)
            return Refusal("strangers", text, refs.DUST_95)
    return None


@rule(refs.DUST_02, refs.DUST_08, refs.DUST_103)
def nobody_to_attack(now: GameState, attack: WholeAttack) -> Refusal | None:
    """Whether a unit may attack at all, as long as no line is told."""
    try:
        _ = attack.lines
    except Untold:
        by = attack.attacker
        no_way = cannot_fight_destroyed(now.unit(by)) or turn.cannot_act_off_board(now, by, NOT_THERE)
        return no_way or turn.cannot_act(now, by, "attack")
    return None


@rule(refs.DUST_67, refs.DUST_166)
def no_second_enemy(now: GameState, attack: WholeAttack) -> Refusal | None:
    """A reaction shoots at the active unit only; flames burn every unit on their way to it."""
    aimed = {line.weapon: line for line in reversed([*attack.each()]) if line.manner == "reaction"}
    if len({lead(now, line.target) for line in aimed.values()}) > 1:
        return Refusal("not_active", manners.ACTIVE_ONLY, refs.DUST_67)
    return next(filter(None, (manners.not_the_active_enemy(now, line) for line in aimed.values())), None)


DECLARED: tuple[Limit, ...] = (
    no_destroyed_unit,
    no_friend,
    nobody_armed,
    not_on_board,
    no_value,
    no_trap_in_flames,
    manners.wrong_weapon,
    not_loaded,
    fired_already,
    too_many_rounds,
    not_to_be_named,
)
"""What is known of a line before its unit is activated."""
AT_FIRE: tuple[Limit, ...] = (
    no_destroyed_unit,
    nobody_armed,
    not_entered,
    no_value,
    not_loaded,
    fired_already,
    out_of_range,
    no_sight,
)
"""What may have changed since a line was declared."""
LINE: tuple[Limit, ...] = (
    *(no_destroyed_unit, no_friend, nobody_armed, not_entered, no_value, no_trap_in_flames),
    *(manners.wrong_weapon, manners.not_sustained, manners.no_observer, manners.not_ready_for_indirect),
    *(out_of_range, no_sight, not_loaded, fired_already, too_many_rounds),
    *(used_up, not_heroic_now, not_to_be_named, manners.no_attack_left),
)
ONE_LINE = (*LINE, manners.not_the_active_enemy, turn.needs_activation("attacker"))
WHOLE_ATTACK = (
    *map(for_each_line, LINE),
    *(no_second_target, no_second_enemy, no_stranger, nobody_to_attack, turn.needs_activation("attacker")),
)
