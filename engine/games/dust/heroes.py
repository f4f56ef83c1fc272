"""Heroes and squads: who is joined to whom, and which skills serve both."""

from __future__ import annotations

from engine.games.dust.units import has_role, is_hero, skilled
from engine.values.maps import Map, Value
from engine.values.table import GameState, Unit

SHARED = (
    "advanced_reactive_fire",
    "superior_reactive_fire",
    "agile",
    "assault",
    "bad_ass",
    "berserk",
    "charge",
    "heroic_attack",
)
NEVER = ("damage_resilient", "medal_of_honor", "sniper")
SILENT = ("all_in_one", "artillery_strike", "fast", "tank_head", "wiederbelebungsserum")
"""What a hero shares with his squad, what nobody shares, and where the source says nothing
(DUST-185)."""


PERSONAL = ("all_in_one", "artillery_strike", "medal_of_honor", "tank_head")
"""Skills that a hero uses himself when he is activated with his squad (DUST-95)."""


def partner(now: GameState, unit: str) -> Unit | None:
    """The hero of a squad or the squad of a hero, as long as both are there (DUST-94, 186)."""
    at = now.unit(unit)
    told = at.trackers.get("joined")
    found = now.units.get(told) if isinstance(told, str) else None
    found = found or _joined(now).get(unit)
    return found if found and found.id != unit and not found.gone and not at.gone else None


_LAST: list[tuple[Map[Unit], dict[Value, Unit]]] = []
"""Who is joined to whom on the last table looked at: each of many units is asked on the same
one."""


def _joined(now: GameState) -> dict[Value, Unit]:
    """The first unit that says it is joined to another, by the other."""
    known = _LAST[0] if _LAST else None  # odds are worked out in another thread: what is looked at is what is returned
    if known is None or known[0] is not now.units:
        joined = ((each.trackers.get("joined"), each) for each in reversed(tuple(now.units.values())))
        known = now.units, {to: each for to, each in joined if isinstance(to, str)}
        _LAST[:] = [known]
    return known[1]


def together(now: GameState, unit: str) -> tuple[str, ...]:
    """A unit and whoever is joined to it: activated, moved and shot at as one (DUST-95, 98)."""
    other = partner(now, unit)
    return (unit, other.id) if other else (unit,)


def lead(now: GameState, unit: str) -> str:
    """The one a pair is known by: its squad (DUST-95)."""
    other = partner(now, unit)
    return other.id if other and is_hero(now.unit(unit)) else unit


def due_next(now: GameState, seat: int) -> str | None:
    """Whom an order of that side called, as long as it is there (DUST-144)."""
    due = now.seats[seat].get("acts_next")
    return due if isinstance(due, str) and not now.unit(due).gone else None


def not_the_active_one(now: GameState, target: str) -> bool:
    """Whether somebody else than the target is being activated (DUST-67)."""
    acting = [unit.id for unit in now.units.values() if unit.count("running")]
    return bool(acting) and not {*acting} & {*together(now, target)}


def has_skill(now: GameState, unit: str, skill: str) -> bool:
    """Its own, or one that the other of the pair shares (DUST-96, 185)."""
    other = partner(now, unit)
    return skilled(now.unit(unit), skill) or (other is not None and skilled(other, skill) and serves(now, other, skill))


def serves(now: GameState, owner: Unit, skill: str) -> bool:
    """Whether a skill of the one serves the other of a pair (DUST-96, 185)."""
    if skill in NEVER:
        return False
    if is_hero(owner):
        return skill in SHARED or (skill in SILENT and now.reading("silentSharing") == "yes")
    return now.reading("squadSkillsToHero") == "yes"


def may_use(now: GameState, unit: str, skill: str) -> bool:
    """Whether a unit may use a skill: its own, a shared one, or one that the other of a pair
    uses himself (DUST-95, 185)."""
    personal = skill in PERSONAL and any(skilled(now.unit(each), skill) for each in together(now, unit))
    return personal or has_skill(now, unit, skill)


def owner_of(now: GameState, unit: str, skill: str) -> str:
    """Whose skill it is that the unit uses, itself before the other of the pair (DUST-96)."""
    return next((each for each in together(now, unit) if skilled(now.unit(each), skill)), unit)


def spotted(now: GameState, unit: str) -> bool:
    """As long as the Spotter lives he swaps the dice of his squad, and of its hero too
    (DUST-135)."""
    other = partner(now, unit)
    return spots(now.unit(unit)) or (other is not None and spots(other) and now.reading("spotterScope") == "unit")


def spots(unit: Unit) -> bool:
    """By his own miniature, or by the card where it names no miniature for it (DUST-135)."""
    models = unit.stated("models")
    named = isinstance(models, tuple) and any(unit.stated("models", n, "role") == "spotter" for n in range(len(models)))
    return has_role(unit, "spotter") if named else skilled(unit, "spotter")
