"""What the table shows of the game at one look."""

from collections.abc import Callable, Iterator

from engine.games.aam import duties, refs
from engine.games.aam.movement.situation import Move
from engine.games.aam.movement.values import allowance, speed_rows
from engine.games.aam.units import BOLD, has, has_two_sides, is_a, is_action_phase, is_damaged, is_pinned, is_shaken
from engine.games.aam.victory import CONTROL_FROM, POINTS_FROM, points_of
from engine.games.aam.words import WORDS
from engine.parts import activation
from engine.playing.citing import rule
from engine.playing.glance import Effective, Glance
from engine.playing.standing import SideScore
from engine.values.model import Reminder, Unknown
from engine.values.table import GameState, Unit
from engine.values.texts import Text, say, say_many

SIGNS = {
    "artillery": "artillery",
    "antitank gun": "antitank",
    "machine gun": "gun",
    "commander": "command",
    "tank": "armour",
    "tank destroyer": "armour",
    "half-track": "mechanised",
    "transport": "transport",
}
STATS = {
    "speed": say("speed"),
    "defense": say("defense"),
    "soldiers": say("dice against soldiers"),
    "vehicles": say("dice against vehicles"),
    "initiative": say("initiative bonus"),
    "cost": say("points"),
    "abilities": say("abilities"),
    "type": say("type"),
    "subtypes": say("kind"),
    "nation": say("nation"),
    "side": say("belongs to"),
    "year": say("year"),
}
WITH_ABILITIES = {"given_up": ("entrenched", "camouflaged"), "used_up": ("heavy_armor", "armor_piercing_rounds")}
"""What is given up or used up, by the abilities that one needs for it."""
HEADS = {"soldiers": say("soldiers"), "vehicles": say("vehicles")}


@rule(refs.AAM_12)
def sign(unit: Unit) -> str:
    """By its subtype, else by its type."""
    found = next((sign for word, sign in SIGNS.items() if is_a(unit, word)), "")
    return found or ("armour" if unit.stated("type") == "vehicle" else "infantry")


@rule(refs.AAM_55, refs.AAM_61, refs.AAM_63)
def fact(unit: Unit) -> Text | None:
    """Defense and speed as they are now: disrupted or damaged one less of the first, damaged one
    less of the second, disrupted no move."""
    try:
        sides = [unit.need("defense", side) for side in range(1 + has_two_sides(unit))]
        speed = 0 if is_pinned(unit) else max(0, unit.need("speed") - is_damaged(unit))
    except Unknown:
        return None
    defense = "/".join(str(max(1, side - is_shaken(unit))) for side in sides)
    return say("defense {defense}, speed {speed}", defense=defense, speed=speed)


@rule(refs.AAM_13, refs.AAM_22)
def effective(now: GameState, unit: Unit) -> Iterator[Effective]:
    """Speed, defense and dice: in an assault phase the dice first."""
    own = (speed, defense, *(dice_against(row) for row in ("soldiers", "vehicles")))
    for value in (*own[2:], *own[:2]) if now.step.endswith("_assault") else own:
        try:
            yield value(now, unit)
        except Unknown:
            continue


@rule(refs.AAM_61, refs.AAM_63)
def speed(now: GameState, unit: Unit) -> Effective:
    """Less when damaged, none when disrupted, another one by abilities."""
    printed, move = str(unit.need("speed")), Move(unit.id)
    if is_pinned(unit) and not any(has(unit, each) for each in BOLD):
        return Effective("speed", STATS["speed"], "0", printed, (Reminder(WORDS["disrupted"], refs.AAM_61),))
    why = tuple(Reminder(row.why, row.ref) for row in speed_rows(now, move) if row.amount)
    return Effective("speed", STATS["speed"], str(allowance(now, move)), printed, why)


@rule(refs.AAM_55)
def defense(now: GameState, unit: Unit) -> Effective:
    """One less when disrupted or damaged, front and rear; what an attack adds is told there."""
    sides = [unit.need("defense", side) for side in range(1 + has_two_sides(unit))]
    now_sides = [max(int(now.reading("defense_floor")), side - is_shaken(unit)) for side in sides]
    why = (Reminder(say("disrupted or damaged"), refs.AAM_55),) if now_sides != sides else ()
    return Effective("defense", STATS["defense"], "/".join(map(str, now_sides)), "/".join(map(str, sides)), why)


@rule(refs.AAM_13, refs.AAM_14)
def dice_against(row: str) -> Callable[[GameState, Unit], Effective]:
    """The dice of the three ranges, as printed: a dash is none."""

    def dice(_: GameState, unit: Unit) -> Effective:
        unit.known(row)
        printed = "/".join(str(unit.stated(row, band) or "-") for band in range(3))
        return Effective(row, STATS[row], printed, printed)

    return dice


@rule(refs.AAM_21, refs.AAM_22)
def has_acted(now: GameState, unit: Unit) -> bool | None:
    """Whether a unit of the active side has moved or attacked in this phase, without an extra
    action left; a unit that cannot do anything is not waited for."""
    if unit.gone or unit.seat != now.seat or not is_action_phase(now):
        return None
    if unit.trackers.get("moved") or unit.trackers.get("attacked"):
        return unit.id != activation.acting_unit(now) or not any(duties.duties(now))
    return False if duties.can_act(now, unit) else None


@rule(refs.AAM_117)
def reminders(now: GameState) -> tuple[Reminder, ...]:
    """How long until the objective counts."""
    left = CONTROL_FROM - now.turn
    if now.trackers.get("winner") or now.scenario == "free":
        return ()
    if now.scenario == "assault":
        return (Reminder(say("The objective decides at the end of turn 10"), refs.AAM_116),)
    if left > 0:
        text = say_many(
            "The objective counts in one turn, from turn 7 on",
            "The objective counts in {count} turns, from turn 7 on",
            left,
        )
        return (Reminder(text, refs.AAM_109),)
    if now.turn < POINTS_FROM:
        return (Reminder(say("Whoever alone holds the objective at the end of this turn wins"), refs.AAM_109),)
    return (Reminder(say("The objective decides at the end of this turn, else the points on the map"), refs.AAM_110),)


@rule(refs.AAM_86, refs.AAM_102)
def has_tracker(unit: Unit, tracker: str) -> bool:
    """Soldiers ride; abilities are given up or used up by who has them; the rest shows on who did
    it."""
    if tracker == "aboard":
        return unit.stated("type") != "vehicle"
    if tracker in WITH_ABILITIES:
        return any(has(unit, each) for each in WITH_ABILITIES[tracker])
    return tracker not in ("overheated", "attacked_twice", "kept_down")


@rule(refs.AAM_110)
def side(now: GameState, seat: int) -> SideScore:
    """The points that decide in the end: on the map, or by one reading the enemies destroyed."""
    try:
        points = points_of(now, seat)
    except Unknown:
        return SideScore()
    if now.reading("points") == "enemy_units_destroyed":
        return SideScore(points, say_many("one enemy unit destroyed", "{count} enemy units destroyed", points))
    return SideScore(points, say_many("one point on the map", "{count} points on the map", points))


GLANCE = Glance(
    sign,
    fact,
    has_acted,
    reminders,
    side,
    emblem="armour",
    face_down=("face_down",),
    unseen=("where", "name", "steps_made", "climbed", "covered"),
    stats=STATS,
    effective=effective,
    heads=HEADS,
    has=has_tracker,
    begins="setup",
    turns=POINTS_FROM,
    checked=CONTROL_FROM,
    marks={"moved": "arrow-right-thick", "attacked": "crosshairs", "fired_defensively": "shield-half-full"},
)
