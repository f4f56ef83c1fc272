"""Actions: declare one, test for it, and what it allows then."""

from __future__ import annotations

from typing import Literal

from engine.games.epic.action_rules import FORBIDS, hold_choices, initiative_of, retained, trial_of
from engine.games.epic.air_rules import declarable, next_free
from engine.games.epic.aircraft import sortie
from engine.games.epic.formations import number
from engine.games.epic.markers import broke, has_broken, judged, placed
from engine.games.epic.modifiers import trial_rows
from engine.games.epic.orders import CHOICES, steps_of
from engine.games.epic.overwatch import reactions
from engine.games.epic.rally import may_reroll, use_reroll
from engine.games.epic.refs import EPIC_09, EPIC_10, EPIC_20, EPIC_21, EPIC_76
from engine.games.epic.reserves import AIR
from engine.games.epic.spacecraft import arrived_or_late
from engine.games.epic.units import ORDER_WORDS, ORDERS
from engine.games.epic.withdraw import withdrawal
from engine.playing.procedure import Procedure, call, choose, confirm, lastly, roll, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Field, Flag, ListOf, MapOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import D6, Check, Option, Prompt
from engine.values.stages import Again
from engine.values.table import GameState
from engine.values.texts import say

UNTESTED = ("cap_interception", "stand_down")


def action(state: GameState, **args: Value) -> Procedure:
    """Designate, declare, test; then the action, or Hold, or flight (EPIC-09, 12, 13)."""
    told, formation = Map(args), str(args.get("formation") or "")
    if told.get("stay"):
        return stayed(state, formation)
    state, passed = yield from roll(state, action_dice, told)
    if not passed and formation and may_reroll(state, formation):
        state, again = yield from confirm(state, use_reroll, formation)
        if again:
            state = state.set(f"@{state.unit(formation).seat}", "reroll_used", True)
            state, passed = yield from roll(state, action_dice, told, "test:again")
    state = state.note(passed=bool(passed), begun=True)
    if not formation:
        return state.note(then=outcome(state, told))
    if told["order"] in (*AIR, "spacecraft"):
        return (yield from off_the_table(state, formation, told))
    return (yield from (acted(state, formation, told) if passed else failed(state, formation, told)))


def off_the_table(state: GameState, formation: str, told: Map[Value]) -> Procedure:
    """Aircraft lose their markers by the test, and stand down if it fails; a spacecraft is only
    delayed (EPIC-189, 190, 194, 219, 279)."""
    order, passed = str(told["order"]), bool(state.noted("passed"))
    if order == "spacecraft":
        return arrived_or_late(spent(state, formation, order), formation, told)
    if order != "cap_interception":
        state = state.set(formation, "blast", 0)
    order = order if passed else "stand_down"
    return (
        yield from lastly(
            spent(state, formation, order).note(then=order), task(sortie, formation=formation, order=order)
        )
    )


def outcome(now: GameState, told: Map[Value]) -> str:
    """What follows where no formation is named: the action, or what a failure leaves (EPIC-12,
    13, 190, 219)."""
    order = str(told["order"])
    if now.noted("passed"):
        return order
    return "stand_down" if told.get("aircraft") or order in AIR else "delayed" if order == "spacecraft" else "hold"


def action_dice(now: GameState, told: Map[Value], key: str = "test") -> Prompt:
    """One die against the initiative, less markers and less for retaining; a 1 may pass; a March
    by road always does (EPIC-10, 11, 76)."""
    formation = told.get("formation")
    unit = now.unit(formation) if formation else None
    by_road = told.get("road") and told["order"] == "march"
    settled: Literal["", "passes"] = "passes" if by_road or told["order"] in UNTESTED else ""
    check = Check(
        key,
        1,
        D6,
        EPIC_76 if by_road else EPIC_10,
        (initiative_of(now, told),),
        trial_rows(trial_of(now, told)),
        settled=settled,
        stages=(Again(),) if told.get("reroll") else (),
    )
    text = (
        say("{unit}: action test for {order}", unit=unit.name, order=ORDER_WORDS[str(told["order"])])
        if unit
        else say("action test for {order}", order=ORDER_WORDS[str(told["order"])])
    )
    return Prompt(
        key,
        "roll",
        unit.seat if unit else now.seat,
        text,
        EPIC_10,
        (unit.id,) if unit else (),
        (check,),
        readings=("commander_initiative",) if told.get("along") else (),
    )


def spent(state: GameState, formation: str, order: str) -> GameState:
    """The formation has used its action, and it is its side's go; what popped up before is down
    (EPIC-07, 23, 24, 125, 261)."""
    state = state.set(formation, "activated", True).set(formation, "order", order).set(formation, "popped_up", False)
    state = state.set(formation, "overwatch", order == "overwatch").set(formation, "marched", order == "march")
    return counted(state, order)


def counted(state: GameState, order: str) -> GameState:
    """One more activation in a row; after Hold the initiative cannot be retained (EPIC-23, 252)."""
    acted = state.trackers.get("acted")
    state = state.set("", "acted", (acted if isinstance(acted, int) else 0) + 1)
    return state.set("", "held", order == "hold")


def acted(state: GameState, formation: str, told: Map[Value]) -> Procedure:
    """Passed: what it may do, move by move; enemies on overwatch may answer each, and a pop-up too
    (EPIC-12, 62, 112, 125, 259)."""
    order, choice = str(told["order"]), str(told.get("choice") or "")
    if order in ("hold", "marshal") and not choice:
        state, choice = yield from choose(state, which, formation, order, told)
    steps = steps_of(order, choice)
    state = spent(state, formation, order).set(formation, "todo", steps).note(then=order)
    if told.get("pop_up"):
        state = state.set(formation, "popped_up", True)
        state = yield from call(state, task(reactions, formation=formation, moment="pop_up"))
    for other in joined(told):
        state = state.set(other, "activated", True).set(other, "order", order).set(other, "overwatch", False)
    return (yield from moved(state, formation, steps, order))


def moved(state: GameState, formation: str, steps: tuple[str, ...], order: str) -> Procedure:
    """Each move gives overwatch its chance; broken by it, the formation withdraws and the rest
    is lost (EPIC-62, 112, 262)."""
    for move in range(1, steps.count("move") + 1):
        state = yield from call(state, task(reactions, formation=formation, moment=f"move{move}"))
        state = one_less(state, formation)
    if has_broken(state, formation) and state.reading("retain_after_break") == "no":
        state = state.set("", "held", True)
    return state


def one_less(state: GameState, formation: str) -> GameState:
    todo = state.unit(formation).marks("todo")
    return state.set(formation, "todo", todo[1:] if todo[:1] == ("move",) else todo)


def joined(told: Map[Value]) -> tuple[str, ...]:
    """Formations taken along in a combined assault (EPIC-133)."""
    along = told.get("along")
    return tuple(str(each) for each in along) if isinstance(along, tuple) else ()


def failed(state: GameState, formation: str, told: Map[Value]) -> Procedure:
    """A marker; if that breaks it, it withdraws at once; else it holds (EPIC-13, 21, 112). Those
    taken along are free to act later (EPIC-133)."""
    kept = (
        state.reading("failed_renewal") == "kept"
        and told["order"] == "overwatch"
        and state.unit(formation).count("overwatch")
    )
    state = judged(placed(state, formation, 1), formation)
    state = spent(state, formation, "hold").note(then="hold").set(formation, "todo", ())
    if has_broken(state, formation):
        return (yield from call(broke(state, formation).note(then="withdraw"), task(withdrawal, formation=formation)))
    if kept:
        return state.set(formation, "overwatch", True).note(then="overwatch")
    state, choice = yield from choose(state, which, formation, "hold", told)
    state = state.set(formation, "todo", (choice,))
    return (yield from moved(state, formation, steps_of("hold", choice), "hold"))


def which(now: GameState, formation: str, order: str, told: Map[Value]) -> Prompt:
    """Hold is exactly one of three; Marshal is shooting or a move before it regroups (EPIC-20,
    21, 22, 30)."""
    able = hold_choices(told) if order == "hold" else tuple(each for each in hold_choices(told) if each != "regroup")
    options = tuple(Option(key, ORDER_WORDS[key]) for key in able)
    text = say("{unit}: {order}, and then?", unit=now.unit(formation).name, order=ORDER_WORDS[order])
    return Prompt(
        "hold" if order == "hold" else "marshal",
        "choice",
        now.unit(formation).seat,
        text,
        EPIC_21 if order == "hold" else EPIC_20,
        (formation,),
        options=options,
    )


def stayed(state: GameState, formation: str) -> GameState:
    """All that have not acted stay on overwatch without tests: that side is done (EPIC-65)."""
    seat = state.unit(formation).seat if formation else state.seat
    for unit in tuple(state.standing(seat)):
        if unit.count("overwatch") and not unit.count("activated"):
            state = state.set(unit.id, "activated", True).set(unit.id, "order", "overwatch")
    return state.set(f"@{seat}", "done", True).note(passed=True, then="overwatch")


def shows(
    order: str = "", formation: str | None = None, turn: int | None = None, schedule: Value = None, **_: Value
) -> dict[str, Show]:
    def due(after: GameState) -> int:
        here = turn or after.turn
        return here if after.noted("passed") else next_free(after, formation or "", here, schedule)

    return {
        "test": lambda after: "pass" if after.noted("passed") else "fail",
        "then": lambda after: str(after.scratch.get("then") or ""),
        **({"due": due} if order == "spacecraft" else {}),
    }


def told(now: GameState, order: str, choice: str | None = None, **args: Value) -> dict[str, Value]:
    """The parts of the action, and what a forced Hold may be (EPIC-13, 21, 22, 30)."""
    facts = Map({"order": order, **args})
    when = {
        "due": next_free(
            now, str(args.get("formation") or ""), number(args.get("turn"), now.turn), args.get("schedule")
        )
    }
    return {
        **(when if order == "spacecraft" else {}),
        "steps": steps_of(order, choice or ""),
        "hold": hold_choices(facts),
        "retaining": retained(now, facts),
    }


SITUATION = Record(
    (
        Field("order", Word(ORDERS), required=True),
        *fields(formation=UnitId(), initiative=Whole(1, 6), blast=Whole(0, 999), retaining=Flag()),
        Field("aircraft", Flag(), default=False),
        Field("reroll", Flag(), default=False),
        *fields(choice=Word(CHOICES)),
        Field("out_of_coherency", Flag(), default=False),
        Field("in_zoc", Flag(), default=False),
        Field("road", Flag(), default=False),
        *fields(along=ListOf(UnitId()), cap_used=Flag(), turn=Whole(1, 99), schedule=MapOf(Whole(1, 99))),
        Field("stay", Flag(), default=False),
        Field("pop_up", Flag(), default=False),
    )
)
ACTION = Opening(
    "action",
    say("action"),
    EPIC_09,
    action,
    SITUATION,
    FORBIDS,
    shows,
    actor="formation",
    tells=told,
    choices=declarable,
)
