"""Overwatch: who may answer a move, and the answer itself."""

from __future__ import annotations

from engine.games.epic.barrage import barrage
from engine.games.epic.fire import volley
from engine.games.epic.formations import models
from engine.games.epic.markers import has_broken
from engine.games.epic.orders import DURING
from engine.games.epic.refs import EPIC_62, EPIC_259
from engine.games.epic.shooting import has_battery, shot_its_fire, volley_of
from engine.games.epic.terrain import TERRAINS
from engine.playing.procedure import Procedure, call, choose, fill, task, until
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Field, Flag, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt
from engine.values.table import GameState
from engine.values.texts import say

TRIGGERS = ("move", "charge", "pop_up", "disembark", "withdrawal")
SILENT = (
    "counter_charge",
    "planetfall",
    "drop_pod",
    "teleport",
    "landing",
    "consolidation",
    "regroup",
    "shoot",
    "overwatch",
)
SEEN = Record(
    (
        Field("able", Whole(0, 99), required=True),
        Field("terrain", Word(TERRAINS), default="open_ground"),
        Field("crossfire", Flag(), default=False),
    )
)


def reactions(state: GameState, formation: str, moment: str) -> Procedure:
    """Formations on overwatch answer one by one, each resolved before the next; nobody has to
    (EPIC-62, 259, 260)."""
    state = state.note(held_fire=False)
    return (
        yield from until(lambda now: quiet(now, formation), state, task(reaction, formation=formation, moment=moment))
    )


def quiet(now: GameState, formation: str) -> bool:
    """Over when the rest hold their fire, when nobody is left, or when the mover has broken
    (EPIC-62, 259, 262)."""
    return bool(
        now.noted("held_fire") or has_broken(now, formation) or now.unit(formation).gone or not watching(now, formation)
    )


def watching(now: GameState, formation: str) -> tuple[str, ...]:
    """Enemies on overwatch, not broken; markers alone do not end it (EPIC-62, 261)."""
    return tuple(
        unit.id
        for unit in now.standing(1 - now.unit(formation).seat)
        if unit.count("overwatch") and not unit.count("broken")
    )


def reaction(state: GameState, formation: str, moment: str) -> Procedure:
    """One formation fires, a battery its barrage, and is on overwatch no longer, or the rest
    hold their fire (EPIC-57, 62, 63, 64, 260)."""
    state, who = yield from choose(state, who_fires, formation, moment)
    if who == "none":
        return state.note(held_fire=True)
    state, seen = yield from fill(state, seen_by, who, formation, moment)
    if has_battery(state, who, seen["able"], "overwatch"):
        state = yield from call(state, task(barrage, by=who, target=formation, order="overwatch", direct=True, **seen))
        return state.set(who, "overwatch", False)
    planned = volley_of(state, {**seen, "target": formation, "by": who, "as": "overwatch", "order": "overwatch"})
    if planned.markers:
        state = yield from call(state, task(volley, fire=planned))
    return shot_its_fire(state, planned, False)


def who_fires(now: GameState, formation: str, moment: str) -> Prompt:
    able = watching(now, formation)
    options = (
        Option("none", say("hold fire")),
        *(Option(each, say("{unit}", unit=now.unit(each).name)) for each in able),
    )
    text = say("{unit} has moved: overwatch fire?", unit=now.unit(formation).name)
    return Prompt(
        f"overwatch:{moment}:{len(able)}",
        "choice",
        1 - now.unit(formation).seat,
        text,
        EPIC_62,
        (formation, *able),
        options=options,
        default="none",
    )


def seen_by(now: GameState, who: str, formation: str, moment: str) -> Prompt:
    """What only the table can tell of the shot."""
    text = say(
        "{unit}: how many can fire at {target}, and where does it stand?",
        unit=now.unit(who).name,
        target=now.unit(formation).name,
    )
    return Prompt(
        f"seen:{moment}:{who}",
        "form",
        now.unit(who).seat,
        text,
        EPIC_62,
        (who, formation),
        fields=SEEN,
        default=Map({"able": models(now, who), "terrain": "open_ground", "crossfire": False}),
    )


def told(
    now: GameState, formation: str, trigger: str = "move", during: Map[Value] | None = None, flak_fired: bool = False
) -> dict[str, Value]:
    """Whether it may fire: on overwatch and on the table, unbroken, and at a trigger; flak
    changes nothing (EPIC-62, 203, 253, 259, 261)."""
    unit = now.unit(formation)
    may = trigger in TRIGGERS and unit.where == "table"
    return {"may_fire": bool(unit.count("overwatch") and not unit.count("broken") and may)}


OVERWATCH = Opening(
    "overwatch",
    say("overwatch"),
    EPIC_259,
    nothing,
    Record(
        (
            Field("formation", UnitId(), required=True),
            Field("trigger", Word((*TRIGGERS, *SILENT)), default="move"),
            *fields(during=DURING),
            Field("flak_fired", Flag(), default=False),
        )
    ),
    tells=told,
)
