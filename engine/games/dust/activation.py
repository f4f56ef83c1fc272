"""An activation: declaration, first action, the other side's chance, second action, and what
ends with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.games.dust.actions import COSTLY, DECLARED, already, pair, problems, spelt_out
from engine.games.dust.assault import ONCE, activated, called_up, restocked
from engine.games.dust.attacks import each_line, outcomes, strangers, two_targets
from engine.games.dust.fight import NOBODY, all_lines, fight, how_far, named
from engine.games.dust.ground import moved
from engine.games.dust.heroes import due_next, owner_of, together
from engine.games.dust.limits import DECLARED_LINE, empty
from engine.games.dust.problems import refusal
from engine.games.dust.reaction import in_reach, readiness, ready_to_react, window
from engine.games.dust.refs import DUST_02, DUST_04, DUST_37, DUST_66, DUST_68, DUST_103, DUST_144
from engine.games.dust.skills import skill
from engine.games.dust.told import LINE_RECORD, Told, told, whose
from engine.games.dust.units import use
from engine.playing.procedure import Asking, Procedure, call, choose, confirm, number, roll, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Field, ListOf, Record, UnitId, Word
from engine.values.maps import Map, Value
from engine.values.model import Option, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

Lines = tuple[Map[Value], ...] | None


def activation(
    state: GameState, unit: str, declared: tuple[str, ...], skills: tuple[str, ...] = (), lines: Lines = None
) -> Procedure:
    """All is declared first; then the actions, with the other side's chances between them
    (DUST-02, 04, 08, 33, 68)."""
    declared = spelt_out(declared, skills)
    skills = tuple(each for each in skills if each not in COSTLY)
    acts, charge = pair(declared), "charge" in (*declared, *skills)
    manner = "charge" if charge else "attack"
    state, aims = yield from aimed(state, unit, acts, manner, lines)
    aims = tuple(replace(line, sustained="sustained" in acts, skills=(*line.skills, *skills)) for line in aims)
    state = begun(state, unit, skills)
    state = yield from call(state, task(act, unit=unit, action=acts[0], aims=aims))
    if window(state, declared, "after_first", skills):
        state = yield from call(state, task(reacting, unit=unit))
    state = yield from call(state, task(act, unit=unit, action=acts[-1] if len(acts) > 1 else "nothing", aims=aims))
    if charge:
        state = yield from call(state, task(charging, unit=unit, aims=aims))
    return ended(state)


def aimed(state: GameState, unit: str, acts: tuple[str, ...], manner: str, lines: Lines) -> Asking[tuple[Told, ...]]:
    """The targets as told, or asked for where an attack is declared (DUST-33, 37)."""
    if lines is not None:
        aims = (told({"attacker": unit, "as": manner, **line}) for line in lines)
        return state, tuple(replace(line, attacker=whose(state, line).id) for line in aims)
    if manner == "charge" or {"attack", "sustained"} & set(acts):
        return (yield from named(state, unit, manner, acts[0] == "reload"))
    return state, ()


def begun(state: GameState, unit: str, skills: tuple[str, ...]) -> GameState:
    """The card is turned; skills declared are used up (DUST-04, 08, 113, 115, 117, 125, 144)."""
    for each in together(state, unit):
        state = state.set(each, "running", True)
    for each in skills:
        state = called_up(state, Told(unit, "", unit), each) if each in ("heroic_attack", "all_in_one") else state
        state = use(state, owner_of(state, unit, each), each) if each in ONCE else state
    return activated(state.set(f"@{state.unit(unit).seat}", "acts_next", None), unit)


def ended(state: GameState) -> GameState:
    """Bad Ass brings ammunition back; a second activation is over too; by one reading heroism
    (DUST-116, 125, 191)."""
    acting = survivors(state)
    for each in acting:
        state = state.set(each, "running", None).set(each, "reactivated", None)
    for each in state.units if state.reading("heroicLength") == "activation" else ():
        state = state.set(each, "heroic", None)
    return restocked(state, acting)


def act(state: GameState, unit: str, action: str, aims: tuple[Told, ...]) -> Procedure:
    """One action; the destroyed have none left (DUST-02, 73)."""
    alive = next((each for each in (unit, *survivors(state)) if not state.unit(each).gone), "")
    if not alive or action == "nothing":
        return state
    if action == "move":
        state, goes = yield from confirm(state, whether_it_moves, alive)
        return moved(state, alive, goes)
    if action in ("attack", "sustained"):
        return (yield from call(state, task(fight, declared=aims)))
    return (yield from call(state, task(skill, unit=alive, action=action)))


def survivors(now: GameState) -> tuple[str, ...]:
    """Whoever of the pair still acts (DUST-186)."""
    return tuple(each.id for each in now.units.values() if each.count("running"))


def whether_it_moves(now: GameState, unit: str) -> Prompt:
    """DUST-11, 103, 161."""
    at = now.unit(unit)
    if at.where == "reserve":
        return Prompt(
            "move",
            "confirm",
            at.seat,
            say("{unit} enters the board: done?", unit=at.name),
            DUST_103,
            (unit,),
            default=True,
        )
    return Prompt(
        "move",
        "confirm",
        at.seat,
        say("{unit} moves: does it leave its square?", unit=at.name),
        DUST_02,
        (unit,),
        default=True,
    )


def charging(state: GameState, unit: str, aims: tuple[Told, ...]) -> Procedure:
    """The other side's chance after the second Move, then close combat without another action
    (DUST-68, 121)."""
    if not state.noted("reacted"):
        state = yield from call(state, task(reacting, unit=unit))
    return (yield from call(state, task(act, unit=unit, action="attack", aims=aims)))


def reacting(state: GameState, unit: str, asked: tuple[str, ...] = ()) -> Procedure:
    """One enemy unit may try, or by one reading each in turn; it is activated either way
    (DUST-65, 66, 67, 70, 183)."""
    alive = next((each for each in (unit, *survivors(state)) if not state.unit(each).gone), "")
    if not alive or not ready_to_react(state, alive, asked):
        return state
    state, reactor = yield from choose(state, who_reacts, alive, asked)
    if reactor == NOBODY:
        return state
    state, squares = yield from number(state, how_far, reactor, alive)
    if not in_reach(state, state.unit(reactor), state.unit(alive), squares):
        return (yield from call(state, task(reacting, unit=unit, asked=(*asked, reactor))))
    state, pair = activated(state, reactor, DUST_66).note(reacted=True), together(state, reactor)
    state, hits = yield from roll(state, readiness, reactor)
    if hits:
        state = yield from call(state, task(fight, declared=all_lines(state, reactor, alive, squares)))
        state = restocked(state, pair)
    again = state.reading("reactionsPerActivation") == "many"
    return (yield from call(state, task(reacting, unit=unit, asked=(*asked, reactor)))) if again else state


def who_reacts(now: GameState, unit: str, asked: tuple[str, ...]) -> Prompt:
    """DUST-64, 68, 70."""
    actor = now.unit(unit)
    options = tuple(Option(each.id, say("{unit}", unit=each.name)) for each in ready_to_react(now, unit, asked))
    text = say("reactive fire at {unit}: who tries?", unit=actor.name)
    return Prompt(
        "who_reacts",
        "choice",
        1 - actor.seat,
        text,
        DUST_68,
        (unit,),
        options=(Option(NOBODY, say("nobody")), *options),
        readings=("reactionWindow", "reactionsPerActivation", "chargeReaction"),
    )


def illegal(
    now: GameState, unit: str, declared: tuple[str, ...], skills: tuple[str, ...] = (), **_: Value
) -> Refusal | None:
    """What is against the two actions, unless there is nobody to act (DUST-02, 03, 08, 103,
    121)."""
    if gone(now, unit):
        return None
    return refusal("illegal", problems(now, unit=unit, declared=declared, skills=skills))


def gone(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Whoever is destroyed has no card left to turn, whoever was activated has turned it
    (DUST-08, 66, 191)."""
    return refusal("gone", already(now, unit))


def not_its_turn(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """Whom an order called acts next (DUST-144, 147, 149)."""
    due = due_next(now, now.unit(unit).seat)
    if due is None or due in together(now, unit):
        return None
    return Refusal("acts_next", say("{unit} acts next", unit=now.unit(due).name), DUST_144)


def no_target(now: GameState, declared: tuple[str, ...], lines: Lines = None, **_: Value) -> Refusal | None:
    """An attack without a target is none (DUST-04, 37)."""
    if lines is None or lines or not {"attack", "sustained"} & set(declared):
        return None
    return Refusal("no_target", say("an attack is declared with its targets"), DUST_37)


def wrong_line(
    now: GameState, unit: str, declared: tuple[str, ...], skills: tuple[str, ...] = (), lines: Lines = None, **_: Value
) -> Refusal | None:
    """What forbids a line when it is declared; range and sight are looked at when it is fired
    (DUST-29, 31, 33, 37)."""
    manner = "charge" if "charge" in (*declared, *skills) else "attack"
    given: dict[str, Any] = {"attacker": unit, "lines": lines or (), "as": manner}
    limits = [limit for limit in DECLARED_LINE if limit is not empty or "reload" not in spelt_out(declared, skills)]
    checks: tuple[Callable[..., Refusal | None], ...] = (*map(each_line, limits), two_targets, strangers)
    return next(filter(None, (check(now, **given) for check in checks)), None)


def shows(unit: str, lines: Lines = None, **_: Value) -> dict[str, Show]:
    """What is left of both sides (DUST-180)."""
    units = dict.fromkeys((unit, *(str(line["target"]) for line in lines or ())))
    return {name: show for each in units for name, show in outcomes(each, f":{each}")}


SITUATION = Record(
    (
        Field("unit", UnitId(), required=True),
        DECLARED,
        Field("skills", ListOf(Word()), default=()),
        Field("lines", ListOf(LINE_RECORD)),
    )
)


def declarable(now: GameState, unit: str, **_: Value) -> dict[str, tuple[str, ...]]:
    """What can be declared: the actions, and the skills on its card (DUST-04)."""
    skills = now.unit(unit).stated("skills")
    return {
        "declared": ("move", "attack", "sustained", "nothing", *map(str, skills if isinstance(skills, tuple) else ()))
    }


ACTIVATION = Opening(
    "activation",
    say("activation"),
    DUST_04,
    activation,
    SITUATION,
    (gone, illegal, not_its_turn, no_target, wrong_line),
    shows,
    actor="unit",
    choices=declarable,
)
