"""Short ways to put questions of 2GM Tactics, and to play it."""

from collections.abc import Mapping
from typing import Any

from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.twogm.examples import HEAVY, HOUSE, HQ, LIGHT, PAK, SHERMAN, TRUCK
from engine.playing.session import Refused, Session
from engine.values.events import Advanced, Opened
from engine.values.maps import frozen
from tests.games.asking import ask

RULES = RULESETS["2gm"]
TANK = {**SHERMAN, "equipment": []}
GUN = {"impact": [4, 8], "penetration": 6, "damage": 3, "range": 3}


def unit(card: Mapping[str, Any], seat: int = 0, **state: Any) -> dict[str, Any]:
    return {"card": dict(card), "seat": seat, "state": state}


def put(question: str, units: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None, **situation: Any) -> Any:
    """The answer to a question."""
    return ask("2gm", question, units, readings, **situation)


def result(question: str, units: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None, **situation: Any) -> Any:
    """The result of a question; why not, where it is refused."""
    reply = put(question, units, readings, **situation)
    return reply.get("result", reply)


def refs(question: str, units: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None, **situation: Any) -> list[str]:
    """The rules a refusal cites; nothing where it is allowed."""
    reply = put(question, units, readings, **situation)
    assert "error" not in reply, reply
    return list(reply["refused"]["refs"]) if "refused" in reply else []


def shot(attacker: Any, target: Any, readings: Mapping[str, str] | None = None, more: Mapping[str, Any] | None = None, **situation: Any) -> Any:
    """One shot of a at b."""
    units = {"a": attacker if "card" in attacker else unit(attacker), "b": target if "card" in target else unit(target, 1), **(more or {})}
    return put("shot", units, readings, **{"attacker": "a", "target": "b", **situation})


def target(reply: Any) -> list[int]:
    return list(reply["checks"][0]["target"])


def keys(reply: Any, check: int = 0) -> dict[str, Any]:
    """The modifier rows of a check by their keys."""
    return {row["key"]: row["amount"] for row in reply["checks"][check]["modifiers"]}


def after(reply: Any, key: str) -> Any:
    return reply["after"][key]


def playing(step: str, units: Mapping[str, Any], seats: Any = None, **more: Any) -> Session:
    """A game at a step."""
    data = {"step": step, "units": units, **({"seats": seats} if seats else {}), **more}
    return Session(RULES, table(RULES, frozen(data)))


def do(session: Session, procedure: str, *answers: Any, **situation: Any) -> Session:
    """A procedure and its answers."""
    session.dispatch(Opened(procedure, frozen(situation)))  # type: ignore[arg-type]
    for value in answers:
        session.answer(frozen(value))
    return session


def refused(session: Session, procedure: str, **situation: Any) -> list[str]:
    """The rules against opening a procedure now."""
    try:
        session.dispatch(Opened(procedure, frozen(situation)))  # type: ignore[arg-type]
    except Refused as no:
        return [each.ref.id for each in no.why]
    return []


def on(session: Session, step: str) -> Session:
    """Step by step to a phase, every ledger done."""
    while True:
        session.dispatch(Advanced(leave=True))
        while session.prompt:
            session.answer(())
        if session.state.step == step:
            return session


__all__ = ["HEAVY", "HOUSE", "HQ", "LIGHT", "PAK", "SHERMAN", "TRUCK"]
