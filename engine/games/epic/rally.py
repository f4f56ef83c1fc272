"""Rallying: tests one by one, players alternating, the higher strategy rating first."""

from __future__ import annotations

from engine.games.epic.formations import army, leaders, left, rows, units_with
from engine.games.epic.markers import markers_per_unit
from engine.games.epic.modifiers import Recovery, rally_rows
from engine.games.epic.refs import EPIC_118, EPIC_119, EPIC_209, EPIC_274, EPIC_275
from engine.games.epic.reserves import airborne, destroyed
from engine.games.epic.strategy import leading_seat
from engine.games.epic.withdraw import withdrawal
from engine.playing.procedure import Procedure, call, choose, confirm, roll, task, until
from engine.playing.rules import Opening, Show
from engine.values.kinds import Either, Field, Flag, ListOf, Record, UnitId, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import D6, Check, Impossible, Option, Prompt, Refusal
from engine.values.stages import Again
from engine.values.table import GameState, Unit
from engine.values.texts import say


def rally(state: GameState, formation: str | None = None, **told: Value) -> Procedure:
    """One test, or with no formation named all of them in their order (EPIC-118, 119, 274)."""
    if formation is None and told.get("initiative") is None:
        if any(told.get(key) is not None for key in ("queue", "formations")):
            return state
        return (yield from until(all_tried, state.note(turn=leading_seat(state) + 1), task(next_rally)))
    return (yield from one_rally(state, formation, Map(told)))


def one_rally(state: GameState, formation: str | None, told: Map[Value]) -> Procedure:
    """The test, again if the supreme commander says so; passed, half the markers go; failed, a
    broken formation withdraws again (EPIC-119, 121, 122, 123, 275)."""
    state, passed = yield from roll(state, rally_dice, formation, told)
    if not passed and formation and may_reroll(state, formation):
        state, again = yield from confirm(state, use_reroll, formation)
        if again:
            state = state.set(f"@{state.unit(formation).seat}", "reroll_used", True)
            state, passed = yield from roll(state, rally_dice, formation, told, "test:again")
    state = state.note(
        passed=bool(passed), blast_left=remaining(state, formation, told) if passed else held(state, formation, told)
    )
    return (yield from settled(state, formation, shattered(state.unit(formation), told))) if formation else state


def settled(state: GameState, formation: str, broken: bool) -> Procedure:
    """What the test changes on the table (EPIC-121, 122, 123, 239)."""
    state = state.set(formation, "tried", True)
    if state.noted("passed"):
        if broken or state.reading("rallied_cannot_hold") == "any":
            state = state.set(formation, "rallied", True)
        return state.set(formation, "broken", False).set(formation, "blast", state.noted("blast_left"))
    return (yield from call(state, task(withdrawal, formation=formation))) if broken else state


def held(now: GameState, formation: str | None, told: Map[Value]) -> int:
    """Markers before the test; a broken formation counts one for each unit, Space Marines two
    (EPIC-115, 123)."""
    if formation is None or told.get("blast") is not None:
        return int(str(told.get("blast") or 0))
    unit = now.unit(formation)
    return left(now, formation) * markers_per_unit(unit) if shattered(unit, told) else unit.count("blast")


def shattered(unit: Unit | None, told: Map[Value]) -> bool:
    """Broken, as told or on the table."""
    return bool(told["broken"]) if told.get("broken") is not None else bool(unit and unit.count("broken"))


def remaining(now: GameState, formation: str | None, told: Map[Value]) -> int:
    """Half is removed, rounded up, and one more for each Leader (EPIC-122, 123, 137)."""
    before = held(now, formation, told)
    more = told.get("leaders") if told.get("leaders") is not None else leaders(now.unit(formation)) if formation else 0
    return max(0, before - (before + 1) // 2 - int(str(more or 0)))


def rally_dice(now: GameState, formation: str | None, told: Map[Value], key: str = "test") -> Prompt:
    unit = now.unit(formation) if formation else None
    initiative = (
        told.get("initiative") if told.get("initiative") is not None else unit.need("initiative") if unit else None
    )
    if initiative is None:
        raise Impossible(say("a formation or its initiative is needed"))
    stages = (Again(),) if told.get("reroll") else ()
    check = Check(key, 1, D6, EPIC_119, (int(str(initiative)),), rally_rows(recovery(now, unit, told)), stages=stages)
    text = say("{unit} rallies", unit=unit.name) if unit else say("rally test")
    return Prompt(
        key,
        "roll",
        unit.seat if unit else now.seat,
        text,
        EPIC_119,
        (unit.id,) if unit else (),
        (check,),
        readings=("rally_enemies",),
    )


def recovery(now: GameState, unit: Unit | None, told: Map[Value]) -> Recovery:
    broken, near = shattered(unit, told), bool(told.get("enemy_within_30"))
    if not unit:
        return Recovery(broken, near)
    counted = sum(row.left * row.weight for row in rows(unit) if not row.has("expendable"))
    return Recovery(broken, near, army(unit), counted)


# The queue


def waiting(now: GameState, seat: int) -> tuple[Unit, ...]:
    """Formations broken or with markers that have not tried yet, passengers too, aircraft only
    on the ground (EPIC-118, 167, 209, 210, 274)."""
    return tuple(
        unit
        for unit in now.units.values()
        if unit.seat == seat
        and unit.where in ("table", "inside")
        and not unit.count("tried")
        and not unit.count("flying")
        and (unit.count("broken") or unit.count("blast"))
    )


def all_tried(now: GameState) -> bool:
    return bool(now.noted("enough")) or not (waiting(now, 0) or waiting(now, 1))


def next_rally(state: GameState) -> Procedure:
    """The side whose turn it is names a formation; one without any lets the other finish
    (EPIC-118, 274)."""
    seat = state.noted("turn") - 1
    seat = seat if waiting(state, seat) else 1 - seat
    state, formation = yield from choose(state, who_rallies, seat)
    if formation == "none":
        return state.note(enough=True)
    state, near = yield from confirm(state, enemy_within_30, formation)
    told: dict[str, Value] = {"enemy_within_30": near}
    state = yield from call(state, task(one_rally, formation=formation, told=Map(told)))
    return state.note(turn=2 - seat)


def who_rallies(now: GameState, seat: int) -> Prompt:
    names = waiting(now, seat)
    options = (
        *(Option(unit.id, say("{unit}", unit=unit.name)) for unit in names),
        Option("none", say("no more rallying")),
    )
    tried = sum(unit.count("tried") for unit in now.units.values())
    return Prompt(
        f"rally:{tried}",
        "choice",
        seat,
        say("which formation rallies?"),
        EPIC_118,
        tuple(unit.id for unit in names),
        options=options,
        default="none",
    )


def enemy_within_30(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    return Prompt(
        f"enemy_within_30:{formation}",
        "confirm",
        unit.seat,
        say("{unit}: enemy within 30 cm?", unit=unit.name),
        EPIC_118,
        (formation,),
        readings=("rally_enemies",),
    )


def order_of(
    now: GameState, queues: tuple[tuple[Value, ...], ...], rating: tuple[int, ...] | None
) -> tuple[Value, ...]:
    """The order in which they try: alternating, the higher rating first, the rest of one side at
    the end (EPIC-118, 274)."""
    first = leading_seat(now, rating)
    ours, theirs = list(queues[first]), list(queues[1 - first])
    found: list[Value] = []
    while ours or theirs:
        found += [side.pop(0) for side in (ours, theirs) if side]
    return tuple(found)


def queues_of(now: GameState, queue: Value, formations: Value) -> tuple[tuple[Value, ...], ...] | None:
    """Two lists of names, rows with a seat, or formations on the table."""
    if isinstance(queue, tuple) and all(isinstance(each, str) for each in queue):
        return tuple(tuple(name for name in queue if now.unit(name).seat == seat) for seat in (0, 1))
    if isinstance(queue, tuple) and all(isinstance(each, tuple) for each in queue):
        if len(queue) != 2:
            raise Impossible(say("a queue for each of the two sides is needed"))
        return tuple(each for each in queue if isinstance(each, tuple))
    if isinstance(queue, tuple):
        return tuple(
            tuple(each.get("id") for each in queue if isinstance(each, Map) and each.get("seat") == seat)
            for seat in (0, 1)
        )
    if isinstance(formations, tuple):
        able = {unit.id for seat in (0, 1) for unit in waiting(now, seat)}
        return tuple(
            tuple(name for name in formations if name in able and now.unit(name).seat == seat) for seat in (0, 1)
        )
    return None


# The supreme commander


def may_reroll(now: GameState, formation: str) -> bool:
    """A supreme commander of that side is alive and has not yet spoken this turn; from reserve
    only for his own formation (EPIC-132, 232, 275)."""
    seat = now.unit(formation).seat
    chiefs = [unit for unit in now.units.values() if unit.seat == seat and units_with(unit, "supreme_commander")]
    able = any(unit.where in ("table", "inside") or unit.id == formation for unit in chiefs if not unit.gone)
    return able and not now.seats[seat].get("reroll_used")


def use_reroll(now: GameState, formation: str) -> Prompt:
    unit = now.unit(formation)
    return Prompt(
        "reroll",
        "confirm",
        unit.seat,
        say("{unit}: use the supreme commander's re-roll?", unit=unit.name),
        EPIC_275,
        (formation,),
    )


# What forbids it, and what is told


def nothing_to_rally(now: GameState, formation: str | None = None, **told: Value) -> Refusal | None:
    """Neither broken nor with markers (EPIC-118, 274)."""
    if formation and not shattered(now.unit(formation), Map(told)) and not held(now, formation, Map(told)):
        return Refusal(
            "nothing_to_rally",
            say("{unit} is neither broken nor has blast markers", unit=now.unit(formation).name),
            EPIC_274,
        )
    return None


def tried_already(now: GameState, formation: str | None = None, **_: Value) -> Refusal | None:
    if formation and (now.unit(formation).count("tried") or now.unit(formation).count("rallied")):
        return Refusal("tried", say("{unit} has tried to rally this turn", unit=now.unit(formation).name), EPIC_274)
    return None


def flying(now: GameState, formation: str | None = None, **_: Value) -> Refusal | None:
    """Aircraft that have not landed do not rally (EPIC-209)."""
    if formation and airborne(now.unit(formation)):
        return Refusal("flying", say("{unit}: aircraft do not rally", unit=now.unit(formation).name), EPIC_209)
    return None


def shows(
    formation: str | None = None, broken: bool | None = None, initiative: int | None = None, **_: Value
) -> dict[str, Show]:
    """Of one test, what follows; the queue has nothing to foretell (EPIC-119, 121, 122, 123)."""
    if formation is None and initiative is None:
        return {}

    def then(after: GameState) -> str:
        if after.noted("passed"):
            return "rallied"
        was = broken if broken is not None else formation is not None and bool(after.unit(formation).count("broken"))
        return "withdraw" if was else "stays"

    return {
        "test": lambda after: "pass" if after.noted("passed") else "fail",
        "rallied": lambda after: "yes" if after.noted("passed") else "no",
        "blast": lambda after: after.noted("blast_left"),
        "then": then,
    }


def told(
    now: GameState, queue: Value = None, formations: Value = None, rating: tuple[int, ...] | None = None, **_: Value
) -> dict[str, Value]:
    queues = queues_of(now, queue, formations)
    return {} if queues is None else {"order": order_of(now, queues, rating)}


NAMED = ListOf(
    Either(
        (
            Word(),
            ListOf(Word()),
            Record((Field("id", Word(), required=True), Field("seat", Whole(0, 1), required=True))),
        )
    )
)
SITUATION = Record(
    (
        *fields(formation=UnitId(), initiative=Whole(1, 6), broken=Flag(), blast=Whole(0, 999), leaders=Whole(0, 99)),
        Field("enemy_within_30", Flag(), default=False),
        Field("reroll", Flag(), default=False),
        *fields(formations=ListOf(UnitId()), queue=NAMED, rating=ListOf(Whole(0, 99), 2, 2)),
    )
)
RALLY = Opening(
    "rally",
    say("rally"),
    EPIC_118,
    rally,
    SITUATION,
    (destroyed, nothing_to_rally, tried_already, flying),
    shows,
    actor="formation",
    tells=told,
    asks=("enemy_within_30",),
)
