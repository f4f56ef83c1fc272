"""The air war: a bomber, its guns and escorts, the interceptors, the anti-aircraft guns, the bombs, in their order."""

from __future__ import annotations

from engine.games.twogm.modifiers import Shot, impact_rows
from engine.games.twogm.refs import TWOGM_70, TWOGM_100, TWOGM_104, TWOGM_107, TWOGM_108
from engine.games.twogm.units import MAIN, flying, guns, hurt, weapon
from engine.kinds import Field, ListOf, Record, UnitId, required
from engine.maps import Value
from engine.model import D10, Check, GameState, Option, Prompt, Refusal
from engine.procedure import Procedure, Task, call, choose, roll, task
from engine.rules import Opening, Show
from engine.texts import say

Names = tuple[str, ...]
HOLD = "hold"


def air(
    state: GameState, bomber: str, target: str, interceptors: Names = (), escorts: Names = (), aa: Names = ()
) -> Procedure:
    """The shots in their order (2GM-180); the dead do not shoot (2GM-101), and all who flew are discarded (2GM-95, 102)."""
    state = yield from call(state, *sequence(state, bomber, target, interceptors, escorts, aa))
    for flown in (bomber, *interceptors, *escorts):
        if not state.unit(flown).gone:
            state = state.set(flown, "where", "discarded")
    return state


def sequence(now: GameState, bomber: str, target: str, interceptors: Names, escorts: Names, aa: Names) -> tuple[Task, ...]:
    """Anti-aircraft guns, escorts, machine guns, interceptors, bombs (2GM-98, 100, 107)."""
    return (
        *(task(flak, shooter=gun, escorts=escorts, bomber=bomber) for gun in aa),
        *(task(shot, shooter=escort, place=MAIN, prey=interceptors, role="escort") for escort in escorts),
        *(task(shot, shooter=bomber, place=gun, prey=interceptors, role="hmg") for gun in guns(now.unit(bomber))),
        *(task(shot, shooter=fighter, place=MAIN, prey=(bomber,), role="interception") for fighter in interceptors),
        task(shot, shooter=bomber, place=MAIN, prey=(target,), role="bombs"),
    )


def flak(state: GameState, shooter: str, escorts: Names, bomber: str) -> Procedure:
    """One shot a turn, at an escort while one flies, else at the bomber; holding it is allowed (2GM-107, 108)."""
    gun = state.unit(shooter)
    if gun.where != "table" or gun.count("aa_fired") or not flying(state, (*escorts, bomber)):
        return state
    state, target = yield from choose(state, aim_flak, shooter, escorts, bomber)
    if target == HOLD:
        return state
    return (yield from fired(state.set(shooter, "aa_fired", True), Shot(shooter, MAIN, target, "aa")))


def shot(state: GameState, shooter: str, place: int, prey: Names, role: str) -> Procedure:
    """One shot at one of the prey still flying; its owner chooses among several (2GM-98, 182, 183)."""
    left = flying(state, prey)
    if state.unit(shooter).where != "table" or not left:
        return state
    target = left[0]
    if len(left) > 1:
        state, target = yield from choose(state, aim, shooter, place, prey)
    return (yield from fired(state, Shot(shooter, place, target, role)))


def fired(state: GameState, shot: Shot) -> Procedure:
    """Thresholds, one die, penetration, damage (2GM-70, 71, 74)."""
    state, grade = yield from roll(state, impact, shot)
    return struck(state, shot, grade)


def struck(state: GameState, shot: Shot, grade: int) -> GameState:
    """Armour stops a weapon that does not penetrate it (2GM-71); a hit does the weapon's damage, a critical destroys
    (2GM-70, 74); a headquarters knows neither armour nor criticals (2GM-25)."""
    by, at = state.unit(shot.shooter), state.unit(shot.target)
    headquarters = at.word("type") == "hq"
    if not grade or (not headquarters and weapon(by, shot.place, "penetration") < at.need("armor")):
        return state
    if grade == 2 and not headquarters:
        return hurt(state, shot.target, at.need("life"))
    return hurt(state, shot.target, weapon(by, shot.place, "damage"))


def aim_flak(now: GameState, shooter: str, escorts: Names, bomber: str) -> Prompt:
    """Escorts first; fire may be held, unless the table plays that it must be given."""
    prey = flying(now, escorts) or flying(now, (bomber,))
    must = now.reading("aa_must_fire") == "yes" and bool(flying(now, escorts))
    options = (*_targets(now, prey), *(() if must else (Option(HOLD, say("hold fire")),)))
    text = say("{unit} fires at aircraft: at which?", unit=now.unit(shooter).name)
    return Prompt(f"aim:{shooter}", "choice", now.unit(shooter).seat, text, TWOGM_108, (shooter,), options=options,
                  readings=("aa_must_fire",))


def aim(now: GameState, shooter: str, place: int, prey: Names) -> Prompt:
    text = say("{unit}: at which?", unit=now.unit(shooter).name)
    return Prompt(f"aim:{_named(shooter, place)}", "choice", now.unit(shooter).seat, text,
                  TWOGM_100 if place == MAIN else TWOGM_104, (shooter,), options=_targets(now, flying(now, prey)))


def _targets(now: GameState, prey: Names) -> tuple[Option, ...]:
    return tuple(Option(unit, say("{unit}", unit=now.unit(unit).name)) for unit in prey)


def impact(now: GameState, shot: Shot) -> Prompt:
    """Two thresholds on one die; a natural 10 is a critical whatever the modifiers (2GM-70, 72)."""
    by, at = now.unit(shot.shooter), now.unit(shot.target)
    key = f"shot:{_named(shot.shooter, shot.place)}"
    bases = weapon(by, shot.place, "impact", 0), weapon(by, shot.place, "impact", 1)
    check = Check(key, 1, D10, TWOGM_70, bases, impact_rows(now, shot), natural="high")
    text = say("{shooter} shoots at {target}", shooter=by.name, target=at.name)
    return Prompt(key, "roll", by.seat, text, TWOGM_70, (shot.shooter, shot.target), (check,))


def _named(shooter: str, place: int) -> str:
    """Several shots of one unit are numbered: its machine guns."""
    return shooter if place == MAIN else f"{shooter}:{place}"


def not_flying(now: GameState, bomber: str, escorts: Names = (), interceptors: Names = (), **_: Value) -> Refusal | None:
    for unit in (now.unit(each) for each in (bomber, *escorts, *interceptors)):
        if unit.where != "table" or unit.stated("type") not in (None, "air"):
            return Refusal("not_flying", say("{unit} cannot fly this mission", unit=unit.name), TWOGM_100)
    return None


def aa_spent(now: GameState, aa: Names = (), **_: Value) -> Refusal | None:
    for unit in (now.unit(each) for each in aa):
        if unit.count("aa_fired"):
            return Refusal("aa_fired", say("{unit} has fired at aircraft this turn", unit=unit.name), TWOGM_107)
    return None


def shows(bomber: str, target: str, **_: Value) -> dict[str, Show]:
    """Whether the bomber comes back, and what it has done (2GM-101)."""
    return {
        "bomber": lambda after: "shot_down" if after.unit(bomber).gone else "survives",
        f"damage:{target}": lambda after: after.unit(target).count("damage"),
    }


SITUATION = Record((
    *required(bomber=UnitId(), target=UnitId(enemy=True)),
    *(Field(key, ListOf(UnitId(enemy=key != "escorts")), default=()) for key in ("interceptors", "escorts", "aa")),
))
AIR = Opening("air", say("air attack"), TWOGM_100, air, SITUATION, (not_flying, aa_spent), shows, actor="bomber")
OPENINGS = (AIR,)
