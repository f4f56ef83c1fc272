"""Which of several targets is worth the shot: their odds under one stated range, side and terrain."""

from __future__ import annotations

from dataclasses import replace

from engine.games.aam.attack import FORBIDS, SIGHT, attack
from engine.games.aam.casualties import fate
from engine.games.aam.refs import AAM_48
from engine.kinds import ListOf, Record, UnitId, required
from engine.maps import Map, Value, pairs
from engine.model import GameState, Unknown
from engine.odds import Odds
from engine.procedure import Procedure, task
from engine.rules import Opening
from engine.texts import say
from engine.walk import walk

TOLD = {"range": True, "terrain": True, "arc": False, "road": False, "bonus": False, "effects": False}
USUAL: dict[str, Value] = {"arc": "front", "road": False}
SITUATION = Record((
    *required(attacker=UnitId(), targets=ListOf(UnitId(enemy=True), least=1)),
    *(replace(each, required=TOLD[each.key], default=USUAL.get(each.key, each.default)) for each in SIGHT if each.key in TOLD),
))
WORST = ("destroyed", "damaged", "disrupted")


def compare(state: GameState, targets: tuple[str, ...], **told: Value) -> Procedure:
    """Nothing changes; a card that does not state what is needed is asked for."""
    ranked(state, targets, told)
    return state
    yield


def tells(now: GameState, targets: tuple[str, ...], **told: Value) -> dict[str, Value]:
    """The best target first, and why others are none."""
    try:
        barred = {unit: against for unit in targets if (against := forbidden(now, unit, told))}
        return {"ranked": ranked(now, targets, told), "refused": Map(barred)}
    except Unknown:
        return {}


def ranked(now: GameState, targets: tuple[str, ...], told: dict[str, Value]) -> tuple[Map[Value], ...]:
    """The one most likely destroyed first, then damaged, then disrupted (AAM-48)."""
    found = {unit: odds(now, unit, told) for unit in targets if not forbidden(now, unit, told)}
    order = sorted(found, key=lambda unit: [-found[unit].chance(word) for word in WORST])
    return tuple(pairs(unit=unit, **{word: str(chance) for word, chance in found[unit].chances().items()}) for unit in order)


def forbidden(now: GameState, unit: str, told: dict[str, Value]) -> str:
    """The first rule against this target."""
    against = (rule(now, target=unit, **told) for rule in FORBIDS)
    return next((refusal.key for refusal in against if refusal), "")


def odds(now: GameState, unit: str, told: dict[str, Value]) -> Odds[str]:
    """What becomes of this target, its present markers included."""
    return walk(now, task(attack, target=unit, others=(), **told)).map(lambda after: fate(after, unit))


TARGETS = Opening("targets", say("compare targets"), AAM_48, compare, SITUATION, tells=tells, actor="attacker")
