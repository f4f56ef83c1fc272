"""Cover from its sources to none, soft or hard; and what blocks a line of sight."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.dust.cards import WEAPON_KINDS
from engine.games.dust.ground import things
from engine.games.dust.heroes import partner
from engine.games.dust.modifiers import AGAINST_COVER
from engine.games.dust.problems import knowing
from engine.games.dust.refs import (
    DUST_19,
    DUST_20,
    DUST_21,
    DUST_24,
    DUST_25,
    DUST_26,
    DUST_39,
    DUST_40,
    DUST_42,
    DUST_45,
    DUST_46,
    DUST_77,
    DUST_79,
    DUST_80,
    DUST_82,
    DUST_178,
    DUST_179,
)
from engine.games.dust.told import SOURCES
from engine.games.dust.units import on_board
from engine.games.dust.values import IGNORE_COVER, ignores_cover, kinds, lines, value_against
from engine.playing.rules import Opening, nothing
from engine.values.kinds import Either, Field, Flag, ListOf, Record, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Impossible, Ref
from engine.values.table import GameState
from engine.values.texts import say

CORNERS = ("block", "smoke", "wall", "small_entrance", "vehicle", "trap", "squad")
ALWAYS_BLOCK = ("block", "smoke", "wall", "vehicle", "walker", "building")
BLOCK_SOLDIERS = ("squad", "hero", "soldier", "trap")
NEVER_BLOCK = ("crate", "water", "rubble", "neutral", "small_entrance", "large_entrance")
"""What cuts every line, what only one from soldiers to soldiers, and what none (DUST-19, 20, 21,
24, 25, 77, 179)."""
GIVEN_BY: dict[str, Ref] = {"crate": DUST_40, "trap": DUST_40, "corner": DUST_45, "building": DUST_79}
"""The rule by which a source gives cover."""
CUT_BY: dict[str, Ref] = {
    "crate": DUST_19,
    "trap": DUST_20,
    "squad": DUST_21,
    "hero": DUST_21,
    "soldier": DUST_21,
    "vehicle": DUST_24,
    "walker": DUST_24,
    "wall": DUST_77,
    "building": DUST_77,
}
"""The rule that says whether something cuts a line; terrain is in the table of DUST-25."""
ALSO_CALLED = {"knife": "close", "ugl": "grenade"}
"""Weapons by the name of their chapter (DUST-162, 167)."""
PARTIES = (
    "soldier",
    "squad",
    "hero",
    "joined_hero",
    "vehicle",
    "walker",
    "element",
    "crate",
    "trap",
    "inside",
    "outside",
)
"""Whom a question may call attacker or target."""


def cover(
    now: GameState, sources: tuple[str, ...] = (), attacker: str = "soldier", target: str = "squad", **told: Value
) -> dict[str, Value]:
    """Squads and heroes joined to them; what ignores it leaves none, or a building's by the FAQ
    (DUST-39, 42, 62, 84, 100)."""
    _ = called(now, attacker)
    if not protected(now, target):
        return {"cover": "none"}
    kept = (
        tuple(source for source in sources if source == "building") if ignored(now, attacker, target, told) else sources
    )
    if ignored(now, attacker, target, told) and not structure_kept(now, attacker, told):
        kept = ()
    grades = [grade for source in kept if (grade := grade_of(now, source, attacker, told))]
    return {"cover": combined(grades)}


def reasons(
    now: GameState, sources: tuple[str, ...] = (), attacker: str = "soldier", target: str = "squad", **told: Value
) -> Iterator[Ref]:
    """The rules a grade of cover rests on: who has none, what ignores it, what gives it
    (DUST-39, 40, 42, 45, 79, 82)."""
    if not protected(now, target):
        yield DUST_39
    elif ignored(now, attacker, target, told):
        yield from (AGAINST_COVER.get(kind, DUST_42) for kind in kinds_told(told) or ("",))
    yield from (
        DUST_82 if source == "corner" and told.get("corner_of") == "small_entrance" else GIVEN_BY[source]
        for source in sources
    )


def combined(grades: list[str]) -> str:
    """Two soft covers make a hard one, which is the most there is (DUST-06, 46)."""
    return "hard" if "hard" in grades or len(grades) > 1 else "soft" if grades else "none"


def grade_of(now: GameState, source: str, attacker: str, told: dict[str, Value]) -> str:
    """A crate and a corner soft, a trap hard, a building by where the attacker stands (DUST-06,
    40, 45, 79)."""
    if source == "building":
        return "soft" if inside(attacker, told) else "hard"
    if source == "corner":
        return "soft" if shelters(now, attacker, told) else ""
    return {"crate": "soft", "trap": "hard"}[source]


def inside(attacker: str, told: dict[str, Value]) -> bool:
    """In the same building; another one is outside (DUST-79)."""
    return attacker == "inside" or told.get("attacker_place") == "inside"


def shelters(now: GameState, attacker: str, told: dict[str, Value]) -> bool:
    """The corner of what blocks this attacker's sight beside the target; not of a small
    entrance; at 45 degrees (DUST-45, 82)."""
    corner = str(told.get("corner_of") or "block")
    apart = told.get("adjacent") is False and now.reading("cornerAdjacent") == "yes"
    if apart or (told.get("at_45") is False and now.reading("corner45") == "on"):
        return False
    return corner in ALWAYS_BLOCK or (corner in BLOCK_SOLDIERS and on_foot(now, attacker))


def on_foot(now: GameState, who: str) -> bool:
    """A soldier by word or by its card; a cover element by its reading (DUST-92, 179)."""
    name = called(now, who)
    if name in ("element", "crate", "trap"):
        return now.reading("elementLos") == "soldier"
    return name not in ("vehicle", "walker")


def protected(now: GameState, target: str) -> bool:
    """Squads and joined heroes, never vehicles or lone heroes (DUST-39, 98, 100)."""
    if target in now.units and called(now, target) == "hero":
        return partner(now, target) is not None
    return called(now, target) in ("squad", "joined_hero", "soldier")


def called(now: GameState, who: str) -> str:
    """What somebody is, by the card or by the word told."""
    name = now.unit(who).word("kind") if who in now.units else who
    if name not in PARTIES:
        raise Impossible(say("{thing} is neither a unit nor one of {words}", thing=who, words=", ".join(PARTIES)))
    return name


def ignored(now: GameState, attacker: str, target: str, told: dict[str, Value]) -> bool:
    """By the kinds told, or by the weapon of the unit told (DUST-42, 53, 62, 63)."""
    if any(kind in IGNORE_COVER for kind in kinds_told(told)):
        return True
    weapon = str(told.get("weapon") or "")
    if attacker in now.units and weapon in lines(now.unit(attacker)):
        by = now.unit(attacker)
        printed = value_against(by, weapon, now.unit(target)) if target in now.units else None
        return ignores_cover(now, by, weapon, printed)
    return "-" in str(told.get("range") or "") and now.reading("parabolic") == "artilleryLike"


def kinds_told(told: dict[str, Value]) -> tuple[str, ...]:
    """Kinds as told, and as a range tells: C is close combat, A artillery (DUST-49, 54)."""
    listed = told.get("kinds")
    by_range = {"C": ("close",), "A": ("artillery",)}.get(str(told.get("range") or "").strip().upper(), ())
    return (
        *by_range,
        *(ALSO_CALLED.get(str(kind), str(kind)) for kind in (listed if isinstance(listed, tuple) else ())),
    )


def structure_kept(now: GameState, attacker: str, told: dict[str, Value]) -> bool:
    """By the FAQ, unless something else than artillery ignores cover too (DUST-62)."""
    found = {*kinds_told(told), *(kinds(now.unit(attacker), str(told.get("weapon"))) if attacker in now.units else ())}
    return found & {*IGNORE_COVER} == {"artillery"} and now.reading("artilleryStructure") == "structureKept"


def sight(
    now: GameState,
    attacker: str = "soldier",
    target: str = "soldier",
    between: Value = (),
    corners: Value = (),
    **ends: Value,
) -> dict[str, Value]:
    """What lies on the line, its ends, and corners that it touches: two on both sides squeeze it
    shut (DUST-18, 26, 179)."""
    on_the_line = [thing for thing in things(between) if blocks(now, thing, attacker, target)]
    on_the_line += [*in_smoke(now, **ends), *walled_in(now, **ends)]
    touched = [
        corner
        for corner in (corners if isinstance(corners, tuple) else ())
        if isinstance(corner, Map) and blocks(now, str(corner["of"]), attacker, target)
    ]
    squeezed = len({corner.get("side") for corner in touched}) > 1
    return {"clear": not on_the_line and not squeezed, "blocked_by": tuple(on_the_line)}


def in_smoke(now: GameState, smoke: Value = (), range: Value = None, **_: Value) -> tuple[str, ...]:
    """By one reading who stands in smoke sees and is seen next to it only (DUST-178)."""
    return ("smoke",) if smoke and now.reading("smokeEnds") == "closed" and range not in (0, 1) else ()


def walled_in(now: GameState, openings: Value = None, **_: Value) -> tuple[str, ...]:
    """Who is inside stands at an opening towards the other; by one reading a target at any
    (DUST-80)."""
    told = openings if isinstance(openings, Map) else Map[Value]()
    enough = ("towards", "elsewhere") if now.reading("openingDirection") == "shooterOnly" else ("towards",)
    shut = told.get("attacker", "towards") != "towards" or told.get("target", "towards") not in enough
    return ("wall",) if shut else ()


def looked_at(
    now: GameState, between: Value = (), corners: Value = (), smoke: Value = (), openings: Value = None, **_: Value
) -> Iterator[Ref]:
    """The rules about what lies on the line, its ends, and corners (DUST-19, 20, 21, 24, 25, 26,
    77, 80, 178)."""
    names = [now.unit(thing).word("kind") if thing in now.units else thing for thing in things(between)]
    yield from (CUT_BY.get(name, DUST_25) for name in names)
    yield from (ref for told, ref in ((corners, DUST_26), (smoke, DUST_178), (openings, DUST_80)) if told)


def blocks(now: GameState, thing: str, attacker: str, target: str) -> bool:
    """Traps and soldiers only between soldiers; crates, water and rubble never (DUST-19, 20, 21,
    22, 23, 24, 25, 77, 179)."""
    if thing not in now.units and thing not in (*ALWAYS_BLOCK, *BLOCK_SOLDIERS, *NEVER_BLOCK):
        raise Impossible(say("{thing} is neither a unit nor terrain", thing=thing))
    name = now.unit(thing).word("kind") if thing in now.units else thing
    if thing in now.units and not on_board(now.unit(thing)):
        return False
    if name == "hero" and now.reading("loneHeroBlocks") == "no" and not (thing in now.units and partner(now, thing)):
        return False
    if name in BLOCK_SOLDIERS:
        return on_foot(now, attacker) and on_foot(now, target)
    return name in ALWAYS_BLOCK


COVER = Opening(
    "cover",
    say("cover check"),
    DUST_46,
    knowing(cover, nothing, reasons),
    Record(
        (
            Field("sources", ListOf(Word(SOURCES)), default=()),
            Field("attacker", Word(), default="soldier"),
            Field("target", Word(), default="squad"),
            Field("attacker_place", Word(("inside", "outside"))),
            Field("kinds", ListOf(Word((*WEAPON_KINDS, *ALSO_CALLED)))),
            Field("corner_of", Word(CORNERS)),
            Field("weapon", Word()),
            Field("range", Word()),
            Field("at_45", Flag()),
            Field("adjacent", Flag()),
        )
    ),
    tells=cover,
)
OPENING = Word(("towards", "elsewhere", "none"))
OPENINGS = Record((Field("attacker", OPENING), Field("target", OPENING)))
"""Who of the two is in a building without the other, and where the opening of the square leads
(DUST-80)."""
CORNER = Record((Field("of", Word(), default="block"), Field("side", Word(("left", "right")), required=True)))
SIGHT = Opening(
    "sight",
    say("line of sight"),
    DUST_179,
    knowing(sight, nothing, looked_at),
    Record(
        (
            Field("attacker", Word(), default="soldier"),
            Field("target", Word(), default="soldier"),
            Field("between", Either((ListOf(Word()), Word())), default=()),
            Field("corners", ListOf(CORNER), default=()),
            Field("smoke", ListOf(Word(("attacker", "target"))), default=()),
            Field("range", Whole(0, 999)),
            Field("openings", OPENINGS),
        )
    ),
    tells=sight,
)
