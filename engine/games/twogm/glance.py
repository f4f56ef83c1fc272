"""What a side can still do in the enemy's turn and with its action points; and what a table
shows at one look."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.twogm import refs
from engine.games.twogm.air.reactions import reactions_of
from engine.games.twogm.cards import HIT_THE_DIRT
from engine.games.twogm.duties import has_acted
from engine.games.twogm.economy.income import earnings, income_of_seat, paying, sources
from engine.games.twogm.economy.prices import budget
from engine.games.twogm.economy.situation import AskedSide
from engine.games.twogm.economy.supply import rows_held, supply
from engine.games.twogm.hand.values import counted_cards
from engine.games.twogm.markers.equipment import Marker, marker_on
from engine.games.twogm.movement.board import is_base, kind_of_ground, offers_of_square, reach
from engine.games.twogm.movement.values import allowance
from engine.games.twogm.shooting.damage import life
from engine.games.twogm.shooting.modifiers import suppressed, wounds
from engine.games.twogm.shooting.situation import AimedShot
from engine.games.twogm.units import COLUMNS, GROUND, ROWS, has, headquarters, items, key
from engine.games.twogm.words import WORDS
from engine.playing.citing import rule
from engine.playing.glance import Effective, Gauge, Glance, Lanes, Part, Pile, Way
from engine.playing.standing import SideScore
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
    if unit.where == "reserve":
        return say_many("one action point", "{count} action points", cost) if isinstance(cost, int) else None
    try:
        whole = life(unit)
    except Unknown:
        return None
    return say("life {left} of {whole}", left=whole - unit.count("damage"), whole=whole)


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


@rule(refs.TWOGM_75, refs.TWOGM_76)
def impact(now: GameState, unit: Unit) -> Effective:
    """Hit and critical of the primary weapon; wounds and suppression raise both."""
    printed = [unit.need("weapon", "impact", place) for place in (0, 1)]
    rows = [row for speak in (wounds, suppressed) if (row := speak(now, AimedShot(unit.id, 0, unit.id)))]
    counts = [value - sum(row.at(place) for row in rows) for place, value in enumerate(printed)]
    why = tuple(Reminder(row.why, row.ref) for row in rows)
    return Effective("weapon", WORDS["impact"], "/".join(map(str, counts)), "/".join(map(str, printed)), why)


@rule(refs.TWOGM_74)
def life_left(_: GameState, unit: Unit) -> Effective:
    whole = life(unit)
    left = max(0, whole - unit.count("damage"))
    why = (Reminder(say("damage taken"), refs.TWOGM_74),) if left != whole else ()
    return Effective("damage", STATS["life"], str(left), str(whole), why)


def watched(now: GameState) -> tuple[Reminder, ...]:
    """The supply line of the active side and the row that cuts it; its income while it waits, then
    what it buys."""
    if now.trackers.get("winner"):
        return (Reminder(say("The battle is decided"), refs.TWOGM_20),)
    length = supply(rows_held(now, now.seat))
    line = say_many(
        "Supply line: one row; row {cut} cuts it",
        "Supply line: {count} rows; row {cut} cuts it",
        length,
        cut=length + 1,
    )
    line = say("The supply line reaches all six rows") if length == ROWS else line
    return (Reminder(line, refs.TWOGM_37), *waiting_income(now), *waiting_cards(now))


def waiting_income(now: GameState) -> tuple[Reminder, ...]:
    """The income of the active side as a sum, until it is taken; nothing while a card says too
    little."""
    if now.step not in ("start", "headquarters") or now.seats[now.seat].get("income_taken"):
        return ()
    try:
        found = earnings(now, income_of_seat(now, now.seat))
    except Unknown:
        return ()
    gained, paid = found.gained, sources(found.items)
    text = say("Income {gained}: {sources}", gained=gained, sources=paid)
    if found.lost:
        text = say(
            "Income {gained}: {sources}; {lost} over the cap are lost", gained=gained, sources=paid, lost=found.lost
        )
    return (Reminder(text, refs.TWOGM_41),) if gained else ()


@rule(refs.TWOGM_24, refs.TWOGM_41)
def stored_points(now: GameState, seat: int) -> Gauge | None:
    """What a side has stored of what its HQ can keep, and its next income by source; no scale
    without a cap."""
    income = income_of_seat(now, seat)
    if not income.cap:
        return None
    try:
        coming = paying(earnings(now, income).items)
    except Unknown:
        coming = ()
    return Gauge("ap", income.stored or 0, income.cap, coming, refs.TWOGM_41)


@rule(refs.TWOGM_34)
def piles(now: GameState, seat: int) -> tuple[Pile, ...]:
    """Hand and deck, once the cards are counted."""
    counted = counted_cards(now, seat)
    if counted is None:
        return ()
    deck, hand = counted
    return (Pile("cards", say("cards in hand"), hand), Pile("cards", say("cards in the deck"), deck))


def waiting_cards(now: GameState) -> tuple[Reminder, ...]:
    """What the action points of the active side still pay for, while it deploys."""
    cards = [unit for unit in now.units.values() if unit.seat == now.seat and unit.where == "reserve"]
    if now.step != "deployment" or not cards:
        return ()
    found = budget(now, AskedSide())
    able = len(found["affordable"]) if isinstance(found["affordable"], Map) else 0
    text = say_many(
        "One action point left: it pays for {able} of {cards} cards",
        "{count} action points left: they pay for {able} of {cards} cards",
        int(str(found["ap"])),
        able=able,
        cards=len(cards),
    )
    return (Reminder(text, refs.TWOGM_65),)


@rule(refs.TWOGM_07, refs.TWOGM_20)
def side(now: GameState, seat: int) -> SideScore:
    """What is left of the HQ; a side whose HQ is not on the table yet has no points."""
    hq = headquarters(now, seat)
    if hq is None:
        return SideScore()
    try:
        whole = life(hq)
    except Unknown:
        return SideScore()
    left = 0 if hq.gone else whole - hq.count("damage")
    return SideScore(left, say("HQ {left} of {whole}", left=left, whole=whole))


@rule(refs.TWOGM_37)
def rows_joined(now: GameState, seat: int) -> int:
    """Rows in the supply line of a side."""
    return supply(rows_held(now, seat))


def still(now: GameState, seat: int) -> tuple[Reminder, ...]:
    """What a side can do in the enemy's turn, counted."""
    aa, fighters, able, smoke = map(len, reactions_of(now, seat))
    counted = (
        (aa, say_many("One anti-aircraft unit can fire", "{count} anti-aircraft units can fire", aa), refs.TWOGM_107),
        (fighters, say_many("One fighter can intercept", "{count} fighters can intercept", fighters), refs.TWOGM_97),
        (able, say_many("One unit can react", "{count} units can react", able), refs.TWOGM_54),
        (smoke, say_many("One unit has smoke ready", "{count} units have smoke ready", smoke), refs.TWOGM_122),
    )
    return tuple(Reminder(text, ref) for count, text, ref in counted if count)


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


INNER = ("terrain", "primary", "command", "advanced", "rode", "assaulting", "aa_fired", "support")
"""What a procedure remembers; it shows where it is so."""
BY_TYPE = {
    "role": ("air",),
    "ruins": ("terrain",),
    "extended": ("terrain",),
    "prone": ("infantry",),
    "at_cover": ("infantry",),
    "damage": (*GROUND, "hq", "terrain", "air"),
    "row": (*GROUND, "hq", "terrain"),
    "column": (*GROUND, "hq", "terrain"),
    "markers": GROUND,
    **dict.fromkeys(("suppressed", "smoke", "in", "promotion", "moved", "fired"), GROUND),
}


@rule(refs.TWOGM_08, refs.TWOGM_60, refs.TWOGM_85, refs.TWOGM_92, refs.TWOGM_118)
def has_tracker(unit: Unit, tracker: str) -> bool:
    """By the type of its card: who stands on the board, who flies, what can be ruined."""
    if tracker in INNER or unit.stated("type") not in BY_TYPE.get(tracker, (unit.stated("type"),)):
        return False
    return tracker != "prone" or any(key(item) in HIT_THE_DIRT for item in items(unit))


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
