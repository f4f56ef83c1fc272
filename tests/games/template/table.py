"""Questions and games of the template in few words."""

from __future__ import annotations

from typing import Any

from engine.doors.ask import answered
from engine.games.template import RULES
from engine.games.template.examples import RIFLES, SNIPER, UNITS

GAME = {"template": RULES}


def ask(question: str, units: dict[str, Any] | None = None, readings: dict[str, str] | None = None, **situation: Any) -> dict[str, Any]:
    return answered(GAME, {"ask": question, "units": units or UNITS, "readings": readings or {}, "situation": situation})


def shoot(units: dict[str, Any] | None = None, **said: Any) -> dict[str, Any]:
    """Rifles shoot at the sniper, four away in the open, unless it is said otherwise."""
    return ask("shoot", units, **{"shooter": "rifles", "target": "sniper", "distance": 4, **said})


__all__ = ["GAME", "RIFLES", "RULES", "SNIPER", "UNITS", "ask", "shoot"]
