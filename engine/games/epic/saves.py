"""Saves: armour or cover, re-rolls, what weapons deny, what crossfire and snipers take away."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.games.epic.abilities import traits
from engine.games.epic.cards import UNIT
from engine.games.epic.formations import NO_CARD, Row, card_of, number, words
from engine.games.epic.hits import Hit
from engine.games.epic.refs import EPIC_50, EPIC_55, EPIC_144, EPIC_146
from engine.games.epic.terrain import Cover
from engine.playing.procedure import Procedure, roll
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import D6, Check, Modifier, Prompt, Ref
from engine.values.stages import Again, Stage, Then
from engine.values.table import GameState
from engine.values.texts import say

INVULNERABLE, ABOARD = 6, 6  # EPIC-144, 254
NO_SAVE, ALL_WAYS = 7, 6**4  # no mutant: any number past the die, any power that four dice divide


class Shelter(NamedTuple):
    """What a unit may save with."""

    armour: int | None
    cover: int | None
    abilities: tuple[str, ...]
    crossfire: bool = False

    def has(self, *names: str) -> bool:
        return any(name in self.abilities for name in names)


class Save(NamedTuple):
    """One way to save: the printed value, its rows, and what follows a failure."""

    value: int
    rows: tuple[Modifier, ...] = ()
    again: tuple[int, ...] = ()
    ref: Ref = EPIC_50

    @property
    def target(self) -> int:
        return self.value - sum(row.at(0) for row in self.rows)

    @property
    def ways(self) -> int:
        """Ways to save out of 1296: four dice at most (EPIC-50, 129, 144)."""
        lost = ALL_WAYS
        for target in (self.target, *self.again):
            lost = (
                lost * min(6, target - 1) // 6
            )  # no mutant: past the die nothing saves, and only the better of two counts
        return ALL_WAYS - lost


def shelter(row: Row, cover: Cover, crossfire: bool = False, use_cover: bool = True) -> Shelter:
    armour = row.card.get("armour")
    found = tuple(name for card in row.cards for name in traits(card.get("abilities")))
    return Shelter(
        armour if isinstance(armour, int) else None,
        cover.save if use_cover else None,
        (*found, "thick_rear_armour") if cover.fortified else found,
        crossfire,
    )


def crossfire(now: GameState, unit: Shelter, armour: bool) -> Modifier | None:
    """-1 on armour and cover, but not with thick rear armour (EPIC-55, 72, 130); cover keeps its
    value by one reading."""
    spared = unit.has("thick_rear_armour") or (not armour and now.reading("crossfire_saves") == "armour_only")
    metal = unit.has("living_metal") and now.reading("living_metal_crossfire") == "ignored"
    if unit.crossfire and not spared and not metal:
        return Modifier("crossfire", -1, say("crossfire"), EPIC_55)
    return None


def sniper(unit: Shelter, hit: Hit) -> Modifier | None:
    """-1 on the save, but not on living metal (EPIC-139, 146)."""
    if hit.has("sniper") and not unit.has("living_metal"):
        return Modifier("sniper", -1, say("sniper"), EPIC_146)
    return None


def modifiers(now: GameState, unit: Shelter, hit: Hit, armour: bool) -> tuple[Modifier, ...]:
    return tuple(row for row in (crossfire(now, unit, armour), sniper(unit, hit)) if row)


def armour_save(now: GameState, unit: Shelter, hit: Hit) -> Save:
    """Reinforced armour rolls again, but not against lances; macro-weapons leave it one roll and
    others none; living metal rolls again against both and has one roll against Titan Killers
    (EPIC-129, 139, 153, 154, 160)."""
    if unit.armour is None:
        return Save(NO_SAVE)
    metal, reinforced = unit.has("living_metal"), unit.has("reinforced_armour")
    if (hit.type == "tk" and not metal) or (hit.type == "mw" and not metal and not reinforced):
        return Save(NO_SAVE)
    once = Save(unit.armour, modifiers(now, unit, hit, True))
    twice = hit.type != "tk" and (metal or (reinforced and hit.type != "mw" and not hit.has("lance")))
    return once._replace(again=(once.target,)) if twice else once


def cover_save(now: GameState, unit: Shelter, hit: Hit) -> Save:
    """Instead of the armour; not against macro-weapons, Titan Killers or what ignores cover
    (EPIC-71, 152, 154, 160)."""
    if unit.cover is None or hit.type in ("mw", "tk") or hit.has("ignore_cover"):
        return Save(NO_SAVE)
    found = Save(unit.cover, modifiers(now, unit, hit, False))
    if now.reading("ra_cover") == "armour_value":
        return found._replace(again=armour_save(now, unit, hit).again)
    return found


def best_save(now: GameState, unit: Shelter, hit: Hit) -> Save:
    return _best_save(now.options, unit, hit)


@lru_cache(maxsize=4096)
def _best_save(options: Map[Value], unit: Shelter, hit: Hit) -> Save:
    """The owner takes the better one (EPIC-50, 256); an invulnerable save comes after it,
    whatever the attack (EPIC-144)."""
    now = GameState("", options=options)  # odds ask for the same few saves thousands of times
    found = max(armour_save(now, unit, hit), cover_save(now, unit, hit), key=lambda save: save.ways)
    if not unit.has("invulnerable_save"):
        return found
    if found.target >= NO_SAVE:
        return Save(INVULNERABLE, ref=EPIC_144)
    return found._replace(again=(*found.again, INVULNERABLE))


def stages(save: Save) -> tuple[Stage, ...]:
    return tuple(Again((target,)) for target in save.again)


def can_save(now: GameState, unit: Shelter, hits: tuple[Hit, ...]) -> bool:
    """Whether dice decide: no die is rolled for a save that is impossible (EPIC-50, 55)."""
    return all(best_save(now, unit, hit).ways for hit in hits)


def save_check(now: GameState, key: str, units: int, unit: Shelter, hits: tuple[Hit, ...]) -> Check:
    """Units that each must save against the same hits, one after another: what is read is who
    survives (EPIC-50, 255)."""
    first, *others = [best_save(now, unit, hit) for hit in hits]
    then: tuple[Stage, ...] = tuple(stage for save in others for stage in (Then(1, (save.target,)), *stages(save)))
    return Check(key, units, D6, first.ref, (first.value,), first.rows, stages=(*stages(first), *then))


def save(state: GameState, **told: Value) -> Procedure:
    """One hit on one unit."""
    state, saved = yield from roll(state, save_dice, told)
    return state.note(saved=saved)


def save_dice(now: GameState, told: dict[str, Value]) -> Prompt:
    unit, hit = as_told(now, **told)  # type: ignore[arg-type]  # checked by SITUATION
    return Prompt(
        "save",
        "roll",
        now.seat,
        say("save"),
        EPIC_50,
        checks=(save_check(now, "save", 1, unit, (hit,)),),
        readings=("crossfire_saves", "ra_cover"),
    )


def as_told(
    now: GameState,
    hit: str,
    armour: int | None = None,
    cover: int | None = None,
    crossfire: bool = False,
    abilities: tuple[str, ...] = (),
    ignore_cover: bool = False,
    unit: Value = None,
) -> tuple[Shelter, Hit]:
    """The unit, what is not told by its card, and the hit. Passengers of a wreck have armour or
    a 6+, of an aircraft shot down nothing (EPIC-126, 155, 212, 254)."""
    card = NO_CARD if unit is None else card_of(now, unit)
    known = traits((*abilities, *words(card)))
    armour = number(card.get("armour")) or None if armour is None else armour
    kind = {"lance": "normal", "sniper": "normal", "wreck": "normal", "crash": "tk"}.get(hit, hit)
    if hit == "crash":
        return Shelter(None, None, ()), Hit(kind)
    if hit == "wreck" and now.reading("passengers") == "armour_or_6":
        cover = min(cover or NO_SAVE, ABOARD)
    said = (("ignore_cover", ignore_cover), ("lance", hit == "lance"), ("sniper", hit == "sniper"))
    added = tuple(word for word, on in said if on)
    return Shelter(armour, cover, tuple(known), crossfire), Hit(kind, added)


def killed(**_: Value) -> dict[str, Show]:
    return {"killed": lambda after: "no" if after.noted("saved") else "yes"}


SITUATION = Record(
    (
        Field("hit", Word(("normal", "mw", "tk", "lance", "sniper", "crash", "wreck")), default="normal"),
        *fields(unit=Either((UnitId(), UNIT)), armour=Whole(1, 7), cover=Whole(1, 7)),
        Field("crossfire", Flag(), default=False),
        Field("abilities", ListOf(Word()), default=()),
        Field("ignore_cover", Flag(), default=False),
    )
)
SAVE = Opening("save", say("save"), EPIC_50, save, SITUATION, shows=killed)
