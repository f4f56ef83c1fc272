"""What the table shows of the game at one look."""

from functools import reduce

from engine.games.epic import refs
from engine.games.epic.air.reserves import able_to_act, is_airborne, is_aircraft, is_spacecraft
from engine.games.epic.formations.effective import effective
from engine.games.epic.formations.riders import may_ride
from engine.games.epic.formations.rows import UnitRow, rows
from engine.games.epic.morale.markers import break_point
from engine.games.epic.readings import READINGS
from engine.games.epic.scenario.kill_points import kill_points
from engine.games.epic.tale import goals_of
from engine.games.epic.victory import FIRST_CHECK, LAST_TURN
from engine.games.epic.war_engines.criticals import DESTROYED, FIRES, LEAKS, NOTHING, SHAKEN, effect_by_words
from engine.games.epic.war_engines.hulls import is_engine, shields, tally
from engine.games.epic.war_engines.wrecks import aboard
from engine.games.epic.words import CRITICAL_WORDS, SIDES
from engine.playing.citing import rule
from engine.playing.glance import Glance, Part
from engine.playing.rules import PLAYERS
from engine.playing.standing import SideScore
from engine.values.maps import Map, Value
from engine.values.model import Reminder, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

STATS = {
    "initiative": say("initiative"),
    "points": say("points"),
    "strategy": say("strategy rating"),
    "units": say("units"),
    "army": say("army"),
    "units.count": say("number"),
    "units.name": say("name"),
    "units.type": say("type"),
    "units.speed": say("speed"),
    "units.armour": say("armour value"),
    "units.cc": say("close combat"),
    "units.ff": say("firefight"),
    "units.dc": say("damage capacity"),
    "units.shields": say("shields"),
    "units.weapons": say("weapons"),
    "units.abilities": say("abilities"),
    "units.critical": say("critical hit"),
    "units.transport": say("places for troops"),
    "units.weapons.name": say("name"),
    "units.weapons.range": say("range"),
    "units.weapons.shots": say("shots"),
    "units.weapons.ap": say("anti-personnel"),
    "units.weapons.at": say("anti-tank"),
    "units.weapons.aa": say("anti-aircraft"),
    "units.weapons.mw": say("macro-weapon"),
    "units.weapons.tk": say("Titan Killer"),
    "units.weapons.bp": say("barrage points"),
    "units.weapons.abilities": say("abilities"),
}
SIGNS = {"INF": "infantry", "LV": "recon", "AV": "armour", "WE": "armour", "AC": "anti-air", "SC": "command"}
BY_DEFAULT: Map[Value] = Map({reading.key: reading.default for reading in READINGS})
HEADS = {"lost": say("units"), "blast": say("blast"), "initiative": say("initiative")}


@rule(refs.EPIC_01)
def sign(unit: Unit) -> str:
    """By the type of most of its units."""
    try:
        lines = [row for row in rows(unit) if row.start]
    except Unknown:
        return ""
    return SIGNS.get(max(lines, key=lambda row: row.start).type, "") if lines else ""


@rule(refs.EPIC_109, refs.EPIC_110, refs.EPIC_209)
def fact(unit: Unit) -> Text | None:
    """Units left, and how many markers more break it: at least one, since it is not looked at
    before it comes. Aircraft in the air never break."""
    try:
        left, whole = sum(row.left for row in rows(unit)), sum(row.start for row in rows(unit))
        alone = GameState("", Map({unit.id: unit}), options=BY_DEFAULT)
        more = max(1, break_point(alone, unit.id) - unit.count("blast"))
    except Unknown:
        return None
    if unit.count("broken") or unit.gone or is_airborne(unit):
        return say("{left} of {whole} units", left=left, whole=whole)
    return say("{left} of {whole} units, breaks at {more} more", left=left, whole=whole, more=more)


@rule(refs.EPIC_109, refs.EPIC_110, refs.EPIC_209)
def detail(unit: Unit) -> Text | None:
    """Models left by name; under fire how many markers more break it."""
    try:
        models = [say("{count} {unit}", count=row.left, unit=row.name) for row in rows(unit) if row.left]
        alone = GameState("", Map({unit.id: unit}), options=BY_DEFAULT)
        more = max(1, break_point(alone, unit.id) - unit.count("blast"))
    except Unknown:
        return None
    if unit.gone or not models:
        return None
    named = reduce(lambda first, second: say("{first}, {second}", first=first, second=second), models)
    if not unit.count("blast") or unit.count("broken") or is_airborne(unit) or unit.where != "table":
        return named
    return say_many("{models}; breaks with one more", "{models}; breaks with {count} more", more, models=named)


@rule(refs.EPIC_07)
def acted(now: GameState, unit: Unit) -> bool | None:
    """Whether it has taken its action; a broken formation is not waited for, nor one that is not
    there."""
    if now.step != "action" or unit.count("broken") or unit not in able_to_act(now, unit.seat):
        return None
    return bool(unit.count("activated"))


@rule(refs.EPIC_187, refs.EPIC_216, refs.EPIC_231)
def enters(card: Map[Value]) -> str:
    """Aircraft and spacecraft wait in reserve."""
    unit = Unit("", 0, card)
    return "reserve" if is_aircraft(unit) or is_spacecraft(unit) else ""


@rule(refs.EPIC_218)
def whereabouts(unit: Unit) -> str:
    """A spacecraft that has passed over is in reserve no longer: it does not come back."""
    return "passed" if unit.where == "reserve" and unit.count("passed") else unit.where


@rule(refs.EPIC_237, refs.EPIC_242)
def watched(now: GameState) -> tuple[Reminder, ...]:
    """Who held how many objectives when that was last told, which conditions were met by it, and
    when victory is looked at."""
    if now.trackers.get("winner"):
        return ()
    held = now.trackers.get("objectives")
    if not isinstance(held, tuple):
        return when_it_is_checked(now)
    first, second = (say("{player}: {count}", player=SIDES[n], count=held.count(PLAYERS[n])) for n in (0, 1))
    told = say("Objectives: {first}, {second}", first=first, second=second)
    return (Reminder(told, refs.EPIC_237), *conditions_met(now), *when_it_is_checked(now))


def conditions_met(now: GameState) -> tuple[Reminder, ...]:
    if not any(seat.get("goals") for seat in now.seats):
        return ()
    first, second = (say("{player}: {goals}", player=SIDES[n], goals=goals_of(now.seats[n])) for n in (0, 1))
    return (Reminder(say("{first}; {second}", first=first, second=second), refs.EPIC_242),)


def when_it_is_checked(now: GameState) -> tuple[Reminder, ...]:
    if now.turn < FIRST_CHECK:
        return (Reminder(say("Victory is looked at from the end of turn 3 on"), refs.EPIC_242),)
    if now.turn < LAST_TURN:
        return (
            Reminder(say("Two victory conditions and more than the enemy win at the end of this turn"), refs.EPIC_242),
        )
    return (Reminder(say("The last turn: without a winner the kill points decide"), refs.EPIC_248),)


@rule(refs.EPIC_242, refs.EPIC_251)
def side(now: GameState, seat: int) -> SideScore:
    """The kill points; once the table of results has spoken, its score."""
    score, winner = now.trackers.get("score"), now.trackers.get("winner")
    if isinstance(score, tuple):
        points = int(str(score[winner != PLAYERS[seat]]))
        return SideScore(points, say_many("result: one point", "result: {count} points", points))
    try:
        points = int(kill_points(now, seat))
    except Unknown:
        return SideScore()
    return SideScore(points, say_many("one kill point", "{count} kill points", points))


ENGINES = ("damage", "shields_down", "shaken", "fires", "leaks")
INNER = ("garrison", "rallied", "under_fire", "flak", "hulls", "marched")
"""What a procedure remembers; it shows where it is so."""


@rule(refs.EPIC_50, refs.EPIC_161, refs.EPIC_178)
def parts(unit: Unit, tracker: str) -> tuple[Part, ...]:
    """Row by row and by name: units lost, and what war engines have taken."""
    if tracker not in ("lost", "riding", *ENGINES):
        return ()
    try:
        return tuple(
            _row_part(unit, tracker, row)
            for row in rows(unit)
            if _most(unit, tracker, row) or tally(unit, tracker, row.at)
        )
    except Unknown:
        return ()


def _row_part(unit: Unit, tracker: str, row: UnitRow) -> Part:
    count = row.start - row.left if tracker == "lost" else tally(unit, tracker, row.at)
    worn = tracker in ("lost", "damage", "shields_down")
    return Part(row.at, row.name, count, most=max(_most(unit, tracker, row), count), worn=worn, plain=not worn)


def _most(unit: Unit, tracker: str, row: UnitRow) -> int:
    """So many of it a row can have."""
    if tracker == "riding":
        return row.left if may_ride(unit, row) else 0
    if tracker == "lost":
        return row.start
    if not is_engine(row) or not may_suffer(row, tracker):
        return 0
    each = {"damage": row.weight - 1, "shields_down": shields(row)}.get(tracker, 1)
    return each * row.start


@rule(refs.EPIC_277)
def may_suffer(row: UnitRow, tracker: str) -> bool:
    """Whether a critical hit can bring it, as far as the words of the card are known."""
    words = str(row.card.get("critical"))
    if tracker not in (SHAKEN, FIRES, LEAKS) or words not in (*CRITICAL_WORDS, NOTHING, DESTROYED):
        return True
    return effect_by_words(words, True) == tracker


@rule(refs.EPIC_125, refs.EPIC_187, refs.EPIC_193, refs.EPIC_209, refs.EPIC_213, refs.EPIC_218)
def has_tracker(unit: Unit, tracker: str) -> bool:
    """Aircraft fly, land and patrol, spacecraft come and pass; all others are on the ground.
    Above it none breaks or waits on overwatch."""
    if tracker in ("flying", "landed", "cap"):
        return is_aircraft(unit)
    if tracker in ("due", "passed"):
        return is_spacecraft(unit)
    if tracker in ("broken", "overwatch"):
        return not is_airborne(unit) and not is_spacecraft(unit)
    if tracker == "aboard":
        return not is_spacecraft(unit)
    if tracker in ("lost", "riding", *ENGINES):
        return bool(parts(unit, tracker))
    if tracker == "popped_up":
        return has_skimmers(unit)
    return tracker not in INNER


def has_skimmers(unit: Unit) -> bool:
    try:
        return any(row.has("skimmer") for row in rows(unit))
    except Unknown:
        return False


@rule(refs.EPIC_167, refs.EPIC_211)
def carries(now: GameState, unit: Unit) -> tuple[str, ...]:
    """Formations inside."""
    return aboard(now, unit.id)


GLANCE = Glance(
    sign,
    fact,
    acted,
    watched,
    side,
    emblem="artillery",
    stats=STATS,
    effective=effective,
    heads=HEADS,
    parts=parts,
    has=has_tracker,
    begins="setup",
    turns=LAST_TURN,
    checked=FIRST_CHECK,
    stepped="blast",
    carries=carries,
    unseen=("where", "name", "fired", "tried", "under_fire", "passed"),
    whereabouts=whereabouts,
    detail=detail,
    in_the_row=("activated", "lost"),
    marks={"blast": "blast", "overwatch": "crosshairs", "activated": "arrow-right-thick", "broken": "broken"},
)
