"""What forbids a weapon line: range, sight, values, ammunition, and the manner of the attack."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.dust.assault import ONCE
from engine.games.dust.heroes import may_use, not_the_active_one, together
from engine.games.dust.refs import (
    DUST_18,
    DUST_29,
    DUST_30,
    DUST_31,
    DUST_47,
    DUST_48,
    DUST_49,
    DUST_51,
    DUST_54,
    DUST_55,
    DUST_57,
    DUST_58,
    DUST_60,
    DUST_61,
    DUST_67,
    DUST_71,
    DUST_121,
    DUST_125,
    DUST_134,
    DUST_157,
    DUST_160,
    DUST_165,
    DUST_176,
    DUST_180,
    DUST_188,
)
from engine.games.dust.told import Told, user_of, whose
from engine.games.dust.units import has_role, is_element, is_hero, is_squad, kind, left, living, on_board, skilled, used
from engine.games.dust.values import (
    bounds,
    fired_out,
    is_close,
    kinds,
    limited,
    loaded,
    most_rounds,
    needs_reload,
    reaches,
    sniper,
    soldiers,
    span,
    unborne,
    value_against,
)
from engine.games.dust.words import named
from engine.values.model import Ref, Refusal
from engine.values.table import GameState
from engine.values.texts import say

NOT_SUSTAINED = {"indirect": DUST_57, "reaction": DUST_71, "charge": DUST_121}
RANGES = {"C": DUST_49, "A": DUST_54, "U": DUST_48}


def gone(now: GameState, line: Told) -> Refusal | None:
    """DUST-180."""
    for unit in (now.unit(line.attacker), now.unit(line.target)):
        if not left(unit):
            return Refusal("destroyed", say("{unit} is destroyed", unit=unit.name), DUST_180)
    return None


def no_value(now: GameState, line: Told) -> Refusal | None:
    """A dash in the column of the target's armour class (DUST-31)."""
    by, at = whose(now, line), now.unit(line.target)
    if value_against(by, line.weapon, at):
        return None
    return Refusal(
        "no_value", say("{weapon} cannot attack {unit}: no value", weapon=line.weapon, unit=at.name), DUST_31
    )


def out_of_range(now: GameState, line: Told) -> Refusal | None:
    """DUST-32, 47, 48, 49, 54, 61."""
    by = whose(now, line)
    aslant = line.diagonal and is_close(by, line.weapon) and now.reading("closeDiagonal") == "no"
    if aslant:
        return Refusal("out_of_range", say("{weapon}: not along a diagonal", weapon=line.weapon), DUST_49)
    if line.range is None or reaches(by, line.weapon, line.range):
        return None
    nearest, farthest = bounds(by, line.weapon)
    indirect = line.manner == "indirect" and "artillery" in kinds(by, line.weapon)
    ref: Ref = DUST_61 if indirect else RANGES.get(span(by, line.weapon), DUST_47)
    if line.range in range(nearest):
        return Refusal(
            "out_of_range",
            say("{weapon}: {range} squares, at least {least}", weapon=line.weapon, range=line.range, least=nearest),
            ref,
        )
    return Refusal(
        "out_of_range",
        say("{weapon}: {range} squares, at most {most}", weapon=line.weapon, range=line.range, most=farthest),
        ref,
    )


def no_sight(now: GameState, line: Told) -> Refusal | None:
    """The attacker sees the target; indirect fire needs the Observer's sight instead (DUST-18,
    57)."""
    if line.manner == "indirect" and "artillery" in kinds(whose(now, line), line.weapon):
        return (
            None
            if line.observer_los is not False
            else Refusal("no_sight", say("the Observer does not see the target"), DUST_57)
        )
    return Refusal("no_sight", say("no line of sight"), DUST_18) if line.los is False else None


def no_observer(now: GameState, line: Told) -> Refusal | None:
    """Indirect fire is called by a unit with Artillery Strike; a command squad needs its Radio
    (DUST-57, 60, 145)."""
    if line.manner != "indirect" or line.observer is None:
        return None
    unit = now.unit(line.observer)
    if not on_board(unit) or unit.seat != now.unit(line.attacker).seat or line.attacker in together(now, unit.id):
        return Refusal("no_observer", say("{unit} cannot observe for this unit", unit=unit.name), DUST_57)
    if commands(now, line.observer) and not has_role(unit, "radio"):
        return Refusal("no_radio", say("{unit}: the Radio is dead", unit=unit.name), DUST_60)
    if commands(now, line.observer) or may_use(now, line.observer, "artillery_strike"):
        return None
    return Refusal("no_observer", say("{unit} has no Artillery Strike", unit=unit.name), DUST_57)


def commands(now: GameState, unit: str) -> bool:
    """A command squad: by its skill, or by the parts of its miniatures (DUST-122, 141)."""
    at = now.unit(unit)
    models = at.stated("models")
    parts = [at.stated("models", n, "role") for n in range(len(models) if isinstance(models, tuple) else 0)]
    return skilled(at, "command_squad") or "officer" in parts or "radio" in parts


def not_ready_for_indirect(now: GameState, line: Told) -> Refusal | None:
    """On the board and not yet activated this round, not even by a reaction that failed
    (DUST-58)."""
    unit = now.unit(line.attacker)
    if line.manner != "indirect":
        return None
    if not on_board(unit):
        return Refusal("off_board", say("{unit} is not on the board", unit=unit.name), DUST_58)
    if unit.count("activated") or unit.count("reactivated"):
        return Refusal("activated", say("{unit} was activated this round", unit=unit.name), DUST_58)
    return None


def not_entered(now: GameState, line: Told) -> Refusal | None:
    """A unit that has not entered shoots at nobody, and nobody at it (DUST-103, 188)."""
    by = now.unit(line.attacker)
    if line.manner == "indirect" or by.gone or on_board(by):
        return not_on_board(now, line)
    return Refusal("off_board", say("{unit} is not on the board", unit=by.name), DUST_188)


def not_on_board(now: GameState, line: Told) -> Refusal | None:
    """DUST-103, 188."""
    at = now.unit(line.target)
    if at.gone or on_board(at):
        return None
    return Refusal("off_board", say("{unit} is not on the board", unit=at.name), DUST_188)


def not_sustained(now: GameState, line: Told) -> Refusal | None:
    """No Sustained Attack in indirect fire, a reaction or a Charge (DUST-57, 65, 71, 121)."""
    ref = NOT_SUSTAINED.get(line.manner)
    return Refusal("not_sustained", say("no Sustained Attack here"), ref) if line.sustained and ref else None


def wrong_weapon(now: GameState, line: Told) -> Refusal | None:
    """A Charge fights with range 1 and C only; who strikes back with C only, by one reading if
    not activated (DUST-51, 121)."""
    by = whose(now, line)
    if line.manner == "charge" and span(by, line.weapon) not in ("1", "C"):
        return Refusal("not_in_a_charge", say("a Charge fights with weapons of range 1 and C only"), DUST_121)
    if line.manner == "retaliation" and not is_close(by, line.weapon):
        return Refusal("not_close", say("only weapons of range C strike back"), DUST_51)
    if line.manner == "retaliation" and now.reading("retaliation") == "unactivated" and by.count("activated"):
        return Refusal("activated", say("{unit} was activated this round", unit=by.name), DUST_51)
    return None


def empty(now: GameState, line: Told) -> Refusal | None:
    """DUST-55, 164."""
    by = whose(now, line)
    if not needs_reload(by, line.weapon) or loaded(by, line.weapon):
        return None
    return Refusal("not_loaded", say("{weapon} must be reloaded first", weapon=line.weapon), DUST_55)


def fired_before(now: GameState, line: Told) -> Refusal | None:
    """DUST-176."""
    if not fired_out(now, whose(now, line), line.weapon):
        return None
    return Refusal("fired", say("{weapon} was fired this round", weapon=line.weapon), DUST_176)


def too_many_rounds(now: GameState, line: Told) -> Refusal | None:
    """One round for each living soldier, what is left, and what is printed (DUST-157, 160)."""
    by, at = whose(now, line), now.unit(line.target)
    printed = value_against(by, line.weapon, at)
    if printed is None or not (limited(by, line.weapon) or printed.volley):
        return None
    most = most_rounds(now, by, line.weapon, printed)
    wanted = line.rounds if line.rounds is not None else (line.bearers or 1)
    if wanted <= most:
        return None
    few = is_squad(by) and wanted > soldiers(now, by)
    return Refusal(
        "too_many_rounds",
        say("{weapon}: at most {most} rounds now", weapon=line.weapon, most=most),
        DUST_157 if printed.volley and not few else DUST_160,
    )


def not_the_active_enemy(now: GameState, line: Told) -> Refusal | None:
    """A reaction shoots at the unit being activated only (DUST-67)."""
    if line.manner != "reaction" or not not_the_active_one(now, line.target):
        return None
    return Refusal("not_active", say("a reaction shoots at the active unit only"), DUST_67)


def not_to_be_named(now: GameState, line: Told) -> Refusal | None:
    """Only a sniper names a miniature, one that is there; by one reading no hero (DUST-134)."""
    if line.named is None:
        return None
    both = [now.unit(each) for each in together(now, line.target)]
    there = any(
        unit.id == line.named if is_hero(unit) else is_squad(unit) and line.named in living(unit) for unit in both
    )
    if not there:
        return Refusal("not_there", say("the target has no such miniature"), DUST_134)
    if not snipes(now, line):
        return Refusal("no_sniper", say("only a sniper names a miniature"), DUST_134)
    if now.reading("sniperHero") == "no" and isinstance(line.named, str):
        return Refusal("not_the_hero", say("a sniper does not name a joined hero"), DUST_134)
    return None


def snipes(now: GameState, line: Told) -> bool:
    """As told or by the card; a card that states no skills is taken as told (DUST-134)."""
    by = whose(now, line)
    return by.stated("skills") is None or "sniper" in line.skills or sniper(by, line.weapon)


def fire_proof(now: GameState, line: Told) -> Refusal | None:
    """DUST-165."""
    if kind(now.unit(line.target)) != "trap" or "flamethrower" not in kinds(whose(now, line), line.weapon):
        return None
    return Refusal("fire_proof", say("a flamethrower cannot destroy an anti-tank trap"), DUST_165)


def used_up(now: GameState, line: Told) -> Refusal | None:
    """Once per game (DUST-113, 117, 125)."""
    for skill in line.skills:
        unit = now.unit(user_of(now, line, skill))
        if skill in ONCE and used(unit, skill):
            why = say("{unit} has used {skill} in this game", unit=unit.name, skill=named(skill))
            return Refusal("used_up", why, ONCE[skill])
    return None


def not_heroic_now(now: GameState, line: Told) -> Refusal | None:
    """By one reading heroism is declared with one's own activation only, not under fire
    (DUST-125)."""
    if "heroic_attack" not in line.skills or now.reading("heroicWhen") == "beforeDice":
        return None
    if user_of(now, line, "heroic_attack") in together(now, line.attacker):
        return None
    return Refusal("not_now", say("only in its own activation"), DUST_125)


def friendly(now: GameState, line: Told) -> Refusal | None:
    """Targets are enemies and cover elements; only flames burn friends (DUST-29, 166)."""
    by, at = now.unit(line.attacker), now.unit(line.target)
    burns = "flamethrower" in kinds(whose(now, line), line.weapon) and at.id not in together(now, by.id)
    if by.seat != at.seat or is_element(at) or burns:
        return None
    return Refusal("friend", say("{unit} is no enemy", unit=at.name), DUST_29)


def unarmed(now: GameState, line: Told) -> Refusal | None:
    """Nobody alive carries the weapon (DUST-30)."""
    by = whose(now, line)
    if line.bearers is not None or by.gone or not unborne(by, line.weapon):
        return None
    return Refusal("unarmed", say("{unit}: nobody alive carries {weapon}", unit=by.name, weapon=line.weapon), DUST_30)


DECLARED_LINE: tuple[Callable[[GameState, Told], Refusal | None], ...] = (
    gone,
    friendly,
    unarmed,
    not_on_board,
    no_value,
    fire_proof,
    wrong_weapon,
    empty,
    fired_before,
    too_many_rounds,
    not_to_be_named,
)
"""What is known of a line before its unit is activated (DUST-33)."""
AT_FIRE: tuple[Callable[[GameState, Told], Refusal | None], ...] = (
    gone,
    unarmed,
    not_entered,
    no_value,
    empty,
    fired_before,
    out_of_range,
    no_sight,
)
"""What may have changed since a line was declared (DUST-33)."""
LIMITS: tuple[Callable[[GameState, Told], Refusal | None], ...] = (
    gone,
    friendly,
    unarmed,
    not_entered,
    no_value,
    fire_proof,
    wrong_weapon,
    not_sustained,
    no_observer,
    not_ready_for_indirect,
    out_of_range,
    no_sight,
    empty,
    fired_before,
    too_many_rounds,
    used_up,
    not_heroic_now,
    not_to_be_named,
    not_the_active_enemy,
)
