"""One unit's fire at one target: a roll per weapon line, cover per hit, losses chosen by the owner."""

from __future__ import annotations

from engine.games.dust.refs import DUST_05, DUST_29, DUST_30, DUST_31, DUST_32, DUST_38, DUST_39, DUST_41
from engine.games.dust.units import HITS, MISSES, bearers, carries, is_squad, lines, living, reaches, value_against
from engine.kinds import Field, Flag, Record, UnitId, Whole, required
from engine.maps import Value
from engine.model import Check, GameState, Modifier, Option, Prompt, Refusal, Unit
from engine.odds import Again
from engine.procedure import Asking, Procedure, choose, lastly, number, roll, task
from engine.rules import Opening, Show
from engine.texts import say

FARTHEST = 99


def fire(state: GameState, shooter: str, target: str, squares: int | None = None, sustained: bool = False) -> Procedure:
    """Every line that has a value against the target and reaches it, one after another (DUST-29, 31, 32)."""
    if squares is None:
        state, squares = yield from number(state, distance, shooter, target)
    by, at = state.unit(shooter), state.unit(target)
    used = [(weapon, value) for weapon in lines(by) if (value := value_against(by, weapon, at)) and reaches(by, weapon, squares)]
    return (yield from lastly(state, *(
        task(line, shooter=shooter, target=target, weapon=weapon, sustained=sustained, dice=dice * bearers(by, weapon), each=each)
        for weapon, (dice, each) in used)))


def line(state: GameState, shooter: str, target: str, weapon: str, sustained: bool, dice: int, each: int) -> Procedure:
    """Hits, cover, damage. Dice were counted at the declaration; a target already destroyed takes nothing more (DUST-29)."""
    if state.unit(target).gone:
        return state
    state, hits = yield from roll(state, to_hit, shooter, target, weapon, sustained, dice)
    if cover_of(state.unit(target)) != "none":
        state, saved = yield from roll(state, cover, target, weapon, hits)
        hits -= saved
    return (yield from lastly(state, task(lose, target=target, damage=hits * each)))


def lose(state: GameState, target: str, damage: int) -> Procedure:
    """A squad loses a miniature a point, its owner choosing; others lose hit points (DUST-38, 180)."""
    unit = state.unit(target)
    if not is_squad(unit):
        taken = min(unit.need("hp"), unit.count("damage") + damage)
        return destroyed(state.set(target, "damage", taken), target, taken == unit.need("hp"))
    while damage and living(state.unit(target)):
        state, model = yield from one_lost(state, target, damage)
        lost = state.unit(target).trackers.get("lost") or ()
        state, damage = state.set(target, "lost", tuple(sorted((*lost, model)))), damage - 1  # type: ignore[misc]
    return destroyed(state, target, not living(state.unit(target)))


def one_lost(state: GameState, target: str, damage: int) -> Asking[int]:
    """Asked only where it matters: somebody survives, and they do not all carry the same."""
    alive = living(state.unit(target))
    if damage >= len(alive) or len({carries(state.unit(target), model) for model in alive}) == 1:
        return state, alive[-1]
    state, key = yield from choose(state, who_falls, target)
    return state, int(key)


def destroyed(state: GameState, target: str, gone: bool) -> GameState:
    return state.set(target, "where", "destroyed") if gone else state


def cover_of(unit: Unit) -> str:
    """Cover protects squads only (DUST-39)."""
    return str(unit.trackers.get("cover") or "none") if is_squad(unit) else "none"


def distance(now: GameState, shooter: str, target: str) -> Prompt:
    by, at = now.unit(shooter), now.unit(target)
    text = say("how many squares from {shooter} to {target}?", shooter=by.name, target=at.name)
    return Prompt("distance", "number", by.seat, text, DUST_32, (shooter, target), least=1, most=FARTHEST, default=1)


def to_hit(now: GameState, shooter: str, target: str, weapon: str, sustained: bool, dice: int) -> Prompt:
    """A squad rolls for each miniature that carries the weapon; a sustained attack rolls misses once more."""
    by, at = now.unit(shooter), now.unit(target)
    check = Check(f"attack:{weapon}", dice, HITS, DUST_31, (1,), stages=(Again(),) if sustained else (),
                  modifiers=(Modifier("sustained", 0, say("sustained: misses are rolled once more"), DUST_05),) if sustained
                  else (), dice_rows=(Modifier("dice", dice, say("{weapon} against {armor}, for each that carries it",
                                                                  weapon=weapon, armor=at.word("armor")), DUST_30),))
    text = say("{shooter} fires {weapon} at {target}", shooter=by.name, weapon=weapon, target=at.name)
    return Prompt(f"attack:{weapon}", "roll", by.seat, text, DUST_29, (shooter, target), (check,))


def cover(now: GameState, target: str, weapon: str, hits: int) -> Prompt:
    """One die a hit; soft cover saves on a hit face, hard cover on a blank (DUST-41)."""
    unit = now.unit(target)
    check = Check(f"cover:{weapon}", hits, MISSES if cover_of(unit) == "hard" else HITS, DUST_41, (1,))
    text = say("{unit} rolls for cover", unit=unit.name)
    return Prompt(f"cover:{weapon}", "roll", unit.seat, text, DUST_39, (target,), (check,))


def who_falls(now: GameState, target: str) -> Prompt:
    """One option for each loadout, the most common first."""
    unit = now.unit(target)
    alive = living(unit)
    loads = sorted({carries(unit, model) for model in alive}, key=lambda load: (-_bearing(unit, load), load))
    options = tuple(Option(str(max(model for model in alive if carries(unit, model) == load)),
                           say("miniature with {weapons}", weapons=", ".join(load))) for load in loads)
    return Prompt("loss", "choice", unit.seat, say("{unit} loses a miniature: which?", unit=unit.name), DUST_38, (target,),
                  options=options)


def _bearing(unit: Unit, load: tuple[str, ...]) -> int:
    return sum(carries(unit, model) == load for model in living(unit))


def no_line(now: GameState, shooter: str, target: str, **_: Value) -> Refusal | None:
    by, at = now.unit(shooter), now.unit(target)
    if any(value_against(by, weapon, at) for weapon in lines(by)):
        return None
    return Refusal("no_line", say("{unit} has no weapon against {armor}", unit=by.name, armor=at.word("armor")), DUST_31)


def shows(target: str, **_: Value) -> dict[str, Show]:
    return losses(target)


def losses(target: str) -> dict[str, Show]:
    """What is left of a unit (DUST-180)."""
    return {
        f"models:{target}": lambda after: len(living(after.unit(target))),
        f"destroyed:{target}": lambda after: "yes" if after.unit(target).gone else "no",
    }


SITUATION = Record((
    *required(shooter=UnitId(), target=UnitId(enemy=True)),
    Field("squares", Whole(1, FARTHEST)),
    Field("sustained", Flag(), default=False),
))
FIRE = Opening("fire", say("fire"), DUST_29, fire, SITUATION, (no_line,), shows, actor="shooter")
