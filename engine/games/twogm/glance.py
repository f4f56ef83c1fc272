"""What a table shows of a unit at one look."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.cards import HIT_THE_DIRT
from engine.games.twogm.duties import has_acted
from engine.games.twogm.economy.sides import piles, rows_joined, side, still, stored_points, watched
from engine.games.twogm.markers.equipment import Marker, marker_on
from engine.games.twogm.movement.board import is_base, kind_of_ground, offers_of_square, reach
from engine.games.twogm.movement.values import allowance
from engine.games.twogm.shooting.damage import life
from engine.games.twogm.shooting.modifiers import suppressed, wounds
from engine.games.twogm.shooting.situation import AimedShot
from engine.games.twogm.units import COLUMNS, GROUND, ROWS, has, items, key
from engine.games.twogm.words import WORDS
from engine.playing.citing import rule
from engine.playing.glance import Effective, Glance, Lanes, Part, Way
from engine.values.maps import Map, Value, pairs
from engine.values.model import Reminder, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

SIGNS = {
    "infantry": "infantry",
    "artillery": "artillery",
    "tank": "armour",
    "transport": "transport",
    "hq": "command",
    "general": "command",
    "air": "recon",
}
GUN = {
    "impact": say("impact values"),
    "penetration": say("penetration"),
    "damage": say("damage"),
    "range": say("range"),
}
STATS = {
    "type": say("card type"),
    "cost": say("cost"),
    "movement": say("movement"),
    "armor": say("armour value"),
    "life": say("life"),
    "weapon": say("primary weapon"),
    "secondary": say("secondary weapon"),
    "equipment": say("equipment lines"),
    "skills": say("skills"),
    "army": say("army"),
    "year": say("year"),
    "impact": say("cover values"),
    "points": say("impact points"),
    "access": say("access"),
    "cap": say("action points the HQ can store"),
    "ap": say("action points"),
    "playing_cost": say("playing cost"),
    "permanent": say("permanent"),
    "text": say("text"),
    "equipment.item": say("item"),
    "equipment.cost": say("cost"),
    "equipment.slot": say("slot"),
    "equipment.marker": say("marker"),
    "equipment.weapon": say("weapon"),
    **{f"{gun}.{key}": text for gun in ("weapon", "secondary", "equipment.weapon") for key, text in GUN.items()},
}
HEADS = {"movement": say("mov."), "armor": say("armour val."), "damage": say("life")}


# At one look


@rule(refs.TWOGM_08)
def sign(unit: Unit) -> str:
    """The map sign of a unit."""
    if has(unit, "anti_aircraft"):
        return "anti-air"
    return "mechanised" if has(unit, "mechanized") else SIGNS.get(str(unit.stated("type")), "")


@rule(refs.TWOGM_65, refs.TWOGM_74)
def fact(unit: Unit) -> Text | None:
    """What a card in hand costs; on the board the life that is left."""
    cost = unit.stated("cost")
    if unit.where == "reserve" and isinstance(cost, int):
        return say_many("one action point", "{count} action points", cost)
    if unit.where == "reserve":
        return say("X action points") if cost == "X" else None
    try:
        whole = life(unit)
    except Unknown:
        return None
    return say("life {left} of {whole}", left=whole - unit.count("damage"), whole=whole)


@rule(refs.TWOGM_13)
def effective(now: GameState, unit: Unit) -> Iterator[Effective]:
    """Movement, life, the values that its weapon needs, and armour; in the fire phase the weapon
    first."""
    own = (movement, life_left, impact, armour)
    for value in (*own[2:], *own[:2]) if now.step == "fire" else own:
        try:
            yield value(now, unit)
        except Unknown:
            continue


@rule(refs.TWOGM_75)
def movement(now: GameState, unit: Unit) -> Effective:
    printed, left = unit.need("movement"), allowance(now, unit)
    why = (Reminder(say("suppressed"), refs.TWOGM_75),) if left != printed else ()
    return Effective("movement", STATS["movement"], str(left), str(printed), why)


def armour(_: GameState, unit: Unit) -> Effective:
    return Effective("armor", STATS["armor"], str(unit.need("armor")), str(unit.need("armor")))


@rule(refs.TWOGM_72, refs.TWOGM_75, refs.TWOGM_76)
def impact(now: GameState, unit: Unit) -> Effective:
    """Hit and critical of the primary weapon; wounds and suppression raise both, the critical up
    to 10."""
    printed = [unit.need("weapon", "impact", place) for place in (0, 1)]
    rows = [row for speak in (wounds, suppressed) if (row := speak(now, AimedShot(unit.id, 0, unit.id)))]
    hit, critical = (value - sum(row.at(place) for row in rows) for place, value in enumerate(printed))
    why = tuple(Reminder(row.why, row.ref) for row in rows)
    return Effective("weapon", WORDS["impact"], f"{hit}/{min(10, critical)}", "/".join(map(str, printed)), why)


@rule(refs.TWOGM_74)
def life_left(_: GameState, unit: Unit) -> Effective:
    whole = life(unit)
    left = max(0, whole - unit.count("damage"))
    why = (Reminder(say("damage taken"), refs.TWOGM_74),) if left != whole else ()
    return Effective("damage", STATS["life"], str(left), str(whole), why)


@rule(refs.TWOGM_23, refs.TWOGM_34, refs.TWOGM_65)
def enters(card: Map[Value]) -> str:
    """A headquarters and terrain lie there from the start; the deck waits to be deployed."""
    return "" if card.get("type") in ("hq", "terrain") else "reserve"


@rule(refs.TWOGM_14, refs.TWOGM_15, refs.TWOGM_18)
def parts(unit: Unit, tracker: str) -> tuple[Part, ...]:
    """The markers of a unit as they lie."""
    named = [item for item in items(unit) if key(item) not in HIT_THE_DIRT] if tracker == "markers" else []
    return tuple(_piece(item, marker_on(unit, item)) for item in named)


def _piece(item: str, here: Marker) -> Part:
    """Tilted when it was used; disabled too where it is an arrow; mounted or not where it is
    heavy."""
    faces = ("dismounted", "mounted") if here.kind == "asterisk" else ("active", "disabled")
    ways = [(faces[0], False), (faces[1], False), (faces[1], True)]
    if here.kind not in ("asterisk", "arrow"):
        ways = [("active", False), ("active", True)]
    now = pairs(face=here.face, tilted=here.tilted)
    return Part(item, item, now, ways=tuple(_way(face, tilted) for face, tilted in ways))


def _way(face: str, tilted: bool) -> Way:
    """How a marker lies, in words and for the eye."""
    looks = (("hollow", face in ("disabled", "dismounted")), ("base", face == "mounted"), ("tilted", tilted))
    text = say("{face}, tilted", face=WORDS[face]) if tilted else WORDS[face]
    return Way(pairs(face=face, tilted=tilted), text, " ".join(look for look, is_so in looks if is_so))


INNER = ("terrain", "in_hand", "primary", "command", "advanced", "rode", "assaulting", "aa_fired", "support")
"""What a procedure remembers; it shows where it is so."""
BY_TYPE = {
    "role": ("air",),
    "ruins": ("terrain",),
    "extended": ("terrain",),
    "prone": ("infantry",),
    "at_cover": ("infantry",),
    "damage": (*GROUND, "hq", "terrain", "air"),
    "row": (*GROUND, "terrain"),
    "column": (*GROUND, "terrain"),
    "markers": GROUND,
    **dict.fromkeys(("suppressed", "smoke", "in", "promotion", "moved", "fired"), GROUND),
}


@rule(refs.TWOGM_08, refs.TWOGM_60, refs.TWOGM_85, refs.TWOGM_92, refs.TWOGM_118)
def has_tracker(unit: Unit, tracker: str) -> bool:
    """By the type of its card: who stands on the board, who flies, what can be ruined."""
    if tracker in INNER or unit.stated("type") not in BY_TYPE.get(tracker, (unit.stated("type"),)):
        return False
    return tracker != "prone" or any(key(item) in HIT_THE_DIRT for item in items(unit))


@rule(refs.TWOGM_74)
def worn(unit: Unit, tracker: str) -> int:
    """Life, or the impact points of an HQ or of a building."""
    try:
        return life(unit) if tracker == "damage" else 0
    except Unknown:
        return 0


GLANCE = Glance(
    sign,
    fact,
    has_acted,
    watched,
    side,
    emblem="infantry",
    stats=STATS,
    effective=effective,
    heads=HEADS,
    has=has_tracker,
    worn=worn,
    begins="opening",
    still=still,
    parts=parts,
    gauge=stored_points,
    piles=piles,
    lanes=Lanes(
        "row",
        "column",
        ROWS,
        COLUMNS,
        rows_joined,
        refs.TWOGM_37,
        "move",
        reach,
        kind_of_ground,
        is_base,
        offers_of_square,
    ),
    unseen=(
        "where",
        "name",
        "shot_by",
        "screen_by",
        "deployed_turn",
        "loaded_turn",
        "fired_with",
        "all_lines",
        "in_hand",
        "handled",
        "unloaded",
    ),
    marks={
        "suppressed": "suppressed",
        "smoke": "smoke",
        "damage": "damaged",
        "moved": "arrow-right-thick",
        "fired": "crosshairs",
    },
)
