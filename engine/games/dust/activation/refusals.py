"""What forbids an activation: the pair of actions, its skills and orders, and its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from engine.games.dust import abilities, refs, turn, words
from engine.games.dust.activation.situation import (
    COSTLY,
    GIVEN_BY,
    ORDERS,
    PLAIN,
    ActionPair,
    DeclaredActivation,
    need_known_words,
)
from engine.games.dust.attack import refusals as attacks
from engine.games.dust.units import is_destroyed, lead, together
from engine.parts import activation
from engine.playing.citing import rule
from engine.values.maps import Value
from engine.values.model import Problem, Refusal
from engine.values.table import GameState
from engine.values.texts import say

SILENT_COST = ("all_in_one", "assault", "berserk", "medal_of_honor")
"""Skills of which the source does not say whether they cost an action."""

# The two actions


def wrong_pair(now: GameState, pair: ActionPair) -> Iterator[Problem]:
    """Two actions, not both of them Attack; nothing beside a Sustained Attack."""
    if pair.acts.count("attack") > 1:
        yield Problem(say("one Attack an activation"), refs.DUST_03)
    if "sustained" in pair.acts and len(pair.acts) > 1:
        yield Problem(say("a Sustained Attack takes both actions"), refs.DUST_02)
    if max(len(pair.acts), len(pair.declared)) > 2:
        yield Problem(say("an activation has two actions"), refs.DUST_02)


def wrong_charge(now: GameState, pair: ActionPair) -> Iterator[Problem]:
    """A Charge is declared as two Moves."""
    if pair.is_charge and pair.acts != ("move", "move"):
        yield Problem(say("a Charge is two Moves and then close combat"), refs.DUST_121)


def no_action_left(now: GameState, pair: ActionPair) -> Iterator[Problem]:
    """Each skill with a cost takes a Skill action of its own."""
    costly = (*COSTLY, *(SILENT_COST if now.reading("silentSkillCost") == "action" else ()))
    wanted = Counter(skill for skill in pair.skills if skill in costly) - Counter(pair.declared)
    if sum(wanted.values()) > pair.declared.count("skill"):
        yield Problem(say("{skill} costs a Skill action", skill=words.named(next(iter(wanted)))), refs.DUST_177)


def no_entry_first(now: GameState, pair: ActionPair) -> Iterator[Problem]:
    """A unit that enters begins with the entry Move, so no Sustained Attack."""
    if is_entering(now, pair.unit, pair.round, pair.entering) and pair.acts[0] != "move":
        yield Problem(say("a unit that enters begins with its entry Move"), refs.DUST_103)


@rule(refs.DUST_103)
def is_entering(now: GameState, unit: str | None, round: int | None, entering: bool | None) -> bool:
    """As told; in round 1 every unit that is not on the board yet; a unit that waits beside it."""
    if entering is not None:
        return entering
    if unit is not None and now.unit(unit).where == "reserve":
        return True
    return round == 1 and (unit is None or not now.unit(unit).count("on_board"))


# Skills and orders


@rule(refs.DUST_60, refs.DUST_113, refs.DUST_115, refs.DUST_141)
def not_able(now: GameState, pair: ActionPair) -> Iterator[Problem]:
    """A skill that the unit does not have, or has used up; an order whose giver is dead."""
    if pair.unit is None:
        return
    for skill, times in (Counter(pair.declared) | Counter(pair.skills)).items():
        yield from no_skill(now, pair.unit, skill)
        owner = now.unit(abilities.owner_of_skill(now, pair.unit, skill))
        is_used = abilities.has_used(owner, skill) and not (skill == "assault" and owner.count("doubled"))
        if skill in abilities.ONCE and (is_used or times > 1):
            text = say("{unit} uses {skill} once in a game", unit=owner.name, skill=words.named(skill))
            yield Problem(text, abilities.ONCE[skill])


def no_skill(now: GameState, unit: str, skill: str) -> Iterator[Problem]:
    """What is not stated on the card is taken as told."""
    at = now.unit(unit)
    if skill in GIVEN_BY and not abilities.has_member(now, unit, GIVEN_BY[skill]):
        yield Problem(say("{unit}: whoever gives this order is dead", unit=at.name), refs.DUST_141)
    elif skill == "artillery_strike" and abilities.is_command_squad(now, unit):
        if not abilities.has_member(now, unit, "radio"):
            yield Problem(say("{unit}: the Radio is dead", unit=at.name), refs.DUST_60)
    elif skill not in (*PLAIN, *ORDERS, "reload") and abilities.is_without(now, at, skill):
        yield Problem(say("{unit} does not have {skill}", unit=at.name, skill=words.named(skill)), refs.DUST_177)


def no_second_order(now: GameState, pair: ActionPair) -> Iterator[Problem]:
    """One command skill a round, told as an action or as the skill of one; not one tried before."""
    told = [*(Counter(pair.declared) | Counter(pair.skills)).elements()]
    is_commanding = {*told} & {*ORDERS} or (pair.unit is not None and abilities.is_command_squad(now, pair.unit))
    counted = (*ORDERS, "artillery_strike") if is_commanding and now.reading("strikeCounts") == "yes" else ORDERS
    orders = [action for action in told if action in counted]
    most = len({*orders}) if now.reading("commandLimit") == "untilFailure" else 1
    if len(orders) > most or any(is_barred(now, order, pair.unit) for order in orders):
        yield Problem(say("one command skill a round"), refs.DUST_143)


@rule(refs.DUST_143)
def is_barred(now: GameState, order: str, unit: str | None, already: Value = None) -> bool:
    """One attempt a round over all command squads; each order once until one fails; or one for
    each squad."""
    if order not in ORDERS and now.reading("strikeCounts") == "no":
        return False
    seat = now.unit(unit).seat if unit is not None else None
    tried = already if already is not None or seat is None else now.seats[seat].get("command")
    match now.reading("commandLimit"):
        case "perSquad":
            return bool(already) or (unit is not None and bool(now.unit(lead(now, unit)).marks("orders")))
        case "untilFailure":
            squads = (at for at in now.units.values() if at.seat == seat)
            return tried == "failed" or any(order in squad.marks("orders") for squad in squads)
        case _:
            return bool(tried)


def no_second_strike(now: GameState, pair: ActionPair) -> Iterator[Problem]:
    """By one reading one strike an activation."""
    if pair.by_name.count("artillery_strike") > 1 and now.reading("doubleStrike") == "no":
        yield Problem(say("one Artillery Strike an activation"), refs.DUST_59)


@rule(refs.DUST_66, refs.DUST_191)
def activated_already(now: GameState, unit: str | None) -> Iterator[Problem]:
    """Once a round, but for whom an Officer makes act again; the destroyed never."""
    if unit is None:
        return
    if is_destroyed(now.unit(unit)):
        yield Problem(say("{unit} is destroyed", unit=now.unit(unit).name), refs.DUST_08)
    if turn.has_acted(now, unit):
        yield Problem(say("{unit} was activated this round", unit=now.unit(unit).name), refs.DUST_08)


ACTIONS: tuple[Callable[[GameState, ActionPair], Iterator[Problem]], ...] = (
    wrong_pair,
    wrong_charge,
    no_action_left,
    no_entry_first,
    not_able,
    no_second_order,
    no_second_strike,
)


@rule(refs.DUST_04)
def problems(now: GameState, pair: ActionPair) -> Iterator[Problem]:
    """Everything against a declaration."""
    need_known_words(*pair.declared, *pair.skills)
    for limit in ACTIONS:
        yield from limit(now, pair)
    yield from activated_already(now, pair.unit)


# The activation


@rule(refs.DUST_08, refs.DUST_66, refs.DUST_191)
def not_there(now: GameState, declaration: DeclaredActivation) -> Refusal | None:
    """A destroyed unit has no card left to turn, an activated one has turned it."""
    return words.first_refusal("gone", activated_already(now, declaration.unit))


@rule(refs.DUST_02, refs.DUST_03, refs.DUST_08, refs.DUST_103, refs.DUST_121)
def wrong_actions(now: GameState, declaration: DeclaredActivation) -> Refusal | None:
    """What is against the two actions, unless no unit is left to act."""
    if not_there(now, declaration):
        return None
    return words.first_refusal("illegal", problems(now, declaration.pair))


@rule(refs.DUST_07, refs.DUST_08)
def not_its_turn(now: GameState, declaration: DeclaredActivation) -> Refusal | None:
    """One activation at a time; then whom an order called; else the sides take turns."""
    if no := activation.another_is_open(now, turn.ALONE, refs.DUST_08):
        return no
    acting, due = turn.acting_unit(now), turn.who_acts_next(now, now.unit(declaration.unit).seat)
    if acting:
        return Refusal("is_acting", say("{unit} is still acting", unit=now.unit(acting).name), refs.DUST_08)
    if due in together(now, declaration.unit):
        return None
    if due is not None:
        return Refusal("acts_next", say("{unit} acts next", unit=now.unit(due).name), refs.DUST_144)
    if not turn.has_had_go(now):
        return None
    return Refusal("had_its_go", say("one activation, then the other side"), refs.DUST_07)


def no_target(now: GameState, declaration: DeclaredActivation) -> Refusal | None:
    """An attack without a target is none."""
    if declaration.lines is None or declaration.lines or not {"attack", "sustained"} & {*declaration.declared}:
        return None
    return Refusal("no_target", say("an attack is declared with its targets"), refs.DUST_37)


@rule(refs.DUST_29, refs.DUST_31, refs.DUST_33, refs.DUST_37)
def wrong_line(now: GameState, declaration: DeclaredActivation) -> Refusal | None:
    """What forbids a line when it is declared; range and sight are looked at when it is fired."""
    may_be_empty = "reload" in declaration.pair.by_name
    limits = [limit for limit in attacks.DECLARED if limit is not attacks.not_loaded or not may_be_empty]
    checks = (*map(attacks.for_each_line, limits), attacks.no_second_target, attacks.no_stranger)
    return next(filter(None, (check(now, declaration.attack) for check in checks)), None)


ACTIVATION = (not_there, wrong_actions, not_its_turn, no_target, wrong_line)
