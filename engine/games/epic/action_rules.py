"""What an action test rests on, and what the rules say against an action."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from engine.games.epic.air_rules import AIR_FORBIDS
from engine.games.epic.formations import army, number, rows, units_with
from engine.games.epic.modifiers import Trial
from engine.games.epic.refs import (
    EPIC_07,
    EPIC_18,
    EPIC_19,
    EPIC_22,
    EPIC_23,
    EPIC_24,
    EPIC_30,
    EPIC_65,
    EPIC_109,
    EPIC_125,
    EPIC_133,
)
from engine.games.epic.reserves import AIR, able_to_act, destroyed
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Refusal
from engine.values.table import GameState
from engine.values.texts import say

Rule: TypeAlias = "Callable[..., Refusal | None]"
MOST_ALONG = {"3_more": 3, "3_total": 2}


def initiative_of(now: GameState, told: Map[Value]) -> int:
    """As told, or on the card; a combined assault takes the commander's, by one reading the
    worst (EPIC-10, 133)."""
    if told.get("initiative") is not None:
        return number(told["initiative"])
    if not told.get("formation"):
        raise Impossible(say("a formation or its initiative is needed"))
    values = [now.unit(told["formation"]).need("initiative")]
    if now.reading("commander_initiative") == "worst":
        values += [now.unit(other).need("initiative") for other in along_of(told)]
    return max(values)


def along_of(told: Map[Value]) -> tuple[str, ...]:
    along = told.get("along")
    return tuple(map(str, along)) if isinstance(along, tuple) else ()


def trial_of(now: GameState, told: Map[Value]) -> Trial:
    """Markers of the formation, or once for any that it takes along (EPIC-11, 133)."""
    unit = now.unit(told["formation"]) if told.get("formation") else None
    blast = told.get("blast") if told.get("blast") is not None else unit.count("blast") if unit else 0
    along = any(now.unit(other).count("blast") for other in along_of(told))
    aircraft = bool(told.get("aircraft")) or told["order"] in AIR
    return Trial(str(told["order"]), number(blast), retained(now, told), aircraft, along, army(unit) if unit else "")


def retained(now: GameState, told: Map[Value]) -> bool:
    """As told; else it is so when this side has just acted and the other could (EPIC-08, 11,
    23)."""
    if told.get("retaining") is not None:
        return bool(told["retaining"])
    free = not opponent_left(now) and now.reading("opponent_done") == "free"
    return bool(told.get("formation")) and number(now.trackers.get("acted")) > 0 and not free


def opponent_left(now: GameState) -> bool:
    """The other side still has a formation to activate (EPIC-08)."""
    return any(
        not unit.count("activated") and not unit.count("broken") for unit in able_to_act(now, 1 - now.seat)
    ) and not now.seats[1 - now.seat].get("done")


def hold_choices(told: Map[Value]) -> tuple[str, ...]:
    """Out of coherency, or in an enemy zone of control, it has to be the move (EPIC-22, 30)."""
    return ("move",) if told.get("out_of_coherency") or told.get("in_zoc") else ("move", "shoot", "regroup")


def without_move(told: Map[Value]) -> bool:
    """The action as declared has neither a move nor a charge."""
    order, choice = told["order"], told.get("choice")
    return order in ("sustained", "overwatch") or (order in ("marshal", "hold") and choice in ("shoot", "regroup"))


def broken(now: GameState, formation: str | None = None, **_: Value) -> Refusal | None:
    if formation and now.unit(formation).count("broken"):
        return Refusal("broken", say("{unit} is broken and takes no action", unit=now.unit(formation).name), EPIC_109)
    return None


def already_acted(
    now: GameState, formation: str | None = None, stay: bool = False, order: str = "", **_: Value
) -> Refusal | None:
    """Once a turn; a patrol that was this turn's action may still intercept (EPIC-07, 193)."""
    on_patrol = order == "cap_interception" and formation and now.unit(formation).count("cap")
    if formation and now.unit(formation).count("activated") and not stay and not on_patrol:
        return Refusal("activated", say("{unit} has acted this turn", unit=now.unit(formation).name), EPIC_07)
    return None


def incoherent(now: GameState, order: str, **told: Value) -> Refusal | None:
    """Sustained Fire and Overwatch need coherency; what else there is must hold a move (EPIC-18,
    19, 22)."""
    if told.get("stay") or not told.get("out_of_coherency") or not without_move(Map({"order": order, **told})):
        return None
    ref = {"sustained": EPIC_18, "overwatch": EPIC_19}.get(order, EPIC_22)
    return Refusal("out_of_coherency", say("out of coherency: the formation has to move"), ref)


def in_zone(now: GameState, order: str, **told: Value) -> Refusal | None:
    """In an enemy zone of control: charge that enemy or leave it (EPIC-30); staying on overwatch
    is the exception (EPIC-65)."""
    if told.get("in_zoc") and not told.get("stay") and without_move(Map({"order": order, **told})):
        return Refusal("in_zoc", say("in an enemy zone of control: charge or leave it"), EPIC_30)
    return None


def retained_twice(
    now: GameState, formation: str | None = None, retaining: bool | None = None, **_: Value
) -> Refusal | None:
    """After a retained activation the opponent plays (EPIC-24)."""
    if number(now.trackers.get("acted")) >= 2 and opponent_left(now):
        return Refusal("retained", say("the initiative was retained already: the opponent plays"), EPIC_24)
    return None


def after_hold(now: GameState, formation: str | None = None, **_: Value) -> Refusal | None:
    """No retaining after a Hold, chosen or forced (EPIC-23, 252)."""
    if now.trackers.get("held") and opponent_left(now):
        return Refusal("held", say("after Hold the initiative cannot be retained"), EPIC_23)
    return None


def not_all_on_overwatch(
    now: GameState, formation: str | None = None, stay: bool = False, **_: Value
) -> Refusal | None:
    """All that have not acted must be on overwatch to stay so together (EPIC-65)."""
    if not stay:
        return None
    seat = now.unit(formation).seat if formation else now.seat
    others = [unit for unit in able_to_act(now, seat) if not unit.count("activated") and not unit.count("broken")]
    if any(not unit.count("overwatch") for unit in others):
        return Refusal("not_all", say("not all your formations yet to act are on overwatch"), EPIC_65)
    return None


def misplaced(now: GameState, side: tuple[str, ...]) -> bool:
    """Formations that cannot fight as one: twice the same, of both sides, or not on the table."""
    others = [now.unit(each) for each in side[1:]]
    return len(set(side)) < len(side) or any(
        unit.seat != now.unit(side[0]).seat or unit.where != "table" for unit in others
    )


def combined(
    now: GameState, order: str, formation: str | None = None, along: tuple[str, ...] | None = None, **_: Value
) -> Refusal | None:
    """Only a commander who charges takes others along, at most three, unbroken and yet to act
    (EPIC-133)."""
    if not along:
        return None
    why = None
    if order != "engage" or (formation and not units_with(now.unit(formation), "commander", "supreme_commander")):
        why = say("only a commander who charges takes others along")
    elif len(along) > MOST_ALONG[now.reading("commander_brings")]:
        why = say("a commander takes at most {most} formations along", most=MOST_ALONG[now.reading("commander_brings")])
    elif formation and misplaced(now, (formation, *along)):
        why = say("only other formations of the same side on the table go along")
    elif any(now.unit(other).count("broken") or now.unit(other).count("activated") for other in along):
        why = say("a formation taken along is broken or has acted")
    return Refusal("combined", why, EPIC_133) if why else None


def popping_up(
    now: GameState, order: str, formation: str | None = None, pop_up: bool = False, **_: Value
) -> Refusal | None:
    """Skimmers only, not in Sustained Fire, nor in a March, by the other reading a Marshal
    (EPIC-125)."""
    if not pop_up:
        return None
    if order in ("sustained", now.reading("popup_ban")):
        return Refusal("no_pop_up", say("no pop-up in this action"), EPIC_125)
    if formation and not any(row.left and row.has("skimmer") for row in rows(now.unit(formation))):
        return Refusal("no_skimmer", say("{unit} has no skimmers", unit=now.unit(formation).name), EPIC_125)
    return None


def before_it_begins(rule: Rule) -> Rule:
    """A rule about declaring an action; a form filled in its middle does not declare it again."""

    @wraps(rule)  # players are told as soon as what the rule looks at is known
    def asked(now: GameState, **told: Any) -> Refusal | None:
        return None if now.noted("begun") else rule(now, **told)

    return asked


FORBIDS = tuple(
    before_it_begins(rule)
    for rule in (
        *AIR_FORBIDS,
        destroyed,
        broken,
        already_acted,
        incoherent,
        in_zone,
        retained_twice,
        after_hold,
        not_all_on_overwatch,
        combined,
        popping_up,
    )
)
