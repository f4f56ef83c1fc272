"""The end of a turn: what runs out by itself; and formations that teleport in before the next."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.epic.aircraft import all_leave
from engine.games.epic.formations import rows
from engine.games.epic.markers import judged, placed
from engine.games.epic.refs import EPIC_117, EPIC_147, EPIC_235
from engine.games.epic.warengines import shields_back
from engine.playing.procedure import Procedure, call, decide, settle_ledger, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Record, UnitId, Whole, fields, required
from engine.values.maps import Value
from engine.values.model import D6, Change, Check, Line, Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say


def end_turn(state: GameState, turn: int | None = None) -> Procedure:
    """One ledger of what ends or comes back before anybody rallies (EPIC-117, 180, 235)."""
    state = yield from call(state, task(all_leave))
    return (yield from settle_ledger(state, ledger, turn))


def ledger(now: GameState, turn: int | None) -> Prompt:
    lines = tuple(
        line
        for unit in now.units.values()
        if unit.where != "destroyed"
        for part in PARTS
        for line in part(now, unit, turn or now.turn)
    )
    return Prompt(
        "end_turn", "ledger", now.seat, say("end of turn"), EPIC_117, lines=lines, readings=("garrison_overwatch",)
    )


def garrison_overwatch(now: GameState, unit: Unit, turn: int) -> Iterator[Line]:
    """A garrison's overwatch ends with turn 1, unless it was ordered anew by a passed action;
    staying so is none (EPIC-65, 235, 283)."""
    stayed = now.seats[unit.seat].get("done") and "overwatch" not in unit.marks("todo")
    renewed = (
        unit.trackers.get("order") == "overwatch" and not stayed and now.reading("garrison_overwatch") == "action_only"
    )
    if turn == 1 and unit.count("garrison") and unit.count("overwatch") and not renewed:
        text = say("{unit}: no longer on overwatch", unit=unit.name)
        yield Line(text, EPIC_235, (Change(unit.id, "overwatch", True, False, EPIC_235),))


PARTS = (garrison_overwatch, shields_back)
"""What ends or comes back, unit by unit."""


def teleport(state: GameState, formation: str) -> Procedure:
    """A die for each unit, a war engine as many as its capacity; each 1 is a blast marker
    (EPIC-147, 284)."""
    return (yield from decide(state, teleport_dice, arrived, formation))


def teleport_dice(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    dice = sum(row.left * row.weight for row in rows(unit))
    check = Check("teleport", dice, D6, EPIC_147, (2,))
    return Prompt(
        "teleport",
        "roll",
        unit.seat,
        say("{unit} teleports in: each 1 is a blast marker", unit=unit.name),
        EPIC_147,
        (formation,),
        (check,),
    )


def arrived(state: GameState, safe: tuple[int, ...], formation: str) -> GameState:
    """On the table before the strategy roll, with its markers (EPIC-147, 284)."""
    ones = sum(row.left * row.weight for row in rows(state.unit(formation))) - safe[0]
    return judged(placed(state.set(formation, "where", "table"), formation, ones), formation).note(ones=ones)


def not_all_teleport(now: GameState, formation: str) -> Refusal | None:
    """Only formations wholly able to (EPIC-147)."""
    if not all(row.has("teleport") for row in rows(now.unit(formation)) if row.left):
        return Refusal(
            "no_teleport", say("{unit}: not all its units teleport", unit=now.unit(formation).name), EPIC_147
        )
    return None


def markers_shown(**_: Value) -> dict[str, Show]:
    return {"blast": lambda after: after.noted("ones")}


END_TURN = Opening("end_turn", say("end of turn"), EPIC_117, end_turn, Record(fields(turn=Whole(1, 99))))
TELEPORT = Opening(
    "teleport",
    say("teleport"),
    EPIC_147,
    teleport,
    Record(required(formation=UnitId())),
    (not_all_teleport,),
    markers_shown,
    actor="formation",
)
