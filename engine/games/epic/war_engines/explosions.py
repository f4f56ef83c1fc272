"""Engines that explode: every unit within 5 cm may be hit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from engine.games.epic import refs
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.formations.rows import models
from engine.games.epic.shooting.salvos import Salvo
from engine.games.epic.shooting.steps import resolve_volley
from engine.games.epic.shooting.volley import Volley
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, call, choose, number, task, until
from engine.playing.rules import Duty
from engine.values.kinds import Whole
from engine.values.maps import Map
from engine.values.model import Option, Prompt, Refusal
from engine.values.situation import Situation
from engine.values.table import GameState
from engine.values.texts import say

NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Explosion(Situation):
    """What it needs to hit a unit."""

    value: Annotated[int, Whole(2, 6)]


class Met(NamedTuple):
    """Formations that the explosion has reached so far, and whether that was all."""

    formations: frozenset[str] = frozenset()
    is_over: bool = False


@rule(refs.EPIC_277)
def explode(state: GameState, explosion: Explosion) -> Procedure:
    """Formation by formation, as the players say who is near."""
    held = state.trackers.get("explosions")
    due = list(held) if isinstance(held, tuple) else []
    if explosion.value in due:
        due.remove(explosion.value)
    state = state.set("", "explosions", tuple(due), refs.EPIC_277)
    return (yield from until(is_over, state, task(reach, explosion)))


def is_over(now: GameState) -> bool:
    return now.recall(Met).is_over or not within_reach(now)


def within_reach(now: GameState) -> tuple[str, ...]:
    """Formations on the ground that were not asked for yet."""
    met = now.recall(Met).formations
    return tuple(
        unit.id for seat in (0, 1) for unit in now.standing(seat) if unit.id not in met and not is_airborne(unit)
    )


def reach(state: GameState, explosion: Explosion) -> Procedure:
    """One formation: how many of its units are near, then a die for each."""
    met = state.recall(Met).formations
    state, formation = yield from choose(state, who_is_near)
    if formation == NOBODY:
        return state.remember(Met(met, is_over=True))
    state, near = yield from number(state, how_many_are_near, formation)
    state = state.remember(Met(met | {formation}))
    volley = Volley(formation, (Salvo(near, "normal", explosion.value),), markers=0)
    return (yield from call(state, task(resolve_volley, volley)))


def who_is_near(now: GameState) -> Prompt:
    nobody, key = Option(NOBODY, say("nobody else")), f"near:{len(now.recall(Met).formations)}"
    near = (Option(each, say("{unit}", unit=now.unit(each).name)) for each in within_reach(now))
    text = say("who has units within 5 cm of the explosion?")
    return Prompt(key, "choice", now.seat, text, refs.EPIC_277, options=(nobody, *near))


def how_many_are_near(now: GameState, formation: str) -> Prompt:
    text = say("{unit}: how many units within 5 cm?", unit=now.unit(formation).name)
    most = models(now, formation)
    return Prompt(f"units:{formation}", "number", now.seat, text, refs.EPIC_277, (formation,), least=1, most=most)


def nothing_exploded(now: GameState, explosion: Explosion) -> Refusal | None:
    """In a game an explosion follows a critical hit."""
    held = now.trackers.get("explosions")
    if isinstance(held, tuple) and explosion.value in held:
        return None
    return Refusal("no_explosion", say("no war engine has exploded"), refs.EPIC_277)


@rule(refs.EPIC_277)
def explosions(now: GameState) -> Iterator[Duty]:
    """What is owed to those who stand near a wreck."""
    held = now.trackers.get("explosions")
    for value in held if isinstance(held, tuple) else ():
        text = say("Explosion: units within 5 cm are hit on {score}+", score=str(value))
        yield Duty("explosion", text, refs.EPIC_277, Map({"value": value}))


def lay_a_wreck(now: GameState, explosion: Explosion) -> GameState:
    """The table of a question: an engine has exploded."""
    return now.set("", "explosions", (explosion.value,), refs.EPIC_277)


OPENINGS = (
    opens(
        "explosion",
        say("explosion"),
        refs.EPIC_277,
        Explosion,
        explode,
        refusals=(nothing_exploded,),
        stage=lay_a_wreck,
    ),
)
