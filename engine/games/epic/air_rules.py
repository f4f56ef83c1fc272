"""What the rules say against the actions of aircraft and spacecraft, and against acting while
aboard."""

from __future__ import annotations

from engine.games.epic.formations import number
from engine.games.epic.orders import GROUND_ORDERS
from engine.games.epic.refs import EPIC_167, EPIC_187, EPIC_191, EPIC_193, EPIC_213, EPIC_216, EPIC_219
from engine.games.epic.reserves import AIR, PATROLS, airborne, bombers, orbits
from engine.values.maps import Map, Value
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


def wrong_kind(
    now: GameState, order: str, formation: str | None = None, aircraft: bool = False, **_: Value
) -> Refusal | None:
    """Air actions are for aircraft, ground actions for the ground, a landed aircraft's included
    (EPIC-187, 213)."""
    if not formation or now.unit(formation).stated("units") is None or aircraft:
        return None
    unit = now.unit(formation)
    if (order in AIR) != airborne(unit) or (order == "spacecraft") != orbits(unit):
        return Refusal("wrong_kind", say("{unit} does not take this kind of action", unit=unit.name), EPIC_187)
    return None


def declarable(now: GameState, formation: str | None = None, **_: Value) -> dict[str, tuple[str, ...]]:
    """The actions of a formation's kind; an interception from patrol is asked when the enemy
    attacks (EPIC-187, 191, 193, 213, 218)."""
    if not formation or now.unit(formation).stated("units") is None:
        return {}
    unit = now.unit(formation)
    if orbits(unit):
        return {"order": ("spacecraft",)}
    if not airborne(unit):
        return {"order": GROUND_ORDERS}
    return {
        "order": tuple(
            order for order in AIR if order != "cap_interception" and not (order in PATROLS and bombers(unit))
        )
    }


def bomber_hunts(now: GameState, order: str, formation: str | None = None, **_: Value) -> Refusal | None:
    """Interceptions and patrols are for fighters and fighter-bombers (EPIC-191, 193)."""
    if formation and order in PATROLS and bombers(now.unit(formation)):
        ref = EPIC_191 if order == "interception" else EPIC_193
        return Refusal(
            "bomber", say("{unit}: bombers neither intercept nor patrol", unit=now.unit(formation).name), ref
        )
    return None


def patrol_used(now: GameState, order: str, cap_used: bool | None = None, **_: Value) -> Refusal | None:
    """One patrol for each ground attack (EPIC-193)."""
    if order == "cap_interception" and cap_used:
        return Refusal("cap_used", say("a patrol has intercepted this attack already"), EPIC_193)
    return None


def aboard(now: GameState, formation: str | None = None, **_: Value) -> Refusal | None:
    """Passengers take no action (EPIC-167)."""
    if formation and now.unit(formation).trackers.get("aboard"):
        return Refusal("aboard", say("{unit} is aboard and takes no action", unit=now.unit(formation).name), EPIC_167)
    return None


def grounded(now: GameState, formation: str | None = None, **_: Value) -> Refusal | None:
    """By one reading aircraft on the ground do nothing but leave (EPIC-213)."""
    if formation and now.unit(formation).count("landed") and now.reading("landed_later") == "idle":
        return Refusal(
            "landed", say("{unit} is on the ground: it only disengages", unit=now.unit(formation).name), EPIC_213
        )
    return None


def not_due(
    now: GameState,
    order: str,
    formation: str | None = None,
    turn: int | None = None,
    schedule: Value = None,
    **_: Value,
) -> Refusal | None:
    """A spacecraft comes in its own turn, or later when no other does (EPIC-216, 219)."""
    if order != "spacecraft" or not formation:
        return None
    here, plan = turn or now.turn, plan_of(now, schedule)
    own = number(plan.get(formation))
    if own > here:
        return Refusal("not_due", say("this spacecraft is due on turn {turn}", turn=own), EPIC_216)
    if here in plan.without(formation).values():
        ref = EPIC_216 if own == here else EPIC_219
        return Refusal("another", say("another spacecraft is due on turn {turn}", turn=here), ref)
    return None


def plan_of(now: GameState, schedule: Value) -> Map[Value]:
    """As told, else what was declared openly before the battle (EPIC-216)."""
    if isinstance(schedule, Map):
        return schedule
    return Map({unit.id: unit.count("due") for unit in now.units.values()})


def next_free(now: GameState, craft: str, turn: int, schedule: Value = None) -> int:
    """A delayed spacecraft tries again on the first turn on which no other is due (EPIC-219)."""
    taken = {when for name, when in plan_of(now, schedule).items() if name != craft}
    later = turn + 1
    while later in taken:
        later += 1
    return later


AIR_FORBIDS = (wrong_kind, bomber_hunts, patrol_used, aboard, grounded, not_due)
