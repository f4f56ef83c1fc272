"""Several attacks in order on one target, and several targets for one attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from engine.games.aam.attack import FORBIDS, SIGHT, attack, attacks_more, may_again
from engine.games.aam.casualties import fate
from engine.games.aam.refs import AAM_22, AAM_48, AAM_59
from engine.kinds import Field, ListOf, Record, UnitId, required
from engine.maps import Map, Value, pairs
from engine.model import GameState, Refusal, Unknown
from engine.odds import Odds
from engine.procedure import Procedure, lastly, task
from engine.rules import Opening, Show
from engine.texts import say
from engine.walk import walk

ATTACKER = Record((*required(attacker=UnitId()), Field("target", UnitId(enemy=True)),
                   *(Field(each.key, each.kind) for each in SIGHT)))
SITUATION = Record((Field("target", UnitId(enemy=True), required=True),
                    Field("attacks", ListOf(ATTACKER, least=1), required=True), *SIGHT))


def attacks(state: GameState, attacks: tuple[Map[Value], ...], **common: Value) -> Procedure:
    """In the order given; all climb one ladder, and no marker face down matters yet (AAM-59, 60, 67, 141)."""
    tasks = ((task(attack, tag=f":{number}", **told), task(forgotten)) for number, told in enumerate(situations(attacks, common)))
    return (yield from lastly(state, *chain.from_iterable(tasks)))


def situations(attacks: tuple[Map[Value], ...], common: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Each attack; what it leaves out is told for all."""
    return ({**common, **each} for each in attacks)


def forgotten(state: GameState) -> GameState:
    """The dice of each attack carry its number; its hits are forgotten, so that equal tables are equal."""
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


def twice(now: GameState, attacks: tuple[Map[Value], ...], **common: Value) -> Refusal | None:
    """A unit attacks once, with an extra attack twice running (AAM-22, 89)."""
    told = tuple(situations(attacks, common))
    attackers = [str(each["attacker"]) for each in told]
    for attacker in (each for each in attackers if attackers.count(each) > 1):
        by, often, first = now.unit(attacker), attackers.count(attacker), attackers.index(attacker)
        running = attackers[first : first + often] == [attacker] * often
        fitting = all(may_again(by, now.unit(each["target"])) for each in told[first + 1 : first + often])
        if by.count("attacked") + often > 1 + attacks_more(by) or not running or not fitting:
            return Refusal("twice", say("{unit} attacks too often in this phase", unit=by.name), AAM_22)
    return None


def shows(target: str, **_: Value) -> dict[str, Show]:
    return {"target": lambda after: fate(after, target)}


FORBIDDEN = (*(each_time(rule) for rule in (not_yours, *FORBIDS)), twice)
ATTACKS = Opening("attacks", say("several attacks"), AAM_59, attacks, SITUATION, FORBIDDEN, shows)


# Which of several targets is worth the shot: their odds under one stated range, side and terrain


TOLD = {"range": True, "terrain": True, "arc": False, "road": False, "bonus": False, "effects": False,
        "commanders": False, "spotted": False}
USUAL: dict[str, Value] = {"arc": "front", "road": False}
COMPARED = Record((
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


TARGETS = Opening("targets", say("compare targets"), AAM_48, compare, COMPARED, tells=tells, actor="attacker")
