"""Training units and short ways to put them on the table."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

from engine.doors.ask import answered
from engine.doors.tables import table
from engine.games import RULESETS
from engine.games.epic.examples import INFANTRY, TANK, formation
from engine.playing.session import Session
from engine.values.events import Opened
from engine.values.maps import frozen, pairs

RULES = RULESETS["epic"]
BARE = {"name": "Bare Infantry", "type": "INF", "speed": 15, "cc": 5, "ff": 5}


def foot(**more: Any) -> dict[str, Any]:
    return {**INFANTRY, **more}


def tank(**more: Any) -> dict[str, Any]:
    return {**TANK, "abilities": [], **more}


def force(*rows: Any, seat: int = 0, state: Mapping[str, Any] | None = None, **card: Any) -> dict[str, Any]:
    """A formation of rows (count, unit), its state and what else its card says."""
    name = card.pop("name", "Force")
    return {"seat": seat, "card": {**formation(name, *rows), **card}, "state": dict(state or {})}


def ask(question: str, on: Mapping[str, Any] | None = None, reading: Mapping[str, str] | None = None, /, **situation: Any) -> dict[str, Any]:
    """The answer to a question about some formations, by some readings."""
    told = {"game": "epic", "ask": question, "units": on or {}, "readings": reading or {}, "situation": situation}
    reply = answered(RULESETS, told)
    assert "error" not in reply, reply
    return reply


def chance(reply: Mapping[str, Any], name: str, outcome: Any) -> Fraction:
    return Fraction(reply["odds"][name].get(str(outcome), "0"))


def game(step: str = "action", turn: int = 1, readings: Mapping[str, str] | None = None, seat: int = 0, first: int = 0, **units: Any) -> Session:
    told = {"step": step, "turn": turn, "first": first, "seat": seat, "units": units, "readings": readings or {}}
    return Session(RULES, table(RULES, frozen(told)))


def do(session: Session, procedure: str, *answers: Any, **args: Any) -> Session:
    """Open a procedure and answer its prompts in order."""
    session.dispatch(Opened(procedure, pairs(**{key: frozen(value) for key, value in args.items()})))
    for value in answers:
        session.answer(frozen(value))
    return session


def state(session: Session, unit: str) -> dict[str, Any]:
    """What the table keeps on a formation, without the app's own notes of the action."""
    return {key: value for key, value in session.state.unit(unit).trackers.items() if key not in ("activated", "order", "todo")}


def binomial(dice: int, hit: Fraction) -> dict[int, Fraction]:
    return {n: comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)}


def titan(**more: Any) -> dict[str, Any]:
    return {"name": "Titan", "type": "WE", "speed": 15, "cc": 4, "ff": 4, "dc": 3, "critical": "none", **more}


def gunner(*guns: dict[str, Any]) -> dict[str, Any]:
    return foot(weapons=[{"name": f"Gun {n}", "range": 60, **gun} for n, gun in enumerate(guns)])


def asked(session: Session) -> tuple[str, int, tuple[str, ...]]:
    """What is asked now, of whom, about whom."""
    assert session.prompt
    return session.prompt.key, session.prompt.asked_of, session.prompt.about


def refused(reply: Mapping[str, Any]) -> list[str]:
    found: list[str] = reply.get("refused", {}).get("refs", [])
    return found
