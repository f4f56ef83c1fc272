"""Losses: who of a squad falls, how a hero and his squad share, and who is gone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.games.dust.heroes import partner
from engine.games.dust.refs import DUST_38, DUST_97, DUST_186
from engine.games.dust.units import because, carries, is_hero, is_squad, left, living, role
from engine.games.dust.words import named
from engine.playing.procedure import Asking, Procedure, choose, number
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

NOBODY = -1  # no mutant: any place that no miniature has
"""The place of a miniature that is no longer there."""


def lose(state: GameState, target: str, damage: int) -> Procedure:
    """A squad loses a miniature a point, its owner choosing; others lose hit points; what is too
    much is lost (DUST-38, 180)."""
    unit = state.unit(target)
    if not damage:
        return state
    if damage >= left(unit):
        return destroyed(state, target)
    if not is_squad(unit):
        return because(state.set(target, "damage", unit.count("damage") + damage), None, target, "damage")
    for _ in range(damage):
        state, model = yield from one_lost(state, target)
        state = without(state, target, model)
    return state


def without(state: GameState, target: str, model: int | None) -> GameState:
    """A squad less one miniature (DUST-180)."""
    alive = tuple(each for each in living(state.unit(target)) if each != model)
    return because(state.set(target, "alive", alive), None, target, "alive") if alive else destroyed(state, target)


def one_lost(state: GameState, target: str) -> Asking[int]:
    """Asked only where it matters: they do not all carry the same (DUST-38)."""
    bands = alike(state.unit(target), living(state.unit(target)))
    if len(bands) < 2:
        return state, max(next(iter(bands.values()), (NOBODY,)))
    state, key = yield from choose(state, who_falls, target)
    return state, int(key)


def who_falls(now: GameState, target: str) -> Prompt:
    """One option for each loadout, the most common first; a hand may have taken all away
    meanwhile (DUST-38)."""
    unit = now.unit(target)
    bands = sorted(alike(unit, living(unit)).items(), key=lambda band: (-len(band[1]), band[0]))
    options = tuple(Option(str(max(models)), described(each)) for each, models in bands)
    return Prompt(
        "loss",
        "choice",
        unit.seat,
        say("{unit} loses a miniature: which?", unit=unit.name),
        DUST_38,
        (target,),
        options=options or (Option(str(NOBODY), say("nobody is left")),),
    )


def described(each: tuple[str, ...]) -> Text:
    """A miniature by what it carries, and by its part."""
    *weapons, part = each
    if part:
        return say("{part}, with {weapons}", part=named(part), weapons=", ".join(weapons))
    return say("miniature with {weapons}", weapons=", ".join(weapons))


def alike(unit: Unit, models: Iterable[int]) -> dict[tuple[str, ...], list[int]]:
    """Miniatures by what they bring: their weapons and their part."""
    bands: dict[tuple[str, ...], list[int]] = {}
    for model in models:
        bands.setdefault(load(unit.card, model), []).append(model)
    return bands


@lru_cache(maxsize=4096)
def load(card: Map[Value], model: int) -> tuple[str, ...]:
    unit = Unit("", 0, card)
    return (*carries(unit, model), role(unit, model))


def destroyed(state: GameState, target: str) -> GameState:
    """Off the board; whoever was joined to it goes on alone (DUST-180, 186)."""
    unit = state.unit(target)
    for each in (target, *(other.id for other in state.units.values() if other.trackers.get("joined") == target)):
        if state.unit(each).trackers.get("joined"):
            state = because(state.set(each, "joined", None), DUST_186, each, "joined")
    if not is_squad(unit) and isinstance(unit.stated("hp"), int):
        state = state.set(target, "damage", unit.need("hp"))
    return because(
        state.set(target, "alive", None).set(target, "where", "destroyed"), None, target, "alive", "where", "damage"
    )


def counted(state: GameState, target: str, unit: str, damage: int) -> GameState:
    """Remember the points, for the target declared and for the unit they fell on."""
    names = {f"damage:{target}", f"taken:{unit}"}
    return state.note(**{name: state.noted(name) + damage for name in names})


def shared(
    state: GameState, target: str, damage: int, assign: Map[Value], once: bool = False
) -> Asking[tuple[tuple[str, int], ...]]:
    """How many points fall on whom; the owner decides, for each line or once for all of an
    attack (DUST-97)."""
    other = partner(state, target)
    if other is None:
        return state, ((target, damage),)
    hero, squad = (other.id, target) if is_hero(other) else (target, other.id)
    least, most = hero_share(state, hero, squad, damage)
    if assign:
        on_hero = told_share(state, assign, hero, squad, damage)
        on_hero = max(least, min(most, on_hero))
        if once:
            state = state.note(
                **{
                    f"assigned:{unit}": state.noted(f"assigned:{unit}") + points
                    for unit, points in ((hero, on_hero), (squad, damage - on_hero))
                }
            )
    elif least == most:
        on_hero = least
    else:
        state, on_hero = yield from number(state, how_many, hero, squad, damage)
    return state, tuple(share for share in ((squad, damage - on_hero), (hero, on_hero)) if share[1])


def hero_share(now: GameState, hero: str, squad: str, damage: int) -> tuple[int, int]:
    """What the squad cannot take falls on the hero; he takes no more than he has while the squad
    stands (DUST-97, 186)."""
    least = max(0, damage - left(now.unit(squad)))
    return least, max(least, min(damage, left(now.unit(hero))))


def told_share(now: GameState, assign: Map[Value], hero: str, squad: str, damage: int) -> int:
    """In the order told, each as many as told and not assigned before, the rest on the squad
    (DUST-97)."""
    rest, on_hero = damage, 0
    for unit, points in assign.items():
        taken = min(rest, max(0, int(str(points)) - now.noted(f"assigned:{unit}")))
        rest, on_hero = rest - taken, on_hero + (taken if unit == hero else 0)
    return on_hero if squad not in assign or hero in assign else on_hero + rest


def how_many(now: GameState, hero: str, squad: str, damage: int) -> Prompt:
    """DUST-97."""
    least, most = hero_share(now, hero, squad, damage)
    at = now.unit(hero)
    text = say("{damage} damage: how many points fall on {unit}?", damage=damage, unit=at.name)
    return Prompt("assign", "number", at.seat, text, DUST_97, (hero, squad), least=least, most=most, default=least)
