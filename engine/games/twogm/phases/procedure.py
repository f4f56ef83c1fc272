"""What phases do by themselves: effects that end, markers that turn, cards that go."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.economy.lost_hq import lines_of_lost_hq
from engine.games.twogm.markers.equipment import lines_to_reactivate, lines_to_straighten
from engine.games.twogm.markers.smoke import lines_to_clear
from engine.playing.citing import rule
from engine.playing.opening import Nothing, opens
from engine.playing.procedure import Procedure, settle_ledger
from engine.values.maps import Map
from engine.values.model import Change, Line, Prompt
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.TWOGM_40, refs.TWOGM_75, refs.TWOGM_79, refs.TWOGM_122, refs.TWOGM_123)
def begin_turn(state: GameState, _: Nothing) -> Procedure:
    """Smoke and suppression that end now; markers used after the last End phase straightened the
    others."""
    return (yield from settle_ledger(state, begin_ledger))


def begin_ledger(now: GameState) -> Prompt:
    lines = (*lines_to_clear(now, now.seat), *lines_to_relieve(now, now.seat), *lines_to_straighten(now, 1 - now.seat))
    return Prompt("begin_turn", "ledger", now.seat, say("effects that end"), refs.TWOGM_40, lines=lines)


def lines_to_relieve(now: GameState, seat: int) -> Iterator[Line]:
    """Suppression ends as the next turn of its causer begins, who is always the other side."""
    for unit in now.units.values():
        if unit.count("suppressed") and unit.seat != seat:
            change = Change(unit.id, "suppressed", True, None, refs.TWOGM_75)
            yield Line(say("{unit}: take the suppression marker away", unit=unit.name), refs.TWOGM_75, (change,))


@rule(refs.TWOGM_16, refs.TWOGM_77)
def reactivate(state: GameState, _: Nothing) -> Procedure:
    """Disabled markers that are straight become active."""
    return (yield from settle_ledger(state, reactivation_ledger))


def reactivation_ledger(now: GameState) -> Prompt:
    return Prompt(
        "reactivation",
        "ledger",
        now.seat,
        say("markers to turn"),
        refs.TWOGM_77,
        lines=tuple(lines_to_reactivate(now, now.seat)),
    )


@rule(refs.TWOGM_09, refs.TWOGM_26, refs.TWOGM_79)
def end_turn(state: GameState, _: Nothing) -> Procedure:
    """One-turn cards go, markers are straightened, a lost HQ loses its store."""
    return (yield from settle_ledger(state, end_ledger))


def end_ledger(now: GameState) -> Prompt:
    lines = (*lines_to_discard(now, now.seat), *lines_to_straighten(now, now.seat), *lines_of_lost_hq(now, now.seat))
    return Prompt("end_turn", "ledger", now.seat, say("end of the turn"), refs.TWOGM_79, lines=lines)


def lines_to_discard(now: GameState, seat: int) -> Iterator[Line]:
    """Support for one turn is discarded at the end of the turn of who played it; permanent support
    stays."""
    for unit in now.units.values():
        held = unit.trackers.get("support")
        rows = tuple(row for row in held if isinstance(row, Map)) if isinstance(held, tuple) else ()
        kept = tuple(row for row in rows if row.get("permanent") is True or row.get("by", unit.seat) != seat)
        if kept != rows:
            text = say("{unit}: discard its cards for one turn", unit=unit.name)
            yield Line(text, refs.TWOGM_09, (Change(unit.id, "support", rows, kept, refs.TWOGM_09),))


OPENINGS = (
    opens("begin_turn", say("effects that end"), refs.TWOGM_40, Nothing, begin_turn),
    opens("reactivation", say("reactivation"), refs.TWOGM_77, Nothing, reactivate),
    opens("end_turn", say("end of the turn"), refs.TWOGM_79, Nothing, end_turn),
)
