"""Dice, what a unit's state holds, and what it is made of just now."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from engine.games.dust.refs import (
    DUST_07,
    DUST_08,
    DUST_38,
    DUST_39,
    DUST_55,
    DUST_94,
    DUST_99,
    DUST_103,
    DUST_113,
    DUST_117,
    DUST_125,
    DUST_127,
    DUST_138,
    DUST_143,
    DUST_144,
    DUST_151,
    DUST_160,
    DUST_161,
    DUST_173,
    DUST_176,
    DUST_180,
    DUST_191,
    REFS,
)
from engine.playing.rules import PLAYERS, Tracker
from engine.values.kinds import Flag, ListOf, MapOf, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Die, Impossible, Ref, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import say

FACES = ("hit", "hit", "miss", "miss", "miss", "miss")
HITS = Die("dust", (1, 1, 0, 0, 0, 0), FACES)
MISSES = Die("dust", (0, 0, 1, 1, 1, 1), FACES)
"""Two faces of six are hits (DUST-01); on the second die it is the blank that counts, as for
hard cover."""

COVERS = ("none", "soft", "hard")
PLACES = ("table", "destroyed", "reserve", "inside")
ELEMENTS = {"crate": ("V3", 2), "trap": ("V5", 4)}
"""Cover elements as targets: armour and hit points (DUST-43)."""
BY_ID = {ref.id: ref for ref in REFS}


def because(state: GameState, ref: Ref | None, unit: str, *trackers: str) -> GameState:
    """Remember by which rule something of a unit has changed; None where it is its usual one."""
    return state.note(**{f"why:{unit}:{tracker}": ref.id if ref else None for tracker in trackers})


def why(tracker: str, usual: Ref) -> Callable[[GameState, str], Ref]:
    """The rule that changed a tracker."""
    return lambda now, unit: BY_ID.get(str(now.scratch.get(f"why:{unit}:{tracker}")), usual)


def why_joined(now: GameState, unit: str) -> Ref:
    """Together from the start, apart by their will or by the fate of one (DUST-94, 99, 186)."""
    return why("joined", DUST_94 if now.unit(unit).trackers.get("joined") else DUST_99)(now, unit)


def all_men(unit: Unit) -> Value:
    """DUST-180."""
    if unit.gone or unit.stated("kind") != "squad" or unit.stated("models") is None is unit.stated("hp"):
        return None
    return tuple(range(hit_points(unit)))


def full_stock(unit: Unit) -> Value:
    """As printed (DUST-160)."""
    stated = {weapon: unit.stated("weapons", weapon, "ammo") for weapon in printed_weapons(unit)}
    return Map({weapon: stock for weapon, stock in stated.items() if stock is not None})


def all_loaded(unit: Unit) -> Value:
    """They start loaded (DUST-55, 164)."""
    return Map(dict.fromkeys(printed_weapons(unit), True))


def printed_weapons(unit: Unit) -> tuple[str, ...]:
    weapons = unit.stated("weapons")
    return tuple(weapons) if isinstance(weapons, Map) else ()


TRACKERS = (
    Tracker("activated", Flag(), say("activated"), DUST_08, lasts="turn", cites=why("activated", DUST_08)),
    Tracker("moved", Flag(), say("moved"), DUST_161, lasts="turn", physical=False),
    Tracker(
        "alive",
        ListOf(Whole(0, 99)),
        say("miniatures alive"),
        DUST_38,
        cites=why("alive", DUST_38),
        says_no=True,
        full=all_men,
    ),
    Tracker("damage", Whole(0, 99), say("damage"), DUST_180, cites=why("damage", DUST_180)),
    Tracker(
        "ammo", MapOf(Whole(0, 99)), say("ammunition left"), DUST_160, cites=why("ammo", DUST_160), full=full_stock
    ),
    Tracker("loaded", MapOf(Flag()), say("loaded"), DUST_55, cites=why("loaded", DUST_55), full=all_loaded),
    Tracker("joined", Word(), say("joined with"), DUST_94, cites=why_joined),
    Tracker("used", ListOf(Word()), say("used up"), DUST_176, physical=False),
    Tracker("on_board", Flag(), say("entered"), DUST_103, physical=False, says_no=True),
    Tracker("running", Flag(), say("acting now"), DUST_08, physical=False),
    Tracker("reactivated", Flag(), say("activated again"), DUST_191, lasts="turn", physical=False),
    Tracker("serum", Whole(0, 99), say("healing to come"), DUST_138, physical=False),
    Tracker("cover", Word(COVERS), say("cover held"), DUST_39, default="none"),
    Tracker("where", Word(PLACES), say("place"), DUST_180, default="table", cites=why("where", DUST_180)),
    Tracker("heroic", Flag(), say("Heroic Attack: no damage"), DUST_125, lasts="turn"),
    Tracker("all_in", Flag(), say("All In One: twice the dice"), DUST_113, lasts="turn"),
    Tracker("raging", Flag(), say("Berserk: misses are rolled once more"), DUST_117, lasts="turn"),
    Tracker("fired", ListOf(Word()), say("weapons fired this round"), DUST_176, lasts="turn", physical=False),
    Tracker("medal", Flag(), say("Medal of Honor used"), DUST_127, lasts="turn", physical=False),
    Tracker("deaths", Whole(0, 99), say("destroyed before"), DUST_151, physical=False),
    Tracker(
        "command",
        Word(("tried", "failed")),
        say("command skill of this round"),
        DUST_143,
        lasts="turn",
        on="seat",
        physical=False,
    ),
    Tracker("orders", ListOf(Word()), say("orders of this round"), DUST_143, lasts="turn", physical=False),
    Tracker("acts_next", Word(), say("acts next"), DUST_144, lasts="turn", on="seat", physical=False),
    Tracker("points", Whole(0, 9999), say("victory points"), DUST_173, on="seat", physical=False),
    Tracker("winner", Word((*PLAYERS, "draw")), say("winner"), DUST_173, on="table"),
    Tracker("initiative", Whole(0, 2), say("initiative won by player"), DUST_07, on="table", physical=False),
)


def kind(unit: Unit) -> str:
    return unit.word("kind")


def is_squad(unit: Unit) -> bool:
    return kind(unit) == "squad"


def is_hero(unit: Unit) -> bool:
    return kind(unit) == "hero"


def is_soldier(unit: Unit) -> bool:
    """Heroes follow every rule for soldiers (DUST-92)."""
    return kind(unit) in ("squad", "hero")


def is_element(unit: Unit) -> bool:
    return kind(unit) in ELEMENTS


def armor(unit: Unit) -> str:
    """The armour class; a cover element's is the same for all (DUST-31, 43)."""
    if unit.stated("armor") is None and is_element(unit):
        return ELEMENTS[kind(unit)][0]
    told = unit.word("armor")
    if not re.fullmatch("S[1-4]|V[1-7]|A[1-3]", told):
        raise Impossible(say("{value} is no armour class", value=told))
    return told


def hit_points(unit: Unit) -> int:
    """As printed; a cover element's are the same for all; a squad has one for each miniature
    (DUST-43, 180)."""
    if unit.stated("hp") is None and is_element(unit):
        return ELEMENTS[kind(unit)][1]
    models = unit.stated("models")
    return len(models) if is_squad(unit) and isinstance(models, tuple) else unit.need("hp")


def living(unit: Unit) -> tuple[int, ...]:
    """The miniatures still there; a walker or a hero is its own only one (DUST-180)."""
    if unit.gone:
        return ()
    if not is_squad(unit):
        return (0,)
    alive = unit.trackers.get("alive")
    return told_alive(unit.card, alive) if isinstance(alive, tuple) else tuple(range(hit_points(unit)))


@lru_cache(maxsize=4096)
def told_alive(card: Map[Value], alive: tuple[Value, ...]) -> tuple[int, ...]:
    """Each miniature of a squad once; one that it does not have is a mistake of the question
    (DUST-180)."""
    unit, found = Unit("", 0, card), tuple(n for n in alive if isinstance(n, int))
    if not found:
        return ()
    known = any(unit.stated(key) is not None for key in ("models", "hp"))
    if len({*found}) < len(found) or (known and max(found) >= hit_points(unit)):
        raise Impossible(
            say(
                "{unit}: {alive} are not miniatures of this squad, each told once",
                unit=unit.name,
                alive=", ".join(map(str, found)),
            )
        )
    return found


def left(unit: Unit) -> int:
    """How much damage it can still take (DUST-180)."""
    if unit.gone:
        return 0
    return len(living(unit)) if is_squad(unit) else max(0, hit_points(unit) - unit.count("damage"))


def fallen(unit: Unit) -> bool:
    """Destroyed, or without a hit point left as far as the card tells (DUST-180)."""
    try:
        return not left(unit)
    except Unknown:
        return False


def carries(unit: Unit, model: int) -> tuple[str, ...]:
    weapons = unit.stated("models", model, "weapons")
    return tuple(map(str, weapons)) if isinstance(weapons, tuple) else ()


def role(unit: Unit, model: int) -> str:
    return str(unit.stated("models", model, "role") or "")


def has_role(unit: Unit, wanted: str) -> bool:
    """Whether a miniature with that part still lives (DUST-141)."""
    return any(role(unit, model) == wanted for model in living(unit))


def on_board(unit: Unit) -> bool:
    """On the table or in a building on it, unless it is told that it has not entered yet
    (DUST-103)."""
    return unit.where in ("table", "inside") and unit.trackers.get("on_board") is not False


def present(now: GameState) -> Iterator[Unit]:
    """Units on the board, in buildings too (DUST-75, 103)."""
    return filter(on_board, now.units.values())


def skilled(unit: Unit, skill: str) -> bool:
    """On its own card."""
    return unit.has("skills", skill)


def used(unit: Unit, skill: str) -> bool:
    return skill in unit.marks("used")


def use(state: GameState, unit: str, skill: str) -> GameState:
    """Once per game (DUST-176)."""
    marks = state.unit(unit).marks("used")
    return state if skill in marks else state.set(unit, "used", (*marks, skill))


def entry(unit: Unit, tracker: str, key: str) -> Value:
    """One value of a tracker that holds several by name."""
    held = unit.trackers.get(tracker)
    return held.get(key) if held and not isinstance(held, (bool, int, str, tuple)) else None
