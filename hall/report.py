"""What a table tells the board: what a spectator beside it could see, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.playing import codec
from engine.playing.outcome import last_outcome
from engine.playing.rules import seats_of
from engine.playing.session import Session
from engine.values.texts import Text, english

LONGEST, SEATS = 40, 8
"""Letters of a name; seats of a table."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The match a table plays: its round, its number in the hall, and whether the second player of
    the pairing has the first seat."""

    round: int
    table: int
    is_swapped: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """A table as it is now. `number` grows with every report of it.

    `acting` are the seats whose go it is. `calls` asks for the organiser. `code` lets a spectator
    in, where the table has several devices.
    """

    id: str
    game: str
    name: str
    players: tuple[str, ...]
    turn: int
    step: Text
    acting: tuple[int, ...] = ()
    points: tuple[int | None, ...] = ()
    sides: tuple[Text | None, ...] = ()
    last: Text | None = None
    is_over: bool = False
    winner: int | None = None
    claim: Claim | None = None
    calls: bool = False
    code: str = ""
    number: int = 0


def report_of(
    session: Session, table: str, name: str, players: tuple[str, ...], before: Report | None, is_covered: bool = False
) -> Report:
    """The report of a game.

    What is being decided is told when it is decided: until then sides and outcome are those before
    it. While an answer is covered nothing new is told at all.
    """
    if is_covered and before:
        return before
    rules, state = session.rules, session.state
    stands = rules.standing(state.pending.start if state.pending else state)
    names = tuple(name[:LONGEST] for name in players) or tuple("" for _ in state.seats)
    outcome, known = last_outcome(session), before.last if before else None
    return Report(
        table,
        rules.key,
        name[:LONGEST],
        names[:SEATS],
        state.turn,
        rules.step(state.step).name,
        _acting(session),
        tuple(side.points for side in stands.sides),
        tuple(side.text for side in stands.sides),
        known if is_covered else outcome.what if outcome else known,
        stands.is_over,
        stands.winner,
    )


def _acting(session: Session) -> tuple[int, ...]:
    state, prompt = session.state, session.prompt
    if prompt:
        asked = [slot.asked_of for slot in prompt.slots if slot.key not in prompt.given] or [prompt.asked_of]
        return tuple(sorted(set(asked)))
    return seats_of(session.rules.step(state.step).who, state)


def is_news(before: Report | None, after: Report) -> bool:
    """Whether the board would show anything new."""
    return before is None or replace(before, number=0) != replace(after, number=0)


# As plain data


def plain(report: Report) -> dict[str, Any]:
    texts = {"step": report.step, "last": report.last}
    claim = report.claim
    return {
        "id": report.id,
        "game": report.game,
        "name": report.name,
        "players": [*report.players],
        "turn": report.turn,
        **{key: codec.plain(text) for key, text in texts.items() if text},
        "acting": [*report.acting],
        "points": [*report.points],
        "sides": [codec.plain(each) if each else None for each in report.sides],
        "over": report.is_over,
        "winner": report.winner,
        "claim": [claim.round, claim.table, claim.is_swapped] if claim else None,
        "calls": report.calls,
        "code": report.code,
        "number": report.number,
    }


def read(data: Mapping[str, Any]) -> Report:
    """What `plain` made; anything else is a ValueError."""
    try:
        return _read(data)
    except (LookupError, TypeError, AttributeError, RecursionError, AssertionError) as wrong:
        raise ValueError("no report") from wrong


def _text(data: Any) -> Text:
    """A sentence with all its places filled: a board can tell it."""
    found = codec.text(data)
    english(found)
    return found


def _read(data: Mapping[str, Any]) -> Report:
    players = tuple(str(each)[:LONGEST] for each in data["players"][:SEATS])
    seats, claim = range(len(players)), data["claim"]
    return Report(
        str(data["id"])[:LONGEST],
        str(data["game"])[:LONGEST],
        str(data["name"])[:LONGEST],
        players,
        int(data["turn"]),
        _text(data["step"]),
        tuple(int(each) for each in data["acting"] if each in seats),
        tuple(None if each is None else int(each) for each in data["points"][:SEATS]),
        tuple(_text(each) if each else None for each in data["sides"][:SEATS]),
        _text(data["last"]) if data.get("last") else None,
        bool(data["over"]),
        data["winner"] if data["winner"] in seats else None,
        Claim(int(claim[0]), int(claim[1]), bool(claim[2])) if claim else None,
        bool(data["calls"]),
        str(data["code"])[:600],
        int(data["number"]),
    )
