"""Saves: armour or cover, re-rolls, what weapons deny, what crossfire and snipers take away."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.abilities import traits
from engine.games.epic.formations.rows import NO_CARD, UnitRow, ability_words, card_of, number
from engine.games.epic.shooting.hits import Hit
from engine.games.epic.shooting.memory import SavesMade
from engine.games.epic.shooting.situation import HitOnUnit
from engine.games.epic.terrain.ground import Cover
from engine.playing.citing import rule
from engine.playing.opening import Show
from engine.playing.procedure import Procedure, roll
from engine.values.maps import Map, Value
from engine.values.model import D6, Check, Modifier, Prompt, Ref
from engine.values.stages import Again, Stage, Then
from engine.values.table import GameState
from engine.values.texts import say

INVULNERABLE = 6
ABOARD = 6
NO_SAVE = 7
TRAITS_OF_SAVES = ("ignore_cover", "lance", "sniper")
"""What a hit may add that only changes saves."""


REINFORCED = Modifier("reinforced", 0, say("reinforced armour: those that failed once more"), refs.EPIC_129)
METAL = Modifier("metal", 0, say("living metal: those that failed once more"), refs.EPIC_139)
SECOND = Modifier("invulnerable", 0, say("invulnerable: those that failed once more, at 6+"), refs.EPIC_144)
"""Rows of further dice, which change no value."""


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
    ref: Ref = refs.EPIC_50

    @property
    def target(self) -> int:
        return self.value - sum(row.at(0) for row in self.rows)

    @property
    @rule(refs.EPIC_50, refs.EPIC_129, refs.EPIC_144)
    def chance(self) -> Fraction:
        """The chance of one of its rolls."""
        lost = Fraction(1)
        for target in (self.target, *self.again):
            lost *= Fraction(sum(face < target for face in D6.faces), len(D6.faces))
        return 1 - lost


def shelter(row: UnitRow, cover: Cover, crossfire: bool = False, use_cover: bool = True) -> Shelter:
    found = (*abilities_of(row), "thick_rear_armour") if cover.fortified else abilities_of(row)
    return Shelter(armour_of(row), cover.save if use_cover else None, found, crossfire)


def armour_of(row: UnitRow) -> int | None:
    armour = row.card.get("armour")
    return armour if isinstance(armour, int) else None


def abilities_of(row: UnitRow) -> tuple[str, ...]:
    return tuple(name for card in row.cards for name in traits(card.get("abilities")))


@rule(refs.EPIC_72, refs.EPIC_130)
def crossfire(now: GameState, unit: Shelter, armour: bool) -> Modifier | None:
    """-1 on armour and cover, but not with thick rear armour; cover keeps its
    value by one reading."""
    spared = unit.has("thick_rear_armour") or (not armour and now.reading("crossfire_saves") == "armour_only")
    metal = unit.has("living_metal") and now.reading("living_metal_crossfire") == "ignored"
    if unit.crossfire and not spared and not metal:
        return Modifier("crossfire", -1, say("crossfire"), refs.EPIC_55)
    return None


@rule(refs.EPIC_139)
def sniper(unit: Shelter, hit: Hit) -> Modifier | None:
    """-1 on the save, but not on living metal."""
    if hit.has("sniper") and not unit.has("living_metal"):
        return Modifier("sniper", -1, say("sniper"), refs.EPIC_146)
    return None


def modifiers(now: GameState, unit: Shelter, hit: Hit, armour: bool) -> tuple[Modifier, ...]:
    return tuple(row for row in (crossfire(now, unit, armour), sniper(unit, hit)) if row)


@rule(refs.EPIC_129, refs.EPIC_139, refs.EPIC_153, refs.EPIC_154, refs.EPIC_160)
def armour_save(now: GameState, unit: Shelter, hit: Hit) -> Save:
    """Reinforced armour rolls again, but not against lances; macro-weapons leave it one roll and
    others none; living metal rolls again against both and has one roll against Titan Killers."""
    if unit.armour is None:
        return Save(NO_SAVE)
    metal, reinforced = unit.has("living_metal"), unit.has("reinforced_armour")
    if (hit.type == "tk" and not metal) or (hit.type == "mw" and not metal and not reinforced):
        return Save(NO_SAVE)
    once = Save(unit.armour, modifiers(now, unit, hit, True))
    twice = hit.type != "tk" and (metal or (reinforced and hit.type != "mw" and not hit.has("lance")))
    return once._replace(rows=(*once.rows, METAL if metal else REINFORCED), again=(once.target,)) if twice else once


@rule(refs.EPIC_71, refs.EPIC_152, refs.EPIC_154, refs.EPIC_160)
def cover_save(now: GameState, unit: Shelter, hit: Hit) -> Save:
    """Instead of the armour; not against macro-weapons, Titan Killers or what ignores cover."""
    if unit.cover is None or hit.type in ("mw", "tk") or hit.has("ignore_cover"):
        return Save(NO_SAVE)
    found = Save(unit.cover, modifiers(now, unit, hit, False))
    if now.reading("ra_cover") == "armour_value":
        return found._replace(again=armour_save(now, unit, hit).again)
    return found


def best_save(now: GameState, unit: Shelter, hit: Hit) -> Save:
    return _best_save(now.options, unit, hit)


@rule(refs.EPIC_50, refs.EPIC_256)
@lru_cache(maxsize=4096)
def _best_save(options: Map[Value], unit: Shelter, hit: Hit) -> Save:
    """The owner takes the better one; an invulnerable save comes after it,
    whatever the attack."""
    now = GameState("", options=options)  # odds ask for the same few saves thousands of times
    found = max(armour_save(now, unit, hit), cover_save(now, unit, hit), key=lambda save: save.chance)
    if not unit.has("invulnerable_save"):
        return found
    if found.target >= NO_SAVE:
        return Save(INVULNERABLE, ref=refs.EPIC_144)
    return found._replace(rows=(*found.rows, SECOND), again=(*found.again, INVULNERABLE))


@rule(refs.EPIC_146, refs.EPIC_152, refs.EPIC_153)
def without_idle_traits(now: GameState, shelters: tuple[Shelter, ...], hit: Hit) -> Hit:
    """A hit without what changes no save of those it may reach: equal hits are one kind."""
    for trait in (each for each in hit.traits if each in TRAITS_OF_SAVES):
        plainer = hit._replace(traits=tuple(each for each in hit.traits if each != trait))
        if all(best_save(now, each, hit) == best_save(now, each, plainer) for each in shelters):
            hit = plainer
    return hit


def stages(save: Save) -> tuple[Stage, ...]:
    return tuple(Again((target,)) for target in save.again)


@rule(refs.EPIC_50, refs.EPIC_55)
def can_save(now: GameState, unit: Shelter, hits: tuple[Hit, ...]) -> bool:
    """Whether dice decide: no die is rolled for a save that is impossible."""
    return all(best_save(now, unit, hit).chance for hit in hits)


@rule(refs.EPIC_50, refs.EPIC_255)
def save_check(now: GameState, key: str, units: int, unit: Shelter, hits: tuple[Hit, ...]) -> Check:
    """Units that each must save against the same hits, one after another: what is read is who
    survives."""
    first, *others = [best_save(now, unit, hit) for hit in hits]
    then: tuple[Stage, ...] = tuple(stage for save in others for stage in (Then(1, (save.target,)), *stages(save)))
    return Check(key, units, D6, first.ref, (first.value,), first.rows, stages=(*stages(first), *then))


# The question


def roll_single_save(state: GameState, question: HitOnUnit) -> Procedure:
    """One hit on one unit."""
    state, saved = yield from roll(state, single_save, question)
    return state.remember(SavesMade(saved))


def single_save(now: GameState, question: HitOnUnit) -> Prompt:
    unit, hit = unit_and_hit(now, question)
    return Prompt(
        "save",
        "roll",
        now.seat,
        say("save"),
        refs.EPIC_50,
        checks=(save_check(now, "save", 1, unit, (hit,)),),
        readings=("crossfire_saves", "ra_cover"),
    )


@rule(refs.EPIC_126, refs.EPIC_155, refs.EPIC_212, refs.EPIC_254)
def unit_and_hit(now: GameState, question: HitOnUnit) -> tuple[Shelter, Hit]:
    """The unit, what is left out by its card, and the hit. Passengers of a wreck have armour or
    a 6+, of an aircraft shot down nothing."""
    kind, card = question.hit, NO_CARD if question.unit is None else card_of(now, question.unit)
    if kind == "crash":
        return Shelter(None, None, ()), Hit("tk")
    cover, known = question.cover, tuple(traits((*question.abilities, *ability_words(card))))
    armour = number(card.get("armour")) or None if question.armour is None else question.armour
    if kind == "wreck" and now.reading("passengers") == "armour_or_6":
        cover = min(cover or NO_SAVE, ABOARD)
    added = (("ignore_cover", question.ignore_cover), ("lance", kind == "lance"), ("sniper", kind == "sniper"))
    hit = Hit(kind if kind in ("mw", "tk") else "normal", tuple(word for word, is_on in added if is_on))
    return Shelter(armour, cover, known, question.crossfire), hit


@rule(refs.EPIC_50)
def outcomes_of_save(question: HitOnUnit) -> dict[str, Show]:
    return {"killed": lambda after: "no" if after.recall(SavesMade).saved else "yes"}
