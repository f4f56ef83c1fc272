"""Short ways to put a question in a test."""

from collections.abc import Mapping
from typing import Any

from engine.doors.ask import answered
from engine.games import RULESETS


def ask(game: str, question: str, units: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None, **situation: Any) -> dict[str, Any]:
    """The whole answer to a question."""
    return answered(RULESETS, {"game": game, "ask": question, "units": units or {}, "readings": readings or {}, "situation": situation})


def targets(reply: Mapping[str, Any]) -> dict[str, Any]:
    return {check["what"]: check["target"] for check in reply["checks"]}


def rows(reply: Mapping[str, Any], what: str) -> list[tuple[str, Any, str]]:
    """The modifier rows of a check: key, amount, rule."""
    return [(row["key"], row["amount"], row["ref"]) for check in reply["checks"] if check["what"] == what for row in check["modifiers"]]


def change(reply: Mapping[str, Any], unit: str, tracker: str) -> Any:
    """What a tracker becomes, or None where it does not change."""
    return next((each["to"] for each in reply["changes"] if (each["unit"], each["tracker"]) == (unit, tracker)), None)
