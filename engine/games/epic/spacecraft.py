"""Spacecraft: their turn, delays, planetfall and drop pods, where each comes down and who puts
it there."""

from __future__ import annotations

from engine.games.epic.air_rules import next_free, plan_of
from engine.games.epic.fire import Volley, volley
from engine.games.epic.formations import lose, models, number, row_of, rows
from engine.games.epic.overwatch import reactions
from engine.games.epic.refs import EPIC_216, EPIC_222, EPIC_223, EPIC_225
from engine.games.epic.reserves import down_already, flies, orbits, put
from engine.games.epic.shots import SHOT, told_shots
from engine.games.epic.terrain import TERRAINS, ground
from engine.playing.procedure import Procedure, call, choose, decide, roll, task
from engine.playing.procedure import number as ask_number
from engine.playing.rules import Opening
from engine.values.kinds import Either, Field, Flag, ListOf, MapOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Map, Value
from engine.values.model import D6, Check, Option, Prompt, Refusal
from engine.values.table import GameState
from engine.values.texts import say

OFF, BAD = "off_table", ("impassable", "dangerous", "unit", "zoc")
SPOTS = (OFF, *BAD, "clear", "friend", "enemy", "enemy_zoc", "in_zoc", "on_unit", "off", "table")
SAME = {
    "friend": "unit",
    "enemy": "unit",
    "on_unit": "unit",
    "enemy_zoc": "zoc",
    "in_zoc": "zoc",
    "off": OFF,
    "table": "clear",
}


def arrived_or_late(state: GameState, formation: str, told: Map[Value]) -> GameState:
    """Passed: bombardment, pin-point attacks, planetfall, then it is gone. Failed: later, by one
    reading with a marker (EPIC-218, 219)."""
    if state.noted("passed"):
        return state.set(formation, "due", 0).set(formation, "todo", ("shoot",)).note(then="spacecraft")
    later = next_free(state, formation, number(told.get("turn"), state.turn), told.get("schedule"))
    if state.reading("spacecraft_fail") == "bm":
        state = state.set(formation, "blast", state.unit(formation).count("blast") + 1)
    return state.set(formation, "due", later).note(then="delayed")


# The plan


def planned(state: GameState, formation: str, turn: int, **_: Value) -> Procedure:
    """Declared openly before anything is deployed (EPIC-216)."""
    return state.set(formation, "due", turn).set(formation, "where", "reserve")
    yield


def same_turn(now: GameState, formation: str, turn: int, schedule: Value = None, **_: Value) -> Refusal | None:
    """Never two spacecraft over the field on one turn (EPIC-216)."""
    if any(when == turn and craft != formation for craft, when in plan_of(now, schedule).items()):
        return Refusal("same_turn", say("another spacecraft is due on turn {turn}", turn=turn), EPIC_216)
    return None


def no_spacecraft(now: GameState, formation: str, **_: Value) -> Refusal | None:
    if not orbits(now.unit(formation)):
        return Refusal("no_spacecraft", say("{unit} is no spacecraft", unit=now.unit(formation).name), EPIC_216)
    return None


PLAN = Opening(
    "schedule",
    say("plan a spacecraft"),
    EPIC_216,
    planned,
    Record(
        (
            Field("formation", UnitId(), required=True),
            Field("turn", Whole(1, 99), required=True),
            *fields(schedule=MapOf(Whole(1, 99))),
        )
    ),
    (no_spacecraft, same_turn),
    actor="formation",
)


# Where a drop comes down


def spot_of(now: GameState, formation: str, spot: Value) -> str:
    """Told as such, as terrain for the unit that lands, or as several facts (EPIC-223)."""
    if isinstance(spot, Map):
        facts = ((OFF, "off_table"), ("unit", "on_unit"), ("zoc", "in_zoc"))
        found = next((name for name, key in facts if spot.get(key)), "")
        return found or spot_of(now, formation, spot.get("terrain"))
    word = SAME.get(str(spot), str(spot))
    if word not in TERRAINS:
        return word
    row = row_of(now.unit(formation), 0)
    effect = ground(row.type, row.has("mounted"), word)[1]
    return effect if effect in BAD else "clear"


def landing_told(now: GameState, formation: str, spot: Value = "clear", **_: Value) -> dict[str, Value]:
    """Off the table it is destroyed; on bad ground, on a unit or in an enemy zone the opponent
    moves it to the nearest clear place; it may act later, unless it is an aircraft (EPIC-213,
    223, 224)."""
    found, air = spot_of(now, formation, spot), flies(now.unit(formation))
    gone = found == OFF
    return {
        "destroyed": gone,
        "placed_by": None if gone else "opponent" if found in BAD else "owner",
        "may_act": not gone and not air,
    }


def landed(
    state: GameState, formation: str, spot: Value = "clear", unload: tuple[str, ...] = (), **_: Value
) -> Procedure:
    """Down by planetfall; who gets out may be fired at from overwatch, landing itself may not
    (EPIC-222, 223, 224)."""
    if spot_of(state, formation, spot) == OFF:
        return state.set(formation, "where", "destroyed")
    state = grounded(state, formation)
    for other in unload:
        state = put(state, other, "table").set(other, "aboard", None)
        state = yield from call(state, task(reactions, formation=other, moment="disembark"))
    return state


def grounded(state: GameState, formation: str) -> GameState:
    """On the table; an aircraft as one that has landed, without an action this turn (EPIC-213,
    224)."""
    state = put(state, formation, "table").set(formation, "flying", False)
    return (
        state.set(formation, "landed", True).set(formation, "activated", True)
        if flies(state.unit(formation))
        else state
    )


FACTS = Record(fields(terrain=Word(TERRAINS), off_table=Flag(), on_unit=Flag(), in_zoc=Flag()))
SPOT = Either((Word((*SPOTS, *TERRAINS)), FACTS))
LANDING = Opening(
    "landing",
    say("landing by planetfall"),
    EPIC_223,
    landed,
    Record(
        (
            Field("formation", UnitId(), required=True),
            Field("spot", SPOT, default="clear"),
            Field("unload", ListOf(UnitId()), default=()),
        )
    ),
    (down_already,),
    actor="formation",
    tells=landing_told,
)


# Planetfall, unit by unit


def planetfall(state: GameState, formation: str, unload: tuple[str, ...] = ()) -> Procedure:
    """Each unit is put within 15 cm of the drop zone, goes 2D6 cm astray, and lies where it lies
    (EPIC-217, 222, 223)."""
    lines = rows(state.unit(formation))
    state = yield from call(
        state, *(task(come_down, formation=formation, at=row.at, n=n) for row in lines for n in range(row.left))
    )
    state = lose(state, formation, tuple(state.noted(f"off:{row.at}") for row in lines))
    return state if state.unit(formation).gone else (yield from landed(state, formation, "clear", unload))


def come_down(state: GameState, formation: str, at: int, n: int) -> Procedure:
    """One unit: how far astray, and where that is; far or near, odds see one table (EPIC-222,
    223)."""
    state = yield from call(state, task(drifted, formation=formation, at=at, n=n))
    state, spot = yield from choose(state, where_to, formation, at, n)
    return state.note(**{f"off:{at}": state.noted(f"off:{at}") + (spot == OFF)})


def drifted(state: GameState, formation: str, at: int, n: int, pods: int = 0) -> Procedure:
    """A unit or a pod; the table measures it, the app keeps nothing of it (EPIC-222, 225)."""
    if pods:
        return (yield from decide(state, pod_astray, as_it_was, formation, n, pods))
    return (yield from decide(state, astray, as_it_was, formation, at, n))


def as_it_was(state: GameState, *_: object) -> GameState:
    return state


def astray(now: GameState, formation: str, at: int, n: int) -> Prompt:
    """A random direction, 2D6 cm (EPIC-222, 225)."""
    key = drop_key(now, formation, "scatter", at, n)
    text = say(
        "{unit}: within 15 cm of the drop zone, then so many cm in a random direction", unit=now.unit(formation).name
    )
    return Prompt(
        key, "roll", now.unit(formation).seat, text, EPIC_222, (formation,), (Check(key, 2, D6, EPIC_222, keep=0),)
    )


def drop_key(now: GameState, formation: str, what: str, at: int, n: int) -> str:
    return what if models(now, formation) == 1 else f"{what}:{at}:{n}"


def where_to(now: GameState, formation: str, at: int, n: int) -> Prompt:
    """Bad ground, units and enemy zones: the opponent moves it to the nearest clear place
    (EPIC-223, 256)."""
    unit = now.unit(formation)
    options = (
        Option("clear", say("on clear ground")),
        Option(OFF, say("off the table: destroyed")),
        *(
            Option(key, say("the opponent moves it to the nearest clear place: {why}", why=why))
            for key, why in WHYS.items()
        ),
    )
    text = say("{unit}: where does it come down?", unit=unit.name)
    return Prompt(
        drop_key(now, formation, "spot", at, n), "choice", unit.seat, text, EPIC_223, (formation,), options=options
    )


WHYS = {
    "impassable": say("impassable"),
    "dangerous": say("dangerous"),
    "unit": say("on a unit"),
    "zoc": say("in an enemy zone of control"),
}

PLANETFALL = Opening(
    "planetfall",
    say("planetfall"),
    EPIC_222,
    planetfall,
    Record((Field("formation", UnitId(), required=True), Field("unload", ListOf(UnitId()), default=()))),
    (down_already,),
    actor="formation",
)


def scatter(state: GameState) -> Procedure:
    state, far = yield from roll(state, scatter_dice)
    return state.note(far=far)


def scatter_dice(now: GameState) -> Prompt:
    check = Check("scatter", 2, D6, EPIC_222, keep=0)
    return Prompt("scatter", "roll", now.seat, say("scatter in cm, in a random direction"), EPIC_222, checks=(check,))


SCATTER = Opening(
    "scatter", say("scatter"), EPIC_222, scatter, shows=lambda: {"distance": lambda after: after.noted("far")}
)


# Drop pods


def drop_pods(state: GameState, formation: str, pods: int = 1, attacks: tuple[Map[Value], ...] = ()) -> Procedure:
    """Markers go astray; all attack the enemies within 15 cm, a marker for each pod; troops get
    out at once within 15 cm, and who cannot is destroyed without a marker; overwatch may answer
    (EPIC-225)."""
    state = yield from call(state, *(task(drifted, formation=formation, at=0, n=n, pods=pods) for n in range(pods)))
    state = yield from call(state, *(task(volley, fire=attack_of(each)) for each in attacks))
    for row in rows(state.unit(formation)):
        if row.left:
            state, out = yield from ask_number(state, stranded, formation, row.at)
            state = lose(
                state, formation, tuple(out if each.at == row.at else 0 for each in rows(state.unit(formation)))
            )
    if state.unit(formation).gone:
        return state
    state = put(state, formation, "table").set(formation, "aboard", None)
    return (yield from call(state, task(reactions, formation=formation, moment="disembark")))


def attack_of(told: Map[Value]) -> Volley:
    """What the pods do to one formation, never with crossfire (EPIC-225, 258)."""
    shots = told["shots"]
    assert isinstance(shots, tuple)
    return Volley(
        str(told["target"]),
        told_shots(tuple(shot for shot in shots if isinstance(shot, Map))),
        manner="drop_pod",
        markers=number(told["pods"], 1),
    )


def pod_astray(now: GameState, formation: str, n: int, pods: int) -> Prompt:
    key = "scatter" if pods == 1 else f"scatter:{n}"
    text = say("drop pod {number}: within 15 cm of its zone, then so many cm in a random direction", number=n + 1)
    return Prompt(
        key, "roll", now.unit(formation).seat, text, EPIC_225, (formation,), (Check(key, 2, D6, EPIC_225, keep=0),)
    )


def stranded(now: GameState, formation: str, at: int) -> Prompt:
    unit, row = now.unit(formation), rows(now.unit(formation))[at]
    text = say(
        "how many {row} cannot be placed within 15 cm, in coherency, outside enemy zones of control?", row=row.name
    )
    return Prompt(f"stranded:{at}", "number", unit.seat, text, EPIC_225, (formation,), most=row.left)


DROP_PODS = Opening(
    "drop_pods",
    say("drop pods"),
    EPIC_225,
    drop_pods,
    Record(
        (
            Field("formation", UnitId(), required=True),
            Field("pods", Whole(1, 20), default=1),
            Field(
                "attacks",
                ListOf(
                    Record(
                        (
                            *required(target=UnitId(enemy=True), shots=ListOf(SHOT)),
                            Field("pods", Whole(1, 20), default=1),
                        )
                    )
                ),
                default=(),
            ),
        )
    ),
    (down_already,),
    actor="formation",
)
