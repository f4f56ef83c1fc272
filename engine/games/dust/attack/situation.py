"""What is told of an attack: weapon lines, each with its target, and what only the players see;
and a line as it will be rolled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal

from engine.games.dust import abilities, refs
from engine.games.dust.movement.distance import squares_apart
from engine.games.dust.units import COVERS, together, weapon_lines
from engine.games.dust.weapons.values import BorneWeapon
from engine.playing.citing import rule
from engine.values.kinds import Either, ListOf, Whole, Word
from engine.values.maps import Map
from engine.values.model import Impossible, Modifier
from engine.values.situation import EnemyName, Situation, UnitName, YesNo, record_of
from engine.values.table import GameState
from engine.values.texts import say

SOURCES = ("crate", "trap", "corner", "building")
MANNERS = ("attack", "reaction", "charge", "indirect", "retaliation")

Count = Annotated[int, Whole(0, 99)]
Squares = Annotated[int, Whole(0, 999)]
Offset = Annotated[int, Whole(-99, 99)]
AnyWord = Annotated[str, Word()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling(Situation):
    """What players tell of a weapon line; None is what they have not said.

    `dx` and `dy` are squares across and along, `as_` the manner of the attack, `named` a sniper's
    man, `assign` how many points fall on whom.
    """

    bearers: Count | None = None
    cover: Annotated[str, Word(COVERS)] | None = None
    sustained: YesNo | None = None
    skills: tuple[AnyWord, ...] | None = None
    target_still: YesNo | None = None
    rounds: Count | None = None
    range: Squares | None = None
    dx: Offset | None = None
    dy: Offset | None = None
    los: YesNo | None = None
    as_: Annotated[str, Word(MANNERS)] | None = None
    observer: UnitName | None = None
    observer_los: YesNo | None = None
    retaliation: tuple[EnemyName, ...] | None = None
    named: Annotated[int | str, Either((Whole(0, 99), Word()))] | None = None
    assign: Map[Count] | None = None
    sources: tuple[Annotated[str, Word(SOURCES)], ...] | None = None


@dataclass(frozen=True, slots=True)
class WeaponLine(Telling):
    """One weapon line at one target.

    The last four fields are the procedure's own: whether points are assigned once for all lines,
    who is attacked together with the target, and by which name and ending its dice are asked for.
    """

    attacker: UnitName
    weapon: AnyWord
    target: EnemyName
    once: bool = False
    others: tuple[str, ...] = ()
    tag: str = ""
    roll: str = "attack"

    @property
    def manner(self) -> str:
        return self.as_ or ""

    @property
    def skills_used(self) -> tuple[str, ...]:
        return self.skills or ()

    @property
    def squares(self) -> int | None:
        """How far the target is; None where it is not told."""
        return squares_apart(self.range, self.dx, self.dy)


@dataclass(frozen=True, slots=True)
class LineRow(Telling):
    """One of several lines; what it leaves out is told for all."""

    weapon: AnyWord
    target: EnemyName
    attacker: UnitName | None = None

    def line(self, attacker: str, common: Telling, *, once: bool = False, tag: str = "") -> WeaponLine:
        """The line by itself."""
        seen = {name: _first(getattr(self, name), getattr(common, name)) for name in SAID_OF_LINES}
        return WeaponLine(self.attacker or attacker, self.weapon, self.target, once=once, tag=tag, **seen)


@dataclass(frozen=True, slots=True)
class WholeAttack(Telling):
    """All lines of one attack; bearers, rounds and a sniper's man belong to single lines."""

    attacker: UnitName
    lines: Annotated[tuple[LineRow, ...], ListOf(record_of(LineRow), 1, 99)]
    bearers: int | None = field(default=None, kw_only=True)
    rounds: int | None = field(default=None, kw_only=True)
    named: int | str | None = field(default=None, kw_only=True)

    @rule(refs.DUST_29, refs.DUST_97)
    def each(self) -> Iterator[WeaponLine]:
        """Every line by itself, with its number; points assigned for all are assigned once."""
        for number, row in enumerate(self.lines):
            yield row.line(self.attacker, self, once=row.assign is None, tag=f":{number}")


@dataclass(frozen=True, slots=True)
class LineRoll:
    """A line ready to roll: its dice and what becomes of them.

    A hit does `each` points; of a phaser it brings `blast` further dice. `rows` make the number of
    dice, `remarks` are what else is said of the line.
    """

    by: str
    weapon: str
    target: str
    dice: int
    each: int
    special: Literal["", "phaser", "man", "skull"]
    blast: int
    rows: tuple[Modifier, ...]
    swapped: bool
    sustained: bool
    berserk: bool
    laser: bool
    medal: bool
    cover: str
    named: int | str | None
    assign: Map[int] | None
    once: bool
    others: tuple[str, ...]
    resilient: bool
    tag: str
    roll: str
    remarks: tuple[Modifier, ...]

    @property
    def key(self) -> str:
        return f"{self.roll}{self.tag}"

    @property
    @rule(refs.DUST_50)
    def alike(self) -> tuple[object, ...]:
        """Hits of lines that agree in this do the same: they may be counted together."""
        return self.target, self.others, self.each, self.special == "skull", self.named, self.assign, self.resilient

    @property
    @rule(refs.DUST_35, refs.DUST_41)
    def pile(self) -> tuple[object, ...]:
        """The same for shots: in the same cover too, and each laser by itself, whose hits have no
        end."""
        return *self.alike, self.cover, self.key if self.laser else ""

    @property
    @rule(refs.DUST_156, refs.DUST_190)
    def is_split(self) -> bool:
        """A phaser's two rolls are kept apart where one die or face of the first is special."""
        return self.special == "phaser" and (self.swapped or self.medal)


SAID_OF_LINES = tuple(each.name for each in fields(Telling))


def _first(one: Any, other: Any) -> Any:
    return other if one is None else one


# Whose weapon and whose skill it is


@rule(refs.DUST_52, refs.DUST_95)
def weapon(now: GameState, line: WeaponLine) -> BorneWeapon:
    """The weapon of the unit whose card has it: the attacker, or who is joined to it."""
    for unit in together(now, line.attacker):
        if line.weapon in weapon_lines(now.unit(unit)):
            return BorneWeapon(now.unit(unit), line.weapon)
    _ = now.unit(line.attacker).known("weapons")
    raise Impossible(say("{unit} has no weapon {weapon}", unit=now.unit(line.attacker).name, weapon=line.weapon))


@rule(refs.DUST_113, refs.DUST_125)
def user_of_skill(now: GameState, line: WeaponLine, skill: str) -> str:
    """The unit that has a declared skill, the attacker's side first; Heroic Attack may be the
    target's."""
    owners = [abilities.owner_of_skill(now, unit, skill) for unit in (line.attacker, line.target)]
    able = (unit for unit in owners if abilities.is_skilled(now.unit(unit), skill))
    return next(able, owners[skill == "heroic_attack"])


@rule(refs.DUST_113, refs.DUST_117)
def is_active(now: GameState, line: WeaponLine, skill: str) -> bool:
    """A skill declared for this attack, or one that still works this round."""
    own, tracker = weapon(now, line).unit, abilities.LASTING[skill]
    others = abilities.has_skill(now, own.id, skill) and any(
        now.unit(unit).count(tracker) for unit in together(now, own.id)
    )
    return bool(own.count(tracker)) or others or is_declared(now, line, skill)


@rule(refs.DUST_117, refs.DUST_127, refs.DUST_185)
def is_declared(now: GameState, line: WeaponLine, skill: str) -> bool:
    """A skill told for this attack that serves the line; where no card states it, it is taken as
    told."""
    own = weapon(now, line).unit
    unknown = not any(abilities.is_skilled(now.unit(unit), skill) for unit in together(now, own.id))
    return skill in line.skills_used and (unknown or abilities.has_skill(now, own.id, skill))
