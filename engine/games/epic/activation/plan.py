"""Declaring an action on one page: what each allows and how far, what its test needs, what is seen
of the formation; a tap on an action declares it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dice.check import foregone, on_the_die
from engine.games.epic import refs
from engine.games.epic.activation.orders import effect_of
from engine.games.epic.activation.procedure import action_dice
from engine.games.epic.activation.refusals import ACTION, not_all_on_overwatch
from engine.games.epic.activation.situation import Action
from engine.games.epic.air.actions import orders_of
from engine.games.epic.air.reserves import able_to_act, is_airborne, is_spacecraft
from engine.games.epic.formations.rows import rows, units_with
from engine.games.epic.words import ORDER_WORDS
from engine.playing.citing import rule
from engine.playing.plan import MEANS, DeedPlan, Draft, Fact, Means
from engine.values.maps import Map, Value
from engine.values.model import Unknown
from engine.values.situation import situation_from
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

STAY = "stay"
SEEN = {
    "road": say("all of it on a road"),
    "out_of_coherency": say("out of coherency"),
    "in_zoc": say("in an enemy zone of control"),
    "pop_up": say("pops up"),
}
"""What only the players see of a formation before it acts."""


@rule(refs.EPIC_30, refs.EPIC_125)
def facts(now: GameState, draft: Draft) -> Iterator[Fact]:
    """What is seen of it, and whom a commander takes into his assault."""
    unit = now.unit(str(draft["formation"]))
    if is_airborne(unit) or is_spacecraft(unit):
        return
    seen = tuple((key, SEEN[key]) for key in SEEN if key != "pop_up" or has_skimmers(unit))
    yield from companions(now, unit)
    yield Fact("seen", say("where it stands"), seen, several=True, place="last")


@rule(refs.EPIC_125)
def has_skimmers(unit: Unit) -> bool:
    try:
        return any(row.left and row.has("skimmer") for row in rows(unit))
    except Unknown:
        return False


@rule(refs.EPIC_133)
def companions(now: GameState, unit: Unit) -> Iterator[Fact]:
    """Other formations that a commander may take into a combined assault."""
    try:
        leads = units_with(unit, "commander", "supreme_commander")
    except Unknown:
        return
    others = [each for each in able_to_act(now, unit.seat) if each.id != unit.id and each.where == "table"]
    free = tuple(each for each in others if not (each.count("activated") or each.count("broken") or is_airborne(each)))
    if leads and free:
        named = tuple((each.id, say("{unit}", unit=each.name)) for each in free)
        yield Fact("along", say("takes along in an Engage"), named, several=True, place="last")


@rule(refs.EPIC_09, refs.EPIC_65)
def means(now: GameState, draft: Draft) -> Iterator[Means]:
    """Every action of its kind, with what it allows and what its test needs; or why not."""
    formation = str(draft["formation"])
    known = orders_of(now, Action("hold", formation)).get("order", tuple(ORDER_WORDS))
    for order in known:
        yield means_of(now, draft, order)
    stay = action_of(draft.put(MEANS, STAY))
    if now.unit(formation).count("overwatch") and not_all_on_overwatch(now, stay) is None:
        text = say("no test: your part of this phase is over")
        yield Means(STAY, say("all the rest stay on overwatch"), (text,))


@rule(refs.EPIC_09)
def means_of(now: GameState, draft: Draft, order: str) -> Means:
    action, unit = action_of(draft.put(MEANS, order)), now.unit(str(draft["formation"]))
    against = next((no for refusal in ACTION if (no := refusal(now, action))), None)
    notes = tuple(each for each in (effect_of(order, unit),) if each)
    return Means(order, ORDER_WORDS[order], notes, None, needs_of(now, action) if not against else "", against)


@rule(refs.EPIC_10, refs.EPIC_76)
def needs_of(now: GameState, action: Action) -> Text | str:
    """What its die has to show, or that it passes without one."""
    check = action_dice(now, action).checks[0]
    if foregone(check):
        return say("auto")
    target = on_the_die(check) if foregone(check) is None else None
    return f"{target}+" if target else ""


def action_of(draft: Draft) -> Action:
    return situation_from(Action, order_of(draft))


def situation_of(_: GameState, draft: Draft) -> Map[Value]:
    return order_of(draft)


@rule(refs.EPIC_76, refs.EPIC_133)
def order_of(draft: Draft) -> Map[Value]:
    """The order, and of what is seen as much as bears on it."""
    order, seen = str(draft.get(MEANS) or ""), draft.get("seen")
    args: dict[str, Value] = {"formation": draft["formation"]}
    if order == STAY:
        return Map({**args, "order": "overwatch", STAY: True})
    if order:
        args["order"] = order
    for key in seen if isinstance(seen, tuple) else ():
        if key != "road" or order == "march":
            args[str(key)] = True
    along = draft.get("along")
    if order == "engage" and isinstance(along, tuple) and along:
        args["along"] = along
    return Map(args)


PLAN = DeedPlan("action", "formation", facts=facts, means=means, pick="one", situation=situation_of, at_once=True)
