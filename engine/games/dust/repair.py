"""The end of the round: vehicles repair themselves; and Tank Head, Heroic Attack: skills used on
their own."""

from __future__ import annotations

from engine.games.dust.heroes import may_use, owner_of, together
from engine.games.dust.refs import DUST_125, DUST_130, DUST_137, DUST_177, DUST_180
from engine.games.dust.units import HITS, because, fallen, is_soldier, skilled, use, used
from engine.games.dust.victory import scored
from engine.games.dust.words import named
from engine.playing.procedure import Procedure, call, roll, task
from engine.playing.rules import Opening, Show
from engine.values.kinds import Field, Flag, Record, UnitId, required
from engine.values.maps import Value
from engine.values.model import Check, Prompt, Refusal, Unknown
from engine.values.table import GameState
from engine.values.texts import say


def end_round(state: GameState) -> Procedure:
    """Every vehicle that can repairs itself; victory points are counted (DUST-07, 130, 173)."""
    for seat in range(len(state.seats)):
        state = state.set(f"@{seat}", "points", so_far(state, seat))
    broken = [unit for unit in state.units if repairs(state, unit)]
    return (yield from call(state, *(task(self_repair, unit=unit) for unit in broken)))


def so_far(now: GameState, seat: int) -> int | None:
    """What a side has scored, as far as the cards tell (DUST-173)."""
    try:
        return scored(now, seat)
    except Unknown:
        return None


def repairs(now: GameState, unit: str) -> bool:
    """By its card (DUST-130)."""
    return skilled(now.unit(unit), "self_repair")


def self_repair(state: GameState, unit: str) -> Procedure:
    """A hit repairs one (DUST-130)."""
    if state.unit(unit).gone:
        return state
    state, repaired = yield from roll(state, repair_dice, unit)
    state = because(state.set(unit, "damage", state.unit(unit).count("damage") - repaired), DUST_130, unit, "damage")
    return state.note(**{f"repaired:{unit}": repaired})


def repair_dice(now: GameState, unit: str) -> Prompt:
    """One die for each point of damage (DUST-130)."""
    at = now.unit(unit)
    key = f"self_repair:{unit}" if now.step == "end" else "self_repair"
    check = Check(key, at.count("damage"), HITS, DUST_130, (1,))
    return Prompt(key, "roll", at.seat, say("{unit} repairs itself", unit=at.name), DUST_130, (unit,), (check,))


def gone(now: GameState, unit: str) -> Refusal | None:
    """DUST-130."""
    at = now.unit(unit)
    return Refusal("destroyed", say("{unit} is destroyed", unit=at.name), DUST_130) if fallen(at) else None


def dead(now: GameState, unit: str, **_: Value) -> Refusal | None:
    """DUST-180."""
    at = now.unit(unit)
    return Refusal("destroyed", say("{unit} is destroyed", unit=at.name), DUST_180) if fallen(at) else None


def not_able(now: GameState, unit: str, skill: str) -> Refusal | None:
    """A card that states its skills, but not this one (DUST-177)."""
    at = now.unit(unit)
    if at.stated("skills") is None or may_use(now, unit, skill):
        return None
    return Refusal("no_skill", say("{unit} does not have {skill}", unit=at.name, skill=named(skill)), DUST_177)


def not_able_to_repair(now: GameState, unit: str, **_: Value) -> Refusal | None:
    return not_able(now, unit, "self_repair")


def too_far(
    now: GameState, adjacent: bool | None = None, same_square: bool | None = None, **_: Value
) -> Refusal | None:
    """A vehicle on the hero's own square is adjacent, but by one reading (DUST-137)."""
    near = now.reading("sameSquareAdjacent") == "yes" if same_square else adjacent is not False
    return None if near else Refusal("too_far", say("only for an adjacent unit"), DUST_137)


def tank_head(state: GameState, unit: str, target: str, **_: Value) -> Procedure:
    """All damage of an adjacent vehicle, once a game (DUST-137)."""
    state = use(state, owner_of(state, unit, "tank_head"), "tank_head")
    return because(state.set(target, "damage", None), DUST_137, target, "damage")
    yield


def not_repairable(now: GameState, unit: str, target: str, **_: Value) -> Refusal | None:
    """DUST-137."""
    at, by = now.unit(target), now.unit(owner_of(now, unit, "tank_head"))
    if used(by, "tank_head"):
        return Refusal(
            "used_up", say("{unit} uses {skill} once in a game", unit=by.name, skill=named("tank_head")), DUST_137
        )
    if fallen(at) or is_soldier(at) or at.seat != by.seat:
        return Refusal("not_repairable", say("{unit} cannot be helped like this", unit=at.name), DUST_137)
    return not_able(now, unit, "tank_head")


def heroic_attack(state: GameState, unit: str) -> Procedure:
    """No damage to the hero and his squad until the round ends (DUST-125)."""
    owner = owner_of(state, unit, "heroic_attack")
    return use(state, owner, "heroic_attack").set(owner, "heroic", True)
    yield


def not_heroic(now: GameState, unit: str) -> Refusal | None:
    """Once a game; by one reading only in one's own activation (DUST-125)."""
    at = now.unit(owner_of(now, unit, "heroic_attack"))
    if used(at, "heroic_attack"):
        return Refusal(
            "used_up", say("{unit} uses {skill} once in a game", unit=at.name, skill=named("heroic_attack")), DUST_125
        )
    running = any(now.unit(each).count("running") for each in together(now, unit))
    if now.reading("heroicWhen") == "ownActivation" and not running:
        return Refusal("not_now", say("only in its own activation"), DUST_125)
    return not_able(now, unit, "heroic_attack")


def shows(unit: str, **_: Value) -> dict[str, Show]:
    return {"repaired": lambda after: after.noted(f"repaired:{unit}")}


UNIT = Field("unit", UnitId(), required=True)
END_ROUND = Opening("end_round", say("end of the round"), DUST_130, end_round)
SELF_REPAIR = Opening(
    "self_repair",
    say("self-repair"),
    DUST_130,
    self_repair,
    Record((UNIT,)),
    (gone, not_able_to_repair),
    shows,
    actor="unit",
)
TANK_HEAD = Opening(
    "tank_head",
    say("Tank Head: repair a vehicle"),
    DUST_137,
    tank_head,
    Record((UNIT, *required(target=UnitId()), Field("adjacent", Flag()), Field("same_square", Flag()))),
    (dead, not_repairable, too_far),
    actor="unit",
)
HEROIC = Opening(
    "heroic_attack",
    say("Heroic Attack: no damage"),
    DUST_125,
    heroic_attack,
    Record((UNIT,)),
    (dead, not_heroic),
    actor="unit",
)
