"""Dice, what a unit's state holds, and what it is made of just now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.games.dust import refs, words
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.rules import PLAYERS, Tracker
from engine.values.kinds import Flag, ListOf, MapOf, Whole, Word
from engine.values.maps import Map, Value
from engine.values.model import Die, Impossible, Option, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say

FACES = ("hit", "hit", "miss", "miss", "miss", "miss")
HITS = Die("dust", (1, 1, 0, 0, 0, 0), FACES)
MISSES = Die("dust", (0, 0, 1, 1, 1, 1), FACES)
"""Two faces of six are hits; on the second die it is the blank that counts, as for hard cover."""
NOBODY = "none"
COVERS = ("none", "soft", "hard")
PLACES = ("table", "destroyed", "reserve", "inside")
ELEMENTS = {"crate": ("V3", 2), "trap": ("V5", 4)}
"""Cover elements as targets: armour and hit points."""


@rule(refs.DUST_180)
def all_miniatures(unit: Unit) -> Value:
    if unit.gone or unit.stated("kind") != "squad" or unit.stated("models") is None is unit.stated("hp"):
        return None
    return tuple(range(hit_points(unit)))


@rule(refs.DUST_160)
def full_stock(unit: Unit) -> Value:
    """As printed."""
    stated = {weapon: unit.stated("weapons", weapon, "ammo") for weapon in weapon_lines(unit)}
    return Map({weapon: stock for weapon, stock in stated.items() if stock is not None})


@rule(refs.DUST_55, refs.DUST_164)
def all_loaded(unit: Unit) -> Value:
    """They start loaded."""
    return Map(dict.fromkeys(weapon_lines(unit), True))


def weapon_lines(unit: Unit) -> tuple[str, ...]:
    weapons = unit.stated("weapons")
    return tuple(weapons) if isinstance(weapons, Map) else ()


TRACKERS = (
    Tracker("activated", Flag(), say("activated"), refs.DUST_08, lasts="turn"),
    Tracker("moved", Flag(), say("moved"), refs.DUST_161, lasts="turn", physical=False),
    Tracker("alive", ListOf(Whole(0, 99)), say("miniatures alive"), refs.DUST_38, says_no=True, full=all_miniatures),
    Tracker("damage", Whole(0, 99), say("damage"), refs.DUST_180),
    Tracker("ammo", MapOf(Whole(0, 99)), say("ammunition left"), refs.DUST_160, full=full_stock),
    Tracker("loaded", MapOf(Flag()), say("loaded"), refs.DUST_55, full=all_loaded),
    Tracker("joined", Word(), say("joined with"), refs.DUST_94),
    Tracker("used", ListOf(Word()), say("used up"), refs.DUST_176, physical=False),
    Tracker("on_board", Flag(), say("entered"), refs.DUST_103, physical=False, says_no=True),
    activation.tracker(refs.DUST_08),
    Tracker("running", Flag(), say("acting now"), refs.DUST_08, lasts="phase", physical=False),
    Tracker("reacting", Flag(), say("reacting now"), refs.DUST_65, lasts="phase", physical=False),
    Tracker("repaired", Flag(), say("has rolled for its repair"), refs.DUST_130, lasts="turn", physical=False),
    Tracker("reactivated", Flag(), say("activated again"), refs.DUST_191, lasts="turn", physical=False),
    Tracker("serum", Whole(0, 99), say("healing to come"), refs.DUST_138, physical=False),
    Tracker("cover", Word(COVERS), say("cover held"), refs.DUST_39, default="none"),
    Tracker("where", Word(PLACES), say("place"), refs.DUST_180, default="table"),
    Tracker("heroic", Flag(), say("Heroic Attack: no damage"), refs.DUST_125, lasts="turn"),
    Tracker("all_in", Flag(), say("All In One: twice the dice"), refs.DUST_113, lasts="turn"),
    Tracker("raging", Flag(), say("Berserk: misses are rolled once more"), refs.DUST_117, lasts="turn"),
    Tracker("doubled", Flag(), say("Assault: twice the movement points"), refs.DUST_115, lasts="phase", physical=False),
    Tracker("fired", ListOf(Word()), say("weapons fired this round"), refs.DUST_176, lasts="turn", physical=False),
    Tracker("medal", Flag(), say("Medal of Honor used"), refs.DUST_127, lasts="turn", physical=False),
    Tracker("deaths", Whole(0, 99), say("destroyed before"), refs.DUST_151, physical=False),
    Tracker(
        "command",
        Word(("tried", "failed")),
        say("command skill of this round"),
        refs.DUST_143,
        lasts="turn",
        on="seat",
        physical=False,
    ),
    Tracker("orders", ListOf(Word()), say("orders of this round"), refs.DUST_143, lasts="turn", physical=False),
    Tracker("acts_next", Word(), say("acts next"), refs.DUST_144, lasts="turn", on="seat", physical=False),
    Tracker("points", Whole(0, 9999), say("victory points"), refs.DUST_173, on="seat", physical=False),
    Tracker("winner", Word((*PLAYERS, "draw")), say("winner"), refs.DUST_173, on="table"),
    Tracker("bonus", Whole(0, 999), say("points for objectives"), refs.DUST_173, on="seat", physical=False),
    Tracker("had_go", Word(), say("has acted in this go"), refs.DUST_07, lasts="phase", on="table", physical=False),
    Tracker("reacted", Word(), say("has tried to react"), refs.DUST_70, lasts="phase", on="table", physical=False),
    Tracker("initiative", Whole(0, 2), say("initiative won by player"), refs.DUST_07, on="table", physical=False),
)


def kind(unit: Unit) -> str:
    return unit.word("kind")


def is_squad(unit: Unit) -> bool:
    return kind(unit) == "squad"


def is_hero(unit: Unit) -> bool:
    return kind(unit) == "hero"


@rule(refs.DUST_92)
def is_soldier(unit: Unit) -> bool:
    """Heroes follow every rule for soldiers."""
    return kind(unit) in ("squad", "hero")


def is_element(unit: Unit) -> bool:
    return kind(unit) in ELEMENTS


@rule(refs.DUST_31, refs.DUST_43)
def armor(unit: Unit) -> str:
    """The armour class; a cover element's is the same for all."""
    if unit.stated("armor") is None and is_element(unit):
        return ELEMENTS[kind(unit)][0]
    printed = unit.word("armor")
    if not re.fullmatch("S[1-4]|V[1-7]|A[1-3]", printed):
        raise Impossible(say("{value} is no armour class", value=printed))
    return printed


@rule(refs.DUST_43, refs.DUST_180)
def hit_points(unit: Unit) -> int:
    """As printed; a cover element's are the same for all; a squad has one for each miniature."""
    if unit.stated("hp") is None and is_element(unit):
        return ELEMENTS[kind(unit)][1]
    models = unit.stated("models")
    return len(models) if is_squad(unit) and isinstance(models, tuple) else unit.need("hp")


@rule(refs.DUST_180)
def living(unit: Unit) -> tuple[int, ...]:
    """The miniatures still there; a walker or a hero is its own only one."""
    if unit.gone:
        return ()
    if not is_squad(unit):
        return (0,)
    alive = unit.trackers.get("alive")
    return miniatures_alive(unit.card, alive) if isinstance(alive, tuple) else tuple(range(hit_points(unit)))


@rule(refs.DUST_180)
@lru_cache(maxsize=4096)
def miniatures_alive(card: Map[Value], alive: tuple[Value, ...]) -> tuple[int, ...]:
    """Each miniature of a squad once; one that it does not have is a mistake of the question."""
    unit, found = Unit("", 0, card), tuple(n for n in alive if isinstance(n, int))
    if not found:
        return ()
    known = any(unit.stated(key) is not None for key in ("models", "hp"))
    if len({*found}) < len(found) or (known and max(found) >= hit_points(unit)):
        numbers = ", ".join(map(str, found))
        text = say("{unit}: {alive} are not miniatures of this squad, each told once", unit=unit.name, alive=numbers)
        raise Impossible(text)
    return found


@rule(refs.DUST_180)
def points_left(unit: Unit) -> int:
    """How much damage it can still take."""
    if unit.gone:
        return 0
    return len(living(unit)) if is_squad(unit) else max(0, hit_points(unit) - unit.count("damage"))


@rule(refs.DUST_180)
def is_destroyed(unit: Unit) -> bool:
    """Destroyed, or without a hit point left as far as the card tells."""
    try:
        return not points_left(unit)
    except Unknown:
        return False


def carries(unit: Unit, model: int) -> tuple[str, ...]:
    weapons = unit.stated("models", model, "weapons")
    return tuple(map(str, weapons)) if isinstance(weapons, tuple) else ()


def role(unit: Unit, model: int) -> str:
    return str(unit.stated("models", model, "role") or "")


@rule(refs.DUST_141)
def has_role(unit: Unit, wanted: str) -> bool:
    """Whether a miniature with that part still lives."""
    return any(role(unit, model) == wanted for model in living(unit))


@rule(refs.DUST_103)
def is_on_board(unit: Unit) -> bool:
    """On the table or in a building on it, unless it is told that it has not entered yet."""
    return unit.where in ("table", "inside") and unit.trackers.get("on_board") is not False


@rule(refs.DUST_75, refs.DUST_103)
def units_on_board(now: GameState) -> Iterator[Unit]:
    """Units on the board, in buildings too."""
    return filter(is_on_board, now.units.values())


def entry(unit: Unit, tracker: str, key: str) -> Value:
    """One value of a tracker that holds several by name."""
    held = unit.trackers.get(tracker)
    return held.get(key) if held and not isinstance(held, (bool, int, str, tuple)) else None


def are_enemies(one: Unit, other: Unit) -> bool:
    """By their seats, or by the sides printed on their cards."""
    sides = one.stated("side"), other.stated("side")
    return one.seat != other.seat or (None not in sides and sides[0] != sides[1])


@rule(refs.DUST_94, refs.DUST_186)
def partner(now: GameState, unit: str) -> Unit | None:
    """The hero of a squad or the squad of a hero, as long as both are there."""
    at = now.unit(unit)
    joined = at.trackers.get("joined")
    found = (now.units.get(joined) if isinstance(joined, str) else None) or _joined(now).get(unit)
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


@rule(refs.DUST_95, refs.DUST_98)
def together(now: GameState, unit: str) -> tuple[str, ...]:
    """A unit and the one joined to it: activated, moved and shot at as one."""
    other = partner(now, unit)
    return (unit, other.id) if other else (unit,)


@rule(refs.DUST_95)
def lead(now: GameState, unit: str) -> str:
    """The one a pair is known by: its squad."""
    other = partner(now, unit)
    return other.id if other and is_hero(now.unit(unit)) else unit


@rule(refs.DUST_186)
def survivor(now: GameState, units: tuple[str, ...]) -> str:
    """The first of some units that is not destroyed; "" if there is none."""
    return next((unit for unit in units if not now.unit(unit).gone), "")


def printed_roles(card: Map[Value]) -> tuple[Value, ...]:
    """The parts of all miniatures of a card."""
    models = card.get("models")
    return tuple(each.get("role") for each in models if isinstance(each, Map)) if isinstance(models, tuple) else ()


def description(each: tuple[str, ...]) -> Text:
    """A miniature by what it carries, and by its part."""
    *weapons, part = each
    if part:
        return say("{part}, with {weapons}", part=words.named(part), weapons=", ".join(weapons))
    return say("miniature with {weapons}", weapons=", ".join(weapons))


def loadouts(unit: Unit, models: Iterable[int]) -> dict[tuple[str, ...], list[int]]:
    """Miniatures by what they bring: their weapons and their part."""
    bands: dict[tuple[str, ...], list[int]] = {}
    for model in models:
        bands.setdefault(loadout(unit.card, model), []).append(model)
    return bands


@lru_cache(maxsize=4096)
def loadout(card: Map[Value], model: int) -> tuple[str, ...]:
    unit = Unit("", 0, card)
    return (*carries(unit, model), role(unit, model))


def unit_options(units: Iterable[Unit]) -> tuple[Option, ...]:
    """No unit, or one of several."""
    return (Option(NOBODY, say("nobody")), *(Option(at.id, say("{unit}", unit=at.name)) for at in units))
