"""An activation: two declared actions, and the other side's reactive fire between them."""

from __future__ import annotations

from engine.games.dust.fire import FIRE, fire, losses
from engine.games.dust.refs import DUST_02, DUST_03, DUST_04, DUST_08, DUST_65, DUST_68
from engine.games.dust.units import HITS, ready_to_react
from engine.kinds import Field, ListOf, Record, UnitId, Whole, Word, required
from engine.maps import Value
from engine.model import Check, GameState, Option, Prompt, Refusal, Unit
from engine.procedure import Procedure, call, choose, confirm, roll, task
from engine.rules import Opening, Show
from engine.texts import say

ACTIONS = ("move", "attack", "skill", "nothing", "sustained")
REACTION_DICE = {"superior_reactive_fire": 3, "advanced_reactive_fire": 2}
LISTED = (("move", "attack"), ("attack", "move"), ("move", "move"))


def activation(
    state: GameState, unit: str, declared: tuple[str, str], target: str = "", squares: int | None = None
) -> Procedure:
    """First action, the other side's reaction, second action; a sustained attack is both and gives no chance (DUST-68, 69)."""
    state = state.set(unit, "activated", True)
    if "sustained" in declared:
        return (yield from act(state, unit, "sustained", target, squares))
    state = yield from act(state, unit, declared[0], target, squares)
    if window_open(state, declared):
        state = yield from call(state, task(reaction, unit=unit))
    return (yield from act(state, unit, declared[1], target, squares))


def act(state: GameState, unit: str, action: str, target: str, squares: int | None) -> Procedure:
    """One action; the destroyed have none left (DUST-73), nothing is nothing (DUST-02), a move is remembered (DUST-161)."""
    if state.unit(unit).gone or action == "nothing":
        return state
    if action in ("attack", "sustained"):
        return (yield from call(state, task(fire, shooter=unit, target=target, squares=squares,
                                            sustained=action == "sustained")))
    state, _ = yield from confirm(state, on_the_table, unit, action)
    return state.set(unit, "moved", True) if action == "move" else state


def window_open(now: GameState, declared: tuple[str, str]) -> bool:
    """After the first action, whatever it is, by the default reading; a sustained attack gives no chance (DUST-68, 69)."""
    match now.reading("reactionWindow"):
        case "withMove":
            return "move" in declared
        case "listed":
            return declared in LISTED
        case _:
            return True


def reaction(state: GameState, unit: str) -> Procedure:
    """One enemy unit may try; it is activated either way (DUST-65, 66, 70)."""
    actor = state.unit(unit)
    if not ready_to_react(state, actor):
        return state
    state, reactor = yield from choose(state, who_reacts, unit)
    if reactor == "none":
        return state
    state = state.set(reactor, "activated", True)
    state, hits = yield from roll(state, readiness, reactor)
    return (yield from call(state, task(fire, shooter=reactor, target=unit))) if hits else state


def who_reacts(now: GameState, unit: str) -> Prompt:
    actor = now.unit(unit)
    options = (Option("none", say("nobody")), *(Option(each.id, say("{unit}", unit=each.name))
                                                for each in ready_to_react(now, actor)))
    text = say("reactive fire at {unit}: who tries?", unit=actor.name)
    return Prompt("reaction", "choice", 1 - actor.seat, text, DUST_68, (unit,), options=options, readings=("reactionWindow",))


def readiness(now: GameState, reactor: str) -> Prompt:
    unit = now.unit(reactor)
    check = Check("ready", reaction_dice(unit), HITS, DUST_65, (1,), needs=1)
    return Prompt("ready", "roll", unit.seat, say("{unit} tries to react", unit=unit.name), DUST_65, (reactor,), (check,))


def reaction_dice(unit: Unit) -> int:
    """One die; two with Advanced, three with Superior Reactive Fire (DUST-65, 111, 136)."""
    return next((dice for skill, dice in REACTION_DICE.items() if unit.has("skills", skill)), 1)


def on_the_table(now: GameState, unit: str, action: str) -> Prompt:
    words = {"move": say("{unit} moves: done?", unit=now.unit(unit).name), "skill": say("{unit} uses a skill: done?",
                                                                                        unit=now.unit(unit).name)}
    return Prompt(action, "confirm", now.unit(unit).seat, words[action], DUST_02, (unit,), default=True)


def illegal_pair(now: GameState, declared: tuple[str, str], **_: Value) -> Refusal | None:
    """All ordered pairs but two attacks; a sustained attack takes both actions (DUST-02, 03)."""
    if declared == ("attack", "attack"):
        return Refusal("two_attacks", say("one attack an activation"), DUST_03)
    if "sustained" in declared and set(declared) != {"sustained"}:
        return Refusal("sustained_takes_both", say("a sustained attack takes both actions"), DUST_02)
    return None


def already_activated(now: GameState, unit: str, **_: Value) -> Refusal | None:
    if now.unit(unit).count("activated"):
        return Refusal("activated", say("{unit} was activated this round", unit=now.unit(unit).name), DUST_08)
    return None


def no_target(now: GameState, declared: tuple[str, str], target: str = "", **_: Value) -> Refusal | None:
    if not target and {"attack", "sustained"} & set(declared):
        return Refusal("no_target", say("an attack is declared with its target"), DUST_04)
    return None


def shows(unit: str, target: str = "", **_: Value) -> dict[str, Show]:
    """What is left of both sides (DUST-180)."""
    return {**losses(unit), **(losses(target) if target else {})}


SITUATION = Record((
    *required(unit=UnitId(), declared=ListOf(Word(ACTIONS), 2, 2)),
    Field("target", UnitId(enemy=True)),
    Field("squares", Whole(1, 99)),
))
ACTIVATION = Opening("activation", say("activation"), DUST_02, activation, SITUATION,
                     (illegal_pair, already_activated, no_target), shows, actor="unit")
OPENINGS = (ACTIVATION, FIRE)
