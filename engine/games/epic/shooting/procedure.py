"""Fire as players open it: the volley of a formation, and what it leaves of its action."""

from __future__ import annotations

from typing import cast

from engine.games.epic import refs
from engine.games.epic.activation.parts import end_part
from engine.games.epic.activation.situation import Interrupted
from engine.games.epic.air.procedure import fire_flak
from engine.games.epic.air.reserves import is_airborne
from engine.games.epic.air.situation import AntiAircraftShots, FlakFire
from engine.games.epic.assault.blows import blows
from engine.games.epic.assault.duel import Fighters
from engine.games.epic.formations.rows import front_to_back, models, rows, units_left
from engine.games.epic.shooting import barrage, hits, refusals, salvos, saves
from engine.games.epic.shooting.choices import words_of_fire
from engine.games.epic.shooting.fates import fates_of, what_follows
from engine.games.epic.shooting.guns import battery
from engine.games.epic.shooting.hits import Mark, may_reach
from engine.games.epic.shooting.memory import tally
from engine.games.epic.shooting.modifiers import HUNTS
from engine.games.epic.shooting.salvos import Salvo, firing_rows, salvos_at, salvos_by_cards, weapons_spent
from engine.games.epic.shooting.situation import Allocation, Barrage, Fire, HitOnUnit, SingleShot, Stand, WeaponUse
from engine.games.epic.shooting.steps import resolve_volley
from engine.games.epic.shooting.volley import UNDER_FIRE, Volley, hit_of
from engine.games.epic.shooting.weapons import end_shooting, order_of, range_of_weapon
from engine.games.epic.terrain.ground import OPEN
from engine.games.epic.war_engines.memory import harm
from engine.playing.citing import rule
from engine.playing.opening import Show, answers, opens
from engine.playing.procedure import Procedure, call, task
from engine.values.model import Impossible
from engine.values.table import GameState
from engine.values.texts import say


@rule(refs.EPIC_43, refs.EPIC_63, refs.EPIC_64)
def fire(state: GameState, fire: Fire) -> Procedure:
    """Resolve the volley; then the firer has shot."""
    planned = volley_of(state, fire)
    state = state.remember(tally(state)._replace(units=models(state, planned.target)))
    if is_interception(state, fire):
        state = yield from call(state, task(fire_flak, interception(fire)))
    elif planned.shots or planned.markers:
        state = yield from call(state, task(resolve_volley, planned))
    return end_fire(state, planned, by_cards=not fire.shots)


@rule(refs.EPIC_191, refs.EPIC_198)
def is_interception(now: GameState, fire: Fire) -> bool:
    """AA weapons at aircraft in flight."""
    return fire.order in HUNTS and is_airborne(now.unit(fire.target))


@rule(refs.EPIC_198)
def interception(fire: Fire) -> FlakFire:
    """The same fire as flak from the air."""
    shots = None
    if fire.shots is not None:
        shots = tuple(
            AntiAircraftShots(count=each.count, value=each.value, abilities=each.abilities) for each in fire.shots
        )
    return FlakFire(fire.target, fire.by, shots, fire.able, interception=True)


@rule(refs.EPIC_41, refs.EPIC_42, refs.EPIC_49, refs.EPIC_53, refs.EPIC_56)
def volley_of(now: GameState, fire: Fire) -> Volley:
    """What the players said; the firer's card and state supply what is left out; a helper means
    a crossfire."""
    order = order_of(now, fire)
    shots = with_waiver(salvos_of(now, fire, order), fire)
    markers = markers_for_coming_under_fire(now, fire, shots, order)
    terrain = fire.terrain or OPEN
    return Volley(
        fire.target,
        shots if fire.shots is not None else salvos_that_can_hit(now, fire, shots),
        fire.by or "",
        order,
        fire.has_crossfire,
        terrain if isinstance(terrain, tuple) else (terrain,),
        fire.touching,
        fire.as_ or "",
        markers,
        front=(fire.front,) if isinstance(fire.front, str) else fire.front or (),
        spent=spent_by(now, fire, order),
    )


@rule(refs.EPIC_157, refs.EPIC_159)
def spent_by(now: GameState, fire: Fire, order: str) -> tuple[str, ...]:
    """Weapons that do not fire every turn, where the firer's cards are what fires."""
    return weapons_spent(now, fire.by, fire.stand, order) if fire.by and fire.shots is None else ()


@rule(refs.EPIC_42, refs.EPIC_169)
def salvos_that_can_hit(now: GameState, fire: Fire, shots: tuple[Salvo, ...]) -> tuple[Salvo, ...]:
    """Dice that can hit no unit of the target are not rolled."""
    alive = {Mark(row.at, row.type) for row in rows(now.unit(fire.target)) if row.left}
    return tuple(shot for shot in shots if any(may_reach(hit_of(shot, shot.victim), mark) for mark in alive))


@rule(refs.EPIC_41, refs.EPIC_42, refs.EPIC_172)
def salvos_of(now: GameState, fire: Fire, order: str) -> tuple[Salvo, ...]:
    """The dice of the volley."""
    if fire.shots is not None:
        return salvos_at(now, fire.target, fire.shots)
    if not fire.by and not fire.pods:
        raise Impossible(say("a formation that fires or its shots are needed"))
    if not fire.by:
        return ()
    if fire.as_ == "support":
        return firefight(now, fire.by, fire.able)
    found = salvos_by_cards(now, fire.by, fire.stand, fire.target, order, fire.firepower or "")
    return tuple(salvo._replace(aim=fire.aim or "") for salvo in found)


@rule(refs.EPIC_95, refs.EPIC_96, refs.EPIC_150)
def firefight(now: GameState, by: str, able: int | tuple[int, ...] | None) -> tuple[Salvo, ...]:
    """Supporters use their firefight value, whatever their markers; small arms may add to it."""
    counts = units_left(now.unit(by))
    near = able if isinstance(able, tuple) else counts if able is None else front_to_back(counts, able)
    side = (Fighters(by, ff=near, all=""),)
    return tuple(
        Salvo(
            blow.dice,
            "ff" if blow.hit.type == "normal" else blow.hit.type,
            blow.value,
            blow.hit.traits,
            damage=blow.hit.damage,
        )
        for first in (False, True)
        for blow in blows(now, side, first)
    )


@rule(refs.EPIC_47)
def with_waiver(shots: tuple[Salvo, ...], fire: Fire) -> tuple[Salvo, ...]:
    """The -1 for cover is waived for all fire, or for some types of it."""
    if isinstance(fire.waived, tuple):
        return tuple(shot._replace(waived=shot.waived or shot.type in fire.waived) for shot in shots)
    return tuple(shot._replace(waived=True) for shot in shots) if fire.waived else shots


@rule(refs.EPIC_44, refs.EPIC_93, refs.EPIC_225)
def markers_for_coming_under_fire(now: GameState, fire: Fire, shots: tuple[Salvo, ...], order: str) -> int:
    """One marker if a unit can shoot, harm or not; drop pods bring one each. No unit left to
    shoot: none, unless the reading asks only for range and sight. Supporting fire brings none
    before the result."""
    if fire.as_ == "support":
        return 0
    if fire.as_ == "drop_pod":
        return 1 if fire.pods is None else fire.pods
    if shots:
        return UNDER_FIRE
    if not fire.by or fire.shots is not None:
        return 0
    if now.reading("all_suppressed") == "bm":
        unshaken = now.set(fire.by, "blast", 0, refs.EPIC_44)
        return UNDER_FIRE if any(firing_rows(unshaken, fire.by, fire.stand, order)) else 0
    return UNDER_FIRE if has_battery(now, fire.by, fire.stand, order) else 0


@rule(refs.EPIC_44, refs.EPIC_57)
def has_battery(now: GameState, by: str, stand: Stand, order: str) -> bool:
    """Whether a unit has a barrage ready, the only fire that is no shot."""
    return bool(
        battery(
            now, Barrage(by=by, able=stand.able, range=stand.distance, arcs=stand.arcs, rear=stand.rear, order=order)
        )
    )


@rule(refs.EPIC_218, refs.EPIC_221)
def end_fire(state: GameState, fire: Volley, by_cards: bool = True) -> GameState:
    """Overwatch is over once it has fired, and that was its action; other fire is part of one.
    Pin-point attacks whose shots are stated may be split, so that others can follow."""
    if not fire.by or fire.manner not in ("", "overwatch", "pin_point"):
        return state
    if fire.manner == "pin_point":
        return end_part(state, fire.by, "pin_point" if by_cards else "bombardment", refs.EPIC_218)
    if fire.manner == "overwatch":
        state = state.set(fire.by, "overwatch", False, refs.EPIC_63)
    return end_shooting(state, fire.by, fire.spent)


def outcomes(fire: Fire) -> dict[str, Show]:
    """What the fire does; what a formation loses of its own action if it breaks in the middle."""
    target, fates = fire.target, fates_of(fire.target)
    found: dict[str, Show] = {
        "fate": fates["fate"],
        "kills": lambda after: kills(after, target),
        "damage": lambda after: harm(after, target).points,
        "blast": lambda after: tally(after).placed,
        "broken": fates["broken"],
        "hits": lambda after: tally(after).hits,
        "killed": lambda after: kills(after, target),
        **fates,
        "hurt": lambda after: "yes" if kills(after, target) or harm(after, target).points else "no",
    }
    if fire.during is not None:
        found["forfeits"] = lost_of_the_action(target, fire.during)
    return found


@rule(refs.EPIC_112, refs.EPIC_262)
def lost_of_the_action(target: str, action: Interrupted) -> Show:
    """What the target loses of an action that the fire interrupts, if it cannot go on with it."""
    return cast(Show, lambda after: action.forfeits if what_follows(after, target) != "continue" else ())


def kills(after: GameState, target: str) -> int:
    """Units that were there when the firing began and are not any more."""
    return tally(after).units - models(after, target)


OPENINGS = (
    opens(
        "fire",
        say("fire"),
        refs.EPIC_43,
        Fire,
        fire,
        refusals=refusals.FIRE,
        shows=outcomes,
        actor="by",
        choices=words_of_fire,
        asks=("terrain", "crossfire", "able", "range", "waived"),
    ),
    opens(
        "barrage",
        say("barrage"),
        refs.EPIC_57,
        Barrage,
        barrage.barrage,
        refusals=refusals.BARRAGE,
        shows=barrage.outcomes,
        actor="by",
        tells=barrage.facts,
        asks=("target", "terrain", "crossfire", "direct", "able", "range"),
    ),
    opens(
        "to_hit",
        say("to hit"),
        refs.EPIC_45,
        SingleShot,
        salvos.fire_single_shot,
        refusals=(salvos.no_shot_on_the_march,),
        shows=salvos.outcomes_of_single_shot,
        tells=salvos.number_needed,
    ),
    opens("save", say("save"), refs.EPIC_50, HitOnUnit, saves.roll_single_save, shows=saves.outcomes_of_save),
    answers("allocate", say("allocate hits"), refs.EPIC_49, Allocation, hits.allocate),
    answers("weapon", say("a weapon's range"), refs.EPIC_158, WeaponUse, range_of_weapon),
)
