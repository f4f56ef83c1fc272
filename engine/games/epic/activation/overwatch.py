"""Overwatch: who may answer a move, and the answer itself."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.activation.orders import far_of
from engine.games.epic.activation.situation import TRIGGERS, WatchTrigger
from engine.games.epic.activation.watching import distance_as_number, fields_seen
from engine.games.epic.formations.rows import models
from engine.games.epic.morale.markers import has_broken
from engine.games.epic.shooting.barrage import barrage
from engine.games.epic.shooting.procedure import end_fire, has_battery, volley_of
from engine.games.epic.shooting.situation import Barrage, Fire, Stand
from engine.games.epic.shooting.steps import resolve_volley
from engine.games.epic.terrain.ground import OPEN
from engine.playing.citing import rule
from engine.playing.opening import answers
from engine.playing.procedure import Procedure, call, choose, fill, task, until
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

MOMENTS = {
    "charge": say("{unit} has charged: overwatch fire?"),
    "disembark": say("{unit} has got out: overwatch fire?"),
    "pop_up": say("{unit} has popped up: overwatch fire?"),
}


class HeldFire(NamedTuple):
    """Whether the rest of those on overwatch hold their fire."""

    by_all: bool = False


@rule(refs.EPIC_62, refs.EPIC_259, refs.EPIC_260)
def answer_on_overwatch(state: GameState, formation: str, moment: str) -> Procedure:
    """Formations on overwatch answer one by one, each resolved before the next; none has to."""
    answer, withdraws = task(let_one_answer, formation, moment), is_withdrawal(moment)
    return (yield from until(lambda now: is_over(now, formation, withdraws), state.remember(HeldFire()), answer))


@rule(refs.EPIC_62, refs.EPIC_259, refs.EPIC_262)
def is_over(now: GameState, formation: str, withdraws: bool) -> bool:
    """Over when the rest hold their fire, when no formation is left, or when the mover has broken
    and does not withdraw already."""
    if now.recall(HeldFire).by_all or (has_broken(now, formation) and not withdraws):
        return True
    return not watchers(now, formation)


def is_withdrawal(moment: str) -> bool:
    return moment.startswith("withdraw")


@rule(refs.EPIC_62, refs.EPIC_261)
def watchers(now: GameState, formation: str) -> tuple[str, ...]:
    """Enemies on overwatch, not broken; markers alone do not end it. A mover that is gone is not
    answered."""
    mover = now.unit(formation)
    enemies = () if mover.gone else now.standing(1 - mover.seat)
    return tuple(unit.id for unit in enemies if unit.count("overwatch") and not unit.count("broken"))


@rule(refs.EPIC_57, refs.EPIC_62, refs.EPIC_64, refs.EPIC_260)
def let_one_answer(state: GameState, formation: str, moment: str) -> Procedure:
    """One formation fires, a battery its barrage, and is on overwatch no longer, or the rest
    hold their fire."""
    state, who = yield from choose(state, who_fires, formation, moment)
    if who == "none":
        return state.remember(HeldFire(True))
    state, told = yield from fill(state, what_the_watcher_sees, who, formation, moment)
    seen = distance_as_number(told)
    if has_battery(state, who, Stand(seen["able"], seen.get("range")), "overwatch"):
        fire = Barrage(by=who, target=formation, order="overwatch", direct=True, **seen)
        return (yield from call(state.set(who, "overwatch", False, refs.EPIC_63), task(barrage, fire)))
    planned = volley_of(state, Fire(formation, who, as_="overwatch", order="overwatch", **seen))
    if planned.markers:
        state = state.set(who, "overwatch", False, refs.EPIC_63)
        state = yield from call(state, task(resolve_volley, planned))
    return end_fire(state, planned)


def who_fires(now: GameState, formation: str, moment: str) -> Prompt:
    able, unit = watchers(now, formation), now.unit(formation)
    named = (Option(each, say("{unit}", unit=now.unit(each).name)) for each in able)
    return Prompt(
        f"overwatch:{moment}:{len(able)}",
        "choice",
        1 - unit.seat,
        text_of_moment(moment, unit),
        refs.EPIC_62,
        (formation, *able),
        options=(Option("none", say("hold fire")), *named),
        default="none",
    )


def text_of_moment(moment: str, unit: Unit) -> Text:
    """What has just happened, with several moves which of them, and how far."""
    name, far = unit.name, far_of(unit)
    if is_withdrawal(moment):
        moves = int(moment.removeprefix("withdraw").partition(":")[0])
        return say("{unit} withdraws, after move {number}: overwatch fire?", unit=name, number=moves)
    if moment.startswith("move"):
        nth = int(moment.removeprefix("move"))
        if far is None:
            return say("{unit}, after move {number}: overwatch fire?", unit=name, number=nth)
        return say("{unit}, after move {number}, up to {far}: overwatch fire?", unit=name, number=nth, far=far)
    return replace(MOMENTS[moment], values=Map({"unit": name}))


def what_the_watcher_sees(now: GameState, who: str, formation: str, moment: str) -> Prompt:
    unit = now.unit(who)
    text = say(
        "{unit}: how many can fire at {target}, and where does it stand?",
        unit=unit.name,
        target=now.unit(formation).name,
    )
    return Prompt(
        f"seen:{moment}:{who}",
        "form",
        unit.seat,
        text,
        refs.EPIC_62,
        (who, formation),
        fields=fields_seen(now, who, formation),
        default=Map({"able": models(now, who), "terrain": OPEN, "crossfire": False}),
    )


@rule(refs.EPIC_62, refs.EPIC_203, refs.EPIC_253, refs.EPIC_259, refs.EPIC_261)
def may_fire(now: GameState, trigger: WatchTrigger) -> dict[str, Value]:
    """Whether it may fire: on overwatch and on the table, unbroken, and at a trigger; flak
    changes nothing."""
    unit = now.unit(trigger.formation)
    may = trigger.trigger in TRIGGERS and unit.where == "table"
    return {"may_fire": bool(unit.count("overwatch") and not unit.count("broken") and may)}


OPENINGS = (answers("overwatch", say("overwatch"), refs.EPIC_259, WatchTrigger, may_fire),)
