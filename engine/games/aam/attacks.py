"""Several attacks in order on one target: one ladder, each attack finished before the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.games.aam.activation import attacks_more
from engine.games.aam.attack import FORBIDS, SIGHT, attack
from engine.games.aam.casualties import fate
from engine.games.aam.refs import AAM_22, AAM_59
from engine.kinds import Field, ListOf, Record, UnitId, required
from engine.maps import Map, Value
from engine.model import GameState, Refusal
from engine.procedure import Procedure, call, task
from engine.rules import Opening, Show
from engine.texts import say

ATTACKER = Record((*required(attacker=UnitId()), Field("target", UnitId(enemy=True)),
                   *(Field(each.key, each.kind) for each in SIGHT)))
SITUATION = Record((Field("target", UnitId(enemy=True), required=True),
                    Field("attacks", ListOf(ATTACKER, least=1), required=True), *SIGHT))


def attacks(state: GameState, attacks: tuple[Map[Value], ...], **common: Value) -> Procedure:
    """In the order given; all climb one ladder, and no marker face down matters yet (AAM-59, 60, 67, 141)."""
    tasks = (task(one, number=number, **told) for number, told in enumerate(situations(attacks, common)))
    return (yield from call(state, *tasks))


def situations(attacks: tuple[Map[Value], ...], common: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Each attack; what it leaves out is told for all."""
    return ({**common, **each} for each in attacks)


def one(state: GameState, number: int, **told: Value) -> Procedure:
    """One of them: its dice carry its number; its hits are forgotten, so that equal tables are equal."""
    state = yield from attack(state, tag=f":{number}", **told)  # type: ignore[arg-type]  # checked by SITUATION
    return state.note(**{key: 0 for key in state.scratch if key.startswith("hits:")})


def each_time(rule: Callable[..., Refusal | None]) -> Callable[..., Refusal | None]:
    """What forbids an attack forbids each of several."""
    def forbids(now: GameState, attacks: tuple[Map[Value], ...], **common: Value) -> Refusal | None:
        found = (rule(now, **told) for told in situations(attacks, common))
        return next((refusal for refusal in found if refusal), None)
    return forbids


def not_yours(now: GameState, attacker: str, **_: Value) -> Refusal | None:
    """All attackers are of the army whose assault phase it is."""
    by = now.unit(attacker)
    if now.step.endswith("_assault") and by.seat != now.seat:
        return Refusal("not_yours", say("{unit} does not attack in this phase", unit=by.name), AAM_22)
    return None


def twice(now: GameState, attacks: tuple[Map[Value], ...], **_: Value) -> Refusal | None:
    """A unit attacks once, with an extra attack twice running (AAM-22, 89)."""
    attackers = [str(each["attacker"]) for each in attacks]
    for attacker in attackers:
        together = [attacker] * attackers.count(attacker)
        first = attackers.index(attacker)
        if len(together) > 1 + attacks_more(now.unit(attacker)) or attackers[first : first + len(together)] != together:
            return Refusal("twice", say("{unit} attacks too often in this phase", unit=now.unit(attacker).name), AAM_22)
    return None


def shows(target: str, **_: Value) -> dict[str, Show]:
    return {"target": lambda after: fate(after, target)}


FORBIDDEN = (*(each_time(rule) for rule in (not_yours, *FORBIDS)), twice)
ATTACKS = Opening("attacks", say("several attacks"), AAM_59, attacks, SITUATION, FORBIDDEN, shows)
