"""Getting in and out, landing, and straight from the air into an assault."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.memory import DECLARED
from engine.games.epic.activation.overwatch import answer_on_overwatch
from engine.games.epic.activation.parts import end_part, forfeit_parts, join_assault, join_part
from engine.games.epic.air.reserves import move_to
from engine.games.epic.assault.procedure import fight_assault
from engine.games.epic.assault.situation import Assault
from engine.games.epic.formations.rows import rows
from engine.games.epic.terrain.procedure import cross_dangerous_ground
from engine.games.epic.terrain.situation import DangerousGround
from engine.games.epic.transport import refusals
from engine.games.epic.transport.situation import AirAssault, Disembarking, Embarking, TouchDown
from engine.games.epic.war_engines.wrecks import bail_out
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.opening import opens
from engine.playing.procedure import Procedure, call, lastly, task
from engine.values.maps import Map
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_166, refs.EPIC_231)
def embark(state: GameState, boarding: Embarking) -> Procedure:
    """A whole formation gets in by its own move; the transport may have acted before, but not
    after. Before the battle it starts inside."""
    state = put_aboard(state, boarding)
    if state.step == "strategy":
        return state
    state = state.set(boarding.formation, "activated", True, refs.EPIC_167)
    return state.set(boarding.transport, "activated", True, refs.EPIC_167)
    yield


@rule(refs.EPIC_167, refs.EPIC_253)
def put_aboard(state: GameState, boarding: Embarking) -> GameState:
    """Inside it takes no action: what was left of its own is lost."""
    state = forfeit_parts(state, boarding.formation, refs.EPIC_167)
    state = state.set(boarding.formation, "aboard", boarding.transport, refs.EPIC_167)
    return move_to(state, boarding.formation, "inside", refs.EPIC_167)


@rule(refs.EPIC_259)
def disembark(state: GameState, disembarking: Disembarking) -> Procedure:
    """Within 5 cm at the end of a move; no action that turn, but shooting or an assault together
    with the transport; overwatch may answer."""
    state = state.remember(DECLARED)
    for other in disembarking.formations:
        carrier = state.unit(disembarking.transport)
        state = state.set(other, "aboard", None, refs.EPIC_168).set(other, "activated", True, refs.EPIC_168)
        state = move_to(state, other, "table", refs.EPIC_168)
        state = state.set(other, "order", carrier.trackers.get("order"), refs.EPIC_168)
        if carrier.id == activation.acting_unit(state):
            state = join_part(state, other, "shoot", refs.EPIC_168)
            state = join_assault(state, other, refs.EPIC_168)
        state = yield from call(state, task(answer_on_overwatch, other, "disembark"))
    return state


@rule(refs.EPIC_211, refs.EPIC_214, refs.EPIC_254)
def touch_down(state: GameState, landing: TouchDown) -> Procedure:
    """Down, tested on dangerous ground, where troops save themselves out of a wreck; troops out
    or in; what has landed may shoot, and has no other action."""
    formation, lines = landing.formation, rows(state.unit(landing.formation))
    state = state.remember(DECLARED)
    if landing.bad_ground:
        tests = [DangerousGround(formation=formation, row=row.at, tests=row.left) for row in lines if row.left]
        state = yield from call(state, *(task(cross_dangerous_ground, test) for test in tests))
    if state.unit(formation).gone:
        return (yield from call(state, task(bail_out, formation)))
    state = state.set(formation, "flying", False, refs.EPIC_213).set(formation, "landed", True, refs.EPIC_213)
    state = end_part(state, formation, "land", refs.EPIC_214)
    for other in landing.board:
        state = put_aboard(state, Embarking(other, formation))
    return (yield from call(state, task(disembark, Disembarking(formation, landing.unload))))


@rule(refs.EPIC_215)
def assault_from_the_air(state: GameState, landing: AirAssault) -> Procedure:
    """Landed among the enemy, then the assault from the counter-charges on, aircraft and troops
    as one."""
    down = TouchDown(landing.formation, landing.unload, bad_ground=landing.bad_ground)
    state = yield from call(state, task(touch_down, down))
    if state.unit(landing.formation).gone:
        return state
    return (yield from lastly(state, task(fight_assault, fight_of(state, landing))))


@rule(refs.EPIC_215, refs.EPIC_262)
def fight_of(now: GameState, landing: AirAssault) -> Assault:
    """Aircraft and troops as one; a formation that is broken when the assault begins does not
    fight."""
    along = tuple(each for each in landing.unload if not now.unit(each).count("broken"))
    lost = {*landing.unload} - {*along}
    engaged = Map({key: each for key, each in landing.engaged.items() if key not in lost}) if landing.engaged else None
    return Assault(
        landing.formation,
        landing.defender,
        landing.fought,
        along,
        landing.drawn_in,
        landing.others,
        landing.terrain,
        engaged,
        landing.supporters,
        landing.front,
        landing.support,
        landed=True,
    )


OPENINGS = (
    opens("embark", say("embark"), refs.EPIC_167, Embarking, embark, refusals=refusals.EMBARK, actor="formation"),
    opens(
        "disembark",
        say("disembark"),
        refs.EPIC_168,
        Disembarking,
        disembark,
        refusals=refusals.DISEMBARK,
        actor="transport",
    ),
    opens(
        "touch_down",
        say("land an aircraft"),
        refs.EPIC_214,
        TouchDown,
        touch_down,
        refusals=refusals.TOUCH_DOWN,
        actor="formation",
        asks=("unload", "board", "bad_ground"),
    ),
    opens(
        "air_assault",
        say("air assault"),
        refs.EPIC_215,
        AirAssault,
        assault_from_the_air,
        refusals=refusals.AIR_ASSAULT,
        actor="formation",
        asks=("unload", "fought", "terrain", "others", "support", "bad_ground"),
    ),
)
