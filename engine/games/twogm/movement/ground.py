"""Terrain: natural squares and terrain cards, what they cover, what they stop, what they can
take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from engine.games.twogm import refs
from engine.games.twogm.cards import IMPACT
from engine.games.twogm.units import inside_of, is_a, key, skills
from engine.playing.citing import rule
from engine.values.kinds import Either, Flag, ListOf, Record, Whole, Word, fields
from engine.values.maps import Map, Value
from engine.values.model import Impossible
from engine.values.table import GameState, Unit
from engine.values.texts import say

FOOT = ("infantry", "artillery")
BARE = ("none", "clear", "open", "normal")
"""Other words for a square without anything."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a square is: how much harder its units are to hit, how much thicker, how it is
    entered, what it can take."""

    name: str = "plain"
    impact: tuple[int, int] | None = (0, 0)
    armor: int | None = 0
    points: int | None = None
    difficult: bool = False
    impassable: bool = False
    building: bool = False
    card: bool = False
    access: tuple[str, ...] = ()
    cost: int | None = None

    @property
    @rule(refs.TWOGM_112)
    def rough(self) -> bool:
        """A descent hurts here: rough natural terrain, ruins, any terrain card."""
        return self.card or self.name in ("mountain", "forest", "bushes", "ruins")


SQUARES = {
    each.name: each
    for each in (
        Ground("plain"),
        Ground("bushes", (1, 1), points=4),
        Ground("forest", (1, 1), points=8, difficult=True),
        Ground("mountain", difficult=True),
        Ground("ruins", difficult=True),
        Ground("river", impassable=True),
        Ground("sea", impassable=True),
        Ground("lake", impassable=True),
        Ground("house", (2, 2), 1, 6, building=True, card=True, access=FOOT, cost=3),
        Ground("wall", (1, 1), card=True),
        Ground("trenches", None, None, card=True, cost=2),
        Ground("barriers", None, None, card=True, cost=1),
        Ground("barbed_wire", None, None, card=True),
        Ground("mines", None, None, card=True),
        Ground("bunker", None, None, building=True, card=True),
        Ground("communication_tower", None, None, building=True, card=True),
        Ground("bridge", None, None, building=True, card=True),
    )
}
"""Natural squares, and what the rulebook prints of terrain cards."""

TERRAIN = Either(
    (
        Word(),
        Record(
            fields(
                name=Word(),
                impact=IMPACT,
                armor=Whole(0, 99),
                points=Whole(0, 99),
                cost=Whole(0, 99),
                access=ListOf(Word()),
                skills=ListOf(Word()),
                building=Flag(),
            )
        ),
    )
)

Terrain = Annotated[str | Map[Any], TERRAIN]


def pair(value: Value) -> tuple[int, int] | None:
    """A cover value: one number for each threshold."""
    return (int(str(value[0])), int(str(value[1]))) if isinstance(value, tuple) else None


def square(word: Value) -> Ground:
    """A square by its name; an unknown name is nonsense."""
    if key(word) in BARE:
        return SQUARES["plain"]
    found = SQUARES.get(key(word)) or SQUARES.get(f"{key(word)}s")
    if found is None:
        raise Impossible(say("{terrain} is no terrain; there are {known}", terrain=str(word), known=", ".join(SQUARES)))
    return found


def ground(now: GameState, named: Value) -> Ground:
    """Terrain by a name, by its values, or as a terrain card on the table."""
    if isinstance(named, Map):
        return with_values(SQUARES.get(key(named.get("name")), Ground("card", card=True)), named)
    unit = now.units.get(str(named))
    return card(unit) if unit else square(named)


def with_values(base: Ground, stated: Map[Value]) -> Ground:
    """The same with the values that are stated."""
    words, access = stated.get("skills"), stated.get("access")
    skilled = isinstance(words, tuple) and "building" in map(key, words)
    return replace(
        base,
        impact=pair(stated.get("impact")) or base.impact,
        building=base.building or skilled or stated.get("building") is True,
        armor=number(stated.get("armor"), base.armor),
        points=number(stated.get("points"), base.points),
        cost=number(stated.get("cost"), base.cost),
        access=tuple(map(key, access)) if isinstance(access, tuple) else base.access,
    )


def number(stated: Value, usual: int | None) -> int | None:
    return stated if isinstance(stated, int) else usual


@rule(refs.TWOGM_85)
def card(unit: Unit) -> Ground:
    """A terrain card on the table; a destroyed building is ruins for the rest of the game."""
    if unit.count("ruins"):
        return SQUARES["ruins"]
    known = SQUARES.get(key(unit.stated("name")), Ground("card", None, None, card=True))
    return with_values(known, unit.card)


@rule(refs.TWOGM_82, refs.TWOGM_86)
def under(now: GameState, unit: Unit, named: Value = None) -> Ground:
    """What a unit stands on: as named, else its terrain card, on the table or by its name, else the
    natural square."""
    if named is not None:
        return ground(now, named)
    holder = inside_of(now, unit)
    if holder and is_a(holder, "terrain"):
        return card(holder)
    known = SQUARES.get(key(unit.trackers.get("in"))) if holder is None else None
    return known or square(unit.trackers.get("terrain") or "plain")


@rule(refs.TWOGM_82, refs.TWOGM_86)
def cover(now: GameState, unit: Unit, named: Value = None) -> tuple[int, int]:
    """How much harder the units of a square are to hit."""
    here = under(now, unit, named)
    if here.impact is not None:
        return here.impact
    asked = card_asked(now, unit, named, "impact")
    return asked.need("impact", 0), asked.need("impact", 1)


@rule(refs.TWOGM_86)
def thickness(now: GameState, unit: Unit, named: Value = None) -> int:
    """How much armour a square adds."""
    here = under(now, unit, named)
    return here.armor if here.armor is not None else card_asked(now, unit, named, "armor").need("armor")


def card_asked(now: GameState, unit: Unit, named: Value, value: str) -> Unit:
    """The card on the table that alone prints a value."""
    holder = now.units.get(str(named)) if named is not None else inside_of(now, unit)
    if holder is None:
        terrain = under(now, unit, named).name
        text = say(
            "{value} of {terrain} is not in the rulebook: tell the values of the card", value=value, terrain=terrain
        )
        raise Impossible(text)
    return holder


@rule(refs.TWOGM_91)
def is_indestructible(unit: Unit) -> bool:
    """Terrain that takes no damage."""
    return "indestructible" in skills(unit)


@rule(refs.TWOGM_82)
def is_natural(unit: Unit) -> bool:
    """Forest and bushes laid out as a card."""
    return key(unit.stated("name")) in ("forest", "bushes")


@rule(refs.TWOGM_24, refs.TWOGM_86)
def impact_points(unit: Unit) -> int:
    """What a terrain card or a headquarters can take."""
    known = card(unit).points if is_a(unit, "terrain") else unit.stated("life")
    return known if isinstance(known, int) else unit.need("points")


@rule(refs.TWOGM_90)
def extra_cost(now: GameState, extended: Value) -> int:
    """1 for the card, or 1 for each square by another reading."""
    more = squares_added(extended)
    return more if now.reading("extended_cost") == "per_square" else min(1, more)


@rule(refs.TWOGM_90)
def squares_added(extended: Value) -> int:
    """Squares beside the main one."""
    return len(sides_of(extended))


@rule(refs.TWOGM_90)
def sides_of(extended: Value) -> tuple[int, ...]:
    """On which sides of the main square it lies, by columns; a number alone means the right one
    first."""
    if isinstance(extended, int):
        return ((), (1,), (-1, 1))[int(extended)]
    return {"left": (-1,), "right": (1,), "both": (-1, 1)}.get(str(extended), ())


SIDES = Word(("none", "left", "right", "both"))
EXTENDED = Either((SIDES, Flag(), Whole(0, 2)))  # 2GM-90: one square more on one side or both
Extended = Annotated[str | int, Either((Whole(0, 2), SIDES))]
