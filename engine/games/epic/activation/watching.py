"""What the players tell of a shot on overwatch: how many see the mover, how far it is, where it
stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.games.epic import refs
from engine.games.epic.activation.situation import SeenByWatcher
from engine.games.epic.formations.rows import models, rows
from engine.games.epic.shooting.salvos import FIREPOWER_OF_CARDS
from engine.games.epic.shooting.weapons import all_weapons
from engine.games.epic.terrain.ground import OPEN, TERRAIN, cover_of
from engine.playing.citing import rule
from engine.values.kinds import Either, Kind, Record, Whole, Word
from engine.values.situation import record_of
from engine.values.table import GameState, Unit


@rule(refs.EPIC_41, refs.EPIC_62, refs.EPIC_69)
def fields_seen(now: GameState, who: str, formation: str) -> Record:
    """No more than there are, by the ranges of its weapons, in ground that shelters the target;
    any other distance and ground may be told too."""
    whole = record_of(SeenByWatcher)
    words = {"range": ranges(now.unit(who)), "terrain": shelters(now, formation)}
    narrowed: dict[str, Kind] = {"able": Whole(0, models(now, who))}
    for field in whole.fields:
        if words.get(field.key):
            narrowed[field.key] = Either((Word(words[field.key]), field.kind))
    return Record(tuple(replace(field, kind=narrowed.get(field.key, field.kind)) for field in whole.fields))


def ranges(unit: Unit) -> tuple[str, ...]:
    """How far its weapons reach, the nearest first."""
    guns = (gun for gun in all_weapons(unit) if any(gun.get(kind) is not None for kind in FIREPOWER_OF_CARDS))
    found = {reach for gun in guns if isinstance(reach := gun.get("range"), int)}
    return tuple(str(each) for each in sorted(found))


@rule(refs.EPIC_69)
def shelters(now: GameState, formation: str) -> tuple[str, ...]:
    """The open, and every ground that does something for the formation."""
    lines = [row for row in rows(now.unit(formation)) if row.left]
    waits = bool(now.unit(formation).count("overwatch"))
    given = {each: tuple(cover_of(now, row, each, False, waits) for row in lines) for each in TERRAIN}
    return (OPEN, *(each for each in TERRAIN if given[each] != given[OPEN]))


def distance_as_number(told: Mapping[str, Any]) -> dict[str, Any]:
    """A range that was tapped is a word."""
    return {key: int(value) if key == "range" else value for key, value in told.items()}
