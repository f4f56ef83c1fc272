"""Formations that ride: in war engines, in aircraft that land, and straight from the air into an
assault."""

from __future__ import annotations

from engine.games.epic.abilities import capacity
from engine.games.epic.assault import assault
from engine.games.epic.formations import models, row_of, rows
from engine.games.epic.limits import trapped_at
from engine.games.epic.overwatch import reactions
from engine.games.epic.refs import EPIC_37, EPIC_167, EPIC_168, EPIC_211, EPIC_214, EPIC_215
from engine.games.epic.reserves import flies, put
from engine.games.epic.terrain import TERRAINS, dangerous
from engine.games.epic.wrecks import aboard, bail_out
from engine.playing.procedure import Procedure, call, lastly, task
from engine.playing.rules import Opening
from engine.values.kinds import Field, Flag, ListOf, Record, UnitId, Whole, Word, fields, required
from engine.values.maps import Value
from engine.values.model import Refusal
from engine.values.table import GameState
from engine.values.texts import say


def embarked(state: GameState, formation: str, transport: str) -> Procedure:
    """A whole formation gets in by its own move; the transport may have acted before, but not
    after (EPIC-166, 167)."""
    state = put(state.set(formation, "aboard", transport), formation, "inside").set(formation, "activated", True)
    return state.set(transport, "activated", True)
    yield


def disembarked(state: GameState, transport: str, formations: tuple[str, ...], **_: Value) -> Procedure:
    """Within 5 cm at the end of a move; no action that turn, but shooting or an assault together
    with the transport; overwatch may answer (EPIC-168, 259)."""
    for other in formations:
        state = put(state.set(other, "aboard", None), other, "table").set(other, "activated", True)
        state = state.set(other, "order", state.unit(transport).trackers.get("order"))
        state = state.set(other, "todo", tuple(step for step in state.unit(transport).marks("todo") if step != "move"))
        state = yield from call(state, task(reactions, formation=other, moment="disembark"))
    return state


def full(now: GameState, formation: str, transport: str, **_: Value) -> Refusal | None:
    """The whole formation at once or not at all, in a war engine or an aircraft (EPIC-167, 211)."""
    if models(now, formation) > room(now, transport):
        why = say(
            "{unit} has no room for all of {other}", unit=now.unit(transport).name, other=now.unit(formation).name
        )
        return Refusal("full", why, EPIC_167)
    return None


def room(now: GameState, transport: str, leaving: tuple[str, ...] = ()) -> int:
    """Places left in war engines and aircraft; others carry their own formation only (EPIC-33,
    167, 211)."""
    places = sum(row.left * capacity(row.card) for row in rows(now.unit(transport)) if row.type in ("WE", "AC"))
    return places - sum(models(now, each) for each in aboard(now, transport) if each not in leaving)


def crowded(
    now: GameState, formation: str, unload: tuple[str, ...] = (), board: tuple[str, ...] = (), **_: Value
) -> Refusal | None:
    """Who is picked up is a friend, and all find room once the others are out (EPIC-167, 214)."""
    wrong = [no for no in (no_transport(now, other, formation) for other in board) if no]
    if wrong:
        return wrong[0]
    if board and sum(models(now, other) for other in board) > room(now, formation, unload):
        return Refusal("full", say("{unit} has no room for all", unit=now.unit(formation).name), EPIC_214)
    return None


def no_transport(now: GameState, formation: str, transport: str, **_: Value) -> Refusal | None:
    """A friend that is still there; nobody boards twice, or himself (EPIC-167)."""
    unit, carrier = now.unit(formation), now.unit(transport)
    if formation == transport or unit.seat != carrier.seat or carrier.gone or unit.trackers.get("aboard"):
        return Refusal("no_transport", say("{unit} cannot board {other}", unit=unit.name, other=carrier.name), EPIC_167)
    return None


def empty(now: GameState, transport: str, **_: Value) -> Refusal | None:
    if not aboard(now, transport):
        return Refusal("empty", say("nobody is aboard {unit}", unit=now.unit(transport).name), EPIC_168)
    return None


def not_aboard(now: GameState, transport: str, formations: tuple[str, ...], **_: Value) -> Refusal | None:
    for other in formations:
        if now.unit(other).trackers.get("aboard") != transport:
            return Refusal("not_aboard", say("{unit} is not aboard", unit=now.unit(other).name), EPIC_168)
    return None


def trapped(now: GameState, transport: str, contacts: int = 0, **_: Value) -> Refusal | None:
    """In a charge nobody gets out between so many enemies (EPIC-37, 166)."""
    if contacts >= trapped_at(now, row_of(now.unit(transport), 0).card):
        return Refusal(
            "trapped", say("{unit} is in contact with too many enemies", unit=now.unit(transport).name), EPIC_37
        )
    return None


# Landing


def touch_down(
    state: GameState,
    formation: str,
    unload: tuple[str, ...] = (),
    board: tuple[str, ...] = (),
    bad_ground: bool = False,
    **_: Value,
) -> Procedure:
    """Down, tested on dangerous ground, where troops save themselves out of a wreck; troops out
    or in; what has landed may shoot, and has no other action (EPIC-211, 213, 214, 254)."""
    if bad_ground:
        tests = [
            task(dangerous, formation=formation, row=row.at, tests=row.left)
            for row in rows(state.unit(formation))
            if row.left
        ]
        state = yield from call(state, *tests)
    if state.unit(formation).gone:
        return (yield from call(state, task(bail_out, transport=formation)))
    state = state.set(formation, "flying", False).set(formation, "landed", True)
    for other in board:
        state = put(state.set(other, "aboard", formation), other, "inside")
    return (yield from call(state, task(disembarked, transport=formation, formations=unload)))


def air_assault(
    state: GameState,
    formation: str,
    defender: str,
    unload: tuple[str, ...] = (),
    bad_ground: bool = False,
    **told: Value,
) -> Procedure:
    """Landed among the enemy, then the assault from the counter-charges on, aircraft and troops
    as one (EPIC-215)."""
    state = yield from call(state, task(touch_down, formation=formation, unload=unload, bad_ground=bad_ground))
    if state.unit(formation).gone:
        return state
    along = tuple(other for other in unload if not state.unit(other).count("broken"))
    return (
        yield from lastly(state, task(assault, attacker=formation, defender=defender, along=along, landed=True, **told))
    )


def not_flying(now: GameState, formation: str, **_: Value) -> Refusal | None:
    unit = now.unit(formation)
    if not flies(unit) or not unit.count("flying") or unit.trackers.get("order") != "ground_attack":
        return Refusal("not_flying", say("{unit} is not on a ground attack", unit=unit.name), EPIC_211)
    return None


def strangers(now: GameState, formation: str, unload: tuple[str, ...] = (), **_: Value) -> Refusal | None:
    return not_aboard(now, formation, unload)


TROOPS = Field("unload", ListOf(UnitId()), default=())
GROUND = Field("bad_ground", Flag(), default=False)
EMBARK = Opening(
    "embark",
    say("embark"),
    EPIC_167,
    embarked,
    Record(required(formation=UnitId(), transport=UnitId())),
    (no_transport, full),
    actor="formation",
)
DISEMBARK = Opening(
    "disembark",
    say("disembark"),
    EPIC_168,
    disembarked,
    Record((*required(transport=UnitId(), formations=ListOf(UnitId())), Field("contacts", Whole(0, 99), default=0))),
    (empty, not_aboard, trapped),
    actor="transport",
)
TOUCH_DOWN = Opening(
    "touch_down",
    say("land an aircraft"),
    EPIC_214,
    touch_down,
    Record((*required(formation=UnitId()), TROOPS, Field("board", ListOf(UnitId()), default=()), GROUND)),
    (not_flying, strangers, crowded),
    actor="formation",
)
AIR_ASSAULT = Opening(
    "air_assault",
    say("air assault"),
    EPIC_215,
    air_assault,
    Record(
        (
            *required(formation=UnitId(), defender=UnitId(enemy=True)),
            TROOPS,
            GROUND,
            Field("fought", Word(("ff", "cc")), default="ff"),
            *fields(terrain=Word(TERRAINS)),
        )
    ),
    (not_flying, strangers),
    actor="formation",
)
