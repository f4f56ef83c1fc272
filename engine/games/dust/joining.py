"""Heroes join before the game and may leave later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.dust.ground import enemies
from engine.games.dust.heroes import partner
from engine.games.dust.problems import Problem, knowing, refusal, verdict
from engine.games.dust.refs import DUST_94, DUST_99, DUST_119, DUST_120, DUST_126, DUST_142
from engine.games.dust.units import because, fallen
from engine.playing.procedure import Procedure, confirm
from engine.playing.rules import Opening
from engine.values.kinds import Field, Record, UnitId, Whole, required
from engine.values.maps import Map, Value
from engine.values.model import Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

Card = Map[Value]
COMMAND_SQUADS = ("Kommandotrupp", "The Boss")


def has(card: Card, skill: str) -> bool:
    skills = card.get("skills")
    return isinstance(skills, tuple) and skill in skills


def mismatched(now: GameState, hero: Card, squad: Card) -> Iterator[Problem]:
    """What keeps a hero and a squad apart, by their cards (DUST-94, 119, 120, 126, 142)."""
    if hero.get("kind") != "hero" or squad.get("kind") != "squad":
        yield Problem(say("a hero joins a squad"), DUST_94)
    if hero.get("armor") != squad.get("armor"):
        yield Problem(say("hero and squad need the same armour class"), DUST_94)
    if has(hero, "blutkreuz_ape") != has(squad, "blutkreuz_ape"):
        yield Problem(say("Blutkreuz Apes stay among themselves"), DUST_119)
    if has(hero, "blutkreuz_zombie") and not has(squad, "blutkreuz_zombie"):
        yield Problem(say("a Blutkreuz Zombie joins only Blutkreuz Zombies"), DUST_120)
    if has(squad, "blutkreuz_zombie") and not has(hero, "blutkreuz_zombie") and now.reading("zombieSquad") == "closed":
        yield Problem(say("Blutkreuz Zombies take no other hero"), DUST_120)
    if has(hero, "jump") and not has(squad, "jump"):
        yield Problem(say("a hero with Jump joins only a squad with Jump"), DUST_126)
    if is_command(squad) and not has(hero, "commander"):
        yield Problem(say("only a Commander joins a command squad"), DUST_142)


def is_command(card: Card) -> bool:
    """By its skill, by its Officer, or by its name in the list (DUST-122, 142, 172)."""
    models = card.get("models")
    roles = [each.get("role") for each in (models if isinstance(models, tuple) else ()) if isinstance(each, Map)]
    return has(card, "command_squad") or "officer" in roles or card.get("name") in COMMAND_SQUADS


def problems(now: GameState, hero: str, squad: str, round: int | None = None) -> Iterator[Problem]:
    """Before the game, one hero to a squad (DUST-94)."""
    one, other = now.unit(hero), now.unit(squad)
    for unit in (one, other):
        _ = unit.word("kind"), unit.word("armor")
    if round or now.turn > 1:
        yield Problem(say("heroes join before the first round only"), DUST_94)
    for unit in (one, other):
        if fallen(unit):
            yield Problem(say("{unit} is destroyed", unit=unit.name), DUST_94)
    if enemies(one, other):
        yield Problem(say("hero and squad fight on different sides"), DUST_94)
    if (partner(now, squad) or one).id != hero or (partner(now, hero) or other).id != squad:
        yield Problem(say("one hero to a squad, one squad to a hero"), DUST_94)
    yield from mismatched(now, one.card, other.card)


def join(state: GameState, hero: str, squad: str, round: int | None = None) -> Procedure:
    """DUST-94, 95."""
    return state.set(hero, "joined", squad)
    yield


def illegal(now: GameState, **told: Any) -> Refusal | None:
    """DUST-94, 119, 120, 126, 142."""
    return refusal("illegal", problems(now, **told))


def tells(now: GameState, hero: str, squad: str, round: int | None = None) -> dict[str, Value]:
    """The pair has the faster movement of the two (DUST-98)."""
    moves = [speed for unit in (hero, squad) if isinstance(speed := now.unit(unit).stated("move"), int)]
    return {**verdict("legal", problems(now, hero, squad, round)), "move": max(moves) if len(moves) == 2 else None}


def separate(state: GameState, unit: str) -> Procedure:
    """Before the pair is activated; nothing is shared afterwards (DUST-99)."""
    state, sure = yield from confirm(state, leaves, unit)
    other = partner(state, unit)
    for each in (unit, *((other.id,) if other else ())) if sure else ():
        state = because(state.set(each, "joined", None), DUST_99, each, "joined")
    return state


def leaves(now: GameState, unit: str) -> Prompt:
    at = now.unit(unit)
    return Prompt(
        "separate",
        "confirm",
        at.seat,
        say("{unit} separates and never joins again: sure?", unit=at.name),
        DUST_99,
        (unit,),
        default=True,
    )


def not_joined(now: GameState, unit: str) -> Refusal | None:
    """DUST-99."""
    at = now.unit(unit)
    if partner(now, unit) is None:
        return Refusal("not_joined", say("{unit} is not joined", unit=at.name), DUST_99)
    if at.count("activated") and now.reading("separation") == "atDeclaration":
        return Refusal("activated", say("{unit} was activated this round", unit=at.name), DUST_99)
    return None


JOIN = Opening(
    "join",
    say("join a squad"),
    DUST_94,
    knowing(tells, join),
    Record((*required(hero=UnitId(), squad=UnitId()), Field("round", Whole(0, 99)))),
    (illegal,),
    tells=tells,
    judges=True,
)
SEPARATE = Opening(
    "separate", say("separate"), DUST_99, separate, Record(required(unit=UnitId())), (not_joined,), actor="unit"
)
