"""What a side can still do in the enemy's turn and with its action points; and what a table
shows at one look."""

from __future__ import annotations

from typing import Any

from engine.games.twogm.damage import life
from engine.games.twogm.markers import unready
from engine.games.twogm.moments import PHASES
from engine.games.twogm.money import income_of, known, rows_held, sources, supply
from engine.games.twogm.prices import free_line, price
from engine.games.twogm.refs import TWOGM_20, TWOGM_37, TWOGM_41, TWOGM_54, TWOGM_65, TWOGM_97, TWOGM_107, TWOGM_122
from engine.games.twogm.shooting import spent_weapon
from engine.games.twogm.units import COLUMNS, GROUND, ROWS, has, held, is_a, is_fighter, items, key
from engine.games.twogm.weapons import armed, lines
from engine.playing.rules import Glance, Lanes, Opening, Reminder, nothing
from engine.values.kinds import Record, Whole, fields
from engine.values.maps import Map, Value
from engine.values.model import Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

FIRE = PHASES.index("fire")
SHELLS = ("smoke_shell", "smoke_grenade")
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


def reactions_of(now: GameState, seat: int | None = None) -> dict[str, Value]:
    """Anti-aircraft shots left, fighters that can intercept, weapons that can react, shells:
    aircraft and assaults come until the enemy's Fire phase is over, shells are used before it
    (2GM-54, 97, 107, 122)."""
    side = 1 - now.seat if seat is None else seat
    left = len(PHASES) if side == now.seat else FIRE - PHASES.index(now.step)
    units = tuple(now.standing(side)) if left >= 0 else ()
    ground = [unit for unit in units if is_a(unit, *GROUND)]
    return {
        "aa": tuple(unit.id for unit in ground if has(unit, "anti_aircraft") and not unit.count("aa_fired")),
        "interceptors": tuple(
            unit.id for unit in units if is_fighter(unit) and unit.count("deployed_turn") != now.turn
        ),
        "weapons": Map({unit.id: able for unit in ground if (able := ready(now, unit))}),
        "smoke": tuple(unit.id for unit in ground if left and shells(now, unit)),
    }


def ready(now: GameState, unit: Unit) -> tuple[Value, ...]:
    """Weapons that can make a Reaction shot (2GM-54, 155)."""
    return tuple(name for name in armed(unit) if not spent_weapon(now, unit, name, reacting=True))


def shells(now: GameState, unit: Unit) -> tuple[str, ...]:
    """Smoke Shells that are ready, by a marker or as a skill (2GM-122)."""
    named = (*items(unit), *(skill for skill in SHELLS if has(unit, skill)))
    return tuple(item for item in named if key(item) in SHELLS and not unready(now, unit, item))


REACTIONS = Opening(
    "reactions",
    say("what can still be done in the enemy turn"),
    TWOGM_107,
    nothing,
    Record(fields(seat=Whole(0, 1))),
    tells=reactions_of,
)


def budget_of(now: GameState, seat: int | None = None) -> dict[str, Value]:
    """Action points, and what in reserve they still buy: the unit, then its lines (2GM-65, 66)."""
    side = now.seat if seat is None else seat
    purse = held(now, side, "ap") + held(now, side, "ap_general")
    waiting = [
        unit
        for unit in now.units.values()
        if unit.seat == side and unit.where == "reserve" and isinstance(unit.stated("cost"), int)
    ]
    return {
        "ap": purse,
        "affordable": Map({unit.id: buys(now, unit, purse) for unit in waiting if price(unit) <= purse}),
    }


def buys(now: GameState, unit: Unit, purse: int) -> Map[Value]:
    """A unit's cost, and the lines that what is left still pays for, or that General Patton
    gives (2GM-66, 153)."""
    given = free_line(now, unit, now.seats[unit.seat].get("general"))
    left = purse - price(unit)
    costs = [(item, unit.stated("equipment", place, "cost")) for place, item in enumerate(lines(unit))]
    able = tuple(item for item, cost in costs if isinstance(cost, int) and (given or cost <= left))
    return Map({"cost": price(unit), "lines": able})


BUDGET = Opening(
    "budget", say("what the action points buy"), TWOGM_65, nothing, Record(fields(seat=Whole(0, 1))), tells=budget_of
)


# At one look


def sign(unit: Unit) -> str:
    """The map sign of a unit (2GM-08)."""
    if has(unit, "anti_aircraft"):
        return "anti-air"
    return "mechanised" if has(unit, "mechanized") else SIGNS.get(str(unit.stated("type")), "")


def fact(unit: Unit) -> Text | None:
    """What a card in hand costs; on the board the life that is left (2GM-65, 74)."""
    cost = unit.stated("cost")
    if unit.where == "reserve":
        return say_many("one action point", "{count} action points", cost) if isinstance(cost, int) else None
    try:
        whole = life(unit)
    except Unknown:
        return None
    return say("life {left} of {whole}", left=whole - unit.count("damage"), whole=whole)


def acted(now: GameState, unit: Unit) -> bool | None:
    """Whether a unit of the active side has done its part of this phase; one without a weapon
    has none in Fire (2GM-46, 68)."""
    trackers = {"movement": ("moved",), "fire": ("fired", "fired_with")}.get(now.step)
    if not trackers or unit.where != "table" or unit.seat != now.seat or not is_a(unit, *GROUND):
        return None
    return None if now.step == "fire" and not armed(unit) else any(unit.trackers.get(each) for each in trackers)


def standing(now: GameState) -> tuple[Reminder, ...]:
    """The supply line of the active side and the row that cuts it; its income while it waits,
    then what it buys (2GM-37, 41, 65)."""
    if now.trackers.get("winner"):
        return (Reminder(say("The battle is decided"), TWOGM_20),)
    length = supply(rows_held(now, now.seat))
    line = say_many(
        "Supply line: one row; row {cut} cuts it",
        "Supply line: {count} rows; row {cut} cuts it",
        length,
        cut=length + 1,
    )
    line = say("The supply line reaches all six rows") if length == ROWS else line
    return (Reminder(line, TWOGM_37), *waiting_income(now), *waiting_cards(now))


def waiting_income(now: GameState) -> tuple[Reminder, ...]:
    """The income of the active side as a sum, until it is taken; nothing while a card says too
    little (2GM-41)."""
    if now.step not in ("start", "headquarters") or now.seats[now.seat].get("income_taken"):
        return ()
    try:
        found = income_of(now, **known(now, now.seat))  # type: ignore[arg-type]  # each is of its kind
    except Unknown:
        return ()
    gained, lost = found["gained"], found["lost"]
    if lost:
        text = say(
            "Income {gained}: {sources}; {lost} over the cap are lost", gained=gained, sources=sources(found), lost=lost
        )
        return (Reminder(text, TWOGM_41),)
    return (
        (Reminder(say("Income {gained}: {sources}", gained=gained, sources=sources(found)), TWOGM_41),)
        if gained
        else ()
    )


def waiting_cards(now: GameState) -> tuple[Reminder, ...]:
    """What the action points of the active side still pay for, while it deploys (2GM-65)."""
    cards = [unit for unit in now.units.values() if unit.seat == now.seat and unit.where == "reserve"]
    if now.step != "deployment" or not cards:
        return ()
    found = budget_of(now)
    able = len(found["affordable"]) if isinstance(found["affordable"], Map) else 0
    text = say_many(
        "One action point left: it pays for {able} of {cards} cards",
        "{count} action points left: they pay for {able} of {cards} cards",
        int(str(found["ap"])),
        able=able,
        cards=len(cards),
    )
    return (Reminder(text, TWOGM_65),)


def score(now: GameState, seat: int) -> Text | None:
    purse = held(now, seat, "ap") + held(now, seat, "ap_general")
    return say_many("one action point", "{count} action points", purse)


def joined(now: GameState, seat: int) -> int:
    """Rows in the supply line of a side (2GM-37)."""
    return supply(rows_held(now, seat))


def still(now: GameState, seat: int) -> tuple[Reminder, ...]:
    """What a side can do in the enemy's turn, counted (2GM-54, 97, 107, 122)."""
    can: Any = reactions_of(now, seat)
    aa, fighters, able, smoke = (len(can[each]) for each in ("aa", "interceptors", "weapons", "smoke"))
    counted = (
        (aa, say_many("One anti-aircraft unit can fire", "{count} anti-aircraft units can fire", aa), TWOGM_107),
        (fighters, say_many("One fighter can intercept", "{count} fighters can intercept", fighters), TWOGM_97),
        (able, say_many("One unit can react", "{count} units can react", able), TWOGM_54),
        (smoke, say_many("One unit has smoke ready", "{count} units have smoke ready", smoke), TWOGM_122),
    )
    return tuple(Reminder(text, ref) for count, text, ref in counted if count)


def enters(card: Map[Value]) -> str:
    """A headquarters and terrain lie there from the start; the deck waits to be deployed
    (2GM-23, 34, 65)."""
    return "" if card.get("type") in ("hq", "terrain") else "reserve"


GLANCE = Glance(
    sign,
    fact,
    acted,
    standing,
    score,
    stats=STATS,
    begins="opening",
    still=still,
    lanes=Lanes("row", "column", ROWS, COLUMNS, joined, TWOGM_37),
    unseen=(
        "where",
        "name",
        "shot_by",
        "screen_by",
        "deployed_turn",
        "loaded_turn",
        "fired_with",
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
