"""What forbids the actions of aircraft and spacecraft, and acting while aboard; the actions that a
formation may declare."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.orders import GROUND_ORDERS
from engine.games.epic.activation.situation import Action
from engine.games.epic.air.reserves import AIR, PATROLS, bombers, is_airborne, is_spacecraft
from engine.games.epic.space.schedule import turns_of_arrival
from engine.playing.citing import rule
from engine.values.model import Refusal
from engine.values.table import GameState, Unit
from engine.values.texts import say


@rule(refs.EPIC_187, refs.EPIC_191, refs.EPIC_193, refs.EPIC_213, refs.EPIC_218)
def orders_of(now: GameState, action: Action) -> dict[str, tuple[str, ...]]:
    """The actions of a formation's kind; an interception from patrol is asked when the enemy
    attacks."""
    unit = known_unit(now, action)
    if unit is None:
        return {}
    if is_spacecraft(unit):
        return {"order": ("spacecraft",)}
    if not is_airborne(unit):
        return {"order": GROUND_ORDERS}
    banned = ("cap_interception", *(PATROLS if bombers(unit) else ()))
    return {"order": tuple(order for order in AIR if order not in banned)}


def known_unit(now: GameState, action: Action) -> Unit | None:
    """The formation, where its card says what it is made of."""
    unit = now.unit(action.formation) if action.formation else None
    return unit if unit and unit.stated("units") is not None else None


@rule(refs.EPIC_213)
def no_action_of_another_kind(now: GameState, action: Action) -> Refusal | None:
    """Air actions are for aircraft, ground actions for the ground, a landed aircraft's included."""
    unit, order = known_unit(now, action), action.order
    if unit is None or action.aircraft:
        return None
    if (order in AIR) != is_airborne(unit) or (order == "spacecraft") != is_spacecraft(unit):
        return Refusal("wrong_kind", say("{unit} does not take this kind of action", unit=unit.name), refs.EPIC_187)
    return None


def no_bomber_on_patrol(now: GameState, action: Action) -> Refusal | None:
    """Interceptions and patrols are for fighters and fighter-bombers."""
    if not action.formation or action.order not in PATROLS or not bombers(now.unit(action.formation)):
        return None
    text = say("{unit}: bombers neither intercept nor patrol", unit=now.unit(action.formation).name)
    return Refusal("bomber", text, refs.EPIC_191 if action.order == "interception" else refs.EPIC_193)


def no_second_patrol(now: GameState, action: Action) -> Refusal | None:
    """One patrol for each ground attack."""
    if action.order == "cap_interception" and action.cap_used:
        return Refusal("cap_used", say("a patrol has intercepted this attack already"), refs.EPIC_193)
    return None


def no_passenger(now: GameState, action: Action) -> Refusal | None:
    """Passengers take no action."""
    unit = now.unit(action.formation) if action.formation else None
    if unit and (unit.trackers.get("aboard") or unit.where == "inside"):
        return Refusal("aboard", say("{unit} is aboard: no action", unit=unit.name), refs.EPIC_167)
    return None


def no_landed_aircraft(now: GameState, action: Action) -> Refusal | None:
    """By one reading aircraft on the ground do nothing but leave."""
    unit = now.unit(action.formation) if action.formation else None
    if unit and unit.count("landed") and now.reading("landed_later") == "idle":
        return Refusal("landed", say("{unit} is on the ground: it only disengages", unit=unit.name), refs.EPIC_213)
    return None


def no_spacecraft_out_of_turn(now: GameState, action: Action) -> Refusal | None:
    """A spacecraft comes in its own turn, or later when no other does."""
    if action.order != "spacecraft" or not action.formation:
        return None
    if now.unit(action.formation).count("passed"):
        text = say("{unit} has passed over the table", unit=now.unit(action.formation).name)
        return Refusal("passed", text, refs.EPIC_218)
    here, plan = action.turn or now.turn, turns_of_arrival(now, action.schedule)
    own = plan.get(action.formation, 0)
    if own > here:
        return Refusal("not_due", say("this spacecraft is due on turn {turn}", turn=own), refs.EPIC_216)
    if here in plan.without(action.formation).values():
        ref = refs.EPIC_216 if own == here else refs.EPIC_219
        return Refusal("another", say("another spacecraft is due on turn {turn}", turn=here), ref)
    return None


ACTION = (
    no_action_of_another_kind,
    no_bomber_on_patrol,
    no_second_patrol,
    no_passenger,
    no_landed_aircraft,
    no_spacecraft_out_of_turn,
)
