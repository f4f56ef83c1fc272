"""One weapon line as the players tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.games.dust.heroes import has_skill, owner_of, together
from engine.games.dust.units import COVERS, skilled
from engine.games.dust.values import lines
from engine.values.kinds import Either, Field, Flag, Kind, ListOf, MapOf, Record, UnitId, Whole, Word
from engine.values.maps import EMPTY, Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say

SOURCES = ("crate", "trap", "corner", "building")
MANNERS = ("attack", "reaction", "charge", "indirect", "retaliation")
PLACES: dict[str, Kind] = {"range": Whole(0, 999), "dx": Whole(-99, 99), "dy": Whole(-99, 99), "los": Flag()}
LINE: dict[str, Kind] = {
    "weapon": Word(),
    "bearers": Whole(0, 99),
    "cover": Word(COVERS),
    "sustained": Flag(),
    "skills": ListOf(Word()),
    "target_still": Flag(),
    "rounds": Whole(0, 99),
    **PLACES,
    "as": Word(MANNERS),
    "observer": UnitId(),
    "observer_los": Flag(),
    "retaliation": ListOf(UnitId(enemy=True)),
    "named": Either((Whole(0, 99), Word())),
    "assign": MapOf(Whole(0, 99)),
    "sources": ListOf(Word(SOURCES)),
}
LASTING = {"all_in_one": "all_in", "berserk": "raging", "heroic_attack": "heroic"}
"""Skills that work until the round ends, and the trackers that say so (DUST-113, 117, 125)."""
LINE_FIELDS = tuple(Field(key, kind) for key, kind in LINE.items() if key != "weapon")
LINE_RECORD = Record(
    (
        Field("weapon", Word(), required=True),
        Field("target", UnitId(enemy=True), required=True),
        Field("attacker", UnitId()),
        *LINE_FIELDS,
    )
)


@dataclass(frozen=True, slots=True)
class Told:
    """A line as it is declared; what nobody told is None."""

    attacker: str
    weapon: str
    target: str
    bearers: int | None = None
    cover: str | None = None
    sustained: bool = False
    skills: tuple[str, ...] = ()
    target_still: bool | None = None
    rounds: int | None = None
    range: int | None = None
    los: bool | None = None
    manner: str = "attack"
    observer: str | None = None
    observer_los: bool | None = None
    retaliation: tuple[str, ...] | None = None
    named: int | str | None = None
    assign: Map[Value] = EMPTY
    once: bool = False
    sources: tuple[str, ...] | None = None
    others: tuple[str, ...] = ()
    diagonal: bool = False
    tag: str = ""
    roll: str = "attack"


def told(given: Mapping[str, Any], tag: str = "") -> Told:
    """From a situation; squares may be told by how far they lie across and along (DUST-32, 49)."""
    named = {("manner" if key == "as" else key): value for key, value in given.items() if value is not None}
    if "range" not in named and {"dx", "dy"} & set(named):
        named["range"] = squares(named.get("dx", 0), named.get("dy", 0))
    named["diagonal"] = bool(named.get("dx") and named.get("dy"))
    known = {each.name for each in fields(Told)}
    return Told(**{key: value for key, value in named.items() if key in known}, tag=tag)


def squares(dx: int, dy: int, agile: bool = False) -> int:
    """The first diagonal costs 1 and each further one 2, so one is saved in all; Agile saves
    them all (DUST-10, 32, 112)."""
    across, along = abs(dx), abs(dy)
    return max(across, along) if agile else across + along - bool(across and along)


def whose(now: GameState, line: Told) -> Unit:
    """The unit whose card has the weapon: the attacker, or who is joined to it (DUST-52, 95)."""
    for unit in together(now, line.attacker):
        if line.weapon in lines(now.unit(unit)):
            return now.unit(unit)
    _ = now.unit(line.attacker).known("weapons")
    raise Impossible(say("{unit} has no weapon {weapon}", unit=now.unit(line.attacker).name, weapon=line.weapon))


def user_of(now: GameState, line: Told, skill: str) -> str:
    """Whoever has a skill that is declared, the attacker's side first; Heroic Attack may be the
    target's (DUST-113, 125)."""
    sides = (line.attacker, line.target)
    side = next(
        (unit for unit in sides if skilled(now.unit(owner_of(now, unit, skill)), skill)),
        sides[skill == "heroic_attack"],
    )
    return owner_of(now, side, skill)


def active(now: GameState, line: Told, skill: str) -> bool:
    """A skill declared for this attack, or one that still works this round (DUST-113, 117)."""
    own = whose(now, line)
    others = has_skill(now, own.id, skill) and any(
        now.unit(unit).count(LASTING[skill]) for unit in together(now, own.id)
    )
    return bool(own.count(LASTING[skill])) or others or declared(now, line, skill)


def declared(now: GameState, line: Told, skill: str) -> bool:
    """A skill told for this attack that serves the line; where no card states it, it is taken as
    told (DUST-117, 127, 185)."""
    own = whose(now, line)
    unknown = not any(skilled(now.unit(unit), skill) for unit in together(now, own.id))
    return skill in line.skills and (unknown or has_skill(now, own.id, skill))
