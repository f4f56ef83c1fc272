"""Shots: groups of equal dice, told or read off the firing formation's cards, and what they need
to hit."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.epic.abilities import traits
from engine.games.epic.formations import Row, number, rows
from engine.games.epic.hits import AIM
from engine.games.epic.markers import markers_per_unit
from engine.games.epic.modifiers import AFTER_A_SIX, IMPOSSIBLE, TWO_DICE, Aim, needed, to_hit_rows
from engine.games.epic.refs import EPIC_16, EPIC_45
from engine.games.epic.reserves import airborne
from engine.games.epic.suppression import shooting
from engine.games.epic.units import ORDERS
from engine.games.epic.warengines import sides_of
from engine.games.epic.weapons import readiness
from engine.playing.procedure import Procedure, roll
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import D6, Check, Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say

FIREPOWER = ("ap", "at", "mw", "tk")
FIREPOWER_OF_CARDS = ("ap", "at", "mw", "bp")


class Shot(NamedTuple):
    """So many dice of one kind."""

    dice: int
    type: str
    value: int
    traits: tuple[str, ...] = ()
    waived: bool = False
    damage: int = 1
    victim: int = -1
    aim: str = ""


SHOT = Record(
    (
        Field("count", Whole(0, 999), default=1),
        Field("type", Word((*FIREPOWER, "aa", "ff")), required=True),
        Field("value", Whole(1, 9), required=True),
        Field("abilities", ListOf(Word()), default=()),
        *fields(waived=Flag(), damage=Either((Whole(1, 99), Word())), victim=Whole(0, 99), aim=AIM),
    )
)


def told_shots(shots: tuple[Map[Value], ...]) -> tuple[Shot, ...]:
    return tuple(told_shot(shot) for shot in shots if number(shot["count"]))


def told_shot(shot: Map[Value]) -> Shot:
    """Dice as told: whom they are aimed at, whether cover is waived (EPIC-47, 146, 172)."""
    type, known, damage = kind_of(str(shot["type"]), shot["abilities"], shot.get("damage"))
    return Shot(
        number(shot["count"]),
        type,
        number(shot["value"]),
        known,
        bool(shot.get("waived")),
        damage,
        number(shot.get("victim"), -1),
        str(shot.get("aim") or ""),
    )


def kind_of(type: str, abilities: Value, damage: Value = None) -> tuple[str, tuple[str, ...], int]:
    """What an ability makes of a hit: a Titan Killer with its damage, or a macro-weapon
    (EPIC-154, 160)."""
    known = traits(abilities)
    deadly = type == "tk" or "titan_killer" in known
    points = sides_of(damage if damage is not None else known.get("titan_killer"))
    return "tk" if deadly else "mw" if "macro_weapon" in known else type, tuple(known), points


def firing_rows(
    now: GameState, by: str, able: Value = None, kinds: tuple[str, ...] = FIREPOWER_OF_CARDS
) -> tuple[int, ...]:
    """Units of each row that shoot: those in range and sight, less those suppressed (EPIC-41)."""
    unit = now.unit(by)
    lines = rows(unit)
    counts = tuple(row.left if can_shoot(now, unit, row, kinds) else 0 for row in lines)
    if isinstance(able, tuple):
        counts = tuple(min(count, number(able[row]) if row < len(able) else 0) for row, count in enumerate(counts))
    elif isinstance(able, int):
        counts = _front(counts, able)
    markers = 0 if airborne(unit) else unit.count("blast") // markers_per_unit(unit)
    return shooting(counts, tuple(row.weight for row in lines), markers)


def can_shoot(now: GameState, unit: Unit, row: Row, kinds: tuple[str, ...]) -> bool:
    """Units without a gun absorb no marker; those reloading do, but by one reading (EPIC-41)."""
    guns = [weapon for _, weapon in weapons(row) if any(weapon.get(kind) is not None for kind in kinds)]
    if now.reading("suppression_pool") == "in_range":
        return bool(guns)
    return any(readiness(now, unit, weapon, "advance").ready for weapon in guns)


def _front(counts: tuple[int, ...], able: int) -> tuple[int, ...]:
    found = []
    for count in counts:
        found.append(min(count, able))
        able -= found[-1]
    return tuple(found)


def card_shots(now: GameState, by: str, able: Value, target: str, order: str) -> tuple[Shot, ...]:
    """The weapons of the units that shoot; one with both AP and AT takes what more of the target
    can be hit by (EPIC-41, 42, 57, 141, 157, 256)."""
    found: dict[Shot, int] = {}
    for row, count in zip(rows(now.unit(by)), firing_rows(now, by, able), strict=True):
        for alone, weapon in weapons(row):
            ready = count and readiness(now, now.unit(by), weapon, order).ready
            for shot in weapon_shots(now, weapon, target) if ready else ():
                found[shot._replace(dice=0)] = found.get(shot._replace(dice=0), 0) + (1 if alone else count) * shot.dice
    return tuple(shot._replace(dice=count) for shot, count in found.items())


def weapons(row: Row) -> tuple[tuple[bool, Map[Value]], ...]:
    """The weapons of each unit of a row, and those of single characters with it (EPIC-141)."""
    cards = ((False, row.card), *((True, card) for card in row.characters))
    return tuple((alone, weapon) for alone, card in cards for weapon in listed(card) if isinstance(weapon, Map))


def listed(card: Map[Value]) -> tuple[Value, ...]:
    found = card.get("weapons")
    return found if isinstance(found, tuple) else ()


def weapon_shots(now: GameState, weapon: Map[Value], target: str) -> tuple[Shot, ...]:
    """The shots of a weapon; what its abilities bring is for its extra attacks alone, where it
    has any (EPIC-150)."""
    dice, more = number(weapon.get("shots"), 1), traits(weapon.get("abilities")).get("extra_attacks")
    if not more:
        return weapon_shot(now, weapon, target, dice)
    return *weapon_shot(now, weapon.without("abilities"), target, dice), *weapon_shot(now, weapon, target, more)


def weapon_shot(now: GameState, weapon: Map[Value], target: str, dice: int) -> tuple[Shot, ...]:
    """AP, AT, macro-weapon or Titan Killer; barrage points and flak are other attacks (EPIC-42,
    57, 149)."""
    score = next((kind for kind in ("mw", "at", "ap") if weapon.get(kind) is not None), "")
    if not score:
        return ()
    deadly = weapon.get("tk") is not None
    type, known, damage = kind_of("tk" if deadly else score, weapon.get("abilities"), weapon.get("tk"))
    if type == "at" and weapon.get("ap") is not None:
        type = score = better_against(now, target)
    return (Shot(dice, type, number(weapon[score]), known, damage=damage),)


def better_against(now: GameState, target: str) -> str:
    """AP or AT: what more of the target can be hit by (EPIC-42, 256)."""
    soft = sum(row.left for row in rows(now.unit(target)) if row.type in ("INF", "LV"))
    hard = sum(row.left for row in rows(now.unit(target)) if row.type != "INF")
    return "ap" if soft >= hard else "at"


def one_shot(
    state: GameState,
    value: int,
    order: str = "advance",
    cover: bool = False,
    ignore_cover: bool = False,
    waived: bool = False,
) -> Procedure:
    """A single die; cover that is ignored or waived does not count (EPIC-46, 47, 152)."""
    aim = Aim(value, order, cover and not ignore_cover and not waived)
    state, hit = yield from roll(state, one_die, aim)
    return state.note(hit=hit)


def one_die(now: GameState, aim: Aim) -> Prompt:
    return Prompt("to_hit", "roll", now.seat, say("to hit"), EPIC_45, checks=(hit_check("to_hit", 1, aim),))


def hit_check(key: str, dice: int, aim: Aim) -> Check:
    """The printed value or more; an unmodified 1 misses (EPIC-45)."""
    return Check(key, dice, D6, EPIC_45, (aim.value,), to_hit_rows(aim), natural="low", past=AFTER_A_SIX)


def hit(**_: Value) -> dict[str, Show]:
    return {"hit": lambda after: "yes" if after.noted("hit") else "no"}


def required(
    now: GameState,
    value: int,
    order: str = "advance",
    cover: bool = False,
    ignore_cover: bool = False,
    waived: bool = False,
) -> dict[str, Value]:
    """The number needed, past 6 too, and what the second die then needs (EPIC-48)."""
    score = needed(Aim(value, order, cover and not ignore_cover and not waived))
    return {
        "target": score,
        "second": score - 3 if TWO_DICE <= score < IMPOSSIBLE else None,
        "possible": score < IMPOSSIBLE,
    }


def on_the_march(now: GameState, order: str = "advance", **_: Value) -> Refusal | None:
    return Refusal("marched", say("a March has no shooting in it"), EPIC_16) if order == "march" else None


TO_HIT = Opening(
    "to_hit",
    say("to hit"),
    EPIC_45,
    one_shot,
    Record(
        (
            Field("value", Whole(1, 9), required=True),
            Field("order", Word(ORDERS), default="advance"),
            Field("cover", Flag(), default=False),
            Field("ignore_cover", Flag(), default=False),
            Field("waived", Flag(), default=False),
        )
    ),
    (on_the_march,),
    hit,
    tells=required,
)
WAIVED = Either((Flag(), ListOf(Word(FIREPOWER))))
