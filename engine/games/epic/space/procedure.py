"""Planetfall, unit by unit; drop pods with their attacks; landings as a question."""

from __future__ import annotations

from engine.games.epic import refs
from engine.games.epic.activation.memory import DECLARED
from engine.games.epic.activation.overwatch import answer_on_overwatch
from engine.games.epic.activation.refusals import before_it_begins
from engine.games.epic.air.reserves import is_aircraft, move_to
from engine.games.epic.formations.rows import lose_units, rows
from engine.games.epic.shooting.salvos import salvos_stated
from engine.games.epic.shooting.steps import resolve_volley
from engine.games.epic.shooting.volley import Volley
from engine.games.epic.space import prompts, refusals, schedule
from engine.games.epic.space.landing import BAD, OFF, kind_of_spot, set_down
from engine.games.epic.space.memory import OffTable, Scattering
from engine.games.epic.space.situation import Arrival, Landing, Planetfall, PodAttack, PodDrop
from engine.playing.citing import rule
from engine.playing.opening import Nothing, Show, opens
from engine.playing.procedure import Procedure, call, choose, decide, number, roll, task
from engine.values.maps import Value
from engine.values.table import GameState
from engine.values.texts import say


def land(state: GameState, landing: Landing) -> Procedure:
    """Destroyed off the table; else down, with those who get out."""
    if kind_of_spot(state, landing.formation, landing.spot) == OFF:
        return state.set(landing.formation, "where", "destroyed", refs.EPIC_223)
    return (yield from set_down(state, landing.formation, landing.unload))


@rule(refs.EPIC_213, refs.EPIC_223, refs.EPIC_224)
def fate(now: GameState, landing: Landing) -> dict[str, Value]:
    """Whether it is destroyed, who puts it on the table, and whether it may act later."""
    spot = kind_of_spot(now, landing.formation, landing.spot)
    gone = spot == OFF
    return {
        "destroyed": gone,
        "placed_by": None if gone else "opponent" if spot in BAD else "owner",
        "may_act": not gone and not is_aircraft(now.unit(landing.formation)),
    }


# Planetfall


@rule(refs.EPIC_217, refs.EPIC_222)
def fall(state: GameState, planetfall: Planetfall) -> Procedure:
    """Each unit is put within 15 cm of the drop zone, goes 2D6 cm astray, and lies where it
    lies."""
    formation = planetfall.formation
    state, lines = schedule.begin_drop(state, formation), rows(state.unit(formation))
    state = yield from call(
        state, *(task(come_down, planetfall, row.at, nth) for row in lines for nth in range(row.left))
    )
    off = state.recall(OffTable).rows
    state = lose_units(state, formation, tuple(off.count(row.at) for row in lines), refs.EPIC_223)
    return state if state.unit(formation).gone else (yield from set_down(state, formation, planetfall.unload))


@rule(refs.EPIC_222, refs.EPIC_223)
def come_down(state: GameState, planetfall: Planetfall, at: int, nth: int) -> Procedure:
    """One unit: how far astray, and where that is; far or near, odds see one table."""
    formation = planetfall.formation
    if not planetfall.scattered:
        state = yield from call(state, task(drift, formation, at, nth))
    state, spot = yield from choose(state, prompts.where_it_lands, formation, at, nth)
    return state.remember(OffTable((*state.recall(OffTable).rows, at))) if spot == OFF else state


@rule(refs.EPIC_222, refs.EPIC_225)
def drift(state: GameState, formation: str, at: int, nth: int) -> Procedure:
    """The table measures how far; the app keeps nothing of it."""
    return (yield from decide(state, prompts.how_far_astray, leave_as_it_is, formation, at, nth))


def leave_as_it_is(state: GameState, *_: object) -> GameState:
    return state


def scatter(state: GameState, _: Nothing) -> Procedure:
    state, distance = yield from roll(state, prompts.how_far)
    return state.remember(Scattering(distance))


def distance_scattered(_: Nothing) -> dict[str, Show]:
    return {"distance": lambda after: after.recall(Scattering).distance}


# Drop pods


@rule(refs.EPIC_225)
def drop_pods(state: GameState, drop: PodDrop) -> Procedure:
    """Markers go astray; all attack the enemies within 15 cm, a marker for each pod; troops get
    out at once within 15 cm, and who cannot is destroyed without a marker; overwatch may answer."""
    formation, pods = drop.formation, drop.pods
    state = schedule.begin_drop(state, formation).remember(DECLARED)
    astray = () if drop.scattered else range(pods)
    state = yield from call(state, *(task(drift_pod, formation, nth, pods) for nth in astray))
    state = yield from call(state, *(task(resolve_volley, volley_of_pods(each)) for each in drop.attacks))
    state = yield from lose_stranded(state, formation)
    if state.unit(formation).gone:
        return state
    state = move_to(state, formation, "table", refs.EPIC_225).set(formation, "aboard", None, refs.EPIC_225)
    return (yield from call(state, task(answer_on_overwatch, formation, "disembark")))


def drift_pod(state: GameState, formation: str, nth: int, pods: int) -> Procedure:
    return (yield from decide(state, prompts.how_far_pod_drifts, leave_as_it_is, formation, nth, pods))


@rule(refs.EPIC_225, refs.EPIC_258)
def volley_of_pods(attack: PodAttack) -> Volley:
    """What the pods do to one formation, never with crossfire."""
    return Volley(attack.target, salvos_stated(attack.shots), manner="drop_pod", markers=attack.pods)


def lose_stranded(state: GameState, formation: str) -> Procedure:
    """Troops that find no place are destroyed, row by row."""
    lines = rows(state.unit(formation))
    for at in [row.at for row in lines if row.left]:
        state, stranded = yield from number(state, prompts.how_many_stranded, formation, at)
        kills = tuple(stranded if row.at == at else 0 for row in lines)
        state = lose_units(state, formation, kills, refs.EPIC_225)
    return state


DROP = tuple(
    map(before_it_begins, (refusals.already_on_table, refusals.no_spacecraft_overhead, refusals.no_flyer_falls))
)
OPENINGS = (
    opens(
        "landing",
        say("landing by planetfall"),
        refs.EPIC_223,
        Landing,
        land,
        refusals=DROP,
        actor="formation",
        tells=fate,
    ),
    opens("planetfall", say("planetfall"), refs.EPIC_222, Planetfall, fall, refusals=DROP, actor="formation"),
    opens("drop_pods", say("drop pods"), refs.EPIC_225, PodDrop, drop_pods, refusals=DROP, actor="formation"),
    opens("scatter", say("scatter"), refs.EPIC_222, Nothing, scatter, shows=distance_scattered),
    opens(
        "schedule",
        say("plan a spacecraft"),
        refs.EPIC_216,
        Arrival,
        schedule.declare,
        refusals=(schedule.no_spacecraft, schedule.no_second_on_one_turn),
        actor="formation",
    ),
)
