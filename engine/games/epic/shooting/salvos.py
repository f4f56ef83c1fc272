"""Salvos: groups of equal dice, stated or read off the firing formation's cards, and what they need
to hit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.dice.check import housed
from engine.games.epic import refs
from engine.games.epic.abilities import ARCS, able, traits
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.formations.riders import outside
from engine.games.epic.formations.rows import UnitRow, front_to_back, number, row_of, rows
from engine.games.epic.morale.markers import markers_per_unit
from engine.games.epic.morale.suppression import shooters
from engine.games.epic.shooting.memory import FireTally, tally
from engine.games.epic.shooting.modifiers import AFTER_A_SIX, IMPOSSIBLE, TWO_DICE, ShotAim, needed, to_hit_rows
from engine.games.epic.shooting.situation import FIREPOWER, ShotsStated, SingleShot, Stand
from engine.games.epic.shooting.weapons import is_in_arc, is_in_reach, is_ready, weapons
from engine.games.epic.war_engines.damage import titan_killer_damage
from engine.games.epic.war_engines.hulls import shaken_engines
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.playing.procedure import Procedure, roll
from engine.values.maps import Map, Value
from engine.values.model import D6, Check, Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

FIREPOWER_OF_CARDS = ("ap", "at", "mw", "bp")
ANYWHERE = Stand()


class Salvo(NamedTuple):
    """So many dice of one kind."""

    dice: int
    type: str
    value: int
    traits: tuple[str, ...] = ()
    waived: bool = False
    damage: int = 1
    victim: int = -1
    aim: str = ""
    shaken: bool = False


# As the players say


@rule(refs.EPIC_47, refs.EPIC_146, refs.EPIC_172)
def salvo_stated(shots: ShotsStated) -> Salvo:
    """Dice as stated: whom they are aimed at, whether cover is waived."""
    type, known, damage = kind_of(shots.type, shots.abilities, shots.damage)
    victim = -1 if shots.victim is None else shots.victim
    return Salvo(shots.count, type, shots.value, known, bool(shots.waived), damage, victim, shots.aim or "")


def salvos_stated(shots: tuple[ShotsStated, ...]) -> tuple[Salvo, ...]:
    return tuple(salvo_stated(each) for each in shots if each.count)


@rule(refs.EPIC_146)
def salvos_at(now: GameState, target: str, shots: tuple[ShotsStated, ...]) -> tuple[Salvo, ...]:
    """A sniper's victim is a row of the target."""
    for each in shots:
        if each.victim is not None:
            row_of(now.unit(target), each.victim)
    return salvos_stated(shots)


@rule(refs.EPIC_154, refs.EPIC_160)
def kind_of(type: str, abilities: Value, damage: Value = None) -> tuple[str, tuple[str, ...], int]:
    """What an ability makes of a hit: a Titan Killer with its damage, or a macro-weapon. Hits of
    weapons in different arcs are alike."""
    known = {name: count for name, count in traits(abilities).items() if name not in ARCS}
    is_deadly = type == "tk" or "titan_killer" in known
    points = titan_killer_damage(damage if damage is not None else known.get("titan_killer"))
    return "tk" if is_deadly else "mw" if "macro_weapon" in known else type, tuple(known), points


# By the cards


@rule(refs.EPIC_41)
def firing_rows(
    now: GameState, by: str, stand: Stand = ANYWHERE, order: str = "", kinds: tuple[str, ...] = FIREPOWER_OF_CARDS
) -> tuple[int, ...]:
    """Units of each row that shoot: those in range and sight, less those suppressed, the farthest
    first."""
    unit, seen = now.unit(by), stand.able
    lines = tuple(sorted(outside(unit), key=lambda row: row.name == stand.rear))
    counts = tuple(row.left if can_shoot(now, unit, row, kinds, stand, order) else 0 for row in lines)
    if isinstance(seen, tuple):
        counts = tuple(
            min(count, seen[row.at] if row.at < len(seen) else 0) for row, count in zip(lines, counts, strict=True)
        )
    elif seen is not None:
        counts = front_to_back(counts, seen)
    markers = 0 if is_airborne(unit) else unit.count("blast") // markers_per_unit(unit)
    firing = shooters(counts, tuple(row.weight for row in lines), markers)
    return tuple(count for _, count in sorted(zip((row.at for row in lines), firing, strict=True)))


@rule(refs.EPIC_41)
def can_shoot(now: GameState, unit: Unit, row: UnitRow, kinds: tuple[str, ...], stand: Stand, order: str) -> bool:
    """Units without a gun that reaches the target absorb no marker; those reloading do, but by one
    reading."""
    guns = [
        weapon
        for _, weapon in weapons(row)
        if any(weapon.get(kind) is not None for kind in kinds) and reaches(weapon, stand, order)
    ]
    if now.reading("suppression_pool") == "in_range":
        return bool(guns)
    return any(is_ready(now, unit, weapon, "advance") for weapon in guns)


@rule(refs.EPIC_41, refs.EPIC_170)
def reaches(weapon: Map[Value], stand: Stand, order: str) -> bool:
    """Whether the target is in its range and in its arc."""
    return is_in_reach(weapon, stand.distance, order) and is_in_arc(weapon, stand.arcs)


@rule(refs.EPIC_41, refs.EPIC_42, refs.EPIC_57, refs.EPIC_141, refs.EPIC_157, refs.EPIC_256)
def salvos_by_cards(
    now: GameState, by: str, stand: Stand, target: str, order: str, firepower: str = ""
) -> tuple[Salvo, ...]:
    """The weapons of the units that shoot and reach the target; one with both AP and AT uses what
    the shooter chose, else what more of the target can be hit by."""
    both = firepower or better_against(now, target)
    found: dict[Salvo, int] = {}
    for row, count, weapon in firing_weapons(now, by, stand, order):
        for salvo in salvos_of_weapon(weapon, both):
            for units, shaken in firing_of_row(now.unit(by), row, count):
                kind = salvo._replace(dice=0, shaken=shaken)
                found[kind] = found.get(kind, 0) + units * salvo.dice
    return tuple(salvo._replace(dice=count) for salvo, count in found.items())


@rule(refs.EPIC_41, refs.EPIC_141, refs.EPIC_157)
def firing_weapons(now: GameState, by: str, stand: Stand, order: str) -> Iterator[tuple[UnitRow, int, Map[Value]]]:
    """Weapons of those that shoot, loaded and in reach of the target, with their row and how many
    fire; of a character's there is one."""
    unit = now.unit(by)
    for row, count in zip(rows(unit), firing_rows(now, by, stand, order), strict=True):
        for alone, weapon in weapons(row) if count else ():
            if is_ready(now, unit, weapon, order) and reaches(weapon, stand, order):
                yield row, 1 if alone else count, weapon


@rule(refs.EPIC_157, refs.EPIC_159)
def weapons_spent(
    now: GameState, by: str, stand: Stand, order: str, kinds: tuple[str, ...] = FIREPOWER
) -> tuple[str, ...]:
    """Of the weapons that fire those that do not fire every turn; who keeps silent stays loaded."""
    slow = (
        str(weapon.get("name"))
        for _, _, weapon in firing_weapons(now, by, stand, order)
        if any(weapon.get(kind) for kind in kinds) and able(weapon.get("abilities"), "slow_firing", "single_shot")
    )
    return tuple(dict.fromkeys(slow))


@rule(refs.EPIC_277)
def firing_of_row(unit: Unit, row: UnitRow, count: int) -> tuple[tuple[int, bool], ...]:
    """Of so many that fire those who hit as ever, and those at -1 after a critical hit."""
    steady = min(count, row.left - shaken_engines(unit, row))
    return tuple((units, shaken) for units, shaken in ((steady, False), (count - steady, True)) if units)


@rule(refs.EPIC_150)
def salvos_of_weapon(weapon: Map[Value], both: str) -> tuple[Salvo, ...]:
    """The shots of a weapon; what its abilities bring is for its extra attacks alone, where it
    has any."""
    dice, more = number(weapon.get("shots"), 1), traits(weapon.get("abilities")).get("extra_attacks")
    if not more:
        return salvo_of_weapon(weapon, both, dice)
    plain = salvo_of_weapon(weapon.without("abilities"), both, dice)
    return *plain, *salvo_of_weapon(weapon, both, more)


@rule(refs.EPIC_42, refs.EPIC_57, refs.EPIC_149)
def salvo_of_weapon(weapon: Map[Value], both: str, dice: int) -> tuple[Salvo, ...]:
    """AP, AT, macro-weapon or Titan Killer; barrage points and flak are other attacks."""
    score = next((kind for kind in ("mw", "at", "ap") if weapon.get(kind) is not None), "")
    if not score:
        return ()
    is_deadly = weapon.get("tk") is not None
    type, known, damage = kind_of("tk" if is_deadly else score, weapon.get("abilities"), weapon.get("tk"))
    if type == "at" and weapon.get("ap") is not None:
        type = score = both
    return (Salvo(dice, type, number(weapon[score]), known, damage=damage),)


@rule(refs.EPIC_42, refs.EPIC_256)
def better_against(now: GameState, target: str) -> str:
    """AP or AT: what more of the target can be hit by."""
    soft = sum(row.left for row in outside(now.unit(target)) if row.type in ("INF", "LV"))
    hard = sum(row.left for row in outside(now.unit(target)) if row.type != "INF")
    return "ap" if soft >= hard else "at"


# One die


def hit_check(key: str, dice: int, aim: ShotAim) -> Check:
    """The printed value or more; an unmodified 1 misses."""
    return Check(key, dice, D6, refs.EPIC_45, (aim.value,), to_hit_rows(aim), natural="low", past=AFTER_A_SIX)


@rule(refs.EPIC_46, refs.EPIC_47, refs.EPIC_152)
def aim_of_single_shot(shot: SingleShot) -> ShotAim:
    """Cover that is ignored or waived does not count."""
    return ShotAim(shot.value, shot.order, shot.cover and not shot.ignore_cover and not shot.waived)


def fire_single_shot(state: GameState, shot: SingleShot) -> Procedure:
    state, hit = yield from roll(state, single_die, shot)
    return state.remember(FireTally(hits=hit))


def single_die(now: GameState, shot: SingleShot) -> Prompt:
    rows = ((row.amount, row.why) for row in shot.bonuses)
    check = housed(hit_check("to_hit", 1, aim_of_single_shot(shot)), rows)
    return Prompt("to_hit", "roll", now.seat, say("to hit"), refs.EPIC_45, checks=(check,))


@rule(refs.EPIC_45)
def outcomes_of_single_shot(shot: SingleShot) -> dict[str, Show]:
    return {"hit": lambda after: "yes" if tally(after).hits else "no"}


@rule(refs.EPIC_48)
def number_needed(now: GameState, shot: SingleShot) -> Mapping[str, Value]:
    """The number needed, past 6 too, and what the second die then needs."""
    score = needed(aim_of_single_shot(shot)) - sum(row.amount for row in shot.bonuses)
    second = score - 3 if TWO_DICE <= score < IMPOSSIBLE else None
    return {"target": score, "second": second, "possible": score < IMPOSSIBLE}


def no_shot_on_the_march(now: GameState, shot: SingleShot) -> Refusal | None:
    if shot.order == "march":
        return Refusal("marched", say("a March has no shooting in it"), refs.EPIC_16)
    return None
