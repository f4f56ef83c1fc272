"""Defensive fire asked for by itself: the shot of one unit at one that moves."""

from __future__ import annotations

from engine.games.aam.attack import SIGHT, sighted
from engine.games.aam.blast import attacked, bursts, companions
from engine.games.aam.defensive import ABLE, defensive_shot
from engine.games.aam.refs import AAM_78, AAM_85
from engine.games.aam.shots import Shot
from engine.kinds import Field, Record, UnitId, Word, required
from engine.maps import Value
from engine.model import GameState, Refusal, Unknown
from engine.procedure import Procedure
from engine.rules import Opening, Show
from engine.texts import say

SITUATION = Record((*required(attacker=UnitId(), target=UnitId(enemy=True)), *SIGHT,
                    Field("phase", Word(("movement", "assault")))))


def defensive_fire(state: GameState, others: tuple[str, ...] | None = None, phase: str = "", **told: Value) -> Procedure:
    """What the players see, then the shot (AAM-80, 85)."""
    shot = Shot(**told, defensive=True)  # type: ignore[arg-type]  # checked by SITUATION
    state, beside = yield from companions(state, shot, others)
    state, shot = yield from sighted(state, shot, beside)
    return (yield from defensive_shot(state, shot.attacker, shot.target, shot.hexes, shot.arc, shot.terrain or "",
                                      bool(shot.road), 0, shot.bonus, shot.effects, beside, plain=True))


def too_far(now: GameState, range: int | None = None, **_: Value) -> Refusal | None:
    if range is None or range <= 1:
        return None
    return Refusal("too_far", say("defensive fire reaches adjacent hexes only"), AAM_85)


def shows(target: str, others: tuple[str, ...] = (), **_: Value) -> dict[str, Show]:
    """What becomes of the mover, and of those whom Blast meets beside it (AAM-82, 100)."""
    beside = {f"effect:{unit}": _effect(f"shocked:{unit}") for unit in others}
    return {"effect": _effect("shocked"), **({f"effect:{target}": _effect("shocked")} if others else {}), **beside}


def _effect(noted: str) -> Show:
    return lambda after: "disrupted" if after.noted(noted) else "none"


def tells(now: GameState, others: tuple[str, ...] = (), phase: str = "", **told: Value) -> dict[str, Value]:
    """Whom Blast attacks; what a card does not state says nothing (AAM-100)."""
    shot = Shot(**told, defensive=True)  # type: ignore[arg-type]  # checked by SITUATION
    try:
        return {"attacked": attacked(now, shot, others)} if bursts(now, shot) and shot.range is not None else {}
    except Unknown:
        return {}


DEFENSIVE_FIRE = Opening("defensive_fire", say("defensive fire"), AAM_78, defensive_fire, SITUATION, (*ABLE, too_far), shows,
                         actor="attacker", tells=tells)
