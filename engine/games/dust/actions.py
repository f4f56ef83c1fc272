"""The two actions of an activation: which pairs are legal, and what each needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from engine.games.dust.assault import ONCE
from engine.games.dust.heroes import may_use, owner_of, together
from engine.games.dust.limits import commands
from engine.games.dust.problems import Problem, knowing, verdict
from engine.games.dust.refs import (
    DUST_02,
    DUST_03,
    DUST_08,
    DUST_59,
    DUST_60,
    DUST_103,
    DUST_121,
    DUST_141,
    DUST_143,
    DUST_177,
)
from engine.games.dust.units import fallen, has_role, used
from engine.games.dust.words import NAMES, named
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Field, Flag, ListOf, Record, UnitId, Whole, Word
from engine.values.maps import Value
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say

PLAIN = ("move", "attack", "nothing", "skill", "sustained")
ORDERS = ("reactivate", "makeshift_repair", "field_repair", "get_up", "come_on_guys")
GIVEN_BY = {
    "reactivate": "officer",
    "makeshift_repair": "mechanic",
    "field_repair": "mechanic",
    "get_up": "medic",
    "come_on_guys": "medic",
}
COSTLY = ("artillery_strike", "reload", "tank_head", *ORDERS)
SILENT_COST = ("all_in_one", "assault", "berserk", "medal_of_honor")
"""Skills that cost an action, and those of which the source does not say (DUST-177)."""
KNOWN = {*PLAIN, *COSTLY, *NAMES}


def known_words(told: tuple[str, ...]) -> tuple[str, ...]:
    """Words that are actions or skills; another one is a mistake of the question."""
    for word in told:
        if word not in KNOWN:
            raise Impossible(say("{word} is neither an action nor a skill", word=word))
    return told


def costly(now: GameState, skill: str) -> bool:
    """DUST-177."""
    return skill in COSTLY or (skill in SILENT_COST and now.reading("silentSkillCost") == "action")


def pair(declared: tuple[str, ...], skills: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The actions one by one: a Sustained Attack is both, a Charge is two Moves (DUST-02, 121)."""
    if "sustained" in declared and set(declared) <= {"sustained", "nothing"}:
        return ("sustained",)
    return ("move", "move") if set(declared) == {"charge"} else declared


def spelt_out(declared: tuple[str, ...], skills: tuple[str, ...]) -> tuple[str, ...]:
    """The actions with each Skill by its name, as far as those with a cost were told (DUST-02,
    177)."""
    told = [*(Counter(skill for skill in skills if skill in COSTLY) - Counter(declared)).elements()]
    return tuple(told.pop(0) if action == "skill" and told else action for action in declared)


def wrong_pair(
    now: GameState, declared: tuple[str, ...], skills: tuple[str, ...] = (), **_: Value
) -> Iterator[Problem]:
    """Two actions, not both of them Attack; nothing beside a Sustained Attack (DUST-02, 03)."""
    acts = pair(declared, skills)
    if acts.count("attack") > 1:
        yield Problem(say("one Attack an activation"), DUST_03)
    if "sustained" in acts and len(acts) > 1:
        yield Problem(say("a Sustained Attack takes both actions"), DUST_02)
    if max(len(acts), len(declared)) > 2:
        yield Problem(say("an activation has two actions"), DUST_02)


def wrong_charge(
    now: GameState, declared: tuple[str, ...], skills: tuple[str, ...] = (), **_: Value
) -> Iterator[Problem]:
    """A Charge is declared as two Moves (DUST-121)."""
    if "charge" in (*declared, *skills) and pair(declared) != ("move", "move"):
        yield Problem(say("a Charge is two Moves and then close combat"), DUST_121)


def no_action_left(
    now: GameState, declared: tuple[str, ...], skills: tuple[str, ...] = (), **_: Value
) -> Iterator[Problem]:
    """Each skill with a cost takes a Skill action of its own (DUST-177)."""
    wanted = Counter(skill for skill in skills if costly(now, skill)) - Counter(declared)
    if sum(wanted.values()) > declared.count("skill"):
        yield Problem(say("{skill} costs a Skill action", skill=named(next(iter(wanted)))), DUST_177)


def entering_first(
    now: GameState,
    declared: tuple[str, ...],
    unit: str | None = None,
    round: int | None = None,
    entering: bool | None = None,
    **_: Value,
) -> Iterator[Problem]:
    """Whoever enters begins with the entry Move, so no Sustained Attack (DUST-103)."""
    if enters(now, unit, round, entering) and pair(declared)[0] != "move":
        yield Problem(say("a unit that enters begins with its entry Move"), DUST_103)


def enters(now: GameState, unit: str | None, round: int | None, entering: bool | None) -> bool:
    """As told; in round 1 every unit that is not on the board yet; whoever waits beside it
    (DUST-103)."""
    if entering is not None:
        return entering
    if unit is not None and now.unit(unit).where == "reserve":
        return True
    return round == 1 and (unit is None or not now.unit(unit).count("on_board"))


def not_able(
    now: GameState, declared: tuple[str, ...], skills: tuple[str, ...] = (), unit: str | None = None, **_: Value
) -> Iterator[Problem]:
    """A skill that the unit does not have, or has used up; an order whose giver is dead
    (DUST-60, 113, 141)."""
    if unit is None:
        return
    for skill, times in (Counter(declared) | Counter(skills)).items():
        yield from lacking(now, unit, skill)
        owner = now.unit(owner_of(now, unit, skill))
        if skill in ONCE and (used(owner, skill) or times > 1):
            yield Problem(say("{unit} uses {skill} once in a game", unit=owner.name, skill=named(skill)), ONCE[skill])


def lacking(now: GameState, unit: str, skill: str) -> Iterator[Problem]:
    """What is not stated on the card is taken as told (DUST-60, 141)."""
    at = now.unit(unit)
    if skill in GIVEN_BY and not has_role(at, GIVEN_BY[skill]):
        yield Problem(say("{unit}: whoever gives this order is dead", unit=at.name), DUST_141)
    elif skill == "artillery_strike" and commands(now, unit):
        if not has_role(at, "radio"):
            yield Problem(say("{unit}: the Radio is dead", unit=at.name), DUST_60)
    elif skill not in (*PLAIN, *ORDERS, "reload") and at.stated("skills") is not None and not may_use(now, unit, skill):
        yield Problem(say("{unit} does not have {skill}", unit=at.name, skill=named(skill)), DUST_177)


def two_orders(
    now: GameState, declared: tuple[str, ...], skills: tuple[str, ...] = (), unit: str | None = None, **_: Value
) -> Iterator[Problem]:
    """One command skill a round, told as an action or as the skill of one; not one tried before
    (DUST-143)."""
    orders = [action for action in (Counter(declared) | Counter(skills)).elements() if action in ORDERS]
    again = len(set(orders)) < len(orders) if now.reading("commandLimit") == "untilFailure" else len(orders) > 1
    if again or any(barred(now, order, unit) for order in orders):
        yield Problem(say("one command skill a round"), DUST_143)


def barred(now: GameState, order: str, unit: str | None, already: Value = None) -> bool:
    """One attempt a round over all command squads; each order once until one fails; or one for
    each squad (DUST-143)."""
    if order not in ORDERS and now.reading("strikeCounts") == "no":
        return False
    seat = now.unit(unit).seat if unit is not None else None
    squads = [at for at in now.units.values() if at.seat == seat]
    tried = already if already is not None or seat is None else now.seats[seat].get("command")
    match now.reading("commandLimit"):
        case "perSquad":
            return bool(already) or (unit is not None and bool(now.unit(unit).marks("orders")))
        case "untilFailure":
            return tried == "failed" or any(order in squad.marks("orders") for squad in squads)
        case _:
            return bool(tried)


def two_strikes(
    now: GameState, declared: tuple[str, ...], skills: tuple[str, ...] = (), **_: Value
) -> Iterator[Problem]:
    """By one reading one strike an activation (DUST-59)."""
    if spelt_out(declared, skills).count("artillery_strike") > 1 and now.reading("doubleStrike") == "no":
        yield Problem(say("one Artillery Strike an activation"), DUST_59)


def already(now: GameState, unit: str | None = None, **_: Value) -> Iterator[Problem]:
    """Once a round, but for whom an Officer makes act again; the destroyed never (DUST-08, 66,
    191)."""
    if unit is not None and fallen(now.unit(unit)):
        yield Problem(say("{unit} is destroyed", unit=now.unit(unit).name), DUST_08)
    pair = [now.unit(each) for each in together(now, unit)] if unit is not None else []
    again = any(at.count("reactivated") or at.count("running") for at in pair)
    if any(at.count("activated") for at in pair) and not again:
        yield Problem(say("{unit} was activated this round", unit=pair[0].name), DUST_08)


RULES: tuple[Callable[..., Iterator[Problem]], ...] = (
    wrong_pair,
    wrong_charge,
    no_action_left,
    entering_first,
    not_able,
    two_orders,
    two_strikes,
    already,
)


def problems(now: GameState, **told: Any) -> Iterator[Problem]:
    """Everything against a declaration (DUST-04)."""
    _ = known_words((*told["declared"], *told.get("skills", ())))
    for rule in RULES:
        yield from rule(now, **told)


def tells(now: GameState, **told: Value) -> dict[str, Value]:
    return verdict("legal", problems(now, **told))


DECLARED = Field("declared", ListOf(Word(), 1, 3), required=True)
SITUATION = Record(
    (
        DECLARED,
        Field("skills", ListOf(Word()), default=()),
        Field("unit", UnitId()),
        Field("round", Whole(1, 99)),
        Field("entering", Flag()),
    )
)
ACTIONS = Opening("actions", say("check two actions"), DUST_03, knowing(tells, nothing), SITUATION, tells=tells)
