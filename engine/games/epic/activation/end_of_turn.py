"""The end of a turn: what runs out by itself; and formations that teleport in before the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.epic import refs
from engine.games.epic.activation.situation import EndOfTurn, Teleport
from engine.games.epic.air.reserves import move_to
from engine.games.epic.air.sorties import end_flights
from engine.games.epic.formations.rows import rows, strength
from engine.games.epic.morale.markers import break_if_due, has_broken, place_markers
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.war_engines.burning import suffer_criticals
from engine.games.epic.war_engines.shields import shields_back
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure, call, decide, settle_ledger, task
from engine.values.model import D6, Change, Check, Line, Prompt, Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.EPIC_117, refs.EPIC_180, refs.EPIC_235)
def end_turn(state: GameState, end: EndOfTurn) -> Procedure:
    """Aircraft go, fires and leaks are rolled for; then one ledger of what ends or comes back
    before the rallies."""
    state = yield from call(state, task(end_flights))
    state = yield from call(state, *suffer_criticals(state))
    return (yield from settle_ledger(state, ledger, end))


def ledger(now: GameState, end: EndOfTurn) -> Prompt:
    standing, turn = (unit for unit in now.units.values() if unit.where != "destroyed"), end.turn or now.turn
    lines = tuple(line for unit in standing for part in PARTS for line in part(now, unit, turn))
    text, readings = say("end of turn"), ("garrison_overwatch",)
    return Prompt("end_turn", "ledger", now.seat, text, refs.EPIC_117, lines=lines, readings=readings)


@rule(refs.EPIC_65, refs.EPIC_283)
def garrison_overwatch(now: GameState, unit: Unit, turn: int) -> Iterator[Line]:
    """A garrison's overwatch ends with turn 1, unless it was ordered anew by a passed action;
    staying so is none."""
    is_renewed = unit.trackers.get("order") == "overwatch" and now.reading("garrison_overwatch") == "action_only"
    if turn == 1 and unit.count("garrison") and unit.count("overwatch") and not is_renewed:
        text = say("{unit}: no longer on overwatch", unit=unit.name)
        yield Line(text, refs.EPIC_235, (Change(unit.id, "overwatch", True, False, refs.EPIC_235),))


PARTS = (garrison_overwatch, shields_back)
"""What ends or comes back, unit by unit."""


# Teleporting


class TeleportTally(NamedTuple):
    """Markers that a formation took when it teleported in."""

    markers: int = 0


@rule(refs.EPIC_112, refs.EPIC_147, refs.EPIC_284)
def teleport(state: GameState, teleport: Teleport) -> Procedure:
    """A die for each unit, a war engine as many as its capacity; each 1 is a blast marker, and who
    breaks by them withdraws."""
    formation = teleport.formation
    state = yield from decide(state, teleport_dice, arrive, teleport)
    return (yield from call(state, task(withdraw, formation))) if has_broken(state, formation) else state


def teleport_dice(now: GameState, teleport: Teleport) -> Prompt:
    unit = now.unit(teleport.formation)
    check = Check("teleport", strength(now, unit.id), D6, refs.EPIC_147, (2,))
    text = say("{unit} teleports in: each 1 is a blast marker", unit=unit.name)
    return Prompt("teleport", "roll", unit.seat, text, refs.EPIC_147, (unit.id,), (check,))


@rule(refs.EPIC_284)
def arrive(state: GameState, safe: tuple[int, ...], teleport: Teleport) -> GameState:
    """On the table before the strategy roll, with its markers."""
    formation = teleport.formation
    ones = strength(state, formation) - safe[0]
    state = move_to(state, formation, "table", refs.EPIC_147).remember(TeleportTally(ones))
    return break_if_due(place_markers(state, formation, ones, refs.EPIC_147), formation)


def not_all_teleport(now: GameState, teleport: Teleport) -> Refusal | None:
    """Only formations wholly able to."""
    unit = now.unit(teleport.formation)
    if not all(row.has("teleport") for row in rows(unit) if row.left):
        return Refusal("no_teleport", say("{unit}: not all its units teleport", unit=unit.name), refs.EPIC_147)
    return None


def not_off_the_table(now: GameState, teleport: Teleport) -> Refusal | None:
    """Only those appear who have stayed off the table."""
    unit = now.unit(teleport.formation)
    if unit.where != "reserve":
        return Refusal("not_in_reserve", say("{unit} does not wait off the table", unit=unit.name), refs.EPIC_147)
    return None


def keep_off_the_table(now: GameState, teleport: Teleport) -> GameState:
    """The table of a question: who teleports in is in reserve."""
    return now.set(teleport.formation, "where", "reserve", refs.EPIC_147)


def outcomes_of_teleport(teleport: Teleport) -> dict[str, Show]:
    return {"blast": lambda after: after.recall(TeleportTally).markers}


OPENINGS = (
    opens("end_turn", say("end of turn"), refs.EPIC_117, EndOfTurn, end_turn),
    opens(
        "teleport",
        say("teleport"),
        refs.EPIC_147,
        Teleport,
        teleport,
        refusals=(not_all_teleport, not_off_the_table),
        stage=keep_off_the_table,
        shows=outcomes_of_teleport,
        actor="formation",
    ),
)
