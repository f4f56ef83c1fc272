"""Terrain: natural squares and terrain cards, what they cover, what they stop, what they can
take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.games.twogm.cards import IMPACT
from engine.games.twogm.refs import TWOGM_90
from engine.games.twogm.units import inside_of, is_a, key, skills
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word, fields
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
    def rough(self) -> bool:
        """A descent hurts here: rough natural terrain, ruins, any terrain card (2GM-112)."""
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
"""Natural squares, and what the rulebook prints of terrain cards (2GM-80, 82, 83, 84, 86, 178)."""

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


def pair(value: Value) -> tuple[int, int] | None:
    """A cover value: one number for each threshold."""
    return (int(str(value[0])), int(str(value[1]))) if isinstance(value, tuple) else None


def square(word: Value) -> Ground:
    """A square by its name; a name nobody knows is nonsense."""
    if key(word) in BARE:
        return SQUARES["plain"]
    found = SQUARES.get(key(word)) or SQUARES.get(f"{key(word)}s")
    if found is None:
        raise Impossible(say("{terrain} is no terrain; there are {known}", terrain=str(word), known=", ".join(SQUARES)))
    return found


def ground(now: GameState, told: Value) -> Ground:
    """Terrain told by a name, by its values, or as a terrain card on the table."""
    if isinstance(told, Map):
        return _with(SQUARES.get(key(told.get("name")), Ground("card", card=True)), told)
    unit = now.units.get(str(told))
    return card(unit) if unit else square(told)


def _with(base: Ground, told: Map[Value]) -> Ground:
    """The same with values told."""
    words, access = told.get("skills"), told.get("access")
    named = {key(word) for word in words} if isinstance(words, tuple) else set()
    building = base.building or "building" in named or told.get("building") is True
    points, armor, cost = (told.get(each) for each in ("points", "armor", "cost"))
    return replace(
        base,
        impact=pair(told.get("impact")) or base.impact,
        building=building,
        armor=armor if isinstance(armor, int) else base.armor,
        points=points if isinstance(points, int) else base.points,
        cost=cost if isinstance(cost, int) else base.cost,
        access=tuple(map(key, access)) if isinstance(access, tuple) else base.access,
    )


def card(unit: Unit) -> Ground:
    """A terrain card on the table; a destroyed building is ruins for the rest of the game
    (2GM-85)."""
    if unit.count("ruins"):
        return SQUARES["ruins"]
    known = SQUARES.get(key(unit.stated("name")), Ground("card", None, None, card=True))
    return _with(known, unit.card)


def under(now: GameState, unit: Unit, told: Value = None) -> Ground:
    """What a unit stands on: as told, else its terrain card, on the table or by its name, else
    the natural square (2GM-86)."""
    if told is not None:
        return ground(now, told)
    holder = inside_of(now, unit)
    if holder and is_a(holder, "terrain"):
        return card(holder)
    named = SQUARES.get(key(unit.trackers.get("in"))) if holder is None else None
    return named or square(unit.trackers.get("terrain") or "plain")


def cover(now: GameState, unit: Unit, told: Value = None) -> tuple[int, int]:
    """How much harder the units of a square are to hit (2GM-82, 86)."""
    here = under(now, unit, told)
    stated = here.impact if here.impact is not None else pair(_stated(now, unit, told, "impact"))
    return stated or (0, 0)  # no mutant: what a card states is a pair


def thickness(now: GameState, unit: Unit, told: Value = None) -> int:
    """How much armour a square adds (2GM-86)."""
    here = under(now, unit, told)
    return here.armor if here.armor is not None else int(str(_stated(now, unit, told, "armor")))


def _stated(now: GameState, unit: Unit, told: Value, value: str) -> Value:
    """A value that only the terrain card prints: asked for where the card is on the table."""
    holder = now.units.get(str(told)) if told is not None else inside_of(now, unit)
    if holder is None:
        raise Impossible(
            say(
                "{value} of {terrain} is not in the rulebook: tell the values of the card",
                value=value,
                terrain=under(now, unit, told).name,
            )
        )
    return holder.known(value)


def indestructible(unit: Unit) -> bool:
    """Terrain that takes no damage (2GM-91)."""
    return "indestructible" in skills(unit)


def is_natural(unit: Unit) -> bool:
    """Forest and bushes laid out as a card (2GM-82)."""
    return key(unit.stated("name")) in ("forest", "bushes")


def impact_points(unit: Unit) -> int:
    """What a terrain card or a headquarters can take (2GM-24, 86)."""
    known = card(unit).points if is_a(unit, "terrain") else unit.stated("life")
    return known if isinstance(known, int) else unit.need("points")


# The question


def tells(now: GameState, name: str, cost: int | None = None, extended: Value = None) -> dict[str, Value]:
    """What a terrain card costs and gives; extended it covers one square more on one side or
    both (2GM-86, 90)."""
    here = ground(now, name)
    printed = cost if cost is not None else here.cost
    total = printed + extra_cost(now, extended) if printed is not None else None
    return {
        "cost": total,
        "points": here.points,
        "armor": here.armor,
        "impact": here.impact,
        "access": here.access,
        "squares": 1 + squares_added(extended),
        "difficult": here.difficult,
        "impassable": here.impassable,
        "building": here.building,
    }


def extra_cost(now: GameState, extended: Value) -> int:
    """1 for the card, or 1 for each square by another reading (2GM-90)."""
    more = squares_added(extended)
    return more if now.reading("extended_cost") == "per_square" else min(1, more)


def squares_added(extended: Value) -> int:
    """Squares beside the main one (2GM-90)."""
    if isinstance(extended, int):
        return int(extended)
    return {"left": 1, "right": 1, "both": 2}.get(str(extended), 0)


EXTENDED = Either((Word(("none", "left", "right", "both")), Flag(), Whole(0, 2)))
TERRAIN_CARD = Opening(
    "terrain",
    say("terrain"),
    TWOGM_90,
    nothing,
    Record((Field("name", Word(), required=True), *fields(cost=Whole(0, 99), extended=EXTENDED))),
    tells=tells,
)
