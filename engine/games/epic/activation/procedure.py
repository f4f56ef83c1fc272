"""Actions: declare one, test for it, and what it allows then."""

from __future__ import annotations

from typing import Literal

from engine.games.epic import refs
from engine.games.epic.activation import end_of_turn, overwatch, refusals, strategy
from engine.games.epic.activation.memory import DECLARED, ActionResult
from engine.games.epic.activation.modifiers import trial_rows
from engine.games.epic.activation.orders import steps_of
from engine.games.epic.activation.parts import ALONG, begin_parts
from engine.games.epic.activation.situation import Action
from engine.games.epic.activation.values import hold_choices, initiative_of, is_retaining, trial_of
from engine.games.epic.air.actions import orders_of
from engine.games.epic.air.reserves import AIR, move_to
from engine.games.epic.air.sorties import fly_sortie
from engine.games.epic.formations.rows import number
from engine.games.epic.morale.markers import break_if_due, has_broken, place_markers
from engine.games.epic.morale.rally import ask_supreme_commander
from engine.games.epic.morale.withdrawal import withdraw
from engine.games.epic.space import schedule
from engine.games.epic.words import ORDER_WORDS
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.opening import Show, opens
from engine.playing.procedure import Procedure, call, choose, lastly, roll, task
from engine.values.maps import Value
from engine.values.model import D6, Check, Option, Prompt
from engine.values.stages import Again
from engine.values.table import GameState
from engine.values.texts import say

UNTESTED = ("cap_interception", "stand_down")


@rule(refs.EPIC_09, refs.EPIC_12, refs.EPIC_13)
def act(state: GameState, action: Action) -> Procedure:
    """Designate, declare, test; then the action, or Hold, or flight."""
    formation = action.formation
    if action.stay:
        return stay_on_overwatch(state, action)
    state, passed = yield from roll(state, action_dice, action)
    if not passed and formation:
        state, again = yield from ask_supreme_commander(state, formation, action.reroll)
        if again:
            state, passed = yield from roll(state, action_dice, action, "test:again")
    state = state.remember(DECLARED)
    if not formation:
        return end_action(state, bool(passed), action.order if passed else order_after_failure(action))
    if action.order == "spacecraft":
        return end_passage(state, action, formation, bool(passed))
    if action.order in AIR:
        return (yield from fly(state, action, formation, bool(passed)))
    state = come_out_of_reserve(state, formation)
    return (yield from (take_action if passed else fail_test)(state, action, formation))


@rule(refs.EPIC_231)
def come_out_of_reserve(state: GameState, formation: str) -> GameState:
    """Who waits off the table comes onto it by its action, through a portal."""
    is_waiting = state.unit(formation).where == "reserve"
    return move_to(state, formation, "table", refs.EPIC_231) if is_waiting else state


def end_action(state: GameState, passed: bool, then: str) -> GameState:
    return state.remember(ActionResult(passed, then))


@rule(refs.EPIC_13, refs.EPIC_190, refs.EPIC_219)
def order_after_failure(action: Action) -> str:
    """What a failure leaves where no formation is named."""
    if action.aircraft or action.order in AIR:
        return "stand_down"
    return "delayed" if action.order == "spacecraft" else "hold"


# The test


@rule(refs.EPIC_11, refs.EPIC_132)
def action_dice(now: GameState, action: Action, key: str = "test") -> Prompt:
    """One die against the initiative, less markers and less for retaining; a 1 may pass; a March
    by road always does."""
    unit, order = now.unit(action.formation) if action.formation else None, ORDER_WORDS[action.order]
    by_road = action.road and action.order == "march"
    settled: Literal["", "passes"] = "passes" if by_road or action.order in UNTESTED else ""
    check = Check(
        key,
        1,
        D6,
        refs.EPIC_76 if by_road else refs.EPIC_10,
        (initiative_of(now, action),),
        trial_rows(trial_of(now, action)),
        settled=settled,
        stages=(Again(),) if action.reroll and not unit else (),
    )
    text, about, seat = say("action test for {order}", order=order), tuple[str, ...](), now.seat
    if unit:
        text, about, seat = say("{unit}: action test for {order}", unit=unit.name, order=order), (unit.id,), unit.seat
    readings = ("commander_initiative",) if action.along else ()
    return Prompt(key, "roll", seat, text, refs.EPIC_10, about, (check,), readings=readings)


# Passed


@rule(refs.EPIC_24, refs.EPIC_261)
def use_action(state: GameState, formation: str, order: str) -> GameState:
    """The formation has used its action, and it is its side's go: an earlier one of it is over;
    what popped up before is down."""
    state = (
        activation.end(state, refs.EPIC_23)
        .set(formation, "activated", True, refs.EPIC_07)
        .set(formation, "order", order, refs.EPIC_09)
    )
    state = state.set(formation, "popped_up", False, refs.EPIC_125)
    waits = order == "overwatch"
    state = state.set(formation, "overwatch", waits, refs.EPIC_19 if waits else refs.EPIC_64)
    return count_activation(state.set(formation, "marched", order == "march", refs.EPIC_16), order)


@rule(refs.EPIC_252)
def count_activation(state: GameState, order: str) -> GameState:
    """One more activation in a row; after Hold the initiative cannot be retained."""
    state = state.set("", "acted", number(state.trackers.get("acted")) + 1, refs.EPIC_23)
    return state.set("", "held", order == "hold", refs.EPIC_23)


@rule(refs.EPIC_12, refs.EPIC_62, refs.EPIC_112, refs.EPIC_259)
def take_action(state: GameState, action: Action, formation: str) -> Procedure:
    """What it may do, move by move; enemies on overwatch may answer each, and a pop-up too."""
    order, choice = action.order, action.choice or ""
    if order in ("hold", "marshal") and not choice:
        state, choice = yield from choose(state, which_part, action, formation, order)
    steps = steps_of(order, choice)
    taken_along = tuple(f"{ALONG}:{other}" for other in action.along or ())
    state = end_action(use_action(state, formation, order), True, order)
    state = begin_parts(state, formation, (*steps, *taken_along), refs.EPIC_12)
    if action.pop_up:
        state = state.set(formation, "popped_up", True, refs.EPIC_125)
        state = yield from call(state, task(overwatch.answer_on_overwatch, formation, "pop_up"))
    for other in action.along or ():
        state = state.set(other, "activated", True, refs.EPIC_133).set(other, "order", order, refs.EPIC_133)
        state = state.set(other, "overwatch", False, refs.EPIC_64)
    return (yield from move(state, formation, steps))


@rule(refs.EPIC_62, refs.EPIC_112, refs.EPIC_262)
def move(state: GameState, formation: str, steps: tuple[str, ...]) -> Procedure:
    """Each move gives overwatch its chance; broken by it, the formation withdraws and the rest
    is lost."""
    for nth in range(1, steps.count("move") + 1):
        state = yield from call(state, task(overwatch.answer_on_overwatch, formation, f"move{nth}"))
    if has_broken(state, formation) and state.reading("retain_after_break") == "no":
        state = state.set("", "held", True, refs.EPIC_23)
    return state


@rule(refs.EPIC_22, refs.EPIC_30)
def which_part(now: GameState, action: Action, formation: str, order: str) -> Prompt:
    """Hold is exactly one of three; Marshal is shooting or a move before it regroups."""
    holds, unit = order == "hold", now.unit(formation)
    able = tuple(each for each in hold_choices(action) if holds or each != "regroup")
    return Prompt(
        "hold" if holds else "marshal",
        "choice",
        unit.seat,
        say("{unit}: {order}, and then?", unit=unit.name, order=ORDER_WORDS[order]),
        refs.EPIC_21 if holds else refs.EPIC_20,
        (formation,),
        options=tuple(Option(key, ORDER_WORDS[key]) for key in able),
    )


@rule(refs.EPIC_190, refs.EPIC_194, refs.EPIC_279)
def fly(state: GameState, action: Action, formation: str, passed: bool) -> Procedure:
    """Aircraft lose their markers by the test, and stand down if it fails."""
    if action.order != "cap_interception":
        state = state.set(formation, "blast", 0, refs.EPIC_189)
    order = action.order if passed else "stand_down"
    state = end_action(use_action(state, formation, order), passed, order)
    return (yield from lastly(state, task(fly_sortie, formation, order)))


@rule(refs.EPIC_218, refs.EPIC_219)
def end_passage(state: GameState, action: Action, formation: str, passed: bool) -> GameState:
    """A spacecraft arrives, or is delayed."""
    state = use_action(state, formation, "spacecraft")
    if passed:
        return schedule.arrive(end_action(state, True, "spacecraft"), formation)
    state = end_action(state, False, "delayed")
    return schedule.delay(state, formation, action.turn or state.turn, action.schedule)


# Failed


@rule(refs.EPIC_21, refs.EPIC_112, refs.EPIC_133)
def fail_test(state: GameState, action: Action, formation: str) -> Procedure:
    """A marker; if that breaks it, it withdraws at once; else it holds. Those taken along are
    free to act later."""
    waits = action.order == "overwatch" and state.unit(formation).count("overwatch")
    state = break_if_due(place_markers(state, formation, 1, refs.EPIC_13), formation)
    state = use_action(state, formation, "hold")
    if has_broken(state, formation):
        return (yield from call(end_action(state, False, "withdraw"), task(withdraw, formation)))
    if waits and state.reading("failed_renewal") == "kept":
        return end_action(state.set(formation, "overwatch", True, refs.EPIC_64), False, "overwatch")
    state, choice = yield from choose(end_action(state, False, "hold"), which_part, action, formation, "hold")
    state = begin_parts(state, formation, (choice,), refs.EPIC_13)
    return (yield from move(state, formation, steps_of("hold", choice)))


def stay_on_overwatch(state: GameState, action: Action) -> GameState:
    """All that have not acted stay on overwatch without tests: that side is done."""
    seat = state.unit(action.formation).seat if action.formation else state.seat
    for unit in tuple(state.standing(seat)):
        if unit.count("overwatch"):
            state = state.set(unit.id, "activated", True, refs.EPIC_65)
    return end_action(state.set(f"@{seat}", "done", True, refs.EPIC_65), True, "overwatch")


# What it tells


def outcomes(action: Action) -> dict[str, Show]:
    """Whether the test is passed, what follows, and when a spacecraft comes."""
    due: dict[str, Show] = {"due": lambda after: turn_of_arrival(after, action)} if action.order == "spacecraft" else {}
    return {
        "test": lambda after: "pass" if after.recall(ActionResult).passed else "fail",
        "then": lambda after: after.recall(ActionResult).then,
        **due,
    }


@rule(refs.EPIC_219)
def turn_of_arrival(after: GameState, action: Action) -> int:
    """The turn on which a spacecraft comes: this one, or the next free one."""
    return (action.turn or after.turn) if after.recall(ActionResult).passed else next_turn(after, action)


def next_turn(now: GameState, action: Action) -> int:
    return schedule.next_free_turn(now, action.formation or "", action.turn or now.turn, action.schedule)


@rule(refs.EPIC_13, refs.EPIC_21, refs.EPIC_22, refs.EPIC_30)
def facts(now: GameState, action: Action) -> dict[str, Value]:
    """The parts of the action, and what a forced Hold may be."""
    due: dict[str, Value] = {"due": next_turn(now, action)} if action.order == "spacecraft" else {}
    return {
        **due,
        "steps": steps_of(action.order, action.choice or ""),
        "hold": hold_choices(action),
        "retaining": is_retaining(now, action),
    }


OPENINGS = (
    *strategy.OPENINGS,
    opens(
        "action",
        say("action"),
        refs.EPIC_09,
        Action,
        act,
        refusals=refusals.ACTION,
        shows=outcomes,
        actor="formation",
        tells=facts,
        choices=orders_of,
    ),
    *overwatch.OPENINGS,
    *end_of_turn.OPENINGS,
)
