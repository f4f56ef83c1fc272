"""Reactive fire: who may try and when, the roll, and whether it is worth it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.dust.actions import known_words, pair, spelt_out
from engine.games.dust.assault import activated
from engine.games.dust.heroes import has_skill, not_the_active_one, partner, together
from engine.games.dust.problems import Problem, knowing, verdict
from engine.games.dust.refs import DUST_18, DUST_64, DUST_65, DUST_66, DUST_67, DUST_68, DUST_69, DUST_188
from engine.games.dust.told import squares
from engine.games.dust.units import HITS, is_squad, on_board, present
from engine.games.dust.values import lines, reaches, usable
from engine.playing.procedure import Procedure, roll
from engine.playing.rules import Opening
from engine.values.kinds import Field, Flag, ListOf, Record, UnitId, Whole, Word
from engine.values.maps import Value
from engine.values.model import Check, Prompt
from engine.values.table import GameState, Unit
from engine.values.texts import say

DICE = {"superior_reactive_fire": 3, "advanced_reactive_fire": 2}
LISTED = (("move", "attack"), ("attack", "move"), ("move", "move"))
MOMENTS = ("after_first", "after_second")


def reaction(
    state: GameState, reactor: str | None = None, dice: int | None = None, skills: tuple[str, ...] = (), **told: Any
) -> Procedure:
    """One roll; the unit is activated whatever it shows (DUST-65, 66)."""
    if list(problems(state, reactor, **told)):
        return state
    if reactor is not None:
        state = activated(state, reactor, DUST_66)
    state, hits = yield from roll(state, readiness, reactor, dice, skills)
    return state.note(success=bool(hits))


def readiness(now: GameState, reactor: str | None, dice: int | None = None, skills: tuple[str, ...] = ()) -> Prompt:
    """At least one hit (DUST-65)."""
    unit = now.unit(reactor) if reactor is not None else None
    check = Check("reaction", dice_of(now, reactor, dice, skills), HITS, DUST_65, (1,), needs=1, grades=(1,))
    text = say("{unit} tries to react", unit=unit.name) if unit else say("reactive fire")
    return Prompt(
        "reaction", "roll", unit.seat if unit else now.seat, text, DUST_65, (unit.id,) if unit else (), (check,)
    )


def dice_of(now: GameState, reactor: str | None, dice: int | None, skills: tuple[str, ...]) -> int:
    """One die; two with Advanced, three with Superior Reactive Fire, a hero's included (DUST-65,
    111, 136)."""
    if dice is not None:
        return dice
    return next(
        (
            count
            for skill, count in DICE.items()
            if skill in skills or (reactor is not None and has_skill(now, reactor, skill))
        ),
        1,
    )


def problems(
    now: GameState,
    reactor: str | None = None,
    enemy: str | None = None,
    declared: tuple[str, ...] = (),
    moment: str = "after_first",
    enemy_skills: tuple[str, ...] = (),
    round: int | None = None,
    **place: Value,
) -> Iterator[Problem]:
    """Everything against a try (DUST-64, 66, 68, 188)."""
    _ = known_words((*declared, *enemy_skills))
    if declared and not window(now, declared, moment, enemy_skills):
        yield Problem(say("no reactive fire at this moment"), DUST_69 if listed_otherwise(declared) else DUST_68)
    if place.get("los") is False:
        yield Problem(say("the enemy is not in sight"), DUST_18)
    if reactor is None:
        return
    unit = now.unit(reactor)
    if any(now.unit(each).count("activated") for each in together(now, reactor)):
        yield Problem(say("{unit} was activated this round", unit=unit.name), DUST_66)
    if not on_board(unit) or (round == 1 and not unit.count("on_board")):
        yield Problem(say("{unit} is not on the board", unit=unit.name), DUST_188)
    if enemy is not None:
        yield from no_enemy(unit, now.unit(enemy))
    if enemy is not None and not_the_active_one(now, enemy):
        yield Problem(say("a reaction shoots at the active unit only"), DUST_67)
    if enemy is not None and not in_reach(now, unit, now.unit(enemy), reach_told(place)):
        yield Problem(say("{unit} has no weapon for this", unit=unit.name), DUST_64)


def no_enemy(unit: Unit, at: Unit) -> Iterator[Problem]:
    """An enemy who is there (DUST-64, 67, 188)."""
    if at.seat == unit.seat:
        yield Problem(say("{unit} is no enemy", unit=at.name), DUST_67)
    if not on_board(at):
        yield Problem(say("{unit} is not on the board", unit=at.name), DUST_188)


def listed_otherwise(declared: tuple[str, ...]) -> bool:
    """Pairs that the source does not list (DUST-69)."""
    return pair(declared) not in LISTED and "sustained" not in declared


def reach_told(place: dict[str, Value]) -> int | None:
    told, dx, dy = place.get("range"), place.get("dx"), place.get("dy")
    if isinstance(told, int):
        return told
    return squares(int(str(dx or 0)), int(str(dy or 0))) if dx is not None or dy is not None else None


def in_reach(now: GameState, unit: Unit, enemy: Unit, range: int | None) -> bool:
    """A usable weapon of the pair that reaches the enemy where it stands now (DUST-64, 183)."""
    return any(
        usable(now, at, weapon, enemy) and (range is None or reaches(at, weapon, range))
        for at in map(now.unit, together(now, unit.id))
        for weapon in lines(at)
    )


def window(now: GameState, declared: tuple[str, ...], moment: str, enemy_skills: tuple[str, ...] = ()) -> bool:
    """Right after the first action; a Charge's second Move; never on a Sustained Attack
    (DUST-68, 69, 184)."""
    acts = pair(declared)
    strikes = "artillery_strike" in spelt_out(declared, enemy_skills)
    if "sustained" in acts or (strikes and now.reading("strikeReaction") == "none"):
        return False
    if "charge" in (*declared, *enemy_skills):
        return moment == "after_second" or now.reading("chargeReaction") == "eitherMove"
    if moment == "after_second":
        return False
    match now.reading("reactionWindow"):
        case "withMove":
            return "move" in acts
        case "listed":
            return acts in LISTED
        case _:
            return True


def ready_to_react(now: GameState, actor: str, asked: tuple[str, ...] = ()) -> tuple[Unit, ...]:
    """Enemy units that may try; how far and whether they see is for the table. A pair is told by
    its squad (DUST-64, 70)."""
    if not_the_active_one(now, actor):
        return ()
    seat = now.unit(actor).seat
    enemies = (unit for unit in present(now) if unit.seat != seat)  # no mutant: its problems say so too, but later
    units = [unit for unit in enemies if unit.id not in asked and not any(True for _ in problems(now, unit.id, actor))]
    return tuple(unit for unit in units if partner(now, unit.id) is None or is_squad(unit))


def tells(
    now: GameState, dice: int | None = None, skills: tuple[str, ...] = (), reactor: str | None = None, **told: Any
) -> dict[str, Value]:
    return {**verdict("allowed", problems(now, reactor, **told)), "dice": dice_of(now, reactor, dice, skills)}


SITUATION = Record(
    (
        Field("reactor", UnitId()),
        Field("enemy", UnitId(enemy=True)),
        Field("declared", ListOf(Word(), 0, 3), default=()),
        Field("moment", Word(MOMENTS), default="after_first"),
        Field("range", Whole(0, 999)),
        Field("dx", Whole(-99, 99)),
        Field("dy", Whole(-99, 99)),
        Field("los", Flag()),
        Field("enemy_skills", ListOf(Word()), default=()),
        Field("round", Whole(1, 99)),
        Field("dice", Whole(1, 9)),
        Field("skills", ListOf(Word()), default=()),
    )
)
REACTION = Opening(
    "reaction",
    say("reactive fire"),
    DUST_65,
    knowing(tells, reaction),
    SITUATION,
    shows=lambda **_: {"success": lambda after: "yes" if after.noted("success") else "no"},
    actor="reactor",
    tells=tells,
)
