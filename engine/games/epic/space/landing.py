"""Where a drop comes down: what the place is, who puts the unit there, who gets out."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.memory import DECLARED
from engine.games.epic.activation.overwatch import answer_on_overwatch
from engine.games.epic.air.reserves import is_aircraft, move_to
from engine.games.epic.formations.rows import row_of
from engine.games.epic.terrain.ground import TERRAINS, ground
from engine.playing.citing import rule
from engine.playing.procedure import Procedure, call, task
from engine.values.kinds import Either, Flag, Record, Word, fields
from engine.values.maps import Map, Value
from engine.values.table import GameState

OFF, BAD = "off_table", ("impassable", "dangerous", "unit", "zoc")
SAME = {
    "friend": "unit",
    "enemy": "unit",
    "on_unit": "unit",
    "enemy_zoc": "zoc",
    "in_zoc": "zoc",
    "off": OFF,
    "table": "clear",
}
SPOTS = (OFF, *BAD, "clear", "friend", "enemy", "enemy_zoc", "in_zoc", "on_unit", "off", "table")
FACTS = Record(fields(terrain=Word(TERRAINS), off_table=Flag(), on_unit=Flag(), in_zoc=Flag()))
SPOT = Either((Word((*SPOTS, *TERRAINS)), FACTS))
"""A place as one word, as terrain for the unit that lands, or as several facts."""


@rule(refs.EPIC_223)
def kind_of_spot(now: GameState, formation: str, spot: Value) -> str:
    """Off the table, one of the bad places, or clear."""
    if isinstance(spot, Map):
        facts = ((OFF, "off_table"), ("unit", "on_unit"), ("zoc", "in_zoc"))
        found = next((name for name, key in facts if spot.get(key)), "")
        return found or kind_of_spot(now, formation, spot.get("terrain"))
    word = SAME.get(str(spot), str(spot))
    if word not in TERRAINS:
        return word
    row = row_of(now.unit(formation), 0)
    effect = ground(row.type, row.has("mounted"), word)[1]
    return effect if effect in BAD else "clear"


def set_down(state: GameState, formation: str, unload: tuple[str, ...]) -> Procedure:
    """On the table; overwatch may fire at those who get out, not at the landing itself."""
    state = put_on_ground(state, formation).remember(DECLARED)
    for other in unload:
        state = move_to(state, other, "table", refs.EPIC_222).set(other, "aboard", None, refs.EPIC_222)
        state = yield from call(state, task(answer_on_overwatch, other, "disembark"))
    return state


@rule(refs.EPIC_224)
def put_on_ground(state: GameState, formation: str) -> GameState:
    """An aircraft has landed and takes no action this turn; the others may act."""
    state = move_to(state, formation, "table", refs.EPIC_222).set(formation, "flying", False, refs.EPIC_222)
    state = state.set(formation, "aboard", None, refs.EPIC_222)
    if not is_aircraft(state.unit(formation)):
        return state
    return state.set(formation, "landed", True, refs.EPIC_213).set(formation, "activated", True, refs.EPIC_213)
