"""What the players are asked while something comes down from orbit."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.formations.rows import models, row_of
from engine.games.epic.space.landing import OFF
from engine.playing.citing import rule
from engine.values.model import D6, Check, Option, Prompt, Ref
from engine.values.table import GameState
from engine.values.texts import Text, say

REASONS = {
    "impassable": say("impassable"),
    "dangerous": say("dangerous"),
    "unit": say("on a unit"),
    "zoc": say("in an enemy zone of control"),
}


def how_far_astray(now: GameState, formation: str, at: int, nth: int) -> Prompt:
    """A random direction, 2D6 cm."""
    unit = now.unit(formation)
    text = say("{unit}: within 15 cm of the drop zone, then so many cm in a random direction", unit=unit.name)
    return two_dice(key_of_unit(now, formation, "scatter", at, nth), unit.seat, text, refs.EPIC_222, formation)


def how_far_pod_drifts(now: GameState, formation: str, nth: int, pods: int) -> Prompt:
    key = "scatter" if pods == 1 else f"scatter:{nth}"
    text = say("drop pod {number}: within 15 cm of its zone, then so many cm in a random direction", number=nth + 1)
    return two_dice(key, now.unit(formation).seat, text, refs.EPIC_225, formation)


def how_far(now: GameState) -> Prompt:
    return two_dice("scatter", now.seat, say("scatter in cm, in a random direction"), refs.EPIC_222)


def two_dice(key: str, seat: int, text: Text, ref: Ref, *about: str) -> Prompt:
    return Prompt(key, "roll", seat, text, ref, about, (Check(key, 2, D6, ref, keep=0),))


def key_of_unit(now: GameState, formation: str, question: str, at: int, nth: int) -> str:
    return question if models(now, formation) == 1 else f"{question}:{at}:{nth}"


@rule(refs.EPIC_256)
def where_it_lands(now: GameState, formation: str, at: int, nth: int) -> Prompt:
    """The opponent moves a unit out of bad ground, other units and enemy zones to the nearest
    clear place."""
    unit = now.unit(formation)
    options = (
        Option("clear", say("on clear ground")),
        Option(OFF, say("off the table: destroyed")),
        *(
            Option(key, say("the opponent moves it to the nearest clear place: {why}", why=why))
            for key, why in REASONS.items()
        ),
    )
    text = say("{unit}: where does it come down?", unit=unit.name)
    key = key_of_unit(now, formation, "spot", at, nth)
    return Prompt(key, "choice", unit.seat, text, refs.EPIC_223, (formation,), options=options)


def how_many_stranded(now: GameState, formation: str, at: int) -> Prompt:
    unit, row = now.unit(formation), row_of(now.unit(formation), at)
    text = say(
        "how many {row} cannot be placed within 15 cm, in coherency, outside enemy zones of control?", row=row.name
    )
    return Prompt(f"stranded:{at}", "number", unit.seat, text, refs.EPIC_225, (formation,), most=row.left)
